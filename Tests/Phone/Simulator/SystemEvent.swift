import Corpus
import Daemon
import Foundation

/// What a bundle's process tells the system: a line of JSON each on its standard output. Only the process
/// that plays the bundle writes them; the bundle itself knows nothing of them.
enum SystemEvent: Codable, Sendable {
  /// Text for the user: a screen, a line of a list.
  case show(String)
  /// What is on screen, as SVG.
  case picture(String)
  /// A sentence about something that could not be done.
  case complain(String)
  /// The result, as JSON text, for a caller with `--json`.
  case result(String)
  /// The bundle asked for its place in Files.
  case addDomain(identifier: String, name: String)
  /// The bundle had its place in Files removed, with all its files.
  case removeDomain(identifier: String)
  /// The bundle asked for everything to be sent to the extension again.
  case reimport
  /// The bundle said that something in Files changed.
  case signal(domain: String, container: String)
  /// The bundle said that an error of this code is over.
  case resolved(Int)
  /// The bundle posted a Darwin notification.
  case notify(String)
  /// The extension answered a call.
  case answer(CallReply)

  /// Writes the event for the parent to read.
  func send() {
    // Strings, numbers and dates always have a JSON form.
    guard let line = try? JSONEncoder().encode(self) else { return }
    Self.lock.lock()
    defer { Self.lock.unlock() }
    FileHandle.standardOutput.write(line + Data("\n".utf8))
  }

  private static let lock = NSLock()
}

/// The task of a bundle's process. The parent process sends it as JSON on standard input.
struct Scene: Codable, Sendable {
  var device: String
  /// The app that is installed there.
  var product = Device.Product.intray
  /// The places in Files that the system knows.
  var domains: [Domain] = []
  /// The places of earlier installations that the system holds and does not list, by identifier.
  var orphans: [String] = []
  /// What could not be handed over to the extension.
  var pending: [ItemSnapshot] = []
  var play: Play
  /// Files that the sender of a share lets the receiver read.
  var readable: [String] = []
  /// Whether there is room for two columns.
  var isWide = false
  /// In which window of the app the user acts.
  var window = 1
  var language = "en"

  struct Domain: Codable, Sendable {
    var identifier: String
    var name: String
    /// Whether the user has it switched on in Files.
    var isOn = true
  }

  enum Play: Codable, Sendable {
    case share(ShareItem)
    /// Opens the app, and keeps it open for so many seconds after it has done what there was to do. The user chooses
    /// there what becomes of duplicates.
    case launch(
      open: String?, duplicates: String? = nil, quickSave: String? = nil, seconds: Double = 0,
      isFirst: Bool = false)
    case shortcut(ShortcutCommand)
    /// What the user does in the app, as it was typed, and the folder into which what comes from outside goes.
    case app([String], into: String = "")
    /// Answers the calls that come in, a line each.
    case serve
    /// Tries to reach a path from the process of a bundle.
    case probe(Device.Role, path: String)
  }

  struct ShareItem: Codable, Sendable {
    var files: [String] = []
    var text: String?
    var url: String?
    var title: String?
    /// The name that the user types on the sheet.
    var name: String?
    /// The folder that the user chooses on the sheet, by its path below Documents.
    var folder: String?
    /// A folder that the user creates there.
    var newFolder: String?
    /// The tags that the user chooses or types.
    var tags: [String] = []
    var comment: String?
    /// What the user wants of what the sheet says is in Intray already. nil saves at once and waits for no such thing.
    var known: KnownChoice?
    /// After how many seconds the user swipes the sheet away, instead of saving.
    var swipeAway: Double?
    /// What an app handed over, instead of all that.
    var recorded: RecordedShare?
  }

  enum KnownChoice: String, Codable, Sendable {
    /// Another copy.
    case save
    /// Nothing again that is there.
    case skip
  }
}

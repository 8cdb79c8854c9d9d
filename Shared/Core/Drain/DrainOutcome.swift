/// What became of one document that was waiting.
public struct DrainOutcome: Hashable, Sendable {
  /// Where it came from.
  public enum Origin: Hashable, Sendable {
    /// A parcel, or something else in the group's inbox.
    case inbox
    /// The app's Documents/Inbox: opened in the app.
    case opened
    /// The app's Documents: dropped there by Finder.
    case finder
    /// The room Displaced: a process died during a change of it.
    case displaced
  }

  /// Why something is not a document, and never comes in. It stays where it is, untouched.
  public enum Refusal: Hashable, Sendable {
    /// A symbolic link, a FIFO, a socket or a device.
    case notADocument(FileKind)
    /// An address that leads to no file.
    case notAFile
    /// A folder that holds the app's own.
    case holdsOwnFolder
  }

  /// Why a document waits. It is where it was, whole, and is tried again each time.
  public enum Reason: Hashable, Sendable {
    /// Another process may still be writing it.
    case growing
    /// It has the name of an unfinished download.
    case unfinishedDownload
    /// The disk refused.
    case disk(DiskError)
  }

  /// What became of it.
  public enum Result: Hashable, Sendable {
    /// It is in Documents, under this path.
    case imported(DocumentPath)
    /// The document of this path has the same bytes, and it was removed, as the user's preference asks.
    case duplicate(of: DocumentPath)
    /// Another drainer took it at the same moment.
    case takenByAnother
    /// It was refused for good.
    case refused(Refusal)
    /// It waits.
    case waiting(Reason)

    /// Whether this drain took it out of its inbox.
    var hasLeft: Bool {
      switch self {
      case .imported, .duplicate: true
      case .takenByAnother, .refused, .waiting: false
      }
    }
  }

  /// The name that it came with, as the user sees it.
  public var name: String
  /// Where it came from.
  public var origin: Origin
  /// What became of it.
  public var result: Result
  /// The waiting file, when it was not delivered and the user can save or delete it.
  public var waiting: Waiting?

  /// An outcome of its parts.
  public init(name: String, origin: Origin, result: Result, waiting: Waiting? = nil) {
    self.name = name
    self.origin = origin
    self.result = result
    self.waiting = waiting
  }
}

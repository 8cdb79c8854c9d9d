import Foundation
import IntrayCore

/// The daemon's record of one item.
struct Row: Codable {
  /// The daemon's own number for it; the folder itself is ``Record/root``.
  let key: Int
  /// What the item is called in `createItem`, in a replay after a crash too.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension/createitem(basedon:fields:contents:options:request:completionhandler:)>
  var template: String
  /// The last state from the extension; nil when there was none.
  var remote: ItemSnapshot?
  /// What of that is in the folder.
  var synced: ItemSnapshot?
  /// What was seen in the folder when it had that; nil when it is not there.
  var local: Local?
  /// Whether the extension reported its deletion.
  var isGone = false
  /// Whether it may be known to the extension from before its memory was lost.
  var mayExist = false
  /// Whether the extension deleted it while it was changed here.
  var isConflicted = false
  /// Whether the extension said that its contents are to be fetched again.
  var isStale = false
  /// What is about to take its place in the folder.
  var arrival: Arrival?
  /// What was seen in the folder when the extension answered `cannotSynchronize`: nothing is sent again until
  /// something else is seen there.
  var broken: Local?
  /// Whether it is a folder that came from the extension and has not been listed yet.
  var isUnmet = false

  /// Written before a file or folder is put in place, so that the next look knows it, whether the daemon is killed meanwhile
  /// or a program renames it at once.
  struct Arrival: Codable {
    var local: Local
    /// What the item is when it is in place.
    var synced: ItemSnapshot
  }

  struct Local: Codable, Equatable {
    var parent: Int
    var name: String
    /// Inode and birth, as one word.
    var file: String
    var kind: ItemSnapshot.Kind
    var size: Int64
    var modified: FileTime
    var changed: FileTime
    var isExecutable: Bool
    /// The contents, as a number: of files that are small, and of young ones.
    var digest: UInt64?
    /// Whether it was so young that another write could have the same times.
    var isYoung = false
    /// Whether only a placeholder is there.
    var isDataless = false

    /// The same after the daemon has renamed it or set its attributes, which gives it another change time. What a program
    /// wrote meanwhile still differs from this.
    func touched(as now: Local) -> Local {
      guard now.file == file else { return self }
      var local = self
      if kind == .folder {
        (local.size, local.modified, local.changed) = (now.size, now.modified, now.changed)
      } else if now.size == size, now.modified == modified, digest == nil || now.digest == digest {
        (local.changed, local.digest, local.isYoung) = (now.changed, now.digest, now.isYoung)
      }
      return local
    }

    /// The same with what is known of the contents, which have not changed.
    func keeping(_ old: Local?) -> Local {
      var local = self
      (local.digest, local.isYoung) = (old?.digest, old?.isYoung ?? false)
      return local
    }
  }
}

/// As its two numbers.
extension FileTime: Codable {
  /// Reads both.
  public init(from decoder: any Swift.Decoder) throws {
    let parts = try [Int64](from: decoder)
    self.init(seconds: parts[0], nanoseconds: parts[1])
  }

  /// Writes both.
  public func encode(to encoder: any Swift.Encoder) throws { try [seconds, nanoseconds].encode(to: encoder) }
}

/// The rows, on disk: a line for each change, so that what was written before a kill is there after it. A line
/// that a kill cut short is as if it had not been written.
final class Record {
  static let root = 0
  static let trash = -2

  enum Meeting: String, Codable {
    /// The place was registered, and its root is to be asked for.
    case new
    case met
    /// The root was answered with an error.
    case dropped
  }

  /// What is known beside the rows.
  struct State: Codable, Equatable {
    var anchor: Data?
    /// Whether the extension is to be asked for changes: at the first meeting, and after a signal until a pull
    /// has ended.
    ///
    /// Kept on disk: "when the device reboots, enumerations will resume from the latest known sync anchor", says
    /// the header of `NSFileProviderChangeObserver` at `suggestedBatchSize`. No source says that the system asks
    /// when it or the extension starts, so it does not.
    var isPullDue = true
    /// The code of the error that everything waits for; nil is none. No source says that a restart ends the wait.
    var held: Int?
    /// Whether the system has seen the root since the place was registered.
    var meeting = Meeting.new
  }

  private struct Line: Codable {
    var row: Row?
    var removed: Int?
    var state: State?
  }

  private(set) var rows: [Int: Row] = [:]
  private(set) var state = State()
  private var keys: [String: Int] = [:]
  private var next = 1
  private let path: String
  private var log: FileHandle

  init(path: String) throws {
    self.path = path
    log = FileHandle.nullDevice
    for text in (try? Data(contentsOf: URL(fileURLWithPath: path)))?.split(separator: 10) ?? [] {
      // The last line may have been cut short.
      guard let line = try? JSONDecoder().decode(Line.self, from: Data(text)) else { continue }
      play(line)
    }
    try compact()
  }

  func row(withIdentifier id: String) -> Row? { keys[id].flatMap { rows[$0] } }

  /// The key of what the extension calls by a name, the rooms themselves included.
  func key(of identifier: String) -> Int? {
    switch identifier {
    case ItemSnapshot.root: Self.root
    case ItemSnapshot.trash: Self.trash
    default: keys[identifier]
    }
  }

  func identifier(of key: Int) -> String? {
    switch key {
    case Self.root: ItemSnapshot.root
    case Self.trash: ItemSnapshot.trash
    default: rows[key]?.remote?.identifier
    }
  }

  func makeKey() -> Int {
    defer { next += 1 }
    return next
  }

  func put(_ row: Row) throws {
    try write(Line(row: row))
  }

  func remove(_ key: Int) throws {
    try write(Line(removed: key))
  }

  func update(_ change: (inout State) -> Void) throws {
    var new = state
    change(&new)
    if new != state { try write(Line(state: new)) }
  }

  private func write(_ line: Line) throws {
    play(line)
    try log.write(contentsOf: JSONEncoder().encode(line) + Data([10]))
  }

  private func play(_ line: Line) {
    if let row = line.row {
      if let old = rows[row.key]?.remote?.identifier, keys[old] == row.key { keys[old] = nil }
      rows[row.key] = row
      if let id = row.remote?.identifier { keys[id] = row.key }
      next = max(next, row.key + 1)
    }
    if let key = line.removed {
      if let id = rows.removeValue(forKey: key)?.remote?.identifier, keys[id] == key { keys[id] = nil }
      next = max(next, key + 1)
    }
    if let state = line.state { self.state = state }
  }

  /// Writes everything anew: into a file beside, which then takes the place of the old one.
  private func compact() throws {
    let encoder = JSONEncoder()
    var lines = Data()
    for row in rows.values { lines += try encoder.encode(Line(row: row)) + Data([10]) }
    lines += try encoder.encode(Line(state: state)) + Data([10])
    try lines.write(to: URL(fileURLWithPath: path), options: .atomic)
    log = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try log.seekToEnd()
  }
}

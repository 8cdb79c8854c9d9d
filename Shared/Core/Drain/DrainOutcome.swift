/// The result for one document that was waiting.
public struct DrainOutcome: Hashable, Sendable {
  /// Its source. The raw value is part of names in `Taken`.
  public enum Source: String, Sendable {
    /// A parcel, or something else in the group's inbox.
    case inbox
    /// The app's Documents/Inbox: opened in the app.
    case opened
    /// The app's Documents: dropped there by Finder.
    case finder
    /// The directory Displaced: a process was killed during a change of it.
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

  /// The result.
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

    /// Tells whether this drain took it out of its inbox.
    var hasLeft: Bool {
      switch self {
      case .imported, .duplicate: true
      case .takenByAnother, .refused, .waiting: false
      }
    }
  }

  /// The name that it came with, as the user sees it.
  public var name: String
  /// Its source.
  public var source: Source
  /// The result.
  public var result: Result
  /// The waiting file, when it was not delivered and the user can save or delete it.
  public var waiting: Waiting?

  /// An outcome of its parts.
  public init(name: String, source: Source, result: Result, waiting: Waiting? = nil) {
    self.name = name
    self.source = source
    self.result = result
    self.waiting = waiting
  }
}

/// A file that was not delivered. The user can save or delete this very file, and no other one that has taken its name.
public struct Waiting: Hashable, Sendable {
  /// The absolute path of its folder.
  public let folder: String
  /// Its name there.
  public let name: FileName
  /// Which file it is.
  public let file: FileID
  /// Its kind.
  public let kind: FileKind

  /// Reads an entry. Returns nil when that fails, and then the user cannot act on it.
  init?(_ entry: Entry) {
    guard let status = try? entry.status() else { return nil }
    folder = entry.folder.path
    name = entry.name
    file = status.file
    kind = status.kind
  }

  /// Its path, for calls that need a path; nil when the name is not UTF-8.
  public var path: String? { name.text.map { folder + "/" + $0 } }
}

extension Drain {
  /// Removes a waiting file for good. The caller has asked the user.
  ///
  /// It is moved into `Displaced` by one rename, checked, and removed only if it is the waiting file. If the process
  /// dies in between, it is gone, or the next recovery puts it into Documents.
  /// - Throws: ``DiskError/Code/notFound`` when it waits there no more, ``DiskError/Code/changed`` when something else
  ///   has its name; nothing was removed then.
  public func discard(_ waiting: Waiting) throws(DiskError) {
    let entry = try Folder.open(waiting.folder, disk: container.disk)[waiting.name]
    try entry.check(is: waiting.file)
    let path = DocumentPath([DocumentName(waiting.name).fileName])
    try Documents(container).remove(entry, for: path, expecting: waiting.file) { _, _ in true }
  }

  /// An outcome that says where the entry is if it still lies there.
  func outcome(
    _ entry: Entry, from source: DrainOutcome.Source, _ result: DrainOutcome.Result
  ) -> DrainOutcome {
    let isThere = !result.hasLeft && result != .takenByAnother
    return DrainOutcome(
      name: entry.name.description, source: source, result: result, waiting: isThere ? Waiting(entry) : nil)
  }
}

/// The App Group container and its directories. Paths are built only here. A directory is made when it is first opened.
///
/// The module Names:
/// - For: paths, legal names, and free names.
/// - Guarantees: an exclusive rename finds a free name; two names that look alike count as one.
/// - After a crash: one exclusive rename was made or not.
/// - Never: check whether a name is free and use it later; build a path in another module.
public struct Container: Sendable {
  /// A directory of the container. Each has one type that may touch it.
  public enum Directory: String, CaseIterable, Sendable {
    /// Copies that are being written. None is the only copy.
    case staging = "Staging"
    /// Parcels that wait to be drained.
    case inbox = "Inbox"
    /// The user's documents, and nothing else.
    case documents = "Documents"
    /// Items that a change has moved out of Documents and not yet finished.
    case displaced = "Displaced"
    /// Recently deleted.
    case trash = "Trash"
  }

  /// The container's absolute path.
  public let path: String
  let disk: Disk

  /// A container at a path.
  public init(path: String, disk: Disk = .system) { (self.path, self.disk) = (path, disk) }

  /// Opens a directory, and makes it when it is not there.
  /// - Throws: the error of the disk.
  public func open(_ directory: Directory) throws(DiskError) -> Folder {
    // What is in Staging is a copy, or abandoned.
    try Folder.open(path, disk: disk).makeOrOpen(
      FileName(directory.rawValue), isInBackups: directory != .staging)
  }

  /// Opens a directory that must be there: a missing one is an error, not an empty one.
  /// - Throws: ``DiskError/Code/notFound`` when it is not there, and the errors of the disk.
  public func openExisting(_ directory: Directory) throws(DiskError) -> Folder {
    try Folder.open(path, disk: disk).folder(FileName(directory.rawValue))
  }

  /// The path of a directory, for calls that need a path.
  public func path(of directory: Directory) -> String { path + "/" + directory.rawValue }

  /// Where an extension writes what it knows of itself: see ``ExtensionReport``.
  func path(ofReport name: String) -> String { path + "/Reports/" + name + ".json" }
}

/// The app's own sandbox. Finder writes documents into its Documents, and the system into Documents/Inbox. The app reads and
/// empties these two folders and never writes in them: the sandbox refuses to write in Documents/Inbox. See "Understanding
/// the Contents of the Inbox Directory" of Apple's File System Programming Guide.
public struct Sandbox: Sendable {
  /// The system's name for the folder of opened copies, in the app's Documents.
  static let inbox: FileName = "Inbox"
  private static let documents = "Documents"

  /// The sandbox's absolute path.
  public let path: String
  let disk: Disk

  /// A sandbox at a path.
  public init(path: String, disk: Disk = .system) { (self.path, self.disk) = (path, disk) }

  /// Opens the app's Documents, where Finder puts files. Returns nil while it does not exist.
  func openDocuments() throws(DiskError) -> Folder? { try open([FileName(Self.documents)]) }

  /// Opens Documents/Inbox, where the system puts copies of opened documents. Returns nil while there is no such
  /// folder, or a file has the name.
  func openInbox() throws(DiskError) -> Folder? { try open([FileName(Self.documents), Self.inbox]) }

  /// Removes Documents/Inbox when it is empty and was already empty at the previous activation of the app. The system
  /// makes it again for the next document that is opened. If the process dies in this, the folder is there or not.
  /// - Parameter known: what the previous call returned.
  /// - Returns: which folder it is, when it is empty and stays until the next activation; nil otherwise.
  /// - Throws: an error of the disk. That the folder cannot be removed, or just got a document, is none.
  public func removeInbox(emptyBefore known: FileID?) throws(DiskError) -> FileID? {
    guard let documents = try openDocuments(), let inbox = try openInbox() else { return nil }
    let first = try inbox.entries(upTo: 1) { _, _ in true }
    guard first.isEmpty else { return nil }
    let file = try inbox.status().file
    guard file == known else { return file }
    do throws(DiskError) {
      try documents[Self.inbox].removeFolder()
    } catch  where error.code == .denied || error.code == .notEmpty || error.isGone {
      // The system does not allow it, or was faster.
    }
    return nil
  }

  /// Where the app keeps folders of its own: not in `tmp`, which the system may empty, and not at the top of the sandbox,
  /// where the system lets no app write.
  private static let support: [FileName] = ["Library", "Application Support"]
  /// What the app took out of the folders above and has not delivered yet: see ``TakenEntry``.
  private static let taken: FileName = "Taken"
  private static let previewCopies: FileName = "PreviewCopies"

  /// Removes what earlier processes left in the temporary folder: plain copies of documents. The system may put what it opens
  /// in this process into a folder there that ends in `-Inbox`; that stays. What cannot be removed the next process removes.
  public func emptyTemporary() {
    do throws(DiskError) {
      guard let temporary = try open(["tmp"]) else { return }
      for (name, _) in try temporary.entries() where !name.hasSuffix("-Inbox") {
        // One that cannot be removed keeps no other.
        try? temporary[name].removeTree()
      }
    } catch {
      Log.disk.error("The temporary folder stays as it is until the next start:", error)
    }
  }

  /// Opens `Taken`, and makes it when it is not there. It is in backups, because it holds the only copy of a document.
  func makeTaken() throws(DiskError) -> Folder { try make(Self.taken, isInBackups: true) }

  /// Opens `Taken`; nil while it does not exist.
  func openTaken() throws(DiskError) -> Folder? { try open(Self.support + [Self.taken]) }

  /// Opens the folder of the preview copies, and makes it when it is not there. They are copies, and an edited one becomes
  /// a document when the preview closes.
  func makePreviewCopies() throws(DiskError) -> Folder { try make(Self.previewCopies, isInBackups: false) }

  /// Opens the folder of the preview copies; nil while it does not exist.
  func openPreviewCopies() throws(DiskError) -> Folder? { try open(Self.support + [Self.previewCopies]) }

  /// What the system may delete while the app does not run, and leaves out of backups:
  /// <https://developer.apple.com/documentation/foundation/optimizing-your-app-s-data-for-icloud-backup>.
  private static let caches: [FileName] = ["Library", "Caches"]
  private static let searchIndex = "SearchIndex.sqlite"

  /// Makes the folder of the search index, and tells the path of the index in it.
  func makeSearchIndex() throws(DiskError) -> String {
    var folder = try Folder.open(path, disk: disk)
    for name in Self.caches { folder = try folder.makeOrOpen(name) }
    return path + "/" + Self.caches.map(\.description).joined(separator: "/") + "/" + Self.searchIndex
  }

  /// Removes the search index, the logs first: SQLite would take a log for that of the next file.
  func removeSearchIndex() throws(DiskError) {
    guard let folder = try open(Self.caches) else { return }
    for part in ["-journal", "-wal", "-shm", ""] {
      try folder[FileName(Self.searchIndex + part)].removeFile()
    }
  }

  private func make(_ name: FileName, isInBackups: Bool) throws(DiskError) -> Folder {
    var folder = try Folder.open(path, disk: disk)
    for name in Self.support { folder = try folder.makeOrOpen(name) }
    return try folder.makeOrOpen(name, isInBackups: isInBackups)
  }

  /// Opens a folder of the sandbox. Returns nil while it does not exist.
  private func open(_ names: [FileName]) throws(DiskError) -> Folder? {
    do throws(DiskError) {
      return try Folder.open(path, disk: disk).folder(at: DocumentPath(names))
    } catch  where error.isGone {
      return nil
    }
  }

  /// The path of the app's Documents, to tell whether a URL lies in it, and to watch it.
  public var documentsPath: String { path + "/" + Self.documents }

  /// The path of Documents/Inbox, to watch it.
  public var inboxPath: String { documentsPath + "/" + Self.inbox.description }
}

import Synchronization

/// The directory for items that a change has moved out of Documents and not yet finished.
///
/// One folder a change: `<random>.<file that goes in>.<file that comes out, and what it was>`, with the path of the
/// document as the folder's attribute. A word behind it may say more: see ``Fate``. **The folder's name is the record; there
/// is no other.** By it the next drain or scan recovers the contents after a process died at any point. Never swept by age;
/// never holds a partial copy.
///
/// See <doc:IfAProcessDies>.
struct Displaced: Sendable {
  /// The name of the entry in a folder of this directory during the change.
  static let entry: FileName = "document"
  /// An empty folder for a full volume, on which no new folder can be made but documents must still be deletable.
  static let spare: FileName = "spare"
  /// The target's path below Documents, or below the trash: see ``DocumentPath/bytes``.
  static let pathAttribute = Identity.prefix + "path"

  /// The names of the folders that this process is using. Its own recovery skips them.
  private static let underWay = Mutex(Set<FileName>())

  let container: Container

  /// What recovery does with the entries of a folder that are not what the record expects, beside putting them back. The
  /// words are on disk.
  enum Fate: String {
    /// Both are documents, of which the user has chosen one. Recovery drops neither: the one that was to go in goes back to
    /// its path, and the one that came out goes to the trash.
    case both
    /// They come from iCloud. Recovery makes them the app's documents first.
    case arrives
  }

  /// The contents of a folder's name: the file that goes into Documents, and the expected file that comes out.
  struct Record: Hashable {
    var staged: FileID?
    var base: FileSnapshot?
    /// nil when they are documents of the app, and one of them may go.
    var fate: Fate?

    init(staged: FileID?, base: FileSnapshot?, _ fate: Fate? = nil) {
      (self.staged, self.base, self.fate) = (staged, base, fate)
    }

    init?(_ name: FileName) {
      guard let parts = name.text?.split(separator: ".", omittingEmptySubsequences: false),
        [3, 4].contains(parts.count)
      else { return nil }
      let fate = parts.count == 4 ? Fate(rawValue: String(parts[3])) : nil
      if fate == nil, parts.count == 4 { return nil }
      self.init(staged: FileID(parts[1]), base: FileSnapshot(parts[2]), fate)
    }

    /// No file: nothing that reads as a number.
    private static let none = "none"

    func freshName() -> FileName {
      let parts = [FileName.random().description, staged?.description ?? Self.none, base?.text ?? Self.none]
      return FileName((parts + (fate.map { [$0.rawValue] } ?? [])).joined(separator: "."))
    }
  }

  /// Makes the folder for one change, passes the place for its entry to a closure, and removes the folder when it is empty again.
  ///
  /// On a full volume it renames the ``spare`` folder instead; then there may be no space to store the path. If the
  /// process dies during the closure, the next drain or scan recovers the folder; without a path its contents go to
  /// the root.
  /// - Throws: ``DiskError/Code/swept`` when another process recovered it before anything was in it.
  func withPlace<Result>(
    for record: Record, of path: DocumentPath, _ body: (Entry) throws(DiskError) -> Result
  ) throws(DiskError) -> Result {
    let directory = try container.open(.displaced)
    let name = record.freshName()
    Self.underWay.withLock { _ = $0.insert(name) }
    defer { Self.underWay.withLock { _ = $0.remove(name) } }
    let folder: Folder
    var isSpare = false
    do throws(DiskError) {
      (folder, isSpare) = try makeFolder(name, in: directory, for: path)
    } catch  where error.code == .notFound {
      // Another process is recovering, and removed the folder because it was still empty.
      throw DiskError(.swept, at: error.place)
    }
    defer { putAway(folder, name, in: directory, isSpare: isSpare) }
    return try body(folder[Self.entry])
  }

  /// Removes the folder of a change if it is empty. The spare one becomes the spare one again, because on a full volume no
  /// other could be made. A folder that stays, empty or not, is for the next recovery.
  private func putAway(_ folder: Folder, _ name: FileName, in directory: Folder, isSpare: Bool) {
    // If the folder cannot be listed or renamed now, treat it like the folder of any other change.
    if isSpare, (try? folder.entries().isEmpty) == true,
      (try? directory[name].rename(to: directory[Self.spare])) != nil
    {
      return
    }
    // Fails for a folder that still holds something, as it should.
    try? directory[name].removeFolder()
  }

  private func makeFolder(
    _ name: FileName, in directory: Folder, for path: DocumentPath
  ) throws(DiskError) -> (folder: Folder, isSpare: Bool) {
    var isSpare = false
    do throws(DiskError) {
      try directory[name].makeFolder()
    } catch  where error.code == .noSpace {
      do throws(DiskError) {
        try directory[Self.spare].rename(to: directory[name])
      } catch  where error.code == .notFound {
        throw DiskError(.noSpace, at: directory[name].path)
      }
      isSpare = true
    }
    let folder = try directory.folder(name)
    do throws(DiskError) {
      try folder.opened.setAttribute(Self.pathAttribute, path.bytes)
    } catch  where isSpare && error.code == .noSpace {
      // The folder's name alone records what recovery does with the document. The path of the spare folder's last
      // change must go: recovery would put this document there.
      try folder.opened.setAttribute(Self.pathAttribute, nil)
    }
    // The record must outlive a power cut before anything depends on it.
    try folder.sync()
    try directory.sync()
    return (folder, isSpare)
  }

  /// Recovers everything that earlier processes left here.
  /// - Parameter report: called with the path of each document that was put back into Documents, and with the error
  ///   of each one that could not be recovered now. The others are still recovered.
  func recover(_ report: (Result<DocumentPath, DiskError>) -> Void) throws(DiskError) {
    let directory = try container.open(.displaced)
    let entries = try directory.entries()
    if !entries.contains(where: { $0.name == Self.spare }) {
      // If the volume is full, the next recovery makes it.
      try? directory[Self.spare].makeFolder()
    }
    for (name, kind) in entries where kind == .folder && name != Self.spare {
      if Self.underWay.withLock({ $0.contains(name) }) { continue }
      do throws(DiskError) {
        try recover(name, in: directory, report)
      } catch  where error.code == .notFound {
        // Its maker, or a recovery in another process, has finished it.
      } catch {
        Log.documents.error("What was taken out of Documents cannot be decided upon yet:", error)
        report(.failure(error))
      }
    }
  }

  private func recover(
    _ name: FileName, in directory: Folder, _ report: (Result<DocumentPath, DiskError>) -> Void
  ) throws(DiskError) {
    let folder = try directory.folder(name)
    let record = Record(name) ?? Record(staged: nil, base: nil)
    let path = DocumentPath(bytes: try directory[name].attribute(Self.pathAttribute) ?? [])
    for (name, kind) in try folder.entries() {
      let claimed = folder[FileName.random()]
      do throws(DiskError) {
        try folder[name].rename(to: claimed)
      } catch  where error.code == .notFound {
        continue
      }
      let snapshot = try claimed.snapshot()
      var own = OwnEntry.document(claimed)
      if record.fate == .arrives {
        own = try .made(of: claimed, in: container)
      } else if record.fate == .both {
        if snapshot.file == record.base?.file {
          try moveToTrash(claimed, as: path.documentName)
          continue
        }
        // It may carry the identity of the document that it was to replace, wherever that is by now.
        try writeNewIdentity(of: claimed)
      } else if snapshot.file == record.staged {
        // The system got no reply for this edit, so it will repeat the call.
        try claimed.removeTree()
        continue
      } else if kind != .folder, let base = record.base, base.matches(snapshot) {
        // No process has written to it since the record was made, so it is the file that the change removes. The change
        // must be on the medium before: a power cut would else bring back a name without a file.
        try syncIfThere(path.parent)
        try folder.sync()
        try claimed.removeFile()
        continue
      }
      report(.success(try putBack(own, as: path.documentName, in: path.parent)))
    }
    // Its maker may have been killed between a rename out of the folder and the sync after it. Without this sync a power
    // cut could keep the removal of the folder and undo the rename: the document would be in neither place.
    try folder.sync()
    for place in [path.parent, DocumentPath(in: path.directory), .trash] { try syncIfThere(place) }
    do throws(DiskError) {
      try directory[name].removeFolder()
    } catch  where error.code == .notEmpty {
      // Another process put something in: the next recovery handles it.
    }
  }

  /// Moves a replaced version to the trash as an item of its own: it gets another identifier and version, and then one
  /// exclusive rename moves it.
  /// - Parameter name: what it is called there if it does not say so itself; a link cannot.
  /// - Throws: the error of the disk. The version stays in `Displaced` then, and recovery moves it later.
  func moveToTrash(_ entry: Entry, as name: DocumentName) throws(DiskError) {
    try writeNewIdentity(of: entry)
    let origin = try entry.attribute(TrashInfo.attribute).flatMap { TrashInfo($0) }
    let trash = try container.open(.trash)
    _ = try trash.moveIn(.document(entry), as: origin?.path.documentName ?? name)
    try trash.sync()
    try entry.folder.sync()
  }

  /// Syncs a folder of Documents or of the trash; one that is gone has nothing to sync.
  private func syncIfThere(_ path: DocumentPath) throws(DiskError) {
    do throws(DiskError) {
      try container.folder(at: path).sync()
    } catch  where error.isGone {
      // It was moved or removed. The sync of the folder in Displaced has the exchange, too.
    }
  }

  /// Returns an entry to Documents, or to the trash if it was taken from there: to its folder under its name,
  /// or the next free one; into the root when that folder is gone.
  @discardableResult
  func putBack(
    _ own: OwnEntry, as name: DocumentName, in path: DocumentPath
  ) throws(DiskError) -> DocumentPath {
    let root = try container.open(path.directory)
    var (target, targetPath) = (root, path)
    do throws(DiskError) {
      target = try root.folder(at: path)
    } catch  where error.isGone {
      targetPath = DocumentPath(in: path.directory)
    }
    try makeDistinct(own.entry, from: target[name.fileName])
    let found = try target.moveIn(own, as: name)
    try target.sync()
    try own.entry.folder.sync()
    return targetPath.appending(found.fileName)
  }

  /// Gives an entry another identifier and version when the document that has its name now carries the same
  /// identifier: two documents of one identity never stay. The origin stays, so that the same call, when it is
  /// repeated, finds these contents.
  func makeDistinct(_ entry: Entry, from document: Entry) throws(DiskError) {
    guard let identity = try identity(of: entry), try self.identity(of: document)?.id == identity.id else {
      return
    }
    try writeNewIdentity(of: entry)
  }

  /// Gives an entry another identifier and version, and syncs it. The origin stays: see ``makeDistinct(_:from:)``. Does
  /// nothing for a link, which carries none.
  private func writeNewIdentity(of entry: Entry) throws(DiskError) {
    guard let opened = try entry.open() else { return }
    let status = try opened.status()
    let old = try opened.identity()
    let origin = old.map { $0.fits(status) ? $0.origin : .none } ?? .none
    try opened.setIdentity(Identity(.random(), origin: origin, of: status))
    try opened.sync()
  }

  /// The identity that an entry carries; nil for none, for what is not there or cannot be opened.
  private func identity(of entry: Entry) throws(DiskError) -> Identity? {
    do throws(DiskError) {
      return try entry.identity()
    } catch  where error.isGone || error.code == .special || error.code == .denied {
      return nil
    }
  }
}

extension FileSnapshot {
  /// Its numbers in hexadecimal, joined by hyphens; ``init(_:)`` reads it back.
  fileprivate var text: String {
    let numbers = [size, modified.seconds, modified.nanoseconds].map {
      String(UInt64(bitPattern: $0), radix: 16)
    }
    return ([file.description] + numbers).joined(separator: "-")
  }

  /// Reads what ``text`` wrote; nil for anything else.
  fileprivate init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let words = parts.compactMap { UInt64($0, radix: 16) }
    guard parts.count == 4, words.count == 4 else { return nil }
    let numbers = words.map { Int64(bitPattern: $0) }
    self.init(
      file: FileID(words[0]), size: numbers[1],
      modified: FileTime(seconds: numbers[2], nanoseconds: numbers[3]), changed: nil)
  }
}

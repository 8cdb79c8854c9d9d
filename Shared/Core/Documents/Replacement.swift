extension Documents {
  /// The result of replacing the contents of a document.
  public enum Replacement: Hashable, Sendable {
    /// The document has the new contents.
    case replaced
    /// The document has the new contents. Another file that had its name meanwhile is beside it, under this path.
    case replacedKeeping(DocumentPath)
    /// The document had changed, so it stays, and the new contents are a document beside it.
    case beside(DocumentPath)
    /// The document did not exist, and was created again with the new contents, under this path.
    case recreated(DocumentPath)
  }

  /// Gives a document new contents, or a link another target: exchanges it with the staged copy, then checks the file
  /// that comes out.
  ///
  /// Both versions exist at every moment. If the process dies before the exchange, the document has the old contents, and
  /// recovery drops the new ones by their record in `Displaced`: the system got no reply, so it sends them again. If it
  /// dies after the exchange, the document has the new contents, and recovery removes the old ones. If the file that comes
  /// out is not the base, it is never removed and never exchanged back: it gets the next free name.
  /// - Parameter base: the document as the editor knew it.
  /// - Throws: ``DiskError/Code/swept`` when the staged copy does not exist, so that the caller stages it again. The
  ///   errors of the disk: then the document has its old contents or the new ones, and recovery does the rest.
  public func replaceContents(
    of path: DocumentPath, with staged: Staged, expecting base: FileSnapshot
  ) throws(DiskError) -> Replacement {
    let document = try container.entry(path)
    let status: FileStatus
    do throws(DiskError) {
      status = try document.status()
    } catch  where error.code == .notFound {
      return .recreated(try add(staged, in: path.parent))
    }
    if status.kind == .folder || !base.matches(FileSnapshot(status)) {
      try removeProperties(from: staged)
      try displaced.makeDistinct(staged.entry, from: document)
      return .beside(try add(staged, in: path.parent))
    }
    if staged.replaced != status.file {
      do throws(DiskError) {
        if let original = try document.open() { try copyProperties(original, to: staged.entry) }
      } catch  where error.code == .notFound || error.code == .link {
        // If one of the two does not exist, the exchange shows which.
      }
    }
    let record = Displaced.Record(staged: staged.file, base: base)
    let replacement = try displaced.withPlace(for: record, of: path) { place throws(DiskError) in
      try exchange(staged, with: document, at: path, through: place, expecting: base)
    }
    staged.tidy()
    return replacement
  }

  /// Takes from a staged copy what the app noted on the document that it was to replace: it becomes another document, which did
  /// not come with that share.
  private func removeProperties(from staged: Staged) throws(DiskError) {
    if staged.replaced == nil { return }
    try staged.entry.makeMovable()
    guard let copy = try staged.entry.open() else { return }
    try copy.removeOwnAttributes()
    try copy.sync()
  }

  private func exchange(
    _ staged: Staged, with document: Entry, at path: DocumentPath, through place: Entry,
    expecting base: FileSnapshot
  ) throws(DiskError) -> Replacement {
    do throws(DiskError) {
      try staged.entry.rename(to: place)
    } catch  where error.code == .notFound {
      throw DiskError(.swept, at: staged.entry.path)
    }
    do throws(DiskError) {
      try place.exchange(with: document)
    } catch  where error.code == .notFound {
      // Find out which of the two does not exist.
      guard try place.exists() else { throw DiskError(.swept, at: place.path) }
      let name = try document.folder.moveIn(.staged(place), as: DocumentName(document.name))
      try document.folder.sync()
      return .recreated(path.parent.appending(name.fileName))
    }
    do throws(DiskError) {
      guard base.renamed.matches(try place.snapshot()) else {
        let beside = try displaced.putBack(
          .document(place), as: DocumentName(document.name), in: path.parent)
        try document.folder.sync()
        return .replacedKeeping(beside)
      }
    } catch  where error.code == .notFound {
      // Another process recovered it: the exchange stands.
      try document.folder.sync()
      return .replaced
    }
    try document.folder.sync()
    try place.folder.sync()
    // If the old version stays, the next recovery removes it by its record.
    try? place.removeFile()
    return .replaced
  }

  /// Gives the new version what belongs to the document, and not to its contents: attributes that it lacks, the date of
  /// creation and, if both are of one kind, the identity. A link keeps none of these.
  /// - Parameter isEdit: whether the document is edited. Else the new version is another document, which keeps its own
  ///   permissions, gets none of the app's attributes, and is no conflict copy any more.
  func copyProperties(_ original: OpenFile, to new: OpenFile, isEdit: Bool = true) throws(DiskError) {
    let (status, mode) = (try original.status(), try new.status().mode)
    try new.copyAttributes(of: original) {
      $0 != ItemAttribute.resourceFork && (isEdit || !Identity.isOwn($0))
    }
    if !isEdit { try new.setAttribute(ItemAttribute.conflict, nil) }
    if let created = status.created { try new.setCreated(created) }
    let newStatus = try new.status()
    let (id, newID) = (try original.identity()?.id, try new.identity()?.id)
    // An edit that has the identity already has its origin, too.
    if let id, newStatus.kind == status.kind, !isEdit || newID != id {
      try new.setIdentity(Identity(id, of: newStatus))
    }
    if isEdit, status.mode != mode { try new.setMode(status.mode & 0o777) }
  }

  /// The same for a new version that was made without knowing the document, or that is a document. It is synced.
  private func copyProperties(_ original: OpenFile, to entry: Entry, isEdit: Bool = true) throws(DiskError) {
    let mode = try entry.status().mode
    try entry.makeMovable()
    guard let new = try entry.open() else { return }
    try copyProperties(original, to: new, isEdit: isEdit)
    if !isEdit, try new.status().mode != mode { try new.setMode(mode & 0o777) }
    try new.sync()
  }
}

/// Replacing a document by another one on purpose: the user has seen both and chosen.
extension Documents {
  /// Puts one document in the place of another, which goes to the trash. The place keeps its identity, so for the system
  /// this is an edit, and an edit of the old version that Files has under way becomes a conflict. A folder and a file cannot
  /// have one identity, so then each keeps its own.
  ///
  /// Both versions exist at every moment, and neither is copied. In this order, with what is left if the process is killed
  /// there:
  /// 1. It notes on the old version where it was and when it went. The note has no meaning outside the trash.
  /// 2. It makes a record in `Displaced`, moves the new version there by one exclusive rename, gives it what belongs to the
  ///    document, and syncs it. Recovery puts the new version back to its own path, with an identity of its own.
  /// 3. It exchanges the two, looks at what came out, and syncs the folders. The new version is in place, and recovery
  ///    moves the old one to the trash.
  /// 4. The old version gets an identity of its own, is synced, and goes to the trash by one exclusive rename. Only an empty
  ///    folder is left in `Displaced`.
  /// 5. If the new version has another extension, the document gets it by a rename. If that fails, it keeps the old one.
  /// - Parameters:
  ///   - file: which file the user saw as the old version.
  ///   - newer: where the new version is, another document.
  ///   - newFile: which file the user saw there.
  /// - Returns: where the new version is.
  /// - Throws: ``DiskError/Code/changed`` when one of the paths names another file by now, ``DiskError/Code/notFound``
  ///   when one of them is gone. Then both documents are where they were, unless another file took the old version's
  ///   place at the last moment: that file is beside the new version then. The errors of the disk: each version is where
  ///   it was, or where it was to go, or recovery takes it to one of the two.
  public func replaceContents(
    of path: DocumentPath, expecting file: FileID, by newer: DocumentPath, expecting newFile: FileID,
    now: FileTime = .now
  ) throws(DiskError) -> DocumentPath {
    guard path.directory == .documents, file != newFile else {
      throw DiskError(.notFound, at: container.path(of: path))
    }
    let (old, new) = (try container.entry(path), try container.entry(newer))
    try retrying { () throws(DiskError) in
      // Without a new version the old one must not go.
      try new.check(is: newFile)
      try setTrashInfo(of: path, expecting: file, now)
      let record = Displaced.Record(staged: newFile, base: try old.snapshot(), .both)
      try displaced.withPlace(for: record, of: newer) { place throws(DiskError) in
        try new.renameMovable(to: place)
        guard try place.status().file == newFile else {
          try displaced.putBack(.document(place), as: newer.documentName, in: newer.parent)
          throw DiskError(.changed, at: new.path)
        }
        try exchange(place, from: newer, with: old, expecting: file)
        try new.folder.sync()
        try keep(place, of: path, expecting: file)
      }
    }
    let wanted = Self.name(of: path.documentName, for: newer.documentName)
    if wanted.fileName == old.name { return path }
    do throws(DiskError) {
      return try move(path, expecting: newFile, to: path.parent, as: wanted)
    } catch {
      // The document is replaced. The user can rename it.
      Log.documents.error("A document that was replaced keeps its old extension:", error)
      return path
    }
  }

  /// Notes that the user keeps a conflict copy and the document that it is in conflict with: they are two documents now.
  ///
  /// One call removes the note. If the process is killed here, the note is there or not. See ``change(_:expecting:_:)``.
  /// - Throws: ``DiskError/Code/changed`` when the path names another document by now, and the errors of the disk.
  public func keepBoth(_ copy: SeenDocument) throws(DiskError) {
    try change(copy.path, expecting: file(of: copy)) { opened throws(DiskError) in
      try opened.setAttribute(ItemAttribute.conflict, nil)
    }
  }

  /// Notes on a conflict copy which document it is in conflict with, so that the app can show both. See ``keepBoth(_:)``.
  func mark(_ copy: OpenFile, asConflictWith id: ItemID) throws(DiskError) {
    do throws(DiskError) {
      try copy.setAttribute(ItemAttribute.conflict, id.bytes)
    } catch  where error.code == .unsupported || error.code == .denied {
      // The volume keeps no attribute. The copy is beside the document all the same.
    }
  }

  /// The name of the old version, with the extension of the new one: an editor may have saved another type.
  static func name(of old: DocumentName, for new: DocumentName) -> DocumentName {
    old.fileExtension.lowercased() == new.fileExtension.lowercased()
      ? old : DocumentName(old.withoutExtension.text + new.fileExtension)
  }

  /// Exchanges the new version with the old one. If that fails, the new version goes back as it was.
  /// - Parameter newer: where the new version goes back to.
  private func exchange(
    _ place: Entry, from newer: DocumentPath, with old: Entry, expecting file: FileID
  ) throws(DiskError) {
    // What a failed replacement gives back.
    var marks: [String: [UInt8]] = [:]
    for name in [Identity.attribute, ItemAttribute.conflict] { marks[name] = try place.attribute(name) }
    do throws(DiskError) {
      if let original = try old.open() {
        guard try original.status().file == file else { throw DiskError(.changed, at: old.path) }
        try copyProperties(original, to: place, isEdit: false)
      }
      try place.exchange(with: old)
    } catch {
      // If the new version is not here, another process has put it back.
      if try place.exists() {
        if !marks.isEmpty { try place.makeMovable() }
        if let opened = try place.open() {
          for (name, value) in marks { try opened.setAttribute(name, value) }
          try opened.sync()
        }
        try displaced.putBack(.document(place), as: newer.documentName, in: newer.parent)
      }
      throw error
    }
    try old.folder.sync()
    try place.folder.sync()
  }

  /// Moves what came out of the exchange to the trash if it is the old version. Anything else goes beside the document.
  private func keep(_ place: Entry, of path: DocumentPath, expecting file: FileID) throws(DiskError) {
    do throws(DiskError) {
      guard try place.status().file == file else {
        try displaced.putBack(.document(place), as: path.documentName, in: path.parent)
        throw DiskError(.changed, at: container.path(of: path))
      }
      try displaced.moveToTrash(place, as: path.documentName)
    } catch  where error.code == .notFound {
      // Another process recovered it: it is in the trash.
    }
  }
}

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
  /// Both versions exist at every moment. If the process dies before the exchange, it leaves the old contents, and a
  /// record in `Displaced` by which recovery drops the new ones (the system got no reply, so it sends them again). If
  /// it dies after the exchange, it leaves the new contents, and a record by which recovery removes the old ones. If
  /// the file that comes out is not the base, it is never removed and never exchanged back: it gets the next free
  /// name.
  /// - Parameters:
  ///   - path: where the document is.
  ///   - staged: the new contents, as ``stage(_:as:copier:)`` made them.
  ///   - base: the document as the editor knew it.
  /// - Throws: ``DiskError/Code/swept`` when the staged copy does not exist, so that the caller stages it again.
  public func replaceContents(
    of path: DocumentPath, with staged: Staged, expecting base: FileSnapshot
  ) throws(DiskError) -> Replacement {
    guard let name = path.names.last, name.isEntry else {
      throw DiskError(.denied, at: container.path(of: path.room))
    }
    let folder = try container.folder(at: path.parent)
    switch try compare(name, in: folder, with: base) {
    case .same: break
    case .gone: return .recreated(try add(staged, in: path.parent))
    case .different:
      try displaced.tellApart(staged.entry, of: staged.folder, from: name, of: folder)
      return .beside(try add(staged, in: path.parent))
    }
    do throws(DiskError) {
      try setAttributes(staged, like: name, in: folder)
    } catch  where error.code == .notFound || error.code == .link {
      // A link keeps no attributes. If one of the two does not exist, the exchange shows which.
    }
    let record = Displaced.Record(staged: staged.file, base: base)
    let replacement = try displaced.withFolder(for: record, of: path) { place throws(DiskError) in
      try exchange(staged, with: name, in: folder, at: path, through: place, expecting: base)
    }
    staged.tidy()
    return replacement
  }

  private enum Comparison {
    case same, different, gone
  }

  private func compare(
    _ name: FileName, in folder: Folder, with base: FileSnapshot
  ) throws(DiskError) -> Comparison {
    do throws(DiskError) {
      guard try folder.status(name).kind != .folder else { return .different }
      return base.matches(try folder.snapshot(of: name)) ? .same : .different
    } catch  where error.code == .notFound {
      return .gone
    }
  }

  private func exchange(
    _ staged: Staged, with name: FileName, in folder: Folder, at path: DocumentPath,
    through place: Folder, expecting base: FileSnapshot
  ) throws(DiskError) -> Replacement {
    let entry = Displaced.entry
    do throws(DiskError) {
      try staged.folder.rename(staged.entry, to: place, as: entry)
    } catch  where error.code == .notFound {
      throw DiskError(.swept, at: staged.folder.place(staged.entry))
    }
    do throws(DiskError) {
      try place.exchange(entry, with: folder, name)
    } catch  where error.code == .notFound {
      // Find out which of the two does not exist.
      guard try place.has(entry) else { throw DiskError(.swept, at: place.place(entry)) }
      let newName = try folder.moveIn(entry, from: place, as: DocumentName(name))
      try folder.sync()
      return .recreated(path.parent.appending(newName.fileName))
    }
    do throws(DiskError) {
      guard base.renamed.matches(try place.snapshot(of: entry)) else {
        let beside = try displaced.putBack(entry, from: place, as: DocumentName(name), in: path.parent)
        try folder.sync()
        return .replacedKeeping(beside)
      }
    } catch  where error.code == .notFound {
      // Another process recovered it: the exchange stands.
      try folder.sync()
      return .replaced
    }
    try folder.sync()
    try place.sync()
    try place.removeFile(entry)
    return .replaced
  }

  /// Copies the attributes that belong to the document, and not to its contents, to the staged file.
  private func setAttributes(_ staged: Staged, like name: FileName, in folder: Folder) throws(DiskError) {
    let disk = disk
    try folder.withFile(name) { original throws(DiskError) in
      let status = try disk.status(original, nil)
      try staged.folder.withFile(staged.entry) { copy throws(DiskError) in
        try disk.copyAttributes(of: original, to: copy) { $0 != ItemAttribute.resourceFork }
        try disk.setModeOfOpen(copy, status.mode & 0o777)
        if let created = status.created { try disk.setCreated(copy, created) }
        if let id = try disk.identity(original)?.id, try disk.identity(copy)?.id != id {
          try disk.setIdentity(copy, Identity(id, of: disk.status(copy, nil)))
        }
        try disk.sync(copy)
      }
    }
  }
}

/// The directory of the user's documents. Only this type and the drain change it.
///
/// Every change is one exclusive rename, one exchange or one mkdir. Then the result is checked, because the path may
/// name another file by then. An existing entry keeps its name, and a new one gets the next free name.
///
/// The module Documents:
/// - For: every change of the user's documents, the trash, copies that leave the app.
/// - Guarantees: no file is written in place; only checked files are replaced or removed.
/// - After a crash: `Displaced` holds what was under way, and the next drain or scan recovers it.
/// - Never: remove an unchecked file; undo an exchange.
///
/// See <doc:AddAnOperation>.
public struct Documents: Sendable {
  let container: Container

  /// The documents of a container.
  public init(_ container: Container) { self.container = container }

  var disk: Disk { container.disk }
  var displaced: Displaced { Displaced(container: container) }

  /// Finishes or undoes the changes that earlier processes did not complete.
  /// - Parameter report: called with each document that is back in Documents, and with each error.
  public func recover(
    _ report: (Result<DocumentPath, DiskError>) -> Void = { _ in }
  ) throws(DiskError) {
    try displaced.recover(report)
  }

  /// What is in a new item.
  public enum Contents: Hashable, Sendable {
    /// A copy of the file or folder at this absolute path, which is only read.
    case copy(of: String)
    /// A file of these bytes.
    case bytes([UInt8])
    /// An empty folder.
    case folder
    /// A symbolic link to this target. The app never follows it.
    case link(to: FileName)
  }

  /// Makes something new in `Staging`, for ``add(_:in:expecting:)`` or ``replaceContents(of:with:expecting:)``.
  ///
  /// What the copy is to carry is written before its only sync. If the process is killed here or later, an invisible copy
  /// is left, which is swept some days later.
  /// - Parameters:
  ///   - path: the document that it is to replace, if there is one: it gets what belongs to that.
  ///   - change: as of ``Copier/copy(_:to:_:)``. Not called for a link.
  /// - Throws: the errors of the disk, and as ``Copier/copy(_:to:_:)``; no copy is left then.
  public func stage(
    _ source: Contents, as name: DocumentName, replacing path: DocumentPath? = nil, copier: Copier = Copier(),
    _ change: OpenFile.Change? = nil
  ) throws(DiskError) -> Staged {
    // One that cannot be opened, or is gone, is looked at again when it is replaced.
    let original = try? path.flatMap { path throws(DiskError) in try container.entry(path).open() }
    let replaced = try original?.status().file
    func finish(_ copy: OpenFile) throws(DiskError) {
      if let change { try change(copy) } else { try copy.writeNewIdentity() }
      if let original { try copyProperties(original, to: copy) }
    }
    return try Inbox(container).staging(copier: copier) { deposit throws(DiskError) in
      let given: DocumentName
      switch source {
      case .copy(let path):
        given = try deposit.add(Folder.source(of: path, orUse: deposit.folder), as: name, finish)
      case .bytes(let bytes): given = try deposit.add(bytes, as: name, finish)
      case .folder:
        given = try name.orFallback { name throws(DiskError) in
          try deposit.folder[name.fileName].makeFolder()
          let folder = try deposit.folder.folder(name.fileName)
          try finish(folder.opened)
          try folder.sync()
          return name
        }
      case .link(let target):
        given = try name.orFallback { name throws(DiskError) in
          try deposit.folder[name.fileName].makeLink(to: target)
          return name
        }
      }
      return try Staged(name: given, in: deposit, replacing: replaced)
    }
  }

  /// Moves a staged copy into a folder of Documents, under its name or the next free one, by one exclusive rename.
  ///
  /// If a sweep has taken the copy for abandoned, it has claimed the copy by a rename as well: see ``Inbox/sweep(_:)``. So
  /// a copy that can be moved here is whole.
  /// - Parameter parent: which folder that must be; nil accepts any.
  /// - Returns: where it is now.
  /// - Throws: ``DiskError/Code/notFound`` when the folder does not exist, ``DiskError/Code/changed`` when it is
  ///   another one, ``DiskError/Code/swept`` when the staged copy does not exist, so that the caller stages it again.
  public func add(
    _ staged: Staged, in path: DocumentPath, expecting parent: FileID? = nil
  ) throws(DiskError) -> DocumentPath {
    let folder = try container.folder(at: path, expecting: parent)
    do throws(DiskError) {
      let name = try folder.moveIn(.staged(staged.entry), as: staged.name)
      try folder.sync()
      staged.tidy()
      return path.appending(name.fileName)
    } catch  where error.code == .notFound {
      // A sweep that has claimed it has given it another name.
      throw try staged.entry.exists() ? error : DiskError(.swept, at: error.place)
    }
  }

  /// Makes a folder, under its name or the next free one.
  ///
  /// If the process is killed here, the folder is there, empty, or it is not.
  /// - Returns: where it is.
  /// - Throws: as ``add(_:in:expecting:)``.
  public func makeFolder(_ name: DocumentName, in path: DocumentPath) throws(DiskError) -> DocumentPath {
    let staged = try stage(.folder, as: name)
    defer { staged.tidy() }
    return try add(staged, in: path)
  }

  /// Renames a document or moves it to another folder, or both: one exclusive rename, then a look.
  ///
  /// If the process is killed here, the document is in one of the two places, whole.
  /// - Parameters:
  ///   - name: what it is to be called; nil keeps its name, byte for byte, also when it is not a legal one.
  ///   - parentFile: which folder the new one must be; nil accepts any.
  ///   - taken: of one of several, which names are taken where they go.
  /// - Returns: where it is now; when the name was taken, under the next free one.
  /// - Throws: ``DiskError/Code/changed`` when a path named something else by then; the document is where
  ///   it was.
  public func move(
    _ path: DocumentPath, expecting file: FileID, to parent: DocumentPath, as name: DocumentName?,
    expecting parentFile: FileID? = nil, _ taken: TakenNames? = nil
  ) throws(DiskError) -> DocumentPath {
    let taken = taken ?? TakenNames([name ?? path.documentName])
    let old = try container.entry(path)
    let to = parent == path.parent ? old.folder : try container.folder(at: parent, expecting: parentFile)
    try old.check(is: file)
    if parent == path.parent, name == nil || name?.fileName == old.name { return path }
    let own = parent == path.parent ? old.name : nil
    let newName = try taken.withIndex(of: to, at: parent, except: own) { index throws(DiskError) in
      if let name { return try to.moveIn(.document(old), as: name, &index).fileName }
      return try to.moveIn(.document(old), keeping: old.name, &index)
    }
    guard try to[newName].status().file == file else {
      var index = NameIndex([DocumentName(old.name)])
      try index.read(old.folder)
      _ = try old.folder.moveIn(.document(to[newName]), keeping: old.name, &index)
      throw DiskError(.changed, at: old.path)
    }
    try to.sync()
    if to !== old.folder { try old.folder.sync() }
    return parent.appending(newName)
  }
}

extension Documents {
  /// Tells whether a document is what a source would make it. One that is gone, or cannot be opened, is not.
  func isSame(_ path: DocumentPath, as source: Contents) throws(DiskError) -> Bool {
    do throws(DiskError) {
      let document = try container.entry(path)
      let status = try document.status()
      switch source {
      case .folder: return status.kind == .folder
      case .link(let target): return status.kind == .link ? try document.readLink() == target : false
      case .bytes(let bytes): return status.kind == .file && status.size == 0 && bytes.isEmpty
      case .copy(let path):
        guard status.kind == .file else { return false }
        let original = try Folder.source(of: path, orUse: document.folder)
        guard try original.status().size == status.size else { return false }
        return try document.open(.file).hasSameBytes(as: original.open(.file))
      }
    } catch  where error.isGone || error.code == .special || error.code == .denied {
      return false
    }
  }
}

/// A name in an open folder. It may stand for another file at any moment, or for none: each call is about what has the name
/// when it runs.
public struct Entry: Sendable {
  /// The folder, which is this very folder even after another process has moved it.
  public let folder: Folder
  /// The name in it.
  public let name: FileName
}

extension Folder {
  /// The entry of a name. Nothing is looked up.
  public subscript(name: FileName) -> Entry { Entry(folder: self, name: name) }
}

extension Entry {
  /// Its path, for messages.
  public var path: String { folder.path + "/" + name.description }

  private var disk: Disk { folder.disk }

  /// Passes the folder's descriptor and the name to a call of the disk.
  private func call<Answer>(
    _ function: (Descriptor, FileName) throws(DiskError) -> Answer
  ) throws(DiskError) -> Answer { try folder.opened.call(name, function, name) }

  /// Its status.
  /// - Throws: ``DiskError/Code/notFound``, and the other errors of the disk.
  public func status() throws(DiskError) -> FileStatus { try folder.opened.call(name, disk.status, name) }

  /// Its status, or nil when it does not exist.
  func statusIfThere() throws(DiskError) -> FileStatus? {
    do throws(DiskError) {
      return try status()
    } catch  where error.code == .notFound {
      return nil
    }
  }

  /// Tells whether the name exists. The result may be outdated at once, so it only selects a message.
  /// - Throws: the errors of the disk, except ``DiskError/Code/notFound``.
  public func exists() throws(DiskError) -> Bool { try statusIfThere() != nil }

  /// Which file it is, in its present state.
  /// - Throws: as ``status()``.
  public func snapshot() throws(DiskError) -> FileSnapshot { FileSnapshot(try status()) }

  /// Checks that the name still stands for a file.
  /// - Throws: ``DiskError/Code/changed`` when it stands for another one.
  func check(is file: FileID) throws(DiskError) {
    guard try status().file == file else { throw DiskError(.changed, at: path) }
  }

  /// Opens a file for reading, or a folder.
  /// - Throws: ``DiskError/Code/notFound``, ``DiskError/Code/denied``, and the other errors of the disk.
  public func open(_ kind: FileKind) throws(DiskError) -> OpenFile {
    if kind == .folder { return try folder.folder(name).opened }
    return OpenFile(try call(disk.openFile), name, in: folder)
  }

  /// The same for an entry of unknown kind. Returns nil, and opens nothing, when it is neither a file nor a folder.
  func open() throws(DiskError) -> OpenFile? {
    let kind = try status().kind
    return kind == .file || kind == .folder ? try open(kind) : nil
  }

  /// One extended attribute of a file or folder; nil when it has none of that name, and for anything else.
  func attribute(_ attribute: String) throws(DiskError) -> [UInt8]? { try open()?.attribute(attribute) }

  /// The identity that a file or folder carries; nil when it has none or a malformed one, and for anything else.
  func identity() throws(DiskError) -> Identity? { try open()?.identity() }

  /// The first bytes of a file, at most so many.
  func head(count: Int) throws(DiskError) -> [UInt8] {
    let file = try open(.file)
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = try bytes.withUnsafeMutableBufferPointer { bytes throws(DiskError) in
      try file.read(into: UnsafeMutableRawBufferPointer(bytes), at: 0)
    }
    return Array(bytes.prefix(filled))
  }

  /// Renames it, unless the new name is taken.
  ///
  /// One exclusive rename: a process that dies in it leaves the entry in one of the two folders, whole.
  /// - Throws: ``DiskError/Code/exists`` when the name is taken, ``DiskError/Code/otherVolume``,
  ///   ``DiskError/Code/unsupported`` on a volume that cannot rename exclusively.
  public func rename(to new: Entry) throws(DiskError) {
    try folder.opened.call(name, with: new.folder.opened) { from, to throws(DiskError) in
      try disk.renameExclusive(from, name, to, new.name)
    }
  }

  /// Renames it exclusively, and makes it movable first if it is not: a folder of mode 0555, which cannot change its
  /// parent, or a locked file.
  func renameMovable(to new: Entry) throws(DiskError) {
    do throws(DiskError) {
      try rename(to: new)
    } catch  where error.code == .denied {
      try makeMovable()
      try rename(to: new)
    }
  }

  /// Exchanges it with another one, in one step.
  /// - Throws: ``DiskError/Code/notFound`` when one of the two is gone; ``DiskError/Code/unsupported`` on a volume that cannot exchange.
  public func exchange(with other: Entry) throws(DiskError) {
    try folder.opened.call(name, with: other.folder.opened) { from, to throws(DiskError) in
      try disk.exchange(from, name, to, other.name)
    }
  }

  /// Makes it one that can be renamed and removed: u+rwx on a folder, u+rw on a file, locks off.
  func makeMovable() throws(DiskError) {
    let status = try status()
    guard status.kind == .folder || status.kind == .file else { return }
    let mode = status.mode | (status.kind == .folder ? 0o700 : 0o600)
    // Remove the locks first, because a locked file refuses a new mode. A file that its owner may not open needs
    // the new mode first.
    do throws(DiskError) {
      try open(status.kind).unlock()
    } catch  where error.code == .denied {
      try folder.opened.call(name, disk.setMode, name, mode)
      try open(status.kind).unlock()
    }
    if status.mode != mode { try folder.opened.call(name, disk.setMode, name, mode) }
  }

  /// Makes a folder, for the owner alone.
  /// - Throws: ``DiskError/Code/exists`` when the name is taken, ``DiskError/Code/noSpace``.
  public func makeFolder() throws(DiskError) { try call(disk.makeFolder) }

  /// Makes a symbolic link. The app never follows it.
  func makeLink(to target: FileName) throws(DiskError) {
    try call { folder, name throws(DiskError) in try disk.makeLink(target, folder, name) }
  }

  /// The path in a symbolic link.
  func readLink() throws(DiskError) -> FileName { try call(disk.readLink) }

  /// Removes a file; none of that name is success.
  /// - Throws: the errors of the disk.
  public func removeFile() throws(DiskError) { try remove(disk.removeFile) }

  /// Removes an empty folder; none of that name is success.
  /// - Throws: ``DiskError/Code/notEmpty`` when there is something in it, which then stays.
  public func removeFolder() throws(DiskError) { try remove(disk.removeFolder) }

  private func remove(_ function: (Descriptor, FileName) throws(DiskError) -> Void) throws(DiskError) {
    do throws(DiskError) {
      try call(function)
    } catch  where error.code == .notFound {
      // The entry does not exist, as the caller wants.
    }
  }

  /// Removes it with everything below it; none of that name is success.
  ///
  /// If the process is killed here, the rest stays under its name, and a second call continues.
  func removeTree() throws(DiskError) {
    do throws(DiskError) {
      guard try status().kind == .folder else { return try removeFile() }
      try makeMovable()
      try folder.folder(name).walk { step, present, _ throws(DiskError) in try present.remove(step) }
      try removeFolder()
    } catch  where error.code == .notFound {
      // Another process removes it too: it is gone, as the caller wants.
    }
  }
}

/// An open folder. Every call refers to this folder, even after another process has moved it.
public final class Folder: Sendable {
  /// The folder itself, as an open file: for its attributes, dates and permissions.
  public let opened: OpenFile
  /// Its path when it was opened, for messages.
  public var path: String { opened.path }
  var disk: Disk { opened.disk }

  init(_ opened: OpenFile) { self.opened = opened }

  /// Opens a folder by its absolute path.
  /// - Throws: ``DiskError/Code/notFound``, ``DiskError/Code/notAFolder``, ``DiskError/Code/denied``.
  public static func open(_ path: String, disk: Disk) throws(DiskError) -> Folder {
    Folder(OpenFile(try disk.openRoot(path), path: path, disk: disk))
  }

  /// Opens the parent folder of an absolute path, and returns it with the last name of the path.
  /// - Throws: as ``open(_:disk:)``.
  public static func openParent(
    of path: String, disk: Disk
  ) throws(DiskError) -> (folder: Folder, name: FileName) {
    let trimmed = path.withoutTrailingSlash
    guard let slash = trimmed.utf8.lastIndex(of: UInt8(ascii: "/")) else {
      throw DiskError(.notFound, at: path)
    }
    let name = FileName(String(trimmed[trimmed.utf8.index(after: slash)...]))
    let parent = slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    return (try open(parent, disk: disk), name)
  }

  /// Opens the folder of a file of another app, and returns it with the name of the file in it.
  ///
  /// Another app often lets us read one file, and not the folder around it. Then the file is named by its whole path,
  /// because an absolute path is the same relative to any folder: openat(2), fstatat(2).
  /// - Parameter other: any open folder.
  static func openSource(
    of path: String, orUse other: Folder
  ) throws(DiskError) -> (folder: Folder, name: FileName) {
    do throws(DiskError) {
      return try openParent(of: path, disk: other.disk)
    } catch  where error.code == .denied {
      return (other, FileName(path.withoutTrailingSlash))
    }
  }

  /// Opens a folder in this one. A symbolic link is not followed.
  /// - Throws: ``DiskError/Code/notFound``, ``DiskError/Code/notAFolder``, ``DiskError/Code/link``, ``DiskError/Code/denied``.
  public func folder(_ name: FileName) throws(DiskError) -> Folder {
    Folder(OpenFile(try opened.call(name, disk.openFolder, name), path: place(name), disk: disk))
  }

  /// Opens a folder in this one, and makes it first when it is not there.
  /// - Parameter isInBackups: whether backups include what is in it.
  /// - Throws: the errors of the disk. The folder may be there without a sync of its parent.
  func makeOrOpen(_ name: FileName, isInBackups: Bool = true) throws(DiskError) -> Folder {
    do throws(DiskError) {
      return try folder(name)
    } catch  where error.code == .notFound {
      do throws(DiskError) {
        try makeFolder(name)
        if !isInBackups { try folder(name).excludeFromBackup() }
        // Sync the parent: a document in the new folder survives a power cut only if the folder's own name does.
        try sync()
      } catch  where error.code == .exists {
        // Another process or thread made the folder at the same moment.
      }
      return try folder(name)
    }
  }

  /// Reads the status of the entry with a name.
  /// - Throws: ``DiskError/Code/notFound``, and the other errors of the disk.
  public func status(_ name: FileName) throws(DiskError) -> FileStatus { try opened.call(name, disk.status, name) }

  /// The status of the folder itself.
  /// - Throws: the errors of the disk.
  public func status() throws(DiskError) -> FileStatus { try opened.status() }

  /// The status of an entry, or nil when it does not exist.
  func statusIfThere(_ name: FileName) throws(DiskError) -> FileStatus? {
    do throws(DiskError) {
      return try status(name)
    } catch  where error.code == .notFound {
      return nil
    }
  }

  /// Tells whether both are the same folder, even if they were opened by different paths.
  func isSame(as other: Folder?) throws(DiskError) -> Bool {
    guard let other else { return false }
    let (one, two) = (try status(), try other.status())
    return one.file == two.file && one.device == two.device
  }

  /// Tells whether a name exists. The result may be outdated at once, so it only selects a message.
  /// - Throws: the errors of the disk, except ``DiskError/Code/notFound``.
  public func has(_ name: FileName) throws(DiskError) -> Bool { try statusIfThere(name) != nil }

  /// Lists every entry, in no order, until the closure answers false.
  /// - Throws: the errors of the disk.
  public func list(_ each: (FileName, FileKind?) -> Bool) throws(DiskError) {
    try opened.call(nil, { folder throws(DiskError) in try disk.list(folder, each) })
  }

  /// Every entry with its kind, in no order. All names of the folder are in memory.
  /// - Throws: the errors of the disk.
  public func entries() throws(DiskError) -> [(name: FileName, kind: FileKind)] {
    try entries(upTo: .max) { _, _ in true }
  }

  /// The first entries that a closure accepts, up to a limit, in no order.
  func entries(
    upTo most: Int, where isWanted: (FileName, FileKind) -> Bool
  ) throws(DiskError) -> [(name: FileName, kind: FileKind)] {
    var found: [(name: FileName, kind: FileKind)] = []
    var failure: DiskError?
    try list { name, kind in
      do throws(DiskError) {
        let known: FileKind
        if let kind { known = kind } else { known = try status(name).kind }
        if isWanted(name, known) { found.append((name, known)) }
      } catch  where error.code == .notFound {
        // Another process removed it during the listing.
      } catch {
        failure = error
        return false
      }
      return found.count < most
    }
    if let failure { throw failure }
    return found
  }

  /// Renames an entry of this folder into another, unless the new name is taken there.
  ///
  /// One exclusive rename: a process that dies in it leaves the entry in one of the two folders, whole.
  /// - Throws: ``DiskError/Code/exists`` when the name is taken, ``DiskError/Code/otherVolume``,
  ///   ``DiskError/Code/unsupported`` on a volume that cannot rename exclusively.
  public func rename(
    _ name: FileName, to folder: Folder, as newName: FileName
  ) throws(DiskError) {
    try opened.call(name, with: folder.opened) { from, to throws(DiskError) in
      try disk.renameExclusive(from, name, to, newName)
    }
  }

  /// Exchanges an entry of this folder with one of another, in one step.
  /// - Throws: ``DiskError/Code/notFound`` when one of the two is gone; ``DiskError/Code/unsupported`` on a volume that cannot exchange.
  public func exchange(
    _ name: FileName, with folder: Folder, _ otherName: FileName
  ) throws(DiskError) {
    try opened.call(name, with: folder.opened) { from, to throws(DiskError) in
      try disk.exchange(from, name, to, otherName)
    }
  }

  /// Makes a folder, for the owner alone.
  /// - Throws: ``DiskError/Code/exists`` when the name is taken, ``DiskError/Code/noSpace``.
  public func makeFolder(_ name: FileName) throws(DiskError) {
    try opened.call(name, disk.makeFolder, name)
  }

  /// Removes a file; none of that name is success.
  /// - Throws: the errors of the disk.
  public func removeFile(_ name: FileName) throws(DiskError) {
    try gone(name, disk.removeFile)
  }

  /// Removes an empty folder; none of that name is success.
  /// - Throws: ``DiskError/Code/notEmpty`` when there is something in it, which then stays.
  public func removeFolder(_ name: FileName) throws(DiskError) {
    try gone(name, disk.removeFolder)
  }

  /// Makes an entry one that can be renamed and removed: u+rwx on a folder, u+rw on a file, locks off.
  func makeMovable(_ name: FileName) throws(DiskError) {
    let status = try status(name)
    guard status.kind == .folder || status.kind == .file else { return }
    let mode = status.mode | (status.kind == .folder ? 0o700 : 0o600)
    // Remove the locks first, because a locked file refuses a new mode. A file that its owner may not open needs
    // the new mode first.
    do throws(DiskError) {
      try open(name, status.kind).unlock()
    } catch  where error.code == .denied {
      try opened.call(name, disk.setMode, name, mode)
      try open(name, status.kind).unlock()
    }
    if status.mode != mode { try opened.call(name, disk.setMode, name, mode) }
  }

  /// Opens a file for reading, or a folder.
  /// - Throws: ``DiskError/Code/notFound``, ``DiskError/Code/denied``, and the other errors of the disk.
  public func open(_ name: FileName, _ kind: FileKind) throws(DiskError) -> OpenFile {
    if kind == .folder { return try folder(name).opened }
    return OpenFile(try opened.call(name, disk.openFile, name), path: place(name), disk: disk)
  }

  /// The same for an entry of unknown kind. Returns nil, and opens nothing, when it is neither a file nor a folder.
  func open(_ name: FileName) throws(DiskError) -> OpenFile? {
    let kind = try status(name).kind
    return kind == .file || kind == .folder ? try open(name, kind) : nil
  }

  /// Syncs the folder's entries.
  /// - Throws: the error of the disk. The entries may be lost then.
  public func sync() throws(DiskError) { try opened.sync() }

  /// Advances the folder's change time, and no date that the user sees, because a scan lists only folders whose times
  /// changed. "The fchmod() function [...] shall mark for update the last file status change timestamp", for any mode:
  /// fchmod(2) of POSIX.
  /// - Throws: the errors of the disk.
  public func touch() throws(DiskError) {
    try opened.setMode(status().mode & 0o777)
  }

  /// Has the drive put everything that was handed to it on the medium.
  func flush() throws(DiskError) { try opened.call(nil, disk.flush) }

  /// The parent of this folder, even after a move. Its path is shortened, not kept: one for each level would take hundreds
  /// of megabytes in a deep tree.
  func parent() throws(DiskError) -> Folder {
    let slash = path.utf8.lastIndex(of: UInt8(ascii: "/"))
    let above = slash.map { String(path[..<$0]) } ?? path
    return Folder(OpenFile(try opened.call(nil, disk.openFolder, ".."), path: above, disk: disk))
  }

  /// Makes a symbolic link. The app never follows it.
  func makeLink(_ name: FileName, to target: FileName) throws(DiskError) {
    try opened.call(name, { folder throws(DiskError) in try disk.makeLink(target, folder, name) })
  }

  /// The path in a symbolic link.
  func readLink(_ name: FileName) throws(DiskError) -> FileName {
    try opened.call(name, disk.readLink, name)
  }

  /// Makes an empty file that did not exist, open for writing.
  func createFile(_ name: FileName) throws(DiskError) -> OpenFile {
    OpenFile(try opened.call(name, disk.createFile, name), path: place(name), disk: disk)
  }

  /// Makes a file that shares the blocks of an open one; nil when the volume cannot.
  func clone(_ file: OpenFile, as name: FileName) throws(DiskError) -> OpenFile? {
    let clone = try opened.call(name, with: file) { folder, file throws(DiskError) in
      try disk.clone(file, folder, name)
    }
    return clone.map { OpenFile($0, path: place(name), disk: disk) }
  }

  /// One extended attribute of a file or folder; nil when it has none of that name, and for anything else.
  func attribute(_ attribute: String, of name: FileName) throws(DiskError) -> [UInt8]? {
    try open(name)?.attribute(attribute)
  }

  /// The path of an entry, for messages.
  public func place(_ name: FileName) -> String { path + "/" + name.description }

  private func gone(
    _ name: FileName, _ remove: (Descriptor, FileName) throws(DiskError) -> Void
  ) throws(DiskError) {
    do throws(DiskError) {
      try opened.call(name, remove, name)
    } catch  where error.code == .notFound {
      // The entry does not exist, as the caller wants.
    }
  }
}

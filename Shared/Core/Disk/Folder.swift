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

  /// The entry of a file of another app.
  ///
  /// Another app often lets us read one file, and not the folder around it. Then the file is named by its whole path,
  /// because an absolute path is the same relative to any folder: openat(2), fstatat(2).
  /// - Parameter other: any open folder.
  static func source(of path: String, orUse other: Folder) throws(DiskError) -> Entry {
    do throws(DiskError) {
      let (folder, name) = try openParent(of: path, disk: other.disk)
      return folder[name]
    } catch  where error.code == .denied {
      return other[FileName(path.withoutTrailingSlash)]
    }
  }

  /// Opens a folder in this one. A symbolic link is not followed.
  /// - Throws: ``DiskError/Code/notFound``, ``DiskError/Code/notAFolder``, ``DiskError/Code/link``, ``DiskError/Code/denied``.
  public func folder(_ name: FileName) throws(DiskError) -> Folder {
    Folder(OpenFile(try opened.call(name, disk.openFolder, name), path: self[name].path, disk: disk))
  }

  /// Opens a folder in this one, and makes it first when it is not there.
  /// - Parameter isInBackups: whether backups include what is in it.
  /// - Throws: the errors of the disk. The folder may be there without a sync of its parent.
  func makeOrOpen(_ name: FileName, isInBackups: Bool = true) throws(DiskError) -> Folder {
    do throws(DiskError) {
      return try folder(name)
    } catch  where error.code == .notFound {
      do throws(DiskError) {
        try self[name].makeFolder()
        if !isInBackups { try folder(name).excludeFromBackup() }
        // Sync the parent: a document in the new folder survives a power cut only if the folder's own name does.
        try sync()
      } catch  where error.code == .exists {
        // Another process or thread made the folder at the same moment.
      }
      return try folder(name)
    }
  }

  /// The status of the folder itself.
  /// - Throws: the errors of the disk.
  public func status() throws(DiskError) -> FileStatus { try opened.status() }

  /// Tells whether both are the same folder, even if they were opened by different paths.
  func isSame(as other: Folder?) throws(DiskError) -> Bool {
    guard let other else { return false }
    let (one, two) = (try status(), try other.status())
    return one.file == two.file && one.device == two.device
  }

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
        if let kind { known = kind } else { known = try self[name].status().kind }
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

  /// Makes an empty file that did not exist, open for writing.
  func createFile(_ name: FileName) throws(DiskError) -> OpenFile {
    OpenFile(try opened.call(name, disk.createFile, name), name, in: self)
  }

  /// Makes a file that shares the blocks of an open one; nil when the volume cannot.
  func clone(_ file: OpenFile, as name: FileName) throws(DiskError) -> OpenFile? {
    let clone = try opened.call(name, with: file) { folder, file throws(DiskError) in
      try disk.clone(file, folder, name)
    }
    return clone.map { OpenFile($0, name, in: self) }
  }
}

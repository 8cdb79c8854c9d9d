/// An open file or folder.
public typealias Descriptor = Int32

/// The calls to a file system, as a value.
///
/// ``system`` calls the kernel. Every function is one system call, or the platform's nearest equivalent, and is
/// repeated when a signal interrupts it. A test can replace each of them. All names are relative to an open folder.
/// No function follows a symbolic link in the last component, checks before it acts, or replaces an existing entry.
///
/// The room Disk:
/// - For: the calls to a file system; the identity, times and name of a file.
/// - Guarantees: each error is a ``DiskError`` with a code, the call and the place; nothing that exists is
///   replaced.
/// - After a crash: each function is one system call, so it took effect or not.
/// - Never: decide anything about documents.
public struct Disk: Sendable {
  /// Opens a folder by its absolute path. open(2), `O_DIRECTORY`.
  public var openRoot: @Sendable (_ path: String) throws(DiskError) -> Descriptor
  /// Opens a folder in a folder. openat(2), `O_DIRECTORY | O_NOFOLLOW`.
  public var openFolder: @Sendable (_ folder: Descriptor, _ name: FileName) throws(DiskError) -> Descriptor
  /// Opens a file for reading. `O_NONBLOCK`, so that a FIFO does not wait for a writer for ever.
  public var openFile: @Sendable (_ folder: Descriptor, _ name: FileName) throws(DiskError) -> Descriptor
  /// Makes an empty file that did not exist, open for writing. `O_CREAT | O_EXCL`, mode 0600.
  public var createFile: @Sendable (_ folder: Descriptor, _ name: FileName) throws(DiskError) -> Descriptor
  /// Closes a descriptor. An error means that written bytes may be lost. The call is never repeated, because the
  /// descriptor is closed in any case.
  public var close: @Sendable (_ descriptor: Descriptor) throws(DiskError) -> Void

  /// Reads at an offset; may be short, 0 is the end. pread(2).
  public var read:
    @Sendable (_ descriptor: Descriptor, _ buffer: UnsafeMutableRawBufferPointer, _ offset: Int64)
      throws(DiskError) -> Int
  /// Writes at an offset; may be short. pwrite(2).
  public var write:
    @Sendable (_ descriptor: Descriptor, _ buffer: UnsafeRawBufferPointer, _ offset: Int64)
      throws(DiskError) -> Int
  /// Makes a file that shares the blocks of an open one, and opens it for writing. Returns nil, and makes nothing,
  /// when the volume cannot do that. fclonefileat(2), ioctl_ficlone(2).
  public var clone:
    @Sendable (_ source: Descriptor, _ folder: Descriptor, _ name: FileName) throws(DiskError) -> Descriptor?
  /// Lets the kernel copy bytes at one offset of both files. It may copy fewer. Returns nil when the kernel cannot
  /// copy.
  public var copyRange:
    @Sendable (_ source: Descriptor, _ destination: Descriptor, _ offset: Int64, _ count: Int)
      throws(DiskError) -> Int?
  /// The next stretch of a file, from an offset on, that is not a hole; nil when only a hole is left.
  public var dataRange:
    @Sendable (_ descriptor: Descriptor, _ offset: Int64) throws(DiskError) -> Range<Int64>?
  /// Sets the length of an open file. ftruncate(2).
  public var truncate: @Sendable (_ descriptor: Descriptor, _ size: Int64) throws(DiskError) -> Void

  /// The status of the entry with a name, or, without a name, of the open file. fstatat(2), statx(2).
  public var status: @Sendable (_ folder: Descriptor, _ name: FileName?) throws(DiskError) -> FileStatus
  /// The identity of the file with a name, or, without a name, of the open file.
  public var identify: @Sendable (_ folder: Descriptor, _ name: FileName?) throws(DiskError) -> FileID
  /// The absolute path of an open folder, without symbolic links. fcntl(2) `F_GETPATH`, proc(5).
  public var path: @Sendable (_ folder: Descriptor) throws(DiskError) -> String
  /// Lists every entry of a folder except `.` and `..`, in no order, until the closure returns false. The kind is nil
  /// where the file system does not store it with the name. getdents(2).
  public var list:
    @Sendable (_ folder: Descriptor, _ each: (FileName, FileKind?) -> Bool) throws(DiskError) -> Void

  /// Renames. Fails with ``DiskError/Code/exists`` when an entry of any kind has the new name.
  public var renameExclusive:
    @Sendable (_ from: Descriptor, _ name: FileName, _ to: Descriptor, _ newName: FileName)
      throws(DiskError) -> Void
  /// Exchanges the entries of two names atomically.
  public var exchange:
    @Sendable (_ from: Descriptor, _ name: FileName, _ to: Descriptor, _ otherName: FileName)
      throws(DiskError) -> Void
  /// Makes a folder, mode 0700. mkdirat(2).
  public var makeFolder: @Sendable (_ folder: Descriptor, _ name: FileName) throws(DiskError) -> Void
  /// Makes a symbolic link. symlinkat(2).
  public var makeLink:
    @Sendable (_ target: FileName, _ folder: Descriptor, _ name: FileName) throws(DiskError) -> Void
  /// Reads the path in a symbolic link. readlinkat(2).
  public var readLink: @Sendable (_ folder: Descriptor, _ name: FileName) throws(DiskError) -> FileName
  /// Removes a file, not a folder. unlinkat(2).
  public var removeFile: @Sendable (_ folder: Descriptor, _ name: FileName) throws(DiskError) -> Void
  /// Removes an empty folder. unlinkat(2), `AT_REMOVEDIR`.
  public var removeFolder: @Sendable (_ folder: Descriptor, _ name: FileName) throws(DiskError) -> Void

  /// Sets the permission bits of a name. fchmodat(2).
  public var setMode:
    @Sendable (_ folder: Descriptor, _ name: FileName, _ mode: UInt16) throws(DiskError) -> Void
  /// Sets the permission bits of an open file. fchmod(2).
  public var setModeOfOpen: @Sendable (_ descriptor: Descriptor, _ mode: UInt16) throws(DiskError) -> Void
  /// Takes the locks (immutable, append-only) off an open file. chflags(2), FS_IOC_SETFLAGS.
  public var unlock: @Sendable (_ descriptor: Descriptor) throws(DiskError) -> Void
  /// Sets the modification time; nil is now. futimens(2).
  public var setModified: @Sendable (_ descriptor: Descriptor, _ time: FileTime?) throws(DiskError) -> Void
  /// Sets the creation time where the platform can; elsewhere it does nothing.
  public var setCreated: @Sendable (_ descriptor: Descriptor, _ time: FileTime) throws(DiskError) -> Void
  /// Gives the file a protection class that makes it readable after the first unlock, also while the device is locked
  /// again.
  public var protect: @Sendable (_ descriptor: Descriptor) throws(DiskError) -> Void
  /// Leaves a folder and everything below it out of backups.
  public var excludeFromBackup: @Sendable (_ folder: Descriptor) throws(DiskError) -> Void

  /// The names of all extended attributes, without the platform's prefix.
  public var attributes: @Sendable (_ descriptor: Descriptor) throws(DiskError) -> [String]
  /// One extended attribute; nil when there is none of that name.
  public var attribute: @Sendable (_ descriptor: Descriptor, _ name: String) throws(DiskError) -> [UInt8]?
  /// How many bytes an extended attribute has; nil when there is none of that name.
  public var attributeSize: @Sendable (_ descriptor: Descriptor, _ name: String) throws(DiskError) -> Int?
  /// Sets an extended attribute.
  public var setAttribute:
    @Sendable (_ descriptor: Descriptor, _ name: String, _ value: [UInt8]) throws(DiskError) -> Void
  /// Removes an extended attribute; none of that name is no error.
  public var removeAttribute: @Sendable (_ descriptor: Descriptor, _ name: String) throws(DiskError) -> Void

  /// Sends all data of this file or folder to the drive. fsync(2). Errors carry that name on every platform.
  public var sync: @Sendable (_ descriptor: Descriptor) throws(DiskError) -> Void
  /// Makes the drive write its cache to the medium. `F_FULLFSYNC`; on Linux fsync(2) does that.
  public var flush: @Sendable (_ descriptor: Descriptor) throws(DiskError) -> Void
}

extension Disk {
  /// Writes all of a buffer at an offset, in as many calls as it takes.
  func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Descriptor, at start: Int64
  ) throws(DiskError) {
    var done = 0
    while done < bytes.count {
      let count = try write(
        descriptor, UnsafeRawBufferPointer(rebasing: bytes[done...]), start + Int64(done))
      // write(2) returns 0 for a regular file only on a faulty medium.
      guard count > 0 else { throw DiskError(.failed, call: "pwrite", at: "") }
      done += count
    }
  }
}

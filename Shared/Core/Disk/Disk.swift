/// An open file or folder.
public typealias Descriptor = Int32

/// The handful of things asked of a file system, as a value.
///
/// ``system`` asks the kernel. Every function is one system call (or its nearest kin on the
/// platform), retried when a signal interrupted it, so a test can replace any one of them. All names
/// are relative to an open folder; no function follows a symbolic link in the last component, looks
/// before it acts, or replaces anything that exists.
///
/// The room Disk:
/// - For: the questions that are asked of a file system; which file is which, its times, its name as bytes, its
///   identity.
/// - Guarantees: each error is a ``DiskError`` with a code, the call and the place; nothing that exists is
///   replaced.
/// - After a crash: each function is one system call, so it was made or not.
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
  /// Closes. An error here means that written bytes may be lost. Never repeated: the descriptor is gone.
  public var close: @Sendable (_ descriptor: Descriptor) throws(DiskError) -> Void

  /// Reads at an offset; may be short, 0 is the end. pread(2).
  public var read:
    @Sendable (_ descriptor: Descriptor, _ buffer: UnsafeMutableRawBufferPointer, _ offset: Int64)
      throws(DiskError) -> Int
  /// Writes at an offset; may be short. pwrite(2).
  public var write:
    @Sendable (_ descriptor: Descriptor, _ buffer: UnsafeRawBufferPointer, _ offset: Int64)
      throws(DiskError) -> Int
  /// Makes a file that shares the blocks of an open one, and opens it for writing; nil when the volume
  /// cannot, and then nothing was made. fclonefileat(2), ioctl_ficlone(2).
  public var clone:
    @Sendable (_ source: Descriptor, _ folder: Descriptor, _ name: FileName) throws(DiskError) -> Descriptor?
  /// Has the kernel copy bytes at one offset of both files; may be short; nil when it cannot.
  public var copyRange:
    @Sendable (_ source: Descriptor, _ destination: Descriptor, _ offset: Int64, _ count: Int)
      throws(DiskError) -> Int?
  /// The next stretch of a file, from an offset on, that is not a hole; nil when only a hole is left.
  public var dataRange:
    @Sendable (_ descriptor: Descriptor, _ offset: Int64) throws(DiskError) -> Range<Int64>?
  /// Sets the length of an open file. ftruncate(2).
  public var truncate: @Sendable (_ descriptor: Descriptor, _ size: Int64) throws(DiskError) -> Void

  /// What a name stands for, or, without a name, the open file. fstatat(2), statx(2).
  public var status: @Sendable (_ folder: Descriptor, _ name: FileName?) throws(DiskError) -> FileStatus
  /// Which file a name stands for, or, without a name, the open file.
  public var identify: @Sendable (_ folder: Descriptor, _ name: FileName?) throws(DiskError) -> FileID
  /// Every entry of a folder but `.` and `..`, in no order, until the closure answers false. The kind is
  /// nil where the file system does not say it with the name. getdents(2).
  public var list:
    @Sendable (_ folder: Descriptor, _ each: (FileName, FileKind?) -> Bool) throws(DiskError) -> Void

  /// Renames. Fails with ``DiskError/Code/exists`` when an entry of any kind has the new name.
  public var renameExclusive:
    @Sendable (_ from: Descriptor, _ name: FileName, _ to: Descriptor, _ newName: FileName)
      throws(DiskError) -> Void
  /// Exchanges what two names stand for, in one step.
  public var exchange:
    @Sendable (_ from: Descriptor, _ name: FileName, _ to: Descriptor, _ otherName: FileName)
      throws(DiskError) -> Void
  /// Makes a folder, mode 0700. mkdirat(2).
  public var makeFolder: @Sendable (_ folder: Descriptor, _ name: FileName) throws(DiskError) -> Void
  /// Makes a symbolic link. symlinkat(2).
  public var makeLink:
    @Sendable (_ target: FileName, _ folder: Descriptor, _ name: FileName) throws(DiskError) -> Void
  /// Where a symbolic link points. readlinkat(2).
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
  /// Makes the file readable from the first unlock on, also while the device is locked again.
  public var protect: @Sendable (_ descriptor: Descriptor) throws(DiskError) -> Void

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

  /// Hands everything of this file or folder to the drive. fsync(2), by which name its errors go wherever it
  /// is another call.
  public var sync: @Sendable (_ descriptor: Descriptor) throws(DiskError) -> Void
  /// Has the drive put everything handed to it on the medium. `F_FULLFSYNC`; on Linux fsync(2) does it.
  public var flush: @Sendable (_ descriptor: Descriptor) throws(DiskError) -> Void
}

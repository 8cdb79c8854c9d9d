import Foundation

/// An open file or folder.
public typealias Descriptor = Int32

/// The calls to a file system, as a value.
///
/// ``system`` calls the kernel: here by the calls that all platforms have, and in a file of its own by those of one
/// platform. Every function is one system call, or the platform's nearest equivalent, and is repeated when a signal
/// interrupts it. A test can replace each of them. All names are relative to an open folder. No function follows a
/// symbolic link in the last component, checks before it acts, or replaces an existing entry.
///
/// The module Disk:
/// - For: the calls to a file system; the identity, times and name of a file.
/// - Guarantees: each error is a ``DiskError`` with a code, the call and the place; nothing that exists is
///   replaced.
/// - After a crash: each function is one system call, so it took effect or not.
/// - Never: decide anything about documents.
public struct Disk: Sendable {
  /// Opens a folder by its absolute path. open(2), `O_DIRECTORY`.
  public var openRoot: @Sendable (_ path: String) throws(DiskError) -> Descriptor = {
    path throws(DiskError) in
    try result("open", path) { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  }
  /// Opens a folder in a folder. openat(2), `O_DIRECTORY | O_NOFOLLOW`.
  public var openFolder: @Sendable (_ folder: Descriptor, _ name: FileName) throws(DiskError) -> Descriptor =
    {
      folder, name throws(DiskError) in
      try result("openat", name) { openat(folder, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
    }
  /// Opens a file for reading. `O_NONBLOCK`, so that a FIFO does not wait for a writer for ever.
  public var openFile: @Sendable (_ folder: Descriptor, _ name: FileName) throws(DiskError) -> Descriptor = {
    folder, name throws(DiskError) in
    try result("openat", name) { openat(folder, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
  }
  /// Makes an empty file that did not exist, open for writing. `O_CREAT | O_EXCL`, mode 0600.
  public var createFile: @Sendable (_ folder: Descriptor, _ name: FileName) throws(DiskError) -> Descriptor =
    {
      folder, name throws(DiskError) in
      try result("openat", name) {
        openat(folder, $0, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(0o600))
      }
    }
  /// Closes a descriptor. An error means that written bytes may be lost. The call is never repeated, because the
  /// descriptor is closed in any case, even after EINTR.
  public var close: @Sendable (_ descriptor: Descriptor) throws(DiskError) -> Void = {
    descriptor throws(DiskError) in
    if closed(descriptor) != 0, errno != EINTR { throw failure("close", "") }
  }

  /// Reads at an offset; may be short, 0 is the end. pread(2).
  public var read:
    @Sendable (_ descriptor: Descriptor, _ buffer: UnsafeMutableRawBufferPointer, _ offset: Int64)
      throws(DiskError) -> Int = { descriptor, buffer, offset throws(DiskError) in
        try result("pread") { pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
      }
  /// Writes at an offset; may be short. pwrite(2).
  public var write:
    @Sendable (_ descriptor: Descriptor, _ buffer: UnsafeRawBufferPointer, _ offset: Int64)
      throws(DiskError) -> Int = { descriptor, buffer, offset throws(DiskError) in
        try result("pwrite") { pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
      }
  /// Makes a file that shares the blocks of an open one, and opens it for writing. Returns nil, and makes nothing,
  /// when the volume cannot do that. fclonefileat(2), ioctl_ficlone(2).
  public var clone:
    @Sendable (_ source: Descriptor, _ folder: Descriptor, _ name: FileName) throws(DiskError) -> Descriptor?
  /// The next stretch of a file, from an offset on, that is not a hole; nil when only a hole is left.
  public var dataRange:
    @Sendable (_ descriptor: Descriptor, _ offset: Int64) throws(DiskError) -> Range<Int64>?
  /// Sets the length of an open file. ftruncate(2).
  public var truncate: @Sendable (_ descriptor: Descriptor, _ size: Int64) throws(DiskError) -> Void = {
    descriptor, size throws(DiskError) in
    try result("ftruncate") { ftruncate(descriptor, off_t(size)) }
  }

  /// The status of the entry with a name, or, without a name, of the open file. fstatat(2), statx(2).
  public var status: @Sendable (_ folder: Descriptor, _ name: FileName?) throws(DiskError) -> FileStatus
  /// The absolute path of an open folder, without symbolic links. fcntl(2) `F_GETPATH`, proc(5).
  public var path: @Sendable (_ folder: Descriptor) throws(DiskError) -> String
  /// Lists every entry of a folder except `.` and `..`, in no order, until the closure returns false. The kind is nil
  /// where the file system does not store it with the name. getdents(2).
  public var list:
    @Sendable (_ folder: Descriptor, _ each: (FileName, FileKind?) -> Bool) throws(DiskError) -> Void =
      listEntries

  /// Renames. Fails with ``DiskError/Code/exists`` when an entry of any kind has the new name.
  public var renameExclusive:
    @Sendable (_ from: Descriptor, _ name: FileName, _ to: Descriptor, _ newName: FileName)
      throws(DiskError) -> Void
  /// Exchanges the entries of two names atomically.
  public var exchange:
    @Sendable (_ from: Descriptor, _ name: FileName, _ to: Descriptor, _ otherName: FileName)
      throws(DiskError) -> Void
  /// Makes a folder, mode 0700. mkdirat(2).
  public var makeFolder: @Sendable (_ folder: Descriptor, _ name: FileName) throws(DiskError) -> Void = {
    folder, name throws(DiskError) in
    try result("mkdirat", name) { mkdirat(folder, $0, mode_t(0o700)) }
  }
  /// Makes a symbolic link. symlinkat(2).
  public var makeLink:
    @Sendable (_ target: FileName, _ folder: Descriptor, _ name: FileName) throws(DiskError) -> Void = {
      target, folder, name throws(DiskError) in
      try result("symlinkat", target, name) { symlinkat($0, folder, $1) }
    }
  /// Reads the path in a symbolic link. readlinkat(2).
  public var readLink: @Sendable (_ folder: Descriptor, _ name: FileName) throws(DiskError) -> FileName = {
    folder, name throws(DiskError) in
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = try result("readlinkat", name) { Int32(readlinkat(folder, $0, &buffer, Int(PATH_MAX))) }
    return FileName(bytes: buffer.prefix(Int(length)).map(UInt8.init(bitPattern:)))
  }
  /// Removes a file, not a folder. unlinkat(2).
  public var removeFile: @Sendable (_ folder: Descriptor, _ name: FileName) throws(DiskError) -> Void = {
    folder, name throws(DiskError) in
    try result("unlinkat", name) { unlinkat(folder, $0, 0) }
  }
  /// Removes an empty folder. unlinkat(2), `AT_REMOVEDIR`.
  public var removeFolder: @Sendable (_ folder: Descriptor, _ name: FileName) throws(DiskError) -> Void = {
    folder, name throws(DiskError) in
    try result("unlinkat", name) { unlinkat(folder, $0, AT_REMOVEDIR) }
  }

  /// Sets the permission bits of a name. fchmodat(2).
  public var setMode:
    @Sendable (_ folder: Descriptor, _ name: FileName, _ mode: UInt16) throws(DiskError) -> Void
  /// Sets the permission bits of an open file. fchmod(2).
  public var setModeOfOpen: @Sendable (_ descriptor: Descriptor, _ mode: UInt16) throws(DiskError) -> Void = {
    descriptor, mode throws(DiskError) in
    try result("fchmod") { fchmod(descriptor, mode_t(mode)) }
  }
  /// Takes the locks (immutable, append-only) off an open file. chflags(2), FS_IOC_SETFLAGS.
  public var unlock: @Sendable (_ descriptor: Descriptor) throws(DiskError) -> Void
  /// Sets the modification time; nil is now. futimens(2).
  public var setModified: @Sendable (_ file: Descriptor, _ time: FileTime?) throws(DiskError) -> Void = {
    file, time throws(DiskError) in
    let kept = timespec(tv_sec: 0, tv_nsec: Disk.timeKept)
    let wanted =
      time.map { timespec(tv_sec: Int($0.seconds), tv_nsec: Int($0.nanoseconds)) }
      ?? timespec(tv_sec: 0, tv_nsec: Disk.timeNow)
    try result("futimens") { futimens(file, [kept, wanted]) }
  }
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
  /// What a volume counts in a name, of which it takes 255.
  enum NameUnit: Sendable {
    /// Bytes of UTF-8.
    case byte
    /// Units of UTF-16.
    case utf16

    /// How many of them a text has.
    func count(_ text: some StringProtocol) -> Int { self == .byte ? text.utf8.count : text.utf16.count }
  }

  /// The unit of the volumes of this platform; tests try both.
  @TaskLocal static var nameUnit = NameUnit.system
}

/// Closes a descriptor: close(2).
private func closed(_ descriptor: Descriptor) -> Int32 { close(descriptor) }

private func listEntries(
  _ folder: Descriptor, _ each: (FileName, FileKind?) -> Bool
) throws(DiskError) {
  // Open the folder a second time, because reading a folder moves a position that duplicates of a descriptor share.
  let own = try result("openat") { openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
  guard let stream = fdopendir(own) else {
    let error = failure("fdopendir", "")
    _ = closed(own)
    throw error
  }
  // Nothing was written, so a close that fails loses nothing.
  defer { closedir(stream) }
  while true {
    errno = 0
    guard let entry = readdir(stream) else {
      // readdir(3) returns NULL at the end and after an error; only errno tells them apart.
      if errno != 0 { throw failure("readdir", "") }
      return
    }
    let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer -> FileName? in
      let start = UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self)
      let bytes = UnsafeBufferPointer(start: start, count: Int(strlen(pointer)))
      // The folder itself and the one above it.
      let isEntry = bytes.count > 2 || bytes.contains { $0 != UInt8(ascii: ".") }
      return isEntry ? FileName(bytes: bytes) : nil
    }
    guard let name else { continue }
    let kind: FileKind? =
      switch Int(entry.pointee.d_type) {
      case Int(DT_REG): .file
      case Int(DT_DIR): .folder
      case Int(DT_LNK): .link
      case Int(DT_UNKNOWN): nil
      default: .special
      }
    if !each(name, kind) { return }
  }
}

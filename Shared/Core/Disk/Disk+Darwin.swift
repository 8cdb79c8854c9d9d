import Darwin

extension Disk {
  /// The kernel's file systems.
  public static let system = Disk(
    clone: { source, folder, name throws(DiskError) in
      do throws(DiskError) {
        try result("fclonefileat", name) {
          fclonefileat(source, folder, $0, UInt32(CLONE_NOFOLLOW) | UInt32(CLONE_NOOWNERCOPY))
        }
      } catch  where error.code == .unsupported || error.code == .otherVolume {
        return nil
      }
      // A clone has its original's permissions and locks, and must be opened for writing.
      try makeWritable(folder, name)
      return try result("openat", name) { openat(folder, $0, O_RDWR | O_NOFOLLOW | O_CLOEXEC) }
    },
    dataRange: { descriptor, offset throws(DiskError) in
      let start = lseek(descriptor, offset, SEEK_DATA)
      if start < 0 {
        if errno == ENXIO { return nil }
        // A file system without SEEK_DATA reports no holes.
        return offset..<Int64.max
      }
      let end = lseek(descriptor, start, SEEK_HOLE)
      return start..<(end < 0 ? Int64.max : end)
    },
    status: { folder, name throws(DiskError) in FileStatus(try stat(folder, name)) },
    path: { folder throws(DiskError) in try currentPath(of: folder) },
    renameExclusive: { from, name, to, newName throws(DiskError) in
      try result("renameatx_np", name, newName) { renameatx_np(from, $0, to, $1, UInt32(RENAME_EXCL)) }
    },
    exchange: { from, name, to, otherName throws(DiskError) in
      try result("renameatx_np", name, otherName) { renameatx_np(from, $0, to, $1, UInt32(RENAME_SWAP)) }
    },
    setMode: { folder, name, mode throws(DiskError) in
      try result("fchmodat", name) { fchmodat(folder, $0, mode_t(mode), AT_SYMLINK_NOFOLLOW) }
    },
    unlock: { descriptor throws(DiskError) in
      try removeLocks(descriptor, stat(descriptor, nil).st_flags)
    },
    setCreated: { descriptor, time throws(DiskError) in
      var wanted = attrlist()
      wanted.bitmapcount = UInt16(ATTR_BIT_MAP_COUNT)
      wanted.commonattr = attrgroup_t(ATTR_CMN_CRTIME)
      var moment = timespec(tv_sec: Int(time.seconds), tv_nsec: Int(time.nanoseconds))
      try result("fsetattrlist") {
        fsetattrlist(descriptor, &wanted, &moment, MemoryLayout<timespec>.size, 0)
      }
    },
    protect: { descriptor throws(DiskError) in
      do throws(DiskError) {
        try result("fcntl") { fcntl(descriptor, F_SETPROTECTIONCLASS, protectionClass) }
        // A clone has the class of its original, so look whether the volume has taken this one.
        let found = try result("fcntl") { fcntl(descriptor, F_GETPROTECTIONCLASS) }
        guard found == protectionClass else { throw DiskError(.failed, call: "fcntl", at: "") }
      } catch  where error.code == .unsupported || error.number == EINVAL || error.number == ENOTTY {
        // The volume of Apple's simulator has no protection classes.
      }
    },
    excludeFromBackup: { descriptor throws(DiskError) in
      try markForBackups(at: currentPath(of: descriptor))
    },
    attributes: { descriptor throws(DiskError) in
      let names =
        try attributeBytes("flistxattr", missing: ENOATTR) { flistxattr(descriptor, $0, $1, 0) } ?? []
      return names.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    },
    attribute: { descriptor, name throws(DiskError) in
      try attributeBytes("fgetxattr", missing: ENOATTR) { fgetxattr(descriptor, name, $0, $1, 0, 0) }
    },
    attributeSize: { descriptor, name throws(DiskError) in
      try attributeLength("fgetxattr", missing: ENOATTR) { fgetxattr(descriptor, name, nil, 0, 0, 0) }
    },
    setAttribute: { descriptor, name, value throws(DiskError) in
      try result("fsetxattr") { fsetxattr(descriptor, name, value, value.count, 0, 0) }
    },
    removeAttribute: { descriptor, name throws(DiskError) in
      do throws(DiskError) {
        try result("fremovexattr") { fremovexattr(descriptor, name, 0) }
      } catch  where error.number == ENOATTR {
        // The attribute does not exist, as the caller wants.
      }
    },
    sync: { descriptor throws(DiskError) in
      // After fsync(2) the drive may still reorder writes. A barrier forbids that, and does not wait for the medium.
      try syncFile(descriptor, by: F_BARRIERFSYNC)
    },
    flush: { descriptor throws(DiskError) in try syncFile(descriptor, by: F_FULLFSYNC) }
  )

  /// What futimens(2) takes for a time that stays, and for now.
  static let (timeKept, timeNow) = (Int(UTIME_OMIT), Int(UTIME_NOW))
}

/// Syncs a file by a call of fcntl(2), or by fsync(2) where the volume does not know that call.
private func syncFile(_ descriptor: Descriptor, by call: Int32) throws(DiskError) {
  do throws(DiskError) {
    try result("fsync") { fcntl(descriptor, call) }
  } catch  where error.code == .unsupported || error.number == EINVAL || error.number == ENOTTY {
    try result("fsync") { fsync(descriptor) }
  }
}

/// NSFileProtectionCompleteUntilFirstUserAuthentication, by the number that fcntl(2) knows it by: class C.
private let protectionClass: Int32 = 3

private func currentPath(of folder: Descriptor) throws(DiskError) -> String {
  var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
  try result("fcntl") {
    buffer.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { fcntl(folder, F_GETPATH, $0) } ?? -1
    }
  }
  return String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
}

private func stat(_ folder: Descriptor, _ name: FileName?) throws(DiskError) -> stat {
  var found = Darwin.stat()
  if let name {
    try result("fstatat", name) { fstatat(folder, $0, &found, AT_SYMLINK_NOFOLLOW) }
  } else {
    try result("fstat") { fstat(folder, &found) }
  }
  return found
}

/// The flags by which the owner locks a file: chflags(2). The other flags belong to the system.
private let locks = UInt32(UF_IMMUTABLE | UF_APPEND)

private func removeLocks(_ descriptor: Descriptor, _ flags: UInt32) throws(DiskError) {
  if flags & locks != 0 { try result("fchflags") { fchflags(descriptor, flags & ~locks) } }
}

/// Removes the locks of an entry, and lets its owner read and write it.
private func makeWritable(_ folder: Descriptor, _ name: FileName) throws(DiskError) {
  let status = try stat(folder, name)
  if status.st_flags & locks != 0 {
    let opened = try result("openat", name) { openat(folder, $0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }
    // Nothing was written, so a close that fails loses nothing.
    defer { _ = Darwin.close(opened) }
    try removeLocks(opened, status.st_flags)
  }
  if status.st_mode & 0o600 != 0o600 {
    try result("fchmodat", name) { fchmodat(folder, $0, status.st_mode & 0o777 | 0o600, AT_SYMLINK_NOFOLLOW) }
  }
}

extension FileStatus {
  fileprivate init(_ found: stat) {
    let kind: FileKind =
      switch found.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .special
      }
    self.init(
      kind: kind, size: found.st_size, modified: FileTime(found.st_mtimespec),
      changed: FileTime(found.st_ctimespec), created: FileTime(found.st_birthtimespec),
      mode: found.st_mode & 0o7777, linkCount: UInt64(found.st_nlink),
      // APFS gives no inode number twice.
      file: FileID(found.st_ino), device: UInt64(UInt32(bitPattern: found.st_dev)))
  }
}

extension FileTime {
  fileprivate init(_ time: timespec) {
    self.init(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }
}

extension Disk.NameUnit {
  /// APFS takes 255 × "울", which has three bytes: <https://github.com/jarun/nnn/pull/2139>, on macOS. *Check This Device* tries
  /// it.
  static let system = Disk.NameUnit.utf16
}

extension Disk {
  /// The earliest time that a file can get which changes from now on. APFS stores nanoseconds; the millisecond that is
  /// subtracted covers the clock's own resolution and small adjustments of it.
  ///
  /// <https://developer.apple.com/library/archive/documentation/FileManagement/Conceptual/APFS_Guide/Features/Features.html>
  static func fileTime() -> FileTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return FileTime(time).adding(microseconds: -1_000)
  }
}

import Glibc
import LinuxCalls

extension Disk {
  /// The kernel's file systems. If the environment names the sandbox of an app on the simulated phone, its Documents/Inbox is
  /// as on a phone.
  public static let system =
    getenv("INTRAY_SANDBOX").map { kernel.refusingWritesInInbox(of: String(cString: $0)) } ?? kernel

  private static let kernel = Disk(
    openRoot: { path throws(DiskError) in
      try result("open", path) { Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    },
    openFolder: { folder, name throws(DiskError) in
      try result("openat", name) { openat(folder, $0, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC) }
    },
    openFile: { folder, name throws(DiskError) in
      try result("openat", name) { openat(folder, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
    },
    createFile: { folder, name throws(DiskError) in try create(folder, name) },
    close: { descriptor throws(DiskError) in
      // Linux has closed the descriptor, even after EINTR: close(2).
      if Glibc.close(descriptor) != 0, errno != EINTR { throw failure("close", "") }
    },
    read: { descriptor, buffer, offset throws(DiskError) in
      try result("pread") { pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
    },
    write: { descriptor, buffer, offset throws(DiskError) in
      try result("pwrite") { pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset)) }
    },
    clone: { source, folder, name throws(DiskError) in
      let copy = try create(folder, name)
      if linux_clone(copy, source) == 0 { return copy }
      // The volume cannot clone this file. The caller copies it, and gets the error if there is another cause.
      try result("close", name) { _ in Glibc.close(copy) }
      try result("unlinkat", name) { unlinkat(folder, $0, 0) }
      return nil
    },
    copyRange: { source, destination, offset, length throws(DiskError) in
      do throws(DiskError) {
        return try result("copy_file_range") {
          Int(linux_copy_range(source, offset, destination, offset, length))
        }
      } catch {
        // The files are on two file systems, or the file system does not support the call: copy_file_range(2).
        switch error.number {
        case EXDEV, EINVAL, ENOSYS, EOPNOTSUPP: return nil
        default: throw error
        }
      }
    },
    dataRange: { descriptor, offset throws(DiskError) in
      let start = linux_seek_data(descriptor, offset)
      if start < 0 {
        if errno == ENXIO { return nil }
        throw failure("lseek", "")
      }
      let end = linux_seek_hole(descriptor, start)
      guard end >= 0 else { throw failure("lseek", "") }
      return start..<end
    },
    truncate: { descriptor, size throws(DiskError) in
      try result("ftruncate") { ftruncate(descriptor, off_t(size)) }
    },
    status: { folder, name throws(DiskError) in
      var found = linux_status()
      try result("statx", name ?? "") { linux_status(folder, $0, &found) }
      return FileStatus(found)
    },
    fileID: { folder, name throws(DiskError) in
      var found = linux_status()
      try result("statx", name ?? "") { linux_status(folder, $0, &found) }
      var generation: UInt64 = 0
      do throws(DiskError) {
        try result("name_to_handle_at", name ?? "") { linux_generation(folder, $0, &generation) }
      } catch  where error.number == EOPNOTSUPP || error.number == EOVERFLOW || error.number == EPERM {
        // A file system without handles still has the time of birth.
        generation =
          UInt64(bitPattern: found.created_seconds) &* 1_000_000_000 &+ UInt64(found.created_nanoseconds)
      }
      return FileID(inode: found.inode, generation: generation)
    },
    path: { folder throws(DiskError) in
      var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let length = try result("readlink") {
        buffer.withUnsafeMutableBytes { bytes in
          guard let start = bytes.baseAddress else { return 0 }
          return readlink("/proc/self/fd/\(folder)", start.assumingMemoryBound(to: CChar.self), bytes.count)
        }
      }
      return String(decoding: buffer.prefix(length), as: UTF8.self)
    },
    list: { folder, each throws(DiskError) in
      // Open the folder a second time, because reading a folder moves a position that duplicates of a descriptor
      // share.
      let own = try result("openat") { openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
      guard let stream = fdopendir(own) else {
        let error = failure("fdopendir", "")
        _ = Glibc.close(own)
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
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          let start = UnsafeRawPointer(pointer).assumingMemoryBound(to: UInt8.self)
          return FileName(bytes: UnsafeBufferPointer(start: start, count: Int(strlen(pointer))))
        }
        if name == "." || name == ".." { continue }
        if !each(name, kind(entry.pointee.d_type)) { return }
      }
    },
    renameExclusive: { from, name, to, newName throws(DiskError) in
      try result("renameat2", name, newName) { linux_rename_exclusive(from, $0, to, $1) }
    },
    exchange: { from, name, to, otherName throws(DiskError) in
      try result("renameat2", name, otherName) { linux_rename_exchange(from, $0, to, $1) }
    },
    makeFolder: { folder, name throws(DiskError) in
      try result("mkdirat", name) { mkdirat(folder, $0, 0o700) }
    },
    makeLink: { target, folder, name throws(DiskError) in
      try result("symlinkat", target, name) { symlinkat($0, folder, $1) }
    },
    readLink: { folder, name throws(DiskError) in
      var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let length = try result("readlinkat", name) { name in
        buffer.withUnsafeMutableBytes { bytes in
          guard let start = bytes.baseAddress else { return 0 }
          return Int32(readlinkat(folder, name, start.assumingMemoryBound(to: CChar.self), bytes.count))
        }
      }
      return FileName(bytes: buffer.prefix(Int(length)))
    },
    removeFile: { folder, name throws(DiskError) in
      try result("unlinkat", name) { unlinkat(folder, $0, 0) }
    },
    removeFolder: { folder, name throws(DiskError) in
      try result("unlinkat", name) { unlinkat(folder, $0, AT_REMOVEDIR) }
    },
    setMode: { folder, name, mode throws(DiskError) in
      try result("fchmodat", name) { linux_change_mode(folder, $0, UInt32(mode)) }
    },
    setModeOfOpen: { descriptor, mode throws(DiskError) in
      try result("fchmod") { fchmod(descriptor, mode_t(mode)) }
    },
    unlock: { descriptor throws(DiskError) in
      do throws(DiskError) {
        try result("ioctl") { linux_clear_flags(descriptor) }
      } catch  where error.number == ENOTTY || error.number == EOPNOTSUPP {
        // A file system without such flags has no locked files.
      }
    },
    setModified: { descriptor, time throws(DiskError) in
      let kept = timespec(tv_sec: 0, tv_nsec: Int(UTIME_OMIT_VALUE))
      let wanted =
        time.map { timespec(tv_sec: Int($0.seconds), tv_nsec: Int($0.nanoseconds)) }
        ?? timespec(tv_sec: 0, tv_nsec: Int(UTIME_NOW_VALUE))
      try result("futimens") { futimens(descriptor, [kept, wanted]) }
    },
    setCreated: { _, _ in },
    protect: { _ in },
    excludeFromBackup: { descriptor throws(DiskError) in
      // Nothing reads it here; the value is the one of macOS.
      let name = userPrefix + "com.apple.metadata:com_apple_backup_excludeItem"
      let value = Array("com.apple.backupd".utf8)
      try result("fsetxattr") { linux_set_attribute(descriptor, name, value, value.count) }
    },
    attributes: { descriptor throws(DiskError) in
      let names =
        try attributeBytes("flistxattr", missing: ENODATA) {
          Int(linux_list_attributes(descriptor, $0, $1))
        } ?? []
      return names.split(separator: 0).compactMap { name in
        let name = String(decoding: name, as: UTF8.self)
        return name.hasPrefix(userPrefix) ? String(name.dropFirst(userPrefix.count)) : nil
      }
    },
    attribute: { descriptor, name throws(DiskError) in
      try attributeBytes("fgetxattr", missing: ENODATA) { buffer, size in
        let count = Int(linux_get_attribute(descriptor, userPrefix + name, buffer, size))
        guard name == ItemAttribute.resourceFork, count < 0, errno == ERANGE, let buffer else { return count }
        // Of a resource fork Darwin reads as much as fits: getxattr(2). Linux has no longer values.
        var whole = [CChar](repeating: 0, count: 1 << 16)
        let all = Int(linux_get_attribute(descriptor, userPrefix + name, &whole, whole.count))
        for index in 0..<min(all, size) { buffer[index] = whole[index] }
        return min(all, size)
      }
    },
    attributeSize: { descriptor, name throws(DiskError) in
      try attributeLength("fgetxattr", missing: ENODATA) {
        Int(linux_get_attribute(descriptor, userPrefix + name, nil, 0))
      }
    },
    setAttribute: { descriptor, name, value throws(DiskError) in
      try result("fsetxattr") { linux_set_attribute(descriptor, userPrefix + name, value, value.count) }
    },
    removeAttribute: { descriptor, name throws(DiskError) in
      do throws(DiskError) {
        try result("fremovexattr") { linux_remove_attribute(descriptor, userPrefix + name) }
      } catch  where error.number == ENODATA {
        // The attribute does not exist, as the caller wants.
      }
    },
    sync: { descriptor throws(DiskError) in try result("fsync") { fsync(descriptor) } },
    flush: { descriptor throws(DiskError) in try result("fsync") { fsync(descriptor) } }
  )
}

/// The only namespace of attributes that an ordinary process may use: xattr(7).
private let userPrefix = "user."

/// UTIME_NOW and UTIME_OMIT of utimensat(2), which Swift does not import.
private let UTIME_NOW_VALUE = (1 << 30) - 1
private let UTIME_OMIT_VALUE = (1 << 30) - 2

private func create(_ folder: Descriptor, _ name: FileName) throws(DiskError) -> Descriptor {
  try result("openat", name) {
    openat(folder, $0, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
  }
}

private func kind(_ type: UInt8) -> FileKind? {
  switch Int(type) {
  case DT_REG: .file
  case DT_DIR: .folder
  case DT_LNK: .link
  case DT_UNKNOWN: nil
  default: .special
  }
}

extension FileStatus {
  fileprivate init(_ found: linux_status) {
    let kind: FileKind =
      switch UInt32(found.mode) & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .special
      }
    self.init(
      kind: kind, size: found.size,
      modified: FileTime(
        seconds: found.modified_seconds, nanoseconds: Int64(found.modified_nanoseconds)),
      changed: FileTime(seconds: found.changed_seconds, nanoseconds: Int64(found.changed_nanoseconds)),
      created: found.has_created == 0
        ? nil
        : FileTime(seconds: found.created_seconds, nanoseconds: Int64(found.created_nanoseconds)),
      mode: found.mode & 0o7777, inode: found.inode, device: found.device)
  }
}

extension Disk {
  /// The earliest time that a file can get which changes from now on. The kernel stamps files by its coarse clock, and
  /// newer kernels by a finer one where they must, but never earlier than that.
  ///
  /// <https://docs.kernel.org/filesystems/multigrain-ts.html>, clock_gettime(2)
  static func fileTime() -> FileTime {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    return FileTime(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
  }
}

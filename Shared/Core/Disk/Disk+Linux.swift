import Glibc
import LinuxCalls

extension Disk {
  /// The kernel's file systems. If the environment names the sandbox of an app on the simulated phone, its Documents/Inbox is
  /// as on a phone.
  public static let system =
    getenv("PHONE_SANDBOX").map { kernel.refusingWritesInInbox(of: String(cString: $0)) } ?? kernel

  private static let kernel = Disk(
    clone: { source, folder, name throws(DiskError) in
      let copy = try result("openat", name) {
        openat(folder, $0, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      }
      if linux_clone(copy, source) == 0 { return copy }
      // The volume cannot clone this file. The caller copies it, and gets the error if there is another cause.
      try result("close", name) { _ in Glibc.close(copy) }
      try result("unlinkat", name) { unlinkat(folder, $0, 0) }
      return nil
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
    status: { folder, name throws(DiskError) in
      var found = linux_status()
      try result("statx", name ?? "") { linux_status(folder, $0, &found) }
      var number: UInt64 = 0
      do throws(DiskError) {
        try result("name_to_handle_at", name ?? "") { linux_file(folder, $0, &number) }
      } catch  where error.number == EOPNOTSUPP || error.number == EOVERFLOW || error.number == EPERM {
        // A file system without handles still has the time of birth.
        let born = found.created_seconds &* 1_000_000_000 &+ Int64(found.created_nanoseconds)
        // The multiplier is odd and uses all bits, so no two times of birth add to the same numbers nearby.
        number = found.inode &+ UInt64(bitPattern: born) &* 0x9E37_79B9_7F4A_7C15
      }
      return FileStatus(found, FileID(number))
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
    renameExclusive: { from, name, to, newName throws(DiskError) in
      try result("renameat2", name, newName) { linux_rename_exclusive(from, $0, to, $1) }
    },
    exchange: { from, name, to, otherName throws(DiskError) in
      try result("renameat2", name, otherName) { linux_rename_exchange(from, $0, to, $1) }
    },
    setMode: { folder, name, mode throws(DiskError) in
      try result("fchmodat", name) { linux_change_mode(folder, $0, UInt32(mode)) }
    },
    unlock: { descriptor throws(DiskError) in
      do throws(DiskError) {
        try result("ioctl") { linux_clear_flags(descriptor) }
      } catch  where error.number == ENOTTY || error.number == EOPNOTSUPP {
        // A file system without such flags has no locked files.
      }
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

  /// UTIME_OMIT and UTIME_NOW of utimensat(2), which Swift does not import.
  static let (timeKept, timeNow) = ((1 << 30) - 2, (1 << 30) - 1)
}

/// The only namespace of attributes that an ordinary process may use: xattr(7).
private let userPrefix = "user."

extension FileStatus {
  fileprivate init(_ found: linux_status, _ file: FileID) {
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
      mode: found.mode & 0o7777, linkCount: UInt64(found.links),
      file: file, device: found.device)
  }
}

extension Disk.NameUnit {
  /// NAME_MAX: path_resolution(7), ext4(5).
  static let system = Disk.NameUnit.byte
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

extension Disk {
  /// The same disk, on which the folder Documents/Inbox of an app is as the sandbox of an iPhone has it: its entries can be
  /// read, renamed out of it and removed. Nothing in it can be written: contents, attributes, modes, flags, times, new
  /// entries. The folder itself cannot be removed.
  ///
  /// "The app can read and delete files in this directory but cannot create new files or write to existing files":
  /// <https://developer.apple.com/library/archive/documentation/FileManagement/Conceptual/FileSystemProgrammingGuide/FileSystemOverview/FileSystemOverview.html>.
  /// Attributes and modes count as writing here, because no source says that they do not.
  ///
  /// - Parameter sandbox: the path of the app's sandbox, which must be there.
  public func refusingWritesInInbox(of sandbox: String) -> Disk {
    let resolved = realpath(sandbox, nil)
    defer { free(resolved) }
    let inbox = (resolved.map { String(cString: $0) } ?? sandbox) + "/Documents/Inbox"
    let base = self
    var disk = self
    @Sendable func refuse(_ descriptor: Descriptor, _ call: String) throws(DiskError) {
      let path: String
      do throws(DiskError) {
        path = try base.path(descriptor)
      } catch  where error.code == .nameTooLong {
        // The kernel gives no path of what lies so deep.
        return
      }
      if path == inbox || path.hasPrefix(inbox + "/") {
        throw DiskError(.denied, call: call, number: EPERM, at: "")
      }
    }
    @Sendable func refuse(_ folder: Descriptor, itself name: FileName, _ call: String) throws(DiskError) {
      // A file of that name is not the system's.
      guard name == "Inbox", try base.path(folder) + "/" + name.description == inbox,
        try base.status(folder, name).kind == .folder
      else { return }
      throw DiskError(.denied, call: call, number: EPERM, at: "")
    }
    /// The same function, which fails for an open file or folder of the inbox.
    @Sendable func refusing<each Argument, Answer>(
      _ call: String, _ function: @escaping @Sendable (repeat each Argument) throws(DiskError) -> Answer
    ) -> @Sendable (repeat each Argument) throws(DiskError) -> Answer {
      { (arguments: repeat each Argument) throws(DiskError) in
        for argument in repeat each arguments {
          if let descriptor = argument as? Descriptor { try refuse(descriptor, call) }
        }
        return try function(repeat each arguments)
      }
    }
    disk.createFile = refusing("openat", createFile)
    disk.clone = { source, folder, name throws(DiskError) in
      try refuse(folder, "fclonefileat")
      return try base.clone(source, folder, name)
    }
    disk.renameExclusive = { from, name, to, newName throws(DiskError) in
      try refuse(to, "renameatx_np")
      try refuse(from, itself: name, "renameatx_np")
      try base.renameExclusive(from, name, to, newName)
    }
    disk.exchange = refusing("renameatx_np", exchange)
    disk.makeFolder = refusing("mkdirat", makeFolder)
    disk.makeLink = refusing("symlinkat", makeLink)
    disk.removeFolder = { folder, name throws(DiskError) in
      try refuse(folder, itself: name, "unlinkat")
      try base.removeFolder(folder, name)
    }
    disk.setMode = refusing("fchmodat", setMode)
    disk.setModeOfOpen = refusing("fchmod", setModeOfOpen)
    disk.unlock = refusing("fchflags", unlock)
    disk.setModified = refusing("futimens", setModified)
    disk.setCreated = refusing("fsetattrlist", setCreated)
    disk.protect = refusing("fcntl", protect)
    disk.excludeFromBackup = refusing("fsetxattr", excludeFromBackup)
    disk.setAttribute = refusing("fsetxattr", setAttribute)
    disk.removeAttribute = refusing("fremovexattr", removeAttribute)
    return disk
  }
}

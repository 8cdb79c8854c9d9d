import Glibc

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
      guard name == Sandbox.inbox, try base.path(folder) + "/" + name.description == inbox,
        try base.status(folder, name).kind == .folder
      else { return }
      throw DiskError(.denied, call: call, number: EPERM, at: "")
    }
    disk.createFile = { folder, name throws(DiskError) in
      try refuse(folder, "openat")
      return try base.createFile(folder, name)
    }
    disk.clone = { source, folder, name throws(DiskError) in
      try refuse(folder, "fclonefileat")
      return try base.clone(source, folder, name)
    }
    disk.renameExclusive = { from, name, to, newName throws(DiskError) in
      try refuse(to, "renameatx_np")
      try refuse(from, itself: name, "renameatx_np")
      try base.renameExclusive(from, name, to, newName)
    }
    disk.exchange = { from, name, to, otherName throws(DiskError) in
      for folder in [from, to] { try refuse(folder, "renameatx_np") }
      try base.exchange(from, name, to, otherName)
    }
    disk.makeFolder = { folder, name throws(DiskError) in
      try refuse(folder, "mkdirat")
      try base.makeFolder(folder, name)
    }
    disk.makeLink = { target, folder, name throws(DiskError) in
      try refuse(folder, "symlinkat")
      try base.makeLink(target, folder, name)
    }
    disk.removeFolder = { folder, name throws(DiskError) in
      try refuse(folder, itself: name, "unlinkat")
      try base.removeFolder(folder, name)
    }
    disk.setMode = { folder, name, mode throws(DiskError) in
      try refuse(folder, "fchmodat")
      try base.setMode(folder, name, mode)
    }
    disk.setModeOfOpen = { file, mode throws(DiskError) in
      try refuse(file, "fchmod")
      try base.setModeOfOpen(file, mode)
    }
    disk.unlock = { file throws(DiskError) in
      try refuse(file, "fchflags")
      try base.unlock(file)
    }
    disk.setModified = { file, time throws(DiskError) in
      try refuse(file, "futimens")
      try base.setModified(file, time)
    }
    disk.setCreated = { file, time throws(DiskError) in
      try refuse(file, "fsetattrlist")
      try base.setCreated(file, time)
    }
    disk.protect = { file throws(DiskError) in
      try refuse(file, "fcntl")
      try base.protect(file)
    }
    disk.excludeFromBackup = { folder throws(DiskError) in
      try refuse(folder, "fsetxattr")
      try base.excludeFromBackup(folder)
    }
    disk.setAttribute = { file, name, value throws(DiskError) in
      try refuse(file, "fsetxattr")
      try base.setAttribute(file, name, value)
    }
    disk.removeAttribute = { file, name throws(DiskError) in
      try refuse(file, "fremovexattr")
      try base.removeAttribute(file, name)
    }
    return disk
  }
}

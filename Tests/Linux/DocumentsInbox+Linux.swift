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

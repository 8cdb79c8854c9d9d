extension Documents {
  /// Changes what belongs to a document beside its contents: dates, permissions, extended attributes.
  ///
  /// It opens the file, compares it, changes it through its descriptor and reads the entry again. If the path then
  /// names another file, it throws ``DiskError/Code/changed``, and the caller searches for the file. Then the folder
  /// is touched, so that the next scan looks there (see ``Folder/touch()``).
  ///
  /// Each attribute is set whole or not at all; a process that dies in between leaves some of them set, and one that
  /// dies before the folder is touched leaves a change that the next full scan finds. A document that its owner must not
  /// write is made writable for as long as it takes.
  /// - Throws: ``DiskError/Code/changed`` when the path names another file, what the closure throws, and the errors of the
  ///   disk.
  public func change(
    _ path: DocumentPath, expecting file: FileID,
    _ body: (Disk, Descriptor) throws(DiskError) -> Void
  ) throws(DiskError) {
    let (folder, name) = try place(of: path)
    let status = try folder.status(name)
    // A symbolic link cannot be opened, and has no attributes that the user could set.
    guard status.kind == .file || status.kind == .folder else { return }
    do throws(DiskError) {
      try change(name, status.kind, in: folder, expecting: file, body)
    } catch  where error.code == .denied {
      try folder.makeMovable(name)
      let writable = try folder.status(name).mode
      try change(name, status.kind, in: folder, expecting: file) { disk, opened throws(DiskError) in
        try body(disk, opened)
        if try disk.status(opened, nil).mode == writable {
          try disk.setModeOfOpen(opened, status.mode & 0o777)
        }
      }
    }
    try folder.touch()
    try folder.check(name, is: file)
  }

  private func change(
    _ name: FileName, _ kind: FileKind, in folder: Folder, expecting file: FileID,
    _ body: (Disk, Descriptor) throws(DiskError) -> Void
  ) throws(DiskError) {
    let disk = disk
    try folder.withOpen(name, kind) { opened throws(DiskError) in
      guard try disk.fileID(opened, nil) == file else {
        throw DiskError(.changed, at: folder.place(name))
      }
      try body(disk, opened)
      try disk.sync(opened)
    }
  }
}

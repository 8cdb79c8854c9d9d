extension Documents {
  /// Changes what belongs to a document beside its contents: dates, permissions, extended attributes.
  ///
  /// It opens the file, compares it, changes it and syncs it. A document that its owner must not write is made writable for
  /// as long as it takes. Then the folder is touched, so that the next scan looks there, and the path is looked at again.
  ///
  /// Each attribute is set whole or not at all; a process that dies in between leaves some of them set, and one that
  /// dies before the folder is touched leaves a change that the next full scan finds.
  /// - Throws: ``DiskError/Code/changed`` when the path names another file, so that the caller searches for it; what the
  ///   closure throws, and the errors of the disk.
  public func change(
    _ path: DocumentPath, expecting file: FileID,
    _ body: (OpenFile) throws(DiskError) -> Void
  ) throws(DiskError) {
    let document = try container.entry(path)
    let status = try document.status()
    // A symbolic link cannot be opened, and has no attributes that the user could set.
    guard status.kind == .file || status.kind == .folder else { return }
    func change(isMadeWritable: Bool) throws(DiskError) {
      let opened = try document.open(status.kind)
      let before = try opened.status()
      guard before.file == file else { throw DiskError(.changed, at: opened.path) }
      try body(opened)
      if isMadeWritable, try opened.status().mode == before.mode { try opened.setMode(status.mode & 0o777) }
      try opened.sync()
    }
    do throws(DiskError) {
      try change(isMadeWritable: false)
    } catch  where error.code == .denied {
      try document.makeMovable()
      try change(isMadeWritable: true)
    }
    try document.folder.touch()
    try document.check(is: file)
  }
}

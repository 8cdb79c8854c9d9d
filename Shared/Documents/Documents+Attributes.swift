extension Documents {
  /// Changes what belongs to a document beside its contents: dates, permissions, extended attributes.
  ///
  /// The file is opened, compared, changed through its descriptor and looked at again: when the path
  /// names another file by then, ``DiskError/Code/changed`` says so, and the caller looks where it went.
  /// Each attribute is set whole or not at all; a process that dies in between leaves some of them set.
  public func change(
    _ path: DocumentPath, expecting file: FileID,
    _ body: (Disk, Descriptor) throws(DiskError) -> Void
  ) throws(DiskError) {
    let root = try container.open(.documents)
    guard let name = path.names.last, name.isEntry else {
      throw DiskError(.denied, at: container.path(of: .documents))
    }
    let folder = try root.folder(at: path.parent)
    let disk = disk
    let kind = try folder.status(name).kind
    // A link has no descriptor of its own, and nothing on it that a person could set.
    guard kind == .file || kind == .folder else { return }
    try folder.withOpen(name, kind) { opened throws(DiskError) in
      guard try disk.identify(opened, nil) == file else {
        throw DiskError(.changed, at: folder.place(name))
      }
      try body(disk, opened)
      try disk.sync(opened)
    }
    guard try folder.identify(name) == file else { throw DiskError(.changed, at: folder.place(name)) }
  }
}

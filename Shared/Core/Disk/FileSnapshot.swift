/// A file as it was when the app looked at it: which file, and what shows that its contents changed.
///
/// It answers the question whether something is still the same file. The same file has the same ``file``. The same
/// file with the same contents has a snapshot that ``matches(_:)``.
public struct FileSnapshot: Hashable, Sendable {
  /// Which file.
  public var file: FileID
  /// Its size in bytes; 0 for a folder, of which only the file counts, because its contents are files of their own.
  public var size: Int64
  /// Its modification time; 0 for a folder.
  public var modified: FileTime
  /// Its change time; nil when that must not count, because a rename changes it too.
  public var changed: FileTime?

  /// A file of these facts.
  public init(file: FileID, size: Int64, modified: FileTime, changed: FileTime?) {
    self.file = file
    self.size = size
    self.modified = modified
    self.changed = changed
  }

  /// A file or a folder of these facts.
  init(_ file: FileID, _ kind: FileKind, size: Int64, modified: FileTime, changed: FileTime) {
    let isFolder = kind == .folder
    self.init(
      file: file, size: isFolder ? 0 : size, modified: isFolder ? FileTime(seconds: 0) : modified,
      changed: isFolder ? nil : changed)
  }

  init(_ file: FileID, _ status: FileStatus) {
    self.init(file, status.kind, size: status.size, modified: status.modified, changed: status.changed)
  }

  /// The same for a file that may have another name by now.
  var renamed: FileSnapshot { FileSnapshot(file: file, size: size, modified: modified, changed: nil) }

  /// Tells whether another snapshot is of the same file with the same contents.
  func matches(_ other: FileSnapshot) -> Bool {
    changed == nil || other.changed == nil ? renamed == other.renamed : self == other
  }
}

extension Disk {
  /// Reads the snapshot of an open file.
  func snapshot(of file: Descriptor) throws(DiskError) -> FileSnapshot {
    FileSnapshot(try identify(file, nil), try status(file, nil))
  }
}

extension Folder {
  /// Reads the snapshot of the file that a name stands for.
  ///
  /// - Throws: ``DiskError/Code/notFound``, and the other errors of the disk.
  public func snapshot(of name: FileName) throws(DiskError) -> FileSnapshot {
    // The status comes first. If another process gives the name to another file in between, the snapshot has that file,
    // and matches no earlier one.
    let status = try status(name)
    return FileSnapshot(try identify(name), status)
  }

  /// Checks that a name still stands for a file.
  ///
  /// - Throws: ``DiskError/Code/changed`` when it stands for another one.
  func check(_ name: FileName, is file: FileID) throws(DiskError) {
    guard try identify(name) == file else { throw DiskError(.changed, at: place(name)) }
  }
}

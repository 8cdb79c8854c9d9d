/// Copies documents by the fastest call that the volume offers, and reports the progress.
///
/// A file is cloned where the volume can share blocks, else read and written without its holes: one buffer of it is in
/// memory. A folder is copied with all below it. Attributes, dates and permissions come along, but the owner can always
/// read and write the copy; locks, set-user-id bits and the like stay behind, and so does what the app noted on the
/// original: a copy is another document, and what another program hands over is not believed.
public struct Copier: Sendable {
  /// Called with the number of bytes that were copied since the last call.
  public var progress: @Sendable (Int64) -> Void
  /// Called between two pieces. If it returns true, the copy ends with ``DiskError/Code/cancelled``.
  public var isCancelled: @Sendable () -> Bool
  /// Tells whether the copy becomes a document of the app. Then it gets an identity of its own.
  var isOurs = true
  /// Gives the names for an entry of a copied folder when the volume refuses a character of its name: those to try, one
  /// after the other, with a number unless that is 0. Without any its folder cannot be copied.
  var fallbacks: @Sendable (_ name: FileName, _ number: Int) -> [FileName] = { _, _ in [] }
  /// Tells whether each file is synced before its copy counts as made. False for copies that can be made again.
  var syncsFiles = true

  /// A copier that reports to these closures.
  public init(
    progress: @escaping @Sendable (Int64) -> Void = { _ in },
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    (self.progress, self.isCancelled) = (progress, isCancelled)
  }

  /// The same copier for copies that other programs get.
  var leaving: Copier {
    var copier = self
    copier.isOurs = false
    return copier
  }

  /// How many bytes are read at once: a quarter of a second on a volume of 1 MB/s, so that a cancel is heard at once.
  private static let piece = 256 << 10
  /// How often a file that changes during its copy is copied again before the copy fails.
  private static let attempts = 3

  /// Copies a file or folder into a folder under a name that is free there, and syncs all of it.
  ///
  /// Other processes must not be able to see the destination, because it is incomplete during the copy. An error, a
  /// cancel or a kill leaves a partial copy; the caller removes the folder that it staged it in.
  /// - Parameter change: makes the copy, not what is in it, what it is to be, before it is synced: it writes the identity, too. If the
  ///   source changes meanwhile, it is called for another copy.
  /// - Throws: ``DiskError/Code/link`` and ``DiskError/Code/special`` for what cannot be a document,
  ///   ``DiskError/Code/changed`` when the source keeps changing, ``DiskError/Code/cancelled``, and the errors of the
  ///   disk.
  public func copy(
    _ source: Entry, to copy: Entry, _ change: OpenFile.Change? = nil
  ) throws(DiskError) {
    switch try source.status().kind {
    case .file: try copyFile(source, to: copy, change)
    case .folder: try copyFolder(source, to: copy, change)
    case .link: throw DiskError(.link, at: source.path)
    case .special: throw DiskError(.special, at: source.path)
    }
  }

  private func copyFolder(
    _ source: Entry, to copy: Entry, _ change: OpenFile.Change?
  ) throws(DiskError) {
    let top = try source.folder.folder(source.name)
    try copy.makeFolder()
    let place = TreeCursor(copy.folder)
    try place.enter(copy.name)
    try top.walk { step, present, _ throws(DiskError) in
      switch step {
      case .entering(let name):
        let newName = try naming(present[name], in: place.folder) { copy throws(DiskError) in
          try copy.makeFolder()
        }
        try place.enter(newName)
      case .left(let name):
        try finish(place.folder, like: present.folder(name), nil)
        try place.leave()
      case .leaf(let name, .link):
        _ = try naming(present[name], in: place.folder) { copy throws(DiskError) in
          try copy.makeLink(to: present[name].readLink())
        }
      case .leaf(let name, .file):
        _ = try naming(present[name], in: place.folder) { copy throws(DiskError) in
          try copyFile(present[name], to: copy, nil)
        }
      case .leaf(let name, _):
        throw DiskError(.special, at: present[name].path)
      }
    }
    try finish(place.folder, like: top, change)
  }

  /// Copies an entry of a folder under its name or, when the volume refuses a character of that, under the next
  /// free one of its ``fallbacks``. A name of another entry is not free, even before that is copied.
  private func naming(
    _ source: Entry, in destination: Folder, _ copy: (Entry) throws(DiskError) -> Void
  ) throws(DiskError) -> FileName {
    var failure: DiskError
    do throws(DiskError) {
      try copy(destination[source.name])
      return source.name
    } catch  where error.isOfCharacters {
      failure = error
    }
    func isTaken(_ name: FileName) throws(DiskError) -> Bool {
      if try source.folder[name].exists() { return true }
      return try destination[name].exists()
    }
    for (index, fallback) in fallbacks(source.name, 0).enumerated() {
      do throws(DiskError) {
        var (newName, number) = (fallback, 0)
        while try isTaken(newName) {
          number += 1
          newName = fallbacks(source.name, number)[index]
        }
        try copy(destination[newName])
        return newName
      } catch  where error.isOfCharacters {
        // The volume refuses it even for a look.
        failure = error
      }
    }
    throw failure
  }

  private func copyFile(
    _ source: Entry, to copy: Entry, _ change: OpenFile.Change?
  ) throws(DiskError) {
    // One clone is fast, but a folder may hold a hundred thousand files.
    if isCancelled() { throw DiskError(.cancelled, at: source.path) }
    for attempt in 1...Self.attempts {
      do throws(DiskError) {
        return try self.copy(source.open(.file), to: copy, change)
      } catch  where attempt < Self.attempts && (error.code == .changed || error.isOfSync) {
        // After a failed sync the kernel may count the unwritten pages as clean, so a second sync could succeed
        // falsely. Delete this copy and make it again from the source.
        // If it stays, the next try finds the name taken, which passes.
        try? copy.removeFile()
      }
    }
  }

  /// Copies an open file, and syncs the copy if ``syncsFiles`` is true.
  func copy(_ file: OpenFile, to entry: Entry, _ change: OpenFile.Change? = nil) throws(DiskError) {
    let before = try file.status()
    guard before.kind == .file else { throw DiskError(.special, at: file.path) }
    let copy: OpenFile
    if let clone = try clone(file, as: entry) {
      copy = clone
      progress(before.size)
    } else {
      Log.disk.info("The volume does not clone, so this is copied:", "\(before.size) bytes")
      copy = try entry.folder.createFile(entry.name)
    }
    do throws(DiskError) {
      if try copy.status().size != before.size { try copyBytes(of: file, to: copy, size: before.size) }
      try setAttributes(copy, like: file, before, change)
      guard try file.snapshot() == FileSnapshot(before), try copy.status().size == before.size else {
        throw DiskError(.changed, at: file.path)
      }
      if syncsFiles { try copy.sync() }
      try copy.close()
    } catch {
      // The user knows the original, and not the copy.
      throw error.at(file.path)
    }
  }

  /// Clones a file. Returns nil when the volume refuses, and then the caller copies the bytes. A full volume and a
  /// taken name are errors, because a copy would fail for the same reason.
  private func clone(_ file: OpenFile, as entry: Entry) throws(DiskError) -> OpenFile? {
    do throws(DiskError) {
      return try entry.folder.clone(file, as: entry.name)
    } catch  where error.code != .noSpace && error.code != .exists {
      // The clone may exist although it could not be opened. If it stays, the copy finds the name taken, which passes.
      try? entry.removeFile()
      return nil
    }
  }

  /// Copies the bytes a piece at a time, and leaves holes where the file has holes.
  private func copyBytes(of file: OpenFile, to copy: OpenFile, size: Int64) throws(DiskError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.piece, alignment: 16)
    defer { buffer.deallocate() }
    var end: Int64 = 0
    while end < size, let range = try file.call(nil, file.disk.dataRange, end) {
      end = min(range.upperBound, size)
      var offset = range.lowerBound
      while offset < end {
        if isCancelled() { throw DiskError(.cancelled, at: file.path) }
        let piece = buffer.prefix(Int(min(end - offset, Int64(buffer.count))))
        let count = try file.call(nil, file.disk.read, UnsafeMutableRawBufferPointer(rebasing: piece), offset)
        guard count > 0 else { throw DiskError(.changed, at: file.path) }
        try copy.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: offset)
        offset += Int64(count)
        progress(Int64(count))
      }
    }
    // After the last data the file ends in a hole. Setting the length makes that hole.
    if end < size { try copy.call(nil, copy.disk.truncate, size) }
  }

  private func finish(
    _ copy: Folder, like original: Folder, _ change: OpenFile.Change?
  ) throws(DiskError) {
    try setAttributes(copy.opened, like: original.opened, original.status(), change)
    try copy.sync()
  }

  /// Gives a copy the attributes, permissions and dates of its original.
  private func setAttributes(
    _ copy: OpenFile, like original: OpenFile, _ status: FileStatus, _ change: OpenFile.Change?
  ) throws(DiskError) {
    do throws(DiskError) {
      try copy.unlock()
    } catch  where error.code != .failed {
      // If the file stays locked, one of the next calls fails and reports it.
    }
    // A clone has all attributes of its original: clonefile(2).
    for name in try copy.attributes() where Identity.isOwn(name) { try copy.setAttribute(name, nil) }
    try copy.copyAttributes(of: original) { !Identity.isOwn($0) }
    let owner: UInt16 = status.kind == .folder ? 0o700 : 0o600
    try copy.setMode(status.mode & 0o777 | owner)
    try copy.protect()
    try copy.setModified(status.modified)
    // Set the creation date last, because a modification date before it changes it too.
    if let created = status.created { try copy.setCreated(created) }
    if let change { try change(copy) } else if isOurs { try copy.writeNewIdentity() }
  }
}

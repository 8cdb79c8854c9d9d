extension Documents {
  /// How often another process may recover the item meanwhile before the removal or the replacement fails.
  static let attempts = 8

  /// Removes a document or folder for good, if it is in the expected state.
  ///
  /// It checks the item, moves it into `Displaced` by one rename, checks it again, and removes only what it checked.
  /// If the process dies in between, the next recovery removes an expected file that was not written to since the
  /// first check, and puts everything else back.
  /// - Parameters:
  ///   - path: where it is.
  ///   - file: which file it must be.
  ///   - isKnown: asked for the item, with an empty path, and for everything below it.
  /// - Throws: ``DiskError/Code/changed`` when it is another file, or contains an unknown entry. The rest of it is
  ///   then back under its name, or the next free one. A missing item is success.
  public func remove(
    _ path: DocumentPath, expecting file: FileID, isKnown: @escaping IsKnown
  ) throws(DiskError) {
    let (folder, name) = try place(of: path)
    try remove(name, of: folder, for: path, expecting: file, isKnown)
  }

  /// Which files and folders an item consists of: itself, and everything below it.
  /// - Throws: ``DiskError/Code/notFound`` when the item is gone, and the errors of the disk.
  public func files(of path: DocumentPath) throws(DiskError) -> Set<FileID> {
    let (folder, name) = try place(of: path)
    var files: Set<FileID> = [try folder.fileID(of: name)]
    guard try folder.status(name).kind == .folder else { return files }
    try folder.folder(name).walk { step, present throws(DiskError) in
      switch step {
      case .entering(let name), .leaf(let name, _): files.insert(try present.fileID(of: name))
      case .left: break
      }
    }
    return files
  }

  /// Removes for good what the user has thrown away, if it consists of nothing but certain files and folders.
  ///
  /// - Parameter files: what ``files(of:)`` answered when the user asked for it. If Files has put anything into the
  ///   folder since then, the user has not seen it, and the folder stays whole.
  /// - Throws: as ``remove(_:expecting:isKnown:)``.
  public func remove(_ path: DocumentPath, consistingOf files: Set<FileID>) throws(DiskError) {
    let file = try container.folder(at: path.parent).fileID(of: path.names.last ?? "")
    try remove(path, expecting: file) { _, snapshot in files.contains(snapshot.file) }
  }

  /// Tells whether an item, or what is below it at a path from it, is there to be removed, unchanged.
  public typealias IsKnown = (DocumentPath, FileSnapshot) throws(DiskError) -> Bool

  /// Removes an entry of any folder of this volume in the same way.
  ///
  /// - Parameters:
  ///   - path: where recovery puts it in Documents if it is another file than expected.
  ///   - isKnown: as of ``remove(_:expecting:isKnown:)``; nil removes all that is below the item, known or not.
  func remove(
    _ name: FileName, of folder: Folder, for path: DocumentPath, expecting file: FileID, _ isKnown: IsKnown?
  ) throws(DiskError) {
    var attempts = 0
    while true {
      attempts += 1
      do throws(DiskError) {
        let record = Displaced.Record(
          staged: nil, base: try look(at: name, in: folder, expecting: file, isKnown))
        return try displaced.withFolder(for: record, of: path) { place throws(DiskError) in
          try folder.renameMovable(name, to: place, as: Displaced.entry)
          try removeTaken(expecting: file, at: path, in: place, isKnown)
          try folder.sync()
        }
      } catch  where [.notFound, .swept].contains(error.code) && attempts < Self.attempts {
        // The entry does not exist, as the caller wants, or another process recovered it meanwhile and removed it or
        // put it back, or its folder in Displaced was removed.
        guard try folder.has(name) else { return try folder.sync() }
      }
    }
  }

  /// The present state of the item to remove. A recovery in another process removes only this state.
  private func look(
    at name: FileName, in folder: Folder, expecting file: FileID, _ isKnown: IsKnown?
  ) throws(DiskError) -> FileSnapshot {
    let snapshot = try folder.snapshot(of: name).renamed
    let isExpected = snapshot.file == file
    guard isExpected, try isKnown?(DocumentPath(), snapshot) ?? true else {
      throw DiskError(.changed, at: folder.place(name))
    }
    return snapshot
  }

  private func removeTaken(
    expecting file: FileID, at path: DocumentPath, in place: Folder, _ isKnown: IsKnown?
  ) throws(DiskError) {
    let entry = Displaced.entry
    do throws(DiskError) {
      _ = try look(at: entry, in: place, expecting: file, isKnown)
      if try place.status(entry).kind == .folder {
        let folder = try place.folder(entry)
        if let isKnown {
          try visitKnown(in: folder, isKnown) { _, _ throws(DiskError) in }
          try visitKnown(in: folder, isKnown) { step, present throws(DiskError) in try present.remove(step) }
        } else {
          try folder.walk { step, present throws(DiskError) in try present.remove(step) }
        }
        // `ENOENT` is an error here: it means that another process restored the folder.
        try place.withDescriptor { opened throws(DiskError) in try disk.removeFolder(opened, entry) }
      } else {
        try place.removeFile(entry)
      }
    } catch  where error.code == .notFound {
      // Another process recovered it meanwhile. The caller checks whether it is back at its path.
      throw error
    } catch {
      let name = path.names.last.map(DocumentName.init) ?? DocumentName("")
      _ = try displaced.putBack(entry, from: place, as: name, in: path.parent)
      throw error.code == .notEmpty ? DiskError(.changed, at: error.place) : error
    }
  }

  /// Walks a folder as long as everything in it is known.
  private func visitKnown(
    in folder: Folder, _ isKnown: IsKnown, _ visit: (TreeStep, Folder) throws(DiskError) -> Void
  ) throws(DiskError) {
    var path = DocumentPath()
    try folder.walk { step, present throws(DiskError) in
      switch step {
      case .entering(let name):
        path.names.append(name)
        try check(name, in: present, at: path, isKnown)
      case .leaf(let name, _):
        try check(name, in: present, at: path.appending(name), isKnown)
      case .left:
        path.names.removeLast()
      }
      try visit(step, present)
    }
  }

  private func check(
    _ name: FileName, in folder: Folder, at path: DocumentPath, _ isKnown: IsKnown
  ) throws(DiskError) {
    guard try isKnown(path, try folder.snapshot(of: name).renamed) else {
      throw DiskError(.changed, at: folder.place(name))
    }
  }
}

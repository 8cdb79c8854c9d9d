extension Documents {
  /// Removes a document or folder for good, if it is in the expected state.
  ///
  /// It checks the item, moves it into `Displaced` by one rename, checks it again, and removes only what it checked.
  /// If the process dies in between, the next recovery removes an expected file that was not written to since the
  /// first check, and puts everything else back.
  /// - Parameter isKnown: asked for the item, with an empty path, and for everything below it.
  /// - Throws: ``DiskError/Code/changed`` when it is another file, or contains an unknown entry. The rest of it is
  ///   then back under its name, or the next free one. A missing item is success.
  public func remove(
    _ path: DocumentPath, expecting file: FileID, isKnown: @escaping IsKnown
  ) throws(DiskError) {
    try remove(container.entry(path), for: path, expecting: file, isKnown)
  }

  /// Which files and folders an item consists of: itself, and everything below it.
  /// - Throws: ``DiskError/Code/notFound`` when the item is gone, and the errors of the disk.
  public func files(of path: DocumentPath) throws(DiskError) -> Set<FileID> {
    let document = try container.entry(path)
    let status = try document.status()
    var files: Set<FileID> = [status.file]
    if status.kind == .folder {
      try document.folder.folder(document.name).walkEntries { name, present, _ throws(DiskError) in
        files.insert(try present[name].status().file)
      }
    }
    return files
  }

  /// Removes for good what the user has thrown away, if it consists of nothing but certain files and folders.
  /// - Parameter files: what ``files(of:)`` answered when the user asked for it. If Files has put anything into the
  ///   folder since then, the user has not seen it, and the folder stays whole.
  /// - Throws: as ``remove(_:expecting:isKnown:)``.
  public func remove(_ path: DocumentPath, consistingOf files: Set<FileID>) throws(DiskError) {
    let file = try container.entry(path).status().file
    try remove(path, expecting: file) { _, snapshot in files.contains(snapshot.file) }
  }

  /// Tells whether an item, or what is below it at a path from it, is there to be removed, unchanged.
  public typealias IsKnown = (DocumentPath, FileSnapshot) throws(DiskError) -> Bool

  /// Removes an entry of any folder of this volume in the same way.
  /// - Parameters:
  ///   - path: where recovery puts it in Documents if it is another file than expected.
  ///   - isKnown: as of ``remove(_:expecting:isKnown:)``; nil removes all that is below the item, known or not.
  func remove(
    _ entry: Entry, for path: DocumentPath, expecting file: FileID, _ isKnown: IsKnown?
  ) throws(DiskError) {
    try retrying { () throws(DiskError) in
      do throws(DiskError) {
        // A recovery in another process removes only this state.
        let base = try check(at: entry, expecting: file, isKnown)
        let record = Displaced.Record(staged: nil, base: base)
        try displaced.withPlace(for: record, of: path) { place throws(DiskError) in
          try entry.renameMovable(to: place)
          try remove(place, expecting: file, at: path, isKnown)
          try entry.folder.sync()
        }
      } catch  where error.code == .notFound || error.code == .swept {
        // The entry does not exist, as the caller wants, or another process has put it back.
        if try entry.exists() { throw error }
        try entry.folder.sync()
      }
    }
  }

  /// Begins a change anew, eight times at most, when another process recovered meanwhile what was in `Displaced`, or
  /// removed the folder there while it was empty.
  func retrying(_ change: () throws(DiskError) -> Void) throws(DiskError) {
    for _ in 1..<8 {
      do throws(DiskError) {
        return try change()
      } catch  where error.code == .notFound || error.code == .swept {
        // If a document is gone, the next round says so.
      }
    }
    try change()
  }

  /// The present state of the item to remove.
  private func check(
    at entry: Entry, expecting file: FileID, _ isKnown: IsKnown?
  ) throws(DiskError) -> FileSnapshot {
    let snapshot = try entry.snapshot().renamed
    guard snapshot.file == file, try isKnown?(DocumentPath(), snapshot) ?? true else {
      throw DiskError(.changed, at: entry.path)
    }
    return snapshot
  }

  /// Removes what was moved out, or puts it back.
  private func remove(
    _ place: Entry, expecting file: FileID, at path: DocumentPath, _ isKnown: IsKnown?
  ) throws(DiskError) {
    do throws(DiskError) {
      _ = try check(at: place, expecting: file, isKnown)
      guard try place.status().kind == .folder else { return try place.removeFile() }
      let folder = try place.folder.folder(place.name)
      // Nothing is removed before all of it is known.
      if let isKnown {
        try folder.walkEntries { name, present, above throws(DiskError) in
          // The user has never seen it.
          if try present[name].uncover() { throw DiskError(.changed, at: present[name].path) }
          try check(present[name], at: DocumentPath(above + [name]), isKnown)
        }
      }
      try folder.walk { step, present, above throws(DiskError) in
        switch step {
        case .entering(let name), .leaf(let name, _):
          if let isKnown { try check(present[name], at: DocumentPath(above + [name]), isKnown) }
        case .left: break
        }
        try present.remove(step)
      }
      // `ENOENT` is an error here: it means that another process restored the folder.
      try place.folder.opened.call(place.name, disk.removeFolder, place.name)
    } catch  where error.code == .notFound {
      // Another process recovered it meanwhile. The caller checks whether it is back at its path.
      throw error
    } catch {
      try displaced.putBack(.document(place), as: path.documentName, in: path.parent)
      throw error.code == .notEmpty ? DiskError(.changed, at: error.place) : error
    }
  }

  private func check(
    _ entry: Entry, at path: DocumentPath, _ isKnown: IsKnown
  ) throws(DiskError) {
    guard try isKnown(path, try entry.snapshot().renamed) else { throw DiskError(.changed, at: entry.path) }
  }
}

extension Entry {
  /// Tells whether a document has the name of a file of Finder's. It is in no list.
  func isMiscalled() throws(DiskError) -> Bool {
    guard name.isOfFinder else { return false }
    guard try status().kind == .file else { return true }
    return try !FileName.isFinders(head(count: FileName.finderMark))
  }

  /// Gives such a document a name that lists show, by one exclusive rename: it would vanish with its folder, untold.
  /// - Returns: whether it is one.
  func uncover() throws(DiskError) -> Bool {
    guard try isMiscalled() else { return false }
    _ = try folder.moveIn(.document(self), as: DocumentName(name), except: name)
    return true
  }
}

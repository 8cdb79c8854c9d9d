extension Folder {
  /// After so many names that others took first, a new listing costs less than more tries.
  private static let lossesInARow = 256
  /// After so many names, other processes are not the cause: the volume reports every name as taken.
  private static let mostLosses = 16 * lossesInARow

  /// Renames an entry of another folder into this one, under its name or the next free one.
  ///
  /// One exclusive rename: a process that dies in it leaves the entry in one of the two folders. What is
  /// free is decided by the kernel; the index only saves tries. A folder of mode 0555, which cannot change
  /// its parent, and a locked file are made movable first.
  /// - Returns: the name that it has now.
  /// - Throws: what the disk says, with the entry where it was.
  func moveIn(
    _ entry: FileName, from folder: Folder, as name: DocumentName, _ index: inout NameIndex
  ) throws(DiskError) -> DocumentName {
    var free = index.next(for: name)
    var losses = 0
    while true {
      // Nothing better is free than the name that it has.
      if folder === self, free.fileName == entry { return free }
      do throws(DiskError) {
        try folder.renameMovable(entry, to: self, as: free.fileName)
        return free
      } catch  where error.code == .exists && losses < Self.mostLosses {
        losses += 1
        // Others have come far since the folder was listed.
        if losses.isMultiple(of: Self.lossesInARow) { try index.read(self) }
        free = index.next(for: name)
      } catch {
        index.release(free)
        throw error
      }
    }
  }

  /// Renames an entry exclusively, and makes it movable first if it is not: a folder that may not be written, or a
  /// locked file.
  func renameMovable(_ entry: FileName, to folder: Folder, as name: FileName) throws(DiskError) {
    do throws(DiskError) {
      try rename(entry, to: folder, as: name)
    } catch  where error.code == .denied {
      try makeMovable(entry)
      try rename(entry, to: folder, as: name)
    }
  }

  /// The same for a single entry: this folder is listed once.
  func moveIn(
    _ entry: FileName, from folder: Folder, as name: DocumentName, except own: FileName? = nil
  ) throws(DiskError) -> DocumentName {
    var index = NameIndex([name])
    try index.read(self, except: own)
    return try moveIn(entry, from: folder, as: name, &index)
  }

  /// The same for an entry that keeps its name: byte for byte, also when we would not give such a name
  /// ourselves. Only when something else counts as called that, it gets the next free one.
  func moveInAsItIs(_ entry: FileName, from folder: Folder) throws(DiskError) -> FileName {
    let name = DocumentName(entry)
    var index = NameIndex([name])
    try index.read(self)
    let isOurs = name.fileName == entry
    if !isOurs, index.next(for: name) == name {
      do throws(DiskError) {
        try folder.renameMovable(entry, to: self, as: entry)
        return entry
      } catch  where error.code == .exists {
        // Another has its very name.
      }
      index.release(name)
    }
    return try moveIn(entry, from: folder, as: name, &index).fileName
  }
}

extension Folder {
  /// Gives the later of two names that a reader takes for the same the next free one.
  ///
  /// Dies in it: one exclusive rename was done or not.
  /// - Returns: false when they are one entry: on a volume that ignores case both names find it.
  func rename(_ later: FileName, unlike earlier: FileName) throws(DiskError) -> Bool {
    if try identify(earlier) == identify(later) {
      var found = 0
      try list { name, _ in
        if name == earlier || name == later { found += 1 }
        return found < 2
      }
      if found < 2 { return false }
    }
    _ = try moveIn(later, from: self, as: DocumentName(later))
    try sync()
    return true
  }
}

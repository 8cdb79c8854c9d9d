extension Folder {
  /// After so many names that other processes took first, a new listing costs less than more tries.
  private static let lossesInARow = 256
  /// After so many names, other processes are not the cause: the volume reports every name as taken.
  private static let mostLosses = 16 * lossesInARow

  /// Renames an entry that is the app's into this folder, under its name or the next free one.
  ///
  /// One exclusive rename. If the process dies, the entry is in one of the two folders. The kernel decides whether a
  /// name is free; the index only saves tries.
  /// - Returns: the name that it has now.
  /// - Throws: the error of the disk; the entry stays where it was.
  func moveIn(_ own: OwnEntry, as name: DocumentName, _ index: inout NameIndex) throws(DiskError)
    -> DocumentName
  {
    var free = index.next(for: name)
    var losses = 0
    while true {
      // The entry already has the best free name.
      if own.entry.folder === self, free.fileName == own.entry.name { return free }
      do throws(DiskError) {
        try own.entry.renameMovable(to: self[free.fileName])
        return free
      } catch  where error.code == .exists && losses < Self.mostLosses {
        losses += 1
        // Other processes have added many names since the folder was listed.
        if losses.isMultiple(of: Self.lossesInARow) { try index.read(self) }
        free = index.next(for: name)
      } catch {
        index.release(free)
        throw error
      }
    }
  }

  /// The same for a single entry: this folder is listed once.
  func moveIn(_ own: OwnEntry, as name: DocumentName, except taken: FileName? = nil) throws(DiskError)
    -> DocumentName
  {
    var index = NameIndex([name])
    try index.read(self, except: taken)
    return try moveIn(own, as: name, &index)
  }

  /// The same, but the entry gets exactly a name, even if it is not legal. Only when another entry has it, or one that looks
  /// the same, it gets the next free one.
  func moveIn(_ own: OwnEntry, keeping wanted: FileName, _ index: inout NameIndex) throws(DiskError)
    -> FileName
  {
    let name = DocumentName(wanted)
    if name.fileName != wanted, !index.isTaken(name) {
      do throws(DiskError) {
        try own.entry.renameMovable(to: self[wanted])
        index.insert(name)
        return wanted
      } catch  where error.code == .exists {
        // Another entry has this very name.
      }
    }
    return try moveIn(own, as: name, &index).fileName
  }
}

extension Folder {
  /// Renames the later of two documents whose names look the same to the next free name.
  ///
  /// If the process is killed here, one exclusive rename was done or not.
  /// - Returns: false when they are one document: on a volume that ignores case both names find it.
  func rename(_ later: FileName, unlike earlier: FileName) throws(DiskError) -> Bool {
    if try self[earlier].status().file == self[later].status().file {
      var found = 0
      try list { name, _ in
        if name == earlier || name == later { found += 1 }
        return found < 2
      }
      if found < 2 { return false }
    }
    _ = try moveIn(.document(self[later]), as: DocumentName(later))
    try sync()
    return true
  }
}

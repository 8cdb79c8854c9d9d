/// Decides, at the end of a pass over everything, which of the items that were missed are gone.
struct Decision {
  let catalogue: Catalogue
  let pass: ScanPass
  let rooms: [(folder: Folder, number: Int64)]

  /// Removes the items that the pass met nowhere, if every folder that it looked at is still as it was then.
  ///
  /// While a folder cannot be read, an item that was missed may be in it. It is removed all the same if another item has
  /// its name: the system cannot be told of two. Its document carries its identity, so it comes back as the same item.
  /// - Returns: whether the next pass may decide more.
  func run() throws(CatalogueError) -> Bool {
    if try nextMissed(after: 0) == nil { return false }
    let marks = try catalogue.read { store throws(CatalogueError) in store.state.marks }
    // What is marked again by this is in Displaced, and not decided upon.
    let isAllRead = try meetDisplaced() && pass.unreadable.isEmpty
    guard pass.isSteady, try pass.isStill(rooms) else { return true }
    var mark: Int64 = 0
    var isOpen = false
    while let row = try nextMissed(after: mark), row.missing <= marks {
      mark = row.missing
      if mark > pass.began {
        // A row marked by this pass is for the next one, if that can say more.
        isOpen = isOpen || isAllRead || row.isHidden
      } else if isAllRead || row.isHidden {
        try remove(row)
      }
    }
    return isOpen
  }

  private func remove(_ row: Row) throws(CatalogueError) {
    try catalogue.write(syncs: false) { store throws(CatalogueError) in
      // Another process may have found it meanwhile.
      if let now = try store.row(row.number), now.missing == row.missing { try store.remove(now) }
    }
  }

  /// Marks again what was missed and is in `Displaced`, from where it may come back at any moment.
  ///
  /// - Returns: whether all of it could be read.
  private func meetDisplaced() throws(CatalogueError) -> Bool {
    var files: [FileID] = []
    do throws(DiskError) {
      let displaced = try catalogue.container.openExisting(.displaced)
      for (name, kind) in try displaced.entries() where kind == .folder {
        let folder = try displaced.folder(name)
        for (entry, _) in try folder.entries() { files.append(try folder.identify(entry)) }
      }
    } catch {
      // Without the folder nothing was ever displaced. Otherwise the next scan looks again.
      return error.code == .notFound && files.isEmpty
    }
    for file in files {
      try catalogue.write(syncs: false) { store throws(CatalogueError) in
        if let row = try store.row(of: file), row.missing > 0 {
          try store.miss(row, isHidden: row.isHidden)
        }
      }
    }
    return true
  }

  private func nextMissed(after mark: Int64) throws(CatalogueError) -> Row? {
    try catalogue.look { store throws(CatalogueError) in try store.nextMissed(after: mark) }
  }
}

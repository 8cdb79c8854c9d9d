extension Catalogue {
  /// What the provider itself did on disk.
  public enum Change: Hashable, Sendable {
    /// This file is in this folder under this name now: it was made there, or moved or renamed.
    case placed(FileID, in: ItemID, as: FileName)
    /// An item's contents are another file now, under its name.
    case replaced(ItemID, by: FileID)
    /// Something about an item was set, but not its contents.
    case touched(ItemID)
    /// An item is gone, with everything below it.
    case removed(ItemID)
  }

  /// Notes what the provider did on disk, so that it can answer: one transaction, on the medium when this
  /// returns.
  ///
  /// It looks at the disk and notes what is there, whoever put it there; a moment later, so that what somebody
  /// changes from then on does not look the same. A scan that meets the same change at the same moment makes the
  /// same item of it.
  /// - Returns: the item as it is now; nil for one that was removed.
  /// - Throws: ``CatalogueError/unknown(_:)`` for an item or folder that is not known; ``DiskError/Code/changed``
  ///   when something else bears the name by now: nothing was noted, and a scan finds where it went.
  @discardableResult
  public func commit(_ change: Change) throws(CatalogueError) -> Item? {
    switch change {
    case .placed(let file, let parent, let name): return try place(file, in: parent, as: name)
    case .replaced(let id, let file): return try replace(id, by: file)
    case .touched(let id): return try touch(id)
    case .removed(let id):
      try write(syncs: true) { store throws(CatalogueError) in
        if let row = try store.row(id), !row.isRoom { try store.remove(row) }
      }
      return nil
    }
  }

  private func place(
    _ file: FileID, in parent: ItemID, as name: FileName
  ) throws(CatalogueError) -> Item {
    let (folder, met) = try look(at: name, in: parent, expecting: file)
    return try write(syncs: true) { store throws(CatalogueError) in
      // Whoever was known under that name is not there any more.
      if let present = try store.row(named: name, in: folder.number), present.file != file {
        try store.miss(present, .lost)
      }
      guard let old = try store.row(of: file) else {
        let row = try store.insert(Row(met, in: folder))
        try store.noteTold(row)
        return try store.item(row)
      }
      return try note(store.refresh(old, met, in: folder), over: old, store)
    }
  }

  private func replace(_ id: ItemID, by file: FileID) throws(CatalogueError) -> Item {
    let row = try known(id)
    let parent = try read { store throws(CatalogueError) in try store.row(row.parent) }
    let (folder, met) = try look(at: row.name, in: parent?.id ?? .root, expecting: file)
    return try write(syncs: true) { store throws(CatalogueError) in
      guard let now = try store.row(id) else { throw .unknown(id) }
      if now.file == file { return try note(store.refresh(now, met, in: folder), over: now, store) }
      // A scan may have taken it for a new item.
      if let other = try store.row(of: file), met.status.links <= 1 { try store.remove(other) }
      return try note(store.saveAnew(now, met, in: folder), over: now, store)
    }
  }

  private func touch(_ id: ItemID) throws(CatalogueError) -> Item {
    let row = try known(id)
    let parent = try read { store throws(CatalogueError) in try store.row(row.parent) }
    let (folder, met) = try look(at: row.name, in: parent?.id ?? .root, expecting: row.file)
    return try write(syncs: true) { store throws(CatalogueError) in
      guard let now = try store.row(id), now.file == row.file else { throw .unknown(id) }
      return try note(store.refresh(now, met, in: folder), over: now, store)
    }
  }

  /// The item of a row that a call of the system changed. What the system did not know of it before, it learns from the
  /// answer, which may be lost.
  private func note(_ row: Row, over old: Row, _ store: Store) throws(CatalogueError) -> Item {
    if store.isTold(old) { try store.noteTold(row) }
    return try store.item(row)
  }

  private func known(_ id: ItemID) throws(CatalogueError) -> Row {
    let row = try read { store throws(CatalogueError) in try store.row(id) }
    guard let row, !row.isRoom else { throw .unknown(id) }
    return row
  }

  /// Looks at a name in a folder, which must stand for a certain file.
  private func look(
    at name: FileName, in parent: ItemID, expecting file: FileID
  ) throws(CatalogueError) -> (Row, Sighting) {
    let place = try read { store throws(CatalogueError) -> (Row, DocumentPath)? in
      guard let row = try store.row(parent), row.kind == .folder, let path = try store.path(of: row) else {
        return nil
      }
      return (row, path)
    }
    guard let (row, path) = place else { throw .unknown(parent) }
    return try CatalogueError.wrap { () throws(DiskError) in
      let folder = try container.openExisting(row.isTrashed ? .trash : .documents).folder(at: path)
      let isSame = try folder.identify() == row.file
      guard row.isRoom || isSame, let met = try sightAtRest(name, in: folder), met.file == file else {
        throw DiskError(.changed, at: folder.place(name))
      }
      return (row, met)
    }
  }

  /// How often something is looked at that somebody is changing: its last change comes later, and is seen then.
  private static let looks = 5

  /// Looks at a name when its change time can be told from that of a later change.
  private func sightAtRest(_ name: FileName, in folder: Folder) throws(DiskError) -> Sighting? {
    var met = try folder.sight(name)
    for _ in 1..<Self.looks {
      guard let changed = met?.status.changed, case let rest = clock.untilPast(changed), rest > 0 else {
        break
      }
      clock.wait(rest)
      met = try folder.sight(name)
    }
    return met
  }
}

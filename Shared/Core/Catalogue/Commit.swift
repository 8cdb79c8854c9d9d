extension Catalogue {
  /// Stores a change that the provider has made on disk, before the provider replies: one transaction, synced when
  /// this returns.
  ///
  /// It reads the entry when the clock has passed the entry's change time, so that a later change by another process gets
  /// other times, and stores what it finds. A scan that finds the same change at the same moment makes the same item.
  /// - Parameters:
  ///   - file: the file that the name must stand for.
  ///   - parent: the folder.
  ///   - version: the content version in the reply. By the reply the system knows the item, unless another process
  ///     has changed the contents since. nil when the reply has another item: the system enumerates a conflict copy
  ///     later.
  ///   - linkIdentity: the identity of a link that the provider has made. A link cannot carry it, so it is stored here
  ///     only. A scan that finds the link first takes it for the link that had its name, in another version.
  /// - Returns: the present state of the item.
  /// - Throws: ``CatalogueError/unknown(_:)`` for a folder that is not known; ``DiskError/Code/changed``
  ///   when something else has the name by now, on disk or as far as the catalogue knows: nothing was stored, and a scan finds
  ///   where both are.
  func commit(
    _ file: FileID, in parent: ItemID, as name: FileName, answering version: Int64?,
    linkIdentity: Identity? = nil
  ) throws -> Item {
    let (folder, path) = try read { store in
      guard let row = try store.row(parent), row.item.kind == .folder else {
        throw CatalogueError.unknown(parent)
      }
      return (row, try store.path(of: row))
    }
    let opened = try container.folder(at: path)
    let isSame = try opened.status().file == folder.item.file
    guard folder.isTop || isSame, var snapshot = try snapshotAtRest(name, in: opened), snapshot.file == file
    else {
      throw DiskError(.changed, at: opened[name].path)
    }
    if snapshot.status.kind == .link { snapshot.identity = linkIdentity }
    return try write(syncs: true) { store in
      // The identity of a file that cannot be opened is unknown.
      if snapshot.attributes == nil, try store.row(of: file) == nil {
        throw DiskError(.changed, at: path.description)
      }
      let old =
        try store.row(of: snapshot, in: folder.number) ?? snapshot.identity.flatMap { try store.row($0.id) }
      let holder = try store.row(named: name, in: folder.number)
      guard holder == nil || holder?.number == old?.number,
        try old.map({ try !store.isWithin(folder.number, $0.number) }) ?? true
      else { throw DiskError(.changed, at: path.description) }
      let row = try store.store(old?.found(snapshot, in: folder) ?? Row(snapshot, in: folder), over: old)
      let isAnswer = row.item.kind != .file || row.item.contentVersion == version
      // An existing item counts as known to the system only if it did before, because the reply may be lost.
      if isAnswer, old.map({ store.isAcknowledged($0) }) ?? (version != nil) { try store.acknowledge(row) }
      return try store.item(row)
    }
  }

  /// Stores that an item has changed once more, without a change on disk: the system has another state of it than the
  /// catalogue, and is told of it with the next changes. If the process dies before this, the system repeats the call.
  func reportAgain(_ id: ItemID) throws {
    try write(syncs: false) { store in
      if let row = try store.row(id) { _ = try store.save(row, over: row) }
    }
  }

  /// Stores the deletion of an item with everything below it: one transaction, synced when this returns. An unknown
  /// item is no error.
  func commitRemoval(of id: ItemID) throws {
    try write(syncs: true) { store in
      if let row = try store.row(id), !row.isTop { try store.remove(row) }
    }
  }

  /// How often an entry that another process is changing is read. A scan finds its later changes.
  private static let looks = 5

  /// Reads an entry when a later change would get another change time.
  private func snapshotAtRest(_ name: FileName, in folder: Folder) throws(DiskError) -> EntrySnapshot? {
    var snapshot = try folder[name].read()
    for _ in 1..<Self.looks {
      guard let changed = snapshot?.status.changed, !clock.isPast(changed) else { break }
      clock.waitUntilPast(changed)
      snapshot = try folder[name].read()
    }
    return snapshot
  }
}

extension Catalogue {
  /// Stores what the provider did on disk, so that it can answer: one transaction, on the medium when this returns.
  ///
  /// It looks at the name a moment later, so that what another process changes from then on does not look the same, and
  /// stores what is there. A scan that meets the same change at the same moment makes the same item of it.
  /// - Parameters:
  ///   - file: the file that the name must stand for.
  ///   - parent: the folder.
  ///   - version: the content version that the system is answered with. By the answer it learns of the item, unless another
  ///     process has changed the contents since. Nil when it is not answered with this item: it asks for a conflict copy.
  /// - Returns: the item as it is now.
  /// - Throws: ``CatalogueError/unknown(_:)`` for a folder that is not known; ``DiskError/Code/changed``
  ///   when something else has the name by now: nothing was stored, and a scan finds where the file went.
  public func commit(
    _ file: FileID, in parent: ItemID, as name: FileName, answering version: Int64?
  ) throws -> Item {
    let place = try read { store -> (Row, DocumentPath)? in
      guard let row = try store.row(parent), row.item.kind == .folder, let path = try store.path(of: row)
      else { return nil }
      return (row, path)
    }
    guard let (folder, path) = place else { throw CatalogueError.unknown(parent) }
    let opened = try container.folder(at: path)
    let isSame = try opened.identify() == folder.item.file
    guard folder.isRoom || isSame, let met = try snapshotAtRest(name, in: opened), met.file == file else {
      throw DiskError(.changed, at: opened.place(name))
    }
    return try write(syncs: true) { store in
      // A file that cannot be opened does not say which item it is.
      if met.attributes == nil, try store.row(of: file) == nil {
        throw DiskError(.changed, at: path.description)
      }
      let reconciler = Reconciler(store: store, folder: folder, matchesNames: false)
      let old = try reconciler.item(met)
      guard let row = try reconciler.reconcile(met) else {
        throw DiskError(.changed, at: path.description)
      }
      let isAnswer = row.item.kind != .file || row.item.contentVersion == version
      // A known item counts as told only if it was told before: the answer may be lost.
      if isAnswer, old.map({ store.isTold($0) }) ?? (version != nil) { try store.noteTold(row) }
      return try store.item(row)
    }
  }

  /// Stores that an item is gone, with everything below it: one transaction, on the medium when this returns. An item that
  /// is not known is no error.
  public func commitRemoval(of id: ItemID) throws {
    try write(syncs: true) { store in
      if let row = try store.row(id), !row.isRoom { try store.remove(row) }
    }
  }

  /// How often something is looked at that another process is changing: its last change comes later, and is seen then.
  private static let looks = 5

  /// Looks at a name when its change time can be told from that of a later change.
  private func snapshotAtRest(_ name: FileName, in folder: Folder) throws(DiskError) -> FileSnapshot? {
    var met = try folder.snapshot(name)
    for _ in 1..<Self.looks {
      guard let changed = met?.status.changed, case let rest = clock.untilPast(changed), rest > 0 else {
        break
      }
      clock.wait(rest)
      met = try folder.snapshot(name)
    }
    return met
  }
}

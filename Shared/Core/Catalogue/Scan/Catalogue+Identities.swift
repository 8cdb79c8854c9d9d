extension Catalogue {
  /// The identities that the entries of a folder must carry; nil for one that can carry none.
  func identities(of snapshots: [EntrySnapshot], in row: Row, _ store: Store) throws -> [Identity?] {
    let known = try snapshots.map { try store.row(of: $0, in: row.number) }
    var own = Set(known.compactMap { $0?.item.id })
    return try zip(snapshots, known).map { snapshot, known in
      guard snapshot.isIdentifiable else { return nil }
      let identity = try self.identity(of: snapshot, known, in: row, besides: own, store)
      own.insert(identity.id)
      return identity
    }
  }

  /// The identity that an entry must carry.
  ///
  /// A known file has its item's identity. A file without one gets the identity of the item of its name, if that item
  /// was not found elsewhere in this listing. If the item of its identity is in its place, or was found in this
  /// listing, the identity was copied with the file, so the file gets a new one. At the first scan of a store the documents may
  /// come from a backup, and the stores that were set aside tell what they were: see ``Store/former(_:in:)``.
  /// - Parameters:
  ///   - known: the row of the file.
  ///   - own: identifiers that were found in this listing.
  private func identity(
    of snapshot: EntrySnapshot, _ known: Row?, in folder: Row, besides own: Set<ItemID>, _ store: Store
  ) throws -> Identity {
    let status = snapshot.status
    if let item = known?.item {
      if let identity = snapshot.identity, identity.id == item.id {
        return identity.fits(status) ? identity : Identity(item.id, of: status)
      }
      return item.snapshot.renamed.matches(FileSnapshot(status))
        ? Identity(item.id, version: item.contentVersion, origin: item.origin, of: status)
        : Identity(item.id, of: status)
    }
    guard let identity = snapshot.identity else {
      // A backup may have forgotten it.
      if let former = try store.former(snapshot, in: folder), !own.contains(former.id),
        try store.row(former.id) == nil
      {
        return former
      }
      let namesake = try store.itemNamedLike(snapshot, in: folder.number)?.item.id
      guard let namesake, !own.contains(namesake) else { return Identity(.random(), of: status) }
      return Identity(namesake, of: status)
    }
    if own.contains(identity.id) { return Identity(.random(), of: status) }
    if let row = try store.row(identity.id) {
      let isInPlace = try isInPlace(row, store)
      if isInPlace || row.item.kind != status.kind { return Identity(.random(), of: status) }
    }
    if identity.fits(status) { return identity }
    // Before the first complete scan of a store, because a backup may have been restored.
    let restored = store.state.isProven ? nil : identity.restored(for: status)
    return restored ?? Identity(identity.id, of: status)
  }

  /// Tells whether the file of a row is still at its path, or cannot be checked.
  private func isInPlace(_ row: Row, _ store: Store) throws -> Bool {
    guard let path = try store.path(of: row) else { return false }
    do throws(DiskError) {
      return try container.folder(at: path.parent).status(row.item.name).file == row.item.file
    } catch {
      return !error.isGone
    }
  }
}

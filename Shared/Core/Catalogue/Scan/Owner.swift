/// Which item an entry is, as far as its file and its identity tell.
enum Owner {
  /// The item whose file it is, and the identity that the file must carry; nil for what can carry none.
  case item(Row, Identity?)
  /// A new item.
  case new(Identity?)
  /// The item of that identifier, or a copy of it: the end of the pass decides.
  case claim(ItemID)
  /// It cannot be opened, and no item has its file.
  case unknown
}

extension Store {
  /// Finds out which item an entry is. Never by its name: every way into Documents writes an identity first, and a name does not
  /// say which document it is. Only a link, which carries no identity, may be the link that had its name.
  ///
  /// - Parameter others: identifiers of entries that were found in the same listing.
  func owner(of snapshot: EntrySnapshot, in folder: Row, besides others: Set<ItemID>) throws -> Owner {
    let status = snapshot.status
    if let row = try row(of: snapshot, in: folder.number) {
      return .item(row, snapshot.isIdentifiable ? identity(of: snapshot, row.item) : nil)
    }
    guard snapshot.isIdentifiable else {
      guard status.kind == .link else { return .unknown }
      let namesake = try row(named: snapshot.name, in: folder.number)
      guard let namesake, namesake.item.kind == .link else { return .new(nil) }
      return .claim(namesake.item.id)
    }
    guard let identity = snapshot.identity else {
      // A backup may have forgotten it.
      if let former = try former(snapshot, in: folder), try !isTaken(former.id, others) {
        return .new(former)
      }
      return .new(Identity(.random(), of: status))
    }
    if try isTaken(identity.id, others) { return .claim(identity.id) }
    if identity.fits(status) { return .new(identity) }
    // Before the first complete scan of a store, because a backup may have been restored.
    let restored = state.isProven ? nil : identity.restored(for: status)
    return .new(restored ?? Identity(identity.id, of: status))
  }

  private func isTaken(_ id: ItemID, _ others: Set<ItemID>) throws -> Bool {
    if try others.contains(id) || row(id) != nil { return true }
    return try database.exists("SELECT 1 FROM seen WHERE id = ?", [id])
  }

  /// The identity that the file of an item must carry.
  private func identity(of snapshot: EntrySnapshot, _ item: Item) -> Identity {
    let status = snapshot.status
    if let identity = snapshot.identity, identity.id == item.id {
      return identity.fits(status) ? identity : Identity(item.id, of: status)
    }
    return item.snapshot.renamed.matches(FileSnapshot(status))
      ? Identity(item.id, version: item.contentVersion, origin: item.origin, of: status)
      : Identity(item.id, of: status)
  }
}

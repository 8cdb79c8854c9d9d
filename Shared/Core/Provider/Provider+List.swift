/// What the system lists, and what it is told of changes.
extension Provider {
  /// An item as it is now.
  ///
  /// - Throws: ``ProviderError/noSuchItem(_:)`` only when it is truly gone.
  public func item(_ id: ItemID) throws -> Item {
    try existing(id)
  }

  /// The items of one folder, a page of them.
  public func children(of id: ItemID, page: PageToken?, limit: Int) throws -> (
    items: [Item], next: PageToken?
  ) {
    if id != .trash, id != .root { _ = try existing(id) }
    return try catalogue.children(of: id, page: page, limit: limit)
  }

  /// A page of all items, parents before children. After the last page the system is signalled, so that it enumerates
  /// changes from its anchor. With that call it confirms that it has received the listing.
  public func everything(page: PageToken?, limit: Int) throws -> (items: [Item], next: PageToken?) {
    let listing = try catalogue.everything(page: page, limit: limit)
    note(listing.next == nil && (page != nil || !listing.items.isEmpty))
    return listing
  }

  /// A moment at or before everything that was listed last.
  public func currentAnchor() throws -> SyncAnchor {
    try catalogue.currentAnchor()
  }

  /// The changes since an anchor; nil is a malformed one. After changes the system is signalled, so that it
  /// enumerates again from the new anchor. With that call it confirms that it has received the changes.
  public func changes(since anchor: SyncAnchor?, limit: Int) throws -> Changes {
    try catalogue.confirm(anchor)
    guard let anchor else { throw ProviderError.expired }
    let changes = try catalogue.changes(since: anchor, limit: limit)
    note(!changes.updated.isEmpty || !changes.deleted.isEmpty)
    return changes
  }
}

/// What the system lists, and what it is told of changes.
extension Provider {
  /// An item as it is now.
  ///
  /// - Throws: ``ProviderError/noSuchItem(_:)`` only when it is truly gone.
  public func item(_ id: ItemID) throws -> Item {
    try find(told: id)
  }

  /// The items of one folder, a page of them.
  public func children(of id: ItemID, page: PageToken?, limit: Int) throws -> (
    items: [Item], next: PageToken?
  ) {
    if id == .trash {
      guard syncsTrash else { throw ProviderError.unsupported }
    } else if id != .root {
      _ = try find(told: id)
    }
    return try catalogue.children(of: id, page: page, limit: limit)
  }

  /// All items, parents before children, a page of them. After the last page there is news, so that the system comes
  /// back and asks from its anchor: by that it confirms what it was told.
  public func everything(page: PageToken?, limit: Int) throws -> (items: [Item], next: PageToken?) {
    let listing = try catalogue.everything(page: page, limit: limit)
    note(listing.next == nil && (page != nil || !listing.items.isEmpty))
    return listing
  }

  /// A moment at or before everything that was listed last.
  public func currentAnchor() throws -> SyncAnchor {
    try catalogue.currentAnchor()
  }

  /// What changed since a moment; nil is one that cannot be read. After changes there is news, so that the system comes
  /// back and asks from behind them: by that it confirms what it was told.
  public func changes(since anchor: SyncAnchor?, limit: Int) throws -> Changes {
    try catalogue.confirm(anchor)
    guard let anchor else { throw ProviderError.expired }
    let changes = try catalogue.changes(since: anchor, limit: limit)
    note(!changes.updated.isEmpty || !changes.deleted.isEmpty)
    return changes
  }
}

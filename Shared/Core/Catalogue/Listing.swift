extension Catalogue {
  /// A page of the items in a folder, in the order of their row numbers, without Finder's own files. The system sorts them
  /// for display.
  ///
  /// - Throws: ``CatalogueError/expired`` for a page of another epoch or another listing,
  ///   ``CatalogueError/unknown(_:)`` for a deleted folder, ``CatalogueError/notScanned`` when no scan has completely
  ///   listed it, so that a page could omit items.
  func children(of parent: ItemID, page: PageToken?, limit: Int) throws -> Listing {
    try tell { store in
      guard let folder = try store.row(parent), folder.item.kind == .folder else {
        throw CatalogueError.unknown(parent)
      }
      guard folder.isListed else { throw CatalogueError.notScanned }
      try store.check(page, of: folder.number)
      let found = try store.rows(
        "SELECT * FROM item WHERE parent = ? AND number > ? ORDER BY number LIMIT ?",
        [folder.number, page?.number ?? 0, limit])
      try Store.check(found.map(\.number), after: page?.number ?? 0)
      let items = try found.filter { !$0.item.name.isOfFinder }.map {
        try store.item($0, in: parent)
      }
      return (items, try store.next(found, limit, of: folder.number))
    }
  }

  /// A page of all items below Documents, and in the trash, parents before children.
  ///
  /// An item may be listed twice, and then the second state counts. Who asks for the first page begins anew: from then on
  /// no item counts as known to the system until it sends an anchor again.
  /// - Throws: ``CatalogueError/expired`` for a page of another epoch or another listing,
  ///   ``CatalogueError/notScanned`` before the first complete scan, when it could omit items.
  func everything(page: PageToken?, limit: Int) throws -> Listing {
    if page == nil { try confirm(nil) }
    return try tell { store in
      guard store.state.scanned != nil else { throw CatalogueError.notScanned }
      try store.check(page, of: PageToken.everything)
      let position = page?.number ?? 0
      let found = try store.rows(
        "SELECT * FROM item WHERE number > ? AND +parent >= 0 ORDER BY number LIMIT ?", [position, limit])
      try Store.check(found.map(\.number), after: position)
      let items = try store.inOrder(found) { $0.number > position }
      return (items, try store.next(found, limit, of: PageToken.everything))
    }
  }

  /// The anchor before everything: after it each item comes as a change, and each deletion that is still stored. The system
  /// asks for it when it lists everything, and may take in nothing of the listing itself.
  func firstAnchor() throws -> SyncAnchor {
    try tell { store in try store.anchor(at: 0, deletions: store.state.horizon) }
  }

  /// The anchor up to which the system knows everything for sure: the last one that it sent, or the first.
  func currentAnchor() throws -> SyncAnchor {
    try tell { store in
      let known = store.state.confirmed
      return try store.anchor(at: known, deletions: known == 0 ? store.state.horizon : known)
    }
  }

  /// An existing item, or one that was not found and that no scan has deleted yet.
  ///
  /// - Returns: nil when it was deleted.
  /// - Throws: ``CatalogueError/notScanned`` when it is unknown and no scan could read everything yet.
  func item(_ id: ItemID) throws -> Item? {
    try tell { store in try store.provenRow(id).map(store.item) }
  }

  /// The same, and where it is, or was.
  ///
  /// - Throws: as ``item(_:)``.
  func itemWithPath(_ id: ItemID) throws -> (item: Item, path: DocumentPath)? {
    try tell { store in
      try store.provenRow(id).map { row in (try store.item(row), try store.path(of: row)) }
    }
  }

  /// The item of that name in a folder.
  ///
  /// - Parameter isAcknowledged: whether the system must know its present state.
  func item(named name: FileName, in parent: ItemID, isAcknowledged: Bool = false) throws -> Item? {
    try tell { store in
      guard let parent = try store.row(parent), let row = try store.row(named: name, in: parent.number),
        !isAcknowledged || store.isAcknowledged(row)
      else { return nil }
      return try store.item(row)
    }
  }

  /// The documents that stood under a name in a folder before they moved, at most ten, the one that changed last first.
  func formerItems(named name: FileName, in parent: ItemID) throws -> [Item] {
    try tell { store in
      guard let parent = try store.row(parent) else { return [] }
      return try store.rows(
        """
        SELECT * FROM item WHERE kind = 0 AND number IN \
        (SELECT item FROM place WHERE parent = ? AND name = ?) ORDER BY sequence DESC LIMIT 10
        """, [parent.number, name]
      ).map(store.item)
    }
  }

  /// Tells whether a call of the system made the last change of the item of a name.
  func isOfSystem(_ name: FileName, in parent: ItemID) throws -> Bool {
    try read { store in
      guard let parent = try store.row(parent), let row = try store.row(named: name, in: parent.number) else {
        return false
      }
      return row.acknowledged == row.sequence
    }
  }

  /// The item that is this file at present.
  func item(withFile file: FileID) throws -> Item? {
    try tell { store in try store.row(of: file).map(store.item) }
  }

  /// The documents whose contents a call of the system made, the one that changed last first.
  func items(of origin: Identity.Origin) throws -> [Item] {
    try tell { store in
      try store.rows("SELECT * FROM item WHERE origin = ? ORDER BY sequence DESC", [origin.bytes]).map(
        store.item)
    }
  }

  /// Finds the path of an item below Documents, or below the trash.
  ///
  /// - Returns: nil when the item was deleted.
  func path(of id: ItemID) throws -> DocumentPath? {
    try read { store in try store.row(id).flatMap(store.path) }
  }
}

extension Store {
  /// The row of an item; nil only when a whole scan has not found it.
  fileprivate func provenRow(_ id: ItemID) throws -> Row? {
    if let row = try row(id) { return row }
    if !state.isProven { throw CatalogueError.notScanned }
    return nil
  }

  /// Checks that a page may be continued.
  fileprivate func check(_ page: PageToken?, of folder: Int64) throws {
    guard let page else { return }
    guard page.epoch == state.epoch, page.folder == folder, try contains(page.given) else {
      throw CatalogueError.expired
    }
  }

  /// The token of the next page; nil after the last one.
  fileprivate func next(_ found: [Row], _ limit: Int, of folder: Int64) throws -> PageToken? {
    guard found.count == limit, let last = found.last else { return nil }
    return PageToken(epoch: state.epoch, given: try stamp(), folder: folder, number: last.number)
  }
}

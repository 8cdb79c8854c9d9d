extension Catalogue {
  /// A page of the items in a folder.
  ///
  /// By key, so that a page costs the same wherever it is, and what comes or goes meanwhile moves nothing:
  /// an item that changes its key while the folder is listed may be told twice or not at all, and is in the
  /// changes since ``currentAnchor()`` then.
  /// - Throws: ``CatalogueError/expired`` for a page of another epoch or another listing,
  ///   ``CatalogueError/unknown(_:)`` for a folder that is gone, ``CatalogueError/notScanned`` when it was
  ///   never listed to its end, so that a page might leave something out.
  public func children(
    of parent: ItemID, page: Page?, order: Order, limit: Int
  ) throws(CatalogueError) -> (items: [Item], next: Page?) {
    let limit = max(limit, 1)
    let listing = order == .name ? Page.Listing.folderByName : .folderByDate
    return try tell { store throws(CatalogueError) in
      guard let folder = try store.row(parent), folder.kind == .folder else { throw .unknown(parent) }
      guard folder.isListed else { throw .notScanned }
      let began = try store.check(page, listing, folder.number)
      let found = try store.children(of: folder.number, page, listing, limit)
      var items: [Item] = []
      for row in found where !row.isHidden { items.append(Item(row, in: parent)) }
      guard found.count == limit, let last = found.last else { return (items, nil) }
      let next = Page(
        listing, epoch: store.epoch, began: began, given: try store.moment(), folder: folder.number,
        number: order == .name ? last.missing : last.number, date: last.modified, name: last.name)
      return (items, next)
    }
  }

  /// A page of all items below Documents, and in the trash if that is told of, parents before children.
  ///
  /// An item may be told twice, and then as it is the second time.
  /// - Throws: ``CatalogueError/expired`` for a page of another epoch or another listing,
  ///   ``CatalogueError/notScanned`` before the first complete scan, when it would leave something out.
  public func everything(
    page: Page?, limit: Int
  ) throws(CatalogueError) -> (items: [Item], next: Page?) {
    let limit = max(limit, 1)
    let (items, next, began) = try tell { store throws(CatalogueError) -> ([Item], Page?, Int64) in
      guard store.state.scanned != nil else { throw .notScanned }
      let began = try store.check(page, .everything, 0)
      let position = page?.number ?? 0
      let found = try store.rows(after: position, limit)
      let items = try store.inOrder(found, hides: true) { $0.number > position }
      guard found.count == limit, let last = found.last else { return (items, nil, began) }
      let next = Page(
        .everything, epoch: store.epoch, began: began, given: try store.moment(), number: last.number)
      return (items, next, began)
    }
    if next == nil { try noteListing(began) }
    return (items, next)
  }

  /// A moment at or before everything that the last finished listing of everything told; the beginning of
  /// this catalogue when there was none.
  public func currentAnchor() throws(CatalogueError) -> Anchor {
    try tell { store throws(CatalogueError) in
      try store.anchor(at: max(store.state.listed, store.state.horizon))
    }
  }

  /// A power cut may take this back: then the anchor is an older one, and more is told than needed.
  private func noteListing(_ began: Int64) throws(CatalogueError) {
    guard try read({ store throws(CatalogueError) in store.state.listed != began }) else { return }
    try write(syncs: false) { store throws(CatalogueError) in store.state.listed = began }
  }
}

extension Store {
  private static let byName = Query(
    "SELECT \(Row.columns) FROM item WHERE parent = ? AND (name, missing) > (?, ?) ORDER BY name, missing LIMIT ?"
  )
  private static let byDate = Query(
    """
    SELECT \(Row.columns) FROM item WHERE parent = ? AND (modified, modified_ns) < (?, ?) \
    ORDER BY modified DESC, modified_ns DESC, number DESC LIMIT ?
    """)
  private static let ofDate = Query(
    """
    SELECT \(Row.columns) FROM item WHERE parent = ? AND modified = ? AND modified_ns = ? AND number < ? \
    ORDER BY number DESC LIMIT ?
    """)
  private static let byNumber = Query(
    "SELECT \(Row.columns) FROM item WHERE number > ? AND +room = 0 AND +parent >= 0 ORDER BY number LIMIT ?")
  private static let anywhereByNumber = Query(
    "SELECT \(Row.columns) FROM item WHERE number > ? AND +parent >= 0 ORDER BY number LIMIT ?")

  /// Whether a page may be continued, and where its listing began.
  func check(_ page: Page?, _ listing: Page.Listing, _ folder: Int64) throws(CatalogueError) -> Int64 {
    guard let page else { return state.sequence }
    guard page.epoch == epoch, page.listing == listing, page.folder == folder,
      page.began <= page.given.sequence, try hasLived(page.given)
    else { throw .expired }
    return page.began
  }

  func children(
    of folder: Int64, _ page: Page?, _ listing: Page.Listing, _ limit: Int
  ) throws(CatalogueError) -> [Row] {
    var rows: [Row] = []
    let add = { (statement: Statement) throws(CatalogueError) in
      rows.append(try Row(statement))
      return true
    }
    if listing == .folderByName {
      // Of two at one place, the one that was missed comes last, and one of them is shown.
      try database.each(
        Self.byName, .integer(folder), Value(page?.name ?? ""), .integer(page?.number ?? -1),
        .integer(Int64(limit)), read: add)
    } else {
      // Those of the same date first: there may be more of them than fit on a page.
      let date = page?.date ?? FileTime(seconds: .max, nanoseconds: .max)
      let key: [Value] = [.integer(folder), .integer(date.seconds), .integer(date.nanoseconds)]
      if let page {
        try database.each(Self.ofDate, key + [.integer(page.number), .integer(Int64(limit))], read: add)
      }
      if rows.count < limit {
        try database.each(Self.byDate, key + [.integer(Int64(limit - rows.count))], read: add)
      }
    }
    return rows
  }

  func rows(after number: Int64, _ limit: Int) throws(CatalogueError) -> [Row] {
    var rows: [Row] = []
    try database.each(
      tellsTrash ? Self.anywhereByNumber : Self.byNumber, .integer(number), .integer(Int64(limit))
    ) {
      statement throws(CatalogueError) in
      rows.append(try Row(statement))
      return true
    }
    return rows
  }
}

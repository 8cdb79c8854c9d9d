extension Catalogue {
  /// A page of the items in a folder, in the order of their row numbers. The system sorts them for display.
  ///
  /// - Throws: ``CatalogueError/expired`` for a page of another epoch or another listing,
  ///   ``CatalogueError/unknown(_:)`` for a deleted folder, ``CatalogueError/notScanned`` when no scan has completely
  ///   listed it, so that a page could omit items.
  public func children(of parent: ItemID, page: PageToken?, limit: Int) throws -> (
    items: [Item], next: PageToken?
  ) {
    let limit = max(limit, 1)
    return try tell { store in
      guard let folder = try store.row(parent), folder.item.kind == .folder else {
        throw CatalogueError.unknown(parent)
      }
      guard folder.isListed else { throw CatalogueError.notScanned }
      let began = try store.check(page, of: folder.number)
      let found = try store.children(of: folder.number, after: page?.number ?? 0, limit)
      let items = found.filter { !$0.isHidden }.map { $0.item(in: parent) }
      return (items, try store.next(found, limit, began, of: folder.number))
    }
  }

  /// A page of all items below Documents, and in the trash, parents before children.
  ///
  /// An item may be listed twice, and then the second state counts.
  /// - Throws: ``CatalogueError/expired`` for a page of another epoch or another listing,
  ///   ``CatalogueError/notScanned`` before the first complete scan, when it could omit items.
  public func everything(page: PageToken?, limit: Int) throws -> (items: [Item], next: PageToken?) {
    let limit = max(limit, 1)
    let (items, next, began) = try tell { store -> ([Item], PageToken?, Int64) in
      guard store.state.scanned != nil else { throw CatalogueError.notScanned }
      let began = try store.check(page, of: PageToken.everything)
      let position = page?.number ?? 0
      let found = try store.rows(after: position, limit)
      let items = try store.inOrder(found, hides: true) { $0.number > position }
      return (items, try store.next(found, limit, began, of: PageToken.everything), began)
    }
    if next == nil { try noteListing(began) }
    return (items, next)
  }

  /// The anchor of the change at which the last finished listing of everything began, or of the catalogue's first
  /// change when there was none.
  ///
  /// - Throws: ``CatalogueError/expired`` when later deletions are no longer stored, so that the system must list
  ///   again.
  public func currentAnchor() throws -> SyncAnchor {
    try tell { store in
      guard store.state.listed >= store.state.horizon else { throw CatalogueError.expired }
      return try store.anchor(at: store.state.listed)
    }
  }

  /// A power cut may undo this. Then the anchor is an older one, and more changes are reported than needed.
  private func noteListing(_ began: Int64) throws {
    guard try read({ store in store.state.listed != began }) else { return }
    try write(syncs: false) { store in store.state.listed = began }
  }
}

extension Store {
  private static let children = Query(
    "SELECT \(Row.columns) FROM item WHERE parent = ? AND number > ? ORDER BY number LIMIT ?")
  private static let all = Query(
    "SELECT \(Row.columns) FROM item WHERE number > ? AND +parent >= 0 ORDER BY number LIMIT ?")

  /// Whether a page may be continued, and where its listing began.
  fileprivate func check(_ page: PageToken?, of folder: Int64) throws -> Int64 {
    guard let page else { return state.sequence }
    guard page.epoch == state.epoch, page.folder == folder, page.began <= page.given.sequence,
      try hasLived(page.given)
    else { throw CatalogueError.expired }
    return page.began
  }

  /// The token of the next page; nil after the last one.
  fileprivate func next(_ found: [Row], _ limit: Int, _ began: Int64, of folder: Int64) throws -> PageToken? {
    guard found.count == limit, let last = found.last else { return nil }
    return PageToken(
      epoch: state.epoch, began: began, given: try moment(), folder: folder, number: last.number)
  }

  fileprivate func children(of folder: Int64, after number: Int64, _ limit: Int) throws -> [Row] {
    try rows(Self.children, [.integer(folder), .integer(number), .integer(Int64(limit))])
  }

  fileprivate func rows(after number: Int64, _ limit: Int) throws -> [Row] {
    try rows(Self.all, [.integer(number), .integer(Int64(limit))])
  }
}

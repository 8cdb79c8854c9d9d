/// Answers what the system reads: items, listings, changes and contents.
extension Provider {
  /// An item as it is now.
  ///
  /// - Throws: ``ProviderError/noSuchItem(_:)`` only when it is truly gone.
  public func item(_ id: ItemID) throws -> Item {
    guard let found = try find(id) else { throw ProviderError.noSuchItem(id) }
    return found
  }

  /// The items of one folder, a page of them.
  ///
  /// - Throws: ``ProviderError/noSuchItem(_:)`` for a folder that is gone; ``CatalogueError/expired`` for a page of another listing.
  public func children(of id: ItemID, page: PageToken?, limit: Int) throws -> Listing {
    if id != .trash, id != .root { _ = try item(id) }
    return try catalogue.children(of: id, page: page, limit: limit)
  }

  /// A page of all items, parents before children. After the last page the system is signalled, so that it enumerates
  /// changes from its anchor. With that call it confirms that it has received the listing.
  ///
  /// - Throws: ``CatalogueError/expired``, ``CatalogueError/notScanned``.
  public func everything(page: PageToken?, limit: Int) throws -> Listing {
    let listing = try catalogue.everything(page: page, limit: limit)
    recordNews(if: listing.next == nil && (page != nil || !listing.items.isEmpty))
    return listing
  }

  /// The anchor before everything, for the working set; of one folder, the last anchor that the system sent.
  ///
  /// - Throws: ``CatalogueError/store(_:)``.
  public func anchor(ofEverything isOfEverything: Bool) throws -> SyncAnchor {
    try isOfEverything ? catalogue.firstAnchor() : catalogue.currentAnchor()
  }

  /// The changes since an anchor; nil is a malformed one. After changes the system is signalled, so that it
  /// enumerates again from the new anchor. With that call it confirms that it has received the changes.
  ///
  /// - Throws: ``CatalogueError/expired`` for a malformed anchor, and for one of another history.
  public func changes(since anchor: SyncAnchor?, limit: Int) throws -> Changes {
    try catalogue.confirm(anchor)
    guard let anchor else { throw CatalogueError.expired }
    let changes = try catalogue.changes(since: anchor, limit: limit)
    recordNews(if: !changes.updated.isEmpty || !changes.deleted.isEmpty)
    return changes
  }

  /// Hands over a document's contents as a clone, and the item whose version they are.
  ///
  /// - Parameter folder: where the system wants it: an absolute path on the volume of the container.
  /// - Returns: the path of the clone, which is the system's from now on. A folder has none, nor has a link.
  /// - Throws: ``ProviderError/noSuchItem(_:)``; ``DiskError/Code/cancelled``; the errors of the disk.
  public func fetch(
    _ id: ItemID, into folder: String, copier: Copier = Copier()
  ) throws -> (path: String?, item: Item) {
    var copier = copier.leaving
    // The document itself is on the medium; what is lost of a copy is fetched again.
    copier.syncsFiles = false
    // A document that changes while it is read is read again, now as what it has become.
    return try retrying {
      let found = try locateExisting(id)
      guard found.item.kind == .file else { return (nil, found.item) }
      return (
        try documents.copy(found.path, expecting: found.item.snapshot, into: folder, copier: copier),
        found.item
      )
    }
  }

  /// The absolute path of a new file in the folder in which the system takes copies. If the process dies before it removes
  /// the file, ``removeCopies(in:now:)`` finds it.
  public static func pathOfCopy(in folder: String) -> String {
    folder + "/" + FileName.random(Documents.copySuffix).description
  }

  /// Removes the copies that an earlier process left in the folder in which the system takes them.
  public func removeCopies(in folder: String, now: FileTime = ScanClock.system.now()) {
    documents.removeCopies(in: folder, now: now)
  }

  /// Finds the absolute path of a document at this moment. Only for a caller that reads it, and that a different document under
  /// that path does not harm.
  ///
  /// - Throws: ``ProviderError/noSuchItem(_:)``.
  public func itemWithPath(_ id: ItemID) throws -> (item: Item, path: String) {
    let found = try locateExisting(id)
    return (found.item, container.path(of: found.path))
  }
}

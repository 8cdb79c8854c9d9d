extension Catalogue {
  /// An existing item, or a missing one that no scan has deleted yet.
  ///
  /// - Returns: nil when it was deleted.
  /// - Throws: ``CatalogueError/notScanned`` when it is unknown and no complete scan was made.
  public func item(_ id: ItemID) throws -> Item? {
    try tell { store in
      if let row = try store.row(id) { return try store.item(row) }
      if store.state.scanned == nil { throw CatalogueError.notScanned }
      return nil
    }
  }

  /// The item of that name in a folder.
  public func item(named name: FileName, in parent: ItemID) throws -> Item? {
    try tell { store in
      guard let parent = try store.row(parent), let row = try store.row(named: name, in: parent.number),
        row.missing == 0
      else { return nil }
      return try store.item(row)
    }
  }

  /// The item that is this file at present.
  public func item(withFile file: FileID) throws -> Item? {
    try tell { store in
      guard let row = try store.row(of: file) else { return nil }
      return try store.item(row)
    }
  }

  /// The documents whose contents a call of the system made, the one that changed last first.
  func items(of origin: Identity.Origin) throws -> [Item] {
    try tell { store in
      var items: [Item] = []
      for row in try store.rows(of: origin) { items.append(try store.item(row)) }
      return items
    }
  }

  /// Where an item is below Documents, or below the trash.
  ///
  /// - Returns: nil when the item, or a folder that it lies in, was deleted or is missing.
  public func path(of id: ItemID) throws -> DocumentPath? {
    try read { store in
      guard let row = try store.row(id) else { return nil }
      return try store.path(of: row)
    }
  }
}

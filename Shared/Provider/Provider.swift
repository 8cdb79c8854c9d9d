/// Documents as the File Provider hands them to the system: items with identities, over the catalogue, with
/// every change going through the one door.
///
/// Every function is one question of the system and answers it completely: when it returns, what it says is
/// on disk and committed. It may be called from several threads. What a process leaves that dies in it is
/// told by ``Documents``, ``Drain`` and ``Catalogue``; in each case the system asks again, and the second
/// answer is the same.
public final class Provider: Sendable {
  let container: Container
  let documents: Documents
  let catalogue: Catalogue
  let doorbell: Doorbell

  /// Opens the catalogue, and makes it when there is none.
  ///
  /// - Parameters:
  ///   - container: the App Group's.
  ///   - home: a folder of the extension's own, absolute; the catalogue is kept in it.
  ///   - doorbell: told of every change that this makes in Documents.
  public init(
    container: Container, home: String, doorbell: Doorbell = Doorbell()
  ) throws(ProviderError) {
    self.container = container
    self.doorbell = doorbell
    documents = Documents(container)
    // On a new phone nothing has come yet, and there is no folder for it.
    _ = try ProviderError.wrap { () throws(DiskError) in try container.open(.documents) }
    catalogue = try ProviderError.wrap { () throws(CatalogueError) in
      try Catalogue(path: Catalogue.path(in: home), container: container)
    }
  }

  /// Settles, drains for at most a second, and looks at what changed in Documents: before every answer that
  /// lists.
  ///
  /// - Returns: whether the drain has left something for later, so that the system should be told to ask
  ///   again.
  public func refresh() throws(ProviderError) -> Bool {
    var hasBrought = false
    defer { if hasBrought { doorbell.ring(.provider) } }
    let isDrained = try ProviderError.wrap { () throws(DiskError) in
      // What could not be taken in waits, and the app says why.
      try Drain(container, preferences: .current).run(limit: .beforeEnumeration) { outcome in
        if case .imported = outcome.result { hasBrought = true }
      }
    }
    try scan()
    return !isDrained
  }

  /// Looks at what changed in Documents.
  func scan() throws(ProviderError) {
    try ProviderError.wrap { () throws(CatalogueError) in try catalogue.scan() }
  }

  /// An item as it is now.
  ///
  /// - Throws: ``ProviderError/noSuchItem(_:)`` only when it is truly gone.
  public func item(_ id: ItemID) throws(ProviderError) -> Item {
    try require(id)
  }

  /// The items of one folder, a page of them.
  public func children(
    of id: ItemID, order: Catalogue.Order, page: Page?, limit: Int
  ) throws(ProviderError) -> (items: [Item], next: Page?) {
    if id != .root { _ = try require(id) }
    return try ProviderError.wrap { () throws(CatalogueError) in
      try catalogue.children(of: id, page: page, order: order, limit: limit)
    }
  }

  /// All items, parents before children, a page of them.
  public func everything(page: Page?, limit: Int) throws(ProviderError) -> (items: [Item], next: Page?) {
    try ProviderError.wrap { () throws(CatalogueError) in try catalogue.everything(page: page, limit: limit) }
  }

  /// A moment at or before everything that was listed last.
  public func currentAnchor() throws(ProviderError) -> Anchor {
    try ProviderError.wrap { () throws(CatalogueError) in try catalogue.currentAnchor() }
  }

  /// What changed since a moment.
  public func changes(since anchor: Anchor, limit: Int) throws(ProviderError) -> Changes {
    try ProviderError.wrap { () throws(CatalogueError) in
      try catalogue.changes(since: anchor, limit: limit)
    }
  }

  /// Hands over a document's contents as a clone, and the item whose version they are.
  ///
  /// - Parameter folder: where the system wants it, absolute: a folder on the volume of the container.
  /// - Returns: the path of the clone, which is the system's from now on. A folder has none.
  public func fetch(
    _ id: ItemID, into folder: String, copier: Copier = Copier()
  ) throws(ProviderError) -> (path: String?, item: Item) {
    // A document that changes while it is read is read again, now as what it has become.
    for _ in 0..<Self.attempts {
      let item = try require(id)
      guard item.kind == .file else { return (nil, item) }
      let path = try path(of: item)
      if let clone = try clone(item, at: path, into: folder, copier: copier) { return (clone, item) }
      try scan()
    }
    throw .disk(DiskError(.changed, at: try path(of: require(id)).description))
  }

  /// How often a question is looked into again because a document changed meanwhile.
  static let attempts = 3

  /// Clones a document if it still is what the item says; nil when it is not.
  private func clone(
    _ item: Item, at path: DocumentPath, into folder: String, copier: Copier
  ) throws(ProviderError) -> String? {
    let target = FileName(Parcel.randomName())
    do throws(DiskError) {
      let parent = try container.openExisting(.documents).folder(at: path.parent)
      let destination = try Folder.open(folder, disk: container.disk)
      return try parent.withFile(item.name) { file throws(DiskError) in
        let disk = container.disk
        guard try disk.identify(file, nil) == item.file, item.isCurrent(try disk.status(file, nil)) else {
          return nil
        }
        try copier.copy(file, at: parent.place(item.name), to: destination, as: target)
        return folder + "/" + target.description
      }
    } catch  where error.code == .notFound || error.code == .changed || error.code == .notAFolder {
      return nil
    } catch {
      throw .disk(error)
    }
  }

  /// An item that must be there.
  func require(_ id: ItemID) throws(ProviderError) -> Item {
    guard let found = try find(id) else { throw .noSuchItem(id) }
    return found
  }

  /// An item, if it is there. A catalogue that has never looked at everything looks first: what it does not
  /// know may exist all the same.
  func find(_ id: ItemID) throws(ProviderError) -> Item? {
    do throws(CatalogueError) {
      return try catalogue.item(id)
    } catch  where error == .notScanned {
      try scan()
      return try ProviderError.wrap { () throws(CatalogueError) in try catalogue.item(id) }
    } catch {
      return try ProviderError.wrap { () throws(CatalogueError) in throw error }
    }
  }

  /// Where an item is.
  func path(of item: Item) throws(ProviderError) -> DocumentPath {
    let path = try ProviderError.wrap { () throws(CatalogueError) in try catalogue.path(of: item.id) }
    guard let path else { throw .noSuchItem(item.id) }
    return path
  }
}

extension Item {
  /// Whether the file still has the contents that the catalogue knows.
  func isCurrent(_ status: FileStatus) -> Bool {
    size == status.size && modified == status.modified && changed == status.changed
  }

  /// What an edit of it was made from.
  var known: Documents.Known {
    Documents.Known(file: file, size: size, modified: modified, changed: changed)
  }
}

/// Where items are: what the catalogue says, borne out by a look at the place.
extension Provider {
  /// An item that the system may know of and that must be there.
  func require(_ id: ItemID) throws -> Item {
    guard let found = try find(id), isTold(found) else { throw ProviderError.noSuchItem(id) }
    return found
  }

  /// An item, if it is there, in the trash or not. A catalogue that has never looked at everything looks
  /// first: what it does not know may exist all the same.
  func find(_ id: ItemID) throws -> Item? {
    do {
      return try catalogue.item(id)
    } catch CatalogueError.notScanned {
      try scan()
      return try catalogue.item(id)
    }
  }

  /// Whether the system knows of an item. Where it has no trash, what is thrown away is gone.
  func isTold(_ item: Item) -> Bool { syncsTrash || !item.isTrashed }

  /// An item as it is on disk at this moment, and where; nil when it is gone.
  ///
  /// One look at its place; only when that finds something else, its folder and all that changed are looked at.
  func place(_ id: ItemID) throws -> (item: Item, path: DocumentPath)? {
    guard let item = try find(id) else { return nil }
    if let path = try catalogue.path(of: id), try stands(item, at: path, isUnchanged: true) {
      return (item, path)
    }
    try lookAgain(at: id)
    guard let item = try find(id) else { return nil }
    // A scan missed it, and has not found or deleted it yet.
    guard let path = try catalogue.path(of: id) else {
      throw DiskError(.changed, at: item.name.description)
    }
    return (item, path)
  }

  /// The same of an item that must be there and that the system may know of.
  func requirePlaced(_ id: ItemID) throws -> (item: Item, path: DocumentPath) {
    guard let found = try place(id), isTold(found.item) else { throw ProviderError.noSuchItem(id) }
    return found
  }

  /// Scans the folder of an item, whose entries may have changed in place, and every folder whose times changed.
  func lookAgain(at id: ItemID) throws {
    try catalogue.forgetVisit(ofFolderOf: id)
    try scan()
  }

  /// Does something on disk, and again after a scan when the disk was not as the catalogue said: an item or a folder went
  /// elsewhere meanwhile, or the sweep took a staged copy.
  func retrying<Result>(_ body: () throws -> Result) throws -> Result {
    for _ in 1..<Self.attempts {
      do {
        return try body()
      } catch let error as DiskError where [.swept, .changed, .notFound].contains(error.code) {
        try scan()
      }
    }
    return try body()
  }

  /// The folder that an item is to lie in: where it is, and which it must be; the rooms are found by their
  /// paths.
  func folder(_ id: ItemID) throws -> (path: DocumentPath, file: FileID?) {
    if id == .root { return (DocumentPath(), nil) }
    if id == .trash {
      guard syncsTrash else { throw ProviderError.noSuchItem(id) }
      return (.trash, nil)
    }
    let (item, path) = try requirePlaced(id)
    guard item.kind == .folder else { throw ProviderError.noSuchItem(id) }
    return (path, item.file)
  }

  /// Stores what was done on disk: that a file has a name in a folder. When another process did something there
  /// meanwhile, what changed is scanned.
  ///
  /// - Parameters:
  ///   - id: which item the call was about; nil is a new one.
  ///   - version: the content version that the system is answered with; nil when it is not told of this item.
  /// - Returns: that item, or the item that the new file is now.
  func commit(
    _ file: FileID, of id: ItemID?, in parent: ItemID, as name: FileName, answering version: Int64?
  ) throws -> Item {
    do {
      let item = try catalogue.commit(file, in: parent, as: name, answering: version)
      if id == nil || id == item.id { return item }
      // Another process has taken the file out of its place at this moment, and it is another item by now.
      try scan()
    } catch let error as CatalogueError where error == .unknown(parent) || error == .notScanned {
      try scan()
    } catch let error as DiskError where error.isGone || error.code == .changed {
      try scan()
    }
    // What is nowhere any more must be done again.
    guard let found = try catalogue.item(withFile: file) else {
      throw DiskError(.changed, at: container.path(of: .documents))
    }
    guard let id, id != found.id else { return found }
    return try require(id)
  }

  /// The item of that name in a folder, if the catalogue knows it.
  func child(_ name: FileName, of parent: ItemID) throws -> Item? {
    try catalogue.item(named: name, in: parent)
  }

  /// Whether the file of an item is at a path.
  ///
  /// - Parameter isUnchanged: whether its contents must be those that the catalogue knows, too.
  func stands(_ item: Item, at path: DocumentPath, isUnchanged: Bool = false) throws -> Bool {
    guard let name = path.names.last else { return false }
    do {
      let folder = try container.folder(at: path.parent)
      let file = try folder.identify(name)
      // What a folder looks like changes with what is in it; which folder it is is enough.
      if item.kind == .folder || !isUnchanged { return file == item.file }
      return item.known.isSame(as: try folder.status(name), file)
    } catch {
      guard error.isGone || error.code == .changed else { throw error }
      return false
    }
  }
}

extension Item {
  /// What an edit of it was made from.
  var known: Documents.ItemState {
    Documents.ItemState(file: file, size: size, modified: modified, changed: changed)
  }
}

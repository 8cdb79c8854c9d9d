/// The paths of items: the path in the catalogue, checked on disk.
extension Provider {
  /// An item, and where it was at that look. A call looks once. What acts on it says which file it expects there, and
  /// fails with an error that ``retrying(_:)`` knows when another process was faster.
  struct Located {
    var item: Item
    var path: DocumentPath

    /// The folder that it lies in.
    var folder: LocatedFolder { LocatedFolder(id: item.parent, path: path.parent, file: nil) }
  }

  /// A folder for items: where it is, and which it must be, unless it is Documents or the trash, which are found by their paths.
  struct LocatedFolder {
    var id: ItemID
    var path: DocumentPath
    var file: FileID?
  }

  /// An existing item, also in the trash. Before its first complete scan the catalogue scans first, because an
  /// unknown item may exist.
  func find(_ id: ItemID) throws -> Item? { try scanningFirst { try catalogue.item(id) } }

  private func scanningFirst<Result>(_ ask: () throws -> Result) throws -> Result {
    do {
      return try ask()
    } catch CatalogueError.notScanned {
      try scan()
      return try ask()
    }
  }

  /// The present state of an item on disk, with its path; nil when it does not exist.
  ///
  /// One look at its place; only when that finds something else, its folder and all that changed are looked at.
  func locate(_ id: ItemID) throws -> Located? {
    let ask = { try self.scanningFirst { try self.catalogue.itemWithPath(id) } }
    guard let (item, path) = try ask() else { return nil }
    if try isPresent(item, at: path, isUnchanged: true) { return Located(item: item, path: path) }
    try scan(folderOf: id)
    guard let (item, path) = try ask() else { return nil }
    // It may be neither found nor decided to be gone.
    guard try isPresent(item, at: path) else { throw DiskError(.changed, at: item.name.description) }
    return Located(item: item, path: path)
  }

  /// The same of an item that must be there and that the system may know of.
  func locateExisting(_ id: ItemID) throws -> Located {
    guard let found = try locate(id) else { throw ProviderError.noSuchItem(id) }
    return found
  }

  /// The folder that an item is to lie in.
  func folder(_ id: ItemID) throws -> LocatedFolder {
    if id == .root { return LocatedFolder(id: id, path: DocumentPath(), file: nil) }
    if id == .trash { return LocatedFolder(id: id, path: .trash, file: nil) }
    let found = try locateExisting(id)
    guard found.item.kind == .folder else { throw ProviderError.noSuchItem(id) }
    return LocatedFolder(id: id, path: found.path, file: found.item.file)
  }

  /// Scans the folder of an item, whose entries may have changed in place, and every folder whose times changed.
  func scan(folderOf id: ItemID) throws {
    try catalogue.forgetVisit(ofFolderOf: id)
    try scan()
  }

  /// How often a call begins again because a document changed meanwhile.
  private static let attempts = 3

  /// Answers a call, and does so again from its beginning after a scan when the disk was not as the catalogue said: an item
  /// or a folder went elsewhere meanwhile, or the sweep took a staged copy. What the first try did is found by its origin.
  func retrying<Result>(_ call: () throws -> Result) throws -> Result {
    for _ in 1..<Self.attempts {
      do {
        return try call()
      } catch let error as DiskError where error.isOutdated {
        try scan()
      }
    }
    return try call()
  }

  /// Stores what was done on disk: that a file is at a path. When another process did something there meanwhile, what
  /// changed is scanned.
  ///
  /// - Parameters:
  ///   - id: which item the call was about; nil is a new one.
  ///   - version: the content version that the system is answered with; nil when it is not told of this item.
  ///   - identity: that of a new link, which does not carry it.
  /// - Returns: that item, or the item that the new file is now.
  func commit(
    _ file: FileID, of id: ItemID?, at path: DocumentPath, in parent: ItemID, answering version: Int64?,
    as identity: Identity? = nil
  ) throws -> Located {
    do {
      let item = try catalogue.commit(
        file, in: parent, as: path.names.last ?? "", answering: version, linkIdentity: identity)
      if id == nil || id == item.id { return Located(item: item, path: path) }
      // Another process has taken the file out of its place at this moment, and it is another item by now.
    } catch let error as CatalogueError where error == .unknown(parent) || error == .notScanned {
    } catch let error as DiskError where error.isOutdated {
    }
    try scan()
    // What is nowhere any more must be done again.
    let new = try catalogue.item(withFile: file)
    if let new, id == nil || id == new.id { return Located(item: new, path: path) }
    guard new != nil, let id, let found = try find(id) else {
      throw DiskError(.changed, at: container.path(of: path))
    }
    return Located(item: found, path: path)
  }

  /// Stores where an item is now, and what it is like.
  func commit(_ item: Item, at path: DocumentPath, in parent: ItemID) throws -> Located {
    try commit(item.file, of: item.id, at: path, in: parent, answering: item.contentVersion)
  }

  /// Tells whether a path still names the file of an item.
  ///
  /// - Parameter isUnchanged: whether its contents must be those that the catalogue knows, too.
  func isPresent(_ item: Item, at path: DocumentPath, isUnchanged: Bool = false) throws -> Bool {
    guard let name = path.names.last else { return false }
    do {
      let found = try container.folder(at: path.parent)[name].snapshot()
      return isUnchanged ? item.snapshot.matches(found) : item.file == found.file
    } catch {
      guard error.isOutdated else { throw error }
      return false
    }
  }
}

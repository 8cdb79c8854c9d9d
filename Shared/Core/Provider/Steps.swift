// The steps of a call that brings something: contents, then the place, then what is set on the file.
extension Provider {
  /// Moves a staged copy into a folder, under its name or the next free one, and commits it.
  ///
  /// - Parameter isAnswer: whether the system is answered with this item.
  func publish(
    _ staged: Staged, as identity: Identity, in folder: LocatedFolder, isAnswer: Bool
  ) throws -> Located {
    let path = try documents.add(staged, in: folder.path, expecting: folder.file)
    return try commit(
      staged.file, of: nil, at: path, in: folder.id, answering: isAnswer ? identity.version : nil,
      as: identity)
  }

  /// Replaces a document's contents, or a link by one with another target, if it is still in the expected state;
  /// otherwise they become a document beside it. Their dates are set before, because the identity contains the
  /// modification date.
  ///
  /// - Returns: also the content version of the new contents.
  func replace(
    _ found: Located, with contents: Documents.Contents, by origin: Identity.Origin, _ change: ItemChange,
    _ copier: Copier
  ) throws -> (found: Located, version: Int64) {
    let item = found.item
    let delivery = Delivery(
      source: contents, id: item.id, origin: origin, change: change.dates, replaces: found.path)
    return try withStaged(delivery, as: DocumentName(item.name), copier) { staged, identity, _ in
      let replacement = try documents.replaceContents(of: found.path, with: staged, expecting: item.snapshot)
      // Committed wherever it ended: a scan would give a link no origin, because a link carries none.
      var (path, own, isBeside) = (found.path, identity, false)
      switch replacement {
      case .replaced, .replacedKeeping: break
      case .recreated(let other): path = other
      case .beside(let other): (path, own.id, isBeside) = (other, .random(), true)
      }
      // What ended beside is an item of its own, and answers no request.
      let new = try commit(
        staged.file, of: isBeside ? nil : item.id, at: path, in: item.parent,
        answering: isBeside ? nil : identity.version, as: own)
      if replacement == .replaced { return (new, identity.version) }
      // Another process changed the document: look at what is there now.
      try scan()
      guard let now = try locate(item.id) else { throw DiskError(.changed, at: item.name.description) }
      return (now, identity.version)
    }
  }

  /// Makes the other changes of a call after the contents: the move, then the fields.
  ///
  /// - Parameter version: the content version of the bytes that the system has; nil is the item's.
  func finish(_ found: Located, _ change: ItemChange, version: Int64? = nil) throws -> ProviderReply {
    let (item, missed) = try setAttributes(move(found, change), change)
    return ProviderReply(item: item, systemVersion: version ?? found.item.contentVersion, missed: missed)
  }

  /// Moves an item to the folder and the name that a call wants, as far as it is not there.
  func move(_ found: Located, _ change: ItemChange) throws -> Located {
    let (item, path) = (found.item, found.path)
    let name = change.name.map { DocumentName($0) }
    let keepsName = name == nil || name?.fileName == item.name
    var folder = found.folder
    if let parent = change.parent, parent != item.parent { folder = try self.folder(parent) }
    // A folder cannot go into itself: the app moved that one into this one meanwhile. It stays in its folder, and the
    // answer says so, which the system then does as well.
    if folder.path.directory == path.directory, folder.path.names.starts(with: path.names) {
      folder = found.folder
    }
    if folder.id == item.parent, keepsName { return found }
    if folder.id == .trash, path.directory != .trash {
      return try commit(item, at: documents.trash(path, expecting: item.file, as: name), in: .trash)
    }
    let placed = try documents.move(
      path, expecting: item.file, to: folder.path, as: name, expecting: folder.file)
    if path.directory == .trash, placed.directory != .trash { documents.removeTrashInfo(placed, item.file) }
    if item.kind == .folder, path.directory != .trash { Preferences.follow(path, to: placed) }
    return try commit(item, at: placed, in: folder.id)
  }

  /// Sets everything but name and parent: the item as it is then, and what the volume would not take.
  private func setAttributes(
    _ found: Located, _ change: ItemChange
  ) throws -> (item: Item, missed: ItemChange.Fields) {
    let item = found.item
    let change = change.lacking(in: item)
    // A link keeps nothing of the kind.
    if change.fields.isEmpty || item.kind == .link { return (item, []) }
    var missed: ItemChange.Fields = []
    try documents.change(found.path, expecting: item.file) { file throws(DiskError) in
      missed = try change.apply(file)
    }
    return (try commit(item, at: found.path, in: item.parent).item, missed)
  }

  /// An answer that is not what was asked for is news: a conflict copy beside the item, another name or folder.
  ///
  /// The system fetches the contents of a file again. It never fetches a link, so a link is reported as changed once more.
  func reporting(_ answer: ProviderReply, _ change: ItemChange) throws -> ProviderReply {
    let item = answer.item
    if answer.isConflicted, item.kind == .link { try catalogue.reportAgain(item.id) }
    recordNews(
      if: answer.isConflicted || change.name.map { FileName($0) != item.name } ?? false
        || change.parent.map { $0 != item.parent } ?? false)
    return answer
  }
}

extension ItemChange {
  /// The same without what an item is already: played again, a call sets nothing twice.
  fileprivate func lacking(in item: Item) -> ItemChange {
    var rest = self
    if modified == item.modified { rest.modified = nil }
    if created == item.created { rest.created = nil }
    if lastUsed == .some(item.lastUsed) { rest.lastUsed = nil }
    if tags == .some(item.tags) { rest.tags = nil }
    if favouriteRank == .some(item.favouriteRank) { rest.favouriteRank = nil }
    if attributes == item.plainAttributes { rest.attributes = nil }
    if flags == item.flags { rest.flags = nil }
    return rest
  }
}

/// The answer to a call that brought something.
public struct ProviderReply: Sendable {
  /// The item as it is now.
  public var item: Item
  /// The content version of the bytes that the system has of the item: those that it brought with the call, or had before.
  var systemVersion: Int64
  /// The fields that the volume refused; the rest of the call is done.
  public var missed: ItemChange.Fields = []

  /// An answer of its parts. Without a version of its own, the system has the item's contents, or none.
  public init(item: Item, systemVersion: Int64? = nil, missed: ItemChange.Fields = []) {
    (self.item, self.missed) = (item, missed)
    self.systemVersion = systemVersion ?? item.contentVersion
  }

  /// Tells whether the document has other contents than the system: those that the call brought are a document beside it, or
  /// another process has written over them. A folder has one version for life.
  public var isConflicted: Bool { item.kind != .folder && item.contentVersion != systemVersion }

  /// Tells whether the system should fetch the item's contents. A link has none: its target is in the answer.
  public var needsFetch: Bool { isConflicted && item.kind == .file }

  /// The item as the system is told of it: with the version of the bytes that the system has. An edit that it sends before
  /// it has fetched the others is then not taken for an edit of those.
  public var reportedItem: Item {
    var reported = item
    if isConflicted { reported.contentVersion = systemVersion }
    return reported
  }
}

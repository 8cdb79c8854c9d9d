extension Provider {
  /// Gives an item new contents, another name, another folder, dates, tags, in this order. Each is whole by itself. If the
  /// process is killed between them, the same call again does the rest.
  /// - Parameters:
  ///   - place: the name and folder that the system knows the item under.
  ///   - contents: the absolute path of the new contents, which are only read; nil leaves them. Those of a link are
  ///     the target in the change.
  ///   - base: the content version that the edit was made from.
  ///   - metadata: the metadata version that the system knew then; nil if unknown.
  ///   - mayExist: whether the document may be there already under its new name, because the system merges two folders: then
  ///     two documents with the same bytes become one.
  ///   - keepsBoth: what becomes of an edit of a document that the app or another process changed: a document beside it,
  ///     under the next free name; or else an error, and nothing is done.
  /// - Returns: the present item. Contents for a missing document create it again; contents for one in the trash put
  ///   it back.
  /// - Throws: ``ProviderError/noSuchItem(_:)`` for an item that is gone, and nothing that could be lost by
  ///   it; ``ProviderError/conflict``.
  public func modify(
    _ id: ItemID, _ change: ItemChange, at place: (name: String, parent: ItemID), contents: String?,
    base: Base, metadata: Int64? = nil, mayExist: Bool = false, keepsBoth: Bool = true,
    copier: Copier = Copier()
  ) throws -> ProviderReply {
    guard id != .root, id != .trash else { throw ProviderError.unsupported }
    return try calls.inTurn(id.text, copier) {
      // Also when it fails: some of it may be done.
      defer { notifier.post(.provider) }
      return try retrying {
        try apply(
          change, to: id, at: place,
          contents: change.target.map { .link(to: $0) } ?? contents.map { .copy(of: $0) },
          base: base, metadata: metadata, mayExist: mayExist, keepsBoth: keepsBoth, copier: copier)
      }
    }
  }

  private func apply(
    _ wish: ItemChange, to id: ItemID, at place: (name: String, parent: ItemID),
    contents: Documents.Contents?, base: Base, metadata: Int64?, mayExist: Bool, keepsBoth: Bool,
    copier: Copier
  ) throws -> ProviderReply {
    guard var found = try locate(id) else {
      guard let contents else { throw ProviderError.noSuchItem(id) }
      return try recreate(id, wish, at: place, from: contents, copier)
    }
    if mayExist, contents == nil, let twin = try twin(of: found, wish) {
      return try reporting(finish(merge(found, into: twin), wish), wish)
    }
    var change = wish
    var version = systemVersion(base, of: found.item)
    if let contents {
      if found.item.isTrashed { change = try bringingBack(found, change, at: place, metadata) }
      (found, version) = try apply(contents, for: found, change, base: base, keepsBoth: keepsBoth, copier)
      // The dates of contents that became a conflict copy do not belong to this document.
      if version != found.item.contentVersion { change.modified = nil }
    }
    return try reporting(finish(found, change, version: version), wish)
  }

  /// The other document that has the bytes of one and all that the user set on it, and the name and folder that it is to get.
  private func twin(of found: Located, _ change: ItemChange) throws -> Located? {
    guard found.item.kind == .file, change.name != nil || change.parent != nil else { return nil }
    let name = change.name.map { DocumentName($0) } ?? DocumentName(found.item.name)
    let twin = try existing(
      name, in: folder(change.parent ?? found.item.parent), .copy(of: container.path(of: found.path)),
      mayExist: true)
    guard let twin, twin.item.id != found.item.id, twin.item.tags == found.item.tags,
      twin.item.favouriteRank == found.item.favouriteRank, twin.item.attributes == found.item.attributes
    else { return nil }
    return twin
  }

  /// Removes a document whose bytes another one has, if both are unchanged once it is out of Documents. The system keeps the
  /// item that the answer names, and removes the other. If the process is killed here, the document is there or not, and the
  /// call is made again.
  private func merge(_ found: Located, into twin: Located) throws -> Located {
    try documents.remove(found.path, expecting: found.item.file) { _, snapshot in
      // What cannot be looked at may be something else.
      let stays = (try? self.isPresent(twin.item, at: twin.path, isUnchanged: true)) ?? false
      return stays && found.item.snapshot.matches(snapshot)
    }
    try catalogue.commitRemoval(of: found.item.id)
    return twin
  }

  /// An edit of a document that was deleted meanwhile makes it a document again.
  private func recreate(
    _ id: ItemID, _ change: ItemChange, at place: (name: String, parent: ItemID),
    from contents: Documents.Contents, _ copier: Copier
  ) throws -> ProviderReply {
    var whole = change
    whole.name = change.name ?? place.name
    whole.parent = try standingFolder(change.parent ?? place.parent)
    // It gets another identifier.
    recordNews()
    return try make("again-" + id.text, whole, from: contents, mayExist: false, copier)
  }

  /// An edit of what was thrown away meanwhile brings it back, unless the user edited it in the trash. If its whole folder was
  /// thrown away, it comes to where that was.
  private func bringingBack(
    _ found: Located, _ wish: ItemChange, at place: (name: String, parent: ItemID), _ metadata: Int64?
  ) throws -> ItemChange {
    var change = wish
    guard wish.parent == nil, place.parent != .trash else { return wish }
    let folder = try find(place.parent)
    change.parent = folder?.id ?? .root
    if let folder, folder.isTrashed, let top = found.path.names.first {
      // The system knew it when the edit began, or has thrown the folder away itself.
      if try metadata == found.item.metadataVersion || catalogue.isOfSystem(top, in: .trash) { return wish }
      change.parent = try formerFolder(ofTrashed: top)
    }
    change.name = wish.name ?? place.name
    return change
  }

  /// The folder that something in the trash lay in; the root if that is not there.
  private func formerFolder(ofTrashed name: FileName) throws -> ItemID {
    let origin = try documents.trashInfo(of: DocumentPath([name], in: .trash))?.path
    guard let origin, origin.directory == .documents else { return .root }
    var folder = ItemID.root
    for name in origin.parent.names {
      guard let item = try catalogue.item(named: name, in: folder), item.kind == .folder else { return .root }
      folder = item.id
    }
    return folder
  }

  /// A folder if it is there, else the root.
  private func standingFolder(_ id: ItemID) throws -> ItemID {
    if id == .root || id == .trash { return id }
    guard let found = try find(id), found.kind == .folder else { return .root }
    return id
  }

  /// Takes the contents that a call brings: as the document's, if they were made from what it is, also when they are equal to
  /// an earlier state; else as a conflict copy beside it.
  ///
  /// - Returns: also the content version of what the call brought.
  private func apply(
    _ contents: Documents.Contents, for found: Located, _ change: ItemChange, base: Base, keepsBoth: Bool,
    _ copier: Copier
  ) throws -> (found: Located, version: Int64) {
    let item = found.item
    let target: FileName? = if case .link(let target) = contents { target } else { nil }
    guard target == nil || item.kind == .link else { throw ProviderError.unsupported }
    // A file that a program saved in the place of a link becomes a document beside the link.
    let isSameKind = (target != nil) == (item.kind == .link)
    // The target is all that the system changes of a link.
    if let target, target == item.target { return (found, item.contentVersion) }
    let origin = Identity.Origin.modify(item.id, base: base.bytes)
    if isSameKind, item.origin == origin {
      // This very call, or an earlier save of the same copy, made the present state.
      if try documents.isSame(found.path, as: contents) { return (found, item.contentVersion) }
      if try !isOlder(contents, change, than: item) {
        return try replace(found, with: contents, by: origin, change, copier)
      }
    } else if isSameKind, isCurrent(base, of: item) {
      return try replace(found, with: contents, by: origin, change, copier)
    }
    guard keepsBoth else { throw ProviderError.conflict }
    // The system asks for no conflict copy by itself.
    recordNews()
    try scanIfDue()
    for copy in try made(by: origin) where copy.item.id != item.id {
      if try documents.isSame(copy.path, as: contents) { return (found, copy.item.contentVersion) }
    }
    let name = DocumentName(item.name).marked(conflictWord)
    if let copy = try publishedLink(contents, as: name, in: found.folder) {
      return (found, copy.item.contentVersion)
    }
    let delivery = Delivery(source: contents, origin: origin, change: change.dates, conflict: item.id)
    return try withStaged(delivery, as: name, copier) { staged, identity, _ in
      // First put the document back from the trash, so that the conflict copy is beside it.
      let found = item.isTrashed ? try move(found, change) : found
      _ = try publish(staged, as: identity, in: found.folder, isAnswer: false)
      return (found, identity.version)
    }
  }

  /// Tells whether contents were last written before the document was.
  private func isOlder(_ source: Documents.Contents, _ change: ItemChange, than item: Item) throws -> Bool {
    // The date of a link in Documents is that of its staging, whenever the user changed it.
    guard case .copy(let contents) = source else { return false }
    if let modified = change.modified { return modified < item.modified }
    return try Folder.source(of: contents, orUse: container.open(.staging)).status().modified < item.modified
  }
}

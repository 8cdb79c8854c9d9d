extension Provider {
  /// Gives an item new contents, another name, another folder, dates, tags, in this order. Each is whole by itself, so a
  /// process that dies in between has done some of them, and the same call again does the rest.
  /// - Parameters:
  ///   - place: the name and folder that the system knows the item under.
  ///   - contents: the absolute path of the new contents, which are only read; nil leaves them.
  ///   - base: the content version that the edit was made from.
  ///   - keepsBoth: what becomes of an edit of a document that the app or another process changed: a document beside it,
  ///     under the next free name; or else an error, and nothing is done.
  /// - Returns: the item as it is now. Of a document that was gone, contents make it anew; one that was
  ///   thrown away comes back with them.
  /// - Throws: ``ProviderError/noSuchItem(_:)`` for an item that is gone, and nothing that could be lost by
  ///   it; ``ProviderError/conflict``.
  public func modify(
    _ id: ItemID, _ change: ItemChange, at place: (name: String, parent: ItemID), contents: String?,
    base: Base, keepsBoth: Bool = true, copier: Copier = Copier()
  ) throws -> ProviderReply {
    guard id != .root, id != .trash else { throw ProviderError.unsupported }
    return try calls.inTurn(id.text, copier) {
      // Also when it fails: some of it may be done.
      defer { notifier.post(.provider) }
      return try apply(
        change, to: id, at: place, contents: contents, base: base, keepsBoth: keepsBoth, copier: copier)
    }
  }

  private func apply(
    _ change: ItemChange, to id: ItemID, at place: (name: String, parent: ItemID), contents: String?,
    base: Base, keepsBoth: Bool, copier: Copier
  ) throws -> ProviderReply {
    let known = try self.place(id)
    guard let (item, _) = known, isTold(item) || contents != nil else {
      guard let contents else { throw ProviderError.noSuchItem(id) }
      return try recreate(id, change, at: place, from: contents, copier)
    }
    let wish = change
    var change = change
    var answer = ProviderReply(item: item, systemVersion: systemVersion(base, of: item))
    if let contents {
      if item.isTrashed { change = try bringingBack(item, change, at: place) }
      do {
        // Tried again from the beginning: the base is compared with what the document is by then.
        answer = try retrying {
          try take(contents, for: id, change, base: base, keepsBoth: keepsBoth, copier)
        }
      } catch ProviderError.noSuchItem {
        // Deleted at this very moment: as if it had been before.
        return try recreate(id, change, at: place, from: contents, copier)
      }
      // Dates that belong to contents which went beside the document are not this document's.
      if answer.isConflicted { change.modified = nil }
    }
    return noted(try finish(answer, change), wish)
  }

  /// Does what is left of a call when the contents are settled: the move, then what is set on the file.
  func finish(_ answer: ProviderReply, _ change: ItemChange) throws -> ProviderReply {
    var answer = answer
    answer.item = try move(answer.item, change)
    return try setAttributes(answer, change)
  }

  /// An edit of a document that was deleted meanwhile makes it a document again.
  private func recreate(
    _ id: ItemID, _ change: ItemChange, at place: (name: String, parent: ItemID), from contents: String,
    _ copier: Copier
  ) throws -> ProviderReply {
    var whole = change
    whole.name = change.name ?? place.name
    whole.parent = try standingFolder(change.parent ?? place.parent)
    // It gets another identifier.
    note(true)
    return try create(
      template: "again-" + id.text, whole, from: .copy(of: contents), mayExist: false, copier: copier)
  }

  /// An edit of what was thrown away meanwhile brings it back, unless the user edited it in the trash.
  private func bringingBack(
    _ item: Item, _ change: ItemChange, at place: (name: String, parent: ItemID)
  ) throws -> ItemChange {
    var change = change
    guard change.parent == nil, place.parent != .trash else { return change }
    let folder = try find(place.parent)
    // Its whole folder was thrown away, and the system shows it there.
    if let folder, folder.isTrashed, syncsTrash { return change }
    change.parent = folder.map { $0.isTrashed ? .root : $0.id } ?? .root
    change.name = change.name ?? place.name
    return change
  }

  /// A folder if it is there, else the root.
  private func standingFolder(_ id: ItemID) throws -> ItemID {
    if id == .root || id == .trash && syncsTrash { return id }
    guard let found = try find(id), isTold(found), found.kind == .folder else { return .root }
    return id
  }

  /// Takes the contents that a call brings: as the document's, if they were made from what it is, also when they are equal to
  /// an earlier state; else as a conflict copy beside it.
  private func take(
    _ contents: String, for id: ItemID, _ change: ItemChange, base: Base, keepsBoth: Bool, _ copier: Copier
  ) throws -> ProviderReply {
    let origin = Identity.Origin.modify(id, base: base.bytes)
    guard let (item, _) = try place(id) else { throw ProviderError.noSuchItem(id) }
    if item.origin == origin {
      // This very call, or an earlier save of the same copy, made the present state.
      if try isSame(item, as: .copy(of: contents)) { return ProviderReply(item: item) }
      if try !isOlder(contents, change, than: item) {
        return try replace(item, with: contents, by: origin, change, copier)
      }
    } else if isCurrent(base, of: item) {
      return try replace(item, with: contents, by: origin, change, copier)
    }
    guard keepsBoth else { throw ProviderError.conflict }
    try lookAround()
    for copy in try made(by: origin) where copy.id != id {
      if try isSame(copy, as: .copy(of: contents)) {
        return ProviderReply(item: item, systemVersion: copy.contentVersion)
      }
    }
    return try withStaged(
      .copy(of: contents), as: DocumentName(item.name), origin: origin, setting: change.dates, copier
    ) { staged, version, _ in
      // A document that comes back from the trash does so first: the copy is beside it there.
      let parent = item.isTrashed ? try move(item, change).parent : item.parent
      _ = try publish(staged, in: parent, answering: nil)
      return ProviderReply(item: try require(id), systemVersion: version)
    }
  }

  /// Whether contents were last written before the document was.
  private func isOlder(_ contents: String, _ change: ItemChange, than item: Item) throws -> Bool {
    if let modified = change.modified { return modified < item.modified }
    let (folder, name) = try Folder.openSource(of: contents, orUse: container.open(.staging))
    return try folder.status(name).modified < item.modified
  }

  /// Exchanges a document's contents, if it is still in the state that was looked at; else they are a document beside it.
  /// Their dates are set before, because what the identity says of them counts only with the date that they have.
  func replace(
    _ item: Item, with contents: String, by origin: Identity.Origin, _ change: ItemChange, _ copier: Copier
  ) throws -> ProviderReply {
    try withStaged(
      .copy(of: contents), as: DocumentName(item.name), item.id, origin: origin, setting: change.dates, copier
    ) { staged, version, _ in
      guard let path = try catalogue.path(of: item.id) else {
        throw DiskError(.changed, at: item.name.description)
      }
      let replacement = try documents.replaceContents(of: path, with: staged, expecting: item.known)
      return try note(replacement, of: item, by: staged.file, version)
    }
  }

  private func note(
    _ replacement: Documents.Replacement, of item: Item, by file: FileID, _ version: Int64
  ) throws -> ProviderReply {
    if replacement == .replaced {
      let item = try commit(file, of: item.id, in: item.parent, as: item.name, answering: version)
      return ProviderReply(item: item, systemVersion: version)
    }
    try scan()
    return ProviderReply(item: try require(item.id), systemVersion: version)
  }

  private func move(_ item: Item, _ change: ItemChange) throws -> Item {
    try retrying {
      guard let (item, path) = try place(item.id) else { throw ProviderError.noSuchItem(item.id) }
      let target = change.parent ?? item.parent
      let name = change.name.map { DocumentName($0) }
      if target == item.parent, name == nil || name?.fileName == item.name { return item }
      return try move(item, path, to: target, as: name)
    }
  }

  private func move(
    _ item: Item, _ path: DocumentPath, to target: ItemID, as name: DocumentName?
  ) throws -> Item {
    let (parent, file) = try folder(target)
    // A folder cannot go into itself: the app moved that one into this one meanwhile. It stays in its folder, and the
    // answer says so, which the system then does as well.
    if parent.room == path.room, parent.names.starts(with: path.names) {
      guard let name, name.fileName != item.name else { return item }
      return try move(item, path, to: item.parent, as: name)
    }
    if target == .trash, path.room != .trash {
      return try note(item, at: documents.trash(path, expecting: item.file, as: name), in: target)
    }
    let placed = try documents.move(path, expecting: item.file, to: parent, as: name, expecting: file)
    if path.room == .trash, placed.room != .trash { documents.forgetOrigin(placed, item.file) }
    return try note(item, at: placed, in: target)
  }

  /// Notes where an item is now.
  func note(_ item: Item, at path: DocumentPath, in parent: ItemID) throws -> Item {
    try commit(
      item.file, of: item.id, in: parent, as: path.names.last ?? item.name, answering: item.contentVersion)
  }

  /// Sets everything but name and parent, and answers with the item as it is then.
  private func setAttributes(_ answer: ProviderReply, _ change: ItemChange) throws -> ProviderReply {
    try retrying {
      guard let (item, path) = try place(answer.item.id) else {
        throw ProviderError.noSuchItem(answer.item.id)
      }
      let change = change.lacking(in: item)
      var answer = answer
      answer.item = item
      if change.fields.isEmpty { return answer }
      try documents.change(path, expecting: item.file) { disk, file throws(DiskError) in
        answer.missed.formUnion(try change.apply(disk, file))
      }
      // A link keeps nothing of the kind.
      if item.kind != .link {
        answer.item = try commit(
          item.file, of: item.id, in: item.parent, as: item.name, answering: item.contentVersion)
      }
      return answer
    }
  }
}

extension ItemChange {
  /// The same without what an item is already: played again, a call sets nothing twice.
  func lacking(in item: Item) -> ItemChange {
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

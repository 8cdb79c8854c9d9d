extension Provider {
  /// Gives an item new contents, another name, another folder, dates, tags: any of them at once.
  ///
  /// Contents first, then the move, then what is set on the file. Each is whole by itself, so a process that
  /// dies in between has done some of them, and the same call again does the rest.
  /// - Parameters:
  ///   - place: the name and folder that the system knows the item under.
  ///   - contents: the absolute path of the new contents, which are only read; nil leaves them.
  ///   - baseVersion: the content version that the edit was made from; nil when the system had none of ours.
  ///   - keepsBoth: what becomes of an edit of a document that somebody else changed: a document beside it,
  ///     under the next free name; or else an error, and nothing is done.
  /// - Returns: the item as it is now. Of a document that was gone, contents make it anew; one that was
  ///   thrown away comes back with them.
  /// - Throws: ``ProviderError/noSuchItem(_:)`` for an item that is gone, and nothing that could be lost by
  ///   it; ``ProviderError/conflict``.
  public func modify(
    _ id: ItemID, _ change: ItemChange, at place: (name: String, parent: ItemID), contents: String?,
    baseVersion: Int64?, keepsBoth: Bool = true, copier: Copier = Copier()
  ) throws(ProviderError) -> Answer {
    guard id != .root, id != .trash else { throw .unsupported }
    // Also when it fails: some of it may be done.
    defer { doorbell.ring(.provider) }
    let known = try self.place(id)
    guard let (item, _) = known, isTold(item) || contents != nil else {
      guard let contents else { throw .noSuchItem(id) }
      return try recreate(id, change, at: place, from: contents, copier)
    }
    let wish = change
    var change = change
    var answer = Answer(item: item)
    if let contents {
      if item.isTrashed { change = try bringingBack(item, change, at: place) }
      do throws(ProviderError) {
        answer = try replace(item, with: contents, baseVersion: baseVersion, keepsBoth: keepsBoth, copier)
      } catch .noSuchItem {
        // Deleted at this very moment: as if it had been before.
        return try recreate(id, change, at: place, from: contents, copier)
      }
      // Dates that belong to contents which went beside the document are not this document's.
      if answer.isConflicted { change.modified = nil }
    }
    return noted(try finish(answer, change), wish)
  }

  /// Does what is left of a call when the contents are settled: the move, then what is set on the file.
  func finish(_ answer: Answer, _ change: ItemChange) throws(ProviderError) -> Answer {
    var answer = answer
    answer.item = try move(answer.item, change)
    return try dress(answer, change)
  }

  /// An edit of what was deleted meanwhile: nobody's bytes are lost, so it is a document again.
  private func recreate(
    _ id: ItemID, _ change: ItemChange, at place: (name: String, parent: ItemID), from contents: String,
    _ copier: Copier
  ) throws(ProviderError) -> Answer {
    var whole = change
    whole.name = change.name ?? place.name
    whole.parent = try standingFolder(change.parent ?? place.parent)
    // It gets another identifier.
    note(true)
    return try create(template: id.text, whole, from: .copy(of: contents), mayExist: false, copier: copier)
  }

  /// An edit of what was thrown away meanwhile brings it back, unless the person edited it in the trash.
  private func bringingBack(
    _ item: Item, _ change: ItemChange, at place: (name: String, parent: ItemID)
  ) throws(ProviderError) -> ItemChange {
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
  private func standingFolder(_ id: ItemID) throws(ProviderError) -> ItemID {
    if id == .root || id == .trash && syncsTrash { return id }
    guard let found = try find(id), isTold(found), found.kind == .folder else { return .root }
    return id
  }

  private func replace(
    _ item: Item, with contents: String, baseVersion: Int64?, keepsBoth: Bool, _ copier: Copier
  ) throws(ProviderError) -> Answer {
    if let found = try done(.copy(of: contents), for: item) {
      return Answer(item: try require(item.id), isConflicted: found.id != item.id)
    }
    return try exchange(item.id, with: contents, baseVersion: baseVersion, keepsBoth: keepsBoth, copier)
  }

  /// Exchanges an item's contents, or puts the new ones beside it when they were not made from them.
  ///
  /// What they were made from is decided upon one look at the document, and only that very state of it is
  /// replaced.
  func exchange(
    _ id: ItemID, with contents: String, baseVersion: Int64?, keepsBoth: Bool = true, _ copier: Copier
  ) throws(ProviderError) -> Answer {
    for attempt in 1... {
      guard let (item, path) = try place(id) else { throw .noSuchItem(id) }
      let isBase = try isBase(item, baseVersion)
      guard isBase || keepsBoth else { throw .conflict }
      let older = try intents(for: id.text).filter { $0.file != item.file }
      let (staged, _) = try stage(
        .copy(of: contents), as: DocumentName(item.name), in: item.parent, for: id.text, copier)
      do throws(ProviderError) {
        if !isBase {
          _ = try publish(staged, in: item.parent)
          return Answer(item: item, isConflicted: true)
        }
        let replacement = try ProviderError.wrap { () throws(DiskError) in
          try documents.replaceContents(
            of: path, with: staged, expecting: item.known, older: older.map(\.known))
        }
        return try note(replacement, of: item, by: staged.file)
      } catch {
        staged.tidy()
        guard attempt < Self.attempts, error.isWorthAnotherTry else { throw error }
        try scan()
      }
    }
    throw .superseded
  }

  private func note(
    _ replacement: Documents.Replacement, of item: Item, by file: FileID
  ) throws(ProviderError) -> Answer {
    switch replacement {
    case .replaced:
      return try answer(commit(.replaced(item.id, by: file), of: file))
    case .replacedKeeping, .recreated:
      try scan()
      let found = try ProviderError.wrap { () throws(CatalogueError) in try catalogue.item(withFile: file) }
      if let found { return try answer(found) }
      return Answer(item: try require(item.id))
    case .beside:
      try scan()
      return Answer(item: try require(item.id), isConflicted: true)
    }
  }

  private func move(_ item: Item, _ change: ItemChange) throws(ProviderError) -> Item {
    for attempt in 1... {
      guard let (item, path) = try place(item.id) else { throw .noSuchItem(item.id) }
      let target = change.parent ?? item.parent
      let name = change.name.map { DocumentName($0) }
      if target == item.parent, name == nil || name?.fileName == item.name { return item }
      do throws(ProviderError) {
        return try move(item, path, to: target, as: name)
      } catch {
        guard attempt < Self.attempts, error.isWorthAnotherTry else { throw error }
        // It, or the folder, went somewhere else meanwhile: look where.
        try scan()
      }
    }
    throw .superseded
  }

  private func move(
    _ item: Item, _ path: DocumentPath, to target: ItemID, as name: DocumentName?
  ) throws(ProviderError) -> Item {
    let (parent, file) = try folder(target)
    // A folder cannot go into itself: the app moved that one into this one meanwhile. It stays in its folder, and the
    // answer says so, which the system then does as well.
    if parent.room == path.room, parent.names.starts(with: path.names) {
      guard let name, name.fileName != item.name else { return item }
      return try move(item, path, to: item.parent, as: name)
    }
    let placed = try ProviderError.wrap { () throws(DiskError) in
      if target == .trash, path.room != .trash {
        return try documents.trash(path, expecting: item.file, as: name)
      }
      let placed = try documents.move(
        path, expecting: item.file, to: parent, as: name, expecting: file)
      if path.room == .trash, placed.room != .trash { documents.forgetOrigin(placed, item.file) }
      return placed
    }
    return try note(item, at: placed, in: target)
  }

  /// Notes where an item is now.
  func note(_ item: Item, at path: DocumentPath, in parent: ItemID) throws(ProviderError) -> Item {
    let links = try ProviderError.wrap { () throws(DiskError) in
      try container.folder(at: path.parent).status(path.names.last ?? "").links
    }
    if item.kind == .folder || links <= 1 {
      return try commit(
        .placed(item.file, in: parent, as: path.names.last ?? item.name), of: item.file)
    }
    // Of several names of one file only a look at all of them tells which one this item has.
    try scan()
    return try require(item.id)
  }

  /// Sets everything but name and parent, and answers with the item as it is then.
  private func dress(_ answer: Answer, _ change: ItemChange) throws(ProviderError) -> Answer {
    for attempt in 1... {
      guard let (item, path) = try place(answer.item.id) else { throw .noSuchItem(answer.item.id) }
      let change = change.lacking(in: item)
      var answer = answer
      answer.item = item
      if change.fields.isEmpty { return answer }
      do throws(ProviderError) {
        try ProviderError.wrap { () throws(DiskError) in
          try documents.change(path, expecting: item.file) { disk, file throws(DiskError) in
            answer.missed.formUnion(try change.apply(disk, file))
          }
        }
        // A link keeps nothing of the kind.
        if item.kind == .link { return answer }
        answer.item = try commit(.touched(item.id, modified: change.modified), of: item.file)
        return answer
      } catch {
        guard attempt < Self.attempts, error.isWorthAnotherTry else { throw error }
        try scan()
      }
    }
    throw .superseded
  }
}

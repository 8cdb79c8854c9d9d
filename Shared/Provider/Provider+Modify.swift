extension Provider {
  /// Gives an item new contents, another name, another folder, dates, tags: any of them at once.
  ///
  /// Contents first, then the move, then what is set on the file. Each is whole by itself, so a process that
  /// dies in between has done some of them, and the same call again does the rest.
  /// - Parameters:
  ///   - place: the name and folder that the system knows the item under.
  ///   - contents: the absolute path of the new contents, which are only read; nil leaves them.
  ///   - baseVersion: the content version that the edit was made from; nil when the system does not know.
  /// - Returns: the item as it is now. When the document had changed, it keeps its contents, and the edit is
  ///   a document beside it under the next free name; then `isConflicted` is true, and the system should
  ///   fetch the item's contents again. When the item was gone, contents make it anew.
  /// - Throws: ``ProviderError/noSuchItem(_:)`` for an item that is gone, and nothing that could be lost by
  ///   it.
  public func modify(
    _ id: ItemID, _ change: ItemChange, at place: (name: String, parent: ItemID), contents: String?,
    baseVersion: Int64?, copier: Copier = Copier()
  ) throws(ProviderError) -> (item: Item, isConflicted: Bool) {
    // Also when it fails: some of it may be done.
    defer { doorbell.ring(.provider) }
    try scan()
    guard id != .root else { throw .unsupported }
    let known = try find(id)
    guard var item = known else {
      guard let contents else { throw .noSuchItem(id) }
      return (try recreate(id, change, at: place, from: contents, copier), false)
    }
    var isConflicted = false
    if let contents {
      isConflicted = try replace(item, with: contents, baseVersion: baseVersion, copier)
      try scan()
      item = try require(id)
    }
    if change.name != nil || change.parent != nil {
      item = try move(item, change)
    }
    // Dates that belong to contents which went beside the document are not this document's.
    var own = change
    if isConflicted { own.modified = nil }
    return (try dress(item, own), isConflicted)
  }

  /// An edit of what was deleted meanwhile: nobody's bytes are lost, so it is a document again.
  private func recreate(
    _ id: ItemID, _ change: ItemChange, at place: (name: String, parent: ItemID), from contents: String,
    _ copier: Copier
  ) throws(ProviderError) -> Item {
    var whole = change
    whole.name = change.name ?? place.name
    let parent = change.parent ?? place.parent
    let isThere = try ProviderError.wrap { () throws(CatalogueError) in
      if parent == .root { return true }
      return try catalogue.item(parent) != nil
    }
    whole.parent = isThere ? parent : .root
    return try create(
      template: id.text, whole, from: .copy(of: contents), mayExist: false, copier: copier)
  }

  /// - Returns: whether the edit went beside the document.
  private func replace(
    _ item: Item, with contents: String, baseVersion: Int64?, _ copier: Copier
  ) throws(ProviderError) -> Bool {
    let source = Documents.Source.copy(of: contents)
    let intents = try ProviderError.wrap { () throws(CatalogueError) in
      try catalogue.intents(for: item.id.text)
    }
    // Played again: it is done, for these very bytes.
    if intents.contains(item.file), try isSame(item, as: source) { return false }
    let isBase = baseVersion.map { $0 == item.contentVersion } ?? true
    let name = DocumentName(item.name)
    while true {
      let path = try path(of: item)
      let staged = try ProviderError.wrap { () throws(DiskError) in
        try documents.stage(source, as: name, copier: copier)
      }
      try ProviderError.wrap { () throws(CatalogueError) in
        try catalogue.recordIntent(item.id.text, file: staged.file)
      }
      do throws(DiskError) {
        guard isBase else {
          _ = try documents.add(staged, in: path.parent)
          return true
        }
        switch try documents.replaceContents(of: path, with: staged, expecting: item.known) {
        case .replaced, .replacedKeeping, .recreated: return false
        case .beside: return true
        }
      } catch  where error.code == .swept {
        continue
      } catch {
        staged.tidy()
        throw .disk(error)
      }
    }
  }

  private func move(_ item: Item, _ change: ItemChange) throws(ProviderError) -> Item {
    for attempt in 1...Self.attempts {
      let item = try require(item.id)
      let from = try path(of: item)
      let parentID = change.parent ?? item.parent
      let parent = try parentID == .root ? DocumentPath() : path(of: require(parentID))
      // A folder cannot go into itself.
      guard !parent.names.starts(with: from.names) else { throw .unsupported }
      let name = change.name.map { DocumentName($0) } ?? DocumentName(item.name)
      do throws(DiskError) {
        _ = try documents.move(from, expecting: item.file, to: parent, as: name)
      } catch {
        guard attempt < Self.attempts, error.code == .changed || error.code == .notFound else {
          throw .disk(error)
        }
        // It went somewhere else meanwhile: look where, and move it from there.
        try scan()
        continue
      }
      try scan()
      return try require(item.id)
    }
    throw .noSuchItem(item.id)
  }
}

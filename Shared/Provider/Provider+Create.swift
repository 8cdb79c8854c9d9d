extension Provider {
  /// Makes a new item.
  ///
  /// The same template asked for again, after a crash for instance, is the same item: it is found by the
  /// numbered intent that was committed before anything was published, or else by parent, name and bytes.
  /// - Parameters:
  ///   - template: what the system calls it; only good for finding a replay.
  ///   - change: name, parent and everything else that it shall have. Name and parent are needed.
  ///   - source: what it is made from.
  ///   - mayExist: whether it may be there already, from before a restore: then the same name in the same
  ///     folder is the same item.
  /// - Returns: the item, which bears the next free name if its own was taken.
  /// - Throws: ``ProviderError/noSuchItem(_:)`` for a parent that is gone.
  public func create(
    template: String, _ change: ItemChange, from source: Documents.Source, mayExist: Bool,
    copier: Copier = Copier()
  ) throws(ProviderError) -> Item {
    guard let suggestion = change.name, let parentID = change.parent else { throw .unsupported }
    // Also when it fails: some of it may be done.
    defer { doorbell.ring(.provider) }
    try scan()
    let name = DocumentName(suggestion)
    let parent = try parentID == .root ? DocumentPath() : path(of: require(parentID))
    if let found = try replayed(template, source) { return try dress(found, change) }
    if let found = try existing(name, in: parentID, source, mayExist: mayExist) {
      return try dress(found, change)
    }
    let path = try publish(source, as: name, in: parent, for: template, copier)
    try scan()
    guard let item = try item(at: path) else { throw .disk(DiskError(.changed, at: path.description)) }
    return try dress(item, change)
  }

  /// Finds what a dataless template stands for; nil when there is no such thing, and then the system drops
  /// its placeholder and lists again.
  public func match(name: String, in parent: ItemID) throws(ProviderError) -> Item? {
    try scan()
    return try child(DocumentName(name), of: parent)
  }

  private func publish(
    _ source: Documents.Source, as name: DocumentName, in parent: DocumentPath, for template: String,
    _ copier: Copier
  ) throws(ProviderError) -> DocumentPath {
    while true {
      let staged = try ProviderError.wrap { () throws(DiskError) in
        try documents.stage(source, as: name, copier: copier)
      }
      try ProviderError.wrap { () throws(CatalogueError) in
        try catalogue.recordIntent(template, file: staged.file)
      }
      do throws(DiskError) {
        return try documents.add(staged, in: parent)
      } catch  where error.code == .swept {
        continue
      } catch {
        staged.tidy()
        throw .disk(error)
      }
    }
  }

  /// The item that an earlier call for this template made, if it still has what the call brought.
  private func replayed(
    _ template: String, _ source: Documents.Source
  ) throws(ProviderError) -> Item? {
    let found = try ProviderError.wrap { () throws(CatalogueError) -> Item? in
      for file in try catalogue.intents(for: template) {
        if let item = try catalogue.item(withFile: file) { return item }
      }
      return nil
    }
    guard let found, try isSame(found, as: source) else { return nil }
    return found
  }

  private func existing(
    _ name: DocumentName, in parent: ItemID, _ source: Documents.Source, mayExist: Bool
  ) throws(ProviderError) -> Item? {
    guard let found = try child(name, of: parent) else { return nil }
    // An empty folder of that name is only the same when the system says that it may be.
    if source == .folder { return mayExist && found.kind == .folder ? found : nil }
    return try isSame(found, as: source) ? found : nil
  }

  func child(_ name: DocumentName, of parent: ItemID) throws(ProviderError) -> Item? {
    try ProviderError.wrap { () throws(CatalogueError) in
      try catalogue.item(named: name.fileName, in: parent)
    }
  }

  /// The item at a path.
  func item(at path: DocumentPath) throws(ProviderError) -> Item? {
    var id = ItemID.root
    var item: Item?
    for name in path.names {
      let found = try ProviderError.wrap { () throws(CatalogueError) in
        try catalogue.item(named: name, in: id)
      }
      guard let found else { return nil }
      item = found
      id = found.id
    }
    return item
  }

  /// Whether an item is what a source would make it.
  func isSame(_ item: Item, as source: Documents.Source) throws(ProviderError) -> Bool {
    let path = try path(of: item)
    return try ProviderError.wrap { () throws(DiskError) in
      let folder = try container.openExisting(.documents).folder(at: path.parent)
      switch source {
      case .folder: return item.kind == .folder
      case .link(let target):
        guard item.kind == .link else { return false }
        return try folder.readLink(item.name) == target
      case .bytes, .copy:
        guard item.kind == .file else { return false }
        return try folder.withFile(item.name) { file throws(DiskError) in
          try container.disk.haveSameBytes(file, source)
        }
      }
    }
  }

  /// Sets everything but name and parent, and answers with the item as it is then.
  func dress(_ item: Item, _ change: ItemChange) throws(ProviderError) -> Item {
    guard change.touchesFile else { return item }
    let path = try path(of: item)
    try ProviderError.wrap { () throws(DiskError) in
      try documents.change(path, expecting: item.file) { disk, file throws(DiskError) in
        try change.apply(disk, file)
      }
    }
    try scan()
    return try require(item.id)
  }
}

extension Disk {
  fileprivate func haveSameBytes(
    _ file: Descriptor, _ source: Documents.Source
  ) throws(DiskError) -> Bool {
    switch source {
    case .copy(let path):
      let (folder, name) = try Folder.openParent(of: path, disk: self)
      return try folder.withFile(name) { other throws(DiskError) in try haveSameBytes(file, other) }
    case .bytes(let bytes):
      guard bytes.isEmpty else { return false }
      return try status(file, nil).size == 0
    case .folder, .link: return false
    }
  }
}

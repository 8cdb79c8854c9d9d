/// Contents that the system brings: whether we have them already, and what they were made from.
extension Provider {
  /// The document that has contents which the system brings for an item, if an earlier call brought them and was
  /// not answered.
  ///
  /// A call that was played again finds what it did by the files that it was about to publish, wherever they
  /// are by now. It is done for the contents only, and only if the bytes are the same: otherwise a person has
  /// gone on editing what was never acknowledged, and the edit is based on that.
  func done(_ source: Documents.Source, for item: Item) throws(ProviderError) -> Item? {
    for found in try published(by: item.id.text) where isTold(found) {
      if try isSame(found, as: source) { return found }
    }
    return nil
  }

  /// Whether the system knows an item's present contents: it was told of them, or has brought them itself and
  /// got no answer.
  func isBase(_ item: Item, _ baseVersion: Int64?) throws(ProviderError) -> Bool {
    if baseVersion == item.contentVersion { return true }
    let intent = try ProviderError.wrap { () throws(CatalogueError) in
      try catalogue.intent(withFile: item.file)
    }
    // What the system brought, and nobody has written to since. It only ever knows less than that when it got
    // no answer.
    guard let version = intent?.version, version == item.contentVersion else { return false }
    return version > baseVersion ?? 0
  }

  /// What a call that published something answers with. Somebody may have written to the document since it was
  /// published: then the system, which knows only what it brought, has to fetch it.
  func answer(_ item: Item, missed: ItemChange.Fields = []) throws(ProviderError) -> Answer {
    let isAsBrought = item.kind == .file ? try isBase(item, nil) : true
    return Answer(item: item, isConflicted: !isAsBrought, missed: missed)
  }

  /// The items that calls with this key have published, the newest first. When the catalogue does not know
  /// one, it may have been published by a process that died before it could say so.
  func published(by key: String) throws(ProviderError) -> [Item] {
    let files = try intents(for: key).map(\.file)
    let found = try items(files)
    if found.count == files.count { return found }
    try scan()
    return try items(files)
  }

  /// What calls with this key were about to publish, the newest first.
  func intents(for key: String) throws(ProviderError) -> [Intent] {
    try ProviderError.wrap { () throws(CatalogueError) in try catalogue.intents(for: key) }
  }

  private func items(_ files: [FileID]) throws(ProviderError) -> [Item] {
    var found: [Item] = []
    for file in files {
      let item = try ProviderError.wrap { () throws(CatalogueError) in try catalogue.item(withFile: file) }
      if let item { found.append(item) }
    }
    return found
  }

  /// Whether an item is what a source would make it. What is gone, or cannot be opened, is not.
  func isSame(_ item: Item, as source: Documents.Source) throws(ProviderError) -> Bool {
    guard let (item, path) = try place(item.id), let name = path.names.last else { return false }
    do throws(DiskError) {
      let folder = try container.folder(at: path.parent)
      switch source {
      case .folder: return item.kind == .folder
      case .link(let target):
        guard item.kind == .link else { return false }
        return try folder.readLink(name) == target
      case .bytes(let bytes):
        guard item.kind == .file, item.size == bytes.count else { return false }
        return try folder.withFile(name) { file throws(DiskError) in
          let size = try container.disk.status(file, nil).size
          return bytes.isEmpty && size == 0
        }
      case .copy(let path):
        guard item.kind == .file else { return false }
        let (parent, original) = try Folder.openParent(of: path, disk: container.disk)
        guard try parent.status(original).size == item.size else { return false }
        return try folder.withFile(name) { file throws(DiskError) in
          try parent.withFile(original) { other throws(DiskError) in
            try container.disk.haveSameBytes(file, other)
          }
        }
      }
    } catch  where [.notFound, .denied, .notAFolder, .link, .special].contains(error.code) {
      return false
    } catch {
      throw .disk(error)
    }
  }

  /// Makes a copy of what the system brings, and notes what it is for, before anybody sees it.
  ///
  /// - Parameters:
  ///   - key: the item's identifier, or the template's.
  ///   - change: what is to be set on it.
  /// - Throws: ``ProviderError/superseded`` when a later call with this key has come so far.
  func stage(
    _ source: Documents.Source, as name: DocumentName, in parent: ItemID, for key: String,
    setting change: ItemChange = ItemChange(), _ copier: Copier
  ) throws(ProviderError) -> (staged: Staged, missed: ItemChange.Fields) {
    let staged = try ProviderError.wrap { () throws(DiskError) in
      try documents.stage(source, as: name, copier: copier)
    }
    do throws(ProviderError) {
      var missed: ItemChange.Fields = []
      if !change.fields.isEmpty {
        try ProviderError.wrap { () throws(DiskError) in
          try staged.change { disk, file throws(DiskError) in missed = try change.apply(disk, file) }
        }
      }
      let status = try ProviderError.wrap { () throws(DiskError) in try staged.status() }
      let newest = try ProviderError.wrap { () throws(CatalogueError) in
        let intent = try catalogue.recordIntent(
          key, file: staged.file, status: status, in: parent, as: name.fileName)
        return try catalogue.newestIntent(for: key) == intent
      }
      guard newest else { throw .superseded }
      return (staged, missed)
    } catch {
      staged.tidy()
      throw error
    }
  }
}

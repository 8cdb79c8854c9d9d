import Synchronization

extension Provider {
  /// Makes a new item.
  ///
  /// The same template asked for again, after a lost answer for instance, is the same item: the document carries which
  /// template made it, wherever it is by now. Without that, a document of the same parent, name and bytes is the same.
  /// - Parameters:
  ///   - template: what the system calls it; only good for finding a repeated call.
  ///   - change: everything that it shall have. Name and parent are needed.
  ///   - mayExist: whether it may be there already, because the system imports everything anew: then a folder of the same
  ///     name in the same folder is the same item. Files and links are only the same when their contents are. A document that
  ///     has stood there, and has moved since, is the same, too, unless this import has found it elsewhere.
  /// - Returns: the item, which has the next free name if its own was taken.
  /// - Throws: ``ProviderError/noSuchItem(_:)`` for a parent that is gone.
  public func create(
    template: String, _ change: ItemChange, from source: Documents.Contents, mayExist: Bool,
    copier: Copier = Copier()
  ) throws -> ProviderReply {
    try calls.inTurn(template, copier) {
      // Also when it fails: some of it may be done.
      defer { notifier.post(.provider) }
      let reply = try retrying { try make(template, change, from: source, mayExist: mayExist, copier) }
      if mayExist { recordImport(of: reply.item) }
      return reply
    }
  }

  /// Makes one try. An item or a folder that went elsewhere meanwhile is an error.
  func make(
    _ template: String, _ change: ItemChange, from source: Documents.Contents, mayExist: Bool,
    _ copier: Copier
  ) throws -> ProviderReply {
    guard let suggestion = change.name, let parent = change.parent else { throw ProviderError.unsupported }
    try scanIfDue()
    let name = DocumentName(suggestion)
    let origin = Identity.Origin.create(template: template, created: change.created)
    if let found = try made(by: origin).first,
      let answer = try repeated(found, change, name, from: source, origin, copier)
    {
      return try reporting(answer, change)
    }
    let folder = try folder(parent)
    if let found = try existing(name, in: folder, source, mayExist: mayExist) {
      return try reporting(finish(found, change), change)
    }
    if mayExist, let found = try moved(from: name, in: folder, source) {
      var rest = change
      (rest.name, rest.parent) = (nil, nil)
      return try reporting(finish(found, rest), change)
    }
    let answer = try withStaged(Delivery(source: source, origin: origin, change: change), as: name, copier) {
      staged, identity, missed in
      let item = try publish(staged, as: identity, in: folder, isAnswer: true).item
      return ProviderReply(item: item, systemVersion: identity.version, missed: missed)
    }
    return try reporting(answer, change)
  }

  /// Answers a call for a template from which an earlier call made a document. Other bytes at the same place are a later
  /// state of that document; elsewhere the document has gone on by itself, and they are another one.
  private func repeated(
    _ found: Located, _ change: ItemChange, _ name: DocumentName, from source: Documents.Contents,
    _ origin: Identity.Origin, _ copier: Copier
  ) throws -> ProviderReply? {
    if try documents.isSame(found.path, as: source) { return try finish(found, change) }
    let item = found.item
    guard item.kind == .file, case .copy = source, item.parent == change.parent, item.name == name.fileName
    else { return nil }
    let (now, version) = try replace(found, with: source, by: origin, change, copier)
    return try finish(now, change, version: version)
  }

  /// Finds the document that a dataless template stands for; nil when there is no such file, and then the system
  /// drops its placeholder and lists again.
  ///
  /// - Throws: ``ProviderError/noSuchItem(_:)`` for a folder that is gone.
  public func match(name: String, in parent: ItemID) throws -> Item? {
    let found = try item(named: DocumentName(name).fileName, in: folder(parent))
    // A folder that has taken the name meanwhile is another item.
    guard let found, found.kind == .file else { return nil }
    recordImport(of: found)
    return found
  }

  private func recordImport(of item: Item) { imported.withLock { _ = $0.insert(item.id) } }

  /// The document that stood under a name in a folder, has moved since, and has these bytes. One that this import has found
  /// elsewhere is another one. If the process has died since then, both are taken for one, and the system, which has two,
  /// makes one of them anew.
  private func moved(
    from name: DocumentName, in folder: LocatedFolder, _ source: Documents.Contents
  ) throws -> Located? {
    guard case .copy = source else { return nil }
    for item in try catalogue.formerItems(named: name.fileName, in: folder.id)
    where !imported.withLock({ $0.contains(item.id) }) {
      if let found = try locate(item.id), try documents.isSame(found.path, as: source) { return found }
    }
    return nil
  }

  /// The item of a name in a folder that is what a call is to make: a folder if it may be there, a document with these bytes.
  func existing(
    _ name: DocumentName, in folder: LocatedFolder, _ source: Documents.Contents, mayExist: Bool
  ) throws -> Located? {
    if let item = try item(named: name.fileName, in: folder), let found = try locate(item.id) {
      // An empty folder of that name is only the same when the system says that it may be.
      if source == .folder { return mayExist && found.item.kind == .folder ? found : nil }
      if try documents.isSame(found.path, as: source) { return found }
    }
    return try publishedLink(source, as: name, in: folder)
  }
}

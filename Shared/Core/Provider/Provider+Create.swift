extension Provider {
  /// Makes a new item.
  ///
  /// The same template asked for again, after a lost answer for instance, is the same item: the document carries which
  /// template made it, wherever it is by now. Without that, a document of the same parent, name and bytes is the same.
  /// - Parameters:
  ///   - template: what the system calls it; only good for finding a repeated call.
  ///   - change: name, parent and everything else that it shall have. Name and parent are needed.
  ///   - source: what it is made from.
  ///   - mayExist: whether it may be there already, from before a restore: then a folder of the same name in
  ///     the same folder is the same item. Files and links are only the same when their contents are.
  /// - Returns: the item, which bears the next free name if its own was taken.
  /// - Throws: ``ProviderError/noSuchItem(_:)`` for a parent that is gone.
  public func create(
    template: String, _ change: ItemChange, from source: Documents.Source, mayExist: Bool,
    copier: Copier = Copier()
  ) throws -> ProviderReply {
    guard let suggestion = change.name, let parent = change.parent else { throw ProviderError.unsupported }
    return try calls.inTurn(template, copier) {
      // Also when it fails: some of it may be done.
      defer { notifier.post(.provider) }
      try lookAround()
      let name = DocumentName(suggestion)
      let origin = Identity.Origin.create(template: template, created: change.created)
      // Tried again as a whole: a document that the first try has published is found by its origin.
      return try retrying {
        if let found = try made(by: origin).first {
          if let answer = try repeated(found, change, name, from: source, origin, copier) {
            return noted(answer, change)
          }
        } else if let found = try existing(name, in: parent, source, mayExist: mayExist) {
          return noted(try finish(ProviderReply(item: found), change), change)
        }
        return noted(try publish(source, as: name, in: parent, by: origin, setting: change, copier), change)
      }
    }
  }

  /// What an earlier call for a template made, brought again. Other bytes at the same place are a later state of the same
  /// new document; elsewhere the document has gone on by itself, and they are another one.
  private func repeated(
    _ found: Item, _ change: ItemChange, _ name: DocumentName, from source: Documents.Source,
    _ origin: Identity.Origin, _ copier: Copier
  ) throws -> ProviderReply? {
    if try isSame(found, as: source) { return try finish(ProviderReply(item: found), change) }
    guard found.kind == .file, case .copy(let contents) = source, found.parent == change.parent,
      found.name == name.fileName
    else { return nil }
    return try finish(replace(found, with: contents, by: origin, change, copier), change)
  }

  /// After a start everything is looked at once before anything is made: an earlier process may have died between
  /// publishing a document and noting it.
  func lookAround() throws {
    if hasLooked.withLock({ $0 }) { return }
    try scan()
  }

  /// An answer that is not what was asked for is news: a conflict copy beside the item, another name or folder.
  func noted(_ answer: ProviderReply, _ change: ItemChange) -> ProviderReply {
    let item = answer.item
    note(
      answer.isConflicted || change.name.map { FileName($0) != item.name } ?? false
        || change.parent.map { $0 != item.parent } ?? false)
    return answer
  }

  /// Finds the document that a dataless template stands for; nil when there is no such file, and then the system
  /// drops its placeholder and lists again.
  public func match(name: String, in parent: ItemID) throws -> Item? {
    let found = try lookFor(DocumentName(name).fileName, in: parent)
    // A folder that has taken the name meanwhile is another item.
    return found?.kind == .file ? found : nil
  }

  private func publish(
    _ source: Documents.Source, as name: DocumentName, in parent: ItemID, by origin: Identity.Origin,
    setting change: ItemChange, _ copier: Copier
  ) throws -> ProviderReply {
    try withStaged(source, as: name, origin: origin, setting: change, copier) { staged, version, missed in
      let item = try publish(staged, in: parent, answering: version)
      return ProviderReply(item: item, systemVersion: version, missed: missed)
    }
  }

  /// Moves a staged copy into a folder, under its name or the next free one, and commits it.
  ///
  /// - Parameter version: the content version that the system is answered with; nil when it is not told of this item.
  func publish(_ staged: Staged, in parent: ItemID, answering version: Int64?) throws -> Item {
    let (path, folder) = try folder(parent)
    let placed = try documents.add(staged, in: path, expecting: folder)
    return try commit(
      staged.file, of: nil, in: parent, as: placed.names.last ?? staged.entry, answering: version)
  }

  private func existing(
    _ name: DocumentName, in parent: ItemID, _ source: Documents.Source, mayExist: Bool
  ) throws -> Item? {
    guard let found = try lookFor(name.fileName, in: parent) else { return nil }
    // An empty folder of that name is only the same when the system says that it may be.
    if source == .folder { return mayExist && found.kind == .folder ? found : nil }
    return try isSame(found, as: source) ? found : nil
  }

  /// The item of a name in a folder. What stands there and is not known is looked at first.
  private func lookFor(_ name: FileName, in parent: ItemID) throws -> Item? {
    let (path, file) = try folder(parent)
    let present: FileID?
    do {
      present = try container.folder(at: path, expecting: file).identify(name)
    } catch {
      guard error.isGone || error.code == .changed else { throw error }
      present = nil
    }
    let known = try child(name, of: parent)
    if known?.file == present { return known }
    try scan()
    return try child(name, of: parent)
  }
}

/// What a call that brought something came to.
public struct ProviderReply: Sendable {
  /// The item as it is now.
  public var item: Item
  /// The content version of the bytes that the system has of the item: those that it brought with the call, or had before.
  var systemVersion: Int64
  /// What the volume would not take; everything else is done.
  public var missed: ItemChange.Fields = []

  /// An answer of its parts. Without a version of its own, the system has the item's contents, or none.
  public init(item: Item, systemVersion: Int64? = nil, missed: ItemChange.Fields = []) {
    (self.item, self.missed) = (item, missed)
    self.systemVersion = systemVersion ?? item.contentVersion
  }

  /// Whether the document has other contents than the system: those that the call brought are a document beside it, or
  /// another process has written over them. The system should fetch the item's contents.
  public var isConflicted: Bool { item.kind == .file && item.contentVersion != systemVersion }

  /// The item as the system is told of it: with the version of the bytes that the system has. An edit that it sends before
  /// it has fetched the others is then not taken for an edit of those.
  public var told: Item {
    var told = item
    if isConflicted { told.contentVersion = systemVersion }
    return told
  }
}

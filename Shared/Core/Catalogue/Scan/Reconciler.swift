/// Determines the item of an entry of a folder, and stores its state. Used inside a transaction.
struct Reconciler {
  let store: Store
  /// The folder that the entry is in.
  let folder: Row
  /// Whether a file without an identity is the item of its name.
  let matchesNames: Bool

  /// Stores the entry of a name, and marks another item of that name as missing.
  ///
  /// - Returns: the row of the item; nil for a folder that would lie in itself, because folders were moved between two
  ///   listings. A later pass decides.
  func reconcile(_ met: FileSnapshot) throws -> Row? {
    let item = try item(met)
    if let item, item.item.kind == .folder, try store.isWithin(folder.number, item.number) { return nil }
    if let bearer = try store.row(named: met.name, in: folder.number), bearer.missing == 0,
      bearer.number != item?.number
    {
      try store.miss(bearer, isHidden: true)
    }
    guard let item else { return try store.insert(Row(met, in: folder)) }
    return try store.refresh(item, met, in: folder)
  }

  /// The stored item of an entry: the one with this file, with its identity, or with its name.
  func item(_ met: FileSnapshot) throws -> Row? {
    if let known = try store.row(of: met, in: folder.number) { return known }
    if let id = met.identity?.id { return try store.row(id) }
    return matchesNames ? try store.bearer(of: met, in: folder.number) : nil
  }
}

extension Store {
  /// The stored item of a file: the one with this file, unless the file has moved and has the identity of another
  /// item.
  func row(of met: FileSnapshot, in folder: Int64) throws -> Row? {
    guard let row = try row(of: met.file) else { return nil }
    let isInPlace = row.parent == folder && row.item.name == met.name
    let isAnother = met.identity.map { $0.id != row.item.id } ?? false
    return isInPlace || !isAnother ? row : nil
  }

  /// The item that a file without an identity is when it was saved anew: that of its name, if it is of the same kind. A
  /// folder is another one.
  func bearer(of met: FileSnapshot, in folder: Int64) throws -> Row? {
    if met.status.kind == .folder { return nil }
    guard let row = try row(named: met.name, in: folder), row.item.kind == met.status.kind else { return nil }
    return row
  }
}

extension Row {
  /// A row of something that no scan has met before.
  init(_ met: FileSnapshot, in folder: Row) {
    self.init(
      item: Item(
        id: met.identity?.id ?? .none, name: met.name, kind: met.status.kind, file: met.file),
      parent: folder.number)
    take(met, in: folder)
    takeContents(met)
  }

  /// Takes the content version and the origin from the file, or makes new ones.
  fileprivate mutating func takeContents(_ met: FileSnapshot) {
    if let identity = met.identity, identity.fits(met.status) {
      (item.contentVersion, item.origin) = (identity.version, identity.origin)
    } else {
      (item.contentVersion, item.origin) = (.random(in: .min ... .max), .none)
    }
  }

  /// Takes over everything else.
  fileprivate mutating func take(_ met: FileSnapshot, in folder: Row) {
    parent = folder.number
    (missing, isHidden) = (0, false)
    item.name = met.name
    item.isTrashed = folder.item.isTrashed
    item.kind = met.status.kind
    item.file = met.file
    item.size = met.status.size
    item.modified = met.status.modified
    // The attributes of a file that cannot be opened are read when it can be. Until then store a change time that
    // never matches.
    item.changed =
      met.attributes == nil && met.status.kind != .folder ? FileTime(seconds: .min) : met.status.changed
    item.created = met.status.created
    item.mode = met.status.mode
    item.target = met.target
    if let attributes = met.attributes {
      item.tags = attributes.tags
      item.favouriteRank = attributes.favouriteRank
      item.lastUsed = attributes.lastUsed
      item.attributes = attributes.others
    }
  }

  /// Whether the system is to be told of a difference.
  fileprivate func differs(from other: Row) -> Bool { parent != other.parent || item != other.item }

  /// Whether the contents changed, by file, size and modification time: for entries without an identity, or that
  /// cannot be opened.
  fileprivate func hasOtherContents(than old: Row) -> Bool {
    item.file != old.item.file || item.size != old.item.size || item.modified != old.item.modified
      || item.target != old.item.target
  }
}

extension Store {
  /// Stores what was found of an item. Writes nothing when nothing differs.
  func refresh(_ old: Row, _ met: FileSnapshot, in folder: Row) throws -> Row {
    var row = old
    row.take(met, in: folder)
    // A folder has one version for life.
    if row.item.kind != .folder, met.identity?.id == old.item.id || row.hasOtherContents(than: old) {
      row.takeContents(met)
    }
    if row.differs(from: old) || old.isHidden {
      if row.item.kind == .folder, row.item.file != old.item.file { touchFolder(row.number) }
      return try save(row, over: old)
    }
    if old.missing != 0 { try unmiss(old) }
    return row
  }

  /// Stores the state of one of the two rooms. It is not reported, because the system has its own containers for
  /// them.
  func refreshRoom(_ old: Row, _ met: FileSnapshot) throws {
    var row = old
    row.take(met, in: old)
    (row.parent, row.item.name) = (old.parent, old.item.name)
    if row.differs(from: old) { try row.write(database) }
  }
}

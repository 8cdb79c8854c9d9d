/// Determines the item of an entry of a folder, and stores its state.
extension Store {
  /// Stores the entry of a name, and marks another item of that name as missing.
  ///
  /// - Parameter matchesNames: whether a file without an identity is the item of its name.
  /// - Returns: the row of the item; nil for a folder that would lie in itself, because folders were moved between two
  ///   listings. A later pass decides.
  func reconcile(_ snapshot: EntrySnapshot, in folder: Row, matchesNames: Bool) throws -> Row? {
    let item = try item(of: snapshot, in: folder.number, matchesNames: matchesNames)
    if let item, item.item.kind == .folder, try isWithin(folder.number, item.number) { return nil }
    if let namesake = try row(named: snapshot.name, in: folder.number), namesake.missing == 0,
      namesake.number != item?.number
    {
      try miss(namesake, isHidden: true)
    }
    guard let item else { return try insert(Row(snapshot, in: folder)) }
    return try refresh(item, snapshot, in: folder)
  }

  /// The stored item of an entry: the one with this file, with its identity, or with its name.
  func item(of snapshot: EntrySnapshot, in folder: Int64, matchesNames: Bool) throws -> Row? {
    if let known = try row(of: snapshot, in: folder) { return known }
    if let id = snapshot.identity?.id { return try row(id) }
    return matchesNames ? try itemNamedLike(snapshot, in: folder) : nil
  }

  /// The stored item of a file: the one with this file, unless the file has the identity of another item and has moved, or is
  /// a folder that could not be opened until now.
  func row(of snapshot: EntrySnapshot, in folder: Int64) throws -> Row? {
    guard let row = try row(of: snapshot.file) else { return nil }
    let isInPlace = row.parent == folder && row.item.name == snapshot.name
    let isAnother = snapshot.identity.map { $0.id != row.item.id } ?? false
    let isNew = row.item.kind == .folder && !row.isListed
    return isInPlace && !isNew || !isAnother ? row : nil
  }

  /// The item that a file without an identity is when it was saved anew: that of its name, if it is of the same kind. A
  /// folder is another one.
  func itemNamedLike(_ snapshot: EntrySnapshot, in folder: Int64) throws -> Row? {
    if snapshot.status.kind == .folder { return nil }
    guard let row = try row(named: snapshot.name, in: folder), row.item.kind == snapshot.status.kind else {
      return nil
    }
    return row
  }
}

extension Row {
  /// A row of an entry that no scan has found before.
  init(_ snapshot: EntrySnapshot, in folder: Row) {
    self.init(
      item: Item(
        id: snapshot.identity?.id ?? .none, name: snapshot.name, kind: snapshot.status.kind,
        file: snapshot.file),
      parent: folder.number)
    take(snapshot, in: folder)
    takeContents(snapshot)
  }

  /// Takes the content version and the origin from the file, or makes new ones.
  fileprivate mutating func takeContents(_ snapshot: EntrySnapshot) {
    if let identity = snapshot.identity, identity.fits(snapshot.status) {
      (item.contentVersion, item.origin) = (identity.version, identity.origin)
    } else {
      (item.contentVersion, item.origin) = (.random(in: .min ... .max), .none)
    }
  }

  /// Takes over everything else.
  fileprivate mutating func take(_ snapshot: EntrySnapshot, in folder: Row) {
    parent = folder.number
    (missing, isHidden) = (0, false)
    item.name = snapshot.name
    item.isTrashed = folder.item.isTrashed
    item.kind = snapshot.status.kind
    item.file = snapshot.file
    item.size = snapshot.status.size
    item.modified = snapshot.status.modified
    // The attributes of a file that cannot be opened are read when it can be. Until then store a change time that
    // never matches.
    item.changed =
      snapshot.attributes == nil && snapshot.status.kind != .folder
      ? FileTime(seconds: .min) : snapshot.status.changed
    item.created = snapshot.status.created
    item.mode = snapshot.status.mode
    item.target = snapshot.target
    if let attributes = snapshot.attributes {
      item.tags = attributes.tags
      item.favouriteRank = attributes.favouriteRank
      item.lastUsed = attributes.lastUsed
      item.attributes = attributes.others
    }
  }

  /// Tells whether the system is to be told of a difference.
  fileprivate func differs(from other: Row) -> Bool { parent != other.parent || item != other.item }
}

extension Store {
  /// Stores what was found of an item. Writes nothing when nothing differs.
  func refresh(_ old: Row, _ snapshot: EntrySnapshot, in folder: Row) throws -> Row {
    var row = old
    row.take(snapshot, in: folder)
    // The snapshots decide for entries without an identity, and for those that cannot be opened.
    let isSame = row.item.snapshot.renamed.matches(old.item.snapshot) && row.item.target == old.item.target
    // A folder has one version for life.
    if row.item.kind != .folder, snapshot.identity?.id == old.item.id || !isSame {
      row.takeContents(snapshot)
    }
    if row.differs(from: old) || old.isHidden {
      if row.item.kind == .folder, row.item.file != old.item.file { touchFolder(row.number) }
      return try save(row, over: old)
    }
    if old.missing != 0 { try unmiss(old) }
    return row
  }

  /// Stores the state of Documents or the trash. It is not reported, because the system has its own containers for
  /// them.
  func refreshTop(_ old: Row, _ snapshot: EntrySnapshot) throws {
    var row = old
    row.take(snapshot, in: old)
    (row.parent, row.item.name) = (old.parent, old.item.name)
    if row.differs(from: old) { try write(row) }
  }
}

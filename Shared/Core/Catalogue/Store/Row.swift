/// An item as the store keeps it: one row of the table `item`.
struct Row {
  /// The item. Its parent and its number of children are filled in when it is reported: ``Store/item(_:in:)``.
  var item: Item
  /// The number by which rows refer to each other; never given twice. -1 until the row is inserted.
  var number: Int64 = -1
  /// The number of the folder it lies in; -1 for Documents and the trash themselves.
  var parent: Int64
  /// The number of its last change.
  var sequence: Int64 = 0
  /// The number of the change that the system knows because its own call made it.
  var acknowledged: Int64 = 0
  /// The times of a folder at its last complete visit, as long as everything in it is known.
  var visited: FolderTimes?
  /// Tells whether a folder was ever listed to its end.
  var isListed = false

  /// Documents itself.
  static let root = Row(top: .documents, .root, number: 0)
  /// Recently deleted.
  static let trash = Row(top: .trash, .trash, number: 1)

  /// Tells whether it is Documents or the trash. They are found by their paths.
  var isTop: Bool { parent < 0 }
}

extension Row {
  private init(top: Container.Directory, _ id: ItemID, number: Int64) {
    item = Item(
      id: id, name: FileName(top.rawValue), kind: .folder, file: FileID(0))
    item.isTrashed = top == .trash
    (self.number, parent) = (number, -1)
  }

  /// The values of all columns, in their order.
  var values: [(any Value)?] {
    [
      // SQLite gives the number of a row that has none yet.
      number < 0 ? nil : number, item.id, parent, item.name, item.name.fold, item.isTrashed,
      item.kind.number, item.file, item.size,
      item.modified.seconds, item.modified.nanoseconds, item.changed.seconds, item.changed.nanoseconds,
      item.created?.seconds, item.created?.nanoseconds, Int64(item.mode), item.tags, item.favouriteRank,
      item.lastUsed?.seconds, item.lastUsed?.nanoseconds, item.target, ItemAttribute.encode(item.attributes),
      item.contentVersion, item.metadataVersion, item.origin == .none ? nil : item.origin.bytes, sequence,
      acknowledged, visited?.bytes, isListed,
    ]
  }

  /// Reads all columns.
  init(_ row: Statement) throws {
    number = row.integer()
    let id = try row.id()
    parent = row.integer()
    let name = row.name()
    // The fold is only searched for.
    _ = row.integer()
    let isTrashed = row.flag()
    let kind = try FileKind(row.integer())
    item = Item(id: id, name: name, kind: kind, file: row.file())
    item.isTrashed = isTrashed
    item.size = row.integer()
    item.modified = row.time()
    item.changed = row.time()
    item.created = row.optional { $0.time() }
    item.mode = UInt16(truncatingIfNeeded: row.integer())
    item.tags = row.optional { $0.bytes() }
    item.favouriteRank = row.optional { $0.integer() }
    item.lastUsed = row.optional { $0.time() }
    item.target = row.optional { $0.name() }
    item.attributes = row.optional { $0.bytes() }.map(ItemAttribute.decodeAttributes) ?? [:]
    item.contentVersion = row.integer()
    item.metadataVersion = row.integer()
    item.origin = row.optional { $0.bytes() }.flatMap { Identity.Origin($0) } ?? .none
    sequence = row.integer()
    acknowledged = row.integer()
    visited = row.optional { FolderTimes($0.bytes()) }
    isListed = row.flag()
  }
}

extension Row {
  /// The row of an entry that no scan has found before.
  init(_ snapshot: EntrySnapshot, in folder: Row) {
    self.init(
      item: Item(
        // A link carries no identifier.
        id: snapshot.identity?.id ?? .random(), name: snapshot.name, kind: snapshot.status.kind,
        file: snapshot.file),
      parent: folder.number)
    update(snapshot, in: folder)
    updateContents(snapshot)
  }

  /// The same item as it was found in a folder.
  func found(_ snapshot: EntrySnapshot, in folder: Row) -> Row {
    var row = self
    row.update(snapshot, in: folder)
    // The snapshots decide for entries without an identity, and for those that cannot be opened.
    let isSame = row.item.snapshot.renamed.matches(item.snapshot) && row.item.target == item.target
    // A folder has one version for life.
    if row.item.kind != .folder, snapshot.identity?.id == item.id || !isSame { row.updateContents(snapshot) }
    return row
  }

  /// Tells whether the system is to be told of a difference.
  func differs(from other: Row) -> Bool { parent != other.parent || item != other.item }

  /// Takes the content version and the origin from the file, or makes new ones.
  private mutating func updateContents(_ snapshot: EntrySnapshot) {
    if let identity = snapshot.identity, identity.fits(snapshot.status) {
      (item.contentVersion, item.origin) = (identity.version, identity.origin)
    } else {
      (item.contentVersion, item.origin) = (.random(in: .min ... .max), .none)
    }
  }

  /// Takes over everything else.
  private mutating func update(_ snapshot: EntrySnapshot, in folder: Row) {
    parent = folder.number
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
}

extension FileKind {
  /// By their numbers in the store. The index of folders contains that a folder is 1.
  private static let numbered: [FileKind] = [.file, .folder, .link, .special]

  var number: Int64 { Int64(Self.numbered.firstIndex(of: self) ?? 0) }

  /// Reads a number of the store.
  init(_ number: Int64) throws {
    guard Self.numbered.indices.contains(Int(number)) else {
      throw CatalogueError.damaged("A row holds what was never written")
    }
    self = Self.numbered[Int(number)]
  }
}

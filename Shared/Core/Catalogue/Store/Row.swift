/// An item as the store keeps it: one row of the table `item`.
struct Row {
  /// The item. Its parent is filled in when the item is reported: ``Store/item(_:)``.
  var item: Item
  /// The number by which rows refer to each other; never given twice. -1 until the row is inserted.
  var number: Int64 = -1
  /// The number of the folder it lies in; -1 for Documents and the trash themselves.
  var parent: Int64
  /// 0, or the number of the mark with which a scan marked it as missing. Until a scan finds or deletes it, its name
  /// is free.
  var missing: Int64 = 0
  /// Tells whether it is missing and another item has its name. Listings omit it until a scan finds or deletes it.
  var isHidden = false
  /// The number of its last change.
  var sequence: Int64 = 0
  /// The number of the change that the system knows because its own call made it.
  var acknowledged: Int64 = 0
  /// The times of a folder at its last complete visit, as long as everything in it is known.
  var visited: FolderTimes?
  /// How many changes were committed in a folder. A visit reads it before the listing and commits only if it is the
  /// same then.
  var commits: Int64 = 0
  /// Tells whether a folder was ever listed to its end.
  var isListed = false

  /// Documents itself.
  static let root = Row(top: .documents, .root, number: 0)
  /// Recently deleted.
  static let trash = Row(top: .trash, .trash, number: 1)

  /// The item as it is reported: with its parent.
  func item(in parent: ItemID) -> Item {
    var item = item
    item.parent = parent
    return item
  }

  /// Tells whether it is Documents or the trash. They are found by their paths.
  var isTop: Bool { parent < 0 }
}

extension Row {
  private static let names = [
    "number", "id", "parent", "name", "fold", "trashed", "missing", "hidden", "kind", "inode", "generation",
    "size",
    "modified", "modifiedNs", "changed", "changedNs", "born", "bornNs", "mode", "tags", "favourite", "used",
    "usedNs",
    "target", "attributes", "content", "metadata", "origin", "sequence", "acknowledged",
    // Only a visit changes these.
    "visited", "commits", "listed",
  ]
  /// How many of the columns only a visit changes.
  private static let ofVisit = 3

  /// The columns, in the order in which a row is read and written.
  static let columns = names.joined(separator: ", ")
  static let insertion = Query(
    "INSERT INTO item (\(columns)) VALUES (\(names.map { _ in "?" }.joined(separator: ", ")))")
  private static let update = Query(
    "UPDATE item SET "
      + names.indices.dropFirst().dropLast(ofVisit).map { "\(names[$0]) = ?\($0 + 1)" }.joined(
        separator: ", ")
      + " WHERE number = ?1")

  /// Writes everything but what a visit stores.
  func write(_ database: Database) throws {
    try database.run(Self.update, Array(values.dropLast(Self.ofVisit)))
  }

  private init(top: Container.Directory, _ id: ItemID, number: Int64) {
    item = Item(
      id: id, name: FileName(top.rawValue), kind: .folder, file: FileID(inode: 0, generation: 0))
    item.isTrashed = top == .trash
    (self.number, parent) = (number, -1)
  }

  /// The values of all columns, in their order.
  var values: [Value] {
    [
      // SQLite gives the number of a row that has none yet.
      number < 0 ? .null : .integer(number), .bytes(item.id.bytes), .integer(parent), Value(item.name),
      .integer(item.name.fold), Value(item.isTrashed), .integer(missing), Value(isHidden),
      .integer(item.kind.number),
      Value(item.file.inode), Value(item.file.generation), .integer(item.size),
      .integer(item.modified.seconds),
      .integer(item.modified.nanoseconds), .integer(item.changed.seconds), .integer(item.changed.nanoseconds),
      Value(item.created?.seconds), Value(item.created?.nanoseconds), .integer(Int64(item.mode)),
      Value(item.tags),
      Value(item.favouriteRank), Value(item.lastUsed?.seconds), Value(item.lastUsed?.nanoseconds),
      Value(item.target.map { Array($0.bytes) }), Value(ItemAttribute.encode(item.attributes)),
      .integer(item.contentVersion), .integer(item.metadataVersion),
      item.origin == .none ? .null : .bytes(item.origin.bytes), .integer(sequence), .integer(acknowledged),
      Value(visited?.bytes), .integer(commits), Value(isListed),
    ]
  }

  /// Reads a row of ``columns``.
  init(_ row: Statement) throws {
    number = row.integer()
    let id = row.id()
    parent = row.integer()
    let name = row.name()
    // The fold is only searched for.
    _ = row.integer()
    let isTrashed = row.flag()
    missing = row.integer()
    isHidden = row.flag()
    guard let id, let kind = FileKind(number: row.integer()) else {
      throw CatalogueError.damaged("A row holds what was never written")
    }
    item = Item(id: id, name: name, kind: kind, file: row.file())
    item.isTrashed = isTrashed
    item.size = row.integer()
    item.modified = row.time()
    item.changed = row.time()
    item.created = row.optionalTime()
    item.mode = UInt16(truncatingIfNeeded: row.integer())
    item.tags = row.optionalBytes()
    item.favouriteRank = row.optionalInteger()
    item.lastUsed = row.optionalTime()
    item.target = row.optionalBytes().map { FileName(bytes: $0) }
    item.attributes = row.optionalBytes().map(ItemAttribute.decodeAttributes) ?? [:]
    item.contentVersion = row.integer()
    item.metadataVersion = row.integer()
    item.origin = row.optionalBytes().flatMap { Identity.Origin($0) } ?? .none
    sequence = row.integer()
    acknowledged = row.integer()
    visited = row.optionalBytes().map(FolderTimes.init)
    commits = row.integer()
    isListed = row.flag()
  }
}

extension FileKind {
  /// How the store writes it. The index of folders contains that a folder is 1.
  var number: Int64 {
    switch self {
    case .file: 0
    case .folder: 1
    case .link: 2
    case .special: 3
    }
  }

  init?(number: Int64) {
    switch number {
    case 0: self = .file
    case 1: self = .folder
    case 2: self = .link
    default: return nil
    }
  }
}

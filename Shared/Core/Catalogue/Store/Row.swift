/// An item as the store keeps it: one row of the table `item`.
struct Row {
  /// The item. Its parent is filled in when the item is reported: ``Store/item(_:)``.
  var item: Item
  /// The number by which rows refer to each other; never given twice. -1 until the row is inserted.
  var number: Int64 = -1
  /// The number of the folder it lies in; -1 for the two rooms.
  var parent: Int64
  /// 0, or the number of the mark with which a scan marked it as missing. Until a scan finds or deletes it, its name
  /// is free.
  var missing: Int64 = 0
  /// Whether it is missing and another item has its name. Listings omit it until a scan finds or deletes it.
  var isHidden = false
  /// Its last change.
  var sequence: Int64 = 0
  /// The change that the system knows because its own call made it.
  var told: Int64 = 0
  /// The times of a folder at its last complete visit, as long as everything in it is known.
  var visited: FolderTimes?
  /// How many changes were committed in a folder.
  var generation: Int64 = 0
  /// Whether a folder was ever listed to its end.
  var isListed = false

  /// Documents itself.
  static let root = Row(room: .documents, .root, number: 0)
  /// Recently deleted.
  static let trash = Row(room: .trash, .trash, number: 1)

  /// The item as it is reported: with its parent.
  func item(in parent: ItemID) -> Item {
    var item = item
    item.parent = parent
    return item
  }

  /// Whether it is one of the two rooms. They are found by their paths.
  var isRoom: Bool { parent < 0 }
}

extension Row {
  /// The columns. What a visit stores of a folder comes last.
  enum Column: Int32, Columns {
    case number, token, parent, name, fold, room, missing, hidden, kind, inode, life, size
    case modified, modifiedNs, changed, changedNs, born, bornNs, mode
    case tags, favourite, used, usedNs, target, attributes, content, metadata, origin, sequence, told
    case visited, generation, listed

    /// How many of them only a visit changes.
    static let ofVisit = 3
  }

  static let columns = Column.list
  static let insertion = Query("INSERT INTO item (\(columns)) VALUES (\(Column.parameters))")
  /// What can change, except what a visit stores.
  private static let changing = Column.allCases.dropFirst().dropLast(Column.ofVisit)
  private static let update = Query("UPDATE item SET \(Column.assignments(changing)) WHERE number = ?1")

  /// Writes everything but what a visit stores.
  func write(_ database: Database) throws {
    try database.run(Self.update, values.dropLast(Column.ofVisit))
  }

  private init(room: Container.Room, _ id: ItemID, number: Int64) {
    item = Item(
      id: id, name: FileName(room.rawValue), kind: .folder, file: FileID(inode: 0, generation: 0))
    item.isTrashed = room == .trash
    (self.number, parent) = (number, -1)
  }

  /// The values of all columns, in their order.
  var values: [Value] { Column.allCases.map(value) }

  private func value(_ column: Column) -> Value {
    switch column {
    // SQLite gives the number of a row that has none yet.
    case .number: number < 0 ? .null : .integer(number)
    case .token: .bytes(item.id.bytes)
    case .parent: .integer(parent)
    case .name: Value(item.name)
    case .fold: .integer(item.name.fold)
    case .room: Value(item.isTrashed)
    case .missing: .integer(missing)
    case .hidden: Value(isHidden)
    case .kind: .integer(item.kind.number)
    case .inode: Value(item.file.inode)
    case .life: Value(item.file.generation)
    case .size: .integer(item.size)
    case .modified: .integer(item.modified.seconds)
    case .modifiedNs: .integer(item.modified.nanoseconds)
    case .changed: .integer(item.changed.seconds)
    case .changedNs: .integer(item.changed.nanoseconds)
    case .born: Value(item.created?.seconds)
    case .bornNs: Value(item.created?.nanoseconds)
    case .mode: .integer(Int64(item.mode))
    case .tags: Value(item.tags)
    case .favourite: Value(item.favouriteRank)
    case .used: Value(item.lastUsed?.seconds)
    case .usedNs: Value(item.lastUsed?.nanoseconds)
    case .target: Value(item.target.map { Array($0.bytes) })
    case .attributes: Value(ItemAttribute.encode(item.attributes))
    case .content: .integer(item.contentVersion)
    case .metadata: .integer(item.metadataVersion)
    case .origin: item.origin == .none ? .null : .bytes(item.origin.bytes)
    case .sequence: .integer(sequence)
    case .told: .integer(told)
    case .visited: Value(visited?.bytes)
    case .generation: .integer(generation)
    case .listed: Value(isListed)
    }
  }

  /// Reads a row of ``columns``.
  init(_ row: Statement) throws {
    guard let id = row.id(Column.token), let kind = FileKind(number: row.integer(Column.kind)) else {
      throw CatalogueError.damaged("A row holds what was never written")
    }
    item = Item(
      id: id, name: row.name(Column.name), kind: kind, file: row.file(Column.inode),
      size: row.integer(Column.size), modified: row.time(Column.modified), changed: row.time(Column.changed),
      created: row.optionalTime(Column.born), mode: UInt16(truncatingIfNeeded: row.integer(Column.mode)),
      contentVersion: row.integer(Column.content), metadataVersion: row.integer(Column.metadata),
      origin: row.optionalBytes(Column.origin).flatMap { Identity.Origin($0) } ?? .none,
      tags: row.optionalBytes(Column.tags), favouriteRank: row.optionalInteger(Column.favourite),
      lastUsed: row.optionalTime(Column.used),
      target: row.optionalBytes(Column.target).map { FileName(bytes: $0) },
      attributes: row.optionalBytes(Column.attributes).map(ItemAttribute.decodeAttributes) ?? [:],
      isTrashed: row.integer(Column.room) != 0)
    number = row.integer(Column.number)
    parent = row.integer(Column.parent)
    missing = row.integer(Column.missing)
    isHidden = row.integer(Column.hidden) != 0
    sequence = row.integer(Column.sequence)
    told = row.integer(Column.told)
    visited = row.optionalBytes(Column.visited).map(FolderTimes.init)
    generation = row.integer(Column.generation)
    isListed = row.integer(Column.listed) != 0
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

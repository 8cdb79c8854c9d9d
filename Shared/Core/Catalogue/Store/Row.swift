/// An item as the store keeps it: one row of the table `item`.
struct Row {
  /// The item. Its parent and its number of children are filled in when it is reported: ``Store/item(_:in:)``.
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

  /// Tells whether it is Documents or the trash. They are found by their paths.
  var isTop: Bool { parent < 0 }
}

extension Row {
  private init(top: Container.Directory, _ id: ItemID, number: Int64) {
    item = Item(
      id: id, name: FileName(top.rawValue), kind: .folder, file: FileID(inode: 0, generation: 0))
    item.isTrashed = top == .trash
    (self.number, parent) = (number, -1)
  }

  /// The values of all columns, in their order.
  var values: [(any Value)?] {
    [
      // SQLite gives the number of a row that has none yet.
      number < 0 ? nil : number, item.id, parent, item.name, item.name.fold, item.isTrashed, missing,
      isHidden,
      item.kind.number, item.file.inode, item.file.generation, item.size,
      item.modified.seconds, item.modified.nanoseconds, item.changed.seconds, item.changed.nanoseconds,
      item.created?.seconds, item.created?.nanoseconds, Int64(item.mode), item.tags, item.favouriteRank,
      item.lastUsed?.seconds, item.lastUsed?.nanoseconds, item.target, ItemAttribute.encode(item.attributes),
      item.contentVersion, item.metadataVersion, item.origin == .none ? nil : item.origin.bytes, sequence,
      acknowledged, visited?.bytes, commits, isListed,
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
    missing = row.integer()
    isHidden = row.flag()
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
    commits = row.integer()
    isListed = row.flag()
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

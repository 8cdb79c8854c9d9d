/// The tables of the catalogue, and the few numbers beside the items.
enum Schema {
  /// What this Intray writes. A store of a later one is left alone.
  private static let version: Int64 = 1

  static func prepare(_ store: Store) throws(CatalogueError) {
    let found = try store.first("PRAGMA user_version") { $0.integer(0) } ?? 0
    if found > version { throw .newer(version: found) }
    if found == version { return }
    try store.transaction { () throws(CatalogueError) in
      try store.execute(tables)
      try store.execute("PRAGMA user_version = \(version)")
    }
  }

  private static let tables = """
    CREATE TABLE numbers (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE moments (sequence INTEGER PRIMARY KEY, token INTEGER NOT NULL) STRICT;
    CREATE TABLE intents (
      number INTEGER PRIMARY KEY AUTOINCREMENT, key TEXT NOT NULL,
      inode INTEGER NOT NULL, generation INTEGER NOT NULL) STRICT;
    CREATE INDEX intents_by_key ON intents (key);
    CREATE TABLE items (
      number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
      parent TEXT NOT NULL, name BLOB NOT NULL, kind TEXT NOT NULL,
      inode INTEGER NOT NULL, generation INTEGER NOT NULL, size INTEGER NOT NULL,
      modified INTEGER NOT NULL, modified_ns INTEGER NOT NULL,
      changed INTEGER NOT NULL, changed_ns INTEGER NOT NULL,
      created INTEGER, created_ns INTEGER, mode INTEGER NOT NULL,
      content INTEGER NOT NULL, metadata INTEGER NOT NULL,
      tags BLOB, favourite INTEGER, used INTEGER, used_ns INTEGER, target BLOB, attributes BLOB,
      sequence INTEGER NOT NULL, alive INTEGER NOT NULL, missing INTEGER) STRICT;
    CREATE UNIQUE INDEX items_by_name ON items (parent, name) WHERE alive = 1 AND missing IS NULL;
    CREATE INDEX items_by_date ON items (parent, modified, name) WHERE alive = 1 AND missing IS NULL;
    CREATE INDEX items_by_file ON items (inode, generation) WHERE alive = 1;
    CREATE INDEX items_by_sequence ON items (alive, sequence);
    CREATE INDEX items_missing ON items (missing) WHERE alive = 1 AND missing IS NOT NULL;
    """

  static func number(_ store: Store, _ name: String) throws(CatalogueError) -> Int64? {
    try store.first("SELECT value FROM numbers WHERE name = ?", [.text(name)]) { $0.integer(0) }
  }

  static func set(_ store: Store, _ name: String, _ value: Int64) throws(CatalogueError) {
    try store.run(
      "INSERT INTO numbers VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ?2",
      [.text(name), .integer(value)])
  }

  static func epoch(_ store: Store) throws(CatalogueError) -> UInt64 {
    UInt64(bitPattern: try number(store, "epoch") ?? 0)
  }

  /// The folder that the catalogue is about.
  static func root(_ store: Store) throws(CatalogueError) -> FileID? {
    guard let inode = try number(store, "root inode"),
      let generation = try number(store, "root generation")
    else { return nil }
    return FileID(inode: UInt64(bitPattern: inode), generation: UInt64(bitPattern: generation))
  }

  /// Forgets everything and begins a new epoch.
  static func begin(_ store: Store, root: FileID) throws(CatalogueError) {
    try store.execute("DELETE FROM items; DELETE FROM moments; DELETE FROM intents")
    try set(store, "root inode", Int64(bitPattern: root.inode))
    try set(store, "root generation", Int64(bitPattern: root.generation))
    try set(store, "epoch", .random(in: .min ... .max))
    try set(store, "sequence", 0)
    try set(store, "pass", 0)
    try mark(store, 0)
  }

  /// Stores a moment, with a random number of its own.
  static func mark(_ store: Store, _ sequence: Int64) throws(CatalogueError) {
    try store.run(
      "INSERT INTO moments VALUES (?, ?)", [.integer(sequence), .integer(Int64.random(in: .min ... .max))])
  }

  static func token(_ store: Store, of sequence: Int64) throws(CatalogueError) -> UInt64? {
    try store.first("SELECT token FROM moments WHERE sequence = ?", [.integer(sequence)]) { $0.bits(0) }
  }

  /// The present moment.
  static func anchor(_ store: Store) throws(CatalogueError) -> Anchor {
    let sequence = try number(store, "sequence") ?? 0
    guard let token = try token(store, of: sequence) else { throw .expired }
    return Anchor(epoch: try epoch(store), sequence: sequence, token: token)
  }
}

/// How an item stands in a row, and back.
enum Row {
  static let columns = """
    id, parent, name, kind, inode, generation, size, modified, modified_ns, changed, changed_ns, \
    created, created_ns, mode, content, metadata, tags, favourite, used, used_ns, target, attributes
    """
  static let sequenceColumn: Int32 = 22

  /// Rows that are there.
  static let select = "SELECT \(columns), sequence FROM items WHERE alive = 1 AND missing IS NULL AND "
  /// All rows.
  static let selectAny = "SELECT \(columns), sequence FROM items WHERE "

  static func item(_ row: Store.Statement) throws(CatalogueError) -> Item {
    guard let id = ItemID(row.text(0)), let parent = ItemID(row.text(1)),
      let kind = FileKind(rawValue: row.text(3))
    else { throw .store(code: 11, message: "A row holds what was never written: \(row.text(0))") }
    return Item(
      id: id, parent: parent, name: FileName(bytes: row.blob(2)), kind: kind,
      file: FileID(inode: row.bits(4), generation: row.bits(5)), size: row.integer(6),
      modified: FileTime(seconds: row.integer(7), nanoseconds: row.integer(8)),
      changed: FileTime(seconds: row.integer(9), nanoseconds: row.integer(10)),
      created: time(row, 11), mode: UInt16(truncatingIfNeeded: row.integer(13)),
      contentVersion: row.integer(14), metadataVersion: row.integer(15), tags: row.optionalBlob(16),
      favouriteRank: row.optionalInteger(17), lastUsed: time(row, 18),
      target: row.optionalBlob(20).map { FileName(bytes: $0) },
      attributes: row.optionalBlob(21).map(ItemAttribute.decodeAttributes) ?? [:])
  }

  private static func time(_ row: Store.Statement, _ column: Int32) -> FileTime? {
    row.optionalInteger(column).map { FileTime(seconds: $0, nanoseconds: row.integer(column + 1)) }
  }

  static func values(_ item: Item) -> [Store.Value] {
    [
      .text(item.id.text), .text(item.parent.text), .blob(Array(item.name.bytes)), .text(item.kind.rawValue),
      .integer(item.file.inode), .integer(item.file.generation), .integer(item.size),
      .integer(item.modified.seconds), .integer(item.modified.nanoseconds),
      .integer(item.changed.seconds), .integer(item.changed.nanoseconds),
      .optional(item.created?.seconds), .optional(item.created?.nanoseconds), .integer(Int64(item.mode)),
      .integer(item.contentVersion), .integer(item.metadataVersion), .optional(item.tags),
      .optional(item.favouriteRank), .optional(item.lastUsed?.seconds),
      .optional(item.lastUsed?.nanoseconds), .optional(item.target.map { Array($0.bytes) }),
      .optional(ItemAttribute.encode(item.attributes)),
    ]
  }
}

/// The tables.
enum Schema {
  /// The version of the schema. A store of another version is set aside and rebuilt from the documents: an older one
  /// after an update, a newer one when a build of TestFlight gives way to an earlier one of the App Store.
  static let version: Int64 = 11

  /// The columns of a row behind its number.
  private static let columns = """
    id BLOB NOT NULL, parent INTEGER NOT NULL, name BLOB NOT NULL, fold INTEGER NOT NULL, trashed INTEGER NOT NULL, \
    kind INTEGER NOT NULL, file INTEGER NOT NULL, \
    size INTEGER NOT NULL, modified INTEGER NOT NULL, modifiedNs INTEGER NOT NULL, \
    changed INTEGER NOT NULL, changedNs INTEGER NOT NULL, born INTEGER, bornNs INTEGER, \
    mode INTEGER NOT NULL, tags BLOB, favourite INTEGER, used INTEGER, usedNs INTEGER, target BLOB, \
    attributes BLOB, content INTEGER NOT NULL, metadata INTEGER NOT NULL, origin BLOB, \
    sequence INTEGER NOT NULL, acknowledged INTEGER NOT NULL, visited BLOB, listed INTEGER NOT NULL
    """

  private static let tables = """
    -- One row: see State.
    CREATE TABLE store (
      epoch INTEGER NOT NULL, sequence INTEGER NOT NULL, synced INTEGER NOT NULL, proven INTEGER NOT NULL,
      confirmed INTEGER NOT NULL, commits INTEGER NOT NULL, horizon INTEGER NOT NULL,
      forgotten INTEGER NOT NULL, scanned INTEGER, root INTEGER,
      rootBorn INTEGER, rootBornNs INTEGER) STRICT;

    -- One row an item: see Row. A number is never given twice, so that a page cannot come to mean another item.
    CREATE TABLE item (number INTEGER PRIMARY KEY AUTOINCREMENT, \(columns)) STRICT;
    CREATE UNIQUE INDEX item_by_id ON item (id);
    CREATE INDEX item_by_origin ON item (origin) WHERE origin IS NOT NULL;
    CREATE UNIQUE INDEX item_by_place ON item (parent, name);
    CREATE INDEX item_by_file ON item (file);
    CREATE INDEX item_by_fold ON item (parent, fold);
    CREATE INDEX item_by_parent ON item (parent);
    CREATE INDEX item_by_sequence ON item (trashed, sequence);
    CREATE INDEX item_folders ON item (parent) WHERE kind = 1;

    -- One row a transaction that changed anything: its last change, and a random number of its own.
    CREATE TABLE history (sequence INTEGER PRIMARY KEY, random INTEGER NOT NULL) STRICT;
    -- What is gone. One that comes back, as its document says, has its number again.
    CREATE TABLE tombstone (
      sequence INTEGER PRIMARY KEY, id BLOB NOT NULL, number INTEGER NOT NULL) STRICT;
    CREATE INDEX tombstone_by_id ON tombstone (id);
    -- The identifiers of earlier stores that were set aside, until everything was looked at once; of the first one also what
    -- tells an item without its identity. Its numbers mean its own rows.
    CREATE TABLE former (
      id BLOB PRIMARY KEY, number INTEGER, parent INTEGER, name BLOB, kind INTEGER, size INTEGER,
      modified INTEGER, modifiedNs INTEGER, content INTEGER, origin BLOB) STRICT, WITHOUT ROWID;
    CREATE INDEX former_by_place ON former (parent, name);
    -- Where an item was until a change.
    CREATE TABLE place (
      sequence INTEGER PRIMARY KEY, item INTEGER NOT NULL, parent INTEGER NOT NULL, name BLOB NOT NULL)
      STRICT;
    CREATE INDEX place_by_name ON place (parent, name);
    """

  /// What a scan has seen, in memory and of this connection alone: see ``ScanPass``.
  ///
  /// - `seen`: each entry that is not what a row says, as the row that it will be. `entry` is the order of the looks; `waits`
  ///   says that it cannot be stored yet; `claims` that its identifier may be that of another file.
  /// - `missed`: the rows that the listing of their folder does not have.
  /// - `listed`: each folder that was listed, with the times of that listing; without times if its rows are not what it has.
  static let observation = """
    CREATE TEMP TABLE seen (
      number INTEGER NOT NULL, \(columns), entry INTEGER PRIMARY KEY, fromParent INTEGER, fromName BLOB,
      claims INTEGER NOT NULL, waits INTEGER NOT NULL);
    CREATE UNIQUE INDEX temp.seen_by_number ON seen (number);
    CREATE UNIQUE INDEX temp.seen_by_file ON seen (file);
    CREATE UNIQUE INDEX temp.seen_by_place ON seen (parent, name);
    CREATE INDEX temp.seen_by_id ON seen (id);
    CREATE TEMP TABLE missed (number INTEGER PRIMARY KEY);
    CREATE TEMP TABLE listed (folder INTEGER PRIMARY KEY, times BLOB);
    """

  /// Makes the tables, in one transaction.
  ///
  /// - Throws: a damaged store for another version.
  static func prepare(_ database: Database) throws {
    if try found(database) == version { return }
    try database.execute("BEGIN IMMEDIATE")
    // Another process may have created the tables while this one waited.
    if try found(database) != version {
      try database.execute(tables)
      try database.execute("PRAGMA user_version = \(version)")
      // A new epoch, so that no anchor or page of another store is valid here.
      try database.insert(into: "store", State(epoch: .random(in: .min ... .max)).values)
      try database.insert(into: "history", [0, Int64.random(in: .min ... .max)])
      for row in [Row.root, Row.trash] { try database.insert(into: "item", row.values) }
    }
    try database.execute("COMMIT")
  }

  private static func found(_ database: Database) throws -> Int64 {
    let found = try database.first("PRAGMA user_version") { $0.integer() } ?? 0
    guard found == 0 || found == version else {
      throw CatalogueError.damaged("The store is of version \(found)")
    }
    return found
  }

  /// What holds in each store that only this code has written. Where it does not hold, nothing may ever fail, and Files
  /// is wrong for good: every anchor expires, no change gets a number, or nothing has a folder.
  private static let invariants = """
    SELECT (SELECT count(*) FROM store) = 1 AND sequence BETWEEN 0 AND ?1 AND synced BETWEEN 0 AND sequence \
    AND confirmed BETWEEN 0 AND sequence AND horizon BETWEEN 0 AND sequence \
    AND forgotten BETWEEN 0 AND sequence \
    AND commits BETWEEN 0 AND ?1 \
    AND sequence = (SELECT max(sequence) FROM history) \
    AND sequence >= (SELECT coalesce(max(sequence), 0) FROM tombstone) \
    AND sequence >= (SELECT coalesce(max(sequence), 0) FROM place) \
    AND (SELECT min(trashed) FROM item) = 0 AND (SELECT max(trashed) FROM item) = 1 \
    AND NOT EXISTS (SELECT 1 FROM item WHERE trashed IN (0, 1) AND sequence > store.sequence) \
    AND (SELECT max(seq) FROM sqlite_sequence) BETWEEN (SELECT max(number) FROM item) AND ?1 \
    AND (SELECT count(*) FROM item WHERE parent < 0) = 2 \
    AND (SELECT count(*) FROM item WHERE (number, id, trashed) IN (VALUES (0, ?2, 0), (1, ?3, 1)) \
    AND parent = -1 AND kind = 1) = 2 FROM store
    """

  /// Looks once at what the store says of itself, and at the rows of Documents and the trash.
  ///
  /// - Throws: a damaged store.
  static func check(_ database: Database) throws {
    let isRight = try database.first(invariants, [State.most, ItemID.root, ItemID.trash]) { $0.flag() }
    if isRight != true { throw CatalogueError.damaged("The store contradicts itself") }
  }

  /// The statement that writes all columns of a row but its number, in their order.
  static func update(_ table: String, _ database: Database) throws -> String {
    let names = try columns(of: table, database)
    // The number is the first parameter, and a table without one has none.
    let sets = names.enumerated().map { "\($1) = ?\($0 + 1)" }.filter { !$0.hasPrefix("number ") }
    return "UPDATE \(table) SET \(sets.joined(separator: ", "))"
  }

  /// The columns of a table, in their order: SQLite knows their names.
  static func columns(of table: String, _ database: Database) throws -> [String] {
    try database.all("SELECT name FROM pragma_table_info('\(table)') ORDER BY cid") { row in
      String(decoding: row.bytes(), as: UTF8.self)
    }
  }
}

/// The one row that is about the store as a whole: of the table `store`.
struct State: Equatable {
  /// Which store: a new one has another.
  var epoch: Int64
  /// The number of the last change. Numbers rise, and some are left out.
  var sequence: Int64 = 0
  /// Changes up to here are synced.
  var synced: Int64 = 0
  /// Tells whether everything could be read once: only from then on an unknown item does not exist.
  var isProven = false
  /// The highest anchor that the system has sent. It knows every change up to it. 0 is none.
  var confirmed: Int64 = 0
  /// How often an item was changed, or a folder noted that must be listed again. By it a scan sees that another process or
  /// call has stored something while it looked.
  var commits: Int64 = 0
  /// Changes up to here are no longer stored.
  var horizon: Int64 = 0
  /// Of deletions up to here no names are stored.
  var forgotten: Int64 = 0
  /// When the last full scan ended, in seconds since 1970; nil when none was ever made.
  var scanned: Int64?
  /// Which folder Documents is.
  var root: FileID?
  /// When it was made: on another volume the same number may mean another folder.
  var rootCreated: FileTime?

  /// The values of all columns, in their order.
  var values: [(any Value)?] {
    [
      epoch, sequence, synced, isProven, confirmed, commits, horizon, forgotten, scanned, root,
      rootCreated?.seconds, rootCreated?.nanoseconds,
    ]
  }

  /// What a number of the store is at most: each is one more a change, and has room for as many again.
  static let most: Int64 = .max / 2

  init(epoch: Int64) { self.epoch = epoch }

  /// Reads the row.
  init(_ row: Statement) {
    epoch = row.integer()
    sequence = row.integer()
    synced = row.integer()
    isProven = row.flag()
    confirmed = row.integer()
    commits = row.integer()
    horizon = row.integer()
    forgotten = row.integer()
    scanned = row.optional { $0.integer() }
    root = row.optional { $0.file() }
    rootCreated = row.optional { $0.time() }
  }
}

/// The tables.
enum Schema {
  /// The version of the schema. A store of an older version is set aside and rebuilt from the documents.
  static let version: Int64 = 7

  private static let tables = """
    -- One row: see State.
    CREATE TABLE store (
      epoch INTEGER NOT NULL, sequence INTEGER NOT NULL, synced INTEGER NOT NULL, proven INTEGER NOT NULL,
      confirmed INTEGER NOT NULL, marks INTEGER NOT NULL, horizon INTEGER NOT NULL, scanned INTEGER,
      rootInode INTEGER, rootGeneration INTEGER, rootBorn INTEGER, rootBornNs INTEGER) STRICT;

    -- One row an item: see Row. A number is never given twice, so that a page cannot come to mean another item.
    CREATE TABLE item (
      number INTEGER PRIMARY KEY AUTOINCREMENT, id BLOB NOT NULL,
      parent INTEGER NOT NULL, name BLOB NOT NULL, fold INTEGER NOT NULL, trashed INTEGER NOT NULL,
      missing INTEGER NOT NULL, hidden INTEGER NOT NULL,
      kind INTEGER NOT NULL, inode INTEGER NOT NULL, generation INTEGER NOT NULL,
      size INTEGER NOT NULL, modified INTEGER NOT NULL, modifiedNs INTEGER NOT NULL,
      changed INTEGER NOT NULL, changedNs INTEGER NOT NULL, born INTEGER, bornNs INTEGER,
      mode INTEGER NOT NULL, tags BLOB, favourite INTEGER, used INTEGER, usedNs INTEGER, target BLOB,
      attributes BLOB, content INTEGER NOT NULL, metadata INTEGER NOT NULL, origin BLOB,
      sequence INTEGER NOT NULL, acknowledged INTEGER NOT NULL,
      visited BLOB, commits INTEGER NOT NULL, listed INTEGER NOT NULL) STRICT;
    CREATE UNIQUE INDEX item_by_id ON item (id);
    CREATE INDEX item_by_origin ON item (origin) WHERE origin IS NOT NULL;
    -- Two that are there never share a place; one that was missed holds none, because marks differ.
    CREATE UNIQUE INDEX item_by_place ON item (parent, name, missing);
    CREATE INDEX item_by_file ON item (inode, generation);
    CREATE INDEX item_by_fold ON item (parent, fold, missing);
    CREATE INDEX item_by_parent ON item (parent);
    CREATE INDEX item_by_sequence ON item (trashed, sequence);
    CREATE INDEX item_folders ON item (parent) WHERE kind = 1;
    CREATE INDEX item_missing ON item (missing) WHERE missing > 0;

    -- One row a transaction that changed anything: its last change, and a random number of its own.
    CREATE TABLE history (sequence INTEGER PRIMARY KEY, random INTEGER NOT NULL) STRICT;
    -- What is gone. One that comes back, as its document says, has its number again.
    CREATE TABLE tombstone (
      sequence INTEGER PRIMARY KEY, id BLOB NOT NULL, number INTEGER NOT NULL) STRICT;
    CREATE INDEX tombstone_by_id ON tombstone (id);
    -- The identifiers of an earlier store that was set aside, until everything was looked at once.
    CREATE TABLE former (id BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;
    -- Where an item was until a change.
    CREATE TABLE place (
      sequence INTEGER PRIMARY KEY, item INTEGER NOT NULL, parent INTEGER NOT NULL, name BLOB NOT NULL)
      STRICT;
    CREATE INDEX place_by_name ON place (parent, name);
    """

  private static let userVersion = Query("PRAGMA user_version")

  /// Makes the tables, in one transaction.
  ///
  /// - Throws: ``CatalogueError/newer(version:)``, with the store as it was; a damaged store for an older version.
  static func prepare(_ database: Database) throws {
    if try found(database) == version { return }
    try database.execute("BEGIN IMMEDIATE")
    // Another process may have created the tables while this one waited.
    if try found(database) != version {
      try database.execute(tables)
      try database.execute("PRAGMA user_version = \(version)")
      // A new epoch, so that no anchor or page of another store is valid here.
      try State.begin(database)
      try database.run(firstStamp, [.integer(.random(in: .min ... .max))])
      for row in [Row.root, Row.trash] { try database.run(Row.insertion, row.values) }
    }
    try database.execute("COMMIT")
  }

  private static let firstStamp = Query("INSERT INTO history VALUES (0, ?)")

  private static func found(_ database: Database) throws -> Int64 {
    let found = try database.first(userVersion) { $0.integer() } ?? 0
    if found > version { throw CatalogueError.newer(version: found) }
    guard found == 0 || found == version else {
      throw CatalogueError.damaged("The store is of an earlier version")
    }
    return found
  }
}

/// The one row that is about the store as a whole: of the table `store`.
struct State: Equatable {
  /// Which store: a new one has another.
  var epoch: Int64
  /// How many changes there were.
  var sequence: Int64 = 0
  /// Changes up to here are synced.
  var synced: Int64 = 0
  /// Tells whether everything could be read once: only from then on an unknown item does not exist.
  var isProven = false
  /// The highest anchor that the system has sent. It knows every change up to it. 0 is none.
  var confirmed: Int64 = 0
  /// The number of the last mark of missing items.
  var marks: Int64 = 0
  /// Changes up to here are no longer stored.
  var horizon: Int64 = 0
  /// When the last full scan ended, in seconds since 1970; nil when none was ever made.
  var scanned: Int64?
  /// Which folder Documents is.
  var root: FileID?
  /// When it was made: on another volume the same number may mean another folder.
  var rootCreated: FileTime?

  private static let columns = [
    "epoch", "sequence", "synced", "proven", "confirmed", "marks", "horizon", "scanned", "rootInode",
    "rootGeneration", "rootBorn", "rootBornNs",
  ]
  private static let query = Query("SELECT \(columns.joined(separator: ", ")) FROM store")
  private static let insertion = Query(
    "INSERT INTO store VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))")
  private static let update = Query("UPDATE store SET \(columns.map { $0 + " = ?" }.joined(separator: ", "))")

  private var values: [Value] {
    [
      .integer(epoch), .integer(sequence), .integer(synced), Value(isProven), .integer(confirmed),
      .integer(marks),
      .integer(horizon), Value(scanned), root.map { Value($0.inode) } ?? .null,
      root.map { Value($0.generation) } ?? .null, Value(rootCreated?.seconds),
      Value(rootCreated?.nanoseconds),
    ]
  }

  /// Writes the state of a new store.
  static func begin(_ database: Database) throws {
    try database.run(insertion, State(epoch: .random(in: .min ... .max)).values)
  }

  func save(_ database: Database) throws { try database.run(Self.update, values) }

  private init(epoch: Int64) { self.epoch = epoch }

  init(_ database: Database) throws {
    let found = try database.first(Self.query) { row in
      var state = State(epoch: row.integer())
      state.sequence = row.integer()
      state.synced = row.integer()
      state.isProven = row.flag()
      state.confirmed = row.integer()
      state.marks = row.integer()
      state.horizon = row.integer()
      state.scanned = row.optionalInteger()
      let (inode, generation) = (row.optionalInteger(), row.integer())
      state.root = inode.map {
        FileID(inode: UInt64(bitPattern: $0), generation: UInt64(bitPattern: generation))
      }
      state.rootCreated = row.optionalTime()
      return state
    }
    guard let found else { throw CatalogueError.damaged("The store says nothing about itself") }
    self = found
  }
}

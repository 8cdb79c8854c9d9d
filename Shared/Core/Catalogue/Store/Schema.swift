/// The tables.
enum Schema {
  /// The version of the schema. A store of an older version is set aside and rebuilt from the documents.
  static let version: Int64 = 6

  private static let tables = """
    -- One row: see State.
    CREATE TABLE store (
      epoch INTEGER NOT NULL, sequence INTEGER NOT NULL, synced INTEGER NOT NULL, listed INTEGER NOT NULL,
      confirmed INTEGER NOT NULL, marks INTEGER NOT NULL, horizon INTEGER NOT NULL, scanned INTEGER,
      rootInode INTEGER, rootLife INTEGER, rootBorn INTEGER, rootBornNs INTEGER) STRICT;

    -- One row an item: see Row. A number is never given twice, so that a page cannot come to mean another item.
    CREATE TABLE item (
      number INTEGER PRIMARY KEY AUTOINCREMENT, token BLOB NOT NULL,
      parent INTEGER NOT NULL, name BLOB NOT NULL, fold INTEGER NOT NULL, room INTEGER NOT NULL,
      missing INTEGER NOT NULL, hidden INTEGER NOT NULL,
      kind INTEGER NOT NULL, inode INTEGER NOT NULL, life INTEGER NOT NULL,
      size INTEGER NOT NULL, modified INTEGER NOT NULL, modifiedNs INTEGER NOT NULL,
      changed INTEGER NOT NULL, changedNs INTEGER NOT NULL, born INTEGER, bornNs INTEGER,
      mode INTEGER NOT NULL, tags BLOB, favourite INTEGER, used INTEGER, usedNs INTEGER, target BLOB,
      attributes BLOB, content INTEGER NOT NULL, metadata INTEGER NOT NULL, origin BLOB,
      sequence INTEGER NOT NULL, told INTEGER NOT NULL,
      visited BLOB, generation INTEGER NOT NULL, listed INTEGER NOT NULL) STRICT;
    CREATE UNIQUE INDEX item_by_token ON item (token);
    CREATE INDEX item_by_origin ON item (origin) WHERE origin IS NOT NULL;
    -- Two that are there never share a place; one that was missed holds none, because marks differ.
    CREATE UNIQUE INDEX item_by_place ON item (parent, name, missing);
    CREATE INDEX item_by_file ON item (inode, life);
    CREATE INDEX item_by_fold ON item (parent, fold, missing);
    CREATE INDEX item_by_parent ON item (parent);
    CREATE INDEX item_by_sequence ON item (room, sequence);
    CREATE INDEX item_folders ON item (parent) WHERE kind = 1;
    CREATE INDEX item_missing ON item (missing) WHERE missing > 0;

    -- One row a transaction that changed anything: its last change, and a random number of its own.
    CREATE TABLE moment (sequence INTEGER PRIMARY KEY, token INTEGER NOT NULL) STRICT;
    -- What is gone. One that comes back, as its document says, has its number again.
    CREATE TABLE tombstone (
      sequence INTEGER PRIMARY KEY, token BLOB NOT NULL, number INTEGER NOT NULL) STRICT;
    CREATE INDEX tombstone_by_token ON tombstone (token);
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
      try database.run(firstMoment, .integer(.random(in: .min ... .max)))
      for row in [Row.root, Row.trash] { try database.run(Row.insertion, row.values) }
    }
    try database.execute("COMMIT")
  }

  private static let firstMoment = Query("INSERT INTO moment VALUES (0, ?)")

  private static func found(_ database: Database) throws -> Int64 {
    let found = try database.first(userVersion) { $0.integer(0) } ?? 0
    if found > version { throw CatalogueError.newer(version: found) }
    guard found == 0 || found == version else {
      throw CatalogueError.damaged("The store is of an earlier version")
    }
    return found
  }
}

/// The tables.
enum Schema {
  /// What this version of the app writes. A store of another version is set aside: the documents carry what matters.
  static let version: Int64 = 4

  private static let tables = """
    -- One row. sequence counts changes and never goes back; synced is the last of them that is known to be
    -- on the medium; listed is where the last finished listing began; confirmed is the highest anchor that the
    -- system has asked from; marks counts the times that something was missed; changes up to the horizon are
    -- forgotten; scanned is when the last full scan ended, in seconds since 1970; timely says whether the volume changes
    -- a folder's times with its names.
    CREATE TABLE store (
      epoch INTEGER NOT NULL, sequence INTEGER NOT NULL, synced INTEGER NOT NULL, listed INTEGER NOT NULL,
      marks INTEGER NOT NULL, horizon INTEGER NOT NULL, scanned INTEGER, timely INTEGER,
      root_inode INTEGER, root_life INTEGER, root_born INTEGER, root_born_ns INTEGER,
      confirmed INTEGER NOT NULL) STRICT;

    -- One row an item, also for one that was missed (missing > 0) and is not decided upon. A number is never
    -- given twice, so that a page cannot come to mean another item. digest is of the
    -- listing of a folder, as long as everything in it is known; its generation counts the changes committed in it.
    -- visited is the folder's times at its last complete visit; told is the last change that the system knows of by
    -- its own call.
    CREATE TABLE item (
      number INTEGER PRIMARY KEY AUTOINCREMENT, token BLOB NOT NULL,
      parent INTEGER NOT NULL, name BLOB NOT NULL, fold INTEGER NOT NULL, room INTEGER NOT NULL,
      missing INTEGER NOT NULL, claim INTEGER NOT NULL,
      kind INTEGER NOT NULL, inode INTEGER NOT NULL, life INTEGER NOT NULL, by_path INTEGER NOT NULL,
      size INTEGER NOT NULL, modified INTEGER NOT NULL, modified_ns INTEGER NOT NULL,
      changed INTEGER NOT NULL, changed_ns INTEGER NOT NULL, born INTEGER, born_ns INTEGER,
      mode INTEGER NOT NULL, links INTEGER NOT NULL, tags BLOB, favourite INTEGER, used INTEGER, used_ns INTEGER, target BLOB,
      attributes BLOB,
      content INTEGER NOT NULL, metadata INTEGER NOT NULL, sequence INTEGER NOT NULL,
      origin BLOB, digest BLOB, visited BLOB, generation INTEGER NOT NULL, listed INTEGER NOT NULL,
      told INTEGER NOT NULL) STRICT;
    CREATE UNIQUE INDEX item_by_token ON item (token);
    CREATE INDEX item_by_origin ON item (origin) WHERE origin IS NOT NULL;
    -- Two that are there never share a place; one that was missed holds none, because marks differ.
    CREATE UNIQUE INDEX item_by_place ON item (parent, name, missing);
    CREATE UNIQUE INDEX item_by_file ON item (inode, life) WHERE by_path = 0;
    CREATE INDEX item_by_path ON item (inode, life) WHERE by_path = 1;
    CREATE INDEX item_by_fold ON item (parent, fold, missing);
    CREATE INDEX item_by_date ON item (parent, modified, modified_ns);
    CREATE INDEX item_by_sequence ON item (room, sequence);
    CREATE INDEX item_folders ON item (parent, name) WHERE kind = 1;
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
  static func prepare(_ database: Database) throws(CatalogueError) {
    if try found(database) == version { return }
    try database.execute("BEGIN IMMEDIATE")
    // Another process may have done it while this one waited.
    if try found(database) != version {
      try database.execute(tables)
      try database.execute("PRAGMA user_version = \(version)")
      try begin(database)
    }
    try database.execute("COMMIT")
  }

  private static func found(_ database: Database) throws(CatalogueError) -> Int64 {
    let found = try database.first(userVersion) { $0.integer(0) } ?? 0
    if found > version { throw .newer(version: found) }
    guard found == 0 || found == version else {
      throw .store(StoreFailure(kind: .damaged, code: 0, sentence: "The store is of an earlier version"))
    }
    return found
  }

  private static let firstState = Query(
    "INSERT INTO store VALUES (?, 0, 0, 0, 0, 0, NULL, NULL, NULL, NULL, NULL, NULL, 0)")
  private static let firstMoment = Query("INSERT INTO moment VALUES (0, ?)")

  /// A new epoch: no anchor or page of another one means anything here.
  private static func begin(_ database: Database) throws(CatalogueError) {
    try database.run(firstState, .integer(.random(in: .min ... .max)))
    try database.run(firstMoment, .integer(.random(in: .min ... .max)))
    for row in [Row.root, Row.trash] { try database.run(Row.insertion, row.values) }
  }
}

/// The catalogue's tables, one transaction at a time.
///
/// Unchecked because the catalogue's lock lends it to one thread at a time.
final class Store: @unchecked Sendable {
  let database: Database
  /// The state in the present transaction.
  var state: State
  /// The folders in which the present transaction changes something: the next scan lists them.
  var touched: Set<Int64> = []
  /// The number of the next item that a scan finds.
  var nextNumber: Int64 = 0
  private var syncsAll = true
  private let stateUpdate: String
  private let rowUpdate: String
  /// The columns of a new item, from the row of what was seen. The parameter and `entry` are together the number of its change.
  let newColumns: String

  /// Opens the file, and makes it when it is not there.
  init(path: String) throws {
    database = try Database(path: path)
    // The indexes of a first scan need 2 MB, and the extension has 20 MB in all.
    try database.execute("PRAGMA cache_size = -2048")
    // No query needs a large temporary table, and the extension could not write a temporary file at SQLite's default
    // path.
    try database.execute("PRAGMA temp_store = MEMORY")
    database.keepLog()
    try database.execute("PRAGMA journal_mode = WAL")
    // 4 MB. The log never shrinks, and a smaller limit would cause a checkpoint after every few folders of a first
    // scan.
    try database.execute("PRAGMA wal_autocheckpoint = 1000")
    // On Apple's platforms fsync(2) leaves the bytes in the drive's cache, so use a full sync.
    try database.execute("PRAGMA fullfsync = 1")
    try database.execute("PRAGMA checkpoint_fullfsync = 1")
    try database.execute("PRAGMA synchronous = FULL")
    // Names of what the user has deleted do not stay in free pages.
    try database.execute("PRAGMA secure_delete = ON")
    try Schema.prepare(database)
    try database.execute(Schema.observation)
    stateUpdate = try Schema.update("store", database)
    rowUpdate = try Schema.update("item", database) + " WHERE number = ?1"
    let computed = ["metadata": "random()", "sequence": "?1 + entry"]
    newColumns = try Schema.columns(of: "item", database).map { computed[$0] ?? $0 }.joined(separator: ", ")
    state = try Self.state(database)
    try read { store in try Schema.check(store.database) }
  }

  private static func state(_ database: Database) throws -> State {
    guard let state = try database.first("SELECT * FROM store", read: State.init) else {
      throw CatalogueError.damaged("The store says nothing about itself")
    }
    return state
  }

  /// Writes a row over the one of its number.
  func write(_ row: Row) throws { try database.run(rowUpdate, row.values) }

  /// Writes the log into the database file, so that the log starts again in its existing space.
  func carryOver() throws {
    try database.execute("PRAGMA wal_checkpoint(RESTART)")
  }

  /// Writes the log into the database file, and empties it: it has the pages of before. While another connection reads, it
  /// stays.
  func emptyLog() throws {
    try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
  }

  /// Reads from one snapshot.
  func read<Result>(_ body: (Store) throws -> Result) throws -> Result {
    try transaction("BEGIN", body)
  }

  /// Makes all changes of a closure in one transaction.
  ///
  /// - Parameter syncs: whether the transaction is synced when this returns. Otherwise a power cut may undo it as a
  ///   whole, together with all later ones.
  func write<Result>(syncs: Bool, _ body: (Store) throws -> Result) throws -> Result {
    if syncs != syncsAll {
      try database.execute(syncs ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
      syncsAll = syncs
    }
    return try transaction("BEGIN IMMEDIATE") { store in
      let before = state
      let result = try body(self)
      try touchFolders()
      if state.sequence != before.sequence {
        try database.insert(into: "history", [state.sequence, Int64.random(in: .min ... .max)])
      }
      if syncs { state.synced = state.sequence }
      if state != before { try database.run(stateUpdate, state.values) }
      return result
    }
  }

  /// The number of the next change.
  func nextChange() -> Int64 {
    state.sequence += 1
    state.commits += 1
    return state.sequence
  }

  private func transaction<Result>(_ begin: String, _ body: (Store) throws -> Result) throws -> Result {
    try database.transaction(begin) {
      touched = []
      state = try Self.state(database)
      return try body(self)
    }
  }
}

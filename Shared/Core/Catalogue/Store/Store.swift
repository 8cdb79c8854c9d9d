/// The catalogue's tables, one transaction at a time.
final class Store {
  let database: Database
  /// As it is in the present transaction.
  var state: State
  /// Whether what lies in the trash is told of as such; else it is told to be gone.
  let tellsTrash: Bool
  /// Which store, as anchors and pages name it: what was told without the trash is of no use with it.
  var epoch: Int64 { tellsTrash ? ~state.epoch : state.epoch }
  /// The folders in which the present transaction changes something.
  var touched: Set<Int64> = []
  /// Whether any item is missed; nil until the present transaction has looked.
  var hasMissed: Bool?
  /// Whether any item has a tombstone; nil until the present transaction has looked.
  var hasGone: Bool?
  /// What new identities are made of.
  var random = RandomBits()
  private var syncsAll = true

  /// Opens the file, and makes it when it is not there.
  init(path: String, tellsTrash: Bool = false) throws {
    self.tellsTrash = tellsTrash
    database = try Database(path: path)
    // The process has 20 MB in all; two are what the indexes of a first scan need.
    try database.execute("PRAGMA cache_size = -2048")
    // Nothing here needs a large table in memory, and temporary files would lie where we may not write.
    try database.execute("PRAGMA temp_store = MEMORY")
    database.keepLog()
    try database.execute("PRAGMA journal_mode = WAL")
    // 4 MB: what the log needed once, it keeps. A smaller one is carried over after every few folders of a first scan.
    try database.execute("PRAGMA wal_autocheckpoint = 1000")
    // A sync that leaves the bytes in the drive's cache is none: fsync(2) of Apple's platforms.
    try database.execute("PRAGMA fullfsync = 1")
    try database.execute("PRAGMA checkpoint_fullfsync = 1")
    try database.execute("PRAGMA synchronous = FULL")
    try Schema.prepare(database)
    state = try State(database)
  }

  /// Carries the log over into the file, so that it begins anew in the room that it has.
  func carryOver() throws {
    try database.execute("PRAGMA wal_checkpoint(RESTART)")
  }

  /// Whether any item was missed and is not decided upon.
  func isAnythingMissed() throws -> Bool {
    if let hasMissed { return hasMissed }
    let found = try nextMissed(after: 0) != nil
    hasMissed = found
    return found
  }

  /// Whether any item is gone, and remembered.
  func isAnythingGone() throws -> Bool {
    if let hasGone { return hasGone }
    let found = try database.first(Self.anyGone) { _ in true } ?? false
    hasGone = found
    return found
  }

  private static let anyGone = Query("SELECT 1 FROM tombstone LIMIT 1")

  /// Reads rows from one snapshot, but not the state.
  func look<Result>(_ body: (Store) throws -> Result) throws -> Result {
    try transaction("BEGIN", readsState: false, body)
  }

  /// Reads from one snapshot.
  func read<Result>(_ body: (Store) throws -> Result) throws -> Result {
    try transaction("BEGIN", body)
  }

  /// Changes all of it or nothing.
  ///
  /// - Parameter syncs: whether it is on the medium when this returns. Else a power cut may take it back,
  ///   whole, together with everything after it.
  func write<Result>(syncs: Bool, _ body: (Store) throws -> Result) throws -> Result {
    if syncs != syncsAll {
      try database.execute(syncs ? "PRAGMA synchronous = FULL" : "PRAGMA synchronous = NORMAL")
      syncsAll = syncs
    }
    return try transaction("BEGIN IMMEDIATE") { store in
      let before = state
      let result = try body(self)
      try touchFolders()
      if state.sequence != before.sequence { try note(state.sequence) }
      if syncs { state.synced = state.sequence }
      if state != before { try state.save(database) }
      return result
    }
  }

  /// Puts every change on the medium that is not there yet. Costs nothing when there is none.
  func sync() throws {
    let state = try read { store in store.state }
    // A commit that syncs takes all those before it along.
    if state.synced < state.sequence { try write(syncs: true) { _ in } }
  }

  /// The number of the next change.
  func nextChange() -> Int64 {
    state.sequence += 1
    return state.sequence
  }

  /// The number of the next mark of something missed.
  func nextMark() -> Int64 {
    state.marks += 1
    return state.marks
  }

  private static let moment = Query("INSERT INTO moment VALUES (?, ?)")

  private func note(_ sequence: Int64) throws {
    try database.run(Self.moment, .integer(sequence), .integer(.random(in: .min ... .max)))
  }

  private func transaction<Result>(
    _ begin: String, readsState: Bool = true, _ body: (Store) throws -> Result
  ) throws -> Result {
    // A rollback that failed has left one open.
    if !database.isIdle { try database.execute("ROLLBACK") }
    try database.execute(begin)
    do {
      touched = []
      (hasMissed, hasGone) = (nil, nil)
      if readsState { state = try State(database) }
      let result = try body(self)
      try database.execute("COMMIT")
      return result
    } catch {
      // SQLite may have rolled back itself. The error that made us give up is the one to tell; a rollback
      // that fails is done again before the next transaction.
      if !database.isIdle { try? database.execute("ROLLBACK") }
      throw error
    }
  }
}

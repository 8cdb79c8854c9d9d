import SQLite3

/// A connection to one SQLite file. One thread at a time.
final class Database {
  /// How many milliseconds to wait for another connection: longer than any transaction of the app, shorter than the
  /// user would wait.
  private static let patience: Int32 = 5000

  /// nil when it is closed.
  private var handle: OpaquePointer?
  /// Prepared statements that are not in use, by their text.
  private var idle: [String: [Statement]] = [:]

  /// Opens the file, and makes it when it is not there.
  init(path: String) throws {
    // The catalogue's lock guards the only connection, so SQLite's own mutexes are not needed.
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    try check(sqlite3_open_v2(path, &handle, flags, nil))
    // SQLite then opens it for reading only. It has not read the file yet, so it is not what the file says of itself.
    if sqlite3_db_readonly(handle, "main") == 1 {
      throw CatalogueError.store(
        StoreFailure(kind: .unreadable, code: SQLITE_READONLY, sentence: "The file may not be written"))
    }
    sqlite3_busy_timeout(handle, Self.patience)
  }

  deinit {
    close()
  }

  /// Keeps the log and its index when the last connection closes, because on a full volume the next connection could
  /// not create them.
  ///
  /// `SQLITE_FCNTL_PERSIST_WAL`: <https://www.sqlite.org/c3ref/c_fcntl_begin_atomic_write.html>. Another file system
  /// may report an error, which does no harm.
  func keepLog() {
    var isKept: Int32 = 1
    sqlite3_file_control(handle, "main", SQLITE_FCNTL_PERSIST_WAL, &isKept)
  }

  /// Closes the connection for good.
  func close() {
    // With all statements finalised, the connection closes at once.
    idle.removeAll()
    sqlite3_close(handle)
    handle = nil
  }

  /// Tells whether no transaction is open.
  var isIdle: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// The number of the row that was inserted last.
  var lastNumber: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Runs statements without parameters or results.
  func execute(_ sql: String) throws {
    try check(sqlite3_exec(handle, sql, nil, nil, nil))
  }

  /// Runs a statement to its end.
  func run(_ sql: String, _ values: [(any Value)?] = []) throws {
    try use(sql) { statement in
      try statement.bind(values)
      while try statement.step() {}
    }
  }

  /// The first row of a result, if there is one.
  func first<Result>(
    _ sql: String, _ values: [(any Value)?] = [], read: (Statement) throws -> Result
  ) throws -> Result? {
    try use(sql) { statement in
      try statement.bind(values)
      return try statement.step() ? try read(statement) : nil
    }
  }

  /// Tells whether a query finds anything.
  func exists(_ sql: String, _ values: [(any Value)?] = []) throws -> Bool {
    try first("SELECT EXISTS (\(sql))", values) { $0.flag() } ?? false
  }

  /// Every row of a result.
  func all<Result>(
    _ sql: String, _ values: [(any Value)?] = [], read: (Statement) throws -> Result
  ) throws -> [Result] {
    try use(sql) { statement in
      try statement.bind(values)
      var rows: [Result] = []
      while try statement.step() { rows.append(try read(statement)) }
      return rows
    }
  }

  /// Makes all changes of a closure in one transaction, or none.
  ///
  /// - Parameter begin: the statement that opens it.
  func transaction<Result>(_ begin: String = "BEGIN IMMEDIATE", _ body: () throws -> Result) throws -> Result
  {
    // A failed rollback has left a transaction open.
    if !isIdle { try execute("ROLLBACK") }
    try run(begin)
    do {
      let result = try body()
      try run("COMMIT")
      return result
    } catch {
      // SQLite may have rolled back already. Report the first error. A rollback that fails is repeated before the
      // next transaction.
      if !isIdle { try? execute("ROLLBACK") }
      throw error
    }
  }

  /// Adds a row to a table, with the values of all columns in their order.
  func insert(into table: String, _ values: [(any Value)?]) throws {
    try run("INSERT INTO \(table) VALUES (?\(String(repeating: ", ?", count: values.count - 1)))", values)
  }

  /// Prepares a statement once, and uses it again when it is done with.
  func use<Result>(_ sql: String, _ body: (Statement) throws -> Result) throws -> Result {
    let statement = try idle[sql]?.popLast() ?? prepare(sql)
    defer {
      statement.reset()
      idle[sql, default: []].append(statement)
    }
    return try body(statement)
  }

  private func prepare(_ sql: String) throws -> Statement {
    var prepared: OpaquePointer?
    try check(sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
    return Statement(prepared, of: self)
  }

  /// Throws what a result code of this connection means.
  func check(_ code: Int32) throws {
    if code == SQLITE_OK { return }
    // If the file itself may be written, the index of its log may not: `SQLITE_READONLY_CANTINIT`.
    let isOfLog = code == SQLITE_READONLY && sqlite3_db_readonly(handle, "main") == 0
    throw CatalogueError(
      isOfLog ? SQLITE_READONLY | (5 << 8) : code, String(cString: sqlite3_errmsg(handle)))
  }
}

extension CatalogueError {
  /// The meaning of a result code of SQLite. What is not known to pass by itself is damage: the store is a cache, and a
  /// failure that stays would keep Files from answering for good.
  init(_ code: Int32, _ sentence: String) {
    // The low byte is the primary code: sqlite.org/rescode.html.
    let kind: StoreFailure.Kind =
      switch code & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
      // Without an extension: a file that can be written says in its header that it must not be.
      case SQLITE_READONLY where code == SQLITE_READONLY: .damaged
      case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH, SQLITE_READONLY: .unreadable
      case SQLITE_FULL: .full
      case SQLITE_IOERR, SQLITE_NOMEM, SQLITE_INTERRUPT: .failed
      default: .damaged
      }
    self = .store(StoreFailure(kind: kind, code: code, sentence: sentence))
  }
}

/// A value of a statement's parameter; nil is NULL.
protocol Value {
  /// Binds it.
  ///
  /// - Returns: a result code of SQLite.
  func bind(to statement: OpaquePointer?, at index: Int32) -> Int32
}

extension Value where Self: BinaryInteger {
  /// The store keeps the bits of an unsigned number.
  func bind(to statement: OpaquePointer?, at index: Int32) -> Int32 {
    sqlite3_bind_int64(statement, index, Int64(truncatingIfNeeded: self))
  }
}

extension Int64: Value {}
extension Int: Value {}
extension UInt64: Value {}

extension Bool: Value {
  func bind(to statement: OpaquePointer?, at index: Int32) -> Int32 {
    (self ? 1 : 0).bind(to: statement, at: index)
  }
}

extension [UInt8]: Value {
  func bind(to statement: OpaquePointer?, at index: Int32) -> Int32 {
    withUnsafeBytes { $0.bind(to: statement, at: index) }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func bind(to statement: OpaquePointer?, at index: Int32) -> Int32 {
    // An empty array has a null address, which SQLite would bind as NULL.
    if isEmpty { return sqlite3_bind_zeroblob(statement, index, 0) }
    return sqlite3_bind_blob64(statement, index, baseAddress, UInt64(count), copied)
  }
}

/// `SQLITE_TRANSIENT`, which Swift does not import: SQLite makes its own copy.
private var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

extension String: Value {
  func bind(to statement: OpaquePointer?, at index: Int32) -> Int32 {
    sqlite3_bind_text(statement, index, self, Int32(utf8.count), copied)
  }
}

extension FileName: Value {
  func bind(to statement: OpaquePointer?, at index: Int32) -> Int32 {
    bytes.withUnsafeBytes { $0.bind(to: statement, at: index) }
  }
}

extension FileID: Value {
  func bind(to statement: OpaquePointer?, at index: Int32) -> Int32 { number.bind(to: statement, at: index) }
}

extension ItemID: Value {
  func bind(to statement: OpaquePointer?, at index: Int32) -> Int32 { bytes.bind(to: statement, at: index) }
}

/// A prepared statement, finalised with its last reference. The columns of a row are read from the first to the last.
final class Statement {
  private let handle: OpaquePointer?
  private unowned let database: Database
  private var column: Int32 = 0

  init(_ handle: OpaquePointer?, of database: Database) {
    (self.handle, self.database) = (handle, database)
  }

  deinit {
    sqlite3_finalize(handle)
  }

  func bind(_ values: [(any Value)?]) throws {
    for (index, value) in values.enumerated() {
      let place = Int32(index + 1)
      try database.check(value?.bind(to: handle, at: place) ?? sqlite3_bind_null(handle, place))
    }
  }

  /// Goes to the next row of the result; false when there is none.
  func step() throws -> Bool {
    column = 0
    let code = sqlite3_step(handle)
    if code != SQLITE_ROW, code != SQLITE_DONE { try database.check(code) }
    return code == SQLITE_ROW
  }

  /// Makes it ready for the next use.
  func reset() {
    // The result repeats the error of the last step, which has been thrown already.
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  private func next<Result>(_ read: (OpaquePointer?, Int32) -> Result) -> Result {
    defer { column += 1 }
    return read(handle, column)
  }

  /// Reads the next column with a closure; nil when it is NULL.
  func optional<Result>(_ read: (Statement) -> Result) -> Result? {
    let isNull = sqlite3_column_type(handle, column) == SQLITE_NULL
    let result = read(self)
    return isNull ? nil : result
  }

  func integer() -> Int64 { next { sqlite3_column_int64($0, $1) } }

  func flag() -> Bool { integer() != 0 }

  func bytes() -> [UInt8] {
    next { handle, column in
      guard let start = sqlite3_column_blob(handle, column) else { return [] }
      return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }
  }

  func name() -> FileName { FileName(bytes: bytes()) }

  /// Reads an identifier, which the store always keeps whole.
  func id() throws -> ItemID {
    guard let id = ItemID(bytes()) else { throw CatalogueError.damaged("A row holds what was never written") }
    return id
  }

  func file() -> FileID { FileID(UInt64(bitPattern: integer())) }

  /// Reads a time of two columns.
  func time() -> FileTime { FileTime(seconds: integer(), nanoseconds: integer()) }
}

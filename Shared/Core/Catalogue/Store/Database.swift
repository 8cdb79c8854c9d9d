import SQLite3

/// A connection to one SQLite file. One thread at a time.
final class Database {
  /// How many milliseconds to wait for another connection: longer than any transaction of the app, shorter than the
  /// user would wait.
  private static let patience: Int32 = 5000

  private let handle: OpaquePointer
  private var isOpen = true
  private var idle: [ObjectIdentifier: [Statement]] = [:]

  /// Opens the file, and makes it when it is not there.
  init(path: String) throws {
    var opened: OpaquePointer?
    // The catalogue's lock guards the only connection, so SQLite's own mutexes are not needed.
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let sentence = String(cString: opened.map { sqlite3_errmsg($0) } ?? sqlite3_errstr(code))
      sqlite3_close(opened)
      throw CatalogueError(code, sentence)
    }
    handle = opened
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
    idle.removeAll()
    if isOpen {
      // All statements are finalised, so that the connection closes at once.
      sqlite3_close(handle)
      isOpen = false
    }
  }

  /// Tells whether no transaction is open.
  var isIdle: Bool { sqlite3_get_autocommit(handle) != 0 }

  /// The number of the row that was inserted last.
  var lastNumber: Int64 { sqlite3_last_insert_rowid(handle) }

  /// Runs statements without parameters or results.
  func execute(_ sql: String) throws {
    let code = sqlite3_exec(handle, sql, nil, nil, nil)
    if code != SQLITE_OK { throw failure(code) }
  }

  /// Runs a statement to its end.
  func run(_ query: Query, _ values: [Value] = []) throws {
    try use(query, values) { statement in
      while try statement.step() {}
    }
  }

  /// The first row of a result, if there is one.
  func first<Result>(
    _ query: Query, _ values: [Value] = [], read: (Statement) throws -> Result
  ) throws -> Result? {
    try use(query, values) { statement in
      try statement.step() ? try read(statement) : nil
    }
  }

  /// Every row of a result, until the closure answers false.
  func each(_ query: Query, _ values: [Value] = [], read: (Statement) throws -> Bool) throws {
    try use(query, values) { statement in
      while try statement.step(), try read(statement) {}
    }
  }

  /// A statement that is used again once it is done with; one in use is left alone, and a second one made.
  private func use<Result>(
    _ query: Query, _ values: [Value], _ body: (Statement) throws -> Result
  ) throws -> Result {
    let key = ObjectIdentifier(query)
    let statement: Statement
    if let known = idle[key]?.popLast() {
      statement = known
    } else {
      statement = try Statement(query.text, in: self, handle)
    }
    defer {
      statement.reset()
      idle[key, default: []].append(statement)
    }
    try statement.bind(values)
    return try body(statement)
  }

  /// Tells what a result code of this connection means.
  func failure(_ code: Int32) -> CatalogueError {
    CatalogueError(code, String(cString: sqlite3_errmsg(handle)))
  }
}

/// One statement of the program, written once, prepared once a connection.
final class Query: Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }
}

extension CatalogueError {
  /// The meaning of a result code of SQLite.
  init(_ code: Int32, _ sentence: String) {
    // The low byte is the primary code: sqlite.org/rescode.html.
    let kind: StoreFailure.Kind =
      switch code & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
      case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
      case SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH, SQLITE_READONLY: .unreadable
      case SQLITE_FULL: .full
      default: .failed
      }
    self = .store(StoreFailure(kind: kind, code: code, sentence: sentence))
  }
}

/// A value of a statement's parameter.
enum Value {
  case null
  case integer(Int64)
  case bytes([UInt8])

  init(_ integer: Int64?) {
    self = integer.map(Value.integer) ?? .null
  }

  init(_ bytes: [UInt8]?) {
    self = bytes.map(Value.bytes) ?? .null
  }

  init(_ bits: UInt64) {
    self = .integer(Int64(bitPattern: bits))
  }

  init(_ flag: Bool) {
    self = .integer(flag ? 1 : 0)
  }

  init(_ name: FileName) {
    self = .bytes(Array(name.bytes))
  }
}

/// A prepared statement, finalised with its last reference. The columns of a row are read from the first to the last.
final class Statement {
  private unowned let database: Database
  private let handle: OpaquePointer
  private var column: Int32 = 0

  init(_ sql: String, in database: Database, _ connection: OpaquePointer) throws {
    var prepared: OpaquePointer?
    let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
    guard code == SQLITE_OK, let prepared else { throw database.failure(code) }
    handle = prepared
    self.database = database
  }

  deinit {
    sqlite3_finalize(handle)
  }

  func bind(_ values: [Value]) throws {
    for (index, value) in values.enumerated() {
      let code = bind(value, at: Int32(index + 1))
      if code != SQLITE_OK { throw database.failure(code) }
    }
  }

  private func bind(_ value: Value, at index: Int32) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(handle, index)
    case .integer(let integer): sqlite3_bind_int64(handle, index, integer)
    // An empty array has a null address, which SQLite would bind as NULL.
    case .bytes(let bytes) where bytes.isEmpty: sqlite3_bind_zeroblob(handle, index, 0)
    case .bytes(let bytes):
      sqlite3_bind_blob64(handle, index, bytes, UInt64(bytes.count), Self.copied)
    }
  }

  /// SQLITE_TRANSIENT, which Swift does not import: SQLite makes its own copy of what is bound.
  private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

  /// Goes to the next row of the result; false when there is none.
  func step() throws -> Bool {
    column = 0
    switch sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw database.failure(code)
    }
  }

  /// Makes it ready for the next use.
  func reset() {
    // The result repeats the error of the last step, which has been thrown already.
    sqlite3_reset(handle)
    sqlite3_clear_bindings(handle)
  }

  private func nextColumn() -> Int32 {
    defer { column += 1 }
    return column
  }

  func integer() -> Int64 { sqlite3_column_int64(handle, nextColumn()) }

  func flag() -> Bool { integer() != 0 }

  func optionalInteger() -> Int64? {
    let isNull = sqlite3_column_type(handle, column) == SQLITE_NULL
    let integer = integer()
    return isNull ? nil : integer
  }

  func bytes() -> [UInt8] {
    let column = nextColumn()
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  func optionalBytes() -> [UInt8]? {
    let isNull = sqlite3_column_type(handle, column) == SQLITE_NULL
    let bytes = bytes()
    return isNull ? nil : bytes
  }

  func name() -> FileName { FileName(bytes: bytes()) }

  func id() -> ItemID? { ItemID(bytes()) }

  /// Reads a file of two columns.
  func file() -> FileID {
    FileID(inode: UInt64(bitPattern: integer()), generation: UInt64(bitPattern: integer()))
  }

  /// Reads a time of two columns.
  func time() -> FileTime { FileTime(seconds: integer(), nanoseconds: integer()) }

  func optionalTime() -> FileTime? {
    let seconds = optionalInteger()
    let nanoseconds = integer()
    return seconds.map { FileTime(seconds: $0, nanoseconds: nanoseconds) }
  }
}

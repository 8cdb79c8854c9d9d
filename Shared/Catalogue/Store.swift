import SQLite3

/// A connection to the catalogue's database file, used by one thread at a time.
///
/// Statements are prepared once and kept. Every result code is looked at.
final class Store {
  private let connection: OpaquePointer
  private var statements: [String: Statement] = [:]

  /// Opens a file, and makes it when it is not there.
  init(path: String) throws(CatalogueError) {
    var opened: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_FULLMUTEX
    let code = sqlite3_open_v2(path, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      let message = String(cString: sqlite3_errstr(code))
      sqlite3_close_v2(opened)
      throw .store(code: code, message: message)
    }
    connection = opened
    // A second instance of the extension may be on its way out while this one starts.
    sqlite3_busy_timeout(connection, 5_000)
  }

  deinit {
    for statement in statements.values { statement.finalize() }
    sqlite3_close_v2(connection)
  }

  /// Runs statements that answer nothing.
  func execute(_ sql: String) throws(CatalogueError) {
    try check(sqlite3_exec(connection, sql, nil, nil, nil))
  }

  /// Runs one statement, row by row.
  func run(
    _ sql: String, _ values: [Value] = [], _ each: (Statement) throws(CatalogueError) -> Void = { _ in }
  ) throws(CatalogueError) {
    let statement = try prepare(sql)
    defer { statement.reset() }
    try check(statement.bind(values))
    while true {
      let code = statement.step()
      if code == SQLITE_DONE { return }
      guard code == SQLITE_ROW else { return try check(code) }
      try each(statement)
    }
  }

  /// The first row of an answer, or nil.
  func first<Result>(
    _ sql: String, _ values: [Value] = [], _ read: (Statement) throws(CatalogueError) -> Result
  ) throws(CatalogueError) -> Result? {
    let statement = try prepare(sql)
    defer { statement.reset() }
    try check(statement.bind(values))
    let code = statement.step()
    if code == SQLITE_DONE { return nil }
    guard code == SQLITE_ROW else {
      try check(code)
      return nil
    }
    return try read(statement)
  }

  /// Does all of something or nothing of it.
  func transaction<Result>(
    _ body: () throws(CatalogueError) -> Result
  ) throws(CatalogueError) -> Result {
    try execute("BEGIN IMMEDIATE")
    do throws(CatalogueError) {
      let result = try body()
      try execute("COMMIT")
      return result
    } catch {
      // The error that made us give up is the one to tell; a rollback that fails leaves nothing either.
      try? execute("ROLLBACK")
      throw error
    }
  }

  private func prepare(_ sql: String) throws(CatalogueError) -> Statement {
    if let statement = statements[sql], !statement.isBusy { return statement }
    var prepared: OpaquePointer?
    try check(sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil))
    guard let prepared else { throw .store(code: SQLITE_MISUSE, message: sql) }
    let statement = Statement(prepared)
    // A statement that runs inside itself is used once; it goes with the connection.
    let key = statements[sql] == nil ? sql : sql + " -- \(statements.count)"
    statements[key] = statement
    return statement
  }

  private func check(_ code: Int32) throws(CatalogueError) {
    if code == SQLITE_OK { return }
    throw .store(
      code: sqlite3_extended_errcode(connection), message: String(cString: sqlite3_errmsg(connection)))
  }

  /// What can be bound to a statement.
  enum Value {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    static func integer(_ bits: UInt64) -> Value { .integer(Int64(bitPattern: bits)) }

    static func optional(_ number: Int64?) -> Value { number.map { .integer($0) } ?? .null }

    static func optional(_ bytes: [UInt8]?) -> Value { bytes.map { .blob($0) } ?? .null }
  }

  /// A prepared statement: bound, stepped, read, reset.
  final class Statement {
    private let statement: OpaquePointer

    init(_ statement: OpaquePointer) {
      self.statement = statement
    }

    var isBusy: Bool { sqlite3_stmt_busy(statement) != 0 }

    func bind(_ values: [Value]) -> Int32 {
      for (index, value) in zip(Int32(1)..., values) {
        let code =
          switch value {
          case .null: sqlite3_bind_null(statement, index)
          case .integer(let number): sqlite3_bind_int64(statement, index, number)
          case .text(let text): sqlite3_bind_text(statement, index, text, -1, Self.copied)
          case .blob(let bytes):
            // A null pointer would bind NULL.
            bytes.isEmpty
              ? sqlite3_bind_zeroblob(statement, index, 0)
              : sqlite3_bind_blob(statement, index, bytes, Int32(bytes.count), Self.copied)
          }
        if code != SQLITE_OK { return code }
      }
      return SQLITE_OK
    }

    func step() -> Int32 { sqlite3_step(statement) }

    func reset() {
      // Repeats the error of the last step, which was looked at.
      _ = sqlite3_reset(statement)
      _ = sqlite3_clear_bindings(statement)
    }

    func finalize() {
      // Likewise.
      _ = sqlite3_finalize(statement)
    }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func bits(_ column: Int32) -> UInt64 { UInt64(bitPattern: integer(column)) }

    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    func text(_ column: Int32) -> String {
      sqlite3_column_text(statement, column).map { String(cString: $0) } ?? ""
    }

    func blob(_ column: Int32) -> [UInt8] {
      guard let bytes = sqlite3_column_blob(statement, column) else { return [] }
      return Array(
        UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, column))))
    }

    func optionalBlob(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : blob(column) }

    private func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    /// SQLITE_TRANSIENT, which Swift does not import: SQLite copies what is bound.
    private static let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }
}

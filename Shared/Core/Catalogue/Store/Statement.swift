import SQLite3

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

/// A prepared statement, finalised with its last reference.
final class Statement {
  private unowned let database: Database
  private let handle: OpaquePointer

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

  func bind(_ values: some Sequence<Value>) throws {
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

  func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(handle, column) }

  func optionalInteger(_ column: Int32) -> Int64? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : integer(column)
  }

  func bytes(_ column: Int32) -> [UInt8] {
    guard let start = sqlite3_column_blob(handle, column) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
  }

  func optionalBytes(_ column: Int32) -> [UInt8]? {
    sqlite3_column_type(handle, column) == SQLITE_NULL ? nil : bytes(column)
  }

  func name(_ column: Int32) -> FileName { FileName(bytes: bytes(column)) }
}

/// The columns of a table, in the order in which a whole row is read and written.
protocol Columns: CaseIterable, RawRepresentable<Int32> {}

extension Columns {
  /// The names.
  static var list: String { allCases.map { "\($0)" }.joined(separator: ", ") }
  /// A parameter for each.
  static var parameters: String { allCases.map { "?\($0.rawValue + 1)" }.joined(separator: ", ") }

  /// Sets each of these to its parameter.
  static func assignments(_ columns: some Collection<Self>) -> String {
    columns.map { "\($0) = ?\($0.rawValue + 1)" }.joined(separator: ", ")
  }
}

extension Statement {
  func integer(_ column: some Columns) -> Int64 { integer(column.rawValue) }
  func optionalInteger(_ column: some Columns) -> Int64? { optionalInteger(column.rawValue) }
  func optionalBytes(_ column: some Columns) -> [UInt8]? { optionalBytes(column.rawValue) }
  func name(_ column: some Columns) -> FileName { name(column.rawValue) }
  func id(_ column: some Columns) -> ItemID? { id(column.rawValue) }

  /// A file: this column and the next.
  func file(_ column: some Columns) -> FileID {
    let life = integer(column.rawValue + 1)
    return FileID(inode: UInt64(bitPattern: integer(column)), generation: UInt64(bitPattern: life))
  }

  /// A time: this column and the next.
  func time(_ column: some Columns) -> FileTime {
    FileTime(seconds: integer(column), nanoseconds: integer(column.rawValue + 1))
  }

  func optionalTime(_ column: some Columns) -> FileTime? { optionalInteger(column).map { _ in time(column) } }

  func id(_ column: Int32) -> ItemID? { ItemID(bytes(column)) }
}

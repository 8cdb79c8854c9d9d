/// The one row that is about the store as a whole: of the table `store`.
struct State: Equatable {
  /// Which store: a new one has another.
  var epoch: Int64
  /// How many changes there were.
  var sequence: Int64 = 0
  /// Changes up to here are synced.
  var synced: Int64 = 0
  /// Where the last finished listing began.
  var listed: Int64 = 0
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

  private enum Column: Int32, Columns {
    case epoch, sequence, synced, listed, confirmed, marks, horizon, scanned
    case rootInode, rootLife, rootBorn, rootBornNs
  }

  private static let query = Query("SELECT \(Column.list) FROM store")
  private static let insertion = Query("INSERT INTO store (\(Column.list)) VALUES (\(Column.parameters))")
  private static let update = Query("UPDATE store SET \(Column.assignments(Column.allCases))")

  private var values: [Value] { Column.allCases.map(value) }

  private func value(_ column: Column) -> Value {
    switch column {
    case .epoch: .integer(epoch)
    case .sequence: .integer(sequence)
    case .synced: .integer(synced)
    case .listed: .integer(listed)
    case .confirmed: .integer(confirmed)
    case .marks: .integer(marks)
    case .horizon: .integer(horizon)
    case .scanned: Value(scanned)
    case .rootInode: root.map { Value($0.inode) } ?? .null
    case .rootLife: root.map { Value($0.generation) } ?? .null
    case .rootBorn: Value(rootCreated?.seconds)
    case .rootBornNs: Value(rootCreated?.nanoseconds)
    }
  }

  /// The state of a new store.
  static func begin(_ database: Database) throws {
    try database.run(insertion, State(epoch: .random(in: .min ... .max)).values)
  }

  func save(_ database: Database) throws { try database.run(Self.update, values) }

  private init(epoch: Int64) { self.epoch = epoch }

  init(_ database: Database) throws {
    let found = try database.first(Self.query) { row in
      var state = State(epoch: row.integer(Column.epoch))
      state.sequence = row.integer(Column.sequence)
      state.synced = row.integer(Column.synced)
      state.listed = row.integer(Column.listed)
      state.confirmed = row.integer(Column.confirmed)
      state.marks = row.integer(Column.marks)
      state.horizon = row.integer(Column.horizon)
      state.scanned = row.optionalInteger(Column.scanned)
      state.root = row.optionalInteger(Column.rootInode).map { _ in row.file(Column.rootInode) }
      state.rootCreated = row.optionalTime(Column.rootBorn)
      return state
    }
    guard let found else { throw CatalogueError.damaged("The store says nothing about itself") }
    self = found
  }
}

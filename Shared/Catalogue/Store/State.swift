/// The one row that is about the store as a whole.
struct State: Equatable {
  /// Which store: a new one has another.
  var epoch: Int64
  /// How many changes there were.
  var sequence: Int64
  /// Changes up to here are on the medium.
  var synced: Int64
  /// Where the last finished listing began.
  var listed: Int64
  /// The highest anchor that the system has asked from, so that it knows every change up to it; 0 is none.
  var confirmed: Int64
  /// How many times something was missed.
  var marks: Int64
  /// Changes up to here are forgotten.
  var horizon: Int64
  /// When the last full scan ended, in seconds since 1970; nil when none was ever made.
  var scanned: Int64?
  /// Whether the volume changes a folder's times with the names in it; nil before that was tried.
  var isTimely: Bool?
  /// Which folder Documents is.
  var root: FileID?
  /// When it was made: on another volume the same number may mean another folder.
  var rootCreated: FileTime?

  private static let query = Query(
    """
    SELECT epoch, sequence, synced, listed, marks, horizon, scanned, \
    root_inode, root_life, root_born, root_born_ns, confirmed, timely FROM store
    """)
  private static let update = Query(
    """
    UPDATE store SET sequence = ?, synced = ?, listed = ?, marks = ?, horizon = ?, scanned = ?, \
    root_inode = ?, root_life = ?, root_born = ?, root_born_ns = ?, confirmed = ?, timely = ?
    """)

  init(_ database: Database) throws(CatalogueError) {
    let found = try database.first(Self.query) { State($0) }
    guard let found else {
      throw .store(StoreFailure(kind: .damaged, code: 0, sentence: "The store says nothing about itself"))
    }
    self = found
  }

  private init(_ statement: Statement) {
    epoch = statement.integer(0)
    sequence = statement.integer(1)
    synced = statement.integer(2)
    listed = statement.integer(3)
    marks = statement.integer(4)
    horizon = statement.integer(5)
    scanned = statement.optionalInteger(6)
    root = statement.optionalInteger(7).map { _ in statement.file(7) }
    rootCreated = statement.optionalTime(9)
    confirmed = statement.integer(11)
    isTimely = statement.optionalInteger(12).map { $0 != 0 }
  }

  func save(_ database: Database) throws(CatalogueError) {
    try database.run(
      Self.update, .integer(sequence), .integer(synced), .integer(listed), .integer(marks),
      .integer(horizon), Value(scanned), Value(root.map { Int64(bitPattern: $0.inode) }),
      Value(root.map { Int64(bitPattern: $0.generation) }), Value(rootCreated?.seconds),
      Value(rootCreated?.nanoseconds), .integer(confirmed), Value(isTimely.map { $0 ? 1 : 0 }))
  }
}

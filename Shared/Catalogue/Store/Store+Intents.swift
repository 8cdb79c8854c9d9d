extension Store {
  /// The system plays a call again at once or after a restart, not after thousands of others.
  private static let mostIntents: Int64 = 10_000

  private static let columns = "number, key, parent, name, inode, life, version, size, modified, modified_ns"
  private static let recording = Query(
    """
    INSERT INTO intent (key, parent, name, inode, life, size, modified, modified_ns) VALUES (?, ?, ?, ?, ?, ?, ?, ?) \
    RETURNING number
    """)
  private static let any = Query("SELECT 1 FROM intent LIMIT 1")
  private static let fulfilling = Query(
    """
    UPDATE intent SET version = ? WHERE inode = ? AND life = ? AND size = ? AND modified = ? AND modified_ns = ?
    """)
  private static let pruning = Query("DELETE FROM intent WHERE number <= ?")
  private static let forgetting = Query("DELETE FROM intent WHERE key = ?")
  private static let forgettingOlder = Query("DELETE FROM intent WHERE key = ? AND number < ?")
  private static let byKey = Query(
    "SELECT \(columns) FROM intent WHERE key = ? ORDER BY number DESC")
  private static let byFile = Query(
    "SELECT \(columns) FROM intent WHERE inode = ? AND life = ? ORDER BY number DESC LIMIT 1")

  func record(
    _ key: String, _ parent: ItemID, _ name: FileName, _ file: FileID, _ status: FileStatus
  ) throws(CatalogueError) -> Intent {
    let number = try database.first(
      Self.recording, .text(key), .text(parent.text), Value(name), Value(file.inode), Value(file.generation),
      .integer(status.size), .integer(status.modified.seconds), .integer(status.modified.nanoseconds)
    ) { $0.integer(0) }
    let intent = Intent(
      number: number ?? 0, key: key, parent: parent, name: name, file: file, size: status.size,
      modified: status.modified)
    try database.run(Self.pruning, .integer(intent.number - Self.mostIntents))
    hasIntents = true
    return intent
  }

  func intents(of key: String, limit: Int = .max) throws(CatalogueError) -> [Intent] {
    var found: [Intent] = []
    try database.each(Self.byKey, .text(key)) { statement throws(CatalogueError) in
      found.append(Intent(statement))
      return found.count < limit
    }
    return found
  }

  func intent(of file: FileID) throws(CatalogueError) -> Intent? {
    try database.first(Self.byFile, Value(file.inode), Value(file.generation)) { Intent($0) }
  }

  /// Notes that an item is the file of an intent from its present content version on, if there is such an intent,
  /// and nobody has written to the file since.
  func fulfilIntent(_ row: Row) throws(CatalogueError) {
    // A first scan meets a million files, and no intent.
    if hasIntents == nil { hasIntents = try database.first(Self.any) { _ in true } ?? false }
    guard hasIntents == true else { return }
    try database.run(
      Self.fulfilling, .integer(row.contentVersion), Value(row.file.inode), Value(row.file.generation),
      .integer(row.size), .integer(row.modified.seconds), .integer(row.modified.nanoseconds))
  }

  func forgetIntents(_ key: String) throws(CatalogueError) {
    try database.run(Self.forgetting, .text(key))
  }

  /// What was intended before an intent that has come true is nobody's base any more.
  func forgetIntents(before intent: Intent) throws(CatalogueError) {
    try database.run(Self.forgettingOlder, .text(intent.key), .integer(intent.number))
  }
}

extension Intent {
  fileprivate init(_ statement: Statement) {
    self.init(
      number: statement.integer(0), key: statement.text(1),
      parent: statement.optionalText(2).flatMap { ItemID($0) },
      name: statement.optionalBytes(3).map { FileName(bytes: $0) }, file: statement.file(4),
      size: statement.integer(7), modified: statement.time(8), version: statement.optionalInteger(6))
  }
}

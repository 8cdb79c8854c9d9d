extension Store {
  private static let byNumber = Query("SELECT \(Row.columns) FROM item WHERE number = ?")
  private static let byToken = Query("SELECT \(Row.columns) FROM item WHERE token = ?")
  private static let byOrigin = Query(
    "SELECT \(Row.columns) FROM item WHERE origin = ? ORDER BY sequence DESC")
  private static let byName = Query(
    "SELECT \(Row.columns) FROM item WHERE parent = ? AND name = ? AND hidden = 0")
  private static let byFile = Query(
    "SELECT \(Row.columns) FROM item WHERE inode = ? AND life = ? AND parent >= 0")
  private static let folds = Query(
    "SELECT fold FROM item WHERE parent = ? AND missing = 0 GROUP BY fold HAVING count(*) > 1 LIMIT 100")
  private static let byFold = Query(
    "SELECT name FROM item WHERE parent = ? AND fold = ? AND missing = 0 ORDER BY sequence LIMIT 100")

  /// The row of that number.
  func row(_ number: Int64) throws -> Row? {
    try database.first(Self.byNumber, .integer(number), read: Row.init)
  }

  /// The row of an item, also of a missing one.
  func row(_ id: ItemID) throws -> Row? {
    try database.first(Self.byToken, .bytes(id.bytes), read: Row.init)
  }

  /// The rows of documents that a call of the system made, the one that changed last first.
  func rows(of origin: Identity.Origin) throws -> [Row] {
    try rows(Self.byOrigin, [.bytes(origin.bytes)])
  }

  /// All rows that a query finds.
  func rows(_ query: Query, _ values: [Value]) throws -> [Row] {
    var rows: [Row] = []
    try database.each(query, values) { statement in
      rows.append(try Row(statement))
      return true
    }
    return rows
  }

  /// The row of a name: of the item with that name, or of a missing one, if no other item has taken the name.
  func row(named name: FileName, in parent: Int64) throws -> Row? {
    try database.first(Self.byName, .integer(parent), Value(name), read: Row.init)
  }

  /// The row with this file: of two the one that is not missing, or that changed last.
  func row(of file: FileID) throws -> Row? {
    let rows = try rows(Self.byFile, [Value(file.inode), Value(file.generation)])
    // There is nearly always one row, and sorting in SQLite would cost more than the search.
    return rows.max { ($0.missing == 0 ? 1 : 0, $0.sequence) < ($1.missing == 0 ? 1 : 0, $1.sequence) }
  }

  /// Pairs of names in a folder that look the same to the user, the one that changed last in second place. At most a
  /// hundred; the next visit finds the rest.
  func twins(in folder: Int64) throws -> [(earlier: FileName, later: FileName)] {
    var folds: [Int64] = []
    try database.each(Self.folds, .integer(folder)) { row in
      folds.append(row.integer(0))
      return true
    }
    var twins: [(earlier: FileName, later: FileName)] = []
    for fold in folds {
      var first: FileName?
      try database.each(Self.byFold, .integer(folder), .integer(fold)) { row in
        let name = row.name(0)
        // Different names can have equal digests by chance.
        if let first, first.key == name.key { twins.append((first, name)) }
        first = first ?? name
        return true
      }
    }
    return twins
  }

  /// The path of a row below its room; nil when the item, or a folder above it, is missing.
  func path(of row: Row) throws -> DocumentPath? {
    var names: [FileName] = []
    var row = row
    while !row.isRoom {
      guard row.missing == 0, let parent = try self.row(row.parent) else { return nil }
      names.append(row.item.name)
      row = parent
    }
    return DocumentPath(names.reversed(), in: row.item.isTrashed ? .trash : .documents)
  }

  /// Whether a row is a folder, or lies in it at any depth.
  func isWithin(_ number: Int64, _ folder: Int64) throws -> Bool {
    var number = number
    while number != folder {
      guard let row = try row(number), !row.isRoom else { return false }
      number = row.parent
    }
    return true
  }

  /// The item of a row, with its parent.
  func item(_ row: Row) throws -> Item {
    let parent = row.isRoom ? nil : try self.row(row.parent)
    return row.item(in: parent?.item.id ?? .root)
  }
}

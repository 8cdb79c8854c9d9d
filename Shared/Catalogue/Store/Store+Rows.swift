extension Store {
  private static let byNumber = Query("SELECT \(Row.columns) FROM item WHERE number = ?")
  private static let byToken = Query("SELECT \(Row.columns) FROM item WHERE token = ?")
  private static let byOrigin = Query(
    "SELECT \(Row.columns) FROM item WHERE origin = ? ORDER BY sequence DESC")
  private static let byPlace = Query(
    "SELECT \(Row.columns) FROM item WHERE parent = ? AND name = ? AND missing = 0")
  private static let former = Query(
    """
    SELECT \(Row.columns) FROM item WHERE parent = ? AND name = ? AND missing > 0 AND claim != 2 \
    ORDER BY missing DESC LIMIT 1
    """)
  private static let byFile = Query(
    "SELECT \(Row.columns) FROM item WHERE inode = ? AND life = ? AND by_path = 0")
  private static let missedByPath = Query(
    "SELECT \(Row.columns) FROM item WHERE inode = ? AND life = ? AND by_path = 1 AND missing > 0 LIMIT 1")
  private static let anyByPath = Query(
    "SELECT 1 FROM item WHERE inode = ? AND life = ? AND by_path = 1 AND parent >= 0 LIMIT 1")
  private static let folds = Query(
    "SELECT fold FROM item WHERE parent = ? AND missing = 0 GROUP BY fold HAVING count(*) > 1 LIMIT 100")
  private static let byFold = Query(
    "SELECT name FROM item WHERE parent = ? AND fold = ? AND missing = 0 ORDER BY sequence LIMIT 100")

  /// The row of that number.
  func row(_ number: Int64) throws(CatalogueError) -> Row? {
    try database.first(Self.byNumber, .integer(number), read: Row.init)
  }

  /// The row of an item, also of one that was missed.
  func row(_ id: ItemID) throws(CatalogueError) -> Row? {
    try database.first(Self.byToken, .bytes(id.bytes), read: Row.init)
  }

  /// The rows of documents that a call of the system made, the one that changed last first.
  func rows(of origin: Identity.Origin) throws(CatalogueError) -> [Row] {
    var rows: [Row] = []
    try database.each(Self.byOrigin, .bytes(origin.bytes)) { statement throws(CatalogueError) in
      rows.append(try Row(statement))
      return true
    }
    return rows
  }

  /// The row that stands at a place.
  func row(named name: FileName, in parent: Int64) throws(CatalogueError) -> Row? {
    try database.first(Self.byPlace, .integer(parent), Value(name), read: Row.init)
  }

  /// The row that stood at a place and was missed, as long as it is undecided whether what stands there now is
  /// the same.
  func formerRow(named name: FileName, in parent: Int64) throws(CatalogueError) -> Row? {
    guard try isAnythingMissed() else { return nil }
    return try database.first(Self.former, .integer(parent), Value(name), read: Row.init)
  }

  /// The row whose identity is this file, also one that was missed.
  func row(of file: FileID) throws(CatalogueError) -> Row? {
    try database.first(Self.byFile, Value(file.inode), Value(file.generation), read: Row.init)
  }

  /// A row that was missed at its path, and was this file by its path alone.
  func missedRow(of file: FileID) throws(CatalogueError) -> Row? {
    try database.first(Self.missedByPath, Value(file.inode), Value(file.generation), read: Row.init)
  }

  /// Whether there is a row that is this file by its path alone.
  func hasRowByPath(of file: FileID) throws(CatalogueError) -> Bool {
    try database.first(Self.anyByPath, Value(file.inode), Value(file.generation)) { _ in true } ?? false
  }

  /// Pairs of names in a folder that a person cannot tell apart, the one that changed last behind the other.
  /// Not more of them than are worth remembering: the next look finds the rest.
  func twins(in folder: Int64) throws(CatalogueError) -> [(earlier: FileName, later: FileName)] {
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
        // Equal digests of different names are chance.
        if let first, Row.key(of: first) == Row.key(of: name) { twins.append((first, name)) }
        first = first ?? name
        return true
      }
    }
    return twins
  }

  /// Where a row is below its room; nil when it, or a folder above it, was missed and holds no place.
  func path(of row: Row) throws(CatalogueError) -> DocumentPath? {
    var names: [FileName] = []
    var row = row
    while !row.isRoom {
      guard row.missing == 0, let parent = try self.row(row.parent) else { return nil }
      names.append(row.name)
      row = parent
    }
    return DocumentPath(names.reversed(), in: row.isTrashed ? .trash : .documents)
  }

  /// Whether a row is a folder, or lies in it at any depth.
  func isWithin(_ number: Int64, _ folder: Int64) throws(CatalogueError) -> Bool {
    var number = number
    while number != folder {
      guard let row = try row(number), !row.isRoom else { return false }
      number = row.parent
    }
    return true
  }

  /// The item of a row.
  func item(_ row: Row) throws(CatalogueError) -> Item {
    var parent = ItemID.root
    if !row.isRoom { parent = try self.row(row.parent)?.id ?? .root }
    return Item(row, in: parent)
  }
}

extension Item {
  init(_ row: Row, in parent: ItemID) {
    self.init(
      id: row.id, parent: parent, name: row.name, kind: row.kind, file: row.file, size: row.size,
      modified: row.modified, changed: row.changed, created: row.created, mode: row.mode,
      contentVersion: row.contentVersion, metadataVersion: row.metadataVersion, origin: row.origin,
      tags: row.tags,
      favouriteRank: row.favouriteRank, lastUsed: row.lastUsed, target: row.target,
      attributes: row.attributes, isTrashed: row.isTrashed)
  }
}

extension Value {
  init(_ bits: UInt64) {
    self = .integer(Int64(bitPattern: bits))
  }
}

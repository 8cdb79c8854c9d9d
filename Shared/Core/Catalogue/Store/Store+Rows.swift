extension Store {
  private static let byNumber = Query("SELECT \(Row.columns) FROM item WHERE number = ?")
  private static let byID = Query("SELECT \(Row.columns) FROM item WHERE id = ?")
  private static let byOrigin = Query(
    "SELECT \(Row.columns) FROM item WHERE origin = ? ORDER BY sequence DESC")
  private static let byName = Query(
    "SELECT \(Row.columns) FROM item WHERE parent = ? AND name = ? AND hidden = 0")
  private static let byFile = Query(
    "SELECT \(Row.columns) FROM item WHERE inode = ? AND generation = ? AND parent >= 0")
  private static let folds = Query(
    "SELECT fold FROM item WHERE parent = ? AND missing = 0 GROUP BY fold HAVING count(*) > 1 LIMIT 100")
  private static let byFold = Query(
    "SELECT name FROM item WHERE parent = ? AND fold = ? AND missing = 0 ORDER BY sequence LIMIT 100")

  /// The row of that number.
  func row(_ number: Int64) throws -> Row? {
    try database.first(Self.byNumber, [.integer(number)], read: Row.init)
  }

  /// The row of an item, also of a missing one.
  func row(_ id: ItemID) throws -> Row? {
    try database.first(Self.byID, [.bytes(id.bytes)], read: Row.init)
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
    try database.first(Self.byName, [.integer(parent), Value(name)], read: Row.init)
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
    try database.each(Self.folds, [.integer(folder)]) { row in
      folds.append(row.integer())
      return true
    }
    var twins: [(earlier: FileName, later: FileName)] = []
    for fold in folds {
      var first: FileName?
      try database.each(Self.byFold, [.integer(folder), .integer(fold)]) { row in
        let name = row.name()
        // Different names can have equal digests by chance.
        if let first, first.key == name.key { twins.append((first, name)) }
        first = first ?? name
        return true
      }
    }
    return twins
  }

  /// The path of a row below Documents or the trash; nil when the item, or a folder above it, is missing.
  func path(of row: Row) throws -> DocumentPath? {
    var names: [FileName] = []
    var row = row
    while !row.isTop {
      guard row.missing == 0, let parent = try self.row(row.parent) else { return nil }
      names.append(row.item.name)
      row = parent
    }
    return DocumentPath(names.reversed(), in: row.item.isTrashed ? .trash : .documents)
  }

  /// Tells whether a row is a folder, or lies in it at any depth.
  func isWithin(_ number: Int64, _ folder: Int64) throws -> Bool {
    var number = number
    while number != folder {
      guard let row = try row(number), !row.isTop else { return false }
      number = row.parent
    }
    return true
  }

  /// The item of a row, with its parent.
  func item(_ row: Row) throws -> Item {
    let parent = row.isTop ? nil : try self.row(row.parent)
    return row.item(in: parent?.item.id ?? .root)
  }
}

extension Store {
  private static let known = Query(
    """
    SELECT 1 FROM item WHERE parent = ?1 AND name = ?2 AND missing = 0 AND kind = ?3 AND inode = ?4 AND CASE kind \
    WHEN 1 THEN listed = 1 AND coalesce(born, changed) = ?5 AND coalesce(bornNs, changedNs) = ?6 \
    ELSE changed = ?5 AND changedNs = ?6 AND size = ?7 AND modified = ?8 AND modifiedNs = ?9 END
    """)
  private static let count = Query("SELECT count(*) FROM item WHERE parent = ? AND missing = 0")
  private static let places = Query(
    """
    SELECT \(Row.columns) FROM item WHERE parent = ? AND number > ? AND +missing = 0 ORDER BY number LIMIT ?
    """)
  private static let folders = Query(
    """
    SELECT number, name, inode, visited, \
    EXISTS (SELECT 1 FROM item AS below WHERE below.parent = item.number AND below.kind = 1) FROM item \
    WHERE parent = ? AND number > ? AND kind = 1 AND +missing = 0 ORDER BY number LIMIT ?
    """)
  // The second condition is that of the index `item_missing`.
  private static let missed = Query(
    "SELECT \(Row.columns) FROM item WHERE missing > ? AND missing > 0 ORDER BY missing LIMIT ?")

  /// Tells whether the item of a name has this state, as far as a listing of its folder shows. Of a folder only the identity
  /// counts, because a visit compares the rest; one that was never listed may carry another identifier.
  func knows(_ name: FileName, _ status: FileStatus, in folder: Int64) throws -> Bool {
    try database.first(
      Self.known,
      [
        .integer(folder), Value(name), .integer(status.kind.number), Value(status.inode),
        .integer(status.identifyingTime.seconds), .integer(status.identifyingTime.nanoseconds),
        .integer(status.size), .integer(status.modified.seconds), .integer(status.modified.nanoseconds),
      ]
    ) { _ in true } ?? false
  }

  /// The number of items in a folder that are not missing.
  func placesCount(in folder: Int64) throws -> Int64 {
    try database.first(Self.count, [.integer(folder)]) { $0.integer() } ?? 0
  }

  /// The next items in a folder that are not missing, after a number.
  func places(in folder: Int64, after number: Int64, limit: Int) throws -> [Row] {
    try rows(Self.places, [.integer(folder), .integer(number), .integer(Int64(limit))])
  }

  /// The next folders behind a number in a folder.
  func folders(in folder: Int64, after number: Int64, limit: Int) throws -> [FolderSummary] {
    var found: [FolderSummary] = []
    try database.each(Self.folders, [.integer(folder), .integer(number), .integer(Int64(limit))]) { row in
      found.append(
        FolderSummary(
          number: row.integer(), name: row.name(), inode: UInt64(bitPattern: row.integer()),
          visited: row.optionalBytes().map(FolderTimes.init), hasFolders: row.flag()))
      return true
    }
    return found
  }

  /// The next missing items, in the order of the marks.
  func missed(after mark: Int64, limit: Int) throws -> [Row] {
    try rows(Self.missed, [.integer(mark), .integer(Int64(limit))])
  }
}

/// The columns of a folder's row that decide whether it must be listed.
struct FolderSummary {
  let number: Int64
  let name: FileName
  let inode: UInt64
  /// Its times at its last complete visit; nil when it must be listed.
  let visited: FolderTimes?
  /// Tells whether a folder is known in it.
  let hasFolders: Bool

  /// Tells whether it is unchanged since its last complete visit. The inode number suffices, because another folder with
  /// that number has another change time.
  func isSame(_ status: FileStatus) -> Bool {
    status.kind == .folder && status.inode == inode && FolderTimes(status) == visited
  }
}

extension FileStatus {
  /// The time that, with the inode, identifies a state: the change time of a file, and the creation time of a folder,
  /// because a visit compares the rest.
  var identifyingTime: FileTime { kind == .folder ? created ?? changed : changed }
}

extension Store {
  /// All rows that a query finds.
  func rows(_ sql: String, _ values: [(any Value)?]) throws -> [Row] {
    try database.all(sql, values, read: Row.init)
  }

  /// The row of that number.
  func row(_ number: Int64) throws -> Row? {
    try database.first("SELECT * FROM item WHERE number = ?", [number], read: Row.init)
  }

  /// The row of an item.
  func row(_ id: ItemID) throws -> Row? {
    try database.first("SELECT * FROM item WHERE id = ?", [id], read: Row.init)
  }

  /// The row of a name.
  func row(named name: FileName, in parent: Int64) throws -> Row? {
    try database.first("SELECT * FROM item WHERE parent = ? AND name = ?", [parent, name], read: Row.init)
  }

  /// The row with this file: of two, of which one was not found where it was, the one that changed last.
  func row(of file: FileID) throws -> Row? {
    let rows = try rows(
      "SELECT * FROM item WHERE file = ? AND parent >= 0", [file])
    // There is nearly always one row, and sorting in SQLite would cost more than the search.
    return rows.max { $0.sequence < $1.sequence }
  }

  /// The row of the file of an entry, unless the file has the identity of another item and has moved, or is a folder that could
  /// not be opened until now.
  func row(of snapshot: EntrySnapshot, in folder: Int64) throws -> Row? {
    guard let row = try row(of: snapshot.file) else { return nil }
    let isInPlace = row.parent == folder && row.item.name == snapshot.name
    let isAnother = snapshot.identity.map { $0.id != row.item.id } ?? false
    let isNew = row.item.kind == .folder && !row.isListed
    return isInPlace && !isNew || !isAnother ? row : nil
  }

  /// Pairs of names in a folder that look the same to the user, the one that changed last in second place, of at most a
  /// hundred names. The next visit finds the rest.
  func twins(in folder: Int64) throws -> [(earlier: FileName, later: FileName)] {
    let folds = try database.all(
      "SELECT fold FROM item WHERE parent = ? GROUP BY fold HAVING count(*) > 1 LIMIT 100", [folder]
    ) { $0.integer() }
    return try folds.flatMap { fold in
      let names = try database.all(
        "SELECT name FROM item WHERE parent = ? AND fold = ? ORDER BY sequence LIMIT 100", [folder, fold]
      ) { $0.name() }
      // Different names can have equal digests by chance.
      return names.dropFirst().filter { $0.key == names[0].key }.map { (names[0], $0) }
    }
  }

  /// The path of a row below Documents or the trash.
  func path(of row: Row) throws -> DocumentPath {
    var names: [FileName] = []
    var row = row
    while !row.isTop {
      names.append(row.item.name)
      try Self.check(depth: names.count)
      row = try folder(of: row)
    }
    return DocumentPath(names.reversed(), in: row.number == Row.trash.number ? .trash : .documents)
  }

  /// Tells whether a row is a folder, or lies in it at any depth.
  func isWithin(_ number: Int64, _ folder: Int64) throws -> Bool {
    var number = number
    var depth = 0
    while number != folder {
      guard let row = try row(number), !row.isTop else { return false }
      number = row.parent
      depth += 1
      try Self.check(depth: depth)
    }
    return true
  }

  /// The folder that an item lies in.
  ///
  /// - Throws: a damaged store when there is none.
  func folder(of row: Row) throws -> Row {
    guard let folder = try self.row(row.parent) else { throw CatalogueError.damaged("A row lies nowhere") }
    return folder
  }

  /// Ends a walk from folder to folder that is longer than any path.
  ///
  /// - Throws: a damaged store, in which a folder lies in itself.
  static func check(depth: Int) throws {
    if depth > deepest { throw CatalogueError.damaged("A folder lies in itself") }
  }

  /// Ends a listing that a damaged store leads back to where it was: SQLite believes the order of the pages.
  ///
  /// - Throws: a damaged store.
  static func check(_ numbers: [Int64], after number: Int64) throws {
    if zip([number] + numbers, numbers).contains(where: { $0 >= $1 }) {
      throw CatalogueError.damaged("A listing leads back")
    }
  }

  /// A path has 1,024 bytes, and so at most half as many folders, if it is opened by one call. What is opened folder by
  /// folder may lie deeper.
  private static let deepest = 10_000

  /// The item of a row, as it is reported.
  func item(_ row: Row) throws -> Item { try item(row, in: row.isTop ? .root : folder(of: row).item.id) }

  /// The item of a row in a folder, as it is reported.
  func item(_ row: Row, in parent: ItemID) throws -> Item {
    var item = row.item
    item.parent = parent
    if item.kind == .folder {
      item.childCount = try database.first(
        """
        SELECT count(*) FROM item WHERE parent = ? AND name <> CAST('.DS_Store' AS BLOB) \
        AND substr(name, 1, 2) <> CAST('._' AS BLOB)
        """, [row.number]
      ) { Int($0.integer()) }
    }
    return item
  }
}

extension Store {
  /// Tells of each entry of a folder whether the item of its name has its state, as far as a listing shows. Of a folder only the
  /// identity counts, because a visit compares the rest; one that was never listed may carry another identifier.
  func knows(_ entries: [(name: FileName, status: FileStatus)], in folder: Int64) throws -> [Bool] {
    let sql = """
      SELECT kind, file, size, modified, modifiedNs, changed, changedNs, listed, coalesce(born, changed), \
      coalesce(bornNs, changedNs) FROM item WHERE parent = ? AND name = ?
      """
    return try database.use(sql) { statement in
      try entries.map { name, status in
        defer { statement.reset() }
        try statement.bind([folder, name])
        return try statement.step() && statement.shows(status)
      }
    }
  }

  /// The number of items in a folder.
  func itemCount(in folder: Int64) throws -> Int64 {
    try database.first("SELECT count(*) FROM item WHERE parent = ?", [folder]) { $0.integer() } ?? 0
  }

  /// The next items in a folder behind a number.
  func items(in folder: Int64, after number: Int64, limit: Int) throws -> [Row] {
    let found = try rows(
      "SELECT * FROM item WHERE parent = ? AND number > ? ORDER BY number LIMIT ?", [folder, number, limit])
    try Self.check(found.map(\.number), after: number)
    return found
  }
}

/// The columns of a folder's row that decide whether it must be listed.
struct FolderSummary {
  let number: Int64
  let name: FileName
  let file: FileID
  /// Its times at its last complete visit; nil when it must be listed.
  let visited: FolderTimes?
  /// Tells whether a folder is known in it.
  let hasFolders: Bool

  /// Tells whether it is unchanged since its last complete visit.
  func isSame(_ status: FileStatus) -> Bool {
    status.kind == .folder && status.file == file && FolderTimes(status) == visited
  }
}

extension Statement {
  /// Tells whether the row of ``Store/knows(_:in:)`` has the state of an entry.
  fileprivate func shows(_ status: FileStatus) -> Bool {
    guard integer() == status.kind.number, file() == status.file else { return false }
    let (size, modified, changed, isListed) = (integer(), time(), time(), flag())
    return status.kind == .folder
      ? isListed && time() == status.identifyingTime
      : size == status.size && modified == status.modified && changed == status.identifyingTime
  }
}

extension FileStatus {
  /// The time that, with the file, identifies a state: the change time of a file, and the creation time of a folder,
  /// because a visit compares the rest.
  var identifyingTime: FileTime { kind == .folder ? created ?? changed : changed }
}

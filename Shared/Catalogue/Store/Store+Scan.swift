/// As much of a row as tells whether anything changed.
struct Glimpse {
  let number: Int64
  let kind: Int64
  let inode: UInt64
  let size: Int64
  let modified: FileTime
  let changed: FileTime
  let created: FileTime?

  /// Whether nothing about it can have changed that its folder's listing is to tell.
  func isSame(_ status: FileStatus) -> Bool {
    guard kind == status.kind.number, inode == status.inode else { return false }
    if status.kind == .folder { return (created ?? changed) == status.identifyingTime }
    return size == status.size && modified == status.modified && changed == status.changed
  }
}

/// As much of a folder's row as tells whether it must be listed.
struct FolderGlimpse {
  let number: Int64
  let name: FileName
  let inode: UInt64
  /// Its times at its last complete visit; nil when it must be listed.
  let visited: FolderTimes?
  /// Whether a folder is known in it.
  let hasFolders: Bool

  /// Whether it is as it was at its last complete visit. The number alone names the folder, because another one of that
  /// number has another change time.
  func isSame(_ status: FileStatus) -> Bool {
    status.kind == .folder && status.inode == inode && FolderTimes(status) == visited
  }
}

extension FileStatus {
  /// The time that tells, together with the inode, whether it is still the same: of a file when anything
  /// about it changed; of a folder when it was made, because the rest is looked at when it is visited.
  var identifyingTime: FileTime { kind == .folder ? created ?? changed : changed }
}

extension Store {
  private static let glimpse = Query(
    """
    SELECT number, kind, inode, size, modified, modified_ns, changed, changed_ns, \
    born, born_ns FROM item \
    WHERE parent = ? AND name = ? AND missing = 0
    """)
  private static let places = Query("SELECT number FROM item WHERE parent = ? AND missing = 0")
  private static let placesByName = Query(
    "SELECT \(Row.columns) FROM item WHERE parent = ? AND name > ? AND missing = 0 ORDER BY name")
  private static let folders = Query(
    """
    SELECT number, name, inode, visited, listed, \
    EXISTS (SELECT 1 FROM item AS below WHERE below.parent = item.number AND below.kind = 1) FROM item \
    WHERE parent = ? AND name > ? AND kind = 1 AND missing = 0 ORDER BY name LIMIT ?
    """)
  private static let anyItem = Query("SELECT 1 FROM item WHERE parent = ? LIMIT 1")
  // The second condition lets the index be used, which has nothing but missed items.
  private static let missed = Query(
    "SELECT \(Row.columns) FROM item WHERE missing > ? AND missing > 0 ORDER BY missing LIMIT 1")
  private static let claim = Query("UPDATE item SET claim = ?2 WHERE number = ?1")

  /// What stands at a place, in short.
  func glimpse(_ name: FileName, in folder: Int64) throws(CatalogueError) -> Glimpse? {
    try database.first(Self.glimpse, .integer(folder), Value(name)) { row in
      Glimpse(
        number: row.integer(0), kind: row.integer(1), inode: UInt64(bitPattern: row.integer(2)),
        size: row.integer(3), modified: row.time(4), changed: row.time(6),
        created: row.optionalTime(8))
    }
  }

  /// Everything that holds a place in a folder.
  func eachPlace(in folder: Int64, _ each: (Int64) -> Void) throws(CatalogueError) {
    try database.each(Self.places, .integer(folder)) { row in
      each(row.integer(0))
      return true
    }
  }

  /// The next items behind a name that hold places in a folder and are wanted.
  func places(
    in folder: Int64, after name: FileName?, limit: Int, isWanted: (Int64) -> Bool = { _ in true }
  ) throws(CatalogueError) -> [Row] {
    var found: [Row] = []
    try database.each(Self.placesByName, .integer(folder), Value(name ?? "")) {
      statement throws(CatalogueError) in
      if isWanted(statement.integer(0)) { found.append(try Row(statement)) }
      return found.count < limit
    }
    return found
  }

  /// Whether anything is known in a folder, also what was missed.
  func hasItems(in folder: Int64) throws(CatalogueError) -> Bool {
    try database.first(Self.anyItem, .integer(folder)) { _ in true } ?? false
  }

  /// The next folders in a folder, by name.
  func folders(in folder: Int64, after name: FileName?, limit: Int) throws(CatalogueError) -> [FolderGlimpse]
  {
    var found: [FolderGlimpse] = []
    try database.each(Self.folders, .integer(folder), Value(name ?? ""), .integer(Int64(limit))) { row in
      found.append(
        FolderGlimpse(
          number: row.integer(0), name: row.name(1), inode: UInt64(bitPattern: row.integer(2)),
          visited: row.integer(4) == 0 ? nil : row.optionalBytes(3).map(FolderTimes.init),
          hasFolders: row.integer(5) != 0))
      return true
    }
    return found
  }

  /// The next item that was missed, by the order in which they were.
  func nextMissed(after mark: Int64) throws(CatalogueError) -> Row? {
    try database.first(Self.missed, .integer(mark), read: Row.init)
  }

  /// Notes what became of the name of a missed item.
  func claim(_ row: Row, _ claim: Claim) throws(CatalogueError) {
    try database.run(Self.claim, .integer(row.number), .integer(claim.rawValue))
  }

  /// Notes what a room's folder looks like. The system is not told: it has containers of its own for them.
  func noteRoom(_ room: Row, _ met: Sighting) throws(CatalogueError) {
    var row = room
    row.size = met.status.size
    row.modified = met.status.modified
    row.changed = met.status.changed
    row.created = met.status.created
    row.mode = met.status.mode
    row.file = met.file
    guard row.isTold(differentlyFrom: room) else { return }
    try database.run(Row.update, row.values)
  }
}

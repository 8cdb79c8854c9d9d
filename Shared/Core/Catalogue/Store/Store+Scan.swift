/// The columns of a folder's row that decide whether it must be listed.
struct FolderSummary {
  let number: Int64
  let name: FileName
  let inode: UInt64
  /// Its times at its last complete visit; nil when it must be listed.
  let visited: FolderTimes?
  /// Whether a folder is known in it.
  let hasFolders: Bool

  /// Whether it is unchanged since its last complete visit. The inode number suffices, because another folder with
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

extension Store {
  private static let known = Query(
    """
    SELECT 1 FROM item WHERE parent = ?1 AND name = ?2 AND missing = 0 AND kind = ?3 AND inode = ?4 AND CASE kind \
    WHEN 1 THEN coalesce(born, changed) = ?5 AND coalesce(bornNs, changedNs) = ?6 \
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

  /// Whether the item of a name has this state, as far as a listing of its folder shows. Of a folder only the identity
  /// counts, because a visit compares the rest.
  func knows(_ name: FileName, _ status: FileStatus, in folder: Int64) throws -> Bool {
    try database.first(
      Self.known, .integer(folder), Value(name), .integer(status.kind.number), Value(status.inode),
      .integer(status.identifyingTime.seconds), .integer(status.identifyingTime.nanoseconds),
      .integer(status.size), .integer(status.modified.seconds), .integer(status.modified.nanoseconds)
    ) { _ in true } ?? false
  }

  /// The number of items in a folder that are not missing.
  func placesCount(in folder: Int64) throws -> Int64 {
    try database.first(Self.count, .integer(folder)) { $0.integer(0) } ?? 0
  }

  /// The next items in a folder that are not missing, after a number.
  func places(in folder: Int64, after number: Int64, limit: Int) throws -> [Row] {
    try rows(Self.places, [.integer(folder), .integer(number), .integer(Int64(limit))])
  }

  /// The next folders behind a number in a folder.
  func folders(in folder: Int64, after number: Int64, limit: Int) throws -> [FolderSummary] {
    var found: [FolderSummary] = []
    try database.each(Self.folders, .integer(folder), .integer(number), .integer(Int64(limit))) { row in
      found.append(
        FolderSummary(
          number: row.integer(0), name: row.name(1), inode: UInt64(bitPattern: row.integer(2)),
          visited: row.optionalBytes(3).map(FolderTimes.init), hasFolders: row.integer(4) != 0))
      return true
    }
    return found
  }

  /// The next missing items, in the order of the marks.
  func missed(after mark: Int64, limit: Int) throws -> [Row] {
    try rows(Self.missed, [.integer(mark), .integer(Int64(limit))])
  }
}

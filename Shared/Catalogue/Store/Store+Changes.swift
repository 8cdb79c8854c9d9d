extension Store {
  private static let tombstone = Query("INSERT INTO tombstone VALUES (?, ?, ?)")
  private static let former = Query("SELECT number FROM tombstone WHERE token = ?")
  private static let revival = Query("DELETE FROM tombstone WHERE token = ?")
  private static let place = Query("INSERT INTO place VALUES (?, ?, ?, ?)")
  private static let deletion = Query("DELETE FROM item WHERE number = ?")
  private static let miss = Query("UPDATE item SET missing = ?2, claim = ?3 WHERE number = ?1")
  private static let loss = Query(
    "UPDATE item SET claim = 2 WHERE parent = ? AND name = ? AND missing > 0")
  private static let touch = Query(
    "UPDATE item SET generation = generation + 1, digest = NULL, visited = NULL WHERE number = ?")
  private static let listed = Query("UPDATE item SET digest = ?2, visited = ?3, listed = 1 WHERE number = ?1")
  private static let promotion = Query(
    """
    UPDATE item SET by_path = 0 WHERE number = (SELECT number FROM item WHERE inode = ? AND life = ? \
    AND by_path = 1 AND parent >= 0 ORDER BY missing LIMIT 1)
    """)
  private static let firstBelow = Query("SELECT \(Row.columns) FROM item WHERE parent = ? LIMIT 1")
  private static let nextBelow = Query(
    """
    SELECT number, kind, name, missing FROM item WHERE parent = ?1 AND (name, missing) > (?2, ?3) \
    ORDER BY name, missing LIMIT 1
    """)
  private static let told = Query("UPDATE item SET told = sequence WHERE number = ?")
  private static let room = Query(
    """
    UPDATE item SET room = ?2, sequence = ?3, metadata = ?4, \
    told = CASE WHEN told = sequence OR sequence <= ?5 THEN ?3 ELSE told END WHERE number = ?1
    """)

  /// Adds an item, and tells of it. One that the document carries the identifier of keeps it, unless another item has
  /// it; if it was deleted before, that is forgotten, and it is told together with what took its name since.
  func insert(_ row: Row) throws(CatalogueError) -> Row {
    var row = row
    let isTaken = try self.row(row.id) != nil
    if row.id == .none || isTaken {
      row.id = .random(&random)
    } else if let number = try database.first(Self.former, .bytes(row.id.bytes), read: { $0.integer(0) }) {
      row.number = number
      try database.run(Self.revival, .bytes(row.id.bytes))
    }
    row.sequence = nextChange()
    row.metadataVersion = Int64(bitPattern: random.next())
    touchFolder(row.parent)
    try takeName(row)
    try database.run(Row.insertion, row.values)
    row.number = database.lastNumber
    return row
  }

  /// Writes what changed about an item, and tells of it.
  func save(_ row: Row, over old: Row) throws(CatalogueError) -> Row {
    var row = row
    row.sequence = nextChange()
    row.metadataVersion = Int64(bitPattern: random.next())
    // A folder in which something changed is still the one that the system knows, where the system knows it.
    if row.kind == .folder, row.parent == old.parent, row.name == old.name, isTold(old) {
      row.told = row.sequence
    }
    if row.parent != old.parent || row.name != old.name {
      try database.run(
        Self.place, .integer(row.sequence), .integer(row.number), .integer(old.parent), Value(old.name))
      if row.parent != old.parent { touchFolder(old.parent) }
      try takeName(row)
    }
    // What is in a folder is for its own visit.
    if row.kind != .folder || row.parent != old.parent || row.name != old.name || row.file != old.file {
      touchFolder(row.parent)
    }
    let loses = row.file != old.file && !old.isByPath
    try database.run(Row.update, row.values)
    if loses { try promote(old.file) }
    if row.isTrashed != old.isTrashed || old.isHidden { try tellBelow(row) }
    return row
  }

  /// Whether the system was told of the last change of an item: it asked from an anchor at or behind that change, it
  /// listed everything after it, or its own call made it.
  func isTold(_ row: Row) -> Bool {
    row.sequence <= lastTold || row.told == row.sequence
  }

  /// The last change up to which the system was told of everything.
  private var lastTold: Int64 { max(state.confirmed, state.listed) }

  /// Notes that the system knows an item as it is now, because its own call made it so.
  func noteTold(_ row: Row) throws(CatalogueError) {
    if row.told != row.sequence { try database.run(Self.told, .integer(row.number)) }
  }

  /// Whoever was missed at a name has lost it to an item that stands there.
  private func takeName(_ row: Row) throws(CatalogueError) {
    guard try isAnythingMissed() else { return }
    try database.run(Self.loss, .integer(row.parent), Value(row.name))
  }

  /// Notes that an item was not where it was: it holds no place from now on, and is still told of as before.
  func miss(_ row: Row, _ claim: Claim = .open) throws(CatalogueError) {
    hasMissed = true
    try database.run(
      Self.miss, .integer(row.number), .integer(nextMark()), .integer(claim.rawValue))
    touchFolder(row.parent)
  }

  /// Takes back that an item was missed: it is at its place, and nothing about it is different.
  func unmiss(_ row: Row) throws(CatalogueError) {
    try database.run(Self.miss, .integer(row.number), .integer(0), .integer(0))
    touchFolder(row.parent)
  }

  /// Removes an item with everything below it, and tells of each, from the inside out.
  func remove(_ top: Row) throws(CatalogueError) {
    touchFolder(top.parent)
    var open = [top]
    while let last = open.last {
      if last.kind == .folder,
        let child = try database.first(Self.firstBelow, .integer(last.number), read: Row.init)
      {
        open.append(child)
        continue
      }
      open.removeLast()
      let sequence = nextChange()
      try database.run(Self.deletion, .integer(last.number))
      try database.run(Self.tombstone, .integer(sequence), .bytes(last.id.bytes), .integer(last.number))
      try database.run(
        Self.place, .integer(sequence), .integer(last.number), .integer(last.parent), Value(last.name))
      if !last.isByPath { try promote(last.file) }
    }
  }

  /// Notes that something changes in a folder: a listing that began before cannot be committed any more, and
  /// none is known. Once a transaction is enough; ``touchFolders()`` does it.
  func touchFolder(_ number: Int64) {
    touched.insert(number)
  }

  /// Does what ``touchFolder(_:)`` noted.
  func touchFolders() throws(CatalogueError) {
    for number in touched { try database.run(Self.touch, .integer(number)) }
    touched = []
  }

  /// Notes that a folder was listed to its end; when everything in it is known, also by which listing and by which times
  /// the next scan sees that nothing changed.
  func noteListing(_ number: Int64, _ digest: Digest?, _ visited: FolderTimes?) throws(CatalogueError) {
    try database.run(Self.listed, .integer(number), Value(digest?.bytes), Value(visited?.bytes))
  }

  /// Another path to a file becomes its item, because the one that was is not any more.
  private func promote(_ file: FileID) throws(CatalogueError) {
    try database.run(Self.promotion, Value(file.inode), Value(file.generation))
  }

  /// What lies below a folder is in the same room, and is told of again: whoever listed while the folder was
  /// in the other room, or hidden, was not told of it. What the system knew in the folder, it knows in it still.
  private func tellBelow(_ top: Row) throws(CatalogueError) {
    guard top.kind == .folder else { return }
    var open: [(folder: Int64, name: [UInt8], missing: Int64)] = [(top.number, [], -1)]
    while let last = open.last {
      let next = try database.first(
        Self.nextBelow, .integer(last.folder), .bytes(last.name), .integer(last.missing)
      ) { ($0.integer(0), $0.integer(1), $0.bytes(2), $0.integer(3)) }
      guard let (number, kind, name, missing) = next else {
        open.removeLast()
        continue
      }
      open[open.count - 1] = (last.folder, name, missing)
      try database.run(
        Self.room, .integer(number), Value(top.isTrashed), .integer(nextChange()), Value(random.next()),
        .integer(lastTold))
      if kind == FileKind.folder.number { open.append((number, [], -1)) }
    }
  }
}

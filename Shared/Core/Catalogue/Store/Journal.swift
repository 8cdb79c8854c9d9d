extension Store {
  /// Stores what was found of an item, if it differs from what is known.
  func store(_ row: Row, over old: Row?) throws -> Row {
    guard let old else { return try insert(row) }
    return row.differs(from: old) ? try save(row, over: old) : old
  }

  /// Adds an item with a new identifier. If the item was deleted before, its tombstone is removed, and the item is
  /// reported together with the one that took its name since.
  func insert(_ row: Row) throws -> Row {
    var row = row
    let earlier = try database.first(
      "DELETE FROM tombstone WHERE id = ? RETURNING number", [row.item.id], read: { $0.integer() })
    if row.number < 0, let earlier { row.number = earlier }
    row.sequence = nextChange()
    row.item.metadataVersion = .random(in: .min ... .max)
    touchFolder(row.parent)
    try database.insert(into: "item", row.values)
    row.number = database.lastNumber
    return row
  }

  /// Writes what changed about an item.
  func save(_ row: Row, over old: Row) throws -> Row {
    var row = row
    row.sequence = nextChange()
    row.item.metadataVersion = .random(in: .min ... .max)
    let (item, isFolder) = (row.item, row.item.kind == .folder)
    let isMoved = row.parent != old.parent || item.name != old.item.name
    // A change inside a folder does not make the folder unknown to the system.
    if isFolder, !isMoved, isAcknowledged(old) { row.acknowledged = row.sequence }
    if isMoved { try recordFormerPlace(of: old, row.sequence) }
    // The contents of a folder are compared by its own visit.
    if !isFolder || isMoved || item.file != old.item.file {
      touchFolder(old.parent)
      touchFolder(row.parent)
    }
    try write(row)
    if isFolder, item.file != old.item.file { touchFolder(row.number) }
    if item.isTrashed != old.item.isTrashed { try reportBelow(row) }
    return row
  }

  private func recordFormerPlace(of row: Row, _ sequence: Int64) throws {
    try database.insert(into: "place", [sequence, row.number, row.parent, row.item.name])
  }

  /// Tells whether the system knows the last change of an item: it sent an anchor at or after that change, or its own call
  /// made it. A listing alone does not count, because its last page may have been lost: the system confirms it with the
  /// anchor that it sends next.
  func isAcknowledged(_ row: Row) -> Bool {
    row.sequence <= state.confirmed || row.acknowledged == row.sequence
  }

  /// Stores that the system knows the present state of an item, because its own call made it.
  func acknowledge(_ row: Row) throws {
    try database.run("UPDATE item SET acknowledged = sequence WHERE number = ?", [row.number])
  }

  /// Notes that everything below a folder is in the trash, or not, as the folder is, and has changed, because a listing
  /// from while the folder was elsewhere did not include it. Items that the system knew in the folder stay known.
  private func reportBelow(_ top: Row) throws {
    guard top.item.kind == .folder else { return }
    var open: [(folder: Int64, after: Int64)] = [(top.number, 0)]
    while let last = open.popLast() {
      let next = try database.first(
        "SELECT number, kind = 1 FROM item WHERE parent = ? AND number > ? ORDER BY number LIMIT 1",
        [last.folder, last.after]
      ) { (number: $0.integer(), isFolder: $0.flag()) }
      guard let next else { continue }
      try Self.check([next.number], after: last.after)
      open.append((last.folder, next.number))
      try Self.check(depth: open.count)
      try database.run(
        """
        UPDATE item SET trashed = ?2, sequence = ?3, metadata = random(), \
        acknowledged = CASE WHEN acknowledged = sequence OR sequence <= ?4 THEN ?3 ELSE acknowledged END \
        WHERE number = ?1
        """, [next.number, top.item.isTrashed, nextChange(), state.confirmed])
      if next.isFolder { open.append((next.number, 0)) }
    }
  }

  /// Removes an item with everything below it, from the inside out, each with a tombstone.
  func remove(_ top: Row) throws {
    touchFolder(top.parent)
    var open = [top]
    while let last = open.last {
      if last.item.kind == .folder,
        let child = try database.first(
          "SELECT * FROM item WHERE parent = ? LIMIT 1", [last.number], read: Row.init)
      {
        open.append(child)
        try Self.check(depth: open.count)
        continue
      }
      open.removeLast()
      let sequence = nextChange()
      try database.run("DELETE FROM item WHERE number = ?", [last.number])
      try database.insert(into: "tombstone", [sequence, last.item.id, last.number])
      try recordFormerPlace(of: last, sequence)
    }
  }

  /// Takes the identifiers over that another store has, or had: of what is there, and of what is gone. Of the first such store
  /// also what ``former(_:in:)`` asks.
  ///
  /// Each of the two transactions is whole or not done.
  func importItems(fromStoreAt path: String) throws {
    try database.execute("ATTACH '\(path.replacing("'", with: "''"))' AS earlier")
    defer {
      // It is closed with this store at the latest.
      try? database.execute("DETACH earlier")
    }
    let isFirst = try database.first("SELECT 1 FROM former LIMIT 1") { _ in true } == nil
    let columns =
      isFirst ? "id, number, parent, name, kind, size, modified, modifiedNs, content, origin" : "id"
    // What is damaged there must not come along.
    let own = "WHERE parent >= 0 AND length(id) = 16"
    try database.execute(
      "INSERT OR IGNORE INTO former (\(columns)) SELECT \(columns) FROM earlier.item \(own)")
    try database.execute(
      "INSERT OR IGNORE INTO former (id) SELECT id FROM earlier.tombstone WHERE length(id) = 16")
  }

  /// The identity that a document or folder had in an earlier store, by its place there, its size and its date; as a backup
  /// keeps that, in whole seconds.
  func former(_ snapshot: EntrySnapshot, in folder: Row) throws -> Identity? {
    let status = snapshot.status
    return try database.first(
      """
      SELECT id, content, origin FROM former WHERE name = ?1 AND kind = ?2 \
      AND parent = CASE WHEN ?3 THEN ?4 ELSE (SELECT number FROM former WHERE id = ?5) END \
      AND (kind = 1 OR size = ?6 AND modified = ?7 AND (?8 = 0 OR modifiedNs = ?8))
      """,
      [
        snapshot.name, status.kind.number, folder.isTop, folder.number, folder.item.id, status.size,
        status.modified.seconds, status.modified.nanoseconds,
      ]
    ) { row in
      Identity(
        try row.id(), version: row.integer(),
        origin: row.optional { $0.bytes() }.flatMap { Identity.Origin($0) } ?? .none, of: status)
    }
  }

  /// Notes the deletion of each item of an earlier store that is not there any more: the system may know it.
  func removeFormer() throws {
    // They have no number that they had here.
    try database.run(
      """
      INSERT INTO tombstone SELECT ? + row_number() OVER (), id, -1 FROM former \
      WHERE id NOT IN (SELECT id FROM item) AND id NOT IN (SELECT id FROM tombstone)
      """, [state.sequence])
    state.sequence += try changeCount()
    try database.run("DELETE FROM former")
  }

  /// Forgets the names of items whose deletion the system knows. Until then they are needed: see ``insert(_:)``.
  /// - Returns: whether there were any.
  func forgetPlaces(upTo deletion: Int64) throws -> Bool {
    defer { state.forgotten = max(deletion, state.forgotten) }
    let range = [state.forgotten, deletion]
    let gone = "SELECT number FROM tombstone WHERE sequence > ?1 AND sequence <= ?2"
    guard try database.first(gone + " LIMIT 1", range, read: { _ in true }) != nil else { return false }
    try database.run("DELETE FROM place WHERE item IN (\(gone))", range)
    return true
  }

  /// Notes a change in a folder: the next scan lists it. ``touchFolders()`` stores it, once a transaction.
  func touchFolder(_ number: Int64) {
    touched.insert(number)
    state.commits += 1
  }

  /// Stores the notes of ``touchFolder(_:)``.
  func touchFolders() throws {
    for number in touched {
      try database.run("UPDATE item SET visited = NULL WHERE number = ?", [number])
    }
    touched = []
  }
}

extension Catalogue {
  /// How many deletions, moves and transactions are stored, each: some 20 MB on disk at most. Older anchors have
  /// expired.
  static let remembered: Int64 = 100_000

  /// Deletes changes that are too old, when they exceed the limit by a tenth.
  ///
  /// - Parameter state: the state a moment ago: it tells cheaply that there are not so many.
  func forgetOld(_ state: State, remembering remembered: Int64 = Catalogue.remembered) throws {
    let most = remembered + remembered / 10
    guard state.sequence - state.horizon > most, try read({ store in try store.horizon(after: most) }) != nil
    else { return }
    try write(syncs: false) { store in
      guard let horizon = try store.horizon(after: remembered) else { return }
      try store.database.run("DELETE FROM tombstone WHERE sequence <= ?", [horizon])
      try store.database.run("DELETE FROM place WHERE sequence <= ?", [horizon])
      // The last one at or before the horizon stays, because it marks the horizon.
      try store.database.run("DELETE FROM history WHERE sequence < ?", [horizon])
      store.state.horizon = horizon
    }
  }
}

extension Store {
  /// The last change before the newest ones of each kind, of which so many are remembered; nil when there is none that is
  /// still stored.
  fileprivate func horizon(after remembered: Int64) throws -> Int64? {
    let horizons = try ["tombstone", "place", "history"].map { table in
      try database.first(
        "SELECT sequence FROM \(table) ORDER BY sequence DESC LIMIT 1 OFFSET ?", [remembered]
      ) { $0.integer() } ?? 0
    }
    return horizons.max().flatMap { $0 > state.horizon ? $0 : nil }
  }
}

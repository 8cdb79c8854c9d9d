extension Store {
  private static let tombstone = Query("INSERT INTO tombstone VALUES (?, ?, ?)")
  private static let former = Query("SELECT number FROM tombstone WHERE id = ?")
  private static let revival = Query("DELETE FROM tombstone WHERE id = ?")
  private static let place = Query("INSERT INTO place VALUES (?, ?, ?, ?)")
  private static let deletion = Query("DELETE FROM item WHERE number = ?")
  private static let miss = Query("UPDATE item SET missing = ?2, hidden = ?3 WHERE number = ?1")
  private static let loss = Query(
    "UPDATE item SET hidden = 1 WHERE parent = ? AND name = ? AND missing > 0")
  private static let touch = Query(
    "UPDATE item SET commits = commits + 1, visited = NULL WHERE number = ?")
  private static let listed = Query("UPDATE item SET visited = ?2, listed = 1 WHERE number = ?1")
  private static let formerItems = Query(
    """
    SELECT id FROM former WHERE id NOT IN (SELECT id FROM item) AND id NOT IN (SELECT id FROM tombstone)
    """)
  private static let emptying = Query("DELETE FROM former")
  private static let hidden = Query("SELECT 1 FROM item WHERE missing > 0 AND hidden = 1 LIMIT 1")
  private static let firstBelow = Query("SELECT \(Row.columns) FROM item WHERE parent = ? LIMIT 1")
  private static let nextBelow = Query(
    "SELECT number, kind FROM item WHERE parent = ? AND number > ? ORDER BY number LIMIT 1")
  private static let acknowledgment = Query("UPDATE item SET acknowledged = sequence WHERE number = ?")
  private static let retelling = Query(
    """
    UPDATE item SET trashed = ?2, sequence = ?3, metadata = ?4, \
    acknowledged = CASE WHEN acknowledged = sequence OR sequence <= ?5 THEN ?3 ELSE acknowledged END \
    WHERE number = ?1
    """)

  /// Adds an item with a new identifier. If the item was deleted before, its tombstone is removed, and the item is
  /// reported together with the one that took its name since.
  func insert(_ row: Row) throws -> Row {
    var row = row
    if row.item.id == .none {
      row.item.id = .random()
    } else if let number = try database.first(
      Self.former, [.bytes(row.item.id.bytes)], read: { $0.integer() })
    {
      row.number = number
      try database.run(Self.revival, [.bytes(row.item.id.bytes)])
    }
    row.sequence = nextChange()
    row.item.metadataVersion = .random(in: .min ... .max)
    touchFolder(row.parent)
    try hideMissed(row)
    try database.run(Row.insertion, row.values)
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
    if isMoved {
      try database.run(
        Self.place,
        [.integer(row.sequence), .integer(row.number), .integer(old.parent), Value(old.item.name)])
    }
    if isMoved || old.missing > 0 { try hideMissed(row) }
    // The contents of a folder are compared by its own visit.
    if !isFolder || isMoved || item.file != old.item.file || old.missing > 0 {
      touchFolder(old.parent)
      touchFolder(row.parent)
    }
    try row.write(database)
    let mayHaveWaited = try isMoved && isFolder && hasHidden()
    if item.isTrashed != old.item.isTrashed || old.isHidden || mayHaveWaited { try tellBelow(row) }
    if old.isHidden { try tellAgain(old.item.name, in: old.parent) }
    return row
  }

  /// Tells whether the system knows the last change of an item: it sent an anchor at or after that change, or its own call
  /// made it. A listing alone does not count, because its last page may have been lost: the system confirms it with the
  /// anchor that it sends next.
  func isAcknowledged(_ row: Row) -> Bool {
    row.sequence <= state.confirmed || row.acknowledged == row.sequence
  }

  /// Stores that the system knows the present state of an item, because its own call made it.
  func acknowledge(_ row: Row) throws {
    if row.acknowledged != row.sequence { try database.run(Self.acknowledgment, [.integer(row.number)]) }
  }

  /// Hides missing items that had the name of an item from listings.
  private func hideMissed(_ row: Row) throws {
    try database.run(Self.loss, [.integer(row.parent), Value(row.item.name)])
  }

  /// Marks an item as missing. From now on its name is free. Listings still include it, unless another item has its
  /// name.
  func miss(_ row: Row, isHidden: Bool = false) throws {
    try database.run(Self.miss, [.integer(row.number), .integer(nextMark()), Value(isHidden)])
    touchFolder(row.parent)
  }

  /// Removes the mark of an item that was found unchanged.
  func unmiss(_ row: Row) throws {
    try database.run(Self.miss, [.integer(row.number), .integer(0), Value(false)])
    touchFolder(row.parent)
  }

  /// Tells whether another item has taken the name of a missing one: it and what is below it wait.
  private func hasHidden() throws -> Bool { try database.first(Self.hidden) { _ in true } ?? false }

  /// Notes a change of the item that has taken a name, and of all below it: they waited until the item that had the name
  /// before was found or removed.
  private func tellAgain(_ name: FileName, in parent: Int64) throws {
    guard let row = try row(named: name, in: parent) else { return }
    try tellAgain(row.number, row.item.isTrashed)
    try tellBelow(row)
  }

  private func tellAgain(_ number: Int64, _ isTrashed: Bool) throws {
    try database.run(
      Self.retelling,
      [
        .integer(number), Value(isTrashed), .integer(nextChange()), .integer(.random(in: .min ... .max)),
        .integer(state.confirmed),
      ])
  }

  /// Removes an item with everything below it, from the inside out, each with a tombstone.
  func remove(_ top: Row) throws {
    touchFolder(top.parent)
    if top.isHidden { try tellAgain(top.item.name, in: top.parent) }
    var open = [top]
    while let last = open.last {
      if last.item.kind == .folder,
        let child = try database.first(Self.firstBelow, [.integer(last.number)], read: Row.init)
      {
        open.append(child)
        continue
      }
      open.removeLast()
      let sequence = nextChange()
      try database.run(Self.deletion, [.integer(last.number)])
      try database.run(
        Self.tombstone, [.integer(sequence), .bytes(last.item.id.bytes), .integer(last.number)])
      try database.run(
        Self.place, [.integer(sequence), .integer(last.number), .integer(last.parent), Value(last.item.name)])
    }
  }

  /// Takes the identifiers over that another store has, or had: of what is there, and of what is gone.
  ///
  /// Each of the two transactions is whole or not done.
  func takeOver(fromStoreAt path: String) throws {
    try database.execute("ATTACH '\(path.replacing("'", with: "''"))' AS earlier")
    defer {
      // It is closed with this store at the latest.
      try? database.execute("DETACH earlier")
    }
    try database.execute("INSERT OR IGNORE INTO former SELECT id FROM earlier.item WHERE parent >= 0")
    try database.execute("INSERT OR IGNORE INTO former SELECT id FROM earlier.tombstone")
  }

  /// Notes the deletion of each item of an earlier store that is not there any more: the system may know it.
  func removeFormer() throws {
    var gone: [[UInt8]] = []
    try database.each(Self.formerItems) { row in
      if let id = row.id() { gone.append(id.bytes) }
      return true
    }
    // Without a number that it had here.
    for id in gone { try database.run(Self.tombstone, [.integer(nextChange()), .bytes(id), .integer(-1)]) }
    try database.run(Self.emptying)
  }

  /// Notes a change in a folder: an earlier listing can no longer be committed, and the next scan lists the folder
  /// again. ``touchFolders()`` stores it, once a transaction.
  func touchFolder(_ number: Int64) { touched.insert(number) }

  /// Stores the notes of ``touchFolder(_:)``.
  func touchFolders() throws {
    for number in touched { try database.run(Self.touch, [.integer(number)]) }
    touched = []
  }

  /// Stores that a folder was completely listed. If all its entries are known, also stores the times by which the next
  /// scan sees that it is unchanged.
  func noteListing(_ number: Int64, _ visited: FolderTimes?) throws {
    try database.run(Self.listed, [.integer(number), Value(visited?.bytes)])
  }

  /// Notes that everything below a folder is in the trash, or not, as the folder is, and has changed, because a listing
  /// from while the folder was elsewhere, or hidden, did not include it. Items that the system knew in the folder stay
  /// known.
  private func tellBelow(_ top: Row) throws {
    guard top.item.kind == .folder else { return }
    var open: [(folder: Int64, after: Int64)] = [(top.number, 0)]
    while let last = open.last {
      let next = try database.first(Self.nextBelow, [.integer(last.folder), .integer(last.after)]) {
        ($0.integer(), $0.integer())
      }
      guard let (number, kind) = next else {
        open.removeLast()
        continue
      }
      open[open.count - 1].after = number
      try tellAgain(number, top.item.isTrashed)
      if kind == FileKind.folder.number { open.append((number, 0)) }
    }
  }
}

extension Store {
  /// How many deletions, moves and transactions are stored, each: some 20 MB on disk at most. Older anchors have
  /// expired.
  static let remembered: Int64 = 100_000

  private static let oldest = [
    Query("SELECT sequence FROM tombstone ORDER BY sequence DESC LIMIT 1 OFFSET ?"),
    Query("SELECT sequence FROM place ORDER BY sequence DESC LIMIT 1 OFFSET ?"),
    Query("SELECT sequence FROM history ORDER BY sequence DESC LIMIT 1 OFFSET ?"),
  ]
  private static let forgetting = [
    Query("DELETE FROM tombstone WHERE sequence <= ?"),
    Query("DELETE FROM place WHERE sequence <= ?"),
    // Keep the last one at or before the horizon, because it marks the horizon.
    Query("DELETE FROM history WHERE sequence < ?"),
  ]

  /// The last change that is too old to be stored; nil when there is none.
  func tooOld(_ remembered: Int64) throws -> Int64? {
    var horizon = state.horizon
    for query in Self.oldest {
      if let sequence = try database.first(query, [.integer(remembered)], read: { $0.integer() }) {
        horizon = max(horizon, sequence)
      }
    }
    return horizon > state.horizon ? horizon : nil
  }

  /// Deletes every change up to one. Earlier anchors expire.
  func forget(upTo horizon: Int64) throws {
    for query in Self.forgetting { try database.run(query, [.integer(horizon)]) }
    state.horizon = horizon
  }
}

extension Catalogue {
  /// Deletes changes that are too old, when they exceed the limit by a tenth.
  ///
  /// - Parameter state: the state a moment ago: it tells cheaply that there are not so many.
  func forgetOld(_ state: State, remembering remembered: Int64 = Store.remembered) throws {
    let most = remembered + remembered / 10
    guard state.sequence - state.horizon > most, try read({ store in try store.tooOld(most) != nil }) else {
      return
    }
    try write(syncs: false) { store in
      if let horizon = try store.tooOld(remembered) { try store.forget(upTo: horizon) }
    }
  }
}

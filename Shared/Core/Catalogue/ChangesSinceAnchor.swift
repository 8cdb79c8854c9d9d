extension Catalogue {
  /// The changes since an anchor: first new and changed items, parents before children and all items that exchanged
  /// names together, then deletions.
  ///
  /// One batch is read from one snapshot. It may be larger than the limit, because it includes the parent folders of
  /// its items and the items whose names they took.
  /// - Throws: ``CatalogueError/expired`` for an anchor that is not one of this very catalogue's, or whose
  ///   changes are forgotten.
  func changes(since anchor: SyncAnchor, limit: Int) throws -> Changes {
    try tell { store in
      guard try store.hasGiven(anchor) else { throw CatalogueError.expired }
      return try store.changes(since: anchor, limit: limit)
    }
  }

  /// Stores up to which change the system knows everything: it sends an anchor only after it has received all changes
  /// up to it. After an anchor of another store, or a malformed one (nil), the system lists everything again, and
  /// until then no item counts as known to it.
  ///
  /// A power cut may undo the write. Then fewer items count as known to the system, and a deletion is rejected more
  /// often.
  func confirm(_ anchor: SyncAnchor?) throws {
    // Another connection may hold the store: a call that has nothing to store writes nothing.
    let isStored = try read { store in
      try store.confirmed(by: anchor) == store.state.confirmed
        && store.forgotten(by: anchor) == store.state.forgotten
    }
    if isStored { return }
    let hasForgotten = try write(syncs: false) { store in
      store.state.confirmed = try store.confirmed(by: anchor)
      return try store.forgetPlaces(upTo: store.forgotten(by: anchor))
    }
    // If the log stays, the next deletion empties it. Nothing of an answer depends on it.
    if hasForgotten { try? emptyLog() }
  }
}

extension Store {
  /// The largest group of items that is reported together because they exchanged names: about a megabyte.
  private static let mostTogether = 1_000

  /// The anchor of a change, created now.
  func anchor(at sequence: Int64, deletions: Int64? = nil) throws -> SyncAnchor {
    SyncAnchor(
      epoch: state.epoch, sequence: sequence, deletions: deletions ?? sequence, given: try stamp())
  }

  /// The stamp of the last change.
  func stamp() throws -> HistoryStamp {
    guard let random = try random(of: state.sequence) else { throw CatalogueError.expired }
    return HistoryStamp(sequence: state.sequence, random: random)
  }

  /// Tells whether a stamp belongs to this store's history.
  func contains(_ stamp: HistoryStamp) throws -> Bool {
    try random(of: stamp.sequence) == stamp.random
  }

  private func random(of sequence: Int64) throws -> Int64? {
    try database.first("SELECT random FROM history WHERE sequence = ?", [sequence]) { $0.integer() }
  }

  /// The last change that the system knows when it sends an anchor.
  fileprivate func confirmed(by anchor: SyncAnchor?) throws -> Int64 {
    guard let anchor, try hasGiven(anchor) else { return 0 }
    return max(anchor.sequence, state.confirmed)
  }

  /// The last deletion that the system knows of.
  fileprivate func forgotten(by anchor: SyncAnchor?) throws -> Int64 {
    guard let anchor, try hasGiven(anchor) else { return state.forgotten }
    return max(min(anchor.deletions, state.sequence), state.forgotten)
  }

  /// Tells whether an anchor belongs to this store's history, and the later changes are still stored.
  fileprivate func hasGiven(_ anchor: SyncAnchor) throws -> Bool {
    guard anchor.epoch == state.epoch, anchor.deletions >= state.horizon,
      // Of older deletions there are none to be told.
      anchor.deletions <= max(anchor.sequence, state.horizon), anchor.sequence <= anchor.given.sequence
    else { return false }
    return try contains(anchor.given)
  }

  fileprivate func changes(since anchor: SyncAnchor, limit: Int) throws -> Changes {
    // Two queries along one index, merged. One query over Documents and the trash would need a sort.
    let found = try rows(
      """
      SELECT * FROM item WHERE trashed = 0 AND parent >= 0 AND sequence > ?1 \
      UNION ALL SELECT * FROM item WHERE trashed = 1 AND parent >= 0 AND sequence > ?1 \
      ORDER BY sequence LIMIT ?2
      """, [anchor.sequence, limit])
    try Self.check(found.map(\.sequence), after: anchor.sequence)
    let rows = try together(found, since: anchor)
    let numbers = Set(rows.map(\.number))
    let updated = try inOrder(rows) { numbers.contains($0.number) }
    if found.count == limit, let last = found.last {
      return Changes(
        updated: updated, deleted: [],
        anchor: try self.anchor(at: last.sequence, deletions: anchor.deletions), hasMore: true)
    }
    return try addDeletions(updated, since: anchor.deletions, limit: limit - found.count)
  }

  /// All existing items have been reported, so deletions may follow: no existing item lies in a deleted folder.
  private func addDeletions(_ updated: [Item], since deletions: Int64, limit: Int) throws -> Changes {
    let gone = try database.all(
      "SELECT sequence, id FROM tombstone WHERE sequence > ? ORDER BY sequence LIMIT ?", [deletions, limit]
    ) { (sequence: $0.integer(), id: try $0.id()) }
    try Self.check(gone.map(\.sequence), after: deletions)
    let isAll = gone.count < limit
    let anchor = try anchor(
      at: state.sequence, deletions: isAll ? state.sequence : gone.last?.sequence ?? deletions)
    return Changes(updated: updated, deleted: gone.map(\.id), anchor: anchor, hasMore: !isAll)
  }

  /// Adds the items that must be reported with changed ones: their parent folders, and the items that had their names
  /// before. The system would treat a name exchange in two batches as a collision. It must do so when more than a thousand
  /// items took each other's names.
  private func together(_ rows: [Row], since anchor: SyncAnchor) throws -> [Row] {
    var rows = rows
    var numbers = Set(rows.map(\.number))
    let most = rows.count + Self.mostTogether
    var next = 0
    while next < rows.count {
      let row = rows[next]
      // Between two batches every earlier name counts, because the item may be back under another one.
      let reported = anchor.deletions == anchor.sequence ? anchor.deletions : 0
      var others = rows.count <= most ? try formerHolders(of: row, since: reported) : []
      if let folder = try self.row(row.parent), !folder.isTop { others.append(folder) }
      for other in others where other.sequence > anchor.sequence {
        if numbers.insert(other.number).inserted { rows.append(other) }
      }
      next += 1
    }
    return rows
  }

  private func formerHolders(of row: Row, since sequence: Int64) throws -> [Row] {
    try rows(
      """
      SELECT * FROM item WHERE number <> ?1 AND number IN \
      (SELECT item FROM place WHERE parent = ?2 AND name = ?3 AND sequence > ?4)
      """, [row.number, row.parent, row.item.name, sequence])
  }

  /// The items of rows, each after its parent folders, as far as those are reported too. Finder's own files are left out.
  ///
  /// - Parameter isReported: whether a folder is to be reported.
  func inOrder(_ rows: [Row], isReported: (Row) -> Bool) throws -> [Item] {
    var items: [Item] = []
    var reported: Set<Int64> = []
    var folders: [Int64: ItemID] = [:]
    for row in rows {
      var chain = [row]
      while let inner = chain.last, folders[inner.parent] == nil {
        let folder = try folder(of: inner)
        folders[folder.number] = folder.item.id
        if folder.isTop { break }
        chain.append(folder)
        try Self.check(depth: chain.count)
      }
      for next in chain.reversed() {
        guard next.number == row.number || isReported(next), !next.item.name.isOfFinder else { continue }
        if reported.insert(next.number).inserted {
          items.append(try item(next, in: folders[next.parent] ?? .root))
        }
      }
    }
    return items
  }
}

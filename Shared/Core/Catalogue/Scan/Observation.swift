/// What a pass has seen so far: the temporary tables of ``Schema/observation``. If the process dies, nothing of it is left.
extension Store {
  /// Forgets what an earlier pass has seen.
  func beginObservation() throws {
    for table in ["seen", "missed", "listed"] { try database.run("DELETE FROM \(table)") }
    let last = try database.first("SELECT seq FROM sqlite_sequence WHERE name = 'item'") { $0.integer() }
    nextNumber = (last ?? Row.trash.number) + 1
  }

  /// Forgets what was seen in a folder, which is listed again.
  func forgetSeen(in folder: Int64) throws {
    try database.run("DELETE FROM seen WHERE parent = ?", [folder])
    try database.run(
      "DELETE FROM missed WHERE (SELECT parent FROM item WHERE item.number = missed.number) = ?", [folder])
    try database.run("DELETE FROM listed WHERE folder = ?", [folder])
  }

  /// Forgets where a file was seen, which is where its row says.
  func forgetSeen(_ file: FileID) throws {
    let parent = try database.first(
      "DELETE FROM seen WHERE file = ? RETURNING parent", [file]
    ) { $0.integer() }
    if let parent { try spoil(parent) }
  }

  /// Notes an entry that is not what its row says. A file that is seen twice in one pass is one file, and the later look counts.
  ///
  /// - Parameters:
  ///   - row: the row that it will be.
  ///   - old: the row that it has; nil for a new item, which gets its number here.
  ///   - claims: whether its identifier may be that of another file: the end of the pass decides.
  func record(_ row: Row, over old: Row?, claims: Bool = false) throws {
    let earlier = try database.first(
      "SELECT number, parent, entry FROM seen WHERE file = ?", [row.item.file]
    ) { (number: $0.integer(), parent: $0.integer(), entry: $0.integer()) }
    if let earlier, earlier.parent != row.parent { try spoil(earlier.parent) }
    try database.run(
      "DELETE FROM seen WHERE file = ? OR parent = ? AND name = ? OR number = ?",
      [row.item.file, row.parent, row.item.name, old?.number])
    var row = row
    if let old {
      if !row.differs(from: old) { return }
      row.number = old.number
    } else if let earlier, try self.row(earlier.number) == nil {
      row.number = earlier.number
    } else {
      row.number = try (claims ? nil : buriedNumber(of: row.item.id)) ?? newNumber()
    }
    try database.insert(
      into: "seen", row.values + [earlier?.entry, old?.parent, old?.item.name, claims, false])
  }

  /// The number that a deleted item had.
  private func buriedNumber(of id: ItemID) throws -> Int64? {
    let number = try database.first("SELECT number FROM tombstone WHERE id = ?", [id]) { $0.integer() }
    return number.flatMap { $0 < 0 ? nil : $0 }
  }

  /// A number that no item has had. One that a pass does not store is used again, and no page has ever named it.
  private func newNumber() -> Int64 {
    defer { nextNumber += 1 }
    return nextNumber
  }

  /// Notes the state of a folder itself, as it was before its listing.
  func record(_ status: FileStatus, _ attributes: PersonalAttributes?, ofFolder row: Row) throws {
    // Documents and the trash are found by their paths, and the system has its own containers for them.
    if row.isTop { return }
    guard let above = try seenFolder(row.parent) else { return }
    var status = status
    status.file = row.item.file
    let snapshot = EntrySnapshot(name: row.item.name, status: status, attributes: attributes)
    let claims = try database.first("SELECT claims FROM seen WHERE number = ?", [row.number]) { $0.flag() }
    try record(row.found(snapshot, in: above), over: self.row(row.number), claims: claims ?? false)
  }

  /// Notes that a folder was listed to its end.
  ///
  /// - Parameter times: the times that it had before the listing, if every entry is known.
  func recordListing(_ folder: Int64, _ times: FolderTimes?) throws {
    try database.run("INSERT OR REPLACE INTO listed VALUES (?, ?)", [folder, times?.bytes])
  }

  /// Notes rows that the listing of their folder does not have.
  func recordMissed(_ rows: [Row]) throws {
    for row in rows { try database.run("INSERT OR IGNORE INTO missed VALUES (?)", [row.number]) }
  }

  /// Notes that a folder's rows will not be what its listing has: the next scan lists it again.
  func spoil(_ folder: Int64) throws {
    try database.run("UPDATE listed SET times = NULL WHERE folder = ?", [folder])
  }

  /// The row of a folder as it was seen last.
  func seenFolder(_ number: Int64) throws -> Row? {
    try database.first("SELECT * FROM seen WHERE number = ?", [number], read: Row.init) ?? row(number)
  }

  /// The path of a row that was seen, below Documents or the trash.
  func seenPath(of row: Row) throws -> DocumentPath? {
    var names = [row.item.name]
    var parent = row.parent
    while parent != Row.root.number, parent != Row.trash.number {
      guard let folder = try seenFolder(parent) else { return nil }
      names.append(folder.item.name)
      try Self.check(depth: names.count)
      parent = folder.parent
    }
    return DocumentPath(names.reversed(), in: parent == Row.trash.number ? .trash : .documents)
  }

  /// The next folders behind a number in a folder, as far as they are known or were seen.
  func seenFolders(in folder: Int64, after number: Int64, limit: Int) throws -> [FolderSummary] {
    let found = try database.all(
      """
      SELECT number, name, file, visited, \
      EXISTS (SELECT 1 FROM item AS below WHERE below.parent = item.number AND below.kind = 1) FROM item \
      WHERE parent = ?1 AND number > ?2 AND kind = 1 AND number NOT IN (SELECT number FROM missed) \
      AND NOT EXISTS (SELECT 1 FROM seen WHERE seen.number = item.number) \
      UNION ALL SELECT number, name, file, visited, 1 FROM seen WHERE parent = ?1 AND number > ?2 AND kind = 1 \
      ORDER BY number LIMIT ?3
      """, [folder, number, limit]
    ) { row in
      FolderSummary(
        number: row.integer(), name: row.name(), file: row.file(),
        visited: row.optional { FolderTimes($0.bytes()) }, hasFolders: row.flag())
    }
    try Self.check(found.map(\.number), after: number)
    return found
  }

  /// Tells whether anything was noted.
  func hasSeen() throws -> Bool {
    try ["seen", "missed", "listed"].contains { try database.exists("SELECT 1 FROM \($0)") }
  }

  /// Tells whether rows were missed, or files claim an identifier that may be another's: only then it matters whether the pass
  /// was still.
  func hasOpenQuestions() throws -> Bool {
    try database.exists("SELECT 1 FROM missed") || database.exists("SELECT 1 FROM seen WHERE claims = 1")
  }

  /// The next entries behind one whose identifiers may be those of other files, in the order of the looks.
  func claims(after entry: Int64, limit: Int) throws -> [(entry: Int64, row: Row)] {
    try database.all(
      "SELECT * FROM seen WHERE claims = 1 AND entry > ? ORDER BY entry LIMIT ?", [entry, limit]
    ) { statement in
      let row = try Row(statement)
      return (statement.integer(), row)
    }
  }

  /// The item of an identifier, if the pass has found its file nowhere. Then a file that carries the identifier is that item;
  /// else it is a copy.
  func missedItem(_ id: ItemID, _ kind: FileKind) throws -> Row? {
    guard let item = try row(id), item.item.kind == kind else { return nil }
    if try database.exists("SELECT 1 FROM seen WHERE number = ?", [item.number]) { return nil }
    // What lies in a folder that was missed was not looked at.
    var (above, depth) = (item, 0)
    while !above.isTop {
      depth += 1
      try Self.check(depth: depth)
      if try database.exists("SELECT 1 FROM missed WHERE number = ?", [above.number]) { return item }
      above = try folder(of: above)
    }
    return nil
  }

  /// Notes which item a file is that claimed an identifier.
  ///
  /// - Parameters:
  ///   - snapshot: the file, with the identity that it carries now.
  ///   - item: the item of that identifier; nil for a copy.
  func decide(_ claim: Row, is snapshot: EntrySnapshot, _ item: Row?) throws {
    guard let folder = try seenFolder(claim.parent) else { return }
    guard let item else { return try record(Row(snapshot, in: folder), over: nil) }
    try record(item.found(snapshot, in: folder), over: item)
    guard item.item.kind == .folder else { return }
    // It was looked at under the number of a new folder. What its rows have is in it, or was missed.
    try database.run("UPDATE seen SET parent = ? WHERE parent = ?", [item.number, claim.number])
    try database.run("DELETE FROM listed WHERE folder = ?", [claim.number])
    try recordListing(item.number, nil)
    try database.run("INSERT OR IGNORE INTO missed SELECT number FROM item WHERE parent = ?", [item.number])
  }

  /// Keeps the rows of files that lie in Displaced: recovery may put them back at any time.
  ///
  /// - Returns: whether there were any that the pass has missed.
  func keep(_ files: [FileID]) throws -> Bool {
    var isAny = false
    for file in files {
      guard let row = try row(of: file) else { continue }
      let wasMissed = try database.first(
        "DELETE FROM missed WHERE number = ? RETURNING number", [row.number], read: { _ in true })
      guard wasMissed == true else { continue }
      isAny = true
      try spoil(row.parent)
    }
    return isAny
  }
}

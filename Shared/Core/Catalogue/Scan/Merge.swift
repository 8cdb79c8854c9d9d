/// The end of a pass: what it has seen becomes what the catalogue knows, in one transaction. If the process dies in it, the
/// state before it stays, and the next scan looks again.
extension Store {
  /// How many rows are in memory at once.
  private static let batch = 256

  /// Stores what was seen.
  ///
  /// What cannot be stored yet keeps its own row; a new item is left out: what claims an identifier; what wants a name that a
  /// row keeps, because its document was not found; what lies in a folder that is not stored, or would lie in itself, because
  /// folders were moved while the pass looked. The folders of all these are listed again by the next scan.
  /// - Parameter deletes: whether the pass was still, so that what it has missed is gone.
  /// - Returns: whether something waits, and the folders with names that look the same to the user. They are listed again by the
  ///   next scan, too.
  func merge(deletes: Bool) throws -> (waits: Bool, twins: [Row]) {
    try findWaiting(deletes)
    try spoilListings(deletes)
    // No two rows may have one place even for a moment.
    try database.run(
      """
      UPDATE item SET parent = -2 - number WHERE number IN (SELECT number FROM seen WHERE waits = 0 \
      AND (parent <> fromParent OR name <> fromName))
      """)
    if deletes { try removeMissed() }
    let renamed = try foldersWithNewNames()
    try storeSeen()
    let twins = try findTwins(in: renamed)
    try touchFolders()
    try database.run(
      """
      UPDATE item SET listed = 1, visited = (SELECT times FROM listed WHERE folder = number) \
      WHERE number IN (SELECT folder FROM listed)
      """)
    try database.run("DELETE FROM listed WHERE EXISTS (SELECT 1 FROM item WHERE number = folder)")
    let waits = try database.exists("SELECT 1 FROM seen") || database.exists("SELECT 1 FROM missed")
    return (waits, twins)
  }

  /// The listed folders with names that they did not have, and those that must be listed again in any case: in others no name
  /// can have become like another.
  private func foldersWithNewNames() throws -> [Int64] {
    try database.all(
      """
      SELECT folder FROM listed WHERE (SELECT visited FROM item WHERE number = folder) IS NULL OR EXISTS (\
      SELECT 1 FROM seen WHERE parent = folder AND waits = 0 AND (fromParent IS NOT parent OR fromName IS NOT name))
      """
    ) { $0.integer() }
  }

  private func findTwins(in folders: [Int64]) throws -> [Row] {
    try folders.compactMap { number in
      guard let row = try row(number), try !twins(in: number).isEmpty else { return nil }
      try spoil(number)
      return row
    }
  }

  private func findWaiting(_ deletes: Bool) throws {
    try database.run("UPDATE seen SET waits = claims WHERE waits <> claims")
    repeat {
      repeat {
        try database.run(
          """
          UPDATE seen SET waits = 1 WHERE waits = 0 AND (\
          NOT EXISTS (SELECT 1 FROM item WHERE number = seen.parent) \
          AND NOT EXISTS (SELECT 1 FROM seen AS above WHERE above.number = seen.parent AND above.waits = 0) \
          OR EXISTS (SELECT 1 FROM item AS holder WHERE holder.parent = seen.parent AND holder.name = seen.name \
          AND holder.number <> seen.number AND NOT EXISTS (\
          SELECT 1 FROM seen AS moved WHERE moved.number = holder.number AND moved.waits = 0) \
          AND NOT (?1 AND EXISTS (SELECT 1 FROM missed WHERE number = holder.number) \
          AND NOT EXISTS (SELECT 1 FROM seen AS kept WHERE kept.number = holder.number))))
          """, [deletes])
      } while try changeCount() > 0
    } while try holdCircles()
  }

  /// How many rows the last statement changed.
  func changeCount() throws -> Int64 { try database.first("SELECT changes()") { $0.integer() } ?? 0 }

  /// Lets folders wait that would lie in themselves.
  ///
  /// - Returns: whether there were any.
  private func holdCircles() throws -> Bool {
    let moved = try database.all(
      "SELECT number FROM seen WHERE kind = 1 AND waits = 0 AND parent <> fromParent"
    ) { $0.integer() }
    for number in moved {
      var chain: Set<Int64> = []
      var above = try nextParent(of: number)
      // A circle that it only hangs on contains another folder that was moved.
      while let present = above, present != number, chain.insert(present).inserted {
        above = try nextParent(of: present)
      }
      if above == number {
        try database.run("UPDATE seen SET waits = 1 WHERE number = ?", [number])
        return true
      }
    }
    return false
  }

  private func nextParent(of number: Int64) throws -> Int64? {
    let parent = try database.first(
      """
      SELECT parent FROM seen WHERE number = ?1 AND waits = 0 \
      UNION ALL SELECT parent FROM item WHERE number = ?1 LIMIT 1
      """, [number]
    ) { $0.integer() }
    return parent.flatMap { $0 < 0 ? nil : $0 }
  }

  /// Forgets the times of listings that the rows will not agree with.
  private func spoilListings(_ deletes: Bool) throws {
    try database.run(
      """
      UPDATE listed SET times = NULL WHERE folder IN (SELECT parent FROM seen WHERE waits = 1 \
      UNION ALL SELECT fromParent FROM seen WHERE waits = 0 AND parent <> fromParent \
      AND NOT EXISTS (SELECT 1 FROM missed WHERE missed.number = seen.number) \
      UNION ALL SELECT parent FROM missed JOIN item USING (number) WHERE \
      CASE WHEN EXISTS (SELECT 1 FROM seen WHERE seen.number = missed.number) \
      THEN EXISTS (SELECT 1 FROM seen WHERE seen.number = missed.number AND waits = 1) ELSE NOT ?1 END)
      """, [deletes])
  }

  /// Removes what the pass has found nowhere, each with everything below it that was not found elsewhere.
  private func removeMissed() throws {
    while case let numbers = try database.all(
      """
      SELECT number FROM missed WHERE NOT EXISTS (SELECT 1 FROM seen WHERE seen.number = missed.number) LIMIT ?
      """, [Self.batch], read: { $0.integer() }), !numbers.isEmpty
    {
      for number in numbers {
        if let row = try row(number) { try remove(row) }
        try database.run("DELETE FROM missed WHERE number = ?", [number])
      }
    }
  }

  /// Stores what does not wait: first what changed, then what is new and may have the name that one of those had.
  private func storeSeen() throws {
    while case let found = try database.all(
      "SELECT * FROM seen WHERE waits = 0 AND \(Self.isItem) ORDER BY entry LIMIT ?", [Self.batch],
      read: { statement in
        let row = try Row(statement)
        _ = statement.integer()
        return (row: row, parent: statement.integer(), name: statement.name())
      }), !found.isEmpty
    {
      for (row, parent, name) in found {
        if var old = try self.row(row.number) {
          (old.parent, old.item.name) = (parent, name)
          var row = row
          // What no look tells.
          (row.acknowledged, row.visited, row.isListed) = (old.acknowledged, old.visited, old.isListed)
          _ = try save(row, over: old)
        }
        try database.run("DELETE FROM seen WHERE number = ?", [row.number])
        try database.run("DELETE FROM missed WHERE number = ?", [row.number])
      }
    }
    try insertSeen()
    try database.run("DELETE FROM seen WHERE waits = 0")
  }

  /// A condition: what was seen has a row already.
  private static let isItem = "EXISTS (SELECT 1 FROM item WHERE item.number = seen.number)"

  /// Adds the new items, as ``insert(_:)`` does with one.
  private func insertSeen() throws {
    try database.run("DELETE FROM tombstone WHERE id IN (SELECT id FROM seen WHERE waits = 0)")
    try database.run(
      "UPDATE item SET visited = NULL WHERE number IN (SELECT parent FROM seen WHERE waits = 0)")
    let range = try database.first("SELECT min(entry), max(entry) FROM seen WHERE waits = 0") { row in
      row.optional { $0.integer() }.map { $0...row.integer() }
    }
    guard case let entries?? = range else { return }
    // The numbers of the changes rise with the looks.
    let base = state.sequence - entries.lowerBound + 1
    // SQLite keeps each page as it was before a statement in memory until that ends, to take the statement back alone
    // (https://www.sqlite.org/tempfiles.html, "Statement Journal Files"), and each row may change a page of each index.
    for first in stride(from: entries.lowerBound, through: entries.upperBound, by: Self.batch) {
      try database.run(
        """
        INSERT INTO item SELECT \(newColumns) FROM seen \
        WHERE waits = 0 AND entry BETWEEN ?2 AND ?3 ORDER BY entry
        """, [base, first, first + Int64(Self.batch) - 1])
      state.commits += try changeCount()
    }
    state.sequence = base + entries.upperBound
  }
}

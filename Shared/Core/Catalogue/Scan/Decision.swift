/// The end of a pass: what it has not found is deleted.
extension ScanPass {
  /// How many missing items are in memory at once.
  private static let batch = 256

  /// Deletes the items that neither this pass nor the one before has found, if every folder of this pass is still
  /// unchanged.
  ///
  /// While what may hold a missing item cannot be read, nothing is deleted (see ``ScanPass/hidesItems``), and what has taken
  /// the name of a missing item waits with it. An item whose own folder this pass could not read is kept, too.
  /// - Returns: whether the next pass may decide more, and up to which mark this pass has not found the missing items.
  func decide(_ tops: [Top]) throws -> (isOpen: Bool, proven: Int64) {
    let (isMissing, marks) = try catalogue.read { store in
      (try !store.missed(after: 0, limit: 1).isEmpty, store.state.marks)
    }
    guard isMissing else { return (false, 0) }
    // This marks items in Displaced again, so they are not deleted.
    try markDisplaced()
    // Another pass would not find out more: an unreadable folder mostly stays so.
    if hidesItems { return (false, 0) }
    guard isSteady, try isStill(tops) else { return (true, 0) }
    var isOpen = false
    var mark: Int64 = 0
    while case let rows = try catalogue.missed(after: mark, limit: Self.batch), let last = rows.last {
      mark = last.missing
      for row in rows where row.missing <= marks {
        if row.missing > proven {
          // Items that only this pass has missed are left to the next pass.
          isOpen = true
        } else if try isSurelyGone(row) {
          try catalogue.write(syncs: false) { store in
            // Another process may have found the item meanwhile.
            if let now = try store.row(row.number), now.missing == row.missing { try store.remove(now) }
          }
        }
      }
    }
    return (isOpen, marks)
  }

  /// Tells whether the pass has looked where the item was, or, because no link carries an identity by which it would come back
  /// as the same item, everywhere.
  private func isSurelyGone(_ row: Row) throws -> Bool {
    if row.item.kind == .link { return isSettled && unreadable.isEmpty }
    return try catalogue.read { store in try !unread.contains { try store.isWithin(row.parent, $0) } }
  }

  /// Marks missing items again that are in `Displaced`, at any depth, because recovery may put them back at any time.
  private func markDisplaced() throws {
    var files: [FileID] = []
    do throws(DiskError) {
      let displaced: Folder
      do throws(DiskError) {
        displaced = try catalogue.container.openExisting(.displaced)
      } catch  where error.code == .notFound {
        return
      }
      try displaced.walkEntries { name, present, _ throws(DiskError) in
        files.append(try present.status(name).file)
      }
    } catch {
      unreadable.append(error)
      hidesItems = true
    }
    for file in files {
      guard try catalogue.read({ store in try store.row(of: file)?.missing ?? 0 }) > 0 else { continue }
      try catalogue.write(syncs: false) { store in
        if let row = try store.row(of: file), row.missing > 0 {
          try store.miss(row, isHidden: row.isHidden)
        }
      }
    }
  }
}

extension Catalogue {
  /// The next missing items, in the order of the marks.
  func missed(after mark: Int64, limit: Int) throws -> [Row] {
    try read { store in try store.missed(after: mark, limit: limit) }
  }
}

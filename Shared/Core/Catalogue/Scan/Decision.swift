/// Deletes missing items at the end of a full pass.
struct Decision {
  let catalogue: Catalogue
  let pass: ScanPass
  let tops: [(folder: Folder, number: Int64)]

  /// How many missing items are in memory at once.
  private static let batch = 256

  /// The result of a decision.
  struct Outcome {
    /// Tells whether the next pass may decide more.
    var isOpen = false
    /// The pass did not find the items that were missing up to this mark.
    var proven: Int64 = 0
    /// The errors of unreadable folders in `Displaced`.
    var unreadable: [DiskError] = []
  }

  /// Deletes the items that neither this pass nor the one before has found, if every folder of this pass is still
  /// unchanged.
  ///
  /// While the trash, `Displaced` or an unknown document cannot be read, a missing item may be there, and is kept; so is one
  /// whose own folder this pass could not read. It is deleted only if another item has its name, because the system cannot
  /// have two items with one name. Its document stores its identity, so it returns as the same item.
  func run() throws -> Outcome {
    var outcome = Outcome()
    let (isMissing, marks) = try catalogue.read { store in
      (try !store.missed(after: 0, limit: 1).isEmpty, store.state.marks)
    }
    guard isMissing else { return outcome }
    // This marks items in Displaced again, so they are not deleted.
    if let error = try markDisplaced() { outcome.unreadable = [error] }
    let isAllRead = outcome.unreadable.isEmpty && !pass.hidesItems
    guard pass.isSteady, try pass.isStill(tops) else {
      outcome.isOpen = true
      return outcome
    }
    outcome.proven = marks
    var mark: Int64 = 0
    while case let rows = try catalogue.missed(after: mark, limit: Self.batch), let last = rows.last {
      mark = last.missing
      for row in rows where row.missing <= marks {
        if row.missing > pass.proven {
          // Items that only this pass has missed are left to the next pass, if that can find out more.
          outcome.isOpen = outcome.isOpen || isAllRead || row.isHidden
        } else if try row.isHidden || isAllRead && isSurelyGone(row) {
          try remove(row)
        }
      }
    }
    return outcome
  }

  /// Tells whether the pass has looked where the item was, or, because no link carries an identity by which it would come back
  /// as the same item, everywhere.
  private func isSurelyGone(_ row: Row) throws -> Bool {
    if row.item.kind == .link { return pass.isSettled && pass.unreadable.isEmpty }
    return try catalogue.read { store in try pass.hasRead(folderOf: row, store) }
  }

  private func remove(_ row: Row) throws {
    try catalogue.write(syncs: false) { store in
      // Another process may have found the item meanwhile.
      if let now = try store.row(row.number), now.missing == row.missing { try store.remove(now) }
    }
  }

  /// Marks missing items again that are in `Displaced`, at any depth, because recovery may put them back at any time.
  ///
  /// - Returns: the error when not all of it could be read.
  private func markDisplaced() throws -> DiskError? {
    let displaced: Folder
    do throws(DiskError) {
      displaced = try catalogue.container.openExisting(.displaced)
    } catch {
      // Without the folder no item is displaced.
      return error.code == .notFound ? nil : error
    }
    var files: [FileID] = []
    var failure: DiskError?
    do throws(DiskError) {
      try displaced.walkEntries { name, present, _ throws(DiskError) in
        files.append(try present.status(name).file)
      }
    } catch {
      failure = error
    }
    for file in files {
      let isMissed = try catalogue.read { store in
        try store.row(of: file).map { $0.missing > 0 } ?? false
      }
      guard isMissed else { continue }
      try catalogue.write(syncs: false) { store in
        if let row = try store.row(of: file), row.missing > 0 {
          try store.miss(row, isHidden: row.isHidden)
        }
      }
    }
    return failure
  }
}

extension Catalogue {
  /// The next missing items, in the order of the marks.
  func missed(after mark: Int64, limit: Int) throws -> [Row] {
    try read { store in try store.missed(after: mark, limit: limit) }
  }
}

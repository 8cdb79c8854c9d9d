/// Decides, at the end of a pass over everything, which of the items that were missed are gone.
struct Decision {
  let catalogue: Catalogue
  let pass: ScanPass
  let rooms: [(folder: Folder, number: Int64)]

  /// What a decision came to.
  struct Outcome {
    /// Whether the next pass may decide more.
    var isOpen = false
    /// What was missed up to this mark, the pass met nowhere.
    var proven: Int64 = 0
    /// What could not be read in `Displaced`.
    var unreadable: [DiskError] = []
  }

  /// Removes the items that this pass and the one before met nowhere, if every folder that it looked at is still as it
  /// was then.
  ///
  /// While a folder cannot be read, an item that was missed may be in it. It is removed all the same if another item has
  /// its name: the system cannot be told of two. Its document carries its identity, so it comes back as the same item.
  func run() throws -> Outcome {
    var outcome = Outcome()
    if try nextMissed(after: 0) == nil { return outcome }
    let marks = try catalogue.read { store in store.state.marks }
    // What is marked again by this is in Displaced, and not decided upon.
    if let error = try meetDisplaced() { outcome.unreadable = [error] }
    let isAllRead = outcome.unreadable.isEmpty && pass.unreadable.isEmpty
    guard pass.isSteady, try pass.isStill(rooms) else {
      outcome.isOpen = true
      return outcome
    }
    outcome.proven = marks
    var mark: Int64 = 0
    while let row = try nextMissed(after: mark), row.missing <= marks {
      mark = row.missing
      if mark > pass.proven {
        // What this pass was the first to miss everywhere is for the next one, if that can say more.
        outcome.isOpen = outcome.isOpen || isAllRead || row.isHidden
      } else if isAllRead || row.isHidden {
        try remove(row)
      }
    }
    return outcome
  }

  private func remove(_ row: Row) throws {
    try catalogue.write(syncs: false) { store in
      // Another process may have found it meanwhile.
      if let now = try store.row(row.number), now.missing == row.missing { try store.remove(now) }
    }
  }

  /// Marks again what was missed and is in `Displaced`, at any depth, from where it may come back at any moment.
  ///
  /// - Returns: why not all of it could be read.
  private func meetDisplaced() throws -> DiskError? {
    let displaced: Folder
    do throws(DiskError) {
      displaced = try catalogue.container.openExisting(.displaced)
    } catch {
      // Without the folder nothing was ever displaced.
      return error.code == .notFound ? nil : error
    }
    var files: [FileID] = []
    var failure: DiskError?
    do throws(DiskError) {
      try displaced.walk { step, present throws(DiskError) in
        switch step {
        case .entering(let name), .leaf(let name, _): files.append(try present.identify(name))
        case .left: break
        }
      }
    } catch {
      failure = error
    }
    for file in files {
      let isMissed = try catalogue.look { store in
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

  private func nextMissed(after mark: Int64) throws -> Row? {
    try catalogue.look { store in try store.nextMissed(after: mark) }
  }
}

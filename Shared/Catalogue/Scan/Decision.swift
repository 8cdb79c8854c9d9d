/// Decides, at the end of a pass over everything, what became of the items that were missed.
struct Decision {
  let catalogue: Catalogue
  let pass: ScanPass
  /// The count of marks when the pass began: what was missed later is not decided upon by this pass.
  let began: Int64
  let rooms: [(folder: Folder, number: Int64)]

  /// Whether the next pass may decide more.
  func run() throws(CatalogueError) -> Bool {
    if try nextMissed(after: 0) == nil { return false }
    let marks = try catalogue.read { store throws(CatalogueError) in store.state.marks }
    let isMet = try meetElsewhere()
    let isRead = isMet && pass.unreadable.isEmpty
    let isStill = pass.isSteady ? try pass.isStill(rooms) : false
    var mark: Int64 = 0
    var isOpen = false
    // What is marked again from here on was met somewhere.
    while let row = try nextMissed(after: mark), row.missing <= marks {
      mark = row.missing
      let verdict = try isStill ? judge(row, isRead: isRead) : .later
      if verdict == .later { isOpen = true }
    }
    return isOpen
  }

  private enum Verdict { case decided, later, never }

  private func judge(_ row: Row, isRead: Bool) throws(CatalogueError) -> Verdict {
    // Without a name it cannot be told of, even if it should be where nobody can look.
    let mayRemove = row.missing <= began && (isRead || row.claim == .lost)
    switch (try look(at: row), row.claim) {
    case (.unknown, _): return .never
    case (.something(let met, let folder), .contested): return try saveAnew(row, met, in: folder)
    case (.something, .open), (.back, _): return .later
    case (.something, .lost): return mayRemove ? try remove(row) : .later
    case (.nothing, let claim):
      if claim == .contested {
        try catalogue.write(syncs: false) { store throws(CatalogueError) in try store.claim(row, .open) }
      }
      if mayRemove { return try remove(row) }
      return isRead ? .later : .never
    }
  }

  private enum Found {
    case nothing
    case something(Sighting, Row)
    /// The item itself, or the folder that it was in is not where it was.
    case back
    /// It cannot be looked at.
    case unknown
  }

  /// Looks once more at the place where an item was missed.
  private func look(at row: Row) throws(CatalogueError) -> Found {
    let place = try catalogue.look { store throws(CatalogueError) -> (Row, DocumentPath)? in
      guard let folder = try store.row(row.parent), let path = try store.path(of: folder) else { return nil }
      return (folder, path)
    }
    // The folder that it was in was missed itself: it goes with that.
    guard let (folder, path) = place else { return .back }
    do throws(DiskError) {
      let room = try catalogue.container.openExisting(folder.isTrashed ? .trash : .documents)
      let opened = try room.folder(at: path)
      let isSame = try opened.identify() == folder.file
      guard folder.isRoom || isSame else { return .back }
      guard let met = try opened.sight(row.name) else { return .nothing }
      // Of two paths to one file, another item may have taken this one.
      return met.file == row.file && row.claim != .lost ? .back : .something(met, folder)
    } catch  where error.code == .notFound && folder.isRoom && folder.isTrashed {
      // There is no trash, so there is nothing in it.
      return .nothing
    } catch  where [.notFound, .notAFolder, .link].contains(error.code) {
      return .back
    } catch {
      return .unknown
    }
  }

  /// The file that it was is nowhere, and another one bears its name: it was saved anew.
  private func saveAnew(
    _ row: Row, _ met: Sighting, in folder: Row
  ) throws(CatalogueError) -> Verdict {
    // A listing makes an item of it, and then the name is lost.
    guard met.status.kind == row.kind else { return .later }
    var met = met
    if met.isIdentifiable, met.identity?.id != row.id {
      guard let again = try identify(met, as: row, in: folder), again.file == met.file else { return .later }
      met = again
    }
    return try catalogue.write(syncs: false) { store throws(CatalogueError) in
      guard try store.row(row.number)?.missing == row.missing,
        try store.row(named: row.name, in: row.parent) == nil
      else { return .later }
      if let owner = try store.row(of: met.file) {
        // Another path to a file that is an item elsewhere, or that was moved here since the listing.
        guard [.inPlace, .unknown].contains(try catalogue.whereabouts(of: owner, store)) else {
          return .later
        }
      }
      _ = try store.saveAnew(row, met, in: folder)
      return .decided
    }
  }

  /// Writes the identity of an item on the file that it is now, with new contents.
  private func identify(_ met: Sighting, as row: Row, in folder: Row) throws(CatalogueError) -> Sighting? {
    let path = try catalogue.look { store throws(CatalogueError) in try store.path(of: folder) }
    guard let path else { return nil }
    return try CatalogueError.wrap { () throws(DiskError) in
      try catalogue.container.folder(at: path).identify(met, as: Identity(row.id, of: met.status))
    }
  }

  private func remove(_ row: Row) throws(CatalogueError) -> Verdict {
    try catalogue.write(syncs: false) { store throws(CatalogueError) in
      guard let now = try store.row(row.number), now.missing == row.missing else { return .later }
      try store.remove(now)
      return .decided
    }
  }

  /// Looks through what is not listed: what was taken out of Documents and not decided upon, and folders that
  /// are unknown because their names were another folder's. What is met there is not gone.
  ///
  /// - Returns: whether all of it could be read.
  private func meetElsewhere() throws(CatalogueError) -> Bool {
    var isRead = try meetDisplaced()
    var mark: Int64 = 0
    let last = try catalogue.read { store throws(CatalogueError) in store.state.marks }
    while let row = try nextMissed(after: mark), row.missing <= last {
      mark = row.missing
      guard row.claim == .contested, row.kind == .folder else { continue }
      guard let folder = try openPlace(of: row) else { continue }
      // What lies in a newcomer is elsewhere, and the newcomer is one.
      isRead = try meet(folder, losesName: true) && isRead
    }
    return isRead
  }

  private func meetDisplaced() throws(CatalogueError) -> Bool {
    let displaced: Folder
    do throws(DiskError) {
      displaced = try catalogue.container.openExisting(.displaced)
    } catch {
      // Nothing was ever displaced, or it cannot be said.
      return error.code == .notFound
    }
    // What is displaced may come back to its name at any moment.
    return try meet(displaced, losesName: false)
  }

  private func openPlace(of row: Row) throws(CatalogueError) -> Folder? {
    let path = try catalogue.look { store throws(CatalogueError) -> DocumentPath? in
      guard let folder = try store.row(row.parent) else { return nil }
      return try store.path(of: folder)?.appending(row.name)
    }
    guard let path else { return nil }
    do throws(DiskError) {
      return try catalogue.container.openExisting(row.isTrashed ? .trash : .documents).folder(at: path)
    } catch {
      return nil
    }
  }

  /// Marks again whatever is below a folder and was missed. Bounded as any walk is: by the names of the
  /// folders on the way.
  private func meet(_ folder: Folder, losesName: Bool) throws(CatalogueError) -> Bool {
    var failure: CatalogueError?
    do throws(DiskError) {
      try folder.walk { step, present throws(DiskError) in
        switch step {
        case .entering(let name), .leaf(let name, _):
          let file = try present.identify(name)
          do throws(CatalogueError) {
            try meet(file, losesName: losesName)
          } catch {
            failure = error
            throw DiskError(.cancelled, at: present.path)
          }
        case .left: break
        }
      }
      return true
    } catch {
      if let failure { throw failure }
      return false
    }
  }

  private func meet(_ file: FileID, losesName: Bool) throws(CatalogueError) {
    let row = try catalogue.look { store throws(CatalogueError) in try store.row(of: file) }
    guard let row, row.missing > 0 else { return }
    try catalogue.write(syncs: false) { store throws(CatalogueError) in
      guard let now = try store.row(row.number), now.missing == row.missing else { return }
      try store.miss(now, losesName && now.claim == .contested ? .lost : now.claim)
    }
  }

  private func nextMissed(after mark: Int64) throws(CatalogueError) -> Row? {
    try catalogue.look { store throws(CatalogueError) in try store.nextMissed(after: mark) }
  }
}

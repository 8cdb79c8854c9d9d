extension Catalogue {
  /// What is to be looked at.
  public enum Scope: Hashable, Sendable {
    /// All documents, and the trash.
    case everything
    /// One folder and what is right in it.
    case folder(ItemID)
    /// A folder and everything below it.
    case subtree(ItemID)
  }

  /// What a scan came to.
  public struct ScanReport: Hashable, Sendable {
    /// Whether nothing is left that only another scan can decide.
    public var isDecided = true
    /// Folders that cannot be read, with the reason, at most a hundred: nothing below them has changed.
    public var unreadable: [DiskError] = []
  }

  /// How many passes a scan makes at most. Three decide everything when nobody changes anything meanwhile:
  /// one misses, one decides, one sees what the decisions made free.
  private static let mostPasses = 6

  /// Compares everything that is on disk with what is known. See ``scan(_:staysInScope:)``.
  public func scan() throws(CatalogueError) {
    try scan(.everything)
  }

  /// Compares what is on disk with what is known, and tells of every difference.
  ///
  /// First it settles what was displaced (see ``Documents/settle(_:)``). Then passes follow each other until
  /// nothing is undecided: that something is gone is decided only by a pass over everything that began after
  /// it was missed. Every folder is committed for itself, so a process that dies in it has done what it has
  /// done, and nothing else changes on disk, but that of two names that a person cannot tell apart the later
  /// gets the next free one. Where something changed within the last ten milliseconds it waits that long.
  /// - Parameters:
  ///   - scope: what to look at. When something is missed there, everything is looked at all the same.
  ///   - staysInScope: not to look at everything; what was missed is left to another scan.
  /// - Throws: ``CatalogueError/rootMissing``, ``CatalogueError/rootExchanged`` and
  ///   ``CatalogueError/disk(_:)`` when Documents itself cannot be read; nothing was changed then. A folder
  ///   below it that cannot be read is no error.
  @discardableResult
  public func scan(
    _ scope: Scope, staysInScope: Bool = false
  ) throws(CatalogueError) -> ScanReport {
    try checkRoot()
    try CatalogueError.wrap { () throws(DiskError) in try Documents(container).settle() }
    var report = ScanReport()
    switch scope {
    case .everything: break
    case .folder(let id): report = try scan(below: id, isDeep: false)
    case .subtree(let id): report = try scan(below: id, isDeep: true)
    }
    if scope != .everything, report.isDecided || staysInScope { return report }
    return try scanEverything()
  }

  private func scanEverything() throws(CatalogueError) -> ScanReport {
    var report = ScanReport()
    for number in 1...Self.mostPasses {
      let began = try read { store throws(CatalogueError) in store.state.marks }
      let rooms = try openRooms()
      let pass = ScanPass(self, isFirst: number == 1)
      for room in rooms { try pass.run(room.folder, room.number, isDeep: true) }
      if let error = pass.unreadable.first(where: { $0.place == rooms.first?.folder.path }) {
        throw .disk(error)
      }
      try checkRoot()
      let decision = Decision(catalogue: self, pass: pass, began: began, rooms: rooms)
      let isOpen = try decision.run()
      report.unreadable = Array(pass.unreadable.prefix(100))
      report.isDecided = pass.isSteady && pass.isSettled && !isOpen
      if report.isDecided { break }
    }
    if try isAnythingMissed() { report.isDecided = false }
    try noteScan()
    return report
  }

  private func scan(below id: ItemID, isDeep: Bool) throws(CatalogueError) -> ScanReport {
    let found = try read { store throws(CatalogueError) -> (Row, DocumentPath)? in
      guard let row = try store.row(id), row.kind == .folder, let path = try store.path(of: row) else {
        return nil
      }
      return (row, path)
    }
    guard let (row, path) = found else { return ScanReport(isDecided: false) }
    let folder: Folder
    do throws(DiskError) {
      folder = try container.openExisting(row.isTrashed ? .trash : .documents).folder(at: path)
    } catch {
      // It is not where it was: only a scan of everything can tell where it is.
      return ScanReport(isDecided: false, unreadable: [error])
    }
    let pass = ScanPass(self, isFirst: true)
    try pass.run(folder, row.number, isDeep: isDeep)
    let isMissed = try isAnythingMissed()
    return ScanReport(
      isDecided: pass.isSteady && pass.isSettled && !isMissed,
      unreadable: Array(pass.unreadable.prefix(100)))
  }

  private func isAnythingMissed() throws(CatalogueError) -> Bool {
    try read { store throws(CatalogueError) in try store.nextMissed(after: 0) != nil }
  }

  /// The two folders that hold items. A trash that was never made has nothing in it.
  private func openRooms() throws(CatalogueError) -> [(folder: Folder, number: Int64)] {
    guard let root = try Root.present(in: container) else { throw .rootMissing }
    var rooms = [(folder: root.folder, number: Row.root.number)]
    do throws(DiskError) {
      rooms.append((try container.openExisting(.trash), Row.trash.number))
    } catch  where error.code == .notFound {
      try missTrash()
    } catch {
      throw .disk(error)
    }
    return rooms
  }

  /// Without a trash everything that was in it is missed.
  private func missTrash() throws(CatalogueError) {
    while true {
      let missed = try write(syncs: false) { store throws(CatalogueError) in
        let rows = try store.places(in: Row.trash.number, after: nil, limit: 100)
        for row in rows { try store.miss(row) }
        return rows.count
      }
      if missed == 0 { return }
    }
  }

  /// Documents must be there, and be the folder that the store is about.
  private func checkRoot() throws(CatalogueError) {
    guard let root = try Root.present(in: container) else { throw .rootMissing }
    let known = try read { store throws(CatalogueError) in store.state.root }
    if known == root.file { return }
    guard known == nil else { throw .rootExchanged }
    try write(syncs: true) { store throws(CatalogueError) in
      store.state.root = root.file
      store.state.rootCreated = root.created
    }
  }

  /// From here on what is not known is not there.
  private func noteScan() throws(CatalogueError) {
    let isNoted = try read { store throws(CatalogueError) in store.state.isScanned }
    if !isNoted { try write(syncs: false) { store throws(CatalogueError) in store.state.isScanned = true } }
    try forgetOld()
  }
}

extension Catalogue {
  /// What a scan came to.
  public struct ScanReport: Hashable, Sendable {
    /// Whether nothing is left that only another scan can decide.
    public var isDecided = true
    /// Folders that cannot be read, with the reason, at most a hundred: nothing below them has changed.
    public var unreadable: [DiskError] = []
  }

  /// How long a full scan is good for, in seconds: a day.
  private static let fullScanLasts: Int64 = 24 * 60 * 60

  /// Compares what is on disk with what is known, and tells of every difference.
  ///
  /// It looks at folders: one whose times are those of its last complete visit is passed by, because our processes
  /// publish by renaming, and touch the folder after a change in place. A full scan lists every folder and looks at every
  /// entry. It is made when there was none, when the last one is more than a day ago or in the future, after one that came
  /// to no end, after a disk error, and on a volume that does not change a folder's times with its names.
  ///
  /// First it recovers what was displaced (see ``Documents/recover(_:)``). Then passes follow each other until nothing
  /// is undecided: that something is gone is decided only by a pass that began after it was missed. Every folder is
  /// committed for itself, so a process that dies in it keeps what is committed. It changes one thing on disk: of two
  /// names that the user cannot tell apart, the later gets the next free one. Where something changed within the last
  /// ten milliseconds it waits that long.
  /// - Parameters:
  ///   - isFull: whether it is to be a full one in any case.
  ///   - passes: how many passes it makes at most. Three decide everything when nothing changes during the scan: the first
  ///     marks what is missing, the second deletes it, the third sees the names that are free then.
  /// - Throws: ``CatalogueError/rootMissing``, ``CatalogueError/rootExchanged`` and
  ///   ``CatalogueError/disk(_:)`` when Documents itself cannot be read; nothing was changed then. A folder
  ///   below it that cannot be read is no error.
  @discardableResult
  public func scan(isFull: Bool = false, passes: Int = 6) throws -> ScanReport {
    try checkRoot()
    try Documents(container).recover()
    var isFull = isFull
    if !isFull { isFull = try isFullScanDue() }
    var report = ScanReport()
    var proven: Int64 = 0
    for _ in 1...passes {
      let rooms = try openRooms()
      let pass = ScanPass(self, isFull: isFull, proven: proven)
      for room in rooms { try pass.run(room.folder, room.number) }
      if let error = pass.unreadable.first(where: { $0.place == rooms.first?.folder.path }) {
        throw error
      }
      try checkRoot()
      // Only of a pass that could read Documents itself: one that could not has not looked at anything.
      let hasFailed = pass.unreadable.contains { $0.code == .failed }
      if isFull || hasFailed { try noteFullScan(pass, hasFailed: hasFailed) }
      let decision = try Decision(catalogue: self, pass: pass, rooms: rooms).run()
      proven = decision.proven
      report.unreadable = Array((pass.unreadable + decision.unreadable).prefix(100))
      report.isDecided = pass.isSteady && pass.isSettled && !decision.isOpen
      // The passes after a complete full one look only at folders that changed since.
      if pass.isSteady && pass.isSettled { isFull = false }
      if report.isDecided { break }
    }
    let isAnythingMissed = try look { store in try store.isAnythingMissed() }
    if isAnythingMissed { report.isDecided = false }
    try forgetOld()
    return report
  }

  private func isFullScanDue() throws -> Bool {
    let state = try read { store in store.state }
    guard let scanned = state.scanned, try isTimely(state) else { return true }
    return !(scanned...scanned + Self.fullScanLasts).contains(clock.now().seconds)
  }

  /// Whether the volume changes a folder's times with every change of its names, as POSIX demands: tried once. A disk that
  /// will not have it tried now is asked again by the next scan.
  private func isTimely(_ state: State) throws -> Bool {
    if let isTimely = state.isTimely { return isTimely }
    let isTimely: Bool
    do throws(DiskError) {
      isTimely = try container.open(.staging).tellsChanges(clock)
    } catch {
      Log.catalogue.error("The volume could not be tried, so this scan looks at everything:", error)
      return false
    }
    try write(syncs: false) { store in store.state.isTimely = isTimely }
    return isTimely
  }

  /// The two folders that hold items. A trash that was never made has nothing in it.
  private func openRooms() throws -> [(folder: Folder, number: Int64)] {
    guard let root = try Root.present(in: container) else { throw CatalogueError.rootMissing }
    var rooms = [(folder: root.folder, number: Row.root.number)]
    do {
      rooms.append((try container.openExisting(.trash), Row.trash.number))
    } catch {
      guard error.code == .notFound else { throw error }
      try missTrash()
    }
    return rooms
  }

  /// Without a trash everything that was in it is missed.
  private func missTrash() throws {
    while true {
      let missed = try write(syncs: false) { store in
        let rows = try store.places(in: Row.trash.number, after: 0, limit: 100)
        for row in rows { try store.miss(row) }
        return rows.count
      }
      if missed == 0 { return }
    }
  }

  /// Documents must be there, and be the folder that the store is about.
  private func checkRoot() throws {
    guard let root = try Root.present(in: container) else { throw CatalogueError.rootMissing }
    let known = try read { store in store.state.root }
    if known == root.file { return }
    guard known == nil else { throw CatalogueError.rootExchanged }
    try write(syncs: true) { store in
      store.state.root = root.file
      store.state.rootCreated = root.created
    }
  }

  /// Stores that a pass over everything ended: from now on an item that the store does not have does not exist. After a
  /// pass that left anything out, or met a disk error, the next scan is a full one; before the first one that knew every
  /// entry nothing can be said not to exist.
  private func noteFullScan(_ pass: ScanPass, hasFailed: Bool) throws {
    let isComplete = pass.isSteady && pass.isSettled && !hasFailed
    let now = clock.now().seconds
    try write(syncs: false) { store in
      let isFirst = store.state.scanned == nil
      guard isFirst else { return store.state.scanned = isComplete ? now : 0 }
      // What cannot be read may be an item that the system knows.
      if isComplete && pass.unreadable.isEmpty { store.state.scanned = now }
    }
  }

  /// Has the next scan list the folder of an item, in which something changed in place that our processes did not do.
  func forgetVisit(ofFolderOf id: ItemID) throws {
    try write(syncs: false) { store in
      if let row = try store.row(id) { store.touchFolder(row.parent) }
    }
  }
}

/// What is tried in a folder, one after the other.
private enum TrialChange: CaseIterable {
  case made, renamed, exchanged, touched
}

extension Folder {
  /// Whether the times of a folder change when a name in it is made, renamed or exchanged, and when it is touched: tried in
  /// a folder of its own, which goes afterwards. A process that dies in it leaves that folder for ``Inbox/sweep(now:)``.
  fileprivate func tellsChanges(_ clock: ScanClock) throws(DiskError) -> Bool {
    let name = FileName.random("\(Parcel.suffix)")
    try makeFolder(name)
    defer {
      // What stays is swept.
      try? removeTree(name)
    }
    let trial = try folder(name)
    for entry in ["one", "two"] as [FileName] { try trial.makeFolder(entry) }
    for change in TrialChange.allCases {
      let before = FolderTimes(try trial.status())
      clock.wait(Disk.tick)
      switch change {
      case .made: try trial.makeFolder("three")
      case .renamed: try trial.rename("three", to: trial, as: "four")
      case .exchanged: try trial.exchange("one", with: trial, "two")
      case .touched: try trial.touch()
      }
      if FolderTimes(try trial.status()) == before { return false }
    }
    return true
  }
}

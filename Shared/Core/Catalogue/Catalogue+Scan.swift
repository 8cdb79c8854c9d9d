extension Catalogue {
  /// The result of a scan.
  public struct ScanReport: Hashable, Sendable {
    /// Whether no missing item is left for another scan.
    public var isDecided = true
    /// Errors of unreadable folders, at most a hundred. The scan changed nothing below them.
    public var unreadable: [DiskError] = []
  }

  /// How many seconds after a full scan the next one is due: a day.
  private static let fullScanLasts: Int64 = 24 * 60 * 60

  /// Compares the documents on disk with the catalogue, and stores every difference.
  ///
  /// It skips a folder whose times are those of its last complete visit, because the app's processes publish by
  /// renaming, and touch the folder after a change in place. A full scan lists every folder and checks every entry. A
  /// scan is a full one when there was none before, when the last one was more than a day ago or is in the future,
  /// after an incomplete one, after a disk error, and on a volume that does not change a folder's times with its
  /// names.
  ///
  /// First it recovers what was displaced (see ``Documents/recover(_:)``). Then it makes passes until no item is
  /// missing: an item is deleted only by a pass that began after the item was marked as missing. Every folder has its
  /// own transaction, so if the process dies, the finished folders are stored. On disk it makes one kind of change:
  /// of two names that the user cannot tell apart, the later gets the next free one. After a change within the
  /// present tick of the kernel's clock it waits for the next one: some milliseconds.
  /// - Parameters:
  ///   - isFull: whether to make a full scan in any case.
  ///   - passes: how many passes it makes at most. Three decide everything when nothing changes during the scan: the first
  ///     marks what is missing, the second deletes it, the third sees the names that are free then.
  /// - Throws: ``CatalogueError/rootMissing``, ``CatalogueError/rootExchanged`` and
  ///   a ``DiskError`` when Documents itself cannot be read; nothing was changed then. A folder
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
      // Only for a pass that could read Documents itself. Another pass has checked nothing.
      let hasFailed = pass.unreadable.contains { $0.code == .failed }
      if isFull || hasFailed { try noteFullScan(pass, hasFailed: hasFailed) }
      let decision = try Decision(catalogue: self, pass: pass, rooms: rooms).run()
      proven = decision.proven
      report.unreadable = Array((pass.unreadable + decision.unreadable).prefix(100))
      report.isDecided = pass.isSteady && pass.isSettled && !decision.isOpen
      // After a complete full pass, the next passes list only folders that changed since.
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

  /// Whether the volume changes a folder's times with every change of its names, as POSIX demands. It is tested once.
  /// If the disk refuses the test, the next scan repeats it.
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

  /// The two folders that hold items. A trash that does not exist is empty.
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

  /// Marks everything in the trash as missing when the trash does not exist.
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

  /// Checks that Documents exists and is the folder that the store belongs to.
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

  /// Stores that a full pass has ended: from now on an item that is not in the store does not exist. After an
  /// incomplete pass or a disk error the next scan is a full one. Before the first complete pass no item can be
  /// reported as missing.
  private func noteFullScan(_ pass: ScanPass, hasFailed: Bool) throws {
    let isComplete = pass.isSteady && pass.isSettled && !hasFailed
    let now = clock.now().seconds
    try write(syncs: false) { store in
      let isFirst = store.state.scanned == nil
      guard isFirst else { return store.state.scanned = isComplete ? now : 0 }
      // An unreadable entry may be an item that the system knows.
      if isComplete && pass.unreadable.isEmpty { store.state.scanned = now }
    }
  }

  /// Makes the next scan list the folder of an item, because another program changed a file there in place.
  func forgetVisit(ofFolderOf id: ItemID) throws {
    try write(syncs: false) { store in
      if let row = try store.row(id) { store.touchFolder(row.parent) }
    }
  }
}

/// The changes of the test, made one after the other.
private enum TrialChange: CaseIterable {
  case made, renamed, exchanged, touched
}

extension Folder {
  /// Tests in a temporary folder whether its times change when a name in it is created, renamed or exchanged, and
  /// when the folder is touched. If the process dies, ``Inbox/sweep(now:)`` removes that folder.
  fileprivate func tellsChanges(_ clock: ScanClock) throws(DiskError) -> Bool {
    let name = FileName.random(Parcel.suffix)
    try makeFolder(name)
    defer {
      // What stays is swept.
      try? removeTree(name)
    }
    let trial = try folder(name)
    for entry in ["one", "two"] as [FileName] { try trial.makeFolder(entry) }
    for change in TrialChange.allCases {
      let status = try trial.status()
      clock.waitUntilPast(max(status.modified, status.changed))
      switch change {
      case .made: try trial.makeFolder("three")
      case .renamed: try trial.rename("three", to: trial, as: "four")
      case .exchanged: try trial.exchange("one", with: trial, "two")
      case .touched: try trial.touch()
      }
      if FolderTimes(try trial.status()) == FolderTimes(status) { return false }
    }
    return true
  }
}

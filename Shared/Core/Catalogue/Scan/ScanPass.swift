/// One walk over all folders: it looks first, and stores what it has seen at its end.
///
/// It lists the folders whose times are not those of their last complete visit; a full one lists every folder and looks at
/// every entry. It looks at one folder after the other. Meanwhile another process may move a document from a folder that the
/// pass has not reached into one that it has left: the pass finds the document nowhere, although it exists. So what a listing
/// does not have is only noted. When all folders were visited, Displaced among them, the pass looks at the times of all of them
/// once more. If none has changed, the pass was **still**: all its listings were true at one moment, and what none of them has
/// is gone. After a pass that was not still everything is stored but deletions. See ``Store/merge(deletes:)``.
///
/// Another process or call may store something meanwhile. Then the pass ends with ``Outdated``, and nothing of it is stored.
final class ScanPass {
  /// Documents or the trash, and the number of its row.
  typealias Top = (folder: Folder, number: Int64)

  /// Another process or call has stored something since the pass began.
  struct Outdated: Error {}

  /// How often a folder that another process is changing is listed before the pass goes on without it.
  private static let attempts = 4
  /// After how many noted entries those are stored that can be: some two megabytes in memory.
  private static let portion = 4_000

  let catalogue: Catalogue
  let isFull: Bool
  /// The state of the store when the pass began.
  let state: State
  /// How much the store had stored when this pass last stored something.
  private var commits: Int64
  /// How many entries were noted since something was stored.
  private var noted = 0
  /// A digest of every folder and of its times, before the listing of those that were listed.
  private var stamp = Digest()
  /// Folders and unknown documents that cannot be read.
  var unreadable: [DiskError] = []
  /// Tells whether what was missed may be among what cannot be read: an unknown document, or what was moved into a folder
  /// since its last complete visit. Then nothing is deleted: see ``skip(_:visited:_:_:)``.
  var hidesItems = false
  /// Tells whether an item was seen in another folder than that of its row.
  var hasSeenMoves = false
  /// Tells whether a document lies in Displaced that was missed.
  private var isDisplaced = false
  /// Tells whether no folder changed while it was listed, and each was at its expected path.
  private(set) var isSteady = true
  /// Tells whether the item of every entry is known.
  private(set) var isSettled = true

  var isComplete: Bool { isSteady && isSettled }

  /// Tells whether the pass was still, so that what it has not found is nowhere.
  private(set) var isSure = false

  /// Tells whether another pass would find out no more: what cannot be read, or moved out of Displaced, mostly stays so.
  var isStuck: Bool { isComplete && (hidesItems || isDisplaced) }

  /// Begins a pass.
  ///
  /// - Parameter isFull: whether it is a full one also if none is due.
  init(_ catalogue: Catalogue, isFull: Bool) throws {
    self.catalogue = catalogue
    state = try catalogue.read { store in
      try store.beginObservation()
      return store.state
    }
    self.isFull = isFull || catalogue.isFullScanDue(state)
    commits = state.commits
  }

  /// Reads from the store, and notes what was seen there.
  func observe<Result>(_ body: (Store) throws -> Result) throws -> Result {
    try catalogue.read { store in
      try check(store)
      return try body(store)
    }
  }

  /// Writes identities to documents while no other process does that. What one of them has seen before may be wrong then.
  func writeIdentities(_ body: () throws -> Void) throws {
    commits = try catalogue.write(syncs: false) { store in
      try check(store)
      store.state.commits += 1
      try body()
      return store.state.commits
    }
  }

  private func check(_ store: Store) throws {
    if store.state.epoch != state.epoch || store.state.commits != commits { throw Outdated() }
  }

  /// Compares Documents or the trash, and all folders below it.
  ///
  /// - Throws: a ``DiskError`` when Documents itself cannot be read.
  func run(_ top: Top) throws {
    try walk(top, visit, passes: passes, isLost: lose)
  }

  /// Stores what was seen, as far as it can be stored by now, when that has become much: so the pass needs little memory.
  func storePortion(_ count: Int) throws {
    noted += count
    if noted >= Self.portion { _ = try merge(deletes: false, syncs: false) }
  }

  /// - Parameter syncs: whether it is the last time in this pass. What a scan finds is told next, and so must be synced.
  private func merge(deletes: Bool, syncs: Bool) throws -> Bool {
    let (merged, stored) = try catalogue.write(syncs: syncs) { store in
      try check(store)
      return (try store.merge(deletes: deletes), store.state.commits)
    }
    (commits, noted) = (stored, 0)
    for folder in merged.twins { try renameTwins(in: folder) }
    return merged.waits
  }

  /// If a name looks the same to the user as another, renames the later entry to the next free name.
  ///
  /// If the process is killed here, the exclusive rename took effect or not, and the next scan continues.
  private func renameTwins(in row: Row) throws {
    let (path, twins) = try observe { store in (try store.path(of: row), try store.twins(in: row.number)) }
    for (earlier, later) in twins {
      do throws(DiskError) {
        if try catalogue.container.folder(at: path).rename(later, unlike: earlier) { isSteady = false }
      } catch {
        // If the rename fails, the entry keeps its name until the next scan. Two similar names lose nothing.
        Log.catalogue.error("A name that looks like another stays until the next scan:", error)
      }
    }
  }

  /// Stores what the pass has seen.
  ///
  /// - Returns: whether nothing is left for another pass.
  func finish(_ tops: [Top]) throws -> Bool {
    // Until everything was looked at once, the pass must have been still also if nothing was missed: what it has not seen at all
    // may have been moved from a folder that it had not reached into one that it had left.
    let proves = !state.isProven
    let seen = try observe { store in (any: try store.hasSeen(), isOpen: try store.hasOpenQuestions()) }
    guard proves || seen.any else { return isComplete }
    if proves || seen.isOpen {
      let displaced = try displacedFiles()
      isSure = try isComplete && !hidesItems && isStill(tops)
      // What is still claimed may be what was missed.
      if isSure { isSure = try decideClaims() }
      isDisplaced = try observe { store in try store.keep(displaced) }
    }
    return try !merge(deletes: isSure, syncs: true) && isComplete && !isDisplaced && (isSure || !proves)
  }

  /// The files in `Displaced`, at any depth.
  private func displacedFiles() throws -> [FileID] {
    var files: [FileID] = []
    do throws(DiskError) {
      let displaced = try catalogue.container.openExisting(.displaced)
      try displaced.walkEntries { name, present, _ throws(DiskError) in
        files.append(try present[name].status().file)
      }
    } catch {
      if error.code != .notFound {
        unreadable.append(error)
        hidesItems = true
      }
    }
    return files
  }

  /// How many files that claim an identifier are in memory at once.
  private static let claimsAtOnce = 256

  /// Decides which item each file is whose identifier may be that of another: the item, if its own file was found nowhere; else
  /// a copy, which gets another identity. A file that was changed or moved meanwhile waits.
  ///
  /// If the process is killed here, some copies have identities of their own, and the next scan goes on with the others.
  /// - Returns: whether none waits.
  private func decideClaims() throws -> Bool {
    var after: Int64 = 0
    while case let claims = try observe({ store in
      try store.claims(after: after, limit: Self.claimsAtOnce)
    }), let last = claims.last {
      after = last.entry
      var written: [(path: DocumentPath, snapshot: EntrySnapshot)] = []
      for claim in claims {
        if let decided = try decide(claim.row) { written.append(decided) }
      }
      try checkAgain(written)
    }
    return try observe { store in try store.claims(after: 0, limit: 1).isEmpty }
  }

  /// Decides which item a file is, and writes its identity.
  ///
  /// - Returns: the file and its folder, if its identity was written.
  private func decide(_ claim: Row) throws -> (path: DocumentPath, snapshot: EntrySnapshot)? {
    let (path, item) = try observe { store in
      (try store.seenPath(of: claim), try store.missedItem(claim.item.id, claim.item.kind))
    }
    guard let path else { return nil }
    do {
      let folder = try catalogue.container.folder(at: path.parent)
      guard var snapshot = try folder[claim.item.name].read(claim.item.kind),
        snapshot.file == claim.item.file,
        snapshot.status.kind == .folder || snapshot.status.changed == claim.item.changed
      else { return nil }
      var isWritten = false
      if snapshot.status.kind != .link {
        guard let carried = snapshot.identity, carried.id == claim.item.id else { return nil }
        let identity =
          item != nil && carried.fits(snapshot.status)
          ? carried : Identity(item?.item.id ?? .random(), of: snapshot.status)
        isWritten = identity != carried
        if isWritten { try writeIdentities { snapshot = try folder.writeIdentity(identity, of: snapshot) } }
      }
      try observe { store in try store.decide(claim, is: snapshot, item) }
      return isWritten ? (path.parent, snapshot) : nil
    } catch let error as DiskError {
      if !error.isOutdated { unreadable.append(error) }
      return nil
    }
  }

  /// Looks again at files whose identity was written, when a later change would get another change time.
  ///
  /// - Throws: ``Outdated`` when one of them was changed meanwhile.
  private func checkAgain(_ written: [(path: DocumentPath, snapshot: EntrySnapshot)]) throws {
    guard let last = written.last else { return }
    catalogue.clock.waitUntilPast(last.snapshot.status.changed)
    for (path, snapshot) in written {
      let status = try? catalogue.container.folder(at: path)[snapshot.name].status()
      // A file that cannot be looked at was moved or removed.
      guard let status, FileSnapshot(status) == FileSnapshot(snapshot.status) else { throw Outdated() }
    }
  }

  /// Tells whether a folder need not be opened.
  private func passes(_ summary: FolderSummary, _ status: FileStatus) -> Bool {
    if isFull || !summary.isSame(status) { return false }
    stamp += Self.stamp(summary.number, FolderTimes(status))
    return true
  }

  /// - Returns: the first folders below it; nil when the walk does not go on there.
  private func visit(_ folder: Folder, _ number: Int64) throws -> [FolderSummary]? {
    var folders: [FolderSummary] = []
    for _ in 0..<Self.attempts {
      let row = try observe { store in
        // What an earlier attempt has seen in it does not count.
        try store.forgetSeen(in: number)
        folders = try Self.folders(in: number, store)
        return try store.seenFolder(number)
      }
      guard let row, row.isTop || (try? folder.status().file) == row.item.file else {
        isSteady = false
        return nil
      }
      let visit = FolderVisit(self, folder, row)
      do {
        guard let times = try visit.run() else { continue }
        record(visit)
        stamp += Self.stamp(number, times)
        return visit.folders ?? folders
      } catch let error as DiskError {
        if error.code == .notFound || error.code == .changed { continue }
        if number == Row.root.number { throw error }
        record(visit)
        // If its status cannot be read, it counts as changed.
        try skip(number, visited: row.visited, try? folder.status(), error)
        return nil
      }
    }
    isSteady = false
    // The folders below may be unchanged.
    return folders
  }

  /// Notes what a visit found out, also one that an error has ended.
  private func record(_ visit: FolderVisit) {
    if !visit.isSettled { isSettled = false }
    unreadable += visit.unreadable
    if !visit.unreadable.isEmpty { hidesItems = true }
  }

  private func lose(_ error: DiskError, _ summary: FolderSummary?, _ status: FileStatus?) throws {
    guard let summary, !error.isGone, error.code != .changed else { return isSteady = false }
    let isSame = status.map(summary.isSame) ?? false
    try skip(summary.number, visited: isSame ? summary.visited : nil, status, error)
  }

  /// Goes on without a folder that cannot be read, whichever the error. The rows in it, and below it, stay as they are.
  ///
  /// What this pass misses elsewhere may have been moved there, and a deletion that the system is told then costs an edit that
  /// Files has under way its document. So nothing is deleted, unless the folder has the times of its last complete visit, and
  /// no folder in it that another process could have changed unseen.
  /// - Parameters:
  ///   - visited: those times, if it is the folder that was visited.
  ///   - status: nil when that cannot be read either.
  private func skip(
    _ number: Int64, visited: FolderTimes?, _ status: FileStatus?, _ error: DiskError
  ) throws {
    unreadable.append(error)
    let hasFolders = try observe { store in
      try !store.seenFolders(in: number, after: 0, limit: 1).isEmpty
    }
    if let visited, !hasFolders, status.map({ FolderTimes($0) }) == visited {
      // As the others it must be the same at the end of the pass.
      stamp += Self.stamp(number, visited)
    } else {
      hidesItems = true
    }
  }

  /// Tells whether every folder still has the times that the pass has read, and so all of its listings were true at one
  /// moment: no item was moved from a folder that the pass had not reached to one that it had finished.
  private func isStill(_ tops: [Top]) throws -> Bool {
    var now = Digest()
    var isWhole = true
    for top in tops {
      try walk(top) { folder, number in
        guard let status = try? folder.status() else { return nil }
        now += Self.stamp(number, FolderTimes(status))
        return try observe { store in try Self.folders(in: number, store) }
      } passes: { summary, status in
        if status.file != summary.file || status.kind != .folder { isWhole = false }
        now += Self.stamp(summary.number, FolderTimes(status))
        return true
      } isLost: { _, _, _ in
        isWhole = false
      }
    }
    return isWhole && now == stamp
  }

  private static func stamp(_ number: Int64, _ times: FolderTimes) -> Digest {
    var digester = Digester()
    digester.add(number)
    digester.add(times.bytes)
    return digester.finish()
  }

  /// How many folders are looked up at once: some 50 KB of them a level.
  private static let foldersAtOnce = 256

  /// The next folders in one, which the walk visits.
  static func folders(in number: Int64, after: Int64 = 0, _ store: Store) throws -> [FolderSummary] {
    try store.seenFolders(in: number, after: after, limit: foldersAtOnce)
  }

  /// A folder on the way of a walk.
  private struct Level {
    let number: Int64
    /// The folders in it that are looked up and still to come, the next one last.
    var next: [FolderSummary]
    /// The last folder that was looked up; nil when there are no more.
    let last: Int64?

    init(_ number: Int64, _ folders: [FolderSummary]) {
      self.number = number
      next = folders.reversed()
      last = folders.count < ScanPass.foldersAtOnce ? nil : folders.last?.number
    }
  }

  /// Visits every known folder below one, parents first, with one folder open at a time. The memory that it needs is
  /// proportional to the depth.
  ///
  /// - Parameters:
  ///   - visit: called with each opened folder; returns the first folders below it, or nil to leave out all of them.
  ///   - passes: whether a folder need not be opened, by its status. The folders below it are still visited.
  ///   - isLost: called with a folder that cannot be opened, and with its status unless that cannot be read either; and with
  ///     nil if there is no way back from one, so that the walk ends.
  private func walk(
    _ top: Top,
    _ visit: (Folder, Int64) throws -> [FolderSummary]?, passes: (FolderSummary, FileStatus) -> Bool,
    isLost: (DiskError, FolderSummary?, FileStatus?) throws -> Void
  ) throws {
    guard let first = try visit(top.folder, top.number) else { return }
    let cursor = TreeCursor(top.folder)
    var levels = [Level(top.number, first)]
    while let level = levels.indices.last {
      if levels[level].next.isEmpty, let last = levels[level].last {
        let number = levels[level].number
        levels[level] = Level(
          number, try observe { store in try Self.folders(in: number, after: last, store) })
      }
      if let summary = levels[level].next.popLast() {
        var isPassed = false
        var status: FileStatus?
        do throws(DiskError) {
          let now = try cursor.folder[summary.name].status()
          status = now
          isPassed = passes(summary, now)
          if isPassed && !summary.hasFolders { continue }
          try cursor.enter(summary.name)
        } catch {
          try isLost(error, summary, status)
          continue
        }
        let below =
          try isPassed
          ? observe { store in try Self.folders(in: summary.number, store) }
          : visit(cursor.folder, summary.number)
        if let below, !below.isEmpty {
          levels.append(Level(summary.number, below))
          continue
        }
      } else {
        levels.removeLast()
        if levels.isEmpty { return }
      }
      do throws(DiskError) {
        try cursor.leave()
      } catch {
        // Another process moved a folder on the path, so there is no way back up.
        return try isLost(error, nil, nil)
      }
    }
  }
}

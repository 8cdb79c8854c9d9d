/// One walk over all folders. It lists those whose times are not those of their last complete visit; a full one lists
/// every folder and looks at every entry.
///
/// Why a deletion needs two passes: a pass looks at one folder after the other. Meanwhile another process may move a
/// document from a folder that the pass has not reached into one that it has left. The pass then finds the document
/// nowhere, although it exists. So a pass that does not find an item only **marks** it as missing, and numbers the mark.
/// If the pass is **steady** (no folder changed while it was listed) and at its end **still** (every folder has the times
/// by which the pass visited or skipped it), the marks up to then are **proven**. The next pass begins after those marks,
/// and looks for the items again. If it is steady and still, too, ``decide(_:)`` deletes the items that it has not found. A
/// pass is **settled** if it knows the item of every entry; only then may the scan end with it.
final class ScanPass {
  /// Documents or the trash, and the number of its row.
  typealias Top = (folder: Folder, number: Int64)

  /// How often a folder that another process is changing is listed before the pass goes on without it.
  private static let attempts = 4

  let catalogue: Catalogue
  private let isFull: Bool
  /// Up to this mark the pass before has proven that the missing items are nowhere, so this pass may delete them, or take
  /// a new file of their name for them. 0 for the first pass of a scan.
  let proven: Int64
  /// A digest of every folder and of its times, before the listing of those that were listed.
  private var stamp = Digest()
  /// Folders and unknown documents that cannot be read.
  var unreadable: [DiskError] = []
  /// The numbers of those folders. The pass did not look below them.
  private(set) var unread: Set<Int64> = []
  /// Tells whether a missing item may be among what cannot be read: an unknown document, or what was moved into a folder
  /// since its last complete visit. Then nothing is deleted: see ``skip(_:visited:_:_:)``.
  var hidesItems = false
  /// Tells whether no folder changed while it was listed, and each was at its expected path.
  private(set) var isSteady = true
  /// Tells whether the item of every entry is known.
  private(set) var isSettled = true

  var isComplete: Bool { isSteady && isSettled }

  init(_ catalogue: Catalogue, isFull: Bool, proven: Int64) {
    self.catalogue = catalogue
    self.proven = proven
    self.isFull = isFull
  }

  /// Compares Documents or the trash, and all folders below it.
  ///
  /// - Throws: a ``DiskError`` when Documents itself cannot be read.
  func run(_ top: Folder, _ number: Int64) throws {
    try catalogue.walk(top, number, visit, passes: passes, isLost: lose)
  }

  /// Tells whether a folder need not be opened.
  private func passes(_ summary: FolderSummary, _ status: FileStatus) -> Bool {
    if isFull || !summary.isSame(status) { return false }
    stamp += Self.stamp(summary.number, FolderTimes(status))
    return true
  }

  /// - Returns: whether to continue below it.
  private func visit(_ folder: Folder, _ number: Int64) throws -> Bool {
    for _ in 0..<Self.attempts {
      let row = try catalogue.read { store in try store.row(number) }
      guard let row, row.missing == 0, row.isTop || (try? folder.status().file) == row.item.file else {
        isSteady = false
        return false
      }
      let visit = FolderVisit(catalogue, folder, row, isFull: isFull, proven: proven)
      do {
        guard let times = try visit.run() else { continue }
        note(visit)
        stamp += Self.stamp(number, times)
        return true
      } catch let error as DiskError {
        if error.code == .notFound || error.code == .changed { continue }
        if number == Row.root.number { throw error }
        note(visit)
        // If its status cannot be read, it counts as changed.
        try skip(number, visited: row.visited, try? folder.status(), error)
        return false
      }
    }
    isSteady = false
    // The folders below may be unchanged.
    return true
  }

  /// Notes what a visit found out, also one that an error has ended.
  private func note(_ visit: FolderVisit) {
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
    unread.insert(number)
    let hasFolders = try catalogue.read { store in
      try !store.folders(in: number, after: 0, limit: 1).isEmpty
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
  func isStill(_ tops: [Top]) throws -> Bool {
    var now = Digest()
    var isWhole = true
    for top in tops {
      try catalogue.walk(top.folder, top.number) { folder, number in
        guard let status = try? folder.status() else { return false }
        now += Self.stamp(number, FolderTimes(status))
        return true
      } passes: { summary, status in
        if status.inode != summary.inode || status.kind != .folder { isWhole = false }
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
}

extension Catalogue {
  /// How many folders are looked up at once: some 50 KB of them a level.
  private static let foldersAtOnce = 256

  /// Visits every known folder below one, parents first, with one folder open at a time. The memory that it needs is
  /// proportional to the depth.
  ///
  /// - Parameters:
  ///   - visit: called with each opened folder; returns whether to continue below it.
  ///   - passes: whether a folder need not be opened, by its status. The folders below it are still visited.
  ///   - isLost: called with a folder that cannot be opened, and with its status unless that cannot be read either; and with
  ///     nil if there is no way back from one, so that the walk ends.
  func walk(
    _ folder: Folder, _ number: Int64,
    _ visit: (Folder, Int64) throws -> Bool, passes: (FolderSummary, FileStatus) -> Bool,
    isLost: (DiskError, FolderSummary?, FileStatus?) throws -> Void
  ) throws {
    guard try visit(folder, number) else { return }
    let cursor = TreeCursor(folder)
    // Of each level the folders that are still to come, the next one last, and behind which number the others begin.
    var levels: [(number: Int64, next: [FolderSummary], after: Int64)] = [(number, [], 0)]
    while let level = levels.indices.last {
      if levels[level].next.isEmpty {
        let (number, after) = (levels[level].number, levels[level].after)
        let next = try read { store in
          try store.folders(in: number, after: after, limit: Self.foldersAtOnce)
        }
        levels[level].next = next.reversed()
        if let last = next.last { levels[level].after = last.number }
      }
      if let summary = levels[level].next.popLast() {
        var isPassed = false
        var status: FileStatus?
        do throws(DiskError) {
          let now = try cursor.folder.status(summary.name)
          status = now
          isPassed = passes(summary, now)
          if isPassed && !summary.hasFolders { continue }
          try cursor.enter(summary.name)
        } catch {
          try isLost(error, summary, status)
          continue
        }
        if try isPassed || visit(cursor.folder, summary.number) {
          levels.append((summary.number, [], 0))
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

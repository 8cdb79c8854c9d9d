/// One walk over all folders. It lists those whose times are not those of their last complete visit; a full one lists
/// every folder and looks at every entry.
///
/// Why a deletion needs two passes: a pass looks at one folder after the other. Meanwhile another process may move a
/// document from a folder that the pass has not reached into one that it has left. The pass then finds the document
/// nowhere, although it exists. So a pass that does not find an item only **marks** it as missing, and numbers the mark.
/// If the pass is **steady** (no folder changed while it was listed) and at its end **still** (every folder has the times
/// by which the pass visited or skipped it), the marks up to then are **proven**. The next pass begins after those marks,
/// and looks for the items again. If it is steady and still, too, ``Decision`` deletes the items that it has not found. A
/// pass is **settled** if it knows the item of every entry; only then may the scan end with it.
final class ScanPass {
  /// How often a folder that another process is changing is listed before the pass goes on without it.
  private static let attempts = 4

  let catalogue: Catalogue
  private let isFull: Bool
  /// Up to this mark the pass before has proven that the missing items are nowhere, so this pass may delete them, or take
  /// a new file of their name for them. 0 for the first pass of a scan.
  let proven: Int64
  /// A digest of every folder and of its times, before the listing of those that were listed.
  private(set) var stamp = Digest()
  /// Folders and unknown documents that cannot be read.
  private(set) var unreadable: [DiskError] = []
  /// The numbers of those folders. The pass did not look below them.
  private var unread: Set<Int64> = []
  /// The error because of which the pass could not read Documents itself: then it has found out nothing.
  private(set) var rootFailure: DiskError?
  /// Tells whether any missing item may be among what cannot be read: an unknown document, or what is in the trash. An
  /// unreadable folder hides only what was in it: a document that moved there comes back as the same item.
  private(set) var hidesItems = false
  /// Tells whether no folder changed while it was listed, and each was at its expected path.
  private(set) var isSteady = true
  /// Tells whether the item of every entry is known.
  private(set) var isSettled = true

  init(_ catalogue: Catalogue, isFull: Bool, proven: Int64) {
    self.catalogue = catalogue
    self.proven = proven
    self.isFull = isFull
  }

  /// Compares Documents or the trash, and all folders below it.
  func run(_ top: Folder, _ number: Int64) throws {
    try catalogue.walk(top, number, visit, passes: passes, isLost: lose)
  }

  /// Tells whether the pass has looked into the folder that an item was in.
  func hasRead(folderOf row: Row, _ store: Store) throws -> Bool {
    try !unread.contains { try store.isWithin(row.parent, $0) }
  }

  /// The trash cannot be opened.
  func leaveOutTrash(_ error: DiskError) {
    unreadable.append(error)
    hidesItems = true
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
      guard let row, row.missing == 0, isSame(folder, row) else {
        isSteady = false
        return false
      }
      let visit = FolderVisit(catalogue, folder, row, isFull: isFull, proven: proven)
      switch try visit.run() {
      case .done(let times):
        if !visit.isSettled { isSettled = false }
        unreadable += visit.unreadable
        if !visit.unreadable.isEmpty { hidesItems = true }
        stamp += Self.stamp(number, times)
        return true
      case .unreadable(let error):
        unreadable.append(error)
        unread.insert(number)
        if number == Row.root.number { rootFailure = error }
        if number == Row.trash.number { hidesItems = true }
        return false
      case .changed:
        continue
      }
    }
    isSteady = false
    // The folders below may be unchanged.
    return true
  }

  private func isSame(_ folder: Folder, _ row: Row) -> Bool {
    if row.isTop { return true }
    do throws(DiskError) {
      return try folder.status().file == row.item.file
    } catch {
      return false
    }
  }

  private func lose(_ error: DiskError, _ number: Int64?) {
    guard let number, !error.isGone, error.code != .changed else { return isSteady = false }
    unreadable.append(error)
    unread.insert(number)
  }

  /// Tells whether every folder that the pass could read still has the times that it has read. Then no item was moved from a
  /// folder that the pass had not reached to one that it had finished.
  func isStill(_ tops: [(folder: Folder, number: Int64)]) throws -> Bool {
    var now = Digest()
    var isWhole = true
    for top in tops {
      try catalogue.walk(top.folder, top.number) { folder, number in
        if unread.contains(number) { return false }
        do throws(DiskError) {
          now += Self.stamp(number, FolderTimes(try folder.status()))
          return true
        } catch {
          return false
        }
      } passes: { summary, status in
        if unread.contains(summary.number) { return false }
        if status.inode != summary.inode || status.kind != .folder { isWhole = false }
        now += Self.stamp(summary.number, FolderTimes(status))
        return true
      } isLost: { _, number in
        if number.map(unread.contains) != true { isWhole = false }
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
  ///   - isLost: called with the number of a folder that cannot be opened, and with nil if there is no way back from one, so
  ///     that the walk ends.
  func walk(
    _ folder: Folder, _ number: Int64,
    _ visit: (Folder, Int64) throws -> Bool, passes: (FolderSummary, FileStatus) -> Bool,
    isLost: (DiskError, Int64?) -> Void
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
        let error = failure(of: { () throws(DiskError) in
          isPassed = passes(summary, try cursor.folder.status(summary.name))
          if !isPassed || summary.hasFolders { try cursor.enter(summary.name) }
        })
        if let error {
          isLost(error, summary.number)
          continue
        }
        if isPassed && !summary.hasFolders { continue }
        let isToEnter = isPassed ? true : try visit(cursor.folder, summary.number)
        if isToEnter {
          levels.append((summary.number, [], 0))
          continue
        }
      } else {
        levels.removeLast()
        if levels.isEmpty { return }
      }
      if let error = failure(of: { () throws(DiskError) in try cursor.leave() }) {
        // Another process moved a folder on the path, so there is no way back up.
        return isLost(error, nil)
      }
    }
  }

  private func failure(of body: () throws(DiskError) -> Void) -> DiskError? {
    do throws(DiskError) {
      try body()
      return nil
    } catch {
      return error
    }
  }
}

import Synchronization

extension Catalogue {
  /// The result of a scan.
  struct ScanReport {
    /// Tells whether a pass came to its end. Else other calls and processes stored something during each, and nothing is known.
    var hasEnded = false
    /// Tells whether nothing is left for another scan.
    var isDecided = false
    /// Errors of what cannot be read, and of what cannot be moved out of Displaced, at most a hundred. The scan changed
    /// nothing below them.
    var unreadable: [DiskError] = []
  }

  /// How many seconds after a full scan the next one is due: a day.
  private static let fullScanLasts: Int64 = 24 * 60 * 60

  /// Compares the documents on disk with the catalogue, and stores every difference.
  ///
  /// It skips a folder whose times are those of its last complete visit, because the app's processes publish by
  /// renaming, and touch the folder after a change in place. A full scan lists every folder and checks every entry. A
  /// scan is a full one when there was none before, when the last one was more than a day ago or is in the future,
  /// after an incomplete one, and after a disk error.
  ///
  /// Each pass first recovers what was displaced (see ``Documents/recover(_:)``). Then it looks at everything, and stores what it
  /// has seen in one transaction: see ``ScanPass``. One pass decides everything if nothing changes meanwhile; else another begins.
  /// If the process is killed here, nothing of the pass is stored, or all; of one that found thousands of changes perhaps a part,
  /// without deletions. On disk it writes identities, and of two names that the user cannot tell apart, the later gets the next free
  /// one. After a change within the present tick of the kernel's clock it waits for the next one: some milliseconds.
  /// - Parameters:
  ///   - isFull: whether to make a full scan in any case.
  ///   - passes: how many passes it makes at most. The next scan goes on.
  /// - Throws: ``CatalogueError/rootMissing``, ``CatalogueError/rootExchanged`` and
  ///   a ``DiskError`` when Documents itself cannot be read; nothing was changed then. A folder
  ///   below it that cannot be read is no error.
  @discardableResult
  func scan(isFull: Bool = false, passes: Int = 8) throws -> ScanReport {
    // Passes of one process share the tables of what was seen.
    try scanning.withLock { _ in
      var isFull = isFull
      var report = ScanReport()
      for _ in 1...passes {
        do {
          let pass = try ScanPass(self, isFull: isFull)
          let root = try presentRoot(pass.state.root)
          if pass.state.root == nil { try keep(root) }
          let stuck = recoverDisplaced()
          let tops = openTops(root, pass)
          for top in tops { try pass.run(top) }
          // Only for a pass that could read Documents itself. Another pass has checked nothing.
          _ = try presentRoot(root.file)
          report.isDecided = try pass.finish(tops)
          report.hasEnded = true
          try record(pass)
          try forgetOld(pass.state)
          report.unreadable = Array((pass.unreadable + stuck).prefix(100))
          // After a complete full pass, the next passes list only folders that changed since.
          if pass.isComplete { isFull = false }
          if report.isDecided || pass.isStuck { break }
        } catch is ScanPass.Outdated {
          // What another process or call has stored changes what the pass would find.
        }
      }
      return report
    }
  }

  /// - Returns: what cannot be moved out of Displaced now. It stays undecided, like what cannot be read.
  private func recoverDisplaced() -> [DiskError] {
    var stuck: [DiskError] = []
    do throws(DiskError) {
      try Documents(container).recover { if case .failure(let error) = $0 { stuck.append(error) } }
    } catch {
      stuck.append(error)
    }
    return stuck
  }

  /// Tells whether the next pass must be a full one.
  func isFullScanDue(_ state: State) -> Bool {
    guard let scanned = state.scanned else { return true }
    // What is stored may be any number.
    return !(0...Self.fullScanLasts).contains(clock.now().seconds &- scanned)
  }

  /// The two folders that hold items. A trash that cannot be opened is left out.
  private func openTops(_ root: Root, _ pass: ScanPass) -> [ScanPass.Top] {
    var tops = [(folder: root.folder, number: Row.root.number)]
    do throws(DiskError) {
      tops.append((try container.open(.trash), Row.trash.number))
    } catch {
      pass.unreadable.append(error)
      pass.hidesItems = true
    }
    return tops
  }

  /// Documents, as it is on disk.
  ///
  /// - Parameter known: the folder that the store belongs to; nil when it belongs to none yet.
  private func presentRoot(_ known: FileID?) throws -> Root {
    guard let root = try Root.present(in: container) else { throw CatalogueError.rootMissing }
    guard known == nil || known == root.file else { throw CatalogueError.rootExchanged }
    return root
  }

  /// Stores which folder of documents the store belongs to.
  private func keep(_ root: Root) throws {
    try write(syncs: true) { store in
      store.state.root = root.file
      store.state.rootCreated = root.created
    }
  }

  /// Stores that a full pass has ended, if one was due: from then on listings omit nothing that can be read. After an
  /// incomplete pass or a disk error the next scan is a full one.
  ///
  /// Also stores that everything could be read for the first time: from then on an item that is not in the store does not
  /// exist. What an earlier pass could not read might have been an item that the system knows from an earlier store. After
  /// such a pass every anchor expires, and the system asks for all items that it knows and no listing has.
  private func record(_ pass: ScanPass) throws {
    let hasFailed = pass.unreadable.contains { $0.code == .failed }
    let isProof = pass.isSure && pass.unreadable.isEmpty && !pass.state.isProven
    let isNoted = hasFailed || pass.isFull && (!pass.isComplete || isFullScanDue(pass.state))
    guard isNoted || isProof else { return }
    let time = pass.isComplete && !hasFailed ? clock.now().seconds : 0
    try write(syncs: false) { store in
      let isFirst = store.state.scanned == nil
      if isNoted, pass.isComplete || !isFirst { store.state.scanned = time }
      guard isProof, !store.state.isProven else { return }
      store.state.isProven = true
      if !isFirst {
        store.state.epoch = .random(in: .min ... .max)
        _ = store.nextChange()
      }
      try store.removeFormer()
    }
  }

  /// Makes the next scan list the folder of an item, because another program changed a file there in place.
  func forgetVisit(ofFolderOf id: ItemID) throws {
    try write(syncs: false) { store in
      if let row = try store.row(id) { store.touchFolder(row.parent) }
    }
  }
}

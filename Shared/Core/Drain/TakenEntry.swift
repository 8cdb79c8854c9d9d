import Synchronization

/// An entry that the app has taken out of a flat inbox and has not delivered yet.
///
/// A folder of `Taken` holds it, under its own name. **The folder's name is the record; there is no other**: a random
/// number, the inbox that the entry comes from, and when it was handed over. `Taken` is a to-do list like an inbox: nothing
/// in it is deleted but empty folders, and each drain of the app begins with it.
struct TakenEntry {
  /// The inbox that it comes from.
  let source: DrainOutcome.Source
  /// When another program last changed it in the inbox. The drain may come much later.
  let handedOver: FileTime

  init(_ source: DrainOutcome.Source, handedOver: FileTime) {
    (self.source, self.handedOver) = (source, handedOver)
  }

  /// Reads what ``freshName()`` wrote; nil for anything else.
  init?(_ folder: FileName) {
    guard let parts = folder.text?.split(separator: "."), parts.count == 4,
      let source = DrainOutcome.Source(rawValue: String(parts[1])), let seconds = Int64(parts[2]),
      let nanoseconds = Int64(parts[3])
    else { return nil }
    self.init(source, handedOver: FileTime(seconds: seconds, nanoseconds: nanoseconds))
  }

  /// A name for its folder that no folder had before.
  func freshName() -> FileName {
    .random(".\(source.rawValue).\(handedOver.seconds).\(handedOver.nanoseconds)")
  }
}

/// From a flat inbox through `Taken` into Documents.
extension Drain {
  /// The names of the folders of `Taken` that this process is working on. Another drain of this process skips them.
  private static let underWay = Mutex(Set<FileName>())

  /// How often another process may remove the new folder before something is in it, until the claim fails.
  private static let attempts = 8

  /// A folder of `Taken` that this drain works on, and the entry in it.
  struct Claim {
    let record: TakenEntry
    let taken: Folder
    let id: FileName
    let name: FileName
  }

  /// Takes an entry out of a flat inbox: one exclusive rename into a new folder of `Taken`.
  ///
  /// It changes nothing else in the inbox, except that a folder without write permission is made movable first where the
  /// sandbox allows that. If the process is killed before the rename, the entry is in its inbox, and the next drain
  /// removes the empty folder. If it is killed after the rename, the next drain delivers the entry.
  /// - Throws: the error of the disk; the entry stays in its inbox.
  func claim(_ entry: Entry, _ source: DrainOutcome.Source) throws(DiskError) -> Claim {
    guard let taken = try sandbox?.makeTaken() else { throw DiskError(.notFound, at: entry.path) }
    let record = TakenEntry(source, handedOver: try entry.status().changed)
    var attempts = 0
    while true {
      attempts += 1
      let claim = Claim(record: record, taken: taken, id: record.freshName(), name: entry.name)
      Self.underWay.withLock { _ = $0.insert(claim.id) }
      do throws(DiskError) {
        try taken[claim.id].makeFolder()
        try entry.renameMovable(to: taken.folder(claim.id)[entry.name])
        return claim
      } catch {
        putAway(claim.id, in: taken)
        // A drain of another process found the folder still empty, and removed it.
        let wasRemoved = error.code == .notFound && attempts < Self.attempts
        guard wasRemoved, try entry.exists() else { throw error }
      }
    }
  }

  /// Delivers everything that earlier drains have left in `Taken`.
  ///
  /// Each folder gets a fresh name first, so a drain of another process that works on it does not find it any more.
  func deliverTaken(_ budget: inout Budget, _ report: (DrainOutcome) -> Void) throws(DiskError) {
    guard let taken = try sandbox?.openTaken() else { return }
    for (old, kind) in try taken.entries() where kind == .folder {
      if Self.underWay.withLock({ $0.contains(old) }) { continue }
      if budget.isSpent() { return }
      let record = TakenEntry(old) ?? TakenEntry(.finder, handedOver: .now)
      let id = record.freshName()
      Self.underWay.withLock { _ = $0.insert(id) }
      defer { putAway(id, in: taken) }
      do throws(DiskError) {
        try taken[old].rename(to: taken[id])
        for (name, _) in try taken.folder(id).entries() {
          var root = try root(for: [name])
          let claim = Claim(record: record, taken: taken, id: id, name: name)
          _ = try deliver(claim, &root) { outcome in
            budget.spend(on: outcome.result)
            report(outcome)
          }
        }
      } catch  where error.code == .notFound {
        // Its maker, or another process, has delivered it.
      } catch {
        report(DrainOutcome(name: old.description, source: record.source, result: .waiting(.disk(error))))
      }
    }
  }

  /// Makes an entry in `Taken` ours and renames it into Documents, or a parcel that the user opened into the group's
  /// inbox: one exclusive rename.
  ///
  /// It notes its arrival. If the process is killed, the next drain begins with it again; what stays waits in `Taken`.
  /// - Parameter report: called with the outcome, unless it is a parcel.
  /// - Returns: the name of the parcel in the group's inbox; nil for every other entry.
  func deliver(
    _ claim: Claim, _ root: inout Target, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) -> FileName? {
    defer { putAway(claim.id, in: claim.taken) }
    let entry = try claim.taken.folder(claim.id)[claim.name]
    var result: DrainOutcome.Result
    do throws(DiskError) {
      let kind = try entry.status().kind
      let isParcel = claim.record.source == .opened && Parcel.isParcel(entry.name, kind)
      // All its documents have that share before the rename: a call that is killed before it begins again with another name,
      // and writes all of them again.
      let parcel = isParcel ? Parcel.freshName() : nil
      let own = try OwnEntry.made(of: entry, in: container) { () throws(DiskError) in
        let time = claim.record.handedOver
        guard let parcel else { return entry.setArrival(kind, at: time, in: nil) }
        let opened = try entry.folder.folder(entry.name)
        for (name, kind) in try opened.entries() { opened[name].setArrival(kind, at: time, in: parcel) }
      }
      if let parcel {
        let inbox = try container.open(.inbox)
        try entry.rename(to: inbox[parcel])
        try inbox.sync()
        return parcel
      }
      result = move(own, Incoming(entry.name, kind), to: &root)
      if case .imported = result { try root.folder.sync() }
    } catch {
      result = resultOfFailure(error, of: entry)
    }
    report(outcome(entry, from: claim.record.source, result))
    return nil
  }

  /// Ends the work on a folder of `Taken`, and removes it if it is empty.
  private func putAway(_ id: FileName, in taken: Folder) {
    // Fails for a folder that still holds something, as it should. An empty one that stays is removed by the next drain.
    try? taken[id].removeFolder()
    Self.underWay.withLock { _ = $0.remove(id) }
  }
}

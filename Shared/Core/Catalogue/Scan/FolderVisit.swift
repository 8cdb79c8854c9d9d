/// The comparison of one open folder with the catalogue.
///
/// A folder whose times are those of its last complete visit is not listed, unless the scan is a full one. The entries
/// of another folder are compared with their rows a batch at a time, while it is listed. New and changed ones are
/// committed, and items that were not found are marked as missing.
///
/// If the process is killed here, written identities stay, and the next visit commits them. Committed rows stay.
final class FolderVisit {
  /// How many entries are held in memory at once: some 300 KB of them.
  private static let batch = 1_000

  /// A name in the folder, and what it stands for.
  private typealias Entry = (name: FileName, status: FileStatus)

  private let catalogue: Catalogue
  private let folder: Folder
  private var row: Row
  private let isFull: Bool
  /// A whole earlier pass did not find the items that were missing up to this mark.
  private let proven: Int64
  /// How many entries are items in this folder.
  private var known: Int64 = 0
  /// Tells whether the item of every entry is known.
  private(set) var isSettled = true
  /// Errors of entries that cannot be looked at, and of new documents that cannot be opened, so that their identity is
  /// unknown.
  private(set) var unreadable: [DiskError] = []
  /// Tells whether the next scan must list the folder again: an entry could not be opened or was not at rest, or a name not
  /// be changed.
  private var isDueAgain = false
  /// Tells whether another process removed an entry that was listed, or changed one after its identity was written.
  private var isOutdated = false
  /// Tells whether the visit has changed a row.
  private var hasCommitted = false

  init(_ catalogue: Catalogue, _ folder: Folder, _ row: Row, isFull: Bool, proven: Int64) {
    self.catalogue = catalogue
    self.folder = folder
    self.row = row
    (self.isFull, self.proven) = (isFull, proven)
  }

  /// Compares the folder, once.
  ///
  /// - Returns: the times that it had before its listing; nil when another process changed it, or committed something in
  ///   it, meanwhile.
  /// - Throws: a ``DiskError`` when it cannot be read; ``DiskError/Code/notFound`` and ``DiskError/Code/changed`` mean the
  ///   same as nil.
  func run() throws -> FolderTimes? {
    guard let before = try statusAtRest() else { return nil }
    let times = FolderTimes(before)
    if !isFull, row.visited == times { return times }
    try listEntries()
    guard try isUnchanged(before), !isOutdated else { return nil }
    try noteMissing()
    if row.visited == times, isKnown, !hasCommitted { return times }
    if try renameTwins() { return nil }
    try finish(before)
    return times
  }

  private var isKnown: Bool { isSettled && unreadable.isEmpty && !isDueAgain }

  /// The folder's status, read when a later change would get other times; nil when it changed while this waited. A
  /// folder that has just changed may change again within the same clock tick and keep its times.
  private func statusAtRest() throws -> FileStatus? {
    let status = try folder.status()
    if catalogue.clock.isPast(status.changed) { return status }
    catalogue.clock.waitUntilPast(status.changed)
    return try isUnchanged(status) ? status : nil
  }

  private func isUnchanged(_ before: FileStatus) throws -> Bool {
    try FolderTimes(folder.status()) == FolderTimes(before)
  }

  /// Lists the folder, and compares its entries a batch at a time.
  private func listEntries() throws {
    var entries: [Entry] = []
    var failure: (any Error)?
    try folder.list { name, _ in
      do {
        if entries.count == Self.batch {
          try compare(&entries)
          entries.removeAll(keepingCapacity: true)
        }
        if let status = status(name) { entries.append((name, status)) }
        return true
      } catch {
        failure = error
        return false
      }
    }
    if let failure { throw failure }
    try compare(&entries)
  }

  /// The status of an entry; nil when it was removed meanwhile, is no item, or cannot be looked at.
  private func status(_ name: FileName) -> FileStatus? {
    do throws(DiskError) {
      let status = try folder.status(name)
      return status.kind == .special ? nil : status
    } catch {
      if error.code == .notFound { isOutdated = true } else { unreadable.append(error) }
      return nil
    }
  }

  /// Compares entries with their rows, reads those that differ, and commits them.
  private func compare(_ entries: inout [Entry]) throws {
    try letRest(&entries)
    let read = try readDiffering(entries)
    if read.isEmpty { return }
    var (snapshots, wanted) = try catalogue.read { store in
      let clear = try read.filter { try isClear($0, store) }
      // Entries without an identity come last, when all other items of the folder have been found.
      let ordered = clear.filter { $0.identity != nil } + clear.filter { $0.identity == nil }
      return (ordered, try catalogue.identities(of: ordered, in: row, store))
    }
    if snapshots.contains(where: { $0.attributes == nil }) { isDueAgain = true }
    if snapshots.isEmpty { return }
    try writeIdentities(wanted, to: &snapshots)
    try commit(snapshots)
  }

  /// Writes the identity of each file that has none, a wrong one, or one for another state, before its row is
  /// committed. So the document always stores what the catalogue has.
  ///
  /// The transaction keeps a visit of another process from writing other identities over these: it finds the folder changed.
  private func writeIdentities(_ wanted: [Identity?], to snapshots: inout [EntrySnapshot]) throws {
    let due = snapshots.indices.filter { wanted[$0] != nil && wanted[$0] != snapshots[$0].identity }
    guard let last = due.last else { return }
    try change { store in
      store.touchFolder(row.number)
      for index in due {
        if let identity = wanted[index] {
          snapshots[index] = try folder.writeIdentity(identity, of: snapshots[index])
        }
      }
    }
    // Writing the identity changed the time that shows later changes.
    catalogue.clock.waitUntilPast(snapshots[last].status.changed)
    for index in due {
      let again = try folder.lookAgain(at: snapshots[index])
      if again.status.changed != snapshots[index].status.changed { isOutdated = true }
      snapshots[index] = again
    }
  }

  /// Reads entries that have just changed again, when a later change would get other times.
  private func letRest(_ entries: inout [Entry]) throws {
    let clock = catalogue.clock
    guard let newest = entries.map(\.status.identifyingTime).max(), !clock.isPast(newest) else { return }
    let recent = entries.indices.filter { !clock.isPast(entries[$0].status.identifyingTime) }
    clock.waitUntilPast(newest)
    for index in recent {
      if let status = status(entries[index].name) { entries[index].status = status }
      if !clock.isPast(entries[index].status.identifyingTime) { isDueAgain = true }
    }
  }

  /// Reads the entries that differ from their rows, and counts the others as known. One that is gone or not at rest is
  /// left to another visit.
  private func readDiffering(_ entries: [Entry]) throws -> [EntrySnapshot] {
    let isKnown = try catalogue.read { store in
      try entries.map { try store.knows($0.name, $0.status, in: row.number) }
    }
    known += Int64(isKnown.count(where: \.self))
    var read: [EntrySnapshot] = []
    for (entry, isKnown) in zip(entries, isKnown) where !isKnown {
      do throws(DiskError) {
        guard let snapshot = try folder.entry(entry.name, entry.status.kind) else {
          isOutdated = true
          continue
        }
        // A write within the same clock tick would not change the times.
        if catalogue.clock.isPast(snapshot.status.identifyingTime) {
          read.append(snapshot)
        } else {
          isSettled = false
        }
      } catch {
        // One entry keeps no other from being read.
        if error.isOutdated { isOutdated = true } else { unreadable.append(error) }
      }
    }
    return read
  }

  /// Tells whether the item of an entry can be determined.
  ///
  /// A file without an identity under the name of a missing item is either that item after a safe save, or a new file
  /// because the item was moved. The visit leaves it open until a whole pass has not found the item elsewhere.
  private func isClear(_ snapshot: EntrySnapshot, _ store: Store) throws -> Bool {
    if try snapshot.identity != nil || store.row(of: snapshot.file) != nil { return true }
    if !snapshot.isIdentifiable, snapshot.status.kind != .link {
      unreadable.append(DiskError(.denied, at: folder.place(snapshot.name)))
      return false
    }
    guard let namesake = try store.itemNamedLike(snapshot, in: row.number) else { return true }
    if namesake.missing > 0, namesake.missing <= proven { return true }
    isSettled = false
    return false
  }

  private func commit(_ snapshots: [EntrySnapshot]) throws {
    var reconciled: Set<Int64> = []
    try change { store in
      // The transaction is repeated after the store freed space on a full volume.
      reconciled = []
      for snapshot in snapshots {
        if let row = try store.reconcile(snapshot, in: row, matchesNames: true) {
          reconciled.insert(row.number)
        }
      }
    }
    known += Int64(reconciled.count)
    if reconciled.count < snapshots.count { isSettled = false }
  }

  /// Commits a change of this folder, unless another one was committed since this visit read its row. The visit's own
  /// changes advance the generation too.
  private func change(_ body: (Store) throws -> Void) throws {
    try catalogue.write(syncs: false) { store in
      guard let now = try store.row(row.number), now.commits == row.commits, now.missing == 0,
        now.item.file == row.item.file
      else { throw DiskError(.changed, at: folder.path) }
      try body(store)
      hasCommitted = true
      try store.touchFolders()
      if let then = try store.row(row.number) { row.commits = then.commits }
    }
  }

  /// Marks the items of this folder that were not found as missing, after another lookup by their names.
  private func noteMissing() throws {
    if try catalogue.read({ store in try store.placesCount(in: row.number) }) == known { return }
    var after: Int64 = 0
    while case let rows = try catalogue.read({ store in
      try store.places(in: row.number, after: after, limit: Self.batch / 4)
    }), let last = rows.last {
      after = last.number
      var missed: [Row] = []
      for row in rows {
        do throws(DiskError) {
          if try folder.status(row.item.name).file == row.item.file { continue }
          // Another file has the name, and could not be reconciled.
          isSettled = false
          missed.append(row)
        } catch  where error.isGone || error.code == .special {
          missed.append(row)
        } catch {
          // What cannot be looked at is there.
        }
      }
      if missed.isEmpty { continue }
      try change { store in
        for row in missed { try store.miss(row) }
      }
    }
  }

  /// If a name looks the same to the user as another, renames the later entry to the next free name.
  ///
  /// If the process is killed here, the exclusive rename took effect or not, and the next scan continues.
  /// - Returns: whether a name was changed.
  private func renameTwins() throws -> Bool {
    var isRenamed = false
    for (earlier, later) in try catalogue.read({ store in try store.twins(in: row.number) }) {
      do throws(DiskError) {
        if try folder.rename(later, unlike: earlier) { isRenamed = true }
      } catch {
        // If the rename fails, the entry keeps its name until the next scan. Two similar names lose nothing.
        isDueAgain = true
      }
    }
    return isRenamed
  }

  /// Stores the state of the folder itself, and whether all its entries are known.
  private func finish(_ status: FileStatus) throws {
    var attributes: PersonalAttributes?
    if status.changed != row.item.changed || !row.isListed {
      attributes = try folder.withDescriptor { opened throws(DiskError) in
        try folder.disk.personalAttributes(opened)
      }
    }
    // If the clock was set back, a time in the future can occur again.
    let times = isKnown && status.changed <= catalogue.clock.now() ? FolderTimes(status) : nil
    try change { store in
      guard let now = try store.row(row.number) else { return }
      // The provider may have renamed it since it was opened.
      var status = status
      status.file = now.item.file
      let snapshot = EntrySnapshot(name: now.item.name, status: status, attributes: attributes)
      if now.isTop {
        try store.refreshTop(now, snapshot)
      } else if let parent = try store.row(now.parent) {
        _ = try store.refresh(now, snapshot, in: parent)
      }
      try store.noteListing(now.number, times)
    }
  }
}

/// The look of a pass at one open folder.
///
/// A folder whose times are those of its last complete visit is not listed, unless the scan is a full one. The entries of another
/// folder are compared with their rows a batch at a time, while it is listed. What differs, and what the listing does not have,
/// is noted. Nothing is stored; but each new file gets its identity here, so that the document always stores what the catalogue
/// has. If the process is killed here, written identities stay, and the next visit finds them.
final class FolderVisit {
  /// How many entries are held in memory at once: some 300 KB of them.
  private static let batch = 1_000

  /// A name in the folder, and what it stands for.
  private typealias Listed = (name: FileName, status: FileStatus)

  private let pass: ScanPass
  private let folder: Folder
  private let row: Row
  /// How many items the folder has, by the first look at its rows, before anything in it is noted; nil before that.
  private var itemCount: Int64?
  /// How many entries are items of this folder already.
  private var found: Int64 = 0
  /// Tells whether the item of every entry is known.
  private(set) var isSettled = true
  /// Errors of entries that cannot be looked at, and of new documents that cannot be opened, so that their identity is
  /// unknown.
  private(set) var unreadable: [DiskError] = []
  /// Tells whether the next scan must list the folder again: an entry could not be opened or was not at rest.
  private var isDueAgain = false
  /// Tells whether another process removed an entry that was listed, or changed one after its identity was written.
  private var isOutdated = false
  /// Tells whether the visit has noted an entry.
  private var hasNoted = false
  /// The first folders in the folder, after what was noted; nil when nothing was.
  private(set) var folders: [FolderSummary]?

  init(_ pass: ScanPass, _ folder: Folder, _ row: Row) {
    (self.pass, self.folder, self.row) = (pass, folder, row)
  }

  private var clock: ScanClock { pass.catalogue.clock }

  /// Looks at the folder, once.
  ///
  /// - Returns: the times that it had before its listing; nil when another process changed it meanwhile.
  /// - Throws: a ``DiskError`` when it cannot be read; ``DiskError/Code/notFound`` and ``DiskError/Code/changed`` mean the
  ///   same as nil.
  func run() throws -> FolderTimes? {
    guard let before = try statusAtRest() else { return nil }
    let times = FolderTimes(before)
    if !pass.isFull, row.visited == times { return times }
    try listEntries()
    guard try isUnchanged(before), !isOutdated else { return nil }
    if found != itemCount { try recordMissed() }
    if row.visited == times, isKnown, !hasNoted { return times }
    try finish(before)
    return times
  }

  private var isKnown: Bool { isSettled && unreadable.isEmpty && !isDueAgain }

  /// The folder's status, read when a later change would get other times; nil when it changed while this waited. A
  /// folder that has just changed may change again within the same clock tick and keep its times.
  private func statusAtRest() throws -> FileStatus? {
    let status = try folder.status()
    if clock.isPast(status.changed) { return status }
    clock.waitUntilPast(status.changed)
    return try isUnchanged(status) ? status : nil
  }

  private func isUnchanged(_ before: FileStatus) throws -> Bool {
    try FolderTimes(folder.status()) == FolderTimes(before)
  }

  /// Lists the folder, and compares its entries a batch at a time.
  private func listEntries() throws {
    var entries: [Listed] = []
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
      let status = try folder[name].status()
      return status.kind == .special ? nil : status
    } catch {
      if error.code == .notFound { isOutdated = true } else { unreadable.append(error) }
      return nil
    }
  }

  /// Compares entries with their rows, reads those that differ, and notes them.
  private func compare(_ entries: inout [Listed]) throws {
    try letRest(&entries)
    var snapshots = try readDiffering(entries)
    if snapshots.isEmpty { return }
    let (owners, due) = try pass.observe { store -> ([Owner], [Int]) in
      let owners = try self.owners(of: &snapshots, store)
      let due = snapshots.indices.filter { index in
        owners[index].identity.map { $0 != snapshots[index].identity } ?? false
      }
      if due.isEmpty { try record(snapshots, owners, store) }
      return (owners, due)
    }
    if !due.isEmpty {
      try writeIdentities(owners, to: &snapshots, at: due)
      try pass.observe { store in try record(snapshots, owners, store) }
    }
    hasNoted = true
    try pass.storePortion(snapshots.count)
  }

  /// Notes which items the entries are.
  private func record(_ snapshots: [EntrySnapshot], _ owners: [Owner], _ store: Store) throws {
    for (snapshot, owner) in zip(snapshots, owners) {
      if snapshot.attributes == nil { isDueAgain = true }
      switch owner {
      case .item(let item, _):
        if item.parent == row.number { found += 1 } else { pass.hasSeenMoves = true }
        try store.record(item.found(snapshot, in: row), over: item)
      case .new: try store.record(Row(snapshot, in: row), over: nil)
      case .claim(let id):
        var claim = Row(snapshot, in: row)
        claim.item.id = id
        try store.record(claim, over: nil, claims: true)
      case .unknown: break
      }
    }
  }

  /// Which items the entries are. Takes out those of which that is unknown.
  private func owners(of snapshots: inout [EntrySnapshot], _ store: Store) throws -> [Owner] {
    var own: Set<ItemID> = []
    let found = try snapshots.map { snapshot in
      let owner = try store.owner(of: snapshot, in: row, besides: own)
      switch owner {
      case .item(let item, _): own.insert(item.item.id)
      case .new(let identity): if let identity { own.insert(identity.id) }
      case .claim, .unknown: break
      }
      return owner
    }
    var known: (snapshots: [EntrySnapshot], owners: [Owner]) = ([], [])
    for (snapshot, owner) in zip(snapshots, found) {
      if case .unknown = owner {
        unreadable.append(DiskError(.denied, at: folder[snapshot.name].path))
      } else {
        known.snapshots.append(snapshot)
        known.owners.append(owner)
      }
    }
    snapshots = known.snapshots
    return known.owners
  }

  /// Writes the identity of each file that has none, a wrong one, or one for another state, before its row is noted.
  private func writeIdentities(
    _ owners: [Owner], to snapshots: inout [EntrySnapshot], at due: [Int]
  ) throws {
    try pass.writeIdentities {
      for index in due {
        guard let identity = owners[index].identity else { continue }
        snapshots[index] = try folder.writeIdentity(identity, of: snapshots[index])
      }
    }
    // Writing the identity changed the time that shows later changes.
    if let last = due.last { clock.waitUntilPast(snapshots[last].status.changed) }
    for index in due {
      let again = try folder.reread(at: snapshots[index])
      if again.status.changed != snapshots[index].status.changed { isOutdated = true }
      snapshots[index] = again
    }
  }

  /// Reads entries that have just changed again, when a later change would get other times.
  private func letRest(_ entries: inout [Listed]) throws {
    guard let newest = entries.map(\.status.identifyingTime).max(), !clock.isPast(newest) else { return }
    let recent = entries.indices.filter { !clock.isPast(entries[$0].status.identifyingTime) }
    clock.waitUntilPast(newest)
    for index in recent {
      if let status = status(entries[index].name) { entries[index].status = status }
      if !clock.isPast(entries[index].status.identifyingTime) { isDueAgain = true }
    }
  }

  /// Reads the entries that differ from their rows, and counts the others as found. One that is gone or not at rest is
  /// left to another visit.
  private func readDiffering(_ entries: [Listed]) throws -> [EntrySnapshot] {
    let isKnown = try pass.observe { store in
      if itemCount == nil { itemCount = try store.itemCount(in: row.number) }
      let isKnown = try store.knows(entries, in: row.number)
      for (entry, isKnown) in zip(entries, isKnown) where isKnown && pass.hasSeenMoves {
        // It came back since it was seen elsewhere.
        try store.forgetSeen(entry.status.file)
      }
      return isKnown
    }
    found += Int64(isKnown.count(where: \.self))
    var read: [EntrySnapshot] = []
    for (entry, isKnown) in zip(entries, isKnown) where !isKnown {
      do throws(DiskError) {
        guard let snapshot = try folder[entry.name].read(entry.status.kind) else {
          isOutdated = true
          continue
        }
        // A write within the same clock tick would not change the times.
        if clock.isPast(snapshot.status.identifyingTime) {
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

  /// Notes the items of this folder that the listing does not have, after another lookup by their names.
  private func recordMissed() throws {
    var after: Int64 = 0
    while case let rows = try pass.observe({ store in
      try store.items(in: row.number, after: after, limit: Self.batch / 4)
    }), let last = rows.last {
      after = last.number
      let missed = rows.filter { row in
        do throws(DiskError) {
          return try folder[row.item.name].status().file != row.item.file
        } catch {
          let isGone = error.isGone || error.code == .special
          // What cannot be looked at may be there.
          if !isGone { unreadable.append(error) }
          return isGone
        }
      }
      if missed.isEmpty { continue }
      try pass.observe { store in try store.recordMissed(missed) }
      hasNoted = true
    }
  }

  /// Notes the state of the folder itself, and whether all its entries are known.
  private func finish(_ status: FileStatus) throws {
    var attributes: PersonalAttributes?
    if status.changed != row.item.changed || !row.isListed {
      attributes = try folder.opened.personalAttributes()
    }
    // If the clock was set back, a time in the future can occur again.
    let times = isKnown && status.changed <= clock.now() ? FolderTimes(status) : nil
    try pass.observe { store in
      try store.record(status, attributes, ofFolder: row)
      try store.recordListing(row.number, times)
      folders = try ScanPass.folders(in: row.number, store)
    }
  }
}

extension Owner {
  /// The identity that the file must carry; nil for one that keeps what it carries.
  fileprivate var identity: Identity? {
    switch self {
    case .item(_, let identity), .new(let identity): identity
    case .claim, .unknown: nil
    }
  }
}

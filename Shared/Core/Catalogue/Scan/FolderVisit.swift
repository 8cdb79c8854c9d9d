/// The comparison of one open folder with the catalogue.
///
/// A folder whose times are those of its last complete visit is not listed, unless the scan is a full one. The entries
/// of another folder are compared with their rows a batch at a time, while it is listed. New and changed ones are
/// committed, and items that were not found are marked as missing.
///
/// After a complete visit the row of the folder keeps a digest of all rows in it. By that digest a later visit proves that
/// all entries which are older than the folder's last change are as their rows have them, and compares only the others.
/// If the digest of the whole listing is the same, nothing changed, and the visit reads and writes no row of an item.
///
/// If the process dies, written identities stay, and the next visit commits them. Committed rows stay.
final class FolderVisit {
  /// The result of a visit.
  enum Outcome {
    /// The folder was compared; it had these times before its listing.
    case done(FolderTimes)
    /// Another process changed it, or committed something in it, meanwhile.
    case changed
    /// It cannot be read. Rows below it stay unchanged.
    case unreadable(DiskError)
  }

  private let catalogue: Catalogue
  private let folder: Folder
  private let listing: FolderListing
  private var row: Row
  private let isFull: Bool
  /// A whole earlier pass did not find the items that were missing up to this mark.
  private let proven: Int64
  /// How many entries are items in this folder.
  private var known: Int64 = 0
  /// Whether the item of every entry is known.
  private(set) var isSettled = true
  /// Errors of new documents that cannot be opened, so that their identity is unknown.
  private(set) var unreadable: [DiskError] = []
  /// Whether the next scan must list the folder again: an entry could not be opened, or a name not be changed.
  private var isDueAgain = false
  /// Whether another process changed a document after its identity was written.
  private var hasRaced = false

  init(_ catalogue: Catalogue, _ folder: Folder, _ row: Row, isFull: Bool, proven: Int64) {
    self.catalogue = catalogue
    self.folder = folder
    listing = FolderListing(folder, catalogue.clock)
    self.row = row
    (self.isFull, self.proven) = (isFull, proven)
  }

  /// Compares the folder, once.
  func run() throws -> Outcome {
    do {
      return try compare()
    } catch let error as DiskError {
      return error.code == .notFound || error.code == .changed ? .changed : .unreadable(error)
    }
  }

  private func compare() throws -> Outcome {
    guard let before = try statusAtRest() else { return .changed }
    let times = FolderTimes(before)
    if !isFull, row.isListed, row.visited == times { return .done(times) }
    let news = try listNew()
    switch news {
    case .nothing: break
    case .listed:
      known = listing.old.count
      try compareEntries()
    case .unclear:
      try listing.list { try compareEntries() }
      try compareEntries()
    }
    guard try isUnchanged(before), !listing.hasVanished else { return .changed }
    if news == .nothing, row.visited == times { return .done(times) }
    if news != .nothing { try noteMissing() }
    // After a commit by another process, any name may look like another.
    let isOnlyListed = news == .listed && row.visited != nil
    if try renameTwins(of: isOnlyListed ? listing.entries.map(\.name) : nil) || hasRaced { return .changed }
    try finish(before)
    return .done(times)
  }

  /// What can differ from the rows, as far as a listing of the new entries proves it.
  private enum News {
    /// All entries are as their rows have them.
    case nothing
    /// Only the listed entries can differ.
    case listed
    /// An item is gone, or more is new than is held in memory, or nothing is known of the folder.
    case unclear
  }

  /// Lists the entries that changed since the folder's last visit.
  ///
  /// All others are as their rows have them if their digest, with that of the rows which have the name or the file of a
  /// listed entry, is the digest of all rows.
  private func listNew() throws -> News {
    guard row.digest != nil else { return .unclear }
    var isLarge = false
    try listing.list(since: row.item.changed) { isLarge = true }
    if listing.digest == row.digest { return .nothing }
    if isLarge { return .unclear }
    var digest = listing.old.digest
    try catalogue.look { store in
      for row in try store.rows(like: listing.entries, in: row.number) { digest += row.digestOfEntry }
    }
    return digest == row.digest ? .listed : .unclear
  }

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

  /// Compares the entries in memory with their rows, reads those that differ, and commits them.
  private func compareEntries() throws {
    let read = try readDiffering()
    if read.isEmpty { return }
    var met: [FileSnapshot] = []
    let standings = try catalogue.look { store in try read.map { try standing(of: $0.snapshot, store) } }
    for ((entry, snapshot), standing) in zip(read, standings) {
      switch standing {
      case .clear:
        if snapshot.attributes == nil { isDueAgain = true }
        listing.forget(entry)
        met.append(snapshot)
      case .open: isSettled = false
      case .unreadable: unreadable.append(DiskError(.denied, at: folder.place(entry.name)))
      }
    }
    if met.isEmpty { return }
    // Entries without an identity come last, when all other items of the folder have been found.
    met = met.filter { $0.identity != nil } + met.filter { $0.identity == nil }
    if try catalogue.identify(&met, in: folder, row) { hasRaced = true }
    for snapshot in met { listing.note(snapshot) }
    try commit(met)
  }

  /// Reads the entries that differ from their rows. One that is gone or not at rest is left to another visit.
  private func readDiffering() throws -> [(entry: FolderListing.Entry, snapshot: FileSnapshot)] {
    var read: [(entry: FolderListing.Entry, snapshot: FileSnapshot)] = []
    for entry in try differing() {
      guard let snapshot = try folder.snapshot(entry.name, entry.status.kind) else {
        listing.hasVanished = true
        continue
      }
      // A write within the same clock tick would not change the times.
      guard catalogue.clock.isPast(snapshot.status.identifyingTime) else {
        isSettled = false
        continue
      }
      read.append((entry, snapshot))
    }
    return read
  }

  /// The entries that differ from their rows. Counts the others as known.
  private func differing() throws -> [FolderListing.Entry] {
    try catalogue.look { store in
      guard try store.hasPlaces(in: row.number) else { return listing.entries }
      var differing: [FolderListing.Entry] = []
      for entry in listing.entries {
        if try store.knows(entry.name, entry.status, in: row.number) {
          known += 1
        } else {
          differing.append(entry)
        }
      }
      return differing
    }
  }

  private enum Standing { case clear, open, unreadable }

  /// Whether the item of an entry can be determined.
  ///
  /// A file without an identity under the name of a missing item is either that item after a safe save, or a new file
  /// because the item was moved. The visit leaves it open until a whole pass has not found the item elsewhere.
  private func standing(of met: FileSnapshot, _ store: Store) throws -> Standing {
    if try met.identity != nil || store.row(of: met.file) != nil { return .clear }
    if !met.isIdentifiable, met.status.kind != .link { return .unreadable }
    guard let bearer = try store.bearer(of: met, in: row.number) else { return .clear }
    return bearer.missing == 0 || bearer.missing > proven ? .open : .clear
  }

  private func commit(_ met: [FileSnapshot]) throws {
    var reconciled: Set<Int64> = []
    try change { store in
      let reconciler = Reconciler(store: store, folder: row, matchesNames: true)
      // The transaction is repeated after the store made room on a full volume.
      reconciled = []
      for snapshot in met {
        if let row = try reconciler.reconcile(snapshot) { reconciled.insert(row.number) }
      }
    }
    known += Int64(reconciled.count)
    if reconciled.count < met.count { isSettled = false }
  }

  /// Commits a change of this folder, unless another one was committed since this visit read its row. The visit's own
  /// changes advance the generation too.
  private func change(_ body: (Store) throws -> Void) throws {
    try catalogue.write(syncs: false) { store in
      guard let now = try store.row(row.number), now.generation == row.generation, now.missing == 0,
        now.item.file == row.item.file
      else { throw DiskError(.changed, at: folder.path) }
      try body(store)
      try store.touchFolders()
      if let then = try store.row(row.number) { row.generation = then.generation }
    }
  }

  /// Marks the items of this folder that were not found as missing, after another lookup by their names.
  private func noteMissing() throws {
    let places = try catalogue.look { store in try store.placesCount(in: row.number) }
    if places == known { return }
    var after: Int64 = 0
    while case let rows = try nextPlaces(after: after), let last = rows.last {
      after = last.number
      var missed: [Row] = []
      for row in rows {
        let present = try file(row.item.name)
        if present == row.item.file { continue }
        missed.append(row)
        // Another file has the name, and could not be reconciled.
        if present != nil { isSettled = false }
      }
      if missed.isEmpty { continue }
      try change { store in
        for row in missed { try store.miss(row) }
      }
    }
  }

  private func nextPlaces(after number: Int64) throws -> [Row] {
    try catalogue.look { store in
      try store.places(in: row.number, after: number, limit: FolderListing.batch / 4)
    }
  }

  private func file(_ name: FileName) throws(DiskError) -> FileID? {
    do throws(DiskError) {
      return try folder.identify(name)
    } catch {
      if error.isGone || error.code == .special { return nil }
      throw error
    }
  }

  /// If one of these names, or of all, looks the same to the user as another, renames the later entry to the next free name.
  ///
  /// If the process dies, the exclusive rename took effect or not, and the next scan continues.
  /// - Returns: whether a name was changed.
  private func renameTwins(of names: [FileName]?) throws -> Bool {
    var isRenamed = false
    let twins = try catalogue.look { store in try store.twins(in: row.number, of: names) }
    for (earlier, later) in twins {
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
    let isKnown = isSettled && unreadable.isEmpty && listing.isAtRest && !isDueAgain
    // If the clock was set back, a time in the future can occur again.
    let times = isKnown && status.changed <= catalogue.clock.now() ? FolderTimes(status) : nil
    try change { store in
      guard let now = try store.row(row.number) else { return }
      // The provider may have renamed it since it was opened.
      let met = FileSnapshot(
        name: now.item.name, status: status, file: now.item.file, attributes: attributes)
      if now.isRoom {
        try store.refreshRoom(now, met)
      } else if let parent = try store.row(now.parent) {
        _ = try store.refresh(now, met, in: parent)
      }
      try store.noteListing(now.number, isKnown ? listing.digest : nil, times)
    }
  }
}

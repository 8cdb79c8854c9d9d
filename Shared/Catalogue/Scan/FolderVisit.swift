/// The comparison of one open folder with what is known of it.
///
/// A folder whose times are those of its last complete visit is not listed, unless the scan is a full one. A listing
/// whose digest is the one that was noted says that nothing changed, and nothing is looked up or
/// written. Else its entries are compared a batch at a time, and what is new or different is committed; what
/// was not met is marked as missed.
final class FolderVisit {
  /// What a visit came to.
  enum Outcome {
    /// The folder was compared; it had these times before its listing.
    case done(FolderTimes)
    /// Somebody changed it, or what is known of it, meanwhile.
    case changed
    /// It cannot be read: nothing below it changes.
    case unreadable(DiskError)
  }

  /// How many entries are held in memory at once: some 300 KB of them.
  private static let batch = 1_000

  private let catalogue: Catalogue
  private let folder: Folder
  private var row: Row
  private let isFirstPass: Bool
  private let isFull: Bool
  private var digest = Digest()
  private var entries: [Entry] = []
  /// When an entry changed last.
  private var newest = FileTime(seconds: .min)
  private var sketch = Sketch()
  /// Whether every entry is known as what it is.
  private(set) var isSettled = true
  /// Unknown documents that cannot be opened: which items they are cannot be said.
  private(set) var unreadable: [DiskError] = []
  /// Whether every entry had been left alone for long enough.
  private var isAtRest = true
  private var hasTwins = false
  /// Whether an identity was written, so that entries look different from what was listed.
  private var hasIdentified = false

  private struct Entry {
    let name: FileName
    var status: FileStatus

    /// What tells it from any other entry, and from what it was before.
    var digest: Digest {
      var digester = Digester()
      digester.add(name.bytes)
      digester.add(status.kind.number)
      digester.add(status.inode)
      digester.add(status.identifyingTime)
      if status.kind != .folder {
        digester.add(status.size)
        digester.add(status.modified)
      }
      return digester.finish()
    }
  }

  init(_ catalogue: Catalogue, _ folder: Folder, _ row: Row, isFirstPass: Bool, isFull: Bool) {
    self.catalogue = catalogue
    self.folder = folder
    self.row = row
    self.isFirstPass = isFirstPass
    self.isFull = isFull
  }

  /// Compares the folder, once.
  func run() throws(CatalogueError) -> Outcome {
    do throws(ScanFailure) {
      return try compare()
    } catch {
      switch error {
      case .disk(let error) where error.code == .notFound: return .changed
      case .disk(let error): return .unreadable(error)
      case .catalogue(let error): throw error
      case .stale: return .changed
      }
    }
  }

  private func compare() throws(ScanFailure) -> Outcome {
    let before = try statusAtRest()
    let times = FolderTimes(before)
    if !isFull, row.isListed, row.visited == times { return .done(times) }
    if row.digest == nil {
      try list { () throws(ScanFailure) in try compareEntries() }
    } else {
      // As long as a folder fits into one batch, a second listing is not needed.
      var isLarge = false
      try list { isLarge = true }
      if digest == row.digest {
        guard try isUnchanged(before) else { return .changed }
        if row.visited != times { try finish(before) }
        return .done(times)
      }
      if isLarge {
        digest = Digest()
        try list { () throws(ScanFailure) in try compareEntries() }
      }
    }
    try compareEntries()
    guard try isUnchanged(before) else { return .changed }
    try noteMissing()
    if try renameTwins() || hasIdentified { return .changed }
    try finish(before)
    return .done(times)
  }

  /// The folder's status, once its times can be told from those of a later change: what changed a moment ago
  /// may change again within the same tick and look the same.
  private func statusAtRest() throws(ScanFailure) -> FileStatus {
    var status = try ScanFailure.wrap { () throws(DiskError) in try folder.status() }
    let rest = catalogue.clock.untilPast(status.changed)
    if rest > 0 {
      catalogue.clock.wait(rest)
      status = try ScanFailure.wrap { () throws(DiskError) in try folder.status() }
    }
    return status
  }

  private func isUnchanged(_ before: FileStatus) throws(ScanFailure) -> Bool {
    let after = try ScanFailure.wrap { () throws(DiskError) in try folder.status() }
    return after.modified == before.modified && after.changed == before.changed
  }

  /// Lists the folder; before the batch of entries grows too large, it is handed on and dropped.
  private func list(_ full: () throws(ScanFailure) -> Void) throws(ScanFailure) {
    entries.removeAll(keepingCapacity: true)
    var failure: ScanFailure?
    do throws(DiskError) {
      try folder.list { name, _ in
        do throws(ScanFailure) {
          if entries.count == Self.batch {
            try digestEntries()
            try full()
            entries.removeAll(keepingCapacity: true)
          }
          if let status = try status(name) {
            newest = max(newest, status.identifyingTime)
            entries.append(Entry(name: name, status: status))
          }
          return true
        } catch {
          failure = error
          return false
        }
      }
    } catch {
      throw .disk(error)
    }
    if let failure { throw failure }
    try digestEntries()
  }

  /// The status of an entry; nil when it went while we were listing, or is no item.
  private func status(_ name: FileName) throws(ScanFailure) -> FileStatus? {
    do throws(DiskError) {
      let status = try folder.status(name)
      return status.kind == .special ? nil : status
    } catch  where error.code == .notFound {
      return nil
    } catch {
      throw .disk(error)
    }
  }

  /// Looks once more at entries that changed a moment ago, when they can change no more without being seen,
  /// and adds all to the digest of the listing.
  private func digestEntries() throws(ScanFailure) {
    if catalogue.clock.untilPast(newest) > 0 {
      let recent = entries.indices.filter {
        catalogue.clock.untilPast(entries[$0].status.identifyingTime) > 0
      }
      catalogue.clock.wait(catalogue.clock.untilPast(newest))
      for index in recent {
        if let status = try status(entries[index].name) { entries[index].status = status }
        if catalogue.clock.untilPast(entries[index].status.identifyingTime) > 0 { isAtRest = false }
      }
    }
    for index in entries.indices { digest += entries[index].digest }
  }

  /// Compares the entries in memory with their rows, looks at those that differ, and commits what they are.
  private func compareEntries() throws(ScanFailure) {
    var met: [Sighting] = []
    for entry in try differing() {
      let sighting = try ScanFailure.wrap { () throws(DiskError) in
        try folder.sight(entry.name, entry.status.kind)
      }
      if let sighting, try isUnknown(sighting) {
        unreadable.append(DiskError(.denied, at: folder.place(entry.name)))
      } else if let sighting, catalogue.clock.untilPast(sighting.status.identifyingTime) == 0 {
        met.append(sighting)
      } else {
        // It was listed and is gone, is something else, or is being written, so that what comes within the same
        // tick would look the same: the listing is not all that is known.
        isSettled = false
      }
    }
    if met.isEmpty { return }
    try identify(&met)
    try commit(met)
  }

  /// The entries that are not what is known of them.
  private func differing() throws(ScanFailure) -> [Entry] {
    try ScanFailure.wrap { () throws(CatalogueError) in
      try catalogue.look { store throws(CatalogueError) in
        guard try store.hasItems(in: row.number) else { return entries }
        var differing: [Entry] = []
        for entry in entries {
          if let known = try store.glimpse(entry.name, in: row.number), known.isSame(entry.status) {
            sketch.add(known.number)
          } else {
            differing.append(entry)
          }
        }
        return differing
      }
    }
  }

  /// Whether it cannot be said which item something is, because its identity cannot be read and its file is not known.
  private func isUnknown(_ met: Sighting) throws(ScanFailure) -> Bool {
    if met.isIdentifiable || met.status.kind == .link { return false }
    return try ScanFailure.wrap { () throws(CatalogueError) in
      try catalogue.look { store throws(CatalogueError) in try store.row(of: met.file) == nil }
    }
  }

  /// Writes the identity of each that carries none, or one that is not its own or speaks of another state of it, before
  /// its row is committed: what the catalogue says, the document says too.
  private func identify(_ met: inout [Sighting]) throws(ScanFailure) {
    var own: Set<ItemID> = []
    var written: [Int] = []
    for index in met.indices where met[index].isIdentifiable {
      let sighting = met[index]
      let wanted = try ScanFailure.wrap { () throws(CatalogueError) in
        try catalogue.read { store throws(CatalogueError) in
          try catalogue.identity(of: sighting, in: row, besides: own, store)
        }
      }
      guard let wanted else { continue }
      own.insert(wanted.id)
      guard wanted != sighting.identity else { continue }
      let again = try ScanFailure.wrap { () throws(DiskError) in try folder.identify(sighting, as: wanted) }
      guard let again, again.file == sighting.file else { throw .stale }
      met[index] = again
      written.append(index)
    }
    guard !written.isEmpty else { return }
    hasIdentified = true
    // What was written changed the time by which a later change is seen.
    catalogue.clock.wait(catalogue.clock.untilPast(met[written[written.count - 1]].status.changed))
    for index in written {
      let (name, kind) = (met[index].name, met[index].status.kind)
      let again = try ScanFailure.wrap { () throws(DiskError) in try folder.sight(name, kind) }
      guard let again, again.file == met[index].file else { throw .stale }
      met[index] = again
    }
  }

  private func commit(_ met: [Sighting]) throws(ScanFailure) {
    var settlements: [Settlement] = []
    try change { store throws(CatalogueError) in
      let settler = Settler(store: store, folder: row, isFirstPass: isFirstPass) {
        [catalogue] row throws(CatalogueError) in try catalogue.whereabouts(of: row, store)
      }
      // The transaction is done again after a full volume made room.
      settlements = []
      for sighting in met { settlements.append(try settler.settle(sighting)) }
    }
    settlements.forEach(note)
  }

  private func note(_ settlement: Settlement) {
    switch settlement {
    case .known(let number): sketch.add(number)
    case .undecided: isSettled = false
    }
  }

  /// Commits something about this folder, unless somebody else has since this visit read of it. Own changes
  /// advance the generation, too.
  private func change(_ body: (Store) throws(CatalogueError) -> Void) throws(ScanFailure) {
    let isCommitted = try ScanFailure.wrap { () throws(CatalogueError) in
      try catalogue.write(syncs: false) { store throws(CatalogueError) in
        guard let now = try store.row(row.number), now.generation == row.generation, now.missing == 0,
          now.file == row.file
        else { return false }
        try body(store)
        try store.touchFolders()
        if let then = try store.row(row.number) { row.generation = then.generation }
        return true
      }
    }
    if !isCommitted { throw .stale }
  }

  /// Marks the items that are known here and were not met. Each is looked for by its name before: a listing
  /// during renames may leave something out.
  private func noteMissing() throws(ScanFailure) {
    try ScanFailure.wrap { () throws(CatalogueError) in
      try catalogue.look { store throws(CatalogueError) in
        try store.eachPlace(in: row.number) { sketch.subtract($0) }
      }
    }
    if sketch.isEmpty { return }
    var after: FileName?
    while case let suspects = try nextSuspects(after: after), let last = suspects.last {
      after = last.name
      var missed: [(Row, Claim)] = []
      for suspect in suspects {
        let found = try ScanFailure.wrap { () throws(DiskError) in try folder.sight(suspect.name) }
        if found?.file == suspect.file { continue }
        if found != nil { isSettled = false }
        missed.append((suspect, found == nil ? .open : .contested))
      }
      if missed.isEmpty { continue }
      try change { store throws(CatalogueError) in
        for (row, claim) in missed { try store.miss(row, claim) }
      }
    }
  }

  private func nextSuspects(after name: FileName?) throws(ScanFailure) -> [Row] {
    try ScanFailure.wrap { () throws(CatalogueError) in
      try catalogue.look { store throws(CatalogueError) in
        try store.places(in: row.number, after: name, limit: Self.batch / 4) { sketch.mayMiss($0) }
      }
    }
  }

  /// Of names that a person cannot tell apart the later one gets the next free name, if both are there.
  ///
  /// Dies in it: one exclusive rename was done or not; the next scan does the rest.
  /// - Returns: whether a name was changed.
  private func renameTwins() throws(ScanFailure) -> Bool {
    var isRenamed = false
    let twins = try ScanFailure.wrap { () throws(CatalogueError) in
      try catalogue.look { store throws(CatalogueError) in try store.twins(in: row.number) }
    }
    for (earlier, later) in twins {
      do throws(DiskError) {
        guard try areTwo(earlier, later) else { continue }
        _ = try folder.admit(later, from: folder, as: DocumentName(later))
        try folder.sync()
        isRenamed = true
      } catch {
        // What cannot be renamed now keeps its name until the next scan: two names alike are a nuisance, and
        // nothing is lost.
        hasTwins = true
      }
    }
    return isRenamed
  }

  /// Whether two names are two entries. On a volume that ignores case both would find the same one.
  private func areTwo(_ one: FileName, _ other: FileName) throws(DiskError) -> Bool {
    if try folder.identify(one) != folder.identify(other) { return true }
    var found = 0
    try folder.list { name, _ in
      if name == one || name == other { found += 1 }
      return found < 2
    }
    return found == 2
  }

  /// Notes what the folder itself is by now, and that all in it is known, if it is.
  private func finish(_ status: FileStatus) throws(ScanFailure) {
    var met = Sighting(name: row.name, status: status, file: row.file)
    if status.changed != row.changed || !row.isListed {
      met.attributes = try ScanFailure.wrap { () throws(DiskError) in
        try folder.withDescriptor { opened throws(DiskError) in try folder.disk.personalAttributes(opened) }
      }
    }
    let isKnown = isSettled && unreadable.isEmpty && isAtRest && !hasTwins
    // After the clock was set back, a time that is in the future now can come again.
    let times = isKnown && status.changed <= catalogue.clock.now() ? FolderTimes(status) : nil
    try change { store throws(CatalogueError) in
      try store.noteVisit(met, row.number, isKnown ? digest : nil, times)
    }
  }
}

extension Store {
  /// Notes what a folder is, and what its listing was.
  fileprivate func noteVisit(
    _ met: Sighting, _ number: Int64, _ digest: Digest?, _ times: FolderTimes?
  ) throws(CatalogueError) {
    guard let row = try row(number) else { return }
    if row.isRoom {
      try noteRoom(row, met)
    } else if let parent = try self.row(row.parent) {
      _ = try refresh(row, met, in: parent)
    }
    if row.digest != digest || row.visited != times || !row.isListed {
      try noteListing(number, digest, times)
    }
  }
}

extension Catalogue {
  /// The identity that something met must carry; nil for what it is to be decided about first.
  ///
  /// A known file keeps its item's. An unknown one keeps its own, unless the item of that name is in its place, or is
  /// met in the same folder: then it is a copy.
  func identity(
    of met: Sighting, in folder: Row, besides own: Set<ItemID>, _ store: Store
  ) throws(CatalogueError) -> Identity? {
    let status = met.status
    if let owner = try store.row(of: met.file), !owner.isRoom {
      if let identity = met.identity, identity.id == owner.id {
        return identity.fits(status) ? identity : Identity(owner.id, of: status)
      }
      let isSame = owner.kind == .folder || owner.size == status.size && owner.modified == status.modified
      return isSame
        ? Identity(owner.id, version: owner.contentVersion, origin: owner.origin, of: status)
        : Identity(owner.id, of: status)
    }
    guard let identity = met.identity else {
      // The item of this name may have been saved anew by a program that writes a new file.
      let present = try store.row(named: met.name, in: folder.number)
      let former = try store.formerRow(named: met.name, in: folder.number)
      if present != nil || former != nil { return nil }
      return Identity(.random(), of: status)
    }
    if own.contains(identity.id) { return Identity(.random(), of: status) }
    if let row = try store.row(identity.id) {
      let place = try whereabouts(of: row, store)
      if row.kind != status.kind || place == .inPlace || place == .unknown {
        return Identity(.random(), of: status)
      }
    }
    return identity.fits(status) ? identity : Identity(identity.id, of: status)
  }

  /// Looks whether the item of a row is where the row says.
  func whereabouts(of row: Row, _ store: Store) throws(CatalogueError) -> Whereabouts {
    guard let path = try store.path(of: row) else { return .lost }
    do throws(DiskError) {
      let room = try container.openExisting(row.isTrashed ? .trash : .documents)
      return try room.folder(at: path.parent).identify(row.name) == row.file ? .inPlace : .elsewhere
    } catch  where [.notFound, .notAFolder, .link].contains(error.code) {
      return .elsewhere
    } catch {
      return .unknown
    }
  }
}

/// Why the comparison of one folder came to no end.
enum ScanFailure: Error {
  case disk(DiskError)
  case catalogue(CatalogueError)
  /// Somebody has committed something in the folder meanwhile.
  case stale

  static func wrap<Value>(_ body: () throws(DiskError) -> Value) throws(ScanFailure) -> Value {
    do throws(DiskError) {
      return try body()
    } catch {
      throw .disk(error)
    }
  }

  static func wrap<Value>(_ body: () throws(CatalogueError) -> Value) throws(ScanFailure) -> Value {
    do throws(CatalogueError) {
      return try body()
    } catch {
      if case .disk(let error) = error { throw .disk(error) }
      throw .catalogue(error)
    }
  }
}

/// The comparison of one open folder with what is known of it.
///
/// A listing whose digest is the one that was noted says that nothing changed, and nothing is looked up or
/// written. Else its entries are compared a batch at a time, and what is new or different is committed; what
/// was not met is marked as missed.
final class FolderVisit {
  /// What a visit came to.
  enum Outcome {
    /// The folder was compared; it had this status before its listing.
    case done(FileStatus)
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
  private var digest = Digest()
  private var newest: FileTime
  private var entries: [Entry] = []
  private var sketch = Sketch()
  /// Whether every entry is known as what it is.
  private(set) var isSettled = true
  private var hasTwins = false

  private struct Entry {
    let name: FileName
    let status: FileStatus
  }

  init(_ catalogue: Catalogue, _ folder: Folder, _ row: Row, isFirstPass: Bool) {
    self.catalogue = catalogue
    self.folder = folder
    self.row = row
    self.isFirstPass = isFirstPass
    newest = FileTime(seconds: .min)
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
    let before = try ScanFailure.wrap { () throws(DiskError) in try folder.status() }
    newest = before.changed
    if row.digest == nil {
      try list { () throws(ScanFailure) in try compareEntries() }
    } else {
      // As long as a folder fits into one batch, a second listing is not needed.
      var isLarge = false
      try list { isLarge = true }
      if digest == row.digest {
        guard try isUnchanged(before), untilSettled == 0 else { return again() }
        if row.changed != before.changed { try finish(before, isSettling: false) }
        return .done(before)
      }
      if isLarge {
        digest = Digest()
        entries = []
        try list { () throws(ScanFailure) in try compareEntries() }
      }
    }
    try compareEntries()
    guard try isUnchanged(before) else { return .changed }
    try noteMissing()
    if try renameTwins() { return .changed }
    let isSettling = untilSettled > 0
    try finish(before, isSettling: isSettling)
    return isSettling ? again() : .done(before)
  }

  /// Nanoseconds until a change of what was met can be told from what was met.
  private var untilSettled: Int64 { catalogue.clock.untilPast(newest) }

  /// What changed a moment ago may change again within the same tick and look the same: a tick later it is
  /// looked at once more.
  private func again() -> Outcome {
    catalogue.clock.wait(untilSettled)
    return .changed
  }

  private func isUnchanged(_ before: FileStatus) throws(ScanFailure) -> Bool {
    let after = try ScanFailure.wrap { () throws(DiskError) in try folder.status() }
    return after.modified == before.modified && after.changed == before.changed
  }

  /// Lists the folder; whenever a batch is full, it is handed on.
  private func list(_ full: () throws(ScanFailure) -> Void) throws(ScanFailure) {
    var failure: ScanFailure?
    do throws(DiskError) {
      try folder.list { name, _ in
        do throws(ScanFailure) {
          if entries.count == Self.batch {
            try full()
            entries.removeAll(keepingCapacity: true)
          }
          try add(name)
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
  }

  private func add(_ name: FileName) throws(ScanFailure) {
    let status: FileStatus
    do throws(DiskError) {
      status = try folder.status(name)
    } catch  where error.code == .notFound {
      // It went while we were listing.
      return
    } catch {
      throw .disk(error)
    }
    if status.kind == .special { return }
    digest += Self.digest(name, status)
    newest = max(newest, status.identifyingTime)
    entries.append(Entry(name: name, status: status))
  }

  private static func digest(_ name: FileName, _ status: FileStatus) -> Digest {
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

  /// Compares the entries in memory with their rows, looks at those that differ, and commits what they are.
  private func compareEntries() throws(ScanFailure) {
    var met: [Sighting] = []
    for name in try differing() {
      let sighting = try ScanFailure.wrap { () throws(CatalogueError) in try look(name) }
      if let sighting {
        met.append(sighting)
      } else {
        // It was listed and is gone, or is no item any more: the listing is not all that is known.
        isSettled = false
      }
    }
    entries.removeAll(keepingCapacity: true)
    if !met.isEmpty { try commit(met) }
  }

  /// The entries that are not what is known of them.
  private func differing() throws(ScanFailure) -> [FileName] {
    try ScanFailure.wrap { () throws(CatalogueError) in
      try catalogue.read { store throws(CatalogueError) in
        var names: [FileName] = []
        for entry in entries {
          if let known = try store.glimpse(entry.name, in: row.number), known.isSame(entry.status) {
            sketch.add(known.number)
          } else {
            names.append(entry.name)
          }
        }
        return names
      }
    }
  }

  private func look(_ name: FileName) throws(CatalogueError) -> Sighting? {
    let present = try catalogue.read { [row] store throws(CatalogueError) in
      try store.row(named: name, in: row.number)
    }
    var failure: CatalogueError?
    let sighting = try CatalogueError.wrap { () throws(DiskError) in
      try folder.sight(name) { status, file in
        do throws(CatalogueError) {
          if let present, present.file == file { return present.wantsDigest(status, file) }
          let known = try catalogue.read { store throws(CatalogueError) in try store.row(of: file) }
          return known?.wantsDigest(status, file) ?? false
        } catch {
          failure = error
          return false
        }
      }
    }
    if let failure { throw failure }
    return sighting
  }

  private func commit(_ met: [Sighting]) throws(ScanFailure) {
    let isCommitted = try ScanFailure.wrap { () throws(CatalogueError) in
      try catalogue.write(syncs: false) { store throws(CatalogueError) in
        guard try isCurrent(store) else { return false }
        let settler = Settler(store: store, folder: row, isFirstPass: isFirstPass) {
          [catalogue] row throws(CatalogueError) in try catalogue.whereabouts(of: row, store)
        }
        for sighting in met { note(try settler.settle(sighting)) }
        try follow(store)
        return true
      }
    }
    if !isCommitted { throw .stale }
  }

  private func note(_ settlement: Settlement) {
    switch settlement {
    case .known(let number):
      sketch.add(number)
    case .undecided:
      isSettled = false
    }
  }

  /// Whether nobody has committed anything in this folder since this visit read of it.
  private func isCurrent(_ store: Store) throws(CatalogueError) -> Bool {
    guard let now = try store.row(row.number) else { return false }
    return now.generation == row.generation && now.missing == 0 && now.file == row.file
  }

  /// Own changes advance the generation, too.
  private func follow(_ store: Store) throws(CatalogueError) {
    if let now = try store.row(row.number) { row.generation = now.generation }
  }

  /// Marks the items that are known here and were not met. Each is looked for by its name before: a listing
  /// during renames may leave something out.
  private func noteMissing() throws(ScanFailure) {
    var isEmpty = true
    try ScanFailure.wrap { () throws(CatalogueError) in
      try catalogue.read { store throws(CatalogueError) in
        try store.eachPlace(in: row.number) { sketch.subtract($0) }
        isEmpty = sketch.isEmpty
      }
    }
    if isEmpty { return }
    var after: FileName?
    while let next = try nextSuspect(after: after) {
      after = next.name
      try check(next)
    }
  }

  private func nextSuspect(after name: FileName?) throws(ScanFailure) -> Row? {
    try ScanFailure.wrap { () throws(CatalogueError) in
      try catalogue.read { store throws(CatalogueError) in
        try store.firstPlace(in: row.number, after: name) { sketch.mayMiss($0) }
      }
    }
  }

  private func check(_ suspect: Row) throws(ScanFailure) {
    let found = try ScanFailure.wrap { () throws(DiskError) in try folder.sight(suspect.name) }
    if found?.file == suspect.file { return }
    let isCommitted = try ScanFailure.wrap { () throws(CatalogueError) in
      try catalogue.write(syncs: false) { store throws(CatalogueError) in
        guard try isCurrent(store) else { return false }
        try store.miss(suspect, found == nil ? .open : .contested)
        try follow(store)
        return true
      }
    }
    if !isCommitted { throw .stale }
    if found != nil { isSettled = false }
  }

  /// Of names that a person cannot tell apart the later one gets the next free name, if both are there.
  ///
  /// Dies in it: one exclusive rename was done or not; the next scan does the rest.
  /// - Returns: whether a name was changed.
  private func renameTwins() throws(ScanFailure) -> Bool {
    var isRenamed = false
    let twins = try ScanFailure.wrap { () throws(CatalogueError) in
      try catalogue.read { store throws(CatalogueError) in try store.twins(in: row.number) }
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
  private func finish(_ status: FileStatus, isSettling: Bool) throws(ScanFailure) {
    var met = Sighting(name: row.name, status: status, file: row.file)
    if status.changed != row.changed || !row.isListed {
      met.attributes = try ScanFailure.wrap { () throws(DiskError) in
        try folder.withDescriptor { opened throws(DiskError) in try folder.disk.personalAttributes(opened) }
      }
    }
    let isCommitted = try ScanFailure.wrap { () throws(CatalogueError) in
      try catalogue.write(syncs: false) { store throws(CatalogueError) in
        guard try isCurrent(store) else { return false }
        try store.noteVisit(met, row.number, isSettled && !hasTwins && !isSettling ? digest : nil)
        return true
      }
    }
    if !isCommitted { throw .stale }
  }
}

extension Store {
  /// Notes what a folder is, and what its listing was.
  fileprivate func noteVisit(
    _ met: Sighting, _ number: Int64, _ digest: Digest?
  ) throws(CatalogueError) {
    guard let row = try row(number) else { return }
    if row.isRoom {
      try noteRoom(row, met)
    } else if let parent = try self.row(row.parent) {
      _ = try refresh(row, met, in: parent)
    }
    if row.digest != digest || !row.isListed { try noteListing(number, digest) }
  }
}

extension Catalogue {
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

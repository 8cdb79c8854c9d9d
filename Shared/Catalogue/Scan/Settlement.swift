/// What became of one thing that a listing met.
enum Settlement {
  /// It is the item of this row.
  case known(Int64)
  /// It can only be said once more was seen.
  case undecided
}

/// Whether an item is where it is thought to be.
enum Whereabouts {
  case inPlace
  case elsewhere
  /// A folder that it lies in was missed.
  case lost
  /// Nobody can look.
  case unknown
}

/// Decides which item it is that a listing met, and notes what became of it. Used inside a transaction.
struct Settler {
  let store: Store
  /// The folder that is listed.
  let folder: Row
  /// Whether no pass before this one has seen everything.
  let isFirstPass: Bool
  /// Looks whether the item of a row is still where the row says.
  let whereabouts: (Row) throws(CatalogueError) -> Whereabouts

  /// Notes what was met at a name.
  func settle(_ met: Sighting) throws(CatalogueError) -> Settlement {
    let present = try store.row(named: met.name, in: folder.number)
    if let present, present.file == met.file {
      return .known(try store.refresh(present, met, in: folder).number)
    }
    let known = try store.row(of: met.file)
    switch (present, known) {
    case (nil, nil):
      if let former = try store.formerRow(named: met.name, in: folder.number) {
        return try replace(former, met)
      }
      return try insert(met, isByPath: false)
    case (nil, let known?): return try place(known, met)
    case (let present?, nil): return try replace(present, met)
    case (let present?, let known?): return try push(present, aside: known, met)
    }
  }

  private func insert(_ met: Sighting, isByPath: Bool) throws(CatalogueError) -> Settlement {
    var row = Row(met, in: folder)
    row.isByPath = isByPath
    return .known(try store.insert(row).number)
  }

  /// A known file at a free name: it was moved here, or this is another path to it.
  private func place(_ known: Row, _ met: Sighting) throws(CatalogueError) -> Settlement {
    if known.missing != 0 || met.status.kind == .folder || met.status.links <= 1 {
      return try move(known, met)
    }
    switch try whereabouts(known) {
    // The listing of its folder will tell that it is missed.
    case .elsewhere: return .undecided
    // Its folder was missed, and nobody has found that since.
    case .lost: return isFirstPass ? .undecided : try move(known, met)
    case .inPlace, .unknown: return try add(met)
    }
  }

  /// Another path to a file that is an item already.
  private func add(_ met: Sighting) throws(CatalogueError) -> Settlement {
    if let missed = try store.missedRow(of: met.file) { return try move(missed, met) }
    // Which of the other paths was renamed to this one is known when all were looked for.
    if isFirstPass, try store.hasRowByPath(of: met.file) { return .undecided }
    return try insert(met, isByPath: true)
  }

  private func move(_ row: Row, _ met: Sighting) throws(CatalogueError) -> Settlement {
    // A folder that lies in itself was moved about between two listings.
    if row.kind == .folder, try store.isWithin(folder.number, row.number) { return .undecided }
    return .known(try store.refresh(row, met, in: folder).number)
  }

  /// An unknown file at the name of a known one: what a save leaves, or a newcomer where the known one went.
  private func replace(_ present: Row, _ met: Sighting) throws(CatalogueError) -> Settlement {
    if present.kind != met.status.kind {
      if present.missing == 0 { try store.miss(present, .lost) }
      return try insert(met, isByPath: false)
    }
    // What this item's own edit was about to publish needs no more evidence.
    if let intent = try store.intent(of: met.file), intent.key == present.id.text {
      return .known(try store.saveAnew(present, met, in: folder).number)
    }
    if present.missing != 0 { try store.claim(present, .contested) }
    return .undecided
  }

  /// A known file at the name of another known one: both may have been renamed, or the one replaced.
  private func push(
    _ present: Row, aside known: Row, _ met: Sighting
  ) throws(CatalogueError) -> Settlement {
    if known.missing == 0, met.status.kind != .folder, met.status.links > 1 {
      switch try whereabouts(known) {
      case .elsewhere: break
      case .lost where !isFirstPass: break
      // Another path to that file has taken this name: decided like a save.
      case .inPlace, .unknown, .lost: return .undecided
      }
    }
    if known.kind == .folder, try store.isWithin(folder.number, known.number) { return .undecided }
    try store.miss(present, .lost)
    return try move(known, met)
  }
}

extension Row {
  /// A row of something that was never met before.
  init(_ met: Sighting, in folder: Row) {
    self.init(
      id: .none, parent: folder.number, name: met.name, kind: met.status.kind,
      file: met.file)
    take(met, in: folder)
    digest = met.digest
  }

  /// Takes over what was met, contents and all.
  mutating func take(_ met: Sighting, in folder: Row) {
    parent = folder.number
    name = met.name
    isTrashed = folder.isTrashed
    missing = 0
    claim = .open
    kind = met.status.kind
    file = met.file
    size = met.status.size
    modified = met.status.modified
    changed = met.status.changed
    created = met.status.created
    mode = met.status.mode
    links = met.status.links
    target = met.target
    if let attributes = met.attributes {
      tags = attributes.tags
      favouriteRank = attributes.favouriteRank
      lastUsed = attributes.lastUsed
      self.attributes = attributes.others
    }
  }

  /// Whether anything is different that is told of an item.
  func isTold(differentlyFrom other: Row) -> Bool {
    parent != other.parent || Item(self, in: .root) != Item(other, in: .root)
  }

  /// Whether the contents are others than before, as far as a look can tell.
  ///
  /// Size, modification time and file id tell at once. When only the change time differs, somebody may have
  /// written as many bytes and set the old date again: digests tell, where both are known. Else a new name,
  /// folder, permission or attribute explains the change time, and without one it counts as an edit.
  func hasOtherContents(than old: Row, _ met: Sighting) -> Bool {
    guard kind != .folder else { return false }
    if file != old.file || size != old.size || modified != old.modified || target != old.target {
      return true
    }
    if changed == old.changed { return false }
    if let digest = met.digest, let former = old.digest { return digest != former }
    return !isExplained(after: old)
  }

  /// Whether a change time has another reason than the contents.
  private func isExplained(after old: Row) -> Bool {
    // What was away and is back was renamed, too.
    old.missing != 0 || links != old.links || parent != old.parent || name != old.name || mode != old.mode
      || tags != old.tags
      || favouriteRank != old.favouriteRank || lastUsed != old.lastUsed || attributes != old.attributes
  }

  /// Larger files are not read to find out whether they are the same: what cannot be explained is an edit.
  private static let largestDigested: Int64 = 8 << 20

  /// Whether only reading the contents can tell whether they changed.
  func wantsDigest(_ met: Sighting) -> Bool {
    kind == .file && met.status.kind == .file && file == met.file && size == met.status.size
      && modified == met.status.modified && changed != met.status.changed && size <= Self.largestDigested
  }
}

extension Store {
  /// Notes what was met of an item; nothing is written when nothing differs.
  ///
  /// - Parameter keepsContents: whether the caller knows that the contents are what they were.
  func refresh(
    _ old: Row, _ met: Sighting, in folder: Row, keepsContents: Bool = false
  ) throws(CatalogueError) -> Row {
    var row = old
    row.take(met, in: folder)
    row.digest = met.digest ?? old.digest
    if !keepsContents, row.hasOtherContents(than: old, met) {
      row.contentVersion += 1
      row.digest = met.digest
    }
    if row.isTold(differentlyFrom: old) || old.isHidden {
      row = try save(row, over: old)
      if row.file != old.file, row.kind == .folder { touchFolder(row.number) }
      return row
    }
    if old.missing != 0 { try unmiss(old) }
    if row.kind == .file, row.digest != old.digest { try database.run(Row.update, row.values) }
    return row
  }

  /// Notes that an item is another file by now, with other contents.
  func saveAnew(_ old: Row, _ met: Sighting, in folder: Row) throws(CatalogueError) -> Row {
    var row = old
    row.take(met, in: folder)
    row.digest = met.digest
    row.isByPath = try self.row(of: met.file) != nil
    if row.kind != .folder { row.contentVersion += 1 }
    let saved = try save(row, over: old)
    try fulfilIntent(saved)
    if saved.kind == .folder { touchFolder(saved.number) }
    if let intent = try intent(of: met.file) { try forgetIntents(before: intent) }
    return saved
  }
}

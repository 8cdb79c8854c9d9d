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
    // An unknown file that carries a known item's identity is that item, with new contents or in a new place: a copy
    // has got an identity of its own before.
    if known == nil, let id = met.identity?.id, let item = try store.row(id), !item.isRoom {
      return try replace(item, by: met, at: present)
    }
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

  private func replace(_ item: Row, by met: Sighting, at present: Row?) throws(CatalogueError) -> Settlement {
    if item.kind == .folder, try store.isWithin(folder.number, item.number) { return .undecided }
    if let present, present.number != item.number { try store.miss(present, .lost) }
    return .known(try store.saveAnew(item, met, in: folder).number)
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
    // What carries an identity of its own is another item, and the present one is elsewhere or gone.
    if present.kind != met.status.kind || met.identity != nil {
      if present.missing == 0 { try store.miss(present, .lost) }
      return try insert(met, isByPath: false)
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
      id: met.identity?.id ?? .none, parent: folder.number, name: met.name, kind: met.status.kind,
      file: met.file)
    take(met, in: folder)
    takeContents(met)
  }

  /// Takes over which contents were met, as the document says itself, or else as new ones.
  mutating func takeContents(_ met: Sighting) {
    if let identity = met.identity, identity.fits(met.status) {
      (contentVersion, origin) = (identity.version, identity.origin)
    } else {
      (contentVersion, origin) = (.random(in: .min ... .max), .none)
    }
  }

  /// Takes over what was met, but which contents.
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

  /// Whether the contents are others than before, as far as size and modification time tell: for what carries no
  /// identity, or cannot be opened at present.
  func hasOtherContents(than old: Row) -> Bool {
    file != old.file || size != old.size || modified != old.modified || target != old.target
  }
}

extension Store {
  /// Notes what was met of an item; nothing is written when nothing differs.
  func refresh(_ old: Row, _ met: Sighting, in folder: Row) throws(CatalogueError) -> Row {
    var row = old
    row.take(met, in: folder)
    // A folder has one version for life.
    if row.kind != .folder, met.identity?.id == old.id || row.hasOtherContents(than: old) {
      row.takeContents(met)
    }
    if row.isTold(differentlyFrom: old) || old.isHidden {
      row = try save(row, over: old)
      if row.file != old.file, row.kind == .folder { touchFolder(row.number) }
      return row
    }
    if old.missing != 0 { try unmiss(old) }
    return row
  }

  /// Notes that an item is another file by now, with other contents.
  func saveAnew(_ old: Row, _ met: Sighting, in folder: Row) throws(CatalogueError) -> Row {
    var row = old
    row.take(met, in: folder)
    row.isByPath = try self.row(of: met.file) != nil
    if row.kind != .folder { row.takeContents(met) }
    let saved = try save(row, over: old)
    if saved.kind == .folder { touchFolder(saved.number) }
    return saved
  }
}

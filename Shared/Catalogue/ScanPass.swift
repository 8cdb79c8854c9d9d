/// One comparison of all of Documents with the catalogue.
///
/// What is there is noted at once. What a name stands for that used to stand for another file, and what is
/// not there, is decided at the end, when everything was met.
final class ScanPass {
  private let catalogue: Catalogue
  private let store: Store
  private let root: Folder
  private let pass: Int64
  private var sequence: Int64
  private let before: Int64
  /// Folders still to be listed, parents first.
  private var queue: [(id: ItemID, path: DocumentPath)] = [(.root, DocumentPath())]
  /// What each folder's modification time was before it was listed.
  private var listed: [(path: DocumentPath, modified: FileTime)] = []
  private var isComplete = true

  init(_ catalogue: Catalogue) throws(CatalogueError) {
    self.catalogue = catalogue
    store = catalogue.store
    do throws(DiskError) {
      root = try catalogue.container.openExisting(.documents)
    } catch  where error.code == .notFound || error.code == .notAFolder {
      throw .rootExchanged
    } catch {
      throw .disk(error)
    }
    let file = try CatalogueError.wrap { [root] () throws(DiskError) in try root.identify() }
    guard try Schema.root(store) == file else { throw .rootExchanged }
    pass = (try Schema.number(store, "pass") ?? 0) + 1
    before = try Schema.number(store, "sequence") ?? 0
    sequence = before
    try store.execute(
      """
      CREATE TEMP TABLE IF NOT EXISTS seen (id TEXT PRIMARY KEY) WITHOUT ROWID;
      CREATE TEMP TABLE IF NOT EXISTS replaced (
        parent TEXT, name BLOB, inode INTEGER, generation INTEGER, PRIMARY KEY (parent, name)) WITHOUT ROWID;
      DELETE FROM seen; DELETE FROM replaced
      """)
  }

  /// - Returns: whether nothing is left to be decided by another pass.
  func run() throws(CatalogueError) -> Bool {
    while !queue.isEmpty {
      let (id, path) = queue.removeFirst()
      try list(id, path)
    }
    try decideReplaced()
    let isQuiet = try isUnchanged()
    if isComplete, isQuiet { try decideMissing() }
    let isUndecided = try markMissing()
    if sequence != before || isUndecided { try Schema.set(store, "pass", pass) }
    if sequence != before {
      try Schema.set(store, "sequence", sequence)
      try Schema.mark(store, sequence)
    }
    return !isUndecided
  }

  private func list(_ id: ItemID, _ path: DocumentPath) throws(CatalogueError) {
    let entries: [(name: FileName, kind: FileKind)]
    let folder: Folder
    do throws(DiskError) {
      folder = try root.folder(at: path)
      listed.append((path, try folder.status().modified))
      entries = try folder.entries()
    } catch  where error.code == .notFound || error.code == .notAFolder || error.code == .link {
      // It went since its parent was listed: the next pass sees where to.
      isComplete = false
      return
    } catch {
      // Unreadable is not empty: nothing below it changes.
      return try keepBelow(id)
    }
    for (name, _) in entries {
      let seen = look { () throws(DiskError) in (try folder.status(name), try folder.identify(name)) }
      guard let (status, file) = seen, status.kind != .special else { continue }
      try note(name, in: id, status, file, folder: folder, path: path)
    }
  }

  /// Looks at something on disk; nil when it went meanwhile, or cannot be looked at: then this pass decides
  /// no absence.
  private func look<Result>(_ body: () throws(DiskError) -> Result) -> Result? {
    do throws(DiskError) {
      return try body()
    } catch {
      isComplete = false
      return nil
    }
  }

  private func note(
    _ name: FileName, in parent: ItemID, _ status: FileStatus, _ file: FileID, folder: Folder,
    path: DocumentPath
  ) throws(CatalogueError) {
    var known = try catalogue.row(of: file)
    if let found = known, found.parent != parent || found.name != name, try isElsewhere(found) {
      // A second path to the same file: an item by its path alone.
      known = try catalogue.item(at: parent, name)
      if known?.file != file { known = nil }
    }
    if let known {
      try update(known, name, in: parent, status, file, folder)
      if status.kind == .folder { queue.append((known.id, path.appending(name))) }
      return
    }
    if let old = try catalogue.item(at: parent, name) {
      if old.kind == .file, status.kind == .file {
        // Saved anew, or another file while the old one moved away: known when everything was met.
        try store.run(
          "INSERT OR REPLACE INTO replaced VALUES (?, ?, ?, ?)",
          [.text(parent.text), .blob(Array(name.bytes)), .integer(file.inode), .integer(file.generation)])
        return
      }
      try miss(old.id)
    }
    let id = try insert(name, in: parent, status, file, folder)
    if status.kind == .folder { queue.append((id, path.appending(name))) }
  }

  /// Names that stood for another file before: the same item saved anew when that file was met nowhere, else
  /// a new item.
  private func decideReplaced() throws(CatalogueError) {
    var names: [(parent: ItemID, name: FileName, file: FileID)] = []
    try store.run("SELECT parent, name, inode, generation FROM replaced") { row throws(CatalogueError) in
      guard let parent = ItemID(row.text(0)) else { return }
      names.append(
        (parent, FileName(bytes: row.blob(1)), FileID(inode: row.bits(2), generation: row.bits(3))))
    }
    for (parent, name, file) in names {
      guard let path = try parent == .root ? DocumentPath() : catalogue.findPath(of: parent) else { continue }
      let seen = look { [root] () throws(DiskError) in
        let folder = try root.folder(at: path)
        return (folder, try folder.status(name), try folder.identify(name))
      }
      guard let (folder, status, present) = seen else { continue }
      // Replaced once more meanwhile: the next pass.
      guard present == file else {
        isComplete = false
        continue
      }
      if let old = try catalogue.item(at: parent, name), try !isSeen(old.id) {
        try update(old, name, in: parent, status, file, folder)
      } else {
        _ = try insert(name, in: parent, status, file, folder)
      }
    }
  }

  /// Whether every folder that was listed is as it was before its listing.
  private func isUnchanged() throws(CatalogueError) -> Bool {
    do throws(DiskError) {
      for (path, modified) in listed where try root.folder(at: path).status().modified != modified {
        return false
      }
      return true
    } catch {
      return false
    }
  }

  /// What an earlier pass missed, and this complete one did not meet either, is gone, unless it is only out
  /// of sight.
  private func decideMissing() throws(CatalogueError) {
    var gone: [(id: String, file: FileID)] = []
    try store.run(
      """
      SELECT id, inode, generation FROM items WHERE alive = 1 AND missing < ?
      AND id NOT IN (SELECT id FROM seen)
      """, [.integer(pass)]
    ) { row throws(CatalogueError) in
      gone.append((row.text(0), FileID(inode: row.bits(1), generation: row.bits(2))))
    }
    if gone.isEmpty { return }
    let elsewhere = try filesOutOfSight()
    for (id, file) in gone where !elsewhere.contains(file) {
      sequence += 1
      try store.run(
        "UPDATE items SET alive = 0, sequence = ? WHERE id = ?", [.integer(sequence), .text(id)])
    }
  }

  private func filesOutOfSight() throws(CatalogueError) -> Set<FileID> {
    try CatalogueError.wrap { [catalogue] () throws(DiskError) in
      var files: Set<FileID> = []
      for room in [Container.Room.trash, .displaced] {
        try catalogue.container.open(room).walk { step, present throws(DiskError) in
          switch step {
          case .entering(let name), .leaf(let name, _): files.insert(try present.identify(name))
          case .left: break
          }
        }
      }
      return files
    }
  }

  /// - Returns: whether anything is missed and not decided.
  private func markMissing() throws(CatalogueError) -> Bool {
    try store.run(
      "UPDATE items SET missing = ? WHERE alive = 1 AND missing IS NULL AND id NOT IN (SELECT id FROM seen)",
      [.integer(pass)])
    return try store.first("SELECT 1 FROM items WHERE alive = 1 AND missing IS NOT NULL") { _ in true }
      ?? false
  }

  private func miss(_ id: ItemID) throws(CatalogueError) {
    try store.run(
      "UPDATE items SET missing = ? WHERE id = ? AND missing IS NULL", [.integer(pass), .text(id.text)])
  }

  private func isSeen(_ id: ItemID) throws(CatalogueError) -> Bool {
    try store.first("SELECT 1 FROM seen WHERE id = ?", [.text(id.text)]) { _ in true } ?? false
  }

  private func see(_ id: ItemID) throws(CatalogueError) {
    try store.run("INSERT OR IGNORE INTO seen VALUES (?)", [.text(id.text)])
  }

  /// Everything below a folder that cannot be read counts as met.
  private func keepBelow(_ id: ItemID) throws(CatalogueError) {
    try store.run(
      """
      INSERT OR IGNORE INTO seen WITH RECURSIVE below(id) AS (
        SELECT id FROM items WHERE parent = ? AND alive = 1
        UNION ALL SELECT items.id FROM items JOIN below ON items.parent = below.id WHERE items.alive = 1)
      SELECT id FROM below
      """, [.text(id.text)])
  }

  /// Whether an item's file is still where the item was, or was met already.
  private func isElsewhere(_ item: Item) throws(CatalogueError) -> Bool {
    if try isSeen(item.id) { return true }
    guard let path = try catalogue.findPath(of: item.id) else { return false }
    do throws(DiskError) {
      return try root.folder(at: path.parent).identify(item.name) == item.file
    } catch {
      return false
    }
  }

  private func insert(
    _ name: FileName, in parent: ItemID, _ status: FileStatus, _ file: FileID, _ folder: Folder
  ) throws(CatalogueError) -> ItemID {
    var item = Item(
      id: .random(), parent: parent, name: name, kind: status.kind, file: file, size: status.size,
      modified: status.modified, changed: status.changed, created: status.created, mode: status.mode,
      contentVersion: 1, metadataVersion: 1)
    readAttributes(of: &item, in: folder)
    sequence += 1
    let marks = Array(repeating: "?", count: Row.values(item).count + 1).joined(separator: ", ")
    try store.run(
      "INSERT INTO items (\(Row.columns), sequence, alive) VALUES (\(marks), 1)",
      Row.values(item) + [.integer(sequence)])
    try see(item.id)
    return item.id
  }

  private func update(
    _ old: Item, _ name: FileName, in parent: ItemID, _ status: FileStatus, _ file: FileID, _ folder: Folder
  ) throws(CatalogueError) {
    try see(old.id)
    var item = old
    item.name = name
    item.parent = parent
    item.file = file
    item.kind = status.kind
    // What a folder holds is told by its items, not by its size and times.
    item.size = status.size
    item.modified = status.modified
    item.changed = status.changed
    item.created = status.created ?? old.created
    item.mode = status.mode
    if old.changed != status.changed || old.file != file { readAttributes(of: &item, in: folder) }
    let isMissing =
      try store.first("SELECT 1 FROM items WHERE id = ? AND missing IS NOT NULL", [.text(old.id.text)]) {
        _ in true
      } ?? false
    if item == old, !isMissing { return }
    if try !isSeen(at: parent, name, except: old.id) {
      // Whoever was remembered under that name is not there any more.
      if let other = try catalogue.item(at: parent, name), other.id != old.id { try miss(other.id) }
    }
    item.advance(from: old)
    // Times of a folder change with every entry; they are remembered, and told to nobody.
    if item.isTold(differentlyFrom: old) || isMissing { sequence += 1 }
    try write(item, isTold: item.isTold(differentlyFrom: old) || isMissing)
  }

  private func isSeen(at parent: ItemID, _ name: FileName, except id: ItemID) throws(CatalogueError) -> Bool {
    guard let other = try catalogue.item(at: parent, name), other.id != id else { return false }
    return try isSeen(other.id)
  }

  private func write(_ item: Item, isTold: Bool) throws(CatalogueError) {
    let assignments = Row.columns.split(separator: ",").map { $0.trimmingSpaces + " = ?" }.joined(
      separator: ", ")
    let mark: [Store.Value] = isTold ? [.integer(sequence)] : []
    try store.run(
      "UPDATE items SET \(assignments), missing = NULL\(isTold ? ", sequence = ?" : "") WHERE id = ?",
      Row.values(item) + mark + [.text(item.id.text)])
  }

  /// Takes over what only a person could know, from the document itself. What cannot be read now is read
  /// when the document changes again.
  private func readAttributes(of item: inout Item, in folder: Folder) {
    do throws(DiskError) {
      switch item.kind {
      case .link: item.target = try folder.readLink(item.name)
      case .file, .folder:
        item = try folder.withOpen(item.name, item.kind) { [item] opened throws(DiskError) in
          try Self.attributes(of: opened, folder.disk, for: item)
        }
      case .special: break
      }
    } catch {
      return
    }
  }

  private static func attributes(
    of file: Descriptor, _ disk: Disk, for item: Item
  ) throws(DiskError) -> Item {
    var item = item
    item.tags = try disk.attribute(file, ItemAttribute.tags)
    item.favouriteRank = try disk.attribute(file, ItemAttribute.favouriteRank).flatMap(
      ItemAttribute.decodeNumber)
    item.lastUsed = try disk.attribute(file, ItemAttribute.lastUsed).flatMap(ItemAttribute.decodeTime)
    item.attributes = [:]
    for name in try disk.attributes(file) where ItemAttribute.isPlain(name) {
      item.attributes[name] = try disk.attribute(file, name)
    }
    return item
  }
}

extension Item {
  /// Counts on what changed: the contents, or everything else.
  fileprivate mutating func advance(from old: Item) {
    if kind != .folder, hasOtherContents(than: old) { contentVersion += 1 }
    if isDescribed(differentlyFrom: old) { metadataVersion += 1 }
  }

  fileprivate func isTold(differentlyFrom old: Item) -> Bool {
    contentVersion != old.contentVersion || metadataVersion != old.metadataVersion
  }

  private func hasOtherContents(than old: Item) -> Bool {
    if file != old.file || size != old.size || modified != old.modified || target != old.target {
      return true
    }
    // Only the change time differs. A new name, folder, permission or attribute explains it; else somebody
    // wrote as many bytes and set the old date again.
    return changed != old.changed && !isDescribed(differentlyFrom: old)
  }

  private func isDescribed(differentlyFrom old: Item) -> Bool {
    name != old.name || parent != old.parent || kind != old.kind || mode != old.mode || tags != old.tags
      || favouriteRank != old.favouriteRank || attributes != old.attributes || lastUsed != old.lastUsed
      || created != old.created
  }
}

extension Substring {
  fileprivate var trimmingSpaces: String { split(separator: " ").joined() }
}

import Foundation
import SQLite3

/// What the File Provider remembers: which item is which, what it looked like, and what changed when.
///
/// Kept in a SQLite file in the extension's private container, and rebuildable: what only a person could
/// know is on the documents. After a lost catalogue the identities are new, and nothing else is lost. Each
/// change is one transaction; a process that dies in it leaves the state before it.
public final class Catalogue: @unchecked Sendable {
  // Unchecked because the compiler does not see that the lock guards the store.
  let store: Store
  private let lock = NSLock()
  let container: Container
  /// The moment before the last complete listing began, so that nothing that happened during it is taken
  /// for told.
  private var listed: Anchor?

  /// In which order a folder is listed.
  public enum Order: Sendable {
    /// By the bytes of the name.
    case name
    /// By the time of the last change, newest first.
    case date
  }

  /// Opens the catalogue, and makes it when there is none.
  ///
  /// A file that is no database, or a damaged one, is set aside under another name and a new one begun, with
  /// another epoch: every anchor expires, and the system lists again. Anything else that SQLite says (busy,
  /// locked, no permission before the first unlock, an I/O error) is an error, and touches nothing.
  /// - Parameter path: where the file is, absolute; its folder must exist.
  /// - Throws: ``CatalogueError``.
  public init(path: String, container: Container) throws(CatalogueError) {
    self.container = container
    do throws(CatalogueError) {
      store = try Self.open(path)
    } catch {
      guard case .store(let code, _) = error, [SQLITE_CORRUPT, SQLITE_NOTADB].contains(code & 0xFF) else {
        throw error
      }
      Self.setAside(path)
      store = try Self.open(path)
    }
    try adoptRoot()
  }

  private static func open(_ path: String) throws(CatalogueError) -> Store {
    let store = try Store(path: path)
    // What it costs in memory, in KiB: the whole process has 20 MB.
    try store.execute("PRAGMA cache_size = -512")
    try store.execute("PRAGMA journal_mode = WAL")
    // An anchor that was handed out must survive a power cut, or its number would come to mean something
    // else: sqlite.org/pragma.html#pragma_synchronous.
    try store.execute("PRAGMA synchronous = FULL")
    try store.execute("PRAGMA fullfsync = 1")
    try Schema.prepare(store)
    return store
  }

  private static func setAside(_ path: String) {
    let mark = ".damaged-" + Parcel.randomName()
    for suffix in ["", "-wal", "-shm"] {
      // What is not there need not be set aside; what cannot be makes the second opening fail.
      try? FileManager.default.moveItem(atPath: path + suffix, toPath: path + mark + suffix)
    }
  }

  /// Another Documents than before, after a restore for instance, is another world: a new epoch.
  private func adoptRoot() throws(CatalogueError) {
    let root = try CatalogueError.wrap { () throws(DiskError) in
      try container.open(.documents).identify()
    }
    try store.transaction { () throws(CatalogueError) in
      if try Schema.root(store) == root { return }
      try Schema.begin(store, root: root)
    }
  }

  /// An item that is there.
  public func item(_ id: ItemID) throws(CatalogueError) -> Item? {
    try locked { () throws(CatalogueError) in
      try store.first(Row.select + "id = ?", [.text(id.text)], Row.item)
    }
  }

  /// The item of that name in a folder.
  public func item(named name: FileName, in parent: ItemID) throws(CatalogueError) -> Item? {
    try locked { () throws(CatalogueError) in try item(at: parent, name) }
  }

  /// The item that is this file at present.
  public func item(withFile file: FileID) throws(CatalogueError) -> Item? {
    try locked { () throws(CatalogueError) in try row(of: file) }
  }

  /// Where an item is below Documents; nil when it, or a folder that it lies in, is gone.
  public func path(of id: ItemID) throws(CatalogueError) -> DocumentPath? {
    try locked { () throws(CatalogueError) in try findPath(of: id) }
  }

  /// A page of the items in a folder.
  ///
  /// By key, so that a page costs the same wherever it is, and what comes or goes before it moves nothing.
  /// - Throws: ``CatalogueError/expired`` for a page of another epoch.
  public func children(
    of parent: ItemID, page: Page?, order: Order, limit: Int
  ) throws(CatalogueError) -> (items: [Item], next: Page?) {
    try locked { () throws(CatalogueError) in
      let epoch = try Schema.epoch(store)
      if let page, page.epoch != epoch { throw .expired }
      let (condition, values) = Self.condition(parent, page, order)
      var items: [Item] = []
      try store.run(Row.select + condition, values + [.integer(Int64(limit))]) { row throws(CatalogueError) in
        items.append(try Row.item(row))
      }
      guard let last = items.last, items.count == limit else { return (items, nil) }
      let key = order == .name ? 0 : last.modified.seconds
      return (items, Page(epoch: epoch, key: key, tail: Array(last.name.bytes)))
    }
  }

  private static func condition(
    _ parent: ItemID, _ page: Page?, _ order: Order
  ) -> (String, [Store.Value]) {
    switch (order, page) {
    case (.name, nil): ("parent = ? ORDER BY name LIMIT ?", [.text(parent.text)])
    case (.name, let page?):
      ("parent = ? AND name > ? ORDER BY name LIMIT ?", [.text(parent.text), .blob(page.tail)])
    case (.date, nil):
      ("parent = ? ORDER BY modified DESC, name DESC LIMIT ?", [.text(parent.text)])
    case (.date, let page?):
      (
        "parent = ? AND (modified, name) < (?, ?) ORDER BY modified DESC, name DESC LIMIT ?",
        [.text(parent.text), .integer(page.key), .blob(page.tail)]
      )
    }
  }

  /// A page of all items, parents before children.
  public func everything(
    page: Page?, limit: Int
  ) throws(CatalogueError) -> (items: [Item], next: Page?) {
    try locked { () throws(CatalogueError) in
      let epoch = try Schema.epoch(store)
      if let page, page.epoch != epoch { throw .expired }
      if page == nil { listed = try Schema.anchor(store) }
      let (depth, id) = (page?.key ?? 0, page.map { String(decoding: $0.tail, as: UTF8.self) } ?? "")
      var found: [(depth: Int64, id: ItemID)] = []
      try store.run(Self.tree, [.text(ItemID.root.text), .integer(depth), .text(id), .integer(Int64(limit))])
      {
        row throws(CatalogueError) in
        if let id = ItemID(row.text(0)) { found.append((row.integer(1), id)) }
      }
      var items: [Item] = []
      for (_, id) in found {
        if let item = try store.first(Row.select + "id = ?", [.text(id.text)], Row.item) {
          items.append(item)
        }
      }
      guard let last = found.last, found.count == limit else { return (items, nil) }
      return (items, Page(epoch: epoch, key: last.depth, tail: Array(last.id.text.utf8)))
    }
  }

  private static let tree = """
    WITH RECURSIVE tree(id, depth) AS (
      SELECT ?1, 0
      UNION ALL
      SELECT items.id, tree.depth + 1 FROM items JOIN tree ON items.parent = tree.id
      WHERE items.alive = 1 AND items.missing IS NULL)
    SELECT id, depth FROM tree WHERE depth > 0 AND (depth, id) > (?2, ?3) ORDER BY depth, id LIMIT ?4
    """

  /// A moment at or before everything that the last listing told.
  public func currentAnchor() throws(CatalogueError) -> Anchor {
    try locked { () throws(CatalogueError) in
      if let listed { return listed }
      return try Schema.anchor(store)
    }
  }

  /// What changed since a moment: first what is there, parents before children, then what is gone.
  ///
  /// - Throws: ``CatalogueError/expired`` for an anchor that is not one of this very catalogue's.
  public func changes(since anchor: Anchor, limit: Int) throws(CatalogueError) -> Changes {
    try locked { () throws(CatalogueError) in
      try store.transaction { () throws(CatalogueError) in
        let now = try Schema.anchor(store)
        guard anchor.epoch == now.epoch, anchor.sequence <= now.sequence,
          try Schema.token(store, of: anchor.sequence) == anchor.token
        else { throw .expired }
        if let bound = anchor.bound, bound > now.sequence || bound < anchor.sequence { throw .expired }
        let changes = try batch(anchor, bound: anchor.bound ?? now.sequence, limit: max(limit, 1))
        // What was told by a listing is told; from here on, changes are.
        if !changes.hasMore { listed = nil }
        return changes
      }
    }
  }

  private func batch(_ anchor: Anchor, bound: Int64, limit: Int) throws(CatalogueError) -> Changes {
    let position = max(anchor.position, anchor.sequence)
    var changes = Changes(updated: [], deleted: [], anchor: anchor, hasMore: true)
    var next = anchor
    next.bound = bound
    if !anchor.isAtDeletions {
      try store.run(
        Row.select + "sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?",
        [.integer(position), .integer(bound), .integer(Int64(limit))]
      ) { row throws(CatalogueError) in
        changes.updated.append(try Row.item(row))
        next.position = row.integer(Row.sequenceColumn)
      }
      if changes.updated.count == limit {
        changes.anchor = next
        return changes
      }
    }
    let deletedFrom = anchor.isAtDeletions ? position : anchor.sequence
    let room = limit - changes.updated.count
    try store.run(
      "SELECT id, sequence FROM items WHERE alive = 0 AND sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?",
      [.integer(deletedFrom), .integer(bound), .integer(Int64(room))]
    ) { row throws(CatalogueError) in
      if let id = ItemID(row.text(0)) { changes.deleted.append(id) }
      next.position = row.integer(1)
    }
    if changes.deleted.count == room {
      next.isAtDeletions = true
      if changes.deleted.isEmpty { next.position = anchor.sequence }
      changes.anchor = next
      return changes
    }
    guard let token = try Schema.token(store, of: bound) else { throw .expired }
    changes.anchor = Anchor(epoch: anchor.epoch, sequence: bound, token: token)
    changes.hasMore = false
    return changes
  }

  /// Notes, before anything is published, which file a call is about to publish, so that the same call
  /// played again finds it.
  ///
  /// - Parameter key: the item, or the template that it is made from.
  public func recordIntent(_ key: String, file: FileID) throws(CatalogueError) {
    try locked { () throws(CatalogueError) in
      try store.run(
        "INSERT INTO intents (key, inode, generation) VALUES (?, ?, ?)",
        [.text(key), .integer(file.inode), .integer(file.generation)])
      // The system plays a call again at once or after a restart, not after thousands of others.
      try store.run("DELETE FROM intents WHERE number <= (SELECT max(number) FROM intents) - 10000")
    }
  }

  /// The files that earlier calls were about to publish, newest first.
  public func intents(for key: String) throws(CatalogueError) -> [FileID] {
    try locked { () throws(CatalogueError) in
      var files: [FileID] = []
      try store.run(
        "SELECT inode, generation FROM intents WHERE key = ? ORDER BY number DESC", [.text(key)]
      ) { row throws(CatalogueError) in
        files.append(FileID(inode: row.bits(0), generation: row.bits(1)))
      }
      return files
    }
  }

  /// Compares Documents with what is remembered, and remembers what is there.
  ///
  /// Passes follow each other until nothing is undecided: that something is gone is decided only by a
  /// complete pass that began after it was missed. A pass is one transaction.
  /// - Throws: ``CatalogueError/rootExchanged`` when Documents is missing or another folder; nothing is
  ///   changed then. A folder that cannot be read changes nothing below it, and is no error.
  public func scan() throws(CatalogueError) {
    try locked { () throws(CatalogueError) in
      // The second pass decides what the first missed; the third, what was missed because of the second.
      for _ in 0..<3 {
        let isDecided = try store.transaction { () throws(CatalogueError) in
          let pass = try ScanPass(self)
          return try pass.run()
        }
        if isDecided { return }
      }
    }
  }

  func item(at parent: ItemID, _ name: FileName) throws(CatalogueError) -> Item? {
    try store.first(
      Row.select + "parent = ? AND name = ?", [.text(parent.text), .blob(Array(name.bytes))], Row.item)
  }

  func row(of file: FileID) throws(CatalogueError) -> Item? {
    // Also one that was missed: it is found again. Of hard links, the first that was met.
    try store.first(
      Row.selectAny + "alive = 1 AND inode = ? AND generation = ? ORDER BY number",
      [.integer(file.inode), .integer(file.generation)], Row.item)
  }

  func findPath(of id: ItemID) throws(CatalogueError) -> DocumentPath? {
    var names: [FileName] = []
    var id = id
    while id != .root {
      guard let item = try store.first(Row.select + "id = ?", [.text(id.text)], Row.item) else { return nil }
      names.append(item.name)
      id = item.parent
      // A circle in a store that somebody else wrote must not hold us for ever.
      if names.count > 10_000 { return nil }
    }
    return DocumentPath(names.reversed())
  }

  private func locked<Result>(
    _ body: () throws(CatalogueError) -> Result
  ) throws(CatalogueError) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}

extension CatalogueError {
  static func wrap<Value>(
    _ body: () throws(DiskError) -> Value
  ) throws(CatalogueError) -> Value {
    do throws(DiskError) {
      return try body()
    } catch {
      throw .disk(error)
    }
  }
}

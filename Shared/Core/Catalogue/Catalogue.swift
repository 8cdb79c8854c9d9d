/// What the File Provider remembers: which item is which, what it looked like, and what changed when.
///
/// Kept in a SQLite file in the extension's private container, and rebuildable: what only the user could know, the
/// identifier and the content version are on the documents. After a lost catalogue only anchors expire. Each
/// change is one transaction; a process that dies in it leaves the state before it, and a scan finds on disk
/// what was not committed. It may be called from several threads, and by several processes at once.
///
/// The room Catalogue:
/// - For: what the system was told: items, and a journal of their changes.
/// - Guarantees: after a loss it is made anew with the same identifiers and content versions.
/// - After a crash: the last transaction was committed or not; the next scan finds the rest.
/// - Never: take a folder that cannot be read for an empty one; read contents.
public final class Catalogue: Sendable {
  let container: Container
  let clock: ScanClock
  let path: String
  private let tellsTrash: Bool
  private let store: Mutex<Store?>

  /// Where the file is in a folder of the File Provider's own.
  public static func path(in home: String) -> String { home + "/catalogue.sqlite" }

  /// Opens the catalogue, and makes it when there is none.
  ///
  /// A file that is no database, or a damaged one, or one that is about another folder of documents, is set
  /// aside under another name, and a new one is begun with another epoch: every anchor expires, and the
  /// system lists again. Every other answer of SQLite is an error, and nothing is touched.
  /// - Parameters:
  ///   - path: where the file is, absolute; its folder must exist.
  ///   - container: the App Group's. A folder of documents that is not there is no error yet.
  ///   - tellsTrash: whether items in the trash are listed and told of as such; else they are told to be
  ///     gone. Anchors and pages of the one are of no use to the other.
  ///   - clock: what a scan waits by.
  /// - Throws: ``CatalogueError/store(_:)``, ``CatalogueError/newer(version:)``, ``CatalogueError/disk(_:)``.
  public init(path: String, container: Container, tellsTrash: Bool = false, clock: ScanClock = .system) throws
  {
    self.path = path
    self.tellsTrash = tellsTrash
    self.container = container
    self.clock = clock
    var opened = try Self.open(path, container.disk, tellsTrash: tellsTrash)
    if let root = try Root.present(in: container), let known = opened.state.root,
      known != root.file || opened.state.rootCreated != root.created
    {
      // Another world, after a restore for instance.
      opened = try Self.replace(opened, at: path, container.disk)
    }
    store = Mutex(opened)
  }

  /// Reads rows from one snapshot, but not the state.
  func look<Result>(_ body: (Store) throws -> Result) throws -> Result {
    try use { store in try store.look(body) }
  }

  /// Answers from one snapshot.
  func read<Result>(_ body: (Store) throws -> Result) throws -> Result {
    try use { store in try store.read(body) }
  }

  /// Answers from one snapshot something that the system will keep: every change in it is on the medium
  /// before it is told.
  func tell<Result>(_ body: (Store) throws -> Result) throws -> Result {
    try use { store in
      while true {
        let answer = try store.read { store -> Result? in
          store.state.synced < store.state.sequence ? nil : try body(store)
        }
        if let answer { return answer }
        // Another process may commit in between: then again.
        try store.sync()
      }
    }
  }

  /// Changes all of it or nothing.
  func write<Result>(syncs: Bool, _ body: (Store) throws -> Result) throws -> Result {
    try use { store in try store.write(syncs: syncs, body) }
  }

  private func use<Result>(_ body: (Store) throws -> Result) throws -> Result {
    try store.withLock { store in
      let present = try store ?? Self.open(path, container.disk, tellsTrash: tellsTrash)
      store = present
      do {
        do {
          return try body(present)
        } catch let error as CatalogueError where error.isFull {
          // Nothing of it was done.
          try makeRoom(present)
          return try body(present)
        }
      } catch let error as CatalogueError where error.isDamage {
        // The next call finds a new store, and the caller must begin anew.
        store = nil
        store = try Self.replace(present, at: path, container.disk, because: error)
        throw error
      }
    }
  }
}

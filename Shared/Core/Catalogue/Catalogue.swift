import Synchronization

/// The File Provider's record of all items: their identifiers, their last state, and a journal of their changes.
///
/// It is a SQLite file in the extension's private container. It can be rebuilt, because the documents store their
/// identifier, content version and attributes. After a loss only anchors expire. Each change is one transaction. If
/// the process dies in it, the earlier state stays, and a scan finds the change on disk. Several threads and several
/// processes may use it at once.
///
/// The module Catalogue:
/// - For: the items that the system knows, and a journal of their changes.
/// - Guarantees: after a loss it is rebuilt with the same identifiers and content versions.
/// - After a crash: the last transaction was committed or not; the next scan finds the changes that were not.
/// - Never: treat an unreadable folder as empty; read contents.
///
/// See <doc:FilesAndTheSystem>.
public final class Catalogue: Sendable {
  let container: Container
  let clock: ScanClock
  let path: String
  private let store: Mutex<Store?>
  /// Held by a scan: one at a time in a process.
  let scanning = Mutex(())

  /// Names the path of the file in a folder of the File Provider's own.
  static func path(in home: String) -> String { home + "/catalogue.sqlite" }

  /// Opens the catalogue, and makes it when there is none. A missing Documents folder is no error yet.
  ///
  /// A file that is no database, is damaged, was written by another version of the app, earlier or later, or belongs to
  /// another Documents folder is renamed, and a new one with another epoch is created: every anchor expires, and the system
  /// lists again. When the store cannot be read or written for now, that is an error, and the file stays unchanged.
  /// - Parameter path: where the file is, absolute; its folder must exist.
  /// - Throws: ``CatalogueError/store(_:)``, a ``DiskError``.
  init(path: String, container: Container, clock: ScanClock = .system) throws {
    self.path = path
    self.container = container
    self.clock = clock
    var opened = try Self.open(path, container.disk)
    if let root = try Root.present(in: container), let known = opened.state.root,
      known != root.file || opened.state.rootCreated != root.created
    {
      // For example after a restore.
      opened = try Self.replace(
        opened, at: path, container.disk, because: "it belongs to another folder of documents")
    }
    store = Mutex(opened)
  }

  /// Reads from one snapshot.
  func read<Result>(_ body: (Store) throws -> Result) throws -> Result {
    try use { store in try store.read(body) }
  }

  /// Reads from one snapshot a result that the system will keep. Every change in it is synced before this returns.
  func tell<Result>(_ body: (Store) throws -> Result) throws -> Result {
    try use { store in
      let answer = try store.read { store -> Result? in
        store.state.synced < store.state.sequence ? nil : try body(store)
      }
      // A synced commit also syncs all earlier ones.
      return try answer ?? store.write(syncs: true, body)
    }
  }

  /// Makes all changes of a closure in one transaction.
  func write<Result>(syncs: Bool, _ body: (Store) throws -> Result) throws -> Result {
    try use { store in try store.write(syncs: syncs, body) }
  }

  /// Empties the log: see ``Store/emptyLog()``.
  func emptyLog() throws { try use { store in try store.emptyLog() } }

  private func use<Result>(_ body: (Store) throws -> Result) throws -> Result {
    try store.withLock { store in
      let present = try store ?? Self.open(path, container.disk)
      store = present
      do {
        do {
          return try body(present)
        } catch let error as CatalogueError where error.isFull {
          // Nothing of it was done.
          try freeSpace(present)
          return try body(present)
        }
      } catch let error as CatalogueError where error.isDamage {
        // The next call opens a new store, and the caller must begin again.
        store = nil
        store = try Self.replace(present, at: path, container.disk, because: error.cause)
        throw error
      }
    }
  }
}

import Foundation

@testable import IntrayCore

/// A catalogue over the documents of a test, and what a test does to them.
///
/// Nothing waits: time goes on by itself whenever a scan would wait for it.
public final class CatalogueFixture {
  /// Where the documents and the store are.
  public let test: TestContainer
  private var opened: Catalogue?
  private let clock: ScanClock

  /// Opens a catalogue on the documents that are there, or on none.
  public init(_ test: TestContainer, clock: ScanClock = .patient) throws {
    self.test = test
    self.clock = clock
    if !FileManager.default.fileExists(atPath: place("")) { try test.put([:]) }
    try reopen()
  }

  /// Where the store is.
  public static func path(in test: TestContainer) -> String { test.path(of: "App/catalogue.sqlite") }

  /// Removes the store's log and its index, which a store keeps when it is closed.
  public func removeLog() {
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: Self.path(in: test) + suffix)
    }
  }

  /// Loses the store, as a restore does that leaves it out.
  public func removeStore() throws {
    quit()
    try FileManager.default.removeItem(atPath: Self.path(in: test))
    removeLog()
  }

  /// What another process sees that opens the same store.
  public func reopen(on disk: Disk? = nil) throws {
    quit()
    opened = try Catalogue(
      path: Self.path(in: test), container: test.container(on: disk ?? test.disk), clock: clock)
  }

  /// The process is gone.
  public func quit() { opened = nil }

  /// The catalogue, opened when it is needed.
  public var catalogue: Catalogue {
    get throws {
      if let opened { return opened }
      let fresh = try Catalogue(path: Self.path(in: test), container: test.container, clock: clock)
      opened = fresh
      return fresh
    }
  }

  /// The absolute path of a document.
  public func place(_ path: String) -> String { test.path(of: "AppGroup/Documents/" + path) }

  /// Makes or overwrites a document, and the folders on the way.
  public func write(_ path: String, _ text: String = "text") throws {
    try FileManager.default.createDirectory(
      atPath: (place(path) as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    let file = open(place(path), O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { throw Violation("cannot write \(path): errno \(errno)") }
    defer { close(file) }
    guard Foundation.write(file, text, text.utf8.count) == text.utf8.count else {
      throw Violation("cannot write \(path)")
    }
  }

  /// Makes a folder, and those on the way.
  public func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: place(path), withIntermediateDirectories: true)
  }

  /// rename(2): replaces what is there.
  public func move(_ path: String, _ other: String) throws {
    guard rename(place(path), place(other)) == 0 else {
      throw Violation("cannot move \(path) to \(other): errno \(errno)")
    }
  }

  /// Moves Documents itself to another name in the container, or makes another folder Documents.
  public func moveRoot(from name: String = "Documents", to newName: String = "Documents") throws {
    let container = test.path(of: "AppGroup/")
    guard rename(container + name, container + newName) == 0 else { throw Violation("cannot move the root") }
  }

  /// Exchanges two names in one step.
  public func exchange(_ path: String, _ other: String) throws {
    let (from, name) = try Folder.openParent(of: place(path), disk: .system)
    let (to, otherName) = try Folder.openParent(of: place(other), disk: .system)
    try from[name].exchange(with: to[otherName])
  }

  /// Removes a document, or a folder with all that is in it.
  public func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: place(path)) }

  /// chmod(2).
  public func setMode(_ path: String, _ mode: mode_t) throws {
    guard chmod(place(path), mode) == 0 else { throw Violation("chmod \(path): errno \(errno)") }
  }

  /// Sets an extended attribute of a file.
  public func setAttribute(_ path: String, _ name: String, _ value: [UInt8]) throws {
    let (folder, file) = try Folder.openParent(of: place(path), disk: .system)
    try folder[file].open(.file).setAttribute(name, value)
  }

  /// Writes the identity that a document carries, as our processes do before they publish it.
  public func writeIdentity(_ path: String, as id: ItemID, version: Int64 = .random(in: 0 ... .max)) throws {
    let (folder, name) = try Folder.openParent(of: place(path), disk: .system)
    let opened = try folder[name].open(folder[name].status().kind)
    try opened.setIdentity(Identity(id, version: version, of: opened.status()))
  }

  /// Sets the modification time back to what it was.
  public func setModified(_ path: String, _ time: FileTime) throws {
    let (folder, file) = try Folder.openParent(of: place(path), disk: .system)
    try folder[file].open(.file).setModified(time)
  }

  /// Which file a path stands for.
  public func file(_ path: String) throws -> FileID {
    let (folder, name) = try Folder.openParent(of: place(path), disk: .system)
    return try folder[name].status().file
  }

  /// What is at a path.
  public func status(_ path: String) throws -> FileStatus {
    let (folder, name) = try Folder.openParent(of: place(path), disk: .system)
    return try folder[name].status()
  }

  /// The item at a path, as the catalogue knows it.
  public func item(_ path: String) throws -> Item? {
    var item: Item?
    for name in path.split(separator: "/") {
      item = try catalogue.item(named: FileName(String(name)), in: item?.id ?? .root)
      if item == nil { return nil }
    }
    return item
  }

  /// The identity of the item at a path.
  public func id(_ path: String) throws -> ItemID {
    guard let item = try item(path) else { throw Violation("there is no item \(path)") }
    return item.id
  }

  /// Scans, and expects that everything was decided.
  public func scan() throws {
    let report = try catalogue.scan(isFull: true)
    guard report.isDecided else { throw Violation("undecided: \(report)") }
  }

  /// Every item, page by page, each as it was told last.
  public func everything(limit: Int = 7) throws -> [ItemID: Item] {
    var items: [ItemID: Item] = [:]
    var page: PageToken?
    repeat {
      let listing = try catalogue.everything(page: page, limit: limit)
      for item in listing.items {
        guard [.root, .trash].contains(item.parent) || items[item.parent] != nil else {
          throw Violation("\(item.name) was told before its folder")
        }
        items[item.id] = item
      }
      page = listing.next
    } while page != nil
    return items
  }

  /// The paths of every item, by identity.
  public func paths() throws -> [String: ItemID] {
    let items = try everything()
    var paths: [String: ItemID] = [:]
    for item in items.values {
      var names = [item.name.description]
      var parent = item.parent
      while let folder = items[parent] {
        names.append(folder.name.description)
        parent = folder.parent
      }
      paths[names.reversed().joined(separator: "/")] = item.id
    }
    return paths
  }

  /// Everything that changed since an anchor, batch by batch.
  public func changes(since anchor: SyncAnchor, limit: Int = 100) throws -> (
    updated: [Item], deleted: [ItemID], anchor: SyncAnchor
  ) {
    var (updated, deleted): ([Item], [ItemID]) = ([], [])
    var changes = try catalogue.changes(since: anchor, limit: limit)
    while true {
      updated += changes.updated
      deleted += changes.deleted
      guard changes.hasMore else { return (updated, deleted, changes.anchor) }
      changes = try catalogue.changes(since: changes.anchor, limit: limit)
    }
  }

  /// The present moment: the anchor after everything was told.
  public func anchor() throws -> SyncAnchor {
    _ = try everything()
    return try changes(since: catalogue.firstAnchor()).anchor
  }
}

extension ScanClock {
  /// A clock that is always late enough: for kernels whose time stamps are fine, as every test's should be.
  public static let patient = ScanClock(now: { FileTime(seconds: .max / 2) }, wait: { _ in })
}

/// Lends a fixture in a test of its own.
public func withFixture(
  clock: ScanClock = .patient, _ tidiness: AllowedRemains = .tidy, on volume: Volume = .disk,
  _ body: (CatalogueFixture) throws -> Void
) throws {
  try withTestContainer(tidiness, on: volume) { test in try body(CatalogueFixture(test, clock: clock)) }
}

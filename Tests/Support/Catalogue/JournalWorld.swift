import Foundation
import Shared

/// A folder of documents to which everything happens, the catalogue over it, and clients of the catalogue.
///
/// Every step has random numbers of its own, so that it stays much the same when steps before it are left out:
/// that is how a failure is made small.
final class JournalWorld {
  let fixture: CatalogueFixture
  private(set) var log: [String] = []
  private(set) var tally = JournalTrial.Statistics()
  private let seed: UInt64
  private var random: Seeded
  private var number = 0
  private var clients: [JournalClient] = []
  /// The contents of each version of each document: bytes by identity and version.
  private var contents: [ItemID: [Int64: [UInt8]]] = [:]
  /// Which item each file was, when everything was decided last.
  private var identities: [FileID: ItemID] = [:]
  private var backup: String?

  init(_ fixture: CatalogueFixture, seed: UInt64) throws {
    self.fixture = fixture
    self.seed = seed
    random = Seeded(seed)
    try fixture.test.put(.folder(), at: "AppGroup/Trash")
    try fixture.catalogue.scan()
  }

  /// One thing happens: the one of this number.
  func step(_ number: Int) throws {
    self.number = number
    var numbers = Seeded(seed)
    random = Seeded(numbers.next() ^ UInt64(number))
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<62: try operate()
    case 62..<72: try scan(passes: nil)
    case 72..<77: try scan(passes: 1)
    case 77..<80: try scanWithFault()
    case 80..<84: try addClient()
    case 84..<95: try advance()
    case 95..<97: try audit()
    case 97: try reopen()
    case 98: try backUpOrRestore()
    default: try loseStore()
    }
  }

  /// Everything is looked at once more.
  func finish() throws {
    try audit()
    for client in clients { try replay(client, to: .end) }
    try audit()
  }

  // MARK: Operations

  private func operate() throws {
    tally.operations += 1
    let all = Disturbance.allCases
    let disturbance = all[Int.random(in: 0..<all.count, using: &random)]
    let (one, other) = (pick(), pick())
    let name = newName()
    note("\(disturbance) \(one ?? "-") \(other ?? "-") \(name)")
    // What cannot be done (a folder into itself, a name that is taken) is not done.
    try? disturbance.happen(fixture, one: one, other: other, name: name, number: number)
  }

  /// Some path that is there.
  private func pick() -> String? {
    var paths: [String] = []
    for root in ["", "../Trash/"] {
      let places = FileManager.default.enumerator(atPath: fixture.place(root))
      while let place = places?.nextObject() as? String { paths.append(root + place) }
    }
    paths.sort()
    return paths.randomElement(using: &random)
  }

  private func newName() -> String {
    let letters = ["a", "b", "c", "d", "A", "e\u{301}", "\u{E9}", "f.txt", "g.txt"]
    return letters.randomElement(using: &random) ?? "a"
  }

  // MARK: Scans

  /// - Parameter passes: how many passes it makes at most; nil is as many as the product makes.
  private func scan(passes: Int?) throws {
    note("scan, passes: \(passes ?? 0)")
    tally.scans += 1
    if let passes {
      _ = try fixture.catalogue.scan(isFull: true, passes: passes)
    } else {
      try fixture.catalogue.scan(isFull: true)
    }
  }

  /// A scan of a process that dies, or of a disk that fails once, or always.
  private func scanWithFault() throws {
    tally.faults += 1
    let at = Int.random(in: 1..<400, using: &random)
    let kind = Int.random(in: 0..<3, using: &random)
    let error = DiskError.everyKind[Int.random(in: 0..<DiskError.everyKind.count, using: &random)]
    note("fault \(kind) at \(at): \(error.code)")
    let fuse = Fuse(at: at, isLasting: kind == 1)
    let disk = fixture.test.disk
    try fixture.reopen(on: kind == 0 ? disk.dying(fuse) : disk.failing(fuse, with: error), isForgiving: true)
    do {
      try fixture.catalogue.scan()
    } catch {
      note("  threw \(error)")
    }
    try fixture.reopen()
  }

  // MARK: The store

  private func backUpOrRestore() throws {
    let path = CatalogueFixture.path(in: fixture.test)
    fixture.quit()
    if let backup {
      note("restore")
      for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
      try FileManager.default.moveItem(atPath: backup, toPath: path)
      self.backup = nil
      // Versions that were counted after the backup are counted again.
      contents = [:]
      identities = [:]
    } else {
      note("back up")
      let copy = path + ".backup"
      try? FileManager.default.removeItem(atPath: copy)
      try FileManager.default.copyItem(atPath: path, toPath: copy)
      backup = copy
    }
    try fixture.reopen()
  }

  private func reopen() throws {
    note("reopen")
    try fixture.reopen()
  }

  private func loseStore() throws {
    guard Int.random(in: 0..<3, using: &random) == 0 else { return }
    note("lose the store")
    fixture.quit()
    let path = CatalogueFixture.path(in: fixture.test)
    for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) }
    backup.map { try? FileManager.default.removeItem(atPath: $0) }
    backup = nil
    identities = [:]
    try fixture.reopen()
    try fixture.catalogue.scan()
  }

  // MARK: Clients

  private func addClient() throws {
    guard clients.count < 6 else { return }
    let client = JournalClient(limit: Int.random(in: 1..<12, using: &random))
    clients.append(client)
    note("client \(clients.count)")
  }

  /// A client does some of its work: a page, a batch, or everything.
  private func advance() throws {
    guard let client = clients.randomElement(using: &random) else { return }
    try replay(client, to: Bool.random(using: &random) ? .end : .oneStep)
  }

  private func replay(_ client: JournalClient, to end: JournalClient.End) throws {
    note("replay \(end), limit \(client.limit)")
    tally.replays += 1
    try client.advance(fixture.catalogue, to: end)
    tally.expired += client.expired
    client.expired = 0
  }

  // MARK: What must hold

  /// Decides everything, and compares disk, catalogue and every client.
  private func audit() throws {
    note("audit")
    tally.audits += 1
    var report = try fixture.catalogue.scan(isFull: true)
    for _ in 0..<3 where !report.isDecided { report = try fixture.catalogue.scan(isFull: true) }
    guard report.isDecided else {
      throw Violation("nobody changes anything, and something is undecided: \(report)")
    }
    let items = try fixture.everything(limit: Int.random(in: 1..<20, using: &random))
    try compareWithDisk(items)
    try compareVersions(items)
    try compareIdentities(items)
    for client in clients {
      try replay(client, to: .end)
      guard client.items == items else {
        throw Violation("a client differs: \(Self.difference(client.items, items))")
      }
    }
  }

  private func compareWithDisk(_ items: [ItemID: Item]) throws {
    var known: [String: Item] = [:]
    for item in items.values {
      guard let path = try fixture.catalogue.path(of: item.id) else { throw Violation("\(item) has no path") }
      known[path.description] = item
    }
    var count = 0
    let places = FileManager.default.enumerator(atPath: fixture.place(""))
    while let place = places?.nextObject() as? String {
      count += 1
      let (folder, name) = try Folder.openParent(of: fixture.place(place), disk: .system)
      let status = try folder.status(name)
      guard let item = known[place] else { throw Violation("\(place) is not in the catalogue") }
      guard
        try item.kind == status.kind && item.file == folder.identify(name) && item.size == status.size
          && item.modified == status.modified && item.mode == status.mode
          && item.changed == status.changed
      else { throw Violation("\(place) is \(status), and known as \(item)") }
    }
    guard count == items.count, known.count == count else {
      throw Violation("\(count) on disk, \(items.count) in the catalogue")
    }
  }

  /// No two contents of a document under one version.
  private func compareVersions(_ items: [ItemID: Item]) throws {
    for item in items.values where item.kind == .file {
      guard let path = try fixture.catalogue.path(of: item.id) else { continue }
      guard let data = FileManager.default.contents(atPath: fixture.place(path.description)) else {
        throw Violation("cannot read \(path)")
      }
      let bytes = [UInt8](data)
      if let told = contents[item.id]?[item.contentVersion], told != bytes {
        throw Violation("\(path) has changed, and is still version \(item.contentVersion)")
      }
      contents[item.id, default: [:]][item.contentVersion] = bytes
    }
  }

  /// A file that is the same as before is the same item.
  private func compareIdentities(_ items: [ItemID: Item]) throws {
    var now: [FileID: ItemID] = [:]
    for item in items.values { now[item.file] = item.id }
    for (file, id) in now {
      if let before = identities[file], before != id { throw Violation("\(file) was \(before) and is \(id)") }
    }
    identities = now
  }

  private static func difference(_ one: [ItemID: Item], _ other: [ItemID: Item]) -> String {
    let ids = Set(one.keys).union(other.keys)
    return ids.filter { one[$0] != other[$0] }.map { id in
      "\(id): client \(one[id].map { "\($0)" } ?? "nothing"), listing \(other[id].map { "\($0)" } ?? "nothing")"
    }.joined(separator: "\n")
  }

  private func note(_ text: String) { log.append(text) }
}

extension CatalogueFixture {
  /// Every folder, in an order that does not depend on chance.
  func folders() throws -> [Item] {
    let items = try everything()
    return try paths().sorted { $0.key < $1.key }.compactMap { items[$0.value] }.filter { $0.kind == .folder }
  }
}

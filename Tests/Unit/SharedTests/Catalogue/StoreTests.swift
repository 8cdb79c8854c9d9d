import Foundation
import SQLite3
import Testing

@testable import IntrayCore

/// The file of the catalogue: what may happen to it, and what each of it means.
@Suite(.inContainer) struct CatalogueStoreTests {
  let fixture: CatalogueFixture

  init() throws { fixture = try CatalogueFixture(.current) }

  let test = TestContainer.current

  @Test("The catalogue sets aside a file that is no database, and begins a new epoch")
  func noDatabase() throws {
    try fixture.write("a.txt")
    try fixture.scan()
    let (anchor, id) = try (fixture.anchor(), fixture.id("a.txt"))
    fixture.quit()
    let path = CatalogueFixture.path(in: fixture.test)
    try Data("this is no database, whatever its name may say".utf8).write(to: URL(fileURLWithPath: path))
    fixture.removeLog()
    try fixture.reopen()
    #expect(throws: CatalogueError.notScanned) { try fixture.everything() }
    #expect(throws: CatalogueError.notScanned) { try fixture.catalogue.item(id) }
    #expect(throws: CatalogueError.expired) { try fixture.catalogue.changes(since: anchor, limit: 1) }
    try fixture.scan()
    #expect(try fixture.paths().count == 1)
    #expect(try fixture.id("a.txt") == id)
    #expect(try asides().contains { $0.hasPrefix("catalogue.sqlite.aside-") })
  }

  @Test("The catalogue sets aside a damaged database when it reads the damaged page")
  func damaged() throws {
    for number in 0..<300 { try fixture.write("\(number).txt") }
    try fixture.scan()
    let anchor = try fixture.anchor()
    fixture.quit()
    fixture.removeLog()
    // Opening looks at some pages, which stay in memory.
    try fixture.reopen()
    let path = CatalogueFixture.path(in: fixture.test)
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    let size = try file.seekToEnd()
    for offset in stride(from: UInt64(8192), to: size, by: 4096) {
      try file.seek(toOffset: offset)
      try file.write(contentsOf: Data(repeating: 0xA5, count: 4096))
    }
    try file.close()
    do {
      try fixture.catalogue.scan(isFull: true)
      Issue.record("The scan found no damage.")
    } catch CatalogueError.store(let failure) {
      #expect(failure.kind == .damaged)
      #expect(!failure.sentence.isEmpty)
    }
    #expect(try asides().count >= 1)
    #expect(throws: CatalogueError.notScanned) { try fixture.everything() }
    try fixture.scan()
    #expect(try fixture.paths().count == 300)
    #expect(throws: CatalogueError.expired) { try fixture.catalogue.changes(since: anchor, limit: 1) }
  }

  @Test("A store of a later version is set aside, and the documents keep their identifiers and versions")
  func newer() throws {
    for path in ["a.txt", "gone.txt"] { try fixture.write(path) }
    try fixture.scan()
    let (anchor, before, gone) = try (fixture.anchor(), fixture.item("a.txt"), fixture.id("gone.txt"))
    fixture.quit()
    try sql("PRAGMA user_version = 99", at: CatalogueFixture.path(in: fixture.test))
    try fixture.remove("gone.txt")
    try fixture.reopen()
    #expect(throws: CatalogueError.expired) { try fixture.catalogue.changes(since: anchor, limit: 1) }
    try fixture.scan()
    let after = try fixture.item("a.txt")
    #expect(after?.id == before?.id && after?.contentVersion == before?.contentVersion)
    // What the later version had told is told to be gone.
    #expect(try fixture.changes(since: fixture.catalogue.firstAnchor()).deleted == [gone])
    try fixture.reopen()
    #expect(try asides().isEmpty)
  }

  @Test("A store heals itself after any single damage", arguments: StoreDamage.all)
  func healing(damage: StoreDamage) throws {
    let trial = try StoreDamage.Trial(fixture)
    try damage.act(CatalogueFixture.path(in: fixture.test))
    try trial.check(fixture)
  }

  @Test(
    "What an earlier store had told, and is gone, is told to be gone as soon as everything could be read",
    arguments: [false, true])
  func former(isUnreadable: Bool) throws {
    for path in ["stays.txt", "box/gone.txt", "long gone.txt"] { try fixture.write(path) }
    try fixture.scan()
    let (stays, gone, longGone) = try (
      fixture.id("stays.txt"), fixture.id("box/gone.txt"), fixture.id("long gone.txt")
    )
    try fixture.remove("long gone.txt")
    try fixture.scan()
    fixture.quit()
    // An update of the app changes the tables.
    let path = CatalogueFixture.path(in: fixture.test)
    try sql("PRAGMA user_version = \(Schema.version - 1)", at: path)
    try fixture.remove("box/gone.txt")
    let box = try fixture.file("box")
    var disk = fixture.test.disk
    let base = disk
    disk.list = { folder, each throws(DiskError) in
      if isUnreadable, try base.status(folder, nil).file == box { throw .of(.failed, number: 5) }
      try base.list(folder, each)
    }
    try fixture.reopen(on: disk)
    try fixture.catalogue.scan()
    #expect(try fixture.id("stays.txt") == stays)
    if isUnreadable {
      #expect(try fixture.changes(since: fixture.catalogue.firstAnchor()).deleted.isEmpty)
      // Also a process that begins then knows them.
      try fixture.reopen()
      try fixture.scan()
    }
    let deleted = try fixture.changes(since: fixture.catalogue.firstAnchor()).deleted
    #expect(Set(deleted) == [gone, longGone] && deleted.count == 2)
    // Once.
    let anchor = try fixture.anchor()
    try fixture.reopen()
    try fixture.catalogue.scan(isFull: true)
    #expect(try fixture.changes(since: anchor).deleted.isEmpty)
    #expect(try asides().isEmpty)
    // One that comes back is there again.
    try fixture.write("box/back.txt")
    let status = try Folder.open(fixture.place("box"), disk: .system)["back.txt"].status()
    try fixture.setAttribute("box/back.txt", Identity.attribute, Identity(gone, of: status).bytes)
    try fixture.scan()
    #expect(try fixture.changes(since: anchor).updated.map(\.id).contains(gone))
  }

  @Test("A store that another connection holds is reported as busy")
  func busy() throws {
    try fixture.write("a.txt")
    try fixture.scan()
    let before = try fixture.paths()
    let other = try Database(path: CatalogueFixture.path(in: fixture.test))
    try other.execute("BEGIN IMMEDIATE")
    try fixture.catalogue.read { store in
      // The test does not wait for the lock.
      try store.database.execute("PRAGMA busy_timeout = 0")
    }
    try fixture.write("b.txt")
    do {
      try fixture.catalogue.scan()
      Issue.record("The scan found no damage.")
    } catch CatalogueError.store(let failure) {
      #expect(failure.kind == .busy)
      #expect(failure.code & 0xFF == SQLITE_BUSY)
    }
    #expect(try fixture.paths() == before)
    try other.execute("ROLLBACK")
    try fixture.scan()
    #expect(try fixture.paths().count == 2)
    #expect(try asides().isEmpty)
  }

  @Test("Only what passes by itself does not count as damage")
  func damageByCode() throws {
    let passing = [
      SQLITE_IOERR, SQLITE_NOMEM, SQLITE_INTERRUPT, SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL,
      SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH, SQLITE_FULL,
    ]
    for code in passing + [SQLITE_IOERR | (10 << 8), SQLITE_READONLY | (6 << 8)] {
      #expect(!CatalogueError(code, "").isDamage, "\(code)")
    }
    for code in SQLITE_ERROR..<SQLITE_ROW where !passing.contains(code) && code <= SQLITE_NOTADB {
      #expect(CatalogueError(code, "").isDamage, "\(code)")
    }
    #expect(CatalogueError(SQLITE_CORRUPT | (1 << 8), "").isDamage)
  }

  @Test(
    "A store that may not be written is not set aside", .enabled(if: geteuid() != 0), arguments: ["", "-shm"])
  func writeProtected(part: String) throws {
    try fixture.write("a.txt")
    try fixture.scan()
    fixture.quit()
    let path = CatalogueFixture.path(in: fixture.test) + part
    chmod(path, 0o400)
    try fixture.write("b.txt")
    #expect {
      try fixture.reopen()
      try fixture.scan()
    } throws: { error in
      if case .store(let failure)? = error as? CatalogueError { failure.kind == .unreadable } else { false }
    }
    chmod(path, 0o600)
    try fixture.reopen()
    try fixture.scan()
    #expect(try asides().isEmpty && fixture.paths().count == 2)
  }

  @Test("A store that is restored from a backup keeps its items, and every later anchor has expired")
  func backup() throws {
    try fixture.write("a.txt")
    try fixture.scan()
    let early = try fixture.anchor()
    let a = try fixture.id("a.txt")
    fixture.quit()
    let path = CatalogueFixture.path(in: fixture.test)
    // What is closed is whole without its log.
    try FileManager.default.copyItem(atPath: path, toPath: path + ".backup")
    try fixture.reopen()
    try fixture.write("b.txt")
    try fixture.scan()
    let late = try fixture.anchor()
    fixture.quit()
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: path + ".backup", toPath: path)
    fixture.removeLog()
    try fixture.reopen()
    #expect(throws: CatalogueError.expired) { try fixture.catalogue.changes(since: late, limit: 1) }
    #expect(try fixture.changes(since: early).updated.isEmpty)
    // The same numbers come again, with another meaning.
    try fixture.write("c.txt")
    try fixture.scan()
    #expect(throws: CatalogueError.expired) { try fixture.catalogue.changes(since: late, limit: 1) }
    #expect(try Set(fixture.changes(since: early).updated.map(\.name.description)) == ["b.txt", "c.txt"])
    #expect(try fixture.id("a.txt") == a)
  }

  @Test("The store is synced before it returns an anchor or an item")
  func synced() throws {
    try fixture.write("a.txt")
    try fixture.catalogue.scan()
    #expect(try fixture.catalogue.read { store in store.state.synced == store.state.sequence })
    try fixture.catalogue.reportAgain(fixture.id("a.txt"))
    let before = try fixture.catalogue.read { store in store.state }
    #expect(before.synced < before.sequence)
    _ = try fixture.catalogue.currentAnchor()
    let after = try fixture.catalogue.read { store in store.state }
    #expect(after.synced == after.sequence)
  }

  @Test("Two processes can scan and read at the same time")
  func twoProcesses() throws {
    for number in 0..<50 { try fixture.write("\(number % 5)/\(number).txt") }
    let path = CatalogueFixture.path(in: fixture.test)
    let other = try Catalogue(path: path, container: fixture.test.container, clock: .patient)
    let catalogues = try [other, fixture.catalogue]
    DispatchQueue.concurrentPerform(iterations: 8) { @Sendable number in
      let catalogue = catalogues[number % 2]
      for _ in 0..<5 {
        do {
          try catalogue.scan()
          _ = try catalogue.everything(page: nil, limit: 10)
          _ = try catalogue.currentAnchor()
        } catch {
          Issue.record("\(error)")
        }
      }
    }
    #expect(try fixture.paths().count == 55)
  }

  @Test(
    "An anchor before the horizon has expired, a later one and that of the beginning have not")
  func horizon() throws {
    try fixture.write("stays.txt")
    try fixture.scan()
    let early = try fixture.anchor()
    func churn() throws {
      for number in 0..<15 {
        try fixture.write("\(number).txt")
        try fixture.scan()
        try fixture.remove("\(number).txt")
        try fixture.scan()
      }
    }
    try churn()
    try fixture.catalogue.forgetOld(fixture.catalogue.read { store in store.state }, remembering: 10)
    let first = try fixture.catalogue.currentAnchor()
    #expect(try fixture.changes(since: first).updated.map(\.name) == ["stays.txt"])
    try churn()
    let late = try fixture.anchor()
    try fixture.write("late.txt")
    try fixture.scan()
    try fixture.catalogue.forgetOld(fixture.catalogue.read { store in store.state }, remembering: 10)
    #expect(throws: CatalogueError.expired) { try fixture.catalogue.changes(since: early, limit: 1) }
    let changes = try fixture.changes(since: late)
    #expect(changes.updated.map(\.name) == ["late.txt"] && changes.deleted.isEmpty)
    #expect(try fixture.paths().count == 2)
    let query = "SELECT (SELECT count(*) FROM tombstone) + (SELECT count(*) FROM history)"
    let rows = try fixture.catalogue.read { store in try store.database.first(query) { $0.integer() } }
    #expect((rows ?? .max) < 40)
  }

  @Test("An identity is read back as it was written, and malformed ones are refused")
  func identifiers() {
    let fresh = (0..<1000).map { _ in ItemID.random() }
    #expect(Set(fresh).count == 1000)
    for id in [ItemID.root, .trash, .none, fresh[0], fresh[1]] {
      #expect(ItemID(id.text) == id)
      #expect(ItemID(id.bytes) == id)
      #expect(id.text.utf8.count == 32)
    }
    for text in [
      "", "0", String(repeating: "0", count: 48), String(repeating: "0", count: 31),
      String(repeating: "g", count: 32), String(repeating: "A", count: 32), String(repeating: "é", count: 16),
      String(repeating: "+", count: 32),
    ] {
      #expect(ItemID(text) == nil)
    }
  }

  @Test func identifiersThatAreMadeTogetherLieTogetherInAnIndex() throws {
    let ids = (0..<1000).map { _ in ItemID.random() }
    let milliseconds = try ids.map { try #require(Int64($0.text.prefix(12), radix: 16)) }
    let now = FileTime.now.seconds
    #expect(milliseconds == milliseconds.sorted())
    #expect(milliseconds.allSatisfy { (now - 60...now).contains($0 / 1000) })
  }

  @Test("No identity is given twice, not even after the newest item is gone or a backup is restored")
  func identifiersAreNew() throws {
    try fixture.scan()
    fixture.quit()
    let path = CatalogueFixture.path(in: fixture.test)
    try FileManager.default.copyItem(atPath: path, toPath: path + ".backup")
    var ids: Set<ItemID> = []
    for life in 1...2 {
      try fixture.reopen()
      for round in 0..<10 {
        try fixture.write("\(round).txt")
        try fixture.scan()
        #expect(try ids.insert(fixture.id("\(round).txt")).inserted, "life \(life)")
        try fixture.remove("\(round).txt")
        try fixture.scan()
      }
      fixture.quit()
      try? FileManager.default.removeItem(atPath: path)
      try? FileManager.default.moveItem(atPath: path + ".backup", toPath: path)
    }
  }

  private func asides() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: fixture.test.path(of: "App")).filter {
      $0.contains(".aside-")
    }
  }

  private func sql(_ text: String, at path: String) throws {
    let database = try Database(path: path)
    try database.execute(text)
  }
}

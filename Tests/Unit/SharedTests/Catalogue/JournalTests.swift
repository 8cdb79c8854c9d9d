import Foundation
import Testing

@testable import IntrayCore

/// The order and the batches in which changes are told.
@Suite(.inContainer) struct CatalogueJournalTests {
  let fixture: CatalogueFixture

  init() throws { fixture = try CatalogueFixture(.current) }

  @Test("A folder is reported before its contents, even when it changed later")
  func parentsFirst() throws {
    let client = JournalClient(limit: 2)
    try fixture.scan()
    try client.advance(fixture.catalogue)
    for number in 0..<9 { try fixture.write("one/two/\(number).txt") }
    for folder in ["one/two", "one"] {
      try fixture.scan()
      try fixture.setMode(folder, 0o755)
    }
    try fixture.scan()
    // It throws for an item that comes before its folder.
    try client.advance(fixture.catalogue)
    #expect(client.items.count == 11)
  }

  @Test("Nothing of the store says the name of a document whose deletion the system knows")
  func namesOfTheDeleted() throws {
    try fixture.write("box/secret-name.txt")
    try fixture.scan()
    try fixture.move("box/secret-name.txt", "box/other.txt")
    try fixture.scan()
    try fixture.remove("box/other.txt")
    try fixture.scan()
    try fixture.catalogue.confirm(fixture.anchor())
    let path = CatalogueFixture.path(in: fixture.test)
    for suffix in ["", "-wal"] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path + suffix))
      for name in ["secret-name.txt", "other.txt"] { #expect(bytes.range(of: Data(name.utf8)) == nil) }
    }
  }

  @Test("Deletions are reported after all updates")
  func deletionsLast() throws {
    for number in 0..<10 { try fixture.write("box/\(number).txt") }
    try fixture.scan()
    let anchor = try fixture.anchor()
    for number in 0..<5 { try fixture.move("box/\(number).txt", "\(number).txt") }
    try fixture.remove("box")
    for number in 5..<8 { try fixture.write("later\(number).txt") }
    try fixture.scan()
    var changes = try fixture.catalogue.changes(since: anchor, limit: 2)
    var updated = 0
    while changes.deleted.isEmpty {
      updated += changes.updated.count
      #expect(changes.hasMore)
      changes = try fixture.catalogue.changes(since: changes.anchor, limit: 2)
    }
    #expect(updated + changes.updated.count == 8)
    var deleted = changes.deleted
    while changes.hasMore {
      changes = try fixture.catalogue.changes(since: changes.anchor, limit: 2)
      #expect(changes.updated.isEmpty)
      deleted += changes.deleted
    }
    #expect(deleted.count == 6)
  }

  @Test("A change between two batches is reported before the deletions")
  func changeBetweenBatches() throws {
    try fixture.write("box/a.txt")
    for number in 0..<6 { try fixture.write("box/\(number).txt") }
    try fixture.scan()
    let anchor = try fixture.anchor()
    let a = try fixture.id("box/a.txt")
    try fixture.move("box/a.txt", "a.txt")
    try fixture.remove("box")
    try fixture.scan()
    var changes = try fixture.catalogue.changes(since: anchor, limit: 1)
    // Its move out of the folder was reported. Now it changes again, before the folder's deletion is reported.
    try fixture.move("a.txt", "b.txt")
    try fixture.scan()
    var told: [FileName] = changes.updated.filter { $0.id == a }.map(\.name)
    while changes.hasMore {
      changes = try fixture.catalogue.changes(since: changes.anchor, limit: 1)
      if !changes.deleted.isEmpty { #expect(told.last == "b.txt") }
      told += changes.updated.filter { $0.id == a }.map(\.name)
    }
    #expect(told.last == "b.txt")
  }

  @Test("An item that changed often is reported once, with its last state")
  func lastStateWins() throws {
    try fixture.write("a.txt")
    try fixture.scan()
    let anchor = try fixture.anchor()
    for number in 0..<5 {
      try fixture.write("a.txt", String(repeating: "x", count: number + 10))
      try fixture.scan()
    }
    let changes = try fixture.changes(since: anchor)
    #expect(try changes.updated == [#require(try fixture.item("a.txt"))])
    #expect(changes.updated.count == 1)
  }

  @Test("Changes since an anchor are the same for every batch size")
  func batches() throws {
    let anchor = try fixture.catalogue.currentAnchor()
    for number in 0..<40 { try fixture.write("\(number % 4)/\(number % 8)/\(number).txt") }
    try fixture.scan()
    for number in stride(from: 0, to: 40, by: 3) {
      try fixture.remove("\(number % 4)/\(number % 8)/\(number).txt")
    }
    try fixture.scan()
    let whole = try fixture.changes(since: anchor, limit: 1_000)
    for limit in [1, 2, 3, 7, 20] {
      let parts = try fixture.changes(since: anchor, limit: limit)
      #expect(Set(parts.updated) == Set(whole.updated))
      #expect(Set(parts.deleted) == Set(whole.deleted))
    }
  }

  @Test("Documents that pass their names on in a long chain are never reported with one name twice")
  func chain() throws {
    for number in 0..<300 { try fixture.write("\(number)", "") }
    try fixture.scan()
    let client = JournalClient(limit: 1)
    try client.advance(fixture.catalogue)
    for number in 1..<300 { try fixture.move("\(number)", "\(number - 1)") }
    try fixture.write("299")
    try fixture.scan()
    try client.advance(fixture.catalogue)
    #expect(try client.items == fixture.everything())
    #expect(client.expired == 0)
  }

  @Test("A circle of names that is too large to report together is reported in several batches")
  func largeCircle() throws {
    for number in 0..<1_150 { try fixture.write("\(number)", "") }
    try fixture.scan()
    let anchor = try fixture.anchor()
    try fixture.move("0", "x")
    for number in 1..<1_150 { try fixture.move("\(number)", "\(number - 1)") }
    try fixture.move("x", "1149")
    try fixture.scan()
    let changes = try fixture.changes(since: anchor)
    #expect(try Set(changes.updated) == Set(fixture.everything(limit: 500).values))
  }
}

import Foundation
import Synchronization
import Testing

@testable import IntrayCore

/// Commits of the provider's own changes.
@Suite(.inContainer) struct CatalogueCommitTests {
  let fixture: CatalogueFixture

  init() throws { fixture = try CatalogueFixture(.current) }

  @Test("An item that the provider creates is stored at once, and a scan stores no second one")
  func create() throws {
    try fixture.scan()
    let anchor = try fixture.anchor()
    try fixture.write("a.txt")
    let item = try fixture.catalogue.commit(fixture.file("a.txt"), in: .root, as: "a.txt", answering: 0)
    #expect(try fixture.item("a.txt") == item)
    let state = try fixture.catalogue.read { store in store.state }
    #expect(state.synced == state.sequence)
    try fixture.scan()
    #expect(try fixture.paths() == ["a.txt": item.id])
    #expect(try fixture.item("a.txt") == item)
    #expect(try fixture.changes(since: anchor).updated == [item])
    // The same again is the same.
    #expect(try fixture.catalogue.commit(fixture.file("a.txt"), in: .root, as: "a.txt", answering: 0) == item)
  }

  @Test("A commit sees a change by another process within the same clock tick")
  func sameTick() throws {
    let late = FileTime(seconds: .max / 2)
    let now = Mutex(late)
    let change = Mutex<(@Sendable () -> Void)?>(nil)
    let clock = ScanClock(
      now: { now.withLock { $0 } },
      wait: { _ in
        change.withLock { $0 }?()
        now.withLock { $0 = late }
      })
    try withFixture(clock: clock) { fixture in
      try fixture.scan()
      try fixture.write("a.txt")
      let file = try fixture.file("a.txt")
      let (folder, name) = try Folder.openParent(of: fixture.place("a.txt"), disk: .system)
      let changed = try folder[name].status().changed
      now.withLock { $0 = changed }
      change.withLock {
        $0 = {
          // The expectation below says whether it was set.
          try? folder[name].open(.file).setAttribute(ItemAttribute.tags, Array("red".utf8))
        }
      }
      let item = try fixture.catalogue.commit(file, in: .root, as: "a.txt", answering: 0)
      #expect(item.tags == Array("red".utf8))
    }
  }

  @Test("New contents that a scan finds before the provider commits give one new content version")
  func scanMeetsReplacement() throws {
    try fixture.write("a.txt", "old")
    try fixture.write("other.txt", "other")
    try fixture.scan()
    let before = try #require(try fixture.item("a.txt"))
    try fixture.write("../new", "new contents")
    let file = try fixture.file("../new")
    try fixture.writeIdentity("../new", as: before.id)
    try fixture.exchange("../new", "a.txt")
    // The old contents are still there, in Displaced for instance: only the identity says what this is.
    #expect(try fixture.catalogue.scan(isFull: true, passes: 1).isDecided)
    let met = try #require(try fixture.item("a.txt"))
    #expect(met.id == before.id)
    #expect(met.contentVersion != before.contentVersion)
    #expect(try fixture.catalogue.commit(file, in: .root, as: "a.txt", answering: 0) == met)
    try fixture.remove("../new")
  }

  @Test("A removal by the provider deletes the item and everything below it at once")
  func remove() throws {
    try fixture.write("box/deep/a.txt")
    try fixture.write("b.txt")
    try fixture.scan()
    let ids = try fixture.paths()
    let anchor = try fixture.anchor()
    try fixture.remove("box")
    let box = try #require(ids["box"])
    try fixture.catalogue.commitRemoval(of: box)
    #expect(try Set(fixture.paths().keys) == ["b.txt"])
    let changes = try fixture.changes(since: anchor)
    #expect(
      changes.deleted.map { id in ids.first { $0.value == id }?.key } == [
        "box/deep/a.txt", "box/deep", "box",
      ])
    // Again is success, and touches nothing.
    try fixture.catalogue.commitRemoval(of: box)
  }

  @Test("A commit stores nothing when another file has the name")
  func changedMeanwhile() throws {
    try fixture.write("a.txt")
    try fixture.write("b.txt")
    try fixture.scan()
    let file = try fixture.file("b.txt")
    expectError(.changed) { try fixture.catalogue.commit(file, in: .root, as: "a.txt", answering: 0) }
    #expect(throws: CatalogueError.unknown(.none)) {
      try fixture.catalogue.commit(file, in: .none, as: "b.txt", answering: 0)
    }
  }

  @Test(
    "A name that the catalogue knows of another item is not committed, and the next scan tells both at once")
  func pushedAside() throws {
    try fixture.write("a.txt", "a")
    try fixture.makeFolder("box")
    try fixture.scan()
    let a = try fixture.id("a.txt")
    let anchor = try fixture.anchor()
    // No scan has told the catalogue yet that it moved.
    try fixture.move("a.txt", "box/a.txt")
    try fixture.write("a.txt", "new")
    let file = try fixture.file("a.txt")
    expectError(.changed) { try fixture.catalogue.commit(file, in: .root, as: "a.txt", answering: 0) }
    #expect(try fixture.changes(since: anchor).updated.isEmpty)
    try fixture.scan()
    #expect(try fixture.id("box/a.txt") == a)
    let new = try fixture.catalogue.commit(file, in: .root, as: "a.txt", answering: 0)
    #expect(new.id != a)
    let changes = try fixture.changes(since: anchor)
    #expect(try Set(changes.updated.map(\.id)) == [a, new.id, fixture.id("box")] && changes.deleted.isEmpty)
  }
}

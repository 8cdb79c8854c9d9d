import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// What the provider itself did, and what it was about to do.
@Suite struct CatalogueCommitTests {
  @Test("What the provider makes is an item at once, and a scan makes no second one of it")
  func create() throws {
    try withDesk { desk in
      try desk.scan()
      let anchor = try desk.anchor()
      try desk.write("a.txt")
      let item = try desk.catalogue.commit(desk.file("a.txt"), in: .root, as: "a.txt")
      #expect(try desk.item("a.txt") == item)
      let state = try desk.catalogue.read { store in store.state }
      #expect(state.synced == state.sequence)
      try desk.scan()
      #expect(try desk.paths() == ["a.txt": item.id])
      #expect(try desk.item("a.txt") == item)
      #expect(try desk.changes(since: anchor).updated == [item])
      // The same again is the same.
      #expect(try desk.catalogue.commit(desk.file("a.txt"), in: .root, as: "a.txt") == item)
    }
  }

  @Test("What somebody changes within the tick of a commit is seen by it")
  func sameTick() throws {
    let late = FileTime(seconds: .max / 2)
    let (now, change) = (Guarded(late), Guarded<(@Sendable () -> Void)?>(nil))
    let clock = ScanClock(
      now: { now.with { $0 } },
      wait: { _ in
        change.with { $0 }?()
        now.with { $0 = late }
      })
    try withDesk(clock: clock) { desk in
      try desk.scan()
      try desk.write("a.txt")
      let file = try desk.file("a.txt")
      let (folder, name) = try Folder.openParent(of: desk.place("a.txt"), disk: .system)
      let changed = try folder.status(name).changed
      now.with { $0 = changed }
      change.with {
        $0 = {
          // The expectation below says whether it was set.
          try? folder.withFile(name) { opened throws(DiskError) in
            try Disk.system.setAttribute(opened, ItemAttribute.tags, Array("red".utf8))
          }
        }
      }
      let item = try desk.catalogue.commit(file, in: .root, as: "a.txt")
      #expect(item.tags == Array("red".utf8))
    }
  }

  @Test("A scan that meets what the provider makes first, and the provider, make one item")
  func scanAndCreateMeet() throws {
    try withDesk { desk in
      try desk.scan()
      try desk.write("a.txt")
      try desk.scan()
      let item = try #require(try desk.item("a.txt"))
      #expect(try desk.catalogue.commit(desk.file("a.txt"), in: .root, as: "a.txt") == item)
    }
  }

  @Test("A move and a rename of the provider keep identity and content version")
  func move() throws {
    try withDesk { desk in
      try desk.write("a.txt")
      try desk.makeFolder("box")
      try desk.scan()
      let before = try #require(try desk.item("a.txt"))
      let box = try desk.id("box")
      try desk.move("a.txt", "box/b.txt")
      let item = try desk.catalogue.commit(before.file, in: box, as: "b.txt")
      #expect(item.id == before.id)
      #expect(item.parent == box)
      #expect(item.contentVersion == before.contentVersion)
      #expect(try desk.item("a.txt") == nil)
      try desk.scan()
      #expect(try desk.paths() == ["box": box, "box/b.txt": item.id])
    }
  }

  @Test("New contents of the provider are the same item with one new content version")
  func replace() throws {
    try withDesk { desk in
      try desk.write("a.txt", "old")
      try desk.scan()
      let before = try #require(try desk.item("a.txt"))
      try desk.write("../new", "new contents")
      try desk.identify("../new", as: before.id)
      let file = try desk.file("../new")
      try desk.exchange("../new", "a.txt")
      let item = try desk.catalogue.commit(file, in: .root, as: "a.txt")
      #expect(item.id == before.id)
      #expect(item.file == file)
      #expect(item.contentVersion != before.contentVersion)
      try desk.remove("../new")
      try desk.scan()
      #expect(try desk.item("a.txt") == item)
    }
  }

  @Test("New contents that a scan has met before the provider commits are one new version all the same")
  func scanMeetsReplacement() throws {
    try withDesk { desk in
      try desk.write("a.txt", "old")
      try desk.write("other.txt", "other")
      try desk.scan()
      let before = try #require(try desk.item("a.txt"))
      try desk.write("../new", "new contents")
      let file = try desk.file("../new")
      try desk.identify("../new", as: before.id)
      try desk.exchange("../new", "a.txt")
      // The old contents are still there, in Displaced for instance: only the identity says what this is.
      _ = try desk.catalogue.scan(isFull: true, passes: 1)
      let met = try #require(try desk.item("a.txt"))
      #expect(met.id == before.id)
      #expect(met.contentVersion != before.contentVersion)
      #expect(try desk.catalogue.commit(file, in: .root, as: "a.txt") == met)
      try desk.remove("../new")
    }
  }

  @Test("What the provider sets on a document is no new content version")
  func touch() throws {
    try withDesk { desk in
      try desk.write("a.txt", "text")
      try desk.scan()
      let before = try #require(try desk.item("a.txt"))
      let date = FileTime(seconds: 1_000, nanoseconds: 5)
      try desk.setModified("a.txt", date)
      try desk.identify("a.txt", as: before.id, version: before.contentVersion)
      try desk.setAttribute("a.txt", ItemAttribute.tags, [7])
      let item = try desk.catalogue.commit(before.file, in: .root, as: "a.txt")
      #expect(item.modified == date)
      #expect(item.tags == [7])
      #expect(item.contentVersion == before.contentVersion)
      #expect(item.metadataVersion != before.metadataVersion)
      try desk.scan()
      #expect(try desk.item("a.txt") == item)
      // Somebody else's edit at the same moment is one.
      try desk.write("a.txt", "another text")
      let edited = try desk.catalogue.commit(before.file, in: .root, as: "a.txt")
      #expect(edited.contentVersion != before.contentVersion)
    }
  }

  @Test("What the provider removes is gone at once, with everything below it")
  func remove() throws {
    try withDesk { desk in
      try desk.write("box/deep/a.txt")
      try desk.write("b.txt")
      try desk.scan()
      let ids = try desk.paths()
      let anchor = try desk.anchor()
      try desk.remove("box")
      let box = try #require(ids["box"])
      try desk.catalogue.commitRemoval(of: box)
      #expect(try Set(desk.paths().keys) == ["b.txt"])
      let changes = try desk.changes(since: anchor)
      #expect(
        changes.deleted.map { id in ids.first { $0.value == id }?.key } == [
          "box/deep/a.txt", "box/deep", "box",
        ])
      // Again is success, and touches nothing.
      try desk.catalogue.commitRemoval(of: box)
    }
  }

  @Test("Something else under the name is not noted as what was meant")
  func changedMeanwhile() throws {
    try withDesk { desk in
      try desk.write("a.txt")
      try desk.write("b.txt")
      try desk.scan()
      let file = try desk.file("b.txt")
      do {
        _ = try desk.catalogue.commit(file, in: .root, as: "a.txt")
        Issue.record("It was stored")
      } catch let error as DiskError {
        #expect(error.code == .changed)
      }
      #expect(throws: CatalogueError.unknown(.none)) {
        try desk.catalogue.commit(file, in: .none, as: "b.txt")
      }
    }
  }

  @Test("A known document at whose name the provider put another one is found again, or gone")
  func pushedAside() throws {
    try withDesk { desk in
      try desk.write("a.txt", "a")
      try desk.makeFolder("box")
      try desk.scan()
      let a = try desk.id("a.txt")
      let anchor = try desk.anchor()
      // Nobody has told the catalogue yet that it moved.
      try desk.move("a.txt", "box/a.txt")
      try desk.write("a.txt", "new")
      let item = try desk.catalogue.commit(desk.file("a.txt"), in: .root, as: "a.txt")
      #expect(item.id != a)
      #expect(try desk.everything()[a] == nil)
      #expect(try desk.catalogue.changes(since: anchor, limit: 10).updated.isEmpty)
      try desk.scan()
      #expect(try desk.id("box/a.txt") == a)
      #expect(try Set(desk.changes(since: anchor).updated.map(\.id)) == [a, item.id, desk.id("box")])
    }
  }
}

import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

@Suite struct ProviderFieldsTests {
  @Test func whatTheVolumeWouldNotTakeIsSaidAndTheRestIsDone() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      _ = try test.startProvider().refresh()
      let full = test.disk.failing(
        Fuse(at: 1, of: .setAttribute, isLasting: true), with: .of(.noSpace, number: 28))
      let provider = try test.startProvider(on: full)
      let item = try provider.item(named: "a.txt")
      let change = wish {
        $0.tags = [1]
        $0.favouriteRank = 2
        $0.modified = FileTime(seconds: 77)
      }
      let answer = try provider.modify(
        item.id, change, at: ("a.txt", .root), contents: nil, base: .version(item.contentVersion))
      #expect(answer.missed == [.tags, .favouriteRank])
      #expect(answer.item.modified == FileTime(seconds: 77) && answer.item.tags == nil)
      // Nothing at all is an error, which the system tries again.
      #expect {
        try provider.modify(
          item.id, wish { $0.tags = [1] }, at: ("a.txt", .root), contents: nil,
          base: .version(item.contentVersion))
      } throws: {
        ($0 as? DiskError)?.code == .noSpace
      }
    }
  }

  @Test func aNewDateLeavesTheContentVersionAsItIs() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      let provider = try test.startProvider()
      try provider.scan()
      let item = try provider.item(named: "a.txt")
      let answer = try provider.modify(
        item.id, wish { $0.modified = FileTime(seconds: 77) }, at: ("a.txt", .root), contents: nil,
        base: .version(item.contentVersion))
      #expect(answer.item.modified == FileTime(seconds: 77))
      #expect(answer.item.contentVersion == item.contentVersion)
    }
  }

  @Test("A modification date before the creation date leaves that as it is")
  func creationDate() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      let provider = try test.startProvider(on: test.disk.movingCreationDates())
      try provider.scan()
      let item = try provider.item(named: "a.txt")
      let early = try provider.modify(
        item.id, wish { $0.modified = FileTime(seconds: 77) }, at: ("a.txt", .root), contents: nil,
        base: .version(item.contentVersion))
      #expect(early.item.modified == FileTime(seconds: 77) && early.item.created == item.created)
      let both = try provider.modify(
        item.id,
        wish { ($0.modified, $0.created) = (FileTime(seconds: 55), FileTime(seconds: 66)) },
        at: ("a.txt", .root), contents: nil, base: .version(item.contentVersion))
      #expect(both.item.modified == FileTime(seconds: 55) && both.item.created == FileTime(seconds: 66))
    }
  }

  @Test(
    "What contents from the system carry of Intray's own is not believed: the document's tags and rank stay")
  func ownAttributesOfContents() throws {
    try withTestContainer { test in
      let stale = Tree.file("new").attribute(ItemAttribute.tags, [9]).attribute(
        ItemAttribute.favouriteRank, [9]
      )
      .attribute(ItemAttribute.arrival, [9]).attribute("plain", [1])
      try test.put(stale, at: "Originals/new")
      try test.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      let provider = try test.startProvider()
      try provider.scan()
      let item = try provider.item(named: "a.txt")
      _ = try provider.modify(
        item.id, wish { $0.tags = [1] }, at: ("a.txt", .root), contents: nil,
        base: .version(item.contentVersion))
      let edited = try provider.modify(
        item.id, ItemChange(), at: ("a.txt", .root), contents: test.path(of: "Originals/new"),
        base: .version(item.contentVersion))
      #expect(!edited.isConflicted && edited.item.tags == [1] && edited.item.favouriteRank == nil)
      let created = try provider.create(
        template: "t", wish { ($0.name, $0.parent) = ("b.txt", .root) },
        from: .copy(of: test.path(of: "Originals/new")), mayExist: false)
      #expect(created.item.tags == nil && created.item.favouriteRank == nil)
      for name in ["a.txt", "b.txt"] {
        #expect(try test.attribute(ItemAttribute.arrival, of: name) == nil)
        #expect(try test.attribute("plain", of: name) == [1])
      }
    }
  }

  @Test func whatAnItemIsAlreadyIsNotSetAgain() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      let provider = try test.startProvider()
      _ = try provider.refresh()
      let item = try provider.item(named: "a.txt")
      let change = wish {
        $0.tags = [1]
        $0.flags = [.writable, .hidden]
        $0.lastUsed = .some(FileTime(seconds: 5))
      }
      let first = try provider.modify(
        item.id, change, at: ("a.txt", .root), contents: nil, base: .version(item.contentVersion))
      let again = try provider.modify(
        item.id, change, at: ("a.txt", .root), contents: nil, base: .version(item.contentVersion))
      #expect(first.item == again.item)
    }
  }

  @Test func aSettledCallReadsAsMuchAsTheOnePlaceThatItChanges() throws {
    try withTestContainer { test in
      let many = Dictionary(uniqueKeysWithValues: (0..<200).map { (FileName("\($0)"), Tree.file("x")) })
      try test.put(.folder(["f": .folder(many), "a.txt": .file("a")]), at: "AppGroup/Documents")
      let log = CallLog()
      let provider = try test.startProvider(on: test.disk.logging(to: log))
      _ = try provider.refresh()
      let item = try provider.item(named: "a.txt")
      let before = log.all.count
      _ = try provider.modify(
        item.id, wish { $0.name = "b.txt" }, at: ("a.txt", .root), contents: nil,
        base: .version(item.contentVersion))
      // One look for each document would be two hundred.
      #expect(log.all.count - before < 60)
    }
  }
}

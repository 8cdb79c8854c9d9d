import Foundation
import Testing

@testable import Shared

/// Which item is which, through everything that happens to it.
@Suite struct CatalogueIdentityTests {
  @Test("A document that is renamed keeps its identity and its content version")
  func rename() throws {
    try withFixture { fixture in
      try fixture.write("a.txt")
      try fixture.scan()
      let before = try #require(try fixture.item("a.txt"))
      try fixture.move("a.txt", "b.txt")
      try fixture.scan()
      let after = try #require(try fixture.item("b.txt"))
      #expect(after.id == before.id)
      #expect(after.contentVersion == before.contentVersion)
      #expect(after.metadataVersion != before.metadataVersion)
      #expect(try fixture.item("a.txt") == nil)
    }
  }

  @Test("A file that receives another identity leaves the item to the file under its name")
  func putBeside() throws {
    for name in ["a-1.txt", "box/a.txt"] {
      try withFixture { fixture in
        try fixture.makeFolder("box")
        try fixture.write("a.txt", "old")
        try fixture.scan()
        let before = try #require(try fixture.item("a.txt"))
        // What an exchange of contents does: see Displaced.
        try fixture.move("a.txt", name)
        try fixture.write("a.txt", "new contents")
        let other = ItemID.random()
        for (path, id) in [("a.txt", before.id), (name, other)] {
          try fixture.setAttribute(path, Identity.attribute, Identity(id, of: fixture.status(path)).bytes)
        }
        try fixture.scan()
        #expect(try fixture.id("a.txt") == before.id && fixture.id(name) == other)
      }
    }
  }

  @Test("A folder that is moved keeps the identities of everything below it")
  func moveOfFolder() throws {
    try withFixture { fixture in
      try fixture.write("one/deep/a.txt")
      try fixture.write("one/b.txt")
      try fixture.makeFolder("two")
      try fixture.scan()
      let ids = try ["one", "one/deep", "one/deep/a.txt", "one/b.txt"].map { try fixture.id($0) }
      let anchor = try fixture.anchor()
      try fixture.move("one", "two/uno")
      try fixture.scan()
      let after = try ["two/uno", "two/uno/deep", "two/uno/deep/a.txt", "two/uno/b.txt"].map {
        try fixture.id($0)
      }
      #expect(after == ids)
      let changes = try fixture.changes(since: anchor)
      #expect(changes.deleted.isEmpty)
      #expect(!changes.updated.map(\.id).contains(ids[2]))
    }
  }

  @Test("A document that is saved through another file keeps its identity, with one new content version")
  func safeSave() throws {
    try withFixture { fixture in
      try fixture.write("a.txt", "old")
      try fixture.scan()
      let before = try #require(try fixture.item("a.txt"))
      try fixture.write("a.tmp", "new contents")
      try fixture.move("a.tmp", "a.txt")
      try fixture.scan()
      let after = try #require(try fixture.item("a.txt"))
      #expect(after.id == before.id)
      #expect(after.file != before.file)
      #expect(after.contentVersion != before.contentVersion)
    }
  }

  @Test("A document that is deleted and created again between two scans keeps its identity")
  func deleteAndRecreate() throws {
    try withFixture { fixture in
      try fixture.write("a.txt", "old")
      try fixture.scan()
      let before = try #require(try fixture.item("a.txt"))
      try fixture.remove("a.txt")
      try fixture.write("a.txt", "old")
      try fixture.scan()
      let after = try #require(try fixture.item("a.txt"))
      #expect(after.id == before.id)
      #expect(after.contentVersion != before.contentVersion)
    }
  }

  @Test("A document that is deleted and created again under another name has another identity")
  func deleteAndCreate() throws {
    try withFixture { fixture in
      try fixture.write("a.txt")
      try fixture.scan()
      let before = try fixture.id("a.txt")
      try fixture.remove("a.txt")
      try fixture.write("b.txt")
      try fixture.scan()
      #expect(try fixture.id("b.txt") != before)
      #expect(try fixture.catalogue.item(before) == nil)
    }
  }

  @Test("Two documents that exchange their names keep their identities")
  func exchange() throws {
    try withFixture { fixture in
      try fixture.write("a.txt", "a")
      try fixture.write("b.txt", "bb")
      try fixture.scan()
      let (a, b) = try (fixture.id("a.txt"), fixture.id("b.txt"))
      let anchor = try fixture.anchor()
      try fixture.exchange("a.txt", "b.txt")
      try fixture.scan()
      #expect(try fixture.id("a.txt") == b)
      #expect(try fixture.id("b.txt") == a)
      let changes = try fixture.catalogue.changes(since: anchor, limit: 1)
      #expect(Set(changes.updated.map(\.id)) == [a, b])
    }
  }

  @Test("Two folders that exchange their names keep their identities and their contents")
  func exchangeOfFolders() throws {
    try withFixture { fixture in
      try fixture.write("one/a.txt", "a")
      try fixture.write("two/b.txt", "bb")
      try fixture.scan()
      let ids = try fixture.paths()
      try fixture.exchange("one", "two")
      try fixture.scan()
      let after = try fixture.paths()
      #expect(after["two"] == ids["one"])
      #expect(after["two/a.txt"] == ids["one/a.txt"])
      #expect(after["one/b.txt"] == ids["two/b.txt"])
    }
  }

  @Test("Documents that exchange their names in a circle are reported together")
  func circle() throws {
    try withFixture { fixture in
      let names = (0..<5).map { "\($0).txt" }
      for name in names { try fixture.write(name, name) }
      try fixture.scan()
      let ids = try names.map { try fixture.id($0) }
      let anchor = try fixture.anchor()
      try fixture.move("0.txt", "x")
      for number in 1..<5 { try fixture.move("\(number).txt", "\(number - 1).txt") }
      try fixture.move("x", "4.txt")
      try fixture.scan()
      #expect(try fixture.id("0.txt") == ids[1])
      #expect(try fixture.id("4.txt") == ids[0])
      let changes = try fixture.catalogue.changes(since: anchor, limit: 1)
      #expect(Set(changes.updated.map(\.id)) == Set(ids))
    }
  }

  @Test("A document that is moved away, and another that takes its name, are two items")
  func moveAndReplace() throws {
    try withFixture { fixture in
      try fixture.write("a.txt", "old")
      try fixture.makeFolder("zoo")
      try fixture.scan()
      let before = try fixture.id("a.txt")
      try fixture.move("a.txt", "zoo/a.txt")
      try fixture.write("a.txt", "new")
      try fixture.scan()
      #expect(try fixture.id("zoo/a.txt") == before)
      #expect(try fixture.id("a.txt") != before)
    }
  }

  @Test("A folder that is moved into the folder that takes its name keeps its identity")
  func folderInsideItsSuccessor() throws {
    try withFixture { fixture in
      try fixture.write("box/a.txt", "a")
      try fixture.scan()
      let (box, a) = try (fixture.id("box"), fixture.id("box/a.txt"))
      try fixture.move("box", "old")
      try fixture.makeFolder("box")
      try fixture.move("old", "box/old")
      try fixture.scan()
      #expect(try fixture.id("box/old") == box)
      #expect(try fixture.id("box/old/a.txt") == a)
      #expect(try fixture.id("box") != box)
    }
  }

  @Test("A folder without an identity that takes the name of another is a new item, with everything in it")
  func packageSavedAnew() throws {
    try withFixture { fixture in
      try fixture.write("p.pages/index", "1")
      try fixture.write("p.pages/data/image", "2")
      try fixture.scan()
      let before = try Set(fixture.paths().values)
      try fixture.write("new.pages/index", "11")
      try fixture.write("new.pages/data/image", "22")
      try fixture.exchange("p.pages", "new.pages")
      try fixture.remove("new.pages")
      try fixture.scan()
      #expect(
        try Set(fixture.paths().keys) == ["p.pages", "p.pages/index", "p.pages/data", "p.pages/data/image"])
      #expect(try before.isDisjoint(with: fixture.paths().values))
    }
  }

  @Test("A copy with its original's identity that takes the name of the renamed original is another item")
  func copyAtTheOldName() throws {
    try withFixture { fixture in
      try fixture.write("a.txt", "original")
      try fixture.write("other.txt", "other")
      try fixture.scan()
      let id = try fixture.id("a.txt")
      try fixture.move("a.txt", "b.txt")
      try fixture.write("a.txt", "copy")
      try fixture.identify("a.txt", as: id)
      try fixture.remove("other.txt")
      try fixture.scan()
      #expect(try fixture.id("b.txt") == id)
      #expect(try fixture.id("a.txt") != id)
      #expect(try Set(fixture.paths().keys) == ["a.txt", "b.txt"])
    }
  }

  @Test("A document with a reused inode has another identity")
  func inodeReuse() throws {
    try withFixture { fixture in
      var reused = 0
      for round in 0..<50 {
        try fixture.write("a\(round).txt", "same")
        try fixture.scan()
        let (id, file) = try (fixture.id("a\(round).txt"), fixture.file("a\(round).txt"))
        try fixture.remove("a\(round).txt")
        try fixture.write("b\(round).txt", "same")
        let other = try fixture.file("b\(round).txt")
        if other.inode == file.inode { reused += 1 }
        try fixture.scan()
        #expect(try fixture.id("b\(round).txt") != id)
        #expect(try fixture.catalogue.item(id) == nil)
        try fixture.remove("b\(round).txt")
      }
      // ext4 gives the number of a removed file to the next one; elsewhere this proves nothing.
      print("inodes used again: \(reused) of 50")
    }
  }

  @Test("The document stores its attributes, identifier and version, and they survive a lost catalogue")
  func attributes() throws {
    try withFixture { fixture in
      try fixture.write("a.txt")
      try fixture.scan()
      let before = try #require(try fixture.item("a.txt"))
      try fixture.setAttribute("a.txt", ItemAttribute.tags, [1, 2, 3])
      try fixture.setAttribute("a.txt", ItemAttribute.favouriteRank, ItemAttribute.encode(42))
      let used = FileTime(seconds: -5, nanoseconds: 7)
      try fixture.setAttribute("a.txt", ItemAttribute.lastUsed, ItemAttribute.encode(used))
      try fixture.setAttribute("a.txt", "org.example.note#S", [9])
      try fixture.scan()
      let after = try #require(try fixture.item("a.txt"))
      #expect(after.tags == [1, 2, 3])
      #expect(after.favouriteRank == 42)
      #expect(after.lastUsed == used)
      #expect(after.attributes == ["org.example.note#S": [9]])
      #expect(after.contentVersion == before.contentVersion)
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: CatalogueFixture.path(in: fixture.test) + suffix)
      }
      try fixture.reopen()
      try fixture.scan()
      var again = try #require(try fixture.item("a.txt"))
      again.metadataVersion = after.metadataVersion
      #expect(again == after)
    }
  }

  @Test("Symbolic links are items, and are never followed")
  func links() throws {
    try withFixture { fixture in
      try fixture.write("folder/a.txt")
      try FileManager.default.createSymbolicLink(
        atPath: fixture.place("link"), withDestinationPath: "folder")
      try FileManager.default.createSymbolicLink(
        atPath: fixture.place("out"), withDestinationPath: fixture.test.path(of: "Outside"))
      try fixture.scan()
      #expect(try fixture.item("link")?.kind == .link)
      #expect(try fixture.item("link")?.target == "folder")
      #expect(try Set(fixture.paths().keys) == ["folder", "folder/a.txt", "link", "out"])
    }
  }

  @Test(
    "Names that are not UTF-8, and the longest ones, are scanned like any other",
    .enabled(if: Volume.comparesNamesByBytes, "APFS refuses names that are not UTF-8"))
  func names() throws {
    try withFixture { fixture in
      let root = try fixture.test.container.open(.documents)
      let odd = FileName(bytes: [0xFF, 0x41, 0xC3])
      let long = FileName(String(repeating: "ü", count: 127))
      for name in [odd, long] { try root.makeFolder(name) }
      try fixture.scan()
      #expect(try fixture.catalogue.item(named: odd, in: .root)?.kind == .folder)
      #expect(try fixture.catalogue.item(named: long, in: .root)?.kind == .folder)
      #expect(try fixture.everything(limit: 1).count == 2)
    }
  }

  @Test(
    "Of two names that look the same to the user, the later gets the next free one",
    .enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name"))
  func twins() throws {
    try withFixture { fixture in
      try fixture.write("Report.txt", "one")
      try fixture.scan()
      let first = try fixture.id("Report.txt")
      try fixture.write("report.txt", "two")
      try fixture.write("caf\u{E9}.txt", "three")
      try fixture.write("cafe\u{301}.txt", "four")
      try fixture.scan()
      #expect(try fixture.id("Report.txt") == first)
      let names = try Set(fixture.paths().keys.map { Array($0.utf8) })
      #expect(names.contains(Array("report-1.txt".utf8)))
      #expect(names.count == 4)
      #expect(try String(contentsOfFile: fixture.place("report-1.txt"), encoding: .utf8) == "two")
    }
  }

  @Test(
    "A name that looks like another and could not be changed is changed by the next scan",
    .enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name"))
  func stubbornTwin() throws {
    try withFixture { fixture in
      try fixture.write("Report.txt", "one")
      try fixture.scan()
      try fixture.write("report.txt", "two")
      let fuse = Fuse(at: 1, of: .renameExclusive, isLasting: true)
      try fixture.reopen(on: fixture.test.disk.failing(fuse, with: .of(.denied, number: 13)))
      try fixture.scan()
      #expect(fuse.hasBlown)
      #expect(try fixture.item("report.txt") != nil)
      try fixture.reopen()
      try fixture.scan()
      #expect(try String(contentsOfFile: fixture.place("report-1.txt"), encoding: .utf8) == "two")
    }
  }

  @Test(
    "A scan gives the next free name to a document that the provider committed under a name like another's",
    .enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name"),
    arguments: [false, true])
  func committedTwin(hasAnother: Bool) throws {
    try withFixture { fixture in
      try fixture.write("box/Report.txt", "one")
      try fixture.scan()
      try fixture.write("box/report.txt", "two")
      let twin = try fixture.catalogue.commit(
        fixture.file("box/report.txt"), in: fixture.id("box"), as: "report.txt", answering: nil)
      // After that the catalogue has a later change of the folder than of the document.
      try fixture.move("box", "crate")
      _ = try fixture.catalogue.commit(fixture.file("crate"), in: .root, as: "crate", answering: nil)
      if hasAnother { try fixture.write("crate/new.txt") }
      try fixture.scan()
      #expect(try fixture.item("crate/report-1.txt")?.id == twin.id)
      #expect(try fixture.paths().count == (hasAnother ? 4 : 3))
    }
  }

  @Test(
    "A rename that only changes the case keeps the name",
    .enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name")
  )
  func caseRename() throws {
    try withFixture { fixture in
      try fixture.write("report.txt")
      try fixture.scan()
      let id = try fixture.id("report.txt")
      try fixture.move("report.txt", "Report.txt")
      try fixture.scan()
      #expect(try fixture.paths() == ["Report.txt": id])
    }
  }

  @Test("A document that moves to the trash and back keeps its identity")
  func trash() throws {
    try withFixture { fixture in
      try fixture.write("box/a.txt")
      try fixture.write("stay.txt")
      try fixture.test.put(.folder(), at: "AppGroup/Trash")
      try fixture.scan()
      let before = try fixture.paths()
      let anchor = try fixture.anchor()
      try fixture.move("box", "../Trash/box")
      try fixture.scan()
      #expect(try Set(fixture.paths().keys) == ["stay.txt"])
      let gone = try fixture.changes(since: anchor)
      #expect(Set(gone.deleted) == [before["box"], before["box/a.txt"]])
      let trashed = try fixture.catalogue.children(of: .trash, page: nil, limit: 10).items
      #expect(trashed.map(\.id) == [before["box"]])
      #expect(trashed.first?.isTrashed == true)
      try fixture.move("../Trash/box", "box")
      try fixture.scan()
      #expect(try fixture.paths() == before)
      let back = try fixture.changes(since: gone.anchor)
      #expect(back.deleted.isEmpty)
      #expect(try back.updated.map(\.id) == [#require(before["box"]), #require(before["box/a.txt"])])
    }
  }
}

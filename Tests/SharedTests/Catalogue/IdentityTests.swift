import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// Which item is which, through everything that happens to it.
@Suite struct CatalogueIdentityTests {
  @Test("A document that is renamed keeps its identity and its content version")
  func rename() throws {
    try withDesk { desk in
      try desk.write("a.txt")
      try desk.scan()
      let before = try #require(try desk.item("a.txt"))
      try desk.move("a.txt", "b.txt")
      try desk.scan()
      let after = try #require(try desk.item("b.txt"))
      #expect(after.id == before.id)
      #expect(after.contentVersion == before.contentVersion)
      #expect(after.metadataVersion != before.metadataVersion)
      #expect(try desk.item("a.txt") == nil)
    }
  }

  @Test("A folder that is moved takes everything below it along")
  func moveOfFolder() throws {
    try withDesk { desk in
      try desk.write("one/deep/a.txt")
      try desk.write("one/b.txt")
      try desk.makeFolder("two")
      try desk.scan()
      let ids = try ["one", "one/deep", "one/deep/a.txt", "one/b.txt"].map { try desk.id($0) }
      let anchor = try desk.anchor()
      try desk.move("one", "two/uno")
      try desk.scan()
      let after = try ["two/uno", "two/uno/deep", "two/uno/deep/a.txt", "two/uno/b.txt"].map {
        try desk.id($0)
      }
      #expect(after == ids)
      let changes = try desk.changes(since: anchor)
      #expect(changes.deleted.isEmpty)
      #expect(!changes.updated.map(\.id).contains(ids[2]))
    }
  }

  @Test("A document that is saved through another file keeps its identity, with one new content version")
  func safeSave() throws {
    try withDesk { desk in
      try desk.write("a.txt", "old")
      try desk.scan()
      let before = try #require(try desk.item("a.txt"))
      try desk.write("a.tmp", "new contents")
      try desk.move("a.tmp", "a.txt")
      try desk.scan()
      let after = try #require(try desk.item("a.txt"))
      #expect(after.id == before.id)
      #expect(after.file != before.file)
      #expect(after.contentVersion != before.contentVersion)
    }
  }

  @Test("A document that is deleted and made again between two scans is the same, with new contents")
  func deleteAndRecreate() throws {
    try withDesk { desk in
      try desk.write("a.txt", "old")
      try desk.scan()
      let before = try #require(try desk.item("a.txt"))
      try desk.remove("a.txt")
      try desk.write("a.txt", "old")
      try desk.scan()
      let after = try #require(try desk.item("a.txt"))
      #expect(after.id == before.id)
      #expect(after.contentVersion != before.contentVersion)
    }
  }

  @Test("A document that is deleted and made again under another name is another one")
  func deleteAndCreate() throws {
    try withDesk { desk in
      try desk.write("a.txt")
      try desk.scan()
      let before = try desk.id("a.txt")
      try desk.remove("a.txt")
      try desk.write("b.txt")
      try desk.scan()
      #expect(try desk.id("b.txt") != before)
      #expect(try desk.catalogue.item(before) == nil)
    }
  }

  @Test("Two documents that exchange their names keep their identities")
  func exchange() throws {
    try withDesk { desk in
      try desk.write("a.txt", "a")
      try desk.write("b.txt", "bb")
      try desk.scan()
      let (a, b) = try (desk.id("a.txt"), desk.id("b.txt"))
      let anchor = try desk.anchor()
      try desk.exchange("a.txt", "b.txt")
      try desk.scan()
      #expect(try desk.id("a.txt") == b)
      #expect(try desk.id("b.txt") == a)
      let changes = try desk.catalogue.changes(since: anchor, limit: 1)
      #expect(Set(changes.updated.map(\.id)) == [a, b])
    }
  }

  @Test("Two folders that exchange their names keep their identities and their contents")
  func exchangeOfFolders() throws {
    try withDesk { desk in
      try desk.write("one/a.txt", "a")
      try desk.write("two/b.txt", "bb")
      try desk.scan()
      let ids = try desk.paths()
      try desk.exchange("one", "two")
      try desk.scan()
      let after = try desk.paths()
      #expect(after["two"] == ids["one"])
      #expect(after["two/a.txt"] == ids["one/a.txt"])
      #expect(after["one/b.txt"] == ids["two/b.txt"])
    }
  }

  @Test("Documents that pass their names round in a circle are told together")
  func circle() throws {
    try withDesk { desk in
      let names = (0..<5).map { "\($0).txt" }
      for name in names { try desk.write(name, name) }
      try desk.scan()
      let ids = try names.map { try desk.id($0) }
      let anchor = try desk.anchor()
      try desk.move("0.txt", "x")
      for number in 1..<5 { try desk.move("\(number).txt", "\(number - 1).txt") }
      try desk.move("x", "4.txt")
      try desk.scan()
      #expect(try desk.id("0.txt") == ids[1])
      #expect(try desk.id("4.txt") == ids[0])
      let changes = try desk.catalogue.changes(since: anchor, limit: 1)
      #expect(Set(changes.updated.map(\.id)) == Set(ids))
    }
  }

  @Test("A document that is moved away, and another that takes its name, are two")
  func moveAndReplace() throws {
    try withDesk { desk in
      try desk.write("a.txt", "old")
      try desk.makeFolder("zoo")
      try desk.scan()
      let before = try desk.id("a.txt")
      try desk.move("a.txt", "zoo/a.txt")
      try desk.write("a.txt", "new")
      try desk.scan()
      #expect(try desk.id("zoo/a.txt") == before)
      #expect(try desk.id("a.txt") != before)
    }
  }

  @Test("A folder that is moved into the one that takes its name is that folder still")
  func folderInsideItsSuccessor() throws {
    try withDesk { desk in
      try desk.write("box/a.txt", "a")
      try desk.scan()
      let (box, a) = try (desk.id("box"), desk.id("box/a.txt"))
      try desk.move("box", "old")
      try desk.makeFolder("box")
      try desk.move("old", "box/old")
      try desk.scan()
      #expect(try desk.id("box/old") == box)
      #expect(try desk.id("box/old/a.txt") == a)
      #expect(try desk.id("box") != box)
    }
  }

  @Test("A folder without an identity at the name of another is another one, and so is everything in it")
  func packageSavedAnew() throws {
    try withDesk { desk in
      try desk.write("p.pages/index", "1")
      try desk.write("p.pages/data/image", "2")
      try desk.scan()
      let before = try Set(desk.paths().values)
      try desk.write("new.pages/index", "11")
      try desk.write("new.pages/data/image", "22")
      try desk.exchange("p.pages", "new.pages")
      try desk.remove("new.pages")
      try desk.scan()
      #expect(
        try Set(desk.paths().keys) == ["p.pages", "p.pages/index", "p.pages/data", "p.pages/data/image"])
      #expect(try before.isDisjoint(with: desk.paths().values))
    }
  }

  @Test("A copy with its original's identity that takes the name of the renamed original is another item")
  func copyAtTheOldName() throws {
    try withDesk { desk in
      try desk.write("a.txt", "original")
      try desk.write("other.txt", "other")
      try desk.scan()
      let id = try desk.id("a.txt")
      try desk.move("a.txt", "b.txt")
      try desk.write("a.txt", "copy")
      try desk.identify("a.txt", as: id)
      try desk.remove("other.txt")
      try desk.scan()
      #expect(try desk.id("b.txt") == id)
      #expect(try desk.id("a.txt") != id)
      #expect(try Set(desk.paths().keys) == ["a.txt", "b.txt"])
    }
  }

  @Test("An inode that is used again is another document")
  func inodeReuse() throws {
    try withDesk { desk in
      var reused = 0
      for round in 0..<50 {
        try desk.write("a\(round).txt", "same")
        try desk.scan()
        let (id, file) = try (desk.id("a\(round).txt"), desk.file("a\(round).txt"))
        try desk.remove("a\(round).txt")
        try desk.write("b\(round).txt", "same")
        let other = try desk.file("b\(round).txt")
        if other.inode == file.inode { reused += 1 }
        try desk.scan()
        #expect(try desk.id("b\(round).txt") != id)
        #expect(try desk.catalogue.item(id) == nil)
        try desk.remove("b\(round).txt")
      }
      // ext4 gives the number of a removed file to the next one; elsewhere this proves nothing.
      print("inodes used again: \(reused) of 50")
    }
  }

  @Test("What the user set, the identifier and the version are on the document, and survive a lost catalogue")
  func attributes() throws {
    try withDesk { desk in
      try desk.write("a.txt")
      try desk.scan()
      let before = try #require(try desk.item("a.txt"))
      try desk.setAttribute("a.txt", ItemAttribute.tags, [1, 2, 3])
      try desk.setAttribute("a.txt", ItemAttribute.favouriteRank, ItemAttribute.encode(42))
      let used = FileTime(seconds: -5, nanoseconds: 7)
      try desk.setAttribute("a.txt", ItemAttribute.lastUsed, ItemAttribute.encode(used))
      try desk.setAttribute("a.txt", "org.example.note#S", [9])
      try desk.scan()
      let after = try #require(try desk.item("a.txt"))
      #expect(after.tags == [1, 2, 3])
      #expect(after.favouriteRank == 42)
      #expect(after.lastUsed == used)
      #expect(after.attributes == ["org.example.note#S": [9]])
      #expect(after.contentVersion == before.contentVersion)
      for suffix in ["", "-wal", "-shm"] {
        try? FileManager.default.removeItem(atPath: Study.path(in: desk.house) + suffix)
      }
      try desk.reopen()
      try desk.scan()
      var again = try #require(try desk.item("a.txt"))
      again.metadataVersion = after.metadataVersion
      #expect(again == after)
    }
  }

  @Test("Symbolic links are items, and are never followed")
  func links() throws {
    try withDesk { desk in
      try desk.write("folder/a.txt")
      try FileManager.default.createSymbolicLink(
        atPath: desk.place("link"), withDestinationPath: "folder")
      try FileManager.default.createSymbolicLink(
        atPath: desk.place("out"), withDestinationPath: desk.house.path(of: "Outside"))
      try desk.scan()
      #expect(try desk.item("link")?.kind == .link)
      #expect(try desk.item("link")?.target == "folder")
      #expect(try Set(desk.paths().keys) == ["folder", "folder/a.txt", "link", "out"])
    }
  }

  @Test(
    "Names that are no text, and the longest ones, are names like any other",
    .enabled(if: Volume.comparesNamesByBytes, "APFS refuses names that are not UTF-8"))
  func names() throws {
    try withDesk { desk in
      let root = try desk.house.container.open(.documents)
      let odd = FileName(bytes: [0xFF, 0x41, 0xC3])
      let long = FileName(String(repeating: "ü", count: 127))
      for name in [odd, long] { try root.makeFolder(name) }
      try desk.scan()
      #expect(try desk.catalogue.item(named: odd, in: .root)?.kind == .folder)
      #expect(try desk.catalogue.item(named: long, in: .root)?.kind == .folder)
      #expect(try desk.everything(limit: 1).count == 2)
    }
  }

  @Test(
    "Of two names that look the same to the user, the later gets the next free one",
    .enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name"))
  func twins() throws {
    try withDesk { desk in
      try desk.write("Report.txt", "one")
      try desk.scan()
      let first = try desk.id("Report.txt")
      try desk.write("report.txt", "two")
      try desk.write("caf\u{E9}.txt", "three")
      try desk.write("cafe\u{301}.txt", "four")
      try desk.scan()
      #expect(try desk.id("Report.txt") == first)
      let names = try Set(desk.paths().keys.map { Array($0.utf8) })
      #expect(names.contains(Array("report-1.txt".utf8)))
      #expect(names.count == 4)
      #expect(try String(contentsOfFile: desk.place("report-1.txt"), encoding: .utf8) == "two")
    }
  }

  @Test(
    "A rename that only changes case is no twin",
    .enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name")
  )
  func caseRename() throws {
    try withDesk { desk in
      try desk.write("report.txt")
      try desk.scan()
      let id = try desk.id("report.txt")
      try desk.move("report.txt", "Report.txt")
      try desk.scan()
      #expect(try desk.paths() == ["Report.txt": id])
    }
  }

  @Test("A document that goes to the trash and comes back is the same")
  func trash() throws {
    try withDesk { desk in
      try desk.write("box/a.txt")
      try desk.write("stay.txt")
      try desk.house.put(.folder(), at: "AppGroup/Trash")
      try desk.scan()
      let before = try desk.paths()
      let anchor = try desk.anchor()
      try desk.move("box", "../Trash/box")
      try desk.scan()
      #expect(try Set(desk.paths().keys) == ["stay.txt"])
      let gone = try desk.changes(since: anchor)
      #expect(Set(gone.deleted) == [before["box"], before["box/a.txt"]])
      let trashed = try desk.catalogue.children(of: .trash, page: nil, limit: 10).items
      #expect(trashed.map(\.id) == [before["box"]])
      #expect(trashed.first?.isTrashed == true)
      try desk.move("../Trash/box", "box")
      try desk.scan()
      #expect(try desk.paths() == before)
      let back = try desk.changes(since: gone.anchor)
      #expect(back.deleted.isEmpty)
      #expect(try back.updated.map(\.id) == [#require(before["box"]), #require(before["box/a.txt"])])
    }
  }
}

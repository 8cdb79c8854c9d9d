import Foundation
import Testing

@testable import Shared

@Suite struct FolderTests {
  @Test func aRoomIsCreatedOnceAndItsNameIsSynced() throws {
    try withTestContainer { test in
      let log = CallLog()
      let container = test.container(on: test.disk.logging(to: log))
      _ = try container.open(.inbox)
      #expect(log.count(of: .makeFolder) == 1 && log.count(of: .sync) == 1)
      _ = try container.open(.inbox)
      #expect(log.count(of: .makeFolder) == 1 && log.count(of: .sync) == 1)
    }
  }

  @Test func aRoomThatAnotherProcessCreatesMeanwhileIsOpened() throws {
    try withTestContainer { test in
      let disk = test.disk.interrupted(Fuse(at: 1, of: .makeFolder)) { _ in
        try? test.put(.folder(), at: "AppGroup/Inbox")
      }
      _ = try test.container(on: disk).open(.inbox)
      #expect(try test.tree("AppGroup").names == ["Inbox"])
    }
  }

  @Test func openExistingReportsAMissingRoom() throws {
    try withTestContainer { test in
      let error = #expect(throws: DiskError.self) { try test.container.openExisting(.documents) }
      #expect(error?.code == .notFound)
      let rooms = try test.tree("AppGroup").names
      #expect(rooms.isEmpty)
    }
  }

  @Test func aLinkIsNeverFollowed() throws {
    try withTestContainer { test in
      try test.put(.link("../Outside"), at: "AppGroup/Inbox")
      #expect(throws: DiskError.self) { try test.container.open(.inbox) }
      try test.put(.folder(["f": .link("../../Outside")]), at: "AppGroup/Documents")
      let documents = try test.container.open(.documents)
      #expect(throws: DiskError.self) { try documents.folder(at: "f") }
      #expect(throws: DiskError.self) { try documents.withFile("f") { _ in } }
      try test.remove("AppGroup/Inbox")
    }
  }

  @Test func openingAFIFODoesNotWait() throws {
    try withTestContainer { test in
      try test.put(.fifo, at: "Originals/fifo")
      let folder = try test.folder("Originals")
      try folder.withFile("fifo") { _ in }
      #expect(try folder.status("fifo").kind == .special)
    }
  }

  @Test func namesOfAnyBytesAreListed() throws {
    try withTestContainer { test in
      let bytes: [UInt8] = (1...255).filter { $0 != 0x2F && $0 != 0x2E }
      let names: Set<FileName> = Set(bytes.map { FileName(bytes: [$0]) })
      var entries: [FileName: Tree] = [:]
      for name in names { entries[name] = .file("") }
      try test.put(.folder(entries), at: "Originals/x")
      #expect(try Set(test.folder("Originals/x").entries().map(\.name)) == names)
    }
  }

  @Test func aListingEndsWhenItsClosureReturnsFalse() throws {
    try withTestContainer { test in
      try test.put(.folder(["a": .file(""), "b": .file(""), "c": .file("")]), at: "Originals/x")
      var count = 0
      try test.folder("Originals/x").list { _, _ in
        count += 1
        return count < 2
      }
      #expect(count == 2)
    }
  }

  @Test func kindsThatTheListingOmitsAreLookedUp() throws {
    try withTestContainer { test in
      let tree = Tree.folder(["a": .file(""), "b": .folder(), "c": .link("x"), "d": .fifo])
      try test.put(tree, at: "Originals/x")
      var disk = test.disk
      let list = disk.list
      disk.list = { folder, each throws(DiskError) in try list(folder) { name, _ in each(name, nil) } }
      let folder = try Folder.open(test.path(of: "Originals/x"), disk: disk)
      let kinds = Dictionary(uniqueKeysWithValues: try folder.entries().map { ($0.name, $0.kind) })
      #expect(kinds == tree.entries.mapValues(\.kind))
      try test.deliver(["a": .file("a"), "l": .link("x")])
      let outcomes = try test.drain(Drain(test.container(on: disk)))
      #expect(outcomes.arrivals(of: "a") == ["a"])
      #expect(outcomes.results(for: "l") == [.refused(.notADocument(.link))])
    }
  }

  @Test func anErrorNamesThePlace() throws {
    try withTestContainer { test in
      let folder = try test.folder("Originals")
      let error = #expect(throws: DiskError.self) { try folder.status("x") }
      #expect(
        error?.place == test.path(of: "Originals/x") && error?.call == "statx" && error?.number == ENOENT)
    }
  }

  @Test func removingAMissingEntrySucceeds() throws {
    try withTestContainer { test in
      let folder = try test.folder("Originals")
      try folder.removeFile("x")
      try folder.removeFolder("x")
      try folder.removeTree("x")
    }
  }

  @Test func aFolderThatIsNotEmptyIsNotRemoved() throws {
    try withTestContainer { test in
      try test.put(.folder(["a": .file("a")]), at: "Originals/x")
      let folder = try test.folder("Originals")
      #expect(#expect(throws: DiskError.self) { try folder.removeFolder("x") }?.code == .notEmpty)
      #expect(try test.tree("Originals/x").names == ["a"])
    }
  }

  @Test func removingALinkKeepsItsTarget() throws {
    try withTestContainer { test in
      try test.put(
        .folder(["l": .link("../../Outside"), "f": .link("../../Outside/a.txt")]), at: "Originals/x")
      try test.folder("Originals").removeTree("x")
      #expect(try test.tree("Originals").names.isEmpty)
    }
  }

  @Test func aFileWithAReusedInodeHasAnotherIdentity() throws {
    try withTestContainer { test in
      let folder = try test.folder("Originals")
      var seen: Set<FileID> = []
      for _ in 0..<200 {
        try test.put(.file(""), at: "Originals/x")
        seen.insert(try folder.identify("x"))
        try folder.removeFile("x")
      }
      #expect(seen.count == 200)
    }
  }

  @Test func aFileKeepsItsIdentityAcrossMoves() throws {
    try withTestContainer { test in
      try test.put(.folder(["a": .file("a"), "b": .folder()]), at: "Originals/x")
      let folder = try test.folder("Originals/x")
      let file = try folder.identify("a")
      #expect(FileID(file.description) == file)
      try folder.rename("a", to: folder.folder("b"), as: "c")
      #expect(try folder.folder("b").identify("c") == file)
      #expect(try folder.identify("b") != file)
    }
  }
}

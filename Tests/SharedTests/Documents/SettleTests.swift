import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// What a process that died left in Displaced.
@Suite struct SettleTests {
  /// Settles, and says what came back and what could not be decided.
  private func settle(_ house: House, on disk: Disk? = nil) throws -> [Result<DocumentPath, DiskError>] {
    var results: [Result<DocumentPath, DiskError>] = []
    try Documents(house.container(on: disk ?? house.disk)).settle { results.append($0) }
    return results
  }

  @Test func aStagedFileIsDropped() throws {
    try withHouse { house in
      try house.put(.folder(["a": .file("a")]), at: "AppGroup/Documents")
      try house.displace("x", .file("staged"), from: "a") { ($0, FileID(inode: 1, generation: 1)) }
      #expect(try settle(house).isEmpty)
      #expect(try house.documents == .folder(["a": .file("a")]))
      #expect(try house.remains.isEmpty)
    }
  }

  @Test func aBaseThatIsAFileIsRemoved() throws {
    try withHouse { house in
      try house.put(.folder(["a": .file("a")]), at: "AppGroup/Documents")
      try house.displace("x", .file("base"), from: "a") { (FileID(inode: 1, generation: 1), $0) }
      try house.displace("y", .file("deleted"), from: "b") { (nil, $0) }
      #expect(try settle(house).isEmpty)
      #expect(try house.documents == .folder(["a": .file("a")]))
    }
  }

  @Test func aStrangerGoesBackUnderItsNameOrTheNextFreeOne() throws {
    try withHouse { house in
      try house.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      try house.displace("x", .file("1"), from: "a.txt") { _ in (FileID(inode: 1, generation: 1), nil) }
      try house.displace("y", .file("2"), from: "b.txt") { _ in (nil, FileID(inode: 1, generation: 1)) }
      let back = try Set(settle(house).map { try $0.get() })
      #expect(back == ["a-1.txt", "b.txt"])
      #expect(
        try house.documents
          == .folder(["a.txt": .file("a"), "a-1.txt": .file("1"), "b.txt": .file("2")]))
    }
  }

  @Test func everyFolderGoesBackAlsoTheOneThatWasMeant() throws {
    try withHouse { house in
      try house.displace("x", .folder(["in": .file("in")]), from: "f/g") { (nil, $0) }
      try house.put(.folder(["f": .folder()]), at: "AppGroup/Documents")
      #expect(try settle(house).map { try $0.get() } == ["f/g"])
      #expect(try house.documents == .folder(["f": .folder(["g": .folder(["in": .file("in")])])]))
    }
  }

  @Test func aLinkGoesBack() throws {
    try withHouse { house in
      try house.displace("x", .link("somewhere"), from: "l") { (nil, $0) }
      #expect(try settle(house).map { try $0.get() } == ["l"])
      #expect(try house.documents == .folder(["l": .link("somewhere")]))
    }
  }

  @Test(arguments: ["gone/a.txt", "file/a.txt", "link/a.txt", "gone/deeper/a.txt"])
  func whatHasNoFolderAnyMoreGoesIntoTheRoot(path: String) throws {
    try withHouse { house in
      try house.put(
        .folder(["file": .file("f"), "link": .link("../../Outside")]), at: "AppGroup/Documents")
      try house.displace("x", .file("a"), from: path) { _ in (nil, nil) }
      #expect(try settle(house).map { try $0.get() } == ["a.txt"])
      #expect(try house.documents.entries["a.txt"] == .file("a"))
    }
  }

  @Test func whatHasNoPathIsUntitled() throws {
    try withHouse { house in
      try house.displace("x", .file("a"), from: nil) { _ in (nil, nil) }
      try house.displace("y", .file("b"), from: "") { _ in (nil, nil) }
      #expect(try Set(settle(house).map { try $0.get() }) == ["Untitled", "Untitled-1"])
    }
  }

  @Test(arguments: ["x", "a.b.c", "a.b.c.d", "....", "a.1-z.0", "no record at all"])
  func aFolderWhoseNameSaysNothingHoldsStrangers(name: String) throws {
    try withHouse { house in
      try house.put(
        .folder(["one": .file("1"), "two": .folder(["x": .file("x")])]), at: "AppGroup/Displaced/\(name)")
      let back = try settle(house)
      #expect(back.count == 2)
      #expect(try house.documents.contents == texts("1", "x"))
      #expect(try house.remains.isEmpty)
    }
  }

  @Test func aPathNeverLeadsOutOfDocuments() throws {
    try withHouse { house in
      try house.put(.folder(), at: "AppGroup/Documents")
      try house.displace("x", .file("a"), from: "../../Outside/a.txt") { _ in (nil, nil) }
      try house.displace("y", .file("b"), from: "./../b.txt") { _ in (nil, nil) }
      _ = try settle(house)
      #expect(try house.documents.contents == texts("a", "b"))
    }
  }

  @Test func severalEntriesAreDecidedOneByOne() throws {
    try withHouse { house in
      try house.displace("x", .file("base"), from: "a") { (nil, $0) }
      let record = try #require(try house.tree("AppGroup/Displaced").names.first)
      try house.put(.file("late"), at: "AppGroup/Displaced/\(record)/other")
      #expect(try settle(house).map { try $0.get() } == ["a"])
      #expect(try house.documents == .folder(["a": .file("late")]))
    }
  }

  @Test func anEmptyFolderIsRemovedAndAnythingElseInTheRoomStays() throws {
    try withHouse(.untidy) { house in
      try house.put(.folder(["empty": .folder(), "file": .file("f")]), at: "AppGroup/Displaced")
      _ = try settle(house)
      #expect(try house.tree("AppGroup/Displaced") == .folder(["file": .file("f")]))
    }
  }

  @Test func whatCannotBeDecidedNowWaitsAndTheRestGoesOn() throws {
    try withHouse { house in
      for name in ["a", "b", "c"] as [FileName] {
        try house.displace(name, .file("\(name)"), from: "\(name)") { _ in (nil, nil) }
      }
      let disk = house.disk.failing(Fuse(at: 2, of: .identify), with: .of(.failed, number: 5))
      let results = try settle(house, on: disk)
      #expect(results.count == 3 && results.count { (try? $0.get()) == nil } == 1)
      #expect(try house.documents.entries.count == 2)
      _ = try settle(house)
      #expect(try house.documents.entries.count == 3)
    }
  }

  @Test func whatThisProcessHasUnderWayIsNotSettledByIt() throws {
    try withHouse { house in
      try house.put(.folder(["a": .file("old")]), at: "AppGroup/Documents")
      let settled = Guarded(0)
      let disk = house.disk.interrupted(Fuse(at: 1, of: .exchange)) { _ in
        try? Documents(house.container).settle { _ in settled.with { $0 += 1 } }
      }
      let documents = Documents(house.container(on: disk))
      let staged = try documents.stage(.bytes(Array("new".utf8)), as: "a")
      let result = try documents.replaceContents(of: "a", with: staged, expecting: house.known("a"))
      #expect(result == .replaced && settled.with { $0 } == 0)
    }
  }

  @Test func manySettlersDecideEverythingOnce() throws {
    try withHouse { house in
      for index in 0..<40 {
        let name = FileName("\(index)")
        try house.displace(name, .file("\(index)"), from: "same.txt") { file in
          index % 4 == 0 ? (nil, file) : index % 4 == 1 ? (file, nil) : (nil, nil)
        }
      }
      let disks = [house.disk.withoutSyncs, house.disk.withoutSyncs.ofAnotherProcess]
      try inParallel(6) { index in try Documents(house.container(on: disks[index % 2])).settle() }
      try Documents(house.container).settle()
      let found = try house.documents
      #expect(found.entries.count == 20 && Set(found.contents).count == 20)
    }
  }
}

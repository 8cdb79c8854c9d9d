import Foundation
import Synchronization
import Testing

@testable import Shared

/// What a process that died left in Displaced.
@Suite struct RecoveryTests {
  /// Recovers, and returns the paths of the restored documents and the errors.
  private func recover(_ test: TestContainer, on disk: Disk? = nil) throws -> [Result<
    DocumentPath, DiskError
  >] {
    var results: [Result<DocumentPath, DiskError>] = []
    try Documents(test.container(on: disk ?? test.disk)).recover { results.append($0) }
    return results
  }

  @Test func recoveryDropsAStagedFile() throws {
    try withTestContainer { test in
      try test.put(.folder(["a": .file("a")]), at: "AppGroup/Documents")
      try test.displace("x", .file("staged"), from: "a") { ($0, FileID(inode: 1, generation: 1)) }
      #expect(try recover(test).isEmpty)
      #expect(try test.documents == .folder(["a": .file("a")]))
      #expect(try test.remains.isEmpty)
    }
  }

  @Test func recoveryRemovesTheBaseOfAnEdit() throws {
    try withTestContainer { test in
      try test.put(.folder(["a": .file("a")]), at: "AppGroup/Documents")
      try test.displace("x", .file("base"), from: "a") { (FileID(inode: 1, generation: 1), $0) }
      try test.displace("y", .file("deleted"), from: "b") { (nil, $0) }
      #expect(try recover(test).isEmpty)
      #expect(try test.documents == .folder(["a": .file("a")]))
    }
  }

  @Test func recoveryReturnsAnyOtherFileUnderItsNameOrTheNextFreeOne() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      try test.displace("x", .file("1"), from: "a.txt") { _ in (FileID(inode: 1, generation: 1), nil) }
      try test.displace("y", .file("2"), from: "b.txt") { _ in (nil, FileID(inode: 1, generation: 1)) }
      let back = try Set(recover(test).map { try $0.get() })
      #expect(back == ["a-1.txt", "b.txt"])
      #expect(
        try test.documents
          == .folder(["a.txt": .file("a"), "a-1.txt": .file("1"), "b.txt": .file("2")]))
    }
  }

  @Test func recoverySyncsWhatItReturns() throws {
    try withTestContainer { test in
      try test.put(.folder(["f": .folder()]), at: "AppGroup/Documents")
      try test.displace("x", .file("1"), from: "f/a.txt") { _ in (nil, nil) }
      let target = try test.folder("AppGroup/Documents/f").identify()
      let steps = Mutex<[DiskCall]>([])
      let disk = test.disk.asking { request throws(DiskError) in
        guard let opened = request.descriptor else { return }
        if request.call == .renameExclusive { steps.withLock { $0.append(.renameExclusive) } }
        if request.call == .sync, try Disk.system.identify(opened, nil) == target {
          steps.withLock { $0.append(.sync) }
        }
      }
      _ = try recover(test, on: disk)
      // The claim, the way back, and its sync.
      #expect(steps.withLock { $0 } == [.renameExclusive, .renameExclusive, .sync])
    }
  }

  @Test func recoveryReturnsEveryFolderAlsoTheExpectedOne() throws {
    try withTestContainer { test in
      try test.displace("x", .folder(["in": .file("in")]), from: "f/g") { (nil, $0) }
      try test.put(.folder(["f": .folder()]), at: "AppGroup/Documents")
      #expect(try recover(test).map { try $0.get() } == ["f/g"])
      #expect(try test.documents == .folder(["f": .folder(["g": .folder(["in": .file("in")])])]))
    }
  }

  @Test func recoveryReturnsALinkUnlessItIsTheExpectedOne() throws {
    try withTestContainer { test in
      try test.displace("x", .link("somewhere"), from: "l") { _ in (nil, FileID(inode: 1, generation: 1)) }
      try test.displace("y", .link("old"), from: "m") { (nil, $0) }
      #expect(try recover(test).map { try $0.get() } == ["l"])
      #expect(try test.documents == .folder(["l": .link("somewhere")]))
      #expect(try test.remains.isEmpty)
    }
  }

  @Test(arguments: ["gone/a.txt", "file/a.txt", "link/a.txt", "gone/deeper/a.txt"])
  func recoveryReturnsAnItemWithoutItsFolderIntoTheRoot(path: String) throws {
    try withTestContainer { test in
      try test.put(
        .folder(["file": .file("f"), "link": .link("../../Outside")]), at: "AppGroup/Documents")
      try test.displace("x", .file("a"), from: path) { _ in (nil, nil) }
      #expect(try recover(test).map { try $0.get() } == ["a.txt"])
      #expect(try test.documents.entries["a.txt"] == .file("a"))
    }
  }

  @Test func recoveryNamesAnItemWithoutAPathUntitled() throws {
    try withTestContainer { test in
      try test.displace("x", .file("a"), from: nil) { _ in (nil, nil) }
      try test.displace("y", .file("b"), from: "") { _ in (nil, nil) }
      #expect(try Set(recover(test).map { try $0.get() }) == ["Untitled", "Untitled-1"])
    }
  }

  @Test(arguments: ["x", "a.b.c", "a.b.c.d", "....", "a.1-z.0", "no record at all"])
  func recoveryReturnsTheContentsOfAFolderWithoutARecord(name: String) throws {
    try withTestContainer { test in
      try test.put(
        .folder(["one": .file("1"), "two": .folder(["x": .file("x")])]), at: "AppGroup/Displaced/\(name)")
      let back = try recover(test)
      #expect(back.count == 2)
      #expect(try test.documents.contents == texts("1", "x"))
      #expect(try test.remains.isEmpty)
    }
  }

  @Test func aPathNeverLeadsOutOfDocuments() throws {
    try withTestContainer { test in
      try test.put(.folder(), at: "AppGroup/Documents")
      try test.displace("x", .file("a"), from: "../../Outside/a.txt") { _ in (nil, nil) }
      try test.displace("y", .file("b"), from: "./../b.txt") { _ in (nil, nil) }
      _ = try recover(test)
      #expect(try test.documents.contents == texts("a", "b"))
    }
  }

  @Test func recoveryDecidesSeveralEntriesOneByOne() throws {
    try withTestContainer { test in
      try test.displace("x", .file("base"), from: "a") { (nil, $0) }
      let record = try #require(try test.tree("AppGroup/Displaced").names.first)
      try test.put(.file("late"), at: "AppGroup/Displaced/\(record)/other")
      #expect(try recover(test).map { try $0.get() } == ["a"])
      #expect(try test.documents == .folder(["a": .file("late")]))
    }
  }

  @Test func recoveryRemovesAnEmptyFolderAndLeavesOtherEntries() throws {
    try withTestContainer(.untidy) { test in
      try test.put(.folder(["empty": .folder(), "file": .file("f")]), at: "AppGroup/Displaced")
      _ = try recover(test)
      #expect(try test.tree("AppGroup/Displaced") == .folder(["file": .file("f")]))
    }
  }

  @Test func recoveryReportsAnErrorAndContinuesWithTheRest() throws {
    try withTestContainer { test in
      for name in ["a", "b", "c"] as [FileName] {
        try test.displace(name, .file("\(name)"), from: "\(name)") { _ in (nil, nil) }
      }
      let disk = test.disk.failing(Fuse(at: 2, of: .identify), with: .of(.failed, number: 5))
      let results = try recover(test, on: disk)
      #expect(results.count == 3 && results.count { (try? $0.get()) == nil } == 1)
      #expect(try test.documents.entries.count == 2)
      _ = try recover(test)
      #expect(try test.documents.entries.count == 3)
    }
  }

  @Test func recoverySkipsTheChangesOfItsOwnProcess() throws {
    try withTestContainer { test in
      try test.put(.folder(["a": .file("old")]), at: "AppGroup/Documents")
      let settled = Mutex(0)
      let disk = test.disk.interrupted(Fuse(at: 1, of: .exchange)) { _ in
        try? Documents(test.container).recover { _ in settled.withLock { $0 += 1 } }
      }
      let documents = Documents(test.container(on: disk))
      let staged = try documents.stage(.bytes(Array("new".utf8)), as: "a")
      let result = try documents.replaceContents(of: "a", with: staged, expecting: test.known("a"))
      #expect(result == .replaced && settled.withLock { $0 } == 0)
    }
  }

  @Test func manyRecoveriesAtOnceDecideEachEntryOnce() throws {
    try withTestContainer { test in
      for index in 0..<40 {
        let name = FileName("\(index)")
        try test.displace(name, .file("\(index)"), from: "same.txt") { file in
          index % 4 == 0 ? (nil, file) : index % 4 == 1 ? (file, nil) : (nil, nil)
        }
      }
      let disks = [test.disk.withoutSyncs, test.disk.withoutSyncs.ofAnotherProcess]
      try inParallel(6) { index in try Documents(test.container(on: disks[index % 2])).recover() }
      try Documents(test.container).recover()
      let found = try test.documents
      #expect(found.entries.count == 20 && Set(found.contents).count == 20)
    }
  }
}

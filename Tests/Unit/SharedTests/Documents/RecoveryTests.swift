import Foundation
import Synchronization
import Testing

@testable import IntrayCore

/// What a process that died left in Displaced.
@Suite(.inContainer) struct RecoveryTests {
  let test = TestContainer.current

  /// Recovers, and returns the paths of the restored documents and the errors.
  private func recover(on disk: Disk? = nil) throws -> [Result<
    DocumentPath, DiskError
  >] {
    var results: [Result<DocumentPath, DiskError>] = []
    try Documents(test.container(on: disk ?? test.disk)).recover { results.append($0) }
    return results
  }

  @Test func recoveryReturnsALinkUnlessItIsTheExpectedOne() throws {
    try test.displace("x", .link("somewhere"), from: "l") { _ in (nil, FileID(1)) }
    try test.displace("y", .link("old"), from: "m") { (nil, $0) }
    #expect(try recover().map { try $0.get() } == ["l"])
    #expect(try test.documents == ["l": .link("somewhere")])
    #expect(try test.remains.isEmpty)
  }

  @Test(arguments: ["gone/a.txt", "file/a.txt", "link/a.txt", "gone/deeper/a.txt"])
  func recoveryReturnsAnItemWithoutItsFolderIntoTheRoot(path: String) throws {
    try test.put(["file": "f", "link": .link("../../Outside")])
    try test.displace("x", "a", from: path) { _ in (nil, nil) }
    #expect(try recover().map { try $0.get() } == ["a.txt"])
    #expect(try test.documents.entries["a.txt"] == "a")
  }

  @Test(arguments: ["x", "a.b.c", "a.b.c.d", "....", "a.1-z.0", "no record at all"])
  func recoveryReturnsTheContentsOfAFolderWithoutARecord(name: String) throws {
    try test.put(["one": "1", "two": ["x": "x"]], at: "AppGroup/Displaced/\(name)")
    #expect(try recover().count == 2)
    #expect(try test.documents.contents == texts("1", "x"))
    #expect(try test.remains.isEmpty)
  }

  @Test func aPathNeverLeadsOutOfDocuments() throws {
    try test.put([:])
    try test.displace("x", "a", from: "../../Outside/a.txt") { _ in (nil, nil) }
    try test.displace("y", "b", from: "./../b.txt") { _ in (nil, nil) }
    try test.displace("z", "c", from: "") { _ in (nil, nil) }
    _ = try recover()
    #expect(try test.documents.contents == texts("a", "b", "c"))
  }

  @Test func recoveryDecidesSeveralEntriesOneByOne() throws {
    try test.displace("x", "base", from: "a") { (nil, $0) }
    let record = try #require(try test.tree("AppGroup/Displaced").names.first)
    try test.put("late", at: "AppGroup/Displaced/\(record)/other")
    #expect(try recover().map { try $0.get() } == ["a"])
    #expect(try test.documents == ["a": "late"])
  }

  @Test(.untidy) func recoveryRemovesAnEmptyFolderAndLeavesOtherEntries() throws {
    try test.put(["empty": [:], "file": "f"], at: "AppGroup/Displaced")
    _ = try recover()
    #expect(try test.tree("AppGroup/Displaced") == ["file": "f"])
  }

  @Test func recoveryReportsAnErrorAndContinuesWithTheRest() throws {
    for name in ["a", "b", "c"] as [FileName] {
      try test.displace(name, "\(name)", from: "\(name)") { _ in (nil, nil) }
    }
    let disk = test.disk.failing(Fuse(at: 2, of: .status), with: .of(.failed, number: 5))
    let results = try recover(on: disk)
    #expect(results.count == 3 && results.count { (try? $0.get()) == nil } == 1)
    #expect(try test.documents.entries.count == 2)
    _ = try recover()
    #expect(try test.documents.entries.count == 3)
  }

  @Test func recoverySkipsTheChangesOfItsOwnProcess() throws {
    try test.put(["a": "old"])
    let settled = Mutex(0)
    let disk = test.disk.interrupted(Fuse(at: 1, of: .exchange)) { _ in
      try? Documents(test.container).recover { _ in settled.withLock { $0 += 1 } }
    }
    let documents = Documents(test.container(on: disk))
    let staged = try documents.stage(.bytes(Array("new".utf8)), as: "a")
    let result = try documents.replaceContents(of: "a", with: staged, expecting: test.known("a"))
    #expect(result == .replaced && settled.withLock { $0 } == 0)
  }

  @Test func manyRecoveriesAtOnceDecideEachEntryOnce() throws {
    for index in 0..<40 {
      let name = FileName("\(index)")
      try test.displace(name, "\(index)", from: "same.txt") { file in
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

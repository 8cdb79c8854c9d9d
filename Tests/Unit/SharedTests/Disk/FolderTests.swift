import Foundation
import Testing

@testable import IntrayCore

@Suite(.inContainer) struct FolderTests {
  let test = TestContainer.current

  @Test func aRoomIsCreatedOnceAndItsNameIsSynced() throws {
    let log = CallLog()
    let container = test.container(on: test.disk.logging(to: log))
    _ = try container.open(.inbox)
    #expect(log.count(of: .makeFolder) == 1 && log.count(of: .sync) == 1)
    _ = try container.open(.inbox)
    #expect(log.count(of: .makeFolder) == 1 && log.count(of: .sync) == 1)
  }

  @Test func aRoomThatAnotherProcessCreatesMeanwhileIsOpened() throws {
    let disk = test.disk.interrupted(Fuse(at: 1, of: .makeFolder)) { _ in
      try? test.put([:], at: "AppGroup/Inbox")
    }
    _ = try test.container(on: disk).open(.inbox)
    #expect(try test.tree("AppGroup").names == ["Inbox"])
  }

  @Test func openExistingReportsAMissingRoom() throws {
    expectError(.notFound) { try test.container.openExisting(.documents) }
    #expect(try test.tree("AppGroup").names.isEmpty)
  }

  @Test func aLinkIsNeverFollowed() throws {
    try test.put(.link("../Outside"), at: "AppGroup/Inbox")
    #expect(throws: DiskError.self) { try test.container.open(.inbox) }
    try test.put(["f": .link("../../Outside")])
    let documents = try test.container.open(.documents)
    #expect(throws: DiskError.self) { try documents.folder(at: "f") }
    #expect(throws: DiskError.self) { try documents["f"].open(.file) }
    try test.remove("AppGroup/Inbox")
  }

  @Test func openingAFIFODoesNotWait() throws {
    try test.put(.fifo, at: "Originals/fifo")
    let folder = try test.folder("Originals")
    _ = try folder["fifo"].open(.file)
    #expect(try folder["fifo"].status().kind == .special)
  }

  @Test func namesOfAnyBytesAreListed() throws {
    let bytes: [UInt8] = (1...255).filter { $0 != 0x2F && $0 != 0x2E }
    let names: Set<FileName> = Set(bytes.map { FileName(bytes: [$0]) })
    var entries: [FileName: Tree] = [:]
    for name in names { entries[name] = "" }
    try test.put(.folder(entries), at: "Originals/x")
    #expect(try Set(test.folder("Originals/x").entries().map(\.name)) == names)
  }

  @Test func aListingEndsWhenItsClosureReturnsFalse() throws {
    try test.put(["a": "", "b": "", "c": ""], at: "Originals/x")
    var count = 0
    try test.folder("Originals/x").list { _, _ in
      count += 1
      return count < 2
    }
    #expect(count == 2)
  }

  @Test func kindsThatTheListingOmitsAreLookedUp() throws {
    let tree = Tree.folder(["a": "", "b": [:], "c": .link("x"), "d": .fifo])
    try test.put(tree, at: "Originals/x")
    var disk = test.disk
    let list = disk.list
    disk.list = { folder, each throws(DiskError) in try list(folder) { name, _ in each(name, nil) } }
    let folder = try Folder.open(test.path(of: "Originals/x"), disk: disk)
    let kinds = Dictionary(uniqueKeysWithValues: try folder.entries().map { ($0.name, $0.kind) })
    #expect(kinds == tree.entries.mapValues(\.kind))
    try test.deliver(["a": "a", "l": .link("x")])
    let outcomes = try test.drain(Drain(test.container(on: disk)))
    #expect(outcomes.arrivals(of: "a") == ["a"])
    #expect(outcomes.results(for: "l") == [.refused(.notADocument(.link))])
  }

  @Test func anErrorNamesThePlace() throws {
    let folder = try test.folder("Originals")
    let error = #expect(throws: DiskError.self) { try folder["x"].status() }
    #expect(error?.place == test.path(of: "Originals/x") && error?.call == "statx" && error?.number == ENOENT)
  }

  @Test func removingAMissingEntrySucceeds() throws {
    let folder = try test.folder("Originals")
    try folder["x"].removeFile()
    try folder["x"].removeFolder()
    try folder["x"].removeTree()
  }

  @Test func removingALinkKeepsItsTarget() throws {
    try test.put(["l": .link("../../Outside"), "f": .link("../../Outside/a.txt")], at: "Originals/x")
    try test.folder("Originals")["x"].removeTree()
    #expect(try test.tree("Originals").names.isEmpty)
  }
}

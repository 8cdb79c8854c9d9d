import Foundation
import Testing

@testable import IntrayCore

@Suite(.inContainer) struct DrainTests {
  let test = TestContainer.current

  @Test func everyDocumentOfAParcelArrivesUnderItsName() throws {
    let parcel: [FileName: Tree] = [
      "a.pdf": .file("a").attribute("tag", [1]), "b": ["c": ["d": "d"]],
      ".hidden": "h", "empty": "", "app.app": ["x": "x"],
      "x.parcel": ["y": "y"],
    ]
    try test.deliver(parcel)
    let outcomes = try test.drain()
    #expect(try test.documents == .folder(parcel))
    #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
    #expect(outcomes.count == 6 && outcomes.allSatisfy { $0.source == .inbox })
    #expect(outcomes.arrivals(of: "a.pdf") == ["a.pdf"])
  }

  @Test func aTakenNameGetsTheNextFreeOne() throws {
    try test.put(["report.pdf": "0", "Report-1.PDF": "1", "f": [:]])
    try test.deliver(["report.pdf": "2", "f": "3", "README": "4"])
    let outcomes = try test.drain()
    #expect(
      try test.documents
        == ["report.pdf": "0", "Report-1.PDF": "1", "report-2.pdf": "2", "f": [:], "f-1": "3", "README": "4"])
    #expect(outcomes.arrivals(of: "report.pdf") == ["report-2.pdf"])
  }

  @Test func theThousandthDocumentNeedsNoMoreCallsThanTheFirst() throws {
    let taken = (1..<1_000).map { (FileName("same-\($0).txt"), Tree.file("")) }
    try test.put(.folder(Dictionary(uniqueKeysWithValues: taken + [("same.txt", "")])))
    for index in 0..<20 { try test.deliver(["same.txt": "\(index)"]) }
    let log = CallLog()
    let outcomes = try test.drain(Drain(test.container(on: test.disk.logging(to: log))))
    #expect(Set(outcomes.arrivals(of: "same.txt")) == Set((1_000..<1_020).map { "same-\($0).txt" }))
    // One try each, and one listing for all.
    #expect(log.count(of: .renameExclusive) == 20 && log.count(of: .sync) < 10)
  }

  @Test(.enabled(if: Volume.comparesNamesByBytes, "APFS refuses names that are not UTF-8"))
  func namesThatAreNotTextArriveUnderTheirBytesWrittenOutAndStayTwo() throws {
    let long = String(repeating: "é", count: 127)
    let (one, other) = (
      FileName(bytes: [0x61, 0xFF, 0x2E, 0x74]), FileName(bytes: [0x61, 0xFE, 0x2E, 0x74])
    )
    try test.deliver([one: "1", other: "2", "a%FF.t": "3", FileName(bytes: Array(long.utf8) + [0xFF]): "4"])
    let outcomes = try test.drain()
    #expect(try test.documents.contents == texts("1", "2", "3", "4"))
    #expect(try test.documents.entries["a%FE.t"] == "2")
    let names = try test.documents.names
    #expect(names.isSuperset(of: ["a%FF.t", "a%FE.t", "a%FF-1.t"]))
    #expect(names.allSatisfy { $0.bytes.count <= 255 && $0.text != nil })
    #expect(outcomes.count == 4)
  }

  @Test func hostileNamesAreMadeLegal() throws {
    let long = String(repeating: "é", count: 127) + "a"
    try test.deliver([
      "a\u{202E}fdp.exe": "1", "a\nb": "2", FileName(bytes: [0x01]): "3",
      "a:b": "4", FileName(long): "5",
    ])
    try test.drain()
    let names = try test.documents.names
    #expect(names.isSuperset(of: ["a-fdp.exe", "a-b", "-", "a-b-1", FileName(long)]))
    #expect(try test.documents.contents == texts("1", "2", "3", "4", "5"))
    #expect(names.allSatisfy { $0.bytes.count <= 255 && $0.text != nil })
  }

  @Test(.enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name"))
  func twinsByCaseAndNormalisationStayTwo() throws {
    try test.deliver(["é.txt": "1", "e\u{301}.txt": "2", "É.TXT": "3"])
    try test.drain()
    let found = try test.documents
    #expect(found.contents == texts("1", "2", "3"))
    #expect(Set(found.names.map { DocumentName($0).key }).count == 3)
  }

  @Test func linksAndSpecialFilesWaitWithAReasonAndTheRestArrives() throws {
    try test.deliver(["a": "a", "link": .link("/etc/passwd"), "fifo": .fifo, "z": "z"], as: "p")
    try test.put(.link("loose"), at: "AppGroup/Inbox/loose")
    for _ in 0..<2 {
      let outcomes = try test.drain()
      #expect(outcomes.results(for: "link") == [.refused(.notADocument(.link))])
      #expect(outcomes.results(for: "fifo") == [.refused(.notADocument(.special))])
      #expect(outcomes.results(for: "loose") == [.refused(.notADocument(.link))])
    }
    #expect(try test.documents == ["a": "a", "z": "z"])
    #expect(
      try test.tree("AppGroup/Inbox")
        == ["p.parcel": ["link": .link("/etc/passwd"), "fifo": .fifo], "loose": .link("loose")])
  }

  @Test func onlyAFolderWithTheSuffixIsAParcel() throws {
    try test.put(
      [
        "file.parcel": "file", "folder": ["in": "in"], ".parcel": [:],
        "real.parcel": ["r": "r"],
      ], at: "AppGroup/Inbox")
    try test.drain()
    #expect(try test.documents == ["file.parcel": "file", "folder": ["in": "in"], ".parcel": [:], "r": "r"])
  }

  /// Dates of the future and from before 1970 affect only the order.
  @Test func parcelsAreDrainedOldestFirst() throws {
    for (name, seconds) in [("c", -1_000_000_000), ("b", 4_000_000_000), ("a", 0)] as [(String, Int64)] {
      try test.deliver(["same": .file(name)], as: name)
      try test.withFolder("AppGroup/Inbox/\(name).parcel") { folder in
        try Disk.system.setModified(folder, FileTime(seconds: seconds))
      }
    }
    try test.drain()
    #expect(try test.documents == ["same": "c", "same-1": "a", "same-2": "b"])
  }

  @Test func hardLinksAreMovedLikeAnyFile() throws {
    try test.put("x", at: "Originals/x")
    try test.deliver(["a": "a"], as: "p")
    for name in ["b", "c"] {
      try #require(linkFile(test.path(of: "Originals/x"), test.path(of: "AppGroup/Inbox/p.parcel/\(name)")))
    }
    try test.put([:])
    try #require(linkFile(test.path(of: "Originals/x"), test.path(of: "AppGroup/Documents/b")))
    try test.drain()
    #expect(try test.documents == ["a": "a", "b": "x", "b-1": "x", "c": "x"])
    #expect(try test.tree("Originals") == ["x": "x"])
  }

  @Test func documentsIsSyncedBeforeAnyParcelIsRemoved() throws {
    for index in 0..<3 { try test.deliver(["a": "\(index)"]) }
    let log = CallLog()
    try test.drain(Drain(test.container(on: test.disk.logging(to: log))))
    let calls = log.all.map(\.call)
    let (rename, removal) = (calls.lastIndex(of: .renameExclusive), calls.firstIndex(of: .removeFolder))
    let between = calls[(rename ?? 0)..<(removal ?? 0)]
    #expect(between.count { $0 == .sync } == 1)
    #expect(log.count(of: .removeFile) == 0)
  }

  @Test func documentsIsSyncedAlsoWhenAnotherDrainerEmptiedTheParcel() throws {
    try test.deliver(["a": "a"], as: "p")
    let log = CallLog()
    // The other drainer moves, and is not yet done.
    let disk = test.disk.logging(to: log).interrupted(Fuse(at: 1, of: .renameExclusive)) { _ in
      _ = rename(test.path(of: "AppGroup/Inbox/p.parcel/a"), test.path(of: "AppGroup/Documents/a"))
    }
    #expect(try test.drain(Drain(test.container(on: disk))).results(for: "a") == [.takenByAnother])
    let calls = log.all.map(\.call)
    let removal = try #require(calls.firstIndex(of: .removeFolder))
    let move = try #require(calls.firstIndex(of: .renameExclusive))
    #expect(calls[move..<removal].contains(.sync))
  }

  @Test func aParcelStaysWhenDocumentsCannotBeSynced() throws {
    try test.deliver(["a": "a"], as: "p")
    _ = try test.container.open(.documents)
    _ = try test.container.open(.displaced)
    let disk = test.disk.failing(Fuse(at: 1, of: .sync), with: .of(.failed, number: 5, call: "fsync"))
    #expect(throws: DiskError.self) { try test.drain(Drain(test.container(on: disk))) }
    #expect(try test.tree("AppGroup/Inbox") == ["p.parcel": [:]])
    try test.drain()
    #expect(try test.documents == ["a": "a"])
  }

  @Test func aMissingDocumentsFolderIsCreatedAndAMissingSourceIsNoError() throws {
    try test.deliver(["a": "a", "b": "b"], as: "p")
    let disk = test.disk.interrupted(Fuse(at: 1, of: .renameExclusive)) { request in
      try? test.remove("AppGroup/Inbox/p.parcel/\(request.name ?? "")")
    }
    #expect(try test.drain(Drain(test.container(on: disk))).count { $0.result == .takenByAnother } == 1)
    #expect(try test.documents.entries.count == 1)
  }

  @Test func aNotFoundErrorWithoutAnotherDrainIsReported() throws {
    try test.deliver(["a": "a", "b": "b"], as: "p")
    // Documents is gone while we drain.
    let disk = test.disk.interrupted(Fuse(at: 1, of: .renameExclusive)) { _ in
      _ = rmdir(test.path(of: "AppGroup/Documents"))
    }
    let outcomes = try test.drain(Drain(test.container(on: disk)))
    #expect(
      outcomes.count == 2 && outcomes.flatMap { outcomes.errors(for: $0.name) } == [.notFound, .notFound])
    try test.drain()
    #expect(try test.documents == ["a": "a", "b": "b"])
  }

  @Test func aRefusedDocumentWaitsWithItsReasonAndTheRestArrives() throws {
    for index in 0..<4 { try test.deliver([FileName("\(index)"): "\(index)"]) }
    let disk = test.disk.failing(Fuse(at: 2, of: .renameExclusive), with: .of(.noSpace, number: 28))
    let outcomes = try test.drain(Drain(test.container(on: disk)))
    let waiting = outcomes.filter { if case .waiting(.disk) = $0.result { true } else { false } }
    #expect(outcomes.count == 4 && waiting.count == 1)
    #expect(try test.documents.entries.count == 3)
    try test.drain()
    #expect(try test.documents.entries.count == 4)
  }

  @Test func anUnreadableParcelWaitsAndTheRestArrives() throws {
    for name in ["a", "b", "c"] { try test.deliver([FileName(name): .file(name)], as: name) }
    let disk = test.disk.refusing([.openFolder], of: "b.parcel", with: .failed)
      .refusing([.removeFolder], of: "c.parcel", with: .denied)
    let outcomes = try test.drain(Drain(test.container(on: disk)))
    #expect(try test.documents.names == ["a", "c"])
    #expect(outcomes.results(for: "b.parcel").count == 2 || outcomes.results(for: "b.parcel").count == 1)
    try test.drain()
    #expect(try test.documents.names == ["a", "b", "c"])
    #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
  }

  @Test func aVolumeThatReportsEveryNameAsTakenIsReported() throws {
    try test.deliver(["a": "a"])
    let disk = test.disk.failing(
      Fuse(at: 1, of: .renameExclusive, isLasting: true), with: .of(.exists, number: 17))
    #expect(try test.drain(Drain(test.container(on: disk))).errors(for: "a") == [.exists])
    try test.drain()
  }

  @Test func aUserWhoIsNotRootDrainsWhatIsReadOnly() throws {
    let inside = Tree.folder(["x": .file("x").mode(0o444)])
    try test.deliver(
      ["f": inside.mode(0o555), "a": .file("a").mode(0o400), "g": inside.mode(0o000)], as: "p")
    try test.put(.folder(["b": "b"]).mode(0o555), at: "AppGroup/Inbox/q.parcel")
    try test.put(.folder(["c": "c"]).mode(0o000), at: "AppGroup/Inbox/r.parcel")
    try asUnprivilegedUser(in: test) {
      let outcomes = try test.drain()
      #expect(outcomes.allSatisfy { if case .imported = $0.result { true } else { false } }, "\(outcomes)")
    }
    #expect(
      try test.documents
        == .folder(["f": inside, "g": inside, "a": "a", "b": "b", "c": "c"])
        .withoutModes)
    #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
    #expect(try test.treeWithModes("AppGroup/Documents").entries["f"]?.mode == 0o755)
  }

  @Test func aUserWhoMayNotWriteInDocumentsLosesNothing() throws {
    try test.deliver(["a": "a"], as: "p")
    try test.put([:], at: "AppGroup/Displaced")
    try test.put(.folder().mode(0o555))
    try asUnprivilegedUser(in: test) { () throws in
      #expect(try test.drain().errors(for: "a") == [.denied])
    }
    #expect(try test.tree("AppGroup/Inbox/p.parcel") == ["a": "a"])
  }

  @Test(arguments: [DiskCall.openFolder, .list])
  func whatCannotBeReadInDisplacedKeepsNothingElseWaiting(call: DiskCall) throws {
    try test.deliver(["a": "a"], as: "p")
    let displaced = try test.container.open(.displaced).status().file
    let disk = test.disk.asking { request throws(DiskError) in
      guard request.call == call, let folder = request.descriptor,
        request.name == nil || request.name == "Displaced",
        try Disk.system.status(folder, request.name).file == displaced
      else { return }
      throw .of(.failed, number: 5)
    }
    let outcomes = try test.drain(Drain(test.container(on: disk)))
    #expect(outcomes.arrivals(of: "a") == ["a"])
    #expect(outcomes.filter { $0.source == .displaced }.count == 1)
  }

  @Test func aLockedDocumentIsUnlockedAndMoved() throws {
    try test.deliver(["a": "a"], as: "p")
    let isLocked = Flag(true)
    var disk = test.disk
    let (unlock, rename) = (disk.unlock, disk.renameExclusive)
    disk.unlock = { file throws(DiskError) in
      try unlock(file)
      isLocked.isOn = false
    }
    disk.renameExclusive = { from, name, to, newName throws(DiskError) in
      if isLocked.isOn { throw .of(.denied, number: 1, call: "renameat2") }
      try rename(from, name, to, newName)
    }
    #expect(try test.drain(Drain(test.container(on: disk))).arrivals(of: "a") == ["a"])
  }

  @Test func anEmptyParcelIsRemovedAndAFullOneIsNot() throws {
    try test.deliver([:], as: "empty")
    let disk = test.disk.interrupted(Fuse(at: 1, of: .removeFolder)) { _ in
      try? test.put("late", at: "AppGroup/Inbox/empty.parcel/late")
    }
    try test.drain(Drain(test.container(on: disk)))
    #expect(try test.tree("AppGroup/Inbox/empty.parcel") == ["late": "late"])
    try test.drain()
    #expect(try test.documents == ["late": "late"])
  }
}

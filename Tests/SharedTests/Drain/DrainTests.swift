import Foundation
import Synchronization
import Testing

@testable import Shared

@Suite struct DrainTests {
  @Test func everyDocumentOfAParcelArrivesUnderItsName() throws {
    try withTestContainer { test in
      let parcel: [FileName: Tree] = [
        "a.pdf": .file("a").attribute("tag", [1]), "b": .folder(["c": .folder(["d": .file("d")])]),
        ".hidden": .file("h"), "empty": .file(""), "app.app": .folder(["x": .file("x")]),
        "x.parcel": .folder(["y": .file("y")]),
      ]
      try test.deliver(parcel)
      let outcomes = try test.drain()
      #expect(try test.documents == .folder(parcel))
      #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
      #expect(outcomes.count == 6 && outcomes.allSatisfy { $0.origin == .inbox })
      #expect(outcomes.arrivals(of: "a.pdf") == ["a.pdf"])
    }
  }

  @Test func aTakenNameGetsTheNextFreeOne() throws {
    try withTestContainer { test in
      try test.put(
        .folder(["report.pdf": .file("0"), "Report-1.PDF": .file("1"), "f": .folder()]),
        at: "AppGroup/Documents")
      try test.deliver(["report.pdf": .file("2"), "f": .file("3"), "README": .file("4")])
      let outcomes = try test.drain()
      #expect(
        try test.documents
          == .folder([
            "report.pdf": .file("0"), "Report-1.PDF": .file("1"), "report-2.pdf": .file("2"),
            "f": .folder(), "f-1": .file("3"), "README": .file("4"),
          ]))
      #expect(outcomes.arrivals(of: "report.pdf") == ["report-2.pdf"])
    }
  }

  @Test func aThousandDocumentsOfOneNameAreAThousandDocuments() throws {
    try withTestContainer { test in
      for index in 0..<1_000 { try test.deliver(["same.txt": .file("\(index)")]) }
      let log = CallLog()
      try test.drain(Drain(test.container(on: test.disk.logging(to: log))))
      let found = try test.documents
      #expect(found.names == Set(["same.txt"] + (1..<1_000).map { FileName("same-\($0).txt") }))
      #expect(Set(found.contents).count == 1_000)
      // One try each, and one listing for all.
      #expect(log.count(of: .renameExclusive) == 1_000)
      #expect(log.count(of: .sync) < 10)
    }
  }

  @Test func theThousandthDocumentNeedsNoMoreCallsThanTheFirst() throws {
    try withTestContainer { test in
      let taken = (1..<1_000).map { (FileName("same-\($0).txt"), Tree.file("")) }
      try test.put(
        .folder(Dictionary(uniqueKeysWithValues: taken + [("same.txt", .file(""))])),
        at: "AppGroup/Documents")
      try test.deliver(["same.txt": .file("new")])
      let log = CallLog()
      let outcomes = try test.drain(Drain(test.container(on: test.disk.logging(to: log))))
      #expect(outcomes.arrivals(of: "same.txt") == ["same-1000.txt"])
      #expect(log.count(of: .renameExclusive) == 1)
    }
  }

  @Test(.enabled(if: Volume.comparesNamesByBytes, "APFS refuses names that are not UTF-8"))
  func namesThatAreNotTextArriveUnderTheirBytesWrittenOutAndStayTwo() throws {
    try withTestContainer { test in
      let long = String(repeating: "é", count: 127)
      let (one, other) = (
        FileName(bytes: [0x61, 0xFF, 0x2E, 0x74]), FileName(bytes: [0x61, 0xFE, 0x2E, 0x74])
      )
      try test.deliver([
        one: .file("1"), other: .file("2"), "a%FF.t": .file("3"),
        FileName(bytes: Array(long.utf8) + [0xFF]): .file("4"),
      ])
      let outcomes = try test.drain()
      #expect(try test.documents.contents == texts("1", "2", "3", "4"))
      #expect(try test.documents.entries["a%FE.t"] == .file("2"))
      let names = try test.documents.names
      #expect(names.isSuperset(of: ["a%FF.t", "a%FE.t", "a%FF-1.t"]))
      #expect(names.allSatisfy { $0.bytes.count <= 255 && $0.text != nil })
      #expect(outcomes.count == 4)
    }
  }

  @Test func hostileNamesAreMadeLegal() throws {
    try withTestContainer { test in
      let long = String(repeating: "é", count: 127) + "a"
      try test.deliver([
        "a\u{202E}fdp.exe": .file("1"), "a\nb": .file("2"), FileName(bytes: [0x01]): .file("3"),
        "a:b": .file("4"), FileName(long): .file("5"),
      ])
      try test.drain()
      let names = try test.documents.names
      #expect(names.isSuperset(of: ["a-fdp.exe", "a-b", "-", "a-b-1", FileName(long)]))
      #expect(try test.documents.contents == texts("1", "2", "3", "4", "5"))
      #expect(names.allSatisfy { $0.bytes.count <= 255 && $0.text != nil })
    }
  }

  @Test(.enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name"))
  func twinsByCaseAndNormalisationStayTwo() throws {
    try withTestContainer { test in
      try test.deliver(["é.txt": .file("1"), "e\u{301}.txt": .file("2"), "É.TXT": .file("3")])
      try test.drain()
      let found = try test.documents
      #expect(found.contents == texts("1", "2", "3"))
      #expect(Set(found.names.map { DocumentName($0).key }).count == 3)
    }
  }

  @Test func linksAndSpecialFilesWaitWithAReasonAndTheRestArrives() throws {
    try withTestContainer { test in
      try test.deliver(
        ["a": .file("a"), "link": .link("/etc/passwd"), "fifo": .fifo, "z": .file("z")], as: "p")
      try test.put(.link("loose"), at: "AppGroup/Inbox/loose")
      for _ in 0..<2 {
        let outcomes = try test.drain()
        #expect(outcomes.results(for: "link") == [.refused(.notADocument(.link))])
        #expect(outcomes.results(for: "fifo") == [.refused(.notADocument(.special))])
        #expect(outcomes.results(for: "loose") == [.refused(.notADocument(.link))])
      }
      #expect(try test.documents == .folder(["a": .file("a"), "z": .file("z")]))
      #expect(
        try test.tree("AppGroup/Inbox")
          == .folder([
            "p.parcel": .folder(["link": .link("/etc/passwd"), "fifo": .fifo]), "loose": .link("loose"),
          ]))
    }
  }

  @Test func onlyAFolderWithTheSuffixIsAParcel() throws {
    try withTestContainer { test in
      try test.put(
        .folder([
          "file.parcel": .file("file"), "folder": .folder(["in": .file("in")]), ".parcel": .folder(),
          "real.parcel": .folder(["r": .file("r")]),
        ]), at: "AppGroup/Inbox")
      try test.drain()
      #expect(
        try test.documents
          == .folder([
            "file.parcel": .file("file"), "folder": .folder(["in": .file("in")]), ".parcel": .folder(),
            "r": .file("r"),
          ]))
    }
  }

  @Test func parcelsAreDrainedOldestFirst() throws {
    try withTestContainer { test in
      for (index, name) in ["c", "a", "b"].enumerated() {
        try test.deliver(["same": .file(name)], as: name)
        try test.withFolder("AppGroup/Inbox/\(name).parcel") { folder in
          try Disk.system.setModified(folder, FileTime(seconds: 1_000 + Int64(index)))
        }
      }
      try test.drain()
      #expect(
        try test.documents
          == .folder(["same": .file("c"), "same-1": .file("a"), "same-2": .file("b")]))
    }
  }

  @Test func hardLinksAreMovedLikeAnyFile() throws {
    try withTestContainer { test in
      try test.put(.file("x"), at: "Originals/x")
      try test.deliver(["a": .file("a")], as: "p")
      for name in ["b", "c"] {
        try #require(
          linkFile(test.path(of: "Originals/x"), test.path(of: "AppGroup/Inbox/p.parcel/\(name)")))
      }
      try test.put(.folder(), at: "AppGroup/Documents")
      try #require(linkFile(test.path(of: "Originals/x"), test.path(of: "AppGroup/Documents/b")))
      try test.drain()
      #expect(
        try test.documents
          == .folder(["a": .file("a"), "b": .file("x"), "b-1": .file("x"), "c": .file("x")]))
      #expect(try test.tree("Originals") == .folder(["x": .file("x")]))
    }
  }

  @Test func documentsIsSyncedBeforeAnyParcelIsRemoved() throws {
    try withTestContainer { test in
      for index in 0..<3 { try test.deliver(["a": .file("\(index)")]) }
      let log = CallLog()
      try test.drain(Drain(test.container(on: test.disk.logging(to: log))))
      let calls = log.all.map(\.call)
      let (rename, removal) = (calls.lastIndex(of: .renameExclusive), calls.firstIndex(of: .removeFolder))
      let between = calls[(rename ?? 0)..<(removal ?? 0)]
      #expect(between.count { $0 == .sync } == 1)
      #expect(log.count(of: .removeFile) == 0)
    }
  }

  @Test func documentsIsSyncedAlsoWhenAnotherDrainerEmptiedTheParcel() throws {
    try withTestContainer { test in
      try test.deliver(["a": .file("a")], as: "p")
      let log = CallLog()
      // The other drainer moves, and is not yet done.
      let disk = test.disk.logging(to: log).interrupted(Fuse(at: 1, of: .renameExclusive)) { _ in
        _ = rename(
          test.path(of: "AppGroup/Inbox/p.parcel/a"), test.path(of: "AppGroup/Documents/a"))
      }
      let outcomes = try test.drain(Drain(test.container(on: disk)))
      #expect(outcomes.results(for: "a") == [.takenByAnother])
      let calls = log.all.map(\.call)
      let removal = try #require(calls.firstIndex(of: .removeFolder))
      let move = try #require(calls.firstIndex(of: .renameExclusive))
      #expect(calls[move..<removal].contains(.sync))
    }
  }

  @Test func aParcelStaysWhenDocumentsCannotBeSynced() throws {
    try withTestContainer { test in
      try test.deliver(["a": .file("a")], as: "p")
      _ = try test.container.open(.documents)
      _ = try test.container.open(.displaced)
      let disk = test.disk.failing(Fuse(at: 1, of: .sync), with: .of(.failed, number: 5, call: "fsync"))
      #expect(throws: DiskError.self) { try test.drain(Drain(test.container(on: disk))) }
      #expect(try test.tree("AppGroup/Inbox") == .folder(["p.parcel": .folder()]))
      try test.drain()
      #expect(try test.documents == .folder(["a": .file("a")]))
    }
  }

  @Test func aMissingDocumentsFolderIsCreatedAndAMissingSourceIsNoError() throws {
    try withTestContainer { test in
      try test.deliver(["a": .file("a"), "b": .file("b")], as: "p")
      let disk = test.disk.interrupted(Fuse(at: 1, of: .renameExclusive)) { request in
        try? test.remove("AppGroup/Inbox/p.parcel/\(request.name ?? "")")
      }
      let outcomes = try test.drain(Drain(test.container(on: disk)))
      #expect(outcomes.count { $0.result == .takenByAnother } == 1)
      #expect(try test.documents.entries.count == 1)
    }
  }

  @Test func aNotFoundErrorWithoutAnotherDrainIsReported() throws {
    try withTestContainer { test in
      try test.deliver(["a": .file("a"), "b": .file("b")], as: "p")
      // Documents is gone while we drain.
      let disk = test.disk.interrupted(Fuse(at: 1, of: .renameExclusive)) { _ in
        _ = rmdir(test.path(of: "AppGroup/Documents"))
      }
      let outcomes = try test.drain(Drain(test.container(on: disk)))
      #expect(outcomes.count == 2)
      for outcome in outcomes {
        guard case .waiting(.disk(let error)) = outcome.result else {
          Issue.record("\(outcome)")
          continue
        }
        #expect(error.code == .notFound)
      }
      try test.drain()
      #expect(try test.documents == .folder(["a": .file("a"), "b": .file("b")]))
    }
  }

  @Test func aRefusedDocumentWaitsWithItsReasonAndTheRestArrives() throws {
    try withTestContainer { test in
      for index in 0..<4 { try test.deliver([FileName("\(index)"): .file("\(index)")]) }
      let disk = test.disk.failing(Fuse(at: 2, of: .renameExclusive), with: .of(.noSpace, number: 28))
      let outcomes = try test.drain(Drain(test.container(on: disk)))
      let waiting = outcomes.filter { if case .waiting(.disk) = $0.result { true } else { false } }
      #expect(outcomes.count == 4 && waiting.count == 1)
      #expect(try test.documents.entries.count == 3)
      try test.drain()
      #expect(try test.documents.entries.count == 4)
    }
  }

  @Test func anUnreadableParcelWaitsAndTheRestArrives() throws {
    try withTestContainer { test in
      for name in ["a", "b", "c"] { try test.deliver([FileName(name): .file(name)], as: name) }
      let disk = test.disk.asking { request throws(DiskError) in
        if request.call == .openFolder, request.name == "b.parcel" {
          throw .of(.failed, number: 5, call: "openat")
        }
        if request.call == .removeFolder, request.name == "c.parcel" {
          throw .of(.denied, number: 13, call: "unlinkat")
        }
      }
      let outcomes = try test.drain(Drain(test.container(on: disk)))
      #expect(try test.documents.names == ["a", "c"])
      #expect(outcomes.results(for: "b.parcel").count == 2 || outcomes.results(for: "b.parcel").count == 1)
      try test.drain()
      #expect(try test.documents.names == ["a", "b", "c"])
      #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
    }
  }

  @Test func aVolumeThatReportsEveryNameAsTakenIsReported() throws {
    try withTestContainer { test in
      try test.deliver(["a": .file("a")])
      let disk = test.disk.failing(
        Fuse(at: 1, of: .renameExclusive, isLasting: true), with: .of(.exists, number: 17))
      let outcomes = try test.drain(Drain(test.container(on: disk)))
      guard case .waiting(.disk(let error))? = outcomes.results(for: "a").first else {
        Issue.record("\(outcomes)")
        return
      }
      #expect(error.code == .exists)
      try test.drain()
    }
  }

  @Test func aUserWhoIsNotRootDrainsWhatIsReadOnly() throws {
    try withTestContainer { test in
      let inside = Tree.folder(["x": .file("x").mode(0o444)])
      try test.deliver(
        ["f": inside.mode(0o555), "a": .file("a").mode(0o400), "g": inside.mode(0o000)], as: "p")
      try test.put(.folder(["b": .file("b")]).mode(0o555), at: "AppGroup/Inbox/q.parcel")
      try test.put(.folder(["c": .file("c")]).mode(0o000), at: "AppGroup/Inbox/r.parcel")
      try asUnprivilegedUser(in: test) {
        let outcomes = try test.drain()
        #expect(outcomes.allSatisfy { if case .imported = $0.result { true } else { false } }, "\(outcomes)")
      }
      #expect(
        try test.documents
          == .folder(["f": inside, "g": inside, "a": .file("a"), "b": .file("b"), "c": .file("c")])
          .withoutModes)
      #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
      #expect(try test.treeWithModes("AppGroup/Documents").entries["f"]?.mode == 0o755)
    }
  }

  @Test func aUserWhoMayNotWriteInDocumentsLosesNothing() throws {
    try withTestContainer { test in
      try test.deliver(["a": .file("a")], as: "p")
      try test.put(.folder(), at: "AppGroup/Displaced")
      try test.put(.folder().mode(0o555), at: "AppGroup/Documents")
      try asUnprivilegedUser(in: test) {
        let outcomes = try test.drain()
        guard case .waiting(.disk(let error))? = outcomes.results(for: "a").first else {
          Issue.record("\(outcomes)")
          return
        }
        #expect(error.code == .denied)
      }
      #expect(try test.tree("AppGroup/Inbox/p.parcel") == .folder(["a": .file("a")]))
    }
  }

  @Test func aLockedDocumentIsUnlockedAndMoved() throws {
    try withTestContainer { test in
      try test.deliver(["a": .file("a")], as: "p")
      let isLocked = Mutex(true)
      var disk = test.disk
      let (unlock, rename) = (disk.unlock, disk.renameExclusive)
      disk.unlock = { file throws(DiskError) in
        try unlock(file)
        isLocked.withLock { $0 = false }
      }
      disk.renameExclusive = { from, name, to, newName throws(DiskError) in
        if isLocked.withLock({ $0 }) { throw .of(.denied, number: 1, call: "renameat2") }
        try rename(from, name, to, newName)
      }
      #expect(try test.drain(Drain(test.container(on: disk))).arrivals(of: "a") == ["a"])
    }
  }

  @Test func anEmptyParcelIsRemovedAndAFullOneIsNot() throws {
    try withTestContainer { test in
      try test.deliver([:], as: "empty")
      let disk = test.disk.interrupted(Fuse(at: 1, of: .removeFolder)) { _ in
        try? test.put(.file("late"), at: "AppGroup/Inbox/empty.parcel/late")
      }
      try test.drain(Drain(test.container(on: disk)))
      #expect(try test.tree("AppGroup/Inbox/empty.parcel") == .folder(["late": .file("late")]))
      try test.drain()
      #expect(try test.documents == .folder(["late": .file("late")]))
    }
  }
}

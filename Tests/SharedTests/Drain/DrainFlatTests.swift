import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// The app's own Documents and Documents/Inbox.
@Suite struct DrainFlatTests {
  /// Drains with a memory of how everything looked some time ago.
  private func drainQuiet(_ house: House, on disk: Disk? = nil) throws -> [DrainOutcome] {
    try house.drain(patientDrain(house, disk ?? house.disk))
  }

  private func put(_ house: House, inbox: [FileName: Tree] = [:], documents: [FileName: Tree] = [:]) throws {
    if !inbox.isEmpty { try house.put(.folder(inbox), at: "App/Documents/Inbox") }
    for (name, tree) in documents {
      try house.withFolder("App/Documents") { try tree.make(name, in: $0) }
    }
  }

  @Test func whatKeepsStillArrivesAndTheSystemsFolderStays() throws {
    try withHouse { house in
      try put(
        house, inbox: ["a.pdf": .file("a").attribute("tag", [1])],
        documents: ["b": .folder(["c": .file("c")]), "d": .file("d")])
      let outcomes = try drainQuiet(house)
      #expect(
        try house.documents
          == .folder([
            "a.pdf": .file("a").attribute("tag", [1]), "b": .folder(["c": .file("c")]), "d": .file("d"),
          ]))
      #expect(try house.tree("App") == .folder(["Documents": .folder(["Inbox": .folder()])]))
      #expect(outcomes.first { $0.name == "a.pdf" }?.origin == .opened)
      #expect(outcomes.first { $0.name == "d" }?.origin == .finder)
    }
  }

  @Test func nothingIsTakenAtFirstSight() throws {
    try withHouse { house in
      try put(
        house, inbox: ["a.pdf": .file("a"), "p.parcel": .folder(["x": .file("x")])],
        documents: ["b": .folder()])
      let before = try house.tree("App")
      let drain = Drain(house.container, sandbox: house.sandbox)
      for _ in 0..<3 {
        let outcomes = try house.drain(drain)
        #expect(outcomes.count == 3 && outcomes.allSatisfy { $0.result == .waiting(.growing) })
      }
      #expect(try house.tree("App") == before)
    }
  }

  @Test func whatGrowsWaits() throws {
    try withHouse { house in
      try put(house, inbox: ["a": .file("a")], documents: ["b": .folder(["c": .file("c")]), "d": .file("d")])
      let drain = try patientDrain(house, house.disk)
      try house.append("more", to: "App/Documents/Inbox/a")
      try house.append("more", to: "App/Documents/b/c")
      let outcomes = try house.drain(drain)
      #expect(outcomes.results(for: "a") == [.waiting(.growing)])
      #expect(outcomes.results(for: "b") == [.waiting(.growing)])
      #expect(outcomes.arrivals(of: "d") == ["d"])
    }
  }

  @Test func partialDownloadsWait() throws {
    try withHouse { house in
      let names: [FileName] = [
        "a.part", "b.partial", "c.crdownload", "d.download", "~$e.docx", ".~lock.f.odt#",
      ]
      try put(
        house,
        documents: Dictionary(
          uniqueKeysWithValues: names.map { ($0, Tree.file("")) } + [("g.partly", .file("g"))]))
      let outcomes = try drainQuiet(house)
      for name in names {
        #expect(outcomes.results(for: name.description) == [.waiting(.unfinishedDownload)], "\(name)")
      }
      #expect(try house.documents.names == ["g.partly"])
    }
  }

  @Test func whatTheSystemPutsThereForItselfStaysUnmentioned() throws {
    try withHouse { house in
      try put(
        house,
        documents: [
          ".DS_Store": .file(""), "._a": .file(""), ".cloudy.pdf.icloud": .file(""), ".kept": .file("k"),
          "not.icloud": .file("n"),
        ])
      let outcomes = try drainQuiet(house)
      #expect(Set(outcomes.map(\.name)) == [".kept", "not.icloud"])
      #expect(try house.documents.names == [".kept", "not.icloud"])
      #expect(try house.tree("App/Documents").names == [".DS_Store", "._a", ".cloudy.pdf.icloud"])
    }
  }

  @Test func anInboxThatIsAFileIsADocument() throws {
    try withHouse { house in
      try put(house, documents: ["Inbox": .file("inbox")])
      #expect(try drainQuiet(house).arrivals(of: "Inbox") == ["Inbox"])
      #expect(try house.documents == .folder(["Inbox": .file("inbox")]))
    }
  }

  @Test func linksAndSpecialFilesWait() throws {
    try withHouse { house in
      try put(house, inbox: ["l": .link("x"), "f": .fifo], documents: ["m": .link("../../Outside")])
      let outcomes = try drainQuiet(house)
      #expect(outcomes.results(for: "l") == [.refused(.notADocument(.link))])
      #expect(outcomes.results(for: "f") == [.refused(.notADocument(.special))])
      #expect(outcomes.results(for: "m") == [.refused(.notADocument(.link))])
      #expect(try house.documents.names.isEmpty)
    }
  }

  @Test func aParcelInTheInboxIsDissolvedAndOneFromFinderIsADocument() throws {
    try withHouse { house in
      let parcel = Tree.folder(["a": .file("a"), "b": .folder(["c": .file("c")])])
      try put(house, inbox: ["sent.parcel": parcel], documents: ["copied.parcel": parcel])
      _ = try drainQuiet(house)
      #expect(
        try house.documents
          == .folder(["a": .file("a"), "b": .folder(["c": .file("c")]), "copied.parcel": parcel]))
      #expect(try house.tree("AppGroup/Inbox").names.isEmpty)
    }
  }

  @Test func aHostileParcelIsTakenApartAndItsTrapsWait() throws {
    try withHouse { house in
      try put(
        house,
        inbox: [
          "evil.parcel": .folder([
            "passwd": .link("/etc/passwd"), "up": .link(".."), "a\u{202E}fdp.exe": .file("a"),
            "inner.parcel": .folder(["x": .file("x")]), "ok": .file("ok"),
          ]).mode(0o555)
        ])
      try asNobody(in: house) {
        let outcomes = try drainQuiet(house)
        #expect(outcomes.results(for: "passwd") == [.refused(.notADocument(.link))])
      }
      #expect(try house.documents.names == ["a-fdp.exe", "inner.parcel", "ok"])
    }
  }

  @Test func flatEntriesAreSyncedBeforeTheyMoveAndProtectedAfter() throws {
    for isParcel in [false, true] {
      try withHouse { house in
        let name: FileName = isParcel ? "f.parcel" : "f"
        try put(house, inbox: [name: .folder(["b": .folder(["c": .file("c")])])])
        let unsynced = Guarded<Set<FileID>>([])
        let unprotected = Guarded<Set<FileID>>([])
        let tops = ["", "/b", "/b/c"].map { "App/Documents/Inbox/\(name)\($0)" }
        for place in tops {
          let (folder, name) = try Folder.openParent(of: house.path(of: place), disk: house.disk)
          let file = try folder.identify(name)
          unsynced.with { _ = $0.insert(file) }
          unprotected.with { _ = $0.insert(file) }
        }
        let isEarly = Guarded(false)
        let disk = house.disk.asking { request throws(DiskError) in
          guard let opened = request.descriptor else { return }
          if request.call == .sync || request.call == .protect {
            let file = try Disk.system.identify(opened, nil)
            if request.call == .sync { unsynced.with { _ = $0.remove(file) } }
            if request.call == .protect { unprotected.with { _ = $0.remove(file) } }
          }
          if request.call == .renameExclusive, !unsynced.with({ $0.isEmpty }) { isEarly.with { $0 = true } }
        }
        _ = try drainQuiet(house, on: disk)
        #expect(!isEarly.with { $0 } && unprotected.with { $0.isEmpty })
        #expect(try house.documents.contents == texts("c"))
      }
    }
  }

  @Test func whatCannotBeSyncedWaits() throws {
    try withHouse { house in
      try put(house, inbox: ["a": .file("a")], documents: ["b": .file("b")])
      let file = try house.folder("App/Documents/Inbox").identify("a")
      let disk = house.disk.asking { request throws(DiskError) in
        guard request.call == .sync, let opened = request.descriptor else { return }
        if try Disk.system.identify(opened, nil) == file { throw .of(.failed, number: 5, call: "fsync") }
      }
      let outcomes = try drainQuiet(house, on: disk)
      guard case .waiting(.disk(let error))? = outcomes.results(for: "a").first else {
        Issue.record("\(outcomes)")
        return
      }
      #expect(error.code == .failed)
      #expect(try house.documents.names == ["b"] && house.tree("App/Documents/Inbox").names == ["a"])
    }
  }

  @Test func anotherVolumeWaitsWithItsReason() throws {
    try withHouse { house in
      try put(house, inbox: ["a": .file("a")])
      let disk = house.disk.failing(
        Fuse(at: 1, of: .renameExclusive, isLasting: true), with: .of(.otherVolume, number: 18))
      guard case .waiting(.disk(let error))? = try drainQuiet(house, on: disk).results(for: "a").first else {
        Issue.record("it does not wait")
        return
      }
      #expect(error.code == .otherVolume)
      #expect(try house.tree("App/Documents/Inbox").names == ["a"])
    }
  }

  @Test func aFileThatAnotherDrainTakesIsAnothers() throws {
    try withHouse { house in
      try put(house, inbox: ["a": .file("a")])
      let disk = house.disk.interrupted(Fuse(at: 1, of: .renameExclusive)) { _ in
        try? house.remove("App/Documents/Inbox/a")
      }
      #expect(try drainQuiet(house, on: disk).results(for: "a") == [.takenByAnother])
    }
  }

  @Test func severalDrainsOfTheAppsFoldersTakeEachDocumentOnce() throws {
    try withHouse { house in
      let names = (0..<60).map { (FileName("same \($0 % 7) \($0)"), Tree.file("\($0)")) }
      try put(
        house, inbox: Dictionary(uniqueKeysWithValues: names), documents: ["p": .folder(["q": .file("q")])])
      let drains = try (0..<4).map { _ in try patientDrain(house, house.disk.withoutSyncs) }
      try inParallel(4) { index in try drains[index].run { _ in } }
      let found = try house.documents
      #expect(found.entries.count == 61 && Set(found.contents).count == 61)
    }
  }

  @Test func aSandboxWithoutDocumentsIsNoError() throws {
    try withHouse { house in
      try house.remove("App/Documents")
      #expect(try house.drain(Drain(house.container, sandbox: house.sandbox)).isEmpty)
    }
  }

  @Test func readOnlyThingsArriveForAUserWhoIsNotRoot() throws {
    try withHouse { house in
      try put(
        house, inbox: ["f": .folder(["x": .file("x").mode(0o444)]).mode(0o555)],
        documents: ["g": .file("g").mode(0o400)])
      try asNobody(in: house) {
        let outcomes = try drainQuiet(house)
        #expect(outcomes.allSatisfy { if case .imported = $0.result { true } else { false } }, "\(outcomes)")
      }
      #expect(try house.documents.names == ["f", "g"])
    }
  }

  /// Another program removed the read permission of the owner, which is this process's user.
  @Test func whatItsOwnerMayNotReadIsMadeReadable() throws {
    try withHouse { house in
      try house.put(.file("f").mode(0), at: "App/Documents/file")
      try house.put(
        .folder(["deep": .folder(["a": .file("a").mode(0)]).mode(0)]).mode(0), at: "App/Documents/folder")
      try asNobody(in: house) {
        let quiet = StabilityTracker()
        let drain = Drain(house.container, sandbox: house.sandbox, quiet: quiet)
        try house.drain(drain)
        let past = ContinuousClock.now - .seconds(10)
        for name in ["file", "folder"] as [FileName] {
          quiet.forget(name, in: try house.folder("App/Documents").path)
          _ = try quiet.isStable(name, in: house.folder("App/Documents"), now: past)
        }
        try house.drain(drain)
        // The app can list what came in.
        try Documents(house.container).visit { _ in }
      }
      #expect(
        try house.documents
          == .folder(["file": .file("f"), "folder": .folder(["deep": .folder(["a": .file("a")])])]))
    }
  }
}

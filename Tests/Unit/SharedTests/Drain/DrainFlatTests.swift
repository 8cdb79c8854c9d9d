import Foundation
import Synchronization
import Testing

@testable import IntrayCore

/// The app's own Documents and Documents/Inbox.
@Suite(.inContainer) struct DrainFlatTests {
  let test = TestContainer.current

  /// Drains with a memory of how everything looked some time ago.
  private func drainQuiet(_ test: TestContainer, on disk: Disk? = nil) throws -> [DrainOutcome] {
    try test.drain(patientDrain(test, disk ?? test.disk))
  }

  /// The folders of `Taken`.
  private func taken(_ test: TestContainer) throws -> [FileName: Tree] {
    try test.tree(Self.taken).entries
  }

  private static let taken = "App/Library/Application Support/Taken"

  private func put(_ test: TestContainer, inbox: [FileName: Tree] = [:], documents: [FileName: Tree] = [:])
    throws
  {
    if !inbox.isEmpty { try test.put(.folder(inbox), at: "App/Documents/Inbox") }
    for (name, tree) in documents {
      try test.withFolder("App/Documents") { try tree.make(name, in: $0) }
    }
  }

  @Test func anUnchangingFileArrivesAndTheSystemsFolderStays() throws {
    try put(test, inbox: ["a.pdf": .file("a").attribute("tag", [1])], documents: ["b": ["c": "c"], "d": "d"])
    let outcomes = try drainQuiet(test)
    #expect(try test.documents == ["a.pdf": .file("a").attribute("tag", [1]), "b": ["c": "c"], "d": "d"])
    #expect(try test.tree("App/Documents") == ["Inbox": [:]] && taken(test).isEmpty)
    #expect(outcomes.first { $0.name == "a.pdf" }?.source == .opened)
    #expect(outcomes.first { $0.name == "d" }?.source == .finder)
  }

  @Test func noFileIsMovedAtTheFirstLook() throws {
    try put(test, inbox: ["a.pdf": "a", "p.parcel": ["x": "x"]], documents: ["b": [:]])
    let before = try test.tree("App")
    let drain = Drain(test.container, sandbox: test.sandbox)
    for _ in 0..<3 {
      let outcomes = try test.drain(drain)
      #expect(outcomes.count == 3 && outcomes.allSatisfy { $0.result == .waiting(.growing) })
    }
    #expect(try test.tree("App") == before)
  }

  @Test func aGrowingFileWaits() throws {
    try put(test, inbox: ["a": "a"], documents: ["b": ["c": "c"], "d": "d"])
    let drain = try patientDrain(test, test.disk)
    try test.append("more", to: "App/Documents/Inbox/a")
    try test.append("more", to: "App/Documents/b/c")
    let outcomes = try test.drain(drain)
    #expect(outcomes.results(for: "a") == [.waiting(.growing)])
    #expect(outcomes.results(for: "b") == [.waiting(.growing)])
    #expect(outcomes.arrivals(of: "d") == ["d"])
  }

  @Test func namesOfOneFileBecomeDocumentsOfTheirOwn() throws {
    try put(test, documents: ["a.txt": "text", "f": ["b.txt": "other"]])
    let documents = test.path(of: "App/Documents")
    try #require(linkFile(documents + "/a.txt", documents + "/f/a.txt"))
    try #require(linkFile(documents + "/f/b.txt", documents + "/f/c.txt"))
    // The copy of one name changes the status of the other, which is looked at once more.
    for _ in 0..<2 { _ = try drainQuiet(test) }
    #expect(
      try test.documents == ["a.txt": "text", "f": ["a.txt": "text", "b.txt": "other", "c.txt": "other"]])
    let entries = try ["a.txt", "f/a.txt", "f/b.txt", "f/c.txt"].map { try test.container.entry($0) }
    #expect(try Set(entries.map { try $0.status().file }).count == 4)
    #expect(try Set(entries.map { try $0.identity()?.id }).count == 4)
    #expect(try test.tree("AppGroup/Staging").names.isEmpty && taken(test).isEmpty)
  }

  @Test func noDocumentRunsAsAnotherUser() throws {
    try put(
      test, documents: ["run": .file("x").mode(0o4755), "f": .folder(["sub": .folder([:]).mode(0o2755)])])
    _ = try drainQuiet(test)
    #expect(try test.container.entry("run").status().mode == 0o755)
    #expect(try test.container.entry("f/sub").status().mode == 0o755)
  }

  @Test("A waiting file is reported with the same reason by each drain")
  func reasonsLast() throws {
    try put(test, inbox: ["l": .link("x"), "f": .fifo], documents: ["a": "a"])
    let disk = test.disk.failing(
      Fuse(at: 1, of: .renameExclusive, isLasting: true), with: .of(.denied, number: 13))
    let drain = try patientDrain(test, disk)
    for _ in 0..<3 {
      let outcomes = try test.drain(drain)
      #expect(outcomes.results(for: "l") == [.refused(.notADocument(.link))])
      #expect(outcomes.results(for: "f") == [.refused(.notADocument(.special))])
      #expect(outcomes.errors(for: "a") == [.denied])
    }
  }

  @Test("Documents is listed once for each of the app's folders, however many documents arrive")
  func oneList() throws {
    let names = (0..<40).map { (FileName("\($0)"), Tree.file("\($0)")) }
    try put(test, inbox: Dictionary(uniqueKeysWithValues: names), documents: ["0": "again"])
    let lists = Mutex(0)
    try test.put([:])
    let documents = try test.folder("AppGroup/Documents").status().file
    let disk = test.disk.asking { request throws(DiskError) in
      guard request.call == .list, let opened = request.descriptor,
        try Disk.system.status(opened, nil).file == documents
      else { return }
      lists.withLock { $0 += 1 }
    }
    let drain = try patientDrain(test, disk)
    _ = try test.drain(drain)
    #expect(try test.documents.entries.count == 41)
    #expect(lists.withLock { $0 } <= 4)
  }

  @Test func partialDownloadsWait() throws {
    let names: [FileName] = [
      "a.part", "b.partial", "c.crdownload", "d.download", "~$e.docx", ".~lock.f.odt#",
    ]
    try put(
      test,
      documents: Dictionary(uniqueKeysWithValues: names.map { ($0, Tree.file("")) } + [("g.partly", "g")]))
    let outcomes = try drainQuiet(test)
    for name in names {
      #expect(outcomes.results(for: name.description) == [.waiting(.unfinishedDownload)], "\(name)")
    }
    #expect(try test.documents.names == ["g.partly"])
  }

  @Test func theSystemsOwnFilesAreNotReported() throws {
    try put(
      test,
      documents: [".DS_Store": "", "._a": "", ".cloudy.pdf.icloud": "", ".kept": "k", "not.icloud": "n"])
    let outcomes = try drainQuiet(test)
    #expect(Set(outcomes.map(\.name)) == [".kept", "not.icloud"])
    #expect(try test.documents.names == [".kept", "not.icloud"])
    #expect(try test.tree("App/Documents").names == [".DS_Store", "._a", ".cloudy.pdf.icloud"])
  }

  @Test func aDocumentUnderANameOfFindersArrivesUnderOneThatListsShow() throws {
    try put(test, inbox: ["._o.pdf": "o", ".DS_Store": ""], documents: ["._a.pdf": "hello", "._b": ""])
    _ = try drainQuiet(test)
    #expect(try test.documents == ["-_o.pdf": "o", "-DS_Store": "", "-_a.pdf": "hello"])
  }

  @Test func theInboxIsRemovedWhenTwoActivationsInARowFindItEmpty() throws {
    // On a system that lets the app remove it.
    let sandbox = Sandbox(path: test.sandbox.path, disk: .system)
    #expect(try sandbox.removeInbox(emptyBefore: nil) == nil)
    try put(test, inbox: ["a": "a"])
    #expect(try sandbox.removeInbox(emptyBefore: nil) == nil)
    _ = try drainQuiet(test)
    let empty = try #require(try sandbox.removeInbox(emptyBefore: nil))
    #expect(try test.tree("App/Documents") == ["Inbox": [:]])
    // A document that comes in between keeps the folder, and the counting begins again.
    try test.put("b", at: "App/Documents/Inbox/b")
    #expect(try sandbox.removeInbox(emptyBefore: empty) == nil)
    _ = try drainQuiet(test)
    let second = try sandbox.removeInbox(emptyBefore: nil)
    // A phone refuses.
    #expect(try test.sandbox.removeInbox(emptyBefore: second) == nil)
    #expect(try test.tree("App/Documents") == ["Inbox": [:]])
    #expect(try sandbox.removeInbox(emptyBefore: second) == nil)
    #expect(try test.tree("App/Documents") == [:])
  }

  @Test func anInboxThatTheSystemProtectsOrFillsAtThatMomentStays() throws {
    for error in [DiskError.of(.denied, number: 1), .of(.notEmpty, number: 66), .of(.notFound, number: 2)] {
      try withTestContainer { test in
        try put(test, inbox: ["a": "a"])
        _ = try drainQuiet(test)
        let empty = try test.sandbox.removeInbox(emptyBefore: nil)
        let disk = test.disk.failing(Fuse(at: 1, of: .removeFolder), with: error)
        #expect(try Sandbox(path: test.sandbox.path, disk: disk).removeInbox(emptyBefore: empty) == nil)
        #expect(try test.tree("App/Documents") == ["Inbox": [:]])
      }
    }
  }

  @Test func aFileNamedInboxIsADocument() throws {
    try put(test, documents: ["Inbox": "inbox"])
    #expect(try drainQuiet(test).arrivals(of: "Inbox") == ["Inbox"])
    #expect(try test.documents == ["Inbox": "inbox"])
  }

  @Test func aParcelInTheInboxIsUnpackedAndOneFromFinderIsADocument() throws {
    let parcel = Tree.folder(["a": "a", "b": ["c": "c"]])
    try put(test, inbox: ["sent.parcel": parcel], documents: ["copied.parcel": parcel])
    _ = try drainQuiet(test)
    #expect(try test.documents == ["a": "a", "b": ["c": "c"], "copied.parcel": parcel])
    #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
  }

  @Test func takenEntriesAreSyncedAndProtectedBeforeTheyAreDelivered() throws {
    for isParcel in [false, true] {
      try withTestContainer { test in
        let name: FileName = isParcel ? "f.parcel" : "f"
        try put(test, inbox: [name: ["b": ["c": "c"]]])
        let files = try ["", "/b", "/b/c"].map { place in
          let (folder, name) = try Folder.openParent(
            of: test.path(of: "App/Documents/Inbox/\(name)\(place)"), disk: test.disk)
          return try folder[name].status().file
        }
        let pending = Mutex<[DiskCall: Set<FileID>]>([.sync: Set(files), .protect: Set(files)])
        let isEarly = Flag()
        let disk = test.disk.asking { request throws(DiskError) in
          guard let opened = request.descriptor else { return }
          if request.call == .sync || request.call == .protect {
            let file = try Disk.system.status(opened, nil).file
            pending.withLock { _ = $0[request.call]?.remove(file) }
          }
          guard request.call == .renameExclusive, try Disk.system.path(opened).contains("/Taken/") else {
            return
          }
          if pending.withLock({ !$0.values.allSatisfy(\.isEmpty) }) { isEarly.isOn = true }
        }
        _ = try drainQuiet(test, on: disk)
        #expect(!isEarly.isOn && pending.withLock { $0.values.allSatisfy(\.isEmpty) })
        #expect(try test.documents.contents == texts("c"))
      }
    }
  }

  @Test func aFileThatCannotBeSyncedWaitsWhereItWasTaken() throws {
    try put(test, inbox: ["a": "a"], documents: ["b": "b"])
    let file = try test.folder("App/Documents/Inbox")["a"].status().file
    let disk = test.disk.asking { request throws(DiskError) in
      guard request.call == .sync, let opened = request.descriptor else { return }
      if try Disk.system.status(opened, nil).file == file { throw .of(.failed, number: 5, call: "fsync") }
    }
    let outcomes = try drainQuiet(test, on: disk)
    let waits = try #require(outcomes.first { $0.name == "a" })
    #expect(outcomes.errors(for: "a") == [.failed])
    #expect(try test.documents.names == ["b"] && taken(test).values.map(\.names) == [["a"]])
    // The user can save or delete it there; otherwise the next drain delivers it.
    #expect(waits.waiting?.folder.contains(Self.taken) == true && waits.waiting?.name == "a")
    #expect(try test.drain(Drain(test.container, sandbox: test.sandbox)).arrivals(of: "a") == ["a"])
    #expect(try test.documents.names == ["a", "b"] && taken(test).isEmpty)
  }

  @Test func whatWasTakenIsDeliveredByTheNextDrainWithTheTimeAtWhichItWasHandedOver() async throws {
    let time = FileTime(seconds: 1_700_000_000, nanoseconds: 7)
    let parcel = Tree.folder(["x": "x"])
    for (source, name, tree) in [
      (DrainOutcome.Source.opened, "a", .file("a").attribute(Identity.prefix + "flags", [1])),
      (.finder, "b", .file("b").mode(0)), (.opened, "sent.parcel", parcel),
      (.finder, "kept.parcel", parcel),
    ] as [(DrainOutcome.Source, FileName, Tree)] {
      let id = TakenEntry(source, handedOver: time).freshName()
      try test.put([name: tree], at: "\(Self.taken)/\(id)")
    }
    // A drain was killed before it had something in its folder.
    try test.put([:], at: "\(Self.taken)/\(TakenEntry(.opened, handedOver: time).freshName())")
    try asUnprivilegedUser(in: test) { _ = try test.drain(Drain(test.container, sandbox: test.sandbox)) }
    #expect(try test.documents == ["a": "a", "b": "b", "x": "x", "kept.parcel": parcel])
    #expect(try taken(test).isEmpty)
    #expect(try await test.arrivals().map(\.added) == [time, time, time, time])
  }

  @Test func theDocumentsOfAnOpenedParcelAreOneShareWhereverTheAppIsKilled() throws {
    let names: [FileName] = ["a", "b", "c"]
    let parcel = Tree.folder(Dictionary(uniqueKeysWithValues: names.map { ($0, "x") }))
    try eachCall(.untidy) { test, fuse in
      try put(test, documents: ["alone": "y"])
      let id = TakenEntry(.opened, handedOver: .now).freshName()
      try test.put(["sent.parcel": parcel], at: "\(Self.taken)/\(id)")
      _ = try? drainQuiet(test, on: test.disk.withoutSyncs.dying(fuse))
      _ = try drainQuiet(test)
      let documents = try test.container.open(.documents)
      let shares = try names.map { try documents.arrivalRecord(of: $0)?.share }
      #expect(Set(shares).count == 1 && shares[0] != nil)
      // What Finder or the system brings one by one belongs to no share.
      let alone = try documents.arrivalRecord(of: "alone")
      #expect(alone != nil && alone?.share == nil)
    }
  }

  @Test func anEmptyFolderOfTakenThatAnotherProcessRemovesIsMadeAgain() throws {
    try put(test, inbox: ["a": "a"])
    let disk = test.disk.interrupted(Fuse(at: 1, of: .renameExclusive)) { _ in
      for name in (try? taken(test).keys.map(\.description)) ?? [] {
        try? test.remove("\(Self.taken)/\(name)")
      }
    }
    #expect(try drainQuiet(test, on: disk).arrivals(of: "a") == ["a"])
    #expect(try test.documents.names == ["a"] && taken(test).isEmpty)
  }

  @Test func whatAnotherProcessHasTakenOverIsLeftToIt() throws {
    try put(test, inbox: ["a": "a"])
    let other = TakenEntry(.opened, handedOver: FileTime(seconds: 1)).freshName()
    let disk = test.disk.interrupted(Fuse(at: 1, of: .protect)) { _ in
      guard let old = try? taken(test).keys.first else { return }
      try? FileManager.default.moveItem(
        atPath: test.path(of: "\(Self.taken)/\(old)"), toPath: test.path(of: "\(Self.taken)/\(other)"))
      _ = try? test.drain(
        Drain(Container(path: test.container.path), sandbox: Sandbox(path: test.sandbox.path)))
    }
    #expect(try drainQuiet(test, on: disk).results(for: "a") == [.takenByAnother])
    #expect(try test.documents == ["a": "a"] && taken(test).isEmpty)
  }

  @Test func aFileOnAnotherVolumeWaitsWithItsReason() throws {
    try put(test, inbox: ["a": "a"])
    let disk = test.disk.failing(
      Fuse(at: 1, of: .renameExclusive, isLasting: true), with: .of(.otherVolume, number: 18))
    #expect(try drainQuiet(test, on: disk).errors(for: "a") == [.otherVolume])
    #expect(try test.tree("App/Documents/Inbox").names == ["a"])
  }

  @Test func aFileThatAnotherDrainMovesIsReportedAsTaken() throws {
    try put(test, inbox: ["a": "a"])
    let disk = test.disk.interrupted(Fuse(at: 1, of: .renameExclusive)) { _ in
      try? test.remove("App/Documents/Inbox/a")
    }
    #expect(try drainQuiet(test, on: disk).results(for: "a") == [.takenByAnother])
  }

  @Test func severalDrainsOfTheAppsFoldersTakeEachDocumentOnce() throws {
    let names = (0..<60).map { (FileName("same \($0 % 7) \($0)"), Tree.file("\($0)")) }
    try put(test, inbox: Dictionary(uniqueKeysWithValues: names), documents: ["p": ["q": "q"]])
    let drains = try (0..<4).map { _ in try patientDrain(test, test.disk.withoutSyncs) }
    try inParallel(4) { index in try drains[index].run { _ in } }
    let found = try test.documents
    #expect(found.entries.count == 61 && Set(found.contents).count == 61)
  }

  @Test func aMissingDocumentsFolderOfTheAppIsNoError() throws {
    try test.remove("App/Documents")
    #expect(try test.drain(Drain(test.container, sandbox: test.sandbox)).isEmpty)
  }

  @Test func readOnlyItemsArriveForAUserWhoIsNotRoot() throws {
    try put(
      test, inbox: ["r": .file("r").mode(0o400), "w": .folder(["x": "x"]).mode(0o555)],
      documents: ["f": .folder(["x": .file("x").mode(0o444)]).mode(0o555), "g": .file("g").mode(0o400)])
    var outcomes: [DrainOutcome] = []
    try asUnprivilegedUser(in: test) { outcomes = try drainQuiet(test) }
    #expect(try test.documents.names == ["f", "g", "r"])
    // Not every volume renames a folder without write permission, and in the Inbox a phone gives it none.
    #expect(outcomes.errors(for: "w") == [.denied])
    #expect(try test.tree("App/Documents/Inbox").names == ["w"] && taken(test).isEmpty)
  }

  /// Another program removed the read permission of the owner, which is this process's user.
  @Test func anUnreadableFileIsMadeReadable() throws {
    try test.put(.file("f").mode(0), at: "App/Documents/file")
    try test.put(
      .folder(["deep": .folder(["a": .file("a").mode(0)]).mode(0)]).mode(0), at: "App/Documents/folder")
    try asUnprivilegedUser(in: test) {
      let stability = StabilityTracker()
      let drain = Drain(test.container, sandbox: test.sandbox, stability: stability)
      try test.drain(drain)
      let past = ContinuousClock.now - .seconds(10)
      for name in ["file", "folder"] as [FileName] {
        let entry = try test.folder("App/Documents")[name]
        stability.forget(entry)
        _ = try stability.isStable(entry, now: past)
      }
      try test.drain(drain)
      // The app can list what came in.
      try test.container.folder(at: DocumentPath()).walk { _, _, _ in }
    }
    #expect(try test.documents == ["file": "f", "folder": ["deep": ["a": "a"]]])
  }
}

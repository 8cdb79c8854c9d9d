import Foundation
import Synchronization
import Testing

@testable import Shared

@Suite struct DepositTests {
  @Test(
    "A deposit refuses Intray's own folder, its contents, and a folder that holds it",
    arguments: [
      "AppGroup", "AppGroup/Staging", "AppGroup/Documents/a.txt", "", "Originals/Link/AppGroup",
      "Originals/Link/AppGroup/Documents/a.txt", "Originals/../AppGroup", "Originals/..",
      "Originals/../App/..",
    ])
  func ownFolder(place: String) throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      try test.put(.link(test.path), at: "Originals/Link")
      let error = #expect(throws: DiskError.self) {
        try Inbox(test.container).deposit { deposit throws(DiskError) in
          try deposit.add(contentsOf: test.path(of: place), as: "x")
        }
      }
      #expect(error?.code == .ownFolder)
      #expect(try test.tree("AppGroup/Inbox") == .folder())
    }
  }

  @Test func aParcelIsInvisibleBeforeItIsPublishedAndWholeAfter() throws {
    try withTestContainer { test in
      try test.put(.file("one"), at: "Originals/one.txt")
      let deposit = try Inbox(test.container).deposit()
      try deposit.add(contentsOf: test.path(of: "Originals/one.txt"), as: "one.txt")
      try deposit.add("two".utf8, as: "two.txt")
      #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
      #expect(try test.remains.count == 1)
      #expect(try deposit.publish() == .durable)
      #expect(try test.remains.isEmpty)
      let parcels = try test.tree("AppGroup/Inbox").entries
      #expect(parcels.count == 1 && parcels.keys.allSatisfy { $0.hasSuffix(".parcel") })
      #expect(parcels.values.first == .folder(["one.txt": .file("one"), "two.txt": .file("two")]))
      #expect(try test.tree("Originals") == .folder(["one.txt": .file("one")]))
    }
  }

  @Test func documentsOfOneNameStayTwoInAParcel() throws {
    try withTestContainer { test in
      try test.put(.file("original"), at: "Originals/a.txt")
      _ = try Inbox(test.container).deposit { deposit throws(DiskError) in
        try deposit.add("1".utf8, as: "a.txt")
        try deposit.add("2".utf8, as: "A.TXT")
        try deposit.add(contentsOf: test.path(of: "Originals/a.txt"), as: "a.txt")
      }
      let parcel = try test.tree("AppGroup/Inbox").entries.values.first
      #expect(
        parcel == .folder(["a.txt": .file("1"), "A-1.TXT": .file("2"), "a-2.txt": .file("original")]))
    }
  }

  @Test func severalThreadsAddAtOnce() throws {
    try withTestContainer { test in
      let deposit = try Inbox(test.container).deposit()
      try inParallel(8) { index in
        for number in 0..<25 { try deposit.add("\(index).\(number)".utf8, as: "same.txt") }
      }
      _ = try deposit.publish()
      let parcel = try #require(try test.tree("AppGroup/Inbox").entries.values.first)
      #expect(parcel.entries.count == 200 && Set(parcel.contents).count == 200)
    }
  }

  @Test func aNameThatTheVolumeRefusesGetsHyphensForItsNewestCharacters() throws {
    try withTestContainer { test in
      try test.put(.file("page"), at: "Originals/page")
      for (last, names) in [(0xFFFF, ["Été -.txt", "Été -.pdf"]), (0x7F, ["-t- -.txt", "-t- -.pdf"])] {
        let disk = test.disk.refusingNames { $0.contains { $0.value > last } }
        let deposit = try Inbox(test.container(on: disk)).deposit()
        #expect(try deposit.add("text".utf8, as: "Été \u{1FADF}.txt").text == names[0])
        let temporary = try deposit.add(contentsOf: test.path(of: "Originals/page"), as: "temporary")
        #expect(try deposit.rename(temporary, to: "Été \u{1FADF}.pdf").text == names[1])
        _ = try deposit.publish()
        let parcel = try #require(try test.tree("AppGroup/Inbox").entries.values.first)
        #expect(parcel == .folder([FileName(names[0]): .file("text"), FileName(names[1]): .file("page")]))
        try test.remove("AppGroup/Inbox")
      }
    }
  }

  @Test func anEntryOfAFolderWhoseNameTheVolumeRefusesGetsTheNextFreeName() throws {
    try withTestContainer { test in
      let (new, other) = (FileName("Été \u{1FADF}"), FileName("Été \u{1FAE9}"))
      try test.put(
        .folder([
          new: .folder([new: .file("deep").attribute("tag", [1]), "plain": .file("plain")]),
          other: .link("target"), "Été -": .file("taken"), "-t- -": .file("taken, too"),
        ]), at: "Originals/a")
      for (last, e) in [(0xFFFF, "Été"), (0x7F, "-t-")] {
        let disk = test.disk.refusingNames { $0.contains { $0.value > last } }
        let deposit = try Inbox(test.container(on: disk)).deposit()
        if last == 0x7F { try test.remove("Originals/a/Été -") }
        try deposit.add(contentsOf: test.path(of: "Originals/a"), as: "a")
        _ = try deposit.publish()
        let parcel = try #require(try test.tree("AppGroup/Inbox").entries.values.first)
        let folder = try #require(parcel.entries["a"])
        // The kernel lists the two in any order.
        let numbers = [FileName("\(e) --1"), FileName("\(e) --2")]
        var found = Dictionary(uniqueKeysWithValues: folder.entries.map { ($0.value, $0.key) })
        #expect(found.removeValue(forKey: .file("taken, too")) == "-t- -")
        if last == 0xFFFF { #expect(found.removeValue(forKey: .file("taken")) == "Été -") }
        #expect(Set(found.values) == Set(numbers))
        let inner = Tree.folder([
          FileName("\(e) -"): .file("deep").attribute("tag", [1]), "plain": .file("plain"),
        ])
        #expect(Set(found.keys) == [.link("target"), inner])
        try test.remove("AppGroup/Inbox")
      }
    }
  }

  @Test func aDepositDoesWithoutAnAttributeThatTheVolumeRefuses() throws {
    try withTestContainer { test in
      let deposit = try Inbox(test.container(on: test.disk.refusingAttributes())).deposit()
      try deposit.add("text".utf8, as: "a.txt", whereFrom: ["https://example.com"])
      #expect(try deposit.publish() == .durable)
      let parcel = try #require(try test.tree("AppGroup/Inbox").entries.values.first)
      #expect(parcel == .folder(["a.txt": .file("text")]))
    }
  }

  @Test func aDiscardedDepositLeavesNothing() throws {
    try withTestContainer { test in
      try test.put(.folder(["x": .folder(["y": .file("y").mode(0o444)]).mode(0o555)]), at: "Originals/a")
      let deposit = try Inbox(test.container).deposit()
      try deposit.add(contentsOf: test.path(of: "Originals/a"), as: "a")
      try deposit.discard()
      #expect(try test.remains.isEmpty && test.tree("AppGroup/Inbox").names.isEmpty)
    }
  }

  @Test func anErrorThrownByTheClosureLeavesNothing() throws {
    try withTestContainer { test in
      let error = #expect(throws: DiskError.self) {
        try Inbox(test.container).deposit { deposit throws(DiskError) in
          try deposit.add("1".utf8, as: "a.txt")
          throw DiskError(.cancelled, at: "")
        }
      }
      let parcels = try test.tree("AppGroup/Inbox").names
      #expect(error?.code == .cancelled && parcels.isEmpty)
    }
  }

  @Test func aDocumentThatCannotBeAddedReleasesItsName() throws {
    try withTestContainer { test in
      let deposit = try Inbox(test.container).deposit()
      let missing = test.path(of: "Originals/missing.txt")
      #expect(throws: DiskError.self) { try deposit.add(contentsOf: missing, as: "a.txt") }
      try test.put(.folder(["x": .file("x"), "y": .folder(["fifo": .fifo])]), at: "Originals/f")
      #expect(throws: DiskError.self) {
        try deposit.add(contentsOf: test.path(of: "Originals/f"), as: "a.txt")
      }
      try deposit.add("1".utf8, as: "a.txt")
      _ = try deposit.publish()
      #expect(try test.tree("AppGroup/Inbox").entries.values.first == .folder(["a.txt": .file("1")]))
    }
  }

  @Test func everyFileEveryFolderAndTheParcelAreSyncedBeforeItIsPublished() throws {
    try withTestContainer { test in
      try test.put(.folder(["b": .folder(["c": .file("c")]), "d": .file("d")]), at: "Originals/a")
      let synced = Mutex<Set<FileID>>([])
      let missing = Mutex<[FileName]?>(nil)
      var disk = test.disk
      let (sync, rename) = (disk.sync, disk.renameExclusive)
      disk.sync = { file throws(DiskError) in
        try sync(file)
        let id = try Disk.system.identify(file, nil)
        synced.withLock { _ = $0.insert(id) }
      }
      disk.renameExclusive = { from, name, to, newName throws(DiskError) in
        let parcel = Folder(try Disk.system.openFolder(from, name), path: "parcel", disk: .system)
        var all: [(FileName, FileID)] = [(name, try parcel.identify())]
        try parcel.walk { step, present throws(DiskError) in
          switch step {
          case .entering(let name), .leaf(let name, _): all.append((name, try present.identify(name)))
          case .left: break
          }
        }
        let unsynced = all.filter { entry in !synced.withLock { $0.contains(entry.1) } }.map(\.0)
        missing.withLock { $0 = unsynced }
        try rename(from, name, to, newName)
      }
      let container = test.container(on: disk)
      _ = try Inbox(container).deposit { deposit throws(DiskError) in
        try deposit.add(contentsOf: test.path(of: "Originals/a"), as: "a", whereFrom: ["x"])
        try deposit.add("link".utf8, as: "l", whereFrom: ["y"])
      }
      #expect(missing.withLock { $0 } == [])
      // And both rooms after it.
      let rooms = try [container.open(.inbox).identify(), container.open(.staging).identify()]
      #expect(rooms.allSatisfy { room in synced.withLock { $0.contains(room) } })
    }
  }

  @Test func bothRoomsAreSyncedAfterTheRenameAndFlushedLast() throws {
    try withTestContainer { test in
      let log = CallLog()
      _ = try Inbox(test.container(on: test.disk.logging(to: log))).deposit { deposit throws(DiskError) in
        try deposit.add("a".utf8, as: "a")
      }
      let calls = log.all.map(\.call).filter { [.sync, .flush, .renameExclusive].contains($0) }
      #expect(calls.suffix(4) == [.renameExclusive, .sync, .sync, .flush])
      #expect(log.count(of: .flush) == 1)
    }
  }

  @Test func aFailedSyncNeitherRetractsNorRepeatsAPublishedParcel() throws {
    try withTestContainer { test in
      for failing in [DiskCall.sync, .flush] {
        let isPublished = Mutex(false)
        let disk = test.disk.asking { request throws(DiskError) in
          if request.call == .renameExclusive { isPublished.withLock { $0 = true } }
          if request.call == failing, isPublished.withLock({ $0 }) {
            throw .of(.failed, number: 5, call: "fsync")
          }
        }
        let safety = try Inbox(test.container(on: disk)).deposit { deposit throws(DiskError) in
          try deposit.add("a".utf8, as: "a")
        }
        guard case .delivered = safety else {
          Issue.record("\(safety)")
          continue
        }
      }
      #expect(try test.tree("AppGroup/Inbox").entries.count == 2)
    }
  }

  @Test func anUnconfirmedCopyIsMadeAgainAndNeverSyncedAgain() throws {
    try withTestContainer { test in
      try test.put(.folder(["b": .folder(["c": .file("c")])]), at: "Originals/a")
      _ = try test.container.open(.inbox)
      _ = try test.container.open(.staging)
      var isOver = false
      for number in 1...100 where !isOver {
        let fuse = Fuse(at: number, of: .sync)
        let refused = Mutex<FileID?>(nil)
        let repeats = Mutex(0)
        let disk = test.disk.asking { request throws(DiskError) in
          guard request.call == .sync, let file = request.descriptor else { return }
          let id = try Disk.system.identify(file, nil)
          if refused.withLock({ $0 }) == id { repeats.withLock { $0 += 1 } }
          guard fuse.blows(for: request) else { return }
          refused.withLock { $0 = id }
          throw .of(.failed, number: 5, call: "fsync")
        }
        let safety = try Inbox(test.container(on: disk)).deposit { deposit throws(DiskError) in
          try deposit.add(contentsOf: test.path(of: "Originals/a"), as: "a", whereFrom: ["x"])
          try deposit.add("l".utf8, as: "l", whereFrom: ["y"])
        }
        isOver = !fuse.hasBlown
        #expect(safety == .durable || number > 7)
        #expect(repeats.withLock { $0 } == 0, "sync \(number) is repeated on the same file")
        let parcel = try #require(try test.tree("AppGroup/Inbox").entries.first)
        #expect(parcel.value.withoutAttributes == Self.expected)
        try test.remove("AppGroup/Inbox/\(parcel.key)")
        #expect(try test.remains.isEmpty)
      }
      #expect(isOver)
    }
  }

  private static let expected = Tree.folder([
    "a": .folder(["b": .folder(["c": .file("c")])]), "l": .file("l"),
  ])

  @Test func aSourceRemovedDuringItsCopyIsReportedAndTheOthersStay() throws {
    try withTestContainer { test in
      try test.put(.folder(["x": .file("x"), "y": .file("y")]), at: "Originals/f")
      let disk = test.disk.interrupted(Fuse(at: 1, of: .createFile)) { _ in
        try? test.remove("Originals/f")
      }
      let deposit = try Inbox(test.container(on: disk)).deposit()
      let error = #expect(throws: DiskError.self) {
        try deposit.add(contentsOf: test.path(of: "Originals/f"), as: "f")
      }
      #expect(error?.code == .notFound || error?.code == .changed)
      try deposit.add("1".utf8, as: "a.txt")
      _ = try deposit.publish()
      #expect(try test.tree("AppGroup/Inbox").entries.values.first == .folder(["a.txt": .file("1")]))
    }
  }

  @Test func aFullDiskLeavesNothingAndTheSourceAsItWas() throws {
    try withTestContainer { test in
      try test.put(.file([UInt8](repeating: 7, count: 100_000)), at: "Originals/a")
      let disk = test.disk.failing(
        Fuse(at: 1, of: .copyRange, isLasting: true), with: .of(.noSpace, number: 28))
      let error = #expect(throws: DiskError.self) {
        try Inbox(test.container(on: disk)).deposit { deposit throws(DiskError) in
          try deposit.add(contentsOf: test.path(of: "Originals/a"), as: "a")
        }
      }
      #expect(error?.code == .noSpace && error?.place == test.path(of: "Originals/a"))
      #expect(try test.tree("Originals/a").bytes.count == 100_000)
    }
  }

  @Test func anErrorOfCloseIsAnErrorOfTheDocument() throws {
    try withTestContainer { test in
      var disk = test.disk
      let (close, createFile) = (disk.close, disk.createFile)
      let written = Mutex<Descriptor?>(nil)
      disk.createFile = { folder, name throws(DiskError) in
        let file = try createFile(folder, name)
        written.withLock { $0 = file }
        return file
      }
      disk.close = { file throws(DiskError) in
        try close(file)
        if file == written.withLock({ $0 }) { throw .of(.noSpace, number: 122, call: "close") }
      }
      let deposit = try Inbox(test.container(on: disk)).deposit()
      let error = #expect(throws: DiskError.self) { try deposit.add("a".utf8, as: "a") }
      #expect(error?.code == .noSpace)
      written.withLock { $0 = nil }
      _ = try deposit.publish()
      #expect(try test.tree("AppGroup/Inbox").entries.values.first == .folder())
      try test.drain()
    }
  }

  @Test func aSweptParcelIsReported() throws {
    try withTestContainer { test in
      let deposit = try Inbox(test.container).deposit()
      try deposit.add("1".utf8, as: "a.txt")
      try Inbox(test.container).sweep(now: muchLater)
      #expect(#expect(throws: DiskError.self) { try deposit.publish() }?.code == .swept)
      #expect(#expect(throws: DiskError.self) { try deposit.add("2".utf8, as: "b") }?.code == .swept)
      #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
    }
  }

  @Test func theSourceIsRecordedAsAnAttributeOfTheDocument() throws {
    try withTestContainer { test in
      try test.put(.folder(["x": .file("x")]), at: "Originals/f")
      let places = ["https://example.com/a.pdf", "https://example.com"]
      _ = try Inbox(test.container).deposit { deposit throws(DiskError) in
        try deposit.add("1".utf8, as: "a.pdf", whereFrom: places)
        try deposit.add(contentsOf: test.path(of: "Originals/f"), as: "f", whereFrom: places)
      }
      try test.drain()
      for name in ["a.pdf", "f"] as [FileName] {
        let value = try #require(try test.documents.entries[name]?.attributes[Provenance.attribute])
        #expect(Provenance.decode(value) == places)
      }
    }
  }

  @Test func theRecordedSourceOfTheOriginalIsKept() throws {
    try withTestContainer { test in
      let value = Provenance.encode(["https://example.com"])
      try test.put(.file("x").attribute(Provenance.attribute, value), at: "Originals/f")
      _ = try Inbox(test.container).deposit { deposit throws(DiskError) in
        try deposit.add(contentsOf: test.path(of: "Originals/f"), as: "f")
      }
      try test.drain()
      #expect(try test.documents.entries["f"]?.attributes == [Provenance.attribute: value])
    }
  }

  @Test func aMalformedSourceAttributeIsIgnored() {
    #expect(Provenance.decode([]) == [] && Provenance.decode([1, 2, 3]) == [])
    #expect(Provenance.decode(Array("<plist><dict/></plist>".utf8)) == [])
  }

  @Test func aZeroByteFileAndAnEmptyFolderBecomeDocuments() throws {
    try withTestContainer { test in
      try test.put(.folder(["f": .file(""), "d": .folder()]), at: "Originals/x")
      _ = try Inbox(test.container).deposit { deposit throws(DiskError) in
        try deposit.add(contentsOf: test.path(of: "Originals/x/f"), as: "f")
        try deposit.add(contentsOf: test.path(of: "Originals/x/d"), as: "d")
      }
      try test.drain()
      #expect(try test.documents == .folder(["f": .file(""), "d": .folder()]))
    }
  }
}

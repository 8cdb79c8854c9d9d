import Foundation
import Synchronization
import Testing

@testable import IntrayCore

@Suite(.inContainer) struct DepositTests {
  let test = TestContainer.current

  @Test(
    "A deposit refuses Intray's own folder, its contents, and a folder that holds it",
    arguments: [
      "AppGroup", "AppGroup/Staging", "AppGroup/Documents/a.txt", "", "Originals/Link/AppGroup",
      "Originals/Link/AppGroup/Documents/a.txt", "Originals/../AppGroup", "Originals/..",
      "Originals/../App/..",
    ])
  func ownFolder(place: String) throws {
    try test.put(["a.txt": "a"])
    try test.put(.link(test.path), at: "Originals/Link")
    expectError(.ownFolder) {
      try Inbox(test.container).deposit { deposit throws(DiskError) in
        try deposit.add(contentsOf: test.path(of: place), as: "x")
      }
    }
    #expect(try test.tree("AppGroup/Inbox") == [:])
  }

  @Test func aParcelIsInvisibleBeforeItIsPublishedAndWholeAfter() throws {
    try test.put("one", at: "Originals/one.txt")
    let deposit = try Inbox(test.container).deposit()
    try deposit.add(contentsOf: test.path(of: "Originals/one.txt"), as: "one.txt")
    try deposit.add("two".utf8, as: "two.txt")
    #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
    #expect(try test.remains.count == 1)
    #expect(try deposit.publish() == nil)
    #expect(try test.remains.isEmpty)
    let parcels = try test.tree("AppGroup/Inbox").entries
    #expect(parcels.count == 1 && parcels.keys.allSatisfy { $0.hasSuffix(".parcel") })
    #expect(parcels.values.first == ["one.txt": "one", "two.txt": "two"])
    #expect(try test.tree("Originals") == ["one.txt": "one"])
  }

  @Test func documentsOfOneNameStayTwoInAParcel() throws {
    try test.put("original", at: "Originals/a.txt")
    _ = try Inbox(test.container).deposit { deposit throws(DiskError) in
      try deposit.add("1".utf8, as: "a.txt")
      try deposit.add("2".utf8, as: "A.TXT")
      try deposit.add(contentsOf: test.path(of: "Originals/a.txt"), as: "a.txt")
    }
    let parcel = try test.tree("AppGroup/Inbox").entries.values.first
    #expect(parcel == ["a.txt": "1", "A-1.TXT": "2", "a-2.txt": "original"])
  }

  @Test func severalThreadsAddAtOnce() throws {
    let deposit = try Inbox(test.container).deposit()
    try inParallel(8) { index in
      for number in 0..<25 { try deposit.add("\(index).\(number)".utf8, as: "same.txt") }
    }
    _ = try deposit.publish()
    let parcel = try #require(try test.tree("AppGroup/Inbox").entries.values.first)
    #expect(parcel.entries.count == 200 && Set(parcel.contents).count == 200)
  }

  @Test func aNameThatTheVolumeRefusesGetsHyphensForItsNewestCharacters() throws {
    try test.put("page", at: "Originals/page")
    for (last, names) in [(0xFFFF, ["Été -.txt", "Été -.pdf"]), (0x7F, ["-t- -.txt", "-t- -.pdf"])] {
      let disk = test.disk.refusingNames { $0.contains { $0.value > last } }
      let deposit = try Inbox(test.container(on: disk)).deposit()
      #expect(try deposit.add("text".utf8, as: "Été \u{1FADF}.txt").text == names[0])
      let temporary = try deposit.add(contentsOf: test.path(of: "Originals/page"), as: "temporary")
      #expect(try deposit.rename(temporary, to: "Été \u{1FADF}.pdf").text == names[1])
      _ = try deposit.publish()
      let parcel = try #require(try test.tree("AppGroup/Inbox").entries.values.first)
      #expect(parcel == [FileName(names[0]): "text", FileName(names[1]): "page"])
      try test.remove("AppGroup/Inbox")
    }
  }

  @Test func anEntryOfAFolderWhoseNameTheVolumeRefusesGetsTheNextFreeName() throws {
    let (new, other) = (FileName("Été \u{1FADF}"), FileName("Été \u{1FAE9}"))
    try test.put(
      [
        new: [new: .file("deep").attribute("tag", [1]), "plain": "plain"],
        other: .link("target"), "Été -": "taken", "-t- -": "taken, too",
      ], at: "Originals/a")
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
      #expect(found.removeValue(forKey: "taken, too") == "-t- -")
      if last == 0xFFFF { #expect(found.removeValue(forKey: "taken") == "Été -") }
      #expect(Set(found.values) == Set(numbers))
      let inner = Tree.folder([FileName("\(e) -"): .file("deep").attribute("tag", [1]), "plain": "plain"])
      #expect(Set(found.keys) == [.link("target"), inner])
      try test.remove("AppGroup/Inbox")
    }
  }

  @Test func anErrorThrownByTheClosureLeavesNothing() throws {
    let error = #expect(throws: DiskError.self) {
      try Inbox(test.container).deposit { deposit throws(DiskError) in
        try deposit.add("1".utf8, as: "a.txt")
        throw DiskError(.cancelled, at: "")
      }
    }
    let parcels = try test.tree("AppGroup/Inbox").names
    #expect(error?.code == .cancelled && parcels.isEmpty)
  }

  @Test func aDocumentThatCannotBeAddedReleasesItsName() throws {
    let deposit = try Inbox(test.container).deposit()
    let missing = test.path(of: "Originals/missing.txt")
    #expect(throws: DiskError.self) { try deposit.add(contentsOf: missing, as: "a.txt") }
    try test.put(["x": "x", "y": ["fifo": .fifo]], at: "Originals/f")
    #expect(throws: DiskError.self) { try deposit.add(contentsOf: test.path(of: "Originals/f"), as: "a.txt") }
    try deposit.add("1".utf8, as: "a.txt")
    _ = try deposit.publish()
    #expect(try test.tree("AppGroup/Inbox").entries.values.first == ["a.txt": "1"])
  }

  @Test(arguments: [DiskCall.sync, .protect])
  func everyFileEveryFolderAndTheParcelAreSyncedAndProtectedBeforeItIsPublished(call: DiskCall) throws {
    try test.put(["b": ["c": "c"], "d": "d"], at: "Originals/a")
    let done = Mutex<Set<FileID>>([])
    let missing = Mutex<[FileName]?>(nil)
    let disk = test.disk.asking { request throws(DiskError) in
      guard let opened = request.descriptor else { return }
      if request.call == call {
        let file = try Disk.system.status(opened, nil).file
        done.withLock { _ = $0.insert(file) }
      }
      guard request.call == .renameExclusive, let name = request.name, name.hasSuffix(Parcel.suffix) else {
        return
      }
      let parcel = Folder(
        OpenFile(try Disk.system.openFolder(opened, name), path: "parcel", disk: .system))
      var all: [(FileName, FileID)] = [(name, try parcel.status().file)]
      try parcel.walk { step, present, _ throws(DiskError) in
        switch step {
        case .entering(let name), .leaf(let name, _): all.append((name, try present[name].status().file))
        case .left: break
        }
      }
      let open = all.filter { entry in !done.withLock { $0.contains(entry.1) } }.map(\.0)
      missing.withLock { $0 = open }
    }
    let container = test.container(on: disk)
    let deposit = try Inbox(container).deposit()
    try deposit.note(whereFrom: ["x"], on: deposit.add(contentsOf: test.path(of: "Originals/a"), as: "x"))
    try deposit.note(whereFrom: ["y"], on: deposit.add("link".utf8, as: "l"))
    _ = try deposit.rename("x", to: "a")
    _ = try deposit.publish()
    #expect(missing.withLock { $0 } == [])
    // And both rooms are synced after it.
    let rooms = try [container.open(.inbox).status().file, container.open(.staging).status().file]
    #expect(call == .protect || rooms.allSatisfy { room in done.withLock { $0.contains(room) } })
  }

  @Test func bothRoomsAreSyncedAfterTheRenameAndFlushedLast() throws {
    let log = CallLog()
    _ = try Inbox(test.container(on: test.disk.logging(to: log))).deposit { deposit throws(DiskError) in
      try deposit.add("a".utf8, as: "a")
    }
    let calls = log.all.map(\.call).filter { [.sync, .flush, .renameExclusive].contains($0) }
    #expect(calls.suffix(4) == [.renameExclusive, .sync, .sync, .flush])
    #expect(log.count(of: .flush) == 1)
  }

  @Test func aFailedSyncNeitherRetractsNorRepeatsAPublishedParcel() throws {
    for failing in [DiskCall.sync, .flush] {
      let isPublished = Flag()
      let disk = test.disk.asking { request throws(DiskError) in
        if request.call == .renameExclusive { isPublished.isOn = true }
        if request.call == failing, isPublished.isOn {
          throw .of(.failed, number: 5, call: "fsync")
        }
      }
      let failure = try Inbox(test.container(on: disk)).deposit { deposit throws(DiskError) in
        try deposit.add("a".utf8, as: "a")
      }
      #expect(failure?.isOfSync == true)
    }
    #expect(try test.tree("AppGroup/Inbox").entries.count == 2)
  }

  @Test func anUnconfirmedCopyIsMadeAgainAndNeverSyncedAgain() throws {
    try test.put(["b": ["c": "c"]], at: "Originals/a")
    _ = try test.container.open(.inbox)
    _ = try test.container.open(.staging)
    var isOver = false
    for number in 1...100 where !isOver {
      let fuse = Fuse(at: number, of: .sync)
      let refused = Mutex<FileID?>(nil)
      let repeats = Mutex(0)
      let disk = test.disk.asking { request throws(DiskError) in
        guard request.call == .sync, let file = request.descriptor else { return }
        let id = try Disk.system.status(file, nil).file
        if refused.withLock({ $0 }) == id { repeats.withLock { $0 += 1 } }
        guard fuse.blows(for: request) else { return }
        refused.withLock { $0 = id }
        throw .of(.failed, number: 5, call: "fsync")
      }
      let failure = try Inbox(test.container(on: disk)).deposit { deposit throws(DiskError) in
        try deposit.note(whereFrom: ["x"], on: deposit.add(contentsOf: test.path(of: "Originals/a"), as: "a"))
        try deposit.note(whereFrom: ["y"], on: deposit.add("l".utf8, as: "l"))
      }
      isOver = !fuse.hasBlown
      #expect(failure == nil || number > 7)
      #expect(repeats.withLock { $0 } == 0, "sync \(number) is repeated on the same file")
      let parcel = try #require(try test.tree("AppGroup/Inbox").entries.first)
      #expect(parcel.value.withoutAttributes == Self.expected)
      try test.remove("AppGroup/Inbox/\(parcel.key)")
      #expect(try test.remains.isEmpty)
    }
    #expect(isOver)
  }

  private static let expected = Tree.folder(["a": ["b": ["c": "c"]], "l": "l"])

  @Test func aSourceRemovedDuringItsCopyIsReportedAndTheOthersStay() throws {
    try test.put(["x": "x", "y": "y"], at: "Originals/f")
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
    #expect(try test.tree("AppGroup/Inbox").entries.values.first == ["a.txt": "1"])
  }

  @Test func aFullDiskLeavesNothingAndTheSourceAsItWas() throws {
    try test.put(.file([UInt8](repeating: 7, count: 100_000)), at: "Originals/a")
    let disk = test.disk.failing(
      Fuse(at: 1, of: .write, isLasting: true), with: .of(.noSpace, number: 28))
    let error = #expect(throws: DiskError.self) {
      try Inbox(test.container(on: disk)).deposit { deposit throws(DiskError) in
        try deposit.add(contentsOf: test.path(of: "Originals/a"), as: "a")
      }
    }
    #expect(error?.code == .noSpace && error?.place == test.path(of: "Originals/a"))
    #expect(try test.tree("Originals/a").bytes.count == 100_000)
  }

  @Test func anErrorOfCloseIsAnErrorOfTheDocument() throws {
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
    expectError(.noSpace) { try deposit.add("a".utf8, as: "a") }
    written.withLock { $0 = nil }
    _ = try deposit.publish()
    #expect(try test.tree("AppGroup/Inbox").entries.values.first == [:])
    try test.drain()
  }

  @Test func aSweptParcelIsReported() throws {
    let deposit = try Inbox(test.container).deposit()
    try deposit.add("1".utf8, as: "a.txt")
    try Inbox(test.container).sweepLongAfter()
    expectError(.swept) { try deposit.publish() }
    expectError(.swept) { try deposit.add("2".utf8, as: "b") }
    #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
  }

  @Test func theSourceIsRecordedAsAnAttributeOfTheDocumentUnlessTheOriginalHasOne() throws {
    let places = ["https://example.com/a.pdf", "https://example.com"]
    let noted = Tree.file("x").attribute(Provenance.attribute, PropertyList.encode(places))
    for (name, tree) in ["f": ["x": "x"], "g": noted] as [String: Tree] {
      try test.put(tree, at: "Originals/" + name)
    }
    _ = try Inbox(test.container).deposit { deposit throws(DiskError) in
      try deposit.note(whereFrom: places, on: deposit.add("1".utf8, as: "a.pdf"))
      try deposit.note(whereFrom: places, on: deposit.add(contentsOf: test.path(of: "Originals/f"), as: "f"))
      try deposit.add(contentsOf: test.path(of: "Originals/g"), as: "g")
    }
    try test.drain()
    for name in ["a.pdf", "f", "g"] as [FileName] {
      let value = try #require(try test.documents.entries[name]?.attributes[Provenance.attribute])
      #expect(Provenance.decode(value) == places)
    }
  }

  @Test func aMalformedSourceAttributeIsIgnored() {
    #expect(Provenance.decode([]) == [] && Provenance.decode([1, 2, 3]) == [])
    #expect(Provenance.decode(Array("<plist><dict/></plist>".utf8)) == [])
  }

  @Test func aZeroByteFileAndAnEmptyFolderBecomeDocuments() throws {
    try test.put(["f": "", "d": [:]], at: "Originals/x")
    _ = try Inbox(test.container).deposit { deposit throws(DiskError) in
      try deposit.add(contentsOf: test.path(of: "Originals/x/f"), as: "f")
      try deposit.add(contentsOf: test.path(of: "Originals/x/d"), as: "d")
    }
    try test.drain()
    #expect(try test.documents == ["f": "", "d": [:]])
  }
}

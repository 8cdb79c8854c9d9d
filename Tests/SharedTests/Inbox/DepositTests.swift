import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

@Suite struct DepositTests {
  @Test func nothingIsSeenBeforeThePublishingAndAllOfItAfter() throws {
    try withHouse { house in
      try house.put(.file("one"), at: "Originals/one.txt")
      let deposit = try Inbox(house.container).deposit()
      try deposit.add(contentsOf: house.path(of: "Originals/one.txt"), as: "one.txt")
      try deposit.add("two".utf8, as: "two.txt")
      #expect(try house.tree("AppGroup/Inbox").names.isEmpty)
      #expect(try house.remains.count == 1)
      #expect(try deposit.publish() == .durable)
      #expect(try house.remains.isEmpty)
      let parcels = try house.tree("AppGroup/Inbox").entries
      #expect(parcels.count == 1 && parcels.keys.allSatisfy { $0.hasSuffix(".parcel") })
      #expect(parcels.values.first == .folder(["one.txt": .file("one"), "two.txt": .file("two")]))
      #expect(try house.tree("Originals") == .folder(["one.txt": .file("one")]))
    }
  }

  @Test func documentsOfOneNameStayTwoInAParcel() throws {
    try withHouse { house in
      try house.put(.file("original"), at: "Originals/a.txt")
      _ = try Inbox(house.container).deposit { deposit throws(DiskError) in
        try deposit.add("1".utf8, as: "a.txt")
        try deposit.add("2".utf8, as: "A.TXT")
        try deposit.add(contentsOf: house.path(of: "Originals/a.txt"), as: "a.txt")
      }
      let parcel = try house.tree("AppGroup/Inbox").entries.values.first
      #expect(
        parcel == .folder(["a.txt": .file("1"), "A-1.TXT": .file("2"), "a-2.txt": .file("original")]))
    }
  }

  @Test func severalThreadsAddAtOnce() throws {
    try withHouse { house in
      let deposit = try Inbox(house.container).deposit()
      try inParallel(8) { index in
        for number in 0..<25 { try deposit.add("\(index).\(number)".utf8, as: "same.txt") }
      }
      _ = try deposit.publish()
      let parcel = try #require(try house.tree("AppGroup/Inbox").entries.values.first)
      #expect(parcel.entries.count == 200 && Set(parcel.contents).count == 200)
    }
  }

  @Test func aDiscardedDepositLeavesNothing() throws {
    try withHouse { house in
      try house.put(.folder(["x": .folder(["y": .file("y").mode(0o444)]).mode(0o555)]), at: "Originals/a")
      let deposit = try Inbox(house.container).deposit()
      try deposit.add(contentsOf: house.path(of: "Originals/a"), as: "a")
      try deposit.discard()
      #expect(try house.remains.isEmpty && house.tree("AppGroup/Inbox").names.isEmpty)
    }
  }

  @Test func whatTheClosureThrowsLeavesNothing() throws {
    try withHouse { house in
      let error = #expect(throws: DiskError.self) {
        try Inbox(house.container).deposit { deposit throws(DiskError) in
          try deposit.add("1".utf8, as: "a.txt")
          throw DiskError(.cancelled, at: "")
        }
      }
      let parcels = try house.tree("AppGroup/Inbox").names
      #expect(error?.code == .cancelled && parcels.isEmpty)
    }
  }

  @Test func aDocumentThatCannotBeAddedGivesItsNameBack() throws {
    try withHouse { house in
      let deposit = try Inbox(house.container).deposit()
      let missing = house.path(of: "Originals/missing.txt")
      #expect(throws: DiskError.self) { try deposit.add(contentsOf: missing, as: "a.txt") }
      try house.put(.folder(["x": .file("x"), "y": .folder(["fifo": .fifo])]), at: "Originals/f")
      #expect(throws: DiskError.self) {
        try deposit.add(contentsOf: house.path(of: "Originals/f"), as: "a.txt")
      }
      try deposit.add("1".utf8, as: "a.txt")
      _ = try deposit.publish()
      #expect(try house.tree("AppGroup/Inbox").entries.values.first == .folder(["a.txt": .file("1")]))
    }
  }

  @Test func everyFileEveryFolderAndTheParcelAreSyncedBeforeItIsPublished() throws {
    try withHouse { house in
      try house.put(.folder(["b": .folder(["c": .file("c")]), "d": .file("d")]), at: "Originals/a")
      let synced = Guarded<Set<FileID>>([])
      let missing = Guarded<[FileName]?>(nil)
      var disk = house.disk
      let (sync, rename) = (disk.sync, disk.renameExclusive)
      disk.sync = { file throws(DiskError) in
        try sync(file)
        let id = try Disk.system.identify(file, nil)
        synced.with { _ = $0.insert(id) }
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
        let unsynced = all.filter { entry in !synced.with { $0.contains(entry.1) } }.map(\.0)
        missing.with { $0 = unsynced }
        try rename(from, name, to, newName)
      }
      let container = house.container(on: disk)
      _ = try Inbox(container).deposit { deposit throws(DiskError) in
        try deposit.add(contentsOf: house.path(of: "Originals/a"), as: "a", whereFrom: ["x"])
        try deposit.add("link".utf8, as: "l", whereFrom: ["y"])
      }
      #expect(missing.with { $0 } == [])
      // And both rooms after it.
      let rooms = try [container.open(.inbox).identify(), container.open(.staging).identify()]
      #expect(rooms.allSatisfy { room in synced.with { $0.contains(room) } })
    }
  }

  @Test func bothRoomsAreSyncedBehindTheRenameAndOneFlushComesLast() throws {
    try withHouse { house in
      let log = CallLog()
      _ = try Inbox(house.container(on: house.disk.logging(to: log))).deposit { deposit throws(DiskError) in
        try deposit.add("a".utf8, as: "a")
      }
      let calls = log.all.map(\.call).filter { [.sync, .flush, .renameExclusive].contains($0) }
      #expect(calls.suffix(4) == [.renameExclusive, .sync, .sync, .flush])
      #expect(log.count(of: .flush) == 1)
    }
  }

  @Test func whatIsPublishedIsNeitherRetractedNorRepeatedWhenItsSyncFails() throws {
    try withHouse { house in
      for failing in [DiskCall.sync, .flush] {
        let isPublished = Guarded(false)
        let disk = house.disk.asking { request throws(DiskError) in
          if request.call == .renameExclusive { isPublished.with { $0 = true } }
          if request.call == failing, isPublished.with({ $0 }) {
            throw .of(.failed, number: 5, call: "fsync")
          }
        }
        let safety = try Inbox(house.container(on: disk)).deposit { deposit throws(DiskError) in
          try deposit.add("a".utf8, as: "a")
        }
        guard case .delivered = safety else {
          Issue.record("\(safety)")
          continue
        }
      }
      #expect(try house.tree("AppGroup/Inbox").entries.count == 2)
    }
  }

  @Test func whateverTheDriveDoesNotConfirmIsMadeAgainAndNeverSyncedAgain() throws {
    try withHouse { house in
      try house.put(.folder(["b": .folder(["c": .file("c")])]), at: "Originals/a")
      _ = try house.container.open(.inbox)
      _ = try house.container.open(.staging)
      var isOver = false
      for number in 1...100 where !isOver {
        let fuse = Fuse(at: number, of: .sync)
        let refused = Guarded<FileID?>(nil)
        let repeats = Guarded(0)
        let disk = house.disk.asking { request throws(DiskError) in
          guard request.call == .sync, let file = request.descriptor else { return }
          let id = try Disk.system.identify(file, nil)
          if refused.with({ $0 }) == id { repeats.with { $0 += 1 } }
          guard fuse.blows(for: request) else { return }
          refused.with { $0 = id }
          throw .of(.failed, number: 5, call: "fsync")
        }
        let safety = try Inbox(house.container(on: disk)).deposit { deposit throws(DiskError) in
          try deposit.add(contentsOf: house.path(of: "Originals/a"), as: "a", whereFrom: ["x"])
          try deposit.add("l".utf8, as: "l", whereFrom: ["y"])
        }
        isOver = !fuse.hasBlown
        #expect(safety == .durable || number > 7)
        #expect(repeats.with { $0 } == 0, "sync \(number) is repeated on the same file")
        let parcel = try #require(try house.tree("AppGroup/Inbox").entries.first)
        #expect(parcel.value.withoutAttributes == Self.expected)
        try house.remove("AppGroup/Inbox/\(parcel.key)")
        #expect(try house.remains.isEmpty)
      }
      #expect(isOver)
    }
  }

  private static let expected = Tree.folder([
    "a": .folder(["b": .folder(["c": .file("c")])]), "l": .file("l"),
  ])

  @Test func aSourceThatGoesWhileItIsCopiedIsNotFoundAndTheOthersStay() throws {
    try withHouse { house in
      try house.put(.folder(["x": .file("x"), "y": .file("y")]), at: "Originals/f")
      let disk = house.disk.interrupted(Fuse(at: 1, of: .createFile)) { _ in
        try? house.remove("Originals/f")
      }
      let deposit = try Inbox(house.container(on: disk)).deposit()
      let error = #expect(throws: DiskError.self) {
        try deposit.add(contentsOf: house.path(of: "Originals/f"), as: "f")
      }
      #expect(error?.code == .notFound || error?.code == .changed)
      try deposit.add("1".utf8, as: "a.txt")
      _ = try deposit.publish()
      #expect(try house.tree("AppGroup/Inbox").entries.values.first == .folder(["a.txt": .file("1")]))
    }
  }

  @Test func aFullDiskLeavesNothingAndTheSourceAsItWas() throws {
    try withHouse { house in
      try house.put(.file([UInt8](repeating: 7, count: 100_000)), at: "Originals/a")
      let disk = house.disk.failing(
        Fuse(at: 1, of: .copyRange, isLasting: true), with: .of(.noSpace, number: 28))
      let error = #expect(throws: DiskError.self) {
        try Inbox(house.container(on: disk)).deposit { deposit throws(DiskError) in
          try deposit.add(contentsOf: house.path(of: "Originals/a"), as: "a")
        }
      }
      #expect(error?.code == .noSpace && error?.place == house.path(of: "Originals/a"))
      #expect(try house.tree("Originals/a").bytes.count == 100_000)
    }
  }

  @Test func anErrorOfCloseIsAnErrorOfTheDocument() throws {
    try withHouse { house in
      var disk = house.disk
      let (close, createFile) = (disk.close, disk.createFile)
      let written = Guarded<Descriptor?>(nil)
      disk.createFile = { folder, name throws(DiskError) in
        let file = try createFile(folder, name)
        written.with { $0 = file }
        return file
      }
      disk.close = { file throws(DiskError) in
        try close(file)
        if file == written.with({ $0 }) { throw .of(.noSpace, number: 122, call: "close") }
      }
      let deposit = try Inbox(house.container(on: disk)).deposit()
      let error = #expect(throws: DiskError.self) { try deposit.add("a".utf8, as: "a") }
      #expect(error?.code == .noSpace)
      written.with { $0 = nil }
      _ = try deposit.publish()
      #expect(try house.tree("AppGroup/Inbox").entries.values.first == .folder())
      try house.drain()
    }
  }

  @Test func aSweptParcelIsSaidToBeSwept() throws {
    try withHouse { house in
      let deposit = try Inbox(house.container).deposit()
      try deposit.add("1".utf8, as: "a.txt")
      try Inbox(house.container).sweep(now: muchLater)
      #expect(#expect(throws: DiskError.self) { try deposit.publish() }?.code == .swept)
      #expect(#expect(throws: DiskError.self) { try deposit.add("2".utf8, as: "b") }?.code == .swept)
      #expect(try house.tree("AppGroup/Inbox").names.isEmpty)
    }
  }

  @Test func whereItCameFromIsAnAttributeOfTheDocument() throws {
    try withHouse { house in
      try house.put(.folder(["x": .file("x")]), at: "Originals/f")
      let places = ["https://example.com/a.pdf", "https://example.com"]
      _ = try Inbox(house.container).deposit { deposit throws(DiskError) in
        try deposit.add("1".utf8, as: "a.pdf", whereFrom: places)
        try deposit.add(contentsOf: house.path(of: "Originals/f"), as: "f", whereFrom: places)
      }
      try house.drain()
      for name in ["a.pdf", "f"] as [FileName] {
        let value = try #require(try house.documents.entries[name]?.attributes[Provenance.attribute])
        #expect(Provenance.decode(value) == places)
      }
    }
  }

  @Test func whatTheSourceSaysOfItselfIsKept() throws {
    try withHouse { house in
      let value = Provenance.encode(["https://example.com"])
      try house.put(.file("x").attribute(Provenance.attribute, value), at: "Originals/f")
      _ = try Inbox(house.container).deposit { deposit throws(DiskError) in
        try deposit.add(contentsOf: house.path(of: "Originals/f"), as: "f")
      }
      try house.drain()
      #expect(try house.documents.entries["f"]?.attributes == [Provenance.attribute: value])
    }
  }

  @Test func anAttributeOfSomebodyElsesSaysNothing() {
    #expect(Provenance.decode([]) == [] && Provenance.decode([1, 2, 3]) == [])
    #expect(Provenance.decode(Array("<plist><dict/></plist>".utf8)) == [])
  }

  @Test func aZeroByteFileAndAnEmptyFolderAreDocuments() throws {
    try withHouse { house in
      try house.put(.folder(["f": .file(""), "d": .folder()]), at: "Originals/x")
      _ = try Inbox(house.container).deposit { deposit throws(DiskError) in
        try deposit.add(contentsOf: house.path(of: "Originals/x/f"), as: "f")
        try deposit.add(contentsOf: house.path(of: "Originals/x/d"), as: "d")
      }
      try house.drain()
      #expect(try house.documents == .folder(["f": .file(""), "d": .folder()]))
    }
  }
}

import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

@Suite struct SweepTests {
  /// A staged parcel that was touched so long ago.
  private func stage(_ house: House, _ name: String, age: Int64) throws {
    try house.put(
      .folder(["a.txt": .file("a"), "f": .folder(["b": .file("b")])]), at: "AppGroup/Staging/\(name)")
    try house.withFolder("AppGroup/Staging/\(name)") { folder in
      try Disk.system.setModified(folder, FileTime(seconds: now.seconds - age))
    }
  }

  private let now = FileTime(seconds: 4_000_000_000)
  private let day: Int64 = 24 * 60 * 60

  @Test func whatNobodyTouchedForADayGoesAndTheRestStays() throws {
    try withHouse(.untidy) { house in
      try stage(house, "old.parcel", age: day + 1)
      try stage(house, "young.parcel", age: day - 1)
      try stage(house, "future.parcel", age: -day * 400)
      try Inbox(house.container).sweep(now: now)
      #expect(try house.tree("AppGroup/Staging").names == ["young.parcel", "future.parcel"])
      #expect(try house.tree("AppGroup/Staging/young.parcel").entries.count == 2)
    }
  }

  @Test func whatIsNotOursStays() throws {
    try withHouse(.untidy) { house in
      try stage(house, "somebody's", age: day * 9)
      try house.put(.file("x"), at: "AppGroup/Staging/file.parcel")
      try Inbox(house.container).sweep(now: FileTime(seconds: now.seconds + day * 9))
      #expect(try house.tree("AppGroup/Staging").names == ["somebody's", "file.parcel"])
    }
  }

  @Test func onlyTheParcelsOwnTimeCounts() throws {
    try withHouse(.untidy) { house in
      try stage(house, "old.parcel", age: day * 2)
      try stage(house, "alive.parcel", age: 0)
      try house.withFolder("AppGroup/Staging/alive.parcel") { folder in
        let file = try Disk.system.openFile(folder, "a.txt")
        try Disk.system.setModified(file, FileTime(seconds: 1))
        try Disk.system.close(file)
      }
      try Inbox(house.container).sweep(now: now)
      #expect(try house.tree("AppGroup/Staging").names == ["alive.parcel"])
    }
  }

  @Test func aSweepLosesAgainstAPublishingOfThatMoment() throws {
    try withHouse { house in
      let deposit = try Inbox(house.container).deposit()
      try deposit.add("a".utf8, as: "a")
      let disk = house.disk.interrupted(Fuse(at: 1, of: .renameExclusive)) { _ in
        _ = try? deposit.publish()
      }
      try Inbox(house.container(on: disk)).sweep(now: muchLater)
      #expect(try house.remains.isEmpty)
      try house.drain()
      #expect(try house.documents == .folder(["a": .file("a")]))
    }
  }

  @Test func onlyWhatWasClaimedIsDeleted() throws {
    try withHouse { house in
      try stage(house, "x.parcel", age: day * 2)
      let staging = try house.folder("AppGroup/Staging").identify()
      let removed = Guarded<[FileName]>([])
      let disk = house.disk.asking { request throws(DiskError) in
        guard request.call == .openFolder, let name = request.name, name.hasSuffix(".parcel"),
          let folder = request.descriptor, try Disk.system.identify(folder, nil) == staging
        else { return }
        removed.with { $0.append(name) }
      }
      try Inbox(house.container(on: disk)).sweep(now: now)
      #expect(removed.with { $0 }.isEmpty, "a parcel is opened under its own name")
    }
  }

  @Test func whatWasClaimedBeforeIsRemovedWhateverItsAge() throws {
    try withHouse { house in
      try stage(house, "x.parcel.swept", age: 0)
      try Inbox(house.container).sweep(now: now)
      #expect(try house.remains.isEmpty)
    }
  }

  @Test func severalSweepersDoNotDisturbEachOther() throws {
    try withHouse { house in
      for index in 0..<20 { try stage(house, "\(index).parcel", age: day * 2) }
      let now = now
      try inParallel(4) { _ in try Inbox(house.container).sweep(now: now) }
      #expect(try house.remains.isEmpty)
    }
  }

  @Test func oneThatCannotBeRemovedDoesNotKeepTheOthers() throws {
    try withHouse(.untidy) { house in
      for index in 0..<5 { try stage(house, "\(index).parcel", age: day * 2) }
      let disk = house.disk.failing(Fuse(at: 1, of: .removeFile), with: .of(.failed, number: 5))
      let error = #expect(throws: DiskError.self) { try Inbox(house.container(on: disk)).sweep(now: now) }
      #expect(error?.code == .failed)
      #expect(try house.tree("AppGroup/Staging").names.count == 1)
      try Inbox(house.container).sweep(now: now)
      #expect(try house.remains.isEmpty)
    }
  }
}

import Foundation
import Synchronization
import Testing

@testable import IntrayCore

@Suite(.inContainer) struct SweepTests {
  let test = TestContainer.current

  /// A staged parcel that was touched so long after the year 2000.
  private func stage(_ test: TestContainer, _ name: String, touched time: Int64 = 0) throws {
    try test.put(["a.txt": "a", "f": ["b": "b"]], at: "AppGroup/Staging/\(name)")
    try touch(name, time)
  }

  private func touch(_ name: String, _ time: Int64) throws {
    try test.withFolder("AppGroup/Staging/\(name)") { folder in
      try Disk.system.setModified(folder, FileTime(seconds: 946_684_800 + time))
    }
  }

  private func sweep(onDay day: Int64, on disk: Disk? = nil) throws {
    try Inbox(test.container(on: disk ?? test.disk)).sweep(.showing(days: day))
  }

  @Test(.untidy) func aParcelUntouchedForEightDaysIsRemovedAndTheRestStays() throws {
    try stage(test, "old.parcel")
    try stage(test, "future.parcel", touched: 4_000_000_000)
    try sweep(onDay: 1)
    try stage(test, "young.parcel")
    try sweep(onDay: 9)
    #expect(try test.tree("AppGroup/Staging").names == ["old.parcel", "young.parcel", "future.parcel"])
    try sweep(onDay: 10)
    #expect(try test.tree("AppGroup/Staging").names == ["young.parcel"])
    #expect(try test.tree("AppGroup/Staging/young.parcel").entries.count == 2)
  }

  @Test(.untidy, arguments: [40, -40, 4_000]) func aClockThatJumpsRemovesNoParcel(days: Int64) throws {
    try stage(test, "alive.parcel", touched: -2_000_000)
    let day: Int64 = 24 * 60 * 60
    for time in [0, days, 0, days, 0, 1] {
      let clock = try test.container.ageClock(now: FileTime(seconds: time * day), isStored: true)
      try Inbox(test.container).sweep(clock)
    }
    #expect(try test.tree("AppGroup/Staging").names == ["alive.parcel"])
  }

  @Test(.untidy) func entriesThatAreNoParcelsStay() throws {
    try stage(test, "another app's")
    try test.put("x", at: "AppGroup/Staging/file.parcel")
    try Inbox(test.container).sweepLongAfter()
    #expect(try test.tree("AppGroup/Staging").names == ["another app's", "file.parcel"])
  }

  @Test(.untidy) func onlyTheTimeOfTheParcelsFolderCounts() throws {
    for name in ["old.parcel", "alive.parcel"] { try stage(test, name) }
    for day: Int64 in [0, 5, 10] {
      try touch("alive.parcel", day)
      try test.withFolder("AppGroup/Staging/old.parcel") { folder in
        let file = try Disk.system.openFile(folder, "a.txt")
        try Disk.system.setModified(file, FileTime(seconds: day))
        try Disk.system.close(file)
      }
      try sweep(onDay: day)
    }
    #expect(try test.tree("AppGroup/Staging").names == ["alive.parcel"])
  }

  @Test func aParcelPublishedDuringASweepIsKept() throws {
    let deposit = try Inbox(test.container).deposit()
    try deposit.add("a".utf8, as: "a")
    let disk = test.disk.interrupted(Fuse(at: 1, of: .renameExclusive)) { _ in
      _ = try? deposit.publish()
    }
    try Inbox(test.container(on: disk)).sweepLongAfter()
    #expect(try test.remains.isEmpty)
    try test.drain()
    #expect(try test.documents == ["a": "a"])
  }

  @Test func aDocumentThatIsMovedOutDuringASweepIsWholeOrStaysBehind() throws {
    let tree: Tree = ["1": "1", "2": ["3": "3"], "4": "4"]
    var (whole, swept) = (0, 0)
    try eachCall(.untidy) { test, fuse in
      try test.put(tree, at: "Originals/f")
      let documents = Documents(test.container)
      let staged = try documents.stage(.copy(of: test.path(of: "Originals/f")), as: "f")
      // The sweep gets as far as its n-th call, then the writer moves, then the sweep goes on.
      let moved = Mutex<Result<DocumentPath, DiskError>?>(nil)
      let disk = test.disk.interrupted(fuse) { _ in
        let result = Result { () throws(DiskError) in try documents.add(staged, in: "") }
        moved.withLock { $0 = result }
      }
      try Inbox(test.container(on: disk)).sweepLongAfter()
      switch moved.withLock({ $0 }) {
      case .success:
        whole += 1
        #expect(try test.documents == ["f": tree])
      case .failure(let error):
        swept += 1
        #expect(try error.code == .swept && test.documents == [:])
      case nil: break
      }
      #expect(try test.tree("AppGroup/Staging") == [:])
    }
    #expect(whole > 0 && swept > 0)
  }

  @Test func aSweepThatClaimsBetweenALookAndTheRenameTakesNoPartOfADocument() throws {
    let tree = Tree.folder(["1": "1", "2": "2"])
    try withTestContainer(.untidy) { test in
      try test.put(tree, at: "Originals/f")
      // Of the sweep only a part is done when the writer goes on.
      let disk = test.disk.interrupted(Fuse(at: 1, of: .renameExclusive)) { _ in
        try? Inbox(test.container(on: test.disk.dying(Fuse(at: 2, of: .removeFile)))).sweepLongAfter()
      }
      let documents = Documents(test.container(on: disk))
      let staged = try documents.stage(.copy(of: test.path(of: "Originals/f")), as: "f")
      expectError(.swept) { try documents.add(staged, in: "") }
      #expect(try test.tree("AppGroup/Documents").entries.isEmpty)
      try Inbox(test.container).sweepLongAfter()
      #expect(try test.tree("AppGroup/Staging").entries.isEmpty)
    }
  }

  @Test func onlyClaimedParcelsAreDeleted() throws {
    try stage(test, "x.parcel")
    try sweep(onDay: 0)
    let test = test
    let disk = test.disk.asking { request throws(DiskError) in
      guard request.call == .removeFile || request.call == .removeFolder else { return }
      let names = try Folder.open(test.path(of: "AppGroup/Staging"), disk: .system).entries().map(\.name)
      #expect(names.allSatisfy { !$0.hasSuffix(".parcel") }, "a parcel is emptied under its own name")
    }
    try sweep(onDay: 9, on: disk)
    #expect(try test.remains.isEmpty)
  }

  @Test func severalSweepsAtOnceDoNotDisturbEachOther() throws {
    for index in 0..<20 { try stage(test, "\(index).parcel") }
    try sweep(onDay: 0)
    try inParallel(4) { _ in try Inbox(test.container).sweep(.showing(days: 9)) }
    #expect(try test.remains.isEmpty)
  }

  @Test(.untidy) func aParcelThatCannotBeRemovedDoesNotKeepTheOthers() throws {
    for index in 0..<5 { try stage(test, "\(index).parcel") }
    try sweep(onDay: 0)
    let disk = test.disk.failing(Fuse(at: 1, of: .removeFile), with: .of(.failed, number: 5))
    expectError(.failed) { try sweep(onDay: 9, on: disk) }
    #expect(try test.tree("AppGroup/Staging").names.count == 1)
    try sweep(onDay: 9)
    #expect(try test.remains.isEmpty)
  }
}

import Foundation
import Synchronization
import Testing

@testable import IntrayCore

@Suite(.inContainer) struct SweepTests {
  let test = TestContainer.current

  /// A staged parcel that was touched so long ago.
  private func stage(_ test: TestContainer, _ name: String, age: Int64) throws {
    try test.put(["a.txt": "a", "f": ["b": "b"]], at: "AppGroup/Staging/\(name)")
    try test.withFolder("AppGroup/Staging/\(name)") { folder in
      try Disk.system.setModified(folder, FileTime(seconds: now.seconds - age))
    }
  }

  private let now = FileTime(seconds: 4_000_000_000)
  private let day: Int64 = 24 * 60 * 60

  @Test(.untidy) func aParcelUntouchedForADayIsRemovedAndTheRestStays() throws {
    try stage(test, "old.parcel", age: day + 1)
    try stage(test, "young.parcel", age: day - 1)
    try stage(test, "future.parcel", age: -day * 400)
    try Inbox(test.container).sweep(now: now)
    #expect(try test.tree("AppGroup/Staging").names == ["young.parcel", "future.parcel"])
    #expect(try test.tree("AppGroup/Staging/young.parcel").entries.count == 2)
  }

  @Test(.untidy) func entriesThatAreNoParcelsStay() throws {
    try stage(test, "another app's", age: day * 9)
    try test.put("x", at: "AppGroup/Staging/file.parcel")
    try Inbox(test.container).sweep(now: FileTime(seconds: now.seconds + day * 9))
    #expect(try test.tree("AppGroup/Staging").names == ["another app's", "file.parcel"])
  }

  @Test(.untidy) func onlyTheTimeOfTheParcelsFolderCounts() throws {
    try stage(test, "old.parcel", age: day * 2)
    try stage(test, "alive.parcel", age: 0)
    try test.withFolder("AppGroup/Staging/alive.parcel") { folder in
      let file = try Disk.system.openFile(folder, "a.txt")
      try Disk.system.setModified(file, FileTime(seconds: 1))
      try Disk.system.close(file)
    }
    try Inbox(test.container).sweep(now: now)
    #expect(try test.tree("AppGroup/Staging").names == ["alive.parcel"])
  }

  @Test func aParcelPublishedDuringASweepIsKept() throws {
    let deposit = try Inbox(test.container).deposit()
    try deposit.add("a".utf8, as: "a")
    let disk = test.disk.interrupted(Fuse(at: 1, of: .renameExclusive)) { _ in
      _ = try? deposit.publish()
    }
    try Inbox(test.container(on: disk)).sweep(now: muchLater)
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
      try Inbox(test.container(on: disk)).sweep(now: muchLater)
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
        try? Inbox(test.container(on: test.disk.dying(Fuse(at: 2, of: .removeFile)))).sweep(now: muchLater)
      }
      let documents = Documents(test.container(on: disk))
      let staged = try documents.stage(.copy(of: test.path(of: "Originals/f")), as: "f")
      expectError(.swept) { try documents.add(staged, in: "") }
      #expect(try test.tree("AppGroup/Documents").entries.isEmpty)
      try Inbox(test.container).sweep(now: muchLater)
      #expect(try test.tree("AppGroup/Staging").entries.isEmpty)
    }
  }

  @Test func onlyClaimedParcelsAreDeleted() throws {
    try stage(test, "x.parcel", age: day * 2)
    let staging = try test.folder("AppGroup/Staging").status().file
    let removed = Mutex<[FileName]>([])
    let disk = test.disk.asking { request throws(DiskError) in
      guard request.call == .openFolder, let name = request.name, name.hasSuffix(".parcel"),
        let folder = request.descriptor, try Disk.system.status(folder, nil).file == staging
      else { return }
      removed.withLock { $0.append(name) }
    }
    try Inbox(test.container(on: disk)).sweep(now: now)
    #expect(removed.withLock { $0 }.isEmpty, "a parcel is opened under its own name")
  }

  @Test func severalSweepsAtOnceDoNotDisturbEachOther() throws {
    for index in 0..<20 { try stage(test, "\(index).parcel", age: day * 2) }
    let now = now
    try inParallel(4) { _ in try Inbox(test.container).sweep(now: now) }
    #expect(try test.remains.isEmpty)
  }

  @Test(.untidy) func aParcelThatCannotBeRemovedDoesNotKeepTheOthers() throws {
    for index in 0..<5 { try stage(test, "\(index).parcel", age: day * 2) }
    let disk = test.disk.failing(Fuse(at: 1, of: .removeFile), with: .of(.failed, number: 5))
    expectError(.failed) { try Inbox(test.container(on: disk)).sweep(now: now) }
    #expect(try test.tree("AppGroup/Staging").names.count == 1)
    try Inbox(test.container).sweep(now: now)
    #expect(try test.remains.isEmpty)
  }
}

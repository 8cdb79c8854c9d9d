import Foundation
import Synchronization
import Testing

@testable import IntrayCore

@Suite(.inContainer) struct CopierTests {
  let test = TestContainer.current

  func copy(
    _ test: TestContainer, _ name: FileName = "a", on disk: Disk? = nil, by copier: Copier = Copier()
  ) throws(DiskError) {
    let disk = disk ?? test.disk
    let source = try Folder.open(test.path(of: "Originals"), disk: disk)
    let destination = try Folder.open(test.path(of: "App"), disk: disk)
    try copier.copy(source[name], to: destination["copy"])
  }

  private func isEqual(_ name: String = "a") throws -> Bool {
    try test.treeWithModes("App/copy") == test.treeWithModes("Originals/\(name)")
  }

  @Test func bytesAttributesModesAndDatesAreKept() throws {
    let tree = Tree.folder([
      "b.bin": .file((0..<100_000).map { UInt8(truncatingIfNeeded: $0 * 7) }).attribute("tag", [1, 2])
        .mode(0o640),
      "empty": "", "link": .link("../outside"), "none": [:],
      "deep": .folder(["é": .file("x").mode(0o755)]).attribute("colour", [9]).mode(0o750),
    ]).attribute("where", Array("x".utf8)).mode(0o755)
    try test.put(tree, at: "Originals/a")
    let past = FileTime(seconds: 1_000_000_007, nanoseconds: 123_456_789)
    for place in ["Originals/a/b.bin", "Originals/a/deep/é", "Originals/a/deep", "Originals/a"] {
      let opened = open(test.path(of: place), O_RDONLY)
      try Disk.system.setModified(opened, past)
      try Disk.system.close(opened)
    }
    try copy(test)
    #expect(try isEqual())
    for place in ["App/copy/b.bin", "App/copy/deep/é", "App/copy/deep", "App/copy"] {
      let (folder, name) = try Folder.openParent(of: test.path(of: place), disk: test.disk)
      #expect(try folder[name].status().modified == past, "\(place)")
    }
  }

  @Test("A copy keeps its creation date, also where an earlier modification date changes it")
  func creationDate() throws {
    try test.put(["b": "b"], at: "Originals/a")
    let disk = test.disk.movingCreationDates()
    let (created, modified) = (FileTime(seconds: 2_000), FileTime(seconds: 1_000))
    for place in ["a/b", "a"] {
      let opened = open(test.path(of: "Originals/" + place), O_RDONLY)
      try disk.setModified(opened, modified)
      try disk.setCreated(opened, created)
      try Disk.system.close(opened)
    }
    try copy(test, on: disk)
    for place in ["App/copy/b", "App/copy"] {
      let (folder, name) = try Folder.openParent(of: test.path(of: place), disk: disk)
      let status = try folder[name].status()
      #expect(status.created == created && status.modified == modified, "\(place)")
    }
  }

  @Test("A file that cannot be cloned is copied", arguments: [EPERM, EIO, EXDEV, EACCES])
  func refusedClone(number: Int32) throws {
    try test.put("abc", at: "Originals/a")
    var disk = test.disk
    let create = disk.createFile
    disk.clone = { _, folder, name throws(DiskError) in
      // It was made, and cannot be opened.
      let file = try create(folder, name)
      try test.disk.close(file)
      throw .of(number == EIO ? .failed : .denied, number: number, call: "fclonefileat")
    }
    try copy(test, on: disk)
    #expect(try isEqual())
  }

  @Test("A file that cannot be cloned on a full volume is not copied either")
  func cloneOnFullVolume() throws {
    try test.put("abc", at: "Originals/a")
    var disk = test.disk
    disk.clone = { _, _, _ throws(DiskError) in throw .of(.noSpace, number: ENOSPC) }
    let full = disk
    expectError(.noSpace) { try copy(test, on: full) }
  }

  @Test(arguments: [true, false])
  func noCopyHasWhatIntrayNotedOnTheOriginal(isFolder: Bool) throws {
    let file = Tree.file("b").attribute("tag", [1]).attribute(ItemAttribute.favouriteRank, [2])
      .attribute(Identity.attribute, [3])
    try test.put(isFolder ? ["b": file] : file, at: "Originals/a")
    let disk = test.disk.cloningWithAttributes()
    func attributes() throws -> [String] {
      let path = test.path(of: "App/copy" + (isFolder ? "/b" : ""))
      let (folder, name) = try Folder.openParent(of: path, disk: test.disk)
      return try folder[name].open(.file).attributes().sorted()
    }
    try copy(test, on: disk, by: Copier().leaving)
    #expect(try attributes() == ["tag"])
    try test.remove("App/copy")
    for disk in [disk, test.disk] {
      try copy(test, on: disk)
      #expect(try attributes() == [Identity.attribute, "tag"])
      try test.remove("App/copy")
    }
  }

  @Test func anAttributeThatDoesNotFitIntoAnExtensionIsLeftOutOfACopy() throws {
    let file = Tree.file("a").attribute("tag", [1])
    try test.put(file.attribute(Disk.largeAttribute, [2]), at: "Originals/a")
    try copy(test, on: test.disk.havingLargeAttributes())
    #expect(try test.tree("App/copy") == file)
  }

  @Test func aResourceForkIsCopiedWhole() throws {
    let fork = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
    let file = Tree.file("a").attribute(ItemAttribute.resourceFork, fork)
    try test.put(file, at: "Originals/a")
    try copy(test)
    #expect(try test.tree("App/copy") == file)
  }

  @Test func aFileWithAResourceForkThatDoesNotFitIntoAnExtensionIsNotCopied() throws {
    try test.put(.file("a").attribute(ItemAttribute.resourceFork, [1]), at: "Originals/a")
    var disk = test.disk
    disk.attributeSize = { _, _ throws(DiskError) in 100 << 20 }
    let large = disk
    expectError(.tooLarge) { try copy(test, on: large) }
  }

  @Test("Locks that cannot be removed are no error")
  func refusedUnlock() throws {
    try test.put("abc", at: "Originals/a")
    var disk = test.disk
    disk.unlock = { _ throws(DiskError) in throw .of(.denied, number: EPERM, call: "fchflags") }
    try copy(test, on: disk)
    #expect(try isEqual())
  }

  @Test func theOwnerCanReadAndWriteTheCopyAndNothingIsSetUserID() throws {
    try test.put(
      .folder(["f": .file("x").mode(0o4444), "g": .folder().mode(0o555)]).mode(0o555), at: "Originals/a")
    let (before, status) = (
      try test.treeWithModes("Originals"), try test.folder("Originals")["a"].status()
    )
    try copy(test)
    #expect(try test.treeWithModes("Originals") == before)
    #expect(try test.folder("Originals")["a"].status() == status)
    let found = try test.treeWithModes("App/copy")
    #expect(found.mode == 0o755 && found.entries["f"]?.mode == 0o644 && found.entries["g"]?.mode == 0o755)
  }

  /// A file of data, a hole, data, and a hole at its end.
  private func makeSparse(_ path: String, size: Int64) throws {
    let file = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    defer { close(file) }
    try Disk.system.truncate(file, size)
    for (offset, text) in [(Int64(0), "begin"), (size / 2, "middle")] {
      var failure: DiskError?
      Array(text.utf8).withUnsafeBytes { bytes in
        do throws(DiskError) { _ = try Disk.system.write(file, bytes, offset) } catch { failure = error }
      }
      if let failure { throw failure }
    }
  }

  @Test(.timeLimit(.minutes(5))) func aSparseFileOfATerabyteIsCopiedHoleByHole() throws {
    let size: Int64 = 1 << 40
    try makeSparse(test.path(of: "Originals/a"), size: size)
    let copied = Mutex<Int64>(0)
    try copy(test, by: Copier(progress: { bytes in copied.withLock { $0 += bytes } }))
    #expect(try test.folder("App")["copy"].status().size == size)
    #expect(copied.withLock { $0 } < 1 << 20)
    var information = stat()
    #expect(stat(test.path(of: "App/copy"), &information) == 0 && information.st_blocks < 1 << 12)
    let file = open(test.path(of: "App/copy"), O_RDONLY)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 6)
    #expect(pread(file, &bytes, 6, off_t(size / 2)) == 6)
    #expect(bytes == Array("middle".utf8))
    try test.remove("App/copy")
    try test.remove("Originals/a")
  }

  @Test func aVolumeThatClonesNothingIsCopiedInPiecesThroughMemory() throws {
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try test.put(.file(bytes), at: "Originals/a")
    var disk = test.disk
    disk.clone = { _, _, _ in nil }
    // And reads and writes as short as it likes.
    let (read, write) = (disk.read, disk.write)
    let largest = Mutex(0)
    disk.read = { file, buffer, offset throws(DiskError) in
      largest.withLock { $0 = max($0, buffer.count) }
      return try read(file, UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(70_001)), offset)
    }
    disk.write = { file, buffer, offset throws(DiskError) in
      try write(file, UnsafeRawBufferPointer(rebasing: buffer.prefix(30_011)), offset)
    }
    let asked = Mutex(0)
    try copy(
      test, on: disk,
      by: Copier(isCancelled: {
        asked.withLock { $0 += 1 }
        return false
      }))
    #expect(try isEqual())
    // A cancel is heard before each piece, on a volume of 1 MB/s in a quarter of a second.
    #expect(asked.withLock { $0 } > 3_000_000 / 70_001 && largest.withLock { $0 } <= 256 << 10)
  }

  @Test func aWriteThatTakesNothingIsAnError() throws {
    try test.put("abc", at: "Originals/a")
    var disk = test.disk
    disk.write = { _, _, _ in 0 }
    let lying = disk
    #expect(throws: DiskError.self) { try copy(test, on: lying) }
  }

  @Test func aCopyWhoseSyncFailedIsMadeAgainAndNeverSyncedAgain() throws {
    try test.put("abc", at: "Originals/a")
    let synced = Mutex<[FileID]>([])
    let created = Mutex(0)
    var disk = test.disk
    let (sync, createFile) = (disk.sync, disk.createFile)
    disk.createFile = { folder, name throws(DiskError) in
      created.withLock { $0 += 1 }
      return try createFile(folder, name)
    }
    disk.sync = { file throws(DiskError) in
      let id = try Disk.system.status(file, nil).file
      let isFirst = synced.withLock { synced in
        synced.append(id)
        return synced.count == 1
      }
      if isFirst { throw .of(.failed, number: 5, call: "fsync") }
      try sync(file)
    }
    try copy(test, on: disk)
    #expect(try isEqual())
    #expect(created.withLock { $0 } == 2)
    #expect(synced.withLock { $0.count == 2 && Set($0).count == 2 })
  }

  @Test func aDriveThatConfirmsNothingIsAnErrorAfterAFewCopies() throws {
    try test.put("abc", at: "Originals/a")
    let log = CallLog()
    let disk = test.disk.failing(
      Fuse(at: 1, of: .sync, isLasting: true), with: .of(.failed, number: 5, call: "fsync")
    ).logging(to: log)
    let error = #expect(throws: DiskError.self) { try copy(test, on: disk) }
    #expect(error?.code == .failed && log.count(of: .sync) == 3 && log.count(of: .createFile) == 3)
  }

  @Test func anErrorOfCloseIsAnErrorOfTheCopy() throws {
    try test.put("abc", at: "Originals/a")
    var disk = test.disk
    let (close, sync) = (disk.close, disk.sync)
    let written = Mutex<Descriptor?>(nil)
    disk.sync = { file throws(DiskError) in
      written.withLock { $0 = file }
      try sync(file)
    }
    disk.close = { file throws(DiskError) in
      try close(file)
      if file == written.withLock({ $0 }) { throw .of(.noSpace, number: 122, call: "close") }
    }
    let failing = disk
    expectError(.noSpace) { try copy(test, on: failing) }
  }

  /// When another program changes the source, and how: it opens it so, and writes there.
  @Test(arguments: [
    (DiskCall.setModified, O_TRUNC, "longer than it was", "longer than it was"),
    (.setModified, 0, "after!", "after!"), (.write, O_APPEND, "tail", "beforetail"),
    (.write, O_TRUNC, "x", "x"),
  ])
  func aSourceThatChangesOnceIsCopiedAgain(call: DiskCall, how: Int32, text: String, expected: String) throws
  {
    try test.put("before", at: "Originals/a")
    let disk = test.disk.interrupted(Fuse(at: 1, of: call)) { [test] _ in
      let file = open(test.path(of: "Originals/a"), O_WRONLY | how)
      #expect(write(file, text, text.utf8.count) == text.utf8.count)
      close(file)
    }
    try copy(test, on: disk)
    #expect(try test.tree("App/copy") == .file(expected))
  }

  @Test func aSourceThatKeepsChangingIsReported() throws {
    try test.put("before", at: "Originals/a")
    let disk = test.disk.interrupted(Fuse(at: 1, of: .setModified, isLasting: true)) { _ in
      let file = open(test.path(of: "Originals/a"), O_WRONLY | O_APPEND)
      _ = pwrite(file, "x", 1, 0)
      close(file)
    }
    let error = #expect(throws: DiskError.self) { try copy(test, on: disk) }
    #expect(error?.code == .changed && error?.place == test.path(of: "Originals/a"))
  }

  @Test func linksAndSpecialFilesAreRefused() throws {
    try test.put(.link("/etc/passwd"), at: "Originals/a")
    try test.put(.fifo, at: "Originals/b")
    try test.put(["c": ["fifo": .fifo]], at: "Originals/c")
    expectError(.link) { try copy(test) }
    expectError(.special) { try copy(test, "b") }
    expectError(.special) { try copy(test, "c") }
  }

  @Test func aTakenNameIsNotReplaced() throws {
    try test.put("a", at: "Originals/a")
    try test.put("kept", at: "App/copy")
    expectError(.exists) { try copy(test) }
    #expect(try test.tree("App/copy") == "kept")
  }

  @Test func aCancelEndsTheCopyBetweenTwoChunksAndBeforeEachFile() throws {
    try test.put(.file([UInt8](repeating: 1, count: 20 << 20)), at: "Originals/a")
    let copied = Mutex<Int64>(0)
    let copier = Copier(progress: { bytes in copied.withLock { $0 += bytes } }) {
      copied.withLock { $0 > 0 }
    }
    expectError(.cancelled) { try copy(test, by: copier) }
    #expect((1...(8 << 20)).contains(copied.withLock { $0 }))
    try test.remove("App/copy")
    try test.put(["x": "", "y": ""], at: "Originals/b")
    let asked = Mutex(0)
    let impatient = Copier(isCancelled: {
      asked.withLock { asked in
        asked += 1
        return asked > 1
      }
    })
    expectError(.cancelled) { try copy(test, "b", by: impatient) }
  }

  @Test func anAttributeThatTheVolumeDoesNotTakeIsLeftBehind() throws {
    try test.put(.file("a").attribute("one", [1]).attribute("two", [2]), at: "Originals/a")
    var disk = test.disk
    let setAttribute = disk.setAttribute
    disk.setAttribute = { file, name, value throws(DiskError) in
      if name == "one" { throw .of(.denied, number: 1, call: "fsetxattr") }
      try setAttribute(file, name, value)
    }
    try copy(test, on: disk)
    #expect(try test.tree("App/copy") == .file("a").attribute("two", [2]))
    try test.remove("App/copy")
    disk.setAttribute = { _, _, _ throws(DiskError) in throw .of(.noSpace, number: 28) }
    let full = disk
    expectError(.noSpace) { try copy(test, on: full) }
  }

  @Test func everythingIsSyncedAfterItsLastChangeFoldersLast() throws {
    try test.put(["b": ["c": "c"]], at: "Originals/a")
    let log = CallLog()
    try copy(test, on: test.disk.logging(to: log))
    let calls = log.all.map(\.call)
    #expect(calls.count { $0 == .sync } == 3)
    #expect(log.count(of: .protect) == 3)
    // Nothing is written, dressed or renamed behind the last sync.
    #expect(calls.lastIndex(of: .setCreated) ?? 0 < calls.lastIndex(of: .sync) ?? 0)
    for (index, call) in calls.enumerated() where call == .setCreated {
      #expect(calls[index + 1] == .status || calls[index + 1] == .sync)
    }
  }

  @Test func aTreeOfTwoThousandLevelsIsDepositedDrainedAndRemovedWithFewDescriptors() throws {
    try test.put([:], at: "Originals/deep")
    try makeLevels(2_000, below: test.path(of: "Originals/deep"))
    let container = test.container(on: test.disk.withoutSyncs)
    _ = try Inbox(container).deposit { deposit throws(DiskError) in
      try deposit.add(contentsOf: test.path(of: "Originals/deep"), as: "deep")
    }
    var outcomes: [DrainOutcome] = []
    try Drain(container).run { outcomes.append($0) }
    #expect(outcomes.arrivals(of: "deep") == ["deep"])
    var levels = 0
    var bottom = 0
    try container.open(.documents).walk { step, _, _ throws(DiskError) in
      switch step {
      case .entering: levels += 1
      case .leaf: bottom += 1
      case .left: break
      }
    }
    #expect(levels == 2_001 && bottom == 1)
    let file = try test.known("deep").file
    try Documents(container).remove("deep", expecting: file) { _, _ in true }
    #expect(try test.documents.names.isEmpty)
    #expect(test.ledger.most < 16, "\(test.ledger.most) descriptors")
  }
}

import Foundation
import Synchronization
import Testing

@testable import IntrayCore

/// What a scan finds, and what it must not believe.
@Suite(.inContainer) struct CatalogueScanTests {
  let fixture: CatalogueFixture

  init() throws { fixture = try CatalogueFixture(.current) }

  @Test func onePassDecidesADeletionIfNothingChangesMeanwhile() throws {
    try fixture.write("a.txt")
    try fixture.scan()
    let id = try fixture.id("a.txt")
    try fixture.remove("a.txt")
    #expect(try fixture.catalogue.scan(passes: 1).isDecided)
    #expect(try fixture.catalogue.item(id) == nil)
  }

  @Test func aPassDuringWhichAFolderChangesDeletesNothing() throws {
    try fixture.write("a.txt")
    try fixture.write("box/b.txt")
    try fixture.scan()
    let id = try fixture.id("a.txt")
    try fixture.remove("a.txt")
    let place = fixture.place("box/c.txt")
    // Displaced is listed by the recovery, and then when all folders were visited.
    let displaced = try fixture.test.container.open(.displaced).status().file
    let listings = Mutex(0)
    var disk = fixture.test.disk
    let base = disk
    disk.list = { folder, each throws(DiskError) in
      if try base.status(folder, nil).file == displaced,
        listings.withLock({
          $0 += 1; return $0 == 2
        })
      {
        _ = FileManager.default.createFile(atPath: place, contents: nil)
      }
      try base.list(folder, each)
    }
    try fixture.reopen(on: disk)
    let isDecided = try fixture.catalogue.scan(passes: 1).isDecided
    #expect(!isDecided && listings.withLock { $0 } == 2)
    #expect(try fixture.catalogue.item(id) != nil)
    try fixture.scan()
    #expect(try fixture.catalogue.item(id) == nil && fixture.item("box/c.txt") != nil)
  }

  @Test func whatWasSeenInAFolderBeforeItCouldNotBeReadAnyMoreIsNotStored() throws {
    try fixture.write("box/a.txt")
    try fixture.scan()
    let before = try #require(try fixture.item("box/a.txt"))
    try fixture.write("box/a.txt", "edited")
    let (box, place) = (try fixture.file("box"), fixture.place("box/b.txt"))
    let listings = Mutex(0)
    var disk = fixture.test.disk
    let base = disk
    // Another process changes the folder during the first listing, and then it cannot be read any more.
    disk.list = { folder, each throws(DiskError) in
      guard try base.status(folder, nil).file == box else { return try base.list(folder, each) }
      let number = listings.withLock { count in
        count += 1
        return count
      }
      if number > 1 { throw DiskError(.denied, at: "box") }
      try base.list(folder, each)
      _ = FileManager.default.createFile(atPath: place, contents: nil)
    }
    try fixture.reopen(on: disk)
    #expect(try fixture.catalogue.scan(isFull: true).unreadable.count == 1)
    #expect(try fixture.item("box/a.txt") == before)
    try fixture.reopen()
    try fixture.scan()
    #expect(try fixture.item("box/a.txt")?.contentVersion != before.contentVersion)
    #expect(try fixture.item("box/b.txt") != nil)
  }

  @Test func aPassStoresNothingAfterAnotherProcessHasStoredSomething() throws {
    try fixture.write("a.txt")
    try fixture.scan()
    let id = try fixture.id("a.txt")
    let other = try Catalogue(
      path: CatalogueFixture.path(in: fixture.test), container: fixture.test.container, clock: .patient)
    let pass = try ScanPass(fixture.catalogue, isFull: true)
    try pass.observe { store in try store.recordMissed([#require(try store.row(id))]) }
    // It only notes that a folder must be listed again.
    try other.forgetVisit(ofFolderOf: id)
    #expect(throws: ScanPass.Outdated.self) { try pass.observe { _ in } }
    #expect(throws: ScanPass.Outdated.self) { try pass.finish([]) }
    #expect(try fixture.catalogue.item(id) != nil)
  }

  @Test func aFirstPassDuringWhichADocumentMovesDoesNotProveThatUnknownItemsAreGone() throws {
    try fixture.write("one/a.txt")
    try fixture.write("two/b.txt")
    let folders = try ["one", "two"].map { try fixture.file($0) }
    let places = ["one", "two"].map { fixture.place($0) }
    let listed = Mutex<[FileID]>([])
    var disk = fixture.test.disk
    let base = disk
    // Before the second of the two folders is listed, what is in it moves into the first.
    disk.list = { folder, each throws(DiskError) in
      let file = try base.status(folder, nil).file
      let isSecond = listed.withLock { listed in
        if folders.contains(file), !listed.contains(file) { listed.append(file) }
        return listed.count == 2 && listed.last == file
      }
      if isSecond {
        let (from, to) =
          file == folders[1]
          ? (places[1] + "/b.txt", places[0] + "/b.txt") : (places[0] + "/a.txt", places[1] + "/a.txt")
        _ = rename(from, to)
      }
      try base.list(folder, each)
    }
    try fixture.reopen(on: disk)
    #expect(try !fixture.catalogue.scan(passes: 1).isDecided)
    #expect(try fixture.everything().count == 3)
    #expect(try fixture.catalogue.read { store in !store.state.isProven })
    try fixture.scan()
    #expect(try fixture.everything().count == 4)
    #expect(try fixture.catalogue.read { store in store.state.isProven })
  }

  @Test func anItemWhoseNewFileCannotBeReadInTimeIsNotDeleted() throws {
    try fixture.write("a.txt", "old")
    try fixture.scan()
    let id = try fixture.id("a.txt")
    // Saved as a new file with the identity of the old one.
    try fixture.write("a.new", "new")
    try fixture.writeIdentity("a.new", as: id)
    try fixture.move("a.new", "a.txt")
    // The listing reads it, and the decision whether it is the item reads it again.
    let opened = Mutex(0)
    var disk = fixture.test.disk
    let base = disk
    disk.openFile = { folder, name throws(DiskError) in
      if name == "a.txt",
        opened.withLock({
          $0 += 1; return $0 == 2
        })
      {
        throw .of(.failed, number: 5)
      }
      return try base.openFile(folder, name)
    }
    try fixture.reopen(on: disk)
    #expect(try !fixture.catalogue.scan(passes: 1).isDecided)
    #expect(opened.withLock { $0 } == 2)
    #expect(try fixture.catalogue.item(id) != nil)
    try fixture.scan()
    #expect(try fixture.id("a.txt") == id && fixture.item("a.txt")?.size == 3)
  }

  @Test("A scan does not delete a displaced document", .untidy)
  func displaced() throws {
    try fixture.write("a.txt")
    try fixture.scan()
    let before = try #require(try fixture.item("a.txt"))
    // What another process of ours has under way: it was just taken out.
    let record = Displaced.Record(staged: nil, base: before.snapshot)
    try Displaced(container: fixture.test.container).withPlace(for: record, of: "a.txt") {
      place throws(DiskError) in
      let root = try fixture.test.container.open(.documents)
      try root["a.txt"].rename(to: place)
      for _ in 0..<3 {
        let report = Result { try fixture.catalogue.scan(isFull: true) }
        #expect((try? report.get())?.isDecided == false)
      }
      try place.rename(to: root["a.txt"])
    }
    try fixture.scan()
    #expect(try fixture.item("a.txt")?.id == before.id)
    #expect(try fixture.item("a.txt")?.contentVersion == before.contentVersion)
  }

  #if os(Linux)
    @Test("A scan changes nothing below an unreadable folder, and reports everything else")
    func unreadableFolder() throws {
      try withFixture { fixture in
        try fixture.write("closed/deep/a.txt")
        try fixture.write("open/b.txt")
        try asUnprivilegedUser(in: fixture.test) {
          try fixture.scan()
          let before = try fixture.paths()
          try fixture.setMode("closed", 0)
          try fixture.remove("open/b.txt")
          try fixture.write("open/c.txt")
          #expect(try fixture.catalogue.scan(isFull: true).unreadable.count == 1)
          let after = try fixture.paths()
          #expect(after["closed/deep/a.txt"] == before["closed/deep/a.txt"])
          #expect(after["open/c.txt"] != nil)
          // It may be in the folder that changed since it was read.
          #expect(after["open/b.txt"] == before["open/b.txt"])
          try fixture.setMode("closed", 0o700)
          try fixture.scan()
          #expect(
            try Set(fixture.paths().keys) == [
              "closed", "closed/deep", "closed/deep/a.txt", "open", "open/c.txt",
            ])
          #expect(try fixture.id("closed/deep/a.txt") == before["closed/deep/a.txt"])
        }
      }
    }

    @Test("A known document that cannot be opened stays unchanged, and an unknown one is not stored")
    func unreadableFile() throws {
      try withFixture { fixture in
        try fixture.write("known.txt")
        try fixture.write("unknown.txt")
        try asUnprivilegedUser(in: fixture.test) {
          try fixture.setMode("unknown.txt", 0)
          #expect(try fixture.catalogue.scan(isFull: true).unreadable.count == 1)
          #expect(try fixture.item("unknown.txt") == nil)
          let before = try #require(try fixture.item("known.txt"))
          try fixture.setMode("known.txt", 0)
          _ = try fixture.catalogue.scan(isFull: true)
          #expect(try fixture.id("known.txt") == before.id)
          #expect(try fixture.item("known.txt")?.contentVersion == before.contentVersion)
          for name in ["known.txt", "unknown.txt"] { try fixture.setMode(name, 0o600) }
          try fixture.scan()
          #expect(try fixture.item("known.txt")?.contentVersion == before.contentVersion)
          #expect(try fixture.item("unknown.txt")?.size == 4)
        }
      }
    }
  #endif

  @Test("A missing Documents folder is an error, and the scan deletes nothing")
  func rootMissing() throws {
    try fixture.write("a.txt")
    try fixture.scan()
    let before = try fixture.paths()
    try fixture.moveRoot(to: "Elsewhere")
    #expect(throws: CatalogueError.rootMissing) { try fixture.catalogue.scan() }
    try fixture.reopen()
    #expect(throws: CatalogueError.rootMissing) { try fixture.catalogue.scan() }
    #expect(try fixture.paths() == before)
    try fixture.moveRoot(from: "Elsewhere")
    try fixture.scan()
    #expect(try fixture.paths() == before)
  }

  @Test("An exchanged Documents folder is an error, and the next opening begins a new epoch")
  func rootExchanged() throws {
    try fixture.write("a.txt")
    try fixture.scan()
    let anchor = try fixture.anchor()
    let before = try fixture.paths()
    try fixture.test.put(["b.txt": "b"], at: "AppGroup/Other")
    try fixture.moveRoot(to: "Old")
    try fixture.moveRoot(from: "Other")
    #expect(throws: CatalogueError.rootExchanged) { try fixture.catalogue.scan() }
    #expect(try fixture.paths() == before)
    try fixture.reopen()
    #expect(throws: CatalogueError.notScanned) { try fixture.everything() }
    try fixture.scan()
    #expect(try Array(fixture.paths().keys) == ["b.txt"])
    #expect(throws: CatalogueError.expired) { try fixture.catalogue.changes(since: anchor, limit: 10) }
    try fixture.test.remove("AppGroup/Old")
  }

  @Test("A Documents folder that is exchanged during a scan is an error, and the scan deletes nothing")
  func rootExchangedDuringScan() throws {
    try fixture.write("a.txt")
    try fixture.write("deep/b.txt")
    try fixture.scan()
    let before = try fixture.paths()
    try fixture.test.put([:], at: "AppGroup/Other")
    let (place, other) = (
      fixture.test.path(of: "AppGroup/Documents"), fixture.test.path(of: "AppGroup/Other")
    )
    let disk = fixture.test.disk.interrupted(Fuse(at: 3, of: .list)) { _ in
      guard rename(place, other + "1") == 0, rename(other, place) == 0 else { return }
    }
    try fixture.reopen(on: disk)
    #expect(throws: CatalogueError.rootExchanged) { try fixture.catalogue.scan(isFull: true) }
    #expect(try fixture.paths() == before)
    try FileManager.default.removeItem(atPath: other + "1")
  }

  @Test("A scan that changes nothing writes nothing")
  func unchanged() throws {
    for folder in 0..<10 { for file in 0..<10 { try fixture.write("\(folder)/\(file).txt") } }
    try fixture.scan()
    try fixture.scan()
    let before = try fixture.catalogue.read { store in
      (store.state, try store.database.first("PRAGMA data_version") { $0.integer() })
    }
    let log = CallLog()
    try fixture.reopen(on: fixture.test.disk.logging(to: log))
    let path = CatalogueFixture.path(in: fixture.test)
    let files = [path, path + "-wal"].map { FileManager.default.contents(atPath: $0) }
    try fixture.scan()
    #expect([path, path + "-wal"].map { FileManager.default.contents(atPath: $0) } == files)
    let after = try fixture.catalogue.read { store in store.state }
    #expect(after == before.0)
    // One look at each document, and none into it.
    #expect(log.count(of: .openFile) == 0)
  }

  @Test("A folder whose documents get identities is listed once")
  func listedOnce() throws {
    try fixture.write("box/a.txt")
    try fixture.scan()
    let log = CallLog()
    try fixture.reopen(on: fixture.test.disk.logging(to: log))
    func lists() throws -> Int {
      let before = log.count(of: .list)
      #expect(try fixture.catalogue.scan().isDecided)
      return log.count(of: .list) - before
    }
    try fixture.move("box/a.txt", "box/b.txt")
    let renamed = try lists()
    for name in ["c.txt", "d.txt"] { try fixture.write("box/" + name) }
    #expect(try lists() == renamed)
  }

  @Test("A document that changes while its identity is written is looked at again, when a later change shows")
  func racedIdentity() throws {
    let late = FileTime(seconds: .max / 2)
    let time = Mutex(late)
    let waits = Mutex(0)
    let intruder = Mutex<FileHandle?>(nil)
    let clock = ScanClock(
      now: { time.withLock { $0 } },
      wait: { _ in
        waits.withLock { $0 += 1 }
        let file = intruder.withLock { file in
          defer { file = nil }
          return file
        }
        file?.write(Data("longer".utf8))
        // The clock stands at the moment of this change.
        time.withLock { $0 = file == nil ? late : Self.lastChange(file) ?? late }
      })
    try withFixture(clock: clock) { fixture in
      try fixture.scan()
      try fixture.write("a.txt", "a")
      let file = try #require(FileHandle(forWritingAtPath: fixture.place("a.txt")))
      intruder.withLock { $0 = file }
      var disk = fixture.test.disk
      disk.setAttribute = { [disk] opened, name, bytes throws(DiskError) in
        try disk.setAttribute(opened, name, bytes)
        // The clock stands at the moment when the identity is written.
        if let changed = Self.lastChange(file) { time.withLock { $0 = changed } }
      }
      try fixture.reopen(on: disk)
      try fixture.scan()
      // It waited until the change was past, and once more when it had written the identity for the new state.
      #expect(waits.withLock { $0 } == 3)
      #expect(try fixture.item("a.txt")?.size == 6)
    }
  }

  /// The change time of an open file.
  private static func lastChange(_ file: FileHandle?) -> FileTime? {
    // The expectations of the tests fail without it.
    file.flatMap { try? Disk.system.status($0.fileDescriptor, nil).changed }
  }

  @Test func aFolderOfManyFoldersIsLookedAtToItsEnd() throws {
    // More than are looked up at once.
    let folders = (0..<300).map { "\($0)" }
    for folder in folders { try fixture.write("box/\(folder)/a.txt") }
    #expect(try fixture.catalogue.scan().isDecided)
    let before = try fixture.everything()
    #expect(before.count == 1 + 2 * folders.count)
    for folder in folders { try fixture.write("box/\(folder)/b.txt") }
    #expect(try fixture.catalogue.scan().isDecided)
    #expect(try fixture.everything().count == before.count + folders.count)
  }

  @Test("A scan opens and lists only folders whose times changed")
  func folders() throws {
    try withFixture(clock: .system) { fixture in
      for path in ["one/a.txt", "two/c.txt", "two/deep/d.txt"] { try fixture.write(path, "a") }
      try fixture.scan()
      let (one, two) = (try fixture.item("one/a.txt"), try fixture.item("two/c.txt"))
      try fixture.write("one/b.txt")
      // In place, and the folder is not touched: a full scan finds it.
      try fixture.write("two/c.txt", "longer")
      let log = CallLog()
      try fixture.reopen(on: fixture.test.disk.logging(to: log))
      #expect(try fixture.catalogue.scan().isDecided)
      #expect(try fixture.item("one/b.txt") != nil && fixture.item("one/a.txt") == one)
      #expect(try fixture.item("two/c.txt") == two)
      // The others are looked at by their names, and opened only where folders are in them.
      #expect(Set(log.all.filter { $0.name == "deep" }.map(\.call)) == [.status])
      #expect(log.all.allSatisfy { $0.name != "c.txt" && $0.name != "d.txt" })
      try fixture.scan()
      #expect(try fixture.item("two/c.txt")?.contentVersion != two?.contentVersion)
    }
  }

  @Test("A scan finds a change in place by our processes, because they touch the folder")
  func touched() throws {
    try withFixture(clock: .system) { fixture in
      try fixture.write("box/deep/a.txt", "a")
      try fixture.scan()
      let before = try fixture.item("box/deep/a.txt")
      let date = try fixture.status("box/deep").modified
      try Documents(fixture.test.container).change(
        DocumentPath(["box", "deep", "a.txt"]), expecting: fixture.file("box/deep/a.txt")
      ) { file throws(DiskError) in try file.setAttribute(ItemAttribute.tags, [1]) }
      #expect(try fixture.status("box/deep").modified == date, "no other process sees another date")
      #expect(try fixture.catalogue.scan().isDecided)
      let after = try fixture.item("box/deep/a.txt")
      #expect(after?.tags == [1] && after?.contentVersion == before?.contentVersion)
    }
  }

  @Test(
    "A scan is a full one a day after the last one, and when the clock was set back",
    arguments: [(0, false), (86_401, true), (-3_600, true)] as [(Int64, Bool)])
  func fullScan(seconds: Int64, isFull: Bool) throws {
    let offset = Mutex<Int64>(0)
    try withFixture(clock: clock { offset.withLock(\.self) }) { fixture in
      try fixture.write("box/a.txt", "a")
      try fixture.scan()
      let before = try fixture.item("box/a.txt")
      try fixture.write("box/a.txt", "longer")
      offset.withLock { $0 = seconds }
      try fixture.reopen()
      try fixture.catalogue.scan()
      #expect(try (fixture.item("box/a.txt") == before) != isFull)
    }
  }

  @Test func aFullScanOfWhatIsUnchangedWritesNothingWhileNoneIsDue() throws {
    let offset = Mutex<Int64>(0)
    try withFixture(clock: clock { offset.withLock(\.self) }) { fixture in
      try fixture.write("box/a.txt")
      try fixture.scan()
      let log = URL(fileURLWithPath: CatalogueFixture.path(in: fixture.test) + "-wal")
      let before = try Data(contentsOf: log)
      offset.withLock { $0 = 3_600 }
      #expect(try fixture.catalogue.scan(isFull: true).isDecided)
      #expect(try !before.isEmpty && Data(contentsOf: log) == before)
    }
  }

  /// The system's clock, so many seconds ahead.
  private func clock(_ offset: @escaping @Sendable () -> Int64) -> ScanClock {
    ScanClock(
      now: {
        let now = ScanClock.system.now()
        return FileTime(seconds: now.seconds + offset(), nanoseconds: now.nanoseconds)
      }, wait: ScanClock.system.wait)
  }

  @Test("After a full scan that left a folder out, the next one is a full one, too")
  func incompleteFullScan() throws {
    try withFixture(clock: .system) { fixture in
      for path in ["busy/a.txt", "quiet/b.txt"] { try fixture.write(path, "a") }
      let folder = fixture.place("busy/")
      let count = Mutex(0)
      let base = fixture.test.disk
      var disk = base
      // Another process adds a document to the folder during each listing.
      disk.list = { listed, each throws(DiskError) in
        try base.list(listed, each)
        let number = count.withLock { count in
          count += 1
          return count
        }
        _ = FileManager.default.createFile(atPath: folder + "\(number).txt", contents: nil)
      }
      try fixture.reopen(on: disk)
      try fixture.catalogue.scan()
      let before = try #require(try fixture.item("quiet/b.txt"))
      try fixture.write("quiet/b.txt", "longer")
      try fixture.reopen()
      try fixture.catalogue.scan()
      #expect(try fixture.item("quiet/b.txt")?.contentVersion != before.contentVersion)
      // That one was complete.
      let known = try fixture.item("quiet/b.txt")
      try fixture.write("quiet/b.txt", "longer still")
      try fixture.catalogue.scan()
      #expect(try fixture.item("quiet/b.txt") == known)
    }
  }

  @Test(
    "A new store whose Documents cannot be read, or not to its end, does not know what exists",
    arguments: [
      (DiskCall.list, DiskError.of(.failed, number: 5)), (.list, .of(.denied, number: 13)),
      (.attributes, .of(.failed, number: 5)),
    ])
  func unreadableRoot(call: DiskCall, error: DiskError) throws {
    try fixture.write("a.txt")
    let root = try Folder.open(fixture.place(""), disk: .system).status().file
    try fixture.reopen(on: fixture.test.disk.refusing(call, in: root, error))
    #expect(throws: DiskError.self) { try fixture.catalogue.scan() }
    #expect(throws: CatalogueError.notScanned) { try fixture.catalogue.item(.random()) }
    #expect(throws: CatalogueError.notScanned) { try fixture.catalogue.everything(page: nil, limit: 10) }
  }

  @Test("Until the first scan is complete, the catalogue reports no item as missing", .untidy)
  func unsteadyFirstScan() throws {
    try fixture.write("box/a.txt")
    let box = try fixture.file("box")
    let path = fixture.place("box/busy")
    let isBusy = Flag(true)
    let number = Mutex(0)
    try fixture.reopen(
      on: fixture.test.disk.asking { request throws(DiskError) in
        guard request.call == .list, isBusy.isOn, let folder = request.descriptor,
          try Disk.system.status(folder, nil).file == box
        else { return }
        // Another program works in the folder all the time.
        let name = number.withLock { number in
          number += 1
          return "\(path)-\(number)"
        }
        #expect(FileManager.default.createFile(atPath: name, contents: nil))
      })
    #expect(try !fixture.catalogue.scan().isDecided)
    #expect(throws: CatalogueError.notScanned) { try fixture.catalogue.item(.random()) }
    #expect(throws: CatalogueError.notScanned) { try fixture.catalogue.everything(page: nil, limit: 10) }
    isBusy.isOn = false
    try fixture.catalogue.scan()
    #expect(try fixture.catalogue.item(.random()) == nil)
  }

  @Test(
    "If the first scan cannot read a folder or a document, it lists all else, and reports no item as missing",
    arguments: [DiskError.of(.failed, number: 5), .of(.denied, number: 13)])
  func unreadableAtFirstScan(error: DiskError) throws {
    for path in ["box", "box/a.txt"] {
      try withFixture { fixture in
        try fixture.write("box/a.txt")
        try fixture.write("other/b.txt")
        let file = try fixture.file(path)
        try fixture.reopen(
          on: fixture.test.disk.refusing(.list, in: file, error).asking { request throws(DiskError) in
            if request.call == .openFile, request.name == "a.txt", path.hasSuffix(".txt") { throw error }
          })
        try fixture.catalogue.scan()
        #expect(try Set(fixture.paths().keys) == ["box", "other", "other/b.txt"])
        #expect(throws: CatalogueError.notScanned, "\(path)") { try fixture.catalogue.item(.random()) }
        // What changes from now on is told, also what is deleted.
        let anchor = try fixture.anchor()
        try fixture.remove("other/b.txt")
        try fixture.write("c.txt")
        try fixture.catalogue.scan()
        let changes = try fixture.changes(since: anchor)
        #expect(changes.updated.map(\.name).contains("c.txt"))
        // What cannot be read may be any that is missing.
        #expect(changes.deleted.isEmpty)
        try fixture.reopen()
        try fixture.catalogue.scan()
        #expect(try fixture.catalogue.item(.random()) == nil)
        #expect(try Set(fixture.paths().keys) == ["box", "box/a.txt", "c.txt", "other"])
      }
    }
  }

  @Test("An unknown folder that cannot be opened is not stored, and is the item that it says when it can be")
  func closedAtFirstScan() throws {
    try fixture.write("box/a.txt")
    try fixture.scan()
    let (box, a) = try (fixture.id("box"), fixture.id("box/a.txt"))
    try fixture.removeStore()
    try fixture.reopen(on: fixture.test.disk.refusing([.openFolder], of: "box", with: .denied))
    try fixture.catalogue.scan()
    #expect(try fixture.paths().isEmpty)
    #expect(throws: CatalogueError.notScanned) { try fixture.catalogue.item(box) }
    let anchor = try fixture.anchor()
    try fixture.reopen()
    try fixture.catalogue.scan()
    #expect(try fixture.paths() == ["box": box, "box/a.txt": a])
    // The system asks for what it knows of the earlier store.
    #expect(throws: CatalogueError.expired) { try fixture.changes(since: anchor) }
    #expect(try fixture.changes(since: fixture.catalogue.firstAnchor()).deleted.isEmpty)
  }

  /// The disk of a process that gets an error from some functions for a folder.
  private func disk(
    failing calls: Set<DiskCall>, in folder: String, with error: DiskError
  ) throws -> Disk {
    let (file, name) = (try fixture.file(folder), FileName((folder as NSString).lastPathComponent))
    return fixture.test.disk.asking { request throws(DiskError) in
      guard calls.contains(request.call), let descriptor = request.descriptor,
        request.name == nil || request.name == name,
        try Disk.system.status(descriptor, request.name).file == file
      else { return }
      throw error
    }
  }

  @Test(
    "What moves into a folder that cannot be read is not deleted, for any error",
    arguments: [DiskCall.openFolder, .list, .attributes, .status],
    [DiskError.of(.tooManyOpen, number: 24), .of(.failed, number: 5), .of(.denied, number: 13)])
  func movesIntoUnread(call: DiskCall, error: DiskError) throws {
    for path in ["old/sub/a.txt", "old/b.txt", "new/c.txt"] { try fixture.write(path) }
    try fixture.scan()
    let before = try fixture.paths()
    let anchor = try fixture.anchor()
    try fixture.move("old/sub", "new/sub")
    try fixture.move("old/b.txt", "new/b.txt")
    // Another document takes the name.
    try fixture.write("old/b.txt", "other")
    try fixture.writeIdentity("old/b.txt", as: .random())
    try fixture.reopen(on: disk(failing: [call], in: "new", with: error))
    try fixture.catalogue.scan()
    let meanwhile = try fixture.changes(since: anchor)
    #expect(meanwhile.deleted.isEmpty)
    // Its attributes are read last: then what moved there is found.
    let waits = call != .attributes
    #expect(
      meanwhile.updated.contains { $0.name == "b.txt" && $0.size == 5 } != waits, "it waits for the name")
    try fixture.reopen()
    try fixture.catalogue.scan()
    #expect(try fixture.changes(since: anchor).deleted.isEmpty)
    let after = try fixture.paths()
    for (old, new) in [
      ("old/sub", "new/sub"), ("old/sub/a.txt", "new/sub/a.txt"), ("old/b.txt", "new/b.txt"),
    ] {
      #expect(after[new] == before[old])
    }
    #expect(after["old/b.txt"] != nil && after["old/b.txt"] != before["old/b.txt"])
  }

  @Test("What moves below a folder that cannot be read is not deleted, though that folder did not change")
  func movesBelowUnread() throws {
    for path in ["old/a.txt", "new/deep/b.txt"] { try fixture.write(path) }
    try fixture.scan()
    let id = try fixture.id("old/a.txt")
    try fixture.move("old/a.txt", "new/deep/a.txt")
    try fixture.reopen(on: disk(failing: [.openFolder], in: "new", with: .of(.tooManyOpen, number: 24)))
    try fixture.catalogue.scan()
    #expect(try fixture.catalogue.item(id) != nil)
    try fixture.reopen()
    try fixture.scan()
    #expect(try fixture.id("new/deep/a.txt") == id)
  }

  @Test("What moves during the scan into an unchanged folder that cannot be read is not deleted")
  func movesIntoUnreadMeanwhile() throws {
    // Which of the two is visited first depends on their numbers.
    for (from, to) in [("one", "two"), ("two", "one")] {
      try withFixture { fixture in
        try fixture.makeFolder("one")
        try fixture.scan()
        try fixture.makeFolder("two")
        try fixture.scan()
        try fixture.write(from + "/a.txt")
        try fixture.scan()
        let id = try fixture.id(from + "/a.txt")
        let (old, new) = (fixture.place(from + "/a.txt"), fixture.place(to + "/a.txt"))
        let (folder, unread) = (try fixture.file(from), try fixture.file(to))
        let disk = fixture.test.disk.asking { request throws(DiskError) in
          guard request.call == .list, let listed = request.descriptor else { return }
          let file = try Disk.system.status(listed, nil).file
          if file == unread { throw .of(.tooManyOpen, number: 24) }
          if file == folder { rename(old, new) }
        }
        try fixture.reopen(on: disk)
        for _ in 0..<2 { try fixture.catalogue.scan(isFull: true) }
        #expect(try fixture.catalogue.item(id) != nil)
        try fixture.reopen()
        try fixture.scan()
        #expect(try fixture.id(to + "/a.txt") == id)
      }
    }
  }

  @Test func aDocumentSavedAsANewFileKeepsItsIdentifierWhenItsNameCannotBeLookedUpOnce() throws {
    for look in 1... {
      let fuse = Fuse(at: look)
      try withFixture { fixture in
        try fixture.write("a.txt")
        try fixture.scan()
        let id = try fixture.id("a.txt")
        try fixture.write("new", "longer")
        try fixture.writeIdentity("new", as: id)
        try fixture.move("new", "a.txt")
        try fixture.reopen(
          on: fixture.test.disk.asking { request throws(DiskError) in
            if request.call == .status, request.name == "a.txt", fuse.blows(for: request) {
              throw .of(.failed, number: 5)
            }
          })
        try fixture.catalogue.scan()
        try fixture.reopen()
        try fixture.scan()
        #expect(try fixture.id("a.txt") == id, "look \(look)")
      }
      if !fuse.hasBlown { return #expect(look > 2) }
    }
  }

  @Test("A folder that cannot be read keeps no deletion back if nothing has changed in it")
  func unreadAndUnchanged() throws {
    for path in ["closed/a.txt", "open/b.txt"] { try fixture.write(path) }
    try fixture.scan()
    let (closed, gone) = try (fixture.id("closed/a.txt"), fixture.id("open/b.txt"))
    try fixture.remove("open/b.txt")
    try fixture.reopen(on: disk(failing: [.list], in: "closed", with: .of(.failed, number: 5)))
    try fixture.catalogue.scan(isFull: true)
    #expect(try fixture.catalogue.item(gone) == nil)
    #expect(try fixture.catalogue.item(closed) != nil)
  }

  @Test("A missing document is not deleted by a pass that could not read its folder")
  func closedMeanwhile() throws {
    for isDeep in [false, true] {
      try withFixture { fixture in
        let path = isDeep ? "box/deep/a.txt" : "box/a.txt"
        try fixture.write(path)
        try fixture.scan()
        let (box, id) = try (fixture.file("box"), fixture.id(path))
        try fixture.remove(path)
        try fixture.reopen(on: fixture.test.disk.refusing(.list, in: box, .of(.failed, number: 5)))
        _ = try fixture.catalogue.scan(isFull: true)
        #expect(try fixture.catalogue.item(id) != nil)
        try fixture.reopen()
        try fixture.scan()
        #expect(try fixture.catalogue.item(id) == nil)
      }
    }
  }

  @Test("A trash that cannot be opened keeps nothing from being listed, and nothing is deleted meanwhile")
  func closedTrash() throws {
    try fixture.write("a.txt")
    try fixture.write("b.txt")
    try fixture.scan()
    let anchor = try fixture.anchor()
    try fixture.remove("a.txt")
    try fixture.write("c.txt")
    for directory in ["Trash", "Displaced"] as [FileName] {
      try fixture.reopen(on: fixture.test.disk.refusing([.openFolder], of: directory, with: .denied))
      try fixture.catalogue.scan()
      #expect(try fixture.changes(since: anchor).deleted.isEmpty)
      #expect(try Set(fixture.paths().keys) == ["a.txt", "b.txt", "c.txt"])
    }
    try fixture.reopen()
    try fixture.catalogue.scan()
    #expect(try fixture.changes(since: anchor).deleted.count == 1)
  }

  @Test("After a disk error the next scan is a full one")
  func fullScanAfterDiskError() throws {
    for path in ["bad/a.txt", "quiet/b.txt"] { try fixture.write(path, "a") }
    try fixture.scan()
    let before = try fixture.item("quiet/b.txt")
    try fixture.write("quiet/b.txt", "longer")
    try fixture.write("bad/new.txt", "a")
    try fixture.reopen(
      on: fixture.test.disk.refusing(.list, in: fixture.file("bad"), .of(.failed, number: 5)))
    #expect(try fixture.catalogue.scan().unreadable.count == 1)
    try fixture.reopen()
    #expect(try fixture.item("quiet/b.txt") == before)
    try fixture.catalogue.scan()
    #expect(try fixture.item("quiet/b.txt") != before)
    #expect(try fixture.item("bad/new.txt") != nil)
  }

  @Test("A scan reads the tags of a locked document after it is unlocked, though its folder did not change")
  func tagsOfALockedDocument() throws {
    try fixture.write("box/a.txt", "a")
    try fixture.scan()
    let before = try #require(try fixture.item("box/a.txt"))
    try fixture.setAttribute("box/a.txt", ItemAttribute.tags, [7])
    try fixture.move("box/a.txt", "box/b.txt")
    try fixture.reopen(on: fixture.test.disk.refusing([.openFile], with: .denied))
    #expect(try fixture.catalogue.scan().isDecided)
    #expect(try fixture.item("box/b.txt")?.id == before.id)
    #expect(try fixture.item("box/b.txt")?.tags == nil)
    try fixture.reopen()
    try fixture.catalogue.scan()
    #expect(try fixture.item("box/b.txt")?.tags == [7])
    let known = try fixture.item("box/b.txt")
    try fixture.catalogue.scan(isFull: true)
    #expect(try fixture.item("box/b.txt") == known)
  }

  @Test("The next scan finds each name that is created, renamed, exchanged or removed in an unchanged folder")
  func everyChangeOfNames() throws {
    try withFixture(clock: .system) { fixture in
      for name in ["a.txt", "b.txt"] { try fixture.write("box/" + name, name) }
      try fixture.makeFolder("other")
      try fixture.scan()
      let changes: [() throws -> Void] = [
        { try fixture.write("box/new.txt") }, { try fixture.move("box/a.txt", "box/c.txt") },
        { try fixture.exchange("box/b.txt", "box/c.txt") }, { try fixture.move("box/b.txt", "other/b.txt") },
        { try fixture.remove("other/b.txt") }, { try fixture.move("box", "other/box") },
        { try fixture.write("other/box/deep/d.txt") }, { try fixture.remove("other/box/deep") },
      ]
      for change in changes {
        try change()
        #expect(try fixture.catalogue.scan().isDecided)
        let known = try fixture.everything()
        try fixture.scan()
        #expect(try fixture.everything() == known, "a full scan finds nothing more")
      }
    }
  }

  @Test("A scan does not read an attribute beyond the size limit")
  func largeAttributes() throws {
    try fixture.write("a.txt", "a")
    for (name, value) in [("note#S", [1]), (ItemAttribute.tags, [2])] as [(String, [UInt8])] {
      try fixture.setAttribute("a.txt", name, value)
    }
    let base = fixture.test.disk
    let log = Mutex<[String]>([])
    var disk = base
    disk.attributes = { file throws(DiskError) in try base.attributes(file) + ["large#S"] }
    // 100 MB, which would not fit into the process.
    disk.attributeSize = { file, name throws(DiskError) in
      name == "note#S" ? try base.attributeSize(file, name) : 100 << 20
    }
    disk.attribute = { file, name throws(DiskError) in
      log.withLock { $0.append(name) }
      return try base.attribute(file, name)
    }
    try fixture.reopen(on: disk)
    try fixture.scan()
    let item = try #require(try fixture.item("a.txt"))
    #expect(item.attributes == ["note#S": [1]] && item.tags == nil)
    #expect(log.withLock { $0.allSatisfy { [Identity.attribute, "note#S"].contains($0) } })
  }

  @Test("A scan compares a folder larger than a batch in parts, and finds a missing document in it")
  func largeFolder() throws {
    for number in 0..<2_500 { try fixture.write("box/\(number).txt", "\(number)") }
    try fixture.scan()
    let ids = try fixture.paths()
    #expect(ids.count == 2_501)
    let (changed, kept) = (try fixture.item("box/2000.txt"), try fixture.item("box/1999.txt"))
    try fixture.remove("box/1234.txt")
    try fixture.move("box/77.txt", "box/seventy-seven.txt")
    try fixture.write("box/2000.txt", "different")
    try fixture.write("box/new.txt")
    try fixture.scan()
    var after = try fixture.paths()
    #expect(after.removeValue(forKey: "box/new.txt") != nil)
    #expect(after.removeValue(forKey: "box/seventy-seven.txt") == ids["box/77.txt"])
    let expected = ids.filter { $0.key != "box/1234.txt" && $0.key != "box/77.txt" }
    #expect(after == expected)
    #expect(try fixture.item("box/2000.txt")?.contentVersion != changed?.contentVersion)
    #expect(try fixture.item("box/1999.txt") == kept)
  }

  @Test("A listing commits nothing after another process has changed the folder")
  func staleListing() throws {
    try fixture.write("box/a.txt", "a")
    try fixture.write("box/b.txt", "b")
    try fixture.scan()
    let (box, a) = try (fixture.id("box"), fixture.id("box/a.txt"))
    let place = fixture.place("box")
    let file = try fixture.file("box/a.txt")
    // While the scan lists the folder, the provider renames what was listed already, and commits it.
    let other = try Catalogue(
      path: CatalogueFixture.path(in: fixture.test), container: fixture.test.container, clock: .patient)
    let log = Mutex<[String]>([])
    let disk = fixture.test.disk.interrupted(Fuse(at: 4, of: .status)) { request in
      guard rename(place + "/a.txt", place + "/c.txt") == 0 else {
        return log.withLock { $0.append("rename") }
      }
      do {
        _ = try other.commit(file, in: box, as: "c.txt", answering: nil)
      } catch {
        log.withLock { $0.append("\(error)") }
      }
    }
    let before = try fixture.item("box/b.txt")
    try fixture.write("box/b.txt", "longer")
    try fixture.reopen(on: disk)
    _ = try fixture.catalogue.scan(isFull: true, passes: 1)
    #expect(log.withLock { $0 }.isEmpty)
    #expect(try fixture.id("box/c.txt") == a)
    #expect(try fixture.item("box/a.txt") == nil)
    #expect(try fixture.item("box/b.txt")?.contentVersion != before?.contentVersion)
    try fixture.scan()
    #expect(try fixture.paths() == ["box": box, "box/c.txt": a, "box/b.txt": fixture.id("box/b.txt")])
  }

  @Test("Two scans at once store the identity that the document carries")
  func identitiesOfTwoScans() throws {
    var (call, isOver) = (0, false)
    while !isOver {
      call += 1
      try withFixture { fixture in
        try fixture.scan()
        let path = CatalogueFixture.path(in: fixture.test)
        let other = try Catalogue(path: path, container: fixture.test.container, clock: .patient)
        let calls = Mutex(-1)
        let told = Mutex<[String: ItemID]>([:])
        // At each call of a scan in turn, another scan runs from beginning to end, unless the first has the store to itself.
        let disk = fixture.test.disk.asking { [call] _ throws(DiskError) in
          let number = calls.withLock { calls in
            if calls >= 0 { calls += 1 }
            return calls
          }
          guard number == call else { return }
          do {
            try Database(path: path).execute("PRAGMA busy_timeout = 0; BEGIN IMMEDIATE; ROLLBACK")
          } catch {
            return
          }
          do {
            _ = try other.scan(passes: 1)
            // What it has found may be told to Files from now on.
            let found = try other.children(of: .root, page: nil, limit: 10).items
            told.withLock { for item in found { $0[item.name.description] = item.id } }
          } catch { Issue.record(error) }
        }
        try fixture.reopen(on: disk)
        try fixture.makeFolder("box")
        try fixture.write("a.txt")
        calls.withLock { $0 = 0 }
        try fixture.scan()
        isOver = calls.withLock { $0 } < call
        let before = try fixture.paths()
        for name in ["box", "a.txt"] {
          let carried = try fixture.identity(name)
          #expect(before[name] == carried?.id, "call \(call), \(name)")
          if let id = told.withLock({ $0[name] }) { #expect(carried?.id == id, "call \(call), \(name)") }
        }
      }
    }
    #expect(call > 20)
  }

  @Test("A link that moves into a folder that cannot be read stays the same item")
  func linkMovesOutOfSight() throws {
    try fixture.makeFolder("box")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.place("a"), withDestinationPath: "box")
    try fixture.scan()
    let before = try fixture.id("a")
    try fixture.move("a", "box/a")
    try fixture.reopen(
      on: fixture.test.disk.refusing(.list, in: fixture.file("box"), .of(.denied, number: 13)))
    #expect(try !fixture.catalogue.scan().isDecided)
    try fixture.reopen()
    try fixture.scan()
    #expect(try fixture.id("box/a") == before)
    try fixture.remove("box/a")
    try fixture.scan()
    #expect(try Set(fixture.paths().keys) == ["box"])
  }

  @Test("A scan does not delete a document that moves between two folders during the listing")
  func movesDuringScan() throws {
    for call in 1...12 {
      try withFixture { fixture in
        try fixture.write("one/a.txt", "a")
        try fixture.write("two/b.txt", "b")
        try fixture.scan()
        let before = try fixture.id("one/a.txt")
        let anchor = try fixture.anchor()
        let (from, to) = (fixture.place("one/a.txt"), fixture.place("two/a.txt"))
        // Back and forth, at each listing: wherever it is looked for, it is in the other folder.
        let isThere = Flag()
        let disk = fixture.test.disk.interrupted(Fuse(at: call, of: .list, isLasting: true)) { _ in
          if (isThere.isOn ? rename(to, from) : rename(from, to)) == 0 { isThere.isOn.toggle() }
        }
        try fixture.reopen(on: disk)
        try fixture.catalogue.scan(isFull: true)
        try fixture.reopen()
        try fixture.scan()
        let paths = try fixture.paths()
        #expect(paths["one/a.txt"] == before || paths["two/a.txt"] == before)
        #expect(try fixture.changes(since: anchor).deleted.isEmpty)
      }
    }
  }

  enum Fault: CaseIterable { case failure, lastingFailure, kill, loss }

  /// At some calls. The sweep `catalogue` plays each.
  @Test(
    "After a fault at any call of a scan every identity is kept, and the next one finds everything",
    arguments: Fault.allCases)
  func anyFault(fault: Fault) throws {
    // At each call one of them.
    let errors = [DiskError.of(.failed, number: 5), .of(.denied, number: 13), .of(.notFound, number: 2)]
    let losses = [["", "-wal", "-shm"], [""], ["-wal"]]
    for number in stride(from: 1, to: .max, by: 29) {
      let fuse = Fuse(at: number, isLasting: fault == .lastingFailure)
      try withFixture(.untidy, on: .memory) { fixture in
        let scenario = try ScanScenario(fixture)
        let (path, disk) = (CatalogueFixture.path(in: fixture.test), fixture.test.disk)
        let faulty =
          switch fault {
          case .failure, .lastingFailure: disk.failing(fuse, with: errors[number % errors.count])
          case .kill: disk.dying(fuse)
          case .loss:
            disk.interrupted(fuse) { _ in
              for suffix in losses[number % losses.count] { unlink(path + suffix) }
            }
          }
        // It may not even open.
        _ = try? Catalogue(path: path, container: fixture.test.container(on: faulty), clock: .patient)
          .scan(isFull: true)
        do {
          try scenario.check(fixture, mayBeLost: fault == .loss)
        } catch {
          Issue.record("call \(number): \(error)")
        }
      }
      if !fuse.hasBlown { return }
    }
  }
}

extension Disk {
  /// The same disk, on which one call fails for one folder.
  fileprivate func refusing(_ call: DiskCall, in folder: FileID, _ error: DiskError) -> Disk {
    asking { request throws(DiskError) in
      guard request.call == call, let opened = request.descriptor,
        try Disk.system.status(opened, nil).file == folder
      else { return }
      throw error
    }
  }
}

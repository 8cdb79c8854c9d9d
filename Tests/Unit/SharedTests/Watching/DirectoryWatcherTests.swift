import Foundation
import Synchronization
import Testing

@testable import IntrayCore

/// On real folders with the platform's own events.
// A hint that does not come would be waited for for ever; a busy machine needs a minute.
@Suite(.timeLimit(.minutes(5))) struct DirectoryWatcherTests {
  private func write(_ text: String = "x", to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private func makeFolder(_ path: String) throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  @Test func theFirstElementNamesEveryFolderAndEachLaterOneThoseThatChanged() async throws {
    try await withScratch { scratch async throws in
      let (one, other) = (scratch.path + "/one", scratch.path + "/other")
      for path in [one, other] { try makeFolder(path) }
      let watcher = DirectoryWatcher([one, other, scratch.path + "/missing"])
      var hints = watcher.makeAsyncIterator()
      #expect(await hints.next() == [one, other, scratch.path + "/missing"])
      try write(to: one + "/a")
      #expect(await hints.next() == [one])
      try FileManager.default.moveItem(atPath: one + "/a", toPath: one + "/b")
      #expect(await hints.next() == [one])
      // As the app does after it changed the attributes of a document.
      try Folder.open(other, disk: .system).touch()
      #expect(await hints.next() == [other])
      try FileManager.default.removeItem(atPath: one + "/b")
      #expect(await hints.next() == [one])
    }
  }

  @Test func whatHappensInAFileRaisesNoHintOfItsFolder() async throws {
    try await withScratch { scratch async throws in
      try makeFolder(scratch.path + "/other")
      try write(to: scratch.path + "/a")
      var hints = DirectoryWatcher([scratch.path, scratch.path + "/other"]).makeAsyncIterator()
      _ = await hints.next()
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: scratch.path + "/a"))
      try file.write(contentsOf: Data("more".utf8))
      try file.close()
      chmod(scratch.path + "/a", 0o600)
      try write(to: scratch.path + "/other/late")
      #expect(await hints.next() == [scratch.path + "/other"])
    }
  }

  @Test func aFolderThatAppearsIsReplacedOrGoesIsNamed() async throws {
    try await withScratch { scratch async throws in
      let path = scratch.path + "/above/folder"
      var hints = DirectoryWatcher([path]).makeAsyncIterator()
      #expect(await hints.next() == [path])
      try makeFolder(path)
      #expect(await hints.next() == [path])
      try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
      try makeFolder(path)
      #expect(await hints.next() == [path])
      try write(to: path + "/a")
      #expect(await hints.next() == [path])
      try FileManager.default.removeItem(atPath: scratch.path + "/above")
      #expect(await hints.next() == [path])
      try makeFolder(path)
      #expect(await hints.next() == [path])
    }
  }

  /// No event tells of what happens between the moment at which a folder is opened and the one at which it is followed.
  @Test func aFolderThatIsReplacedWhileItIsOpenedIsFollowed() async throws {
    try await withScratch { scratch async throws in
      let path = scratch.path + "/folder"
      try makeFolder(path)
      let isReplaced = Flag()
      var disk = Disk.system
      let open = disk.openRoot
      disk.openRoot = { asked throws(DiskError) in
        let folder = try open(asked)
        if asked == path, isReplaced.turnOn() {
          rename(path, path + ".old")
          mkdir(path, 0o700)
        }
        return folder
      }
      var hints = DirectoryWatcher([path], disk: disk).makeAsyncIterator()
      #expect(await hints.next() == [path])
      try write(to: path + "/a")
      #expect(await hints.next() == [path])
    }
  }

  @Test func aFolderWithoutEventsIsNamedAgainAndAgain() async throws {
    try await withScratch { scratch async throws in
      let pace = HintSchedule.Pace(polling: .milliseconds(20))
      var hints = DirectoryWatcher([scratch.path], pace: pace) { (_: @escaping Hint) throws(DiskError) in
        throw DiskError(.noSpace, call: "inotify_add_watch", at: "")
      }.makeAsyncIterator()
      for _ in 0..<3 { #expect(await hints.next() == [scratch.path]) }
    }
  }

  @Test func aFolderThatCannotBeReadIsNamedOnceAndAgainWhenItCan() async throws {
    try await withScratch { scratch async throws in
      let other = scratch.path + "/other"
      try makeFolder(other)
      let path = scratch.path
      let tries = Mutex(0)
      let isLocked = Flag(true)
      var disk = Disk.system
      let open = disk.openRoot
      disk.openRoot = { asked throws(DiskError) in
        if asked == path, isLocked.isOn {
          tries.withLock { $0 += 1 }
          throw DiskError(.denied, at: path)
        }
        return try open(asked)
      }
      let pace = HintSchedule.Pace(quiet: .zero, polling: .milliseconds(20))
      var hints = DirectoryWatcher([path, other], pace: pace, disk: disk) {
        (hint: @escaping Hint) throws(DiskError) in try SystemEvents(hint: hint)
      }.makeAsyncIterator()
      #expect(await hints.next() == [path, other])
      while tries.withLock({ $0 }) < 3 {
        try write(to: other + "/\(UUID())")
        #expect(await hints.next() == [other])
      }
      isLocked.isOn = false
      #expect(await hints.next() == [path])
    }
  }

  @Test func theWatchedFoldersCanChangeDuringIteration() async throws {
    try await withScratch { scratch async throws in
      let (one, other) = (scratch.path + "/one", scratch.path + "/other")
      for path in [one, other] { try makeFolder(path) }
      let watcher = DirectoryWatcher([one])
      var hints = watcher.makeAsyncIterator()
      #expect(await hints.next() == [one])
      watcher.follow([other])
      #expect(await hints.next() == [other])
      try write(to: one + "/late")
      try write(to: other + "/late")
      #expect(await hints.next() == [other])
    }
  }

  @Test func itKeepsNoFolderOpenAndACancelClosesTheSource() async throws {
    try await withScratch { scratch async throws in
      let folders = Set((0..<DirectoryWatcher.limit).map { scratch.path + "/\($0)" })
      for path in folders { try makeFolder(path) }
      let (ledger, played) = (WrittenVersions(), PlayedEvents())
      let disk = Disk.system.tracked(by: ledger)
      let watcher = DirectoryWatcher(folders, pace: HintSchedule.Pace(), disk: disk) { _ in played }
      let (heard, tell) = AsyncStream.makeStream(of: Set<String>.self)
      let task = Task {
        for await changed in watcher { tell.yield(changed) }
      }
      for await changed in heard {
        #expect(changed == folders && played.followed.withLock { $0 } == folders)
        break
      }
      #expect(ledger.open == 0)
      task.cancel()
      await task.value
      #expect(played.isClosed.isOn)
    }
  }
}

/// Events that never come.
private final class PlayedEvents: EventSource {
  let followed = Mutex<Set<String>>([])
  let isClosed = Flag()

  func follow(_ folder: Folder, as path: String) { followed.withLock { _ = $0.insert(path) } }
  func forget(_ path: String) {}
  func close() { isClosed.isOn = true }
}

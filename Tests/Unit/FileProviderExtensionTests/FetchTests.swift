import FileProvider
import Foundation
import IntrayCore
import Synchronization
import Testing
import UniformTypeIdentifiers

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite(.inExtension) struct FetchTests {
  let harness = ExtensionHarness.current

  @Test func fetchReturnsACopyInTheSystemsFolder() throws {
    let item = try #require(try harness.create("a.txt", contents: "contents"))
    let (url, fetched) = try harness.fetch(item.itemIdentifier)
    let handed = try #require(url)
    #expect(handed.path.hasPrefix(harness.test.path(of: "App/Handover")))
    #expect(try Data(contentsOf: handed) == Data("contents".utf8))
    #expect(fetched.itemVersion?.contentVersion == item.itemVersion?.contentVersion)
    // The system consumes the provided copy. The document stays.
    try FileManager.default.removeItem(at: handed)
    #expect(try harness.test.documents == ["a.txt": "contents"])
  }

  @Test func copiesThatAnEarlierProcessLeftAreRemoved() throws {
    let item = try #require(try harness.create("a.txt", contents: "contents"))
    let handed = try #require(try harness.fetch(item.itemIdentifier).0)
    let folder = harness.test.path(of: "App/Handover")
    try Data("theirs".utf8).write(to: URL(fileURLWithPath: folder + "/theirs"))
    let provider = try Provider(container: harness.test.container, home: harness.test.path(of: "App/Home"))
    let earlier = folder + "/earlier.fetched"
    try Data("its process was killed".utf8).write(to: URL(fileURLWithPath: earlier))
    let now = ScanClock.system.now().seconds
    // The system may be about to take it.
    provider.removeCopies(in: folder, now: FileTime(seconds: now + 3_000))
    #expect(FileManager.default.fileExists(atPath: earlier))
    // A clock that jumps removes no copy of a process that is there.
    provider.removeCopies(in: folder, now: FileTime(seconds: now + 4_000))
    #expect(
      try Set(FileManager.default.contentsOfDirectory(atPath: folder)) == [
        "theirs", handed.lastPathComponent,
      ])
  }

  @Test func fetchReturnsTheVersionOfTheBytes() throws {
    let item = try #require(try harness.create("a.txt", contents: "old"))
    try Data("changed since".utf8).write(
      to: URL(fileURLWithPath: harness.test.path(of: "AppGroup/Documents/a.txt")))
    let (url, fetched) = try harness.fetch(item.itemIdentifier)
    #expect(try Data(contentsOf: #require(url)) == Data("changed since".utf8))
    #expect(fetched.itemVersion?.contentVersion != item.itemVersion?.contentVersion)
    #expect(fetched.documentSize??.intValue == 13)
  }

  @Test(arguments: [UTType.folder, .symbolicLink])
  func aFolderAndALinkHaveNoContentsAndALinkIsNotFollowed(type: UTType) throws {
    let made = try #require(try harness.create("a", type: type, target: "/etc/passwd"))
    let (url, item) = try harness.fetch(made.itemIdentifier)
    #expect(url == nil && item.itemIdentifier == made.itemIdentifier)
    #expect(try harness.test.documents == ["a": type == .folder ? .folder() : .link("/etc/passwd")])
  }

  @Test func theProgressEndsAtItsTotal() throws {
    let item = try #require(try harness.create("a.txt", contents: String(repeating: "x", count: 100_000)))
    let done = DispatchSemaphore(value: 0)
    let progress = harness.beginFetch(item.itemIdentifier) { _, _, _ in done.signal() }
    #expect(done.wait(timeout: .now() + 20) == .success)
    #expect(progress.totalUnitCount == 100_001 && progress.isFinished)
  }

  @Test func fetchDoesNotSyncItsCopy() throws {
    let log = CallLog()
    let slow = { (disk: Disk) in
      var disk = disk
      disk.clone = { _, _, _ in nil }
      return disk.logging(to: log)
    }
    try ExtensionHarness.with(on: slow) { harness in
      let item = try #require(try harness.create("a.txt", contents: "a"))
      let before = log.all.count
      #expect(try harness.fetch(item.itemIdentifier).url != nil)
      let calls = log.all.dropFirst(before).map(\.call)
      #expect(calls.contains(.createFile) && !calls.contains(.sync))
    }
  }

  @Test func aCancelDuringACopyEndsItAndLeavesNothing() throws {
    let progress = Mutex<Progress?>(nil)
    let slow = { (disk: Disk) in
      // A volume that cannot clone: the copy takes its time.
      var disk = disk
      disk.clone = { _, _, _ in nil }
      return disk.interrupted(Fuse(at: 1, of: .dataRange)) { _ in progress.withLock { $0?.cancel() } }
    }
    try ExtensionHarness.with(on: slow) { harness in
      try harness.test.put(.file(String(repeating: "x", count: 9 << 20)), at: "AppGroup/Documents/a.txt")
      let item = try #require(try harness.list().first)
      let answers = Mutex<[Bool]>([])
      let done = DispatchSemaphore(value: 0)
      // The copy waits until the test knows what to cancel.
      progress.withLock { progress in
        progress = harness.beginFetch(item.itemIdentifier) { _, _, error in
          answers.withLock { $0.append((error as? CocoaError)?.code == .userCancelled) }
          done.signal()
        }
      }
      #expect(done.wait(timeout: .now() + 20) == .success)
      #expect(answers.withLock { $0 } == [true])
      // The answer does not wait for the copy to end.
      harness.requests.waitUntilIdle()
      #expect(try harness.test.tree("App/Handover") == [:])
    }
  }

  @Test("A cancel is answered at once, also while other requests are performed")
  func cancelOfWaitingRequest() throws {
    let isHeld = Flag()
    let isFree = DispatchSemaphore(value: 0)
    let holding = { (disk: Disk) in
      disk.asking { _ throws(DiskError) in
        if isHeld.isOn { isFree.wait() }
        isFree.signal()
      }
    }
    try ExtensionHarness.with(on: holding) { harness in
      let item = try #require(try harness.create("a.txt", contents: "a"))
      harness.requests.waitUntilIdle()
      isHeld.isOn = true
      while isFree.wait(timeout: .now()) == .success {}
      let answers = Mutex<[String]>([])
      let done = DispatchSemaphore(value: 0)
      let ask = { (name: String) in
        harness.beginFetch(item.itemIdentifier) { url, _, error in
          let isCancelled = (error as? CocoaError)?.code == .userCancelled
          answers.withLock { $0.append(name + (isCancelled ? " is cancelled" : url == nil ? " fails" : "")) }
          done.signal()
        }
      }
      let others = [ask("one"), ask("two")]
      ask("three").cancel()
      #expect(done.wait(timeout: .now() + 20) == .success)
      #expect(answers.withLock { $0 } == ["three is cancelled"])
      isHeld.isOn = false
      for _ in others { isFree.signal() }
      for _ in others { #expect(done.wait(timeout: .now() + 20) == .success) }
      harness.requests.waitUntilIdle()
      #expect(answers.withLock { $0.sorted() } == ["one", "three is cancelled", "two"])
    }
  }

  @Test func anItemDoesNotWaitForCopies() throws {
    let isHeld = Flag()
    let (begun, goOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    try ExtensionHarness.with(on: { disk in
      disk.asking { request throws(DiskError) in
        guard request.call == .clone, isHeld.isOn else { return }
        begun.signal()
        goOn.wait()
      }
    }) { harness in
      let items = try (1...3).map { try #require(try harness.create("\($0).txt", contents: "\($0)")) }
      isHeld.isOn = true
      let done = DispatchSemaphore(value: 0)
      for item in items {
        _ = harness.beginFetch(item.itemIdentifier) { _, _, _ in done.signal() }
      }
      for _ in 1...2 { begun.wait() }
      #expect(try harness.item(items[0].itemIdentifier).filename == "1.txt")
      #expect(try harness.names().count == 3)
      isHeld.isOn = false
      for _ in 1...2 { goOn.signal() }
      for _ in items { done.wait() }
    }
  }
}

import FileProvider
import Foundation
import Shared
import Testing
import UniformTypeIdentifiers

#if canImport(TestSupport)
  import TestSupport
#endif
#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite struct FetchTests {
  @Test func contentsAreACopyInTheSystemsFolder() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: "contents"))
      let (url, fetched) = try asker.fetch(item.itemIdentifier)
      let handed = try #require(url)
      #expect(handed.path.hasPrefix(asker.house.path(of: "App/Handover")))
      #expect(try Data(contentsOf: handed) == Data("contents".utf8))
      #expect(fetched.itemVersion?.contentVersion == item.itemVersion?.contentVersion)
      // The system consumes what it is handed: the document stays.
      try FileManager.default.removeItem(at: handed)
      #expect(try asker.house.documents == .folder(["a.txt": .file("contents")]))
    }
  }

  @Test func copiesThatAnEarlierProcessLeftAreRemoved() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: "contents"))
      let handed = try #require(try asker.fetch(item.itemIdentifier).0)
      let folder = asker.house.path(of: "App/Handover")
      try Data("theirs".utf8).write(to: URL(fileURLWithPath: folder + "/theirs"))
      let provider = try Provider(
        container: asker.house.container, home: asker.house.path(of: "App/Home"), syncsTrash: true)
      let now = ScanClock.system.now().seconds
      // The system may be about to take it.
      provider.removeCopies(in: folder, now: FileTime(seconds: now + 3_000))
      #expect(FileManager.default.fileExists(atPath: handed.path))
      provider.removeCopies(in: folder, now: FileTime(seconds: now + 4_000))
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["theirs"])
    }
  }

  @Test func theVersionBelongsToTheBytes() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: "old"))
      try Data("changed since".utf8).write(
        to: URL(fileURLWithPath: asker.house.path(of: "AppGroup/Documents/a.txt")))
      let (url, fetched) = try asker.fetch(item.itemIdentifier)
      #expect(try Data(contentsOf: #require(url)) == Data("changed since".utf8))
      #expect(fetched.itemVersion?.contentVersion != item.itemVersion?.contentVersion)
      #expect(fetched.documentSize??.intValue == 13)
    }
  }

  @Test func aFolderHasNoContents() throws {
    try Asker.with { asker in
      let folder = try #require(try asker.create("Trip", type: .folder))
      let (url, item) = try asker.fetch(folder.itemIdentifier)
      #expect(url == nil)
      #expect(item.itemIdentifier == folder.itemIdentifier)
    }
  }

  @Test func anItemThatIsGoneIsSaid() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: "a"))
      try asker.delete(item)
      #expect {
        try asker.fetch(item.itemIdentifier)
      } throws: { ($0 as NSError).code == NSFileProviderError.noSuchItem.rawValue }
    }
  }

  @Test func aCancelIsAnsweredOnce() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: "a"))
      let done = DispatchSemaphore(value: 0)
      let answers = Guarded<[String]>([])
      let progress = asker.provider.fetchContents(
        for: item.itemIdentifier, version: nil, request: NSFileProviderRequest()
      ) { url, _, error in
        answers.with { $0.append(url == nil ? "\((error as? CocoaError)?.code == .userCancelled)" : "done") }
        done.signal()
      }
      progress.cancel()
      #expect(done.wait(timeout: .now() + 20) == .success)
      #expect(answers.with { $0 == ["true"] || $0 == ["done"] })
    }
  }

  @Test func theProgressEndsWhereItSaidItWould() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: String(repeating: "x", count: 100_000)))
      let done = DispatchSemaphore(value: 0)
      let progress = asker.provider.fetchContents(
        for: item.itemIdentifier, version: nil, request: NSFileProviderRequest()
      ) { _, _, _ in done.signal() }
      #expect(done.wait(timeout: .now() + 20) == .success)
      #expect(progress.totalUnitCount == 100_001 && progress.isFinished)
    }
  }

  @Test func aLinkHasNoContentsAndIsNotFollowed() throws {
    try Asker.with { asker in
      let link = try #require(try asker.create("link", type: .symbolicLink, target: "/etc/passwd"))
      #expect(try asker.fetch(link.itemIdentifier).url == nil)
    }
  }

  @Test func whatCanBeFetchedAgainIsNotSynced() throws {
    let log = CallLog()
    let slow = { (disk: Disk) in
      var disk = disk
      disk.clone = { _, _, _ in nil }
      return disk.logging(to: log)
    }
    try Asker.with(on: slow) { asker in
      let item = try #require(try asker.create("a.txt", contents: "a"))
      let before = log.all.count
      #expect(try asker.fetch(item.itemIdentifier).url != nil)
      let calls = log.all.dropFirst(before).map(\.call)
      #expect(calls.contains(.createFile) && !calls.contains(.sync))
    }
  }

  @Test func aCancelInTheMiddleOfACopyEndsItAndLeavesNothing() throws {
    let progress = Guarded<Progress?>(nil)
    let slow = { (disk: Disk) in
      // A volume that cannot clone: the copy takes its time.
      var disk = disk
      disk.clone = { _, _, _ in nil }
      return disk.interrupted(Fuse(at: 1, of: .copyRange)) { _ in progress.with { $0?.cancel() } }
    }
    try Asker.with(on: slow) { asker in
      try asker.house.put(.file(String(repeating: "x", count: 9 << 20)), at: "AppGroup/Documents/a.txt")
      let item = try #require(try asker.list().first)
      let answers = Guarded<[Bool]>([])
      let done = DispatchSemaphore(value: 0)
      // The copy waits until the test knows what to cancel.
      progress.with { progress in
        progress = asker.provider.fetchContents(
          for: item.itemIdentifier, version: nil, request: NSFileProviderRequest()
        ) { _, _, error in
          answers.with { $0.append((error as? CocoaError)?.code == .userCancelled) }
          done.signal()
        }
      }
      #expect(done.wait(timeout: .now() + 20) == .success)
      #expect(answers.with { $0 } == [true])
      let left = try asker.house.tree("App/Handover")
      #expect(left == .folder())
    }
  }
}

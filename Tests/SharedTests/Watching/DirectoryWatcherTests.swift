import Foundation
import Synchronization
import Testing

@testable import Shared

/// On real folders with the platform's own events.
// What is never told would be waited for for ever; a busy machine needs a minute.
@Suite(.timeLimit(.minutes(5))) struct DirectoryWatcherTests {
  @Test func theWatcherReportsAListingAndThenDifferences() async throws {
    let scratch = try Scratch()
    // A folder that is left behind fails nothing here.
    defer { try? scratch.remove() }
    try write("one", to: scratch.path + "/a")
    var told = WatchReader(DirectoryWatcher([scratch.path]))
    try await told.follow { $0.names == ["a"] }
    try write("two", to: scratch.path + "/b")
    try await told.follow { $0.names == ["a", "b"] }
    try FileManager.default.moveItem(atPath: scratch.path + "/a", toPath: scratch.path + "/c")
    let changes = try await told.follow { $0.names == ["b", "c"] }
    #expect(changes.contains { if case .renamed("a", to: "c", _) = $0 { true } else { false } })
    try write("longer", to: scratch.path + "/b")
    try await told.follow { $0.listing.entries["b"]?.size == 6 }
    try FileManager.default.removeItem(atPath: scratch.path + "/b")
    try await told.follow { $0.names == ["c"] }
    try await told.follow { $0.settled.contains("c") }
  }

  @Test func aMissingFolderIsListedWhenItAppears() async throws {
    let scratch = try Scratch()
    // A folder that is left behind fails nothing here.
    defer { try? scratch.remove() }
    let path = scratch.path + "/above/folder"
    var told = WatchReader(DirectoryWatcher([path]))
    try await told.follow { $0.error?.code == .notFound }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try write("one", to: path + "/a")
    try await told.follow { $0.error == nil && $0.names == ["a"] }
  }

  @Test func aReplacedOrRecreatedFolderIsFollowed() async throws {
    let scratch = try Scratch()
    // A folder that is left behind fails nothing here.
    defer { try? scratch.remove() }
    let path = scratch.path + "/folder"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try write("one", to: path + "/a")
    var told = WatchReader(DirectoryWatcher([path]))
    try await told.follow { $0.names == ["a"] }
    try FileManager.default.moveItem(atPath: path, toPath: path + ".old")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try write("two", to: path + "/b")
    try await told.follow { $0.error == nil && $0.names == ["b"] }
    try FileManager.default.removeItem(atPath: path)
    try await told.follow { $0.error?.code == .notFound }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try await told.follow { $0.error == nil && $0.names == [] }
    try write("three", to: path + "/c")
    try await told.follow { $0.names == ["c"] }
  }

  @Test func aFolderRestsAfterALookBeforeItIsListedAgain() async throws {
    let scratch = try Scratch()
    // A folder that is left behind fails nothing here.
    defer { try? scratch.remove() }
    try write("one", to: scratch.path + "/a")
    // A look takes longer than a millionth of the longest rest, so the folder rests a second after each.
    let pace = Watch.Pace(quiet: .zero, polling: .seconds(1), rest: 1_000_000)
    let start = ContinuousClock.now
    var told = WatchReader(
      DirectoryWatcher([scratch.path], pace: pace) { (hint: @escaping Hint) throws(DiskError) in
        try SystemEvents(hint: hint)
      })
    try await told.follow { $0.names == ["a"] }
    try write("two", to: scratch.path + "/b")
    try await told.follow { $0.names == ["a", "b"] }
    #expect(start.duration(to: .now) >= pace.polling)
  }

  @Test func theWatcherPollsWithoutEventsAndReportsIt() async throws {
    let scratch = try Scratch()
    // A folder that is left behind fails nothing here.
    defer { try? scratch.remove() }
    let full = DiskError(.noSpace, call: "inotify_add_watch", at: scratch.path)
    var told = WatchReader(
      DirectoryWatcher([scratch.path], pace: Watch.Pace(polling: .milliseconds(20))) {
        (_: @escaping Hint) throws(DiskError) in throw full
      })
    try await told.follow { $0.polling == full }
    try write("one", to: scratch.path + "/a")
    try await told.follow { $0.names == ["a"] }
  }

  @Test func theWatchedFoldersCanChangeDuringIteration() async throws {
    let scratch = try Scratch()
    // A folder that is left behind fails nothing here.
    defer { try? scratch.remove() }
    let (one, other) = (scratch.path + "/one", scratch.path + "/other")
    for path in [one, other] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try write("x", to: path + "/" + path.suffix(3))
    }
    let watcher = DirectoryWatcher([one])
    var told = WatchReader(watcher)
    try await told.follow { $0.path == one && $0.names == ["one"] }
    watcher.follow([other])
    try await told.follow { $0.path == other && $0.names == ["her"] }
    try write("y", to: one + "/late")
    try write("y", to: other + "/late")
    try await told.follow { $0.path == other && $0.names == ["her", "late"] }
  }

  @Test func aNoticedFolderIsReportedAsChangedAndNeverListed() async throws {
    let scratch = try Scratch()
    // A folder that is left behind fails nothing here.
    defer { try? scratch.remove() }
    let path = scratch.path + "/folder"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let listings = Mutex(0)
    let disk = Disk.system.asking { request throws(DiskError) in
      if request.call == .list { listings.withLock { $0 += 1 } }
    }
    let watcher = DirectoryWatcher([], noticing: [path], disk: disk)
    var told = WatchReader(watcher)
    try await told.follow { $0.notices == 1 }
    try write("x", to: path + "/one")
    try await told.follow { $0.notices == 2 }
    try FileManager.default.moveItem(atPath: path, toPath: path + "-away")
    try await told.follow { $0.error?.code == .notFound }
    try FileManager.default.moveItem(atPath: path + "-away", toPath: path)
    try await told.follow { $0.notices == 3 }
    #expect(listings.withLock { $0 } == 0)
    // Wanted as a whole, it is listed.
    watcher.follow([path])
    try await told.follow { $0.names == ["one"] }
  }

  @Test func aFolderIsReportedWhenItStopsChangingAndAgainAfterLaterChanges() async throws {
    let scratch = try Scratch()
    // A folder that is left behind fails nothing here.
    defer { try? scratch.remove() }
    let deep = scratch.path + "/album/disc/"
    try FileManager.default.createDirectory(atPath: deep, withIntermediateDirectories: true)
    let watcher = DirectoryWatcher([], arriving: [scratch.path])
    var told = WatchReader(watcher)
    try await told.follow { $0.names == ["album"] }
    #expect(told.settled == [])
    try write("one", to: deep + "one")
    try write("x", to: scratch.path + "/x.part")
    let written = ContinuousClock.now
    try await told.follow { $0.settled.contains("album") }
    #expect(written.duration(to: .now) >= StabilityTracker.interval)
    told.settled = []
    try write("two", to: deep + "two")
    watcher.look()
    try await told.follow { $0.settled.contains("album") }
    #expect(!told.settled.contains("x.part"))
    try FileManager.default.moveItem(atPath: scratch.path + "/x.part", toPath: scratch.path + "/x")
    try await told.follow { $0.settled.contains("x") }
  }

  @Test func aCancelEndsTheWatcherAndClosesEveryDescriptor() async throws {
    let scratch = try Scratch()
    // A folder that is left behind fails nothing here.
    defer { try? scratch.remove() }
    let ledger = WrittenVersions()
    let watcher = DirectoryWatcher([scratch.path], disk: Disk.system.tracked(by: ledger))
    let (heard, tell) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for await _ in watcher { tell.yield() }
    }
    for await _ in heard { break }
    task.cancel()
    await task.value
    #expect(ledger.open == 0)
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }
}

/// A reader who applies every difference to the first listing.
private struct WatchReader {
  var reports: DirectoryWatcher.Iterator
  var path = ""
  var listing = Listing()
  var error: DiskError?
  var polling: DiskError?
  var settled: Set<FileName> = []
  /// How often a folder was noticed.
  var notices = 0

  init(_ watcher: DirectoryWatcher) {
    reports = watcher.makeAsyncIterator()
  }

  var names: Set<FileName> { Set(listing.entries.keys) }

  /// Reads reports until a condition holds. A condition that holds already causes no further report.
  @discardableResult
  mutating func follow(until isSo: (WatchReader) -> Bool) async throws -> [Listing.Change] {
    var all: [Listing.Change] = []
    while !isSo(self) {
      guard let report = await reports.next() else { throw CancellationError() }
      (path, polling) = (report.path, report.polling)
      settled.formUnion(report.settled)
      switch report.event {
      case .listing(let listing): (self.listing, error) = (listing, nil)
      case .difference(let changes):
        listing.apply(changes)
        all += changes
      case .noticed: notices += 1
      case .unreadable(let error): self.error = error
      }
    }
    return all
  }
}

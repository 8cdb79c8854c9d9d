import Foundation
import IntrayCore
import Synchronization
import Testing

@testable import HostApp

@MainActor
@Suite(.inApp) struct HostModelFollowingTests {
  @Test("One drain runs at a time, and calls during it share the next one")
  func oneDrainAtATime() async throws {
    let opens = Mutex(0)
    let disk = Disk.system.asking { request throws(DiskError) in
      if request.call == .openFolder, request.name == "Inbox" { opens.withLock { $0 += 1 } }
    }
    let (model, path) = try openApp(disk: disk)
    try put("x", at: path + "/AppGroup/Inbox/a.parcel/1.txt")
    await model.drains.drain()
    let ofOne = opens.withLock { count in
      defer { count = 0 }
      return count
    }
    try put("x", at: path + "/AppGroup/Inbox/b.parcel/2.txt")
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<10 { group.addTask { await model.drains.drain() } }
    }
    await model.browser.settle()
    #expect(model.browser.list.total == 2)
    #expect(ofOne > 0 && opens.withLock { $0 } <= 2 * ofOne)
  }

  @Test func aFileFromFinderArrivesWhenItHasStoppedChanging() async throws {
    let (model, path) = try openApp()
    try await following(model) {
      try put("half", at: path + "/App/Documents/film.mov.part")
      try put("one", at: path + "/App/Documents/album/one.txt")
      // On a busy machine the folder has kept still by then, and is in.
      try await until { model.drains.waiting.contains { $0.name == "film.mov.part" } }
      try FileManager.default.moveItem(
        atPath: path + "/App/Documents/film.mov.part", toPath: path + "/App/Documents/film.mov")
      try await model.browser.wait { model.browser.list.total == 2 && model.recents.arrivals.count == 2 }
      #expect(Set(model.recents.arrivals.map(\.name)) == ["film.mov", "album"])
      // The partial download waits under no name any more.
      try await until { model.drains.waiting.isEmpty }
    }
  }

  @Test func aNotificationRevealsChangesBelowTheWatchedFolders() async throws {
    let notifier = ChangeNotifier(group: UUID().uuidString)
    let (model, path) = try openApp(notifier: notifier)
    try put("one", at: path + "/AppGroup/Documents/folder/one.txt")
    try await following(model) {
      // The app follows the folders when this shows.
      try put("top", at: path + "/AppGroup/Documents/top.txt")
      try await model.browser.wait { model.browser.listed == ["folder", "top.txt"] }
      await model.browser.enter(DocumentPath(["folder"]))
      #expect(model.browser.listed == ["folder/one.txt"])
      try put("two", at: path + "/AppGroup/Documents/folder/two.txt")
      notifier.post(.provider)
      try await model.browser.wait { model.browser.listed == ["folder/one.txt", "folder/two.txt"] }
    }
  }

  @Test func whatAnotherProgramDoesInTheFolderOnScreenAppearsWithoutANotification() async throws {
    let (model, path) = try openApp()
    try put("one", at: path + "/AppGroup/Documents/a/b/one.txt")
    try await following(model) {
      await model.browser.enter(DocumentPath(["a"]))
      await model.browser.enter(DocumentPath(["a", "b"]))
      model.windows.watchFolders()
      #expect(model.browser.listed == ["a/b/one.txt"])
      try put("two", at: path + "/AppGroup/Documents/a/b/two.txt")
      try await model.browser.wait { model.browser.listed == ["a/b/one.txt", "a/b/two.txt"] }
      // The folder on screen goes: the window shows the one above.
      try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/a/b")
      try await model.browser.wait {
        model.browser.folder == DocumentPath(["a"]) && model.browser.listed.isEmpty
      }
    }
  }

  @Test func eachChangeOfTheAppSignalsFilesOnceAndAPostOfTheProviderDrainsNothing() async throws {
    let signals = Mutex(0)
    let drains = Mutex(0)
    var files = FilesRegistration()
    files.signal = { signals.withLock { $0 += 1 } }
    let disk = Disk.system.withoutSyncs.asking { request throws(DiskError) in
      if request.call == .openFolder, request.name == "Inbox" { drains.withLock { $0 += 1 } }
    }
    let notifier = ChangeNotifier(group: UUID().uuidString)
    let (model, path) = try openApp(files, disk: disk, notifier: notifier)
    @MainActor func share(_ name: String) throws {
      let library = model.library
      try library.deposit(name, name)
    }
    // An earlier process may have died before it signalled.
    await model.activate()
    #expect(signals.withLock { $0 } == 1)
    try share("one.txt")
    model.leave()
    await model.activate()
    #expect(signals.withLock { $0 } == 2)
    model.leave()
    try await following(model) {
      #expect(signals.withLock { $0 } == 3)
      try share("two.txt")
      try await model.browser.wait { model.browser.listed == ["one.txt", "two.txt"] && !model.isBusy }
      // The provider changes a document deep in a folder.
      try put("x", at: path + "/AppGroup/Documents/Work/three.txt")
      try await model.browser.wait {
        model.browser.listed == ["Work", "one.txt", "two.txt"] && !model.isBusy
      }
      await model.browser.enter(DocumentPath(["Work"]))
      let before = drains.withLock { $0 }
      try put("x", at: path + "/AppGroup/Documents/Work/four.txt")
      notifier.post(.provider)
      try await model.browser.wait { model.browser.listed == ["Work/four.txt", "Work/three.txt"] }
      #expect(signals.withLock { $0 } == 4 && drains.withLock { $0 } == before)
    }
  }

  /// The inbox tells of the drain that emptied it; another process changed Documents meanwhile.
  @Test func aChangeThatIsSeenTogetherWithAnEmptyInboxIsShown() async throws {
    let (model, path) = try await openActiveApp([])
    let before = model.overview.revision
    await model.look(at: [path + "/AppGroup/Inbox"])
    #expect(model.overview.revision == before)
    await model.look(at: [path + "/AppGroup/Inbox", path + "/AppGroup/Documents"])
    #expect(model.overview.revision == before + 1)
    // The drain shows what it brings.
    try model.library.deposit("one.txt", "one")
    await model.look(at: [path + "/AppGroup/Inbox", path + "/AppGroup/Documents"])
    let shown = model.overview.revision
    await model.browser.settle()
    #expect(model.browser.listed == ["one.txt"] && model.overview.revision == shown)
  }

  @Test func aChangeThatIsSeenWhileADrainFindsNothingIsShown() async throws {
    let (began, begins) = AsyncStream.makeStream(of: Void.self)
    let held = DispatchSemaphore(value: 0)
    let isHeld = Mutex(false)
    let disk = Disk.system.withoutSyncs.asking { request throws(DiskError) in
      guard request.call == .openFolder, request.name == "Inbox" else { return }
      let isFirst = isHeld.withLock { isHeld in
        defer { isHeld = false }
        return isHeld
      }
      guard isFirst else { return }
      begins.yield()
      held.wait()
    }
    let (model, path) = try await openActiveApp([], disk: disk)
    let before = model.overview.revision
    isHeld.withLock { $0 = true }
    let drain = Task { await model.drains.drain() }
    for await _ in began { break }
    let look = Task { await model.look(at: [path + "/AppGroup/Documents"]) }
    held.signal()
    _ = await (drain.value, look.value)
    #expect(model.overview.revision == before + 1)
  }

  @Test func documentsThatArrivedInTheBackgroundAppearWhenTheAppReturns() async throws {
    let (model, path) = try openApp()
    try await following(model) {}
    model.leave()
    try put("one", at: path + "/AppGroup/Inbox/a.parcel/first.txt")
    try await following(model) {
      try await model.browser.wait { model.browser.listed == ["first.txt"] }
      try put("two", at: path + "/AppGroup/Inbox/b.parcel/second.txt")
      try await model.browser.wait { model.browser.listed == ["first.txt", "second.txt"] }
    }
  }
}

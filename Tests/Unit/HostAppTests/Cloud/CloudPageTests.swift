import Foundation
import IntrayCore
import SwiftUI
import Synchronization
import Testing

@testable import HostApp

/// iCloud Drive in a window: the folder, the order, the search, several documents, and what a tap shows.
@MainActor
@Suite(.inApp) struct CloudPageTests {
  /// The user at iCloud Drive in the window in front.
  private func openPage(_ model: HostModel) async -> WindowDriver {
    await model.browser.finish { $0.place = .cloud }
    return model.browser
  }

  @Test func eachWindowHasItsOwnFolderOfICloudAndBothShowWhatOneDoes() async throws {
    let (model, _, _) = try await openCloud(there: ["Work/a.txt", "b.txt"])
    let (first, second) = (WindowDriver(model), WindowDriver(model))
    for window in [first, second] { await window.finish { $0.place = .cloud } }
    await second.enter(DocumentPath(["Work"]))
    #expect(first.listed == ["Work", "b.txt"] && second.listed == ["Work/a.txt"])
    await first.finish { $0.actions.deleteFromCloud($0.entries("b.txt")) }
    await second.settle()
    #expect(first.listed == ["Work"] && second.listed == ["Work/a.txt"])
  }

  @Test func documentsOfICloudAreSortedAndSearchedBelowTheFolder() async throws {
    let (model, played, rooms) = try await openCloud(there: [
      "b.txt", "a.pdf", "Work/Äpfel 10.txt", "Work/Äpfel 9.txt",
    ])
    try put("longer", at: rooms.there + "b.txt")
    let browser = await openPage(model)
    #expect(browser.listed == ["Work", "a.pdf", "b.txt"])
    await browser.finish { $0.page.order = .size }
    #expect(browser.listed == ["Work", "b.txt", "a.pdf"])
    await browser.finish { $0.page.order = .kind }
    #expect(browser.listed == ["Work", "a.pdf", "b.txt"])
    await browser.finish { $0.page.order = .name }
    try played.takeAway("Documents/Work/Äpfel 10.txt")
    await browser.finish { $0.page.search.text = "APFEL" }
    #expect(browser.listed == ["Work/Äpfel 9.txt", "Work/Äpfel 10.txt"])
    await browser.finish { $0.page.search.text = "apfel 10" }
    #expect(browser.listed == ["Work/Äpfel 10.txt"])
    // A folder has a search of its own.
    await browser.enter(DocumentPath(["Work"]))
    #expect(!browser.page.isSearching && browser.list.total == 2)
  }

  @Test(arguments: [false, true])
  func anEarlierLookThatTakesLongerDoesNotUndoALaterOne(fails: Bool) async throws {
    let (model, played, rooms) = try await openCloud(there: ["a.txt"])
    let browser = await openPage(model)
    let isHeld = Flag()
    let goOn = DispatchSemaphore(value: 0)
    let (looking, held) = AsyncStream.makeStream(of: Void.self)
    played.before { call, _ throws(CloudError) in
      // It has the names by then.
      guard call == .status, isHeld.turnOn() else { return }
      held.yield()
      goOn.wait()
      if fails { throw .failed(domain: "played", code: 1) }
    }
    let page = browser.page
    let early = Task(executorPreference: OwnThreads()) { await page.load() }
    for await _ in looking { break }
    try put("there", at: rooms.there + "b.txt")
    await browser.refresh()
    #expect(browser.listed == ["a.txt", "b.txt"])
    goOn.signal()
    await early.value
    #expect(browser.listed == ["a.txt", "b.txt"] && page.failure == nil && model.cloud.problem == nil)
  }

  @Test func aTapFetchesADocumentAndShowsIt() async throws {
    let (model, played, rooms) = try await openCloud(there: ["a.txt"])
    try played.takeAway("Documents/a.txt")
    let browser = await openPage(model)
    browser.page.open(browser.entry("a.txt"))
    try await until { model.queue.works.map(\.title) == ["Downloading “a.txt”"] }
    #expect(browser.previewing == nil)
    try played.arrive("Documents/a.txt", 1)
    await browser.settle()
    #expect(try String(contentsOf: #require(browser.previewing?.url), encoding: .utf8) == "there")
    // Quick Look reads a copy, which goes with it.
    let copy = try #require(browser.previewing)
    try put("edited", at: copy.path)
    await browser.closePreview()
    #expect(!FileManager.default.fileExists(atPath: copy.path))
    #expect(rooms.text(rooms.there + "a.txt") == "there")
    // One that cannot be fetched is not shown.
    try played.takeAway("Documents/a.txt")
    played.before { call, _ throws(CloudError) in if call == .fetch { throw .unreachable } }
    await browser.refresh()
    await browser.finish { $0.page.open($0.entry("a.txt")) }
    #expect(browser.previewing == nil && model.cloud.problem != nil)
  }

  @Test func whatAnotherDeviceDoesAppearsInTheFolderOnScreen() async throws {
    let (model, played, rooms) = try await openCloud(there: ["a.txt"])
    let browser = await openPage(model)
    // A page on screen does it.
    let following = Task { [source = browser.page.source] in await source.follow(model.overview) }
    try put("new", at: rooms.there + "b.txt")
    try await browser.wait {
      // The page may not have listened to an earlier event, so send it again.
      played.tellOfUpdates()
      return browser.listed == ["a.txt", "b.txt"]
    }
    following.cancel()
    await following.value
  }

  @Test func getInfoSaysThatICloudHasADocumentOfTheSameName() async throws {
    let (model, played, rooms) = try await openCloud(here: ["a.txt", "b.txt"], there: ["a.txt"])
    // What the user does not see in iCloud Drive does not count.
    try put("data", at: rooms.data + "b.txt")
    await model.browser.settle()
    for (name, isThere) in [("a.txt", true), ("b.txt", false)] {
      model.browser.showInfo(name)
      await model.browser.info?.work?.value
      #expect(model.browser.info?.isInCloudToo == isThere)
    }
    // Without an account it says nothing of iCloud.
    played.sign(in: nil)
    model.browser.showInfo("a.txt")
    await model.browser.info?.work?.value
    #expect(model.browser.info?.isInCloudToo == false && model.browser.info?.problem == nil)
  }

  @Test func versionsInConflictAreSeenAndAllAreKept() async throws {
    let (model, played, rooms) = try await openCloud(there: ["a.txt"])
    try played.write("theirs", inConflictWith: "Documents/a.txt")
    let browser = await openPage(model)
    #expect(browser.entry("a.txt").cloud?.hasConflicts == true)
    await browser.finish { $0.app.cloud.keepAllVersions(of: $0.entry("a.txt")) }
    #expect(browser.entry("a.txt").cloud?.hasConflicts == false)
    #expect(rooms.text(rooms.there + "a.txt") == "there" && rooms.text(rooms.here + "a 2.txt") == "theirs")
    #expect(model.cloud.notice == "The other versions of “a.txt” are in Intray.")
  }

  @Test func severalAreMovedTwoAtATimeAsOneWorkAndOneNoticeAndEachFailureIsTold() async throws {
    let names = (0..<6).map { "\($0).txt" }
    let (model, played, rooms) = try await openCloud(here: names)
    let counts = Mutex((now: 0, most: 0, all: 0))
    var titles: Set<String> = []
    played.before { call, _ throws(CloudError) in
      guard call == .moveIn else { return }
      let isThird = counts.withLock {
        $0.now += 1
        $0.all += 1
        $0.most = max($0.most, $0.now)
        return $0.all == 3
      }
      defer { counts.withLock { $0.now -= 1 } }
      if isThird { throw .noSpace }
    }
    let browser = model.browser
    await browser.settle()
    model.cloud.moveIn(browser.list.entries)
    try await until {
      titles.formUnion(model.queue.works.map(\.title))
      return model.cloud.notice != nil
    }
    await browser.settle()
    #expect(titles == ["Moving 6 items to iCloud"] && counts.withLock { $0.most } <= 2)
    #expect(model.cloud.notice == "5 items are in iCloud Drive." && model.cloud.problem == nil)
    let left = try contents(of: rooms.here)
    #expect(left.count == 1 && model.queue.problems.map { $0.prefix(7) } == left.map { $0 + ": " })
  }

  #if canImport(AppleFoundation)
    @Test func theScreenOffersWhatTheListOfThisDeviceOffers() async throws {
      let (model, played, rooms) = try await openCloud(there: ["a.txt", "b.txt"])
      // What the user does not see in iCloud Drive is not on screen either.
      try put("data", at: rooms.data + "c.txt")
      try played.write("theirs", inConflictWith: "Documents/b.txt")
      let harness = await show(model)
      try harness.backToStart()
      try harness.press("iCloud Drive")
      try await harness.wait(for: "There are other versions of this document.")
      #expect(harness.text.contains("5 bytes") && harness.text.contains("2 items"))
      try harness.longPress("a.txt", "Get Info")
      #expect(harness.text.contains("iCloud Drive › Intray") && harness.text.contains("Modified"))
      try harness.press("Done")
      try await model.browser.finish { _ in try harness.press("a.txt") }
      #expect(harness.front.role == .preview && harness.text.contains("there"))
      try harness.press("Done")
      await model.browser.settle()
      try harness.choose("Size", in: "Sort By")
      try harness.press("Select")
      try await model.browser.finish { _ in try harness.press("Select All") }
      try harness.press("Delete")
      try await harness.wait(for: "Nothing in iCloud Drive Yet")
      #expect(model.queue.works.isEmpty)
    }
  #endif
}

/// Threads beside those that all tasks share, of which there are only as many as cores: a look that is held there holds up no
/// other task.
private final class OwnThreads: TaskExecutor {
  private let queue = DispatchQueue(label: "OwnThreads")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

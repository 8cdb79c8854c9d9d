import Foundation
import IntrayCore
import Observation
import SwiftUI
import Synchronization
import Testing

@testable import HostApp

/// What a page lists, without the screen.
@MainActor
@Suite(.inApp) struct ListModelTests {
  @Test func wordsNameTodayAMonthOfAnyYearAndAYear() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
    calendar.locale = Locale(identifier: "en")
    // 29 March 2026.
    let now = Date(timeIntervalSince1970: 1_774_800_000)
    let times = DocumentQuery.times(
      in: "Today yesterday MARCH 2025 1066 letter", now: now, calendar: calendar)
    #expect(Set(times.keys) == ["today", "yesterday", "march", "2025"])
    #expect(times["today"] == [FileTime(seconds: 1_774_742_400)..<FileTime(seconds: 1_774_828_800)])
    #expect(times["yesterday"]?.first?.upperBound == times["today"]?.first?.lowerBound)
    #expect(times["march"]?.last?.contains(FileTime(now)) == true && times["march"]?.count == 41)
    #expect(times["2025"] == [FileTime(seconds: 1_735_689_600)..<FileTime(seconds: 1_767_225_600)])
  }

  @Test func aFolderOfManyIsShownPageByPage() async throws {
    let (model, path) = try openApp()
    let count = 2 * ListModel.pageSize + 50
    for number in 0..<count { try put("", at: path + "/AppGroup/Documents/\(number).txt") }
    let browser = model.browser
    await browser.refresh()
    #expect(browser.list.total == count)
    #expect(browser.list.entries.count == ListModel.pageSize)
    // Numbers sort by their value.
    #expect(browser.list.entries.first?.path.description == "0.txt")
    #expect(browser.list.entries.last?.path.description == "\(ListModel.pageSize - 1).txt")
    for _ in 0..<3 {
      if let last = browser.list.entries.last { browser.page.appeared(last) }
      await browser.settle()
    }
    #expect(browser.list.entries.count == count)
  }

  @Test func aLargeFolderShowsItsFirstRowsBeforeItIsRead() async throws {
    let isHeld = DispatchSemaphore(value: 0)
    let reads = Mutex(0)
    let last = 4 * ListModel.pageSize
    var disk = Disk.system.withoutSyncs
    let base = disk
    disk.openFile = { folder, name throws(DiskError) in
      // The first rows need no more. Folders are read on several threads.
      if reads.withLock({
        $0 += 1; return $0
      }) > last / 2 {
        isHeld.wait()
        isHeld.signal()
      }
      return try base.openFile(folder, name)
    }
    let (model, path) = try openApp(disk: disk, searchesContents: false)
    for number in 0..<last { try put("", at: path + "/AppGroup/Documents/\(number).txt") }
    let browser = model.browser
    let page = ListModel(model.source(.documents, nil), in: browser.window)
    let load = Task { await page.load() }
    try await until { page.list.total == last }
    #expect(page.list.entries.count == ListModel.pageSize && page.isListed)
    #expect(reads.withLock { $0 } < last)
    isHeld.signal()
    await load.value
    #expect(page.list.entries.count == ListModel.pageSize && reads.withLock { $0 } > last)
  }

  @Test func textTypedDuringASearchReplacesTheSearch() async throws {
    let (model, path) = try openApp()
    for name in ["apple.txt", "Work/Äpfel.txt", "pear.txt"] {
      try put("x", at: path + "/AppGroup/Documents/\(name)")
    }
    let browser = model.browser
    browser.page.search.text = "pe"
    await browser.finish { $0.page.search.text = "ap" }
    // In any case and with any accents, here and below.
    #expect(browser.listed == ["Work/Äpfel.txt", "apple.txt"])
    await browser.finish { $0.page.search.text = "" }
    #expect(browser.listed == ["Work", "apple.txt", "pear.txt"])
  }

  #if canImport(AppleFoundation)
    @Test func aListOfManyBuildsNoMoreRowsThanOnePage() async throws {
      let (model, path) = try openApp()
      for number in 0..<1_000 { try put("", at: path + "/AppGroup/Documents/\(number).txt") }
      let page = ListModel(model.source(.documents, nil), in: model.browser.window)
      await page.load()
      // The harness makes all rows of a list at once, and the last one, once it is in sight, brings more.
      let harness = ViewHarness(PageContents(page: page))
      harness.isVisible = false
      #expect(harness.text.matches(of: /\d\.txt/).count == ListModel.pageSize)
    }
  #endif

  @Test func aPageThatComesBackLooksForItself() async throws {
    let (model, path) = try openApp()
    try put("x", at: path + "/AppGroup/Documents/first.txt")
    await model.activate()
    let browser = model.browser
    await browser.finish { $0.window.route = Route(.documents) }
    #expect(model.overview.isFresh && browser.listed == ["first.txt"])
    // No event tells of it.
    try put("x", at: path + "/AppGroup/Documents/second.txt")
    // SwiftUI begins the task of a page anew when the page above it goes.
    await browser.page.load()
    #expect(browser.listed == ["first.txt", "second.txt"])
  }

  /// A page that lists what the test says, when the test says so.
  private func openHeld() throws -> (ListModel, HeldSource) {
    let (model, _) = try openApp()
    let source = HeldSource()
    return (ListModel(source, in: model.browser.window), source)
  }

  /// Asks for the list, as the page does when ``ListModel/request`` is another one.
  private func ask(_ page: ListModel, _ source: HeldSource, after earlier: Task<Void, Never>? = nil)
    async throws
    -> Task<Void, Never>
  {
    let count = source.asked.count
    // SwiftUI cancels the task of an older one: https://developer.apple.com/documentation/swiftui/view/task(id:priority:_:)
    earlier?.cancel()
    let task = Task { await page.load() }
    try await until { source.asked.count == count + 1 }
    return task
  }

  @Test func anOlderListThatComesLaterCountsForNothing() async throws {
    let (page, source) = try openHeld()
    let older = try await ask(page, source)
    page.window.app.overview.raise()
    let newer = try await ask(page, source, after: older)
    source.answer(1, "new.txt")
    await newer.value
    source.answer(0, "old.txt", "older.txt")
    await older.value
    #expect(page.list.entries.map(\.path.description) == ["new.txt"] && page.answered == page.request)
  }

  @Test(arguments: [ListFailure.failed("It is locked."), .cancelled])
  func anOlderFailureThatComesLaterCountsForNothing(failure: ListFailure) async throws {
    let (page, source) = try openHeld()
    let older = try await ask(page, source)
    page.search.text = "new"
    let newer = try await ask(page, source, after: older)
    source.answer(1, "new.txt")
    await newer.value
    source.answer(0, failure)
    await older.value
    #expect(page.failure == nil && page.list.total == 1)
  }

  @Test func aListThatComesTooLateRemovesNoMessage() async throws {
    let (page, source) = try openHeld()
    page.window.notices.problem = "It is called so already."
    let older = try await ask(page, source)
    let newer = try await ask(page, source, after: older)
    source.answer(1, .failed("It is locked."))
    await newer.value
    source.answer(0, "old.txt")
    await older.value
    #expect(page.failure == "It is locked." && page.window.notices.problem == "It is called so already.")
  }

  @Test func whatComesWhileAllAreBeingChosenIsChosenToo() async throws {
    let (page, source) = try openHeld()
    let first = try await ask(page, source)
    source.answer(0, ListModel.pageSize, of: 300)
    await first.value
    page.selectAll()
    #expect(page.isSelecting && page.answered != page.request)
    let all = try await ask(page, source)
    source.answer(1, 300, of: 301)
    await all.value
    let rest = try await ask(page, source)
    source.answer(2, 301, of: 301)
    await rest.value
    #expect(page.selected.count == 301 && page.answered == page.request)
    // What comes afterwards was not meant.
    page.window.app.overview.raise()
    let later = try await ask(page, source)
    source.answer(3, 301, of: 302)
    await later.value
    #expect(page.selected.count == 301)
  }

  @Test func whatTheUserNoLongerChoosesFromIsNotChosen() async throws {
    let (page, source) = try openHeld()
    let first = try await ask(page, source)
    source.answer(0, ListModel.pageSize, of: 300)
    await first.value
    page.selectAll()
    let all = try await ask(page, source)
    page.isSelecting = false
    source.answer(1, 300, of: 300)
    await all.value
    #expect(page.selection.isEmpty && !page.isSelecting)
  }
}

/// Answers each listing when a test says so, in any order.
@MainActor
@Observable
private final class HeldSource: DocumentSource {
  private(set) var asked: [CheckedContinuation<Result<DocumentList, ListFailure>, Never>] = []

  @ObservationIgnored let orderKeys = ["held"]
  @ObservationIgnored let title = Text(verbatim: "")
  @ObservationIgnored let verbs: Verbs = [.documents, .selection]

  func list(_ query: DocumentQuery, isFresh: Bool) async -> Result<DocumentList, ListFailure> {
    await withCheckedContinuation { asked.append($0) }
  }

  /// Answers with documents.
  func answer(_ index: Int, _ names: String...) { answer(index, names, of: names.count) }

  /// Answers with the first of many documents.
  func answer(_ index: Int, _ count: Int, of total: Int) {
    answer(index, (0..<count).map { "\($0).txt" }, of: total)
  }

  private func answer(_ index: Int, _ names: [String], of total: Int) {
    var list = DocumentList()
    list.entries = names.map { DocumentEntry(missing: DocumentPath([FileName($0)])) }
    list.total = total
    asked[index].resume(returning: .success(list))
  }

  func answer(_ index: Int, _ failure: ListFailure) { asked[index].resume(returning: .failure(failure)) }
}

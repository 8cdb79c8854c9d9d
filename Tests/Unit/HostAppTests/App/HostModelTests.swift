import FileProvider
import Foundation
import IntrayCore
import Synchronization
import Testing

@testable import HostApp

@MainActor
@Suite(.inApp) struct HostModelTests {
  @Test func becomingActiveDrainsTheInboxAndShowsTheNewestFirst() async throws {
    let (model, path) = try openApp()
    try put("one", at: path + "/AppGroup/Inbox/a.parcel/first.txt")
    await model.activate()
    try put("two", at: path + "/AppGroup/Inbox/b.parcel/second.txt")
    await model.drains.drain()
    #expect(model.recents.arrivals.map(\.name) == ["second.txt", "first.txt"])
    await model.browser.settle()
    #expect(model.browser.listed == ["first.txt", "second.txt"])
    #expect(model.drains.waiting.isEmpty)
    try await until { !model.isBusy }
  }

  /// Who does not answer.
  enum Silent: CaseIterable { case files, iCloud }

  /// An app over a system that does not answer until the test ends.
  private func openSilentApp(_ silent: Silent, patience: Duration) throws -> (HostModel, String) {
    var (files, drive) = (FilesRegistration(), CloudDrive.system)
    switch silent {
    case .files:
      let (answers, answer) = AsyncStream.makeStream(of: Bool.self)
      files.asksWhetherEnabled = {
        for await isEnabled in answers { return isEnabled }
        return nil
      }
      AppFolder.current.atEnd { answer.finish() }
    case .iCloud:
      let answer = DispatchSemaphore(value: 0)
      drive.account = {
        // On a machine with one core nothing else runs meanwhile. There the wait ends by itself.
        _ = answer.wait(timeout: .now() + 100)
        answer.signal()
        return nil
      }
      AppFolder.current.atEnd { answer.signal() }
    }
    return try openApp(files, drive: drive, patience: patience)
  }

  @Test(arguments: Silent.allCases)
  func whatWaitsIsTakenInBeforeTheSystemAnswers(silent: Silent) async throws {
    let (model, path) = try openSilentApp(silent, patience: .seconds(3_600))
    try put("one", at: path + "/AppGroup/Inbox/a.parcel/first.txt")
    let activation = Task { await model.activate() }
    try await until { model.recents.arrivals.map(\.name) == ["first.txt"] }
    await model.browser.settle()
    #expect(model.browser.listed == ["first.txt"] && !model.hasLooked)
    // The user leaves, and the app does not wait any more.
    model.leave()
    await activation.value
  }

  @Test(arguments: Silent.allCases)
  func aSystemThatNeverAnswersIsNotWaitedForWithoutEnd(silent: Silent) async throws {
    let (model, path) = try openSilentApp(silent, patience: .milliseconds(1))
    try put("one", at: path + "/AppGroup/Inbox/a.parcel/first.txt")
    await model.activate()
    #expect(model.hasLooked && model.recents.arrivals.map(\.name) == ["first.txt"])
  }

  @Test func twoActivationsNeverOverlap() async throws {
    let counts = Mutex<(now: Int, most: Int, all: Int)>((0, 0, 0))
    let (begins, begun) = AsyncStream.makeStream(of: Void.self)
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    // That no cancel ends.
    let held = Task { for await _ in ends {} }
    var files = FilesRegistration()
    files.signal = {
      counts.withLock {
        $0.now += 1
        $0.all += 1
        $0.most = max($0.most, $0.now)
      }
      begun.yield()
      await held.value
      counts.withLock { $0.now -= 1 }
    }
    let (model, _) = try openApp(files)
    let first = Task { await model.activate() }
    for await _ in begins { break }
    // The user leaves, and comes back at once.
    model.leave()
    let second = Task { await model.activate() }
    // The second one would drain now, and then signal.
    await Task.yield()
    await model.drains.drain()
    for _ in 0..<100 { await Task.yield() }
    #expect(counts.withLock { $0.all } == 1)
    end.finish()
    await first.value
    await second.value
    #expect(counts.withLock { $0.most } == 1 && counts.withLock { $0.all } == 2)
  }

  @Test func becomingActiveOverADeepTreeCostsTheSameForEachLevel() async throws {
    var calls: [Int] = []
    for count in [100, 200, 800] {
      try await AppFolder.lend {
        let log = CallLog()
        // What is read for a search goes on after that.
        let (model, path) = try openApp(
          disk: .system.withoutSyncs.logging(to: log), searchesContents: false)
        try FileManager.default.createDirectory(
          atPath: path + "/AppGroup/Documents", withIntermediateDirectories: true)
        try makeLevels(count, below: path + "/AppGroup/Documents")
        await model.activate()
        try await until { !model.isBusy }
        calls.append(log.all.count)
        await model.browser.settle()
        #expect(model.browser.listed == ["level"])
      }
    }
    #expect(calls[2] - calls[1] == 6 * (calls[1] - calls[0]), "\(calls)")
  }

  @Test func aURLThatIsNoFileIsRefusedWithAMessage() async throws {
    let (model, _) = try openApp()
    let browser = model.browser
    await model.open(try #require(URL(string: "https://example.com/")))
    #expect(browser.problem?.contains("https://example.com/") == true)
  }

  @Test func anItemOfAnotherProviderIsCopied() async throws {
    let files = FilesRegistration(identify: { _ in NSFileProviderDomainIdentifier("another") })
    let (model, path) = try openApp(files)
    let shown = path + "/Elsewhere/mine.pdf"
    try put("mine", at: shown)
    await model.open(URL(fileURLWithPath: shown))
    #expect(model.recents.arrivals.map(\.name) == ["mine.pdf"])
    #expect(FileManager.default.fileExists(atPath: shown))
  }

  @Test func aRefusedDocumentIsShownWithItsReasonAndBlocksNoOther() async throws {
    let (model, path) = try openApp()
    try put("one", at: path + "/AppGroup/Inbox/a.parcel/first.txt")
    try FileManager.default.createSymbolicLink(
      atPath: path + "/AppGroup/Inbox/a.parcel/link", withDestinationPath: "/etc/passwd")
    for _ in 0..<2 {
      model.leave()
      await model.activate()
      #expect(model.drains.waiting.map(\.name) == ["link"])
    }
    let reason = try #require(model.drains.waiting.first.flatMap { Messages.reason($0.result) })
    #expect(reason.contains("link"))
    await model.browser.settle()
    #expect(model.browser.listed == ["first.txt"])
  }

  @Test("The app shows a failed opening until the user opens something else or leaves the app")
  func failedOpen() async throws {
    let (model, path) = try openApp()
    await model.open(URL(fileURLWithPath: path + "/Elsewhere/gone.pdf"))
    let problem = try #require(model.problem)
    await model.drains.drain()
    #expect(model.problem == problem)
    model.leave()
    #expect(model.problem == nil)
    try put("mine", at: path + "/Elsewhere/mine.pdf")
    await model.open(URL(fileURLWithPath: path + "/Elsewhere/mine.pdf"))
    #expect(model.problem == nil && model.drains.waiting.isEmpty)
  }

  @Test func anOpenedDocumentWaitsForTheDrainThatIsUnderWay() async throws {
    let order = Mutex<[String]>([])
    let disk = Disk.system.asking { request throws(DiskError) in
      guard request.call == .renameExclusive, let name = request.name?.description else { return }
      if name.hasSuffix(".txt") || name == "mine.pdf" { order.withLock { $0.append(name) } }
    }
    let (model, path) = try openApp(disk: disk)
    let count = 500
    for number in 0..<count { try put("x", at: path + "/AppGroup/Inbox/a.parcel/\(number).txt") }
    let copy = path + "/App/Documents/Inbox/mine.pdf"
    try put("mine", at: copy)
    var isOver = false
    let work = Task {
      await model.drains.drain()
      isOver = true
    }
    // It may be over before it is seen to have begun; what must hold is the same.
    while model.drains.adding == nil, !isOver { await Task.yield() }
    await model.open(URL(fileURLWithPath: copy))
    await work.value
    await model.browser.settle()
    #expect(model.browser.list.total == count + 1)
    let names = order.withLock { $0 }
    // One rename takes it out of the system's folder, one delivers it.
    #expect(names.count == count + 2 && names.suffix(2) == ["mine.pdf", "mine.pdf"])
  }

  @Test func theEmptiedInboxIsGoneAtTheSecondActivation() async throws {
    let (model, path) = try openApp()
    let inbox = path + "/App/Documents/Inbox"
    try put("mine", at: inbox + "/mine.pdf")
    await model.open(URL(fileURLWithPath: inbox + "/mine.pdf"))
    await model.activate()
    #expect(try contents(of: inbox).isEmpty)
    model.leave()
    await model.activate()
    #expect(try contents(of: path + "/App/Documents").isEmpty)
    // The system makes it again.
    try put("more", at: inbox + "/more.pdf")
    await model.open(URL(fileURLWithPath: inbox + "/more.pdf"))
    await model.browser.settle()
    #expect(Set(model.browser.listed) == ["mine.pdf", "more.pdf"])
  }
}

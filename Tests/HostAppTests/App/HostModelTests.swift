import FileProvider
import Foundation
import Shared
import Synchronization
import Testing

@testable import HostApp

@MainActor
@Suite struct HostModelTests {
  @Test func becomingActiveDrainsTheInboxAndShowsTheNewestFirst() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      try put("one", at: path + "/AppGroup/Inbox/a.parcel/first.txt")
      await model.activate()
      try put("two", at: path + "/AppGroup/Inbox/b.parcel/second.txt")
      await model.activate()
      #expect(model.recents.arrivals.map(\.name) == ["second.txt", "first.txt"])
      #expect(model.browser.list.entries.map(\.path.description) == ["first.txt", "second.txt"])
      #expect(model.waiting.isEmpty)
      try await until { !model.isBusy }
    }
  }

  @Test func becomingActiveOverADeepTreeCostsTheSameForEachLevel() async throws {
    var calls: [Int] = []
    for count in [1_000, 1_500, 2_000] {
      let log = CallLog()
      try await withApp(disk: .system.withoutSyncs.logging(to: log)) {
        (model: HostModel, path: String) async throws in
        try FileManager.default.createDirectory(
          atPath: path + "/AppGroup/Documents", withIntermediateDirectories: true)
        try makeLevels(count, below: path + "/AppGroup/Documents")
        await model.activate()
        try await until { !model.isBusy }
        calls.append(log.all.count)
        #expect(model.browser.list.entries.map(\.path.description) == ["level"])
      }
    }
    #expect(calls[2] - calls[1] == calls[1] - calls[0], "\(calls)")
  }

  @Test func anOpenedCopyIsMovedInAtOnce() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      let copy = path + "/App/Documents/Inbox/mail.pdf"
      try put("mail", at: copy)
      await model.open(URL(fileURLWithPath: copy))
      #expect(model.recents.arrivals.map(\.name) == ["mail.pdf"])
      #expect(!FileManager.default.fileExists(atPath: copy))
    }
  }

  @Test func anOpenedOriginalIsCopiedAndStays() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      let original = path + "/Elsewhere/mine.pdf"
      try put("mine", at: original)
      await model.open(URL(fileURLWithPath: original))
      #expect(model.recents.arrivals.map(\.name) == ["mine.pdf"])
      #expect(FileManager.default.fileExists(atPath: original))
    }
  }

  @Test func aURLThatIsNoFileIsRefusedWithAMessage() async throws {
    try await withApp { (model: HostModel, _: String) async throws in
      await model.open(try #require(URL(string: "https://example.com/")))
      #expect(model.browser.problem?.contains("https://example.com/") == true)
    }
  }

  @Test func aFileFromFinderIsMovedInWhenItHasStoppedChanging() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      try put("dropped", at: path + "/App/Documents/dropped.txt")
      // The second look comes by itself.
      await model.activate()
      try await until { model.recents.arrivals.map(\.name) == ["dropped.txt"] }
    }
  }

  @Test func anItemOfAnotherProviderIsCopied() async throws {
    let files = FilesRegistration(identify: { _ in NSFileProviderDomainIdentifier("another") })
    try await withApp(files) { (model: HostModel, path: String) async throws in
      let shown = path + "/Elsewhere/mine.pdf"
      try put("mine", at: shown)
      await model.open(URL(fileURLWithPath: shown))
      #expect(model.recents.arrivals.map(\.name) == ["mine.pdf"])
    }
  }

  @Test func aRefusedDocumentIsShownWithItsReasonAndBlocksNoOther() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      try put("one", at: path + "/AppGroup/Inbox/a.parcel/first.txt")
      try FileManager.default.createSymbolicLink(
        atPath: path + "/AppGroup/Inbox/a.parcel/link", withDestinationPath: "/etc/passwd")
      for _ in 0..<2 {
        await model.activate()
        #expect(model.waiting.map(\.name) == ["link"])
      }
      let reason = try #require(model.waiting.first.flatMap { Messages.reason($0.result) })
      #expect(reason.contains("link"))
      #expect(model.browser.list.entries.map(\.path.description) == ["first.txt"])
    }
  }

  @Test("The app shows a failed opening until the user opens something else or leaves the app")
  func failedOpen() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      await model.open(URL(fileURLWithPath: path + "/Elsewhere/gone.pdf"))
      let problem = try #require(model.problem)
      await model.drain()
      #expect(model.problem == problem)
      model.leave()
      #expect(model.problem == nil)
      try put("mine", at: path + "/Elsewhere/mine.pdf")
      await model.open(URL(fileURLWithPath: path + "/Elsewhere/mine.pdf"))
      #expect(model.problem == nil && model.waiting.isEmpty)
    }
  }

  @Test func stoppingADrainLeavesTheRestInTheInbox() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      let count = 2_000
      for number in 0..<count { try put("x", at: path + "/AppGroup/Inbox/a.parcel/\(number).txt") }
      var isOver = false
      let work = Task {
        await model.drain()
        isOver = true
      }
      // It may be over before it is seen to have begun; what must hold is the same.
      while model.progress == nil, !isOver { await Task.yield() }
      model.stop()
      await work.value
      #expect(model.problem == nil && model.progress == nil)
      let inbox = path + "/AppGroup/Inbox/a.parcel"
      let left = (try? FileManager.default.contentsOfDirectory(atPath: inbox)) ?? []
      #expect(model.browser.list.total + left.count == count)
      await model.drain()
      #expect(model.browser.list.total == count)
    }
  }

  @Test func anOpenedDocumentWaitsForTheDrainThatIsUnderWay() async throws {
    let order = Mutex<[String]>([])
    let disk = Disk.system.asking { request throws(DiskError) in
      guard request.call == .renameExclusive, let name = request.name?.description else { return }
      if name.hasSuffix(".txt") || name == "mine.pdf" { order.withLock { $0.append(name) } }
    }
    try await withApp(disk: disk) { (model: HostModel, path: String) async throws in
      let count = 500
      for number in 0..<count { try put("x", at: path + "/AppGroup/Inbox/a.parcel/\(number).txt") }
      let copy = path + "/App/Documents/Inbox/mine.pdf"
      try put("mine", at: copy)
      var isOver = false
      let work = Task {
        await model.drain()
        isOver = true
      }
      // It may be over before it is seen to have begun; what must hold is the same.
      while model.progress == nil, !isOver { await Task.yield() }
      await model.open(URL(fileURLWithPath: copy))
      await work.value
      #expect(model.browser.list.total == count + 1)
      let names = order.withLock { $0 }
      // One rename takes it out of the system's folder, one delivers it.
      #expect(names.count == count + 2 && names.suffix(2) == ["mine.pdf", "mine.pdf"])
    }
  }

  @Test func theEmptiedInboxIsGoneAtTheSecondActivation() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      let inbox = path + "/App/Documents/Inbox"
      try put("mine", at: inbox + "/mine.pdf")
      await model.open(URL(fileURLWithPath: inbox + "/mine.pdf"))
      await model.activate()
      #expect(try contents(of: inbox).isEmpty)
      await model.activate()
      #expect(try contents(of: path + "/App/Documents").isEmpty)
      // The system makes it again.
      try put("more", at: inbox + "/more.pdf")
      await model.open(URL(fileURLWithPath: inbox + "/more.pdf"))
      #expect(Set(model.browser.listed) == ["mine.pdf", "more.pdf"])
    }
  }

  @Test func withoutAContainerItSaysSo() async {
    let model = HostModel(library: nil)
    await model.activate()
    #expect(model.problem == "Intray cannot reach its folder. Please install Intray again.")
    #expect(!model.isBusy)
  }

  @Test func whetherIntrayIsTurnedOnInFilesIsAskedEachTime() async throws {
    let isEnabled = Mutex(false)
    let files = FilesRegistration(asksWhetherEnabled: { isEnabled.withLock { $0 } })
    try await withApp(files) { (model: HostModel, _: String) async throws in
      await model.activate()
      #expect(!model.browser.isInFiles)
      isEnabled.withLock { $0 = true }
      await model.activate()
      #expect(model.browser.isInFiles)
    }
  }

  @Test func onAFullDeviceItWaitsUntilThereIsRoom() async throws {
    let isFull = Mutex(true)
    let disk = Disk.system.asking { request throws(DiskError) in
      let isDocument = request.name?.description == "a.txt" && request.call == .renameExclusive
      if isDocument, isFull.withLock({ $0 }) { throw DiskError.of(.noSpace, number: 28) }
    }
    try await withApp(disk: disk) { (model: HostModel, path: String) async throws in
      try put("a", at: path + "/AppGroup/Inbox/x.parcel/a.txt")
      await model.activate()
      let waiting = try #require(model.waiting.first)
      #expect(Messages.reason(waiting.result)?.hasPrefix("This device is full.") == true)
      isFull.withLock { $0 = false }
      await model.drain()
      #expect(model.waiting.isEmpty && model.browser.listed == ["a.txt"])
    }
  }

  @Test func aFolderThatCannotBeReadIsToldUntilItCan() async throws {
    let isLocked = Mutex(true)
    let disk = Disk.system.asking { request throws(DiskError) in
      if request.call == .list, isLocked.withLock({ $0 }) { throw DiskError.of(.denied, number: 13) }
    }
    try await withApp(disk: disk) { (model: HostModel, path: String) async throws in
      try put("a", at: path + "/AppGroup/Inbox/x.parcel/a.txt")
      await model.activate()
      #expect(model.problem?.contains("Unlock it and try again.") == true)
      isLocked.withLock { $0 = false }
      await model.drain()
      #expect(model.problem == nil && model.browser.problem == nil && model.browser.listed == ["a.txt"])
    }
  }

  @Test func aTakenNameIsKnownWithTheOneItCameWith() async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      try put("old", at: path + "/AppGroup/Documents/report.pdf")
      try put("new", at: path + "/AppGroup/Inbox/a.parcel/report.pdf")
      await model.activate()
      let arrival = try #require(model.recents.arrivals.first)
      #expect(arrival.path.description == "report-1.pdf" && arrival.name == "report.pdf")
      #expect(arrival.renaming == .taken)
    }
  }
}

import Foundation
import IntrayCore
import Testing

@testable import HostApp

/// The user at iCloud Drive.
@MainActor
@Suite(.inApp) struct CloudModelTests {
  @Test func aTakenNameBecomesTheNextFreeOneAndThatIsSaid() async throws {
    let (model, _, rooms) = try await openCloud(here: ["a.txt", "b.txt"], there: ["a.txt", "b.txt"])
    let cloud = model.cloud
    cloud.moveIn(model.browser.entries("a.txt"))
    await model.browser.settle()
    #expect(cloud.notice == "The name “a.txt” is already taken, so this was saved as “a-1.txt”.")
    #expect(rooms.text(rooms.there + "a.txt") == "there")
    cloud.moveOut(model.browser.entries("b.txt"))
    await model.browser.settle()
    #expect(cloud.notice == "The name “b.txt” is already taken, so this was saved as “b-1.txt”.")
    #expect(rooms.text(rooms.here + "b.txt") == "here")
    #expect(rooms.text(rooms.here + "b-1.txt") == "there")
  }

  /// An app at iCloud Drive with six items, and what tells of each call of one kind before it is answered.
  private func openSix(
    _ call: PlayedDrive.Call, away: Bool, _ hold: @escaping @Sendable () -> Void
  ) async throws -> (HostModel, PlayedDrive, [DocumentEntry], AsyncStream<Void>) {
    let names = (1...6).map { "\($0).txt" }
    let (model, played, _) = try await openCloud(here: ["here.txt"], there: names)
    if away { for name in names { try played.takeAway("Documents/" + name) } }
    let browser = model.browser
    await browser.finish { $0.window.route = Route(.cloud) }
    let (calls, called) = AsyncStream.makeStream(of: Void.self)
    played.before { made, _ throws(CloudError) in
      guard made == call else { return }
      called.yield()
      hold()
    }
    return (model, played, names.map(browser.entry), calls)
  }

  @Test func aListAndASearchAreAnsweredWhileSixItemsWaitForICloud() async throws {
    let gate = DispatchSemaphore(value: 0)
    let (model, _, entries, calls) = try await openSix(.evict, away: false) { gate.wait() }
    for entry in entries { model.cloud.evict([entry]) }
    for await _ in calls.prefix(entries.count) {}
    let folder = try await model.library.list(DocumentQuery(limit: 10)).get()
    let found = try await model.library.list(DocumentQuery(text: "here", limit: 10)).get()
    #expect(folder.total == 1 && found.total == 1 && model.queue.works.count == 6)
    for _ in entries { gate.signal() }
    await model.browser.settle()
    #expect(model.queue.works.isEmpty)
  }

  @Test func ofAllDownloadsTwoAreUnderWayAtOnce() async throws {
    let (model, played, entries, calls) = try await openSix(.fetch, away: true) {}
    for entry in entries { model.cloud.fetch([entry]) }
    for await _ in calls.prefix(2) {}
    // The others are in the queue, so the user can end each of them.
    #expect(model.queue.works.count == 6 && played.calls.count { $0 == .fetch } == 2)
    for entry in entries { try played.arrive("Documents/" + entry.name.description, 1) }
    await model.browser.settle()
    #expect(
      model.queue.works.isEmpty && entries.allSatisfy { played.isCurrent("Documents/" + $0.name.description) }
    )
  }

  @Test func aDocumentThatWasPressedTwiceMovesOnce() async throws {
    let (model, played, rooms) = try await openCloud(here: ["a.txt"])
    for _ in 0..<2 { model.cloud.moveIn(model.browser.entries("a.txt")) }
    try await until { model.queue.works.count == 1 }
    await model.browser.settle()
    #expect(played.calls.count { $0 == .moveIn } == 1 && model.cloud.problem == nil)
    #expect(rooms.text(rooms.there + "a.txt") == "here")
  }

  @Test(arguments: [
    (CloudError.noSpace, "iCloud is full. Free up some space there"),
    (.unreachable, "iCloud can’t be reached. Check the connection"),
    (.exists, "This name is already taken in iCloud Drive. Rename the item"),
    (.disk(DiskError(.noSpace, at: "")), "This device is full. Free up some space"),
    (.failed(domain: "x", code: 7), "This couldn’t be done. Try again."),
  ])
  func aRefusalOnTheWayInIsToldAndLeavesTheDocumentHere(refusal: CloudError, sentence: String) async throws {
    let (model, played, rooms) = try await openCloud(here: ["a.txt"])
    played.before { call, _ throws(CloudError) in if call == .moveIn { throw refusal } }
    model.cloud.moveIn(model.browser.entries("a.txt"))
    await model.browser.settle()
    #expect(model.cloud.problem?.hasPrefix(sentence) == true)
    #expect(rooms.text(rooms.here + "a.txt") == "here")
    // The next action shows no message about this one.
    played.before { _, _ throws(CloudError) in }
    model.cloud.moveIn(model.browser.entries("a.txt"))
    await model.browser.settle()
    #expect(model.cloud.problem == nil && rooms.text(rooms.there + "a.txt") == "here")
  }

  @Test(arguments: [
    (CloudError.unavailable, "can’t be downloaded now"), (.unreachable, "iCloud can’t be reached"),
  ])
  func aRefusalOnTheWayOutIsToldAndLeavesTheDocumentThere(refusal: CloudError, sentence: String) async throws
  {
    let (model, played, rooms) = try await openCloud(there: ["a.txt"])
    try played.takeAway("Documents/a.txt")
    played.before { call, _ throws(CloudError) in if call == .fetch { throw refusal } }
    await model.browser.finish { $0.place = .cloud }
    model.cloud.moveOut(model.browser.entries("a.txt"))
    await model.browser.settle()
    #expect(model.cloud.problem?.contains(sentence) == true)
    #expect(model.browser.entry("a.txt").cloud?.isOnDevice == false)
    #expect(rooms.text(rooms.here + "a.txt") == nil)
  }

  @Test func whatIsHereGoesToRecentlyDeletedFromWhereItComesBack() async throws {
    // Of two with one path it is the one that was pressed.
    let (model, _, rooms) = try await openCloud(here: ["a.txt"], there: ["a.txt"])
    await model.browser.finish { $0.place = .cloud }
    model.browser.actions.deleteFromCloud(model.browser.entries("a.txt"))
    #expect(model.browser.window.question == nil)
    await model.browser.settle()
    #expect(model.cloud.notice == "“a.txt” is in Recently Deleted." && model.browser.listed.isEmpty)
    #expect(rooms.text(rooms.here + "a.txt") == "here")
    await model.browser.finish { $0.place = .trash }
    await model.browser.finish { $0.actions.recover($0.list.entries) }
    #expect(try contents(of: rooms.here).count == 2)
  }

  @Test func whatAnotherDeviceDeletedMeanwhileIsToldAndGone() async throws {
    let (model, _, rooms) = try await openCloud(there: ["a.txt", "Work/b.txt"])
    let (cloud, browser) = (model.cloud, model.browser)
    await browser.finish { $0.place = .cloud }
    try FileManager.default.removeItem(atPath: rooms.there + "a.txt")
    cloud.moveOut(model.browser.entries("a.txt"))
    await model.browser.settle()
    #expect(cloud.problem == "It is no longer in iCloud Drive.")
    #expect(browser.listed == ["Work"])
    await browser.enter(DocumentPath(["Work"]))
    #expect(browser.listed == ["Work/b.txt"])
    try FileManager.default.removeItem(atPath: rooms.there + "Work")
    await browser.refresh()
    #expect(browser.place == .cloud && browser.path.isEmpty && browser.listed.isEmpty)
  }
}

import Foundation
import IntrayCore
import SwiftUI
import Testing

@testable import HostApp

/// iCloud Drive in a window: the folder, the order, the search, several documents, and what a tap shows.
@MainActor
@Suite(.inApp) struct CloudNavigationTests {
  private func paths(_ drive: CloudNavigation) -> [String]? { drive.entries?.map(\.path.description) }

  @Test func eachWindowHasItsOwnFolderOfICloudAndBothShowWhatOneDoes() async throws {
    let (model, _, _) = try await openCloud(there: ["Work/a.txt", "b.txt"])
    model.windows.show(model.windows.next)
    let second = model.windows.next
    model.windows.show(second)
    let first = model.browser
    for window in [first, second] { await window.drive.refresh() }
    await second.drive.finish { $0.path = [DocumentPath(["Work"])] }
    #expect(paths(first.drive) == ["Work", "b.txt"] && paths(second.drive) == ["Work/a.txt"])
    first.drive.delete([try #require(first.drive.entries?.last)])
    await model.cloud.work?.value
    #expect(paths(first.drive) == ["Work"] && paths(second.drive) == ["Work/a.txt"])
  }

  @Test func documentsOfICloudAreSortedAndSearchedBelowTheFolder() async throws {
    let (model, played, rooms) = try await openCloud(there: [
      "b.txt", "a.pdf", "Work/Äpfel 10.txt", "Work/Äpfel 9.txt",
    ])
    try put("longer", at: rooms.there + "b.txt")
    let drive = model.browser.drive
    await drive.refresh()
    #expect(paths(drive) == ["Work", "a.pdf", "b.txt"])
    drive.order = .size
    #expect(paths(drive) == ["Work", "b.txt", "a.pdf"])
    drive.order = .kind
    #expect(paths(drive) == ["Work", "a.pdf", "b.txt"])
    drive.order = .name
    try played.takeAway("Documents/Work/Äpfel 10.txt")
    await drive.finish { $0.text = "APFEL" }
    #expect(paths(drive) == ["Work/Äpfel 9.txt", "Work/Äpfel 10.txt"])
    await drive.finish { $0.text = "apfel 10" }
    #expect(paths(drive) == ["Work/Äpfel 10.txt"])
    // Going into a folder ends the search.
    await drive.finish { $0.path = [DocumentPath(["Work"])] }
    #expect(drive.text.isEmpty && drive.entries?.count == 2)
  }

  @Test(arguments: [false, true])
  func anEarlierLookThatTakesLongerDoesNotUndoALaterOne(fails: Bool) async throws {
    let (model, played, rooms) = try await openCloud(there: ["a.txt"])
    let drive = model.browser.drive
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
    let early = Task(executorPreference: OwnThreads()) { await drive.refresh() }
    for await _ in looking { break }
    try put("there", at: rooms.there + "b.txt")
    await drive.refresh()
    #expect(paths(drive) == ["a.txt", "b.txt"])
    goOn.signal()
    await early.value
    #expect(paths(drive) == ["a.txt", "b.txt"] && model.cloud.problem == nil)
  }

  @Test func aTapFetchesADocumentAndShowsIt() async throws {
    let (model, played, rooms) = try await openCloud(there: ["a.txt"])
    try played.takeAway("Documents/a.txt")
    let drive = model.browser.drive
    await drive.refresh()
    drive.open(try #require(drive.entries?.first))
    #expect(model.cloud.works.map(\.action) == [.fetch] && drive.previewing == nil)
    try played.arrive("Documents/a.txt", 1)
    await model.cloud.work?.value
    #expect(try String(contentsOf: #require(drive.previewing?.copy?.url), encoding: .utf8) == "there")
    // Quick Look reads a copy, which goes with it.
    let copy = try #require(drive.previewing?.copy)
    try put("edited", at: copy.path)
    drive.previewing = nil
    await model.cloud.work?.value
    #expect(!FileManager.default.fileExists(atPath: copy.path))
    #expect(rooms.text(rooms.there + "a.txt") == "there")
    // One that cannot be fetched is not shown.
    try played.takeAway("Documents/a.txt")
    played.before { call, _ throws(CloudError) in if call == .fetch { throw .unreachable } }
    await drive.refresh()
    drive.open(try #require(drive.entries?.first))
    await model.cloud.work?.value
    #expect(drive.previewing == nil && model.cloud.problem != nil)
  }

  @Test func whatAnotherDeviceDoesAppearsInTheFolderOnScreen() async throws {
    let (model, played, rooms) = try await openCloud(there: ["a.txt"])
    let drive = model.browser.drive
    let following = Task { await drive.follow() }
    try await until { paths(drive) == ["a.txt"] }
    try put("new", at: rooms.there + "b.txt")
    played.tellOfUpdates()
    try await until { paths(drive) == ["a.txt", "b.txt"] }
    following.cancel()
    await following.value
  }

  @Test func getInfoSaysThatICloudHasADocumentOfTheSameName() async throws {
    let (model, played, rooms) = try await openCloud(here: ["a.txt", "b.txt"], there: ["a.txt"])
    // What the user does not see in iCloud Drive does not count.
    try put("data", at: rooms.data + "b.txt")
    for (name, isThere) in [("a.txt", true), ("b.txt", false)] {
      model.browser.showInfo(DocumentPath([FileName(name)]))
      await model.browser.info?.work?.value
      #expect(model.browser.info?.isInCloudToo == isThere)
    }
    // Without an account it says nothing of iCloud.
    played.sign(in: nil)
    model.browser.showInfo(DocumentPath(["a.txt"]))
    await model.browser.info?.work?.value
    #expect(model.browser.info?.isInCloudToo == false && model.browser.info?.problem == nil)
  }

  @Test func versionsInConflictAreSeenAndAllAreKept() async throws {
    let (model, played, rooms) = try await openCloud(there: ["a.txt"])
    try played.write("theirs", inConflictWith: "Documents/a.txt")
    let drive = model.browser.drive
    await drive.refresh()
    #expect(drive.entries?.first?.status.hasConflicts == true)
    await model.cloud.finish { $0.keepAllVersions(of: DocumentPath(["a.txt"])) }
    #expect(drive.entries?.first?.status.hasConflicts == false)
    #expect(rooms.text(rooms.there + "a.txt") == "there" && rooms.text(rooms.here + "a-1.txt") == "theirs")
    #expect(model.cloud.notice == "The other versions of “a.txt” are in Intray.")
  }

  #if canImport(AppleFoundation)
    @Test func theScreenOffersWhatTheListOfThisDeviceOffers() async throws {
      let (model, played, rooms) = try await openCloud(there: ["a.txt", "b.txt"])
      // What the user does not see in iCloud Drive is not on screen either.
      try put("data", at: rooms.data + "c.txt")
      try played.write("theirs", inConflictWith: "Documents/b.txt")
      let harness = ViewHarness(ContentView(model: model))
      try harness.backToStart()
      try harness.press("iCloud Drive")
      try await harness.wait(for: "There are other versions of this document.")
      #expect(harness.text.contains("5 bytes") && harness.text.contains("2 items"))
      try harness.longPress("a.txt", "Get Info")
      #expect(harness.text.contains("iCloud Drive › Intray") && harness.text.contains("Modified"))
      try harness.press("Done")
      try await model.cloud.finish { _ in try harness.press("a.txt") }
      #expect(harness.front.role == .preview && harness.text.contains("there"))
      try harness.press("Done")
      try harness.choose("Size", in: "Sort By")
      try harness.press("Edit")
      try harness.press("Select All")
      try harness.press("Delete")
      try await until { model.cloud.works.isEmpty }
      try await harness.wait(for: "Nothing in iCloud Drive Yet")
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

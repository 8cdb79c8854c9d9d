import Foundation
import IntrayCore
import Testing

@testable import HostApp

/// The user at iCloud Drive.
@MainActor
@Suite(.inApp) struct CloudModelTests {
  /// Waits until what the user has asked for is done.
  private func finished(_ cloud: CloudModel) async {
    await cloud.work?.value
    for folder in cloud.folders() { await folder.work?.value }
  }

  private func status(_ name: String, _ cloud: CloudModel) -> CloudStatus? {
    cloud.folders().first?.entries?.first { $0.path.description == name }?.status
  }

  private func entry(_ name: String, _ cloud: CloudModel) throws -> CloudEntry {
    try #require(cloud.folders().first?.entries?.first { $0.path.description == name })
  }

  @Test func aTakenNameBecomesTheNextFreeOneAndThatIsSaid() async throws {
    let (model, _, rooms) = try await openCloud(here: ["a.txt", "b.txt"], there: ["a.txt", "b.txt"])
    let cloud = model.cloud
    cloud.moveIn(DocumentPath(["a.txt"]))
    await finished(cloud)
    #expect(cloud.notice == "The name “a.txt” is in use, so this was saved as “a-1.txt”.")
    #expect(rooms.text(rooms.there + "a.txt") == "there")
    cloud.moveOut(DocumentPath(["b.txt"]))
    await finished(cloud)
    #expect(cloud.notice == "The name “b.txt” is in use, so this was saved as “b-1.txt”.")
    #expect(rooms.text(rooms.here + "b.txt") == "here")
    #expect(rooms.text(rooms.here + "b-1.txt") == "there")
  }

  @Test func aDocumentThatWasPressedTwiceMovesOnce() async throws {
    let (model, played, rooms) = try await openCloud(here: ["a.txt"])
    for _ in 0..<2 { model.cloud.moveIn(DocumentPath(["a.txt"])) }
    #expect(model.cloud.works.count == 1)
    await finished(model.cloud)
    #expect(played.calls.count { $0 == .moveIn } == 1 && model.cloud.problem == nil)
    #expect(rooms.text(rooms.there + "a.txt") == "here")
  }

  @Test(arguments: [
    (CloudError.noSpace, "iCloud is full. Free some space there"),
    (.unreachable, "iCloud can’t be reached. Check the connection"),
    (.exists, "This name is already taken in iCloud Drive. Rename the item"),
    (.disk(DiskError(.noSpace, at: "")), "This device is full. Free some space"),
    (.failed(domain: "x", code: 7), "This couldn’t be done. Nothing was changed. Please try again."),
  ])
  func aRefusalOnTheWayInIsToldAndLeavesTheDocumentHere(refusal: CloudError, sentence: String) async throws {
    let (model, played, rooms) = try await openCloud(here: ["a.txt"])
    played.before { call, _ throws(CloudError) in if call == .moveIn { throw refusal } }
    model.cloud.moveIn(DocumentPath(["a.txt"]))
    await finished(model.cloud)
    #expect(model.cloud.problem?.hasPrefix(sentence) == true)
    #expect(rooms.text(rooms.here + "a.txt") == "here")
    // The next action shows no message about this one.
    played.before { _, _ throws(CloudError) in }
    model.cloud.moveIn(DocumentPath(["a.txt"]))
    await finished(model.cloud)
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
    await model.browser.drive.refresh()
    model.cloud.moveOut(DocumentPath(["a.txt"]))
    await finished(model.cloud)
    #expect(model.cloud.problem?.contains(sentence) == true)
    #expect(status("a.txt", model.cloud)?.isOnDevice == false)
    #expect(rooms.text(rooms.here + "a.txt") == nil)
  }

  @Test func whatIsHereGoesToRecentlyDeletedFromWhereItComesBack() async throws {
    // Of two with one path it is the one that was pressed.
    let (model, _, rooms) = try await openCloud(here: ["a.txt"], there: ["a.txt"])
    await model.browser.drive.refresh()
    model.browser.drive.delete([try entry("a.txt", model.cloud)])
    #expect(model.browser.drive.removing.isEmpty)
    await finished(model.cloud)
    #expect(model.cloud.notice == "“a.txt” is in Recently Deleted." && model.browser.drive.entries == [])
    #expect(rooms.text(rooms.here + "a.txt") == "here")
    await model.browser.finish { $0.place = .trash }
    await model.browser.finish { $0.putBack(model.browser.list.entries.map(\.path)) }
    #expect(try contents(of: rooms.here).count == 2)
  }

  @Test func whatAnotherDeviceDeletedMeanwhileIsToldAndGone() async throws {
    let (model, _, rooms) = try await openCloud(there: ["a.txt", "Work/b.txt"])
    let (cloud, drive) = (model.cloud, model.browser.drive)
    await drive.refresh()
    try FileManager.default.removeItem(atPath: rooms.there + "a.txt")
    cloud.moveOut(DocumentPath(["a.txt"]))
    await finished(cloud)
    #expect(cloud.problem?.hasPrefix("It was changed.") == true)
    #expect(drive.entries?.map(\.path.description) == ["Work"])
    drive.path = [DocumentPath(["Work"])]
    await finished(cloud)
    #expect(drive.entries?.map(\.path.description) == ["Work/b.txt"])
    try FileManager.default.removeItem(atPath: rooms.there + "Work")
    await drive.refresh()
    await finished(cloud)
    #expect(drive.path.isEmpty && drive.entries == [])
  }
}

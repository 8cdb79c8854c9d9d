import Foundation
import Shared
import Testing

@testable import HostApp

/// The user at iCloud Drive.
@MainActor
@Suite struct CloudModelTests {
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

  @Test func aDocumentMovesToICloudAndBack() async throws {
    try await withCloud(here: ["Work/a.txt", "b.txt"]) {
      (model: HostModel, _: PlayedDrive, rooms: CloudRooms) async throws in
      let (cloud, drive, path) = (model.cloud, model.browser.drive, DocumentPath(["Work", "a.txt"]))
      await drive.refresh()
      cloud.moveIn(path)
      await finished(cloud)
      #expect(cloud.notice == "“Work/a.txt” is in iCloud Drive.")
      #expect(rooms.text(rooms.there + "Work/a.txt") == "here")
      #expect(drive.entries?.map(\.path.description) == ["Work"])
      drive.way = [DocumentPath(["Work"])]
      await finished(cloud)
      #expect(status("Work/a.txt", cloud)?.isOnDevice == true)
      cloud.moveOut(path)
      await finished(cloud)
      #expect(cloud.notice == "“Work/a.txt” is in Intray.")
      #expect(rooms.text(rooms.here + "Work/a.txt") == "here")
    }
  }

  @Test func aTakenNameBecomesTheNextFreeOneAndThatIsSaid() async throws {
    try await withCloud(here: ["a.txt", "b.txt"], there: ["a.txt", "b.txt"]) {
      (model: HostModel, _: PlayedDrive, rooms: CloudRooms) async throws in
      let cloud = model.cloud
      cloud.moveIn(DocumentPath(["a.txt"]))
      await finished(cloud)
      #expect(cloud.notice == "“a.txt” was taken. It is in iCloud Drive as “a-1.txt”.")
      #expect(rooms.text(rooms.there + "a.txt") == "there")
      cloud.moveOut(DocumentPath(["b.txt"]))
      await finished(cloud)
      #expect(cloud.notice == "“b.txt” was taken. It is in Intray as “b-1.txt”.")
      #expect(rooms.text(rooms.here + "b.txt") == "here")
      #expect(rooms.text(rooms.here + "b-1.txt") == "there")
    }
  }

  @Test func aDocumentThatWasPressedTwiceMovesOnce() async throws {
    try await withCloud(here: ["a.txt"]) {
      (model: HostModel, played: PlayedDrive, rooms: CloudRooms) async throws in
      for _ in 0..<2 { model.cloud.moveIn(DocumentPath(["a.txt"])) }
      #expect(model.cloud.works.count == 1)
      await finished(model.cloud)
      #expect(played.calls.count { $0 == .moveIn } == 1 && model.cloud.problem == nil)
      #expect(rooms.text(rooms.there + "a.txt") == "here")
    }
  }

  @Test func whereEachDocumentIsIsKnown() async throws {
    try await withCloud(there: ["here.txt", "away.txt", "coming.txt", "going.txt"]) {
      (model: HostModel, played: PlayedDrive, _: CloudRooms) async throws in
      for name in ["away.txt", "coming.txt"] { try played.takeAway("Documents/" + name) }
      try played.arrive("Documents/coming.txt", 0.5)
      played.keepFromUploading("Documents/going.txt")
      let (cloud, drive) = (model.cloud, model.browser.drive)
      await drive.refresh()
      let here = status("here.txt", cloud)
      #expect(here == CloudStatus(modified: here?.modified, size: 5) && here?.modified != nil)
      #expect(status("away.txt", cloud)?.download == CloudStatus.Download.none)
      #expect(status("coming.txt", cloud)?.download == .underWay(0.5))
      #expect(status("going.txt", cloud)?.isUploaded == false)
    }
  }

  @Test func whatIsFetchedIsHereAndCanBeRemovedAgain() async throws {
    try await withCloud(there: ["a.txt"]) {
      (model: HostModel, played: PlayedDrive, rooms: CloudRooms) async throws in
      try played.takeAway("Documents/a.txt")
      let (cloud, drive) = (model.cloud, model.browser.drive)
      await drive.refresh()
      cloud.fetch(DocumentPath(["a.txt"]))
      #expect(cloud.works.map(\.action) == [.fetch] && cloud.works.allSatisfy(\.canStop))
      try played.arrive("Documents/a.txt", 1)
      await finished(cloud)
      #expect(status("a.txt", cloud)?.isCurrent == true && cloud.works.isEmpty)
      #expect(rooms.text(rooms.there + "a.txt") == "there")
      cloud.evict(DocumentPath(["a.txt"]))
      await finished(cloud)
      #expect(status("a.txt", cloud)?.isOnDevice == false)
    }
  }

  @Test(arguments: [CloudWork.Action.fetch, .moveOut])
  func whatWaitsForTheNetworkIsStoppedWithoutLoss(action: CloudWork.Action) async throws {
    try await withCloud(there: ["a.txt"]) {
      (model: HostModel, played: PlayedDrive, rooms: CloudRooms) async throws in
      try played.takeAway("Documents/a.txt")
      let (cloud, drive) = (model.cloud, model.browser.drive)
      await drive.refresh()
      if action == .fetch {
        cloud.fetch(DocumentPath(["a.txt"]))
      } else {
        cloud.moveOut(DocumentPath(["a.txt"]))
      }
      cloud.stop(try #require(cloud.works.first))
      await finished(cloud)
      #expect(cloud.works.isEmpty && cloud.problem == nil)
      #expect(drive.entries?.map(\.path.description) == ["a.txt"])
      #expect(rooms.text(rooms.here + "a.txt") == nil)
    }
  }

  @Test(arguments: [
    (CloudError.noSpace, "iCloud is full. Free some space there"),
    (.unreachable, "iCloud cannot be reached. Check the connection"),
    (.exists, "This name is already taken in iCloud Drive. Rename the item"),
    (.disk(DiskError(.noSpace, at: "")), "This device is full. Free some space"),
    (.failed(domain: "x", code: 7), "This couldn’t be done. Nothing was changed. Please try again."),
  ])
  func aRefusalOnTheWayInIsToldAndLeavesTheDocumentHere(refusal: CloudError, sentence: String) async throws {
    try await withCloud(here: ["a.txt"]) {
      (model: HostModel, played: PlayedDrive, rooms: CloudRooms) async throws in
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
  }

  @Test(arguments: [
    (CloudError.unavailable, "cannot be downloaded now"), (.unreachable, "iCloud cannot be reached"),
  ])
  func aRefusalOnTheWayOutIsToldAndLeavesTheDocumentThere(refusal: CloudError, sentence: String) async throws
  {
    try await withCloud(there: ["a.txt"]) {
      (model: HostModel, played: PlayedDrive, rooms: CloudRooms) async throws in
      try played.takeAway("Documents/a.txt")
      played.before { call, _ throws(CloudError) in if call == .fetch { throw refusal } }
      await model.browser.drive.refresh()
      model.cloud.moveOut(DocumentPath(["a.txt"]))
      await finished(model.cloud)
      #expect(model.cloud.problem?.contains(sentence) == true)
      #expect(status("a.txt", model.cloud)?.isOnDevice == false)
      #expect(rooms.text(rooms.here + "a.txt") == nil)
    }
  }

  @Test func theOnlyCopyStaysOnTheDeviceAndThatIsSaid() async throws {
    try await withCloud(there: ["a.txt"]) {
      (model: HostModel, played: PlayedDrive, _: CloudRooms) async throws in
      played.keepFromUploading("Documents/a.txt")
      model.cloud.evict(DocumentPath(["a.txt"]))
      await finished(model.cloud)
      #expect(model.cloud.problem?.hasPrefix("iCloud does not have it yet") == true)
      #expect(!played.calls.contains(.evict))
    }
  }

  @Test func whatIsHereGoesToRecentlyDeletedFromWhereItComesBack() async throws {
    // Of two with one path it is the one that was pressed.
    try await withCloud(here: ["a.txt"], there: ["a.txt"]) {
      (model: HostModel, _: PlayedDrive, rooms: CloudRooms) async throws in
      await model.browser.drive.refresh()
      model.browser.drive.delete([try entry("a.txt", model.cloud)])
      #expect(model.browser.drive.removing.isEmpty)
      await finished(model.cloud)
      #expect(model.cloud.notice == "“a.txt” is in Recently Deleted." && model.browser.drive.entries == [])
      #expect(rooms.text(rooms.here + "a.txt") == "here")
      model.browser.place = .trash
      await model.browser.work?.value
      model.browser.putBack(model.browser.list.entries.map(\.path))
      await model.browser.work?.value
      #expect(try contents(of: rooms.here).count == 2)
    }
  }

  @Test func whatIsNotHereIsDeletedWithoutADownloadWhenTheUserConfirms() async throws {
    try await withCloud(there: ["a.txt"]) {
      (model: HostModel, played: PlayedDrive, _: CloudRooms) async throws in
      let (cloud, drive) = (model.cloud, model.browser.drive)
      try played.takeAway("Documents/a.txt")
      await drive.refresh()
      drive.delete([try entry("a.txt", cloud)])
      #expect(!drive.removing.isEmpty && cloud.works.isEmpty)
      model.browser.isAsking = false
      #expect(drive.removing.isEmpty && !played.calls.contains(.remove))
      drive.delete([try entry("a.txt", cloud)])
      drive.remove(drive.removing)
      await finished(cloud)
      #expect(cloud.notice == "“a.txt” is deleted from iCloud." && drive.removing.isEmpty)
      #expect(!played.calls.contains(.fetch) && drive.entries == [])
    }
  }

  @Test func whatAnotherDeviceDeletedMeanwhileIsToldAndGone() async throws {
    try await withCloud(there: ["a.txt", "Work/b.txt"]) {
      (model: HostModel, _: PlayedDrive, rooms: CloudRooms) async throws in
      let (cloud, drive) = (model.cloud, model.browser.drive)
      await drive.refresh()
      try FileManager.default.removeItem(atPath: rooms.there + "a.txt")
      cloud.moveOut(DocumentPath(["a.txt"]))
      await finished(cloud)
      #expect(cloud.problem?.hasPrefix("It was changed or moved at the same moment.") == true)
      #expect(drive.entries?.map(\.path.description) == ["Work"])
      drive.way = [DocumentPath(["Work"])]
      await finished(cloud)
      #expect(drive.entries?.map(\.path.description) == ["Work/b.txt"])
      try FileManager.default.removeItem(atPath: rooms.there + "Work")
      await drive.refresh()
      await finished(cloud)
      #expect(drive.way.isEmpty && drive.entries == [])
    }
  }
}

import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(TestSupport)
  import TestSupport
#endif

#if canImport(AppleFoundation)
  /// The user at iCloud Drive: tests press what the user presses.
  @MainActor
  @Suite struct CloudScreenTests {
    /// - Parameters:
    ///   - here: documents of this device.
    ///   - there: documents of iCloud.
    private func withScreen(
      here: [String] = [], there: [String] = [],
      _ body: (Stage, HostModel, PlayedDrive, Rooms) async throws -> Void
    ) async throws {
      try await withCloudApp { (model: HostModel, played: PlayedDrive, path: String) async throws in
        let rooms = Rooms(path: path)
        for name in here { try put("here", at: rooms.here + name) }
        for name in there { try put("there", at: rooms.there + name) }
        await model.activate()
        try await body(Stage(ContentView(model: model)), model, played, rooms)
      }
    }

    private struct Rooms {
      let path: String
      var here: String { path + "/AppGroup/Documents/" }
      var there: String { path + "/Cloud/Container/Documents/" }
      var trash: String { path + "/AppGroup/Trash/" }

      func text(_ file: String) -> String? { try? String(contentsOfFile: file, encoding: .utf8) }
    }

    private func enter(_ stage: Stage, _ model: HostModel) async throws {
      try stage.backToStart()
      try stage.press("iCloud Drive")
      try await stage.wait { _ in model.cloud.entries != nil }
    }

    @Test func aDocumentMovesToICloudAndBack() async throws {
      try await withScreen(here: ["Work/a.txt", "b.txt"]) { stage, model, _, rooms in
        try stage.press("Work")
        await model.browser.work?.value
        try stage.longPress("a.txt", "Move to iCloud")
        await model.cloud.work?.value
        #expect(stage.text.contains("“Work/a.txt” is in iCloud Drive."))
        #expect(rooms.text(rooms.there + "Work/a.txt") == "here")
        try await enter(stage, model)
        #expect(!stage.text.contains("b.txt"))
        try stage.press("Work")
        try await stage.wait(for: "a.txt — On this device")
        try stage.swipe("a.txt", "Move to Intray")
        await model.cloud.work?.value
        #expect(stage.text.contains("“Work/a.txt” is in Intray."))
        #expect(rooms.text(rooms.here + "Work/a.txt") == "here")
      }
    }

    @Test func aTakenNameBecomesTheNextFreeOneAndThatIsSaid() async throws {
      try await withScreen(here: ["a.txt", "b.txt"], there: ["a.txt", "b.txt"]) { stage, model, _, rooms in
        try stage.longPress("a.txt", "Move to iCloud")
        await model.cloud.work?.value
        #expect(stage.text.contains("“a.txt” was taken. It is in iCloud Drive as “a-1.txt”."))
        #expect(rooms.text(rooms.there + "a.txt") == "there")
        try await enter(stage, model)
        try stage.longPress("b.txt", "Move to Intray")
        await model.cloud.work?.value
        #expect(stage.text.contains("“b.txt” was taken. It is in Intray as “b-1.txt”."))
        #expect(rooms.text(rooms.here + "b.txt") == "here")
        #expect(rooms.text(rooms.here + "b-1.txt") == "there")
      }
    }

    @Test func whereEachDocumentIsIsSaidInWords() async throws {
      let names = ["here.txt", "away.txt", "coming.txt", "going.txt"]
      try await withScreen(there: names) { stage, model, played, _ in
        for name in ["away.txt", "coming.txt"] { try played.takeAway("Documents/" + name) }
        try played.arrive("Documents/coming.txt", 0.5)
        played.keepFromUploading("Documents/going.txt")
        try await enter(stage, model)
        #expect(stage.text.contains("here.txt — On this device"))
        #expect(stage.text.contains("away.txt — In iCloud only"))
        #expect(stage.text.contains("going.txt — Uploading"))
        try await stage.wait { $0.text.contains("coming.txt — Downloading, 50") }
        // It comes without anything being pressed.
        try played.arrive("Documents/coming.txt", 1)
        try await stage.wait(for: "coming.txt — On this device")
      }
    }

    @Test func aDownloadSaysHowFarItIsAndComes() async throws {
      try await withScreen(there: ["a.txt"]) { stage, model, played, rooms in
        try played.takeAway("Documents/a.txt")
        try await enter(stage, model)
        try stage.longPress("a.txt", "Download")
        try await stage.wait { _ in played.calls.contains(.fetch) }
        try await arrive(0.5, played, stage, "Downloading “a.txt” ▓▓▓▓▓░░░░░")
        try played.arrive("Documents/a.txt", 1)
        await model.cloud.work?.value
        #expect(stage.text.contains("a.txt — On this device") && model.cloud.works.isEmpty)
        #expect(rooms.text(rooms.there + "a.txt") == "there")
        try stage.longPress("a.txt", "Remove Download")
        await model.cloud.work?.value
        #expect(stage.text.contains("a.txt — In iCloud only"))
      }
    }

    /// Lets some of `a.txt` arrive, and waits until that is shown.
    private func arrive(
      _ part: Double, _ played: PlayedDrive, _ stage: Stage, _ text: String
    ) async throws {
      try await stage.wait { stage in
        // The app may not have listened to an earlier event, so send it again.
        (try? played.arrive("Documents/a.txt", part)) != nil && stage.text.contains(text)
      }
    }

    @Test(arguments: ["Download", "Move to Intray"])
    func whatWaitsForTheNetworkIsStoppedWithoutLoss(action: String) async throws {
      try await withScreen(there: ["a.txt"]) { stage, model, played, rooms in
        try played.takeAway("Documents/a.txt")
        try await enter(stage, model)
        try stage.longPress("a.txt", action)
        try await stage.wait(for: "[Stop “a.txt”]")
        try stage.press("Stop “a.txt”")
        await model.cloud.work?.value
        #expect(model.cloud.works.isEmpty && model.cloud.problem == nil)
        #expect(stage.text.contains("a.txt"))
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
    func aRefusalOnTheWayInIsToldAndLeavesTheDocumentHere(refusal: CloudError, sentence: String) async throws
    {
      try await withScreen(here: ["a.txt"]) { stage, model, played, rooms in
        played.before { call, _ throws(CloudError) in if call == .moveIn { throw refusal } }
        try stage.longPress("a.txt", "Move to iCloud")
        await model.cloud.work?.value
        #expect(stage.text.contains(sentence))
        #expect(rooms.text(rooms.here + "a.txt") == "here")
        // The next thing that is done says nothing of this one.
        played.before { _, _ throws(CloudError) in }
        try stage.longPress("a.txt", "Move to iCloud")
        await model.cloud.work?.value
        #expect(!stage.text.contains(sentence) && rooms.text(rooms.there + "a.txt") == "here")
      }
    }

    @Test(arguments: [
      (CloudError.unavailable, "cannot be downloaded now"), (.unreachable, "iCloud cannot be reached"),
    ])
    func aRefusalOnTheWayOutIsToldAndLeavesTheDocumentThere(refusal: CloudError, sentence: String)
      async throws
    {
      try await withScreen(there: ["a.txt"]) { stage, model, played, rooms in
        try played.takeAway("Documents/a.txt")
        played.before { call, _ throws(CloudError) in if call == .fetch { throw refusal } }
        try await enter(stage, model)
        try stage.longPress("a.txt", "Move to Intray")
        await model.cloud.work?.value
        #expect(stage.text.contains(sentence) && stage.text.contains("a.txt — In iCloud only"))
        #expect(rooms.text(rooms.here + "a.txt") == nil)
      }
    }

    @Test func theOnlyCopyStaysOnTheDeviceAndThatIsSaid() async throws {
      try await withScreen(there: ["a.txt"]) { stage, model, played, _ in
        played.keepFromUploading("Documents/a.txt")
        try await enter(stage, model)
        try stage.longPress("a.txt", "Remove Download")
        await model.cloud.work?.value
        #expect(stage.text.contains("iCloud does not have it yet"))
        #expect(!played.calls.contains(.evict))
      }
    }

    @Test func whatIsHereGoesToRecentlyDeletedFromWhereItComesBack() async throws {
      // Of two with one path it is the one that was pressed.
      try await withScreen(here: ["a.txt"], there: ["a.txt"]) { stage, model, _, rooms in
        try await enter(stage, model)
        try stage.swipe("a.txt", "Delete")
        await model.cloud.work?.value
        #expect(stage.text.contains("is in Recently Deleted") && stage.text.contains("Nothing in iCloud"))
        #expect(rooms.text(rooms.here + "a.txt") == "here")
        try stage.backToStart()
        try stage.press("Recently Deleted")
        await model.browser.work?.value
        let name = try #require(model.browser.list.entries.first?.path.description)
        try stage.swipe(name, "Put Back")
        await model.browser.work?.value
        #expect(try FileManager.default.contentsOfDirectory(atPath: rooms.here).count == 2)
      }
    }

    @Test func whatIsNotHereIsDeletedWithoutADownloadWhenAPersonSaysSo() async throws {
      try await withScreen(there: ["a.txt"]) { stage, model, played, _ in
        try played.takeAway("Documents/a.txt")
        try await enter(stage, model)
        try stage.swipe("a.txt", "Delete")
        #expect(stage.text.contains("What of “a.txt” is not on this device cannot be put back then."))
        try stage.press("Cancel")
        #expect(!played.calls.contains(.remove) && stage.text.contains("a.txt"))
        try stage.swipe("a.txt", "Delete")
        try stage.press("Delete Now")
        await model.cloud.work?.value
        #expect(stage.text.contains("“a.txt” is deleted from iCloud."))
        #expect(!played.calls.contains(.fetch) && model.cloud.entries == [])
      }
    }

    @Test func whatAnotherDeviceDeletedMeanwhileIsToldAndGone() async throws {
      try await withScreen(there: ["a.txt", "Work/b.txt"]) { stage, model, _, rooms in
        try await enter(stage, model)
        try FileManager.default.removeItem(atPath: rooms.there + "a.txt")
        try stage.longPress("a.txt", "Move to Intray")
        await model.cloud.work?.value
        #expect(stage.text.contains("It was changed or moved at the same moment."))
        #expect(model.cloud.entries?.map(\.path.description) == ["Work"])
        try stage.press("Work")
        try await stage.wait(for: "b.txt")
        try FileManager.default.removeItem(atPath: rooms.there + "Work")
        try await stage.pullToRefresh()
        try await stage.wait(for: "Nothing in iCloud Drive Yet")
      }
    }

    @Test func nothingThereYetSaysHowToMoveSomethingThere() async throws {
      try await withScreen { stage, model, _, _ in
        try await enter(stage, model)
        #expect(stage.text.contains("Touch and hold a document, and choose Move to iCloud."))
      }
    }
  }
#endif

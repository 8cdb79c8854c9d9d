import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(TestSupport)
  import TestSupport
#endif

#if canImport(AppleFoundation)
  /// iCloud Drive on screen: its words and buttons.
  @MainActor
  @Suite struct CloudScreenTests {
    private func withScreen(
      here: [String] = [], there: [String] = [],
      _ body: (Stage, HostModel, PlayedDrive, CloudRooms) async throws -> Void
    ) async throws {
      try await withCloud(here: here, there: there) { model, played, rooms in
        try await body(Stage(ContentView(model: model)), model, played, rooms)
      }
    }

    private func enter(_ stage: Stage, _ model: HostModel) async throws {
      try stage.backToStart()
      try stage.press("iCloud Drive")
      try await stage.wait { _ in model.cloud.entries != nil }
    }

    @Test func aDocumentMovesToICloudAndBack() async throws {
      try await withScreen(here: ["a.txt"]) { stage, model, _, _ in
        try stage.longPress("a.txt", "Move to iCloud")
        await model.cloud.work?.value
        #expect(stage.text.contains("“a.txt” is in iCloud Drive."))
        try await enter(stage, model)
        try await stage.wait(for: "a.txt — On this device")
        try stage.swipe("a.txt", "Move to Intray")
        await model.cloud.work?.value
        #expect(stage.text.contains("“a.txt” is in Intray."))
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
    func whatWaitsForTheNetworkHasAButtonThatStopsIt(action: String) async throws {
      try await withScreen(there: ["a.txt"]) { stage, model, played, _ in
        try played.takeAway("Documents/a.txt")
        try await enter(stage, model)
        try stage.longPress("a.txt", action)
        try await stage.wait(for: "[Stop “a.txt”]")
        try stage.press("Stop “a.txt”")
        await model.cloud.work?.value
        #expect(model.cloud.works.isEmpty && model.cloud.problem == nil && stage.text.contains("a.txt"))
      }
    }

    @Test func aDeletionThatMayBePermanentIsConfirmed() async throws {
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
      }
    }

    @Test func pullingLooksAgain() async throws {
      try await withScreen(there: ["a.txt"]) { stage, model, _, rooms in
        try await enter(stage, model)
        try FileManager.default.removeItem(atPath: rooms.there + "a.txt")
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

import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  /// iCloud Drive on screen: its words and buttons.
  @MainActor
  @Suite struct CloudScreenTests {
    private func withScreen(
      here: [String] = [], there: [String] = [],
      _ body: (ViewHarness, HostModel, PlayedDrive, CloudRooms) async throws -> Void
    ) async throws {
      try await withCloud(here: here, there: there) { model, played, rooms in
        try await body(ViewHarness(ContentView(model: model)), model, played, rooms)
      }
    }

    private func enter(_ harness: ViewHarness, _ model: HostModel) async throws {
      try harness.backToStart()
      try harness.press("iCloud Drive")
      try await harness.wait { _ in model.browser.drive.entries != nil }
    }

    @Test func aDocumentMovesToICloudAndBack() async throws {
      try await withScreen(here: ["a.txt"]) { harness, model, _, _ in
        try harness.longPress("a.txt", "Move to iCloud")
        await model.cloud.work?.value
        #expect(harness.text.contains("“a.txt” is in iCloud Drive."))
        try await enter(harness, model)
        try await harness.wait(for: "a.txt — On this device")
        try harness.swipe("a.txt", "Move to Intray")
        await model.cloud.work?.value
        #expect(harness.text.contains("“a.txt” is in Intray."))
      }
    }

    @Test func eachRowSaysInWordsWhereItsDocumentIs() async throws {
      let names = ["here.txt", "away.txt", "coming.txt", "going.txt"]
      try await withScreen(there: names) { harness, model, played, _ in
        for name in ["away.txt", "coming.txt"] { try played.takeAway("Documents/" + name) }
        try played.arrive("Documents/coming.txt", 0.5)
        played.keepFromUploading("Documents/going.txt")
        try await enter(harness, model)
        #expect(harness.text.contains("here.txt — On this device"))
        #expect(harness.text.contains("away.txt — In iCloud only"))
        #expect(harness.text.contains("going.txt — Uploading"))
        try await harness.wait { $0.text.contains("coming.txt — Downloading, 50") }
        // It comes without anything being pressed.
        try played.arrive("Documents/coming.txt", 1)
        try await harness.wait(for: "coming.txt — On this device")
      }
    }

    @Test func aDownloadShowsItsProgressAndFinishes() async throws {
      try await withScreen(there: ["a.txt"]) { harness, model, played, rooms in
        try played.takeAway("Documents/a.txt")
        try await enter(harness, model)
        try harness.longPress("a.txt", "Download")
        try await harness.wait { _ in played.calls.contains(.fetch) }
        try await arrive(0.5, played, harness, "Downloading “a.txt” ▓▓▓▓▓░░░░░")
        try played.arrive("Documents/a.txt", 1)
        await model.cloud.work?.value
        #expect(harness.text.contains("a.txt — On this device") && model.cloud.works.isEmpty)
        #expect(rooms.text(rooms.there + "a.txt") == "there")
        try harness.longPress("a.txt", "Remove Download")
        await model.cloud.work?.value
        #expect(harness.text.contains("a.txt — In iCloud only"))
      }
    }

    /// Lets some of `a.txt` arrive, and waits until that is shown.
    private func arrive(
      _ part: Double, _ played: PlayedDrive, _ harness: ViewHarness, _ text: String
    ) async throws {
      try await harness.wait { harness in
        // The app may not have listened to an earlier event, so send it again.
        (try? played.arrive("Documents/a.txt", part)) != nil && harness.text.contains(text)
      }
    }

    @Test(arguments: ["Download", "Move to Intray"])
    func whatWaitsForTheNetworkHasAButtonThatStopsIt(action: String) async throws {
      try await withScreen(there: ["a.txt"]) { harness, model, played, _ in
        try played.takeAway("Documents/a.txt")
        try await enter(harness, model)
        try harness.longPress("a.txt", action)
        try await harness.wait(for: "[Stop “a.txt”]")
        try harness.press("Stop “a.txt”")
        await model.cloud.work?.value
        #expect(model.cloud.works.isEmpty && model.cloud.problem == nil && harness.text.contains("a.txt"))
      }
    }

    @Test func aDeletionThatMayBePermanentIsConfirmed() async throws {
      try await withScreen(there: ["a.txt"]) { harness, model, played, _ in
        try played.takeAway("Documents/a.txt")
        try await enter(harness, model)
        try harness.swipe("a.txt", "Delete")
        #expect(harness.text.contains("What of “a.txt” is not on this device cannot be put back then."))
        try harness.press("Cancel")
        #expect(!played.calls.contains(.remove) && harness.text.contains("a.txt"))
        try harness.swipe("a.txt", "Delete")
        try harness.press("Delete Now")
        await model.cloud.work?.value
        #expect(harness.text.contains("“a.txt” is deleted from iCloud."))
      }
    }

    @Test func pullingLooksAgain() async throws {
      try await withScreen(there: ["a.txt"]) { harness, model, _, rooms in
        try await enter(harness, model)
        try FileManager.default.removeItem(atPath: rooms.there + "a.txt")
        try await harness.pullToRefresh()
        try await harness.wait(for: "Nothing in iCloud Drive Yet")
      }
    }

    @Test func anEmptyICloudSaysHowToMoveADocumentThere() async throws {
      try await withScreen { harness, model, _, _ in
        try await enter(harness, model)
        #expect(harness.text.contains("Touch and hold a document, and choose Move to iCloud."))
      }
    }
  }
#endif

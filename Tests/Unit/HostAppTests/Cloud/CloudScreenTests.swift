import Foundation
import IntrayCore
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  /// iCloud Drive on screen: its words and buttons.
  @MainActor
  @Suite(.inApp) struct CloudScreenTests {
    private func openScreen(here: [String] = [], there: [String] = []) async throws -> (
      ViewHarness, HostModel, PlayedDrive, CloudRooms
    ) {
      let (model, played, rooms) = try await openCloud(here: here, there: there)
      return (await show(model), model, played, rooms)
    }

    private func enter(_ harness: ViewHarness, _ model: HostModel) async throws {
      try harness.backToStart()
      try harness.press("iCloud Drive")
      await model.browser.settle()
    }

    @Test func eachRowSaysInWordsWhereItsDocumentIs() async throws {
      let names = ["here.txt", "away.txt", "coming.txt", "going.txt"]
      let (harness, model, played, _) = try await openScreen(there: names)
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

    @Test func aDownloadShowsItsProgressAndFinishes() async throws {
      let (harness, model, played, rooms) = try await openScreen(there: ["a.txt"])
      try played.takeAway("Documents/a.txt")
      try await enter(harness, model)
      try harness.longPress("a.txt", "Download")
      try await harness.wait { _ in played.calls.contains(.fetch) }
      try await arrive(0.5, played, harness, "Downloading “a.txt” ▓▓▓▓▓░░░░░")
      try played.arrive("Documents/a.txt", 1)
      await model.browser.settle()
      #expect(harness.text.contains("a.txt — On this device") && model.queue.works.isEmpty)
      #expect(rooms.text(rooms.there + "a.txt") == "there")
      try await model.browser.finish { _ in try harness.longPress("a.txt", "Remove Download") }
      #expect(harness.text.contains("a.txt — In iCloud only"))
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
      let (harness, model, played, rooms) = try await openScreen(there: ["a.txt"])
      try played.takeAway("Documents/a.txt")
      try await enter(harness, model)
      try harness.longPress("a.txt", action)
      try await harness.wait(for: "[Stop]")
      try await model.browser.finish { _ in try harness.press("Stop") }
      #expect(model.queue.works.isEmpty && model.cloud.problem == nil && harness.text.contains("a.txt"))
      #expect(rooms.text(rooms.here + "a.txt") == nil)
    }

    @Test func aDocumentOfICloudIsRenamed() async throws {
      let (harness, model, played, rooms) = try await openScreen(there: ["a.txt", "b.txt", "Work/c.txt"])
      try played.takeAway("Documents/a.txt")
      try await enter(harness, model)
      try harness.longPress("a.txt", "Rename")
      try harness.type("b", into: "New Name")
      try harness.press("Save")
      try await harness.wait(for: "This name is already taken in iCloud Drive.")
      #expect(try played.newest(of: "Documents/a.txt") == "there")
      #expect(rooms.text(rooms.there + "b.txt") == "there")
      try harness.longPress("a.txt", "Rename")
      try harness.type("A", into: "New Name")
      try harness.press("Save")
      try await harness.wait(for: "A.txt — In iCloud only")
      #expect(try played.newest(of: "Documents/A.txt") == "there")
      try harness.longPress("Work", "Rename")
      try harness.type("Play", into: "New Name")
      try harness.press("Save")
      try await harness.wait(for: "Play")
      #expect(rooms.text(rooms.there + "Play/c.txt") == "there")
    }

    @Test func aDocumentOfICloudIsFetchedAndShared() async throws {
      let (harness, model, played, _) = try await openScreen(there: ["a.txt"])
      try played.takeAway("Documents/a.txt")
      try await enter(harness, model)
      try harness.longPress("a.txt", "Share")
      try await harness.wait { _ in played.calls.contains(.fetch) }
      try await harness.wait { _ in
        // The app may not have listened to an earlier event, so send it again.
        (try? played.arrive("Documents/a.txt", 1)) != nil && model.browser.sharing != nil
      }
      let copy = try #require(model.browser.sharing)
      #expect(copy.lastPathComponent == "a.txt")
      #expect(try String(contentsOf: copy, encoding: .utf8) == "there")
      await model.browser.endSending()
      #expect(!FileManager.default.fileExists(atPath: copy.path))
    }

    @Test func onlyWhatIsOnThisDeviceHasAPicture() async throws {
      let (_, model, played, _) = try await openScreen(there: ["a.txt", "b.txt"])
      try played.takeAway("Documents/a.txt")
      await model.browser.finish { $0.place = .cloud }
      let entries = model.browser.list.entries
      var files: [String?] = []
      for entry in entries { files.append(await model.cloud.file(of: entry)?.lastPathComponent) }
      #expect(files == [nil, "b.txt"])
    }

    @Test func aDeletionThatMayBePermanentIsConfirmed() async throws {
      let (harness, model, played, _) = try await openScreen(there: ["a.txt"])
      try played.takeAway("Documents/a.txt")
      try await enter(harness, model)
      try harness.swipe("a.txt", "Delete")
      #expect(harness.text.contains("Items in “a.txt” that aren’t downloaded will be deleted immediately."))
      try harness.press("Cancel")
      #expect(!played.calls.contains(.remove) && harness.text.contains("a.txt"))
      try harness.swipe("a.txt", "Delete")
      try await model.browser.finish { _ in try harness.press("Delete Now") }
      #expect(harness.text.contains("“a.txt” is deleted from iCloud.") && !played.calls.contains(.fetch))
    }

    @Test func pullingLooksAgain() async throws {
      let (harness, model, _, rooms) = try await openScreen(there: ["a.txt"])
      try await enter(harness, model)
      try FileManager.default.removeItem(atPath: rooms.there + "a.txt")
      try await harness.pullToRefresh()
      try await harness.wait(for: "Nothing in iCloud Drive Yet")
      #expect(harness.text.contains("Touch and hold an item, and choose Move to iCloud."))
    }
  }
#endif

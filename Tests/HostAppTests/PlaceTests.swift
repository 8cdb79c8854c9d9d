import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  /// The places, on a phone and on a tablet.
  @MainActor
  @Suite struct PlaceTests {
    private func withScreen(
      isWide: Bool, _ body: (Stage, HostModel, String) async throws -> Void
    ) async throws {
      try await withApp { (model: HostModel, path: String) async throws in
        try put("x", at: path + "/AppGroup/Documents/Work/inside.txt")
        try put("x", at: path + "/AppGroup/Inbox/a.parcel/new.txt")
        try FileManager.default.createSymbolicLink(
          atPath: path + "/AppGroup/Inbox/a.parcel/link", withDestinationPath: "/etc/passwd")
        await model.activate()
        let stage = Stage(ContentView(model: model))
        if isWide { stage.horizontalSizeClass = .regular }
        try await body(stage, model, path)
      }
    }

    @Test func aPhoneOpensOnTheDocumentsAndThePlacesAreAStepBack() async throws {
      try await withScreen(isWide: false) { stage, model, _ in
        #expect(stage.text.contains("Just Arrived") && !stage.text.contains("Recently Deleted"))
        try stage.press("Work")
        try await stage.wait(for: "inside.txt")
        try stage.back()
        try stage.back()
        #expect(stage.text.hasPrefix("Intray\n") && !stage.text.contains("inside.txt"))
        #expect(stage.text.contains("1 just arrived — 1 not added"))
        try stage.press("Recently Deleted")
        await model.browser.work?.value
        #expect(stage.text.contains("Items are permanently deleted after 30 days."))
        try stage.back()
        #expect(stage.text.hasPrefix("Intray\n"))
      }
    }

    @Test func aTabletShowsBothColumns() async throws {
      try await withScreen(isWide: true) { stage, model, _ in
        #expect(stage.text.contains("✓ Documents") && stage.text.contains("Recently Deleted"))
        try stage.press("Work")
        try await stage.wait(for: "inside.txt")
        #expect(stage.text.contains("Recently Deleted") && stage.text.contains("‹ Documents   Work"))
        try stage.press("Recently Deleted")
        await model.browser.work?.value
        #expect(stage.text.contains("✓ Recently Deleted") && !stage.text.contains("inside.txt"))
        #expect(model.browser.folder == .trash && model.browser.problem == nil)
      }
    }

    @Test func aTabletThatBecomesNarrowKeepsWhatIsOnScreen() async throws {
      try await withScreen(isWide: true) { stage, model, _ in
        try stage.press("Work")
        try await stage.wait(for: "inside.txt")
        stage.horizontalSizeClass = .compact
        #expect(stage.text.hasPrefix("‹ Documents   Work") && stage.text.contains("inside.txt"))
        try stage.backToStart()
        stage.horizontalSizeClass = .regular
        #expect(stage.text.contains("Just Arrived"))
      }
    }

    @Test func nothingIsMovedOrMadeAmongWhatWasThrownAway() async throws {
      try await withScreen(isWide: true) { stage, model, _ in
        try stage.longPress("new.txt", "Move")
        #expect(stage.text.contains("[Move Here]") && stage.find(.button, "New Folder") != nil)
        try stage.press("Recently Deleted")
        await model.browser.work?.value
        #expect(!stage.text.contains("[Move Here]") && stage.find(.button, "New Folder") == nil)
      }
    }
  }
#endif

import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  /// What only the bars around a list have: which buttons can be pressed.
  @MainActor
  @Suite(.inApp) struct SelectionScreenTests {
    private func openScreen(_ names: [String]) async throws -> (ViewHarness, NavigationModel) {
      let (model, _) = try await openActiveApp(names)
      return (ViewHarness(ContentView(model: model)), model.browser)
    }

    @Test func severalAreShared() async throws {
      let (harness, _) = try await openScreen(["a.txt", "b.txt", "c.txt"])
      try harness.press("Edit")
      for name in ["a.txt", "c.txt"] { try harness.select(row: name) }
      try harness.press("Share…")
      #expect(harness.shared.first?.compactMap { ($0 as? URL)?.lastPathComponent } == ["a.txt", "c.txt"])
    }

    @Test func nothingCanBeDoneWithNothing() async throws {
      let (harness, browser) = try await openScreen(["a.txt", "Work/b.txt"])
      try harness.press("Edit")
      #expect(throws: HarnessError.self) { try harness.press("Move") }
      try harness.select(row: "a.txt")
      try harness.select(row: "a.txt")
      #expect(throws: HarnessError.self) { try harness.press("Send as Parcel") }
      // A folder is not entered, and a document not shown, while they are chosen.
      #expect(throws: HarnessError.self) { try harness.press("Work") }
      try harness.press("Done")
      try harness.press("Work")
      #expect(!browser.isSelecting)
    }
  }
#endif

import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(TestSupport)
  import TestSupport
#endif

#if canImport(AppleFoundation)
  /// What only the bars around a list have: which buttons can be pressed.
  @MainActor
  @Suite struct SelectionScreenTests {
    private func withScreen(_ names: [String], _ body: (Stage, NavigationModel) async throws -> Void)
      async throws
    {
      try await withApp { (model: HostModel, path: String) async throws in
        for name in names { try put(name, at: path + "/AppGroup/Documents/" + name) }
        await model.activate()
        try await body(Stage(ContentView(model: model)), model.browser)
      }
    }

    @Test func severalAreShared() async throws {
      try await withScreen(["a.txt", "b.txt", "c.txt"]) { stage, _ in
        try stage.press("Edit")
        for name in ["a.txt", "c.txt"] { try stage.select(row: name) }
        try stage.press("Share…")
        #expect(stage.shared.first?.compactMap { ($0 as? URL)?.lastPathComponent } == ["a.txt", "c.txt"])
      }
    }

    @Test func nothingCanBeDoneWithNothing() async throws {
      try await withScreen(["a.txt", "Work/b.txt"]) { stage, browser in
        try stage.press("Edit")
        #expect(throws: StageError.self) { try stage.press("Move") }
        try stage.select(row: "a.txt")
        try stage.select(row: "a.txt")
        #expect(throws: StageError.self) { try stage.press("Send as Parcel") }
        // A folder is not entered, and a document not shown, while they are chosen.
        #expect(throws: StageError.self) { try stage.press("Work") }
        try stage.press("Done")
        try stage.press("Work")
        #expect(!browser.isSelecting)
      }
    }

    @Test func severalAreDeletedAndComeBack() async throws {
      try await withScreen(["a.txt", "b.txt"]) { stage, browser in
        try stage.press("Edit")
        for name in ["a.txt", "b.txt"] { try stage.select(row: name) }
        try stage.press("Delete")
        await browser.work?.value
        #expect(stage.text.contains("2 items are in Recently Deleted."))
        try stage.press("Undo")
        await browser.work?.value
        #expect(!stage.text.contains("Recently Deleted."))
      }
    }
  }
#endif

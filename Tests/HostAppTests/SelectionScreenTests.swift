import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  /// What only the bars around a list have: which buttons can be pressed.
  @MainActor
  @Suite struct SelectionScreenTests {
    private func withScreen(_ names: [String], _ body: (ViewHarness, NavigationModel) async throws -> Void)
      async throws
    {
      try await withApp { (model: HostModel, path: String) async throws in
        for name in names { try put(name, at: path + "/AppGroup/Documents/" + name) }
        await model.activate()
        try await body(ViewHarness(ContentView(model: model)), model.browser)
      }
    }

    @Test func severalAreShared() async throws {
      try await withScreen(["a.txt", "b.txt", "c.txt"]) { harness, _ in
        try harness.press("Edit")
        for name in ["a.txt", "c.txt"] { try harness.select(row: name) }
        try harness.press("Share…")
        #expect(harness.shared.first?.compactMap { ($0 as? URL)?.lastPathComponent } == ["a.txt", "c.txt"])
      }
    }

    @Test func nothingCanBeDoneWithNothing() async throws {
      try await withScreen(["a.txt", "Work/b.txt"]) { harness, browser in
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
  }
#endif

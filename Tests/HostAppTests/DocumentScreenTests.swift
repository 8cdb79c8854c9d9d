import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(TestSupport)
  import TestSupport
#endif

#if canImport(AppleFoundation)
  /// The user at the list of documents: tests press what the user presses.
  @MainActor
  @Suite struct DocumentScreenTests {
    private func withScreen(
      _ names: [String], _ body: (Stage, HostModel, String) async throws -> Void
    ) async throws {
      try await withApp { (model: HostModel, path: String) async throws in
        for name in names { try put(name, at: path + "/AppGroup/Documents/" + name) }
        await model.activate()
        try await body(Stage(ContentView(model: model)), model, path + "/AppGroup/Documents/")
      }
    }

    @Test func aFolderIsEnteredAndLeft() async throws {
      try await withScreen(["Work/inside.txt", "outside.txt"]) { stage, _, _ in
        #expect(stage.text.contains("outside.txt") && !stage.text.contains("inside.txt"))
        try stage.press("Work")
        try await stage.wait(for: "inside.txt")
        try stage.back()
        try await stage.wait(for: "outside.txt")
      }
    }

    @Test func aSearchLooksBelowAndSaysWhenNothingIsFound() async throws {
      try await withScreen(["Work/inside.txt", "outside.pdf"]) { stage, model, _ in
        try stage.search("INSIDE")
        await model.browser.work?.value
        #expect(stage.text.contains("Work/inside.txt") && !stage.text.contains("outside.pdf"))
        try stage.search("nowhere")
        await model.browser.work?.value
        #expect(stage.text.contains("No item is named “nowhere”."))
      }
    }

    @Test func aDocumentIsRenamedAndATakenNameIsToldBesideIt() async throws {
      try await withScreen(["a.txt", "b.txt"]) { stage, model, documents in
        try stage.swipe("a.txt", "Rename")
        try stage.type("b.txt", into: "New Name")
        try stage.press("Save")
        try await stage.wait(for: "The name “b.txt” is already taken")
        try stage.type("c.txt", into: "New Name")
        try stage.press("Save")
        try await stage.wait { _ in model.browser.list.entries.map(\.path.description) == ["b.txt", "c.txt"] }
        #expect(try String(contentsOfFile: documents + "c.txt", encoding: .utf8) == "a.txt")
      }
    }

    @Test func aDocumentIsMovedIntoAFolder() async throws {
      try await withScreen(["a.txt", "Work/b.txt"]) { stage, model, documents in
        try stage.longPress("a.txt", "Move")
        try stage.press("Work")
        try stage.press("Move Here")
        await model.browser.work?.value
        #expect(try String(contentsOfFile: documents + "Work/a.txt", encoding: .utf8) == "a.txt")
        #expect(!FileManager.default.fileExists(atPath: documents + "a.txt"))
        #expect(model.browser.moving.isEmpty)
      }
    }

    @Test func whatIsDeletedCanBeTakenBack() async throws {
      try await withScreen(["Work/a.txt", "b.txt"]) { stage, model, documents in
        try stage.press("Work")
        await model.browser.work?.value
        try stage.swipe("a.txt", "Delete")
        try await stage.wait(for: "is in Recently Deleted")
        #expect(!FileManager.default.fileExists(atPath: documents + "Work/a.txt"))
        try stage.press("Undo")
        await model.browser.work?.value
        #expect(try String(contentsOfFile: documents + "Work/a.txt", encoding: .utf8) == "Work/a.txt")
        #expect(!stage.text.contains("is in Recently Deleted"))
      }
    }

    @Test func recentlyDeletedPutsBackAndDeletesForGoodWhenToldTwice() async throws {
      try await withScreen(["a.txt", "b.txt", "c.txt"]) { stage, model, documents in
        for name in ["a.txt", "b.txt"] {
          try stage.swipe(name, "Delete")
          await model.browser.work?.value
        }
        try stage.backToStart()
        try stage.press("Recently Deleted")
        await model.browser.work?.value
        #expect(model.browser.list.total == 2)
        try stage.swipe("a.txt", "Put Back")
        await model.browser.work?.value
        #expect(FileManager.default.fileExists(atPath: documents + "a.txt"))
        try stage.swipe("b.txt", "Delete Now")
        #expect(stage.text.contains("“b.txt” cannot be put back then."))
        try stage.press("Cancel")
        #expect(model.browser.list.total == 1)
        try stage.swipe("b.txt", "Delete Now")
        try stage.press("Delete Now")
        await model.browser.work?.value
        #expect(model.browser.list.total == 0 && model.browser.problem == nil)
        #expect(!FileManager.default.fileExists(atPath: documents + "b.txt"))
      }
    }

    @Test func anOrderIsChosen() async throws {
      try await withScreen(["a.txt", "much longer name.txt"]) { stage, model, _ in
        try stage.choose("Size", in: "Sort By")
        await model.browser.work?.value
        #expect(model.browser.list.entries.first?.path.description == "much longer name.txt")
      }
    }
  }
#endif

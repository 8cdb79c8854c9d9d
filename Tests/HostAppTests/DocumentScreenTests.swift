import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  /// The user at the list of documents: tests press what the user presses.
  @MainActor
  @Suite struct DocumentScreenTests {
    private func withScreen(
      _ names: [String], _ body: (ViewHarness, HostModel, String) async throws -> Void
    ) async throws {
      try await withApp { (model: HostModel, path: String) async throws in
        for name in names { try put(name, at: path + "/AppGroup/Documents/" + name) }
        await model.activate()
        try await body(ViewHarness(ContentView(model: model)), model, path + "/AppGroup/Documents/")
      }
    }

    @Test func aFolderIsEnteredAndLeft() async throws {
      try await withScreen(["Work/inside.txt", "outside.txt"]) { harness, _, _ in
        #expect(harness.text.contains("outside.txt") && !harness.text.contains("inside.txt"))
        try harness.press("Work")
        try await harness.wait(for: "inside.txt")
        try harness.back()
        try await harness.wait(for: "outside.txt")
      }
    }

    @Test func aSearchLooksIntoSubfoldersAndSaysWhenNothingIsFound() async throws {
      try await withScreen(["Work/inside.txt", "outside.pdf"]) { harness, model, _ in
        try harness.search("INSIDE")
        await model.browser.work?.value
        #expect(harness.text.contains("Work/inside.txt") && !harness.text.contains("outside.pdf"))
        try harness.search("nowhere")
        await model.browser.work?.value
        #expect(harness.text.contains("No item is named “nowhere”."))
      }
    }

    @Test func aDocumentIsRenamedAndATakenNameShowsAMessage() async throws {
      try await withScreen(["a.txt", "b.txt"]) { harness, model, documents in
        try harness.swipe("a.txt", "Rename")
        try harness.type("b.txt", into: "New Name")
        try harness.press("Save")
        try await harness.wait(for: "The name “b.txt” is already taken")
        try harness.type("c.txt", into: "New Name")
        try harness.press("Save")
        try await harness.wait { _ in
          model.browser.list.entries.map(\.path.description) == ["b.txt", "c.txt"]
        }
        #expect(try String(contentsOfFile: documents + "c.txt", encoding: .utf8) == "a.txt")
      }
    }

    @Test func aDocumentIsMovedIntoAFolder() async throws {
      try await withScreen(["a.txt", "Work/b.txt"]) { harness, model, documents in
        try harness.longPress("a.txt", "Move")
        try harness.press("Work")
        try harness.press("Move Here")
        await model.browser.work?.value
        #expect(try String(contentsOfFile: documents + "Work/a.txt", encoding: .utf8) == "a.txt")
        #expect(!FileManager.default.fileExists(atPath: documents + "a.txt"))
        #expect(model.browser.moving.isEmpty)
      }
    }

    @Test func aDeletionCanBeUndone() async throws {
      try await withScreen(["Work/a.txt", "b.txt"]) { harness, model, documents in
        try harness.press("Work")
        await model.browser.work?.value
        try harness.swipe("a.txt", "Delete")
        try await harness.wait(for: "is in Recently Deleted")
        #expect(!FileManager.default.fileExists(atPath: documents + "Work/a.txt"))
        try harness.press("Undo")
        await model.browser.work?.value
        #expect(try String(contentsOfFile: documents + "Work/a.txt", encoding: .utf8) == "Work/a.txt")
        #expect(!harness.text.contains("is in Recently Deleted"))
      }
    }

    @Test func recentlyDeletedPutsBackAndDeletesForGoodAfterAConfirmation() async throws {
      try await withScreen(["a.txt", "b.txt", "c.txt"]) { harness, model, documents in
        for name in ["a.txt", "b.txt"] {
          try harness.swipe(name, "Delete")
          await model.browser.work?.value
        }
        try harness.backToStart()
        try harness.press("Recently Deleted")
        await model.browser.work?.value
        #expect(model.browser.list.total == 2)
        try harness.swipe("a.txt", "Put Back")
        await model.browser.work?.value
        #expect(FileManager.default.fileExists(atPath: documents + "a.txt"))
        try harness.swipe("b.txt", "Delete Now")
        #expect(harness.text.contains("“b.txt” cannot be put back then."))
        try harness.press("Cancel")
        #expect(model.browser.list.total == 1)
        try harness.swipe("b.txt", "Delete Now")
        try harness.press("Delete Now")
        await model.browser.work?.value
        #expect(model.browser.list.total == 0 && model.browser.problem == nil)
        #expect(!FileManager.default.fileExists(atPath: documents + "b.txt"))
      }
    }

    @Test func theUserChoosesAnOrder() async throws {
      try await withScreen(["a.txt", "much longer name.txt"]) { harness, model, _ in
        try harness.choose("Size", in: "Sort By")
        await model.browser.work?.value
        #expect(model.browser.list.entries.first?.path.description == "much longer name.txt")
      }
    }
  }
#endif

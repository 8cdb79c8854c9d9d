import Foundation
import IntrayCore
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  /// The user at the list of documents: tests press what the user presses.
  @MainActor
  @Suite(.inApp) struct DocumentScreenTests {
    @Test func aDocumentIsRenamedAndATakenNameShowsAMessage() async throws {
      let (harness, model, _) = try await openScreen(["a.txt", "b.txt"])
      try harness.swipe("a.txt", "Rename")
      let note = "Files doesn’t show items whose names begin with a dot. Intray does."
      try harness.type(".b", into: "New Name")
      #expect(harness.text.contains(note))
      try harness.type("b.txt", into: "New Name")
      #expect(!harness.text.contains(note))
      try harness.press("Save")
      try await harness.wait(for: "The name “b.txt” is already taken")
      try harness.type("c.txt", into: "New Name")
      try harness.press("Save")
      try await harness.wait { _ in
        model.browser.listed == ["b.txt", "c.txt"]
      }
      #expect(try stored("Documents/c.txt") == "a.txt")
    }

    @Test func recentlyDeletedPutsBackAndDeletesForGoodAfterAConfirmation() async throws {
      let (harness, model, path) = try await openScreen(["a.txt", "b.txt", "c.txt"])
      for name in ["a.txt", "b.txt"] {
        try await model.browser.finish { _ in try harness.swipe(name, "Delete") }
      }
      try harness.backToStart()
      try await model.browser.finish { _ in try harness.press("Recently Deleted") }
      #expect(model.browser.list.total == 2 && harness.text.contains("30 days left"))
      try await model.browser.finish { _ in try harness.swipe("a.txt", "Recover") }
      #expect(FileManager.default.fileExists(atPath: path + "/AppGroup/Documents/a.txt"))
      #expect(harness.text.contains("“a.txt” was recovered."))
      try harness.swipe("b.txt", "Delete Now")
      #expect(harness.text.contains("Delete “b.txt” Permanently?"))
      try harness.press("Cancel")
      #expect(model.browser.list.total == 1)
      try harness.swipe("b.txt", "Delete Now")
      try await model.browser.finish { _ in try harness.press("Delete Now") }
      #expect(model.browser.list.total == 0 && model.browser.problem == nil)
      #expect(!FileManager.default.fileExists(atPath: path + "/AppGroup/Documents/b.txt"))
    }

    @Test func aRowSaysThatFilesDoesNotShowTheItem() async throws {
      let (harness, _, _) = try await openScreen(["a.txt"])
      #expect(!harness.text.contains("Not shown in Files"))
      let (hidden, _, _) = try await openScreen([".notes.txt"])
      #expect(hidden.text.contains("Not shown in Files"))
    }

    @Test func theUserChoosesAnOrder() async throws {
      let (harness, model, _) = try await openScreen(["a.txt", "much longer name.txt"])
      try await model.browser.finish { _ in try harness.choose("Size", in: "Sort By") }
      #expect(model.browser.list.entries.first?.path.description == "much longer name.txt")
    }

    @Test func anItemWhoseFolderIsGoneIsRecoveredElsewhereWhichIsSaid() async throws {
      let (harness, model, path) = try await openScreen(["Work/a.txt"])
      try await model.browser.finish { _ in try harness.press("Work") }
      try await model.browser.finish { _ in try harness.swipe("a.txt", "Delete") }
      try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/Work")
      await model.browser.finish { $0.place = .trash }
      try await model.browser.finish { _ in try harness.swipe("a.txt", "Recover") }
      #expect(harness.text.contains("“a.txt” was recovered. Its folder no longer exists."))
      try await model.browser.finish { _ in try harness.press("Show") }
      #expect(model.browser.place == .documents && model.browser.listed == ["a.txt"])
    }

    @Test func dropsOnAnEmptyListComeIn() async throws {
      let (harness, model, path) = try await openScreen([])
      #expect(harness.text.contains("Nothing Here Yet"))
      #expect(
        try harness.drop([NSItemProvider(item: "Hello" as NSString, typeIdentifier: "public.utf8-plain-text")]
        ))
      await model.importer.finish()
      #expect(FileManager.default.fileExists(atPath: path + "/AppGroup/Documents/Hello.txt"))
    }
  }
#endif

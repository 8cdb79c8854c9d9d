import Foundation
import IntrayCore
import SwiftUI
import Testing

@testable import HostApp

/// The user at the list of documents.
@MainActor
@Suite(.inApp) struct DocumentActionTests {
  @Test func aDocumentIsDuplicated() async throws {
    let (browser, path) = try await openBrowser(["a.txt"])
    await browser.finish { $0.actions.duplicate($0.entries("a.txt")) }
    #expect(browser.listed == ["a 2.txt", "a.txt"])
    #expect(try String(contentsOfFile: path + "/AppGroup/Documents/a 2.txt", encoding: .utf8) == "a.txt")
    // A copy of the copy has the next number, as in Files.
    await browser.finish { $0.actions.duplicate($0.entries("a 2.txt")) }
    await browser.finish { $0.actions.duplicate($0.entries("a.txt")) }
    #expect(browser.listed == ["a 2.txt", "a 3.txt", "a 4.txt", "a.txt"])
  }

  @Test func voiceOverSaysHowManyWereDeleted() async throws {
    let (browser, _) = try await openBrowser(["a.txt", "b.txt", "c.txt"])
    func announced() -> [String] { browser.window.banners(for: browser.page).compactMap(\.announcement) }
    await browser.finish { $0.actions.delete($0.entries("a.txt")) }
    #expect(announced() == ["“a.txt” is in Recently Deleted."])
    await browser.finish { $0.actions.delete($0.entries("b.txt", "c.txt")) }
    #expect(announced() == ["2 items are in Recently Deleted."])
  }

  @Test func aFolderIsMade() async throws {
    let (browser, path) = try await openBrowser(["a.txt"])
    browser.actions.beginFolder(in: DocumentPath())
    await browser.type("Letters")
    #expect(browser.listed == ["Letters", "a.txt"])
    #expect(try contents(of: path + "/AppGroup/Documents/Letters").isEmpty)
  }

  @Test func anotherPlaceEndsWhatWasBegun() async throws {
    let (browser, _) = try await openBrowser(["a.txt", "Work/b.txt"])
    await browser.enter(DocumentPath(["Work"]))
    browser.select("b.txt")
    browser.page.cursor = DocumentPath(["Work", "b.txt"])
    await browser.finish { $0.page.search.text = "b" }
    await browser.finish { $0.place = .trash }
    #expect(!browser.page.isSelecting && browser.page.search.text.isEmpty && browser.path.isEmpty)
    #expect(browser.page.commanded.isEmpty)
    // As the system does when a phone goes back to the list of places.
    browser.window.chosenPlace = nil
    #expect(browser.folder == .trash && browser.place == .trash)
  }

  /// What is registered while something is taken back is what the undo manager does again:
  /// <https://developer.apple.com/documentation/foundation/undomanager>.
  @Test func whatWasTakenBackIsDoneAgainAsOftenAsTheUserLikes() async throws {
    let (browser, path) = try await openBrowser(["a.txt", "b.txt", "Work/c.txt"])
    let undoManager = UndoManager()
    browser.window.undoManager = undoManager
    let trash = path + "/AppGroup/Trash"
    await browser.finish { $0.delete("a.txt", "b.txt") }
    for _ in 0..<2 {
      #expect(browser.listed == ["Work"])
      #expect(try contents(of: trash) == ["a.txt", "b.txt"])
      await browser.finish { _ in undoManager.undo() }
      #expect(try contents(of: trash).isEmpty && browser.listed == ["Work", "a.txt", "b.txt"])
      await browser.finish { _ in undoManager.redo() }
    }
    #expect(browser.problem == nil)
  }

  /// What the user does with documents, and what is listed then.
  private typealias Act = (@MainActor (WindowDriver) async -> Void, [String])

  @Test(arguments: 0..<4)
  func everyActionIsTakenBackAndDoneAgain(number: Int) async throws {
    let acts: [Act] = [
      (
        { browser in
          await browser.finish { $0.actions.move([$0.entry("a.txt").seen], to: DocumentPath(["Work"])) }
        }, ["Work"]
      ),
      (
        { browser in
          browser.actions.beginRenaming(browser.entry("a.txt"))
          await browser.type("b")
        }, ["Work", "b.txt"]
      ),
      (
        { browser in await browser.finish { $0.actions.duplicate($0.entries("a.txt")) } },
        ["Work", "a 2.txt", "a.txt"]
      ),
      (
        { browser in
          browser.actions.beginFolder(in: DocumentPath())
          await browser.type("Later")
        }, ["Later", "Work", "a.txt"]
      ),
    ]
    let (act, after) = acts[number]
    let (browser, _) = try await openBrowser(["a.txt", "Work/c.txt"])
    let undoManager = UndoManager()
    browser.window.undoManager = undoManager
    await act(browser)
    for _ in 0..<2 {
      #expect(browser.listed == after)
      await browser.finish { _ in undoManager.undo() }
      #expect(browser.listed == ["Work", "a.txt"])
      await browser.finish { _ in undoManager.redo() }
    }
    #expect(browser.listed == after && browser.problem == nil)
  }

  /// A document that another program changed meanwhile is not the one that was deleted.
  @Test func anotherDocumentThatTookThePlaceIsNotDeletedAgain() async throws {
    let (browser, path) = try await openBrowser(["a.txt"])
    let undoManager = UndoManager()
    browser.window.undoManager = undoManager
    await browser.finish { $0.delete("a.txt") }
    await browser.finish { _ in undoManager.undo() }
    let document = path + "/AppGroup/Documents/a.txt"
    try FileManager.default.moveItem(atPath: document, toPath: path + "/earlier.txt")
    try put("of another program", at: document)
    await browser.finish { _ in undoManager.redo() }
    #expect(try stored("Documents/a.txt") == "of another program")
    #expect(browser.problem?.contains("was changed") == true)
  }
}

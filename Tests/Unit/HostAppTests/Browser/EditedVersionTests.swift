import Foundation
import IntrayCore
import QuickLook
import SwiftUI
import Testing

@testable import HostApp

extension PreviewPages {
  /// Quick Look could not write into the preview copy on screen, and has written elsewhere.
  fileprivate func saveElsewhere(_ url: URL) {
    previewController(QLPreviewController(), didSaveEditedCopyOf: shown, at: url)
  }
}

/// The user marks up what Quick Look shows, and chooses what becomes of the two versions.
@MainActor
@Suite(.inApp) struct EditedVersionTests {
  /// Writes an edited version elsewhere, as Quick Look does when the type is another one.
  private func write(_ text: String, as name: String, _ path: String) throws -> URL {
    let file = path + "/Elsewhere/" + name
    try put(text, at: file)
    return URL(filePath: file)
  }

  @Test func replacingPutsTheOldVersionIntoRecentlyDeleted() async throws {
    let (browser, _) = try await openBrowser(["a.txt"])
    try await browser.markUp("a.txt")
    await browser.closePreview()
    #expect(browser.edited?.path.description == "a-1.txt" && browser.listed.count == 2)
    await browser.replaceOriginal()
    #expect(browser.listed == ["a.txt"])
    #expect(browser.replaced == DocumentPath(["a.txt"]) && browser.edited == nil)
    #expect(try stored("Documents/a.txt") == "scribbled" && stored("Trash/a.txt") == "a.txt")
  }

  @Test func aDocumentThatChangedSinceItWasShownIsNotReplaced() async throws {
    let (browser, path) = try await openBrowser(["a.txt"])
    await browser.finish { $0.preview("a.txt") }
    let document = path + "/AppGroup/Documents/a.txt"
    try FileManager.default.moveItem(atPath: document, toPath: path + "/earlier.txt")
    try put("of another program", at: document)
    try Data("scribbled".utf8).write(to: #require(browser.previewing?.url))
    await browser.closePreview()
    await browser.replaceOriginal()
    #expect(browser.problem?.contains("was changed") == true)
    #expect(try stored("Documents/a.txt") == "of another program")
    #expect(try stored("Documents/a-1.txt") == "scribbled")
  }

  @Test func anEditOfAnotherTypeIsADocumentOfThatType() async throws {
    let (browser, path) = try await openBrowser(["a.gif"])
    await browser.finish { $0.preview("a.gif") }
    let pages = try #require(browser.window.preview)
    for version in ["first", "second"] {
      let written = try write(version, as: "a.png", path)
      pages.saveElsewhere(written)
      // The file is there only during the call.
      try FileManager.default.removeItem(at: written)
    }
    await browser.closePreview()
    #expect(browser.listed == ["a.gif", "a.png"])
    #expect(try stored("Documents/a.png") == "second" && stored("Documents/a.gif") == "a.gif")
    await browser.replaceOriginal()
    #expect(browser.listed == ["a.png"])
    #expect(try stored("Trash/a.gif") == "a.gif")
  }

  @Test func anEditThatComesAfterTheEndIsKept() async throws {
    let (browser, path) = try await openBrowser(["Work/a.txt"])
    await browser.finish { $0.preview("Work/a.txt") }
    let pages = try #require(browser.window.preview)
    await browser.closePreview()
    try await browser.finish { _ in pages.saveElsewhere(try write("late", as: "a.txt", path)) }
    #expect(browser.edited?.path.description == "Work/a-1.txt")
    #expect(try stored("Documents/Work/a-1.txt") == "late")
  }

  @Test func anEditThatCannotBeReadIsSaid() async throws {
    let (browser, path) = try await openBrowser(["a.txt"])
    await browser.finish { $0.preview("a.txt") }
    let pages = try #require(browser.window.preview)
    pages.saveElsewhere(URL(filePath: path + "/missing.txt"))
    #expect(browser.problem?.contains("Your changes to “a.txt” couldn’t be saved.") == true)
    await browser.closePreview()
    #expect(browser.listed == ["a.txt"])
  }
}

/// The user replaces a document by a file of another app.
@MainActor
@Suite(.inApp) struct ReplaceDocumentTests {
  /// The user picks a file, or closes the picker.
  private func pick(_ result: Result<[URL], any Error>, in browser: WindowDriver) async throws {
    let purpose = try #require(browser.window.picking)
    // As SwiftUI does before it says what was picked.
    browser.window.isPicking = false
    await browser.finish { $0.actions.picked(result, for: purpose) }
  }

  @Test func aFileTakesThePlaceOfADocumentAndTheOldVersionIsInRecentlyDeleted() async throws {
    let (browser, path) = try await openBrowser(["Work/a.txt"])
    await browser.enter(DocumentPath(["Work"]))
    try put("new", at: path + "/Elsewhere/draft.txt")
    await browser.finish { $0.actions.beginReplacing($0.entry("Work/a.txt")) }
    #expect(browser.window.isPicking)
    try await pick(.success([URL(filePath: path + "/Elsewhere/draft.txt")]), in: browser)
    #expect(browser.listed == ["Work/a.txt"] && browser.problem == nil)
    #expect(try stored("Documents/Work/a.txt") == "new" && stored("Trash/a.txt") == "Work/a.txt")
    #expect(FileManager.default.fileExists(atPath: path + "/Elsewhere/draft.txt"))
  }

  @Test func anotherDocumentThatTookTheNameMeanwhileIsNotReplaced() async throws {
    let (browser, path) = try await openBrowser(["a.txt"])
    try put("new", at: path + "/Elsewhere/a.txt")
    await browser.finish { $0.actions.beginReplacing($0.entry("a.txt")) }
    let document = path + "/AppGroup/Documents/a.txt"
    try FileManager.default.moveItem(atPath: document, toPath: path + "/earlier.txt")
    try put("of another program", at: document)
    try await pick(.success([URL(filePath: path + "/Elsewhere/a.txt")]), in: browser)
    #expect(browser.problem?.contains("was changed") == true)
    #expect(try stored("Documents/a.txt") == "of another program")
    #expect(try stored("Documents/a-1.txt") == "new")
  }

  @Test func closingThePickerReplacesNothing() async throws {
    let (browser, _) = try await openBrowser(["a.txt"])
    await browser.finish { $0.actions.beginReplacing($0.entry("a.txt")) }
    try await pick(.failure(CocoaError(.userCancelled)), in: browser)
    #expect(browser.problem == nil && !browser.window.isPicking)
    #expect(try stored("Documents/a.txt") == "a.txt")
  }
}

#if canImport(AppleFoundation)
  extension EditedVersionTests {
    @Test(arguments: [Preferences.MarkupAnswer.replace, .copy])
    func aUserWhoHasAnsweredIsNotAskedAgain(answer: Preferences.MarkupAnswer) async throws {
      let (model, path) = try openApp(markupAnswer: answer)
      try put("a.txt", at: path + "/AppGroup/Documents/a.txt")
      await model.activate()
      let (harness, browser) = (await show(model), model.browser)
      try await browser.finish { _ in try harness.press("a.txt") }
      try harness.type("scribbled", into: "Markup")
      try await browser.finish { _ in try harness.press("Done") }
      #expect(!harness.text.contains("Replace Original"))
      if answer == .replace {
        #expect(harness.text.contains("“a.txt” was replaced."))
        #expect(try stored("Documents/a.txt") == "scribbled" && stored("Trash/a.txt") == "a.txt")
      } else {
        #expect(harness.text.contains("Your changes are in “a-1.txt”."))
        try harness.press("Close")
        #expect(try stored("Documents/a.txt") == "a.txt" && stored("Documents/a-1.txt") == "scribbled")
      }
      #expect(browser.edited == nil)
    }

    @Test func theUserReplacesTheOriginalOnScreen() async throws {
      let (model, _) = try await openActiveApp(["a.txt", "b.gif"])
      let (harness, browser) = (await show(model), model.browser)
      try await browser.finish { _ in try harness.press("a.txt") }
      try harness.type("scribbled", into: "Markup")
      try await browser.finish { _ in try harness.press("Done") }
      try await browser.finish { _ in try harness.press("Replace Original") }
      #expect(harness.text.contains("“a.txt” was replaced. The old version is in Recently Deleted."))
      #expect(try stored("Documents/a.txt") == "scribbled")
      try await browser.finish { _ in try harness.press("b.gif") }
      #expect(throws: HarnessError.self) { try harness.dismiss() }
      try harness.type("flat", into: "Markup")
      try await browser.finish { _ in try harness.press("Done") }
      try harness.press("Save a Copy")
      #expect(browser.listed == ["a.txt", "b.gif", "b.png"])
      #expect(!harness.text.contains("Replace Original"))
    }
  }
#endif

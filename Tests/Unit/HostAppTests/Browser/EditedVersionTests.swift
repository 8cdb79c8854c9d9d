import Foundation
import IntrayCore
import SwiftUI
import Testing

@testable import HostApp

/// The user marks up what Quick Look shows, and chooses what becomes of the two versions.
@MainActor
@Suite(.inApp) struct EditedVersionTests {
  private let path = DocumentPath(["a.txt"])

  /// Writes an edited version elsewhere, as Quick Look does when the type is another one.
  private func write(_ text: String, as name: String, _ path: String) throws -> URL {
    let file = path + "/Elsewhere/" + name
    try put(text, at: file)
    return URL(filePath: file)
  }

  @Test func replacingPutsTheOldVersionIntoRecentlyDeleted() async throws {
    let (browser, _) = try await openBrowser(["a.txt"])
    try await browser.markUp(self.path)
    await browser.closePreview()
    #expect(browser.outgoing.edited?.path.description == "a-1.txt" && browser.listed.count == 2)
    await browser.finish { $0.replaceOriginal() }
    #expect(browser.listed == ["a.txt"])
    #expect(browser.outgoing.replaced == self.path && browser.outgoing.edited == nil)
    #expect(try stored("Documents/a.txt") == "scribbled" && stored("Trash/a.txt") == "a.txt")
  }

  @Test func aDocumentThatChangedSinceItWasShownIsNotReplaced() async throws {
    let (browser, path) = try await openBrowser(["a.txt"])
    await browser.finish { $0.preview(self.path) }
    let document = path + "/AppGroup/Documents/a.txt"
    try FileManager.default.moveItem(atPath: document, toPath: path + "/earlier.txt")
    try put("of another program", at: document)
    try Data("scribbled".utf8).write(to: #require(browser.previewing?.url))
    await browser.closePreview()
    await browser.finish { $0.replaceOriginal() }
    #expect(browser.problem?.contains("was changed") == true)
    #expect(try stored("Documents/a.txt") == "of another program")
    #expect(try stored("Documents/a-1.txt") == "scribbled")
  }

  @Test func anEditOfAnotherTypeIsADocumentOfThatType() async throws {
    let (browser, path) = try await openBrowser(["a.gif"])
    await browser.finish { $0.preview(DocumentPath(["a.gif"])) }
    let copy = try #require(browser.previewing)
    for version in ["first", "second"] {
      let written = try write(version, as: "a.png", path)
      browser.keepEdit(at: written, of: copy)
      // The file is there only during the call.
      try FileManager.default.removeItem(at: written)
    }
    await browser.closePreview()
    #expect(browser.listed == ["a.gif", "a.png"])
    #expect(try stored("Documents/a.png") == "second" && stored("Documents/a.gif") == "a.gif")
    await browser.finish { $0.replaceOriginal() }
    #expect(browser.listed == ["a.png"])
    #expect(try stored("Trash/a.gif") == "a.gif")
  }

  @Test func anEditThatComesAfterTheEndIsKept() async throws {
    let (browser, path) = try await openBrowser(["Work/a.txt"])
    await browser.finish { $0.preview(DocumentPath(["Work", "a.txt"])) }
    let copy = try #require(browser.previewing)
    await browser.closePreview()
    try await browser.finish { $0.keepEdit(at: try write("late", as: "a.txt", path), of: copy) }
    #expect(browser.outgoing.edited?.path.description == "Work/a-1.txt")
    #expect(try stored("Documents/Work/a-1.txt") == "late")
  }

  @Test func anEditThatCannotBeReadIsSaid() async throws {
    let (browser, path) = try await openBrowser(["a.txt"])
    await browser.finish { $0.preview(self.path) }
    let copy = try #require(browser.previewing)
    browser.keepEdit(at: URL(filePath: path + "/missing.txt"), of: copy)
    #expect(browser.problem?.contains("Your changes to “a.txt” couldn’t be saved.") == true)
    await browser.closePreview()
    #expect(browser.listed == ["a.txt"])
  }
}

/// The user replaces a document by a file of another app.
@MainActor
@Suite(.inApp) struct ReplaceDocumentTests {
  /// What is replaced is not imported.
  private let importer = Importer(library: .ofTest, files: FilesRegistration())

  @Test func aFileTakesThePlaceOfADocumentAndTheOldVersionIsInRecentlyDeleted() async throws {
    let (browser, path) = try await openBrowser(["Work/a.txt"])
    await browser.enter(DocumentPath(["Work"]))
    try put("new", at: path + "/Elsewhere/draft.txt")
    await browser.finish { $0.beginReplacing(DocumentPath(["Work", "a.txt"])) }
    #expect(browser.isPicking)
    // As SwiftUI does before it says what was picked.
    browser.isPicking = false
    await browser.finish { $0.picked(.success([URL(filePath: path + "/Elsewhere/draft.txt")]), importer) }
    #expect(browser.listed == ["Work/a.txt"] && browser.problem == nil)
    #expect(try stored("Documents/Work/a.txt") == "new" && stored("Trash/a.txt") == "Work/a.txt")
    #expect(FileManager.default.fileExists(atPath: path + "/Elsewhere/draft.txt"))
  }

  @Test func anotherDocumentThatTookTheNameMeanwhileIsNotReplaced() async throws {
    let (browser, path) = try await openBrowser(["a.txt"])
    try put("new", at: path + "/Elsewhere/a.txt")
    await browser.finish { $0.beginReplacing(DocumentPath(["a.txt"])) }
    let document = path + "/AppGroup/Documents/a.txt"
    try FileManager.default.moveItem(atPath: document, toPath: path + "/earlier.txt")
    try put("of another program", at: document)
    await browser.finish { $0.picked(.success([URL(filePath: path + "/Elsewhere/a.txt")]), importer) }
    #expect(browser.problem?.contains("was changed") == true)
    #expect(try stored("Documents/a.txt") == "of another program")
    #expect(try stored("Documents/a-1.txt") == "new")
  }

  @Test func closingThePickerReplacesNothing() async throws {
    let (browser, _) = try await openBrowser(["a.txt"])
    await browser.finish { $0.beginReplacing(DocumentPath(["a.txt"])) }
    await browser.finish { $0.picked(.failure(CocoaError(.userCancelled)), importer) }
    #expect(browser.problem == nil && !browser.isPicking)
    #expect(try stored("Documents/a.txt") == "a.txt")
  }
}

#if canImport(AppleFoundation)
  extension EditedVersionTests {
    @Test func theUserReplacesTheOriginalOnScreen() async throws {
      let (model, _) = try await openActiveApp(["a.txt", "b.gif"])
      let (harness, browser) = (ViewHarness(ContentView(model: model)), model.browser)
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
      try harness.press("Keep Both")
      #expect(browser.listed == ["a.txt", "b.gif", "b.png"])
      #expect(!harness.text.contains("Replace Original"))
    }
  }
#endif

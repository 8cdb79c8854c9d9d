import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

/// The user marks up what Quick Look shows, and chooses what becomes of the two versions.
@MainActor
@Suite struct EditedVersionTests {
  private let path = DocumentPath(["a.txt"])

  /// Quick Look opens, the user writes on what it shows, and Quick Look closes.
  private func markUp(in browser: NavigationModel) async throws {
    browser.preview(path)
    await browser.work?.value
    try Data("scribbled".utf8).write(to: #require(browser.previewing?.url))
    await close(browser)
  }

  private func close(_ browser: NavigationModel) async {
    browser.previewing = nil
    browser.endPreview()
    await browser.work?.value
  }

  private func text(_ name: String, _ path: String) throws -> String {
    try String(contentsOfFile: path + "/AppGroup/" + name, encoding: .utf8)
  }

  /// Writes an edited version elsewhere, as Quick Look does when the type is another one.
  private func write(_ text: String, as name: String, _ path: String) throws -> URL {
    let file = path + "/Elsewhere/" + name
    try put(text, at: file)
    return URL(filePath: file)
  }

  @Test func replacingPutsTheOldVersionIntoRecentlyDeleted() async throws {
    try await withBrowser(["a.txt"]) { (browser: NavigationModel, path: String) async throws in
      try await markUp(in: browser)
      #expect(browser.outgoing.edited?.path.description == "a-1.txt" && browser.listed.count == 2)
      browser.replaceOriginal()
      await browser.work?.value
      #expect(browser.listed == ["a.txt"])
      #expect(browser.outgoing.replaced == self.path && browser.outgoing.edited == nil)
      #expect(try text("Documents/a.txt", path) == "scribbled" && text("Trash/a.txt", path) == "a.txt")
    }
  }

  @Test func keepingBothEndsTheQuestion() async throws {
    try await withBrowser(["a.txt"]) { (browser: NavigationModel, _: String) async throws in
      try await markUp(in: browser)
      browser.keepBoth()
      #expect(browser.outgoing.edited == nil && browser.listed == ["a-1.txt", "a.txt"])
    }
  }

  @Test func aDocumentThatChangedSinceItWasShownIsNotReplaced() async throws {
    try await withBrowser(["a.txt"]) { (browser: NavigationModel, path: String) async throws in
      browser.preview(self.path)
      await browser.work?.value
      let document = path + "/AppGroup/Documents/a.txt"
      try FileManager.default.moveItem(atPath: document, toPath: path + "/earlier.txt")
      try put("of another program", at: document)
      try Data("scribbled".utf8).write(to: #require(browser.previewing?.url))
      await close(browser)
      browser.replaceOriginal()
      await browser.work?.value
      #expect(browser.problem?.contains("changed or moved") == true)
      #expect(try text("Documents/a.txt", path) == "of another program")
      #expect(try text("Documents/a-1.txt", path) == "scribbled")
    }
  }

  @Test func anEditOfAnotherTypeIsADocumentOfThatType() async throws {
    try await withBrowser(["a.gif"]) { (browser: NavigationModel, path: String) async throws in
      browser.preview(DocumentPath(["a.gif"]))
      await browser.work?.value
      let copy = try #require(browser.previewing)
      for version in ["first", "second"] {
        let written = try write(version, as: "a.png", path)
        browser.keepEdit(at: written, of: copy)
        // The file is there only during the call.
        try FileManager.default.removeItem(at: written)
      }
      await close(browser)
      #expect(browser.listed == ["a.gif", "a.png"])
      #expect(try text("Documents/a.png", path) == "second" && text("Documents/a.gif", path) == "a.gif")
      browser.replaceOriginal()
      await browser.work?.value
      #expect(browser.listed == ["a.png"])
      #expect(try text("Trash/a.gif", path) == "a.gif")
    }
  }

  @Test func anEditThatComesAfterTheEndIsKept() async throws {
    try await withBrowser(["Work/a.txt"]) { (browser: NavigationModel, path: String) async throws in
      browser.preview(DocumentPath(["Work", "a.txt"]))
      await browser.work?.value
      let copy = try #require(browser.previewing)
      await close(browser)
      browser.keepEdit(at: try write("late", as: "a.txt", path), of: copy)
      await browser.work?.value
      #expect(browser.outgoing.edited?.path.description == "Work/a-1.txt")
      #expect(try text("Documents/Work/a-1.txt", path) == "late")
    }
  }

  @Test func anEditThatCannotBeReadIsSaid() async throws {
    try await withBrowser(["a.txt"]) { (browser: NavigationModel, path: String) async throws in
      browser.preview(self.path)
      await browser.work?.value
      let copy = try #require(browser.previewing)
      browser.keepEdit(at: URL(filePath: path + "/missing.txt"), of: copy)
      #expect(browser.problem?.contains("Your changes to “a.txt” couldn’t be saved.") == true)
      await close(browser)
      #expect(browser.listed == ["a.txt"])
    }
  }
}

/// The user replaces a document by a file of another app.
@MainActor
@Suite struct ReplaceDocumentTests {
  /// What is replaced is not imported.
  private let importer = Importer(library: nil, files: FilesRegistration())

  private func text(_ name: String, _ path: String) throws -> String {
    try String(contentsOfFile: path + "/AppGroup/" + name, encoding: .utf8)
  }

  @Test func aFileTakesThePlaceOfADocumentAndTheOldVersionIsInRecentlyDeleted() async throws {
    try await withBrowser(["Work/a.txt"]) { (browser: NavigationModel, path: String) async throws in
      await browser.enter(DocumentPath(["Work"]))
      try put("new", at: path + "/Elsewhere/draft.txt")
      browser.beginReplacing(DocumentPath(["Work", "a.txt"]))
      await browser.work?.value
      #expect(browser.isPicking)
      // As SwiftUI does before it says what was picked.
      browser.isPicking = false
      browser.picked(.success([URL(filePath: path + "/Elsewhere/draft.txt")]), importer)
      await browser.work?.value
      #expect(browser.listed == ["Work/a.txt"] && browser.problem == nil)
      #expect(try text("Documents/Work/a.txt", path) == "new" && text("Trash/a.txt", path) == "Work/a.txt")
      #expect(FileManager.default.fileExists(atPath: path + "/Elsewhere/draft.txt"))
    }
  }

  @Test func anotherDocumentThatTookTheNameMeanwhileIsNotReplaced() async throws {
    try await withBrowser(["a.txt"]) { (browser: NavigationModel, path: String) async throws in
      try put("new", at: path + "/Elsewhere/a.txt")
      browser.beginReplacing(DocumentPath(["a.txt"]))
      await browser.work?.value
      let document = path + "/AppGroup/Documents/a.txt"
      try FileManager.default.moveItem(atPath: document, toPath: path + "/earlier.txt")
      try put("of another program", at: document)
      browser.picked(.success([URL(filePath: path + "/Elsewhere/a.txt")]), importer)
      await browser.work?.value
      #expect(browser.problem?.contains("changed or moved") == true)
      #expect(try text("Documents/a.txt", path) == "of another program")
      #expect(try text("Documents/a-1.txt", path) == "new")
    }
  }

  @Test func closingThePickerReplacesNothing() async throws {
    try await withBrowser(["a.txt"]) { (browser: NavigationModel, path: String) async throws in
      browser.beginReplacing(DocumentPath(["a.txt"]))
      await browser.work?.value
      browser.picked(.failure(CocoaError(.userCancelled)), importer)
      await browser.work?.value
      #expect(browser.problem == nil && !browser.isPicking)
      #expect(try text("Documents/a.txt", path) == "a.txt")
    }
  }
}

#if canImport(AppleFoundation)
  extension EditedVersionTests {
    @Test func theUserReplacesTheOriginalOnScreen() async throws {
      try await withApp { (model: HostModel, path: String) async throws in
        for name in ["a.txt", "b.gif"] { try put(name, at: path + "/AppGroup/Documents/" + name) }
        await model.activate()
        let (harness, browser) = (ViewHarness(ContentView(model: model)), model.browser)
        try harness.press("a.txt")
        await browser.work?.value
        try harness.type("scribbled", into: "Markup")
        try harness.press("Done")
        await browser.work?.value
        try harness.press("Replace Original")
        await browser.work?.value
        #expect(harness.text.contains("“a.txt” was replaced. The old version is in Recently Deleted."))
        #expect(try text("Documents/a.txt", path) == "scribbled")
        try harness.press("b.gif")
        await browser.work?.value
        #expect(throws: HarnessError.self) { try harness.dismiss() }
        try harness.type("flat", into: "Markup")
        try harness.press("Done")
        await browser.work?.value
        try harness.press("Keep Both")
        #expect(browser.listed == ["a.txt", "b.gif", "b.png"])
        #expect(!harness.text.contains("Replace Original"))
      }
    }
  }
#endif

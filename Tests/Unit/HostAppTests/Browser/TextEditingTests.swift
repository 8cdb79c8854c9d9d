import Foundation
import IntrayCore
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  /// The editor of texts.
  @MainActor
  @Suite(.inApp) struct TextEditingTests {
    private func openScreen(_ names: [String]) async throws -> (ViewHarness, WindowDriver, String) {
      let (model, path) = try await openActiveApp(names)
      let (harness, browser) = await openWindow(of: model)
      await browser.finish { $0.place = .documents }
      return (harness, browser, path + "/AppGroup/Documents/")
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    @Test func whatIsTypedIsSavedWhenTheEditorIsClosedAndWhenTheAppIsLeft() async throws {
      let (harness, browser, path) = try await openScreen(["a.txt", "b.pdf"])
      #expect(throws: HarnessError.self) { try harness.longPress("b.pdf", "Edit") }
      try await browser.finish { _ in try harness.longPress("a.txt", "Edit") }
      try harness.type("Milk", into: "Text")
      #expect(try text(path + "a.txt") == "a.txt")
      harness.scenePhase = .inactive
      try await harness.wait { _ in (try? text(path + "a.txt")) == "Milk" }
      harness.scenePhase = .active
      try harness.press("Find")
      #expect(harness.find(.searchField, "Find") != nil)
      try harness.type("Milk and tea", into: "Text")
      try harness.press("Done")
      try await harness.wait { _ in browser.window.sheet == nil }
      #expect(try text(path + "a.txt") == "Milk and tea")
      await browser.settle()
      #expect(browser.listed == ["a.txt", "b.pdf"])
    }

    @Test func whatIsTypedIsSavedWhenTheUserPauses() async throws {
      let (_, browser, path) = try await openScreen(["a.txt"])
      let version = try #require(try browser.library.documents.text(of: "a.txt"))
      let editing = TextEditing(version, browser.app, pause: .zero)
      for words in ["M", "Mi", "Milk"] { editing.text = words }
      try await until { editing.isSaved }
      #expect(try text(path + "a.txt") == "Milk")
    }

    @Test func aConflictIsToldAndBothTextsAreKept() async throws {
      let (harness, browser, path) = try await openScreen(["a.txt"])
      try await browser.finish { _ in try harness.longPress("a.txt", "Edit") }
      try Data("theirs, from Files".utf8).write(to: URL(filePath: path + "a.txt"))
      try harness.type("mine", into: "Text")
      harness.scenePhase = .inactive
      try await harness.wait(
        for: "Your changes are in “a (conflict).txt”. The original document is unchanged.")
      #expect(try text(path + "a.txt") == "theirs, from Files")
      #expect(try text(path + "a (conflict).txt") == "mine")
      try harness.type("mine again", into: "Text")
      try harness.press("Done")
      try await harness.wait { _ in browser.window.sheet == nil }
      #expect(try text(path + "a (conflict).txt") == "mine again")
    }

    @Test func aConflictThatIsFoundAtTheEndIsReadBeforeTheEditorCloses() async throws {
      let (harness, browser, path) = try await openScreen(["a.txt"])
      try await browser.finish { _ in try harness.longPress("a.txt", "Edit") }
      try Data("theirs, from Files".utf8).write(to: URL(filePath: path + "a.txt"))
      try harness.type("mine", into: "Text")
      try harness.press("Done")
      try await harness.wait(for: "Your changes are in “a (conflict).txt”.")
      await browser.settle()
      #expect(browser.window.sheet != nil)
      try harness.press("Done")
      try await harness.wait { _ in browser.window.sheet == nil }
      #expect(try text(path + "a (conflict).txt") == "mine")
    }

    @Test func anEditorWhoseTextCannotBeSavedStaysOpenAndSaysWhy() async throws {
      let isFull = Flag()
      let disk = Disk.system.withoutSyncs.refusing([.createFile], with: .noSpace, while: isFull)
      let (model, path) = try await openActiveApp(["a.txt"], disk: disk)
      let (harness, browser) = await openWindow(of: model)
      await browser.finish { $0.place = .documents }
      try await browser.finish { _ in try harness.longPress("a.txt", "Edit") }
      try harness.type("Milk", into: "Text")
      isFull.isOn = true
      try harness.press("Done")
      try await harness.wait(for: "This device is full.")
      #expect(browser.window.sheet != nil)
      isFull.isOn = false
      try harness.press("Done")
      try await harness.wait { _ in browser.window.sheet == nil }
      #expect(try text(path + "/AppGroup/Documents/a.txt") == "Milk")
    }

    @Test func whatIsNoTextInsideIsNotEdited() async throws {
      let (harness, browser, path) = try await openScreen(["a.txt"])
      try Data([0xFF, 0xFE, 0]).write(to: URL(filePath: path + "a.txt"))
      try await browser.finish { _ in try harness.longPress("a.txt", "Edit") }
      #expect(browser.window.sheet == nil)
      #expect(harness.text.contains("Intray can’t edit “a.txt”. Share it to open it in another app."))
    }
  }
#endif

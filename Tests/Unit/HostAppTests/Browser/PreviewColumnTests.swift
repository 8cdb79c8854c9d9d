import Foundation
import IntrayCore
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  /// The document that is chosen, beside the list of a tablet.
  @MainActor
  @Suite(.inApp) struct PreviewColumnTests {
    private let hint = "Select a document to see it here."

    /// A tablet at its documents, with the column.
    private func openTablet(_ names: [String]) async throws -> (ViewHarness, WindowDriver, String) {
      let (harness, model, path) = try await openWindow(names)
      harness.horizontalSizeClass = .regular
      try harness.press(key: "p", [.command, .shift])
      try await harness.wait(for: hint)
      return (harness, model.browser, path)
    }

    /// Waits until the column shows documents of these names, and no others.
    private func wait(for names: [String], on harness: ViewHarness) async throws {
      try await harness.wait { $0.all(.preview).map(\.label) == names }
    }

    @Test func theColumnFollowsTheChosenDocumentAndLeavesNoCopies() async throws {
      let (harness, browser, path) = try await openTablet(["a.txt", "b.txt", "Work/c.txt"])
      try harness.type(key: .downArrow)
      #expect(browser.page.commanded.map(\.name) == ["Work"] && harness.text.contains(hint))
      for name in ["a.txt", "b.txt"] {
        try harness.type(key: .downArrow)
        try await wait(for: [name], on: harness)
        await browser.settle()
        #expect(try leftCopies(path).compactMap { $0.split(separator: "/").last }.contains("\(name)"))
        #expect(try leftCopies(path).allSatisfy { !$0.hasSuffix(".txt") || $0.hasSuffix("/" + name) })
      }
      #expect(harness.find(.textField, "Markup") == nil, "it is read only")
      // Of several none is shown.
      try await browser.finish { _ in try harness.press(key: "a") }
      try await harness.wait(for: hint)
      try await browser.finish { _ in try harness.press("Done") }
      try await wait(for: ["b.txt"], on: harness)
      try await browser.finish { _ in try harness.press(key: "p", [.command, .shift]) }
      #expect(harness.all(.preview).isEmpty && !harness.text.contains(hint))
      #expect(try leftCopies(path).isEmpty)
    }

    @Test func theFirstTapShowsADocumentBesideAndTheNextOpensIt() async throws {
      let (harness, browser, path) = try await openTablet(["a.txt", "Work/c.txt"])
      try harness.press("a.txt")
      try await wait(for: ["a.txt"], on: harness)
      #expect(browser.window.preview == nil && browser.page.cursor == browser.entry("a.txt").path)
      try await browser.finish { _ in try harness.press("a.txt") }
      #expect(browser.window.preview != nil && harness.front.role == .preview)
      try await browser.finish { _ in try harness.press("Done") }
      // A folder is gone into, and nothing of the page below is shown there.
      try await browser.finish { _ in try harness.press("Work") }
      try await harness.wait(for: hint)
      try harness.press("c.txt")
      try await wait(for: ["c.txt"], on: harness)
      try await browser.finish { _ in try harness.back() }
      try await wait(for: ["a.txt"], on: harness)
      try harness.press("Show Preview")
      await browser.settle()
      #expect(try harness.all(.preview).isEmpty && leftCopies(path).isEmpty)
    }

    @Test func aDocumentThatChangesIsShownAsItIsAndOneThatGoesIsNotShown() async throws {
      let (harness, browser, path) = try await openTablet(["a.txt"])
      try harness.press("a.txt")
      try await wait(for: ["a.txt"], on: harness)
      // Another process puts a new file in its place.
      try Data("words from elsewhere".utf8).write(
        to: URL(filePath: path + "/AppGroup/Documents/a.txt"), options: .atomic)
      await browser.refresh()
      try await harness.wait(for: "words from elsewhere")
      try await browser.finish { _ in try harness.press(key: .delete) }
      try await harness.wait(for: hint)
      await browser.settle()
      #expect(try leftCopies(path).isEmpty)
    }

    @Test func whatQuickLookCannotShowSaysSo() async throws {
      let (harness, browser, path) = try await openTablet(["Sent.parcel/a.txt"])
      try harness.press("Sent.parcel")
      try await harness.wait(for: "Quick Look can’t show “Sent.parcel”.")
      await browser.settle()
      #expect(try leftCopies(path).isEmpty && browser.problem == nil)
    }

    @Test func whereThereIsRoomForOneColumnNothingIsBeside() async throws {
      let (harness, browser, path) = try await openTablet(["a.txt"])
      try harness.press("a.txt")
      try await wait(for: ["a.txt"], on: harness)
      harness.horizontalSizeClass = .compact
      await browser.settle()
      #expect(harness.all(.preview).isEmpty && harness.all(.sheet).isEmpty)
      #expect(try leftCopies(path).isEmpty)
      #expect(harness.find(.toggle, "Show Preview") == nil)
      #expect(throws: HarnessError.self) { try harness.press(key: "p", [.command, .shift]) }
      try await browser.finish { _ in try harness.press("a.txt") }
      #expect(browser.window.preview != nil, "a tap opens it")
      try await browser.finish { _ in try harness.press("Done") }
      harness.horizontalSizeClass = .regular
      try await wait(for: ["a.txt"], on: harness)
    }
  }
#endif

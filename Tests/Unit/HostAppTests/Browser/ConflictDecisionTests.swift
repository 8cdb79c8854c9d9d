import Foundation
import IntrayCore
import SwiftUI
import Testing

@testable import HostApp

/// Conflict copies: listed with both versions, until the user decides.
@MainActor
@Suite(.inApp) struct ConflictDecisionTests {
  /// A document, and a conflict copy of it, as the File Provider makes it.
  private func openConflict(
    _ texts: [String] = ["version a.txt", "version b.txt"]
  ) async throws -> (WindowDriver, DocumentEntry, String) {
    let (model, path) = try openApp()
    let library = model.library
    for (name, text) in zip(["a.txt", "b.txt"], texts) { try library.deposit(name, text) }
    await model.drains.drain()
    let arrivals = await library.index.entries(at: [DocumentPath(["a.txt"])])
    let item = try #require(arrivals.first?.identity.item)
    let documents = library.documents
    let copy = DocumentPath(["b.txt"])
    try await Task.detached {
      try documents.change(copy, expecting: documents.file(of: SeenDocument(copy))) {
        opened throws(DiskError) in
        let digits = Array(item.text.utf8)
        let bytes = stride(from: 0, to: 32, by: 2).map {
          UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) ?? 0
        }
        try opened.setAttribute("app.intray.conflict", bytes)
      }
    }.value
    await library.update()
    await model.browser.refresh()
    try await until { model.overview.conflicts == 1 }
    #if canImport(AppleFoundation)
      // Both rows say it, and the banner leads there.
      let harness = await show(model)
      try await harness.wait { $0.text.split(separator: "\n").count { $0.contains("‹Conflict›") } == 2 }
      #expect(harness.text.contains("1 documents have other versions"))
      try await model.browser.finish { _ in try harness.press("Review") }
      #expect(model.browser.place == .conflicts)
    #endif
    await model.browser.finish { $0.place = .conflicts }
    AppFolder.current.atEnd {
      try await until { model.overview.conflicts == 0 }
      #expect(model.browser.list.total == 0 && model.browser.problem == nil)
    }
    return (model.browser, try #require(model.browser.list.entries.first), path)
  }

  @Test func keepingTheDocumentThrowsTheCopyAway() async throws {
    let (browser, copy, _) = try await openConflict()
    let original = try #require(await browser.library.original(of: copy))
    await browser.finish { $0.actions.keepThis(original, insteadOf: copy) }
    #expect(try stored("Documents/a.txt") == "version a.txt")
    #expect(try stored("Trash/b.txt") == "version b.txt")
  }

  @Test func getInfoNamesTheOtherVersionOfEither() async throws {
    let (browser, copy, _) = try await openConflict()
    for (path, other) in [("a.txt", "b.txt"), ("b.txt", "a.txt")] {
      browser.showInfo(path)
      await browser.info?.work?.value
      #expect(browser.info?.versions.map(\.path.description) == [other])
      browser.window.sheet = nil
    }
    await browser.finish { $0.actions.keepBoth(copy) }
  }

  @Test func bothVersionsAreSeenSideBySideAndOneIsKept() async throws {
    let (browser, copy, path) = try await openConflict()
    let original = try #require(await browser.library.original(of: copy))
    await browser.finish { $0.actions.compare(copy, with: original) }
    let comparison = try #require(browser.window.comparison)
    let texts = try comparison.versions.map { try String(contentsOf: $0.copy.url, encoding: .utf8) }
    #expect(texts == ["version b.txt", "version a.txt"])
    let entries = comparison.versions.map(\.entry)
    await browser.finish { $0.actions.keepThis(entries[0], insteadOf: entries[1]) }
    #expect(browser.window.comparison == nil)
    #expect(try contents(of: path + "/AppGroup/Documents") == ["a.txt"])
    #expect(try stored("Documents/a.txt") == "version b.txt")
    #expect(try stored("Trash/a.txt") == "version a.txt")
  }

  @Test func ofTextsTheLinesThatDifferAreSeenWithTheirNumbers() async throws {
    let (browser, copy, _) = try await openConflict(["one\ntwo\nthree", "one\r\n2\r\nthree\r\nfour"])
    let original = try #require(await browser.library.original(of: copy))
    await browser.finish { $0.actions.compare(copy, with: original) }
    let lines = try #require(browser.window.comparison).versions.map {
      $0.lines?.map { "\($0.number) \($0.text)" }
    }
    #expect(lines == [["2 2", "4 four"], ["2 two"]])
    #if canImport(AppleFoundation)
      let text = try #require(browser.harness).text
      for word in ["From Files", "On this device", "Only in This Version", "four"] {
        #expect(text.contains(word), "\(word)")
      }
      #expect(text.contains(/:\d\d:\d\d/), "when, to the second")
    #endif
    await browser.closeComparison()
    await browser.finish { $0.actions.keepBoth(copy) }
  }

  @Test func textsThatAreNoUTF8OrTooLongAreSeenWhole() async throws {
    let long = (0...2_000).map(\.description).joined(separator: "\n")
    let (browser, copy, _) = try await openConflict(["one", long])
    let original = try #require(await browser.library.original(of: copy))
    await browser.finish { $0.actions.compare(copy, with: original) }
    let versions = try #require(browser.window.comparison).versions
    #expect(versions.allSatisfy { $0.lines == nil })
    await browser.closeComparison()
    await browser.finish { $0.actions.keepBoth(copy) }
  }

  @Test func comparingLeavesBothVersionsAsTheyAreAndNoCopy() async throws {
    let (browser, copy, path) = try await openConflict()
    let original = try #require(await browser.library.original(of: copy))
    await browser.finish { $0.actions.compare(copy, with: original) }
    let comparison = try #require(browser.window.comparison)
    await browser.closeComparison()
    for version in comparison.versions {
      #expect(!FileManager.default.fileExists(atPath: version.copy.url.path))
    }
    #expect(try contents(of: path + "/AppGroup/Documents") == ["a.txt", "b.txt"])
    await browser.finish { $0.actions.compare(copy, with: original) }
    try await browser.finish {
      $0.actions.keepBoth(try #require(browser.window.comparison).versions[0].entry)
    }
  }

  @Test func aVersionThatCannotBeShownIsSaidAndNoCopyIsLeft() async throws {
    let (browser, copy, path) = try await openConflict()
    let original = try #require(await browser.library.original(of: copy))
    try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/a.txt")
    await browser.finish { $0.actions.compare(copy, with: original) }
    #expect(browser.window.comparison == nil && browser.problem?.contains("a.txt") == true)
    await browser.finish { $0.actions.keepBoth(copy) }
  }
}

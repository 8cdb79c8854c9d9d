import Foundation
import Shared
import Testing

@testable import HostApp

/// Conflict copies: listed with both versions, until the user decides.
@MainActor
@Suite struct ConflictDecisionTests {
  /// A document, and a conflict copy of it, as the File Provider makes it.
  private func withConflict(
    _ body: (NavigationModel, DocumentEntry, String) async throws -> Void
  ) async throws {
    try await withApp { (model: HostModel, path: String) async throws in
      let library = try #require(model.library)
      for name in ["a.txt", "b.txt"] {
        try library.deposit(name, "version \(name)")
      }
      await model.drain()
      let arrivals = await library.arrivals(at: [DocumentPath(["a.txt"])])
      let item = try #require(arrivals.first?.item)
      let documents = library.documents
      let copy = DocumentPath(["b.txt"])
      try await Task.detached {
        try documents.change(copy, expecting: documents.file(of: SeenDocument(copy))) {
          disk, opened throws(DiskError) in
          let digits = Array(item.text.utf8)
          let bytes = stride(from: 0, to: 32, by: 2).map {
            UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) ?? 0
          }
          try disk.setAttribute(opened, "app.intray.conflict", bytes)
        }
      }.value
      await library.update()
      await model.browser.refresh()
      #expect(model.browser.conflicts == 1)
      model.browser.place = .conflicts
      await model.browser.work?.value
      try await body(model.browser, try #require(model.browser.list.entries.first), path)
      #expect(model.browser.conflicts == 0 && model.browser.list.total == 0 && model.browser.problem == nil)
    }
  }

  private func text(_ name: String, _ path: String) throws -> String {
    try String(contentsOfFile: path + "/AppGroup/" + name, encoding: .utf8)
  }

  @Test func keepingBothMakesTwoDocumentsOfThem() async throws {
    try await withConflict { (browser: NavigationModel, copy: DocumentEntry, path: String) async throws in
      #expect(await browser.library?.original(of: copy)?.path == DocumentPath(["a.txt"]))
      browser.keepBoth(copy)
      await browser.work?.value
      #expect(try contents(of: path + "/AppGroup/Documents") == ["a.txt", "b.txt"])
    }
  }

  @Test func keepingTheCopyPutsItInThePlaceOfTheDocument() async throws {
    try await withConflict { (browser: NavigationModel, copy: DocumentEntry, path: String) async throws in
      let original = try #require(await browser.library?.original(of: copy))
      browser.keepThis(copy, insteadOf: original)
      await browser.work?.value
      #expect(try contents(of: path + "/AppGroup/Documents") == ["a.txt"])
      #expect(try text("Documents/a.txt", path) == "version b.txt")
      #expect(try text("Trash/a.txt", path) == "version a.txt")
    }
  }

  @Test func keepingTheDocumentThrowsTheCopyAway() async throws {
    try await withConflict { (browser: NavigationModel, copy: DocumentEntry, path: String) async throws in
      let original = try #require(await browser.library?.original(of: copy))
      browser.keepThis(original, insteadOf: copy)
      await browser.work?.value
      #expect(try text("Documents/a.txt", path) == "version a.txt")
      #expect(try text("Trash/b.txt", path) == "version b.txt")
    }
  }

  @Test func getInfoNamesTheOtherVersionOfEither() async throws {
    try await withConflict { (browser: NavigationModel, copy: DocumentEntry, _: String) async throws in
      for (path, other) in [("a.txt", "b.txt"), ("b.txt", "a.txt")] {
        browser.showInfo(DocumentPath([FileName(path)]))
        await browser.info?.work?.value
        #expect(browser.info?.versions.map(\.path.description) == [other])
        browser.info = nil
      }
      browser.keepBoth(copy)
      await browser.work?.value
    }
  }

  @Test func bothVersionsAreSeenSideBySideAndOneIsKept() async throws {
    try await withConflict { (browser: NavigationModel, copy: DocumentEntry, path: String) async throws in
      let original = try #require(await browser.library?.original(of: copy))
      browser.compare(copy, with: original)
      await browser.work?.value
      let comparison = try #require(browser.comparison)
      let texts = try comparison.versions.map { try String(contentsOf: $0.copy.url, encoding: .utf8) }
      #expect(texts == ["version b.txt", "version a.txt"])
      browser.keep(try #require(comparison.versions.first), of: comparison)
      await browser.work?.value
      #expect(browser.comparison == nil)
      #expect(try text("Documents/a.txt", path) == "version b.txt")
    }
  }

  @Test func comparingLeavesBothVersionsAsTheyAreAndNoCopy() async throws {
    try await withConflict { (browser: NavigationModel, copy: DocumentEntry, path: String) async throws in
      let original = try #require(await browser.library?.original(of: copy))
      browser.compare(copy, with: original)
      await browser.work?.value
      let comparison = try #require(browser.comparison)
      browser.comparison = nil
      await browser.work?.value
      for version in comparison.versions {
        #expect(!FileManager.default.fileExists(atPath: version.copy.url.path))
      }
      #expect(try contents(of: path + "/AppGroup/Documents") == ["a.txt", "b.txt"])
      browser.compare(copy, with: original)
      await browser.work?.value
      browser.keepBoth(of: try #require(browser.comparison))
      await browser.work?.value
    }
  }

  @Test func aVersionThatCannotBeShownIsSaidAndNoCopyIsLeft() async throws {
    try await withConflict { (browser: NavigationModel, copy: DocumentEntry, path: String) async throws in
      let original = try #require(await browser.library?.original(of: copy))
      try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/a.txt")
      browser.compare(copy, with: original)
      await browser.work?.value
      #expect(browser.comparison == nil && browser.problem?.contains("a.txt") == true)
      browser.keepBoth(copy)
      await browser.work?.value
    }
  }
}

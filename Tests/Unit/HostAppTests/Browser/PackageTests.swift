import Foundation
import IntrayCore
import SwiftUI
import Testing

@testable import HostApp

/// A package is a folder on disk, and one document for the user.
@MainActor
@Suite(.inApp) struct PackageTests {
  private let package = "Notes.rtfd/TXT.rtf"

  @Test func aPackageIsADocumentAndAFolderWithADotInItsNameIsNone() async throws {
    let (browser, _) = try await openBrowser([package, "Sent.parcel/a.txt", "v1.2/a.txt", "Work/b.txt"])
    for entry in browser.list.entries {
      let isPackage = ["Notes.rtfd", "Sent.parcel"].contains(entry.path.description)
      #expect(entry.kind == .folder && entry.isPackage == isPackage && entry.isFolder != isPackage)
    }
    #expect(browser.list.total == 4)
  }

  @Test func aLinkToAPackageShowsTheFolderThatItIsIn() async throws {
    let (browser, _) = try await openBrowser(["Work/" + package])
    let path = DocumentPath(["Work", "Notes.rtfd"])
    await browser.window.follow(try #require(DocumentLink.path(path).url))
    #expect(browser.path == [DocumentPath(["Work"])])
  }

  @Test func quickLookGetsACopyOfTheWholePackage() async throws {
    let (browser, path) = try await openBrowser([package])
    await browser.finish { $0.preview("Notes.rtfd") }
    let shown = try #require(browser.previewing?.url)
    #expect(shown.hasDirectoryPath && shown.lastPathComponent == "Notes.rtfd")
    let text = try String(contentsOf: shown.appending(component: "TXT.rtf"), encoding: .utf8)
    #expect(text == package && !shown.path(percentEncoded: false).hasPrefix(path + "/AppGroup/Documents"))
  }
}

#if canImport(AppleFoundation)
  extension PackageTests {
    @Test func aTapShowsAPackageAndItsMenuHasWhatADocumentsHas() async throws {
      let (browser, _) = try await openBrowser([package])
      let harness = await show(browser.app)
      try await browser.finish { _ in try harness.press("Notes.rtfd") }
      #expect(browser.path.isEmpty && browser.previewing?.url.lastPathComponent == "Notes.rtfd")
      await browser.closePreview()
      try harness.longPress("Notes.rtfd", "Share…")
      try await browser.finish { _ in try harness.longPress("Notes.rtfd", "Duplicate") }
      #expect(browser.listed == ["Notes 2.rtfd", "Notes.rtfd"])
    }

    @Test func quickLookThatCannotShowAPackageSaysSo() async throws {
      let (browser, path) = try await openBrowser(["Sent.parcel/a.txt"])
      let harness = await show(browser.app)
      try await browser.finish { _ in try harness.press("Sent.parcel") }
      #expect(browser.previewing?.url == nil)
      #expect(harness.text.contains("Quick Look can’t show “Sent.parcel”."))
      #expect(try contents(of: path + "/AppGroup/Documents") == ["Sent.parcel"])
    }
  }
#endif

import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

/// A package is a folder on disk, and one document for the user.
@MainActor
@Suite struct PackageTests {
  private let package = "Notes.rtfd/TXT.rtf"

  @Test(arguments: ["Notes.rtfd/TXT.rtf", "Sent.parcel/a.txt"])
  func aPackageIsADocument(_ name: String) async throws {
    try await withBrowser([name]) { (browser: NavigationModel, _: String) async throws in
      let entry = try #require(browser.list.entries.first)
      #expect(entry.kind == .folder && entry.isPackage && !entry.isFolder)
    }
  }

  @Test func aFolderWithADotInItsNameIsAFolder() async throws {
    try await withBrowser(["v1.2/a.txt", "Work/b.txt"]) {
      (browser: NavigationModel, _: String) async throws in
      #expect(browser.list.entries.allSatisfy { $0.isFolder && !$0.isPackage })
    }
  }

  @Test func aLinkToAPackageShowsTheFolderThatItIsIn() async throws {
    try await withBrowser(["Work/" + package]) { (browser: NavigationModel, _: String) async throws in
      let path = DocumentPath(["Work", "Notes.rtfd"])
      await browser.follow(try #require(DocumentLink(path).url))
      #expect(browser.way == [DocumentPath(["Work"])] && browser.shown == path)
    }
  }

  @Test func quickLookGetsACopyOfTheWholePackage() async throws {
    try await withBrowser([package]) { (browser: NavigationModel, path: String) async throws in
      browser.preview(DocumentPath(["Notes.rtfd"]))
      await browser.work?.value
      let shown = try #require(browser.previewing?.url)
      #expect(shown.hasDirectoryPath && shown.lastPathComponent == "Notes.rtfd")
      let text = try String(contentsOf: shown.appending(component: "TXT.rtf"), encoding: .utf8)
      #expect(text == package && !shown.path(percentEncoded: false).hasPrefix(path + "/AppGroup/Documents"))
    }
  }
}

#if canImport(AppleFoundation)
  extension PackageTests {
    @Test func aTapShowsAPackageAndDoesNotGoIntoIt() async throws {
      try await withBrowser([package, "Work/b.txt"]) { (browser: NavigationModel, _: String) async throws in
        let harness = ViewHarness(DocumentsHost(browser: browser))
        try harness.press("Notes.rtfd")
        await browser.work?.value
        #expect(browser.way.isEmpty && browser.previewing?.url.lastPathComponent == "Notes.rtfd")
      }
    }

    @Test func theMenuOfAPackageHasWhatADocumentsHas() async throws {
      try await withBrowser([package]) { (browser: NavigationModel, _: String) async throws in
        let harness = ViewHarness(DocumentsHost(browser: browser))
        try harness.longPress("Notes.rtfd", "Share…")
        try harness.longPress("Notes.rtfd", "Duplicate")
        await browser.work?.value
        #expect(browser.listed == ["Notes-1.rtfd", "Notes.rtfd"])
      }
    }

    @Test func quickLookThatCannotShowAPackageSaysSo() async throws {
      try await withBrowser(["Sent.parcel/a.txt"]) { (browser: NavigationModel, path: String) async throws in
        let harness = ViewHarness(DocumentsHost(browser: browser))
        try harness.press("Sent.parcel")
        await browser.work?.value
        #expect(browser.previewing?.url == nil)
        #expect(harness.text.contains("Quick Look can’t show “Sent.parcel”."))
        #expect(try contents(of: path + "/AppGroup/Documents") == ["Sent.parcel"])
      }
    }
  }

  /// The rows alone.
  private struct DocumentsHost: View {
    let browser: NavigationModel

    var body: some View {
      NavigationStack {
        List { DocumentRows(browser: browser, folder: DocumentPath(), isNew: nil) }
          .modifier(StatusBar(browser: browser))
      }
    }
  }
#endif

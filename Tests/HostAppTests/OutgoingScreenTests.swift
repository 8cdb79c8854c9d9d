import Foundation
import Shared
import SwiftUI
import Testing
import UIKit

@testable import HostApp

#if canImport(AppleFoundation)
  /// What lies above the screen meanwhile.
  @MainActor
  @Suite struct OutgoingScreenTests {
    private func withScreen(
      _ names: [String], _ files: FilesRegistration = FilesRegistration(),
      _ body: (ViewHarness, NavigationModel, String) async throws -> Void
    ) async throws {
      try await withApp(files) { (model: HostModel, path: String) async throws in
        for name in names { try put(name, at: path + "/AppGroup/Documents/" + name) }
        await model.activate()
        try await body(ViewHarness(ContentView(model: model)), model.browser, path)
      }
    }

    @Test func aTapShowsADocumentThatTheUserMarksUp() async throws {
      try await withScreen(["a.txt"]) { harness, browser, _ in
        try harness.press("a.txt")
        await browser.work?.value
        #expect(harness.front.role == .preview && harness.text.contains("│ a.txt"))
        try harness.type("scribbled", into: "Markup")
        try harness.press("Done")
        await browser.work?.value
        #expect(harness.front.role != .preview)
        #expect(harness.text.contains("Your changes are in “a-1.txt”."))
      }
    }

    @Test func theShareSheetTakesAParcelAndADocument() async throws {
      try await withScreen(["a.txt", "Work/b.txt"]) { harness, browser, _ in
        try harness.longPress("Work", "Send as Parcel")
        await browser.work?.value
        #expect(harness.text.contains("Work.parcel"))
        try harness.press("AirDrop")
        await browser.work?.value
        try harness.longPress("a.txt", "Share…")
        #expect(harness.shared.map { ($0.first as? URL)?.lastPathComponent } == ["Work.parcel", "a.txt"])
        #expect(browser.sending == nil && !harness.text.contains("Work.parcel"))
      }
    }

    @Test func aParcelThatIsNotSentIsGone() async throws {
      try await withScreen(["a.txt"]) { harness, browser, _ in
        try harness.longPress("a.txt", "Send as Parcel")
        await browser.work?.value
        try harness.dismiss()
        await browser.work?.value
        #expect(browser.sending == nil && harness.shared.isEmpty)
      }
    }

    @Test func aRowIsDragged() async throws {
      try await withScreen(["a.pdf"]) { harness, _, _ in
        let document = try #require(try harness.drag("a.pdf") as? NSItemProvider)
        #expect(document.suggestedName == "a.pdf")
        await dragBegins(document)
      }
    }

    @Test func aSystemThatDoesNotOpenFilesLeavesASentence() async throws {
      let files = FilesRegistration(place: { URL(filePath: "/Files/Intray", directoryHint: .isDirectory) })
      try await withScreen(["Work/a.txt"], files) { harness, browser, _ in
        try harness.press("Work")
        await browser.work?.value
        try harness.longPress("a.txt", "Show in Files")
        await browser.work?.value
        #expect(harness.text.contains("Files couldn’t be opened."))
        StandIn.openedSchemes.insert("shareddocuments")
        defer { StandIn.openedSchemes.remove("shareddocuments") }
        try harness.longPress("a.txt", "Show in Files")
        await browser.work?.value
        #expect(StandIn.openedURLs.last?.path == "/Files/Intray/Work/a.txt" && browser.problem == nil)
      }
    }

    @Test func nothingIsShownInFilesWhileIntrayIsTurnedOffThere() async throws {
      try await withScreen(["a.txt"]) { harness, browser, _ in
        browser.isInFiles = false
        #expect(throws: HarnessError.self) { try harness.longPress("a.txt", "Show in Files") }
      }
    }
  }
#endif

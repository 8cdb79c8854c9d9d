import Foundation
import Shared
import SwiftUI
import Testing
import UIKit

@testable import HostApp

#if canImport(TestSupport)
  import TestSupport
#endif

#if canImport(AppleFoundation)
  /// What lies above the screen meanwhile.
  @MainActor
  @Suite struct OutgoingScreenTests {
    private func withScreen(
      _ names: [String], _ files: FilesRegistration = FilesRegistration(),
      _ body: (Stage, NavigationModel, String) async throws -> Void
    ) async throws {
      try await withApp(files) { (model: HostModel, path: String) async throws in
        for name in names { try put(name, at: path + "/AppGroup/Documents/" + name) }
        await model.activate()
        try await body(Stage(ContentView(model: model)), model.browser, path)
      }
    }

    @Test func aTapShowsADocumentThatTheUserMarksUp() async throws {
      try await withScreen(["a.txt"]) { stage, browser, _ in
        try stage.press("a.txt")
        await browser.work?.value
        #expect(stage.front.role == .preview && stage.text.contains("│ a.txt"))
        try stage.type("scribbled", into: "Markup")
        try stage.press("Done")
        await browser.work?.value
        #expect(stage.front.role != .preview)
        #expect(stage.text.contains("Your changes are in “a-1.txt”."))
      }
    }

    @Test func theShareSheetTakesAParcelAndADocument() async throws {
      try await withScreen(["a.txt", "Work/b.txt"]) { stage, browser, _ in
        try stage.longPress("Work", "Send as Parcel")
        await browser.work?.value
        #expect(stage.text.contains("Work.parcel"))
        try stage.press("AirDrop")
        await browser.work?.value
        try stage.longPress("a.txt", "Share…")
        #expect(stage.shared.map { ($0.first as? URL)?.lastPathComponent } == ["Work.parcel", "a.txt"])
        #expect(browser.sending == nil && !stage.text.contains("Work.parcel"))
      }
    }

    @Test func aParcelThatIsNotSentIsGone() async throws {
      try await withScreen(["a.txt"]) { stage, browser, _ in
        try stage.longPress("a.txt", "Send as Parcel")
        await browser.work?.value
        try stage.dismiss()
        await browser.work?.value
        #expect(browser.sending == nil && stage.shared.isEmpty)
      }
    }

    @Test func aRowIsDragged() async throws {
      try await withScreen(["a.pdf"]) { stage, _, _ in
        let document = try #require(try stage.drag("a.pdf") as? NSItemProvider)
        #expect(document.suggestedName == "a.pdf")
      }
    }

    @Test func whatIsPickedInFilesIsOpened() async throws {
      let files = FilesRegistration(place: { URL(filePath: "/Files/Intray", directoryHint: .isDirectory) })
      try await withScreen(["Work/a.txt"], files) { stage, browser, path in
        try stage.press("Work")
        await browser.work?.value
        try stage.longPress("a.txt", "Show in Files")
        await browser.work?.value
        #expect(stage.text.contains("/Files/Intray/Work"))
        let original = path + "/elsewhere.txt"
        try put("picked", at: original)
        try stage.pick([URL(fileURLWithPath: original)])
        #expect(!stage.text.contains("/Files/Intray/Work"))
        try await stage.wait { _ in
          FileManager.default.fileExists(atPath: path + "/AppGroup/Documents/elsewhere.txt")
        }
        #expect(FileManager.default.fileExists(atPath: original))
      }
    }

    @Test func nothingIsShownInFilesWhileIntrayIsTurnedOffThere() async throws {
      try await withScreen(["a.txt"]) { stage, browser, _ in
        browser.isInFiles = false
        #expect(throws: StageError.self) { try stage.longPress("a.txt", "Show in Files") }
      }
    }
  }
#endif

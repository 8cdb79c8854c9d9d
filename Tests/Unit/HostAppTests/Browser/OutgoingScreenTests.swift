import Foundation
import IntrayCore
import SwiftUI
import Testing
import UIKit

@testable import HostApp

#if canImport(AppleFoundation)
  /// What lies above the screen meanwhile.
  @MainActor
  @Suite(.inApp) struct OutgoingScreenTests {
    private func openScreen(_ names: [String], _ files: FilesRegistration = FilesRegistration()) async throws
      -> (ViewHarness, WindowDriver, String)
    {
      let (model, path) = try await openActiveApp(names, files)
      return (await show(model), model.browser, path)
    }

    @Test func theShareSheetTakesAParcelAndADocument() async throws {
      let (harness, browser, _) = try await openScreen(["a.txt", "Work/b.txt"])
      browser.page.isSelecting = true
      browser.page.toggle(DocumentPath(["Work"]))
      try await browser.finish { _ in try harness.press("Send as Parcel") }
      #expect(harness.text.contains("Work.parcel"))
      try await browser.finish { _ in try harness.press("AirDrop") }
      try harness.longPress("a.txt", "Share…")
      #expect(harness.shared.map { ($0.first as? URL)?.lastPathComponent } == ["Work.parcel", "a.txt"])
      #expect(browser.sharing == nil && !harness.text.contains("Work.parcel"))
    }

    @Test func aSystemThatDoesNotOpenFilesLeavesASentence() async throws {
      let files = FilesRegistration(place: { URL(filePath: "/Files/Intray", directoryHint: .isDirectory) })
      let (harness, browser, _) = try await openScreen(["Work/a 1.txt"], files)
      try await browser.finish { _ in try harness.press("Work") }
      try await browser.finish { _ in try harness.longPress("a 1.txt", "Show in Files") }
      #expect(
        harness.text.contains("Files couldn’t be opened.") && harness.text.contains("go to “Intray › Work”"))
      StandIn.openedSchemes.insert("shareddocuments")
      defer { StandIn.openedSchemes.remove("shareddocuments") }
      try await browser.finish { _ in try harness.longPress("a 1.txt", "Show in Files") }
      #expect(
        StandIn.openedURLs.last?.absoluteString == "shareddocuments:///Files/Intray/Work/a%201.txt"
          && browser.problem == nil)
    }

    @Test func nothingIsShownInFilesWhileIntrayIsTurnedOffThere() async throws {
      let (harness, browser, _) = try await openScreen(["a.txt"])
      browser.app.overview.files = .turnedOff
      #expect(throws: HarnessError.self) { try harness.longPress("a.txt", "Show in Files") }
    }

    @Test func theUserLooksThroughTheListAndActsOnWhatIsOnScreen() async throws {
      let (harness, browser, path) = try await openScreen(["a.txt", "b.txt", "c.txt", "d.txt", "Work/e.txt"])
      try await browser.finish { _ in try harness.press("b.txt") }
      #expect(harness.front.label == "b.txt")
      try harness.press("Next")
      try await harness.wait { $0.front.label == "c.txt" }
      try await browser.finish { _ in try harness.press("Delete") }
      try await harness.wait { $0.front.label == "d.txt" }
      #expect(throws: HarnessError.self) { try harness.press("Next") }
      // Over Quick Look.
      try harness.press("Move")
      try await harness.wait { $0.front.plainText.contains("Work") }
      try harness.press("Work")
      try await browser.finish { _ in try harness.press("Move") }
      try await harness.wait { $0.front.role == .preview }
      #expect(browser.window.preview?.shown.path.description == "Work/d.txt")
      try harness.press("Share")
      #expect(harness.text.contains("d.txt"))
      await browser.endSending()
      try harness.press("Tags")
      try await harness.wait { _ in browser.info?.info != nil }
      #expect(harness.text.contains("Add Tag"))
      try harness.press("Done")
      try await browser.finish { _ in try harness.press("Done") }
      #expect(browser.window.preview == nil && browser.listed == ["Work", "a.txt", "b.txt"])
      #expect(try contents(of: path + "/AppGroup/Trash") == ["c.txt"])
      #expect(try leftCopies(path).isEmpty)
    }

    @Test func deletingTheLastOneClosesQuickLook() async throws {
      let (harness, browser, path) = try await openScreen(["a.txt", "b.txt"])
      try await browser.finish { _ in try harness.press("a.txt") }
      try await browser.finish { _ in try harness.press("Delete") }
      try await harness.wait { $0.front.label == "b.txt" }
      try await browser.finish { _ in try harness.press("Delete") }
      try await harness.wait { _ in browser.window.preview == nil && browser.list.total == 0 }
      await browser.finish { $0.window.preview = nil }
      #expect(try leftCopies(path).isEmpty)
    }

    @Test func aDocumentThatIsGoneWhenTheUserSwipesToItIsSaid() async throws {
      let (harness, browser, path) = try await openScreen(["a.txt", "b.txt", "c.txt"])
      // Its neighbour is asked for at once.
      try FileManager.default.removeItem(atPath: path + "/AppGroup/Documents/c.txt")
      try await browser.finish { _ in try harness.press("a.txt") }
      try harness.press("Next")
      try await harness.wait { $0.front.label == "b.txt" }
      try harness.press("Next")
      try await harness.wait { _ in browser.problem != nil }
      #expect(browser.problem == "“c.txt” is no longer in Intray.")
    }
  }
#endif

import Foundation
import Shared
import SwiftUI
import Testing
import UIKit

@testable import HostApp

#if canImport(AppleFoundation)
  /// What lies above the screen meanwhile.
  @MainActor
  @Suite(.inApp) struct OutgoingScreenTests {
    private func openScreen(_ names: [String], _ files: FilesRegistration = FilesRegistration()) async throws
      -> (ViewHarness, NavigationModel, String)
    {
      let (model, path) = try await openActiveApp(names, files)
      return (ViewHarness(ContentView(model: model)), model.browser, path)
    }

    @Test func theShareSheetTakesAParcelAndADocument() async throws {
      let (harness, browser, _) = try await openScreen(["a.txt", "Work/b.txt"])
      try await browser.finish { _ in try harness.longPress("Work", "Send as Parcel") }
      #expect(harness.text.contains("Work.parcel"))
      try await browser.finish { _ in try harness.press("AirDrop") }
      try harness.longPress("a.txt", "Share…")
      #expect(harness.shared.map { ($0.first as? URL)?.lastPathComponent } == ["Work.parcel", "a.txt"])
      #expect(browser.sending == nil && !harness.text.contains("Work.parcel"))
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
      browser.isInFiles = false
      #expect(throws: HarnessError.self) { try harness.longPress("a.txt", "Show in Files") }
    }
  }
#endif

import Foundation
import IntrayCore
import SwiftUI
import Testing
import UIKit
import UniformTypeIdentifiers

@testable import HostApp

#if canImport(AppleFoundation)
  /// The buttons, the list and the bar that begin and show an import.
  @MainActor
  @Suite(.inApp) struct ImportScreenTests {
    private func openScreen() async throws -> (ViewHarness, HostModel, String) {
      let (model, path) = try openApp()
      try put("x", at: path + "/AppGroup/Documents/Work/old.txt")
      await model.activate()
      return (ViewHarness(ContentView(model: model)), model, path)
    }

    @Test func filesPickedInAFolderAreImportedThere() async throws {
      let (harness, model, path) = try await openScreen()
      try put("new", at: path + "/Elsewhere/new.txt")
      try FileManager.default.createSymbolicLink(
        atPath: path + "/Elsewhere/link.txt", withDestinationPath: "/etc/passwd")
      try await model.browser.finish { _ in try harness.press("Work") }
      try harness.press("Add Files")
      try harness.pick(["new.txt", "gone.txt", "link.txt"].map { URL(filePath: path + "/Elsewhere/" + $0) })
      await model.importer.finish()
      #expect(model.browser.listed == ["Work/new.txt", "Work/old.txt"])
      #expect(model.importer.problems.count == 2)
      #expect(harness.text.contains("“gone.txt” couldn’t be saved."))
      #expect(model.importer.problems.contains { $0.hasPrefix("“link.txt” couldn’t be saved.") })
      try harness.press("OK")
      #expect(!harness.text.contains("couldn’t be saved"))
    }

    @Test func whatIsPastedComesIn() async throws {
      let (harness, model, path) = try await openScreen()
      #expect(throws: HarnessError.self) { try harness.press("Paste") }
      harness.pasteboard = [
        NSItemProvider(item: "Some words" as NSString, typeIdentifier: UTType.plainText.identifier)
      ]
      try harness.press("Paste")
      await model.importer.finish()
      let text = try String(contentsOfFile: path + "/AppGroup/Documents/Some words.txt", encoding: .utf8)
      #expect(text == "Some words" && harness.text.contains("Some words.txt"))
    }

    @Test func whatIsDroppedOnTheListIsSavedUntilItIsStopped() async throws {
      let (harness, model, path) = try await openScreen()
      let late = NSItemProvider()
      late.suggestedName = "late.pdf"
      // It never answers.
      late.registerDataRepresentation(forTypeIdentifier: UTType.pdf.identifier, visibility: .all) { _ in nil
      }
      #expect(try harness.drop([late]))
      try await harness.wait(for: "Saving “late.pdf”")
      try harness.press("Stop")
      await model.importer.finish()
      #expect(!harness.text.contains("Saving “late.pdf”") && model.recents.arrivals.isEmpty)
      #expect(try contents(of: path + "/AppGroup/Staging").isEmpty)
    }

    @Test func closingThePickerChangesNothing() async throws {
      let (harness, model, _) = try await openScreen()
      try harness.press("Add Files")
      try harness.dismiss()
      #expect(model.importer.problems == [] && model.importer.works.isEmpty)
    }
  }
#endif

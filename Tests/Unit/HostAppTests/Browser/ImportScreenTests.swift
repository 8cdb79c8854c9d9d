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
      return (await show(model), model, path)
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
      await model.browser.settle()
      #expect(model.browser.listed == ["Work/new.txt", "Work/old.txt"])
      #expect(model.queue.problems.count == 2)
      #expect(harness.text.contains("2 items couldn’t be handled."))
      try harness.press("Show")
      #expect(
        harness.text.contains("“gone.txt” went away") && harness.text.contains("“link.txt” is only a link"))
      try harness.press("Done")
      try harness.press("Close")
      #expect(!harness.text.contains("couldn’t be") && model.queue.problems.isEmpty)
    }

    @Test func manyThatAreRefusedAreOneLineAndASheetListsThem() async throws {
      let (harness, model, path) = try await openScreen()
      let names = (1...40).map { "gone \($0).txt" }
      model.importer.pick(
        .success(names.map { URL(filePath: path + "/Elsewhere/" + $0) }), into: DocumentPath())
      await model.importer.finish()
      await model.browser.settle()
      let lines = harness.text.split(separator: "\n").filter {
        $0.contains("couldn’t be") || $0.contains("went away")
      }
      #expect(lines.count == 1 && lines[0].contains("40 items couldn’t be handled."))
      try harness.press("Show")
      for name in names { #expect(harness.front.plainText.contains("“\(name)” went away")) }
      try harness.press("Done")
      // They stay until the user has read them.
      #expect(harness.text.contains("40 items"))
      try harness.press("Close")
      #expect(!harness.text.contains("couldn’t be") && model.queue.problems.isEmpty)
    }

    @Test func whatIsPastedComesIn() async throws {
      let (harness, model, path) = try await openScreen()
      #expect(throws: HarnessError.self) { try harness.press("Paste") }
      harness.pasteboard = [
        NSItemProvider(item: "Some words" as NSString, typeIdentifier: UTType.plainText.identifier)
      ]
      try harness.press("Paste")
      await model.importer.finish()
      await model.browser.settle()
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
      #expect(model.queue.problems == [] && model.queue.works.isEmpty)
    }
  }
#endif

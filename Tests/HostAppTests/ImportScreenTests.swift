import Foundation
import Shared
import SwiftUI
import Testing
import UIKit
import UniformTypeIdentifiers

@testable import HostApp

#if canImport(TestSupport)
  import TestSupport
#endif

#if canImport(AppleFoundation)
  /// The buttons, the list and the bar that begin and show an import.
  @MainActor
  @Suite struct ImportScreenTests {
    private func withScreen(_ body: (Stage, HostModel, String) async throws -> Void) async throws {
      try await withApp { (model: HostModel, path: String) async throws in
        try put("x", at: path + "/AppGroup/Documents/Work/old.txt")
        await model.activate()
        try await body(Stage(ContentView(model: model)), model, path)
      }
    }

    @Test func whatIsPickedInAFolderGoesThere() async throws {
      try await withScreen { stage, model, path in
        try put("new", at: path + "/Elsewhere/new.txt")
        try stage.press("Work")
        await model.browser.work?.value
        try stage.press("Add Files")
        try stage.pick(["new.txt", "gone.txt"].map { URL(filePath: path + "/Elsewhere/" + $0) })
        await model.importer.finish()
        #expect(model.browser.listed == ["Work/new.txt", "Work/old.txt"])
        #expect(stage.text.contains("“gone.txt” was not saved."))
        try stage.press("OK")
        #expect(!stage.text.contains("was not saved"))
      }
    }

    @Test func whatIsPastedComesIn() async throws {
      try await withScreen { stage, model, path in
        #expect(throws: StageError.self) { try stage.press("Paste") }
        stage.pasteboard = [
          NSItemProvider(item: "Some words" as NSString, typeIdentifier: UTType.plainText.identifier)
        ]
        try stage.press("Paste")
        await model.importer.finish()
        let text = try String(contentsOfFile: path + "/AppGroup/Documents/Some words.txt", encoding: .utf8)
        #expect(text == "Some words" && stage.text.contains("Just Arrived"))
      }
    }

    @Test func whatIsDroppedOnTheListIsSavedUntilItIsStopped() async throws {
      try await withScreen { stage, model, _ in
        let late = NSItemProvider()
        late.suggestedName = "late.pdf"
        // It never answers.
        late.registerDataRepresentation(forTypeIdentifier: UTType.pdf.identifier, visibility: .all) { _ in nil
        }
        #expect(try stage.drop([late]))
        try await stage.wait(for: "Saving “late.pdf”")
        try stage.press("Stop")
        await model.importer.finish()
        #expect(!stage.text.contains("Saving “late.pdf”"))
      }
    }

    @Test func aPickerThatIsClosedChangesNothing() async throws {
      try await withScreen { stage, model, _ in
        try stage.press("Add Files")
        try stage.dismiss()
        #expect(model.importer.problems == [] && model.importer.works.isEmpty)
      }
    }
  }
#endif

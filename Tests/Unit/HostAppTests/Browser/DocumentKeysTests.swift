import Foundation
import IntrayCore
import SwiftUI
import Testing
import UIKit

@testable import HostApp

#if canImport(AppleFoundation)
  /// What the keys of a keyboard do in a list, and what VoiceOver says of its rows.
  @MainActor
  @Suite(.inApp) struct DocumentKeysTests {
    @Test(arguments: [ViewOptions.Layout.list, .icons])
    func theKeysWorkOnTheRowThatTheArrowsChose(layout: ViewOptions.Layout) async throws {
      let (harness, model, path) = try await openWindow(["a.txt", "b.txt", "Work/c.txt"])
      let browser = model.browser
      browser.layout = layout
      // Nothing is chosen yet.
      #expect(throws: HarnessError.self) { try harness.type(key: .return) }
      #expect(throws: HarnessError.self) { try harness.press(key: "i") }
      try harness.type(key: .upArrow)
      #expect(browser.cursor == DocumentPath(["b.txt"]))
      try harness.type(key: .downArrow)
      #expect(browser.cursor == DocumentPath(["b.txt"]), "it is the last")
      try harness.type(key: .upArrow)
      #expect(browser.cursor == DocumentPath(["a.txt"]))

      try harness.type(key: .return)
      #expect(browser.naming?.document?.path == DocumentPath(["a.txt"]))
      try harness.press("Cancel")
      try await browser.finish { _ in try harness.type(key: .space) }
      #expect(harness.front.role == .preview)
      try await browser.finish { _ in try harness.press("Done") }
      try harness.press(key: "i")
      #expect(browser.info?.path == DocumentPath(["a.txt"]))
      await browser.info?.work?.value
      try harness.press("Done")
      try await browser.finish { _ in try harness.press(key: .delete) }
      #expect(try contents(of: path + "/AppGroup/Documents") == ["Work", "b.txt"])

      try harness.type(key: .downArrow)
      #expect(browser.cursor == DocumentPath(["Work"]))
      #expect(throws: HarnessError.self, "a folder is no document to see") { try harness.type(key: .space) }
      try await browser.finish { _ in try harness.press(key: .downArrow) }
      #expect(browser.folder == DocumentPath(["Work"]))
    }

    @Test func whatIsCopiedIsPastedAsACopy() async throws {
      let (harness, model, path) = try await openWindow(["Work/a.txt"])
      let browser = model.browser
      try await browser.finish { _ in try harness.press("Work") }
      try harness.type(key: .downArrow)
      try harness.type(key: "c", .command)
      #expect(UIPasteboard.general.itemProviders.map(\.suggestedName) == ["a.txt"])
      await browser.finish { $0.path = [] }
      try harness.type(key: "v", .command)
      await model.importer.finish()
      #expect(try contents(of: path + "/AppGroup/Documents") == ["Work", "a.txt"])
      #expect(try contents(of: path + "/AppGroup/Documents/Work") == ["a.txt"])
      // Where nothing can be added, the key is for nothing.
      await browser.finish { $0.place = .trash }
      #expect(throws: HarnessError.self) { try harness.type(key: "v", .command) }
    }

    @Test func inRecentsTheArrowsGoThroughTheRowsOfOneDocument() async throws {
      let (harness, model, _) = try await openWindow([])
      #expect(await model.importer.save(note: "Milk", into: DocumentPath()))
      await model.browser.finish { $0.place = .recents }
      try harness.type(key: .downArrow)
      #expect(model.browser.cursor == DocumentPath(["Milk.txt"]))
    }

    @Test func aRowIsOneElementThatSaysItsNameFirst() async throws {
      let (harness, model, path) = try await openWindow(["Letter.pdf", "Work/b.txt"])
      try Data("[InternetShortcut]\nURL=https://example.com\n".utf8)
        .write(to: URL(filePath: path + "/AppGroup/Documents/Site.webloc"))
      await model.browser.finish { $0.look() }
      let spoken = harness.spoken
      let letter = try #require(spoken.first { $0.hasPrefix("Letter.pdf, ") })
      let parts = letter.components(separatedBy: ", ")
      #expect(parts[1] == Messages.kind(of: DocumentPath(["Letter.pdf"]), isFolder: false))
      #expect(parts[2].hasPrefix("Today"))
      #expect(spoken.contains { $0.hasPrefix("Work, Folder, ") })
      #expect(spoken.contains { $0.hasPrefix("Site.webloc, ") && $0.hasSuffix("Not opened") })
      await model.browser.finish { $0.layout = .icons }
      #expect(harness.spoken.contains(letter), "an icon says the same")
    }

    @Test func anIconOffersItsSwipesToAssistiveTechnologies() async throws {
      let (harness, model, path) = try await openWindow(["a.txt"])
      model.browser.layout = .icons
      #expect(harness.spokenActions(of: "a.txt") == ["Delete", "Rename", "Move"])
      try await model.browser.finish { _ in try harness.perform("Delete", on: "a.txt") }
      #expect(try contents(of: path + "/AppGroup/Documents").isEmpty)
    }
  }
#endif

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
    private func copied(_ name: String) -> NSItemProvider {
      let provider = NSItemProvider(item: Data("%PDF-1.7".utf8) as NSData, typeIdentifier: "com.adobe.pdf")
      provider.suggestedName = name
      return provider
    }

    @Test(arguments: [ViewOptions.Layout.list, .icons])
    func theKeysWorkOnTheRowThatTheArrowsChose(layout: ViewOptions.Layout) async throws {
      let (harness, model, path) = try await openWindow(["a.txt", "b.txt", "Work/c.txt"])
      let browser = model.browser
      browser.window.layout = layout
      // Nothing is chosen yet.
      #expect(throws: HarnessError.self) { try harness.type(key: .return) }
      #expect(throws: HarnessError.self) { try harness.press(key: "i") }
      try harness.type(key: .upArrow)
      #expect(browser.page.cursor == DocumentPath(["b.txt"]))
      try harness.type(key: .downArrow)
      #expect(browser.page.cursor == DocumentPath(["b.txt"]), "it is the last")
      try harness.type(key: .upArrow)
      #expect(browser.page.cursor == DocumentPath(["a.txt"]))

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
      #expect(browser.page.cursor == DocumentPath(["Work"]))
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
      #expect(harness.pasteboard.map(\.suggestedName) == ["a.txt"])
      await browser.finish { $0.path = [] }
      try harness.paste()
      await model.importer.finish()
      #expect(try contents(of: path + "/AppGroup/Documents") == ["Work", "a.txt"])
      #expect(try contents(of: path + "/AppGroup/Documents/Work") == ["a.txt"])
      #expect(StandIn.Pasteboard.ofTask.questions == 0)
      #expect(throws: HarnessError.self, "the list has nothing to do with it") {
        try harness.type(key: "v", .command)
      }
    }

    @Test func whereNothingCanBeAddedNothingIsPasted() async throws {
      let (harness, model, path) = try await openWindow(["Work/a.txt"])
      let browser = model.browser
      try harness.paste()
      harness.pasteboard = [copied("Plan")]
      for place in [Place.recents, .links, .conflicts, .cloud, .trash] {
        await browser.finish { $0.place = place }
        try harness.paste()
      }
      await browser.finish { $0.place = .documents }
      browser.window.sheet = .note(DocumentPath())
      try harness.paste()
      try harness.press("Cancel")
      // A text field that is being edited takes it.
      browser.page.isSearchShown = true
      try harness.paste()
      await model.importer.finish()
      #expect(model.queue.problems.isEmpty && WindowRequest.shared.wanted == nil)
      #expect(try contents(of: path + "/AppGroup/Documents") == ["Work"])
      browser.page.isSearchShown = false
      try harness.paste()
      await model.importer.finish()
      #expect(try contents(of: path + "/AppGroup/Documents") == ["Plan.pdf", "Work"])
    }

    @Test func theWindowInUsePastes() async throws {
      let (first, model, path) = try await openWindow(["Work/a.txt"])
      let second = ViewHarness(IntrayApp(model: model))
      _ = second.text
      first.windowInUse = second
      let work = model.browser
      work.harness = second
      await work.finish { $0.place = .documents }
      try await work.finish { _ in try second.press("Work") }
      first.pasteboard = [copied("Plan")]
      WindowRequest.shared.wanted = .paste(first.pasteboard)
      _ = first.text
      _ = second.text
      await model.importer.finish()
      #expect(try contents(of: path + "/AppGroup/Documents") == ["Work"])
      #expect(try contents(of: path + "/AppGroup/Documents/Work") == ["Plan.pdf", "a.txt"])
    }

    @Test func inRecentsTheArrowsStopAtTheRowOfAShareWhichOpens() async throws {
      let (harness, model, path) = try await openWindow([])
      let browser = model.browser
      #expect(await model.importer.save(note: "Milk", into: DocumentPath()))
      _ = try Inbox(model.library.container).deposit { deposit throws(DiskError) in
        for name in ["a.txt", "b.txt"] { try deposit.add(name.utf8, as: DocumentName(name)) }
      }
      await model.drains.drain()
      await browser.finish { $0.place = .recents }
      try harness.type(key: .downArrow)
      #expect(browser.page.commandedShare != nil && browser.page.commanded.isEmpty)
      #expect(throws: HarnessError.self, "its documents are not deleted by a key") {
        try harness.press(key: .delete)
      }
      try harness.type(key: .downArrow)
      #expect(browser.page.cursor == DocumentPath(["Milk.txt"]))
      try harness.type(key: .upArrow)
      try await browser.finish { _ in try harness.press(key: .downArrow) }
      #expect(Set(browser.listed) == ["a.txt", "b.txt"])
      #expect(try contents(of: path + "/AppGroup/Documents").count == 3)
    }

    @Test func aRowIsOneElementThatSaysItsNameFirst() async throws {
      let (harness, model, path) = try await openWindow(["Letter.pdf", "Work/b.txt"])
      try Data("[InternetShortcut]\nURL=https://example.com\n".utf8)
        .write(to: URL(filePath: path + "/AppGroup/Documents/Site.webloc"))
      await model.browser.finish { $0.app.overview.raise() }
      let spoken = harness.spoken
      let letter = try #require(spoken.first { $0.hasPrefix("Letter.pdf, ") })
      let parts = letter.components(separatedBy: ", ")
      #expect(parts[1] == Messages.kind(of: DocumentPath(["Letter.pdf"]), isFolder: false))
      #expect(parts[2].hasPrefix("Today"))
      #expect(spoken.contains { $0.hasPrefix("Work, Folder, ") })
      #expect(spoken.contains { $0.hasPrefix("Site, ") && $0.hasSuffix("Not opened") })
      await model.browser.finish { $0.window.layout = .icons }
      #expect(harness.spoken.contains(letter), "an icon says the same")
    }

    @Test func anIconOffersItsSwipesToAssistiveTechnologies() async throws {
      let (harness, model, path) = try await openWindow(["a.txt"])
      model.browser.window.layout = .icons
      #expect(harness.spokenActions(of: "a.txt") == ["Delete", "Rename", "Move"])
      try await model.browser.finish { _ in try harness.perform("Delete", on: "a.txt") }
      #expect(try contents(of: path + "/AppGroup/Documents").isEmpty)
    }
  }
#endif

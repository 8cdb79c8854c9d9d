import Foundation
import IntrayCore
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  /// Documents as icons, and what a keyboard does.
  @MainActor
  @Suite(.inApp) struct IconScreenTests {
    private func openScreen(_ names: [String]) async throws -> (ViewHarness, WindowDriver, String) {
      let (harness, model, path) = try await openWindow(names)
      return (harness, model.browser, path)
    }

    @Test func iconsOfferWhatRowsOffer() async throws {
      let (harness, browser, _) = try await openScreen(["a.txt", "Work/b.txt"])
      try harness.choose("Icons", in: "View")
      #expect(!harness.all(.grid).isEmpty && harness.text.contains("2 items"))
      try await browser.finish { _ in try harness.press("Work") }
      try harness.longPress("b.txt", "Rename")
      try harness.press("Cancel")
      try await browser.finish { _ in try harness.press("b.txt") }
      #expect(harness.front.role == .preview)
      try await browser.finish { _ in try harness.press("Done") }
      try await browser.finish { _ in try harness.search("zz") }
      // Their contents are searched, too.
      try await harness.wait(for: "No Results for “zz”")
      try harness.choose("List", in: "View")
      #expect(harness.all(.grid).isEmpty)
    }

    @Test func theIconsOfRecentsKeepDaysSharesSitesAndMarks() async throws {
      let (model, _) = try openApp()
      _ = try Inbox(model.library.container).deposit { deposit throws(DiskError) in
        for number in 1...3 { try deposit.add("\(number)".utf8, as: DocumentName("\(number).jpeg")) }
      }
      let deposit = try Inbox(model.library.container).deposit()
      try deposit.note(
        whereFrom: ["https://example.com/"], on: deposit.add("x".utf8, as: DocumentName("a.txt")))
      _ = try deposit.publish()
      await model.activate()
      let (harness, browser) = await openWindow(of: model)
      await browser.finish { $0.place = .recents }
      try harness.choose("Icons", in: "View")
      #expect(!harness.all(.grid).isEmpty)
      for word in ["Today", "3 photos", "From example.com", "‹New›"] {
        #expect(harness.text.contains(word), "\(word)")
      }
      #expect(!harness.text.contains("2.jpeg"))
      try await browser.finish { _ in try harness.press("3 photos") }
      #expect(browser.listed.count == 3 && harness.text.contains("2.jpeg"))
    }

    @Test func iconsAreChosenDraggedAndDeleted() async throws {
      let (harness, browser, path) = try await openScreen(["a.txt", "b.txt", "c.txt"])
      try harness.choose("Icons", in: "View")
      try harness.press("Select")
      try harness.press("a.txt")
      try harness.press("b.txt")
      try harness.press("a.txt")
      #expect(browser.page.selected.map(\.path.description) == ["b.txt"])
      #expect(try harness.drag("b.txt") is NSItemProvider)
      try await browser.finish { _ in try harness.press("Delete") }
      #expect(try contents(of: path + "/AppGroup/Documents") == ["a.txt", "c.txt"])
    }

    @Test func aKeyboardReachesWhatTheMenusOffer() async throws {
      let (harness, browser, path) = try await openScreen(["a.txt", "Work/b.txt"])
      try harness.press(key: "n", [.command, .shift])
      #expect(browser.naming != nil)
      try harness.press("Cancel")
      try harness.press(key: "f")
      #expect(browser.page.isSearchShown)
      try harness.press(key: "1")
      #expect(browser.window.layout == .icons)
      try harness.press(key: "2")
      #expect(browser.window.layout == .list)
      #expect(throws: HarnessError.self) { try harness.press(key: .upArrow) }
      try await browser.finish { _ in try harness.press("Work") }
      try await browser.finish { _ in try harness.press(key: .upArrow) }
      #expect(browser.folder == DocumentPath())
      // Nothing is chosen.
      for key: KeyEquivalent in ["i", "d", .delete] {
        #expect(throws: HarnessError.self) { try harness.press(key: key) }
      }
      try harness.press("Select")
      try harness.select(row: "a.txt")
      try await browser.finish { _ in try harness.press(key: "d") }
      #expect(try contents(of: path + "/AppGroup/Documents") == ["Work", "a 2.txt", "a.txt"])
      try harness.press("Select")
      try harness.select(row: "a.txt")
      try harness.press(key: "i")
      #expect(browser.info?.path == DocumentPath(["a.txt"]))
      await browser.info?.work?.value
      try harness.press("Done")
      try await browser.finish { _ in try harness.press(key: "a") }
      #expect(browser.page.selected.count == 3)
      try await browser.finish { _ in try harness.press(key: .delete) }
      #expect(try contents(of: path + "/AppGroup/Documents").isEmpty)
    }

    @Test func aWindowShowsOneSheetAtATime() async throws {
      let (harness, browser, _) = try await openScreen(["a.txt"])
      browser.window.sheet = .help
      #expect(harness.text.contains("Help"))
      browser.showInfo("a.txt")
      await browser.info?.work?.value
      #expect(harness.all(.sheet).count == 1 && harness.text.contains("Modified"))
      try harness.dismiss()
      #expect(harness.all(.sheet).isEmpty && browser.window.sheet == nil)
    }
  }
#endif

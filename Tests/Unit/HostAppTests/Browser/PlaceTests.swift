import Foundation
import IntrayCore
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  /// The places, on a phone and on a tablet.
  @MainActor
  @Suite(.inApp) struct PlaceTests {
    private func openScreen(isWide: Bool) async throws -> (ViewHarness, HostModel, String) {
      let (model, path) = try openApp()
      try put("x", at: path + "/AppGroup/Documents/Work/inside.txt")
      try put("x", at: path + "/AppGroup/Inbox/a.parcel/new.txt")
      try FileManager.default.createSymbolicLink(
        atPath: path + "/AppGroup/Inbox/a.parcel/link", withDestinationPath: "/etc/passwd")
      await model.activate()
      let harness = await show(model)
      if isWide { harness.horizontalSizeClass = .regular }
      return (harness, model, path)
    }

    @Test func aPhoneOpensTheDocumentsAndBackLeadsToTheSidebar() async throws {
      let (harness, model, _) = try await openScreen(isWide: false)
      #expect(harness.text.contains("new.txt") && !harness.text.contains("Recently Deleted"))
      try await model.browser.finish { _ in try harness.press("Work") }
      try await harness.wait(for: "inside.txt")
      try harness.back()
      try harness.back()
      #expect(harness.text.hasPrefix("Intray\n") && !harness.text.contains("inside.txt"))
      #expect(harness.text.contains("1 not added"))
      try await model.browser.finish { _ in try harness.press("Recently Deleted") }
      #expect(harness.text.contains("No Items") && !harness.text.contains("30 days"))
      try harness.back()
      #expect(harness.text.hasPrefix("Intray\n"))
    }

    @Test func anIPadShowsBothColumnsAndRecentlyDeletedOffersNoNewFolder() async throws {
      let (harness, model, _) = try await openScreen(isWide: true)
      #expect(harness.text.contains("✓ Documents") && harness.text.contains("Recently Deleted"))
      try await model.browser.finish { _ in try harness.press("Work") }
      try await harness.wait(for: "inside.txt")
      #expect(harness.text.contains("Recently Deleted") && harness.text.contains("‹ Documents   Work"))
      #expect(harness.find(.button, "New Folder") != nil)
      try await model.browser.finish { _ in try harness.press("Recently Deleted") }
      #expect(harness.text.contains("✓ Recently Deleted") && !harness.text.contains("inside.txt"))
      #expect(harness.find(.button, "New Folder") == nil)
      #expect(model.browser.folder == .trash && model.browser.problem == nil)
    }

    @Test func aTagIsAPlaceWithAllThatHasIt() async throws {
      let (harness, model, path) = try await openScreen(isWide: true)
      let browser = model.browser
      let home = try #require(DocumentTag(named: "Home"))
      await browser.finish { $0.actions.set(home, of: $0.entries("new.txt", "Work"), to: true) }
      try await harness.wait(for: "Tags")
      try await browser.finish { _ in try harness.press("Home") }
      #expect(harness.text.contains("✓ Home") && browser.listed == ["Work", "new.txt"])
      // A search stays among them.
      try put("x", at: path + "/AppGroup/Documents/new too.txt")
      await browser.finish { $0.page.search.text = "new" }
      #expect(browser.listed == ["new.txt"])
      await browser.finish { $0.page.search.text = "" }
      let kept = browser.window.route.kept
      #expect(Route(kept: kept) == Route(.tag("Home")))
      try await browser.finish { _ in try harness.press("Work") }
      #expect(browser.place == .documents && browser.listed == ["Work/inside.txt"])
      await browser.finish { $0.place = .tag("Home") }
      await browser.finish { $0.actions.set(home, of: $0.list.entries, to: false) }
      #expect(browser.listed == [])
      try await harness.wait { !$0.text.contains("Tags") }
    }

    @Test func anIPadThatBecomesNarrowKeepsItsScreen() async throws {
      let (harness, model, _) = try await openScreen(isWide: true)
      try await model.browser.finish { _ in try harness.press("Work") }
      try await harness.wait(for: "inside.txt")
      harness.horizontalSizeClass = .compact
      #expect(harness.text.hasPrefix("‹ Documents   Work") && harness.text.contains("inside.txt"))
      try harness.backToStart()
      harness.horizontalSizeClass = .regular
      #expect(harness.text.contains("new.txt"))
    }
  }
#endif

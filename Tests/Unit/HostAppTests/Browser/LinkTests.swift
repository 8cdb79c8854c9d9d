import Foundation
import IntrayCore
import IntrayIntake
import SwiftUI
import Synchronization
import Testing
import UIKit

@testable import HostApp

#if canImport(AppleFoundation)
  /// Saved links: tests press what the user presses.
  @MainActor
  @Suite(.inApp) struct SavedLinkTests {
    private let address = "https://www.example.com/whales"

    private func openScreen() async throws -> (ViewHarness, HostModel) {
      let (model, path) = try openApp()
      let list = try PropertyListSerialization.data(
        fromPropertyList: ["URL": address], format: .xml, options: 0)
      let deposit = try Inbox(model.library.container).deposit()
      try deposit.note(whereFrom: [address], on: deposit.add(list, as: DocumentName("Whales.webloc")))
      _ = try deposit.publish()
      try put("x", at: path + "/AppGroup/Documents/a.txt")
      await model.activate()
      return (await show(model), model)
    }

    @Test func aTapOpensALinkAndItsDotGoes() async throws {
      let (harness, model) = try await openScreen()
      let opened = Mutex<[URL]>([])
      model.openURL = { url in
        opened.withLock { $0.append(url) }
        return true
      }
      #expect(harness.text.contains("www.example.com"))
      #expect(model.browser.list.entries.map(\.isOpened) == [false, false])
      // The date of the opening has whole seconds.
      let added = try #require(model.browser.list.entries.first { $0.isLink }?.added)
      while FileTime.now.seconds == added.seconds { await Task.yield() }
      try await model.browser.finish { _ in try harness.press("Whales") }
      #expect(opened.withLock { $0.map(\.absoluteString) } == [address])
      #expect(model.browser.previewing == nil && model.browser.problem == nil)
      #expect(model.browser.list.entries.first { $0.isLink }?.isOpened == true)
    }

    @Test func theMenuCopiesAndOpensALinkAndAllLinksAreInAPlaceOfTheirOwn() async throws {
      let (harness, model) = try await openScreen()
      model.openURL = { _ in false }
      try await model.browser.finish { _ in try harness.longPress("Whales", "Copy Link") }
      #expect(StandIn.Pasteboard.ofTask.url?.absoluteString == address)
      try await model.browser.finish { _ in try harness.longPress("Whales", "Open Link") }
      #expect(model.browser.problem != nil)
      try harness.backToStart()
      try await model.browser.finish { _ in try harness.press("Links") }
      #expect(model.browser.list.entries.map(\.path) == [DocumentPath(["Whales.webloc"])])
    }

    @Test func aCopiedLinkLeadsToItsDocumentWhereverThatIs() async throws {
      let (model, path) = try openApp()
      let deposit = try Inbox(model.library.container).deposit()
      try deposit.add("x".utf8, as: DocumentName("Lease.pdf"))
      _ = try deposit.publish()
      try put("x", at: path + "/AppGroup/Documents/Home/Old.txt")
      await model.activate()
      let (harness, browser) = await openWindow(of: model)
      await browser.finish { $0.place = .documents }
      try await browser.finish { _ in try harness.longPress("Lease.pdf", "Copy Link") }
      let link = try #require(StandIn.Pasteboard.ofTask.url)
      let lease = browser.entry("Lease.pdf").seen
      await browser.finish { $0.actions.move([lease], to: DocumentPath(["Home"])) }
      await browser.enter(DocumentPath(["Home"]))
      let moved = browser.entry("Home/Lease.pdf").seen
      await browser.finish { $0.actions.rename(moved, to: DocumentName("Contract.pdf")) }
      try put("another", at: path + "/AppGroup/Documents/Lease.pdf")
      await browser.finish { $0.place = .trash }
      await model.open(link)
      await browser.settle()
      #expect(browser.problem == nil && browser.path == [DocumentPath(["Home"])])
      #expect(browser.page.commanded.map(\.name) == ["Contract.pdf"])
      await browser.finish { $0.delete("Home/Contract.pdf") }
      await browser.finish { $0.place = .recents }
      await model.open(link)
      #expect(browser.problem == "It is no longer in Intray." && browser.place == .recents)
    }

    /// A link document, and the addresses that the app had opened.
    private func openLink(to address: String) async throws -> (ViewHarness, HostModel, () -> [String]) {
      let (model, path) = try openApp()
      let list = try PropertyListSerialization.data(
        fromPropertyList: ["URL": address], format: .xml, options: 0)
      try put(String(decoding: list, as: UTF8.self), at: path + "/AppGroup/Documents/link.webloc")
      await model.activate()
      let opened = Mutex<[String]>([])
      model.openURL = { url in
        opened.withLock { $0.append(url.absoluteString) }
        return true
      }
      return (await show(model), model, { opened.withLock { $0 } })
    }

    @Test(arguments: ["http://www.example.com/a", "HTTPS://www.example.com/a?b=1&c=2"])
    func aPageOfTheWebOpensAtATap(address: String) async throws {
      let (harness, model, opened) = try await openLink(to: address)
      try await model.browser.finish { _ in try harness.press("link") }
      #expect(opened() == [address] && model.browser.window.question == nil)
    }

    @Test(arguments: [
      "tel:+4930123456", "shortcuts://run-shortcut?name=Delete%20all&input=text", "SMS:+4930123456",
      "itms-services://?action=download-manifest&url=https://example.com/x.plist", "mailto:anna@example.com",
    ])
    func anyOtherAddressIsShownWholeAndOpensOnlyIfTheUserSaysSo(address: String) async throws {
      let (harness, model, opened) = try await openLink(to: address)
      let browser = model.browser
      for answer in ["Cancel", "Open"] {
        try await browser.finish { _ in try harness.press("link") }
        #expect(harness.front.plainText.contains(address) && opened().isEmpty)
        try await browser.finish { _ in try harness.press(answer) }
        #expect(browser.window.question == nil)
      }
      #expect(opened() == [address])
      // The menu is no way around it.
      try await browser.finish { _ in try harness.longPress("link", "Open Link") }
      #expect(harness.front.plainText.contains(address) && opened().count == 1)
    }

    @Test(arguments: [
      "file:///etc/passwd", "FILE:///etc/passwd", "javascript:alert(1)", "JavaScript:alert(1)",
      "data:text/html,hello", "intray://document/link.webloc", "Intray://document/link.webloc", "no address",
      "",
    ])
    func anAddressThatLeadsNowhereOrIntoIntrayOrRunsIsShownAsAFile(address: String) async throws {
      let (harness, model, opened) = try await openLink(to: address)
      let browser = model.browser
      for act in [
        { try harness.press("link") }, { try harness.longPress("link", "Open Link") },
      ] {
        try await browser.finish { _ in try act() }
        #expect(browser.previewing != nil && browser.window.question == nil && opened().isEmpty)
        await browser.closePreview()
      }
    }

    @Test func whatIsNoListIsShownAsAFile() async throws {
      let (model, path) = try openApp()
      try put("x", at: path + "/AppGroup/Documents/none.webloc")
      await model.activate()
      let browser = model.browser
      await browser.settle()
      model.openURL = { _ in
        Issue.record("It was opened.")
        return true
      }
      await browser.finish { $0.actions.open($0.entry("none.webloc"), among: []) }
      #expect(browser.previewing != nil)
      await browser.closePreview()
    }
  }
#endif

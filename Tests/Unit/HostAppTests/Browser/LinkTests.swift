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
      return (ViewHarness(ContentView(model: model)), model)
    }

    @Test func aTapOpensALinkAndItsDotGoes() async throws {
      let (harness, model) = try await openScreen()
      let opened = Mutex<[URL]>([])
      model.browser.outgoing.open = { url in
        opened.withLock { $0.append(url) }
        return true
      }
      #expect(harness.text.contains("www.example.com"))
      #expect(model.browser.list.entries.map(\.isOpened) == [false, false])
      // The date of the opening has whole seconds.
      let added = try #require(model.browser.list.entries.first { $0.isLink }?.added)
      while FileTime.now.seconds == added.seconds { await Task.yield() }
      try await model.browser.finish { _ in try harness.press("Whales.webloc") }
      #expect(opened.withLock { $0.map(\.absoluteString) } == [address])
      #expect(model.browser.previewing == nil && model.browser.problem == nil)
      #expect(model.browser.list.entries.first { $0.isLink }?.isOpened == true)
    }

    @Test func theMenuCopiesAndOpensALinkAndAllLinksAreInAPlaceOfTheirOwn() async throws {
      let (harness, model) = try await openScreen()
      model.browser.outgoing.open = { _ in false }
      try await model.browser.finish { _ in try harness.longPress("Whales.webloc", "Copy Link") }
      #expect(StandIn.Pasteboard.ofTask.url?.absoluteString == address)
      try await model.browser.finish { _ in try harness.longPress("Whales.webloc", "Open Link") }
      #expect(model.browser.problem != nil)
      try harness.backToStart()
      try await model.browser.finish { _ in try harness.press("Links") }
      #expect(model.browser.list.entries.map(\.path) == [DocumentPath(["Whales.webloc"])])
    }

    @Test func aLinkThatLeadsNowhereOrToAFileIsShownAsAFile() async throws {
      let (model, path) = try openApp()
      let list = try PropertyListSerialization.data(
        fromPropertyList: ["URL": "file:///etc/passwd"], format: .xml, options: 0)
      try put(String(decoding: list, as: UTF8.self), at: path + "/AppGroup/Documents/file.webloc")
      try put("x", at: path + "/AppGroup/Documents/none.webloc")
      await model.activate()
      let opened = Mutex(0)
      model.browser.outgoing.open = { _ in
        opened.withLock { $0 += 1 }
        return true
      }
      for entry in model.browser.list.entries {
        await model.browser.finish { $0.open(entry) }
        #expect(model.browser.previewing != nil && opened.withLock { $0 } == 0)
        await model.browser.closePreview()
      }
    }
  }
#endif

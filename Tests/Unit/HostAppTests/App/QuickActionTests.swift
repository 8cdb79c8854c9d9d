import Foundation
import IntrayCore
import SwiftUI
import Testing
import UIKit

@testable import HostApp

#if canImport(AppleFoundation)
  /// The menu of the app's icon on the Home Screen.
  @MainActor
  @Suite(.inApp, .serialized) struct QuickActionTests {
    private func choose(_ action: String, isRunning: Bool) {
      StandIn.choose(action: "app.intray.HostApp." + action, of: AppDelegate(), isRunning: isRunning)
    }

    @Test func theIconOpensRecentsAndTheSearch() async throws {
      let (model, _) = try await openActiveApp(["a.txt"])
      choose("search", isRunning: false)
      let harness = ViewHarness(IntrayApp(model: model))
      _ = harness.text
      let browser = model.browser
      browser.harness = harness
      await browser.settle()
      #expect(browser.place == .documents && browser.page.isSearchShown)
      #expect(WindowRequest.shared.wanted == nil)
      choose("recents", isRunning: true)
      _ = harness.text
      #expect(browser.place == .recents)
      choose("another", isRunning: true)
      #expect(WindowRequest.shared.wanted == nil)
    }

    @Test func theIconOffersTheSystemsPasteButton() async throws {
      let (model, path) = try await openActiveApp(["a.txt"])
      let harness = ViewHarness(IntrayApp(model: model))
      _ = harness.text
      let provider = NSItemProvider()
      provider.suggestedName = "Plan"
      provider.registerDataRepresentation(forTypeIdentifier: "com.adobe.pdf", visibility: .all) {
        $0(Data("%PDF-1.7".utf8), nil)
        return nil
      }
      choose("paste", isRunning: true)
      #expect(harness.text.contains("Adds what you copied to Documents."))
      #expect(model.browser.place == .documents)
      #expect(throws: HarnessError.disabled("Paste"), "there is nothing to paste") {
        try harness.press("Paste")
      }
      harness.pasteboard = [provider]
      try harness.press("Paste")
      await model.importer.finish()
      #expect(StandIn.Pasteboard.ofTask.questions == 0 && model.browser.window.sheet == nil)
      #expect(try contents(of: path + "/AppGroup/Documents") == ["Plan.pdf", "a.txt"])
      choose("paste", isRunning: false)
      _ = harness.text
      try harness.press("Cancel")
      await model.importer.finish()
      #expect(model.browser.window.sheet == nil && model.queue.problems.isEmpty)
      #expect(try contents(of: path + "/AppGroup/Documents") == ["Plan.pdf", "a.txt"])
    }

    /// Each window is told of what is wanted, one after the other.
    @Test(arguments: [0, 1])
    func anActionIsDoneInTheWindowInFrontAndNotInTheOneThatIsToldFirst(front: Int) async throws {
      let (model, _) = try await openActiveApp(["a.txt"])
      var (harnesses, windows): ([ViewHarness], [WindowModel]) = ([], [])
      for _ in 0..<2 {
        let harness = ViewHarness(IntrayApp(model: model))
        _ = harness.text
        harnesses.append(harness)
        windows.append(try #require(model.windows.front))
        windows[windows.count - 1].go(to: .links)
      }
      harnesses[front].scenePhase = .active
      try await harnesses[front].wait { _ in model.windows.front === windows[front] }
      choose("recents", isRunning: true)
      _ = harnesses[1 - front].text
      _ = harnesses[front].text
      #expect(windows[front].route.place == .recents && windows[1 - front].route.place == .links)
      #expect(WindowRequest.shared.wanted == nil)
      harnesses[front].scenePhase = .background
      for harness in harnesses { await harness.finishWork() }
    }

    @Test func aShortcutOpensADocumentInTheApp() async throws {
      let (model, _) = try await openActiveApp(["Work/a.txt"])
      let harness = ViewHarness(IntrayApp(model: model))
      _ = harness.text
      let library = model.library
      let entry = try #require(await library.index.entries(at: [DocumentPath(["Work", "a.txt"])]).first)
      WindowRequest.shared.wanted = .open(entry)
      _ = harness.text
      try await harness.wait { $0.front.role == .preview }
      #expect(model.browser.folder == DocumentPath(["Work"]))
    }

    @Test func theListOfTheIconIsWhatTheAppKnows() throws {
      let plist = try infoPlist("HostApp")
      let items = try #require(plist["UIApplicationShortcutItems"] as? [[String: String]])
      let names = try items.map {
        try #require($0["UIApplicationShortcutItemType"]?.split(separator: ".").last)
      }
      #expect(names.compactMap { QuickAction(rawValue: String($0)) } == [.paste, .note, .search, .recents])
    }
  }
#endif

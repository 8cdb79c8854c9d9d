import Foundation
import IntrayCore
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  /// The rows of what waits, and their buttons.
  @MainActor
  @Suite(.inApp) struct WaitingScreenTests {
    /// An app with a partial download, and a link, that are waiting.
    private func openWaiting() async throws -> (HostModel, String) {
      let (model, path) = try openApp()
      let inbox = path + "/AppGroup/Inbox/a.parcel/"
      try put("part", at: path + "/App/Documents/film.mov.part")
      try put("fine", at: inbox + "fine.txt")
      try FileManager.default.createSymbolicLink(atPath: inbox + "link", withDestinationPath: "/etc/passwd")
      await model.activate()
      #expect(Set(model.drains.waiting.map(\.name)) == ["film.mov.part", "link"])
      return (model, path)
    }

    @Test func theButtonsOfARowAskTryAgainAndDelete() async throws {
      let (model, path) = try await openWaiting()
      let harness = await show(model)
      try harness.press("Delete", inRow: "link")
      #expect(harness.text.contains("“link” isn’t in Documents yet"))
      try harness.press("Cancel")
      #expect(model.drains.waiting.count == 2 && model.browser.window.question == nil)
      try harness.press("Delete", inRow: "link")
      try harness.press("Delete")
      try await harness.wait { _ in model.browser.window.question == nil && !model.isBusy }
      #expect(model.drains.waiting.map(\.name) == ["film.mov.part"])
      #expect(try contents(of: path + "/AppGroup/Documents") == ["fine.txt"])
      try FileManager.default.moveItem(
        atPath: path + "/App/Documents/film.mov.part", toPath: path + "/AppGroup/Inbox/film.mov")
      try harness.press("Try Again", inRow: "film.mov.part")
      try await harness.wait { _ in model.recents.arrivals.contains { $0.name == "film.mov" } }
    }

    @Test func aCopyOfAWaitingFileIsSharedAndTheFileStays() async throws {
      let (model, path) = try await openWaiting()
      let harness = await show(model)
      try harness.press("Save Elsewhere", inRow: "film.mov.part")
      let file = try #require(harness.shared.first?.first as? URL)
      #expect(try String(contentsOf: file, encoding: .utf8) == "part")
      #expect(FileManager.default.fileExists(atPath: path + "/App/Documents/film.mov.part"))
      // There is nothing to save of a link.
      #expect(throws: HarnessError.self) { try harness.press("Save Elsewhere", inRow: "link") }
      #expect(throws: HarnessError.self) { try harness.press("Try Again", inRow: "link") }
    }

    @Test func aLongDrainShowsProgressAndCanBeStopped() async throws {
      let (model, path) = try openApp()
      let inbox = path + "/AppGroup/Inbox/a.parcel/"
      for number in 0..<1_200 { try put("x", at: inbox + "\(number).txt") }
      let harness = await show(model)
      let work = Task { await model.drains.drain() }
      try await harness.wait { $0.text.contains("of 1,200") }
      try harness.press("Stop")
      _ = await work.value
      await model.browser.settle()
      let left = (try? FileManager.default.contentsOfDirectory(atPath: inbox).count) ?? 0
      #expect(model.browser.list.total + left == 1_200)
      await model.drains.drain()
      await model.browser.settle()
      #expect(model.browser.list.total == 1_200 && model.recents.arrivals.count == 1_200)
    }
  }
#endif

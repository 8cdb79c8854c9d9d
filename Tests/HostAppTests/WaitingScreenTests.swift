import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  /// The rows of what waits, and their buttons.
  @MainActor
  @Suite struct WaitingScreenTests {
    @Test func theButtonsOfARowAskTryAgainAndDelete() async throws {
      try await withWaiting { (model: HostModel, path: String) async throws in
        let harness = ViewHarness(ContentView(model: model))
        try harness.press("Delete", inRow: "link")
        #expect(harness.text.contains("“link” isn’t in Documents yet"))
        try harness.press("Cancel")
        #expect(model.waiting.count == 2 && model.browser.discarding == nil)
        try harness.press("Delete", inRow: "link")
        try harness.press("Delete")
        try await harness.wait { _ in model.browser.discarding == nil && !model.isBusy }
        #expect(model.waiting.map(\.name) == ["film.mov.part"])
        try FileManager.default.moveItem(
          atPath: path + "/App/Documents/film.mov.part", toPath: path + "/AppGroup/Inbox/film.mov")
        try harness.press("Try Again", inRow: "film.mov.part")
        try await harness.wait { _ in model.recents.arrivals.contains { $0.name == "film.mov" } }
      }
    }

    @Test func aCopyOfAWaitingFileIsSharedAndTheFileStays() async throws {
      try await withWaiting { (model: HostModel, path: String) async throws in
        let harness = ViewHarness(ContentView(model: model))
        try harness.press("Save Elsewhere", inRow: "film.mov.part")
        let file = try #require(harness.shared.first?.first as? URL)
        #expect(try String(contentsOf: file, encoding: .utf8) == "part")
        #expect(FileManager.default.fileExists(atPath: path + "/App/Documents/film.mov.part"))
        // There is nothing to save of a link.
        #expect(throws: HarnessError.self) { try harness.press("Save Elsewhere", inRow: "link") }
        #expect(throws: HarnessError.self) { try harness.press("Try Again", inRow: "link") }
      }
    }

    @Test func aDrainOfFiveThousandShowsProgressAndCanBeStopped() async throws {
      try await withApp { (model: HostModel, path: String) async throws in
        let inbox = path + "/AppGroup/Inbox/a.parcel/"
        for number in 0..<5_000 { try put("x", at: inbox + "\(number).txt") }
        let harness = ViewHarness(ContentView(model: model))
        let work = Task { await model.drain() }
        try await harness.wait { $0.text.contains("of 5,000") }
        try harness.press("Stop")
        await work.value
        let left = (try? FileManager.default.contentsOfDirectory(atPath: inbox).count) ?? 0
        #expect(model.browser.list.total + left == 5_000)
        await model.drain()
        #expect(model.browser.list.total == 5_000 && model.recents.arrivals.count == 5_000)
        // Twenty of them, and how many more.
        #expect(harness.text.contains("4,980 more"))
      }
    }
  }
#endif

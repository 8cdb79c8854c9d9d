import Foundation
import Shared
import SwiftUI
import Testing

@testable import HostApp

#if canImport(AppleFoundation)
  /// What waits, and what the user does about it.
  @MainActor
  @Suite struct WaitingScreenTests {
    private func withScreen(_ body: (Stage, HostModel, String) async throws -> Void) async throws {
      try await withApp { (model: HostModel, path: String) async throws in
        let inbox = path + "/AppGroup/Inbox/a.parcel/"
        try put("part", at: path + "/App/Documents/film.mov.part")
        try put("fine", at: inbox + "fine.txt")
        try FileManager.default.createSymbolicLink(atPath: inbox + "link", withDestinationPath: "/etc/passwd")
        await model.activate()
        #expect(Set(model.waiting.map(\.name)) == ["film.mov.part", "link"])
        try await body(Stage(ContentView(model: model)), model, path)
      }
    }

    private func delete(_ name: String, _ stage: Stage, _ model: HostModel) async throws {
      try stage.press("Delete", inRow: name)
      #expect(stage.text.contains("“\(name)” isn’t in Documents yet"))
      try stage.press("Delete")
      try await stage.wait { _ in model.discarding == nil && !model.isBusy }
    }

    @Test(arguments: ["film.mov.part", "link"]) func whatWaitsIsDeletedWhenToldTwice(name: String)
      async throws
    {
      try await withScreen { stage, model, path in
        try stage.press("Delete", inRow: name)
        try stage.press("Cancel")
        #expect(model.waiting.count == 2 && model.discarding == nil)
        try await delete(name, stage, model)
        #expect(model.waiting.count == 1 && !model.waiting.contains { $0.name == name })
        #expect(model.problem == nil)
        let place = name == "link" ? "/AppGroup/Inbox/a.parcel/" : "/App/Documents/"
        #expect(throws: (any Error).self) {
          try FileManager.default.attributesOfItem(atPath: path + place + name)
        }
        #expect(!FileManager.default.fileExists(atPath: path + "/AppGroup/Documents/" + name))
      }
    }

    @Test func whatHasTakenItsNameMeanwhileStays() async throws {
      try await withScreen { stage, model, path in
        let waiting = path + "/App/Documents/film.mov.part"
        try stage.press("Delete", inRow: "film.mov.part")
        try put("another", at: waiting + ".new")
        try FileManager.default.removeItem(atPath: waiting)
        try FileManager.default.moveItem(atPath: waiting + ".new", toPath: waiting)
        try stage.press("Delete")
        try await stage.wait { _ in model.discarding == nil && !model.isBusy && model.problem != nil }
        #expect(stage.text.contains("Look again, and try again."))
        #expect(try String(contentsOfFile: waiting, encoding: .utf8) == "another")
        #expect(model.waiting.count == 2)
      }
    }

    @Test func aCopyOfWhatWaitsIsGivenElsewhereAndItGoesOnWaiting() async throws {
      try await withScreen { stage, model, path in
        try stage.press("Save Elsewhere", inRow: "film.mov.part")
        let file = try #require(stage.shared.first?.first as? URL)
        #expect(try String(contentsOf: file, encoding: .utf8) == "part")
        #expect(FileManager.default.fileExists(atPath: path + "/App/Documents/film.mov.part"))
        // There is nothing to save of a link.
        #expect(throws: StageError.self) { try stage.press("Save Elsewhere", inRow: "link") }
        #expect(throws: StageError.self) { try stage.press("Try Again", inRow: "link") }
      }
    }

    @Test func whatWaitsComesInWhenItIsTriedAgain() async throws {
      try await withScreen { stage, model, path in
        try FileManager.default.moveItem(
          atPath: path + "/App/Documents/film.mov.part", toPath: path + "/AppGroup/Inbox/film.mov")
        try stage.press("Try Again", inRow: "film.mov.part")
        try await stage.wait { _ in model.arrivals.contains { $0.name == "film.mov" } }
        #expect(model.waiting.map(\.name) == ["link"])
      }
    }

    @Test func fiveThousandComeInWithAnEndInSightAndAStop() async throws {
      try await withApp { (model: HostModel, path: String) async throws in
        let inbox = path + "/AppGroup/Inbox/a.parcel/"
        for number in 0..<5_000 { try put("x", at: inbox + "\(number).txt") }
        let stage = Stage(ContentView(model: model))
        let work = Task { await model.drain() }
        try await stage.wait { $0.text.contains("of 5,000") }
        try stage.press("Stop")
        await work.value
        let left = (try? FileManager.default.contentsOfDirectory(atPath: inbox).count) ?? 0
        #expect(model.browser.list.total + left == 5_000)
        await model.drain()
        #expect(model.browser.list.total == 5_000 && model.arrivals.count == 5_000)
        // Twenty of them, and how many more.
        #expect(stage.text.contains("4,980 more"))
      }
    }
  }
#endif

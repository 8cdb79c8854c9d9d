import Foundation
import Shared
import Testing

@testable import HostApp

/// An app with a partial download, and a link, that are waiting.
@MainActor
func withWaiting(_ body: (HostModel, String) async throws -> Void) async throws {
  try await withApp { (model: HostModel, path: String) async throws in
    let inbox = path + "/AppGroup/Inbox/a.parcel/"
    try put("part", at: path + "/App/Documents/film.mov.part")
    try put("fine", at: inbox + "fine.txt")
    try FileManager.default.createSymbolicLink(atPath: inbox + "link", withDestinationPath: "/etc/passwd")
    await model.activate()
    #expect(Set(model.waiting.map(\.name)) == ["film.mov.part", "link"])
    try await body(model, path)
  }
}

/// What waits, and what the user does about it.
@MainActor
@Suite struct WaitingItemTests {
  private func outcome(_ name: String, _ model: HostModel) throws -> DrainOutcome {
    try #require(model.waiting.first { $0.name == name })
  }

  @Test(arguments: ["film.mov.part", "link"]) func whatWaitsIsDeletedWhenToldTwice(name: String) async throws
  {
    try await withWaiting { (model: HostModel, path: String) async throws in
      model.browser.discarding = try outcome(name, model)
      model.browser.isAsking = false
      #expect(model.waiting.count == 2 && model.browser.discarding == nil)
      model.browser.discarding = try outcome(name, model)
      model.discard(try #require(model.browser.discarding))
      model.browser.isAsking = false
      try await until { !model.isBusy }
      #expect(model.browser.discarding == nil)
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
    try await withWaiting { (model: HostModel, path: String) async throws in
      let waiting = path + "/App/Documents/film.mov.part"
      let outcome = try outcome("film.mov.part", model)
      try put("another", at: waiting + ".new")
      try FileManager.default.removeItem(atPath: waiting)
      try FileManager.default.moveItem(atPath: waiting + ".new", toPath: waiting)
      model.discard(outcome)
      try await until { !model.isBusy && model.problem != nil }
      #expect(model.problem?.contains("Look again, and try again.") == true)
      #expect(try String(contentsOfFile: waiting, encoding: .utf8) == "another")
      #expect(model.waiting.count == 2)
    }
  }

  @Test func whatWaitsComesInWhenItIsTriedAgain() async throws {
    try await withWaiting { (model: HostModel, path: String) async throws in
      try FileManager.default.moveItem(
        atPath: path + "/App/Documents/film.mov.part", toPath: path + "/AppGroup/Inbox/film.mov")
      await model.drain()
      #expect(model.recents.arrivals.contains { $0.name == "film.mov" })
      #expect(model.waiting.map(\.name) == ["link"])
    }
  }
}

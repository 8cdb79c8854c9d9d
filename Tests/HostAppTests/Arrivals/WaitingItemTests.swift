import Foundation
import Shared
import Testing

@testable import HostApp

/// An app with a partial download, and a link, that are waiting.
@MainActor
func openWaiting() async throws -> (HostModel, String) {
  let (model, path) = try openApp()
  let inbox = path + "/AppGroup/Inbox/a.parcel/"
  try put("part", at: path + "/App/Documents/film.mov.part")
  try put("fine", at: inbox + "fine.txt")
  try FileManager.default.createSymbolicLink(atPath: inbox + "link", withDestinationPath: "/etc/passwd")
  await model.activate()
  #expect(Set(model.waiting.map(\.name)) == ["film.mov.part", "link"])
  return (model, path)
}

/// What waits, and what the user does about it.
@MainActor
@Suite(.inApp) struct WaitingItemTests {
  private func outcome(_ name: String, _ model: HostModel) throws -> DrainOutcome {
    try #require(model.waiting.first { $0.name == name })
  }

  @Test func whatHasTakenItsNameMeanwhileStays() async throws {
    let (model, path) = try await openWaiting()
    let waiting = path + "/App/Documents/film.mov.part"
    let outcome = try outcome("film.mov.part", model)
    try put("another", at: waiting + ".new")
    try FileManager.default.removeItem(atPath: waiting)
    try FileManager.default.moveItem(atPath: waiting + ".new", toPath: waiting)
    model.discard(outcome)
    try await until { !model.isBusy && model.problem != nil }
    #expect(model.problem?.contains("Try again.") == true)
    #expect(try String(contentsOfFile: waiting, encoding: .utf8) == "another")
    #expect(model.waiting.count == 2)
  }
}

import Foundation
import Testing

@testable import IntrayCore

/// What was not taken in, and is thrown away.
@Suite(.inContainer) struct WaitingTests {
  let test = TestContainer.current

  private func waiting(_ name: String) throws -> Waiting {
    let outcome = try test.drain(patientDrain(test, test.disk)).first { $0.name == name }
    return try #require(outcome?.waiting)
  }

  @Test(arguments: ["link", "pipe", "film.part", "Folder.download"])
  func discardingAWaitingFileRemovesNothingElse(name: String) throws {
    let inbox = name == "link" || name == "pipe"
    try test.put(["b.txt": "b"])
    try test.put("x", at: "Originals/target")
    switch name {
    case "link": try test.deliver(["link": .link(test.path(of: "Originals/target"))], as: "a")
    case "pipe":
      try test.deliver([:], as: "a")
      #expect(mkfifo(test.path(of: "AppGroup/Inbox/a.parcel/pipe"), 0o644) == 0)
    case "film.part": try test.put("half", at: "App/Documents/film.part")
    default: try test.put(["x": "half"], at: "App/Documents/Folder.download")
    }
    let waiting = try waiting(name)
    try Drain(test.container, sandbox: test.sandbox).discard(waiting)
    #expect(try test.tree(inbox ? "AppGroup/Inbox/a.parcel" : "App/Documents").names.isEmpty)
    #expect(try test.documents == ["b.txt": "b"])
    #expect(try test.tree("Originals").names == ["target"])
    try test.drain()
    #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
  }

  @Test func anotherFileThatTookTheNameStays() throws {
    try test.put("half", at: "App/Documents/film.part")
    let waiting = try waiting("film.part")
    try test.put("another", at: "App/Documents/film.new")
    try test.remove("App/Documents/film.part")
    try FileManager.default.moveItem(
      atPath: test.path(of: "App/Documents/film.new"), toPath: test.path(of: "App/Documents/film.part"))
    expectError(.changed) { try Drain(test.container).discard(waiting) }
    #expect(try test.tree("App/Documents") == ["film.part": "another"])
  }

  @Test func discardingAMissingFileReportsNotFound() throws {
    try test.put("half", at: "App/Documents/film.part")
    let waiting = try waiting("film.part")
    try test.remove("App/Documents/film.part")
    expectError(.notFound) { try Drain(test.container).discard(waiting) }
  }

  /// Another program puts another file there between the check and the rename. Recovery puts that file into
  /// Documents.
  @Test func aFileMovedOutByMistakeIsNotRemoved() throws {
    try test.put("half", at: "App/Documents/film.part")
    let waiting = try waiting("film.part")
    let isSwapped = Flag()
    let disk = test.disk.asking { request throws(DiskError) in
      guard request.call == .renameExclusive, request.name == "film.part", isSwapped.turnOn() else { return }
      try? test.remove("App/Documents/film.part")
      try? test.put("another", at: "App/Documents/film.part")
    }
    #expect(throws: DiskError.self) { try Drain(test.container(on: disk)).discard(waiting) }
    #expect(isSwapped.isOn)
    let left = try test.documents.contents + test.tree("App").contents
    #expect(left == texts("another"))
  }
}

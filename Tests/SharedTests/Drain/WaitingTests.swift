import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// What was not taken in, and is thrown away.
@Suite struct WaitingTests {
  private func waiting(_ house: House, _ name: String) throws -> Waiting {
    let outcome = try house.drain(patientDrain(house, house.disk)).first { $0.name == name }
    return try #require(outcome?.waiting)
  }

  @Test(arguments: ["link", "pipe", "film.part", "Folder.download"])
  func whatWaitsIsRemovedAndNothingElse(name: String) throws {
    try withHouse { house in
      let inbox = name == "link" || name == "pipe"
      try house.put(.folder(["b.txt": .file("b")]), at: "AppGroup/Documents")
      try house.put(.file("x"), at: "Originals/target")
      switch name {
      case "link": try house.deliver(["link": .link(house.path(of: "Originals/target"))], as: "a")
      case "pipe":
        try house.deliver([:], as: "a")
        #expect(mkfifo(house.path(of: "AppGroup/Inbox/a.parcel/pipe"), 0o644) == 0)
      case "film.part": try house.put(.file("half"), at: "App/Documents/film.part")
      default: try house.put(.folder(["x": .file("half")]), at: "App/Documents/Folder.download")
      }
      let waiting = try waiting(house, name)
      try Drain(house.container, sandbox: house.sandbox).discard(waiting)
      #expect(try house.tree(inbox ? "AppGroup/Inbox/a.parcel" : "App/Documents").names.isEmpty)
      #expect(try house.documents == .folder(["b.txt": .file("b")]))
      #expect(try house.tree("Originals").names == ["target"])
      try house.drain()
      #expect(try house.tree("AppGroup/Inbox").names.isEmpty)
    }
  }

  @Test func whatHasTakenItsNameStays() throws {
    try withHouse { house in
      try house.put(.file("half"), at: "App/Documents/film.part")
      let waiting = try waiting(house, "film.part")
      try house.put(.file("another"), at: "App/Documents/film.new")
      try house.remove("App/Documents/film.part")
      try FileManager.default.moveItem(
        atPath: house.path(of: "App/Documents/film.new"), toPath: house.path(of: "App/Documents/film.part"))
      let error = #expect(throws: DiskError.self) { try Drain(house.container).discard(waiting) }
      #expect(error?.code == .changed)
      #expect(try house.tree("App/Documents") == .folder(["film.part": .file("another")]))
    }
  }

  @Test func whatIsGoneSaysSo() throws {
    try withHouse { house in
      try house.put(.file("half"), at: "App/Documents/film.part")
      let waiting = try waiting(house, "film.part")
      try house.remove("App/Documents/film.part")
      let error = #expect(throws: DiskError.self) { try Drain(house.container).discard(waiting) }
      #expect(error?.code == .notFound)
    }
  }

  /// Another program puts another file there between the look and the rename: it comes to light in Documents.
  @Test func whatIsTakenOutByMistakeIsNotRemoved() throws {
    try withHouse { house in
      try house.put(.file("half"), at: "App/Documents/film.part")
      let waiting = try waiting(house, "film.part")
      let isSwapped = Guarded(false)
      let disk = house.disk.asking { request throws(DiskError) in
        guard request.call == .renameExclusive, request.name == "film.part",
          isSwapped.with({ isSwapped in
            defer { isSwapped = true }
            return !isSwapped
          })
        else { return }
        try? house.remove("App/Documents/film.part")
        try? house.put(.file("another"), at: "App/Documents/film.part")
      }
      #expect(throws: DiskError.self) { try Drain(house.container(on: disk)).discard(waiting) }
      #expect(isSwapped.with { $0 })
      let left = try house.documents.contents + house.tree("App").contents
      #expect(left == texts("another"))
    }
  }
}

import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// "Open in Intray".
@Suite struct OpenedTests {
  private func open(_ house: House, _ place: String, on disk: Disk? = nil) throws -> [DrainOutcome] {
    var outcomes: [DrainOutcome] = []
    let disk = disk ?? house.disk
    let drain = Drain(
      house.container(on: disk), sandbox: Sandbox(path: house.sandbox.path, disk: disk))
    try drain.open(house.path(of: place)) { outcomes.append($0) }
    return outcomes
  }

  @Test func aCopyInTheInboxIsMovedAtOnce() throws {
    try withHouse { house in
      try house.put(.folder(["a.pdf": .file("a"), "b": .file("b")]), at: "App/Documents/Inbox")
      let file = try house.folder("App/Documents/Inbox").identify("a.pdf")
      #expect(try open(house, "App/Documents/Inbox/a.pdf").arrivals(of: "a.pdf") == ["a.pdf"])
      #expect(try house.known("a.pdf").file == file)
      #expect(try house.tree("App/Documents/Inbox") == .folder(["b": .file("b")]))
    }
  }

  @Test func aTakenNameGetsTheNextFreeOne() throws {
    try withHouse { house in
      try house.put(.folder(["a.pdf": .file("old")]), at: "AppGroup/Documents")
      try house.put(.folder(["a.pdf": .file("new")]), at: "App/Documents/Inbox")
      #expect(try open(house, "App/Documents/Inbox/a.pdf").arrivals(of: "a.pdf") == ["a-1.pdf"])
      #expect(
        try house.documents == .folder(["a.pdf": .file("old"), "a-1.pdf": .file("new")]))
    }
  }

  @Test func anOriginalIsCopiedAndLeftAlone() throws {
    try withHouse { house in
      try house.put(.file("a"), at: "Originals/a.pdf")
      #expect(try open(house, "Originals/a.pdf").arrivals(of: "a.pdf") == ["a.pdf"])
      #expect(try house.documents == .folder(["a.pdf": .file("a")]))
      #expect(try house.tree("Originals") == .folder(["a.pdf": .file("a")]))
    }
  }

  @Test func theInboxIsKnownWhateverPathLeadsToIt() throws {
    try withHouse { house in
      try house.put(.folder(["a.pdf": .file("a"), "b.pdf": .file("b")]), at: "App/Documents/Inbox")
      try house.put(.link("../App/Documents/Inbox"), at: "Originals/door")
      _ = try open(house, "Originals/door/a.pdf")
      _ = try open(house, "App/../App/Documents/./Inbox/b.pdf")
      #expect(try house.documents.names == ["a.pdf", "b.pdf"])
      #expect(try house.tree("App/Documents/Inbox").names.isEmpty)
    }
  }

  @Test func aCopyIsNeverTakenForAnOriginal() throws {
    try withHouse { house in
      try house.put(.folder(["a.pdf": .file("a")]), at: "App/Documents/Inbox")
      let disk = house.disk.failing(Fuse(at: 1, of: .openFolder), with: .of(.tooManyOpen, number: 24))
      #expect(throws: DiskError.self) { try open(house, "App/Documents/Inbox/a.pdf", on: disk) }
      #expect(try house.everything == texts("a"))
    }
  }

  @Test func aParcelIsDissolvedIntoItsDocuments() throws {
    try withHouse { house in
      try house.put(
        .folder(["p.parcel": .folder(["a": .file("a"), "b": .file("b")]).mode(0o555)]),
        at: "App/Documents/Inbox")
      try asNobody(in: house) {
        let outcomes = try open(house, "App/Documents/Inbox/p.parcel")
        #expect(outcomes.arrivals(of: "a") == ["a"] && outcomes.arrivals(of: "b") == ["b"])
      }
      #expect(try house.tree("App/Documents/Inbox").names.isEmpty)
      #expect(try house.tree("AppGroup/Inbox").names.isEmpty)
    }
  }

  @Test func aCopyThatADrainTookBeforeIsNoError() throws {
    try withHouse { house in
      try house.put(.folder(), at: "App/Documents/Inbox")
      #expect(
        try open(house, "App/Documents/Inbox/a.pdf").results(for: "a.pdf") == [.takenByAnother])
    }
  }

  @Test func aMissingOriginalIsAnError() throws {
    try withHouse { house in
      let error = #expect(throws: DiskError.self) { _ = try open(house, "Originals/a.pdf") }
      let documents = try house.documents
      #expect(error?.code == .notFound && documents.names.isEmpty)
    }
  }

  @Test func linksAndSpecialFilesWait() throws {
    try withHouse { house in
      try house.put(.folder(["l": .link("/etc/passwd"), "f": .fifo]), at: "App/Documents/Inbox")
      #expect(try open(house, "App/Documents/Inbox/l").results(for: "l") == [.waiting(.notADocument(.link))])
      #expect(
        try open(house, "App/Documents/Inbox/f").results(for: "f") == [.waiting(.notADocument(.special))])
      #expect(try house.documents.names.isEmpty)
    }
  }
}

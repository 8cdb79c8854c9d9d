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
    try drain.open(URL(filePath: house.path(of: place)), isOwnItem: false) { outcomes.append($0) }
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
      #expect(try open(house, "App/Documents/Inbox/l").results(for: "l") == [.refused(.notADocument(.link))])
      #expect(
        try open(house, "App/Documents/Inbox/f").results(for: "f") == [.refused(.notADocument(.special))])
      #expect(try house.documents.names.isEmpty)
    }
  }

  @Test func aDocumentOfOursIsNotImportedAgainWhateverPathLeadsToIt() throws {
    try withHouse { house in
      try house.put(.folder(["a.pdf": .file("a")]), at: "AppGroup/Documents")
      try house.put(.link("../AppGroup/Documents"), at: "Originals/door")
      for place in ["AppGroup/Documents/a.pdf", "Originals/door/a.pdf"] {
        #expect(try open(house, place).results(for: "a.pdf") == [.alreadyOurs])
      }
      #expect(try house.documents == .folder(["a.pdf": .file("a")]))
    }
  }

  @Test func anItemAsFilesShowsItIsNotImported() throws {
    try withHouse { house in
      try house.put(.file("a"), at: "Originals/a.pdf")
      var outcomes: [DrainOutcome] = []
      try Drain(house.container, sandbox: house.sandbox).open(
        URL(filePath: house.path(of: "Originals/a.pdf")), isOwnItem: true
      ) { outcomes.append($0) }
      #expect(outcomes.map(\.result) == [.alreadyOurs])
      #expect(try house.documents.names.isEmpty)
      #expect(try house.tree("Originals") == .folder(["a.pdf": .file("a")]))
    }
  }

  @Test func whatFinderDroppedIsClaimedWhenAPersonOpensIt() throws {
    try withHouse { house in
      try house.put(.file("a"), at: "App/Documents/a.pdf")
      try house.put(.folder(["in": .file("in")]), at: "App/Documents/p.parcel")
      #expect(try open(house, "App/Documents/a.pdf").arrivals(of: "a.pdf") == ["a.pdf"])
      // Opened where it is no copy of ours, a parcel is a document like any other.
      #expect(try open(house, "App/Documents/p.parcel").arrivals(of: "p.parcel") == ["p.parcel"])
      #expect(try house.tree("App/Documents").names.isEmpty)
    }
  }

  @Test func aFolderThatHoldsIntrayIsNeverCopiedIntoItself() throws {
    try withHouse { house in
      try house.deliver(["w": .file("w")])
      for place in ["AppGroup", "App", "."] {
        let result = try open(house, place).map(\.result)
        #expect(result == [.refused(.holdsIntray)], "\(place)")
      }
      #expect(try house.everything == texts("w"))
    }
  }

  /// Everything that a sender could put into a parcel.
  @Test func aHostileParcelIsDissolvedAsFarAsItHoldsDocuments() throws {
    try withHouse { house in
      try house.put(
        .folder([
          "evil.parcel": .folder([
            "ok.txt": .file("ok"), "passwd": .link("/etc/passwd"), "up": .link("../../.."), "pipe": .fifo,
            "inner.parcel": .folder(["x": .file("x")]),
            "locked": .folder(["y": .file("y").mode(0), "deep": .folder(["d": .file("d")]).mode(0)]).mode(0),
            ".hidden": .file("h"), "a\u{202E}fdp.exe": .file("bidi"), "new\nline": .file("n"),
          ]).mode(0o500)
        ]), at: "App/Documents/Inbox")
      var outcomes: [DrainOutcome] = []
      try asNobody(in: house) { outcomes = try open(house, "App/Documents/Inbox/evil.parcel") }
      #expect(outcomes.results(for: "passwd") == [.refused(.notADocument(.link))])
      #expect(outcomes.results(for: "up") == [.refused(.notADocument(.link))])
      #expect(outcomes.results(for: "pipe") == [.refused(.notADocument(.special))])
      #expect(try house.documents.contents.sorted() == texts("ok", "x", "y", "d", "h", "bidi", "n"))
      let names = try house.documents.names
      #expect(names.isSuperset(of: ["ok.txt", "inner.parcel", "locked", ".hidden"]))
      #expect(
        names.allSatisfy { name in
          name.text?.unicodeScalars.allSatisfy { !$0.properties.isBidiControl && $0.value >= 0x20 } == true
        })
      // What is no document stays, and is said again; it never comes in, and never keeps others from it.
      #expect(try house.tree("AppGroup/Inbox").entries.values.map(\.names) == [["passwd", "up", "pipe"]])
    }
  }
}

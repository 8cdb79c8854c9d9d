import Foundation
import Testing

@testable import IntrayCore

/// "Open in Intray".
@Suite(.inContainer) struct OpenedTests {
  let test = TestContainer.current

  private func open(_ place: String, on disk: Disk? = nil) throws -> [DrainOutcome] {
    var outcomes: [DrainOutcome] = []
    let disk = disk ?? test.disk
    let drain = Drain(test.container(on: disk), sandbox: Sandbox(path: test.sandbox.path, disk: disk))
    try drain.open(URL(filePath: test.path(of: place))) { outcomes.append($0) }
    return outcomes
  }

  @Test func aCopyInTheInboxIsMovedAtOnce() throws {
    try test.put(["a.pdf": "a", "b": "b"], at: "App/Documents/Inbox")
    let file = try test.folder("App/Documents/Inbox")["a.pdf"].status().file
    #expect(try open("App/Documents/Inbox/a.pdf").arrivals(of: "a.pdf") == ["a.pdf"])
    #expect(try test.known("a.pdf").file == file)
    #expect(try test.tree("App/Documents/Inbox") == ["b": "b"])
  }

  @Test func anOriginalIsCopiedAndLeftAlone() throws {
    try test.put("a", at: "Originals/a.pdf")
    #expect(try open("Originals/a.pdf").arrivals(of: "a.pdf") == ["a.pdf"])
    #expect(try test.documents == ["a.pdf": "a"])
    #expect(try test.tree("Originals") == ["a.pdf": "a"])
  }

  @Test func aCopyThatMayNotBeOnTheMediumIsDeliveredAndReported() throws {
    try test.put("a", at: "Originals/a.pdf")
    let disk = test.disk.failing(Fuse(at: 1, of: .flush), with: .of(.failed, number: 5, call: "fsync"))
    #expect(throws: DiskError.self) { try open("Originals/a.pdf", on: disk) }
    #expect(try test.documents == ["a.pdf": "a"])
    #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
  }

  @Test("An original whose folder cannot be opened is copied by its path", arguments: ["a.pdf", "f/"])
  func originalInSealedFolder(name: String) throws {
    let originals: Tree = ["a.pdf": "a", "f": ["b": "b"]]
    for (entry, tree) in originals.entries { try test.put(tree, at: "Originals/\(entry)") }
    let disk = test.disk.sealing(test.path(of: "Originals"))
    let outcomes = try open("Originals/" + name, on: disk)
    let kept = FileName(name == "f/" ? "f" : name)
    #expect(outcomes.map(\.name) == [kept.description])
    #expect(try test.documents.names == [kept])
    #expect(try test.documents.entries[kept] == originals.entries[kept])
    #expect(try test.tree("Originals") == originals)
  }

  @Test func theInboxIsRecognisedByEveryPath() throws {
    try test.put(["a.pdf": "a", "b.pdf": "b"], at: "App/Documents/Inbox")
    try test.put(.link("../App/Documents/Inbox"), at: "Originals/door")
    _ = try open("Originals/door/a.pdf")
    _ = try open("App/../App/Documents/./Inbox/b.pdf")
    #expect(try test.documents.names == ["a.pdf", "b.pdf"])
    #expect(try test.tree("App/Documents/Inbox").names.isEmpty)
  }

  @Test func aCopyIsNeverTakenForAnOriginal() throws {
    try test.put(["a.pdf": "a"], at: "App/Documents/Inbox")
    let disk = test.disk.failing(Fuse(at: 1, of: .openFolder), with: .of(.tooManyOpen, number: 24))
    #expect(throws: DiskError.self) { try open("App/Documents/Inbox/a.pdf", on: disk) }
    #expect(try test.everything == texts("a"))
  }

  @Test func aCopyThatADrainMovedBeforeIsNoError() throws {
    try test.put([:], at: "App/Documents/Inbox")
    #expect(try open("App/Documents/Inbox/a.pdf").results(for: "a.pdf") == [.takenByAnother])
  }

  @Test func aMissingOriginalIsAnError() throws {
    let error = #expect(throws: DiskError.self) { _ = try open("Originals/a.pdf") }
    let documents = try test.documents
    #expect(error?.code == .notFound && documents.names.isEmpty)
  }

  @Test func linksAndSpecialFilesWait() throws {
    try test.put(["l": .link("/etc/passwd"), "f": .fifo], at: "App/Documents/Inbox")
    #expect(try open("App/Documents/Inbox/l").results(for: "l") == [.refused(.notADocument(.link))])
    #expect(try open("App/Documents/Inbox/f").results(for: "f") == [.refused(.notADocument(.special))])
    #expect(try test.documents.names.isEmpty)
  }

  @Test func ourOwnDocumentIsRecognisedByEveryPath() throws {
    try test.put(["a.pdf": "a"])
    try test.put(.link("../AppGroup/Documents"), at: "Originals/door")
    for place in ["AppGroup/Documents/a.pdf", "Originals/door/a.pdf"] {
      #expect(try open(place).isEmpty)
    }
    #expect(try test.documents == ["a.pdf": "a"])
  }

  @Test func aFileFromFinderIsMovedAtOnceWhenTheUserOpensIt() throws {
    try test.put("a", at: "App/Documents/a.pdf")
    try test.put(["in": "in"], at: "App/Documents/p.parcel")
    #expect(try open("App/Documents/a.pdf").arrivals(of: "a.pdf") == ["a.pdf"])
    // Opened where it is no copy of ours, a parcel is a document like any other.
    #expect(try open("App/Documents/p.parcel").arrivals(of: "p.parcel") == ["p.parcel"])
    #expect(try test.tree("App/Documents").names.isEmpty)
  }

  /// Everything that a sender could put into a parcel.
  @Test func aHostileParcelIsUnpackedAsFarAsItHoldsDocuments() throws {
    try test.put(
      [
        "evil.parcel": [
          "ok.txt": "ok", "passwd": .link("/etc/passwd"), "up": .link("../../.."), "pipe": .fifo,
          "inner.parcel": ["x": "x"],
          "locked": .folder(["y": .file("y").mode(0), "deep": .folder(["d": "d"]).mode(0)]).mode(0),
          ".hidden": "h", "a\u{202E}fdp.exe": "bidi", "new\nline": "n",
        ]
      ], at: "App/Documents/Inbox")
    var outcomes: [DrainOutcome] = []
    try asUnprivilegedUser(in: test) { outcomes = try open("App/Documents/Inbox/evil.parcel") }
    #expect(outcomes.results(for: "passwd") == [.refused(.notADocument(.link))])
    #expect(outcomes.results(for: "up") == [.refused(.notADocument(.link))])
    #expect(outcomes.results(for: "pipe") == [.refused(.notADocument(.special))])
    #expect(try test.documents.contents.sorted() == texts("ok", "x", "y", "d", "h", "bidi", "n"))
    let names = try test.documents.names
    #expect(names.isSuperset(of: ["ok.txt", "inner.parcel", "locked", ".hidden"]))
    #expect(
      names.allSatisfy { name in
        name.text?.unicodeScalars.allSatisfy { !$0.properties.isBidiControl && $0.value >= 0x20 } == true
      })
    // A link or special file stays and is reported again. It never becomes a document and blocks no other.
    #expect(try test.tree("AppGroup/Inbox").entries.values.map(\.names) == [["passwd", "up", "pipe"]])
  }
}

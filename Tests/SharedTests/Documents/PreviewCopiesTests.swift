import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// What other programs get to see.
@Suite struct PreviewCopiesTests {
  private func loans(_ house: House, on disk: Disk? = nil) -> PreviewCopies {
    let disk = disk ?? house.disk
    return PreviewCopies(house.container(on: disk), sandbox: Sandbox(path: house.sandbox.path, disk: disk))
  }

  private func lent(_ house: House) throws -> [[UInt8]] {
    try house.tree("App/Library/Application Support/PreviewCopies").contents
  }

  private func edit(_ loan: PreviewCopies.PreviewCopy, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: loan.path))
  }

  private func isLent(_ loan: PreviewCopies.PreviewCopy) -> Bool {
    FileManager.default.fileExists(atPath: loan.path)
  }

  @Test func whatIsOnlyLookedAtIsRemovedAfterwards() throws {
    try withHouse { house in
      try house.put(.file("a"), at: "AppGroup/Documents/f/a.txt")
      let loans = loans(house)
      let loan = try loans.lend("f/a.txt")
      #expect(loan.path.hasSuffix("/a.txt"))
      #expect(try String(contentsOfFile: loan.path, encoding: .utf8) == "a")
      #expect(try loans.takeBack(loan) == nil)
      #expect(!isLent(loan))
      #expect(try house.documents == .folder(["f": .folder(["a.txt": .file("a")])]))
      #expect(try house.tree("AppGroup/Staging") == .folder())
      #expect(try loans.takeBack(loan) == nil, "twice is once")
    }
  }

  @Test func itIsShownAsItWasWhateverBecomesOfTheDocument() throws {
    try withHouse { house in
      try house.put(.file("a"), at: "AppGroup/Documents/a.txt")
      let loan = try loans(house).lend("a.txt")
      try house.remove("AppGroup/Documents/a.txt")
      #expect(try String(contentsOfFile: loan.path, encoding: .utf8) == "a")
    }
  }

  @Test(arguments: [true, false])
  func whatWasEditedIsADocumentMoreAndTheFirstIsWhatItWas(inPlace: Bool) throws {
    try withHouse { house in
      try house.put(.file("first"), at: "AppGroup/Documents/f/a.txt")
      let loans = loans(house)
      let loan = try loans.lend("f/a.txt")
      if inPlace {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: loan.path))
        try file.write(contentsOf: Data("FIRST".utf8))
        try file.close()
      } else {
        try Data("other".utf8).write(to: URL(fileURLWithPath: loan.path), options: .atomic)
      }
      #expect(try loans.takeBack(loan) == "f/a-1.txt")
      let edited = inPlace ? "FIRST" : "other"
      #expect(
        try house.documents
          == .folder(["f": .folder(["a.txt": .file("first"), "a-1.txt": .file(edited)])]))
      #expect(try lent(house).isEmpty)
    }
  }

  @Test func anEditOfWhatIsGoneIsStillKept() throws {
    try withHouse { house in
      try house.put(.file("a"), at: "AppGroup/Documents/f/a.txt")
      let loans = loans(house)
      let loan = try loans.lend("f/a.txt")
      try house.remove("AppGroup/Documents/f")
      try edit(loan, "edited")
      #expect(try loans.takeBack(loan) == "a.txt")
      #expect(try house.documents == .folder(["a.txt": .file("edited")]))
    }
  }

  @Test func whatIsGoneIsNotLent() throws {
    try withHouse { (house: House) throws in
      let loans = loans(house)
      #expect(throws: DiskError.self) { try loans.lend("gone.txt") }
      #expect(try house.tree("AppGroup/Staging") == .folder())
    }
  }

  @Test func theNextProcessTakesBackWhatThisOneLeft() throws {
    try withHouse { house in
      try house.put(.folder(["a.txt": .file("a"), "b.txt": .file("b")]), at: "AppGroup/Documents")
      let loans = loans(house)
      let read = try loans.lend("a.txt")
      let edited = try loans.lend("b.txt")
      let sent = try loans.pack(["a.txt", "b.txt"])
      try edit(edited, "edited")
      try loans.sweep()
      #expect(isLent(read) && isLent(edited) && isLent(sent), "they are lent still")
      var kept: [DocumentPath] = []
      try self.loans(house).sweep { kept.append($0) }
      #expect(kept == ["b-1.txt"])
      #expect(try house.tree("App/Library/Application Support/PreviewCopies") == .folder())
      #expect(
        try house.documents
          == .folder(["a.txt": .file("a"), "b.txt": .file("b"), "b-1.txt": .file("edited")]))
    }
  }

  @Test func anEditIsKeptOnceWhoeverDiesWhen() throws {
    for step in 1...1_000 {
      var isOver = false
      try withHouse(.untidy, on: .memory) { house in
        try house.put(.file("first"), at: "AppGroup/Documents/a.txt")
        let fuse = Fuse(at: step)
        let dying = loans(house, on: house.disk.withoutSyncs.dying(fuse))
        var isEdited = false
        // The process dies, so the test discards what it would have thrown.
        if let loan = try? dying.lend("a.txt") {
          try edit(loan, "edited")
          isEdited = true
          _ = try? dying.takeBack(loan)
        }
        isOver = !fuse.hasBlown
        try loans(house).sweep()
        try loans(house).sweep()
        let expected: [[UInt8]] = (isEdited ? ["edited", "first"] : ["first"]).map { Array($0.utf8) }
        #expect(try house.documents.contents == expected, "died at call \(step)")
        #expect(try lent(house).isEmpty)
      }
      if isOver { return }
    }
    Issue.record("it does not end")
  }

  @Test func aParcelThatWasSentIsOpenedAsTheSameDocuments() throws {
    try withHouse { house in
      let date = FileTime(seconds: 1_000_000_000, nanoseconds: 5)
      let noted = Tree.file("two").attribute("user.comment", [1, 2, 3])
      try house.put(
        .folder([
          "one.txt": .file("one"),
          "Work": .folder(["two.txt": noted, "Deep": .folder(["three.txt": .file("3")])]),
          "Other": .folder(["one.txt": .file("another one")]),
        ]), at: "AppGroup/Documents")
      let folder = try house.folder("AppGroup/Documents")
      try folder.withFile("one.txt") { file throws(DiskError) in try house.disk.setModified(file, date) }
      let loans = loans(house)
      let loan = try loans.pack(["one.txt", "Other/one.txt", "Work"])
      #expect(loan.path.hasSuffix("/Intray.parcel"))
      // Another phone.
      try withHouse { other in
        let inbox = other.path(of: "App/Documents/Inbox")
        try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: true)
        // As the system copies what is sent, with dates and attributes.
        let (from, name) = try Folder.openParent(of: loan.path, disk: .system)
        let into = try Folder.open(inbox, disk: .system)
        try Copier().copy(name, of: from, to: into, as: name)
        var outcomes: [DrainOutcome] = []
        try Drain(other.container, sandbox: other.sandbox).open(
          URL(filePath: inbox + "/Intray.parcel"), isOwnItem: false
        ) { outcomes.append($0) }
        #expect(
          try other.documents
            == .folder([
              "one.txt": .file("one"), "one-1.txt": .file("another one"),
              "Work": .folder(["two.txt": noted, "Deep": .folder(["three.txt": .file("3")])]),
            ]))
        #expect(outcomes.count == 3)
        #expect(try other.folder("AppGroup/Documents").status("one.txt").modified == date)
      }
      #expect(try loans.takeBack(loan) == nil)
      #expect(!isLent(loan))
    }
  }

  @Test func aParcelOfOneIsCalledLikeItAndTwoOfOneNameAreTwo() throws {
    try withHouse { house in
      try house.put(
        .folder(["a.txt": .file("a"), "f": .folder(["b.txt": .file("b")])]), at: "AppGroup/Documents")
      let loans = loans(house)
      #expect(try loans.pack(["a.txt"]).path.hasSuffix("/a.txt.parcel"))
      #expect(try loans.pack(["a.txt"]).path.hasSuffix("/a.txt-1.parcel"))
      #expect(try loans.pack(["f/b.txt", "f/b.txt"]).path.hasSuffix("/f.parcel"))
    }
  }

  @Test func halfAParcelIsNeverSent() throws {
    try withHouse { (house: House) throws in
      try house.put(.file("a"), at: "AppGroup/Documents/a.txt")
      let loans = loans(house)
      var told: [DocumentPath] = []
      #expect(throws: DiskError.self) { try loans.pack(["a.txt", "gone.txt", "b.txt"]) { told.append($0) } }
      #expect(told == ["a.txt", "gone.txt"])
      #expect(throws: DiskError.self) {
        try loans.pack(["a.txt"], copier: Copier(isCancelled: { true }))
      }
      #expect(try lent(house).isEmpty)
      #expect(try house.tree("AppGroup/Staging") == .folder())
    }
  }
}

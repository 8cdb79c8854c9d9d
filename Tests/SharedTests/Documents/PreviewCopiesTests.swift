import Foundation
import Testing

@testable import Shared

/// What other programs get to see.
@Suite struct PreviewCopiesTests {
  private func previewCopies(_ test: TestContainer, on disk: Disk? = nil) -> PreviewCopies {
    let disk = disk ?? test.disk
    return PreviewCopies(test.container(on: disk), sandbox: Sandbox(path: test.sandbox.path, disk: disk))
  }

  private func lent(_ test: TestContainer) throws -> [[UInt8]] {
    try test.tree("App/Library/Application Support/PreviewCopies").contents
  }

  private func edit(_ loan: PreviewCopies.PreviewCopy, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: loan.path))
  }

  private func isLent(_ loan: PreviewCopies.PreviewCopy) -> Bool {
    FileManager.default.fileExists(atPath: loan.path)
  }

  @Test func anUneditedPreviewCopyIsRemoved() throws {
    try withTestContainer { test in
      try test.put(.file("a"), at: "AppGroup/Documents/f/a.txt")
      let previewCopies = previewCopies(test)
      let loan = try previewCopies.lend("f/a.txt")
      #expect(loan.path.hasSuffix("/a.txt"))
      #expect(try String(contentsOfFile: loan.path, encoding: .utf8) == "a")
      #expect(try previewCopies.takeBack(loan) == nil)
      #expect(!isLent(loan))
      #expect(try test.documents == .folder(["f": .folder(["a.txt": .file("a")])]))
      #expect(try test.tree("AppGroup/Staging") == .folder())
      #expect(try previewCopies.takeBack(loan) == nil, "twice is once")
    }
  }

  @Test func aPreviewCopyDoesNotFollowItsDocument() throws {
    try withTestContainer { test in
      try test.put(.file("a"), at: "AppGroup/Documents/a.txt")
      let loan = try previewCopies(test).lend("a.txt")
      try test.remove("AppGroup/Documents/a.txt")
      #expect(try String(contentsOfFile: loan.path, encoding: .utf8) == "a")
    }
  }

  @Test(arguments: [true, false])
  func anEditedPreviewCopyBecomesAnotherDocument(inPlace: Bool) throws {
    try withTestContainer { test in
      try test.put(.file("first"), at: "AppGroup/Documents/f/a.txt")
      let previewCopies = previewCopies(test)
      let loan = try previewCopies.lend("f/a.txt")
      if inPlace {
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: loan.path))
        try file.write(contentsOf: Data("FIRST".utf8))
        try file.close()
      } else {
        try Data("other".utf8).write(to: URL(fileURLWithPath: loan.path), options: .atomic)
      }
      #expect(try previewCopies.takeBack(loan) == "f/a-1.txt")
      let edited = inPlace ? "FIRST" : "other"
      #expect(
        try test.documents
          == .folder(["f": .folder(["a.txt": .file("first"), "a-1.txt": .file(edited)])]))
      #expect(try lent(test).isEmpty)
    }
  }

  @Test(
    "An edit in a package is kept, at any depth",
    arguments: ["write", "replace", "add", "remove"])
  func editInPackage(edit: String) throws {
    try withTestContainer { test in
      let package = Tree.folder([
        "index": .file("first"), "Data": .folder(["1": .file("one"), "2": .file("two")]),
      ])
      try test.put(package, at: "AppGroup/Documents/a.pages")
      let previewCopies = previewCopies(test)
      let seen = try previewCopies.lend("a.pages")
      #expect(try previewCopies.takeBack(seen) == nil)
      let copy = try previewCopies.lend("a.pages")
      let part = URL(fileURLWithPath: copy.path + "/Data/1")
      switch edit {
      case "write":
        let file = try FileHandle(forWritingTo: part)
        try file.write(contentsOf: Data("ONE".utf8))
        try file.close()
      case "replace": try Data("other".utf8).write(to: part, options: .atomic)
      case "add": try Data("three".utf8).write(to: URL(fileURLWithPath: copy.path + "/Data/3"))
      default: try FileManager.default.removeItem(at: part)
      }
      let edited = try test.tree(String(copy.path.dropFirst(test.path.count + 1)))
      #expect(try previewCopies.takeBack(copy) == "a-1.pages")
      #expect(try test.documents.entries["a.pages"] == package)
      let kept = try #require(try test.documents.entries["a-1.pages"])
      #expect(kept.paths == edited.paths && kept.contents == edited.contents)
    }
  }

  @Test func anEditedCopyOfAMissingDocumentIsKept() throws {
    try withTestContainer { test in
      try test.put(.file("a"), at: "AppGroup/Documents/f/a.txt")
      let previewCopies = previewCopies(test)
      let loan = try previewCopies.lend("f/a.txt")
      try test.remove("AppGroup/Documents/f")
      try edit(loan, "edited")
      #expect(try previewCopies.takeBack(loan) == "a.txt")
      #expect(try test.documents == .folder(["a.txt": .file("edited")]))
    }
  }

  @Test func aMissingDocumentCannotBePreviewed() throws {
    try withTestContainer { (test: TestContainer) throws in
      let previewCopies = previewCopies(test)
      #expect(throws: DiskError.self) { try previewCopies.lend("gone.txt") }
      #expect(try test.tree("AppGroup/Staging") == .folder())
    }
  }

  @Test func aCopyOfAFileElsewhereIsOnlyReadAndLeavesNothing() throws {
    try withTestContainer { test in
      try test.put(.file("outside"), at: "Originals/new.txt")
      let previewCopies = previewCopies(test)
      let loan = try previewCopies.lend(contentsOf: test.path(of: "Originals/new.txt"))
      #expect(loan.path.hasSuffix("/new.txt") && loan.original == nil && isLent(loan))
      try edit(loan, "edited")
      #expect(try previewCopies.takeBack(loan) == nil)
      #expect(try test.tree("Originals/new.txt") == .file("outside"))
      #expect(try test.documents == .folder() && lent(test).isEmpty)
      #expect(throws: DiskError.self) { try previewCopies.lend(contentsOf: test.path(of: "Originals/b")) }
      #expect(try test.tree("AppGroup/Staging") == .folder())
    }
  }

  @Test func theNextProcessTakesBackThePreviewCopiesOfThisOne() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("a"), "b.txt": .file("b")]), at: "AppGroup/Documents")
      let previewCopies = previewCopies(test)
      let read = try previewCopies.lend("a.txt")
      let edited = try previewCopies.lend("b.txt")
      let sent = try previewCopies.pack(["a.txt", "b.txt"])
      try edit(edited, "edited")
      try previewCopies.sweep()
      #expect(isLent(read) && isLent(edited) && isLent(sent), "they are lent still")
      var kept: [DocumentPath] = []
      try self.previewCopies(test).sweep { kept.append($0) }
      #expect(kept == ["b-1.txt"])
      #expect(try test.tree("App/Library/Application Support/PreviewCopies") == .folder())
      #expect(
        try test.documents
          == .folder(["a.txt": .file("a"), "b.txt": .file("b"), "b-1.txt": .file("edited")]))
    }
  }

  @Test func anEditedPreviewCopyIsKeptOnceAfterAKillAtAnyCall() throws {
    for step in 1...1_000 {
      var isOver = false
      try withTestContainer(.untidy, on: .memory) { test in
        try test.put(.file("first"), at: "AppGroup/Documents/a.txt")
        let fuse = Fuse(at: step)
        let dying = previewCopies(test, on: test.disk.withoutSyncs.dying(fuse))
        var isEdited = false
        // The process is killed, so its error does not count.
        if let loan = try? dying.lend("a.txt") {
          try edit(loan, "edited")
          isEdited = true
          _ = try? dying.takeBack(loan)
        }
        isOver = !fuse.hasBlown
        try previewCopies(test).sweep()
        try previewCopies(test).sweep()
        let expected: [[UInt8]] = (isEdited ? ["edited", "first"] : ["first"]).map { Array($0.utf8) }
        #expect(try test.documents.contents == expected, "died at call \(step)")
        #expect(try lent(test).isEmpty)
      }
      if isOver { return }
    }
    Issue.record("it does not end")
  }

  @Test func aSentParcelOpensAsTheSameDocuments() throws {
    try withTestContainer { test in
      let date = FileTime(seconds: 1_000_000_000, nanoseconds: 5)
      let noted = Tree.file("two").attribute("user.comment", [1, 2, 3])
      try test.put(
        .folder([
          "one.txt": .file("one"),
          "Work": .folder(["two.txt": noted, "Deep": .folder(["three.txt": .file("3")])]),
          "Other": .folder(["one.txt": .file("another one")]),
        ]), at: "AppGroup/Documents")
      let folder = try test.folder("AppGroup/Documents")
      try folder.withFile("one.txt") { file throws(DiskError) in try test.disk.setModified(file, date) }
      let previewCopies = previewCopies(test)
      let loan = try previewCopies.pack(["one.txt", "Other/one.txt", "Work"])
      #expect(loan.path.hasSuffix("/Intray.parcel"))
      // Another phone.
      try withTestContainer { other in
        let inbox = other.path(of: "App/Documents/Inbox")
        try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: true)
        // As the system copies what is sent, with dates and attributes.
        let (from, name) = try Folder.openParent(of: loan.path, disk: .system)
        let into = try Folder.open(inbox, disk: .system)
        try Copier().copy(name, of: from, to: into, as: name)
        var outcomes: [DrainOutcome] = []
        try Drain(other.container, sandbox: other.sandbox).open(
          URL(filePath: inbox + "/Intray.parcel")
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
      #expect(try previewCopies.takeBack(loan) == nil)
      #expect(!isLent(loan))
    }
  }

  @Test func aParcelOfOneTakesItsNameAndTwoOfOneNameStayTwo() throws {
    try withTestContainer { test in
      try test.put(
        .folder(["a.txt": .file("a"), "f": .folder(["b.txt": .file("b")])]), at: "AppGroup/Documents")
      let previewCopies = previewCopies(test)
      #expect(try previewCopies.pack(["a.txt"]).path.hasSuffix("/a.txt.parcel"))
      #expect(try previewCopies.pack(["a.txt"]).path.hasSuffix("/a.txt-1.parcel"))
      #expect(try previewCopies.pack(["f/b.txt", "f/b.txt"]).path.hasSuffix("/f.parcel"))
    }
  }

  @Test func anIncompleteParcelIsNeverSent() throws {
    try withTestContainer { (test: TestContainer) throws in
      try test.put(.file("a"), at: "AppGroup/Documents/a.txt")
      let previewCopies = previewCopies(test)
      var told: [DocumentPath] = []
      #expect(throws: DiskError.self) {
        try previewCopies.pack(["a.txt", "gone.txt", "b.txt"]) { told.append($0) }
      }
      #expect(told == ["a.txt", "gone.txt"])
      #expect(throws: DiskError.self) {
        try previewCopies.pack(["a.txt"], copier: Copier(isCancelled: { true }))
      }
      #expect(try lent(test).isEmpty)
      #expect(try test.tree("AppGroup/Staging") == .folder())
    }
  }
}

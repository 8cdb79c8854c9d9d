import Foundation
import Testing

@testable import IntrayCore

/// What other programs get to see.
@Suite(.inContainer) struct PreviewCopiesTests {
  let test = TestContainer.current

  private func previewCopies(_ test: TestContainer, on disk: Disk? = nil) -> PreviewCopies {
    let disk = disk ?? test.disk
    return PreviewCopies(test.container(on: disk), sandbox: Sandbox(path: test.sandbox.path, disk: disk))
  }

  private func leftCopies(_ test: TestContainer) throws -> [[UInt8]] {
    try test.tree("App/Library/Application Support/PreviewCopies").contents
  }

  private func edit(_ preview: PreviewCopies.PreviewCopy, _ text: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: preview.path))
  }

  private func isThere(_ preview: PreviewCopies.PreviewCopy) -> Bool {
    FileManager.default.fileExists(atPath: preview.path)
  }

  @Test func anUneditedPreviewCopyIsRemoved() throws {
    try test.put("a", at: "AppGroup/Documents/f/a.txt")
    let previewCopies = previewCopies(test)
    let preview = try previewCopies.makePreviewCopy(of: "f/a.txt")
    #expect(preview.path.hasSuffix("/a.txt"))
    #expect(try String(contentsOfFile: preview.path, encoding: .utf8) == "a")
    #expect(try previewCopies.release(preview) == nil)
    #expect(!isThere(preview))
    #expect(try test.documents == ["f": ["a.txt": "a"]])
    #expect(try test.tree("AppGroup/Staging") == [:])
    #expect(try previewCopies.release(preview) == nil, "twice is once")
  }

  @Test func aPreviewCopyDoesNotFollowItsDocument() throws {
    try test.put("a", at: "AppGroup/Documents/a.txt")
    let preview = try previewCopies(test).makePreviewCopy(of: "a.txt")
    try test.remove("AppGroup/Documents/a.txt")
    #expect(try String(contentsOfFile: preview.path, encoding: .utf8) == "a")
  }

  @Test(arguments: [true, false])
  func anEditedPreviewCopyBecomesAnotherDocument(inPlace: Bool) throws {
    try test.put("first", at: "AppGroup/Documents/f/a.txt")
    let previewCopies = previewCopies(test)
    let preview = try previewCopies.makePreviewCopy(of: "f/a.txt")
    if inPlace {
      let file = try FileHandle(forWritingTo: URL(fileURLWithPath: preview.path))
      try file.write(contentsOf: Data("FIRST".utf8))
      try file.close()
    } else {
      try Data("other".utf8).write(to: URL(fileURLWithPath: preview.path), options: .atomic)
    }
    #expect(try previewCopies.release(preview) == "f/a-1.txt")
    let edited = inPlace ? "FIRST" : "other"
    #expect(try test.documents == ["f": ["a.txt": "first", "a-1.txt": .file(edited)]])
    #expect(try leftCopies(test).isEmpty)
  }

  @Test func anEditedPreviewCopyIsANewItemWhereADocumentWasDeleted() throws {
    let fixture = try CatalogueFixture(test)
    for name in ["a.txt", "a-1.txt"] { try fixture.write(name) }
    try fixture.scan()
    let deleted = try fixture.id("a-1.txt")
    let previewCopies = previewCopies(test)
    let preview = try previewCopies.makePreviewCopy(of: "a.txt")
    try fixture.remove("a-1.txt")
    try edit(preview, "edited")
    #expect(try previewCopies.release(preview) == "a-1.txt")
    #expect(try fixture.identity("a-1.txt") != nil, "its identity is written before it is a document")
    try fixture.scan()
    #expect(try fixture.id("a-1.txt") != deleted)
    #expect(try fixture.catalogue.item(deleted) == nil)
  }

  @Test func nothingOfOursIsBelievedOfAnEditedPreviewCopy() throws {
    let fixture = try CatalogueFixture(test)
    try fixture.write("a.txt")
    try fixture.writeIdentity("a.txt", as: .random())
    let victim = try #require(try fixture.identity("a.txt"))
    let previewCopies = previewCopies(test)
    let preview = try previewCopies.makePreviewCopy(of: "a.txt")
    try edit(preview, "edited")
    let copy = String(preview.path.dropFirst(test.path.count + 1).dropLast("/a.txt".count))
    let opened = try test.folder(copy)["a.txt"].open(.file)
    try opened.setAttribute(ItemAttribute.conflict, victim.id.bytes)
    try opened.setIdentity(victim)
    #expect(try previewCopies.release(preview) == "a-1.txt")
    #expect(try fixture.identity("a-1.txt").map { $0.id != victim.id } == true)
    #expect(
      try test.folder("AppGroup/Documents")["a-1.txt"].attribute(ItemAttribute.conflict) == nil)
  }

  @Test(
    "An edit in a package is kept, at any depth",
    arguments: ["write", "replace", "add", "remove"])
  func editInPackage(edit: String) throws {
    let package = Tree.folder(["index": "first", "Data": ["1": "one", "2": "two"]])
    try test.put(package, at: "AppGroup/Documents/a.pages")
    let previewCopies = previewCopies(test)
    let seen = try previewCopies.makePreviewCopy(of: "a.pages")
    #expect(try previewCopies.release(seen) == nil)
    let copy = try previewCopies.makePreviewCopy(of: "a.pages")
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
    #expect(try previewCopies.release(copy) == "a-1.pages")
    #expect(try test.documents.entries["a.pages"] == package)
    let kept = try #require(try test.documents.entries["a-1.pages"])
    #expect(kept.paths == edited.paths && kept.contents == edited.contents)
  }

  @Test func anEditedCopyOfAMissingDocumentIsKept() throws {
    try test.put("a", at: "AppGroup/Documents/f/a.txt")
    let previewCopies = previewCopies(test)
    let preview = try previewCopies.makePreviewCopy(of: "f/a.txt")
    try test.remove("AppGroup/Documents/f")
    try edit(preview, "edited")
    #expect(try previewCopies.release(preview) == "a.txt")
    #expect(try test.documents == ["a.txt": "edited"])
  }

  @Test func aCopyOfAFileElsewhereIsOnlyReadAndLeavesNothing() throws {
    try test.put("outside", at: "Originals/new.txt")
    let previewCopies = previewCopies(test)
    let preview = try previewCopies.makePreviewCopy(ofFileAt: test.path(of: "Originals/new.txt"))
    #expect(preview.path.hasSuffix("/new.txt") && preview.original == nil && isThere(preview))
    try edit(preview, "edited")
    #expect(try previewCopies.release(preview) == nil)
    #expect(try test.tree("Originals/new.txt") == "outside")
    #expect(try test.documents == [:] && leftCopies(test).isEmpty)
    #expect(throws: DiskError.self) {
      try previewCopies.makePreviewCopy(ofFileAt: test.path(of: "Originals/b"))
    }
    #expect(try test.tree("AppGroup/Staging") == [:])
  }

  @Test func theNextProcessTakesBackThePreviewCopiesOfThisOne() throws {
    try test.put(["a.txt": "a", "b.txt": "b"])
    let previewCopies = previewCopies(test)
    let read = try previewCopies.makePreviewCopy(of: "a.txt")
    let edited = try previewCopies.makePreviewCopy(of: "b.txt")
    let sent = try previewCopies.pack(["a.txt", "b.txt"])
    try edit(edited, "edited")
    try previewCopies.sweep()
    #expect(isThere(read) && isThere(edited) && isThere(sent), "they are still in use")
    var kept: [DocumentPath] = []
    try self.previewCopies(test).sweep { kept.append($0) }
    #expect(kept == ["b-1.txt"])
    #expect(try test.tree("App/Library/Application Support/PreviewCopies") == [:])
    #expect(try test.documents == ["a.txt": "a", "b.txt": "b", "b-1.txt": "edited"])
  }

  @Test func anEditedPreviewCopyIsKeptOnceAfterAKillAtAnyCall() throws {
    try eachCall(.untidy) { test, fuse in
      try test.put("first", at: "AppGroup/Documents/a.txt")
      let dying = previewCopies(test, on: test.disk.withoutSyncs.dying(fuse))
      // The process is killed, so its error does not count.
      let preview = try? dying.makePreviewCopy(of: "a.txt")
      if let preview {
        try edit(preview, "edited")
        _ = try? dying.release(preview)
      }
      for _ in 0..<2 { try previewCopies(test).sweep() }
      #expect(try test.documents.contents == (preview == nil ? texts("first") : texts("edited", "first")))
      #expect(try leftCopies(test).isEmpty)
    }
  }

  @Test func aSentParcelOpensAsTheSameDocuments() throws {
    let date = FileTime(seconds: 1_000_000_000, nanoseconds: 5)
    let noted = Tree.file("two").attribute("user.comment", [1, 2, 3])
    try test.put(
      [
        "one.txt": "one",
        "Work": ["two.txt": noted, "Deep": ["three.txt": "3"]],
        "Other": ["one.txt": "another one"],
      ])
    let folder = try test.folder("AppGroup/Documents")
    try folder["one.txt"].open(.file).setModified(date)
    let previewCopies = previewCopies(test)
    let preview = try previewCopies.pack(["one.txt", "Other/one.txt", "Work"])
    #expect(preview.path.hasSuffix("/Intray.parcel"))
    // Another phone.
    try withTestContainer { other in
      let inbox = other.path(of: "App/Documents/Inbox")
      try FileManager.default.createDirectory(atPath: inbox, withIntermediateDirectories: true)
      // As the system copies what is sent, with dates and attributes.
      let (from, name) = try Folder.openParent(of: preview.path, disk: .system)
      let into = try Folder.open(inbox, disk: .system)
      try Copier().copy(from[name], to: into[name])
      var outcomes: [DrainOutcome] = []
      try Drain(other.container, sandbox: other.sandbox).open(URL(filePath: inbox + "/Intray.parcel")) {
        outcomes.append($0)
      }
      #expect(
        try other.documents
          == [
            "one.txt": "one", "one-1.txt": "another one",
            "Work": ["two.txt": noted, "Deep": ["three.txt": "3"]],
          ])
      #expect(outcomes.count == 3)
      #expect(try other.folder("AppGroup/Documents")["one.txt"].status().modified == date)
    }
    #expect(try previewCopies.release(preview) == nil)
    #expect(!isThere(preview))
  }

  @Test func aParcelOfOneTakesItsNameAndTwoOfOneNameStayTwo() throws {
    try test.put(["a.txt": "a", "f": ["b.txt": "b"]])
    let previewCopies = previewCopies(test)
    #expect(try previewCopies.pack(["a.txt"]).path.hasSuffix("/a.txt.parcel"))
    #expect(try previewCopies.pack(["a.txt"]).path.hasSuffix("/a.txt-1.parcel"))
    #expect(try previewCopies.pack(["f/b.txt", "f/b.txt"]).path.hasSuffix("/f.parcel"))
  }

  @Test func anIncompleteParcelIsNeverSent() throws {
    try test.put("a", at: "AppGroup/Documents/a.txt")
    let previewCopies = previewCopies(test)
    var told: [DocumentPath] = []
    #expect(throws: DiskError.self) {
      try previewCopies.pack(["a.txt", "gone.txt", "b.txt"]) { told.append($0) }
    }
    #expect(told == ["a.txt", "gone.txt"])
    #expect(throws: DiskError.self) {
      try previewCopies.pack(["a.txt"], copier: Copier(isCancelled: { true }))
    }
    #expect(try leftCopies(test).isEmpty)
    #expect(try test.tree("AppGroup/Staging") == [:])
  }
}

import Foundation
import Testing

@testable import IntrayCore

@Suite(.inContainer) struct DocumentsTests {
  let test = TestContainer.current

  private func move(
    _ path: DocumentPath, to parent: DocumentPath, as name: DocumentName, on disk: Disk? = nil
  ) throws -> DocumentPath {
    let folder = try test.container.open(.documents).folder(at: path.parent)
    let file = try folder[#require(path.names.last)].status().file
    return try Documents(test.container(on: disk ?? test.disk)).move(
      path, expecting: file, to: parent, as: name)
  }

  @Test func whatTheAppMakesUnderANameThatTheVolumeRefusesGetsAnother() throws {
    let documents = Documents(
      test.container(on: test.disk.refusingNames { $0.contains { $0.value > 0xFFFF } }))
    try test.put("copy", at: "Originals/a")
    let sources: [(Documents.Contents, DocumentName)] = [
      (.copy(of: test.path(of: "Originals/a")), "\u{1FADF}.txt"), (.bytes(Array("b".utf8)), "b\u{1FADF}"),
      (.folder, "c\u{1FADF}"), (.link(to: "x"), "d\u{1FADF}"),
    ]
    for (source, name) in sources { _ = try documents.add(documents.stage(source, as: name), in: "") }
    #expect(try test.documents == ["-.txt": "copy", "b-": "b", "c-": [:], "d-": .link("x")])
  }

  @Test(.enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name"))
  func anItemCanBeRenamedToItsOwnName() throws {
    try test.put(["a.txt": "a", "é": [:]])
    #expect(try move("a.txt", to: "", as: "A.TXT") == "A.TXT")
    #expect(try move("A.TXT", to: "", as: "A.TXT") == "A.TXT")
    #expect(try move("é", to: "", as: "e\u{301}").names == [FileName("e\u{301}")])
    #expect(try test.documents.names == ["A.TXT", FileName("e\u{301}")])
  }

  @Test func aTakenNameOrItsTwinGetsTheNextFreeOne() throws {
    try test.put(["a.txt": "a", "B.txt": "b", "f": ["A.TXT": "c"]])
    #expect(try move("a.txt", to: "", as: "b.txt") == "b-1.txt")
    #expect(try move("b-1.txt", to: "f", as: "a.txt") == "f/a-1.txt")
    #expect(try test.documents == ["B.txt": "b", "f": ["A.TXT": "c", "a-1.txt": "a"]])
  }

  @Test func aReadOnlyFolderIsMovedByAUserWhoIsNotRoot() throws {
    try test.put(["f": .folder(["x": "x"]).mode(0o555), "g": [:]])
    try asUnprivilegedUser(in: test) { () throws in
      #expect(try move("f", to: "g", as: "f") == "g/f")
    }
    #expect(try test.documents == ["g": ["f": ["x": "x"]]])
  }

  @Test(arguments: [
    (Documents.Contents.bytes(Array("x".utf8)), Tree.file("x")), (.folder, .folder()),
    (.link(to: "target"), .link("target")),
  ])
  func anAddedItemTakesAFreeName(source: Documents.Contents, tree: Tree) throws {
    try test.put(["f": ["A": [:]]])
    let documents = Documents(test.container)
    #expect(try documents.add(documents.stage(source, as: "a"), in: "f") == "f/a-1")
    #expect(try documents.add(documents.stage(source, as: "b"), in: "") == "b")
    #expect(try test.documents == ["f": ["A": [:], "a-1": tree], "b": tree])
  }

  @Test func addingToAMissingFolderFailsAndKeepsTheStagedCopy() throws {
    let documents = Documents(test.container)
    let staged = try documents.stage(.bytes([1]), as: "a")
    expectError(.notFound) { try documents.add(staged, in: "gone") }
    #expect(try documents.add(staged, in: "") == "a")
  }

  @Test func anAttributeIsSetOnTheExpectedFileOnly() throws {
    try test.put(["a": "a", "f": [:]])
    let documents = Documents(test.container)
    let set: (OpenFile) throws(DiskError) -> Void = { file throws(DiskError) in
      try file.setAttribute("tag", [1])
    }
    try documents.change("a", expecting: test.known("a").file, set)
    try documents.change("f", expecting: test.known("f").file, set)
    let other = FileID(1)
    expectError(.changed) { try documents.change("a", expecting: other, set) }
    #expect(
      try test.documents
        == ["a": .file("a").attribute("tag", [1]), "f": .folder().attribute("tag", [1])])
  }

  @Test func anAttributeSetOnAFileThatMovedIsReported() throws {
    try test.put(["a": "a"])
    let disk = test.disk.interrupted(Fuse(at: 1, of: .setAttribute)) { _ in
      _ = rename(test.path(of: "AppGroup/Documents/a"), test.path(of: "AppGroup/Documents/b"))
      try? test.put("stranger", at: "AppGroup/Documents/a")
    }
    expectError(.changed) {
      try Documents(test.container(on: disk)).change("a", expecting: test.known("a").file) {
        file throws(DiskError) in try file.setAttribute("tag", [1])
      }
    }
    #expect(try test.documents.entries["a"] == "stranger")
  }

  /// Names that no one of us would give: not UTF-8, or with characters that we replace.
  @Test(
    arguments: ["a\u{202E}b.txt", "line\nend"]
      + (Volume.comparesNamesByBytes ? [FileName(bytes: [0x66, 0xFF, 0x2E, 0x70])] : []))
  func whatIsOnlyMovedKeepsTheBytesOfItsName(name: FileName) throws {
    try test.put([name: "x", "f": [:]])
    let documents = Documents(test.container)
    let file = try test.known(name).file
    let moved = try documents.move(DocumentPath([name]), expecting: file, to: "f", as: nil)
    #expect(moved == DocumentPath(["f", name]))
    let thrown = try documents.trash(moved, expecting: file)
    #expect(thrown == DocumentPath([name], in: .trash))
    #expect(try documents.putBack(thrown, expecting: file) == moved)
    // Where something has its very name it gets the next free one of ours.
    try test.put("other", at: "AppGroup/Documents/g")
    try test.put([name: "old"], at: "AppGroup/Documents/h")
    #expect(try documents.move(moved, expecting: file, to: "h", as: nil) != DocumentPath(["h", name]))
    #expect(try test.tree("AppGroup/Documents/h").contents == texts("old", "x"))
  }
}

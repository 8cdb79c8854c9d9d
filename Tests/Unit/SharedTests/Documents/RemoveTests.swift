import Foundation
import Testing

@testable import IntrayCore

@Suite(.inContainer) struct RemoveTests {
  let test = TestContainer.current

  private func remove(
    _ test: TestContainer, _ path: DocumentPath, _ file: FileID, on disk: Disk? = nil,
    known: Set<String>? = nil
  ) throws(DiskError) {
    try Documents(test.container(on: disk ?? test.disk)).remove(path, expecting: file) { path, _ in
      known?.contains(path.description) ?? true
    }
  }

  @Test func aFileThatArrivesInADeletedFolderKeepsTheFolder() throws {
    try test.put(["f": ["a": "a"]])
    let documents = Documents(test.container)
    let files = try documents.files(of: "f")
    try test.put("b", at: "AppGroup/Documents/f/b")
    #expect(throws: DiskError.self) { try documents.remove("f", consistingOf: files) }
    #expect(try test.documents == ["f": ["a": "a", "b": "b"]])
    try documents.remove("f", consistingOf: documents.files(of: "f"))
    #expect(try test.documents == [:])
  }

  @Test func aFileWrittenDuringItsRemovalReturns() throws {
    try test.put(["a": "a"])
    let path = test.path(of: "AppGroup/Documents/a")
    let isTaken = Flag()
    let dying = test.disk.asking { request throws(DiskError) in
      if isTaken.isOn { throw .killed }
      guard request.call == .renameExclusive, request.name == "a" else { return }
      // At the last moment, through the name; and the process dies right behind the rename.
      if let file = FileHandle(forWritingAtPath: path) { try? file.write(contentsOf: Data("theirs".utf8)) }
      isTaken.isOn = true
    }
    #expect(throws: DiskError.self) { try remove(test, "a", test.known("a").file, on: dying) }
    try test.recover()
    #expect(try test.documents == ["a": "theirs"])
  }

  @Test func aFolderIsRemovedWithItsKnownContents() throws {
    let tree = Tree.folder([
      "b": .folder(["c": .file("c").mode(0o444), "l": .link("x")]).mode(0o555), "d": "d",
    ])
    try test.put(["a": tree.mode(0o555)])
    let file = try test.known("a").file
    try asUnprivilegedUser(in: test) {
      try remove(test, "a", file, known: ["", "b", "b/c", "b/l", "d"])
    }
    #expect(try test.documents.names.isEmpty)
  }

  @Test func aFolderWithAnUnknownEntryStaysWhole() throws {
    let tree = Tree.folder(["a": ["b": ["c": "c"], "d": "d"]])
    try test.put(tree)
    expectError(.changed) { try remove(test, "a", test.known("a").file, known: ["", "b", "d"]) }
    #expect(try test.documents == tree)
  }

  @Test func anUnexpectedFileReturnsUnderItsName() throws {
    try test.put(["a": "a", "f": ["x": "x"]])
    let other = FileID(1)
    expectError(.changed) { try remove(test, "a", other) }
    expectError(.changed) { try remove(test, "f", other) }
    #expect(try test.documents == ["a": "a", "f": ["x": "x"]])
  }

  @Test func anUnexpectedFileReturnsBesideOneThatTookItsName() throws {
    try test.put(["a.txt": "a"])
    let file = try test.known("a.txt").file
    var looks = 0
    #expect(throws: DiskError.self) {
      try Documents(test.container).remove("a.txt", expecting: file) { _, _ in
        looks += 1
        // Taken out, it turns out to be something else, and its name is taken.
        if looks == 2 { try? test.put("new", at: "AppGroup/Documents/a.txt") }
        return looks == 1
      }
    }
    #expect(try test.documents == ["a.txt": "new", "a-1.txt": "a"])
  }

  @Test func removingAMissingItemSucceeds() throws {
    try test.put(["f": [:]])
    try remove(test, "a", FileID(1))
    try remove(test, "f/a", FileID(1))
    #expect(try test.documents == ["f": [:]])
  }

  @Test func aLinkIsRemovedAndNotItsTarget() throws {
    try test.put(["l": .link("../../Outside")])
    let file = try test.container.open(.documents)["l"].status().file
    try remove(test, "l", file)
    #expect(try test.documents.names.isEmpty)
  }

  @Test func documentsItselfIsNeverRemoved() throws {
    try test.put(["a": "a"])
    let file = try test.container.open(.documents).status().file
    expectError(.denied) { try remove(test, "", file) }
    #expect(try test.documents.names == ["a"])
  }

  @Test func aPathNeverLeadsOutOfDocuments() throws {
    try test.put(["f": [:]])
    let file = try test.folder("Outside")["a.txt"].status().file
    for names in [["..", "..", "Outside", "a.txt"], ["f", "../../../Outside/a.txt"], ["f", ".."], ["."]] {
      let path = DocumentPath(names.map { FileName($0) })
      #expect(throws: DiskError.self, "\(path)") { try remove(test, path, file) }
    }
    #expect(try test.documents == ["f": [:]])
  }

  @Test func onlyTheExaminedFileIsRemoved() throws {
    try test.put(["f": ["a": "a", "b": "b"]])
    let file = try test.known("f").file
    var asked = 0
    expectError(.changed) {
      try Documents(test.container).remove("f", expecting: file) { path, _ in
        asked += 1
        // The last check before the removal: only entries that were seen before it may be removed.
        return asked < 6
      }
    }
    #expect(try test.documents.entries["f"]?.entries.count == 1)
  }
}

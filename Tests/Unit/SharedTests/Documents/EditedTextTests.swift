import Foundation
import Testing

@testable import IntrayCore

/// A text that the user edits in the app.
@Suite(.inContainer) struct EditedTextTests {
  let test = TestContainer.current
  private var documents: Documents { Documents(test.container) }

  private func save(_ text: String, over version: EditedText) throws -> EditedText {
    try documents.save(text, over: version, conflictWord: "conflict")
  }

  @Test func anEditIsSavedOverTheOneBeforeAndKeepsWhatBelongsToTheDocument() throws {
    try test.put(["Work": ["a.txt": .file("old").attribute("tag", [1])]])
    try Documents(test.container).change("Work/a.txt", expecting: documents.info(of: "Work/a.txt").file) {
      file throws(DiskError) in try file.writeNewIdentity()
    }
    let opened = try #require(try documents.text(of: "Work/a.txt"))
    #expect(opened.text == "old")
    let item = try documents.info(of: "Work/a.txt").item
    var version = opened
    // A tag that is set meanwhile is no other version.
    let tag = try #require(DocumentTag(named: "Home"))
    _ = try documents.set(tag, of: documents.info(of: "Work/a.txt"), to: true)
    for text in ["one", "two\r\n", "", "Grüße 🐳"] {
      version = try save(text, over: version)
      #expect(version.path.description == "Work/a.txt" && !version.isConflictCopy)
      #expect(try documents.head(of: "Work/a.txt", count: 99) == Array(text.utf8))
    }
    let after = try documents.info(of: "Work/a.txt")
    #expect(after.item == item && item != nil && after.tags == [tag])
    #expect(try test.documents.entries["Work"]?.entries["a.txt"]?.attributes["tag"] == [1])
    #expect(try test.documents.contents.count == 1)
  }

  @Test func aDocumentThatWasChangedStaysAndTheTextIsAConflictCopy() throws {
    try test.put(["a.txt": "old"])
    let version = try #require(try documents.text(of: "a.txt"))
    try documents.change("a.txt", expecting: documents.info(of: "a.txt").file) { file throws(DiskError) in
      try file.writeNewIdentity()
    }
    let theirs = try #require(try documents.text(of: "a.txt"))
    _ = try save("theirs", over: theirs)
    let item = try documents.info(of: "a.txt").item
    let copy = try save("mine", over: version)
    #expect(copy.isConflictCopy && copy.path.description == "a (conflict).txt")
    #expect(try test.documents.contents.sorted() == texts("mine", "theirs"))
    #expect(try test.container.entry(copy.path).attribute(ItemAttribute.conflict) == item?.bytes)
    // From now on the copy is what is edited.
    let next = try save("mine too", over: copy)
    #expect(next.isConflictCopy && next.path == copy.path)
    #expect(try test.documents.contents.sorted() == texts("mine too", "theirs"))
  }

  @Test func aDocumentThatMovedIsFollowedAndOneThatWasDeletedIsThereAgain() throws {
    try test.put(["a.txt": "old", "Work": [:]])
    var version = try #require(try documents.text(of: "a.txt"))
    let file = try documents.info(of: "a.txt").file
    _ = try documents.move("a.txt", expecting: file, to: "Work", as: "b.txt")
    version = try save("new", over: version)
    #expect(version.path.description == "Work/b.txt")
    #expect(try test.documents.contents == texts("new"))
    _ = try documents.trash("Work/b.txt", expecting: documents.info(of: "Work/b.txt").file)
    version = try save("newer", over: version)
    #expect(version.path.description == "Work/b.txt" && !version.isConflictCopy)
    #expect(try test.documents.contents == texts("newer") && test.trash.contents == texts("new"))
  }

  @Test func whatIsNoTextOrTooLongIsNotEdited() throws {
    try test.put([
      "binary.txt": .file([1, 0, 2]), "latin.txt": .file([0x47, 0xFC, 0x6E]), "Work": [:], "empty.txt": "",
      "long.txt": .file([UInt8](repeating: 0x61, count: 1 << 20 + 1)),
    ])
    for name in ["binary.txt", "latin.txt", "long.txt", "Work"] as [DocumentPath] {
      #expect(try documents.text(of: name) == nil, "\(name)")
    }
    #expect(try documents.text(of: "empty.txt")?.text == "")
    #expect(throws: DiskError.self) { try documents.text(of: "gone.txt") }
  }

  @Test func onAFullVolumeTheDocumentKeepsItsText() throws {
    try test.put(["a.txt": "old"])
    let version = try #require(try documents.text(of: "a.txt"))
    let full = test.disk.failing(
      Fuse(at: 1, of: .write, isLasting: true), with: .of(.noSpace, number: 28, call: "write"))
    #expect(throws: DiskError.self) {
      try Documents(test.container(on: full)).save("new", over: version, conflictWord: "conflict")
    }
    #expect(try test.documents == ["a.txt": "old"])
    #expect(try test.tree("AppGroup/Staging").names.isEmpty)
    #expect(try save("new", over: version).path == "a.txt")
  }
}

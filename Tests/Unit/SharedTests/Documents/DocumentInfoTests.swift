import Foundation
import Testing

@testable import IntrayCore

/// Everything about one document, and its tags.
@Suite(.inContainer) struct DocumentInfoTests {
  let test = TestContainer.current

  /// Tags as Finder writes them, with their colours.
  private func finderTags(_ tags: Any...) throws -> [UInt8] {
    Array(try PropertyListSerialization.data(fromPropertyList: tags, format: .binary, options: 0))
  }

  private func tag(_ name: String) throws -> DocumentTag { try #require(DocumentTag(named: name)) }

  @Test func whatTheDocumentCarriesIsReadFromIt() throws {
    let deposit = try Inbox(test.container).deposit()
    let name = try deposit.add("one".utf8, as: "a.txt")
    try deposit.note(
      whereFrom: ["https://a.example/x", "Anna"], title: "Tea: all about it", comment: "For Sunday", on: name)
    _ = try deposit.publish()
    try test.drain()
    let info = try Documents(test.container).info(of: "a.txt")
    #expect(info.whereFrom == ["https://a.example/x", "Anna"])
    #expect(info.tags == [] && info.status.size == 3 && info.status.kind == .file)
    let added = try #require(info.added)
    #expect(added <= .now && info.lastOpened == nil && info.comment == "For Sunday")
    #expect(info.title == "Tea: all about it")
  }

  @Test func theTitleThatIsTheNameIsNotSaidAgain() throws {
    let titled = { (title: String) in
      Tree.file("x").attribute(Provenance.titleAttribute, PropertyList.encode(title))
    }
    try test.put(["Tea- all.txt": titled("Tea: all"), "a.txt": titled("a.txt")])
    for path in ["Tea- all.txt", "a.txt"] as [DocumentPath] {
      #expect(try Documents(test.container).info(of: path).title == nil)
    }
  }

  @Test func aDocumentWasOpenedWhenTheUserOpensItAndNotWhenItCame() throws {
    let deposit = try Inbox(test.container).deposit()
    try deposit.add("one".utf8, as: "a.txt")
    _ = try deposit.publish()
    try test.drain()
    let documents = Documents(test.container)
    let before = try documents.info(of: "a.txt")
    let later = FileTime(seconds: try #require(before.added).seconds + 60)
    try documents.noteOpened("a.txt", now: later)
    let after = try documents.info(of: "a.txt")
    #expect(after.lastOpened == later)
    #expect(after.added == before.added && after.status.modified == before.status.modified)
    #expect(throws: DiskError.self) { try documents.noteOpened("gone.txt") }
  }

  @Test func aDocumentThatWasSeenIsNewNoMoreAndKeepsItsTimeAndItsShare() async throws {
    let deposit = try Inbox(test.container).deposit()
    try deposit.add("one".utf8, as: "a.txt")
    _ = try deposit.publish()
    try test.drain()
    let index = DocumentIndex(test.container, isPackage: { _ in false })
    try await index.update()
    let before = try #require(await index.entries(at: ["a.txt"]).first)
    #expect(before.isNew && before.share != nil)
    // Its owner must not write the second time.
    for mode in [0o600, 0o400] as [UInt32] {
      #expect(chmod(test.path(of: "AppGroup/Documents/a.txt"), mode_t(mode)) == 0)
      Documents(test.container).noteSeen([before.seen, SeenDocument("gone.txt")])
    }
    try await index.update()
    let after = try #require(await index.entries(at: ["a.txt"]).first)
    #expect(!after.isNew && after.added == before.added && after.share == before.share)
    // A document that did not come in has nothing to note.
    try test.put("x", at: "AppGroup/Documents/b.txt")
    Documents(test.container).noteSeen([SeenDocument("b.txt")])
    #expect(try test.attribute(ItemAttribute.arrival, of: "b.txt") == nil)
  }

  @Test func aTagIsSetAndClearedAndNothingElseChanges() throws {
    let other = try finderTags("Red\n6", "Blue")
    let file = Tree.file("one").attribute(ItemAttribute.tags, other).attribute("other", [7])
    try test.put(["a.txt": file])
    let documents = Documents(test.container)
    let before = try documents.info(of: "a.txt")
    #expect(before.tags?.map(\.name) == ["Red", "Blue"])
    let tagged = try documents.set(tag("Work"), of: before, to: true)
    #expect(tagged.tags?.map(\.name) == ["Red", "Blue", "Work"])
    // The colour stays.
    #expect(try test.attribute(ItemAttribute.tags, of: "a.txt") == finderTags("Red\n6", "Blue", "Work"))
    #expect(tagged.status.modified == before.status.modified && tagged.file == before.file)
    #expect(try test.attribute("other", of: "a.txt") == [7])
    // A second one of that name is none.
    #expect(try documents.set(tag("Red"), of: tagged, to: true).tags == tagged.tags)
    for tag in try #require(tagged.tags) { _ = try documents.set(tag, of: tagged, to: false) }
    #expect(try documents.info(of: "a.txt").tags == [])
    #expect(try test.attribute(ItemAttribute.tags, of: "a.txt") == nil)
  }

  @Test func tagsThatCannotBeReadAreNotTouched() throws {
    let strange = try finderTags("Red", 7)
    try test.put(
      [
        "a.txt": Tree.file("a").attribute(ItemAttribute.tags, strange),
        "b.txt": Tree.file("b").attribute(ItemAttribute.tags, [1, 2]),
      ])
    let documents = Documents(test.container)
    for name in ["a.txt", "b.txt"] as [DocumentPath] {
      let info = try documents.info(of: name)
      #expect(info.tags == nil)
      expectError(.unsupported) { _ = try documents.set(tag("Work"), of: info, to: true) }
    }
    #expect(try test.attribute(ItemAttribute.tags, of: "a.txt") == strange)
    #expect(try test.attribute(ItemAttribute.tags, of: "b.txt") == [1, 2])
  }

  @Test func aDocumentIsFollowedWhereverItGoes() throws {
    try test.put(["a.txt": "a", "Work": ["b.txt": "b"]])
    let documents = Documents(test.container)
    let shown = try documents.info(of: "a.txt")
    _ = try documents.move("a.txt", expecting: shown.file, to: "Work", as: "c.txt")
    // Another one has its name now.
    try test.put("other", at: "AppGroup/Documents/a.txt")
    let moved = try documents.info(following: shown)
    #expect(moved.path == "Work/c.txt" && moved.file == shown.file)
    let trashed = try documents.trash("Work/c.txt", expecting: shown.file)
    #expect(try documents.info(following: moved).path == trashed)
    try test.remove("AppGroup/Trash/c.txt")
    expectError(.notFound) { _ = try documents.info(following: moved) }
    expectError(.notFound) { _ = try documents.set(tag("Work"), of: moved, to: true) }
    #expect(try documents.info(of: "a.txt").tags == [])
  }

  @Test func contentsThatWereReplacedAreTheSameDocument() throws {
    try test.put(["a.txt": "a"])
    let provider = try test.startProvider()
    try provider.scan()
    let documents = Documents(test.container)
    let shown = try documents.info(of: "a.txt")
    try test.put("edited", at: "Originals/new")
    _ = try provider.modify(
      provider.item(named: "a.txt").id, ItemChange(), at: ("a.txt", .root),
      contents: test.path(of: "Originals/new"),
      base: .version(provider.item(named: "a.txt").contentVersion))
    let edited = try documents.info(following: shown)
    #expect(edited.path == "a.txt" && edited.file != shown.file && edited.status.size == 6)
  }

  @Test func aFolderIsCountedUntilItIsCancelled() throws {
    try test.put(["f": ["a": "12345", "g": ["b": "123"], "l": .link("a")]])
    let documents = Documents(test.container)
    #expect(try documents.size(of: "f") == (8, true))
    #expect(throws: DiskError.self) { try documents.size(of: "f", isCancelled: { true }) }
  }

  /// A disk on which entries of a name cannot be looked at or opened.
  private func refusing(_ name: FileName, _ calls: Set<DiskCall>) -> Documents {
    Documents(test.container(on: test.disk.refusing(calls, of: name, with: .denied)))
  }

  @Test(arguments: [("locked", DiskCall.openFolder), ("b", .status)])
  func whatCannotBeReadIsLeftOutOfTheCountWhichSaysSo(name: String, call: DiskCall) throws {
    try test.put(["f": ["a": "12345", "locked": ["b": "1"], "z": "12"]])
    #expect(try refusing(FileName(name), [call]).size(of: "f") == (7, false))
    #expect(try Documents(test.container).size(of: "f") == (8, true))
    // Nothing can be said of a folder that cannot be read itself.
    #expect(throws: DiskError.self) { try refusing("f", [.openFolder]).size(of: "f") }
  }

  @Test func aFolderWhoseListingFailsIsLeftOutOfTheCountWhichSaysSo() throws {
    try test.put(["f": ["a": "12345", "g": ["b": "1"]]])
    // The second listing is that of the folder in the folder.
    let disk = test.disk.failing(Fuse(at: 2, of: .list), with: .of(.failed, number: EIO))
    #expect(try Documents(test.container(on: disk)).size(of: "f") == (5, false))
  }

  @Test func aDocumentIsFollowedPastAFolderThatCannotBeRead() throws {
    try test.put(["a.txt": "a", "locked": [:], "z": [:]])
    let shown = try Documents(test.container).info(of: "a.txt")
    let documents = refusing("locked", [.openFolder])
    let files = FileManager.default
    let (root, moved) = (test.path(of: "AppGroup/Documents/"), "/a.txt")
    try files.moveItem(atPath: root + "a.txt", toPath: root + "z" + moved)
    #expect(try documents.info(following: shown).path == DocumentPath(["z", "a.txt"]))
    // It may be in there: that is not gone.
    try files.moveItem(atPath: root + "z" + moved, toPath: root + "locked" + moved)
    expectError(.denied) { _ = try documents.info(following: shown) }
  }
}

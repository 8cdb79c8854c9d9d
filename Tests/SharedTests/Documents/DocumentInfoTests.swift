import Foundation
import Testing

@testable import Shared

/// Everything about one document, and its tags.
@Suite struct DocumentInfoTests {
  /// Tags as Finder writes them, with their colours.
  private func finderTags(_ tags: Any...) throws -> [UInt8] {
    Array(try PropertyListSerialization.data(fromPropertyList: tags, format: .binary, options: 0))
  }

  private func tag(_ name: String) throws -> DocumentTag { try #require(DocumentTag(named: name)) }

  @Test func whatTheDocumentCarriesIsReadFromIt() throws {
    try withTestContainer { test in
      let deposit = try Inbox(test.container).deposit()
      let name = try deposit.add("one".utf8, as: "a.txt", whereFrom: ["https://a.example/x", "Anna"])
      try deposit.note(
        whereFrom: ["https://a.example/x", "Anna"], title: nil, leftOut: ["com.adobe.pdf"], on: name)
      _ = try deposit.publish()
      try test.drain()
      let info = try Documents(test.container).info(of: "a.txt")
      #expect(info.whereFrom == ["https://a.example/x", "Anna"] && info.leftOut == ["com.adobe.pdf"])
      #expect(info.tags == [] && info.status.size == 3 && info.status.kind == .file)
      let added = try #require(info.added)
      #expect(added <= .now && info.lastOpened == FileTime(seconds: added.seconds))
    }
  }

  @Test func aTagIsSetAndClearedAndNothingElseChanges() throws {
    try withTestContainer { test in
      let other = try finderTags("Red\n6", "Blue")
      let file = Tree.file("one").attribute(ItemAttribute.tags, other).attribute("other", [7])
      try test.put(.folder(["a.txt": file]), at: "AppGroup/Documents")
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
  }

  @Test func theProviderIsToldOfATag() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      let provider = try test.startProvider()
      try provider.scan()
      let item = try provider.item(named: "a.txt")
      let documents = Documents(test.container)
      _ = try documents.set(tag("Work"), of: documents.info(of: "a.txt"), to: true)
      try provider.scan()
      let told = try provider.item(named: "a.txt")
      #expect(try told.tags == finderTags("Work"))
      #expect(told.id == item.id && told.contentVersion == item.contentVersion)
    }
  }

  @Test func tagsThatCannotBeReadAreNotTouched() throws {
    try withTestContainer { test in
      let strange = try finderTags("Red", 7)
      try test.put(
        .folder([
          "a.txt": Tree.file("a").attribute(ItemAttribute.tags, strange),
          "b.txt": Tree.file("b").attribute(ItemAttribute.tags, [1, 2]),
        ]), at: "AppGroup/Documents")
      let documents = Documents(test.container)
      for name in ["a.txt", "b.txt"] as [DocumentPath] {
        let info = try documents.info(of: name)
        #expect(info.tags == nil)
        #expect { _ = try documents.set(tag("Work"), of: info, to: true) } throws: {
          ($0 as? DiskError)?.code == .unsupported
        }
      }
      #expect(try test.attribute(ItemAttribute.tags, of: "a.txt") == strange)
      #expect(try test.attribute(ItemAttribute.tags, of: "b.txt") == [1, 2])
    }
  }

  @Test func moreTagsThanFilesShowsAreRefused() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      let documents = Documents(test.container)
      let long = try tag(String(repeating: "x", count: ItemAttribute.mostTags))
      #expect { _ = try documents.set(long, of: documents.info(of: "a.txt"), to: true) } throws: {
        ($0 as? DiskError)?.code == .tooLarge
      }
      #expect(try test.attribute(ItemAttribute.tags, of: "a.txt") == nil)
    }
  }

  @Test func aDocumentIsFollowedWhereverItGoes() throws {
    try withTestContainer { test in
      try test.put(
        .folder(["a.txt": .file("a"), "Work": .folder(["b.txt": .file("b")])]), at: "AppGroup/Documents")
      let documents = Documents(test.container)
      let shown = try documents.info(of: "a.txt")
      _ = try documents.move("a.txt", expecting: shown.file, to: "Work", as: "c.txt")
      // Another one has its name now.
      try test.put(.file("other"), at: "AppGroup/Documents/a.txt")
      let moved = try documents.info(following: shown)
      #expect(moved.path == "Work/c.txt" && moved.file == shown.file)
      let trashed = try documents.trash("Work/c.txt", expecting: shown.file)
      #expect(try documents.info(following: moved).path == trashed)
      try test.remove("AppGroup/Trash/c.txt")
      #expect { _ = try documents.info(following: moved) } throws: {
        ($0 as? DiskError)?.code == .notFound
      }
      #expect { _ = try documents.set(tag("Work"), of: moved, to: true) } throws: {
        ($0 as? DiskError)?.code == .notFound
      }
      #expect(try documents.info(of: "a.txt").tags == [])
    }
  }

  @Test func contentsThatWereReplacedAreTheSameDocument() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      let provider = try test.startProvider()
      try provider.scan()
      let documents = Documents(test.container)
      let shown = try documents.info(of: "a.txt")
      try test.put(.file("edited"), at: "Originals/new")
      _ = try provider.modify(
        provider.item(named: "a.txt").id, ItemChange(), at: ("a.txt", .root),
        contents: test.path(of: "Originals/new"),
        base: .version(provider.item(named: "a.txt").contentVersion))
      let edited = try documents.info(following: shown)
      #expect(edited.path == "a.txt" && edited.file != shown.file && edited.status.size == 6)
    }
  }

  @Test func aFolderIsCountedUntilItIsCancelled() throws {
    try withTestContainer { test in
      try test.put(
        .folder(["f": .folder(["a": .file("12345"), "g": .folder(["b": .file("123")]), "l": .link("a")])]),
        at: "AppGroup/Documents")
      let documents = Documents(test.container)
      #expect(try documents.size(of: "f") == (8, true))
      #expect(throws: DiskError.self) { try documents.size(of: "f", isCancelled: { true }) }
    }
  }

  /// A disk on which entries of a name cannot be looked at or opened.
  private func refusing(_ name: FileName, _ calls: Set<DiskCall>, _ test: TestContainer) -> Documents {
    let disk = test.disk.asking { request throws(DiskError) in
      if calls.contains(request.call), request.name == name { throw .of(.denied, number: EACCES) }
    }
    return Documents(test.container(on: disk))
  }

  @Test(arguments: [("locked", DiskCall.openFolder), ("b", .status)])
  func whatCannotBeReadIsLeftOutOfTheCountWhichSaysSo(name: String, call: DiskCall) throws {
    try withTestContainer { test in
      try test.put(
        .folder(["f": .folder(["a": .file("12345"), "locked": .folder(["b": .file("1")]), "z": .file("12")])]
        ),
        at: "AppGroup/Documents")
      #expect(try refusing(FileName(name), [call], test).size(of: "f") == (7, false))
      #expect(try Documents(test.container).size(of: "f") == (8, true))
      // Nothing can be said of a folder that cannot be read itself.
      #expect(throws: DiskError.self) { try refusing("f", [.openFolder], test).size(of: "f") }
    }
  }

  @Test func aFolderWhoseListingFailsIsLeftOutOfTheCountWhichSaysSo() throws {
    try withTestContainer { test in
      try test.put(
        .folder(["f": .folder(["a": .file("12345"), "g": .folder(["b": .file("1")])])]),
        at: "AppGroup/Documents")
      // The second listing is that of the folder in the folder.
      let disk = test.disk.failing(Fuse(at: 2, of: .list), with: .of(.failed, number: EIO))
      #expect(try Documents(test.container(on: disk)).size(of: "f") == (5, false))
    }
  }

  @Test func aDocumentIsFollowedPastAFolderThatCannotBeRead() throws {
    try withTestContainer { test in
      try test.put(
        .folder(["a.txt": .file("a"), "locked": .folder(), "z": .folder()]), at: "AppGroup/Documents")
      let shown = try Documents(test.container).info(of: "a.txt")
      let documents = refusing("locked", [.openFolder], test)
      let files = FileManager.default
      let (root, moved) = (test.path(of: "AppGroup/Documents/"), "/a.txt")
      try files.moveItem(atPath: root + "a.txt", toPath: root + "z" + moved)
      #expect(try documents.info(following: shown).path == DocumentPath(["z", "a.txt"]))
      // It may be in there: that is not gone.
      try files.moveItem(atPath: root + "z" + moved, toPath: root + "locked" + moved)
      #expect {
        _ = try documents.info(following: shown)
      } throws: {
        ($0 as? DiskError)?.code == .denied
      }
    }
  }
}

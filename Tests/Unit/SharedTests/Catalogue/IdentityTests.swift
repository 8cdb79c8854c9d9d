import Foundation
import Testing

@testable import IntrayCore

/// Which item is which, through everything that happens to it.
@Suite(.inContainer) struct CatalogueIdentityTests {
  let fixture: CatalogueFixture

  init() throws { fixture = try CatalogueFixture(.current) }

  /// Documents that are there, what happens to them, and which of them is where then: nil is a new one.
  struct Course: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let before: [String]
    let act: @Sendable (CatalogueFixture) throws -> Void
    let after: [String: String?]

    init(
      _ what: String, _ before: [String], _ after: [String: String?],
      _ act: @escaping @Sendable (CatalogueFixture) throws -> Void
    ) {
      (testDescription, self.before, self.after, self.act) = (what, before, after, act)
    }
  }

  private static let circle = (0..<5).map { "\($0).txt" }
  private static let courses: [Course] =
    [
      Course("a rename", ["a.txt"], ["b.txt": "a.txt"]) { try $0.move("a.txt", "b.txt") },
      Course(
        "a move of a folder", ["one/deep/a.txt", "one/b.txt", "two/c.txt"],
        [
          "two": "two", "two/c.txt": "two/c.txt", "two/uno": "one", "two/uno/deep": "one/deep",
          "two/uno/deep/a.txt": "one/deep/a.txt", "two/uno/b.txt": "one/b.txt",
        ]
      ) { try $0.move("one", "two/uno") },
      Course("another document", ["a.txt"], ["b.txt": nil]) {
        try $0.remove("a.txt")
        try $0.write("b.txt")
      },
      Course("an exchange", ["a.txt", "b.txt"], ["a.txt": "b.txt", "b.txt": "a.txt"]) {
        try $0.exchange("a.txt", "b.txt")
      },
      Course(
        "an exchange of folders", ["one/a.txt", "two/b.txt"],
        [
          "one": "two", "one/b.txt": "two/b.txt", "two": "one", "two/a.txt": "one/a.txt",
        ]
      ) { try $0.exchange("one", "two") },
      Course(
        "a circle", circle,
        Dictionary(uniqueKeysWithValues: (0..<5).map { (circle[$0], circle[($0 + 1) % 5]) })
      ) {
        try $0.move(circle[0], "x")
        for number in 1..<5 { try $0.move(circle[number], circle[number - 1]) }
        try $0.move("x", circle[4])
      },
      Course(
        "another in its place", ["a.txt", "zoo/b.txt"],
        [
          "a.txt": nil, "zoo": "zoo", "zoo/a.txt": "a.txt", "zoo/b.txt": "zoo/b.txt",
        ]
      ) {
        try $0.move("a.txt", "zoo/a.txt")
        try $0.write("a.txt", "new")
      },
      Course(
        "a folder in the one that takes its name", ["box/a.txt"],
        [
          "box": nil, "box/old": "box", "box/old/a.txt": "box/a.txt",
        ]
      ) {
        try $0.move("box", "old")
        try $0.makeFolder("box")
        try $0.move("old", "box/old")
      },
    ]
    + (Volume.comparesNamesByBytes
      ? [
        Course("a change of case", ["report.txt"], ["Report.txt": "report.txt"]) {
          try $0.move("report.txt", "Report.txt")
        }
      ]
      : [])

  @Test("A document or folder that moves keeps its identity and content version", arguments: courses)
  func moves(_ course: Course) throws {
    for path in course.before { try fixture.write(path, path) }
    try fixture.scan()
    let (before, items) = (try fixture.paths(), try fixture.everything())
    let client = JournalClient(limit: 1)
    try client.advance(fixture.catalogue)
    let anchor = try fixture.anchor()
    try course.act(fixture)
    try fixture.scan()
    let after = try fixture.paths()
    #expect(Set(after.keys) == Set(course.after.keys))
    for (path, old) in course.after {
      let id = try #require(after[path])
      #expect(old.map { before[$0] == id } ?? (items[id] == nil), "\(path)")
      guard let known = items[id], let now = try fixture.item(path) else { continue }
      #expect(now.contentVersion == known.contentVersion, "\(path)")
      #expect(
        now.metadataVersion != known.metadataVersion || now.name == known.name && now.parent == known.parent)
    }
    // Those that take each other's names are told together.
    let swapped = Set(before.filter { after[$0.key] != nil && after[$0.key] != $0.value }.map(\.value))
    let changes = try fixture.catalogue.changes(since: anchor, limit: 1)
    #expect(swapped.isSubset(of: after.values) == false || swapped.isSubset(of: changes.updated.map(\.id)))
    try client.advance(fixture.catalogue)
    #expect(try client.items == fixture.everything() && client.expired == 0)
  }

  @Test("A file that receives another identity leaves the item to the file under its name")
  func putBeside() throws {
    for name in ["a-1.txt", "box/a.txt"] {
      try withFixture { fixture in
        try fixture.makeFolder("box")
        try fixture.write("a.txt", "old")
        try fixture.scan()
        let before = try #require(try fixture.item("a.txt"))
        // What an exchange of contents does: see Displaced.
        try fixture.move("a.txt", name)
        try fixture.write("a.txt", "new contents")
        let other = ItemID.random()
        for (path, id) in [("a.txt", before.id), (name, other)] {
          try fixture.setAttribute(path, Identity.attribute, Identity(id, of: fixture.status(path)).bytes)
        }
        try fixture.scan()
        #expect(try fixture.id("a.txt") == before.id && fixture.id(name) == other)
      }
    }
  }

  @Test("A folder without an identity that takes the name of another is a new item, with everything in it")
  func packageSavedAnew() throws {
    try fixture.write("p.pages/index", "1")
    try fixture.write("p.pages/data/image", "2")
    try fixture.scan()
    let before = try Set(fixture.paths().values)
    try fixture.write("new.pages/index", "11")
    try fixture.write("new.pages/data/image", "22")
    try fixture.exchange("p.pages", "new.pages")
    try fixture.remove("new.pages")
    try fixture.scan()
    #expect(
      try Set(fixture.paths().keys) == ["p.pages", "p.pages/index", "p.pages/data", "p.pages/data/image"])
    #expect(try before.isDisjoint(with: fixture.paths().values))
  }

  @Test("A copy with its original's identity that takes the name of the renamed original is another item")
  func copyAtTheOldName() throws {
    try fixture.write("a.txt", "original")
    try fixture.write("other.txt", "other")
    try fixture.scan()
    let id = try fixture.id("a.txt")
    try fixture.move("a.txt", "b.txt")
    try fixture.write("a.txt", "copy")
    try fixture.writeIdentity("a.txt", as: id)
    try fixture.remove("other.txt")
    try fixture.scan()
    #expect(try fixture.id("b.txt") == id)
    #expect(try fixture.id("a.txt") != id)
    #expect(try Set(fixture.paths().keys) == ["a.txt", "b.txt"])
  }

  @Test("The document stores its attributes, identifier and version, and they survive a lost catalogue")
  func attributes() throws {
    try fixture.write("a.txt")
    try fixture.scan()
    let before = try #require(try fixture.item("a.txt"))
    try fixture.setAttribute("a.txt", ItemAttribute.tags, [1, 2, 3])
    try fixture.setAttribute("a.txt", ItemAttribute.favouriteRank, ItemAttribute.encode(42))
    let used = FileTime(seconds: -5, nanoseconds: 7)
    try fixture.setAttribute("a.txt", ItemAttribute.lastUsed, ItemAttribute.encode(used))
    try fixture.setAttribute("a.txt", "org.example.note#S", [9])
    try fixture.setMode("a.txt", 0o640)
    try fixture.scan()
    let after = try #require(try fixture.item("a.txt"))
    #expect(after.tags == [1, 2, 3])
    #expect(after.favouriteRank == 42)
    #expect(after.lastUsed == used)
    #expect(after.attributes == ["org.example.note#S": [9]])
    #expect(after.contentVersion == before.contentVersion)
    try fixture.removeStore()
    try fixture.scan()
    var again = try #require(try fixture.item("a.txt"))
    again.metadataVersion = after.metadataVersion
    #expect(again == after)
  }

  @Test("Symbolic links are items, and are never followed")
  func links() throws {
    try fixture.write("folder/a.txt")
    try FileManager.default.createSymbolicLink(atPath: fixture.place("link"), withDestinationPath: "folder")
    try FileManager.default.createSymbolicLink(
      atPath: fixture.place("out"), withDestinationPath: fixture.test.path(of: "Outside"))
    try fixture.scan()
    #expect(try fixture.item("link")?.kind == .link)
    #expect(try fixture.item("link")?.target == "folder")
    #expect(try Set(fixture.paths().keys) == ["folder", "folder/a.txt", "link", "out"])
  }

  @Test(
    "Names that are not UTF-8, and the longest ones, are scanned like any other",
    .enabled(if: Volume.comparesNamesByBytes, "APFS refuses names that are not UTF-8"))
  func names() throws {
    let root = try fixture.test.container.open(.documents)
    let odd = FileName(bytes: [0xFF, 0x41, 0xC3])
    let long = FileName(String(repeating: "ü", count: 127))
    for name in [odd, long] { try root[name].makeFolder() }
    try fixture.scan()
    #expect(try fixture.catalogue.item(named: odd, in: .root)?.kind == .folder)
    #expect(try fixture.catalogue.item(named: long, in: .root)?.kind == .folder)
    #expect(try fixture.everything(limit: 1).count == 2)
  }

  @Test(
    "Of two names that look the same to the user, the later gets the next free one",
    .enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name"))
  func twins() throws {
    try fixture.write("Report.txt", "one")
    try fixture.scan()
    let first = try fixture.id("Report.txt")
    try fixture.write("report.txt", "two")
    try fixture.write("caf\u{E9}.txt", "three")
    try fixture.write("cafe\u{301}.txt", "four")
    try fixture.scan()
    #expect(try fixture.id("Report.txt") == first)
    let names = try Set(fixture.paths().keys.map { Array($0.utf8) })
    #expect(names.contains(Array("report-1.txt".utf8)))
    #expect(names.count == 4)
    #expect(try String(contentsOfFile: fixture.place("report-1.txt"), encoding: .utf8) == "two")
  }

  @Test(
    "A name that looks like another and could not be changed is changed by the next scan",
    .enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name"))
  func stubbornTwin() throws {
    try fixture.write("Report.txt", "one")
    try fixture.scan()
    try fixture.write("report.txt", "two")
    let fuse = Fuse(at: 1, of: .renameExclusive, isLasting: true)
    try fixture.reopen(on: fixture.test.disk.failing(fuse, with: .of(.denied, number: 13)))
    try fixture.scan()
    #expect(fuse.hasBlown)
    #expect(try fixture.item("report.txt") != nil)
    try fixture.reopen()
    try fixture.scan()
    #expect(try String(contentsOfFile: fixture.place("report-1.txt"), encoding: .utf8) == "two")
  }

  @Test(
    "A scan gives the next free name to a document that the provider committed under a name like another's",
    .enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name"),
    arguments: [false, true])
  func committedTwin(hasAnother: Bool) throws {
    try fixture.write("box/Report.txt", "one")
    try fixture.scan()
    try fixture.write("box/report.txt", "two")
    let twin = try fixture.catalogue.commit(
      fixture.file("box/report.txt"), in: fixture.id("box"), as: "report.txt", answering: nil)
    // After that the catalogue has a later change of the folder than of the document.
    try fixture.move("box", "crate")
    _ = try fixture.catalogue.commit(fixture.file("crate"), in: .root, as: "crate", answering: nil)
    if hasAnother { try fixture.write("crate/new.txt") }
    try fixture.scan()
    #expect(try fixture.item("crate/report-1.txt")?.id == twin.id)
    #expect(try fixture.paths().count == (hasAnother ? 4 : 3))
  }
}

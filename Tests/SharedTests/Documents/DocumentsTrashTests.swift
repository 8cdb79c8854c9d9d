import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

@Suite struct DocumentsTrashTests {
  private static let day: Int64 = 24 * 60 * 60

  private func trash(_ path: DocumentPath, in house: House, now: FileTime = .now) throws -> DocumentPath {
    let folder = try house.container.folder(at: path.parent)
    let file = try folder.identify(try #require(path.names.last))
    return try Documents(house.container).trash(path, expecting: file, now: now)
  }

  private func putBack(_ path: DocumentPath, in house: House) throws -> DocumentPath {
    let file = try house.container.folder(at: path.parent).identify(try #require(path.names.last))
    return try Documents(house.container).putBack(path, expecting: file)
  }

  @Test func whatIsThrownAwayKnowsWhereItWasAndWhen() throws {
    try withHouse { house in
      try house.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents/f")
      let path = try trash("f/a.txt", in: house, now: FileTime(seconds: 77))
      #expect(path == DocumentPath(["a.txt"], in: .trash))
      #expect(try house.documents == .folder(["f": .folder()]))
      let origin = try Documents(house.container).origin(of: path)
      #expect(origin == Origin(path: "f/a.txt", time: FileTime(seconds: 77)))
    }
  }

  @Test func twoOfOneNameAreBothInTheTrashAndGoBackToTheirOwnPlaces() throws {
    try withHouse { house in
      try house.put(
        .folder(["f": .folder(["a.txt": .file("1")]), "a.txt": .file("2")]), at: "AppGroup/Documents")
      let one = try trash("f/a.txt", in: house)
      let two = try trash("a.txt", in: house)
      #expect(try house.trash.names == ["a.txt", "a-1.txt"])
      #expect(try putBack(two, in: house) == "a.txt")
      #expect(try putBack(one, in: house) == "f/a.txt")
      #expect(
        try house.documents == .folder(["f": .folder(["a.txt": .file("1")]), "a.txt": .file("2")]))
    }
  }

  @Test func aPlaceThatIsTakenIsNobodysToGiveBack() throws {
    try withHouse { house in
      try house.put(.folder(["a.txt": .file("old")]), at: "AppGroup/Documents")
      let path = try trash("a.txt", in: house)
      try house.put(.file("new"), at: "AppGroup/Documents/a.txt")
      #expect(try putBack(path, in: house) == "a-1.txt")
      #expect(try house.documents == .folder(["a.txt": .file("new"), "a-1.txt": .file("old")]))
    }
  }

  @Test func withoutItsFolderItGoesToTheRoot() throws {
    try withHouse { house in
      try house.put(.folder(["f": .folder(["a.txt": .file("a")])]), at: "AppGroup/Documents")
      let path = try trash("f/a.txt", in: house)
      try house.remove("AppGroup/Documents/f")
      #expect(try putBack(path, in: house) == "a.txt")
      #expect(try house.documents == .folder(["a.txt": .file("a")]))
    }
  }

  @Test func aLinkKeepsNoNoteAndGoesToTheRoot() throws {
    try withHouse { house in
      try house.put(.folder(["f": .folder(["l": .link("x")])]), at: "AppGroup/Documents")
      let path = try trash("f/l", in: house)
      #expect(try putBack(path, in: house) == "l")
    }
  }

  @Test func aDocumentThatMustNotBeWrittenCanBeThrownAwayAndStaysAsItWas() throws {
    try withHouse { house in
      try house.put(.folder(["a.txt": .file("a").mode(0o444)]), at: "AppGroup/Documents")
      _ = try putBack(trash("a.txt", in: house), in: house)
      #expect(try house.treeWithModes("AppGroup/Documents/a.txt").mode == 0o444)
    }
  }

  @Test func afterThirtyDaysItGoesAndNotBefore() throws {
    try withHouse { house in
      let tree = Tree.folder(["a.txt": .file("a"), "f": .folder(["b.txt": .file("b")]), "c.txt": .file("c")])
      try house.put(tree, at: "AppGroup/Documents")
      _ = try trash("a.txt", in: house, now: FileTime(seconds: 0))
      _ = try trash("f", in: house, now: FileTime(seconds: 0))
      _ = try trash("c.txt", in: house, now: FileTime(seconds: Self.day))
      let documents = Documents(house.container)
      try documents.emptyTrash(now: FileTime(seconds: 30 * Self.day))
      #expect(try house.trash.names == ["a.txt", "c.txt", "f"])
      try documents.emptyTrash(now: FileTime(seconds: 30 * Self.day + 1))
      #expect(try house.trash.names == ["c.txt"])
    }
  }

  @Test func whatBearsNoNoteIsAsOldAsItsLastChange() throws {
    try withHouse { house in
      try house.put(.folder(["a.txt": .file("a"), "l": .link("x")]), at: "AppGroup/Trash")
      let documents = Documents(house.container)
      try documents.emptyTrash()
      #expect(try house.trash.names == ["a.txt", "l"])
      try documents.emptyTrash(now: FileTime(seconds: FileTime.now.seconds + 31 * Self.day))
      #expect(try house.trash.names.isEmpty)
    }
  }

  @Test func withoutATrashThereIsNothingToEmpty() throws {
    try withHouse { house in try Documents(house.container).emptyTrash() }
  }

  @Test func whatComesBackFromAnEmptyingThatDiedComesBackToTheTrash() throws {
    try withHouse { house in
      try house.put(.folder(), at: "AppGroup/Documents")
      try house.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Trash/f")
      let fuse = Fuse(at: 1, of: .removeFile, isLasting: true)
      let error = DiskError.of(.failed, number: 5)
      let disk = house.disk.failing(fuse, with: error)
      try Documents(house.container(on: disk)).emptyTrash(
        now: FileTime(seconds: FileTime.now.seconds + 31 * Self.day))
      try Documents(house.container).settle()
      #expect(try house.trash == .folder(["f": .folder(["a.txt": .file("a")])]))
      #expect(try house.documents == .folder())
    }
  }
}

import Testing

@testable import Shared

@Suite struct DocumentsTrashTests {
  private static let day: Int64 = 24 * 60 * 60

  private func trash(_ path: DocumentPath, in test: TestContainer, now: FileTime = .now) throws
    -> DocumentPath
  {
    let folder = try test.container.folder(at: path.parent)
    let file = try folder.identify(try #require(path.names.last))
    return try Documents(test.container).trash(path, expecting: file, now: now)
  }

  private func putBack(_ path: DocumentPath, in test: TestContainer) throws -> DocumentPath {
    let file = try test.container.folder(at: path.parent).identify(try #require(path.names.last))
    return try Documents(test.container).putBack(path, expecting: file)
  }

  @Test func aTrashedDocumentRecordsItsPathAndTime() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents/f")
      let path = try trash("f/a.txt", in: test, now: FileTime(seconds: 77))
      #expect(path == DocumentPath(["a.txt"], in: .trash))
      #expect(try test.documents == .folder(["f": .folder()]))
      let origin = try Documents(test.container).origin(of: path)
      #expect(origin == Origin(path: "f/a.txt", time: FileTime(seconds: 77)))
    }
  }

  @Test func twoTrashedDocumentsOfOneNameReturnToTheirFolders() throws {
    try withTestContainer { test in
      try test.put(
        .folder(["f": .folder(["a.txt": .file("1")]), "a.txt": .file("2")]), at: "AppGroup/Documents")
      let one = try trash("f/a.txt", in: test)
      let two = try trash("a.txt", in: test)
      #expect(try test.trash.names == ["a.txt", "a-1.txt"])
      #expect(try putBack(two, in: test) == "a.txt")
      #expect(try putBack(one, in: test) == "f/a.txt")
      #expect(
        try test.documents == .folder(["f": .folder(["a.txt": .file("1")]), "a.txt": .file("2")]))
    }
  }

  @Test func putBackLeavesADocumentThatTookTheName() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("old")]), at: "AppGroup/Documents")
      let path = try trash("a.txt", in: test)
      try test.put(.file("new"), at: "AppGroup/Documents/a.txt")
      #expect(try putBack(path, in: test) == "a-1.txt")
      #expect(try test.documents == .folder(["a.txt": .file("new"), "a-1.txt": .file("old")]))
    }
  }

  @Test func putBackWithoutTheFolderGoesToTheRoot() throws {
    try withTestContainer { test in
      try test.put(.folder(["f": .folder(["a.txt": .file("a")])]), at: "AppGroup/Documents")
      let path = try trash("f/a.txt", in: test)
      try test.remove("AppGroup/Documents/f")
      #expect(try putBack(path, in: test) == "a.txt")
      #expect(try test.documents == .folder(["a.txt": .file("a")]))
    }
  }

  @Test func aTrashedLinkIsPutBackIntoTheRoot() throws {
    try withTestContainer { test in
      try test.put(.folder(["f": .folder(["l": .link("x")])]), at: "AppGroup/Documents")
      let path = try trash("f/l", in: test)
      #expect(try putBack(path, in: test) == "l")
    }
  }

  @Test func aReadOnlyDocumentCanBeTrashedAndStaysReadOnly() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("a").mode(0o444)]), at: "AppGroup/Documents")
      _ = try putBack(trash("a.txt", in: test), in: test)
      #expect(try test.treeWithModes("AppGroup/Documents/a.txt").mode == 0o444)
    }
  }

  @Test func theTrashRemovesADocumentAfterThirtyDays() throws {
    try withTestContainer { test in
      let tree = Tree.folder(["a.txt": .file("a"), "f": .folder(["b.txt": .file("b")]), "c.txt": .file("c")])
      try test.put(tree, at: "AppGroup/Documents")
      _ = try trash("a.txt", in: test, now: FileTime(seconds: 0))
      _ = try trash("f", in: test, now: FileTime(seconds: 0))
      _ = try trash("c.txt", in: test, now: FileTime(seconds: Self.day))
      let documents = Documents(test.container)
      try documents.emptyTrash(now: FileTime(seconds: 30 * Self.day))
      #expect(try test.trash.names == ["a.txt", "c.txt", "f"])
      try documents.emptyTrash(now: FileTime(seconds: 30 * Self.day + 1))
      #expect(try test.trash.names == ["c.txt"])
    }
  }

  @Test func aTrashedItemWithoutARecordIsAsOldAsItsLastChange() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("a"), "l": .link("x")]), at: "AppGroup/Trash")
      let documents = Documents(test.container)
      try documents.emptyTrash()
      #expect(try test.trash.names == ["a.txt", "l"])
      try documents.emptyTrash(now: FileTime(seconds: FileTime.now.seconds + 31 * Self.day))
      #expect(try test.trash.names.isEmpty)
    }
  }

  @Test func emptyingAMissingTrashSucceeds() throws {
    try withTestContainer { test in try Documents(test.container).emptyTrash() }
  }

  @Test func recoveryReturnsItemsOfAKilledEmptyingToTheTrash() throws {
    try withTestContainer { test in
      try test.put(.folder(), at: "AppGroup/Documents")
      try test.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Trash/f")
      let fuse = Fuse(at: 1, of: .removeFile, isLasting: true)
      let error = DiskError.of(.failed, number: 5)
      let disk = test.disk.failing(fuse, with: error)
      try Documents(test.container(on: disk)).emptyTrash(
        now: FileTime(seconds: FileTime.now.seconds + 31 * Self.day))
      try Documents(test.container).recover()
      #expect(try test.trash == .folder(["f": .folder(["a.txt": .file("a")])]))
      #expect(try test.documents == .folder())
    }
  }
}

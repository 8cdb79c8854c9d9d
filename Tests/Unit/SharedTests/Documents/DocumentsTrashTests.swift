import Testing

@testable import IntrayCore

@Suite(.inContainer) struct DocumentsTrashTests {
  let test = TestContainer.current

  private static let day: Int64 = 24 * 60 * 60

  private func trash(_ path: DocumentPath, in test: TestContainer, now: FileTime = .now) throws
    -> DocumentPath
  {
    let folder = try test.container.folder(at: path.parent)
    let file = try folder.status(try #require(path.names.last)).file
    return try Documents(test.container).trash(path, expecting: file, now: now)
  }

  private func putBack(_ path: DocumentPath, in test: TestContainer) throws -> DocumentPath {
    let file = try test.container.folder(at: path.parent).status(try #require(path.names.last)).file
    return try Documents(test.container).putBack(path, expecting: file)
  }

  @Test func twoTrashedDocumentsOfOneNameReturnToTheirFolders() throws {
    try test.put(["f": ["a.txt": "1"], "a.txt": "2"])
    let one = try trash("f/a.txt", in: test)
    let two = try trash("a.txt", in: test)
    #expect(try test.trash.names == ["a.txt", "a-1.txt"])
    #expect(try putBack(two, in: test) == "a.txt")
    #expect(try putBack(one, in: test) == "f/a.txt")
    #expect(try test.documents == ["f": ["a.txt": "1"], "a.txt": "2"])
  }

  @Test func putBackLeavesADocumentThatTookTheName() throws {
    try test.put(["a.txt": "old"])
    let path = try trash("a.txt", in: test)
    try test.put("new", at: "AppGroup/Documents/a.txt")
    #expect(try putBack(path, in: test) == "a-1.txt")
    #expect(try test.documents == ["a.txt": "new", "a-1.txt": "old"])
  }

  @Test func putBackWithoutTheFolderGoesToTheRoot() throws {
    try test.put(["f": ["a.txt": "a"]])
    let path = try trash("f/a.txt", in: test)
    try test.remove("AppGroup/Documents/f")
    #expect(try putBack(path, in: test) == "a.txt")
    #expect(try test.documents == ["a.txt": "a"])
  }

  @Test func aTrashedLinkIsPutBackIntoTheRoot() throws {
    try test.put(["f": ["l": .link("x")]])
    let path = try trash("f/l", in: test)
    #expect(try putBack(path, in: test) == "l")
  }

  @Test func aReadOnlyDocumentCanBeTrashedAndStaysReadOnly() throws {
    try test.put(["a.txt": .file("a").mode(0o444)])
    _ = try putBack(trash("a.txt", in: test), in: test)
    #expect(try test.treeWithModes("AppGroup/Documents/a.txt").mode == 0o444)
  }

  @Test func theTrashRemovesADocumentAfterThirtyDays() throws {
    let tree = Tree.folder(["a.txt": "a", "f": ["b.txt": "b"], "c.txt": "c"])
    try test.put(tree)
    _ = try trash("a.txt", in: test, now: FileTime(seconds: 0))
    _ = try trash("f", in: test, now: FileTime(seconds: 0))
    _ = try trash("c.txt", in: test, now: FileTime(seconds: Self.day))
    let documents = Documents(test.container)
    try documents.emptyTrash(now: FileTime(seconds: 30 * Self.day))
    #expect(try test.trash.names == ["a.txt", "c.txt", "f"])
    try documents.emptyTrash(now: FileTime(seconds: 30 * Self.day + 1))
    #expect(try test.trash.names == ["c.txt"])
  }

  @Test func aTrashedItemWithoutARecordIsAsOldAsItsLastChangeAndAMissingTrashIsEmpty() throws {
    let documents = Documents(test.container)
    try documents.emptyTrash()
    try test.put(["a.txt": "a", "l": .link("x")], at: "AppGroup/Trash")
    try documents.emptyTrash()
    #expect(try test.trash.names == ["a.txt", "l"])
    try documents.emptyTrash(now: FileTime(seconds: FileTime.now.seconds + 31 * Self.day))
    #expect(try test.trash.names.isEmpty)
  }

  @Test func recoveryReturnsItemsOfAKilledEmptyingToTheTrash() throws {
    try test.put([:])
    try test.put(["a.txt": "a"], at: "AppGroup/Trash/f")
    let fuse = Fuse(at: 1, of: .removeFile, isLasting: true)
    let error = DiskError.of(.failed, number: 5)
    let disk = test.disk.failing(fuse, with: error)
    try Documents(test.container(on: disk)).emptyTrash(
      now: FileTime(seconds: FileTime.now.seconds + 31 * Self.day))
    try Documents(test.container).recover()
    #expect(try test.trash == ["f": ["a.txt": "a"]])
    #expect(try test.documents == [:])
  }
}

import Testing

@testable import IntrayCore

@Suite(.inContainer) struct DocumentsTrashTests {
  let test = TestContainer.current

  private static let day: Int64 = 24 * 60 * 60

  private func trash(_ path: DocumentPath, in test: TestContainer, now: FileTime = .now) throws
    -> DocumentPath
  {
    let folder = try test.container.folder(at: path.parent)
    let file = try folder[try #require(path.names.last)].status().file
    return try Documents(test.container).trash(path, expecting: file, now: now)
  }

  private func putBack(_ path: DocumentPath, in test: TestContainer) throws -> DocumentPath {
    let file = try test.container.folder(at: path.parent)[try #require(path.names.last)].status().file
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

  @Test func aDocumentThatNoListShowsIsShownWhenItsFolderIsThrownAway() throws {
    let mark = Tree.file("\0\u{5}\u{16}\u{7}")
    try test.put(["f": ["._a.pdf": "hello", "-_a.pdf": "b", "d": [".DS_Store": "s", "._m": mark]]])
    _ = try putBack(trash("f", in: test), in: test)
    #expect(
      try test.documents
        == ["f": ["-_a-1.pdf": "hello", "-_a.pdf": "b", "d": ["-DS_Store": "s", "._m": mark]]])
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

  /// The app becomes active on a day.
  @discardableResult
  private func activate(onDay day: Int64) throws -> AgeClock {
    let clock = try test.container.ageClock(now: FileTime(seconds: day * Self.day), isStored: true)
    try Documents(test.container).emptyTrash(clock)
    return clock
  }

  @Test func theTrashRemovesADocumentAfterThirtyDays() throws {
    let tree = Tree.folder(["a.txt": "a", "f": ["b.txt": "b"], "c.txt": "c"])
    try test.put(tree)
    try activate(onDay: 0)
    _ = try trash("a.txt", in: test, now: FileTime(seconds: 0))
    _ = try trash("f", in: test, now: FileTime(seconds: 0))
    _ = try trash("c.txt", in: test, now: FileTime(seconds: Self.day))
    for day: Int64 in [3, 10, 17, 24, 30] { try activate(onDay: day) }
    #expect(try test.trash.names == ["a.txt", "c.txt", "f"])
    try activate(onDay: 31)
    #expect(try test.trash.names == ["c.txt"])
    try activate(onDay: 32)
    #expect(try test.trash.names.isEmpty)
  }

  @Test(arguments: [[40, 0], [40, 46, 0, 1], [400, 0, 400, 0, 400, 0, 400, 0, 400, 0], [-60, 0, 3]])
  func aWrongClockRemovesNothing(days: [Int64]) throws {
    try test.put(["a.txt": "a", "b.txt": "b", "c.txt": "c"])
    try activate(onDay: 0)
    _ = try trash("a.txt", in: test, now: FileTime(seconds: 0))
    // Deleted while the clock is wrong, in the app and in Files.
    _ = try trash("b.txt", in: test, now: FileTime(seconds: days[0] * Self.day))
    try activate(onDay: days[0])
    _ = try trash("c.txt", in: test, now: FileTime(seconds: days[0] * Self.day))
    for day in days + [5, 9, 14] { try activate(onDay: day) }
    #expect(try test.trash.names == ["a.txt", "b.txt", "c.txt"])
    // They do go, at last.
    for day: Int64 in 15..<70 { try activate(onDay: day) }
    #expect(try test.trash.names.isEmpty)
  }

  @Test func theClockOfAgesNeverGoesBackAndNeverMoreThanAWeekAtOnce() throws {
    let days: [Int64] = [400, 0, 400, -9_000, 20_000, 3]
    var last: Int64 = 0
    for day: Int64 in 0...2 { last = try activate(onDay: day).reading }
    #expect(last == 2 * Self.day)
    for day in days {
      let reading = try activate(onDay: day).reading
      #expect((last...last + 7 * Self.day).contains(reading), "\(day)")
      last = reading
    }
    #expect(last == 9 * Self.day, "each step forward after one back only makes up for it")
    // Without the app's activation it shows the step, and does not make it.
    let (shown, again) = (
      try test.container.ageClock(now: FileTime(seconds: 8 * Self.day)).reading,
      try test.container.ageClock(now: FileTime(seconds: 8 * Self.day)).reading
    )
    #expect(shown == again)
  }

  @Test func aClockThatIsLostOrMalformedBeginsAnewAndRemovesNothing() throws {
    try test.put(["a.txt": "a"])
    for day: Int64 in 0..<60 { try activate(onDay: day) }
    _ = try trash("a.txt", in: test, now: FileTime(seconds: 59 * Self.day))
    for value: [UInt8] in [
      [], [1, 2, 3], [UInt8](repeating: 0x7F, count: 24), [UInt8](repeating: 0xFF, count: 24),
    ] {
      try test.withFolder("AppGroup/Trash") { folder in
        try Disk.system.setAttribute(folder, Identity.prefix + "clock", value)
      }
      for day: Int64 in 60..<80 { try activate(onDay: day) }
      #expect(try test.trash.names == ["a.txt"])
    }
    for day: Int64 in 80..<100 { try activate(onDay: day) }
    #expect(try test.trash.names.isEmpty)
  }

  @Test func aTrashedItemWithoutARecordIsAsOldAsItsFirstActivationAndAMissingTrashIsEmpty() throws {
    let documents = Documents(test.container)
    try documents.emptyTrash(.showing(days: 400))
    try test.put(["a.txt": "a", "l": .link("x")], at: "AppGroup/Trash")
    try documents.emptyTrash(.showing(days: 400))
    #expect(try test.trash.names == ["a.txt", "l"])
    try documents.emptyTrash(.showing(days: 431))
    #expect(try test.trash.names == ["l"], "a link carries no record")
  }

  @Test func recoveryReturnsItemsOfAKilledEmptyingToTheTrash() throws {
    try test.put([:])
    try test.put(["a.txt": "a"], at: "AppGroup/Trash/f")
    let fuse = Fuse(at: 1, of: .removeFile, isLasting: true)
    let error = DiskError.of(.failed, number: 5)
    let disk = test.disk.failing(fuse, with: error)
    try Documents(test.container(on: disk)).emptyTrashLongAfter()
    try Documents(test.container).recover()
    #expect(try test.trash.withoutOrigins == ["f": ["a.txt": "a"]])
    #expect(try test.documents == [:])
  }
}

import Foundation
import Testing

@testable import IntrayCore

/// Files that come back, and are documents already.
@Suite(.inContainer) struct CounterpartTests {
  let test = TestContainer.current

  /// A parcel of texts, which is staged.
  private func stage(_ texts: [DocumentName: String], on disk: Disk? = nil) throws
    -> Deposit
  {
    let deposit = try Inbox(test.container(on: disk ?? test.disk)).deposit()
    for (name, text) in texts.sorted(by: { $0.key.text < $1.key.text }) {
      try deposit.add(text.utf8, as: name)
    }
    return deposit
  }

  private func find(_ deposit: Deposit, on disk: Disk? = nil) throws -> [Counterpart] {
    try Documents(test.container(on: disk ?? test.disk)).counterparts(
      of: deposit, isPackage: { $0.hasSuffix(".rtfd") })
  }

  /// What is found for a parcel, which is then discarded.
  private func findOnce(_ deposit: Deposit, on disk: Disk? = nil) throws
    -> [Counterpart]
  {
    defer {
      // The test fails for what is left in Staging.
      try? deposit.discard()
    }
    return try find(deposit, on: disk)
  }

  @Test func aFileIsKnownByItsBytesWhereverTheDocumentIsAndWhateverItIsCalled() throws {
    try test.put(["Work": ["2026": ["other.pdf": "report"]], "x": "b"])
    let deposit = try stage(["report.pdf": "report", "b.txt": "b", "new.txt": "new"])
    #expect(
      try findOnce(deposit) == [
        Counterpart(name: "b.txt", path: "x"), Counterpart(name: "report.pdf", path: "Work/2026/other.pdf"),
      ])
  }

  @Test func anEmptyFileAFolderAndWhatIsInAPackageOrTheTrashAreNotKnown() throws {
    try test.put(["empty": "", "f": ["a.txt": "a"], "p.rtfd": ["deep": ["b.txt": "b"]]])
    try test.put(["c.txt": "c"], at: "AppGroup/Trash")
    try test.put(["a.txt": "a"], at: "Originals/f")
    let deposit = try stage(["empty": "", "b.txt": "b", "c.txt": "c"])
    try deposit.add(contentsOf: test.path(of: "Originals/f"), as: "f")
    #expect(try findOnce(deposit).isEmpty)
  }

  @Test func anIdentifierAloneDoesNotMakeTwoFilesTheSame() throws {
    try test.put(["a.txt": "old"])
    let documents = try test.container.open(.documents)
    let deposit = try stage(["a.txt": "new"])
    let identity = try deposit.folder["a.txt"].open(.file).identity()
    let known = try #require(identity)
    try documents["a.txt"].open(.file).setIdentity(known)
    #expect(try findOnce(deposit).isEmpty)
  }

  @Test func aDocumentThatCannotBeReadIsNotTheSameAndTheSearchGoesOn() throws {
    try test.put(["a.txt": "a", "b.txt": "a"])
    let deposit = try stage(["x.txt": "a"])
    // The first document that is opened, whichever that is.
    let disk = test.disk.failing(Fuse(at: 1, of: .openFile), with: .of(.denied, number: 13))
    #expect(try findOnce(deposit, on: disk).count == 1)
  }

  /// After its last byte was read, while the other file is.
  @Test func aDocumentThatChangesDuringTheComparisonIsNotTheSame() throws {
    try test.put(["a.txt": "a"])
    let path = test.path(of: "AppGroup/Documents/a.txt")
    let base = test.disk
    let isSaved = Flag()
    let document = try test.known("a.txt").file
    let disk = base.asking { request throws(DiskError) in
      guard request.call == .read, let opened = request.descriptor, !isSaved.isOn,
        try base.status(opened, nil).file != document
      else { return }
      guard let document = FileHandle(forWritingAtPath: path) else {
        Issue.record("it is gone")
        return
      }
      document.write(Data("longer".utf8))
      // A failing close would be seen below.
      try? document.close()
      isSaved.isOn = true
    }
    #expect(try findOnce(stage(["x.txt": "a"], on: disk), on: disk).isEmpty)
    #expect(isSaved.isOn)
  }

  @Test func aSearchIsCancelledBetweenTwoEntriesAndWithinAComparison() throws {
    // Three buffers.
    let text = String(repeating: "a", count: 3 << 20)
    try test.put(["a.txt": .file(text)])
    let deposit = try stage(["x.txt": text])
    var asked = 0
    func search(until most: Int) throws -> [Counterpart] {
      asked = 0
      return try Documents(test.container).counterparts(of: deposit, isPackage: { _ in false }) {
        asked += 1
        return asked > most
      }
    }
    #expect(try search(until: .max).count == 1)
    // Before the entry, and before each buffer; the last is empty.
    #expect(asked == 5)
    for most in 0..<asked {
      expectError(.cancelled) { try search(until: most) }
    }
    try deposit.discard()
  }

  @Test func onlyWhatIsStillTheSameIsLeftOut() throws {
    try test.put(["1": "one", "2": "two", "3": "three", "4": "four"])
    let deposit = try stage(["a": "one", "b": "two", "c": "three", "d": "four", "e": "five"])
    let found = try find(deposit)
    #expect(found.map(\.name.text) == ["a", "b", "c", "d"])
    // Since they were found, one document was saved, one deleted, and one became a folder.
    try test.remove("AppGroup/Documents/2")
    try test.put("TWO", at: "AppGroup/Documents/2")
    try test.remove("AppGroup/Documents/3")
    try test.remove("AppGroup/Documents/4")
    try test.put([:], at: "AppGroup/Documents/4")
    #expect(try !Documents(test.container).leaveOut(found, of: deposit))
    _ = try deposit.publish()
    try test.drain()
    #expect(
      try test.documents
        == ["1": "one", "2": "TWO", "4": [:], "b": "two", "c": "three", "d": "four", "e": "five"])
  }

  @Test func aParcelOfWhichEverythingIsLeftOutIsEmpty() throws {
    try test.put(["1": "one"])
    let deposit = try stage(["a": "one"])
    #expect(try Documents(test.container).leaveOut(find(deposit), of: deposit))
    try deposit.discard()
    #expect(try test.tree("AppGroup/Staging").names.isEmpty)
    #expect(try test.documents == ["1": "one"])
  }

  @Test func theOtherDocumentOfANewOneIsAnotherNewOneOnlyIfNoneWasThereBefore() throws {
    let tree: [FileName: Tree] = ["a1": "a", "a2": "a", "b1": "b", "b2": "b", "old": "b"]
    try test.put(.folder(tree))
    let documents = Documents(test.container)
    for among in [["a1", "a2", "b1", "b2", "old"], ["old", "b2", "b1", "a2", "a1"]] as [[DocumentPath]] {
      #expect(
        try documents.counterparts(of: ["a1", "a2", "b1", "b2"], among: among)
          == ["a1": "a2", "a2": "a1", "b1": "old", "b2": "old"])
    }
  }

  @Test func aNewCopyGoesToTheTrashOnlyWhileTheOtherIsThere() throws {
    try test.put(["new.txt": "a", "Work": ["old.txt": "a"]])
    let documents = Documents(test.container)
    #expect(
      try documents.counterparts(
        of: ["new.txt", "gone.txt"], among: ["gone.txt", "new.txt", "Work/old.txt"])
        == ["new.txt": "Work/old.txt"])
    expectError(.cancelled) { () throws in
      _ = try documents.counterparts(of: ["new.txt"], among: ["Work/old.txt"]) { true }
    }
    // The same file twice is one document.
    #expect(try documents.trash("new.txt", repeating: "new.txt") == nil)
    #expect(try documents.trash("new.txt", repeating: "Work/gone.txt") == nil)
    #expect(try documents.trash("gone.txt", repeating: "Work/old.txt") == nil)
    #expect(try documents.trash("new.txt", repeating: "Work/old.txt") != nil)
    #expect(try test.documents == ["Work": ["old.txt": "a"]])
    #expect(try test.trash.contents == texts("a"))
  }
}

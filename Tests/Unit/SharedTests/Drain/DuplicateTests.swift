import Foundation
import Testing

@testable import IntrayCore

/// The wish not to keep the very same file twice.
@Suite(.inContainer) struct DuplicateTests {
  let test = TestContainer.current

  @discardableResult
  private func drain(_ test: TestContainer, on disk: Disk? = nil) throws -> [DrainOutcome] {
    try test.drain(skippingDrain(test, disk ?? test.disk))
  }

  @Test func aFileOfTheSameNameAndBytesIsDropped() throws {
    try test.put(["a.txt": .file("a").attribute("tag", [1])])
    let file = try test.known("a.txt").file
    try test.deliver(["a.txt": "a"])
    #expect(try drain(test).results(for: "a.txt") == [.duplicate(of: "a.txt")])
    #expect(try test.documents == ["a.txt": .file("a").attribute("tag", [1])])
    #expect(try test.known("a.txt").file == file)
    #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
  }

  @Test func withoutThePreferenceDuplicatesAreKept() throws {
    for _ in 0..<2 {
      try test.deliver(["a.txt": "a"])
      try test.drain()
    }
    #expect(try test.documents == ["a.txt": "a", "a-1.txt": "a"])
  }

  @Test(arguments: ["b", "aa", "", "A"])
  func aFileOfOtherBytesIsKept(text: String) throws {
    try test.put(["a.txt": "a"])
    try test.deliver(["a.txt": .file(text)])
    #expect(try drain(test).arrivals(of: "a.txt") == ["a-1.txt"])
    #expect(try test.documents == ["a.txt": "a", "a-1.txt": .file(text)])
  }

  @Test(.enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name"))
  func onlyTheDocumentOfThatNameIsCompared() throws {
    try test.put(["a.txt": "other", "a-1.txt": "a", "A.TXT": "a", "b.txt": "a"])
    try test.deliver(["a.txt": "a"])
    #expect(try drain(test).arrivals(of: "a.txt") == ["a-2.txt"])
  }

  @Test func foldersAndLinksAreNeverDuplicates() throws {
    try test.put(["d": ["x": "x"], "l": .link("target"), "f": [:]])
    try test.deliver(["d": ["x": "x"], "l": "", "f": ""])
    let outcomes = try drain(test)
    #expect(["d", "l", "f"].map(outcomes.arrivals) == [["d-1"], ["l-1"], ["f-1"]])
  }

  @Test func twoEqualFilesOfOneParcelBecomeOneDocument() throws {
    try test.deliver(["a.txt": "a"], as: "1")
    try test.deliver(["a.txt": "a"], as: "2")
    try test.deliver(["a.txt": "b"], as: "3")
    try drain(test)
    #expect(try test.documents == ["a.txt": "a", "a-1.txt": "b"])
    #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
  }

  @Test func aSecondNameOfTheDocumentItselfIsDroppedAndTheDocumentStays() throws {
    try test.put(["a.txt": "a"])
    try test.deliver([:], as: "p")
    try #require(
      linkFile(test.path(of: "AppGroup/Documents/a.txt"), test.path(of: "AppGroup/Inbox/p.parcel/a.txt")))
    #expect(try drain(test).results(for: "a.txt") == [.duplicate(of: "a.txt")])
    #expect(try test.documents == ["a.txt": "a"])
  }

  @Test func anOpenedDuplicateIsDroppedToo() throws {
    try test.put(["a.txt": "a"])
    try test.put(["a.txt": "a"], at: "App/Documents/Inbox")
    var outcomes: [DrainOutcome] = []
    try skippingDrain(test, test.disk).open(URL(filePath: test.path(of: "App/Documents/Inbox/a.txt"))) {
      outcomes.append($0)
    }
    #expect(outcomes.map(\.result) == [.duplicate(of: "a.txt")])
    #expect(try test.everything == texts("a"))
  }

  /// Another program saves the document, or the file, at each moment of the comparison.
  @Test(arguments: ["AppGroup/Documents/a.txt", "AppGroup/Inbox/p.parcel/a.txt"])
  func aFileThatChangesDuringTheComparisonIsNeverDropped(place: String) throws {
    try eachCall { test, fuse in
      try test.put(["a.txt": "a"])
      try test.deliver(["a.txt": "a"], as: "p")
      let path = test.path(of: place)
      let disk = test.disk.withoutSyncs.interrupted(fuse) { _ in
        // Only what is still there can be saved over: the same size, in place.
        guard let file = FileHandle(forWritingAtPath: path) else { return }
        file.write(Data("b".utf8))
        // A failing close of a file in memory loses nothing.
        try? file.close()
      }
      try test.drain(skippingDrain(test, disk))
      try test.recover()
      let found = try test.everything
      #expect(found == texts("a") || found == texts("b") || found == texts("a", "b"))
      // Saved before it was taken for a duplicate: kept. Afterwards there was nothing to save over.
      let isSaved = found.contains(Array("b".utf8))
      if place.hasPrefix("AppGroup/Documents") { #expect(isSaved || !fuse.hasBlown) }
    }
  }

  /// After the last byte, before the look.
  @Test(arguments: ["AppGroup/Documents/a.txt", "AppGroup/Inbox/p.parcel/a.txt"])
  func aFileThatChangedByTheEndOfTheComparisonIsNoDuplicate(place: String) throws {
    try test.put(["a.txt": "a"])
    try test.deliver(["a.txt": "a"], as: "p")
    let path = test.path(of: place)
    let (base, document) = (test.disk, try test.known("a.txt").file)
    let isSaved = Flag()
    let disk = base.asking { request throws(DiskError) in
      // The comparison ends with a sync of the document.
      guard request.call == .sync, let opened = request.descriptor, !isSaved.isOn,
        try base.status(opened, nil).file == document
      else { return }
      guard let file = FileHandle(forWritingAtPath: path) else {
        Issue.record("it is gone")
        return
      }
      file.write(Data("longer".utf8))
      // A failing close would be seen below.
      try? file.close()
      isSaved.isOn = true
    }
    #expect(try drain(test, on: disk).arrivals(of: "a.txt") == ["a-1.txt"])
    #expect(try test.documents.contents.sorted() == texts("a", "longer"))
  }

  @Test func theDocumentIsSyncedBeforeItsDuplicateIsRemoved() throws {
    try test.put(["a.txt": "a"])
    try test.deliver(["a.txt": "a"])
    _ = try test.container.open(.displaced)
    let log = CallLog()
    #expect(try drain(test, on: test.disk.logging(to: log)).map(\.result) == [.duplicate(of: "a.txt")])
    let calls = log.all.map(\.call)
    let taken = try #require(calls.firstIndex(of: .renameExclusive))
    // The document, its folder, the record of what is to go, and the folder of that.
    #expect(calls[..<taken].filter { $0 == .sync }.count == 4)
  }

  @Test func theUserIsAskedUntilAnAnswerIsKept() throws {
    let suite = "DuplicateTests.\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    #expect(Preferences(defaults).duplicateAnswer == .ask)
    defaults.set("another", forKey: Preferences.duplicateAnswerKey)
    #expect(Preferences(defaults).duplicateAnswer == .ask)
    for answer in Preferences.DuplicateAnswer.allCases {
      defaults.set(answer.rawValue, forKey: Preferences.duplicateAnswerKey)
      #expect(Preferences(defaults).duplicateAnswer == answer)
    }
  }
}

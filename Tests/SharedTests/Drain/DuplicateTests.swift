import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// The wish not to keep the very same file twice.
@Suite struct DuplicateTests {
  @discardableResult
  private func drain(_ house: House, on disk: Disk? = nil) throws -> [DrainOutcome] {
    try house.drain(skippingDrain(house, disk ?? house.disk))
  }

  @Test func aFileOfTheSameNameAndBytesIsNotKeptTwice() throws {
    try withHouse { house in
      try house.put(.folder(["a.txt": .file("a").attribute("tag", [1])]), at: "AppGroup/Documents")
      let file = try house.known("a.txt").file
      try house.deliver(["a.txt": .file("a")])
      #expect(try drain(house).results(for: "a.txt") == [.duplicate(of: "a.txt")])
      #expect(try house.documents == .folder(["a.txt": .file("a").attribute("tag", [1])]))
      #expect(try house.known("a.txt").file == file)
      #expect(try house.tree("AppGroup/Inbox").names.isEmpty)
    }
  }

  @Test func nobodyIsAskedWhoDidNotChooseIt() throws {
    try withHouse { house in
      for _ in 0..<2 {
        try house.deliver(["a.txt": .file("a")])
        try house.drain()
      }
      #expect(try house.documents == .folder(["a.txt": .file("a"), "a-1.txt": .file("a")]))
    }
  }

  @Test(arguments: ["b", "aa", "", "A"])
  func aFileOfOtherBytesIsKept(text: String) throws {
    try withHouse { house in
      try house.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      try house.deliver(["a.txt": .file(text)])
      #expect(try drain(house).arrivals(of: "a.txt") == ["a-1.txt"])
      #expect(try house.documents == .folder(["a.txt": .file("a"), "a-1.txt": .file(text)]))
    }
  }

  @Test(.enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name"))
  func onlyTheDocumentOfThatNameIsCompared() throws {
    try withHouse { house in
      try house.put(
        .folder(["a.txt": .file("other"), "a-1.txt": .file("a"), "A.TXT": .file("a"), "b.txt": .file("a")]),
        at: "AppGroup/Documents")
      try house.deliver(["a.txt": .file("a")])
      #expect(try drain(house).arrivals(of: "a.txt") == ["a-2.txt"])
    }
  }

  @Test func foldersAndLinksAreNeverDuplicates() throws {
    try withHouse { house in
      try house.put(
        .folder(["d": .folder(["x": .file("x")]), "l": .link("target"), "f": .folder()]),
        at: "AppGroup/Documents")
      try house.deliver(["d": .folder(["x": .file("x")]), "l": .file(""), "f": .file("")])
      let outcomes = try drain(house)
      #expect(["d", "l", "f"].map(outcomes.arrivals) == [["d-1"], ["l-1"], ["f-1"]])
    }
  }

  @Test func twoOfOneParcelAreOneAndTheParcelGoes() throws {
    try withHouse { house in
      try house.deliver(["a.txt": .file("a")], as: "1")
      try house.deliver(["a.txt": .file("a")], as: "2")
      try house.deliver(["a.txt": .file("b")], as: "3")
      try drain(house)
      #expect(try house.documents == .folder(["a.txt": .file("a"), "a-1.txt": .file("b")]))
      #expect(try house.tree("AppGroup/Inbox").names.isEmpty)
    }
  }

  @Test func aSecondNameOfTheDocumentItselfIsDroppedAndTheDocumentStays() throws {
    try withHouse { house in
      try house.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      try house.deliver([:], as: "p")
      try #require(
        linkFile(
          house.path(of: "AppGroup/Documents/a.txt"), house.path(of: "AppGroup/Inbox/p.parcel/a.txt")))
      #expect(try drain(house).results(for: "a.txt") == [.duplicate(of: "a.txt")])
      #expect(try house.documents == .folder(["a.txt": .file("a")]))
    }
  }

  @Test func anOpenedCopyIsDroppedToo() throws {
    try withHouse { house in
      try house.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      try house.put(.folder(["a.txt": .file("a")]), at: "App/Documents/Inbox")
      var outcomes: [DrainOutcome] = []
      try skippingDrain(house, house.disk).open(
        URL(filePath: house.path(of: "App/Documents/Inbox/a.txt")), isOwnItem: false
      ) { outcomes.append($0) }
      #expect(outcomes.map(\.result) == [.duplicate(of: "a.txt")])
      #expect(try house.everything == texts("a"))
    }
  }

  /// Another program saves the document, or the file, at each moment of the comparison.
  @Test(arguments: ["AppGroup/Documents/a.txt", "AppGroup/Inbox/p.parcel/a.txt"])
  func whatChangesWhileItIsComparedIsNeverDropped(place: String) throws {
    for step in 1...200 {
      var isOver = false
      try withHouse(on: .memory) { house in
        try house.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
        try house.deliver(["a.txt": .file("a")], as: "p")
        let fuse = Fuse(at: step)
        let path = house.path(of: place)
        let disk = house.disk.withoutSyncs.interrupted(fuse) { _ in
          // Only what is still there can be saved over: the same size, in place.
          guard let file = FileHandle(forWritingAtPath: path) else { return }
          file.write(Data("b".utf8))
          // A failing close of a file in memory loses nothing.
          try? file.close()
        }
        _ = try drain(house, on: disk)
        try house.recover()
        isOver = !fuse.hasBlown
        let found = try house.everything
        let isSaved = found.contains(Array("b".utf8))
        #expect(found == texts("a") || found == texts("b") || found == texts("a", "b"), "\(step)")
        // Saved before it was taken for a duplicate: kept. Afterwards there was nothing to save over.
        if place.hasPrefix("AppGroup/Documents") { #expect(isSaved || isOver, "\(step)") }
      }
      if isOver { return }
    }
    Issue.record("the drain does not end")
  }

  /// After the last byte, before the look.
  @Test(arguments: ["AppGroup/Documents/a.txt", "AppGroup/Inbox/p.parcel/a.txt"])
  func whatChangedByTheEndOfTheComparisonIsNoDuplicate(place: String) throws {
    try withHouse { house in
      try house.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      try house.deliver(["a.txt": .file("a")], as: "p")
      let path = house.path(of: place)
      let (base, document) = (house.disk, try house.known("a.txt").file)
      let isSaved = Guarded(false)
      let disk = base.asking { request throws(DiskError) in
        // The comparison ends with a sync of the document.
        guard request.call == .sync, let opened = request.descriptor, !isSaved.with({ $0 }),
          try base.identify(opened, nil) == document
        else { return }
        guard let file = FileHandle(forWritingAtPath: path) else {
          Issue.record("it is gone")
          return
        }
        file.write(Data("longer".utf8))
        // A failing close would be seen below.
        try? file.close()
        isSaved.with { $0 = true }
      }
      #expect(try drain(house, on: disk).arrivals(of: "a.txt") == ["a-1.txt"])
      #expect(try house.documents.contents.sorted() == texts("a", "longer"))
    }
  }

  @Test func theDocumentIsOnTheMediumBeforeItsDuplicateGoes() throws {
    try withHouse { house in
      try house.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      try house.deliver(["a.txt": .file("a")])
      _ = try house.container.open(.displaced)
      let log = CallLog()
      #expect(try drain(house, on: house.disk.logging(to: log)).map(\.result) == [.duplicate(of: "a.txt")])
      let calls = log.all.map(\.call)
      let taken = try #require(calls.firstIndex(of: .renameExclusive))
      // The document, its folder, the record of what is to go, and the folder of that.
      #expect(calls[..<taken].filter { $0 == .sync }.count == 4)
    }
  }
}

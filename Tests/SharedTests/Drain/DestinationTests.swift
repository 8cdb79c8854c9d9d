import Foundation
import Testing

@testable import Shared

/// Parcels that say where they go.
@Suite struct DestinationTests {
  @discardableResult
  private func deposit(
    _ names: [String], _ test: TestContainer, into folder: DocumentPath,
    creating newFolder: DocumentName? = nil,
    on disk: Disk? = nil
  ) throws -> Deposit.Safety {
    let deposit = try Inbox(test.container(on: disk ?? test.disk)).deposit()
    for name in names { try deposit.add(name.utf8, as: DocumentName(name)) }
    return try deposit.publish(into: folder, creating: newFolder)
  }

  private func destination(_ folder: DocumentPath, _ newFolder: FileName? = nil) -> Destination {
    var destination = Destination()
    (destination.folder, destination.newFolder) = (folder, newFolder)
    return destination
  }

  @Test func everyDrainDeliversAParcelToItsDestination() throws {
    try withTestContainer { test in
      try test.put(.folder(["Work": .folder(["a.txt": .file("old")])]), at: "AppGroup/Documents")
      try deposit(["a.txt", "b.txt"], test, into: "Work")
      try deposit(["c.txt"], test, into: "")
      let outcomes = try test.drain()
      #expect(outcomes.arrivals(of: "a.txt") == ["Work/a-1.txt"])
      #expect(
        try test.documents
          == .folder([
            "Work": .folder([
              "a.txt": .file("old"), "a-1.txt": .file("a.txt"), "b.txt": .file("b.txt"),
            ]), "c.txt": .file("c.txt"),
          ]))
      #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
    }
  }

  @Test(arguments: ["Gone", "file", "link", "Work/Gone"])
  func aMissingDestinationIsReplacedByTheRoot(folder: String) async throws {
    try await withTestContainer { test in
      try test.put(
        .folder(["file": .file("x"), "link": .link("Work"), "Work": .folder()]), at: "AppGroup/Documents")
      try deposit(["a.txt"], test, into: DocumentPath(bytes: folder.utf8))
      #expect(try test.drain().arrivals(of: "a.txt") == ["a.txt"])
      #expect(try test.tree("AppGroup/Documents/Work").names.isEmpty)
      // The app can say so, whichever process drained.
      let arrival = try #require(try await test.arrivals().first)
      #expect(arrival.missingFolder == DocumentPath(bytes: folder.utf8))
    }
  }

  @Test func aDocumentThatIsWhereTheUserWantedItMissesNoFolder() async throws {
    try await withTestContainer { test in
      try test.put(.folder(["Work": .folder()]), at: "AppGroup/Documents")
      try deposit(["a.txt"], test, into: "Work")
      try deposit(["b.txt"], test, into: "Work", creating: "New")
      try deposit(["c.txt"], test, into: "")
      try test.drain()
      let arrivals = try await test.arrivals()
      #expect(arrivals.count == 3 && arrivals.allSatisfy { $0.missingFolder == nil })
    }
  }

  @Test func aNewFolderOfAMissingFolderIsCreatedInTheRoot() async throws {
    try await withTestContainer { test in
      try deposit(["a.txt"], test, into: "Gone", creating: "New")
      #expect(try test.drain().arrivals(of: "a.txt") == ["New/a.txt"])
      let arrival = try #require(try await test.arrivals().first)
      #expect(arrival.missingFolder == "Gone")
    }
  }

  @Test func aParcelFollowsItsFolderToAnotherNameAndPlace() throws {
    try withTestContainer { test in
      let documents = Documents(test.container)
      for name in ["Old", "Work"] {
        _ = try documents.add(documents.stage(.folder, as: DocumentName(name)), in: "")
      }
      try deposit(["a.txt"], test, into: "Old")
      _ = try documents.move(
        "Old", expecting: test.container.open(.documents).identify("Old"), to: "Work", as: "New")
      // Another folder of the old name is not the one that the user chose.
      _ = try documents.add(documents.stage(.folder, as: "Old"), in: "")
      #expect(try test.drain().arrivals(of: "a.txt") == ["Work/New/a.txt"])
    }
  }

  @Test func aFolderMadeAgainUnderTheSameNameIsTakenForTheOldOne() throws {
    try withTestContainer { test in
      let documents = Documents(test.container)
      _ = try documents.add(documents.stage(.folder, as: "Work"), in: "")
      try deposit(["a.txt"], test, into: "Work")
      try test.container.open(.documents).removeFolder("Work")
      _ = try documents.add(documents.stage(.folder, as: "Work"), in: "")
      #expect(try test.drain().arrivals(of: "a.txt") == ["Work/a.txt"])
    }
  }

  @Test func theDrainCreatesTheNewFolderOnce() throws {
    try withTestContainer { test in
      try test.put(.folder(["Work": .folder()]), at: "AppGroup/Documents")
      try deposit(["a.txt"], test, into: "Work", creating: "New")
      try deposit(["b.txt"], test, into: "Work", creating: "New")
      try deposit(["c.txt"], test, into: "", creating: "Top")
      try test.drain()
      #expect(
        try test.documents
          == .folder([
            "Work": .folder(["New": .folder(["a.txt": .file("a.txt"), "b.txt": .file("b.txt")])]),
            "Top": .folder(["c.txt": .file("c.txt")]),
          ]))
      #expect(try test.container.folder(at: "Work/New").item() != nil)
      #expect(try test.tree("AppGroup/Staging").names.isEmpty)
    }
  }

  @Test func aFileOfTheNewFoldersNameKeepsItsNameAndTheDocumentsComeBesideIt() throws {
    try withTestContainer { test in
      try test.put(.folder(["New": .file("x")]), at: "AppGroup/Documents")
      try deposit(["a.txt"], test, into: "", creating: "New")
      #expect(try test.drain().arrivals(of: "a.txt") == ["a.txt"])
      #expect(try test.documents.entries["New"] == .file("x"))
    }
  }

  @Test func aFolderThatCannotBeCreatedKeepsOnlyItsOwnParcelsWaiting() throws {
    try withTestContainer { test in
      try deposit(["a.txt"], test, into: "", creating: "New")
      try deposit(["b.txt"], test, into: "")
      let full = test.disk.asking { request throws(DiskError) in
        if request.call == .makeFolder, request.name == "New" { throw .of(.noSpace, number: ENOSPC) }
      }
      let outcomes = try test.drain(Drain(test.container(on: full)))
      #expect(outcomes.arrivals(of: "b.txt") == ["b.txt"])
      #expect(try test.documents == .folder(["b.txt": .file("b.txt")]))
      #expect(
        outcomes.contains {
          if case .waiting(.disk(let error)) = $0.result { error.code == .noSpace } else { false }
        })
      // There is room again.
      #expect(try test.drain().arrivals(of: "a.txt") == ["New/a.txt"])
      #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
    }
  }

  @Test func aParcelFromAnotherAppHasNoDestination() throws {
    try withTestContainer { test in
      try test.put(.folder(["Work": .folder()]), at: "AppGroup/Documents")
      let parcel = FileName("from Ada.parcel")
      for value in [
        destination("Work").encode(of: "another.parcel"), destination(.trash).encode(of: parcel),
        destination(DocumentPath([".."])).encode(of: parcel), destination("Work", "..").encode(of: parcel),
        [], [0], Array("Work".utf8), Array(parcel.bytes),
      ] {
        try test.put(
          .folder(["a.txt": .file("a")]).attribute(Destination.attribute, value),
          at: "AppGroup/Inbox/\(parcel)")
        #expect(try test.drain().arrivals(of: "a.txt").first?.contains("/") == false, "\(value)")
      }
    }
  }

  @Test func theHalvesOfALivePhotoGetTheSameNumber() throws {
    try withTestContainer { test in
      try test.put(
        .folder(["IMG_5.mov": .file("other"), "Work": .folder(["IMG_5.heic": .file("other")])]),
        at: "AppGroup/Documents")
      try deposit(["IMG_5.heic", "IMG_5.mov", "x.txt"], test, into: "Work")
      try deposit(["IMG_5.heic", "IMG_5.mov"], test, into: "")
      try deposit(["IMG_6.heic", "IMG_6.mov"], test, into: "")
      try test.drain()
      #expect(
        try test.tree("AppGroup/Documents/Work").names
          == ["IMG_5.heic", "IMG_5-1.heic", "IMG_5-1.mov", "x.txt"])
      #expect(
        try test.documents.names
          == ["Work", "IMG_5.mov", "IMG_5-1.heic", "IMG_5-1.mov", "IMG_6.heic", "IMG_6.mov"])
    }
  }

  @Test(arguments: ["IMG_5.heic", "IMG_5.mov"])
  func theHalvesOfALivePhotoKeepOneNumberAfterAKillAtAnyCall(taken: FileName) throws {
    for step in 1...1_000 {
      var isOver = false
      try withTestContainer(on: .memory) { test in
        try test.put(.folder([taken: .file("other")]), at: "AppGroup/Documents")
        try deposit(["IMG_5.heic", "IMG_5.mov"], test, into: "")
        let fuse = Fuse(at: step)
        // The process is killed, so its error does not count.
        _ = try? Drain(test.container(on: test.disk.withoutSyncs.dying(fuse))).run { _ in }
        isOver = !fuse.hasBlown
        try test.recover()
        #expect(
          try test.documents.names == [taken, "IMG_5-1.heic", "IMG_5-1.mov"], "killed at call \(step)")
      }
      if isOver { return }
    }
    Issue.record("the drain does not end")
  }

  @Test func duplicatesAreSoughtInTheDestinationOnly() throws {
    try withTestContainer { test in
      try test.put(
        .folder([
          "a.txt": .file("a.txt"), "b.txt": .file("b.txt"), "Work": .folder(["b.txt": .file("b.txt")]),
        ]),
        at: "AppGroup/Documents")
      try deposit(["a.txt", "b.txt"], test, into: "Work")
      var preferences = Preferences()
      preferences.duplicateAnswer = .skip
      let outcomes = try test.drain(Drain(test.container, preferences: preferences))
      #expect(outcomes.results(for: "a.txt") == [.imported("Work/a.txt")])
      #expect(outcomes.results(for: "b.txt") == [.duplicate(of: "Work/b.txt")])
      #expect(try test.tree("AppGroup/Documents/Work").names.count == 2)
    }
  }

  @Test(arguments: [DocumentPath(), "Work"])
  func anotherCopyThatTheUserWantsIsNotSkipped(folder: DocumentPath) throws {
    try withTestContainer { test in
      try test.put(
        .folder(["a.txt": .file("a.txt"), "Work": .folder(["a.txt": .file("a.txt")])]),
        at: "AppGroup/Documents")
      let deposit = try Inbox(test.container).deposit()
      try deposit.add("a.txt".utf8, as: "a.txt")
      _ = try deposit.publish(into: folder, keepingCopies: true)
      let outcomes = try test.drain(skippingDrain(test, test.disk))
      #expect(outcomes.results(for: "a.txt") == [.imported(folder.appending("a-1.txt"))])
    }
  }

  @Test func theNextDrainAfterAKillDeliversToTheDestination() throws {
    for step in 1...1_000 {
      var isOver = false
      try withTestContainer(on: .memory) { test in
        try test.put(.folder(["Work": .folder()]), at: "AppGroup/Documents")
        let fuse = Fuse(at: step)
        let disk = test.disk.withoutSyncs.dying(fuse)
        // The process is killed, so its error does not count.
        _ = try? deposit(["a.txt", "b.txt"], test, into: "Work", creating: "New", on: disk)
        _ = try? Drain(test.container(on: disk)).run { _ in }
        isOver = !fuse.hasBlown
        try test.recover()
        let folder = try test.tree("AppGroup/Documents/Work")
        #expect(folder.names == ["New"] || folder.names.isEmpty)
        let names = folder.entries["New"]?.names ?? []
        #expect(names == ["a.txt", "b.txt"] || names.isEmpty)
        #expect(try test.documents.names == ["Work"])
      }
      if isOver { return }
    }
    Issue.record("It does not end.")
  }

  @Test func parcelsForManyFoldersAllArrive() throws {
    try withTestContainer { test in
      try test.put(
        .folder(["0": .folder(), "1": .folder(), "2": .folder()]), at: "AppGroup/Documents")
      for number in 0..<30 {
        try deposit(["\(number).txt"], test, into: DocumentPath([FileName("\(number % 3)")]))
      }
      #expect(try test.drain().count == 30)
      for folder in 0..<3 {
        #expect(try test.tree("AppGroup/Documents/\(folder)").names.count == 10)
      }
    }
  }
}

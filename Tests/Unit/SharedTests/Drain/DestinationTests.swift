import Foundation
import Testing

@testable import IntrayCore

/// Parcels that say where they go.
@Suite(.inContainer) struct DestinationTests {
  let test = TestContainer.current

  @discardableResult
  private func deposit(
    _ names: [String], _ test: TestContainer, into folder: DocumentPath,
    creating newFolder: DocumentName? = nil,
    on disk: Disk? = nil
  ) throws -> DiskError? {
    let deposit = try Inbox(test.container(on: disk ?? test.disk)).deposit()
    for name in names { try deposit.add(name.utf8, as: DocumentName(name)) }
    return try deposit.publish(to: Destination(folder, creating: newFolder))
  }

  private func destination(_ folder: DocumentPath, _ newFolder: FileName? = nil) -> Destination {
    var destination = Destination()
    (destination.folder, destination.newFolder) = (folder, newFolder)
    return destination
  }

  @Test func everyDrainDeliversAParcelToItsDestination() throws {
    try test.put(["Work": ["a.txt": "old"]])
    try deposit(["a.txt", "b.txt"], test, into: "Work")
    try deposit(["c.txt"], test, into: "")
    #expect(try test.drain().arrivals(of: "a.txt") == ["Work/a-1.txt"])
    #expect(
      try test.documents
        == ["Work": ["a.txt": "old", "a-1.txt": "a.txt", "b.txt": "b.txt"], "c.txt": "c.txt"])
    #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
  }

  @Test func aParcelWhoseDestinationCannotBeStoredIsNotPublished() throws {
    try test.put(["Work": [:]])
    var disk = test.disk
    disk.setAttribute = { [disk] opened, name, value throws(DiskError) in
      if name == Destination.attribute { throw .of(.noSpace, number: ENOSPC) }
      try disk.setAttribute(opened, name, value)
    }
    let failing = disk
    for destination in [
      Destination("Work"), Destination("", creating: "New"), Destination(keepingCopies: true),
    ] {
      let deposit = try Inbox(test.container(on: failing)).deposit()
      try deposit.add("a".utf8, as: "a.txt")
      expectError(.noSpace) { try deposit.publish(to: destination) }
      try deposit.discard()
    }
    #expect(try test.drain().isEmpty)
  }

  @Test(arguments: ["Gone", "file", "link", "Work/Gone"])
  func aMissingDestinationIsReplacedByTheRoot(folder: String) async throws {
    try test.put(["file": "x", "link": .link("Work"), "Work": [:]])
    try deposit(["a.txt"], test, into: DocumentPath(bytes: folder.utf8))
    #expect(try test.drain().arrivals(of: "a.txt") == ["a.txt"])
    #expect(try test.tree("AppGroup/Documents/Work").names.isEmpty)
    // The app can say so, whichever process drained.
    #expect(try #require(try await test.arrivals().first).missingFolder == DocumentPath(bytes: folder.utf8))
  }

  @Test func aNewFolderOfAMissingFolderIsCreatedInTheRoot() async throws {
    try deposit(["a.txt"], test, into: "Gone", creating: "New")
    #expect(try test.drain().arrivals(of: "a.txt") == ["New/a.txt"])
    #expect(try #require(try await test.arrivals().first).missingFolder == "Gone")
  }

  @Test func aParcelFollowsItsFolderToAnotherNameAndPlace() throws {
    let documents = Documents(test.container)
    for name in ["Old", "Work"] {
      _ = try documents.add(documents.stage(.folder, as: DocumentName(name)), in: "")
    }
    try deposit(["a.txt"], test, into: "Old")
    _ = try documents.move(
      "Old", expecting: test.container.open(.documents)["Old"].status().file, to: "Work", as: "New")
    // Another folder of the old name is not the one that the user chose.
    _ = try documents.add(documents.stage(.folder, as: "Old"), in: "")
    #expect(try test.drain().arrivals(of: "a.txt") == ["Work/New/a.txt"])
  }

  @Test func aFolderMadeAgainUnderTheSameNameIsTakenForTheOldOne() throws {
    let documents = Documents(test.container)
    _ = try documents.add(documents.stage(.folder, as: "Work"), in: "")
    try deposit(["a.txt"], test, into: "Work")
    try test.container.open(.documents)["Work"].removeFolder()
    _ = try documents.add(documents.stage(.folder, as: "Work"), in: "")
    #expect(try test.drain().arrivals(of: "a.txt") == ["Work/a.txt"])
  }

  @Test func theDrainCreatesTheNewFolderOnce() async throws {
    try test.put(["Work": [:]])
    try deposit(["a.txt"], test, into: "Work", creating: "New")
    try deposit(["b.txt"], test, into: "Work", creating: "New")
    try deposit(["c.txt"], test, into: "", creating: "Top")
    try deposit(["d.txt"], test, into: "Work")
    try test.drain()
    #expect(
      try test.documents
        == [
          "Work": ["New": ["a.txt": "a.txt", "b.txt": "b.txt"], "d.txt": "d.txt"],
          "Top": ["c.txt": "c.txt"],
        ])
    // Each is where the user wanted it.
    #expect(try await test.arrivals().map(\.missingFolder) == [nil, nil, nil, nil])
    #expect(try test.container.folder(at: "Work/New").item() != nil)
    #expect(try test.tree("AppGroup/Staging").names.isEmpty)
  }

  @Test func aParcelThatIsRedirectedRenamedAndDeliveredByTwoDrainsIsOneShare() throws {
    try test.put(["Work": [:]])
    let deposit = try Inbox(test.container).deposit()
    let names = (0..<4).map { FileName("\($0).txt") }
    for name in names { try deposit.add("x".utf8, as: DocumentName(name)) }
    _ = try deposit.publish()
    #expect(try deposit.redirect(to: Destination("Work")))
    var delivered = 0
    try Drain(test.container).run(isCancelled: { delivered >= 2 }) { _ in delivered += 1 }
    let inbox = try test.container.open(.inbox)
    try inbox[deposit.name].rename(to: inbox["renamed.parcel"])
    try test.drain()
    var records: [ArrivalRecord?] = []
    for place in ["", "Work"] as [DocumentPath] {
      let folder = try test.container.folder(at: place)
      for name in try folder.entries().map(\.name) where names.contains(name) {
        records.append(try folder.arrivalRecord(of: name))
      }
    }
    #expect(records.map { $0?.share } == Array(repeating: ShareID(parcel: deposit.name), count: 4))
  }

  @Test func aFileOfTheNewFoldersNameKeepsItsNameAndTheDocumentsComeBesideIt() throws {
    try test.put(["New": "x"])
    try deposit(["a.txt"], test, into: "", creating: "New")
    #expect(try test.drain().arrivals(of: "a.txt") == ["a.txt"])
    #expect(try test.documents.entries["New"] == "x")
  }

  @Test func aFolderThatCannotBeCreatedKeepsOnlyItsOwnParcelsWaiting() throws {
    try deposit(["a.txt"], test, into: "", creating: "New")
    try deposit(["b.txt"], test, into: "")
    let full = test.disk.refusing([.makeFolder], of: "New", with: .noSpace)
    let outcomes = try test.drain(Drain(test.container(on: full)))
    #expect(outcomes.arrivals(of: "b.txt") == ["b.txt"])
    #expect(try test.documents == ["b.txt": "b.txt"])
    #expect(
      outcomes.contains {
        if case .waiting(.disk(let error)) = $0.result { error.code == .noSpace } else { false }
      })
    // There is room again.
    #expect(try test.drain().arrivals(of: "a.txt") == ["New/a.txt"])
    #expect(try test.tree("AppGroup/Inbox").names.isEmpty)
  }

  @Test func aParcelFromAnotherAppHasNoDestination() throws {
    try test.put(["Work": [:]])
    let parcel = FileName("from Ada.parcel")
    for value in [
      destination("Work").encode(of: "another.parcel"), destination(.trash).encode(of: parcel),
      destination(DocumentPath([".."])).encode(of: parcel), destination("Work", "..").encode(of: parcel),
      [], [0], Array("Work".utf8), Array(parcel.bytes),
    ] {
      try test.put(
        .folder(["a.txt": "a"]).attribute(Destination.attribute, value),
        at: "AppGroup/Inbox/\(parcel)")
      #expect(try test.drain().arrivals(of: "a.txt").first?.contains("/") == false, "\(value)")
    }
  }

  @Test func theHalvesOfALivePhotoGetTheSameNumber() throws {
    try test.put(["IMG_5.mov": "other", "Work": ["IMG_5.heic": "other"]])
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

  @Test(arguments: ["IMG_5.heic", "IMG_5.mov"])
  func theHalvesOfALivePhotoKeepOneNumberAfterAKillAtAnyCall(taken: FileName) throws {
    try eachCall { test, fuse in
      try test.put(.folder([taken: "other"]))
      try deposit(["IMG_5.heic", "IMG_5.mov"], test, into: "")
      // The process is killed, so its error does not count.
      _ = try? Drain(test.container(on: test.disk.withoutSyncs.dying(fuse))).run { _ in }
      try test.recover()
      #expect(try test.documents.names == [taken, "IMG_5-1.heic", "IMG_5-1.mov"])
    }
  }

  @Test func duplicatesAreSoughtInTheDestinationOnly() throws {
    try test.put(["a.txt": "a.txt", "b.txt": "b.txt", "Work": ["b.txt": "b.txt"]])
    try deposit(["a.txt", "b.txt"], test, into: "Work")
    var preferences = Preferences()
    preferences.duplicateAnswer = .skip
    let outcomes = try test.drain(Drain(test.container, preferences: preferences))
    #expect(outcomes.results(for: "a.txt") == [.imported("Work/a.txt")])
    #expect(outcomes.results(for: "b.txt") == [.duplicate(of: "Work/b.txt")])
    #expect(try test.tree("AppGroup/Documents/Work").names.count == 2)
  }

  @Test(arguments: [DocumentPath(), "Work"])
  func anotherCopyThatTheUserWantsIsNotSkipped(folder: DocumentPath) throws {
    try test.put(["a.txt": "a.txt", "Work": ["a.txt": "a.txt"]])
    let deposit = try Inbox(test.container).deposit()
    try deposit.add("a.txt".utf8, as: "a.txt")
    _ = try deposit.publish(to: Destination(folder, keepingCopies: true))
    let outcomes = try test.drain(skippingDrain(test, test.disk))
    #expect(outcomes.results(for: "a.txt") == [.imported(folder.appending("a-1.txt"))])
  }
}

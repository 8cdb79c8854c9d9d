import Foundation
import Synchronization
import Testing

@testable import IntrayCore

/// The way into iCloud and out of it.
@Suite(.inContainer) struct CloudMoveTests {
  let test = TestContainer.current
  let played: PlayedDrive
  let cloud: Cloud

  init() throws { (played, cloud) = try playCloud(in: test) }

  @Test(arguments: ["trip", "trip/a.txt"]) func aDocumentOrAFolderMovesToICloudAndBackWhole(path: String)
    async throws
  {
    for name in ["trip/a.txt", "trip/photos/b.txt"] { try test.putCloud(name, in: .local) }
    let (before, moved) = (try test.documents, DocumentPath(bytes: path.utf8))
    #expect(try await cloud.moveIn(moved) == Cloud.Arrival(place: .cloudDocuments, path: moved))
    #expect(test.cloudText("trip/a.txt", in: .cloudDocuments) == "local")
    #expect(test.cloudText("trip/a.txt", in: .local) == nil)
    #expect(try await cloud.moveOut(moved) == Cloud.Arrival(place: .local, path: moved))
    #expect(test.cloudText("trip/a.txt", in: .cloudDocuments) == nil)
    #expect(try test.documents == before)
    #expect(try test.remains.isEmpty)
  }

  @Test(arguments: [CloudPlace.cloudDocuments, .cloudData])
  func aDocumentInICloudAlreadyStaysThere(place: CloudPlace) async throws {
    try test.putCloud("a.txt", in: place)
    #expect(try await cloud.moveIn("a.txt") == Cloud.Arrival(place: place, path: "a.txt"))
    #expect(test.cloudText("a.txt", in: place) == "\(place)")
    #expect(!played.calls.contains(.moveIn))
  }

  @Test func aLocalDocumentAlreadyHereStaysHere() async throws {
    try test.putCloud("a.txt", in: .local)
    try test.putCloud("a.txt", in: .cloudDocuments)
    #expect(try await cloud.moveOut("a.txt") == Cloud.Arrival(place: .local, path: "a.txt"))
    #expect(test.cloudText("a.txt", in: .cloudDocuments) == "cloudDocuments")
  }

  @Test func aMissingDocumentCannotBeMoved() async throws {
    await #expect(throws: CloudError.notFound) { try await cloud.moveIn("a.txt") }
    await #expect(throws: CloudError.notFound) { try await cloud.moveOut("a.txt") }
    #expect(try test.remains.isEmpty)
  }

  @Test func aTakenNameInICloudBecomesTheNextFreeOne() async throws {
    for name in ["a.txt", "A-1.txt"] { try test.putCloud(name, in: .cloudDocuments) }
    // Not on the device, and a name all the same.
    try played.takeAway("Documents/a.txt")
    try test.putCloud("a.txt", in: .local)
    #expect(try await cloud.moveIn("a.txt").path == "a-2.txt")
    #expect(test.cloudText("a-2.txt", in: .cloudDocuments) == "local")
  }

  @Test func aNameThatAnotherDeviceTakesMeanwhileBecomesTheNextFreeOne() async throws {
    try test.putCloud("a.txt", in: .local)
    let rivals = Mutex(2)
    played.before { call, _ throws(CloudError) in
      guard call == .moveIn,
        rivals.withLock({
          $0 -= 1; return $0 >= 0
        })
      else { return }
      throw .exists
    }
    #expect(try await cloud.moveIn("a.txt").path == "a-2.txt")
    #expect(try test.remains.isEmpty)
  }

  @Test(arguments: [CloudError.noSpace, .unreachable, .failed(domain: "x", code: 1)])
  func aRefusedDocumentReturnsToItsFolder(refusal: CloudError) async throws {
    try test.putCloud("drafts/a.txt", in: .local)
    played.before { call, _ throws(CloudError) in if call == .moveIn { throw refusal } }
    await #expect(throws: refusal) { try await cloud.moveIn("drafts/a.txt") }
    #expect(test.cloudText("drafts/a.txt", in: .local) == "local")
    #expect(try test.remains.isEmpty)
  }

  @Test func signingOutDuringAMoveToICloudLeavesTheDocumentHere() async throws {
    try test.putCloud("a.txt", in: .local)
    played.before { call, _ throws(CloudError) in if call == .moveIn { played.sign(in: nil) } }
    await #expect(throws: CloudError.noAccount) { try await cloud.moveIn("a.txt") }
    #expect(test.cloudText("a.txt", in: .local) == "local")
  }

  /// The attributes of the app that an entry has, by their names.
  private func marks(_ name: String, in place: CloudPlace) throws -> [String: [UInt8]] {
    let (folder, entry) = try Folder.openParent(of: test.cloudPath(name, in: place), disk: .system)
    var marks: [String: [UInt8]] = [:]
    guard let opened = try folder[entry].open() else { return marks }
    for name in try opened.attributes() where Identity.isOwn(name) {
      marks[name] = try opened.attribute(name)
    }
    return marks
  }

  /// Puts documents that carry what the app writes on them.
  private func putMarked(_ names: String..., in place: CloudPlace, as id: ItemID = .random()) throws {
    for name in names {
      try test.putCloud(name, in: place)
      let (folder, entry) = try Folder.openParent(of: test.cloudPath(name, in: place), disk: .system)
      let opened = try folder[entry].open(.file)
      try opened.setIdentity(Identity(id, of: opened.status()))
      try opened.setAttribute(ItemAttribute.conflict, ItemID.random().bytes)
      try opened.setAttribute("user.comment", [1])
    }
  }

  @Test(arguments: ["trip", "trip/a.txt"])
  func nothingOfOursIsBelievedOfWhatComesFromICloud(path: String) async throws {
    // A copy that the user made in iCloud Drive, of a document that is here.
    let id = ItemID.random()
    try putMarked("a.txt", in: .local, as: id)
    try putMarked("trip/a.txt", "trip/photos/b.txt", in: .cloudDocuments, as: id)
    _ = try await cloud.moveOut(DocumentPath(bytes: path.utf8))
    let names = path == "trip" ? ["trip/a.txt", "trip/photos/b.txt"] : ["trip/a.txt"]
    for name in names {
      let found = try marks(name, in: .local)
      #expect(Array(found.keys) == [Identity.attribute])
      #expect(found[Identity.attribute].flatMap { Identity($0) }.map { $0.id != id } == true)
    }
    let folder = try test.folder("AppGroup/Documents/trip")
    #expect(try folder["a.txt"].attribute("user.comment") == [1])
    #expect(try marks("a.txt", in: .local).count == 2)
  }

  @Test func aDocumentFromICloudIsANewItemWhereADocumentWasDeleted() async throws {
    let fixture = try CatalogueFixture(test)
    try fixture.write("a.txt")
    try fixture.scan()
    let deleted = try fixture.id("a.txt")
    try fixture.remove("a.txt")
    try test.putCloud("a.txt", in: .cloudDocuments)
    _ = try await cloud.moveOut("a.txt")
    #expect(try fixture.identity("a.txt") != nil, "its identity is written before it is a document")
    try fixture.scan()
    #expect(try fixture.id("a.txt") != deleted)
    #expect(try fixture.catalogue.item(deleted) == nil)
  }

  @Test func whatMovesToICloudCarriesNothingOfOurs() async throws {
    try putMarked("trip/a.txt", "trip/photos/b.txt", in: .local)
    _ = try await cloud.moveIn("trip")
    for name in ["trip", "trip/a.txt", "trip/photos", "trip/photos/b.txt"] {
      #expect(try marks(name, in: .cloudDocuments).isEmpty)
    }
    let (folder, name) = try Folder.openParent(
      of: test.cloudPath("trip/a.txt", in: .cloudDocuments), disk: .system)
    #expect(try folder[name].attribute("user.comment") == [1])
  }

  @Test func aRefusedDocumentCarriesWhatItDid() async throws {
    try putMarked("trip/a.txt", "trip/photos/b.txt", in: .local)
    let names = ["trip", "trip/a.txt", "trip/photos", "trip/photos/b.txt"]
    let before = try names.map { try marks($0, in: .local) }
    played.before { call, _ throws(CloudError) in if call == .moveIn { throw .noSpace } }
    await #expect(throws: CloudError.noSpace) { try await cloud.moveIn("trip") }
    #expect(try names.map { try marks($0, in: .local) } == before)
  }

  @Test func aDocumentThatAKilledMoveToICloudLeftBehindIsTheSameItem() async throws {
    let fixture = try CatalogueFixture(test)
    try fixture.write("trip/a.txt")
    try fixture.scan()
    let before = try fixture.paths()
    // The process is killed when the system is asked, and its last words are lost.
    let isDead = Flag()
    played.before { call, _ throws(CloudError) in
      guard call == .moveIn else { return }
      _ = isDead.turnOn()
      throw .failed(domain: "killed", code: 9)
    }
    let disk = test.disk.asking { _ throws(DiskError) in if isDead.isOn { throw .killed } }
    let dying = Cloud(test.container(on: disk), drive: played.drive)
    await #expect(throws: CloudError.self) { try await dying.moveIn("trip") }
    #expect(try test.documents == [:])
    try fixture.scan()
    #expect(try test.documents == ["trip": ["a.txt": "text"]])
    #expect(try fixture.paths() == before)
  }

  @Test func recoveryBelievesNothingOfOursOfWhatAKilledMoveFromICloudLeftBehind() async throws {
    let id = ItemID.random()
    try putMarked("a.txt", in: .cloudDocuments, as: id)
    let isDead = Flag()
    played.before { call, _ throws(CloudError) in if call == .moveOut { _ = isDead.turnOn() } }
    let disk = test.disk.asking { _ throws(DiskError) in if isDead.isOn { throw .killed } }
    let dying = Cloud(test.container(on: disk), drive: played.drive)
    await #expect(throws: CloudError.self) { try await dying.moveOut("a.txt") }
    #expect(try test.documents == [:] && !test.remains.isEmpty)
    try test.drain()
    let found = try marks("a.txt", in: .local)
    #expect(Array(found.keys) == [Identity.attribute])
    #expect(found[Identity.attribute].flatMap { Identity($0) }.map { $0.id != id } == true)
  }

  @Test func aDocumentThatAnotherProcessRecoversDuringTheMoveStaysHere() async throws {
    try test.putCloud("drafts/a.txt", in: .local)
    let file = test.cloudPath("drafts/a.txt", in: .local)
    played.before { call, item throws(CloudError) in
      guard call == .moveIn else { return }
      // As another process does, which cannot know that we are alive.
      try? FileManager.default.moveItem(atPath: item, toPath: file)
      throw .unreachable
    }
    await #expect(throws: CloudError.unreachable) { try await cloud.moveIn("drafts/a.txt") }
    #expect(test.cloudText("drafts/a.txt", in: .local) == "local")
    #expect(try test.remains.isEmpty)
  }

  @Test func aMoveThatTheSystemMadeBeforeItFailedCounts() async throws {
    try test.putCloud("a.txt", in: .local)
    let destination = test.cloudPath("a.txt", in: .cloudDocuments)
    played.before { call, item throws(CloudError) in
      guard call == .moveIn else { return }
      try? FileManager.default.moveItem(atPath: item, toPath: destination)
      throw .failed(domain: "x", code: 1)
    }
    #expect(try await cloud.moveIn("a.txt").place == .cloudDocuments)
  }

  @Test func recoveryReturnsADocumentThatAKilledMoveLeftBehind() async throws {
    try test.putCloud("drafts/other.txt", in: .local)
    let record = Displaced.Record(staged: nil, base: nil)
    // As it is on disk in the middle of either move.
    let place = try Displaced(container: test.container).withPlace(for: record, of: "drafts/a.txt") {
      (place: Entry) throws(DiskError) in
      _ = FileManager.default.createFile(atPath: place.path, contents: Data("whole".utf8))
      return place.path
    }
    #expect(FileManager.default.fileExists(atPath: place))
    try test.drain()
    #expect(test.cloudText("drafts/a.txt", in: .local) == "whole")
  }

  @Test func aNameThatIsTakenInDocumentsBecomesTheNextFreeOne() async throws {
    try test.putCloud("a.txt", in: .cloudData)
    played.before { call, _ throws(CloudError) in
      if call == .moveOut { try? test.putCloud("a.txt", in: .local) }
    }
    #expect(try await cloud.moveOut("a.txt").path == "a-1.txt")
    #expect(test.cloudText("a.txt", in: .local) == "local")
    #expect(test.cloudText("a-1.txt", in: .local) == "cloudData")
  }

  @Test func aFileWithTheNameOfItsFolderSendsADocumentToTheRoot() async throws {
    try test.putCloud("drafts", in: .local)
    try test.putCloud("drafts/a.txt", in: .cloudDocuments)
    #expect(try await cloud.moveOut("drafts/a.txt").path == "a.txt")
    #expect(test.cloudText("drafts", in: .local) == "local")
  }

  @Test func aDocumentThatIsNotDownloadedIsFetchedFirst() async throws {
    try test.putCloud("a.txt", in: .cloudDocuments)
    try played.takeAway("Documents/a.txt")
    let parts = Mutex<[Double]>([])
    played.before { call, item throws(CloudError) in
      guard call == .fetch else { return }
      // It takes its time: it arrives in pieces once it is asked for.
      Task {
        for part in [0.25, 0.75, 1] { try played.arrive("Documents/a.txt", part) }
      }
    }
    _ = try await cloud.moveOut("a.txt") { part in parts.withLock { $0.append(part) } }
    #expect(test.cloudText("a.txt", in: .local) == "cloudDocuments")
    #expect(parts.withLock { $0 }.last == 1)
    #expect(parts.withLock { $0 }.sorted() == parts.withLock { $0 })
  }

  @Test("A document with an outdated local copy is fetched before it moves")
  func staleCopy() async throws {
    try test.putCloud("drafts/a.txt", in: .cloudDocuments)
    try played.write("newer", onAnotherDeviceTo: "Documents/drafts/a.txt")
    played.before { call, _ throws(CloudError) in
      guard call == .fetch else { return }
      Task { try played.arrive("Documents/drafts/a.txt", 1) }
    }
    // The folder that it lies in is looked through as well.
    #expect(try await cloud.moveOut("drafts") == Cloud.Arrival(place: .local, path: "drafts"))
    #expect(test.cloudText("drafts/a.txt", in: .local) == "newer")
  }

  @Test func aVersionThatIsWrittenAfterTheFetchIsFetchedToo() async throws {
    try test.putCloud("a.txt", in: .cloudDocuments)
    let isWritten = Flag()
    played.before { call, _ throws(CloudError) in
      if call == .fetch { Task { try played.arrive("Documents/a.txt", 1) } }
      guard call == .conflicts, isWritten.turnOn() else { return }
      do { try played.write("newer", onAnotherDeviceTo: "Documents/a.txt") } catch { Issue.record(error) }
    }
    #expect(try await cloud.moveOut("a.txt") == Cloud.Arrival(place: .local, path: "a.txt"))
    #expect(isWritten.isOn && test.cloudText("a.txt", in: .local) == "newer")
  }

  @Test("A recovery that removes the empty folder during a move does not keep the document in iCloud")
  func recoveryOnTheWayHome() async throws {
    try test.putCloud("a.txt", in: .cloudDocuments)
    let displaced = test.path(of: "AppGroup/Displaced")
    let isRecovered = Flag()
    played.before { call, _ throws(CloudError) in
      guard call == .moveOut, isRecovered.turnOn() else { return }
      for name in (try? FileManager.default.contentsOfDirectory(atPath: displaced)) ?? [] {
        rmdir(displaced + "/" + name)
      }
    }
    #expect(try await cloud.moveOut("a.txt") == Cloud.Arrival(place: .local, path: "a.txt"))
    #expect(isRecovered.isOn && played.calls.count { $0 == .moveOut } == 2)
    #expect(test.cloudText("a.txt", in: .local) == "cloudDocuments")
    #expect(try test.remains.isEmpty)
  }

  @Test func aCancelDuringAFetchLeavesTheDocumentInICloud() async throws {
    try test.putCloud("a.txt", in: .cloudDocuments)
    try played.takeAway("Documents/a.txt")
    let begun = AsyncStream.makeStream(of: Void.self)
    played.before { call, _ throws(CloudError) in if call == .fetch { begun.continuation.yield() } }
    let moving = Task { try await cloud.moveOut("a.txt") }
    var iterator = begun.stream.makeAsyncIterator()
    _ = await iterator.next()
    moving.cancel()
    await #expect(throws: CloudError.cancelled) { try await moving.value }
    #expect(try cloud.place(of: "a.txt") == .cloudDocuments)
    #expect(try test.documents.names.isEmpty)
  }

  @Test func signingOutDuringAFetchIsReported() async throws {
    try test.putCloud("a.txt", in: .cloudDocuments)
    try played.takeAway("Documents/a.txt")
    played.before { call, _ throws(CloudError) in
      if call == .fetch { Task { played.sign(in: nil) } }
    }
    await #expect(throws: CloudError.noAccount) { try await cloud.fetch("a.txt") }
  }
}

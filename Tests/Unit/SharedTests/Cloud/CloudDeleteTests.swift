import Foundation
import Testing

@testable import IntrayCore

/// Deleting wherever a document is, and its copy on the device alone.
@Suite(.inContainer) struct CloudDeleteTests {
  let test = TestContainer.current
  let played: PlayedDrive
  let cloud: Cloud

  init() throws { (played, cloud) = try playCloud(in: test) }

  private func delete(_ path: DocumentPath, in place: CloudPlace? = nil) async throws -> Cloud.Deletion {
    let bin = test.path(of: "App/bin")
    return try await cloud.delete(path, in: place) { path throws(DiskError) in
      let (from, name) = try Folder.openParent(
        of: test.container.path(of: .documents) + "/" + path.description, disk: .system)
      let (to, newName) = try Folder.openParent(of: bin, disk: .system)
      try from[name].rename(to: to[newName])
      return "bin"
    }
  }

  @Test(arguments: [CloudPlace.local, .cloudDocuments])
  func aDownloadedDocumentCanBePutBack(place: CloudPlace) async throws {
    try test.putCloud("a.txt", in: place)
    #expect(try await delete("a.txt") == .discarded("bin"))
    #expect(try String(contentsOfFile: test.path(of: "App/bin"), encoding: .utf8) == "\(place)")
    #expect(test.cloudText("a.txt", in: place) == nil)
    #expect(!played.calls.contains(.fetch) && !played.calls.contains(.remove))
  }

  @Test func aDocumentThatIsNotDownloadedIsRemovedWithoutADownload() async throws {
    try test.putCloud("trip/a.txt", in: .cloudDocuments)
    try test.putCloud("trip/b.txt", in: .cloudDocuments)
    try played.takeAway("Documents/trip/b.txt")
    // Half of a folder would have to be fetched: none of it is.
    #expect(try await delete("trip") == .removed)
    #expect(try cloud.place(of: "trip") == nil)
    #expect(!played.calls.contains(.fetch) && !played.calls.contains(.moveOut))
  }

  /// An outdated local copy could not restore it.
  @Test(arguments: [CloudPlace.cloudDocuments, .cloudData])
  func aDocumentWithAnOutdatedCopyAndAnItemOfICloudsDataAreRemovedInICloud(place: CloudPlace) async throws {
    try test.putCloud("a.txt", in: place)
    if place == .cloudDocuments { try played.write("newer", onAnotherDeviceTo: "Documents/a.txt") }
    #expect(try await delete("a.txt") == .removed)
    #expect(try cloud.place(of: "a.txt") == nil)
    #expect(!played.calls.contains(.moveOut))
  }

  @Test func onlyTheFirstOfTwoPlacesIsDeletedFrom() async throws {
    try test.putCloud("a.txt", in: .local)
    try test.putCloud("a.txt", in: .cloudDocuments)
    #expect(try await delete("a.txt") == .discarded("bin"))
    #expect(test.cloudText("a.txt", in: .cloudDocuments) == "cloudDocuments")
  }

  @Test func theUserChoosesWhichOfTwoIsDeleted() async throws {
    for name in ["a.txt", "b.txt", "c.txt"] {
      try test.putCloud(name, in: .local)
      try test.putCloud(name, in: .cloudDocuments)
    }
    #expect(try await delete("a.txt", in: .cloudDocuments) == .discarded("bin"))
    #expect(try String(contentsOfFile: test.path(of: "App/bin"), encoding: .utf8) == "cloudDocuments")
    try await cloud.evict("b.txt", in: .cloudDocuments)
    #expect(try await cloud.moveOut("c.txt", from: .cloudDocuments).path == "c-1.txt")
    for name in ["a.txt", "b.txt", "c.txt"] { #expect(test.cloudText(name, in: .local) == "local") }
    await #expect(throws: CloudError.notFound) { try await delete("a.txt", in: .cloudDocuments) }
  }

  @Test func aRefusedRemovalLeavesTheDocumentInICloud() async throws {
    try test.putCloud("a.txt", in: .cloudData)
    played.before { call, _ throws(CloudError) in if call == .remove { throw .unreachable } }
    await #expect(throws: CloudError.unreachable) { try await delete("a.txt") }
    #expect(test.cloudText("a.txt", in: .cloudData) == "cloudData")
  }

  @Test func aDocumentThatCannotBeTrashedStaysInDocuments() async throws {
    try test.putCloud("a.txt", in: .cloudDocuments)
    let refusal = DiskError(.noSpace, at: "Trash")
    await #expect(throws: CloudError.disk(refusal)) {
      try await cloud.delete("a.txt") { _ throws(DiskError) in throw refusal }
    }
    #expect(test.cloudText("a.txt", in: .local) == "cloudDocuments")
  }

  @Test func evictingACopyKeepsTheDocumentInICloud() async throws {
    for name in ["trip/a.txt", "trip/b.txt"] { try test.putCloud(name, in: .cloudDocuments) }
    try await cloud.evict("trip")
    let entries = try await cloud.list("trip", in: .cloudDocuments)
    #expect(entries.map(\.status.download) == [.none, .none])
    // What has no copy here is left alone.
    try await cloud.evict("trip")
    #expect(played.calls.count { $0 == .evict } == 2)
  }

  @Test func theOnlyCopyStaysOnTheDevice() async throws {
    for name in ["trip/a.txt", "trip/b.txt"] { try test.putCloud(name, in: .cloudDocuments) }
    played.keepFromUploading("Documents/trip/b.txt")
    await #expect(throws: CloudError.notUploaded) { try await cloud.evict("trip") }
    #expect(!played.calls.contains(.evict))
  }

  @Test func aLocalDocumentCannotBeFetchedOrEvicted() async throws {
    try test.putCloud("a.txt", in: .local)
    await #expect(throws: CloudError.notInCloud) { try await cloud.evict("a.txt") }
    await #expect(throws: CloudError.notInCloud) { try await cloud.fetch("a.txt") }
  }

  @Test func statusChangesAreReportedAsTheyHappen() async throws {
    try test.putCloud("a.txt", in: .cloudDocuments)
    try played.takeAway("Documents/a.txt")
    var changes = try await cloud.changes(of: "a.txt").makeAsyncIterator()
    #expect(await changes.next()?.download == CloudStatus.Download.none)
    try played.arrive("Documents/a.txt", 0.5)
    #expect(await changes.next()?.download == .underWay(0.5))
    try played.arrive("Documents/a.txt", 1)
    #expect(await changes.next()?.download == .current)
    played.sign(in: nil)
    #expect(await changes.next() == nil)
  }
}

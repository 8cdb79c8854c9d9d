import FileProvider
import Foundation
import IntrayCore
import Testing
import UniformTypeIdentifiers

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite(.inExtension) struct DeleteTests {
  let harness = ExtensionHarness.current

  @Test func aKnownDocumentIsDeletedForGood() throws {
    let item = try #require(try harness.create("a.txt", contents: "a"))
    try harness.delete(item)
    #expect(try harness.test.documents == [:])
    expectCode(.noSuchItem) { try harness.item(item.itemIdentifier) }
    expectCode(.noSuchItem) { try harness.fetch(item.itemIdentifier) }
    try harness.delete(item)
  }

  @Test func aFolderWithContentsIsDeletedOnlyRecursively() throws {
    let folder = try #require(try harness.create("Trip", type: .folder))
    _ = try harness.create("a.txt", in: folder.itemIdentifier, contents: "a")
    #expect(throws: NSFileProviderError(.directoryNotEmpty)) { try harness.delete(folder) }
    #expect(try harness.test.documents == ["Trip": ["a.txt": "a"]])
    try harness.delete(folder, .recursive)
    #expect(try harness.test.documents == [:])
  }

  @Test func findersOwnFilesAreInNoListAndKeepNoFolder() throws {
    let folder = try #require(try harness.create("Trip", type: .folder))
    _ = try harness.list(.workingSet)
    let anchor = try harness.anchor()
    for name in [".DS_Store", "._a.txt"] { try harness.write("\0\u{5}\u{16}\u{7}", to: "Trip/" + name) }
    #expect(try harness.names(folder.itemIdentifier).isEmpty)
    #expect(try harness.changes(since: anchor).updated.allSatisfy { $0.filename == "Trip" })
    #expect(try harness.names(.workingSet) == ["Trip"])
    try harness.delete(folder)
    #expect(try harness.test.documents == [:])
  }

  @Test func aDocumentUnderANameOfFindersKeepsItsFolderAndIsShown() throws {
    let folder = try #require(try harness.create("Trip", type: .folder))
    try harness.write("hello", to: "Trip/._a.txt")
    #expect(try harness.names(folder.itemIdentifier) == [])
    expectCode(.deletionRejected) { try harness.delete(folder, .recursive) }
    #expect(try harness.test.documents == ["Trip": ["-_a.txt": "hello"]])
    #expect(try harness.names(folder.itemIdentifier) == ["-_a.txt"])
  }

  @Test func aDocumentNeverGetsANameThatNoListShows() throws {
    _ = try harness.create("._a.txt", contents: "a")
    #expect(try harness.names() == ["-_a.txt"])
  }

  @Test func aChangedDocumentStays() throws {
    let item = try #require(try harness.create("a.txt", contents: "a"))
    try Data("changed".utf8).write(
      to: URL(fileURLWithPath: harness.test.path(of: "AppGroup/Documents/a.txt")))
    expectCode(.deletionRejected) { try harness.delete(item) }
    #expect(try harness.test.documents == ["a.txt": "changed"])
  }

  @Test func deletingAnUnknownItemSucceedsAndChangesNothing() throws {
    try harness.test.put("a", at: "AppGroup/Documents/a.txt")
    let unknown = RequestedItem(
      NSFileProviderItemIdentifier(String(repeating: "7", count: 48)), "a.txt", .rootContainer, .data)
    try harness.delete(unknown, .recursive)
    #expect(try harness.test.documents == ["a.txt": "a"])
  }

  @Test func deletingALinkKeepsItsTarget() throws {
    _ = try harness.create("a.txt", contents: "a")
    let link = try #require(try harness.create("link", type: .symbolicLink, target: "a.txt"))
    try harness.delete(link)
    #expect(try harness.test.documents == ["a.txt": "a"])
  }

  @Test func aLinkThatHasAnotherTargetByNowStays() throws {
    let link = try #require(try harness.create("link", type: .symbolicLink, target: "a.txt"))
    let place = harness.test.path(of: "AppGroup/Documents/link")
    try FileManager.default.removeItem(atPath: place)
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "b.txt")
    // The listing learns of it, so that the link is the one that is known, and only the system's version is old.
    #expect(try harness.names() == ["link"])
    expectCode(.deletionRejected) { try harness.delete(link) }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: place) == "b.txt")
  }

  @Test func theRootAndTheTrashCannotBeDeleted() throws {
    for id in [NSFileProviderItemIdentifier.rootContainer, .trashContainer] {
      let room = try harness.item(id)
      #expect(throws: CocoaError(.featureUnsupported)) { try harness.delete(room, .recursive) }
    }
  }
}

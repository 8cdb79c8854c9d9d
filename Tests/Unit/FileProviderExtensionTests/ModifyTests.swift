import FileProvider
import Foundation
import IntrayCore
import Testing
import UniformTypeIdentifiers

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite(.inExtension) struct ModifyTests {
  let harness = ExtensionHarness.current

  @Test func newContentsKeepTheItem() throws {
    let item = try #require(try harness.create("a.txt", contents: "old"))
    let (edited, _) = try harness.modify(item, .contents, contents: "newer")
    #expect(edited.itemIdentifier == item.itemIdentifier)
    #expect(edited.itemVersion?.contentVersion != item.itemVersion?.contentVersion)
    #expect(try harness.test.documents == ["a.txt": "newer"])
    // What a scan finds is the same.
    #expect(try harness.list().map(\.itemVersion?.contentVersion) == [edited.itemVersion?.contentVersion])
  }

  /// Also when nothing was looked at since the app changed it.
  @Test(arguments: [true, false]) func anEditOfAnOldVersionBecomesAConflictCopy(isListed: Bool) throws {
    let item = try #require(try harness.create("a.txt", contents: "base"))
    try harness.write("theirs", to: "a.txt")
    if isListed { _ = try harness.list() }
    let (now, fetchAgain) = try harness.modify(item, .contents, contents: "ours")
    #expect(fetchAgain)
    #expect(now.itemIdentifier == item.itemIdentifier)
    #expect(try harness.test.documents == ["a.txt": "theirs", "a (conflict).txt": "ours"])
  }

  /// The system merges two folders, and moves what is in one into the other.
  @Test func aDocumentThatMayExistAlreadyBecomesTheOneWithItsBytes() throws {
    let folders = try ["one", "two"].map { try #require(try harness.create($0, type: .folder)) }
    let same = try folders.map {
      try #require(try harness.create("a.txt", in: $0.itemIdentifier, contents: "same"))
    }
    // The user has set something on one of them.
    let marked = try #require(
      try harness.create("c.txt", in: folders[0].itemIdentifier, contents: "c", fields: .favoriteRank) {
        $0.favoriteRank = 7
      })
    _ = try harness.create("c.txt", in: folders[1].itemIdentifier, contents: "c")
    let other = try #require(try harness.create("b.txt", in: folders[0].itemIdentifier, contents: "one"))
    _ = try harness.create("b.txt", in: folders[1].itemIdentifier, contents: "two")
    func move(_ item: any NSFileProviderItemProtocol) throws -> any NSFileProviderItemProtocol {
      try harness.modify(item, .parentItemIdentifier, options: .mayAlreadyExist) {
        $0.parentItemIdentifier = folders[1].itemIdentifier
      }.item
    }
    #expect(try move(same[0]).itemIdentifier == same[1].itemIdentifier)
    #expect(try move(other).itemIdentifier == other.itemIdentifier)
    #expect(try move(marked).itemIdentifier == marked.itemIdentifier)
    #expect(
      try harness.test.documents.names == ["one", "two"]
        && harness.names(folders[1].itemIdentifier).sorted() == [
          "a.txt", "b-1.txt", "b.txt", "c-1.txt", "c.txt",
        ])
    #expect(try harness.names(folders[0].itemIdentifier).isEmpty)
    // Played again, there is nothing left of it.
    expectCode(.noSuchItem) { try move(same[0]) }
  }

  @Test func oneCallRenamesMovesAndReplacesContents() throws {
    let folder = try #require(try harness.create("Trip", type: .folder))
    let item = try #require(try harness.create("a.txt", contents: "old"))
    let (moved, _) = try harness.modify(
      item, [.filename, .parentItemIdentifier, .contents], contents: "newer"
    ) {
      $0.filename = "b.txt"
      $0.parentItemIdentifier = folder.itemIdentifier
    }
    #expect(moved.itemIdentifier == item.itemIdentifier)
    #expect(moved.filename == "b.txt")
    #expect(moved.parentItemIdentifier == folder.itemIdentifier)
    #expect(try harness.test.documents == ["Trip": ["b.txt": "newer"]])
  }

  @Test(.enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name"))
  func aNameMayChangeItsCaseOnly() throws {
    let item = try #require(try harness.create("readme.txt", contents: "a"))
    let (moved, _) = try harness.modify(item, .filename) { $0.filename = "README.txt" }
    #expect(moved.filename == "README.txt")
    #expect(moved.itemVersion?.contentVersion == item.itemVersion?.contentVersion)
    #expect(try harness.test.documents == ["README.txt": "a"])
  }

  @Test func aFolderCannotMoveIntoItself() throws {
    let outer = try #require(try harness.create("outer", type: .folder))
    let inner = try #require(try harness.create("inner", in: outer.itemIdentifier, type: .folder))
    // An error would leave the system's copy in another folder for ever. The answer puts it back.
    let (item, _) = try harness.modify(outer, [.parentItemIdentifier, .filename]) {
      $0.parentItemIdentifier = inner.itemIdentifier
      $0.filename = "renamed"
    }
    #expect(item.parentItemIdentifier == .rootContainer && item.filename == "renamed")
    #expect(try harness.test.documents == ["renamed": ["inner": [:]]])
  }
}

import FileProvider
import Foundation
import Shared
import Testing
import UniformTypeIdentifiers

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite struct ModifyTests {
  @Test func newContentsKeepTheItem() throws {
    try ExtensionHarness.with { harness in
      let item = try #require(try harness.create("a.txt", contents: "old"))
      let (edited, _) = try harness.modify(item, .contents, contents: "newer")
      #expect(edited.itemIdentifier == item.itemIdentifier)
      #expect(edited.itemVersion?.contentVersion != item.itemVersion?.contentVersion)
      #expect(try harness.test.documents == .folder(["a.txt": .file("newer")]))
    }
  }

  /// Also when nothing was looked at since the app changed it.
  @Test(arguments: [true, false]) func anEditOfAnOldVersionBecomesAConflictCopy(isListed: Bool) throws {
    try ExtensionHarness.with { harness in
      let item = try #require(try harness.create("a.txt", contents: "base"))
      try harness.write("theirs", to: "a.txt")
      if isListed { _ = try harness.list() }
      let (now, fetchAgain) = try harness.modify(item, .contents, contents: "ours")
      #expect(fetchAgain)
      #expect(now.itemIdentifier == item.itemIdentifier)
      #expect(
        try harness.test.documents
          == .folder(["a.txt": .file("theirs"), "a-1.txt": .file("ours")]))
    }
  }

  @Test func oneCallRenamesMovesAndReplacesContents() throws {
    try ExtensionHarness.with { harness in
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
      #expect(try harness.test.documents == .folder(["Trip": .folder(["b.txt": .file("newer")])]))
    }
  }

  @Test func aRenameOntoATakenNameGetsTheNextFreeOne() throws {
    try ExtensionHarness.with { harness in
      _ = try harness.create("taken.txt", contents: "t")
      let item = try #require(try harness.create("a.txt", contents: "a"))
      let (moved, _) = try harness.modify(item, .filename) { $0.filename = "taken.txt" }
      #expect(moved.filename == "taken-1.txt")
      #expect(
        try harness.test.documents
          == .folder(["taken.txt": .file("t"), "taken-1.txt": .file("a")]))
    }
  }

  @Test(.enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name"))
  func aNameMayChangeItsCaseOnly() throws {
    try ExtensionHarness.with { harness in
      let item = try #require(try harness.create("readme.txt", contents: "a"))
      let (moved, _) = try harness.modify(item, .filename) { $0.filename = "README.txt" }
      #expect(moved.filename == "README.txt")
      #expect(try harness.test.documents == .folder(["README.txt": .file("a")]))
    }
  }

  @Test func aFolderCannotMoveIntoItself() throws {
    try ExtensionHarness.with { harness in
      let outer = try #require(try harness.create("outer", type: .folder))
      let inner = try #require(try harness.create("inner", in: outer.itemIdentifier, type: .folder))
      // An error would leave the system's copy in another folder for ever. The answer puts it back.
      let (item, _) = try harness.modify(outer, [.parentItemIdentifier, .filename]) {
        $0.parentItemIdentifier = inner.itemIdentifier
        $0.filename = "renamed"
      }
      #expect(item.parentItemIdentifier == .rootContainer && item.filename == "renamed")
      #expect(try harness.test.documents == .folder(["renamed": .folder(["inner": .folder()])]))
    }
  }

  @Test func tagsFavouritesAndDatesAreStoredOnTheDocument() throws {
    try ExtensionHarness.with { harness in
      let item = try #require(try harness.create("a.txt", contents: "a"))
      let date = Date(timeIntervalSince1970: 1_000_000_000.5)
      let (changed, _) = try harness.modify(
        item, [.tagData, .favoriteRank, .contentModificationDate, .lastUsedDate]
      ) {
        $0.tagData = Data("red".utf8)
        $0.favoriteRank = NSNumber(value: UInt64.max)
        $0.contentModificationDate = date
        $0.lastUsedDate = date
      }
      #expect(changed.tagData == Data("red".utf8))
      #expect(changed.favoriteRank??.uint64Value == .max)
      #expect(changed.contentModificationDate == date)
      #expect(changed.lastUsedDate == date)
      // A lost catalogue loses none of it.
      try FileManager.default.removeItem(atPath: harness.test.path(of: "App/Home"))
      try harness.test.put(.folder(), at: "App/Home")
      let container = harness.test.container
      let home = harness.test.path(of: "App/Home")
      let provider = try Provider(container: container, home: home)
      _ = try provider.refresh()
      let found = try provider.everything(page: nil, limit: 10).items
      #expect(found.map(\.tags) == [Array("red".utf8)])
      #expect(found.map(\.favouriteRank) == [-1])
    }
  }
}

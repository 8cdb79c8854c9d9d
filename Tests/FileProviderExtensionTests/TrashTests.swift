import FileProvider
import Foundation
import Shared
import Testing
import UniformTypeIdentifiers

#if canImport(TestSupport)
  import TestSupport
#endif
#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite struct TrashTests {
  private func isGone(_ item: any NSFileProviderItemProtocol, _ asker: Asker) -> Bool {
    do {
      _ = try asker.item(item.itemIdentifier)
      return false
    } catch {
      return (error as NSError).code == NSFileProviderError.noSuchItem.rawValue
    }
  }

  /// What is in the trash, without the notes of where it was.
  private func trash(_ asker: Asker) throws -> Set<FileName> { try asker.house.tree("AppGroup/Trash").names }

  private func throwAway(
    _ item: any NSFileProviderItemProtocol, _ asker: Asker
  ) throws -> any NSFileProviderItemProtocol {
    try asker.modify(item, .parentItemIdentifier) { $0.parentItemIdentifier = .trashContainer }.item
  }

  @Test func whatIsThrownAwayIsTheSameItemInTheTrash() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: "a"))
      let thrown = try throwAway(item, asker)
      #expect(thrown.itemIdentifier == item.itemIdentifier)
      #expect(thrown.parentItemIdentifier == .trashContainer)
      #expect(thrown.itemVersion?.contentVersion == item.itemVersion?.contentVersion)
      #expect(try asker.house.documents == .folder())
      #expect(try asker.names(.trashContainer) == ["a.txt"])
      #expect(try asker.names().isEmpty)
      #expect(try asker.names(.workingSet) == ["a.txt"])
      let container = try asker.item(.trashContainer)
      #expect(container.itemIdentifier == .trashContainer && container.contentType == .folder)
    }
  }

  @Test func aFolderGoesWithEverythingInItAndItsContentsCanBeRead() throws {
    try Asker.with { asker in
      let folder = try #require(try asker.create("Trip", type: .folder))
      let item = try #require(try asker.create("a.txt", in: folder.itemIdentifier, contents: "a"))
      _ = try throwAway(folder, asker)
      #expect(try asker.names(folder.itemIdentifier) == ["a.txt"])
      #expect(try asker.item(item.itemIdentifier).parentItemIdentifier == folder.itemIdentifier)
      let url = try #require(try asker.fetch(item.itemIdentifier).url)
      #expect(try Data(contentsOf: url) == Data("a".utf8))
    }
  }

  @Test func whatTheAppThrowsAwayIsToldAsTheSameItemInTheTrash() throws {
    try Asker.with { asker in
      let folder = try #require(try asker.create("Trip", type: .folder))
      let item = try #require(try asker.create("a.txt", in: folder.itemIdentifier, contents: "a"))
      _ = try asker.list(.workingSet)
      let anchor = try asker.anchor()
      try asker.rename("Documents/Trip", to: "Trash/Trip")
      let told = try asker.changes(since: anchor)
      #expect(told.deleted.isEmpty)
      let parents = Dictionary(
        told.updated.map { ($0.itemIdentifier, $0.parentItemIdentifier) }, uniquingKeysWith: { $1 })
      #expect(
        parents == [folder.itemIdentifier: .trashContainer, item.itemIdentifier: folder.itemIdentifier])
      #expect(told.updated.first?.itemIdentifier == folder.itemIdentifier)
    }
  }

  @Test func putBackGoesToWhereItWas() throws {
    try Asker.with { asker in
      let folder = try #require(try asker.create("Trip", type: .folder))
      let item = try #require(try asker.create("a.txt", in: folder.itemIdentifier, contents: "a"))
      try asker.putBack([throwAway(item, asker)])
      let back = try asker.item(item.itemIdentifier)
      #expect(back.parentItemIdentifier == folder.itemIdentifier && back.filename == "a.txt")
      #expect(back.itemVersion?.contentVersion == item.itemVersion?.contentVersion)
      #expect(try asker.house.documents == .folder(["Trip": .folder(["a.txt": .file("a")])]))
    }
  }

  @Test func putBackNeverTakesAnothersName() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: "old"))
      let thrown = try throwAway(item, asker)
      _ = try asker.create("a.txt", contents: "new")
      try asker.putBack([thrown])
      #expect(try asker.item(item.itemIdentifier).filename == "a-1.txt")
      #expect(
        try asker.house.documents == .folder(["a.txt": .file("new"), "a-1.txt": .file("old")]))
    }
  }

  @Test func anEditOfAnOlderVersionOfWhatTheAppThrewAwayIsBesideItWhereItComesBack() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: "old"))
      let path = asker.house.path(of: "AppGroup/Documents/a.txt")
      try Data("theirs".utf8).write(to: URL(fileURLWithPath: path))
      try asker.rename("Documents/a.txt", to: "Trash/a.txt")
      let answer = try asker.modify(item, .contents, contents: "mine")
      #expect(answer.item.parentItemIdentifier == .rootContainer && answer.fetchAgain)
      #expect(
        try asker.house.documents == .folder(["a.txt": .file("theirs"), "a-1.txt": .file("mine")]))
      #expect(try asker.names(.trashContainer).isEmpty)
    }
  }

  @Test func aLostCatalogueStillKnowsWhereToPutBack() throws {
    try Asker.with { asker in
      let folder = try #require(try asker.create("Trip", type: .folder))
      let item = try #require(try asker.create("a.txt", in: folder.itemIdentifier, contents: "a"))
      _ = try throwAway(item, asker)
      asker.provider.invalidate()
      for name in ["catalogue.sqlite", "catalogue.sqlite-wal", "catalogue.sqlite-shm"] {
        // Not every store has all three.
        try? asker.house.remove("App/Home/" + name)
      }
      try asker.putBack(asker.list(.trashContainer))
      #expect(try asker.house.documents == .folder(["Trip": .folder(["a.txt": .file("a")])]))
    }
  }

  @Test func aMoveOutOfTheTrashGoesToWhereThePersonSays() throws {
    try Asker.with { asker in
      let folder = try #require(try asker.create("Trip", type: .folder))
      let item = try #require(try asker.create("a.txt", contents: "a"))
      let thrown = try throwAway(item, asker)
      let (back, _) = try asker.modify(thrown, [.parentItemIdentifier, .filename]) {
        $0.parentItemIdentifier = folder.itemIdentifier
        $0.filename = "b.txt"
      }
      #expect(back.itemIdentifier == item.itemIdentifier && back.filename == "b.txt")
      #expect(try asker.house.documents == .folder(["Trip": .folder(["b.txt": .file("a")])]))
    }
  }

  @Test func onlyTheTopOfTheTrashCanBePutBack() throws {
    try Asker.with { asker in
      let folder = try #require(try asker.create("Trip", type: .folder))
      let inner = try #require(try asker.create("a.txt", in: folder.itemIdentifier, contents: "a"))
      #expect(((folder.userInfo ?? nil)?["canPutBack"] as? Bool) == nil)
      let thrown = try throwAway(folder, asker)
      #expect(((thrown.userInfo ?? nil)?["canPutBack"] as? Bool) == true)
      let below = try asker.item(inner.itemIdentifier)
      #expect((below.userInfo ?? nil) == nil)
      #expect(throws: CocoaError(.featureUnsupported)) { try asker.putBack([below]) }
    }
  }

  @Test func anUnknownActionIsRefused() throws {
    try Asker.with { asker in
      let thrown = try throwAway(try #require(try asker.create("a.txt", contents: "a")), asker)
      #expect(throws: CocoaError(.featureUnsupported)) {
        try asker.putBack([thrown], action: NSFileProviderExtensionActionIdentifier("another"))
      }
      #expect(try trash(asker) == ["a.txt"])
    }
  }

  @Test func theActionIsDeclaredAsTheCodeKnowsIt() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "FileProviderExtension/Info.plist")
    let plist = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
    let attributes = (plist as? [String: Any])?["NSExtension"] as? [String: Any]
    let actions = try #require(attributes?["NSExtensionFileProviderActions"] as? [[String: String]])
    #expect(
      actions.map { $0["NSExtensionFileProviderActionIdentifier"] } == [
        FileProviderExtension.putBack.rawValue
      ])
    let rule = try #require(actions.first?["NSExtensionFileProviderActionActivationRule"])
    #expect(rule.contains("userInfo." + FileProviderItem.canPutBack + " == YES"))
  }

  @Test func whatIsDeletedInTheTrashIsGone() throws {
    try Asker.with { asker in
      let folder = try #require(try asker.create("Trip", type: .folder))
      _ = try asker.create("a.txt", in: folder.itemIdentifier, contents: "a")
      let thrown = try throwAway(folder, asker)
      #expect(throws: NSFileProviderError(.directoryNotEmpty)) { try asker.delete(thrown) }
      try asker.delete(thrown, .recursive)
      #expect(try trash(asker).isEmpty)
      #expect(isGone(folder, asker))
    }
  }

  @Test func beforeTheSystemHasATrashADeletionGoesToOurs() throws {
    try Asker.with(syncsTrash: false) { asker in
      let folder = try #require(try asker.create("Trip", type: .folder))
      let item = try #require(try asker.create("a.txt", in: folder.itemIdentifier, contents: "a"))
      _ = try asker.list(.workingSet)
      let anchor = try asker.anchor()
      #expect(throws: NSFileProviderError(.directoryNotEmpty)) { try asker.delete(folder) }
      try asker.delete(folder, .recursive)
      #expect(try asker.house.documents == .folder())
      #expect(try asker.house.tree("AppGroup/Trash/Trip").names == ["a.txt"])
      #expect(isGone(folder, asker) && isGone(item, asker))
      #expect(try asker.names(.workingSet).isEmpty)
      let told = try asker.changes(since: anchor)
      #expect(Set(told.deleted) == [folder.itemIdentifier, item.itemIdentifier])
      // Again, as after a restart: it is gone, and that is success.
      try asker.delete(folder, .recursive)
      #expect(throws: (any Error).self) { try throwAway(folder, asker) }
    }
  }

  @Test(arguments: [true, false])
  func anEditOfWhatWasThrownAwayMeanwhileBringsItBack(syncsTrash: Bool) throws {
    try Asker.with(syncsTrash: syncsTrash) { asker in
      let item = try #require(try asker.create("a.txt", contents: "old"))
      _ = try asker.list(.workingSet)
      try asker.rename("Documents/a.txt", to: "Trash/a.txt")
      let (edited, _) = try asker.modify(item, .contents, contents: "edited")
      #expect(edited.parentItemIdentifier == .rootContainer && edited.filename == "a.txt")
      #expect(try asker.house.documents == .folder(["a.txt": .file("edited")]))
    }
  }

  @Test func anAnchorOfASystemWithoutATrashExpiresWhenItHasOne() throws {
    try withHouse { house in
      try house.put(.folder(), at: "App/Home")
      try house.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      let home = house.path(of: "App/Home")
      let old = try Provider(container: house.container, home: home, syncsTrash: false)
      _ = try old.refresh()
      let anchor = try old.currentAnchor()
      let new = try Provider(container: house.container, home: home, syncsTrash: true)
      #expect {
        try new.changes(since: anchor, limit: 10)
      } throws: { $0 as? CatalogueError == .expired }
    }
  }
}

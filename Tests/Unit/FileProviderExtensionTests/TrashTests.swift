import FileProvider
import Foundation
import IntrayCore
import Testing
import UniformTypeIdentifiers

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite(.inExtension) struct TrashTests {
  let harness = ExtensionHarness.current

  /// What is in the trash, without the notes of where it was.
  private func trash(_ harness: ExtensionHarness) throws -> Set<FileName> {
    try harness.test.tree("AppGroup/Trash").names
  }

  private func throwAway(
    _ item: any NSFileProviderItemProtocol, _ harness: ExtensionHarness
  ) throws -> any NSFileProviderItemProtocol {
    try harness.modify(item, .parentItemIdentifier) { $0.parentItemIdentifier = .trashContainer }.item
  }

  @Test func aTrashedDocumentKeepsItsItem() throws {
    let item = try #require(try harness.create("a.txt", contents: "a"))
    let thrown = try throwAway(item, harness)
    #expect(thrown.itemIdentifier == item.itemIdentifier)
    #expect(thrown.parentItemIdentifier == .trashContainer)
    #expect(thrown.itemVersion?.contentVersion == item.itemVersion?.contentVersion)
    #expect(try harness.test.documents == [:])
    #expect(try harness.names(.trashContainer) == ["a.txt"])
    #expect(try harness.names().isEmpty)
    #expect(try harness.names(.workingSet) == ["a.txt"])
    let container = try harness.item(.trashContainer)
    #expect(container.itemIdentifier == .trashContainer && container.contentType == .folder)
  }

  @Test func aTrashedFolderKeepsItsContentsReadable() throws {
    let folder = try #require(try harness.create("Trip", type: .folder))
    let item = try #require(try harness.create("a.txt", in: folder.itemIdentifier, contents: "a"))
    _ = try throwAway(folder, harness)
    #expect(try harness.names(folder.itemIdentifier) == ["a.txt"])
    #expect(try harness.item(item.itemIdentifier).parentItemIdentifier == folder.itemIdentifier)
    let url = try #require(try harness.fetch(item.itemIdentifier).url)
    #expect(try Data(contentsOf: url) == Data("a".utf8))
  }

  /// The app throws a folder away while Files has an edit of a document in it under way.
  @Test(arguments: ["a.txt", "sub/a.txt"], [true, false])
  func anEditInAFolderThatTheAppHasTrashedBringsTheDocumentToWhereTheFolderWas(path: String, isRead: Bool)
    throws
  {
    let work = try #require(try harness.create("Work", type: .folder)).itemIdentifier
    let trip = try #require(try harness.create("Trip", in: work, type: .folder)).itemIdentifier
    var folder = trip
    if path.contains("/") {
      folder = try #require(try harness.create("sub", in: trip, type: .folder)).itemIdentifier
    }
    let item = try #require(try harness.create("a.txt", in: folder, contents: "a"))
    let documents = Documents(harness.test.container)
    let file = try harness.test.container.folder(at: DocumentPath(["Work"]))["Trip"].status().file
    _ = try documents.trash(DocumentPath(["Work", "Trip"]), expecting: file)
    if isRead { _ = try harness.changes(since: harness.anchor()) }
    let (edited, _) = try harness.modify(item, .contents, contents: "edited")
    #expect(edited.itemIdentifier == item.itemIdentifier && edited.parentItemIdentifier == work)
    #expect(try harness.test.documents == ["Work": ["a.txt": "edited"]])
  }

  @Test(arguments: [true, false])
  func anEditInATrashedFolderOfWhichTheSystemKnowsStaysThere(isOfSystem: Bool) throws {
    let trip = try #require(try harness.create("Trip", type: .folder))
    var item = try #require(try harness.create("a.txt", in: trip.itemIdentifier, contents: "a"))
    if isOfSystem {
      _ = try throwAway(trip, harness)
    } else {
      try harness.rename("Documents/Trip", to: "Trash/Trip")
      _ = try harness.changes(since: harness.anchor())
      item = try harness.item(item.itemIdentifier)
    }
    let (edited, _) = try harness.modify(item, .contents, contents: "edited")
    #expect(edited.parentItemIdentifier == trip.itemIdentifier)
    #expect(try harness.test.documents == [:])
  }

  @Test func aDocumentThatTheAppTrashesIsReportedAsTheSameItem() throws {
    let folder = try #require(try harness.create("Trip", type: .folder))
    let item = try #require(try harness.create("a.txt", in: folder.itemIdentifier, contents: "a"))
    _ = try harness.list(.workingSet)
    let anchor = try harness.anchor()
    try harness.rename("Documents/Trip", to: "Trash/Trip")
    let told = try harness.changes(since: anchor)
    #expect(told.deleted.isEmpty)
    let parents = Dictionary(
      told.updated.map { ($0.itemIdentifier, $0.parentItemIdentifier) }, uniquingKeysWith: { $1 })
    #expect(parents == [folder.itemIdentifier: .trashContainer, item.itemIdentifier: folder.itemIdentifier])
    #expect(told.updated.first?.itemIdentifier == folder.itemIdentifier)
    try harness.rename("Trash/Trip", to: "Documents/Trip")
    let back = try harness.changes(since: told.anchor)
    #expect(back.deleted.isEmpty)
    #expect(try harness.item(folder.itemIdentifier).parentItemIdentifier == .rootContainer)
  }

  @Test(arguments: [false, true])
  func putBackReturnsADocumentToItsFolderAlsoAfterTheCatalogueWasLost(isLost: Bool) throws {
    let folder = try #require(try harness.create("Trip", type: .folder))
    let item = try #require(try harness.create("a.txt", in: folder.itemIdentifier, contents: "a"))
    _ = try throwAway(item, harness)
    if isLost {
      harness.provider.invalidate()
      for name in ["catalogue.sqlite", "catalogue.sqlite-wal", "catalogue.sqlite-shm"] {
        // Not every store has all three.
        try? harness.test.remove("App/Home/" + name)
      }
    }
    try harness.putBack(harness.list(.trashContainer))
    let back = try harness.item(item.itemIdentifier)
    #expect(back.parentItemIdentifier == folder.itemIdentifier && back.filename == "a.txt")
    #expect(back.itemVersion?.contentVersion == item.itemVersion?.contentVersion)
    #expect(try harness.test.documents == ["Trip": ["a.txt": "a"]])
  }

  @Test func anEditOfAnOldVersionOfATrashedDocumentLiesBesideItAfterPutBack() throws {
    let item = try #require(try harness.create("a.txt", contents: "old"))
    let path = harness.test.path(of: "AppGroup/Documents/a.txt")
    try Data("theirs".utf8).write(to: URL(fileURLWithPath: path))
    try harness.rename("Documents/a.txt", to: "Trash/a.txt")
    let answer = try harness.modify(item, .contents, contents: "mine")
    #expect(answer.item.parentItemIdentifier == .rootContainer && answer.fetchAgain)
    #expect(try harness.test.documents == ["a.txt": "theirs", "a (conflict).txt": "mine"])
    #expect(try harness.names(.trashContainer).isEmpty)
  }

  @Test func aMoveOutOfTheTrashGoesToTheChosenFolder() throws {
    let folder = try #require(try harness.create("Trip", type: .folder))
    let item = try #require(try harness.create("a.txt", contents: "a"))
    let thrown = try throwAway(item, harness)
    let (back, _) = try harness.modify(thrown, [.parentItemIdentifier, .filename]) {
      $0.parentItemIdentifier = folder.itemIdentifier
      $0.filename = "b.txt"
    }
    #expect(back.itemIdentifier == item.itemIdentifier && back.filename == "b.txt")
    #expect(try harness.test.documents == ["Trip": ["b.txt": "a"]])
  }

  @Test func onlyTheTopOfTheTrashCanBePutBack() throws {
    let folder = try #require(try harness.create("Trip", type: .folder))
    let inner = try #require(try harness.create("a.txt", in: folder.itemIdentifier, contents: "a"))
    #expect(((folder.userInfo ?? nil)?["canRecover"] as? Bool) == nil)
    let thrown = try throwAway(folder, harness)
    #expect(((thrown.userInfo ?? nil)?["canRecover"] as? Bool) == true)
    let below = try harness.item(inner.itemIdentifier)
    #expect((below.userInfo ?? nil) == nil)
    #expect(throws: CocoaError(.featureUnsupported)) { try harness.putBack([below]) }
    // Nor is another action known.
    #expect(throws: CocoaError(.featureUnsupported)) {
      try harness.putBack([thrown], action: NSFileProviderExtensionActionIdentifier("another"))
    }
    #expect(try trash(harness) == ["Trip"])
  }

  @Test func theInfoPlistDeclaresTheActionsOfTheCode() throws {
    let file = repository.appending(path: "FileProviderExtension/Info.plist")
    let plist = try PropertyListSerialization.propertyList(from: Data(contentsOf: file), format: nil)
    let attributes = (plist as? [String: Any])?["NSExtension"] as? [String: Any]
    let actions = try #require(attributes?["NSExtensionFileProviderActions"] as? [[String: String]])
    #expect(
      actions.map { $0["NSExtensionFileProviderActionIdentifier"] } == [
        FileProviderExtension.recover.rawValue, FileProviderExtension.keepBoth.rawValue,
        FileProviderExtension.keepThis.rawValue,
      ])
    let keys = [FileProviderItem.canRecover, FileProviderItem.isConflict, FileProviderItem.isConflict]
    for (action, key) in zip(actions, keys) {
      let rule = try #require(action["NSExtensionFileProviderActionActivationRule"])
      #expect(rule.contains("userInfo." + key + " == YES"))
    }
    let decorations = try #require(attributes?["NSFileProviderDecorations"] as? [[String: String]])
    #expect(decorations.map { $0["Identifier"] } == [FileProviderItem.conflict.rawValue])
    // The keys and the type are those of NSFileProviderItemDecoration.h.
    for decoration in decorations {
      #expect(Set(decoration.keys) == ["Identifier", "BadgeImageType", "Category", "Label"])
      #expect(["Badge", "Sharing", "FolderBadge"].contains(decoration["Category"]))
      #expect(decoration["BadgeImageType"]?.hasPrefix("com.apple.icon-decoration.badge.") == true)
    }
  }

  @Test func aDocumentDeletedInTheTrashIsGone() throws {
    let folder = try #require(try harness.create("Trip", type: .folder))
    _ = try harness.create("a.txt", in: folder.itemIdentifier, contents: "a")
    let thrown = try throwAway(folder, harness)
    #expect(throws: NSFileProviderError(.directoryNotEmpty)) { try harness.delete(thrown) }
    try harness.delete(thrown, .recursive)
    #expect(try trash(harness).isEmpty)
    expectCode(.noSuchItem) { try harness.item(folder.itemIdentifier) }
  }

  @Test func anEditOfADocumentThatWasTrashedMeanwhileRestoresIt() throws {
    let item = try #require(try harness.create("a.txt", contents: "old"))
    _ = try harness.list(.workingSet)
    try harness.rename("Documents/a.txt", to: "Trash/a.txt")
    let (edited, _) = try harness.modify(item, .contents, contents: "edited")
    #expect(edited.parentItemIdentifier == .rootContainer && edited.filename == "a.txt")
    #expect(try harness.test.documents == ["a.txt": "edited"])
  }
}

import Foundation
import Testing

@testable import Shared

/// Which items the system knows, and which folders it may delete because of that.
@Suite struct ProviderToldTests {
  /// A folder with one document, which the system knows and has confirmed.
  private func withFolder(_ body: (TestContainer, Provider, _ folder: Item, SyncAnchor) throws -> Void) throws
  {
    try withTestContainer { test in
      try test.put(.folder(["old.txt": .file("old")]), at: "AppGroup/Documents/box")
      let provider = try test.startProvider()
      let anchor = try confirmed(provider)
      try body(test, provider, provider.item(named: "box"), anchor)
    }
  }

  /// Lists everything, and comes back once, as the system does.
  private func confirmed(_ provider: Provider) throws -> SyncAnchor {
    try provider.refresh()
    _ = try provider.told()
    let anchor = try provider.currentAnchor()
    return try provider.changes(since: anchor, limit: 100).anchor
  }

  private func delete(_ folder: Item, _ provider: Provider) throws {
    try provider.delete(folder.id, base: .version(folder.contentVersion), isRecursive: true)
  }

  private func expectRejected(_ folder: Item, _ provider: Provider, in test: TestContainer) throws {
    _ = provider.takeNews()
    #expect { try delete(folder, provider) } throws: { error in
      if case ProviderError.deletionRejected(let item) = error { item.id == folder.id } else { false }
    }
    #expect(provider.takeNews())
    #expect(try test.documents.paths.contains("box/new.txt"))
  }

  @Test(arguments: FolderShape.allCases)
  func deletingALargeOrDeepFolderCostsTheSameForEachEntry(shape: FolderShape) throws {
    var calls: [Int] = []
    for count in [40, 80, 120] {
      try withTestContainer(on: .memory) { test in
        try test.put(shape.tree(of: count), at: "AppGroup/Documents/box")
        let log = CallLog()
        let provider = try test.startProvider(on: test.disk.logging(to: log))
        _ = try confirmed(provider)
        let before = log.all.count
        try delete(provider.item(named: "box"), provider)
        #expect(try test.documents.names.isEmpty)
        #expect(test.ledger.most < 16, "\(test.ledger.most) descriptors")
        calls.append(log.all.count - before)
      }
    }
    #expect(calls[2] - calls[1] == calls[1] - calls[0], "\(calls)")
  }

  /// How far a document has come, that arrives in a folder while the system deletes it.
  enum Step: CaseIterable {
    case isThere, isScanned, isRefreshed, isAskedFor, isListedInItsFolder, isTold
  }

  @Test(arguments: Step.allCases, [false, true])
  func aDocumentThatTheSystemHasNotConfirmedIsNotDeletedWithItsFolder(step: Step, isRestarted: Bool) throws {
    try withFolder { test, first, folder, anchor in
      try test.put(.file("new"), at: "AppGroup/Documents/box/new.txt")
      switch step {
      case .isThere: break
      case .isScanned: try first.scan()
      case .isRefreshed: try first.refresh()
      case .isAskedFor:
        try first.scan()
        _ = try first.item(first.item(named: "box", "new.txt").id)
      case .isListedInItsFolder:
        try first.scan()
        _ = try first.children(of: folder.id, page: nil, limit: 100)
      case .isTold:
        try first.scan()
        // The answer may be lost.
        #expect(try first.changes(since: anchor, limit: 100).updated.contains { $0.name == "new.txt" })
      }
      let provider = isRestarted ? try test.startProvider() : first
      try expectRejected(folder, provider, in: test)
      // The system enumerates twice, and then deletes the items that it knows.
      let changes = try provider.changes(since: anchor, limit: 100)
      #expect(changes.updated.contains { $0.name == "new.txt" })
      _ = try provider.changes(since: changes.anchor, limit: 100)
      try delete(folder, isRestarted ? try test.startProvider() : provider)
      #expect(try test.documents == .folder())
    }
  }

  @Test func aDocumentThatArrivedInASubfolderIsNotDeletedEither() throws {
    try withFolder { test, provider, folder, _ in
      try test.put(.folder(["new.txt": .file("new")]), at: "AppGroup/Documents/elsewhere")
      let anchor = try confirmed(provider)
      // The app moves a folder that the system knows, and with it what the system knows in it.
      try FileManager.default.moveItem(
        atPath: test.path(of: "AppGroup/Documents/elsewhere"),
        toPath: test.path(of: "AppGroup/Documents/box/elsewhere"))
      try provider.scan()
      #expect(throws: ProviderError.self) { try delete(folder, provider) }
      #expect(try test.documents.paths.contains("box/elsewhere/new.txt"))
      let changes = try provider.changes(since: anchor, limit: 100)
      _ = try provider.changes(since: changes.anchor, limit: 100)
      try delete(folder, provider)
      #expect(try test.documents == .folder())
    }
  }

  @Test func theSystemKnowsTheItemsOfAListingThatItConfirms() throws {
    try withTestContainer { test in
      try test.put(.folder(["new.txt": .file("new")]), at: "AppGroup/Documents/box")
      let provider = try test.startProvider()
      try provider.refresh()
      _ = try provider.told()
      let folder = try provider.item(named: "box")
      // The last page may have been lost on its way.
      try expectRejected(folder, provider, in: test)
      _ = try provider.changes(since: provider.currentAnchor(), limit: 100)
      try delete(folder, provider)
      #expect(try test.documents == .folder())
    }
  }

  @Test func afterAnExpiredAnchorTheSystemKnowsOnlyTheNextListingThatItConfirms() throws {
    try withFolder { test, provider, folder, anchor in
      try test.put(.file("new"), at: "AppGroup/Documents/box/new.txt")
      try provider.scan()
      let changes = try provider.changes(since: anchor, limit: 100)
      _ = try provider.changes(since: changes.anchor, limit: 100)
      #expect(throws: ProviderError.self) { try provider.changes(since: nil, limit: 100) }
      try expectRejected(folder, provider, in: test)
      _ = try provider.told()
      try expectRejected(folder, provider, in: test)
      _ = try provider.changes(since: provider.currentAnchor(), limit: 100)
      try delete(folder, provider)
      #expect(try test.documents == .folder())
    }
  }

  @Test func anUnreportedConflictCopyIsNotDeletedWithItsFolder() throws {
    try withFolder { test, provider, folder, anchor in
      let old = try provider.item(named: "box", "old.txt")
      let path = test.path(of: "AppGroup/Documents/box/old.txt")
      try Data("theirs".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      try provider.scan()
      var changes = try provider.changes(since: anchor, limit: 100)
      changes = try provider.changes(since: changes.anchor, limit: 100)
      let answer = try provider.modify(
        old.id, ItemChange(), at: ("old.txt", folder.id), contents: test.original("mine"),
        base: .version(old.contentVersion))
      #expect(answer.isConflicted)
      #expect(throws: ProviderError.self) { try delete(folder, provider) }
      #expect(try test.documents.paths.contains("box/old-1.txt"))
      changes = try provider.changes(since: changes.anchor, limit: 100)
      #expect(changes.updated.contains { $0.name == "old-1.txt" })
      _ = try provider.changes(since: changes.anchor, limit: 100)
      try delete(folder, provider)
      #expect(try test.documents == .folder())
    }
  }

  @Test func aDeletionOfAnOlderVersionIsRejected() throws {
    try withFolder { test, provider, _, _ in
      let old = try provider.item(named: "box", "old.txt")
      let path = test.path(of: "AppGroup/Documents/box/old.txt")
      try Data("theirs".utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
      _ = try confirmed(provider)
      #expect {
        try provider.delete(old.id, base: .version(old.contentVersion), isRecursive: false)
      } throws: { error in
        if case ProviderError.deletionRejected(let item) = error { item.id == old.id } else { false }
      }
      #expect(try test.documents == .folder(["box": .folder(["old.txt": .file("theirs")])]))
    }
  }

  @Test func theSystemKnowsTheItemsThatItCreated() throws {
    try withFolder { test, provider, folder, _ in
      let change = itemChange {
        $0.name = "mine.txt"
        $0.parent = folder.id
      }
      let made = try provider.create(
        template: "template", change, from: .copy(of: test.original("mine")), mayExist: false)
      // What it does to the item afterwards is told as well, and the folder is the one that it knows.
      _ = try provider.modify(
        made.item.id, itemChange { $0.name = "renamed.txt" }, at: ("mine.txt", folder.id), contents: nil,
        base: .version(made.item.contentVersion))
      try provider.scan()
      try delete(folder, provider)
      #expect(try test.documents == .folder())
    }
  }

  @Test func aFolderThatTheSystemTrashedCanBeDeletedAtOnce() throws {
    try withFolder { test, provider, folder, _ in
      _ = try provider.modify(
        folder.id, itemChange { $0.parent = .trash }, at: ("box", .root), contents: nil,
        base: .version(folder.contentVersion))
      try delete(folder, provider)
      #expect(try test.trash == .folder())
    }
  }

  @Test func aTagSetByTheSystemDoesNotMakeADocumentKnown() throws {
    try withFolder { test, provider, folder, _ in
      try test.put(.file("new"), at: "AppGroup/Documents/box/new.txt")
      try provider.scan()
      let new = try provider.item(named: "box", "new.txt")
      // The answer, by which the system would learn of its contents, may be lost.
      _ = try provider.modify(
        new.id, itemChange { $0.tags = .some([1]) }, at: ("new.txt", folder.id), contents: nil,
        base: .version(new.contentVersion))
      try expectRejected(folder, provider, in: test)
    }
  }

  @Test func changesArePendingUntilTheSystemConfirmsThem() throws {
    try withFolder { test, provider, _, anchor in
      _ = provider.takeNews()
      try test.put(.file("new"), at: "AppGroup/Documents/box/new.txt")
      try provider.refresh()
      let changes = try provider.changes(since: anchor, limit: 100)
      #expect(provider.takeNews())
      _ = try provider.changes(since: changes.anchor, limit: 100)
      #expect(!provider.takeNews())
    }
  }
}

import Foundation
import Testing

@testable import IntrayCore

/// A folder of many entries.
enum FolderShape: CaseIterable {
  case wide, deep

  func tree(of count: Int) -> Tree {
    switch self {
    case .wide:
      .folder(Dictionary(uniqueKeysWithValues: (0..<count).map { (FileName("\($0)"), "") }))
    case .deep:
      (0..<count).reduce(Tree.folder(["bottom": ""])) { below, _ in ["level": below] }
    }
  }
}

/// Which items the system knows, and which folders it may delete because of that.
@Suite(.inContainer) struct ProviderToldTests {
  let test = TestContainer.current

  /// A folder with one document, which the system knows and has confirmed.
  private func knownFolder() throws -> (Provider, Item, SyncAnchor) {
    try test.put(["box": ["old.txt": "old"]])
    let provider = try test.startProvider()
    let anchor = try confirmed(provider)
    return (provider, try provider.item(named: "box"), anchor)
  }

  /// Lists everything, and comes back once, as the system does.
  private func confirmed(_ provider: Provider) throws -> SyncAnchor {
    try provider.refresh()
    _ = try provider.told()
    return try provider.confirm()
  }

  private func delete(_ folder: Item, _ provider: Provider) throws {
    try provider.delete(folder.id, base: .version(folder.contentVersion), isRecursive: true)
  }

  private func expectRejected(_ folder: Item, _ provider: Provider, in test: TestContainer) throws {
    _ = provider.removeNews()
    #expect { try delete(folder, provider) } throws: { error in
      if case ProviderError.deletionRejected(let item) = error { item.id == folder.id } else { false }
    }
    #expect(provider.removeNews())
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
    let (first, folder, anchor) = try knownFolder()
    try test.put("new", at: "AppGroup/Documents/box/new.txt")
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
    #expect(try test.documents == [:])
  }

  @Test func aDocumentThatArrivedInASubfolderIsNotDeletedEither() throws {
    let (provider, folder, _) = try knownFolder()
    try test.put(["new.txt": "new"], at: "AppGroup/Documents/elsewhere")
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
    #expect(try test.documents == [:])
  }

  @Test func theSystemKnowsTheItemsOfAListingThatItConfirms() throws {
    try test.put(["new.txt": "new"], at: "AppGroup/Documents/box")
    let provider = try test.startProvider()
    try provider.refresh()
    _ = try provider.told()
    let folder = try provider.item(named: "box")
    // The last page may have been lost on its way.
    try expectRejected(folder, provider, in: test)
    _ = try provider.confirm()
    try delete(folder, provider)
    #expect(try test.documents == [:])
  }

  @Test func afterAnExpiredAnchorTheSystemKnowsOnlyTheNextListingThatItConfirms() throws {
    let (provider, folder, anchor) = try knownFolder()
    try test.put("new", at: "AppGroup/Documents/box/new.txt")
    try provider.scan()
    let changes = try provider.changes(since: anchor, limit: 100)
    _ = try provider.changes(since: changes.anchor, limit: 100)
    #expect(throws: CatalogueError.expired) { try provider.changes(since: nil, limit: 100) }
    try expectRejected(folder, provider, in: test)
    _ = try provider.told()
    try expectRejected(folder, provider, in: test)
    _ = try provider.confirm()
    try delete(folder, provider)
    #expect(try test.documents == [:])
  }

  @Test func anUnreportedConflictCopyIsNotDeletedWithItsFolder() throws {
    let (provider, folder, anchor) = try knownFolder()
    let old = try provider.item(named: "box", "old.txt")
    let path = test.path(of: "AppGroup/Documents/box/old.txt")
    try saveAnew("theirs", at: path)
    try provider.scan()
    var changes = try provider.changes(since: anchor, limit: 100)
    changes = try provider.changes(since: changes.anchor, limit: 100)
    #expect(try provider.modify(old, contents: test.original("mine")).isConflicted)
    #expect(throws: ProviderError.self) { try delete(folder, provider) }
    #expect(try test.documents.paths.contains("box/old (conflict).txt"))
    changes = try provider.changes(since: changes.anchor, limit: 100)
    #expect(changes.updated.contains { $0.name == "old (conflict).txt" })
    _ = try provider.changes(since: changes.anchor, limit: 100)
    try delete(folder, provider)
    #expect(try test.documents == [:])
  }

  @Test func theSystemKnowsTheItemsThatItCreated() throws {
    let (provider, folder, _) = try knownFolder()
    let change = itemChange {
      $0.name = "mine.txt"
      $0.parent = folder.id
    }
    let made = try provider.create(
      template: "template", change, from: .copy(of: test.original("mine")), mayExist: false)
    // What it does to the item afterwards is told as well, and the folder is the one that it knows.
    try provider.modify(made.item) { $0.name = "renamed.txt" }
    try provider.scan()
    try delete(folder, provider)
    #expect(try test.documents == [:])
  }

  @Test func aFolderThatTheSystemTrashedCanBeDeletedAtOnce() throws {
    let (provider, folder, _) = try knownFolder()
    try provider.modify(folder) { $0.parent = .trash }
    try delete(folder, provider)
    #expect(try test.trash == [:])
  }

  @Test func aTagSetByTheSystemDoesNotMakeADocumentKnown() throws {
    let (provider, folder, _) = try knownFolder()
    try test.put("new", at: "AppGroup/Documents/box/new.txt")
    try provider.scan()
    let new = try provider.item(named: "box", "new.txt")
    // The answer, by which the system would learn of its contents, may be lost.
    try provider.modify(new) { $0.tags = .some([1]) }
    try expectRejected(folder, provider, in: test)
  }

  @Test func changesArePendingUntilTheSystemConfirmsThem() throws {
    let (provider, _, anchor) = try knownFolder()
    _ = provider.removeNews()
    try test.put("new", at: "AppGroup/Documents/box/new.txt")
    try provider.refresh()
    let changes = try provider.changes(since: anchor, limit: 100)
    #expect(provider.removeNews())
    _ = try provider.changes(since: changes.anchor, limit: 100)
    #expect(!provider.removeNews())
  }
}

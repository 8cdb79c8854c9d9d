import Foundation
import Testing

@testable import IntrayCore

/// What a document says of itself, and what follows from it for the system's calls.
@Suite(.inContainer) struct ProviderIdentityTests {
  let test = TestContainer.current

  private func modify(
    _ provider: Provider, _ item: Item, _ text: String, from base: Item, in test: TestContainer,
    at seconds: Int64? = nil
  ) throws -> ProviderReply {
    var change = ItemChange()
    change.modified = seconds.map { FileTime(seconds: $0) }
    return try provider.modify(
      item.id, change, at: (item.name.description, .root), contents: test.original(text),
      base: .version(base.contentVersion))
  }

  /// A document that another process has replaced since the system saw it.
  private func conflict(in test: TestContainer) throws -> (provider: Provider, seen: Item) {
    try test.put(["report.txt": "first"])
    let (provider, seen) = try test.startProvider(knowing: "report.txt")
    let documents = Documents(test.container)
    let staged = try documents.stage(.bytes(Array("theirs".utf8)), as: "report.txt")
    _ = try documents.replaceContents(of: "report.txt", with: staged, expecting: test.known("report.txt"))
    try provider.scan()
    return (provider, seen)
  }

  /// A document, the item that the system knows, and the bytes of its identity.
  private func identity() throws -> (Provider, Item, [UInt8]) {
    try test.put(["a.txt": "first"])
    let (provider, item) = try test.startProvider(knowing: "a.txt")
    return (provider, item, try #require(try test.attribute(Identity.attribute, of: "a.txt")))
  }

  @Test("Contents whose folder cannot be opened are read by their path, once")
  func contentsInSealedFolder() throws {
    let provider = try test.startProvider(on: test.disk.sealing(test.path(of: "Originals")))
    let contents = try (test.original("one"), test.original("two"))
    for _ in 0..<2 {
      let named = itemChange { ($0.name, $0.parent) = ("a.txt", .root) }
      _ = try provider.create(template: "t", named, from: .copy(of: contents.0), mayExist: false)
    }
    let item = try provider.item(named: "a.txt")
    for _ in 0..<2 {
      #expect(try !provider.modify(item, contents: contents.1).isConflicted)
    }
    #expect(try test.documents == ["a.txt": "two"])
  }

  @Test func aConflictCopyRenamedToTheOriginalIsAnEdit() throws {
    let (provider, seen) = try conflict(in: test)
    #expect(try modify(provider, seen, "mine", from: seen, in: test).isConflicted)
    #expect(try test.documents == ["report.txt": "theirs", "report (conflict).txt": "mine"])
    // cp report-1.txt report.txt; rm report-1.txt
    let now = try provider.item(named: "report.txt")
    let copy = try provider.item(named: "report (conflict).txt")
    #expect(try !modify(provider, now, "mine", from: now, in: test).isConflicted)
    try provider.delete(copy.id, base: .version(copy.contentVersion), isRecursive: false)
    #expect(try test.documents == ["report.txt": "mine"])
  }

  @Test(
    "A conflicting edit that is killed or fails at any call and is repeated makes one copy",
    arguments: [true, false])
  func conflictCopyAfterKill(isKilled: Bool) throws {
    try eachCall(.untidy) { test, fuse in
      let seen = try conflict(in: test).seen
      let isFailing = Flag(true)
      let failing = test.disk.asking { request throws(DiskError) in
        if isFailing.isOn, fuse.blows(for: request) { throw .of(.failed, number: EIO) }
      }
      var provider: Provider?
      do {
        provider = try test.startProvider(on: isKilled ? test.disk.dying(fuse) : failing)
        _ = try provider.map { try modify($0, seen, "mine", from: seen, in: test) }
      } catch {
        // It is dead, or the system repeats what failed.
      }
      isFailing.isOn = false
      if isKilled { provider = nil }
      let next = try provider ?? test.startProvider()
      #expect(try modify(next, seen, "mine", from: seen, in: test).isConflicted)
      #expect(try test.documents.contents == texts("mine", "theirs"))
    }
  }

  @Test func aRepeatedConflictingEditMakesOneCopy() throws {
    let (provider, seen) = try conflict(in: test)
    for _ in 0..<3 { #expect(try modify(provider, seen, "mine", from: seen, in: test).isConflicted) }
    #expect(try test.documents == ["report.txt": "theirs", "report (conflict).txt": "mine"])
    // A later save of the same copy is another one.
    #expect(try modify(provider, seen, "mine too", from: seen, in: test).isConflicted)
    #expect(try test.documents.contents == texts("mine", "mine too", "theirs"))
  }

  @Test func aRepeatedEditIsAppliedOnceAndALaterSaveReplacesIt() throws {
    try test.put("first", at: "AppGroup/Documents/a.txt")
    let (provider, seen) = try test.startProvider(knowing: "a.txt")
    let first = try modify(provider, seen, "second", from: seen, in: test, at: 100)
    let again = try modify(provider, seen, "second", from: seen, in: test, at: 100)
    #expect(!first.isConflicted && !again.isConflicted)
    #expect(again.item.contentVersion == first.item.contentVersion)
    #expect(try !modify(provider, seen, "third", from: seen, in: test, at: 200).isConflicted)
    #expect(try test.documents == ["a.txt": "third"])
    // A version that is older than the present one arrived late.
    #expect(try modify(provider, seen, "late", from: seen, in: test, at: 150).isConflicted)
    #expect(try test.documents == ["a.txt": "third", "a (conflict).txt": "late"])
  }

  @Test func anEditThatRestoresEarlierContentsIsAnEdit() throws {
    try test.put("first", at: "AppGroup/Documents/a.txt")
    let (provider, seen) = try test.startProvider(knowing: "a.txt")
    let second = try modify(provider, seen, "second", from: seen, in: test).item
    let third = try modify(provider, second, "first", from: second, in: test)
    #expect(!third.isConflicted && third.item.contentVersion != seen.contentVersion)
    #expect(try test.documents == ["a.txt": "first"])
  }

  @Test func aLostCatalogueChangesNoIdentifierAndNoVersionAndRepeatsNothing() throws {
    let provider = try test.startProvider()
    var file = ItemChange()
    (file.name, file.parent) = ("a.txt", .root)
    let made = try provider.create(
      template: "t", file, from: .copy(of: test.original("first")), mayExist: false
    ).item
    let seen = try modify(provider, made, "second", from: made, in: test).item
    var folder = ItemChange()
    (folder.name, folder.parent) = ("f", .root)
    let kept = try provider.create(template: "f", folder, from: .folder, mayExist: false).item
    try test.remove("App/Home")
    let later = try test.startProvider()
    // The answers were lost, too: the calls come again.
    let again = try modify(later, made, "second", from: made, in: test)
    #expect(!again.isConflicted && again.item.id == made.id)
    #expect(again.item.contentVersion == seen.contentVersion)
    #expect(try later.create(template: "f", folder, from: .folder, mayExist: false).item.id == kept.id)
    try later.refresh()
    #expect(try later.item(named: "a.txt").id == made.id)
    #expect(try test.documents == ["a.txt": "second", "f": [:]])
  }

  @Test func aCopyThatAProgramMadeWithAllAttributesIsAnotherDocument() throws {
    let (provider, original, bytes) = try identity()
    try test.put(.file("first").attribute(Identity.attribute, bytes), at: "AppGroup/Documents/b.txt")
    try test.put(["c.txt": .file("x").attribute(Identity.attribute, bytes)], at: "AppGroup/Documents/f")
    try provider.refresh()
    let items = try ["a.txt", "b.txt"].map { try provider.item(named: $0).id }
    #expect(items[0] == original.id && items[1] != original.id)
    let identities = try ["a.txt", "b.txt", "f", "f/c.txt"].map {
      try test.attribute(Identity.attribute, of: $0)
    }
    #expect(Set(identities).count == 4 && !identities.contains(nil))
  }

  @Test func copiesForTheSystemCarryNoAttributesOfIntray() throws {
    try test.put(
      .file("first").attribute(ItemAttribute.favouriteRank, [7]).attribute("org.example.note#S", [1]),
      at: "AppGroup/Documents/a.txt")
    let provider = try test.startProvider()
    try provider.refresh()
    let (path, _) = try provider.fetch(provider.item(named: "a.txt").id, into: test.path(of: "Originals"))
    let (folder, name) = try Folder.openParent(of: #require(path), disk: .system)
    let names = try folder[name].open(.file).attributes()
    #expect(names == ["org.example.note#S"])
  }

  @Test func anIdentityThatArrivesWithContentsIsIgnored() throws {
    let (provider, original, bytes) = try identity()
    try test.remove("AppGroup/Documents/a.txt")
    let stolen = Tree.file("other").attribute(Identity.attribute, bytes).attribute(
      ItemAttribute.favouriteRank, ItemAttribute.encode(7))
    try test.put(["a.txt": stolen], at: "App/Documents/Inbox")
    let drain = Drain(test.container, sandbox: test.sandbox)
    try drain.open(URL(filePath: test.path(of: "App/Documents/Inbox/a.txt"))) { _ in }
    try provider.refresh()
    let item = try provider.item(named: "a.txt")
    #expect(item.id != original.id && item.favouriteRank == nil)
  }

  @Test func aMalformedIdentityCountsAsNone() {
    let status = FileStatus(
      kind: .file, size: 5, modified: FileTime(seconds: 1), changed: FileTime(seconds: 1), created: nil,
      mode: 0o600, linkCount: 1, file: FileID(1), device: 1)
    let identity = Identity(.random(), origin: .create(template: "t", created: nil), of: status)
    #expect(identity.bytes.count == 56)
    #expect(Identity(identity.bytes) == identity)
    for bytes in [
      [], Array(identity.bytes.dropLast()), identity.bytes + [0], [9] + identity.bytes.dropFirst(),
    ] {
      #expect(Identity(bytes) == nil)
    }
    #expect(Identity([1] + [UInt8](repeating: 0, count: 55)) == nil, "the root is no document")
    var later = status
    later.size = 6
    #expect(identity.fits(status) && !identity.fits(later))
  }
}

extension TestContainer {
  /// An extended attribute of a document; nil for none.
  func attribute(_ name: String, of document: String) throws -> [UInt8]? {
    let (folder, file) = try Folder.openParent(of: path(of: "AppGroup/Documents/" + document), disk: .system)
    return try folder[file].open(folder[file].status().kind).attribute(name)
  }
}

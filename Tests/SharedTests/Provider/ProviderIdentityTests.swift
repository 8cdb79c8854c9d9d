import Foundation
import Synchronization
import Testing

@testable import Shared

/// What a document says of itself, and what follows from it for the system's calls.
@Suite struct ProviderIdentityTests {
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
  private func withConflict(_ body: (TestContainer, Provider, _ seen: Item) throws -> Void) throws {
    try withTestContainer { test in
      try test.put(.file("first"), at: "AppGroup/Documents/report.txt")
      let provider = try test.startProvider()
      try provider.refresh()
      let seen = try provider.item(named: "report.txt")
      let documents = Documents(test.container)
      let staged = try documents.stage(.bytes(Array("theirs".utf8)), as: "report.txt")
      _ = try documents.replaceContents(of: "report.txt", with: staged, expecting: test.known("report.txt"))
      try provider.scan()
      try body(test, provider, seen)
    }
  }

  /// A document, the item that the system knows, and the bytes of its identity.
  private func withIdentity(_ body: (TestContainer, Provider, Item, [UInt8]) throws -> Void) throws {
    try withTestContainer { test in
      try test.put(.file("first"), at: "AppGroup/Documents/a.txt")
      let provider = try test.startProvider()
      try provider.refresh()
      let bytes = try #require(try test.attribute(Identity.attribute, of: "a.txt"))
      try body(test, provider, provider.item(named: "a.txt"), bytes)
    }
  }

  @Test("Contents whose folder cannot be opened are read by their path, once")
  func contentsInSealedFolder() throws {
    try withTestContainer { test in
      let provider = try test.startProvider(on: test.disk.sealing(test.path(of: "Originals")))
      let contents = try (test.original("one"), test.original("two"))
      for _ in 0..<2 {
        let named = itemChange { ($0.name, $0.parent) = ("a.txt", .root) }
        _ = try provider.create(template: "t", named, from: .copy(of: contents.0), mayExist: false)
      }
      let item = try provider.item(named: "a.txt")
      for _ in 0..<2 {
        let answer = try provider.modify(
          item.id, ItemChange(), at: ("a.txt", .root), contents: contents.1,
          base: .version(item.contentVersion))
        #expect(!answer.isConflicted)
      }
      #expect(try test.documents == .folder(["a.txt": .file("two")]))
    }
  }

  @Test func aConflictCopyRenamedToTheOriginalIsAnEdit() throws {
    try withConflict { (test: TestContainer, provider: Provider, seen: Item) throws in
      #expect(try modify(provider, seen, "mine", from: seen, in: test).isConflicted)
      #expect(
        try test.documents == .folder(["report.txt": .file("theirs"), "report-1.txt": .file("mine")]))
      // cp report-1.txt report.txt; rm report-1.txt
      let now = try provider.item(named: "report.txt")
      let copy = try provider.item(named: "report-1.txt")
      #expect(try !modify(provider, now, "mine", from: now, in: test).isConflicted)
      try provider.delete(copy.id, base: .version(copy.contentVersion), isRecursive: false)
      #expect(try test.documents == .folder(["report.txt": .file("mine")]))
    }
  }

  @Test(
    "A conflicting edit that is killed or fails at any call and is repeated makes one copy",
    arguments: [true, false])
  func conflictCopyAfterKill(isKilled: Bool) throws {
    var call = 0
    var isOver = false
    while !isOver {
      call += 1
      try withTestContainer(.untidy, on: .memory) { test in
        try test.put(.file("first"), at: "AppGroup/Documents/report.txt")
        var provider = try test.startProvider()
        try provider.refresh()
        let seen = try provider.item(named: "report.txt")
        let staged = try Documents(test.container).stage(.bytes(Array("theirs".utf8)), as: "report.txt")
        _ = try Documents(test.container).replaceContents(
          of: "report.txt", with: staged, expecting: test.known("report.txt"))
        try provider.scan()
        let fuse = Fuse(at: call)
        let isFailing = Mutex(true)
        let failing = test.disk.asking { request throws(DiskError) in
          if isFailing.withLock({ $0 }), fuse.blows(for: request) { throw .of(.failed, number: EIO) }
        }
        do {
          provider = try test.startProvider(on: isKilled ? test.disk.dying(fuse) : failing)
          _ = try modify(provider, seen, "mine", from: seen, in: test)
        } catch {
          // It is dead, or the system repeats what failed.
        }
        isOver = !fuse.hasBlown
        isFailing.withLock { $0 = false }
        if isKilled { provider = try test.startProvider() }
        #expect(try modify(provider, seen, "mine", from: seen, in: test).isConflicted)
        #expect(try test.documents.contents == texts("mine", "theirs"), "call \(call)")
      }
    }
    #expect(call > 50)
  }

  @Test func aRepeatedConflictingEditMakesOneCopy() throws {
    try withConflict { (test: TestContainer, provider: Provider, seen: Item) throws in
      for _ in 0..<3 { #expect(try modify(provider, seen, "mine", from: seen, in: test).isConflicted) }
      #expect(
        try test.documents == .folder(["report.txt": .file("theirs"), "report-1.txt": .file("mine")]))
      // A later save of the same copy is another one.
      #expect(try modify(provider, seen, "mine too", from: seen, in: test).isConflicted)
      #expect(try test.documents.contents == texts("mine", "mine too", "theirs"))
    }
  }

  @Test func aRepeatedEditIsAppliedOnceAndALaterSaveReplacesIt() throws {
    try withTestContainer { test in
      try test.put(.file("first"), at: "AppGroup/Documents/a.txt")
      let provider = try test.startProvider()
      try provider.refresh()
      let seen = try provider.item(named: "a.txt")
      let first = try modify(provider, seen, "second", from: seen, in: test, at: 100)
      let again = try modify(provider, seen, "second", from: seen, in: test, at: 100)
      #expect(!first.isConflicted && !again.isConflicted)
      #expect(again.item.contentVersion == first.item.contentVersion)
      #expect(try !modify(provider, seen, "third", from: seen, in: test, at: 200).isConflicted)
      #expect(try test.documents == .folder(["a.txt": .file("third")]))
      // A version that is older than the present one arrived late.
      #expect(try modify(provider, seen, "late", from: seen, in: test, at: 150).isConflicted)
      #expect(try test.documents == .folder(["a.txt": .file("third"), "a-1.txt": .file("late")]))
    }
  }

  @Test func anEditThatRestoresEarlierContentsIsAnEdit() throws {
    try withTestContainer { test in
      try test.put(.file("first"), at: "AppGroup/Documents/a.txt")
      let provider = try test.startProvider()
      try provider.refresh()
      let seen = try provider.item(named: "a.txt")
      let second = try modify(provider, seen, "second", from: seen, in: test).item
      let third = try modify(provider, second, "first", from: second, in: test)
      #expect(!third.isConflicted && third.item.contentVersion != seen.contentVersion)
      #expect(try test.documents == .folder(["a.txt": .file("first")]))
    }
  }

  @Test func aLostCatalogueChangesNoIdentifierAndNoVersionAndRepeatsNothing() throws {
    try withTestContainer { test in
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
      #expect(try test.documents == .folder(["a.txt": .file("second"), "f": .folder()]))
    }
  }

  @Test func aCopyThatAProgramMadeWithAllAttributesIsAnotherDocument() throws {
    try withIdentity { (test: TestContainer, provider: Provider, original: Item, bytes: [UInt8]) throws in
      try test.put(.file("first").attribute(Identity.attribute, bytes), at: "AppGroup/Documents/b.txt")
      try test.put(
        .folder(["c.txt": .file("x").attribute(Identity.attribute, bytes)]), at: "AppGroup/Documents/f")
      try provider.refresh()
      let items = try ["a.txt", "b.txt"].map { try provider.item(named: $0).id }
      #expect(items[0] == original.id && items[1] != original.id)
      let identities = try ["a.txt", "b.txt", "f", "f/c.txt"].map {
        try test.attribute(Identity.attribute, of: $0)
      }
      #expect(Set(identities).count == 4 && !identities.contains(nil))
    }
  }

  @Test func copiesForTheSystemCarryNoAttributesOfIntray() throws {
    try withTestContainer { test in
      try test.put(
        .file("first").attribute(ItemAttribute.favouriteRank, [7]).attribute("org.example.note#S", [1]),
        at: "AppGroup/Documents/a.txt")
      let provider = try test.startProvider()
      try provider.refresh()
      let (path, _) = try provider.fetch(
        provider.item(named: "a.txt").id, into: test.path(of: "Originals"))
      let (folder, name) = try Folder.openParent(of: #require(path), disk: .system)
      let names = try folder.withFile(name) { file throws(DiskError) in try Disk.system.attributes(file) }
      #expect(names == ["org.example.note#S"])
    }
  }

  @Test func anIdentityThatArrivesWithContentsIsIgnored() throws {
    try withIdentity { (test: TestContainer, provider: Provider, original: Item, bytes: [UInt8]) throws in
      try test.remove("AppGroup/Documents/a.txt")
      let stolen = Tree.file("other").attribute(Identity.attribute, bytes).attribute(
        ItemAttribute.favouriteRank, ItemAttribute.encode(7))
      try test.put(.folder(["a.txt": stolen]), at: "App/Documents/Inbox")
      let drain = Drain(test.container, sandbox: test.sandbox)
      try drain.open(URL(filePath: test.path(of: "App/Documents/Inbox/a.txt"))) { _ in }
      try provider.refresh()
      let item = try provider.item(named: "a.txt")
      #expect(item.id != original.id && item.favouriteRank == nil)
    }
  }

  @Test func aMalformedIdentityCountsAsNone() {
    let status = FileStatus(
      kind: .file, size: 5, modified: FileTime(seconds: 1), changed: FileTime(seconds: 1), created: nil,
      mode: 0o600,
      inode: 1, device: 1)
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
    return try folder.withOpen(file, folder.status(file).kind) { opened throws(DiskError) in
      try Disk.system.attribute(opened, name)
    }
  }
}

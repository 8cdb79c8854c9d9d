import FileProvider
import Foundation
import IntrayCore
import Synchronization
import Testing
import UniformTypeIdentifiers

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

/// The system gives a symbolic link another target: a change of its contents that comes without a file.
@Suite(.inExtension) struct SymbolicLinkTests {
  let harness = ExtensionHarness.current

  @Test func aNewTargetReplacesTheLinkAndKeepsTheItem() throws {
    let link = try #require(try harness.create("link", type: .symbolicLink, target: "old"))
    let (item, fetchAgain) = try retarget(link, to: "new", in: harness)
    #expect(item.itemIdentifier == link.itemIdentifier && item.symlinkTargetPath == "new" && !fetchAgain)
    #expect(item.itemVersion?.contentVersion != link.itemVersion?.contentVersion)
    #expect(try harness.test.documents == ["link": .link("new")])
    let listed = try harness.list()
    #expect(
      listed.map(\.itemIdentifier) == [link.itemIdentifier] && listed.map(\.symlinkTargetPath) == ["new"])
    // The version of the answer is the base of the next edit.
    _ = try retarget(item, to: "newer", in: harness)
    #expect(try harness.test.documents == ["link": .link("newer")])
    #expect(try harness.test.remains.isEmpty)
  }

  @Test func aRepeatedTargetChangesNothing() throws {
    let link = try #require(try harness.create("link", type: .symbolicLink, target: "old"))
    let (item, _) = try retarget(link, to: "new", in: harness)
    let (again, _) = try retarget(link, to: "new", in: harness)
    #expect(again.itemIdentifier == item.itemIdentifier && again.itemVersion == item.itemVersion)
    #expect(try harness.test.documents == ["link": .link("new")])
    // A later target from the same base: the answer to the first call was lost.
    _ = try retarget(link, to: "newer", in: harness)
    #expect(try harness.test.documents == ["link": .link("newer")])
  }

  @Test func aTargetOfAnOldVersionBecomesAConflictCopyOnceAndIsSignalled() throws {
    let signals = Mutex(0)
    try ExtensionHarness.with(listener: { event in
      if event == .hasChanged { signals.withLock { $0 += 1 } }
    }) { harness in
      let link = try #require(try harness.create("link", type: .symbolicLink, target: "old"))
      let place = harness.test.path(of: "AppGroup/Documents/link")
      try FileManager.default.removeItem(atPath: place)
      try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "theirs")
      for _ in 0..<2 {
        _ = try harness.names()
        harness.requests.waitUntilIdle()
        let before = signals.withLock { $0 }
        let (item, _) = try retarget(link, to: "ours", in: harness)
        harness.requests.waitUntilIdle()
        #expect(signals.withLock { $0 } > before)
        #expect(item.itemIdentifier == link.itemIdentifier && item.symlinkTargetPath == "theirs")
        #expect(try harness.test.documents == ["link": .link("theirs"), "link (conflict)": .link("ours")])
        #expect(try harness.names() == ["link", "link (conflict)"])
      }
      guard #available(iOS 26, *) else { return }
      #expect(throws: NSFileProviderError(.localVersionConflictingWithServer)) {
        try harness.modify(link, .contents, options: .failOnConflict) { $0.symlinkTargetPath = "other" }
      }
    }
  }

  @Test func anEditBeforeTheSystemKnowsTheTargetInPlaceIsAConflictCopyToo() throws {
    let link = try #require(try harness.create("link", type: .symbolicLink, target: "old"))
    let place = harness.test.path(of: "AppGroup/Documents/link")
    try FileManager.default.removeItem(atPath: place)
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: "theirs")
    _ = try harness.names()
    let anchor = try harness.changes(since: harness.anchor()).anchor
    let (answer, fetchAgain) = try retarget(link, to: "ours", in: harness)
    #expect(!fetchAgain)
    // The system was told of the target in place before its call, and is told once more after it.
    let again = try harness.changes(since: anchor).updated.map(\.itemIdentifier)
    #expect(again.contains(link.itemIdentifier))
    // The user changes the link again before the system has brought the target of the answer to it.
    _ = try retarget(answer, to: "ours again", in: harness)
    #expect(
      try harness.test.documents
        == [
          "link": .link("theirs"), "link (conflict)": .link("ours"), "link (conflict)-1": .link("ours again"),
        ])
    // The next enumeration has the version of the target in place.
    let told = try #require(try harness.list().first { $0.filename == "link" })
    #expect(told.itemVersion?.contentVersion != answer.itemVersion?.contentVersion)
    _ = try retarget(told, to: "newest", in: harness)
    #expect(
      try harness.test.documents
        == [
          "link": .link("newest"), "link (conflict)": .link("ours"), "link (conflict)-1": .link("ours again"),
        ])
  }

  @Test func theLastTargetWinsAlsoWhenItIsOlderThanTheLinkInDocuments() throws {
    let link = try #require(try harness.create("link", type: .symbolicLink, target: "old"))
    for target in ["new", "newer"] {
      // The reply to the first one is lost.
      _ = try harness.modify(link, [.contents, .contentModificationDate]) {
        ($0.symlinkTargetPath, $0.contentModificationDate) = (target, Date(timeIntervalSince1970: 1_000))
      }
    }
    #expect(try harness.test.documents == ["link": .link("newer")])
  }

  @Test func aTargetForADeletedLinkCreatesItAgain() throws {
    let link = try #require(try harness.create("link", type: .symbolicLink, target: "old"))
    try harness.delete(link)
    let (item, _) = try retarget(link, to: "new", in: harness)
    #expect(item.itemIdentifier != link.itemIdentifier && item.symlinkTargetPath == "new")
    #expect(try harness.test.documents == ["link": .link("new")])
  }

  @Test func aRenameKeepsTheTargetWhateverItsTemplateSays() throws {
    let link = try #require(try harness.create("link", type: .symbolicLink, target: "old"))
    let (item, _) = try harness.modify(link, .filename) {
      ($0.filename, $0.symlinkTargetPath) = ("renamed", "stale")
    }
    #expect(item.itemIdentifier == link.itemIdentifier && item.symlinkTargetPath == "old")
    let (both, _) = try harness.modify(item, [.filename, .contents]) {
      ($0.filename, $0.symlinkTargetPath) = ("both", "new")
    }
    #expect(both.itemIdentifier == link.itemIdentifier)
    #expect(try harness.test.documents == ["both": .link("new")])
  }

  @Test func aFileBecomesNoLinkAndAFileInThePlaceOfALinkIsADocumentBesideIt() throws {
    let file = try #require(try harness.create("a.txt", contents: "a"))
    let link = try #require(try harness.create("link", type: .symbolicLink, target: "old"))
    #expect(throws: NSFileProviderError(.cannotSynchronize)) {
      try harness.modify(file, .contents) { ($0.contentType, $0.symlinkTargetPath) = (.symbolicLink, "x") }
    }
    for _ in 0..<2 {
      let (item, _) = try harness.modify(link, .contents, contents: "x") { $0.contentType = .data }
      #expect(item.itemIdentifier == link.itemIdentifier && item.symlinkTargetPath == "old")
      #expect(try harness.test.documents == ["a.txt": "a", "link": .link("old"), "link (conflict)": "x"])
    }
  }

  private func retarget(
    _ link: any NSFileProviderItemProtocol, to target: String, in harness: ExtensionHarness
  ) throws -> (item: any NSFileProviderItemProtocol, fetchAgain: Bool) {
    try harness.modify(link, .contents) { $0.symlinkTargetPath = target }
  }
}

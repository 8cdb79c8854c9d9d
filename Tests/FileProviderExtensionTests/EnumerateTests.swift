import FileProvider
import Foundation
import Shared
import Synchronization
import Testing

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite struct EnumerateTests {
  @Test func aShareIsListedWithoutTheApp() throws {
    try ExtensionHarness.with { harness in
      try harness.test.deliver(["report.pdf": .file("pdf")])
      #expect(try harness.names() == ["report.pdf"])
      #expect(try harness.test.documents == .folder(["report.pdf": .file("pdf")]))
    }
  }

  @Test func allPagesTogetherListEveryItemOnce() throws {
    try ExtensionHarness.with { harness in
      let names = (0..<25).map { "document \($0)" }
      for name in names { try harness.test.put(.file(name), at: "AppGroup/Documents/\(name)") }
      #expect(try harness.names(pageSize: 4).sorted() == names.sorted())
      #expect(try Set(harness.names(.workingSet, pageSize: 4)) == Set(names))
    }
  }

  @Test func theWorkingSetHasParentsBeforeChildren() throws {
    try ExtensionHarness.with { harness in
      try harness.test.put(
        .folder(["b": .folder(["c": .folder(["d.txt": .file("d")])])]), at: "AppGroup/Documents/a")
      let items = try harness.list(.workingSet, pageSize: 1)
      #expect(items.map(\.filename) == ["a", "b", "c", "d.txt"])
      var known: Set<NSFileProviderItemIdentifier> = [.rootContainer]
      for item in items {
        #expect(known.contains(item.parentItemIdentifier))
        known.insert(item.itemIdentifier)
      }
    }
  }

  @Test func aRenameByTheAppKeepsTheItem() throws {
    try ExtensionHarness.with { harness in
      try harness.test.put(.file("text"), at: "AppGroup/Documents/old.txt")
      let old = try harness.list(.workingSet)[0]
      let anchor = try harness.anchor()
      try FileManager.default.moveItem(
        atPath: harness.test.path(of: "AppGroup/Documents/old.txt"),
        toPath: harness.test.path(of: "AppGroup/Documents/new.txt"))
      let told = try harness.changes(since: anchor)
      #expect(told.updated.map(\.itemIdentifier) == [old.itemIdentifier])
      #expect(told.updated.map(\.filename) == ["new.txt"])
      #expect(told.updated[0].itemVersion?.contentVersion == old.itemVersion?.contentVersion)
      #expect(told.deleted.isEmpty)
    }
  }

  @Test func aDeletionByTheAppIsReported() throws {
    try ExtensionHarness.with { harness in
      try harness.test.put(.folder(["in.txt": .file("in")]), at: "AppGroup/Documents/folder")
      let all = try harness.list(.workingSet)
      let anchor = try harness.anchor()
      try harness.test.remove("AppGroup/Documents/folder")
      let told = try harness.changes(since: anchor, batch: 1)
      #expect(Set(told.deleted) == Set(all.map(\.itemIdentifier)))
      #expect(try harness.names(.workingSet).isEmpty)
    }
  }

  @Test func aSafeSaveKeepsTheItemAndChangesItsContents() throws {
    try ExtensionHarness.with { harness in
      try harness.test.put(.file("old"), at: "AppGroup/Documents/a.txt")
      let old = try harness.list(.workingSet)[0]
      let anchor = try harness.anchor()
      try harness.test.put(.file("newer"), at: "AppGroup/Documents/a.txt.tmp")
      #expect(
        rename(
          harness.test.path(of: "AppGroup/Documents/a.txt.tmp"),
          harness.test.path(of: "AppGroup/Documents/a.txt")) == 0)
      let told = try harness.changes(since: anchor)
      #expect(told.updated.map(\.itemIdentifier) == [old.itemIdentifier])
      #expect(told.updated[0].itemVersion?.contentVersion != old.itemVersion?.contentVersion)
      #expect(told.deleted.isEmpty)
    }
  }

  @Test func manyChangesAreScannedTwiceForAnyNumberOfBatches() throws {
    let looks = Mutex(0)
    let count = { @Sendable (disk: Disk) in
      disk.asking { request throws(DiskError) in if request.call == .list { looks.withLock { $0 += 1 } } }
    }
    try ExtensionHarness.with(on: count) { harness in
      _ = try harness.list(.workingSet)
      let before = try harness.anchor()
      looks.withLock { $0 = 0 }
      _ = try harness.changes(since: before)
      let look = looks.withLock { $0 }
      for number in 0..<40 {
        try harness.test.put(.file("\(number)"), at: "AppGroup/Documents/\(number).txt")
      }
      looks.withLock { $0 = 0 }
      let told = try harness.changes(since: before, batch: 2)
      #expect(Set(told.updated.map(\.filename)) == Set((0..<40).map { "\($0).txt" }))
      // The first batch finds them, and lists once more what it gave an identity; the last is up to date.
      #expect(looks.withLock { $0 } <= 2 * look + 1)
      #expect(look > 0)
    }
  }

  @Test func aForeignAnchorExpires() throws {
    try ExtensionHarness.with { harness in
      _ = try harness.list(.workingSet)
      let anchor = try harness.anchor().rawValue
      var flipped = anchor
      flipped[flipped.startIndex + 12] ^= 1
      for wrong in [Data(), Data("nonsense".utf8), anchor.dropLast(), flipped] {
        #expect(throws: NSFileProviderError(.syncAnchorExpired)) {
          try harness.changes(since: NSFileProviderSyncAnchor(Data(wrong)))
        }
      }
      #expect(try harness.changes(since: NSFileProviderSyncAnchor(anchor)).updated.isEmpty)
    }
  }

  @Test func anExchangedRootIsNotListedAsEmpty() throws {
    try ExtensionHarness.with { harness in
      try harness.test.put(.folder(["in.txt": .file("in")]), at: "AppGroup/Documents/folder")
      _ = try harness.list(.workingSet)
      let anchor = try harness.anchor()
      // Documents disappears: the call fails, and no deletion is reported.
      try FileManager.default.moveItem(
        atPath: harness.test.path(of: "AppGroup/Documents"), toPath: harness.test.path(of: "App/Away"))
      try harness.test.put(.folder(), at: "AppGroup/Documents")
      #expect(throws: NSFileProviderError(.serverUnreachable)) { try harness.changes(since: anchor) }
      try harness.test.remove("AppGroup/Documents")
      try FileManager.default.moveItem(
        atPath: harness.test.path(of: "App/Away"), toPath: harness.test.path(of: "AppGroup/Documents"))
      #expect(try harness.changes(since: anchor).deleted.isEmpty)
    }
  }
}

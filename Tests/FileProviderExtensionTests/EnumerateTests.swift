import FileProvider
import Foundation
import Shared
import Testing

#if canImport(TestSupport)
  import TestSupport
#endif
#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite struct EnumerateTests {
  @Test func aShareShowsUpWithoutTheApp() throws {
    try Asker.with { asker in
      try asker.house.deliver(["report.pdf": .file("pdf")])
      #expect(try asker.names() == ["report.pdf"])
      #expect(try asker.house.documents == .folder(["report.pdf": .file("pdf")]))
    }
  }

  @Test func pagesTogetherListEverythingOnce() throws {
    try Asker.with { asker in
      let names = (0..<25).map { "document \($0)" }
      for name in names { try asker.house.put(.file(name), at: "AppGroup/Documents/\(name)") }
      #expect(try asker.names(pageSize: 4).sorted() == names.sorted())
      #expect(try Set(asker.names(.workingSet, pageSize: 4)) == Set(names))
    }
  }

  @Test func theWorkingSetHasParentsBeforeChildren() throws {
    try Asker.with { asker in
      try asker.house.put(
        .folder(["b": .folder(["c": .folder(["d.txt": .file("d")])])]), at: "AppGroup/Documents/a")
      let items = try asker.list(.workingSet, pageSize: 1)
      #expect(items.map(\.filename) == ["a", "b", "c", "d.txt"])
      var known: Set<NSFileProviderItemIdentifier> = [.rootContainer]
      for item in items {
        #expect(known.contains(item.parentItemIdentifier))
        known.insert(item.itemIdentifier)
      }
    }
  }

  @Test func aRenameByTheAppIsTheSameItem() throws {
    try Asker.with { asker in
      try asker.house.put(.file("text"), at: "AppGroup/Documents/old.txt")
      let old = try asker.list(.workingSet)[0]
      let anchor = try asker.anchor()
      try FileManager.default.moveItem(
        atPath: asker.house.path(of: "AppGroup/Documents/old.txt"),
        toPath: asker.house.path(of: "AppGroup/Documents/new.txt"))
      let told = try asker.changes(since: anchor)
      #expect(told.updated.map(\.itemIdentifier) == [old.itemIdentifier])
      #expect(told.updated.map(\.filename) == ["new.txt"])
      #expect(told.updated[0].itemVersion?.contentVersion == old.itemVersion?.contentVersion)
      #expect(told.deleted.isEmpty)
    }
  }

  @Test func aDeletionByTheAppIsTold() throws {
    try Asker.with { asker in
      try asker.house.put(.folder(["in.txt": .file("in")]), at: "AppGroup/Documents/folder")
      let all = try asker.list(.workingSet)
      let anchor = try asker.anchor()
      try asker.house.remove("AppGroup/Documents/folder")
      let told = try asker.changes(since: anchor, batch: 1)
      #expect(Set(told.deleted) == Set(all.map(\.itemIdentifier)))
      #expect(try asker.names(.workingSet).isEmpty)
    }
  }

  @Test func aSafeSaveIsTheSameItemWithNewContents() throws {
    try Asker.with { asker in
      try asker.house.put(.file("old"), at: "AppGroup/Documents/a.txt")
      let old = try asker.list(.workingSet)[0]
      let anchor = try asker.anchor()
      try asker.house.put(.file("newer"), at: "AppGroup/Documents/a.txt.tmp")
      #expect(
        rename(
          asker.house.path(of: "AppGroup/Documents/a.txt.tmp"),
          asker.house.path(of: "AppGroup/Documents/a.txt")) == 0)
      let told = try asker.changes(since: anchor)
      #expect(told.updated.map(\.itemIdentifier) == [old.itemIdentifier])
      #expect(told.updated[0].itemVersion?.contentVersion != old.itemVersion?.contentVersion)
      #expect(told.deleted.isEmpty)
    }
  }

  @Test func aStormIsLookedAtTwiceHoweverManyBatchesTellIt() throws {
    let looks = Guarded(0)
    let count = { @Sendable (disk: Disk) in
      disk.asking { request throws(DiskError) in if request.call == .list { looks.with { $0 += 1 } } }
    }
    try Asker.with(on: count) { asker in
      _ = try asker.list(.workingSet)
      let before = try asker.anchor()
      looks.with { $0 = 0 }
      _ = try asker.changes(since: before)
      let look = looks.with { $0 }
      for number in 0..<40 {
        try asker.house.put(.file("\(number)"), at: "AppGroup/Documents/\(number).txt")
      }
      looks.with { $0 = 0 }
      let told = try asker.changes(since: before, batch: 2)
      #expect(Set(told.updated.map(\.filename)) == Set((0..<40).map { "\($0).txt" }))
      // The first batch finds them, and lists once more what it gave an identity; the last is up to date.
      #expect(looks.with { $0 } <= 2 * look + 1)
      #expect(look > 0)
    }
  }

  @Test func aForeignAnchorExpires() throws {
    try Asker.with { asker in
      _ = try asker.list(.workingSet)
      let anchor = try asker.anchor().rawValue
      var flipped = anchor
      flipped[flipped.startIndex + 12] ^= 1
      for wrong in [Data(), Data("nonsense".utf8), anchor.dropLast(), flipped] {
        #expect(throws: NSFileProviderError(.syncAnchorExpired)) {
          try asker.changes(since: NSFileProviderSyncAnchor(Data(wrong)))
        }
      }
      #expect(try asker.changes(since: NSFileProviderSyncAnchor(anchor)).updated.isEmpty)
    }
  }

  @Test func anExchangedRootIsNotAnEmptyOne() throws {
    try Asker.with { asker in
      try asker.house.put(.folder(["in.txt": .file("in")]), at: "AppGroup/Documents/folder")
      _ = try asker.list(.workingSet)
      let anchor = try asker.anchor()
      // The whole of Documents goes: an error, and nothing is told to be deleted.
      try FileManager.default.moveItem(
        atPath: asker.house.path(of: "AppGroup/Documents"), toPath: asker.house.path(of: "App/Away"))
      try asker.house.put(.folder(), at: "AppGroup/Documents")
      #expect(throws: NSFileProviderError(.serverUnreachable)) { try asker.changes(since: anchor) }
      try asker.house.remove("AppGroup/Documents")
      try FileManager.default.moveItem(
        atPath: asker.house.path(of: "App/Away"), toPath: asker.house.path(of: "AppGroup/Documents"))
      #expect(try asker.changes(since: anchor).deleted.isEmpty)
    }
  }

  @Test func beforeTheSystemHasATrashThereIsNoneToList() throws {
    try Asker.with(syncsTrash: false) { asker in
      #expect(throws: CocoaError(.featureUnsupported)) {
        try asker.provider.enumerator(for: .trashContainer, request: NSFileProviderRequest())
      }
    }
  }
}

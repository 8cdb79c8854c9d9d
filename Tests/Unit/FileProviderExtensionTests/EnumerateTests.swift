import FileProvider
import Foundation
import IntrayCore
import Synchronization
import Testing

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite(.inExtension) struct EnumerateTests {
  let harness = ExtensionHarness.current

  @Test func allPagesTogetherListEveryItemOnce() throws {
    let names = (0..<25).map { "document \($0)" }
    for name in names { try harness.test.put(.file(name), at: "AppGroup/Documents/\(name)") }
    #expect(try harness.names(pageSize: 4).sorted() == names.sorted())
    #expect(try Set(harness.names(.workingSet, pageSize: 4)) == Set(names))
  }

  @Test func aDeletionByTheAppIsReported() throws {
    try harness.test.put(["in.txt": "in"], at: "AppGroup/Documents/folder")
    let all = try harness.list(.workingSet)
    let anchor = try harness.anchor()
    try harness.test.remove("AppGroup/Documents/folder")
    let told = try harness.changes(since: anchor, batch: 1)
    #expect(Set(told.deleted) == Set(all.map(\.itemIdentifier)))
    #expect(try harness.names(.workingSet).isEmpty)
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
        try harness.test.put("\(number)", at: "AppGroup/Documents/\(number).txt")
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

import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

@Suite struct DrainProgressTests {
  private func drain(_ house: House, _ drain: Drain? = nil) throws -> [DrainProgress] {
    var seen: [DrainProgress] = []
    try (drain ?? Drain(house.container)).run(progress: { seen.append($0) }) { _ in }
    return seen
  }

  @Test func documentsAndBytesAreCountedFromTheFirstToTheLast() throws {
    try withHouse { house in
      try house.deliver(["a": .file("12345"), "b": .folder(["c": .file("123"), "d": .folder()])])
      try house.put(.file("1"), at: "AppGroup/Inbox/loose")
      let seen = try drain(house)
      #expect(seen.map(\.total) == Array(repeating: .init(documents: 3, bytes: 9), count: 4))
      #expect(seen.map(\.done.documents) == [0, 1, 2, 3])
      #expect(seen.map(\.done.bytes).last == 9)
      #expect(seen.map(\.done.bytes) == seen.map(\.done.bytes).sorted())
    }
  }

  @Test func theAppsOwnFoldersCountToo() throws {
    try withHouse { house in
      try house.put(
        .folder([
          "f": .file("12"), ".DS_Store": .file("123456"), "Inbox": .folder(["o": .file("1234")]),
        ]), at: "App/Docs")
      for name in try house.tree("App/Docs").names {
        try FileManager.default.moveItem(
          atPath: house.path(of: "App/Docs/\(name)"), toPath: house.path(of: "App/Documents/\(name)"))
      }
      try house.remove("App/Docs")
      let seen = try drain(house, patientDrain(house, house.disk))
      #expect(seen.first?.total == .init(documents: 2, bytes: 6))
      #expect(seen.last?.done == .init(documents: 2, bytes: 6))
    }
  }

  @Test func whatWaitsIsLookedAtButItsBytesDoNotArrive() throws {
    try withHouse { house in
      try house.deliver(["a": .file("12345"), "link": .link("/etc/passwd")])
      let seen = try drain(house)
      #expect(
        seen.last == DrainProgress(done: .init(documents: 2, bytes: 5), total: .init(documents: 2, bytes: 5)))
    }
  }

  @Test func anEmptyInboxIsDoneFromTheBeginning() throws {
    try withHouse { (house: House) throws in
      #expect(try drain(house) == [DrainProgress(total: .init())])
    }
  }

  @Test func anOriginalCountsItsBytesWhileItIsCopied() throws {
    try withHouse { house in
      let size = 20 << 20
      try house.put(.file([UInt8](repeating: 7, count: size)), at: "Originals/a.bin")
      let seen = Guarded<[DrainProgress]>([])
      try Drain(house.container).open(
        URL(filePath: house.path(of: "Originals/a.bin")), isOwnItem: false,
        progress: { progress in seen.with { $0.append(progress) } }
      ) { _ in }
      let progress = seen.with { $0 }
      #expect(progress.allSatisfy { $0.total == .init(documents: 1, bytes: Int64(size)) })
      #expect(progress.contains { $0.done.bytes == Int64(size) })
    }
  }

  @Test func aCancelledOriginalLeavesNothing() throws {
    try withHouse { house in
      try house.put(.file([UInt8](repeating: 7, count: 1 << 20)), at: "Originals/a.bin")
      let error = #expect(throws: DiskError.self) { () throws in
        try Drain(house.container).open(
          URL(filePath: house.path(of: "Originals/a.bin")), isOwnItem: false, isCancelled: { true }
        ) { _ in }
      }
      #expect(error?.code == .cancelled)
      #expect(try house.everything.isEmpty)
    }
  }
}

import Foundation
import Testing

@testable import Shared

@Suite struct DrainProgressTests {
  private func drain(_ test: TestContainer, _ drain: Drain? = nil) throws -> [DrainProgress] {
    var seen: [DrainProgress] = []
    try (drain ?? Drain(test.container)).run(progress: { seen.append($0) }) { _ in }
    return seen
  }

  @Test func documentsAreCountedFromTheFirstToTheLast() throws {
    try withTestContainer { test in
      try test.deliver(["a": .file("12345"), "b": .folder(["c": .file("123"), "d": .folder()])])
      try test.put(.file("1"), at: "AppGroup/Inbox/loose")
      let seen = try drain(test)
      #expect(seen.map(\.total) == Array(repeating: 3, count: 4))
      #expect(seen.map(\.done) == Array(0...3))
    }
  }

  @Test func ofManyDocumentsTheProgressIsToldSomeHundredTimes() throws {
    try withTestContainer { test in
      try test.deliver(
        Dictionary(uniqueKeysWithValues: (1...1_250).map { (FileName("\($0)"), .file("")) }))
      let seen = try drain(test)
      #expect(seen.count == 626 && seen.last?.done == 1_250)
    }
  }

  @Test func theAppsOwnFoldersCountToo() throws {
    try withTestContainer { test in
      try test.put(
        .folder([
          "f": .file("12"), ".DS_Store": .file("123456"), "Inbox": .folder(["o": .file("1234")]),
        ]), at: "App/Docs")
      for name in try test.tree("App/Docs").names {
        try FileManager.default.moveItem(
          atPath: test.path(of: "App/Docs/\(name)"), toPath: test.path(of: "App/Documents/\(name)"))
      }
      try test.remove("App/Docs")
      let seen = try drain(test, patientDrain(test, test.disk))
      #expect(seen.first?.total == 2)
      #expect(seen.last?.done == 2)
    }
  }

  @Test func whatStaysIsCountedAsTried() throws {
    try withTestContainer { test in
      try test.deliver(["a": .file("12345"), "link": .link("/etc/passwd")])
      let seen = try drain(test)
      #expect(seen.last == DrainProgress(done: 2, total: 2))
    }
  }

  @Test func theProgressOfAnEmptyInboxIsComplete() throws {
    try withTestContainer { (test: TestContainer) throws in
      #expect(try drain(test) == [DrainProgress(total: 0)])
    }
  }

  @Test func aCancelledOriginalLeavesNothing() throws {
    try withTestContainer { test in
      try test.put(.file([UInt8](repeating: 7, count: 1 << 20)), at: "Originals/a.bin")
      let error = #expect(throws: DiskError.self) { () throws in
        try Drain(test.container).open(
          URL(filePath: test.path(of: "Originals/a.bin")), isCancelled: { true }
        ) { _ in }
      }
      #expect(error?.code == .cancelled)
      #expect(try test.everything.isEmpty)
    }
  }
}

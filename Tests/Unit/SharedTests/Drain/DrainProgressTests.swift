import Foundation
import Testing

@testable import IntrayCore

@Suite(.inContainer) struct DrainProgressTests {
  let test = TestContainer.current

  private func drain(_ drain: Drain? = nil) throws -> [DrainProgress] {
    var seen: [DrainProgress] = []
    try (drain ?? Drain(test.container)).run(progress: { seen.append($0) }) { _ in }
    return seen
  }

  @Test func documentsAreCountedFromTheFirstToTheLast() throws {
    try test.deliver(["a": "12345", "b": ["c": "123", "d": [:]]])
    try test.put("1", at: "AppGroup/Inbox/loose")
    let seen = try drain()
    #expect(seen.map(\.total) == Array(repeating: 3, count: 4))
    #expect(seen.map(\.done) == Array(0...3))
  }

  @Test func ofManyDocumentsTheProgressIsToldSomeHundredTimes() throws {
    try test.deliver(Dictionary(uniqueKeysWithValues: (1...1_250).map { (FileName("\($0)"), "") }))
    let seen = try drain()
    #expect(seen.count == 626 && seen.last?.done == 1_250)
  }

  @Test func theAppsOwnFoldersCountToo() throws {
    try test.put(["f": "12", ".DS_Store": "\0\0\0\u{1}Bud1", "Inbox": ["o": "1234"]], at: "App/Docs")
    for name in try test.tree("App/Docs").names {
      try FileManager.default.moveItem(
        atPath: test.path(of: "App/Docs/\(name)"), toPath: test.path(of: "App/Documents/\(name)"))
    }
    try test.remove("App/Docs")
    let seen = try drain(patientDrain(test, test.disk))
    #expect(seen.first?.total == 2)
    #expect(seen.last?.done == 2)
  }

  @Test func whatStaysIsCountedAsTried() throws {
    try test.deliver(["a": "12345", "link": .link("/etc/passwd")])
    #expect(try drain().last == DrainProgress(done: 2, total: 2))
  }

  @Test func theProgressOfAnEmptyInboxIsComplete() throws {
    #expect(try drain() == [DrainProgress(total: 0)])
  }

  @Test func aCancelledOriginalLeavesNothing() throws {
    try test.put(.file([UInt8](repeating: 7, count: 1 << 20)), at: "Originals/a.bin")
    expectError(.cancelled) { () throws in
      try Drain(test.container).open(
        URL(filePath: test.path(of: "Originals/a.bin")), isCancelled: { true }
      ) { _ in }
    }
    #expect(try test.everything.isEmpty)
  }
}

import Foundation
import Testing

@testable import Shared

/// Folders in folders, as deep as a volume has them.
@Suite struct DeepTreeTests {
  @Test(arguments: [true, false])
  func lookingAtADeepTreeCostsTheSameForEachLevel(isFirst: Bool) throws {
    var calls: [Int] = []
    for count in [1_000, 1_500, 2_000] {
      try withFixture(on: .memory) { fixture in
        try makeLevels(count, below: fixture.place(""))
        let log = CallLog()
        if !isFirst { try fixture.scan() }
        try fixture.reopen(on: fixture.test.disk.logging(to: log))
        let before = log.all.count
        try fixture.scan()
        calls.append(log.all.count - before)
        #expect(fixture.test.ledger.most < 20, "\(fixture.test.ledger.most) descriptors")
        #expect(try fixture.everything(limit: 500).count == count + 1)
      }
    }
    #expect(calls[2] - calls[1] == calls[1] - calls[0], "\(calls)")
  }

  @Test func theIndexCostsTheSameForEachLevel() async throws {
    var (first, second): ([Int], [Int]) = ([], [])
    for count in [1_000, 1_500, 2_000] {
      try await withTestContainer(on: .memory) { test in
        try test.put([:])
        try makeLevels(count, below: test.path(of: "AppGroup/Documents"))
        let log = CallLog()
        let index = DocumentIndex(test.container(on: test.disk.logging(to: log))) { _ in false }
        try await index.update()
        first.append(log.all.count)
        try await index.update()
        second.append(log.all.count - (first.last ?? 0))
      }
    }
    #expect(first[2] - first[1] == first[1] - first[0], "\(first)")
    // Folders that have just changed are listed again, and perhaps not all of them.
    #expect(second[2] <= first[2], "\(second)")
  }
}

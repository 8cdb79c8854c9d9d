import Foundation
import Testing

@testable import IntrayCore

/// Folders in folders, as deep as a volume has them.
@Suite struct DeepTreeTests {
  @Test(arguments: [true, false])
  func lookingAtADeepTreeCostsTheSameForEachLevel(isFirst: Bool) throws {
    var calls: [Int] = []
    for count in [100, 200, 800] {
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
    #expect(calls[2] - calls[1] == 6 * (calls[1] - calls[0]), "\(calls)")
  }
}

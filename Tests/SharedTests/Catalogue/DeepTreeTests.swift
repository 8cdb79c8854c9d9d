import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// Folders in folders, as deep as a volume has them.
@Suite struct DeepTreeTests {
  /// What looks at every folder.
  enum Walk: CaseIterable {
    case firstScan, secondScan, arrivals, latest

    func run(_ fixture: CatalogueFixture, _ container: Container) throws {
      switch self {
      case .firstScan, .secondScan: try fixture.scan()
      case .arrivals: _ = try Documents(container).arrivals(since: nil, atMost: 10)
      case .latest: _ = try Documents(container).latest(10)
      }
    }
  }

  @Test(arguments: Walk.allCases)
  func lookingAtADeepTreeCostsTheSameForEachLevel(walk: Walk) throws {
    var calls: [Int] = []
    for count in [1_000, 1_500, 2_000] {
      try withFixture(on: .memory) { fixture in
        try makeLevels(count, below: fixture.place(""))
        let log = CallLog()
        if walk != .firstScan { try fixture.scan() }
        try fixture.reopen(on: fixture.test.disk.logging(to: log))
        let before = log.all.count
        try walk.run(fixture, fixture.test.container(on: fixture.test.disk.logging(to: log)))
        calls.append(log.all.count - before)
        #expect(fixture.test.ledger.most < 20, "\(fixture.test.ledger.most) descriptors")
      }
    }
    #expect(calls[2] - calls[1] == calls[1] - calls[0], "\(calls)")
  }
}

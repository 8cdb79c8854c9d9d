import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// Random operations, scans at random moments, and clients that follow the journal: whoever replays it from
/// any anchor has what a full listing tells, or is told that the anchor expired.
///
/// `INTRAY_JOURNAL_OPERATIONS` sets how many operations are made, `INTRAY_JOURNAL_SEED` where they begin.
@Suite struct CatalogueJournalModelTests {
  private static func number(_ name: String, _ usual: Int) -> Int {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) } ?? usual
  }

  @Test("The journal, replayed from any anchor, is what a full listing tells, or the anchor has expired")
  func differential() throws {
    let operations = Self.number("INTRAY_JOURNAL_OPERATIONS", 4_000)
    var seed = Self.number("INTRAY_JOURNAL_SEED", 1)
    let perRun = 250
    var tally = JournalWorld.Tally()
    for _ in 0..<max(1, operations / perRun) {
      try run(UInt64(seed), steps: perRun, &tally)
      seed += 1
    }
    print("journal: \(tally)")
    #expect(tally.replays > 0 && tally.expired > 0)
  }

  private func run(_ seed: UInt64, steps: Int, _ tally: inout JournalWorld.Tally) throws {
    try withDesk(.untidy) { desk in
      let world = try JournalWorld(desk, seed: seed)
      do {
        for _ in 0..<steps { try world.step() }
        try world.finish()
      } catch {
        // The same seed fails in the same way; the last steps say how.
        throw Violation(
          "seed \(seed): \(error)\nafter:\n\(world.log.suffix(Self.number("INTRAY_JOURNAL_LOG", 40)).joined(separator: "\n"))"
        )
      }
      tally.add(world.tally)
    }
  }
}

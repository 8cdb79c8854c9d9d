import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

@Suite struct CatalogueJournalModelTests {
  /// The sweep `catalogue` makes longer runs.
  @Test("The journal, replayed from any anchor, gives the full listing, or the anchor has expired")
  func differential() throws {
    var tally = JournalTrial.Statistics()
    for seed in 1...20 { tally += try JournalTrial(seed: UInt64(seed)).run() }
    #expect(tally.replays > 0 && tally.expired > 0 && tally.faults > 0, "\(tally)")
  }
}

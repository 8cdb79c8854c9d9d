import Foundation
import Shared
import Testing

#if canImport(TestSupport)
  import TestSupport
#endif
#if canImport(Corpus)
  import Corpus
#endif

/// Shares of several things, cancelled, failing and killed at some calls to the disk. `make sweep` does it at every call.
@MainActor
@Suite struct ShareSweepTests {
  @Test(
    .timeLimit(.minutes(5)),
    arguments: ["photos-several", "messages-image-with-caption", "safari-selection", "ten-things-at-once"])
  func aShareIsWholeOrAbsentWhateverHappensToIt(name: String) async throws {
    try await withScratch(on: .memory) { scratch in
      let trial = try await ShareTrial(name, in: scratch.path)
      #expect(trial.calls > 20)
      let errors = DiskError.everyKind
      // Steps without a common divisor, so that each kind of disturbance meets other calls.
      let disturbances: [ShareTrial.Disturbance] =
        stride(from: 1, to: trial.calls, by: 7).map { .kill($0) }
        + stride(from: 1, to: trial.calls, by: 11).map { .cancel($0) }
        + stride(from: 1, to: trial.calls, by: 5).map { .fail($0, errors[$0 % errors.count]) }
        + [.clonesWithAttributes, .refusesClones, .refusesAttributes, .isFull].map { .unkind($0) }
      for disturbance in disturbances {
        do { try await trial.play(disturbance) } catch { Issue.record(error) }
      }
    }
  }
}

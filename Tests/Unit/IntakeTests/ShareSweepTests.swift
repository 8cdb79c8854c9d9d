import Foundation
import IntrayCore
import Testing

/// Shares of several things, cancelled, failing and killed at some calls to the disk. `make sweep` does it at every call.
@MainActor
@Suite struct ShareSweepTests {
  @Test(
    // It shares the main actor with all tests of screens, which take most of a run.
    .timeLimit(.minutes(10)),
    arguments: ["photos-several", "messages-image-with-caption", "safari-selection", "ten-things-at-once"])
  func aDisturbedShareIsWholeOrAbsent(name: String) async throws {
    try await withScratch(on: .memory) { scratch in
      let trial = try await ShareTrial(name, in: scratch.path)
      #expect(trial.calls > 20)
      let errors = DiskError.everyKind
      let unkind: [DiskUnkindness] = [.clonesWithAttributes, .refusesClones, .refusesAttributes, .isFull]
      // Steps without a common divisor, so that each kind of disturbance meets other calls.
      var disturbances = unkind.map { ShareTrial.Disturbance.unkind($0) }
      for number in 1..<trial.calls {
        if number % 7 == 1 { disturbances.append(.kill(number)) }
        if number % 11 == 1 { disturbances.append(.cancel(number)) }
        if number % 5 == 1 { disturbances.append(.fail(number, errors[number % errors.count])) }
      }
      for disturbance in disturbances {
        do { try await trial.play(disturbance) } catch { Issue.record(error) }
      }
    }
  }
}

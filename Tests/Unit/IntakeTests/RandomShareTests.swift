import Foundation
import Testing

/// Shares of anything in any arrangement. `make sweep` plays more of them.
@MainActor
@Suite struct RandomShareTests {
  @Test(.timeLimit(.minutes(10))) func everyWordAndEveryAddressThatIsHandedOverIsSeenAfterwards() async throws
  {
    for seed in 1...200 as ClosedRange<UInt64> {
      try await withScratch(on: .memory) { scratch in
        do { try await RandomShare(seed).play(in: scratch.path) } catch {
          Issue.record("seed \(seed): \(error)")
        }
      }
    }
  }
}

import Foundation
import Testing

/// Shares of anything in any arrangement. `make sweep` plays more of them.
@MainActor
@Suite struct RandomShareTests {
  @Test(.timeLimit(.minutes(10))) func everyWordAndEveryAddressThatIsHandedOverIsSeenAfterwards() async throws
  {
    // The others lost something once: the address of a picture beside another page, a title that came with a repetition, an
    // address that another one begins with.
    for seed in Array(1...200) + [4_297, 7_494, 58_099, 71_350] as [UInt64] {
      try await withScratch(on: .memory) { scratch in
        do { try await RandomShare(seed).play(in: scratch.path) } catch {
          Issue.record("seed \(seed): \(error)")
        }
      }
    }
  }
}

import Synchronization

/// Remembers that what a harness shows is out of date, and has it rendered again. Safe from any thread.
final class HarnessInvalidation: Sendable {
  private struct Weak: Sendable { weak var harness: ViewHarness? }
  private let state = Mutex((isMarked: true, harness: Weak()))

  /// Says which harness renders.
  func connect(_ harness: ViewHarness) { state.withLock { $0.harness = Weak(harness: harness) } }

  /// Says that what is shown is out of date.
  func mark() {
    let harness = state.withLock { state -> ViewHarness? in
      defer { state.isMarked = true }
      return state.isMarked ? nil : state.harness.harness
    }
    guard let harness else { return }
    Task { @MainActor in harness.update() }
  }

  /// Whether it was out of date; from now on it is not.
  func take() -> Bool {
    state.withLock { state in
      defer { state.isMarked = false }
      return state.isMarked
    }
  }
}

import Synchronization

/// Remembers that what a stage shows is out of date, and has it rendered again. Safe from any thread.
final class StageInvalidation: Sendable {
  private struct Weak: Sendable { weak var stage: Stage? }
  private let state = Mutex((isMarked: true, stage: Weak()))

  /// Says which stage renders.
  func connect(_ stage: Stage) { state.withLock { $0.stage = Weak(stage: stage) } }

  /// Says that what is shown is out of date.
  func mark() {
    let stage = state.withLock { state -> Stage? in
      defer { state.isMarked = true }
      return state.isMarked ? nil : state.stage.stage
    }
    guard let stage else { return }
    Task { @MainActor in stage.update() }
  }

  /// Whether it was out of date; from now on it is not.
  func take() -> Bool {
    state.withLock { state in
      defer { state.isMarked = false }
      return state.isMarked
    }
  }
}

/// Lets some work at a time, in the order in which they came.
@MainActor
final class AsyncSemaphore {
  private var free: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// - Parameter most: how many work at a time.
  init(_ most: Int) {
    free = most
  }

  /// Waits for a turn.
  ///
  /// - Returns: whether it is one; without, the task was cancelled meanwhile, and there is nothing to ``signal()`` back.
  func wait() async -> Bool {
    if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
    guard Task.isCancelled else { return true }
    signal()
    return false
  }

  /// Ends a turn: the next in line goes on.
  func signal() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}

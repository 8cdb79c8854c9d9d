/// Lets some work at a time, in the order in which they came.
@MainActor
final class AsyncSemaphore {
  private var free: Int
  private var waiting: [(number: Int, turn: CheckedContinuation<Bool, Never>)] = []
  private var count = 0

  /// - Parameter most: how many work at a time.
  init(_ most: Int) {
    free = most
  }

  /// Waits for a turn.
  ///
  /// - Returns: whether it is one; without, the task was cancelled meanwhile, and there is nothing to ``signal()`` back.
  func wait() async -> Bool {
    if Task.isCancelled { return false }
    if free > 0 {
      free -= 1
      return true
    }
    count += 1
    let number = count
    let isTurn = await withTaskCancellationHandler {
      await withCheckedContinuation { turn in
        // Cancelled before it stands in line: the handler below finds no entry.
        if Task.isCancelled { return turn.resume(returning: false) }
        waiting.append((number, turn))
      }
    } onCancel: {
      Task { @MainActor in self.leave(number) }
    }
    // Cancelled in line, and then it was its turn before it could leave.
    guard isTurn, Task.isCancelled else { return isTurn }
    signal()
    return false
  }

  /// Ends a turn: the next in line goes on.
  func signal() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().turn.resume(returning: true) }
  }

  private func leave(_ number: Int) {
    guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
    waiting.remove(at: index).turn.resume(returning: false)
  }
}

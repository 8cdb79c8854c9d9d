import Foundation

/// Runs calls for one key one after the other, and calls for different keys at once. The threads of the request queue, of
/// which there are few, wait in it.
final class SerialCalls: @unchecked Sendable {
  // Unchecked because the condition's lock guards the keys.
  private var busy: Set<String> = []
  private let condition = NSCondition()

  /// How long a waiting call sleeps before it asks whether it was cancelled, in seconds: a cancel wakes no thread.
  private static let patience = 0.05

  /// Waits until no other call for a key runs, runs one, and then wakes the next.
  ///
  /// - Throws: ``DiskError/Code/cancelled`` when the call was cancelled before its turn came; what the call throws.
  func inTurn<Result>(_ key: String, _ copier: Copier, _ call: () throws -> Result) throws -> Result {
    try condition.withLock {
      while true {
        if copier.isCancelled() { throw DiskError(.cancelled, at: "") }
        if busy.insert(key).inserted { return }
        _ = condition.wait(until: Date(timeIntervalSinceNow: Self.patience))
      }
    }
    defer {
      condition.withLock {
        busy.remove(key)
        condition.broadcast()
      }
    }
    return try call()
  }
}

import Foundation

/// Lets calls for one key run one after the other, in the order in which they came as far as the system's locks keep it;
/// calls for different keys run at once. Held by threads that work off requests, of which there are few.
final class SerialCalls: Sendable {
  private let busy = Locked(Set<String>())
  private let condition = NSCondition()

  /// Waits until no other call for a key runs, runs one, and lets the next go on.
  ///
  /// - Throws: ``DiskError/Code/cancelled`` when the call was cancelled before its turn came; what the call throws.
  func inTurn<Result>(
    _ key: String, _ copier: Copier, _ call: () throws(ProviderError) -> Result
  ) throws(ProviderError) -> Result {
    condition.lock()
    while busy.withLock({ $0.contains(key) }) { condition.wait() }
    busy.withLock { _ = $0.insert(key) }
    condition.unlock()
    defer {
      condition.lock()
      busy.withLock { _ = $0.remove(key) }
      condition.broadcast()
      condition.unlock()
    }
    if copier.isCancelled() { throw .disk(DiskError(.cancelled, at: "")) }
    return try call()
  }
}

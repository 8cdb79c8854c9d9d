import Foundation

extension ProcessInfo {
  /// Asks for time to do something when the process is about to be suspended: the block runs with false on
  /// another thread, and again with true when the time is over.
  public func performExpiringActivity(
    withReason reason: String, using block: @escaping @Sendable (Bool) -> Void
  ) {
    StandIn.ExpiringActivities.system.begin(block)
  }
}

extension StandIn {
  /// The system's side of what runs while it asks for time. A test has a system of its own.
  public final class ExpiringActivities: @unchecked Sendable {
    // Unchecked because of the blocks, which are behind a lock.
    /// The system of the task that asks.
    @TaskLocal public static var system = ExpiringActivities()

    private let lock = NSLock()
    private var blocks: [UUID: @Sendable (Bool) -> Void] = [:]

    /// Makes a system in which nothing runs.
    public init() {}

    /// How many are under way.
    public var count: Int { lock.withLock { blocks.count } }

    /// The time is over for all of them. Returns when each has said that it has come to an end.
    public func expire() {
      let running = lock.withLock { Array(blocks.values) }
      for block in running { block(true) }
    }

    fileprivate func begin(_ block: @escaping @Sendable (Bool) -> Void) {
      let id = UUID()
      lock.withLock { blocks[id] = block }
      // A thread of its own: it may stay in the block for as long as the work takes.
      Thread.detachNewThread { [self] in
        block(false)
        lock.withLock { blocks[id] = nil }
      }
    }
  }
}

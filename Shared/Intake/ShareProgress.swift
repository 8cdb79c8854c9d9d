import Foundation

/// How far a share is, in bytes: what the sheet shows, and the sign of life that our patience goes by.
public final class ShareProgress: @unchecked Sendable {
  // Unchecked because the compiler does not see that the lock guards the values.
  private var copied: Int64 = 0
  private var expected: Int64 = 0
  private var received = 0
  private var loads: [Progress] = []
  private var total = 1
  private var furthest = 0.0
  private var isStopped = false
  private let lock = NSLock()

  /// How many bytes are safe in the parcel.
  public var bytes: Int64 { lock.withLock { copied } }

  /// From 0 to 1, never less than before: half of it is the senders' work, as they tell it, half is ours, by bytes.
  public var fraction: Double {
    let loads = lock.withLock { self.loads }
    // Asked outside the lock: a sender's progress may call anything.
    let handed = loads.map { min(max($0.fractionCompleted, 0), 1) }.reduce(0, +)
    return lock.withLock {
      let own = Double(received) * (expected > 0 ? min(Double(copied) / Double(expected), 1) : 1)
      furthest = max(furthest, min((max(handed, Double(received)) + own) / 2 / Double(total), 1))
      return furthest
    }
  }

  /// Whether the user has cancelled: asked between two chunks of a copy.
  var isCancelled: Bool { lock.withLock { isStopped } }

  func expect(attachments: Int) { lock.withLock { total = max(attachments, 1) } }

  func begin(_ progress: Progress) { lock.withLock { loads.append(progress) } }

  func receive(_ size: Int64) {
    lock.withLock {
      expected += size
      received = min(received + 1, total)
    }
  }

  func add(_ bytes: Int64) { lock.withLock { copied += bytes } }

  func cancel() { lock.withLock { isStopped = true } }

  /// Lets go of the senders' progress, which may hold what it was to be told to, and that the parcel.
  func end() {
    _ = fraction
    lock.withLock { loads = [] }
  }
}

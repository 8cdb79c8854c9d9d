/// What failed for a reason that passes, and when it is tried again: after growing pauses, counted in rounds.
///
/// "Any other error, including crashes of the extension process, will be considered to be transient and will cause
/// the operation to be retried", says the header of `NSFileProviderReplicatedExtension`. No source says how soon.
struct Retries {
  /// Something that is tried again.
  enum Attempt: Hashable {
    case pull
    /// By row.
    case push(Int), fetch(Int), list(Int)
  }

  private var waits: [Attempt: (due: Int, failures: Int)] = [:]
  private var round = 0

  /// The longest pause: longer would only make more rounds of a test.
  private static let longest = 16

  /// Whether something waits for its pause to end. What was not tried when it could be is not wanted any more.
  var isWaiting: Bool { waits.values.contains { $0.due > round } }

  func allows(_ attempt: Attempt) -> Bool { (waits[attempt]?.due ?? 0) <= round }

  mutating func fail(_ attempt: Attempt) {
    let failures = (waits[attempt]?.failures ?? 0) + 1
    waits[attempt] = (round + min(1 << failures, Self.longest), failures)
  }

  mutating func succeed(_ attempt: Attempt) { waits[attempt] = nil }

  /// Forgets what is about a row.
  mutating func forget(_ key: Int) {
    for attempt in [Attempt.push(key), .fetch(key), .list(key)] { waits[attempt] = nil }
  }

  /// The next round. After one in which nothing else was done, time passes until the first pause is over.
  mutating func advance(isIdle: Bool) {
    round += 1
    if isIdle, let next = waits.values.map(\.due).filter({ $0 >= round }).min() { round = next }
  }
}

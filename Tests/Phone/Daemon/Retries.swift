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

  /// The longest pause: longer would only make more rounds of a test. That of a pull has no end that any test reaches.
  private static let longest = 16
  /// When what waits for the user is due.
  private static let never = Int.max

  /// Whether something waits for its pause to end. What was not tried when it could be is not wanted any more.
  var isWaiting: Bool { waits.values.contains { $0.due > round && $0.due != Self.never } }

  /// Whether something failed when it was tried last.
  func isRetry(_ attempt: Attempt) -> Bool { waits[attempt] != nil }

  func allows(_ attempt: Attempt) -> Bool { (waits[attempt]?.due ?? 0) <= round }

  mutating func fail(_ attempt: Attempt) {
    let failures = (waits[attempt]?.failures ?? 0) + 1
    let pause = 1 << min(failures, 20)
    waits[attempt] = (round + (attempt == .pull ? pause : min(pause, Self.longest)), failures)
  }

  /// Something failed that is not tried again until the user asks for it.
  mutating func giveUp(_ attempt: Attempt) { waits[attempt] = (Self.never, 1) }

  /// The user asks for everything.
  mutating func beginAnew() { waits = waits.filter { $0.value.due != Self.never } }

  mutating func succeed(_ attempt: Attempt) { waits[attempt] = nil }

  /// Forgets what is about a row.
  mutating func forget(_ key: Int) {
    for attempt in [Attempt.push(key), .fetch(key), .list(key)] { waits[attempt] = nil }
  }

  /// The next round. After one in which nothing else was done, time passes until the first pause is over.
  mutating func advance(isIdle: Bool) {
    round += 1
    if isIdle, let next = waits.values.map(\.due).filter({ $0 >= round && $0 != Self.never }).min() {
      round = next
    }
  }
}

/// Decides when to tell of each folder. It does not touch the disk and uses no clock; the caller passes the time.
struct HintSchedule: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// The delays.
  struct Pace: Hashable, Sendable {
    /// How long no further hint must come before a folder is told of. One look then covers the many steps of a save or of
    /// a large move, and the user sees no delay.
    var quiet = Duration.milliseconds(100)
    /// The longest delay, so that a folder that changes all the time is still shown. A second looks live to the user.
    var longest = Duration.seconds(1)
    /// How often a folder is tried for which the system sends no events. The user may wait for what is in it.
    var polling = Duration.seconds(5)
  }

  /// What is known of a folder since it was told of.
  private struct Wait {
    var first: Instant?
    var last: Instant?
    /// When it is due without a hint.
    var again: Instant?
  }

  private let pace: Pace
  private var waits: [String: Wait] = [:]

  init(_ pace: Pace = Pace()) { self.pace = pace }

  /// The folders that are followed.
  var folders: Set<String> { Set(waits.keys) }

  /// Follows these folders from now on. A new one is due at once.
  mutating func follow(_ folders: Set<String>, now: Instant) {
    waits = waits.filter { folders.contains($0.key) }
    for path in folders where waits[path] == nil { waits[path] = Wait(again: now) }
  }

  /// Something may have happened in a folder; nil is in any.
  mutating func hint(_ path: String?, now: Instant) {
    for path in path.map({ [$0] }) ?? Array(waits.keys) {
      guard let wait = waits[path] else { continue }
      waits[path] = Wait(first: wait.first ?? now, last: now, again: wait.again)
    }
  }

  /// The system sends no events for a folder.
  mutating func poll(_ path: String, now: Instant) { waits[path]?.again = now + pace.polling }

  /// The folders that are due. A later hint makes one due again.
  mutating func removeDue(now: Instant) -> Set<String> {
    let due = Set(waits.filter { moment($0.value).map { $0 <= now } ?? false }.keys)
    for path in due { waits[path] = Wait() }
    return due
  }

  /// When the next folder is due, if no hint comes; nil is never.
  var next: Instant? { waits.values.compactMap(moment).min() }

  private func moment(_ wait: Wait) -> Instant? {
    var hinted: Instant?
    if let first = wait.first, let last = wait.last { hinted = min(last + pace.quiet, first + pace.longest) }
    return [wait.again, hinted].compactMap(\.self).min()
  }
}

import Foundation

/// The clock from which files get their times.
public struct ScanClock: Sendable {
  /// The earliest time that a file can get which changes from now on.
  public var now: @Sendable () -> FileTime
  /// Waits.
  public var wait: @Sendable (_ nanoseconds: Int64) -> Void

  /// The system's clock.
  public static let system = ScanClock(
    now: Disk.fileTime,
    wait: { Thread.sleep(forTimeInterval: Double($0) / 1_000_000_000) })

  /// How many nanoseconds a wait sleeps before it reads the clock again: a quarter of the shortest tick, 1 ms.
  private static let nap: Int64 = 250_000

  /// Tells whether every later change gets another time than this one.
  func isPast(_ time: FileTime) -> Bool {
    let now = now()
    // A program can set a time in the future, and the clock can be set back. Waiting for that could take for ever.
    return time < now || time.seconds > now.seconds + 1
  }

  /// Waits until every later change gets another time than this one: some milliseconds, because the kernel's clock ticks,
  /// and may lag behind by a tick or two.
  func waitUntilPast(_ time: FileTime) {
    while !isPast(time) { wait(Self.nap) }
  }
}

import Foundation

/// The clock of a scan.
public struct ScanClock: Sendable {
  /// The present moment, by the clock that file systems use.
  public var now: @Sendable () -> FileTime
  /// Waits.
  public var wait: @Sendable (_ nanoseconds: Int64) -> Void

  /// A clock of these two functions.
  public init(now: @escaping @Sendable () -> FileTime, wait: @escaping @Sendable (Int64) -> Void) {
    self.now = now
    self.wait = wait
  }

  /// The system's clock.
  public static let system = ScanClock(
    now: {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return FileTime(seconds: Int64(time.tv_sec), nanoseconds: Int64(time.tv_nsec))
    },
    wait: { Thread.sleep(forTimeInterval: Double($0) / 1_000_000_000) })

  /// Nanoseconds until a later change gets another time than this one; 0 when it already would.
  func untilPast(_ time: FileTime) -> Int64 {
    let now = now()
    // A program can set a time in the future. Waiting for it could take for ever.
    let (seconds, isFar) = now.seconds.subtractingReportingOverflow(time.seconds)
    guard time <= now, !isFar, seconds <= 1 else { return 0 }
    let age = seconds * 1_000_000_000 + now.nanoseconds - time.nanoseconds
    return max(0, Disk.tick - age)
  }
}

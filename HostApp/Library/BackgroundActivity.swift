import UIKit

/// Time for a piece of work that is under way when the app goes to the background.
///
/// While there is one the process is not suspended. When the system's time is up, `expire` is called once, and the
/// system waits a little for the work to come to an end between two documents. Nothing depends on it: suspended or
/// killed, each document is where it was or where it belongs.
final class BackgroundActivity: Sendable {
  private let work = DispatchGroup()

  /// Begins it.
  ///
  /// - Parameters:
  ///   - reason: what the system calls it in its logs.
  ///   - expire: ends the work; called on any thread.
  init(_ reason: String, expire: @escaping @Sendable () -> Void) {
    work.enter()
    // The system gives the time to the thread that is in this block, and calls it again, on another, when time is
    // up; the process is suspended when both have returned.
    ProcessInfo.processInfo.performExpiringActivity(withReason: reason) { [work] isExpired in
      if isExpired { expire() }
      work.wait()
    }
  }

  /// Ends it. To be called once, when the work is done.
  func end() { work.leave() }
}

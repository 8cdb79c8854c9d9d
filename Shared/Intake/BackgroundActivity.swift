import Foundation
import IntrayCore
import UIKit

/// Time for a piece of work that is under way when the app, or the app that shows our sheet, goes to the background.
///
/// While there is one the process is not suspended. No document depends on it: suspended or killed, each is where it was
/// or where it belongs.
///
/// <https://developer.apple.com/documentation/foundation/processinfo/performexpiringactivity(withreason:using:)>
public final class BackgroundActivity: Sendable {
  private let work = DispatchGroup()

  /// The system ends a process that does not return soon after its time is up. Work that ends between two blocks of a copy
  /// takes less.
  public static let patience = DispatchTimeInterval.seconds(2)

  /// Begins it.
  ///
  /// - Parameters:
  ///   - reason: what the system calls it in its logs.
  ///   - patience: how long the system waits for the end of the work when time is up.
  ///   - expire: ends the work; called once, on any thread, when time is up.
  public init(
    _ reason: String, patience: DispatchTimeInterval = patience, expire: @escaping @Sendable () -> Void
  ) {
    work.enter()
    // The system gives the time to the thread that is in this block, and calls it again, on another, when time is
    // up; the process is suspended when that call has returned.
    ProcessInfo.processInfo.performExpiringActivity(withReason: reason) { [work] isExpired in
      guard isExpired else { return work.wait() }
      expire()
      _ = work.wait(timeout: .now() + patience)
    }
  }

  /// Ends it. To be called once, when the work is done.
  public func end() { work.leave() }
}

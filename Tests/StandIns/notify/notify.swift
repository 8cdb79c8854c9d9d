import Foundation

/// It was done.
public var NOTIFY_STATUS_OK: Int32 { 0 }

/// Posts a notification to every process that registered for the name.
///
/// <https://developer.apple.com/documentation/darwinnotify/notify_post>
@discardableResult
public func notify_post(_ name: UnsafePointer<CChar>!) -> UInt32 {
  guard let name else { return 1 }
  StandInNotifications.post(String(cString: name))
  return UInt32(NOTIFY_STATUS_OK)
}

/// The system's side: what becomes of a notification.
public enum StandInNotifications {
  private static let lock = NSLock()
  // Guarded by the lock.
  nonisolated(unsafe) private static var listener: (@Sendable (String) -> Void)?

  /// Sets who hears every notification of this process.
  public static func onPost(_ listener: (@Sendable (String) -> Void)?) {
    lock.withLock { self.listener = listener }
  }

  static func post(_ name: String) {
    lock.withLock { listener }?(name)
  }
}

import Dispatch
import Foundation

/// <https://developer.apple.com/documentation/darwinnotify/darwin-notification-api>
public var NOTIFY_STATUS_OK: Int32 { 0 }

public typealias notify_handler_t = (Int32) -> Void

@discardableResult
public func notify_post(_ name: UnsafePointer<CChar>!) -> UInt32 {
  guard let name else { return 1 }
  StandInNotifications.post(String(cString: name))
  return UInt32(NOTIFY_STATUS_OK)
}

/// Calls a handler on a queue after each notification of a name, of any process, this one too. Several in a
/// row may be one.
@discardableResult
public func notify_register_dispatch(
  _ name: UnsafePointer<CChar>!, _ out_token: UnsafeMutablePointer<Int32>!, _ queue: DispatchQueue!,
  _ handler: @escaping notify_handler_t
) -> UInt32 {
  guard let name, let out_token, let queue else { return 1 }
  out_token.pointee = StandInNotifications.register(String(cString: name), queue, handler)
  return UInt32(NOTIFY_STATUS_OK)
}

@discardableResult
public func notify_cancel(_ token: Int32) -> UInt32 {
  StandInNotifications.cancel(token) ? UInt32(NOTIFY_STATUS_OK) : 1
}

/// The system's side: what becomes of a notification.
public enum StandInNotifications {
  private struct Registration {
    var name: String
    var queue: DispatchQueue
    var handler: notify_handler_t
  }

  private static let lock = NSLock()
  // All three are guarded by the lock.
  nonisolated(unsafe) private static var listener: (@Sendable (String) -> Void)?
  nonisolated(unsafe) private static var registrations: [Int32: Registration] = [:]
  nonisolated(unsafe) private static var lastToken: Int32 = 0

  /// Sets who hears every notification of this process.
  public static func onPost(_ listener: (@Sendable (String) -> Void)?) {
    lock.withLock { self.listener = listener }
  }

  /// Brings a notification that another process posted.
  public static func deliver(_ name: String) {
    for (token, registration) in lock.withLock({ registrations }) where registration.name == name {
      registration.queue.async {
        // A registration that was ended meanwhile hears nothing any more.
        lock.withLock { registrations[token] }?.handler(token)
      }
    }
  }

  static func post(_ name: String) {
    deliver(name)
    lock.withLock { listener }?(name)
  }

  static func register(
    _ name: String, _ queue: DispatchQueue, _ handler: @escaping notify_handler_t
  ) -> Int32 {
    lock.withLock {
      lastToken += 1
      registrations[lastToken] = Registration(name: name, queue: queue, handler: handler)
      return lastToken
    }
  }

  static func cancel(_ token: Int32) -> Bool {
    lock.withLock { registrations.removeValue(forKey: token) != nil }
  }
}

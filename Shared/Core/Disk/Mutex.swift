import Foundation

/// A value that one thread at a time may use.
///
/// `Synchronization.Mutex` needs iOS 18.
public final class Mutex<Value>: @unchecked Sendable {
  // Unchecked because the compiler does not see that the lock guards the value.
  private var value: Value
  private let lock = NSLock()

  /// Guards a value.
  public init(_ value: Value) {
    self.value = value
  }

  /// Passes the value to a closure, one thread at a time.
  public func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

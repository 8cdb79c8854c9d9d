import Foundation

/// A value that one thread at a time may use.
public final class Guarded<Value>: @unchecked Sendable {
  // Unchecked because the compiler does not see that the lock guards the value.
  private var value: Value
  private let lock = NSLock()

  /// Guards a value.
  public init(_ value: Value) {
    self.value = value
  }

  /// Lends the value to one thread at a time.
  public func with<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}

/// Runs a closure on so many threads at once, and waits for all of them.
///
/// - Throws: the first error that one of them threw.
public func inParallel(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
  let errors = Guarded<[any Error]>([])
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    let thread = Thread {
      defer { group.leave() }
      do { try body(index) } catch { errors.with { $0.append(error) } }
    }
    thread.stackSize = 4 << 20
    thread.start()
  }
  group.wait()
  if let error = errors.with({ $0.first }) { throw error }
}

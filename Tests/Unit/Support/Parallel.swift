import Foundation
import IntrayCore
import Synchronization

/// Runs a closure on so many threads at once, and waits for all of them.
///
/// - Throws: the first error that one of them threw.
public func inParallel(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) throws {
  let errors = Mutex<[any Error]>([])
  let group = DispatchGroup()
  for index in 0..<count {
    group.enter()
    let thread = Thread {
      defer { group.leave() }
      do { try body(index) } catch { errors.withLock { $0.append(error) } }
    }
    thread.stackSize = 4 << 20
    thread.start()
  }
  group.wait()
  if let error = errors.withLock({ $0.first }) { throw error }
}

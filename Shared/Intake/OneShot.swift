import Foundation

/// One answer of a sender, who may give it on any thread, twice, late or never.
///
/// The first answer is received. If a cancel or the end of our patience comes before it, that ends the waiting, and a
/// later answer is ignored. So a waiting task gets exactly one result, and no work for it goes on afterwards.
public final class OneShot<Value: Sendable>: @unchecked Sendable {
  // Unchecked because the compiler does not see that the lock guards everything.
  private enum State {
    case waiting
    case receiving
    /// From here on no answer is received.
    case givenUp
    case over(Result<Value, ShareError>)
  }

  private var state = State.waiting
  private var continuation: CheckedContinuation<Result<Value, ShareError>, Never>?
  private var stops: [@Sendable () -> Void] = []
  private var wasGivenUp = false
  private let lock = NSLock()

  /// Waits for the first answer.
  public init() {}

  /// Whether the sender still owes an answer.
  var isWaiting: Bool {
    lock.withLock { if case .waiting = state { true } else { false } }
  }

  /// The result; the caller waits until there is one.
  public var result: Result<Value, ShareError> {
    get async {
      await withCheckedContinuation { continuation in
        let known: Result<Value, ShareError>? = lock.withLock {
          if case .over(let result) = state { return result }
          self.continuation = continuation
          return nil
        }
        if let known { continuation.resume(returning: known) }
      }
    }
  }

  /// Receives the first answer; another one, or one that comes too late, is not looked at.
  ///
  /// - Parameter body: copies the provided file before it returns, because the system deletes the file afterwards.
  public func receive(_ body: () throws(ShareError) -> Value) {
    let isFirst = lock.withLock {
      guard case .waiting = state else { return false }
      state = .receiving
      return true
    }
    guard isFirst else { return }
    end(Result(catching: body))
  }

  /// Ends the waiting for an answer that has not come. One that is being received is received.
  public func giveUp(_ error: ShareError) {
    let isWaiting = lock.withLock {
      guard case .waiting = state else { return false }
      state = .givenUp
      wasGivenUp = true
      return true
    }
    guard isWaiting else { return }
    for stop in lock.withLock({ stops }) { stop() }
    end(.failure(error))
  }

  /// Adds what is to be done when the waiting is given up; at once, if it has been.
  func onGiveUp(_ stop: @escaping @Sendable () -> Void) {
    let isGivenUp = lock.withLock {
      switch state {
      case .waiting: stops.append(stop)
      case .receiving: break
      case .givenUp, .over: return wasGivenUp
      }
      return false
    }
    if isGivenUp { stop() }
  }

  private func end(_ result: Result<Value, ShareError>) {
    let waiting = lock.withLock {
      state = .over(result)
      stops = []
      defer { continuation = nil }
      return continuation
    }
    waiting?.resume(returning: result)
  }
}

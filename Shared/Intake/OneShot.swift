import Foundation
import Synchronization

/// One answer of a sender, who may give it on any thread, twice, late or never.
///
/// The first answer is received. If a cancel or the end of our patience comes before it, that ends the waiting, and a
/// later answer is ignored. So a waiting task gets exactly one result, and no work for it goes on afterwards.
public final class OneShot<Value: Sendable>: Sendable {
  private struct State {
    /// Whether an answer is being received, or the waiting was given up: every later answer is ignored.
    var isDecided = false
    var isGivenUp = false
    var result: Result<Value, ShareError>?
    var continuation: CheckedContinuation<Result<Value, ShareError>, Never>?
    var stops: [@Sendable () -> Void] = []
  }

  private let state = Mutex(State())

  /// Waits for the first answer.
  public init() {}

  /// Whether the sender still owes an answer.
  var isWaiting: Bool { state.withLock { !$0.isDecided } }

  /// The result; the caller waits until there is one.
  public var result: Result<Value, ShareError> {
    get async {
      await withCheckedContinuation { continuation in
        let known = state.withLock { state in
          if state.result == nil { state.continuation = continuation }
          return state.result
        }
        if let known { continuation.resume(returning: known) }
      }
    }
  }

  /// Receives the first answer; another one, or one that comes too late, is not looked at.
  ///
  /// - Parameter body: copies the provided file before it returns, because the system deletes the file afterwards.
  public func receive(_ body: () throws(ShareError) -> Value) {
    let isFirst = state.withLock { state in
      defer { state.isDecided = true }
      return !state.isDecided
    }
    if isFirst { end(Result(catching: body)) }
  }

  /// Ends the waiting for an answer that has not come. One that is being received is received.
  public func giveUp(_ error: ShareError) {
    let stops: [@Sendable () -> Void]? = state.withLock { state in
      if state.isDecided { return nil }
      (state.isDecided, state.isGivenUp) = (true, true)
      return state.stops
    }
    guard let stops else { return }
    for stop in stops { stop() }
    end(.failure(error))
  }

  /// Adds what is to be done when the waiting is given up; at once, if it has been.
  func onGiveUp(_ stop: @escaping @Sendable () -> Void) {
    let isGivenUp = state.withLock { state in
      if !state.isDecided { state.stops.append(stop) }
      return state.isGivenUp
    }
    if isGivenUp { stop() }
  }

  private func end(_ result: Result<Value, ShareError>) {
    let waiting = state.withLock { state in
      defer { (state.continuation, state.stops) = (nil, []) }
      state.result = result
      return state.continuation
    }
    waiting?.resume(returning: result)
  }
}

import Foundation
import Observation
import UIKit

/// What the sheet shows, and what its buttons do.
@MainActor
@Observable
final class ShareModel {
  /// How far the share is.
  enum State {
    /// So many of so many attachments are loaded.
    case loading(Int, of: Int)
    /// Some could not be loaded: shall the others be saved?
    case asking(Share.Loaded)
    /// Nothing was saved.
    case failed(ShareError)
    /// Everything that was to be saved is.
    case done
  }

  private(set) var state = State.loading(0, of: 1)
  private let share: Share
  private let finish: @MainActor (Result<Void, ShareError>) -> Void

  /// - Parameter finish: called once, when the sheet is to go.
  init(_ share: Share, finish: @escaping @MainActor (Result<Void, ShareError>) -> Void) {
    self.share = share
    self.finish = finish
  }

  /// Loads everything; publishes it when nothing is missing, else asks.
  func start() async {
    do throws(ShareError) {
      let loaded = try await share.load { state = .loading($0, of: $1) }
      guard loaded.failures.isEmpty else { return state = .asking(loaded) }
      try await publish(loaded)
    } catch {
      state = .failed(error)
    }
  }

  /// The person wants what could be loaded.
  func saveRest() async {
    guard case .asking(let loaded) = state else { return }
    // At once, so that a second tap finds nothing to do.
    state = .loading(loaded.saved, of: loaded.saved)
    do throws(ShareError) {
      try await publish(loaded)
    } catch {
      state = .failed(error)
    }
  }

  /// The person wants nothing of it, or has read why nothing was saved.
  func cancel() {
    switch state {
    case .asking(let loaded):
      share.discard(loaded)
      finish(.failure(loaded.failures.count == 1 ? loaded.failures[0] : .several(loaded.failures)))
    case .failed(let error): finish(.failure(error))
    case .loading, .done: break
    }
  }

  private func publish(_ loaded: Share.Loaded) async throws(ShareError) {
    try await share.publish(loaded)
    state = .done
    finish(.success(()))
  }
}

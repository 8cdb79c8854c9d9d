import Foundation
import Intake
import Observation
import UIKit

/// What the sheet shows, and what its buttons do.
@MainActor
@Observable
final class ShareModel {
  /// How far the share is.
  enum State {
    /// It is being loaded.
    case loading
    /// Some could not be loaded: shall the others be saved?
    case asking(Share.Loaded)
    /// It is on its way to the medium, and not stopped any more.
    case publishing
    /// Nothing was saved.
    case failed(ShareError)
    /// Everything that was to be saved is; whether Files shows it.
    case done(inFiles: Bool)
  }

  private(set) var state = State.loading
  /// From 0 to 1.
  private(set) var fraction = 0.0
  /// How many bytes are safe.
  private(set) var bytes: Int64 = 0
  /// What the first thing is called that is being saved.
  var subject: String { share.names.first ?? "" }
  /// How many there are beside it.
  var others: Int { max(share.names.count - 1, 0) }
  private let share: Share
  private let finish: @MainActor (Result<Void, ShareError>) -> Void
  private let signal: @MainActor () async -> Bool
  private var loading: Task<Void, Never>?
  private var isFinished = false

  /// - Parameters:
  ///   - signal: tells Files; answers whether it shows what was saved.
  ///   - finish: called once, when the sheet is to go.
  init(
    _ share: Share, signal: @escaping @MainActor () async -> Bool = FilesSignal.send,
    finish: @escaping @MainActor (Result<Void, ShareError>) -> Void
  ) {
    self.share = share
    self.signal = signal
    self.finish = finish
  }

  /// Loads everything; publishes it when nothing is missing, else asks. Once: a sheet that appears again
  /// begins nothing again.
  func start() async {
    guard loading == nil else { return }
    let task = Task { await load() }
    loading = task
    await task.value
  }

  private func load() async {
    let clock = Task { await follow() }
    defer { clock.cancel() }
    do throws(ShareError) {
      let loaded = try await share.load()
      guard loaded.failures.isEmpty else { return state = .asking(loaded) }
      try await publish(loaded)
    } catch .cancelled {
      end(.failure(.cancelled))
    } catch {
      state = .failed(error)
    }
  }

  /// The user wants what could be loaded.
  func saveRest() async {
    guard case .asking(let loaded) = state else { return }
    do throws(ShareError) {
      try await publish(loaded)
    } catch {
      state = .failed(error)
    }
  }

  /// The user wants nothing of it, or has read why nothing was saved.
  func cancel() {
    switch state {
    // The sheet goes when every load has ended and nothing is left.
    case .loading: loading?.cancel()
    case .asking(let loaded):
      share.discard(loaded)
      end(.failure(.of(loaded.failures)))
    case .failed(let error): end(.failure(error))
    case .publishing, .done: break
    }
  }

  /// The user has read where it is.
  func close() {
    if case .done = state { end(.success(())) }
  }

  private func publish(_ loaded: Share.Loaded) async throws(ShareError) {
    // At once, so that a second tap finds nothing to do.
    state = .publishing
    try await share.publish(loaded)
    let isInFiles = await signal()
    state = .done(inFiles: isInFiles)
    if isInFiles { end(.success(())) }
  }

  private func end(_ result: Result<Void, ShareError>) {
    if isFinished { return }
    isFinished = true
    finish(result)
  }

  /// Looks how far the share is, until it is through: ten times a second looks smooth.
  private func follow() async {
    while !Task.isCancelled {
      (fraction, bytes) = (share.tally.fraction, share.tally.bytes)
      // Sleeping ends early when there is nothing to follow any more.
      guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
    }
  }
}

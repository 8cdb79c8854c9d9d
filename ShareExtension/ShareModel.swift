import Foundation
import Intake
import Observation
import Shared
import UIKit

/// What the sheet shows, and what its buttons do.
@MainActor
@Observable
final class ShareModel {
  /// How far the share is.
  enum State {
    /// The user chooses a name and a folder, while it is being loaded.
    case choosing
    /// The user has chosen, and it is still being loaded.
    case loading
    /// Some could not be loaded: shall the others be saved?
    case asking(Share.Loaded)
    /// It is on its way to the medium, and not stopped any more.
    case publishing
    /// Nothing was saved.
    case failed(ShareError)
    /// Everything that was to be saved is; whether Files shows it.
    case done(FilesVisibility)
  }

  private(set) var state = State.choosing {
    didSet { holdSheet(isSaving) }
  }
  /// From 0 to 1.
  private(set) var fraction = 0.0
  /// How many bytes are safe.
  private(set) var bytes: Int64 = 0
  /// The name in the field.
  var name: String
  /// Where it is to go.
  let folders: FolderModel
  /// The name of the first item that is being saved.
  var subject: String { share.names.first ?? "" }
  /// How many there are beside it.
  var others: Int { max(share.names.count - 1, 0) }
  private let share: Share
  private let finish: @MainActor (Result<Void, ShareError>) -> Void
  private let signal: @MainActor () async -> FilesVisibility
  private let holdSheet: @MainActor (Bool) -> Void
  private var loading: Task<Void, Never>?
  /// What was loaded before the user tapped Save.
  private var loaded: Share.Loaded?
  private var isFinished = false

  /// - Parameters:
  ///   - signal: signals Files; returns whether Files shows the saved documents.
  ///   - holdSheet: told whether a swipe may close the sheet: not while it saves.
  ///   - finish: called once, when the sheet is to go.
  init(
    _ share: Share, _ container: Container?,
    signal: @escaping @MainActor () async -> FilesVisibility = FilesSignal.send,
    holdSheet: @escaping @MainActor (Bool) -> Void = { _ in },
    finish: @escaping @MainActor (Result<Void, ShareError>) -> Void
  ) {
    self.share = share
    self.signal = signal
    self.holdSheet = holdSheet
    self.finish = finish
    name = share.names.first ?? ""
    folders = FolderModel(container)
  }

  /// Loads everything, while the user chooses. Once: a sheet that appears again begins nothing again.
  func start() async {
    guard loading == nil else { return }
    let task = Task { await load() }
    loading = task
    await folders.lookForRecent()
    await task.value
  }

  private func load() async {
    let clock = Task { await follow() }
    defer { clock.cancel() }
    do throws(ShareError) {
      let loaded = try await share.load()
      if case .choosing = state { self.loaded = loaded } else { await proceed(loaded) }
    } catch .cancelled {
      end(.failure(.cancelled))
    } catch {
      state = .failed(error)
    }
  }

  /// The user has chosen: what was loaded is published, and what is still being loaded will be.
  func save() async {
    guard case .choosing = state else { return }
    state = .loading
    guard let loaded else { return }
    self.loaded = nil
    await proceed(loaded)
  }

  /// Publishes what was loaded when nothing is missing, else asks.
  private func proceed(_ loaded: Share.Loaded) async {
    if isFinished { return share.discard(loaded) }
    guard loaded.failures.isEmpty else { return state = .asking(loaded) }
    await publish(loaded)
  }

  /// The user wants what could be loaded.
  func saveRest() async {
    guard case .asking(let loaded) = state else { return }
    await publish(loaded)
  }

  /// The user wants nothing of it, or has read why nothing was saved, or has swiped the sheet away.
  func cancel() {
    switch state {
    case .choosing, .loading:
      if let loaded {
        share.discard(loaded)
        end(.failure(.cancelled))
      } else {
        // The sheet goes when every load has ended and nothing is left.
        loading?.cancel()
      }
      loaded = nil
    case .asking(let loaded):
      share.discard(loaded)
      end(.failure(.of(loaded.failures)))
    case .failed(let error): end(.failure(error))
    case .done: end(.success(()))
    case .publishing: break
    }
  }

  private func publish(_ loaded: Share.Loaded) async {
    // At once, so that a second tap finds nothing to do.
    state = .publishing
    let place = folders.chosen
    let typed = name.trimmingCharacters(in: .whitespacesAndNewlines)
    let isRenamed = others == 0 && !typed.isEmpty && typed != subject
    do throws(ShareError) {
      try await share.publish(
        loaded, as: isRenamed ? typed : nil, into: place.folder, creating: place.newFolder)
    } catch {
      return state = .failed(error)
    }
    folders.noteRecent()
    let visibility = await signal()
    state = .done(visibility)
    if visibility == .shown { end(.success(())) }
  }

  /// Whether closing the sheet now would leave a share half decided.
  private var isSaving: Bool {
    switch state {
    case .loading, .publishing: true
    case .choosing, .asking, .failed, .done: false
    }
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

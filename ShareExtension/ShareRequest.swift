import Foundation
import IntrayCore
import IntrayIntake
import Observation
import UIKit

/// What a request asks of the system. Tests answer in its place.
struct ShareSystem {
  /// Asks whether Files shows Intray.
  var look: @MainActor () async -> FilesVisibility = FilesSignal.look
  /// Signals Files.
  var signal: @MainActor () -> Void = FilesSignal.send
  /// Passes the time in which the user reads that it is saved. It ends early when the user ends the sheet.
  var pause: @MainActor (Duration) async -> Void = { try? await Task.sleep(for: $0) }
}

/// One request of the share sheet, until it ends: it loads what is shared, publishes or discards it, and ends once.
///
/// Dies in it: what is not published is in Staging, which the sweep empties; what is published is saved.
@MainActor
@Observable
final class ShareRequest {
  /// How far the request is.
  enum State {
    /// The user chooses a name and a folder. What was loaded, once everything is.
    case choosing(Share.Loaded?)
    /// The user has chosen, and it is still being loaded.
    case loading(Choice)
    /// Some could not be loaded: shall the others be saved?
    case asking(Share.Loaded, Choice)
    /// Something that the user cannot stop. Whether the user has left the sheet: then the request ends with the work, and
    /// nothing is shown.
    case working(Work, isLeft: Bool)
    /// Nothing was saved. Whether that is in ``UnsavedShares``, in case the user does not read it here.
    case failed(ShareError, isNoted: Bool)
    /// Nothing was saved again, because Intray has everything. Whether the sheet stays until the user taps Done.
    case known(stays: Bool)
    /// Everything that was to be saved is.
    case saved(Saved)
    /// It is saved, and the user chooses another folder for it.
    case changing(Saved)
  }

  enum Work {
    /// It is on its way to the medium. Whether ``UnsavedShares`` has it, because the time for it was up once.
    case publishing(isNoted: Bool)
    /// It is saved. Files is asked whether it shows it, or its folder is being changed.
    case published
    /// Nothing is to be saved, and what was loaded is being deleted. Why.
    case discarding(ShareError)
  }

  /// What the user wants.
  struct Choice {
    /// Another name for the documents, without the extension that they keep; nil if they keep theirs.
    var name: String?
    /// Which of two extensions the user chose, with its dot, if another one was typed with the name.
    var fileExtension: String?
    var folder: FolderChoice
    var remarks = Share.Remarks()
    /// What Intray has already, if the user was told of it.
    var known: [Counterpart] = []
    /// Whether that is not saved again.
    var skipsKnown = false
    /// Whether the sheet saved at once, without showing anything.
    var isQuick = false
    /// Finds another folder for what is loaded, where the user leaves that to Intray; it may find none.
    var findFolder: (@MainActor (Share.Loaded) async -> FolderChoice?)?

    fileprivate var destination: Destination {
      Destination(
        folder.folder, creating: folder.newFolder, keepingCopies: !known.isEmpty && !skipsKnown)
    }
  }

  /// What was published.
  struct Saved {
    enum Change {
      /// The folder can be changed, because Files is not signalled yet.
      case offered
      /// It cannot.
      case over
      /// The user wanted another folder when the documents were in theirs already.
      case tooLate
    }

    fileprivate let loaded: Share.Loaded
    fileprivate(set) var choice: Choice
    let visibility: FilesVisibility
    /// Whether the medium failed after it was published: a power cut may lose it, and the user must read that.
    let mayBeLost: Bool
    fileprivate(set) var change = Change.over
    /// Whether the sheet stays until the user taps Done.
    fileprivate(set) var stays = true

    /// What the sheet says: where it is saved, if the user did not choose that just now.
    var title: String {
      guard choice.isQuick, visibility == .shown, change != .tooLate else {
        return String(localized: "Saved")
      }
      let folder = choice.folder.path.names.last?.description ?? String(localized: "Documents")
      return String(localized: "Saved in “\(folder)”")
    }
  }

  private(set) var state = State.choosing(nil) {
    didSet { holdSheet(isSaving) }
  }
  /// The names that the documents will have, in order; nothing until all of them are known.
  private(set) var names: [DocumentName] = []
  let share: Share
  let container: Container?
  let unsaved: UnsavedShares
  private let system: ShareSystem
  private let holdSheet: @MainActor (Bool) -> Void
  /// Ends the request; nil when it has ended.
  private var finish: (@MainActor (Result<Void, ShareError>) -> Void)?
  private var loading: Task<Void, Never>?
  /// How many seconds loading took.
  private var seconds = 0.0
  private var closing: Task<Void, Never>?
  private var keeping: Task<Void, Never>?

  /// - Parameters:
  ///   - unsaved: the shares that the user must be told of.
  ///   - holdSheet: told whether a swipe may close the sheet: not while it saves.
  ///   - finish: called once, when the sheet is to go.
  init(
    _ share: Share, _ container: Container?, unsaved: UnsavedShares = .kept,
    system: ShareSystem = ShareSystem(),
    holdSheet: @escaping @MainActor (Bool) -> Void = { _ in },
    finish: @escaping @MainActor (Result<Void, ShareError>) -> Void
  ) {
    (self.share, self.container, self.unsaved, self.system) = (share, container, unsaved, system)
    (self.holdSheet, self.finish) = (holdSheet, finish)
  }

  /// Begins to load everything, once.
  ///
  /// - Returns: the work; nil when it has begun before, or when the request has ended.
  func begin() -> Task<Void, Never>? {
    guard loading == nil, finish != nil else { return nil }
    loading = Task { await inBackground { await load() } }
    return loading
  }

  private func load() async {
    let begin = ContinuousClock.now
    do throws(ShareError) {
      let loaded = try await share.load()
      seconds = (ContinuousClock.now - begin) / .seconds(1)
      names = loaded.names
      switch state {
      case .choosing: state = .choosing(loaded)
      case .loading(let choice): await proceed(loaded, choice)
      default: await discard(loaded)
      }
    } catch {
      if case .working(.discarding(let reason), _) = state {
        settle(.failed(reason, isNoted: true), .failure(reason))
      } else if case .cancelled = error {
        end(.failure(error))
      } else {
        state = .failed(error, isNoted: false)
      }
    }
  }

  /// The user wants the preview that is left out. After an error it stays left out, and the sheet says so.
  func keepPreview() async {
    guard case .choosing(let loaded?) = state, keeping == nil else { return }
    let keeping = Task {
      guard let kept = try? await share.keepPreview(of: loaded), case .choosing = state else { return }
      names = kept.names
      state = .choosing(kept)
    }
    self.keeping = keeping
    await keeping.value
    self.keeping = nil
  }

  /// The user has chosen: what was loaded is published, and what is still being loaded will be.
  func save(_ choice: Choice) async {
    // Nothing is published while it is being written.
    await keeping?.value
    guard case .choosing(let loaded) = state else { return }
    state = .loading(choice)
    if let loaded { await inBackground { await proceed(loaded, choice) } }
  }

  /// Publishes what was loaded when nothing is missing, else asks.
  private func proceed(_ loaded: Share.Loaded, _ choice: Choice) async {
    var choice = choice
    // Nothing is shown in which the user could say so.
    if choice.isQuick, choice.skipsKnown { choice.known = await share.counterparts(of: loaded) }
    if let folder = await choice.findFolder?(loaded) { choice.folder = folder }
    // The user has ended the sheet, or the time is up.
    guard case .loading = state else { return await discard(loaded) }
    if loaded.failures.isEmpty { await publish(loaded, choice) } else { state = .asking(loaded, choice) }
  }

  /// The user wants what could be loaded.
  func saveRest() async {
    guard case .asking(let loaded, let choice) = state else { return }
    await inBackground { await publish(loaded, choice) }
  }

  private func publish(_ loaded: Share.Loaded, _ choice: Choice) async {
    // At once, so that a second tap finds nothing to do.
    state = .working(.publishing(isNoted: false), isLeft: false)
    if choice.skipsKnown, !choice.known.isEmpty, await share.leaveOut(choice.known, of: loaded) {
      endPublishing()
      settle(.known(stays: isAssisted), .success(()))
      return await closeSoon()
    }
    let begin = ContinuousClock.now
    let mayBeLost: Bool
    do throws(ShareError) {
      mayBeLost =
        try await share.publish(
          loaded, as: choice.name, with: choice.fileExtension, noting: choice.remarks,
          to: choice.destination) != nil
    } catch {
      guard case .working(.publishing(let isNoted), _) = state else { return }
      return settle(.failed(error, isNoted: isNoted), .failure(error))
    }
    endPublishing()
    if let container {
      await Self.report(seconds + (ContinuousClock.now - begin) / .seconds(1), in: container)
    }
    // The folder that was used last is one that the user chose.
    if choice.findFolder == nil { Preferences.noteSaved(into: choice.folder.path) }
    Preferences.noteTags(choice.remarks.tags, before: Preferences.usedTags)
    let visibility = await system.look()
    var saved = Saved(loaded: loaded, choice: choice, visibility: visibility, mayBeLost: mayBeLost)
    if visibility == .shown, !mayBeLost { saved.stays = isAssisted }
    // Where the folder can be changed, Files is signalled late, because then the documents are delivered.
    if choice.isQuick, visibility == .shown, !mayBeLost, !isLeft {
      saved.change = .offered
    } else {
      system.signal()
    }
    settle(.saved(saved), .success(()))
    await closeSoon()
  }

  /// It is published, or there is nothing to publish: what was noted when its time was up is not so.
  private func endPublishing() {
    guard case .working(.publishing(let isNoted), let isLeft) = state else { return }
    if isNoted { unsaved.forget(share.names) }
    state = .working(.published, isLeft: isLeft)
  }

  /// The user reads that it is saved; then Files is signalled, and the sheet goes.
  private func closeSoon() async {
    switch state {
    case .known(stays: false): break
    case .saved(let saved) where !saved.stays: break
    default: return
    }
    let closing = Task {
      if case .saved(var saved) = state, saved.change == .offered {
        await system.pause(Self.quickGlance - Self.glance)
        if Task.isCancelled { return }
        saved.change = .over
        state = .saved(saved)
        system.signal()
      }
      await system.pause(Self.glance)
      if !Task.isCancelled { end(.success(())) }
    }
    self.closing = closing
    await closing.value
  }

  /// The user wants what was saved in another folder. It stays saved where it is until the user has chosen.
  func beginChange() {
    guard case .saved(let saved) = state, saved.change == .offered else { return }
    closing?.cancel()
    state = .changing(saved)
  }

  /// The user has chosen another folder for what was saved.
  func change(to folder: FolderChoice) async {
    guard case .changing(var saved) = state else { return }
    // At once, so that a second tap finds nothing to do.
    state = .working(.published, isLeft: false)
    var choice = saved.choice
    choice.folder = folder
    if await share.redirect(saved.loaded, to: choice.destination) {
      (saved.choice, saved.change) = (choice, .over)
      Preferences.noteSaved(into: folder.path)
    } else {
      // What did not go is to be read.
      (saved.change, saved.stays) = (.tooLate, true)
    }
    system.signal()
    settle(.saved(saved), .success(()))
    await closeSoon()
  }

  /// The user wants nothing of it, or has read how it ended.
  func cancel() {
    if finish == nil { return }
    switch state {
    case .choosing where loading == nil: end(.failure(.cancelled))
    case .choosing(let loaded?): discard(loaded, .cancelled)
    case .choosing(nil), .loading:
      // The sheet goes when every load has ended and nothing is left.
      state = .working(.discarding(.cancelled), isLeft: true)
      loading?.cancel()
    case .asking(let loaded, _): discard(loaded, .of(loaded.failures))
    case .failed(let error, let isNoted):
      if isNoted { unsaved.forget(share.names) }
      end(.failure(error))
    case .saved(let saved), .changing(let saved):
      closing?.cancel()
      if saved.change == .offered { system.signal() }
      end(.success(()))
    case .known:
      closing?.cancel()
      end(.success(()))
    case .working: break
    }
  }

  /// The sheet is gone: the user swiped it away, or the system closed it. What is being published is published; the
  /// request ends in any case.
  func close() {
    switch state {
    case .working(let work, _): state = .working(work, isLeft: true)
    // It stays noted: the user may not have read it.
    case .failed(let error, _): end(.failure(error))
    default: cancel()
    }
  }

  /// The system's time for the work is up. What is being loaded is given up. What is being published is published when the
  /// process runs again. If the system ends the process instead, the next sheet or the app says that nothing was saved.
  private func expire() {
    switch state {
    case .choosing(nil), .loading:
      let error = ShareError.outOfTime(share.names.first ?? "", others: max(share.names.count - 1, 0))
      state = .working(.discarding(error), isLeft: false)
      loading?.cancel()
    case .working(.publishing, let isLeft): state = .working(.publishing(isNoted: true), isLeft: isLeft)
    // The work has just ended, or the user has ended it.
    default: return
    }
    unsaved.note(share.names)
  }

  private func discard(_ loaded: Share.Loaded, _ error: ShareError) {
    // At once, so that a tap on Save finds nothing to do.
    state = .working(.discarding(error), isLeft: true)
    Task { await discard(loaded) }
  }

  /// Deletes what was loaded, then ends the request: the process may not live longer.
  private func discard(_ loaded: Share.Loaded) async {
    await share.discard(loaded)
    guard case .working(.discarding(let error), _) = state else { return }
    settle(.failed(error, isNoted: true), .failure(error))
  }

  /// The work is done: the sheet shows how it ended, or the request ends, because the user has left.
  private func settle(_ next: State, _ result: Result<Void, ShareError>) {
    if isLeft { end(result) } else { state = next }
  }

  private func end(_ result: Result<Void, ShareError>) {
    let finish = finish
    self.finish = nil
    finish?(result)
  }

  /// Works on for a while when the app that shows the sheet goes to the background: else its process and ours are suspended
  /// together.
  private func inBackground(_ work: () async -> Void) async {
    let activity = BackgroundActivity("Saving a share") { [weak self] in
      Task { @MainActor [weak self] in self?.expire() }
    }
    await work()
    activity.end()
  }

  /// Writes what the app shows when the user checks the device. Nothing depends on it.
  @concurrent
  private nonisolated static func report(_ seconds: Double, in container: Container) async {
    var report = ExtensionReport()
    report.saving = seconds
    try? report.write(of: .share, in: container)
  }

  private var isLeft: Bool { if case .working(_, isLeft: true) = state { true } else { false } }

  /// Whether closing the sheet now would leave a share half decided.
  private var isSaving: Bool {
    switch state {
    case .loading, .working(.publishing, _), .working(.published, _): true
    default: false
    }
  }

  /// Whether the user may need longer than a glance to read the sheet and to reach its buttons. No public flag says that Voice
  /// Control runs: `AccessibilityRequest.current` names a technology only while that asks for something.
  ///
  /// <https://developer.apple.com/documentation/uikit/uiaccessibility/isvoiceoverrunning>
  private var isAssisted: Bool {
    UIAccessibility.isVoiceOverRunning || UIAccessibility.isSwitchControlRunning
  }

  /// How long “Saved” is seen.
  private static let glance = Duration.milliseconds(700)
  /// How long it is seen where the user may tap Change.
  private static let quickGlance = Duration.seconds(2)
}

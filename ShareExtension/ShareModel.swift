import Foundation
import IntrayCore
import IntrayIntake
import Observation
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
    /// The user wants nothing of it, and what was loaded is being deleted.
    case discarding
    /// Nothing was saved again, because Intray has everything.
    case known
    /// Nothing was saved.
    case failed(ShareError)
    /// Everything that was to be saved is; whether Files shows it.
    case done(FilesVisibility)
    /// It is saved, and the user chooses another folder for it.
    case changing
  }

  private(set) var state = State.choosing {
    didSet {
      holdSheet(isSaving)
      // A page of a folder would cover what the sheet says now.
      switch state {
      case .choosing, .changing: break
      default: folders.pages = []
      }
    }
  }
  /// From 0 to 1.
  private(set) var fraction = 0.0
  /// How many bytes are safe.
  private(set) var bytes: Int64 = 0
  /// The names that the documents will have, in order; nothing until all of them are known.
  private(set) var names: [DocumentName] = []
  /// The name in the field, without the extension that it keeps; empty where the sender gave none.
  var name = ""
  /// The folders to choose from.
  let folders: FolderModel
  /// Where it is to go, once the user has chosen.
  private var place = FolderChoice()
  /// The name of the first document that is being saved; nil until it is known.
  var subject: String? { names.first?.text }
  /// How many there are beside it.
  var others: Int { max(names.count - 1, 0) }
  /// Whether the user can give it a name: it is one document, or those of one stem, as the halves of a Live Photo.
  var canRename: Bool { Set(names.map(\.withoutExtension)).count == 1 }
  /// What the sender called it, without the extension; nothing where it has no name.
  private var typedName: String {
    guard canRename, let name = names.first?.withoutExtension, name != DocumentName("") else { return "" }
    return name.text
  }
  private let share: Share
  private let finish: @MainActor (Result<Void, ShareError>) -> Void
  private let container: Container?
  private let look: @MainActor () async -> FilesVisibility
  private let signal: @MainActor () -> Void
  private let pause: @MainActor (Duration) async -> Void
  private let holdSheet: @MainActor (Bool) -> Void
  private var loading: Task<Void, Never>?
  /// What was loaded before the user tapped Save.
  private var loaded: Share.Loaded?
  /// Whether everything is loaded, while the user chooses.
  var isLoaded: Bool { loaded != nil }
  /// What Intray has already, once it is found.
  private(set) var known: [Counterpart] = []
  /// Whether the search for it has ended.
  private(set) var isSearched = false
  /// Whether the button in the bar already saves what it will save to the end. When the user wants nothing again, the search
  /// decides that: Save could become Don’t Save under the user’s finger.
  var canSave: Bool { answer != .skip || isSearched }
  /// Whether Intray has all of it.
  var isAllKnown: Bool { known.count == loaded?.names.count }
  /// Whether the user wants nothing again that Intray has already, and it has some of it.
  var skipsKnown: Bool { answer == .skip && !known.isEmpty }
  /// Looks for it while the user chooses. A user who saves before it has ended gets another copy.
  private var search: Task<Void, Never>?
  /// What is not to be saved again.
  private var leftOut: [Counterpart] = []
  private let answer: Preferences.DuplicateAnswer
  /// The shares that earlier sheets had no time to save, with the reasons.
  private(set) var earlier: [String] = []
  private let unsaved: UnsavedShares
  /// Time in the background, while it loads or publishes.
  private var activity: BackgroundActivity?
  /// Whether Files was signalled of what was published.
  private var isSignalled = false
  /// How many seconds loading took.
  private var seconds = 0.0
  /// Whether the system's time for the work was up once.
  private var isExpired = false
  /// Whether the sheet saves at once, into the last folder.
  private(set) var isQuick = false
  /// Whether the user wants that from the next share on.
  var savesAtOnce: Bool {
    didSet { Preferences.savesAtOnce = savesAtOnce }
  }
  /// Whether the sheet says that there is such a setting: once, when the user knows the sheet.
  let offersQuickSave: Bool
  /// What was published.
  private var published: Share.Loaded?
  /// Whether the documents were in their folder already when the user wanted another.
  private(set) var isTooLate = false
  private var closing: Task<Void, Never>?
  /// Whether the sheet is gone: the user reads and taps nothing any more.
  private var isClosed = false
  private var isFinished = false

  /// - Parameters:
  ///   - answer: the user's answer for all that Intray has already.
  ///   - unsaved: the shares that the user must be told of.
  ///   - look: asks whether Files shows Intray.
  ///   - signal: signals Files.
  ///   - pause: passes the time in which the user reads that it is saved.
  ///   - holdSheet: told whether a swipe may close the sheet: not while it saves.
  ///   - finish: called once, when the sheet is to go.
  init(
    _ share: Share, _ container: Container?,
    answer: Preferences.DuplicateAnswer = Preferences.current.duplicateAnswer,
    unsaved: UnsavedShares = .kept,
    look: @escaping @MainActor () async -> FilesVisibility = FilesSignal.look,
    signal: @escaping @MainActor () -> Void = FilesSignal.send,
    // The pause ends early when the user ends the sheet.
    pause: @escaping @MainActor (Duration) async -> Void = { try? await Task.sleep(for: $0) },
    holdSheet: @escaping @MainActor (Bool) -> Void = { _ in },
    finish: @escaping @MainActor (Result<Void, ShareError>) -> Void
  ) {
    self.share = share
    self.container = container
    self.answer = answer
    self.unsaved = unsaved
    self.look = look
    self.signal = signal
    self.pause = pause
    savesAtOnce = Preferences.savesAtOnce
    offersQuickSave = !Preferences.savesAtOnce && Preferences.savedShares == Self.sharesBeforeOffer
    self.holdSheet = holdSheet
    self.finish = finish
    folders = FolderModel(container)
  }

  /// Loads everything, while the user chooses, and looks for what Intray has of it. Once: a sheet that appears again begins
  /// nothing again.
  func start() async {
    guard loading == nil, !isFinished else { return }
    let task = Task { await goingOn { await load() } }
    loading = task
    earlier = unsaved.take().compactMap(\.errorDescription)
    // Who must read something first taps Save.
    isQuick = savesAtOnce && earlier.isEmpty
    await folders.look()
    if isQuick { await save() }
    await task.value
    await search?.value
  }

  private func load() async {
    let clock = Task { await follow() }
    defer { clock.cancel() }
    do throws(ShareError) {
      let begin = ContinuousClock.now
      let loaded = try await share.load()
      seconds = (ContinuousClock.now - begin) / .seconds(1)
      names = loaded.names
      name = typedName
      guard case .choosing = state else { return await proceed(loaded) }
      self.loaded = loaded
      if answer == .keep { isSearched = true } else { search = Task { await look(for: loaded) } }
    } catch .cancelled where isExpired {
      fail(.outOfTime(share.names.first ?? "", others: max(share.names.count - 1, 0)))
    } catch .cancelled {
      end(.failure(.cancelled))
    } catch {
      fail(error)
    }
  }

  /// Works on for a while when the app that shows the sheet goes to the background: else its process and ours are suspended
  /// together. What is published as soon as it is loaded goes on in the same time.
  private func goingOn(_ work: () async -> Void) async {
    if activity != nil { return await work() }
    let activity = BackgroundActivity("Saving a share") { [weak self] in
      Task { @MainActor [weak self] in self?.expire() }
    }
    self.activity = activity
    await work()
    self.activity = nil
    activity.end()
  }

  /// Writes what the app shows when the user checks the device. Nothing depends on it.
  @concurrent
  private nonisolated static func report(_ seconds: Double, in container: Container) async {
    var report = ExtensionReport()
    report.saving = seconds
    try? report.write(of: .share, in: container)
  }

  /// The system's time for the work is up. What is being loaded is given up: its parcel is in Staging, and the sweep removes what
  /// is left of it. What is being published is published when the process runs again. If the system ends the process
  /// instead, the next sheet or the app says that nothing was saved.
  private func expire() {
    // The work has just ended, or the user has ended it.
    guard activity != nil, loading?.isCancelled == false, published == nil else { return }
    if case .known = state { return }
    isExpired = true
    unsaved.note(share.names)
    if case .publishing = state { return }
    loading?.cancel()
  }

  private func look(for loaded: Share.Loaded) async {
    let found = await share.counterparts(of: loaded)
    guard case .choosing = state else { return }
    (known, isSearched) = (found, true)
  }

  /// The user has chosen: what was loaded is published, and what is still being loaded will be.
  func save() async {
    guard case .choosing = state else { return }
    state = .loading
    place = folders.chosen
    search?.cancel()
    guard let loaded else { return }
    self.loaded = nil
    await proceed(loaded)
  }

  /// The user wants only what Intray does not have yet.
  func saveNew() async {
    guard case .choosing = state else { return }
    leftOut = known
    await save()
  }

  /// Publishes what was loaded when nothing is missing, else asks.
  private func proceed(_ loaded: Share.Loaded) async {
    // Nothing is shown in which the user could say so.
    if isQuick, answer == .skip { leftOut = await share.counterparts(of: loaded) }
    guard loaded.failures.isEmpty else { return state = .asking(loaded) }
    await publish(loaded)
  }

  /// The user wants what could be loaded.
  func saveRest() async {
    guard case .asking(let loaded) = state else { return }
    await publish(loaded)
  }

  /// The sheet is gone: the user swiped it away, or the system closed it. What is being published is published; the
  /// request ends in any case.
  func close() {
    isClosed = true
    cancel()
  }

  /// The user wants nothing of it, or has read how it ended.
  func cancel() {
    switch state {
    case .choosing, .loading:
      search?.cancel()
      if let loading, loaded == nil, !isFinished {
        // The sheet goes when every load has ended and nothing is left.
        loading.cancel()
      } else if let loaded {
        discard(loaded, .cancelled)
      } else {
        end(.failure(.cancelled))
      }
    case .asking(let loaded): discard(loaded, .of(loaded.failures))
    case .failed(let error):
      if isExpired, !isClosed { unsaved.forget(share.names) }
      end(.failure(error))
    case .known, .done, .changing:
      closing?.cancel()
      signalOnce()
      end(.success(()))
    case .discarding, .publishing: break
    }
  }

  /// Deletes what was loaded, then ends the request: the process may not live longer.
  private func discard(_ loaded: Share.Loaded, _ error: ShareError) {
    // At once, so that a tap on Save finds nothing to do.
    state = .discarding
    self.loaded = nil
    Task {
      await share.discard(loaded)
      end(.failure(error))
    }
  }

  private func publish(_ loaded: Share.Loaded) async {
    // At once, so that a second tap finds nothing to do.
    state = .publishing
    await goingOn { await publishNow(loaded) }
  }

  private func destination(_ place: FolderChoice) -> Destination {
    Destination(place.folder, creating: place.newFolder, keepingCopies: !known.isEmpty && leftOut.isEmpty)
  }

  private func publishNow(_ loaded: Share.Loaded) async {
    if !leftOut.isEmpty, await share.leaveOut(leftOut, of: loaded) {
      if isExpired { unsaved.forget(share.names) }
      state = .known
      await pause(Self.glance)
      return end(.success(()))
    }
    let isRenamed = canRename && name != typedName
    let begin = ContinuousClock.now
    do throws(ShareError) {
      try await share.publish(loaded, as: isRenamed ? name : nil, to: destination(place))
    } catch {
      return fail(error)
    }
    if isExpired { unsaved.forget(share.names) }
    if let container {
      await Self.report(seconds + (ContinuousClock.now - begin) / .seconds(1), in: container)
    }
    Preferences.noteSaved(into: place.path)
    published = loaded
    let visibility = await look()
    state = .done(visibility)
    if isClosed {
      signalOnce()
      return end(.success(()))
    }
    closeSoon(visibility)
    await closing?.value
  }

  /// The user reads that it is saved; then Files is signalled, and the sheet goes. Where the folder can be changed, Files is
  /// signalled late, because then the documents are delivered.
  private func closeSoon(_ visibility: FilesVisibility) {
    if !isQuick { signalOnce() }
    guard visibility == .shown else { return }
    closing = Task {
      if isQuick {
        await pause(Self.quickGlance - Self.glance)
        if Task.isCancelled { return }
        signalOnce()
      }
      await pause(Self.glance)
      if !Task.isCancelled { end(.success(())) }
    }
  }

  private func signalOnce() {
    if published == nil || isSignalled { return }
    isSignalled = true
    signal()
  }

  /// Whether everything is saved.
  var isSaved: Bool { if case .done = state { true } else { false } }

  /// The name of the folder that it is saved in.
  var folderName: String {
    place.path.names.last?.description ?? String(localized: "Documents")
  }

  /// Whether the folder of what was saved can be changed.
  var canChangeFolder: Bool { isQuick && !isSignalled }

  /// The user wants what was saved in another folder. It stays saved where it is until the user has chosen.
  func beginChange() {
    guard case .done(.shown) = state, canChangeFolder else { return }
    closing?.cancel()
    state = .changing
  }

  /// The user has chosen another folder.
  func change() async {
    guard case .changing = state, let published else { return }
    // At once, so that a second tap finds nothing to do.
    state = .publishing
    let wanted = folders.chosen
    isTooLate = await !share.redirect(published, to: destination(wanted))
    if !isTooLate {
      place = wanted
      Preferences.noteSaved(into: place.path)
    }
    state = .done(.shown)
    signalOnce()
    if isClosed { return end(.success(())) }
    // What did not go is to be read.
    if !isTooLate { closeSoon(.shown) }
  }

  /// How long “Saved” is seen.
  private static let glance = Duration.milliseconds(700)
  /// How long it is seen where the user may tap Change.
  private static let quickGlance = Duration.seconds(2)
  /// After so many shares the user knows the sheet.
  private static let sharesBeforeOffer = 3

  /// Shows why nothing was saved, as long as there is a sheet to show it.
  private func fail(_ error: ShareError) {
    state = .failed(error)
    if isClosed { end(.failure(error)) }
  }

  /// Whether closing the sheet now would leave a share half decided.
  private var isSaving: Bool {
    switch state {
    case .loading, .publishing: true
    case .choosing, .asking, .discarding, .known, .failed, .done, .changing: false
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

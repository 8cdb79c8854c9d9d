import Foundation
import IntrayCore
import IntrayIntake
import Observation
import SwiftUI
import UIKit

/// The app: what all windows share. It touches no disk itself: a ``DocumentLibrary`` does, off the main thread.
@MainActor
@Observable
final class HostModel {
  let library: DocumentLibrary
  let files: FilesRegistration
  let overview: Overview
  let queue = WorkQueue()
  let recents: RecentsModel
  let drains: DrainModel
  let cloud: CloudModel
  let contents: ContentSearch
  /// Takes in what the user picks, drops or pastes.
  let importer: Importer
  /// What the user lets the app try out on the device.
  let check: DeviceCheck
  let windows: AppWindows
  private var activation = Activation()

  /// How far the app is with what it does when it becomes active.
  private struct Activation {
    /// The last one; nil before the first.
    var task: Task<Void, Never>?
    /// Whether there was one since the user left the app.
    var isInUse = false
    /// Whether one has ended.
    var hasLooked = false
    /// How long the app waits for Files and for iCloud before it goes on without an answer. Both answer in a second, or not at all.
    var patience = Duration.seconds(10)
  }

  var hasLooked: Bool { activation.hasLooked }

  init(
    library: DocumentLibrary, files: FilesRegistration = FilesRegistration(), options: ViewOptions = .kept,
    unsaved: UnsavedShares = .kept, patience: Duration = .seconds(10)
  ) {
    (self.library, self.files) = (library, files)
    let overview = Overview(options)
    self.overview = overview
    let changed: @Sendable () async -> Void = { [overview] in
      await files.signal()
      await overview.raise()
    }
    recents = RecentsModel(library: library, changed: changed)
    drains = DrainModel(
      .init(library: library, recents: recents) { [overview] taken, look in
        if taken.isEmpty {
          await look()
          return overview.raise()
        }
        // The rows come first. What else there is to say of them is found behind.
        overview.raise(isFresh: await library.index.add(taken))
        await overview.update(by: look)
        await files.signal()
      })
    cloud = CloudModel(library: library, queue: queue, overview: overview)
    contents = ContentSearch(library)
    importer = Importer(library: library, files: files, queue: queue, unsaved: unsaved)
    check = DeviceCheck(library: library, files: files)
    windows = AppWindows(library)
    cloud.changed = changed
    cloud.reset = { [windows] in windows.leaveCloud() }
    importer.drain = { [drains] in
      await drains.drain()
      return drains.problem == nil
    }
    activation.patience = patience
  }

  /// Opens an address in the app that it leads to, and answers whether the system could.
  @ObservationIgnored var openURL: @MainActor (URL) async -> Bool = { await UIApplication.shared.open($0) }

  /// Whether the app is still at work, has not looked yet, or waits for what still grows.
  var isBusy: Bool { !hasLooked || drains.isBusy || recents.isBusy }
  /// What went wrong with the document that the user opened last, or else with Intray as a whole; nil is nothing.
  var problem: String? { drains.openProblem ?? recents.problem ?? drains.problem }
  /// Whether there is something to say beside the documents, or not yet known.
  var hasNews: Bool { !hasLooked || problem != nil || drains.adding != nil || !drains.waiting.isEmpty }

  /// Tells other processes and all windows that the user changed something.
  func changed(isDone: Bool = true) async {
    if isDone { await files.signal() }
    overview.raise()
  }

  /// The app became active. Once for each time that the user comes back: the system says it also after a notification or the
  /// Control Center was over the app.
  func activate() async {
    if !activation.isInUse {
      activation.isInUse = true
      activation.task = Task { [earlier = activation.task] in
        await earlier?.value
        // The user has left again.
        if !Task.isCancelled { await lookAround() }
      }
    }
    await activation.task?.value
  }

  /// What waits is taken in first. The place in Files and iCloud are looked after beside that, because the system may take its time to
  /// answer.
  private func lookAround() async {
    importer.tellOfUnsavedShares()
    async let place: Void = within(activation.patience) { await self.register() }
    async let account: Void = within(activation.patience) { await self.cloud.renew() }
    // An earlier process of the app or the Share extension may have died before it signalled its last change.
    if await !drains.drain() { await files.signal() }
    await drains.sweep()
    // An empty folder does no harm, and the next activation tries again.
    await windows.removeEmptyInbox()
    await overview.update { await recents.lookForArrivals() }
    await overview.look(in: library)
    Preferences.keep(usualFolders: await library.index.usualFolders)
    _ = await (place, account)
    activation.hasLooked = true
    if !Task.isCancelled { await contents.begin() }
  }

  private func register() async {
    // A device that has not been unlocked since it started refuses it: an error is a no.
    await files.register(
      isReachable: await library.run { [library] _ in (try? library.container.open(.documents)) != nil })
    overview.files = await files.visibility()
    overview.pending = await files.asksForPending()
  }

  /// Has Files hand over once more what it could not.
  func askFilesAgain() async {
    await files.signal()
    overview.pending = await files.asksForPending()
  }

  /// Adds the place in Files that is not there.
  func reconnect() async {
    do {
      try await files.addAnew()
    } catch {
      let error = error as NSError
      Log.app.error("Intray is not added to Files:", "\(error.domain) \(error.code)")
    }
    await files.signal()
    overview.files = await files.visibility()
  }

  /// Does something that may never end, and goes on when its time is up, or when the task is cancelled; it may still end then.
  private func within(_ time: Duration, _ body: @escaping @MainActor () async -> Void) async {
    let (ends, ended) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let work = Task {
      await body()
      ended.finish()
    }
    let clock = Task {
      // Sleeping ends early when the work has ended.
      guard (try? await Task.sleep(for: time)) != nil else { return }
      ended.finish()
    }
    for await _ in ends {}
    clock.cancel()
    _ = work
  }

  /// The user leaves the app, and has seen what was on screen, and what could not be opened.
  func leave() {
    activation.isInUse = false
    // The next one waits for its end, but not for what the system has not answered.
    activation.task?.cancel()
    recents.leave()
    drains.leave()
    let activity = BackgroundActivity("Closing the search index") {}
    Task {
      await contents.stop()
      activity.end()
    }
  }

  /// The user opened a document in Intray, or followed a link, which a window shows: the one in front, when it is nil.
  func open(_ url: URL, in window: WindowModel? = nil) async {
    if url.isFileURL { await drains.open(url) } else { await (window ?? windows.front)?.follow(url) }
  }

  /// Shows documents that come or go while the app is in use, until its task is cancelled. What this misses ``activate()`` finds.
  func follow() async {
    guard await windows.watching.wait() else { return }
    defer { windows.watching.signal() }
    let watcher = DirectoryWatcher(library.inboxes)
    windows.watcher = watcher
    windows.watchFolders()
    defer { windows.watcher = nil }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.cloud.follow() }
      group.addTask {
        for await folders in watcher { await self.look(at: folders) }
      }
      group.addTask {
        // What is delivered into an inbox the watcher sees.
        for await _ in self.library.notifier.posts([.provider]) {
          // The File Provider extension has drained, or changed a document in any folder.
          await self.overview.update { await self.recents.lookForArrivals() }
        }
      }
    }
  }

  /// Something may have changed in folders that the app follows.
  func look(at folders: Set<String>) async {
    // A drain shows what it brings, and what else it finds then. One that brings nothing shows nothing.
    let isForDrain = !folders.isDisjoint(with: library.inboxes) || drains.isTakingIn
    if isForDrain, await drains.drain() { return }
    if !folders.isSubset(of: library.inboxes) { overview.raise() }
  }

  /// Does in the window in front what the user wants of the app from outside it.
  func perform(_ request: WindowRequest.Request, in window: WindowModel) {
    switch request {
    case .paste(let copied):
      // Elsewhere, and below what lies over the window, nothing can be added.
      guard window.route.place == .documents, !window.isCovered else { return }
      importer.take(copied, into: window.route.folder)
    case .open(let entry):
      window.showInFolder(entry.path)
      if !entry.isFolder { window.actions.open(entry, among: []) }
    case .action(.paste):
      window.route = Route(.documents)
      window.sheet = .paste
    case .action(.note):
      window.route = Route(.documents)
      window.sheet = .note(DocumentPath())
    case .action(.search):
      window.route = Route(.documents)
      window.route.seeks = true
    case .action(.recents): window.route = Route(.recents)
    }
    window.column = .detail
  }
}

/// The windows on screen, and the folders that they show.
@MainActor
final class AppWindows {
  /// Those on screen, the one in front first.
  private(set) var all: [WindowModel] = []
  /// Whether a watcher runs: one serves all windows.
  let watching = AsyncSemaphore(1)
  /// What follows folders while a window is in use.
  var watcher: DirectoryWatcher?
  /// The app's Documents/Inbox, when the last activation found it empty and left it.
  private var emptyInbox: FileID?
  private let library: DocumentLibrary

  init(_ library: DocumentLibrary) { self.library = library }

  /// The window that was used last.
  var front: WindowModel? { all.first }

  /// The system shows a window, or it comes to the front.
  func bringToFront(_ window: WindowModel) {
    all.removeAll { $0 === window }
    all.insert(window, at: 0)
    watchFolders()
  }

  func close(_ window: WindowModel) {
    // The system's undo manager may outlive the window, and it holds the window's model unowned.
    window.undoManager = nil
    all.removeAll { $0 === window }
    watchFolders()
  }

  /// Follows Documents and the folders on screen from now on: called when a window shows another one.
  func watchFolders() {
    guard let watcher else { return }
    let shown = all.map(\.route).filter { $0.place != .cloud }
    let folders = Set(shown.map(\.folder)).union([DocumentPath()]).prefix(
      DirectoryWatcher.limit - library.inboxes.count)
    watcher.follow(library.inboxes.union(folders.map { library.container.path(of: $0) }))
  }

  /// What windows show of iCloud is another account's.
  func leaveCloud() {
    for window in all where window.route.place == .cloud {
      window.route.path = []
      if case .cloudInfo? = window.sheet { window.sheet = nil }
      if case .removeFromCloud? = window.question { window.question = nil }
      if window.preview?.canEdit == false { window.preview = nil }
    }
  }

  /// Removes the app's Documents/Inbox when the activation before found it empty, too.
  func removeEmptyInbox() async {
    emptyInbox = await library.run { [library, emptyInbox] _ in
      (try? library.sandbox.removeInbox(emptyBefore: emptyInbox)) ?? nil
    }
  }
}

import Foundation
import IntrayCore
import IntrayIntake
import Observation
import SwiftUI

/// What the screen shows and does. It touches no disk itself: a ``DocumentLibrary`` does, off the main thread.
@MainActor
@Observable
final class HostModel {
  /// The items that were not taken in, and why: some are waiting, some never come in.
  private(set) var waiting: [DrainOutcome] = []
  /// How far the documents are that are being added; nil while none are.
  private(set) var adding: DrainProgress?
  /// Whether the app is still at work, has not looked yet, or waits for what still grows.
  var isBusy: Bool { steps != 0 || !hasLooked || recents.isBusy || secondLook != nil }
  /// What went wrong with the document that the user opened last, or else with Intray as a whole; nil is nothing.
  var problem: String? { openProblem ?? recents.problem ?? drainProblem }
  /// Whether there is something to say beside the documents, or not yet known.
  var hasNews: Bool { !hasLooked || problem != nil || adding != nil || !waiting.isEmpty }
  /// Stays until the user opens something else or leaves the app: the drain that follows knows nothing of it.
  private var openProblem: String?
  private var drainProblem: String?

  let recents: RecentsModel
  let windows: AppWindows
  /// The window that was shown first, and before one is shown the one that will be.
  var browser: NavigationModel { windows.all[0] }
  /// What follows folders while a window is in use.
  @ObservationIgnored private var watcher: DirectoryWatcher?
  /// Whether a watcher runs: one serves all windows.
  private let watching = AsyncSemaphore(1)
  let cloud: CloudModel
  /// What the user lets the app try out on the device.
  let check: DeviceCheck
  let reconnection: FilesReconnection
  /// Takes in what the user picks, drops or pastes.
  let importer: Importer

  private var works: Set<Task<DocumentLibrary.Results, Never>> = []
  /// How many pieces of work are under way.
  private var steps = 0
  private(set) var hasLooked = false
  /// The app's Documents/Inbox, when the last activation found it empty and left it.
  private var emptyInbox: FileID?
  /// One drain at a time: two over one inbox would only take turns at each document.
  private let turn = AsyncSemaphore(1)
  /// What drains took in and was not yet compared with the other documents.
  private var uncompared: [DrainOutcome] = []
  /// The drain that waits for its turn; it takes in what comes until it begins.
  private var nextDrain: Task<Bool, Never>?
  /// The wait for the drain after one that met something that still grew.
  private var secondLook: Task<Void, Never>?
  let library: DocumentLibrary
  private let files: FilesRegistration

  init(
    library: DocumentLibrary, files: FilesRegistration = FilesRegistration(),
    visits: LastVisit = .kept, unsaved: UnsavedShares = .kept
  ) {
    self.library = library
    let cloud = CloudModel(library: library)
    self.cloud = cloud
    let windows = AppWindows { windows in
      NavigationModel(library: library, cloud: cloud, placeInFiles: files.place) { window in
        await files.signal()
        await windows.refresh(but: window)
      }
    }
    self.windows = windows
    let changed: @Sendable () async -> Void = {
      await files.signal()
      await windows.refresh()
    }
    recents = RecentsModel(library: library, visits: visits, changed: changed)
    cloud.changed = changed
    cloud.folders = { [windows] in windows.all.map(\.drive) }
    self.files = files
    importer = Importer(library: library, files: files, unsaved: unsaved)
    check = DeviceCheck(library: library, files: files)
    reconnection = FilesReconnection(files)
    importer.drain = { [weak self] in await self?.drain() }
  }

  /// The app became active: registers with Files, then drains.
  func activate() async {
    steps += 1
    defer {
      steps -= 1
      hasLooked = true
    }
    importer.tellOfUnsavedShares()
    await cloud.renew()
    // A device that has not been unlocked since it started refuses it: an error is a no.
    await files.register(
      isReachable: await library.run { [library] _ in (try? library.container.open(.documents)) != nil })
    windows.isInFiles = await files.isEnabled()
    // An earlier process of the app or the Share extension may have died before it signalled its last change.
    if await !drain() { await files.signal() }
    // Removes what earlier processes left unfinished, and what was thrown away long ago.
    let swept = await run { [library] _, report throws(DiskError) in try library.sweep(report) }
    drainProblem = drainProblem ?? swept.error.flatMap(Messages.problem)
    recents.compareLater(swept.outcomes)
    // An empty folder does no harm, and the next activation tries again.
    emptyInbox = await library.run { [library, emptyInbox] _ in
      (try? library.sandbox.removeInbox(emptyBefore: emptyInbox)) ?? nil
    }
    await recents.lookForArrivals()
    // That has looked at all folders: of conflicts in other folders than the one on screen the windows know from it.
    await windows.refresh(isFresh: true)
  }

  /// The user opened a document in Intray, or followed a link. The app takes a document in after a drain that is under way. A
  /// window shows what a link leads to: the first, when it is nil.
  func open(_ url: URL, in window: NavigationModel? = nil) async {
    guard url.isFileURL else { return await (window ?? browser).follow(url) }
    steps += 1
    defer { steps -= 1 }
    (openProblem, recents.problem) = (nil, nil)
    // In a task of its own, so that no cancel ends the wait: no later drain finds a copy outside the inboxes.
    let work = Task { () -> DocumentLibrary.Results in
      guard await turn.wait() else { return DocumentLibrary.Results() }
      defer { turn.signal() }
      return await run { [library] _, report throws(DiskError) in
        try library.drain.open(url, isCancelled: { Task.isCancelled }, report)
      }
    }
    let results = await work.value
    openProblem = results.error.flatMap {
      Messages.notSaved([.disk(url.lastPathComponent, $0)]).first
    }
    await recents.compare(results.outcomes.compactMap(\.imported), areOpened: true)
  }

  /// Takes in every waiting item, and looks at the folder on screen again. Waits for a drain that is under way; calls that
  /// come meanwhile share the next one.
  ///
  /// - Returns: whether it took something in, and told Files so.
  @discardableResult
  func drain() async -> Bool {
    if let nextDrain { return await nextDrain.value }
    let stops = recents.stops
    let task = Task {
      guard await turn.wait() else { return false }
      defer { turn.signal() }
      nextDrain = nil
      let results = await run(isAll: true) { [library] progress, report throws(DiskError) in
        try library.drain.run(isCancelled: { Task.isCancelled }, progress: progress, report)
      }
      drainProblem = results.error.flatMap(Messages.problem)
      let isGrowing = results.outcomes.contains { $0.result == .waiting(.growing) }
      if isGrowing, stops == recents.stops { drainLater() }
      uncompared += results.outcomes.filter(\.isImport)
      return results.outcomes.contains(where: \.isImport)
    }
    nextDrain = task
    let hasTaken = await task.value
    let drained = uncompared
    uncompared = []
    recents.compareLater(drained, unlessStoppedSince: stops)
    return hasTaken
  }

  /// Drains again when what grows may have stopped: no event tells of that.
  private func drainLater() {
    secondLook?.cancel()
    secondLook = Task {
      // The user ended the work.
      guard (try? await Task.sleep(for: StabilityTracker.interval)) != nil else { return }
      secondLook = nil
      await drain()
    }
  }

  /// Ends the work that is under way, between two documents. A later drain takes in the other items.
  func stop() {
    nextDrain?.cancel()
    secondLook?.cancel()
    (nextDrain, secondLook) = (nil, nil)
    for work in works { work.cancel() }
    recents.stop()
  }

  /// The user leaves the app, and has seen what arrived, and what could not be opened.
  func leave() {
    recents.leave()
    openProblem = nil
  }

  /// - Parameter isAll: whether the work looks at every waiting item.
  /// - Returns: what became of each item, and why not all of it was done.
  private func run(isAll: Bool = false, _ work: @escaping DocumentLibrary.Work) async
    -> DocumentLibrary.Results
  {
    steps += 1
    defer { steps -= 1 }
    // Only the newest matters to the eye, however fast they come.
    let (stream, told) = AsyncStream.makeStream(of: DrainProgress.self, bufferingPolicy: .bufferingNewest(1))
    let task = Task {
      defer { told.finish() }
      return await library.perform(work) { told.yield($0) }
    }
    works.insert(task)
    let activity = BackgroundActivity("Taking in documents") { task.cancel() }
    defer { activity.end() }
    // Most drains find nothing.
    for await progress in stream where progress.total > 0 { adding = progress }
    let results = await task.value
    works.remove(task)
    if works.isEmpty { adding = nil }
    // An item that a complete drain did not find is no longer waiting: its sender removed or renamed it.
    let isComplete = isAll && results.error == nil && !task.isCancelled
    waiting.removeAll { item in
      // Its name and origin: a waiting item has no other identity.
      isComplete || results.outcomes.contains { ($0.name, $0.origin) == (item.name, item.origin) }
    }
    waiting += results.outcomes.filter { Messages.reason($0.result) != nil }
    let hasTaken = results.outcomes.contains(where: \.isImport)
    if hasTaken { await library.update() }
    await recents.show(results.outcomes)
    await windows.refresh(isFresh: hasTaken)
    if hasTaken { await files.signal() }
    return results
  }

  /// Shows documents that come or go while the app is in use, until its task is cancelled. What this misses ``activate()`` finds.
  func follow() async {
    guard await watching.wait() else { return }
    defer { watching.signal() }
    let watcher = DirectoryWatcher(library.inboxes)
    self.watcher = watcher
    watchFolders()
    defer { self.watcher = nil }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.cloud.follow() }
      group.addTask {
        for await folders in watcher { await self.look(at: folders) }
      }
      group.addTask {
        // What is delivered into an inbox the watcher sees.
        for await _ in self.library.notifier.posts([.provider]) {
          // The File Provider extension has drained, or changed a document in any folder.
          await self.recents.lookForArrivals()
          await self.windows.refresh(isFresh: true)
        }
      }
    }
  }

  /// Follows Documents and the folders on screen from now on: called when a window shows another one.
  func watchFolders() {
    guard let watcher else { return }
    let folders = windows.folders.union([DocumentPath()]).prefix(
      DirectoryWatcher.limit - library.inboxes.count)
    watcher.follow(library.inboxes.union(folders.map { library.container.path(of: $0) }))
  }

  private func look(at folders: Set<String>) async {
    if !folders.isDisjoint(with: library.inboxes) {
      await drain()
    } else if works.isEmpty {
      // A drain of this process shows what it brought at its end.
      await windows.refresh()
    }
  }

  /// Deletes for good an item that was not taken in. The user has confirmed it.
  func discard(_ outcome: DrainOutcome) {
    guard let waiting = outcome.waiting else { return }
    steps += 1
    Task {
      defer { steps -= 1 }
      let result = await library.run { _ in
        Result { () throws(DiskError) in try library.drain.discard(waiting) }
      }
      // What became of it is to be seen in any case.
      await drain()
      if case .failure(let error) = result { drainProblem = Messages.action(error) }
    }
  }

  /// Does in a window what the user wants of the app from outside it.
  func perform(_ request: WindowRequest.Request, in window: NavigationModel) {
    switch request {
    case .paste(let copied):
      // Elsewhere, and below what lies over the window, nothing can be added.
      guard window.shownPlace == .documents, window.sheet == nil, window.looking == nil else { return }
      importer.take(copied, into: window.folder)
    case .open(let entry):
      window.showInFolder(entry.path)
      if !entry.isFolder { window.open(entry) }
    case .action(.paste):
      (window.place, window.path, window.isPasteShown) = (.documents, [], true)
    case .action(.search): (window.place, window.path, window.isSearchShown) = (.documents, [], true)
    case .action(.recents): window.place = .recents
    }
    window.column = .detail
  }
}

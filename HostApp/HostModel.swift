import Foundation
import Observation
import Shared
import SwiftUI

/// What the screen shows and does. It touches no disk itself: a ``DocumentLibrary`` does, off the main thread.
@MainActor
@Observable
final class HostModel {
  /// Documents that arrived since the app was last left.
  private var arrived = Arrivals()
  /// The items that were not taken in, and why: some are waiting, some never come in.
  var waiting: [DrainOutcome] { notOpened + inInboxes }
  /// What the user opened last, when it was not taken in and lies in no inbox: no drain finds it again.
  private var notOpened: [DrainOutcome] = []
  private var inInboxes: [DrainOutcome] = []
  /// How far the work is; nil while there is none.
  private(set) var progress: DrainProgress?
  /// Whether the app is still at work, or has not looked yet.
  var isBusy: Bool { steps != 0 || !hasLooked }
  /// What went wrong with the document that the user opened last, or else with Intray as a whole; nil is nothing.
  var problem: String? { openProblem ?? drainProblem }
  /// Stays until the user opens something else or leaves the app: the drain that follows knows nothing of it.
  private var openProblem: String?
  private var drainProblem: String?
  /// The waiting item that the user is asked about deleting; nil if none.
  var discarding: DrainOutcome?

  /// The folder on screen, and the actions on its documents.
  let browser: NavigationModel
  /// iCloud Drive, and the actions on its documents.
  let cloud: CloudModel
  /// Takes in what the user picks, drops or pastes.
  let importer: Importer

  private var works: [UUID: Task<DocumentLibrary.Results, Never>] = [:]
  /// How many pieces of work are under way.
  private var steps = 0
  private var hasLooked = false
  /// One drain at a time: two over one inbox would only take turns at each document.
  private let turn = AsyncSemaphore(1)
  /// The drain that waits for its turn; it takes in what comes until it begins.
  private var nextDrain: Task<Void, Never>?
  let library: DocumentLibrary?
  private let files: FilesRegistration
  private let visits: LastVisit

  init(library: DocumentLibrary?, files: FilesRegistration = FilesRegistration(), visits: LastVisit = .kept) {
    self.library = library
    self.visits = visits
    let tell: @Sendable () async -> Void = {
      library?.notifier.post(.app)
      await files.signal()
    }
    let browser = NavigationModel(library: library, placeInFiles: files.place, changed: tell)
    self.browser = browser
    cloud = CloudModel(library: library) {
      await tell()
      await browser.refresh()
    }
    self.files = files
    importer = Importer(library: library, files: files)
    importer.drain = { [weak self] in await self?.drain() }
  }

  /// The model of this process: its App Group, its sandbox.
  static func make() -> HostModel {
    HostModel(library: .current)
  }

  /// The app became active: registers with Files, then drains. If another process is still writing an item, drains
  /// again a moment later.
  func activate() async {
    steps += 1
    defer {
      steps -= 1
      hasLooked = true
    }
    await cloud.renew()
    await files.register(isReachable: await library?.isReachable() ?? false)
    // An earlier process of the app or the Share extension may have died before it signalled its last change.
    await files.signal()
    browser.isInFiles = await files.isEnabled()
    await drain()
    await lookForArrivals()
    if waiting.contains(where: { $0.result == .waiting(.growing) }) {
      // Only a second look, this much later, shows whether a file still grows. If the task is cancelled, the wait
      // ends early, and the file still counts as growing.
      try? await Task.sleep(for: StabilityTracker.interval)
      await drain()
    }
  }

  /// The user opened a document in Intray. The app takes it in before any other.
  func open(_ url: URL) async {
    guard let library else { return openProblem = Messages.noContainer }
    guard url.isFileURL else { return await browser.follow(url) }
    steps += 1
    defer { steps -= 1 }
    let isOwnItem = await files.isOwnItem(url)
    forgetOpened()
    let error = await run { progress, report throws(DiskError) in
      try library.open(url, isOwnItem: isOwnItem, progress, report)
    }
    openProblem = error.flatMap { Messages.notSaved(IncomingError(name: url.lastPathComponent, error: $0)) }
  }

  /// Tells no more of what could not be opened.
  private func forgetOpened() {
    (openProblem, notOpened) = (nil, [])
  }

  /// Takes in every waiting item, and looks at the folder on screen again. Waits for a drain that is under way; calls that
  /// come meanwhile share the next one.
  func drain() async {
    guard let library else { return drainProblem = Messages.noContainer }
    if let nextDrain { return await nextDrain.value }
    let task = Task {
      guard await turn.wait() else { return }
      defer { turn.signal() }
      nextDrain = nil
      let error = await run(isAll: true) { progress, report throws(DiskError) in
        try library.drain(progress, report)
      }
      drainProblem = error.flatMap(Messages.problem)
    }
    nextDrain = task
    await task.value
  }

  /// Ends the work that is under way, between two documents. The other items stay where they are, and a later drain
  /// takes them in.
  func stop() {
    nextDrain?.cancel()
    nextDrain = nil
    for work in works.values { work.cancel() }
  }

  /// - Parameter isAll: whether the work looks at every waiting item.
  /// - Returns: why not all of it was done; nil when it was.
  private func run(isAll: Bool = false, _ work: @escaping DocumentLibrary.Work) async -> DiskError? {
    guard let library else { return nil }
    steps += 1
    defer { steps -= 1 }
    // Only the newest matters to the eye, however fast they come.
    let (stream, told) = AsyncStream.makeStream(of: DrainProgress.self, bufferingPolicy: .bufferingNewest(1))
    let id = UUID()
    let task = Task {
      defer { told.finish() }
      return await library.perform(work) { told.yield($0) }
    }
    works[id] = task
    let activity = BackgroundActivity("Taking in documents") { task.cancel() }
    defer { activity.end() }
    for await progress in stream { self.progress = progress }
    let results = await task.value
    works[id] = nil
    if works.isEmpty { progress = nil }
    // An item that a complete drain did not find is no longer waiting: its sender removed or renamed it.
    show(waiting: results.outcomes, isAll: isAll && results.error == nil && !task.isCancelled)
    await show(arrivals: results.outcomes)
    await browser.refresh()
    if results.outcomes.contains(where: \.isImport) {
      library.notifier.post(.app)
      await files.signal()
    }
    return results.error
  }

  private func show(waiting outcomes: [DrainOutcome], isAll: Bool) {
    // Its name and origin: a waiting item has no other identity.
    struct Key: Hashable {
      let name: String
      let origin: DrainOutcome.Origin

      init(_ outcome: DrainOutcome) { (name, origin) = (outcome.name, outcome.origin) }
    }
    let met = Set(outcomes.map(Key.init))
    let stayed = outcomes.filter { outcome in
      switch outcome.result {
      case .waiting, .refused: true
      case .imported, .duplicate, .takenByAnother, .alreadyOurs: false
      }
    }
    let isElsewhere = { (outcome: DrainOutcome) in outcome.origin == .opened && outcome.waiting == nil }
    notOpened += stayed.filter(isElsewhere)
    inInboxes =
      inInboxes.filter { !isAll && !met.contains(Key($0)) } + stayed.filter { !isElsewhere($0) }
  }
}

extension HostModel {
  /// Shows documents that come or go while the app is in use, until its task is cancelled.
  ///
  /// It keeps no state: when the app becomes active, ``activate()`` finds each change that this missed.
  func follow() async {
    guard let library else { return }
    let watcher = library.watcher()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.cloud.follow() }
      group.addTask {
        for await report in watcher { await self.handle(report) }
      }
      group.addTask {
        for await _ in library.notifier.posts([.inbox, .provider]) {
          await self.drain()
          // The File Provider extension may have drained first.
          await self.lookForArrivals()
        }
      }
    }
  }

  private func handle(_ report: DirectoryReport) async {
    if report.path == library?.documentsPath {
      await browser.refresh()
    } else if tellsOfArrivals(report) {
      await drain()
    }
  }

  /// Whether a folder in which documents arrive has something to take in, or lost a waiting item. A file that
  /// only grows is reported again when it stops growing.
  private func tellsOfArrivals(_ report: DirectoryReport) -> Bool {
    switch report.event {
    case .listing(let listing): return !listing.entries.isEmpty
    case .difference(let changes):
      return !report.settled.isEmpty
        || changes.contains { change in
          switch change {
          case .added, .renamed: true
          case .changed: false
          case .removed(let name): waiting.contains { $0.name == name.description }
          }
        }
    case .unreadable: return false
    }
  }
}

extension HostModel {
  /// Documents that arrived since the app was last left, newest first.
  var arrivals: [Arrivals.Arrival] { arrived.all }

  /// The user leaves the app, and has seen all arrivals up to now, and what could not be opened.
  func leave() {
    visits.leave(.now)
    arrived.clear()
    forgetOpened()
  }

  /// Looks for documents that other processes, mostly the provider, took in since the app was last left.
  private func lookForArrivals() async {
    guard let library else { return }
    // If this fails, the list of documents shows the new ones all the same.
    arrived.add((try? await library.arrivals(since: visits.last()).get()) ?? [])
  }

  /// Shows what a piece of work brought, and where it is from.
  private func show(arrivals outcomes: [DrainOutcome]) async {
    arrived.add(outcomes)
    guard let library, !outcomes.isEmpty else { return }
    arrived.add(await library.arrivals(at: arrivals.prefix(Arrivals.most).map(\.path)))
  }
}

extension HostModel {
  /// Whether the user is asked about deleting a waiting item.
  var isDiscarding: Bool {
    get { discarding != nil }
    set { if !newValue { discarding = nil } }
  }

  /// Deletes for good an item that was not taken in. The user has confirmed it.
  func discard(_ outcome: DrainOutcome) {
    discarding = nil
    guard let library, let waiting = outcome.waiting else { return }
    steps += 1
    Task {
      defer { steps -= 1 }
      let result = await library.discard(waiting)
      // What became of it is to be seen in any case.
      await drain()
      if case .failure(let error) = result { drainProblem = Messages.action(error) }
    }
  }
}

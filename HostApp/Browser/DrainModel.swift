import Foundation
import IntrayCore
import IntrayIntake
import Observation

/// Takes in what waits, and tells what was not taken in. It touches no disk itself: a ``DocumentLibrary`` does, off the main thread.
@MainActor
@Observable
final class DrainModel {
  /// The items that were not taken in, and why: some are waiting, some never come in.
  private(set) var waiting: [DrainOutcome] = []
  /// How far the documents are that are being added; nil while none are.
  private(set) var adding: DrainProgress?
  /// What went wrong with Intray as a whole; nil is nothing.
  var problem: String?
  /// What went wrong with the document that the user opened last. It stays until the user opens something else or leaves the app:
  /// the drain that follows knows nothing of it.
  private(set) var openProblem: String?
  /// Whether it is at work, or waits for what still grows.
  var isBusy: Bool { steps != 0 || secondLook != nil }

  /// How many pieces of work are under way.
  private var steps = 0
  private var works: Set<Task<DocumentLibrary.Results, Never>> = []
  /// One drain at a time: two over one inbox would only take turns at each document.
  private let turn = AsyncSemaphore(1)
  /// What drains took in and was not yet compared with the other documents.
  private var uncompared: [DrainOutcome] = []
  /// The drain that waits for its turn; it takes in what comes until it begins.
  private var nextDrain: Task<Bool, Never>?
  /// The wait for the drain after one that met something that still grew.
  private var secondLook: Task<Void, Never>?
  /// Whom it tells what came.
  private let app: Recipients

  /// What drains need of the app.
  struct Recipients {
    let library: DocumentLibrary
    let recents: RecentsModel
    /// Shows what came, looks around, and tells other processes and all windows of it.
    let changed: @MainActor (_ taken: [DocumentPath], _ look: () async -> Void) async -> Void
  }

  init(_ app: Recipients) { self.app = app }

  private var library: DocumentLibrary { app.library }
  private var recents: RecentsModel { app.recents }

  /// Whether documents are being taken in.
  var isTakingIn: Bool { !works.isEmpty }

  /// The user opened a document in Intray. The app takes it in after a drain that is under way.
  func open(_ url: URL) async {
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
    openProblem = results.error.flatMap { Messages.notSaved([.disk(url.lastPathComponent, $0)]).first }
    await recents.compare(results.outcomes.compactMap(\.imported), areOpened: true)
  }

  /// Takes in every waiting item. Waits for a drain that is under way; calls that come meanwhile share the next one.
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
      problem = results.error.flatMap(Messages.problem)
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

  /// Removes what earlier processes left unfinished, and what was thrown away long ago.
  func sweep() async {
    let swept = await run { [library] _, report throws(DiskError) in try library.sweep(report) }
    problem = problem ?? swept.error.flatMap(Messages.problem)
    recents.compareLater(swept.outcomes)
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

  /// Deletes for good an item that was not taken in. The user has confirmed it.
  func discard(_ outcome: DrainOutcome) {
    guard let waiting = outcome.waiting else { return }
    steps += 1
    Task {
      defer { steps -= 1 }
      let result = await library.run { [library] _ in
        Result { () throws(DiskError) in try library.drain.discard(waiting) }
      }
      // What became of it is to be seen in any case.
      await drain()
      if case .failure(let error) = result { problem = Messages.action(error) }
    }
  }

  /// The user leaves the app, and has seen what could not be opened.
  func leave() { openProblem = nil }

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
      // Its name and source: a waiting item has no other identity.
      isComplete || results.outcomes.contains { ($0.name, $0.source) == (item.name, item.source) }
    }
    waiting += results.outcomes.filter { Messages.reason($0.result) != nil }
    // Nothing was there to be shown.
    if results.outcomes.isEmpty { return results }
    let taken = results.outcomes.compactMap(\.imported)
    await app.changed(taken) {
      if !taken.isEmpty { await library.update() }
      await recents.show(results.outcomes)
    }
    return results
  }
}

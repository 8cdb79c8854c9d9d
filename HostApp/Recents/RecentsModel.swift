import Foundation
import Observation
import Shared

/// Documents that arrived since the app was last left, and what the user does with those that Intray had already.
///
/// Nothing waits for the user's answer: a document is delivered, and then compared with the others. If the app is killed
/// before the comparison ends or before the user decides, both documents stay, and the user can delete either.
@MainActor
@Observable
final class RecentsModel {
  private var arrived = Arrivals()
  /// What arrived, newest first.
  var arrivals: [Arrivals.Arrival] { arrived.all }
  /// Whether documents are being compared or thrown away.
  var isBusy: Bool { steps != 0 }
  /// Why a new copy could not be thrown away; nil is nothing.
  var problem: String?

  private var steps = 0
  /// One at a time: of two documents with the same bytes each repeats the other, and one of them stays.
  private let turn = AsyncSemaphore(1)
  private var comparisons: [UUID: Task<[DocumentPath: DocumentPath], Never>] = [:]
  private let library: DocumentLibrary?
  private let visits: LastVisit
  /// Tells other processes and the list that something was changed.
  private let changed: @Sendable () async -> Void

  init(library: DocumentLibrary?, visits: LastVisit, changed: @escaping @Sendable () async -> Void) {
    self.library = library
    self.visits = visits
    self.changed = changed
  }

  /// Looks for documents that other processes, mostly the provider, took in since the app was last left.
  func lookForArrivals() async {
    guard let library else { return }
    // If this fails, the list of documents shows the new ones all the same.
    arrived.add((try? await library.arrivals(since: visits.last()).get()) ?? [])
  }

  /// Shows what a piece of work brought, and where it is from.
  func show(_ outcomes: [DrainOutcome]) async {
    arrived.add(outcomes)
    guard let library, !outcomes.isEmpty else { return }
    arrived.add(await library.arrivals(at: arrivals.prefix(Arrivals.most).map(\.path)))
  }

  /// The user leaves the app, and has seen all arrivals up to now.
  func leave() {
    visits.leave(.now)
    arrived.clear()
    problem = nil
    stop()
  }

  /// Ends the comparisons. What was not compared counts as new.
  func stop() { for comparison in comparisons.values { comparison.cancel() } }

  /// The same, while the caller goes on.
  func compareLater(_ paths: [DocumentPath]) {
    steps += 1
    Task {
      defer { steps -= 1 }
      await compare(paths)
    }
  }

  /// Says of what has just come in where Intray has it already. A document that the user opened is not kept twice when
  /// that is the user's answer. One that was shared or imported is: that answer was taken into account before it was
  /// published, or the user did not wait for it.
  func compare(_ paths: [DocumentPath], areOpened: Bool = false) async {
    guard let library, !paths.isEmpty, library.preferences().duplicateAnswer != .keep else { return }
    steps += 1
    defer { steps -= 1 }
    // More are not shown: see ``Arrivals/most``.
    let task = Task { await library.counterparts(of: paths.suffix(Arrivals.most)) }
    let id = UUID()
    comparisons[id] = task
    let found = await task.value
    comparisons[id] = nil
    arrived.note(found)
    guard areOpened, library.preferences().duplicateAnswer == .skip else { return }
    var gone: Set<DocumentPath> = []
    for path in paths {
      // Of two that came in together one stays.
      guard let counterpart = found[path], !gone.contains(counterpart) else { continue }
      _ = await throwAway(path, repeating: counterpart)
      gone.insert(path)
    }
  }

  /// The user keeps a document, and the one that it repeats.
  func keep(_ arrival: Arrivals.Arrival) { arrived.keep(arrival) }

  /// The user keeps only one of two: the new one goes to Recently Deleted, if the other is still the same.
  func deleteCopy(_ arrival: Arrivals.Arrival) {
    guard let counterpart = arrival.counterpart else { return }
    steps += 1
    Task {
      defer { steps -= 1 }
      if let error = await throwAway(arrival.path, repeating: counterpart) {
        problem = Messages.action(error)
      }
    }
  }

  /// - Returns: why it stays; nil when it went.
  private func throwAway(_ path: DocumentPath, repeating counterpart: DocumentPath) async -> DiskError? {
    guard let library, await turn.wait() else { return nil }
    defer { turn.signal() }
    let result = await library.throwAway(path, repeating: counterpart)
    await changed()
    switch result {
    case .success: arrived.replace(path, by: counterpart)
    case .failure(let error): return error
    }
    return nil
  }
}

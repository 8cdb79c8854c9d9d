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
  /// How often the user stopped the comparisons.
  private(set) var stops = 0
  /// One at a time: of two documents with the same bytes each repeats the other, and one of them stays.
  private let turn = AsyncSemaphore(1)
  private var comparisons: Set<Task<[DocumentPath: DocumentPath], Never>> = []
  private let library: DocumentLibrary
  private let visits: LastVisit
  /// Tells other processes and the list that something was changed.
  private let changed: @Sendable () async -> Void

  init(library: DocumentLibrary, visits: LastVisit, changed: @escaping @Sendable () async -> Void) {
    self.library = library
    self.visits = visits
    self.changed = changed
  }

  /// Whether a document arrived since the app was last left.
  func isNew(_ entry: DocumentEntry) -> Bool {
    guard let added = entry.added else { return false }
    return visits.last().map { added >= $0 } ?? true || arrivals.contains { $0.path == entry.path }
  }

  /// Looks for documents that other processes, mostly the provider, took in since the app was last left, and has them
  /// compared while the caller goes on.
  func lookForArrivals() async {
    // If this fails, the list of documents shows the new ones all the same.
    arrived.add((try? await library.arrivals(since: visits.last()).get()) ?? [])
    let new = arrivals.prefix(Arrivals.most).filter { $0.isNew && !$0.isCompared }.map(\.path)
    if !new.isEmpty { later { [stops] in await self.compare(new, unlessStoppedSince: stops) } }
  }

  /// Shows what a piece of work brought, and where it is from.
  func show(_ outcomes: [DrainOutcome]) async {
    arrived.add(outcomes)
    for outcome in outcomes {
      if case .duplicate(of: let path) = outcome.result { problem = Messages.known(outcome.name, path) }
    }
    guard !outcomes.isEmpty else { return }
    arrived.add(await library.index.entries(at: arrivals.prefix(Arrivals.most).map(\.path)))
  }

  /// The user leaves the app, and has seen all arrivals up to now.
  func leave() {
    visits.leave(.now)
    arrived.clear()
    problem = nil
    stop()
  }

  /// Ends the comparisons, also those that have not begun. What was not compared counts as new.
  func stop() {
    stops += 1
    for comparison in comparisons { comparison.cancel() }
  }

  /// Says of what a drain took in where Intray has it already, while the caller goes on.
  ///
  /// - Parameter began: how often the user had stopped comparisons when the drain began; nil is now.
  func compareLater(_ outcomes: [DrainOutcome], unlessStoppedSince began: Int? = nil) {
    let began = began ?? stops
    // No sheet asked about what was opened in another app, or copied by a computer.
    let isOpened = { (outcome: DrainOutcome) in [.opened, .finder].contains(outcome.origin) }
    let (opened, shared) = (outcomes.filter(isOpened), outcomes.filter { !isOpened($0) })
    arrived.noteCompared(outcomes.compactMap(\.imported))
    later {
      await self.compare(shared.compactMap(\.imported), unlessStoppedSince: began)
      await self.compare(opened.compactMap(\.imported), areOpened: true, unlessStoppedSince: began)
    }
  }

  private func later(_ body: @escaping @MainActor () async -> Void) {
    steps += 1
    Task {
      defer { steps -= 1 }
      await body()
    }
  }

  /// Says of what has just come in where Intray has it already. A document that the user opened is not kept twice when
  /// that is the user's answer. One that was shared or imported is: that answer was taken into account before it was
  /// published, or the user did not wait for it.
  ///
  /// - Parameter began: how often the user had stopped comparisons when this one was asked for; nil is now.
  func compare(
    _ paths: [DocumentPath], areOpened: Bool = false, unlessStoppedSince began: Int? = nil
  ) async {
    let began = began ?? stops
    guard !paths.isEmpty, began == stops, library.preferences().duplicateAnswer != .keep else {
      return
    }
    steps += 1
    defer { steps -= 1 }
    arrived.noteCompared(paths)
    let isSkipped = areOpened && library.preferences().duplicateAnswer == .skip
    let asked = isSkipped ? paths : paths.suffix(Arrivals.most)
    let task = Task { await library.counterparts(of: asked) }
    comparisons.insert(task)
    var found = await task.value
    comparisons.remove(task)
    // The sheet has asked about these.
    for entry in await library.index.entries(at: Array(found.keys)) where entry.isWantedCopy {
      found[entry.path] = nil
    }
    arrived.note(found)
    guard isSkipped else { return }
    // Each document that went, and the one that stayed for it.
    var gone: [DocumentPath: DocumentPath] = [:]
    for path in paths {
      guard var counterpart = found[path] else { continue }
      while let next = gone[counterpart] { counterpart = next }
      // Of several that came in together one stays.
      if counterpart == path { continue }
      if began != stops { return }
      if await throwAway(path, repeating: counterpart) == nil { gone[path] = counterpart }
    }
  }

  /// The user keeps a document, and the one that it repeats.
  func keep(_ arrival: Arrivals.Arrival) { arrived.keep(arrival) }

  /// The user keeps only one of two: the new one goes to Recently Deleted, if the other is still the same.
  func deleteCopy(_ arrival: Arrivals.Arrival) {
    guard let counterpart = arrival.counterpart else { return }
    later {
      if let error = await self.throwAway(arrival.path, repeating: counterpart) {
        self.problem = Messages.action(error)
      }
    }
  }

  /// - Returns: why it stays; nil when it went.
  private func throwAway(_ path: DocumentPath, repeating counterpart: DocumentPath) async -> DiskError? {
    guard await turn.wait() else { return nil }
    defer { turn.signal() }
    var failure: DiskError?
    do throws(DiskError) {
      try await library.run { documents throws(DiskError) in
        // Only if the document that it repeats still has the same bytes.
        guard try documents.trash(path, repeating: counterpart) else {
          throw DiskError(.changed, at: library.container.path(of: path))
        }
      }
      arrived.replace(path, by: counterpart)
    } catch {
      failure = error
    }
    await changed()
    return failure
  }
}

/// When the app was last left. Documents that arrived later are new to the user.
struct LastVisit: Sendable {
  /// nil before it was ever left.
  var last: @Sendable () -> FileTime?
  /// It is left now.
  var leave: @Sendable (FileTime) -> Void

  /// Kept in the App Group's defaults.
  static let kept = LastVisit(
    last: {
      let seconds = Preferences.store?.double(forKey: Preferences.lastVisitKey) ?? 0
      return seconds > 0 ? FileTime(Date(timeIntervalSince1970: seconds)) : nil
    },
    leave: { Preferences.store?.set($0.date.timeIntervalSince1970, forKey: Preferences.lastVisitKey) })
}

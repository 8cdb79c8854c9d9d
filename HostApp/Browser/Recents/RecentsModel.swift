import Foundation
import IntrayCore
import IntrayIntake
import Observation

/// A document that arrived, and was on screen in no visit before this one.
struct Arrival: Identifiable {
  var name: String
  var path: DocumentPath
  /// Whether it is new; else a document with the same bytes was there, and stayed.
  var isNew: Bool
  /// Another document with the same bytes, or the folder whose name a folder was to get; nil if none is known, and when the user
  /// keeps both.
  var counterpart: DocumentPath?
  /// Whether it is a folder.
  var isFolder = false
  /// When it was handed over, or taken in.
  var time: Date
  /// The folder that the user chose for it, if that was gone.
  var missingFolder: DocumentPath?
  /// Which document it is, and the state of its contents; nil until they were read.
  var item: ItemID?
  var version: Int64?
  /// Whether its contents were compared, or are being compared. After the user stopped a comparison, it does not begin
  /// again by itself.
  var isCompared = false
  /// Where it is: of those at one path only one has a ``counterpart``, and only these are rows of a list.
  var id: DocumentPath { path }
}

extension Arrival {
  /// What a document says of its own arrival.
  init(_ found: DocumentEntry) {
    self.init(
      name: found.name.description, path: found.path, isNew: true,
      time: (found.added ?? found.modified).date)
    complete(with: found)
  }

  /// Whether it is the document that was found in its place, as far as both are known.
  fileprivate func mayBe(_ found: DocumentEntry) -> Bool {
    item == nil || found.identity.item == nil || item == found.identity.item
  }

  /// Takes over what is known of the same document. Other contents are not yet compared.
  fileprivate mutating func complete(with found: DocumentEntry) {
    if let version, let now = found.version, version != now { (isCompared, counterpart) = (false, nil) }
    (item, version) = (found.identity.item ?? item, found.version ?? version)
    (missingFolder, isFolder) = (found.missingFolder, found.isFolder)
  }
}

/// Documents that are new to the user, and what the user does with those that Intray had already.
///
/// Nothing waits for the user's answer: a document is delivered, and then compared with the others. If the app is killed
/// before the comparison ends or before the user decides, both documents stay, and the user can delete either.
@MainActor
@Observable
final class RecentsModel {
  /// So many are compared with the other documents when the user is to be asked: the user answers no more questions.
  private static let most = 20

  /// What arrived, newest first.
  private(set) var arrivals: [Arrival] = []
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
  /// New documents that were on screen in this visit. They stay new until it ends.
  @ObservationIgnored private var seen: [DocumentPath: SeenDocument] = [:]
  /// The shares whose rows were on screen. One row stands for all of a share, however much of it was read.
  @ObservationIgnored private var seenShares: Set<ShareID> = []
  /// Notes on documents that they were seen.
  @ObservationIgnored private var noting: Task<Void, Never>?
  /// Tells other processes and the list that something was changed.
  private let changed: @Sendable () async -> Void

  init(library: DocumentLibrary, changed: @escaping @Sendable () async -> Void) {
    self.library = library
    self.changed = changed
  }

  /// A document, or the row of a share, came into sight.
  func saw(_ entry: DocumentEntry, asRowOf share: ShareID? = nil) {
    if entry.isNew { seen[entry.path] = entry.seen }
    if let share { seenShares.insert(share) }
  }

  /// Which of these repeat others, so that the user is to decide.
  func questions(of entries: [DocumentEntry]) -> [Arrival] {
    let open = arrivals.filter { $0.counterpart != nil }
    if open.isEmpty { return [] }
    let paths = Set(entries.map(\.path))
    return open.filter { paths.contains($0.path) }
  }

  /// Looks for new documents that other processes, mostly the provider, took in, and has them compared while the caller goes on.
  func lookForArrivals() async {
    await noting?.value
    // If this fails, the list of documents shows the new ones all the same.
    add((try? await library.arrivals().get()) ?? [])
    let new = arrivals.prefix(Self.most).filter { $0.isNew && !$0.isCompared }.map(\.path)
    if !new.isEmpty { later { [stops] in await self.compare(new, unlessStoppedSince: stops) } }
  }

  /// Shows what a piece of work brought, and where it is from.
  func show(_ outcomes: [DrainOutcome]) async {
    let new = outcomes.compactMap { outcome in
      outcome.document.map { Arrival(name: outcome.name, path: $0, isNew: outcome.isImport, time: .now) }
    }
    // Where a new document is, an earlier one is no longer.
    let taken = Set(new.lazy.filter(\.isNew).map(\.path))
    arrivals = new.reversed() + arrivals.filter { !taken.contains($0.path) }
    for outcome in outcomes {
      if case .duplicate(of: let path) = outcome.result { problem = Messages.known(outcome.name, path) }
    }
    guard !outcomes.isEmpty else { return }
    add(await library.index.entries(at: arrivals.prefix(Self.most).map(\.path)))
  }

  /// Adds documents that other processes took in, also in the place of earlier ones, and completes the known ones.
  private func add(_ found: [DocumentEntry]) {
    var all = arrivals
    let known = Dictionary(all.enumerated().map { ($1.path, $0) }, uniquingKeysWith: { first, _ in first })
    for entry in found {
      if let index = known[entry.path], all[index].mayBe(entry) {
        all[index].complete(with: entry)
      } else if entry.added != nil {
        if let index = known[entry.path] { all[index] = Arrival(entry) } else { all.append(Arrival(entry)) }
      }
    }
    arrivals = all.sorted { $0.time > $1.time }
  }

  /// The user leaves the app, and has seen what was on screen.
  func leave() {
    let (seen, shares) = (Array(seen.values), seenShares)
    (arrivals, problem, self.seen, seenShares) = ([], nil, [:], [])
    stop()
    noting = later { [library] in
      // What is not noted when the time is up stays new.
      let activity = BackgroundActivity("Noting what was seen") {}
      defer { activity.end() }
      // What cannot be listed stays new.
      let new = shares.isEmpty ? [] : (try? await library.arrivals().get()) ?? []
      let rest = new.filter { $0.share.map(shares.contains) == true }.map(\.seen)
      await library.run { documents in documents.noteSeen(seen + rest) }
    }
  }

  /// Ends the comparisons, also those that have not begun. What was not compared counts as new.
  func stop() {
    stops += 1
    for comparison in comparisons { comparison.cancel() }
  }

  /// Says of what a drain took in where Intray has it already, while the caller goes on: see ``compare(_:areOpened:unlessStoppedSince:)``.
  func compareLater(_ outcomes: [DrainOutcome], unlessStoppedSince began: Int? = nil) {
    let began = began ?? stops
    // No sheet asked about what was opened in another app, or copied by a computer.
    let isOpened = { (outcome: DrainOutcome) in [.opened, .finder].contains(outcome.source) }
    let (opened, shared) = (outcomes.filter(isOpened), outcomes.filter { !isOpened($0) })
    noteCompared(outcomes.compactMap(\.imported))
    later {
      await self.compare(shared.compactMap(\.imported), unlessStoppedSince: began)
      await self.compare(opened.compactMap(\.imported), areOpened: true, unlessStoppedSince: began)
    }
  }

  @discardableResult
  private func later(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
    steps += 1
    return Task {
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
    noteCompared(paths)
    let isSkipped = areOpened && library.preferences().duplicateAnswer == .skip
    let asked = isSkipped ? paths : paths.suffix(Self.most)
    let task = Task { await library.counterparts(of: asked) }
    comparisons.insert(task)
    var found = await task.value
    comparisons.remove(task)
    // The sheet has asked about these.
    for entry in await library.index.entries(at: Array(found.keys)) where entry.isWantedCopy {
      found[entry.path] = nil
    }
    for index in arrivals.indices where arrivals[index].isNew {
      guard let path = found[arrivals[index].path] else { continue }
      // Of two that came in, the newer one asks for both.
      let asks = arrivals[..<index].contains { $0.path == path && $0.counterpart == arrivals[index].path }
      if !asks { arrivals[index].counterpart = path }
    }
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

  private func noteCompared(_ paths: [DocumentPath]) {
    let paths = Set(paths)
    for index in arrivals.indices where paths.contains(arrivals[index].path) {
      arrivals[index].isCompared = true
    }
  }

  /// The user keeps a document, and the one that it repeats.
  func keep(_ arrival: Arrival) { answer(arrival, nil) }

  /// Asks again: what the user decided could not be done.
  func ask(_ arrival: Arrival) { answer(arrival, arrival.counterpart) }

  private func answer(_ arrival: Arrival, _ counterpart: DocumentPath?) {
    for index in arrivals.indices where arrivals[index].id == arrival.id {
      arrivals[index].counterpart = counterpart
    }
  }

  /// The user keeps only one of two: the new one goes to Recently Deleted, if the other is still the same.
  func deleteCopy(_ arrival: Arrival) {
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
        guard try documents.trash(path, repeating: counterpart) != nil else {
          throw DiskError(.changed, at: library.container.path(of: path))
        }
      }
      for index in arrivals.indices {
        if arrivals[index].counterpart == path { arrivals[index].counterpart = nil }
        guard arrivals[index].path == path else { continue }
        (arrivals[index].path, arrivals[index].isNew, arrivals[index].counterpart) = (counterpart, false, nil)
        (arrivals[index].item, arrivals[index].version) = (nil, nil)
      }
    } catch {
      failure = error
    }
    await changed()
    return failure
  }
}

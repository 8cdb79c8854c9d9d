/// Moves all waiting documents into Documents. One exclusive rename for each document claims and delivers it.
///
/// There is no other record than the inbox itself.
///
/// The module Drain:
/// - For: the way from the inboxes to Documents.
/// - Guarantees: one exclusive rename a document; any number of drains at once; what cannot move stays, with
///   the reason.
/// - After a crash: each document is in its inbox, in `Taken` or in Documents, and the next drain continues.
/// - Never: copy within the container; write in an inbox that is not ours; remove from an inbox what it has not moved;
///   overwrite.
///
/// See <doc:TheWayOfADocument>.
public struct Drain: Sendable {
  /// How much one call may do.
  public struct Limit: Sendable {
    /// At most so many renames.
    public var renames: Int
    /// No rename but the first is begun later than this after the start.
    public var time: Duration

    /// For the File Provider, which drains before it answers: the user waits for the list.
    public static let beforeEnumeration = Limit(renames: 500, time: .seconds(1))
  }

  let container: Container
  let sandbox: Sandbox?
  let stability: StabilityTracker
  let preferences: Preferences

  /// A drain into a container.
  ///
  /// - Parameters:
  ///   - sandbox: the app's own folders, for the app alone: no other process reaches them.
  ///   - stability: fingerprints of files in the app's folders from earlier looks.
  ///   - preferences: the user's settings.
  public init(
    _ container: Container, sandbox: Sandbox? = nil, stability: StabilityTracker = StabilityTracker(),
    preferences: Preferences = Preferences()
  ) {
    self.container = container
    self.sandbox = sandbox
    self.stability = stability
    self.preferences = preferences
  }

  /// Recovers displaced items, then delivers all waiting documents: first what an earlier drain took out of the app's own
  /// folders and did not deliver, then parcels, oldest first, then files from the system and Finder in the app's own folders.
  ///
  /// - Parameters:
  ///   - limit: how much this call may do; nil is everything.
  ///   - isCancelled: asked between two documents.
  ///   - progress: called at the beginning, and some hundred times between two documents. It costs another listing of
  ///     each parcel.
  ///   - report: called with the outcome of each document.
  /// - Returns: whether every document was tried; false when the limit or a cancel ended the drain.
  /// - Throws: when a directory other than `Displaced` cannot be opened or listed. An error of one document is reported, and
  ///   the rest goes on.
  @discardableResult
  public func run(
    limit: Limit? = nil, isCancelled: @escaping () -> Bool = { false },
    progress: ((DrainProgress) -> Void)? = nil, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) -> Bool {
    let count = try progress.map { progress throws(DiskError) in try meter(progress) }
    func handle(_ outcome: DrainOutcome) {
      count?(outcome)
      report(outcome)
    }
    func handle(_ settled: Result<DocumentPath, DiskError>) {
      switch settled {
      case .success(let path):
        handle(DrainOutcome(name: path.description, source: .displaced, result: .imported(path)))
      case .failure(let error):
        handle(DrainOutcome(name: error.place, source: .displaced, result: .waiting(.disk(error))))
      }
    }
    do throws(DiskError) {
      try Documents(container).recover(handle)
    } catch {
      // What is there waits. Everything else is delivered all the same.
      handle(.failure(error))
    }
    var budget = Budget(limit, isCancelled: isCancelled)
    try deliverTaken(&budget, handle)
    try deliverOpenedParcels(handle)
    try drainParcels(&budget, handle)
    try drainFlat(&budget, handle)
    return !budget.hasRefused
  }
}

/// The rest of a limit.
struct Budget {
  /// The most names that are held in memory at once: some 20 MB of them. A process that may have less sets a limit.
  private static let most = 32_768

  private(set) var renames: Int
  private let end: ContinuousClock.Instant?
  private let isCancelled: () -> Bool

  init(_ limit: Drain.Limit?, isCancelled: @escaping () -> Bool) {
    self.isCancelled = isCancelled
    renames = limit?.renames ?? .max
    end = (limit?.time).map { .now + $0 }
  }

  /// How many names may be read at once.
  var batch: Int { min(renames, Self.most) }

  /// Tells whether something was left undone for want of it.
  private(set) var hasRefused = false
  /// Tells whether an entry has left its inbox. Until then time does not count: a call that moves nothing has looked at
  /// everything, so no number of entries that cannot move keeps the others waiting for ever.
  private var hasMoved = false

  /// Tells whether there is nothing left. Ask only when there is more to do: then ``hasRefused`` records it.
  mutating func isSpent() -> Bool {
    let isLate = hasMoved && end.map { ContinuousClock.now >= $0 } ?? false
    hasRefused = hasRefused || renames <= 0 || isCancelled() || isLate
    return hasRefused
  }

  /// Counts one rename for an entry that has left its inbox. Entries that can never leave would else use up each call.
  mutating func spend(on result: DrainOutcome.Result) {
    guard result.hasLeft else { return }
    renames -= 1
    hasMoved = true
  }
}

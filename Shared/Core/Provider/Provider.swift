import Synchronization

/// Documents as the File Provider hands them to the system: items with identities, over the catalogue. Every change
/// goes through ``Documents``.
///
/// Every function answers one question of the system, on any thread. The catalogue is believed only as far as a look at
/// the one place concerned agrees; where it does not, everything is looked at first. So a change costs the same however
/// many documents there are.
///
/// The module Provider:
/// - For: the answers to the requests of the File Provider extension.
/// - Guarantees: an answer is given after the sync and the commit, once.
/// - After a crash: the system asks again, and gets the same answer.
/// - Never: replace a document that is not what the edit was made from.
///
/// See <doc:FilesAndTheSystem>.
public final class Provider: Sendable {
  let container: Container
  let documents: Documents
  let catalogue: Catalogue
  let notifier: ChangeNotifier
  /// The word in the names of conflict copies, in the user's language.
  let conflictWord: String
  /// Calls for one item run one after the other.
  let calls = SerialCalls()
  /// In one process one drain runs at a time: two over one inbox would only take turns at each document.
  private let draining = Mutex(())
  /// Tells whether this process has looked at everything once, and no call has failed since that may have published something.
  let hasLooked = Mutex(false)
  /// Tells whether something changed that the system has not asked for.
  private let hasNews = Mutex(false)
  /// What the system has imported since an import ended last, as far as this process knows.
  let imported = Mutex<Set<ItemID>>([])

  /// Opens the catalogue, and makes it when there is none.
  ///
  /// - Parameters:
  ///   - home: the absolute path of a private folder of the extension, for the catalogue.
  ///   - notifier: told of every change that this makes in Documents.
  ///   - conflictWord: the word in the names of conflict copies, in the user's language.
  /// - Throws: ``CatalogueError/store(_:)``, and the errors of the disk.
  public init(
    container: Container, home: String, notifier: ChangeNotifier = ChangeNotifier(),
    clock: ScanClock = .system, conflictWord: String = "conflict"
  ) throws {
    self.conflictWord = conflictWord
    self.container = container
    self.notifier = notifier
    documents = Documents(container)
    // On a new phone nothing has come yet, and there are no folders for it.
    _ = try container.open(.documents)
    // A trash that cannot be opened keeps nothing from being listed: each scan tries again.
    _ = try? container.open(.trash)
    catalogue = try Catalogue(
      path: Catalogue.path(in: home), container: container, clock: clock)
  }

  /// Recovers what was displaced, drains for at most a second, and looks at what changed in Documents: before every
  /// answer that lists. There is news afterwards when the drain or the scan has left something for later.
  ///
  /// - Parameter tellsAll: whether the answer tells of everything that is found, wherever it is. Else that is news,
  ///   too.
  /// - Throws: a ``CatalogueError``, and a ``DiskError`` when Documents itself cannot be read.
  public func refresh(tellsAll: Bool = true) throws {
    var hasBrought = false
    defer { if hasBrought { notifier.post(.provider) } }
    do throws(DiskError) {
      let isDrained = try draining.withLock { _ throws(DiskError) in
        // It compares no bytes for any answer of the user, who waits for the list.
        try Drain(container).run(limit: .beforeEnumeration) { outcome in
          if case .imported = outcome.result { hasBrought = true }
        }
      }
      recordNews(if: !isDrained)
    } catch {
      // What cannot be taken in waits, and the app says why. What is there is listed all the same.
      Log.provider.error("The drain before a listing did not end, and the listing goes on:", error)
    }
    try scan(tellsAll: tellsAll)
  }

  /// Scans Documents. If it finds changes, the system is signalled, unless the answer tells of them.
  ///
  /// - Parameters:
  ///   - isFull: whether every entry is looked at, and not only folders whose times changed.
  ///   - tellsAll: as of ``refresh(tellsAll:)``.
  /// - Throws: as ``refresh(tellsAll:)``.
  public func scan(isFull: Bool = false, tellsAll: Bool = false) throws {
    let before = tellsAll ? nil : try sequence()
    let report = try catalogue.scan(isFull: isFull)
    // An unreadable folder stays undecided in every scan. Anything else undecided needs another scan soon.
    recordNews(if: !report.isDecided && report.unreadable.isEmpty)
    if let before { recordNews(if: try sequence() != before) }
    if report.hasEnded { hasLooked.withLock { $0 = true } }
  }

  private func sequence() throws -> Int64 { try catalogue.read { store in store.state.sequence } }

  /// After a start, and after a call that failed, everything is looked at once before anything is made: a document may have
  /// been published and not noted.
  func scanIfDue() throws {
    if !hasLooked.withLock({ $0 }) { try scan() }
  }

  /// The system has imported everything: looks at every entry.
  ///
  /// - Throws: as ``refresh(tellsAll:)``.
  public func endImport() throws {
    imported.withLock { $0 = [] }
    try scan(isFull: true)
  }

  /// Drains and looks at everything once after a start, unless a listing has. What it finds is news.
  ///
  /// - Throws: as ``refresh(tellsAll:)``.
  public func refreshAfterStart() throws {
    if !hasLooked.withLock({ $0 }) { try refresh(tellsAll: false) }
  }

  /// Remembers that the system must be told to ask for changes.
  func recordNews(if isNews: Bool = true) {
    if isNews { hasNews.withLock { $0 = true } }
  }

  /// Tells whether there are changes after the last anchor that the system has sent: an earlier process may have died
  /// before it signalled them.
  public var isBehind: Bool {
    // If the store cannot be read, one signal more does no harm.
    (try? catalogue.read { store in store.state.sequence != store.state.confirmed }) ?? true
  }

  /// Tells whether something changed that the system has not asked for, since this was last asked: then the working set
  /// is to be signalled.
  public func removeNews() -> Bool {
    hasNews.withLock { news in
      defer { news = false }
      return news
    }
  }
}

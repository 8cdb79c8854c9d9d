/// Decides when each folder is listed and what is reported. It does not touch the disk and uses no clock; the caller
/// passes the time.
///
/// A hint means only that a folder may have changed. The changes come from the difference of two listings, so a lost,
/// doubled, late or wrong hint costs only a listing or a delay.
///
/// The room Watching:
/// - For: what changed in a folder, and when a file that another program writes is complete.
/// - Guarantees: each difference is reported; after lost events the folder is listed and compared again.
/// - After a crash: nothing: it writes nothing.
/// - Never: decide anything on an event alone.
struct Watch: Sendable {
  typealias Instant = ContinuousClock.Instant

  /// The delays of the watcher.
  struct Pace: Hashable, Sendable {
    /// How long a look waits for no further hint.
    var quiet = DirectoryWatcher.quiet
    /// How long a look waits at most after the first hint, unless its folder still rests.
    var longest = DirectoryWatcher.longest
    /// How often a folder without events is polled. Each poll lists the folder, so this is as rare as a waiting user
    /// tolerates.
    var polling = Duration.seconds(5)
    /// How long a folder rests after a look, as a multiple of the time that the look took, at most as long as ``polling``. So
    /// the looks at a large folder that changes all the time take a fifth of that time. A look at 10,000 entries takes about a
    /// tenth of ``longest``, so their folder does not rest longer than a hint may wait in any case.
    var rest = 4
  }

  /// The result of one look at a folder.
  struct LookResult: Sendable {
    /// The listing, or the error.
    var found: Result<Listing, DiskError>
    /// Why the system gives no hints of it; nil when it does.
    var pollingReason: DiskError?
  }

  /// What to do next.
  enum Decision: Hashable {
    /// Look at this folder.
    case look(String)
    /// Wait until this time or a hint; nil waits for a hint only.
    case wait(until: Instant?)
  }

  /// What is to be known of a folder.
  private enum Wanted {
    /// What changed in it.
    case differences
    /// That too, and when what arrives in it is complete.
    case arrivals
    /// Only that something changed.
    case notices
  }

  private struct WatchedFolder {
    var wanted: Wanted
    var isArriving: Bool { wanted == .arrivals }
    var first: Instant?
    var last: Instant?
    /// The time of the next look without a hint: to find stable entries, or because the folder is polled.
    var again: Instant?
    /// Until when it rests after its last look; nil before the first.
    var restsUntil: Instant?
    var listing = Listing()
    var failure: DiskError?
    var pollingReason: DiskError?
    var wasTold = false
    /// Entries that changed and are not yet stable, each with the time since which it has not changed.
    var growing: [FileName: Instant] = [:]
  }

  let pace: Pace
  private let quiet: StabilityTracker
  private var places: [String: WatchedFolder] = [:]

  /// - Parameter quiet: fingerprints from earlier looks, shared with the drain.
  init(pace: Pace = Pace(), quiet: StabilityTracker = StabilityTracker()) {
    self.pace = pace
    self.quiet = quiet
  }

  /// The folders that are watched.
  var paths: Set<String> { Set(places.keys) }

  /// The last listing of a folder.
  func listing(of path: String) -> Listing { places[path]?.listing ?? Listing() }

  /// What in a folder changed lately and may go on growing, the latest first.
  func growing(in path: String) -> [FileName] {
    (places[path]?.growing ?? [:]).sorted { $0.value > $1.value }.map(\.key)
  }

  /// Watches these folders from now on. A folder that was watched before keeps its state; a new one is listed at
  /// once.
  ///
  /// - Parameters:
  ///   - arriving: of them or besides them, those in which also what is there already may be growing.
  ///   - noticing: besides them, those that are not listed.
  mutating func follow(
    _ paths: Set<String>, arriving: Set<String> = [], noticing: Set<String> = [], now: Instant
  ) {
    let all = paths.union(arriving).union(noticing)
    places = places.filter { all.contains($0.key) }
    for path in all {
      let wanted: Wanted =
        arriving.contains(path) ? .arrivals : paths.contains(path) ? .differences : .notices
      if places[path]?.wanted != wanted { places[path] = WatchedFolder(wanted: wanted, again: now) }
    }
  }

  /// Whether a look at the folder lists it.
  func isListed(_ path: String) -> Bool { places[path]?.wanted != .notices }

  /// Something may have happened in a folder; nil is in any.
  mutating func hint(_ path: String?, now: Instant) {
    for path in path.map({ [$0] }) ?? Array(places.keys) {
      guard places[path] != nil else { continue }
      if places[path]?.first == nil { places[path]?.first = now }
      places[path]?.last = now
    }
  }

  /// The next step. Of several folders it chooses the one that has been due for the longest time.
  func next(now: Instant) -> Decision {
    let due = places.compactMap { path, place in moment(place).map { (path: path, moment: $0) } }
    guard let first = due.min(by: { ($0.moment, $0.path) < ($1.moment, $1.path) }) else {
      return .wait(until: nil)
    }
    return first.moment <= now ? .look(first.path) : .wait(until: first.moment)
  }

  /// Notes that a look begins. A later hint causes another look.
  mutating func begin(_ path: String) {
    places[path]?.first = nil
    places[path]?.last = nil
    places[path]?.again = nil
  }

  /// A look ended.
  ///
  /// - Parameter print: what an entry looks like with all that is in it, of ``StabilityTracker``; asked for what may be
  ///   growing.
  /// - Returns: the report, or nil when nothing is new or the folder is no longer watched.
  mutating func end(
    _ path: String, _ reading: LookResult, now: Instant,
    print: (FileName, FileStatus) -> Int? = { StabilityTracker.print(of: $0, $1) }
  ) -> DirectoryReport? {
    guard var place = places[path] else { return nil }
    defer { places[path] = place }
    let told = (wasTold: place.wasTold, failure: place.failure, pollingReason: place.pollingReason)
    var event: DirectoryReport.Event?
    var settled: [FileName] = []
    switch reading.found {
    case .failure(let error):
      // An unreadable folder does not count as empty. Keep its last listing for the next comparison.
      place.failure = error
      place.growing = [:]
      if !told.wasTold || told.failure?.code != error.code { event = .unreadable(error) }
    case .success where place.wanted == .notices:
      place.failure = nil
      event = .noticed
    case .success(let listing):
      let isWhole = !told.wasTold || told.failure != nil
      let changes = isWhole ? nil : place.listing.changes(to: listing)
      place.listing = listing
      place.failure = nil
      settled = settle(&place, path, changes, now, print)
      if let changes {
        if !changes.isEmpty || !settled.isEmpty { event = .difference(changes) }
      } else {
        event = .listing(listing)
      }
    }
    if told.wasTold && told.pollingReason?.code != reading.pollingReason?.code {
      event = event ?? .difference([])
    }
    place.pollingReason = reading.pollingReason
    place.wasTold = true
    let polled = reading.pollingReason.map { _ in now.advanced(by: pace.polling) }
    place.again = [polled, place.growing.values.min()?.advanced(by: StabilityTracker.interval)].compactMap(
      \.self
    ).min()
    return event.map {
      DirectoryReport(path: path, event: $0, settled: settled, polling: reading.pollingReason)
    }
  }

  /// Notes how long a look took, with the comparison of what it found. The folder rests after it.
  mutating func rest(_ path: String, from start: Instant, now: Instant) {
    places[path]?.restsUntil = now + min(start.duration(to: now) * pace.rest, pace.polling)
  }

  private func moment(_ place: WatchedFolder) -> Instant? {
    var hinted: Instant?
    if let first = place.first, let last = place.last {
      hinted = min(last.advanced(by: pace.quiet), first.advanced(by: pace.longest))
    }
    guard let moment = [place.again, hinted].compactMap(\.self).min() else { return nil }
    return place.restsUntil.map { max($0, moment) } ?? moment
  }

  /// Takes another look at everything that may be growing.
  ///
  /// - Parameter changes: what changed; nil when the folder is told as a whole.
  /// - Returns: the entries that are stable now and were not reported since their last change.
  private func settle(
    _ place: inout WatchedFolder, _ path: String, _ changes: [Listing.Change]?, _ now: Instant,
    _ print: (FileName, FileStatus) -> Int?
  ) -> [FileName] {
    let entries = place.listing.entries
    for name in (changes ?? []).compactMap(\.oldName) { quiet.forget(name, in: path) }
    place.growing = place.growing.filter { entries[$0.key] != nil }
    let fresh = changes.map { Set($0.compactMap(\.name)) } ?? Set(place.isArriving ? Array(entries.keys) : [])
    var suspects = fresh.union(place.growing.keys)
    // The system gives no hints of changes deep in a folder, so each look at arrivals is one into their folders.
    if place.isArriving { suspects.formUnion(entries.filter { $0.value.kind == .folder }.keys) }
    var settled: [FileName] = []
    for name in suspects where !StabilityTracker.isUnfinished(name) {
      guard let status = entries[name] else { continue }
      switch quiet.see(name, in: path, print(name, status), now: now) {
      case .changed: place.growing[name] = now
      case .still(let since): place.growing[name] = since
      case .quiet:
        if place.growing.removeValue(forKey: name) != nil || fresh.contains(name) { settled.append(name) }
      }
    }
    return settled.sorted { $0.precedes($1) }
  }
}

extension Listing.Change {
  /// Its earlier name.
  fileprivate var oldName: FileName? {
    switch self {
    case .removed(let name), .renamed(let name, to: _, _): name
    case .added, .changed: nil
    }
  }
}

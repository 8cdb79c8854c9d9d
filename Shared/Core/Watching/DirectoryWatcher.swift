import Dispatch
import Synchronization

/// Reports the contents of a few folders, and then every change.
///
/// The first report on a folder is its listing; every later one is the difference to the reports before. Events only
/// cause a new listing, so an event that is lost, merged or late costs at most a delay. Only the folders themselves
/// are watched, not what is below them.
///
/// Reports do not pile up behind a slow reader: a folder is listed when the next report is requested, and its
/// differences are merged. While nothing changes, nothing runs.
///
/// A folder that is missing, replaced, renamed or unreadable is reported as such, and listed again when it can be. When
/// an ancestor is renamed, or the process was suspended, the system gives no hint, and only ``look()`` finds the
/// changes: call it when the app becomes active. Where the system gives no more watches, a folder is looked at every
/// few seconds, and ``DirectoryReport/polling`` gives the reason.
///
/// A changed entry is reported once more when it is stable (``DirectoryReport/settled``), and again after later
/// changes. In folders where other programs write (``follow(_:arriving:noticing:)``) that includes the entries of the first
/// listing.
///
/// A folder whose contents the caller keeps itself is only noticed: the watcher says that it may have changed, and lists
/// nothing.
///
/// It keeps at most ``limit`` descriptors open: one for each folder, and with kqueue the rest for growing files,
/// because a folder's source does not report their growth (inotify uses one for everything). While it lists a folder
/// it opens three more.
///
/// It only reads. It can be iterated once; ending the task that iterates, or letting go of the iterator,
/// closes every descriptor.
public struct DirectoryWatcher: AsyncSequence, Sendable {
  /// As many folders as one watcher takes, and as many descriptors as it keeps: an iOS process has few.
  public static let limit = 16

  /// How long no event must arrive before a folder is listed. One listing then covers the many steps of a save or of
  /// a large move, and the user sees no delay.
  public static let quiet = Duration.milliseconds(100)
  /// The longest delay of a listing, so that a folder that changes all the time is still shown. A delay of a second
  /// looks live to the user. A folder with tens of thousands of entries may be listed later, up to five seconds after the
  /// last time.
  public static let longest = Duration.seconds(1)

  private let inputs = Inputs()
  private let bell: AsyncStream<Void>
  private let ringer: AsyncStream<Void>.Continuation
  private let disk: Disk
  private let pace: Watch.Pace
  private let memory: StabilityTracker
  private let makeSource: @Sendable (@escaping Hint) throws(DiskError) -> any EventSource

  /// A watcher of folders, by their absolute paths. Nothing is opened before it is iterated.
  ///
  /// - Parameters:
  ///   - paths: the folders.
  ///   - arriving: of them or besides them, the folders in which others write; see
  ///     ``follow(_:arriving:noticing:)``.
  ///   - noticing: besides them, the folders whose contents the caller keeps itself.
  ///   - quiet: how long no event must arrive before a folder is listed.
  ///   - longest: the longest delay of a listing; see ``longest``.
  ///   - memory: fingerprints from earlier looks. If a ``Drain`` shares it, neither waits again for a file that the
  ///     other has seen.
  ///   - disk: where the folders are listed.
  public init(
    _ paths: Set<String>, arriving: Set<String> = [], noticing: Set<String> = [],
    quiet: Duration = DirectoryWatcher.quiet, longest: Duration = DirectoryWatcher.longest,
    memory: StabilityTracker = StabilityTracker(),
    disk: Disk = .system
  ) {
    self.init(
      paths, arriving: arriving, noticing: noticing, pace: Watch.Pace(quiet: quiet, longest: longest),
      memory: memory, disk: disk
    ) {
      (hint: @escaping Hint) throws(DiskError) in try SystemEvents(hint: hint)
    }
  }

  init(
    _ paths: Set<String>, arriving: Set<String> = [], noticing: Set<String> = [], pace: Watch.Pace,
    memory: StabilityTracker = StabilityTracker(),
    disk: Disk = .system, source: @escaping @Sendable (@escaping Hint) throws(DiskError) -> any EventSource
  ) {
    // One buffered signal is enough: after it, the iterator looks at everything that is due.
    (bell, ringer) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.disk = disk
    self.pace = pace
    self.memory = memory
    makeSource = source
    follow(paths, arriving: arriving, noticing: noticing)
  }

  /// Watches these folders from now on. A folder that was watched before keeps its state.
  ///
  /// - Parameters:
  ///   - arriving: folders in which other programs write, of those paths or besides them. There also entries of the
  ///     first listing may be growing, and every look includes the subfolders, because the system sends no events for
  ///     deeper changes. If a stable entry changes in a subfolder, the next look finds it.
  ///   - noticing: besides them, folders whose contents the caller keeps itself. They are not listed: each report on
  ///     one is ``DirectoryReport/Event/noticed``, the first when it is watched.
  /// - Precondition: at most ``limit`` of them.
  public func follow(_ paths: Set<String>, arriving: Set<String> = [], noticing: Set<String> = []) {
    precondition(
      paths.union(arriving).union(noticing).count <= Self.limit, "a watcher takes \(Self.limit) folders")
    inputs.state.withLock { ($0.paths, $0.arriving, $0.noticing) = (paths, arriving, noticing) }
    ringer.yield()
  }

  /// Lists every folder again, also without an event.
  public func look() {
    inputs.state.withLock { $0.wasAnyHinted = true }
    ringer.yield()
  }

  /// Begins to watch.
  public func makeAsyncIterator() -> Iterator {
    let hint: Hint = { [inputs, ringer] path in
      inputs.state.withLock { inputs in
        if let path { inputs.hinted.insert(path) } else { inputs.wasAnyHinted = true }
      }
      ringer.yield()
    }
    return Iterator(
      round: WatchRound(Watch(pace: pace, quiet: memory), disk: disk, inputs: inputs) {
        [makeSource] () throws(DiskError) in try makeSource(hint)
      }, bell: bell.makeAsyncIterator(), ringer: ringer)
  }

  /// The input since the last look. Hints are a set, so many hints of one folder count as one.
  final class Inputs: Sendable {
    struct State {
      var paths: Set<String> = []
      var arriving: Set<String> = []
      var noticing: Set<String> = []
      var hinted: Set<String> = []
      var wasAnyHinted = false
    }

    let state = Mutex(State())
  }

  /// Waits until a folder is due, and lists it.
  public struct Iterator: AsyncIteratorProtocol {
    let round: WatchRound
    var bell: AsyncStream<Void>.Iterator
    let ringer: AsyncStream<Void>.Continuation

    /// The next report; nil when its task was cancelled, and then every descriptor is closed.
    public mutating func next() async -> DirectoryReport? {
      while !Task.isCancelled {
        switch await round.step() {
        case .report(let report): return report
        case .again: continue
        case .wait(until: let moment):
          let alarm = moment.map(alarm)
          let wasRung: Void? = await bell.next()
          alarm?.cancel()
          if wasRung == nil { return await end() }
        }
      }
      return await end()
    }

    private func alarm(at moment: ContinuousClock.Instant) -> DispatchWorkItem {
      let alarm = DispatchWorkItem { [ringer] in ringer.yield() }
      let delay = ContinuousClock.now.duration(to: moment) / .milliseconds(1)
      // Up to the next whole millisecond, so that it is due when the alarm goes.
      DispatchQueue.global().asyncAfter(
        deadline: .now() + .milliseconds(Int(Swift.max(0, delay).rounded(.up)) + 1), execute: alarm)
      return alarm
    }

    private func end() async -> DirectoryReport? {
      await round.close()
      return nil
    }
  }
}

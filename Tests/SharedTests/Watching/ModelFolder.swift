@testable import Shared

/// A folder of one level, a source of events as a platform has it, and a follower of both through ``Watch``: no
/// disk, no clock.
struct ModelFolder {
  enum EventDelivery: CaseIterable {
    /// Every change is reported, until the queue overflows; then only the overflow.
    case inotify
    /// The folder's source reports changes of names, not of contents. A child's source reports its growth if the
    /// child was open. Several events before a read are merged.
    case kqueue
    /// As `kqueue`, and suspended at times: then nothing runs, and what happened is told afterwards.
    case suspended
  }

  static let path = "/folder"
  private static let queueLength = 4
  private static let childrenAtOnce = 2

  let manner: EventDelivery
  var watch = Watch()
  var now = ContinuousClock.now
  var truth = Listing()
  /// What a reader knows who applied every difference to the first listing.
  var told = Listing()
  var looks = 0
  private var queued = 0
  private var open: Set<UInt64> = []
  private var inodes: UInt64 = 0
  private var numbers: Seeded

  init(_ manner: EventDelivery, seed: UInt64) {
    self.manner = manner
    numbers = Seeded(seed)
    watch.follow([Self.path], now: now)
  }

  /// One change, some time after the last.
  mutating func disturb() {
    let pause = Duration.milliseconds(Int.random(in: 0...400, using: &numbers))
    let isSuspended = manner == .suspended && Int.random(in: 0..<5, using: &numbers) == 0
    if isSuspended { now = now.advanced(by: pause) } else { pass(pause) }
    let name = truth.entries.keys.sorted { $0.description < $1.description }.randomElement(using: &numbers)
    guard let name, let file = truth.entries[name] else { return add(after: .zero) }
    switch Int.random(in: 0..<5, using: &numbers) {
    case 0: add(after: .zero)
    case 1: change([.removed(name)], of: file, namesChanged: true)
    case 2:
      guard let free = freeName() else { return }
      change([.renamed(name, to: free, file)], of: file, namesChanged: true)
    default:
      // Only what grows within the time that a child is kept open is told on kqueue: the rest is the
      // platform's limit, met when the app becomes active.
      guard
        manner == .inotify || open.contains(file.inode)
          || watch.growing(in: Self.path).contains(name)
      else { return }
      change([.changed(name, status(file.inode, size: file.size + 1))], of: file, namesChanged: false)
    }
  }

  mutating func add(after: Duration) {
    pass(after)
    let free = freeName() ?? FileName("n\(inodes)")
    inodes += 1
    let file = status(inodes, size: 0)
    change([.added(free, file)], of: file, namesChanged: true)
  }

  /// Time passes and nothing happens.
  mutating func rest(_ time: Duration = .seconds(30)) { pass(time) }

  private mutating func freeName() -> FileName? {
    ["a", "b", "c", "d", "e", "f"].shuffled(using: &numbers).first { truth.entries[$0] == nil }
  }

  private mutating func change(_ changes: [Listing.Change], of file: FileStatus, namesChanged: Bool) {
    truth.apply(changes)
    if namesChanged || manner == .inotify || open.contains(file.inode) { queued += 1 }
  }

  private mutating func pass(_ time: Duration) {
    let end = now.advanced(by: time)
    // Runs tick by tick, with the hints and the looks that are due.
    repeat {
      deliver()
      while case .look(let path) = watch.next(now: now) { look(path) }
      guard now < end else { return }
      now = min(end, now.advanced(by: .milliseconds(5)))
    } while true
  }

  private mutating func deliver() {
    guard queued > 0 else { return }
    watch.hint(manner == .inotify && queued > Self.queueLength ? nil : Self.path, now: now)
    queued = 0
  }

  private mutating func look(_ path: String) {
    looks += 1
    watch.begin(path)
    open = Set(
      watch.growing(in: path).prefix(Self.childrenAtOnce).compactMap { truth.entries[$0]?.inode })
    guard let report = watch.end(path, Watch.LookResult(found: .success(truth)), now: now) else { return }
    switch report.event {
    case .listing(let listing): told = listing
    case .difference(let changes): told.apply(changes)
    case .noticed, .unreadable: told = Listing()
    }
  }
}

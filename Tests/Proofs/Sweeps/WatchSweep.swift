import Foundation
import Shared
import Synchronization
import TestSupport

/// The watcher on real folders: random changes, events that get lost, limits, roots that are replaced, idleness.
enum WatchSweep {
  /// What is promised for 10,000 files.
  private static let limit = 2.0

  static func run(isLong: Bool, on volume: Volume) throws -> [SweepResult] {
    let path = volume.path + "/watch"
    try Tree.folder().put(at: path)
    let tallies = [
      try model(operations: isLong ? 1_000_000 : 50_000, at: path, volume),
      try losses(trials: isLong ? 350 : 12, storms: isLong ? 10 : 1, at: path, volume),
      try polling(trials: isLong ? 30 : 2, at: path, volume),
      try troubles(trials: isLong ? 200 : 20, at: path, volume),
      try idleness(at: path, volume),
    ]
    try TestContainer(path: path).remove()
    return tallies
  }

  // MARK: The model

  /// Random operations; at every quiet moment the differences, applied to the first listing, give the folder.
  private static func model(operations: Int, at path: String, _ volume: Volume) throws -> SweepResult {
    let tally = SweepResult("watch: differences give the folder", on: volume.name)
    let folder = try WatchedFolder(path + "/model")
    let watcher = DirectoryWatcher(
      [folder.path], quiet: .milliseconds(1), longest: .milliseconds(20))
    let told = Mutex(Listing())
    let following = Task.detached {
      for await report in watcher { told.withLock { $0.take(report) } }
    }
    defer { following.cancel() }
    var numbers = Seeded(UInt64(operations))
    while tally.tried < operations {
      let batch = Int.random(in: 1...400, using: &numbers)
      for _ in 0..<batch { folder.disturb(&numbers) }
      tally.count(batch)
      let truth = try folder.listing()
      if waited(atMost: limit, until: { told.withLock { $0 } == truth }) == nil {
        let differences = told.withLock { $0.changes(to: truth) }
        tally.violation("after \(tally.tried) operations \(differences.count) differences were not told")
        break
      }
    }
    tally.printRow("operations")
    return tally
  }

  // MARK: Losses

  /// Events that are lost, and folders that are not what they were: the listing is right soon after.
  private static func losses(
    trials: Int, storms: Int, at path: String, _ volume: Volume
  ) throws -> SweepResult {
    let tally = SweepResult("watch: events lost, 10,000 files", on: volume.name)
    let folder = try WatchedFolder(path + "/losses")
    // What happens here comes last, when the queue is full: only word of the loss itself leads to it.
    let beside = try WatchedFolder(path + "/losses beside")
    for number in 0..<10_000 { try folder.make("file \(number)") }
    var numbers = Seeded(7)
    var worst = 0.0
    func look(_ watcher: WatchProcess, after what: String, longest: Double = limit) throws {
      tally.count()
      let truth = try Digest(folder.listing()).digest &+ Digest(beside.listing()).digest
      guard let time = waited(atMost: longest, until: { watcher.told.digest == truth }) else {
        return tally.violation("\(what): wrong \(longest) s later")
      }
      worst = max(worst, time)
    }
    let usual = try WatchProcess([folder.path, beside.path], says: path + "/usual")
    defer { usual.end() }
    try look(usual, after: "the start", longest: 20)
    for _ in 0..<trials {
      // Suspended: the queue holds 16,384 events, and a process that is stopped reads none.
      usual.stop()
      for _ in 0..<500 { folder.disturb(&numbers) }
      usual.goOn()
      try look(usual, after: "a suspension")
      try folder.replace()
      for _ in 0..<20 { folder.disturb(&numbers) }
      try look(usual, after: "another folder in its place")
    }
    for storm in 0..<storms {
      if storm.isMultiple(of: 2) { usual.stop() }
      for _ in 0..<50_000 { folder.blink() }
      beside.disturb(&numbers)
      usual.goOn()
      try look(usual, after: "a storm of 100,000 events")
    }
    try withQueue(of: 64, tally) {
      let forgetful = try WatchProcess([folder.path, beside.path], says: path + "/forgetful")
      try look(forgetful, after: "the start with a short queue", longest: 20)
      return forgetful
    } body: { forgetful in
      defer { forgetful.end() }
      for _ in 0..<trials {
        forgetful.stop()
        for _ in 0..<100 { folder.disturb(&numbers) }
        for _ in 0..<5 { beside.disturb(&numbers) }
        forgetful.goOn()
        try look(forgetful, after: "100 events in a queue of 64")
      }
    }
    tally.printRow(String(format: "trials, worst %.2f s", worst))
    return tally
  }

  /// Starts something while the system gives short queues. A queue keeps the length it was made with, so the
  /// setting, which is everybody's, is back when it has started.
  private static func withQueue(
    of length: Int, _ tally: SweepResult, _ start: () throws -> WatchProcess,
    body: (WatchProcess) throws -> Void
  ) throws {
    let setting = "/proc/sys/fs/inotify/max_queued_events"
    let usual = try String(contentsOfFile: setting, encoding: .utf8)
    func set(_ text: String) -> Bool {
      let file = open(setting, O_WRONLY)
      guard file >= 0 else { return false }
      defer { close(file) }
      return write(file, text, text.utf8.count) == text.utf8.count
    }
    guard set("\(length)") else { return say("SKIPPED  \(tally.what): \(setting) cannot be set") }
    let started: WatchProcess
    do {
      defer { _ = set(usual) }
      started = try start()
    }
    try body(started)
  }

  /// Without watches of the system, the watcher polls every few seconds and reports that.
  private static func polling(trials: Int, at path: String, _ volume: Volume) throws -> SweepResult {
    let tally = SweepResult("watch: no watches to be had", on: volume.name)
    let folder = try WatchedFolder(path + "/polled")
    for number in 0..<100 { try folder.make("file \(number)") }
    let none = "echo 0 > /proc/sys/user/max_inotify_instances && exec \"$@\""
    let watcher = try WatchProcess(
      [folder.path], says: path + "/polling", under: ["unshare", "-Ur", "sh", "-c", none, "sh"])
    defer { watcher.end() }
    guard waited(atMost: 20, until: { watcher.told.isPolling }) != nil else {
      say("SKIPPED  \(tally.what): a user namespace with a limit of its own is not to be had here")
      return tally
    }
    var numbers = Seeded(9)
    var worst = 0.0
    for _ in 0..<trials {
      for _ in 0..<50 { folder.disturb(&numbers) }
      tally.count()
      let truth = Digest(try folder.listing()).digest
      // It looks every five seconds.
      if let time = waited(atMost: 5 + limit, until: { watcher.told.digest == truth }) {
        worst = max(worst, time)
      } else {
        tally.violation("wrong \(5 + limit) s later")
      }
    }
    tally.printRow(String(format: "trials, worst %.2f s", worst))
    return tally
  }

  // MARK: Troubles

  /// A volume that goes away under a watched folder, and rights that are taken and given back.
  private static func troubles(trials: Int, at path: String, _ volume: Volume) throws -> SweepResult {
    let tally = SweepResult("watch: volumes and rights that come and go", on: volume.name)
    guard geteuid() == 0 else {
      say("SKIPPED  \(tally.what): only root can mount, and become another user")
      return tally
    }
    var worst = 0.0
    func look(_ watcher: WatchProcess, _ truth: Listing, after what: String, longest: Double = limit) {
      tally.count()
      let digest = Digest(truth).digest
      guard let time = waited(atMost: longest, until: { watcher.told.digest == digest }) else {
        return tally.violation("\(what): wrong \(longest) s later")
      }
      worst = max(worst, time)
    }
    var numbers = Seeded(11)
    let mounted = try WatchedFolder(path + "/mounted")
    try mounted.make("below")
    for _ in 0..<trials {
      guard try run("mount", "-t", "tmpfs", "tmpfs", mounted.path) else {
        say("SKIPPED  \(tally.what): no mounts here")
        return tally
      }
      defer { umount2(mounted.path, Int32(MNT_DETACH)) }
      for number in 0..<20 { try mounted.make("file \(number)") }
      let watcher = try WatchProcess([mounted.path], says: path + "/mounted.says")
      defer { watcher.end() }
      look(watcher, try mounted.listing(), after: "the start on a volume", longest: 20)
      // A volume that is in use goes when no process uses it any more.
      umount2(mounted.path, Int32(MNT_DETACH))
      for _ in 0..<5 { mounted.disturb(&numbers) }
      look(watcher, try mounted.listing(), after: "a volume that went away")
    }
    let closed = try WatchedFolder(path + "/closed")
    // The user who is not root has to get there.
    chmod(path, 0o711)
    chown(closed.path, nobody, nobody)
    let place = path + "/closed.says"
    close(open(place, O_CREAT | O_WRONLY, 0o644))
    chown(place, nobody, nobody)
    let watcher = try WatchProcess(
      [closed.path], says: place,
      under: ["setpriv", "--reuid=\(nobody)", "--regid=\(nobody)", "--clear-groups"])
    defer { watcher.end() }
    look(watcher, try closed.listing(), after: "the start as nobody", longest: 20)
    for _ in 0..<trials {
      chmod(closed.path, 0)
      look(watcher, Listing(), after: "rights that were taken")
      for _ in 0..<5 { closed.disturb(&numbers) }
      chmod(closed.path, 0o700)
      look(watcher, try closed.listing(), after: "rights that were given back")
    }
    tally.printRow(String(format: "trials, worst %.2f s", worst))
    return tally
  }

  private static let nobody: UInt32 = 65534

  private static func run(_ words: String...) throws -> Bool { try Child(words).wait() == .code(0) }

  // MARK: Idleness

  /// While nothing happens, a process that watches four folders does nothing: it wakes as often, and calls the
  /// same, as one that has only started Dispatch. On Linux that is once a second, because Dispatch looks after
  /// its threads itself there; on Apple platforms the kernel does.
  private static func idleness(at path: String, _ volume: Volume) throws -> SweepResult {
    let tally = SweepResult("watch: idle for ten seconds", on: volume.name)
    let folder = try WatchedFolder(path + "/idle")
    for number in 0..<100 { try folder.make("file \(number)") }
    let others = ["one", "two", "not there"].map { path + "/idle " + $0 }
    for other in others.dropLast() { _ = try WatchedFolder(other) }
    let watcher = try WatchProcess([folder.path] + others, says: path + "/idle.says")
    defer { watcher.end() }
    // An empty folder has the digest 1, and so has one that is not there.
    let truth = Digest(try folder.listing()).digest &+ 3
    guard waited(atMost: 20, until: { watcher.told.digest == truth }) != nil else {
      tally.violation("it does not start")
      return tally
    }
    let idler = try WatchProcess([], says: path + "/idler.says")
    defer { idler.end() }
    // Threads that have worked linger for some seconds, for more work, and then end.
    usleep(8_000_000)
    let before = try (watcher.wakeUps(), idler.wakeUps())
    usleep(10_000_000)
    let after = try (watcher.wakeUps(), idler.wakeUps())
    tally.count()
    // One more may fall into ten seconds than into ten others.
    if after.0 - before.0 > after.1 - before.1 + 1 {
      tally.violation("\(after.0 - before.0) wake-ups, and \(after.1 - before.1) of who does nothing")
    }
    if let obstacle = Trace.obstacle {
      say("SKIPPED  \(tally.what): system calls are not counted: \(obstacle)")
    } else {
      tally.count()
      let calls = try WatchProcess.calls(of: [watcher, idler], seconds: 10)
      let strange = Set(calls[0].map(Self.kind)).subtracting(calls[1].map(Self.kind))
      if !strange.isEmpty { tally.violation("system calls: \(strange)") }
      // As many as belong to one round of Dispatch's.
      if calls[0].count > calls[1].count + 4 {
        tally.violation("\(calls[0].count) system calls, and \(calls[1].count) of who does nothing")
      }
    }
    // It was not dead: it still tells.
    try folder.make("late")
    let later = Digest(try folder.listing()).digest &+ 3
    if waited(atMost: limit, until: { watcher.told.digest == later }) == nil {
      tally.violation("it slept for good")
    }
    tally.printRow("counts")
    return tally
  }

  /// The name of a call in a line of strace's.
  private static func kind(_ line: String) -> String {
    String(line.split(separator: " ").dropFirst(2).first?.prefix { $0 != "(" } ?? "")
  }

  /// Seconds until it is so; nil when it is not in time. Nothing tells of what another process has written.
  private static func waited(atMost limit: Double, until isSo: () -> Bool) -> Double? {
    let start = Date()
    while true {
      if isSo() { return Date().timeIntervalSince(start) }
      if Date().timeIntervalSince(start) > limit { return nil }
      usleep(500)
    }
  }

  // MARK: The other process

  /// Watches folders for ever, and writes their state into a file.
  static func watch(_ folders: [String], says place: String) -> Never {
    let file = open(place, O_WRONLY | O_CREAT, 0o644)
    let watcher = DirectoryWatcher(Set(folders))
    Task.detached {
      var told = Dictionary(uniqueKeysWithValues: folders.map { ($0, Listing()) })
      for await report in watcher {
        told[report.path]?.take(report)
        let digest = told.values.reduce(0) { $0 &+ Digest($1).digest }
        var said = ReportedState(digest: digest, polling: report.polling == nil ? 0 : 1)
        // One write of a few bytes, which the reading process gets whole.
        _ = pwrite(file, &said, MemoryLayout<ReportedState>.size, 0)
      }
    }
    while true { pause() }
  }
}

/// What the other process knows.
private struct ReportedState {
  var digest: UInt64 = 0
  var polling: UInt64 = 0
  var isPolling: Bool { polling != 0 }
}

/// What two processes compare: names, numbers, sizes and times, in no order.
private struct Digest {
  private(set) var digest: UInt64 = 1

  init(_ listing: Listing) {
    for (name, status) in listing.entries {
      var one = Seeded(status.inode ^ UInt64(bitPattern: status.size) << 32)
      for byte in name.bytes { one = Seeded(one.next() ^ UInt64(byte)) }
      let time = status.changed
      one = Seeded(one.next() ^ UInt64(bitPattern: time.seconds) ^ UInt64(bitPattern: time.nanoseconds) << 20)
      digest &+= one.next()
    }
  }
}

/// A process that watches.
private struct WatchProcess {
  private let child: Child
  private let file: Int32

  init(_ folders: [String], says place: String, under wrapper: [String] = []) throws {
    file = open(place, O_RDWR | O_CREAT | O_TRUNC, 0o644)
    guard file >= 0 else { throw SweepError("no \(place)") }
    child = try Child(wrapper + [Program.path, "work", "watcher", place] + folders)
  }

  var told: ReportedState {
    var told = ReportedState()
    _ = pread(file, &told, MemoryLayout<ReportedState>.size, 0)
    return told
  }

  func stop() { kill(child.id, SIGSTOP) }
  func goOn() { kill(child.id, SIGCONT) }

  func end() {
    child.kill()
    _ = child.wait()
    close(file)
  }

  /// How often its threads went to sleep: proc(5).
  func wakeUps() throws -> Int {
    let tasks = "/proc/\(child.id)/task"
    return try FileManager.default.contentsOfDirectory(atPath: tasks).reduce(0) { sum, task in
      let status = try String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches") }
      return sum + (line?.split(separator: "\t").last.flatMap { Int($0) } ?? 0)
    }
  }

  /// The system calls of some processes within so many seconds, but for those that the tracers' coming
  /// interrupts.
  static func calls(of processes: [WatchProcess], seconds: Int) throws -> [[String]] {
    let logs = processes.map { NSTemporaryDirectory() + "intray-watch-\(getpid())-\($0.child.id)" }
    defer { for log in logs { unlink(log) } }
    let tracers = try zip(processes, logs).map {
      try Child(["strace", "-f", "-ttt", "-o", $1, "-p", "\($0.child.id)"])
    }
    usleep(1_000_000)
    let begin = Date().timeIntervalSince1970
    usleep(UInt32(seconds) * 1_000_000)
    let end = Date().timeIntervalSince1970
    for tracer in tracers { kill(tracer.id, SIGINT) }
    for tracer in tracers { _ = tracer.wait() }
    return try logs.map { log in
      try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init).filter {
        let words = $0.split(separator: " ")
        guard words.count > 1, let time = Double(words[1]) else { return false }
        return (begin...end).contains(time)
      }
    }
  }
}

extension Listing {
  fileprivate mutating func take(_ report: DirectoryReport) {
    switch report.event {
    case .listing(let listing): self = listing
    case .difference(let changes): apply(changes)
    case .noticed, .unreadable: self = Listing()
    }
  }
}

/// A folder that is changed at random, by plain system calls.
private struct WatchedFolder {
  let path: String

  init(_ path: String) throws {
    self.path = path
    try Tree.folder().put(at: path)
  }

  func listing() throws -> Listing {
    let folder = try Folder.open(path, disk: .system)
    var names: [FileName] = []
    try folder.list { name, _ in
      names.append(name)
      return true
    }
    var entries: [FileName: FileStatus] = [:]
    for name in names { entries[name] = try folder.status(name) }
    return Listing(entries)
  }

  func make(_ name: String) throws {
    guard write(name, "x", flags: O_CREAT | O_EXCL) else { throw SweepError("\(name): errno \(errno)") }
  }

  /// Puts another folder, with some of the files, in the place of this one.
  func replace() throws {
    let (old, new) = (path + ".old", path + ".new")
    try Tree.folder().put(at: new)
    for number in 0..<10_000 {
      rename("\(path)/file \(number)", "\(new)/file \(number)")
    }
    guard rename(path, old) == 0, rename(new, path) == 0 else { throw SweepError("replace: errno \(errno)") }
    try TestContainer(path: old).remove()
  }

  /// Two events: a file is created and removed.
  func blink() {
    _ = write("blink", "x", flags: O_CREAT)
    unlink(path + "/blink")
  }

  /// Does one thing, which may fail.
  func disturb(_ numbers: inout Seeded) {
    let one = "\(path)/name \(Int.random(in: 0..<60, using: &numbers))"
    let other = "\(path)/name \(Int.random(in: 0..<60, using: &numbers))"
    switch Int.random(in: 0..<10, using: &numbers) {
    case 0...2: _ = write((one as NSString).lastPathComponent, "text", flags: O_CREAT | O_APPEND)
    case 3: _ = write((one as NSString).lastPathComponent, "", flags: O_TRUNC)
    case 4, 5: rename(one, other)
    case 6: unlink(one)
    case 7: mkdir(one, 0o700)
    case 8: rmdir(one)
    default: if link(one, other) != 0 { chmod(one, 0o640) }
    }
  }

  private func write(_ name: String, _ text: String, flags: Int32) -> Bool {
    let file = open(path + "/" + name, O_WRONLY | flags, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    return Foundation.write(file, text, text.utf8.count) == text.utf8.count
  }
}

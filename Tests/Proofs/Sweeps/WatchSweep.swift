import Foundation
import IntrayCore
import TestSupport

/// The watcher on real folders: random changes, events that get lost, limits, roots that are replaced, idleness. After each
/// change a hint must come, upon which the process that watches lists the folder.
enum WatchSweep {
  /// What is promised for 10,000 files.
  fileprivate static let limit = 2.0
  private static let nobody: UInt32 = 65534

  static func run(isLong: Bool, on volume: Volume) throws -> [SweepResult] {
    let path = volume.path + "/watch"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let operations = isLong ? 1_000_000 : 50_000
    let rows: [(String, (WatchRow) throws -> Void)] = [
      ("a hint after each change", { try changes(operations, at: path, $0) }),
      ("events lost, 10,000 files", { try losses(isLong ? 350 : 12, storms: isLong ? 10 : 1, at: path, $0) }),
      ("no watches to be had", { try polling(isLong ? 30 : 2, at: path, $0) }),
      ("volumes and rights that come and go", { try troubles(isLong ? 200 : 20, at: path, $0) }),
      ("idle for ten seconds", { try idleness(at: path, $0) }),
    ]
    let tallies = try rows.map { what, body in
      let row = WatchRow(tally: SweepResult("watch: " + what, on: volume.name))
      try body(row)
      row.tally.printRow(String(format: "trials, worst %.2f s", row.worst))
      return row.tally
    }
    try TestContainer(path: path).remove()
    return tallies
  }

  /// Random operations: at every quiet moment the last listing upon a hint is that of the folder.
  private static func changes(_ operations: Int, at path: String, _ row: WatchRow) throws {
    let folder = try WatchedFolder(path + "/changes")
    let watcher = try WatchProcess([folder.path], says: path + "/changes.says")
    defer { watcher.end() }
    var numbers = Seeded(UInt64(operations))
    while row.tally.tried < operations, row.tally.violations == 0 {
      let batch = Int.random(in: 1...400, using: &numbers)
      for _ in 0..<batch { folder.disturb(&numbers) }
      row.look(watcher, [folder.path], after: "\(row.tally.tried) operations", trials: batch)
    }
  }

  /// Events that are lost, and folders that are not what they were: a hint comes soon after.
  private static func losses(_ trials: Int, storms: Int, at path: String, _ row: WatchRow) throws {
    let folder = try WatchedFolder(path + "/losses")
    // What happens here comes last, when the queue is full: only word of the loss itself leads to it.
    let beside = try WatchedFolder(path + "/losses beside")
    let both = [folder.path, beside.path]
    for number in 0..<10_000 { try folder.make("file \(number)") }
    var numbers = Seeded(7)
    let usual = try WatchProcess(both, says: path + "/usual")
    defer { usual.end() }
    row.look(usual, both, after: "the start", longest: 20)
    for _ in 0..<trials {
      // Suspended: the queue holds 16,384 events, and a process that is stopped reads none.
      usual.stop()
      for _ in 0..<500 { folder.disturb(&numbers) }
      usual.goOn()
      row.look(usual, both, after: "a suspension")
      try folder.replace()
      for _ in 0..<20 { folder.disturb(&numbers) }
      row.look(usual, both, after: "another folder in its place")
    }
    for storm in 0..<storms {
      if storm.isMultiple(of: 2) { usual.stop() }
      for _ in 0..<50_000 { folder.blink() }
      beside.disturb(&numbers)
      usual.goOn()
      row.look(usual, both, after: "a storm of 100,000 events")
    }
    let forgetful = try withShortQueues {
      let watcher = try WatchProcess(both, says: path + "/forgetful")
      row.look(watcher, both, after: "the start with a short queue", longest: 20)
      return watcher
    }
    guard let forgetful else { return _ = row.tally.skip("the length of queues cannot be set") }
    defer { forgetful.end() }
    for _ in 0..<trials {
      forgetful.stop()
      for _ in 0..<100 { folder.disturb(&numbers) }
      for _ in 0..<5 { beside.disturb(&numbers) }
      forgetful.goOn()
      row.look(forgetful, both, after: "100 events in a queue of 64")
    }
  }

  /// Starts something while the system gives queues of 64 events; nil where it cannot be told to. A queue keeps the length it
  /// was made with, so the setting, which is everybody's, is back when it has started.
  private static func withShortQueues(_ start: () throws -> WatchProcess) throws -> WatchProcess? {
    let setting = URL(filePath: "/proc/sys/fs/inotify/max_queued_events")
    let usual = try Data(contentsOf: setting)
    // Only root may, and not everywhere.
    guard (try? Data("64".utf8).write(to: setting)) != nil else { return nil }
    defer { try? usual.write(to: setting) }
    return try start()
  }

  /// Without watches of the system, the watcher hints every few seconds.
  private static func polling(_ trials: Int, at path: String, _ row: WatchRow) throws {
    let folder = try WatchedFolder(path + "/polled")
    for number in 0..<100 { try folder.make("file \(number)") }
    let wrapper = [
      "unshare", "-Ur", "sh", "-c", "echo 0 > /proc/sys/user/max_inotify_instances && exec \"$@\"", "sh",
    ]
    guard try run(wrapper + ["true"]) else {
      return _ = row.tally.skip("a user namespace with a limit of its own is not to be had here")
    }
    let watcher = try WatchProcess([folder.path], says: path + "/polling", under: wrapper)
    defer { watcher.end() }
    var numbers = Seeded(9)
    for _ in 0..<trials {
      for _ in 0..<50 { folder.disturb(&numbers) }
      // It looks every five seconds.
      row.look(watcher, [folder.path], after: "changes", longest: 5 + limit)
    }
  }

  /// A volume that goes away under a watched folder, and rights that are taken and given back.
  private static func troubles(_ trials: Int, at path: String, _ row: WatchRow) throws {
    guard geteuid() == 0 else {
      return _ = row.tally.skip("only root can mount, and become another user")
    }
    var numbers = Seeded(11)
    let mounted = try WatchedFolder(path + "/mounted")
    try mounted.make("below")
    for _ in 0..<trials {
      guard try run(["mount", "-t", "tmpfs", "tmpfs", mounted.path]) else {
        return _ = row.tally.skip("no mounts here")
      }
      defer { umount2(mounted.path, Int32(MNT_DETACH)) }
      for number in 0..<20 { try mounted.make("file \(number)") }
      let watcher = try WatchProcess([mounted.path], says: path + "/mounted.says")
      defer { watcher.end() }
      row.look(watcher, [mounted.path], after: "the start on a volume", longest: 20)
      // A volume that is in use goes when no process uses it any more.
      umount2(mounted.path, Int32(MNT_DETACH))
      for _ in 0..<5 { mounted.disturb(&numbers) }
      row.look(watcher, [mounted.path], after: "a volume that went away")
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
    row.look(watcher, [closed.path], after: "the start as nobody", longest: 20)
    for _ in 0..<trials {
      chmod(closed.path, 0)
      row.look(watcher, [], after: "rights that were taken")
      for _ in 0..<5 { closed.disturb(&numbers) }
      chmod(closed.path, 0o700)
      // Regaining permission raises no event: see the kernel's inotify(7). It is tried every five seconds.
      row.look(watcher, [closed.path], after: "rights that were given back", longest: 5 + limit)
    }
  }

  private static func run(_ words: [String]) throws -> Bool { try Child(words).wait() == .code(0) }

  /// While nothing happens, a process that watches four folders does nothing: it wakes as often as one that has only started
  /// Dispatch. On Linux that is once a second, because Dispatch looks after its threads itself there; on Apple platforms
  /// the kernel does.
  private static func idleness(at path: String, _ row: WatchRow) throws {
    let folder = try WatchedFolder(path + "/idle")
    for number in 0..<100 { try folder.make("file \(number)") }
    let others = ["one", "two", "not there"].map { path + "/idle " + $0 }
    for other in others.dropLast() { _ = try WatchedFolder(other) }
    let watcher = try WatchProcess([folder.path] + others, says: path + "/idle.says")
    defer { watcher.end() }
    row.look(watcher, [folder.path], after: "the start", longest: 20)
    let idler = try WatchProcess([], says: path + "/idler.says")
    defer { idler.end() }
    // Threads that have worked linger for some seconds, for more work, and then end.
    usleep(8_000_000)
    let before = try (watcher.wakeUps(), idler.wakeUps())
    usleep(10_000_000)
    let after = try (watcher.wakeUps(), idler.wakeUps())
    // One more may fall into ten seconds than into ten others.
    if after.0 - before.0 > after.1 - before.1 + 1 {
      row.tally.violation("\(after.0 - before.0) wake-ups, and \(after.1 - before.1) of who does nothing")
    }
    // It was not dead: it still tells, also of the folder that appears.
    for place in [folder.path, others[2]] { try WatchedFolder(place).make("late") }
    row.look(watcher, [folder.path, others[2]], after: "the sleep")
  }

  /// Watches folders for ever. After each hint it lists the folders that it names, and writes what it found into a file.
  static func watch(_ folders: [String], says place: String) -> Never {
    let file = open(place, O_WRONLY | O_CREAT, 0o644)
    let watcher = DirectoryWatcher(Set(folders))
    Task.detached {
      var listed: [String: UInt64] = [:]
      for await changed in watcher {
        for path in changed { listed[path] = digest(of: path) }
        var said = listed.values.reduce(0, &+)
        // One write of a few bytes, which the reading process gets whole.
        _ = pwrite(file, &said, MemoryLayout<UInt64>.size, 0)
      }
    }
    while true { pause() }
  }

  /// What two processes compare: the names in a folder and their files, in no order; 0 of a folder that cannot be read.
  fileprivate static func digest(of path: String) -> UInt64 {
    // It cannot be read: it may be gone.
    guard let folder = try? Folder.open(path, disk: .system) else { return 0 }
    var digest: UInt64 = 0
    // What it cannot list it does not count.
    for (name, _) in (try? folder.entries()) ?? [] {
      // A file that is gone by now causes another hint.
      guard let status = try? folder[name].status() else { continue }
      var one = Seeded(status.file.number)
      for byte in name.bytes { one = Seeded(one.next() ^ UInt64(byte)) }
      digest &+= one.next()
    }
    return digest
  }
}

/// A row of the table, and the longest time until a hint.
private final class WatchRow {
  let tally: SweepResult
  private(set) var worst = 0.0

  init(tally: SweepResult) { self.tally = tally }

  func look(
    _ watcher: WatchProcess, _ folders: [String], after what: String, longest: Double = WatchSweep.limit,
    trials: Int = 1
  ) {
    tally.count(trials)
    guard let time = watcher.time(until: folders, atMost: longest) else {
      return tally.violation("\(what): no hint \(longest) s later")
    }
    worst = max(worst, time)
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

  /// Seconds until the process has listed these folders as they are; nil when it has not in time. Nothing tells of what
  /// another process has written.
  func time(until folders: [String], atMost limit: Double) -> Double? {
    let truth = folders.map(WatchSweep.digest).reduce(0, &+)
    let start = Date()
    while true {
      var said: UInt64 = 0
      if pread(file, &said, MemoryLayout<UInt64>.size, 0) == MemoryLayout<UInt64>.size, said == truth {
        return Date().timeIntervalSince(start)
      }
      if Date().timeIntervalSince(start) > limit { return nil }
      usleep(500)
    }
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
}

/// A folder that is changed at random, by plain system calls.
private struct WatchedFolder {
  let path: String

  init(_ path: String) throws {
    self.path = path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  func make(_ name: String) throws {
    guard write(name, "x", flags: O_CREAT | O_EXCL) else { throw SweepError("\(name): errno \(errno)") }
  }

  /// Puts another folder, with some of the files, in the place of this one.
  func replace() throws {
    let (old, new) = (path + ".old", path + ".new")
    try FileManager.default.createDirectory(atPath: new, withIntermediateDirectories: true)
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

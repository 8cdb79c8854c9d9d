import Foundation
import Glibc
import Shared

/// The watcher compared with `inotifywait` of inotify-tools, which prints the kernel's events and keeps no listing.
struct WatchBench {
  private let path: String
  private let isLong: Bool
  private let rival: String?

  init(at path: String, isLong: Bool) {
    (self.path, self.isLong) = (path + "/watched", isLong)
    rival = try? execute(["which", "inotifywait"]).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Measures everything. A row without its tool says how to install it.
  func run(_ tell: (Row) -> Void) throws {
    try delay(tell)
    try storm(tell)
    try memory(tell)
    try BenchContainer.clear(path)
  }

  // MARK: Delay

  /// From the write to the difference, with no quiet time to wait for, in a folder of 100 documents.
  private func delay(_ tell: (Row) -> Void) throws {
    let count = isLong ? 5_000 : 1_000
    try fill(100)
    let watcher = try follow([Program.path, "watch", path])
    let ours = try delays(count, watcher) { "+\($0)" }
    watcher.end()
    var (other, ratio) = (left, "–")
    if let rival {
      let waiter = try follow([rival, "-m", "-q", "-e", "create", "--format", "%f", path])
      // It does not report when it is ready, so files are made until it reports one.
      var tries = 0
      repeat {
        tries += 1
        try make("probe \(tries)")
      } while !waiter.hasWord(within: 0.1)
      let theirs = try delays(count, waiter) { $0 }
      waiter.end()
      other = "inotifywait: " + Self.text(theirs)
      ratio = String(format: "%.1f", Self.part(ours, 0.5) / Self.part(theirs, 0.5))
    }
    tell(
      Row(
        what: "from write to difference, folder of 100: p50, p99", ours: Self.text(ours), other: other,
        ratio: ratio, wanted: "reported"))
  }

  private func delays(
    _ count: Int, _ process: WatcherProcess, _ line: (String) -> String
  ) throws -> [Double] {
    var times: [Double] = []
    for number in 0..<count {
      let name = "new \(number)"
      let start = ContinuousClock.now
      try make(name)
      try process.read(until: line(name))
      let (whole, part) = (ContinuousClock.now - start).components
      times.append((Double(whole) + Double(part) / 1e18) * 1_000)
      unlink(path + "/" + name)
    }
    return times.sorted()
  }

  private static func part(_ sorted: [Double], _ part: Double) -> Double {
    sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }

  private static func text(_ sorted: [Double]) -> String {
    String(format: "%.2f, %.2f ms", part(sorted, 0.5), part(sorted, 0.99))
  }

  // MARK: Storm and memory

  /// What a process that watches spends while 100,000 documents are made.
  private func storm(_ tell: (Row) -> Void) throws {
    func spent(_ arguments: [String]) throws -> Double {
      try fill(0)
      let process = try follow(arguments, output: false)
      defer { process.end() }
      try process.settle()
      let before = try process.seconds()
      for number in 0..<100_000 { try make("document \(number)") }
      try process.settle()
      return try process.seconds() - before
    }
    var (ours, theirs, ratio) = (Figures(), Figures(), Figures())
    for _ in 0..<(isLong ? 5 : 3) {
      ours.add(try spent([Program.path, "watch", path, "usual"]))
      guard let rival else { continue }
      theirs.add(try spent([rival, "-m", "-q", "-e", "create", path]))
      ratio.add((ours.values.last ?? 0) / max(0.01, theirs.values.last ?? 0))
    }
    tell(
      Row(
        what: "CPU time of 100,000 creates, as the app watches", ours: ours.text("%.2f") + " s",
        other: rival == nil ? left : "inotifywait: \(theirs.text("%.2f")) s",
        ratio: rival == nil ? "–" : ratio.text("%.2f"), wanted: "at most 3"))
  }

  private func memory(_ tell: (Row) -> Void) throws {
    func taken(_ arguments: [String]) throws -> (now: Double, most: Double) {
      let process = try follow(arguments, output: false)
      defer { process.end() }
      try process.settle()
      return try (process.memory("VmRSS"), process.memory("VmHWM"))
    }
    try fill(0)
    let empty = try taken([Program.path, "watch", path, "usual"])
    try fill(100_000)
    let full = try taken([Program.path, "watch", path, "usual"])
    let other = try rival.map { try taken([$0, "-m", "-q", "-e", "create", path]) }
    tell(
      Row(
        what: "memory for a folder of 100,000 documents: now, most",
        ours: String(format: "%.1f, %.1f MB", full.now - empty.now, full.most - empty.most),
        other: other.map { String(format: "inotifywait, which keeps no listing: %.1f MB in all", $0.now) }
          ?? left,
        ratio: "–", wanted: "reported"))
    tell(
      Row(
        what: "memory for each of these documents",
        ours: String(format: "%.0f bytes", (full.now - empty.now) * 1_048_576 / 100_000), other: "–",
        ratio: "–",
        wanted: "at most 120 bytes"))
  }

  private var left: String { "inotifywait: left out, inotify-tools is not installed" }

  // MARK: Processes

  /// What `bench watch FOLDER` does: a line for each document that is added; with a quiet time as the app has it
  /// and no words if asked.
  static func work(_ arguments: [String]) async {
    let isUsual = arguments.count > 1
    let watcher =
      isUsual
      ? DirectoryWatcher([arguments[0]])
      : DirectoryWatcher([arguments[0]], quiet: .zero, longest: .zero)
    for await report in watcher where !isUsual {
      switch report.event {
      case .listing: printLine("ready")
      case .difference(let changes):
        for case .added(let name, _) in changes { printLine("+\(name)") }
      case .noticed: break
      case .unreadable: printLine("unreadable")
      }
    }
  }

  private func follow(_ arguments: [String], output: Bool = true) throws -> WatcherProcess {
    let followed = try WatcherProcess(arguments, output: output)
    if output, arguments[0] == Program.path { try followed.read(until: "ready") }
    return followed
  }

  private func fill(_ count: Int) throws {
    try BenchContainer.clear(path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    for number in 0..<count { try make("document \(number)") }
  }

  private func make(_ name: String) throws {
    let file = Glibc.open(path + "/" + name, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    guard file >= 0, close(file) == 0 else { throw Failure("a document cannot be made: errno \(errno)") }
  }
}

/// A process that tells, and costs.
private final class WatcherProcess {
  private let process = Process()
  private let output = Pipe()
  private var rest = Data()

  init(_ arguments: [String], output isRead: Bool) throws {
    process.executableURL = URL(fileURLWithPath: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    process.standardOutput = isRead ? output : FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  func end() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Reads lines until this one.
  func read(until line: String) throws {
    while try next() != line {}
  }

  /// Whether there is something to read in time.
  func hasWord(within seconds: Double) -> Bool {
    var poll = pollfd(fd: output.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&poll, 1, Int32(seconds * 1_000)) > 0
  }

  private func next() throws -> String {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: rest[..<end], as: UTF8.self)
        rest = Data(rest[rest.index(after: end)...])
        return line
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { throw Failure("a watcher ended") }
      rest.append(more)
    }
  }

  /// Waits until it has used no processor for a second: it has caught up.
  func settle() throws {
    var (last, since) = (-1.0, 0)
    while since < 10 {
      let now = try seconds()
      since = now == last ? since + 1 : 0
      last = now
      usleep(100_000)
    }
  }

  /// Processor time so far: proc(5), in hundredths of a second.
  func seconds() throws -> Double {
    let stat = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
    // Behind the name in brackets, which may hold anything.
    let fields = stat[(stat.lastIndex(of: ")") ?? stat.startIndex)...].split(separator: " ")
    guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else {
      throw Failure("stat: \(stat)")
    }
    return (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  /// In megabytes.
  func memory(_ what: String) throws -> Double {
    let status = try String(contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix(what) } ?? ""
    return (line.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }.first ?? 0) / 1_024
  }
}

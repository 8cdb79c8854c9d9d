import Foundation
import Glibc
import Shared

/// The watcher compared with `inotifywait` of inotify-tools, which prints the kernel's events and keeps no listing.
struct WatchBench {
  /// A container. Its Documents are watched.
  let group: String
  let isLong: Bool
  let tell: (Row) -> Void

  /// What a process of ours does with the folder.
  private enum Mode: String, CaseIterable {
    /// As the app follows the folder on screen: each notice has the index look at it, and the first rows are listed.
    case screen
    /// As the app follows its inboxes: each difference is reported.
    case inbox

    var text: String {
      switch self {
      case .screen: "as the app follows the folder on screen"
      case .inbox: "as the app follows an inbox"
      }
    }
  }

  private var path: String { group + "/Documents" }
  private let rival = try? execute(["which", "inotifywait"]).trimmingCharacters(in: .whitespacesAndNewlines)

  /// Measures everything. A row without its tool says how to install it.
  func run() throws {
    try delay()
    try storm()
    try memory()
    try BenchContainer.clear(group)
  }

  // MARK: Delay

  /// From the write to the difference, with no quiet time to wait for, in a folder of 100 documents.
  private func delay() throws {
    let count = isLong ? 5_000 : 1_000
    try fill(100)
    let watcher = try follow([Program.path, "watch", group])
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
  private func storm() throws {
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
    var theirs = Figures()
    var (ours, ratio): ([Mode: Figures], [Mode: Figures]) = ([:], [:])
    for _ in 0..<(isLong ? 5 : 3) {
      let other = try rival.map { try spent([$0, "-m", "-q", "-e", "create", path]) }
      if let other { theirs.add(other) }
      for mode in Mode.allCases {
        let time = try spent(watch(mode))
        ours[mode, default: Figures()].add(time)
        if let other { ratio[mode, default: Figures()].add(time / max(0.01, other)) }
      }
    }
    for mode in Mode.allCases {
      tell(
        Row(
          what: "CPU time of 100,000 creates, \(mode.text)", ours: (ours[mode]?.text("%.2f") ?? "–") + " s",
          other: rival == nil ? left : "inotifywait: \(theirs.text("%.2f")) s",
          ratio: ratio[mode]?.text("%.2f") ?? "–", wanted: "at most 3"))
    }
  }

  private func memory() throws {
    func taken(_ arguments: [String]) throws -> Double {
      let process = try follow(arguments, output: false)
      defer { process.end() }
      try process.settle()
      return try process.memory("VmRSS")
    }
    for mode in Mode.allCases {
      try fill(0)
      let empty = try taken(watch(mode))
      try fill(100_000)
      let full = try taken(watch(mode))
      let other = try rival.map { try taken([$0, "-m", "-q", "-e", "create", path]) }
      tell(
        Row(
          what: "memory for each of 100,000 documents, \(mode.text)",
          ours: String(format: "%.0f bytes", (full - empty) * 1_048_576 / 100_000),
          other: other.map { String(format: "inotifywait, which keeps no listing: %.1f MB in all", $0) }
            ?? left,
          ratio: "–", wanted: "at most 120 bytes"))
    }
  }

  private var left: String { "inotifywait: left out, inotify-tools is not installed" }

  // MARK: Processes

  /// What `bench watch CONTAINER MODE` does; without a mode a line for each document that is added, with no quiet time to
  /// wait for.
  static func work(_ arguments: [String]) async throws {
    let container = Container(path: arguments[0])
    let documents = container.path(of: .documents)
    switch arguments.dropFirst().first.flatMap(Mode.init) {
    case .screen:
      let index = DocumentIndex(container) { _ in false }
      for await _ in DirectoryWatcher([], noticing: [documents]) {
        try await index.update()
        _ = try await index.list(DocumentQuery(limit: 200))
      }
    case .inbox: for await _ in DirectoryWatcher([documents]) {}
    case nil:
      for await report in DirectoryWatcher([documents], quiet: .zero, longest: .zero) {
        switch report.event {
        case .listing: printLine("ready")
        case .difference(let changes):
          for case .added(let name, _) in changes { printLine("+\(name)") }
        case .noticed: break
        case .unreadable: printLine("unreadable")
        }
      }
    }
  }

  private func watch(_ mode: Mode) -> [String] { [Program.path, "watch", group, mode.rawValue] }

  private func follow(_ arguments: [String], output: Bool = true) throws -> WatcherProcess {
    let followed = try WatcherProcess(arguments, output: output)
    if output, arguments[0] == Program.path { try followed.read(until: "ready") }
    return followed
  }

  private func fill(_ count: Int) throws {
    try BenchContainer.clear(group)
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

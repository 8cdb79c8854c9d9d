import Foundation
import Glibc
import IntrayCore

/// The watcher compared with `inotifywait` of inotify-tools, which prints the kernel's events.
struct WatchBench {
  /// A container. Its Documents are watched.
  let group: String
  let isLong: Bool
  let tell: (Row) -> Void

  /// What a process of ours does with the folder.
  private enum Mode: String, CaseIterable {
    /// As the app follows the folder on screen: each notice has the index look at it, and the first rows are listed.
    case screen
    /// As the app follows its inboxes: each hint has the drain look.
    case inbox

    var text: String {
      switch self {
      case .screen: "as the app follows the folder on screen"
      case .inbox: "as the app follows an inbox"
      }
    }

    var wanted: String {
      switch self {
      case .screen: "at most 2.5"
      case .inbox: "at most 3"
      }
    }
  }

  private var path: String { group + "/Documents" }
  private let rival = try? execute(["which", "inotifywait"]).trimmingCharacters(in: .whitespacesAndNewlines)

  /// What a process that watches spends while 100,000 documents are made. A row without its tool says how to install it.
  func run() throws {
    var theirs = Figures()
    var (ours, ratio): ([Mode: Figures], [Mode: Figures]) = ([:], [:])
    for _ in 0..<(isLong ? 5 : 3) {
      let other = try rival.map { try spent([$0, "-m", "-q", "-e", "create", path]) }
      if let other { theirs.add(other) }
      for mode in Mode.allCases {
        let time = try spent([Program.path, "watch", group, mode.rawValue])
        ours[mode, default: Figures()].add(time)
        if let other { ratio[mode, default: Figures()].add(time / max(0.01, other)) }
      }
    }
    let left = "inotifywait: left out, inotify-tools is not installed"
    for mode in Mode.allCases {
      tell(
        Row(
          what: "CPU time of 100,000 creates, \(mode.text)", ours: (ours[mode]?.text("%.2f") ?? "–") + " s",
          other: rival == nil ? left : "inotifywait: \(theirs.text("%.2f")) s",
          ratio: ratio[mode]?.text("%.2f") ?? "–", wanted: mode.wanted))
    }
    try BenchContainer.clear(group)
  }

  private func spent(_ arguments: [String]) throws -> Double {
    try BenchContainer.clear(group)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    let process = try WatcherProcess(arguments)
    defer { process.end() }
    try process.settle()
    let before = try process.seconds()
    for number in 0..<100_000 {
      let file = Glibc.open("\(path)/document \(number)", O_WRONLY | O_CREAT | O_EXCL, 0o600)
      guard file >= 0, close(file) == 0 else { throw Failure("a document cannot be made: errno \(errno)") }
    }
    try process.settle()
    return try process.seconds() - before
  }

  /// What `bench watch CONTAINER MODE` does.
  static func work(_ arguments: [String]) async throws {
    let container = Container(path: arguments[0])
    let documents = container.path(of: .documents)
    switch Mode(rawValue: arguments[1]) {
    case .screen:
      let index = DocumentIndex(container) { _ in false }
      for await _ in DirectoryWatcher([documents]) {
        try await index.update()
        _ = try await index.list(DocumentQuery(limit: 200))
      }
    case .inbox: for await _ in DirectoryWatcher([documents]) { try Drain(container).run { _ in } }
    case nil: throw Failure("usage: watch CONTAINER screen|inbox")
    }
  }
}

/// A process whose processor time is measured.
private final class WatcherProcess {
  private let process = Process()

  init(_ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: arguments[0])
    process.arguments = Array(arguments.dropFirst())
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  func end() {
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
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
}

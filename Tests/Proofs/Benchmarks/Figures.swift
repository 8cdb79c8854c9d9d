import Foundation
import Glibc
import Synchronization

/// Several measurements of the same thing.
struct Figures {
  private(set) var values: [Double] = []

  mutating func add(_ value: Double) { values.append(value) }

  var median: Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// The middle one, with the least and the most.
  ///
  /// - Parameter factor: of the unit in which it is said.
  func text(_ format: String = "%.3f", times factor: Double = 1) -> String {
    let numbers = [median, values.min() ?? 0, values.max() ?? 0].map { String(format: format, $0 * factor) }
    return "\(numbers[0]) (\(numbers[1]) to \(numbers[2]))"
  }
}

/// How many seconds something takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  let (whole, part) = (ContinuousClock.now - start).components
  return Double(whole) + Double(part) / 1e18
}

/// Runs a work of this program in a process of its own, and answers the numbers that it prints.
///
/// - Parameters:
///   - count: how many it must print.
///   - tracer: the command that it runs under.
func measure(_ work: [String], count: Int = 1, under tracer: [String] = []) throws -> [Double] {
  let answer = try execute(tracer + [Program.path] + work)
  let numbers = answer.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
  guard numbers.count == count else { throw Failure("\(work.joined(separator: " ")) printed \(answer)") }
  return numbers
}

/// How many system calls a work of this program makes in a process of its own, without those of threads that wait for each
/// other. On Linux libdispatch looks at its own threads each second, which does not count either.
///
/// - Parameter count: how many numbers the work must print.
func systemCalls(of work: [String], count: Int = 1) throws -> Int {
  let total = try trace(work, count: count, ["-c"]).last ?? ""
  // Microseconds a call, calls, and errors where there were any.
  let numbers = total.split(separator: " ").compactMap { Int($0) }
  guard numbers.count >= 2 else { throw Failure("strace -c: \(total)") }
  return numbers[1]
}

/// The same of a work that rests at its end: how many in the minute that ends two seconds before it does.
func systemCallsAtRest(of work: [String], count: Int = 1) throws -> Int {
  // Each line has its process, and then its time.
  let times = try trace(work, count: count, ["-ttt"]).compactMap { line in
    line.split(separator: " ").dropFirst().first.flatMap { Double($0) }
  }
  guard let first = times.first, let last = times.last, last - first > 62 else {
    throw Failure("\(work.joined(separator: " ")) did not rest for a minute")
  }
  return times.count { (last - 62..<last - 2).contains($0) }
}

/// The lines of strace(1) about a work.
private func trace(_ work: [String], count: Int, _ options: [String]) throws -> [Substring] {
  let log = Program.memory + "/strace.log"
  let others =
    "trace=!futex,epoll_wait,epoll_ctl,eventfd2,clock_nanosleep,mprotect,madvise,mmap,munmap,sched_yield,"
    + "restart_syscall,timerfd_settime,getpid,gettid,rt_sigprocmask"
  _ = try measure(work, count: count, under: ["strace", "-f"] + options + ["-e", others, "-o", log])
  return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
}

/// Runs asynchronous work to its end, for a measurement that is not.
func wait<Value>(_ body: @escaping @Sendable () async throws -> Value) throws {
  let failure = Mutex<(any Error)?>(nil)
  let done = DispatchSemaphore(value: 0)
  Task.detached {
    do {
      _ = try await body()
    } catch {
      failure.withLock { $0 = error }
    }
    done.signal()
  }
  done.wait()
  if let failure = failure.withLock({ $0 }) { throw failure }
}

/// Two measurements in turn, each first every other time, with nothing left to write from the one before. A round before the
/// first is not counted: the volume still works at what was made and removed then.
func compare(
  _ rounds: Int, _ ours: () throws -> Double, and other: () throws -> Double
) throws -> (ours: Figures, other: Figures, ratio: Figures) {
  var (one, two, ratio) = (Figures(), Figures(), Figures())
  for round in 0...rounds {
    var times = (0.0, 0.0)
    for turn in 0..<2 {
      if (round + turn).isMultiple(of: 2) { times.0 = try ours() } else { times.1 = try other() }
      sync()
    }
    if round == 0 { continue }
    one.add(times.0)
    two.add(times.1)
    ratio.add(times.0 / times.1)
  }
  return (one, two, ratio)
}

/// What the benchmarks answer, in the order of the tables.
enum Question: String, CaseIterable {
  case launch, waiting, names, saving, files, arrival, search, scan
  case firstScan = "first-scan"
  case drain, deletion, idle, peers

  var heading: String {
    switch self {
    case .launch: "From launch to the first list"
    case .waiting: "Launch while 50,000 documents wait"
    case .names: "Names on the share sheet"
    case .saving: "From Save to done"
    case .files: "From done to Files"
    case .arrival: "One arrival until its row is there"
    case .search: "From a key to the page of a search"
    case .scan: "Scan after one change"
    case .firstScan: "First scan, and full scan"
    case .drain: "Drain"
    case .deletion: "The system deletes"
    case .idle: "While nothing happens, and memory"
    case .peers: "Beside what others do"
    }
  }

  /// Whether what it measures may use all cores: work that goes on beside the list.
  var usesAllCores: Bool { self == .launch || self == .waiting }
}

/// A line of a table.
struct Row {
  let what: String
  let ours: String
  let other: String
  let ratio: String
  let wanted: String

  init(what: String, ours: String, other: String = "–", ratio: String = "–", wanted: String) {
    (self.what, self.ours, self.other, self.ratio, self.wanted) = (what, ours, other, ratio, wanted)
  }

  /// Two things that were measured in turn.
  ///
  /// - Parameter factor: of the unit of the figures, in seconds.
  init(
    _ what: String, _ result: (ours: Figures, other: Figures, ratio: Figures), against: String,
    wanted: String, in unit: String = "s", times factor: Double = 1
  ) {
    self.init(
      what: what, ours: "\(result.ours.text(times: factor)) \(unit)",
      other: "\(against): \(result.other.text(times: factor)) \(unit)", ratio: result.ratio.text("%.2f"),
      wanted: wanted)
  }

  /// A line as it stands in a table; nil for another line, and for a table's head.
  init?(line: Substring) {
    let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    guard line.hasPrefix("| "), cells.count == 5, cells[0] != "what", !cells[0].hasPrefix("---") else {
      return nil
    }
    let wanted = cells[4].replacing(Self.missed, with: "").replacing("**", with: "")
    self.init(what: cells[0], ours: cells[1], other: cells[2], ratio: cells[3], wanted: wanted)
  }

  var line: String { "| \(what) | \(ours) | \(other) | \(ratio) | \(verdict) |" }

  private static let missed = ": missed"

  /// The largest figure that meets the goal; nil where there is no goal in numbers.
  var goal: Double? {
    wanted.firstMatch(of: /^(?:at most|less than|under) ([0-9.]+)/).flatMap { Double($0.1) }
  }

  /// The figure that the goal is about: the ratio, else the largest of ours.
  var figure: Double? {
    let text = ratio == "–" ? ours : String(ratio.prefix { $0 != " " })
    return text.matches(of: /[0-9]+(?:\.[0-9]+)?/).compactMap { Double($0.0) }.max()
  }

  /// The goal, and whether it was missed.
  var verdict: String {
    guard let goal, let figure, figure > goal else { return wanted }
    return "**\(wanted)\(Self.missed)**"
  }
}

/// Lets this process, and what it starts from now on, run on one core or on all.
func pin(_ isPinned: Bool) throws {
  let last = ProcessInfo.processInfo.processorCount - 1
  try execute(["taskset", "-acp", isPinned ? "\(last)" : "0-\(last)", "\(getpid())"])
}

/// Prints a line without buffering it, also to a pipe or a file.
func printLine(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

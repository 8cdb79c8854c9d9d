import Foundation

/// A system call of a child: the n-th of its name.
struct Point: Hashable, Sendable, CustomStringConvertible {
  var call: String
  var number: Int

  var description: String { "\(call) \(number)" }
}

/// The worker under strace.
enum Trace {
  /// What touches no file.
  private static let others: Set<String> = [
    "brk", "mmap", "munmap", "mprotect", "madvise", "mremap", "futex", "rt_sigaction", "rt_sigprocmask",
    "sigaltstack", "getrandom", "clock_gettime", "clock_nanosleep", "exit_group", "sched_getaffinity",
    "sched_yield", "prlimit64", "getpid", "gettid", "arch_prctl", "set_tid_address", "set_robust_list",
    "rseq", "execve", "sysinfo", "uname", "geteuid", "getuid", "getegid", "getgid", "chdir",
  ]

  /// Whether strace works here, or why not.
  static let obstacle: String? = {
    let trial = ["strace", "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=chdir", "true"]
    do {
      let exit = try Child(trial).wait(seconds: 10)
      return exit == .code(0) ? nil : "strace: \(exit)"
    } catch { return "strace: \(error)" }
  }()

  /// The points of a run: every call on files after the start-up, which ends with a `chdir`.
  static func points(_ work: [String], log: String) throws -> (points: [Point], exit: Exit) {
    let exit = try Child(["strace", "-f", "-qq", "-o", log, Program.path, "work"] + work).wait()
    var seen: [String: Int] = [:]
    var points: [Point] = []
    var hasBegun = false
    var process: Substring?
    for line in try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 1, let parenthesis = words[1].firstIndex(of: "(") else { continue }
      let call = String(words[1][..<parenthesis])
      guard call.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { continue }
      if call == "chdir" { hasBegun = true }
      process = process ?? words[0]
      // Numbers count in each thread of its own, so there must be only one.
      guard words[0] == process else { throw SweepError("the worker has more than one thread") }
      if others.contains(call) { continue }
      seen[call, default: 0] += 1
      if hasBegun { points.append(Point(call: call, number: seen[call] ?? 0)) }
    }
    return (points, exit)
  }

  /// Runs with something injected: `signal=KILL`, `error=EIO`.
  ///
  /// - Returns: how it ended, and whether anything was injected.
  static func run(
    _ work: [String], injecting what: String, at point: Point, upTo last: String = "", log: String
  ) throws -> (exit: Exit, hit: Bool) {
    let inject = "inject=\(point.call):\(what):when=\(point.number)\(last)"
    let tracer = [
      "strace", "-f", "-qq", "--seccomp-bpf", "-o", log, "-e", "trace=\(point.call)", "-e", inject,
    ]
    let exit = try Child(tracer + [Program.path, "work"] + work).wait(seconds: 30)
    let text = try String(contentsOfFile: log, encoding: .utf8)
    return (exit, text.contains("INJECTED") || text.contains("killed by SIGKILL"))
  }
}

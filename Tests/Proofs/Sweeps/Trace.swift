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

/// How a child ended.
enum Exit: Hashable, Sendable {
  case code(Int32)
  case signal(Int32)
  /// It did not end by itself in time.
  case hung
}

/// A child process, without Foundation's threads and pipes.
struct Child: Sendable {
  let id: pid_t

  /// Starts a program, and drops its output.
  init(_ arguments: [String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own, so that a child that hangs goes with its tracer.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var words = arguments.map { strdup($0) } + [nil]
    // Sets and dictionaries in the same order each time.
    let environment = ["SWIFT_DETERMINISTIC_HASHING=1", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
    var settings = environment.map { strdup($0) } + [nil]
    defer { for word in words + settings { free(word) } }
    var id: pid_t = 0
    let answer = posix_spawnp(&id, arguments[0], &actions, &attributes, &words, &settings)
    guard answer == 0 else { throw SweepError("\(arguments[0]) does not start: errno \(answer)") }
    self.id = id
  }

  func kill() { _ = Foundation.kill(id, SIGKILL) }

  /// How it ended; nil while it runs.
  func poll() -> Exit? {
    var status: Int32 = 0
    let answer = waitpid(id, &status, WNOHANG)
    if answer < 0, errno != EINTR { return .hung }
    guard answer == id else { return nil }
    let signal = status & 0x7F
    return signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal)
  }

  /// Waits until it ends, so many seconds at most; then it is killed.
  func wait(seconds: Int = 60) -> Exit {
    for _ in 0...seconds * 2_000 {
      if let exit = poll() { return exit }
      usleep(500)
    }
    _ = Foundation.kill(-id, SIGKILL)
    _ = waitpid(id, nil, 0)
    return .hung
  }
}

/// This executable.
enum Program {
  static let path = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
}

import Foundation

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

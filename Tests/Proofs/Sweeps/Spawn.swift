import Glibc

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

  /// Starts a program; its output goes to a file, or nowhere.
  init(_ arguments: [String], output: String = "/dev/null") throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, output, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // A group of its own, so that a child that hangs goes with its tracer.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var words = arguments.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    // Sets and dictionaries in the same order each time.
    let environment = ["SWIFT_DETERMINISTIC_HASHING=1", "PATH=/usr/sbin:/usr/bin:/sbin:/bin"]
    var settings = environment.map { strdup($0) } + [nil]
    defer { for setting in settings { free(setting) } }
    var id: pid_t = 0
    let answer = posix_spawnp(&id, arguments[0], &actions, &attributes, &words, &settings)
    guard answer == 0 else { throw SweepError("\(arguments[0]) does not start: errno \(answer)") }
    self.id = id
  }

  func kill() { _ = Glibc.kill(id, SIGKILL) }

  /// Waits until it ends, so many seconds at most.
  func wait(seconds: Int = 60) -> Exit {
    var status: Int32 = 0
    var rounds = 0
    while true {
      let answer = waitpid(id, &status, WNOHANG)
      if answer == id { break }
      if answer < 0, errno != EINTR { return .hung }
      rounds += 1
      if rounds > seconds * 2_000 {
        _ = Glibc.kill(-id, SIGKILL)
        _ = waitpid(id, &status, 0)
        return .hung
      }
      usleep(500)
    }
    let signal = status & 0x7F
    return signal == 0 ? .code((status >> 8) & 0xFF) : .signal(signal)
  }
}

/// A reason why a sweep cannot go on, which is no violation.
struct SweepError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

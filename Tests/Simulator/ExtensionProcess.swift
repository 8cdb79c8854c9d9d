import Daemon
import FileProvider
import Foundation

/// The extension in a process of its own, started when there is something to ask.
final class ExtensionProcess: Extension, @unchecked Sendable {
  // Unchecked because the condition guards what two threads use.
  private let bundle: BundleProcess
  private let condition = NSCondition()
  private var process: Process?
  private var input: FileHandle?
  private var answers: [Int: CallReply] = [:]
  private var awaited: Set<Int> = []
  private var number = 0
  private var isAlive = false
  private var resolved: Set<Int> = []
  private var isSignalled = false
  private let signals: Signals
  private var faults: [String] = []
  private var delay: Int?

  /// How the executable knows that calls will come.
  static let flag = "--serve"
  /// Longer than any honest answer; the system gives up, too.
  private static let patience: TimeInterval = 30

  init(device: Device) {
    bundle = BundleProcess(device: device)
    signals = Signals(device)
  }

  func ask(_ request: Call.Request, cancels: Bool) throws -> CallReply {
    if !isRunning { try start() }
    signal(SIGCONT)
    condition.lock()
    number += 1
    let mine = number
    awaited.insert(mine)
    condition.unlock()
    send(Call(number: mine, request: request))
    if cancels {
      condition.lock()
      number += 1
      let other = number
      condition.unlock()
      send(Call(number: other, request: .cancel(mine)))
    }
    if let delay {
      self.delay = nil
      // From at once to ten milliseconds: the time that most calls take.
      usleep(UInt32(delay * 100))
      kill()
    }
    return try wait(for: mine, request)
  }

  private var isRunning: Bool {
    condition.lock()
    defer { condition.unlock() }
    return isAlive
  }

  private func send(_ call: Call) {
    // It may have died, which the reader notices.
    guard let line = try? JSONEncoder().encode(call) else { return }
    try? input?.write(contentsOf: line + Data("\n".utf8))
  }

  private func wait(for mine: Int, _ request: Call.Request) throws -> CallReply {
    condition.lock()
    defer { condition.unlock() }
    let end = Date().addingTimeInterval(Self.patience)
    while answers[mine] == nil, isAlive {
      if !condition.wait(until: end) {
        faults.append("no answer to \(request)")
        break
      }
    }
    awaited.remove(mine)
    guard let answer = answers.removeValue(forKey: mine) else { throw ExtensionDied() }
    return answer
  }

  func kill() {
    guard let process else { return }
    // Only this process, which we started.
    if process.isRunning { Glibc.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    condition.lock()
    while isAlive { condition.wait() }
    condition.unlock()
  }

  func suspend() { signal(SIGSTOP) }

  private func signal(_ number: Int32) {
    guard let process, process.isRunning else { return }
    Glibc.kill(process.processIdentifier, number)
  }

  func killSoon(after delay: Int) { self.delay = delay }

  func rest() {
    signal(SIGCONT)
    // It ends when there are no more calls.
    try? input?.close()
    input = nil
    process?.waitUntilExit()
    condition.lock()
    while isAlive { condition.wait() }
    condition.unlock()
  }

  func takeResolved() -> Set<Int> {
    condition.lock()
    defer { condition.unlock() }
    defer { resolved = [] }
    return resolved.union(signals.takeResolved())
  }

  func takeSignal() -> Bool {
    condition.lock()
    defer { condition.unlock() }
    defer { isSignalled = false }
    // Both are taken.
    let isSignalledByOthers = signals.takeSignal()
    return isSignalled || isSignalledByOthers
  }

  func takeFaults() -> [String] {
    condition.lock()
    defer { condition.unlock() }
    defer { faults = [] }
    return faults
  }

  // MARK: The process

  private func start() throws {
    let device = bundle.device
    let scene = Scene(
      device: device.path, domains: DomainRegistry(device).domains, play: .serve, language: device.language)
    let process = bundle.make(.provider, flag: Self.flag)
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    self.process = process
    self.input = input.fileHandleForWriting
    try? self.input?.write(contentsOf: JSONEncoder().encode(scene) + Data("\n".utf8))
    condition.lock()
    isAlive = true
    condition.unlock()
    let lines = output.fileHandleForReading
    Thread.detachNewThread { [self] in read(lines) }
  }

  private func read(_ output: FileHandle) {
    for line in Lines(output) {
      guard let event = try? JSONDecoder().decode(SystemEvent.self, from: Data(line.utf8)) else {
        FileHandle.standardError.write(Data((line + "\n").utf8))
        continue
      }
      condition.lock()
      note(event)
      condition.broadcast()
      condition.unlock()
    }
    condition.lock()
    isAlive = false
    condition.broadcast()
    condition.unlock()
  }

  private func note(_ event: SystemEvent) {
    switch event {
    case .answer(let answer):
      // <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension>: each completion
      // handler is called once.
      if answers[answer.number] != nil || !awaited.contains(answer.number) {
        faults.append("a second answer to call \(answer.number)")
      }
      answers[answer.number] = answer
    case .resolved(let code): resolved.insert(code)
    case .signal(_, let container):
      if container == NSFileProviderItemIdentifier.workingSet.rawValue { isSignalled = true }
    case .complain(let sentence): faults.append(sentence)
    default: break
    }
  }
}

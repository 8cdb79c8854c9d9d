import Daemon
import FileProvider
import Foundation
import IntrayCore

@testable import FileProviderExtension

/// The extension in a process of its own, started when there is something to ask.
final class ExtensionProcess: Extension, @unchecked Sendable {
  // Unchecked because the condition guards what two threads use.
  private let bundle: BundleProcess
  private let signals: Signals
  private let condition = NSCondition()
  private var process: Process?
  private var input: FileHandle?
  private var answers: [Int: CallReply] = [:]
  private var awaited: Set<Int> = []
  private var number = 0
  private var isAlive = false
  private var faults: [String] = []
  private var delay: Int?

  private let patience: TimeInterval

  /// - Parameter patience: for how many seconds an answer is waited for: longer than any honest one takes. The system gives
  ///   up, too; the user in front of Files waits.
  init(device: Device, patience: TimeInterval = 30) {
    bundle = BundleProcess(device: device)
    signals = Signals(device)
    self.patience = patience
  }

  private func guarded<Value>(_ body: () throws -> Value) rethrows -> Value {
    condition.lock()
    defer { condition.unlock() }
    return try body()
  }

  func ask(_ request: Call.Request, cancels: Bool) throws -> CallReply {
    if !guarded({ isAlive }) { try start() }
    signal(SIGCONT)
    number += 1
    let mine = number
    guarded { _ = awaited.insert(mine) }
    send(Call(number: mine, request: request))
    if cancels {
      number += 1
      send(Call(number: number, request: .cancel(mine)))
    }
    if let delay {
      self.delay = nil
      // From at once to ten milliseconds: the time that most calls take.
      usleep(UInt32(delay * 100))
      kill()
    }
    return try guarded {
      let end = Date().addingTimeInterval(patience)
      while answers[mine] == nil, isAlive {
        if condition.wait(until: end) { continue }
        faults.append("no answer to \(request)")
        break
      }
      awaited.remove(mine)
      guard let answer = answers.removeValue(forKey: mine) else { throw ExtensionDied() }
      return answer
    }
  }

  private func send(_ call: Call) {
    // It may have died, which the reader notices.
    guard let line = try? JSONEncoder().encode(call) else { return }
    try? input?.write(contentsOf: line + Data("\n".utf8))
  }

  func kill() {
    signal(SIGKILL)
    waitForEnd()
  }

  func suspend() { signal(SIGSTOP) }

  /// Signals this process, which we started, and no other.
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
    waitForEnd()
  }

  private func waitForEnd() {
    process?.waitUntilExit()
    guarded { while isAlive { condition.wait() } }
  }

  func takeResolved() -> Set<Int> { signals.takeResolved() }

  func takeSignal() -> Bool { signals.takeSignal() }

  func takeFaults() -> [String] {
    guarded {
      defer { faults = [] }
      return faults
    }
  }

  // MARK: The process

  private func start() throws {
    let (process, input, output) = try bundle.start(.provider, .serve)
    (self.process, self.input) = (process, input)
    guarded { isAlive = true }
    Thread.detachNewThread { [self] in
      let centre = NotificationCentre(bundle.device)
      for event in output {
        guarded {
          note(event, centre)
          condition.broadcast()
        }
      }
      guarded {
        isAlive = false
        condition.broadcast()
      }
    }
  }

  private func note(_ event: SystemEvent, _ centre: NotificationCentre) {
    guard case .answer(let answer) = event else {
      var outcome = BundleProcess.Outcome()
      do { try bundle.handle(event, &outcome, centre) } catch { faults.append("\(error)") }
      return faults += outcome.complaints
    }
    // <https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension>: each completion
    // handler is called once.
    if answers[answer.number] != nil || !awaited.contains(answer.number) {
      faults.append("a second answer to call \(answer.number)")
    }
    answers[answer.number] = answer
  }

  // MARK: In the process

  /// Answers the calls that come in, a line each, until there are no more.
  @MainActor
  static func serve(_ scene: Scene) async throws {
    let provider = try makeExtension(scene)
    let requests = (provider as? FileProviderExtension)?.requests
    let host = ExtensionHost(provider)
    await withCheckedContinuation { (end: CheckedContinuation<Void, Never>) in
      Thread.detachNewThread {
        while let line = readLine() {
          guard let call = try? JSONDecoder().decode(Call.self, from: Data(line.utf8)) else {
            SystemEvent.complain("What is this? \(line)").send()
            continue
          }
          host.perform(call) { answer in
            Preferences.store?.synchronize()
            SystemEvent.answer(answer).send()
          }
        }
        // What follows the last answer is work, too, and the system ends no extension at work; only a kill does.
        requests?.waitUntilIdle()
        end.resume()
      }
    }
    host.invalidate()
  }

  /// The extension that the Info.plist names, for its place in Files.
  private static func makeExtension(_ scene: Scene) throws -> any NSFileProviderReplicatedExtension {
    let attributes = Bundle.main.object(forInfoDictionaryKey: "NSExtension") as? [String: Any]
    guard let name = attributes?["NSExtensionPrincipalClass"] as? String,
      let type = NSClassFromString(name) as? any NSFileProviderReplicatedExtension.Type
    else { throw SimulatorError("The File Provider's Info.plist names no principal class.") }
    guard let known = scene.domains.first else {
      throw SimulatorError("The system starts no File Provider without a place in Files.")
    }
    return type.init(
      domain: NSFileProviderDomain(
        identifier: NSFileProviderDomainIdentifier(known.identifier), displayName: known.name))
  }
}

import Daemon
import FileProvider
import Foundation
import IntrayCore
import Synchronization
import TestSupport

@testable import FileProviderExtension

/// The extension in this process, on a disk that can be taken away from it: an instance that is killed makes no
/// further call to it.
package final class LocalExtension: Extension, @unchecked Sendable {
  // Unchecked because one thread asks, and the answers are guarded.
  private let path: String
  private let name = "convergence-" + UUID().uuidString
  private var host: ExtensionHost?
  private var requests: RequestQueue?
  private let device = Device()
  private let clock = PlayedClock()
  private let clonesWithAttributes: Bool
  private var reaper = KillSwitch()
  private var number = 0
  private let replies = Replies()
  private var fuse: Int?
  private let patience: Double

  /// - Parameters:
  ///   - path: a folder with `AppGroup`, `Provider` and `Handover` in it.
  ///   - patience: for how many seconds an answer is waited for: longer than any honest one takes.
  ///   - clonesWithAttributes: whether its disk clones as APFS does.
  package init(path: String, patience: Double = 60, clonesWithAttributes: Bool = false) {
    self.path = path
    self.patience = patience
    self.clonesWithAttributes = clonesWithAttributes
    LocalFileProviderSystem.install()
  }

  /// Makes the folders that an extension and its daemon need.
  package static func makeRooms(at path: String) throws {
    for room in ["AppGroup/Documents", "AppGroup/Inbox", "Provider", "Handover", "Files", "System"] {
      try FileManager.default.createDirectory(
        atPath: path + "/" + room, withIntermediateDirectories: true)
    }
  }

  /// The user shares a text.
  package static func share(_ text: String, as name: String, at path: String) throws {
    _ = try Inbox(Container(path: path + "/AppGroup")).deposit { deposit throws(DiskError) in
      try deposit.add(Array(text.utf8), as: DocumentName(name))
    }
  }

  private func start() -> ExtensionHost {
    let reaper = KillSwitch()
    self.reaper = reaper
    let volume = clonesWithAttributes ? Disk.system.cloningWithAttributes() : .system
    let disk = volume.full { [device] in device.isFull.withLock(\.self) }.keepingTime(of: clock)
      .asking { [device] request throws(DiskError) in
        if reaper.takesCall() { throw .killed }
        try device.fail(request)
      }
    let (group, home) = (path + "/AppGroup", path + "/Provider")
    let domain = NSFileProviderDomain(
      identifier: NSFileProviderDomainIdentifier(name), displayName: "Intray")
    let requests = RequestQueue(
      domain,
      open: { [device, clock] in
        if device.isLocked.withLock({ $0 }) { throw DiskError(.denied, at: home) }
        // A memory that was lost, folder and all, is made anew.
        try? FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        return try Provider(
          container: Container(path: group, disk: disk), home: home,
          clock: clock.forScans)
      }, handover: path + "/Handover",
      // At once and not from the background as a manager: a round that ends has heard everything.
      listener: { [name] news in
        switch news {
        case .hasChanged: LocalFileProviderSystem.signal(name)
        case .isOpen:
          LocalFileProviderSystem.resolve(NSFileProviderError.Code.serverUnreachable.rawValue, name)
        }
      }, refusal: StandingRefusal(in: home))
    let host = ExtensionHost(FileProviderExtension(requests: requests))
    self.host = host
    self.requests = requests
    return host
  }

  package func ask(_ request: Call.Request, cancels: Bool) throws -> CallReply {
    let host = host ?? start()
    reaper.resume()
    number += 1
    let mine = number
    reaper.arm(fuse)
    fuse = nil
    let isAnswered = DispatchSemaphore(value: 0)
    replies.state.withLock { _ = $0.expected.insert(mine) }
    host.perform(Call(number: mine, request: request)) { [replies] answer in
      replies.put(answer, of: mine)
      isAnswered.signal()
    }
    if cancels { host.perform(Call(number: -mine, request: .cancel(mine))) { _ in } }
    let isInTime = isAnswered.wait(timeout: .now() + patience) == .success
    let isDead = reaper.disarm()
    if !isInTime {
      replies.state.withLock { $0.faults.append("no answer to \(request)") }
      letGo()
      throw ExtensionDied()
    }
    if isDead {
      kill()
      throw ExtensionDied()
    }
    guard let answer = replies.state.withLock({ $0.answers.removeValue(forKey: mine) }) else {
      throw ExtensionDied()
    }
    return answer
  }

  package func kill() {
    host?.invalidate()
    reaper.killSuspended()
    // A process that is dead touches nothing any more.
    requests?.waitUntilIdle()
    letGo()
  }

  private func letGo() {
    host?.invalidate()
    host = nil
    requests = nil
  }

  package func suspend() { reaper.suspend() }

  package func rest() {
    reaper.resume()
    requests?.waitUntilIdle()
    kill()
  }

  package func killSoon(after delay: Int) { fuse = delay }

  package func takeResolved() -> Set<Int> {
    LocalFileProviderSystem.take(name, from: LocalFileProviderSystem.resolved) ?? []
  }

  package func takeSignal() -> Bool {
    LocalFileProviderSystem.take(name, from: LocalFileProviderSystem.signalled) != nil
  }

  /// Signals the working set, as the app does after its changes and the Share extension after a share.
  package func signal() { LocalFileProviderSystem.signal(name) }

  /// Registers the place, or has the user switch it on or off in Files. Nothing that is said to the system of a place
  /// that it does not know, or that is off, reaches it.
  package func setShown(_ isShown: Bool) { LocalFileProviderSystem.setShown(name, isShown) }

  /// Sends the signals that the app sends to the system when it becomes active.
  package func openApp() {
    LocalFileProviderSystem.resolve(NSFileProviderError.Code.serverUnreachable.rawValue, name)
    signal()
  }

  /// Keeps the next process from opening its store, as a device does before its first unlock.
  package func setLocked(_ isLocked: Bool) { device.isLocked.withLock { $0 = isLocked } }

  /// Fills the volume, or makes room on it.
  package func setFull(_ isFull: Bool) { device.isFull.withLock { $0 = isFull } }

  /// Keeps the extension from reading a folder, or lets it read all again.
  ///
  /// - Parameters:
  ///   - path: of the folder, absolute.
  ///   - calls: which functions of the disk fail on it.
  ///   - error: what reading it ends with.
  package func failFolder(_ folder: (path: String, calls: Set<DiskCall>, error: DiskError)?) {
    guard let folder, let name = folder.path.split(separator: "/").last,
      // Only for a folder that is there.
      let file = try? Folder.open(folder.path, disk: .system).status().file
    else {
      return device.failing.withLock { $0 = nil }
    }
    let failing = Device.Failing(
      file: file, name: FileName(String(name)), calls: folder.calls, error: folder.error)
    device.failing.withLock { $0 = failing }
  }

  /// How many seconds scans have waited for the clock.
  package var secondsWaited: Double { clock.secondsWaited }

  /// Sets the clock back by an hour.
  package func setClockBack() { clock.setBack() }

  package func takeFaults() -> [String] {
    replies.state.withLock { state in
      defer { state.faults = [] }
      return state.faults
    }
  }
}

/// The answers on their way to the callers that expect them, and no others: a process that is measured keeps nothing.
private final class Replies: Sendable {
  struct State {
    var expected: Set<Int> = []
    var answers: [Int: CallReply] = [:]
    var faults: [String] = []
  }

  let state = Mutex(State())

  func put(_ answer: CallReply, of number: Int) {
    state.withLock { state in
      if state.expected.remove(number) != nil {
        state.answers[number] = answer
      } else {
        state.faults.append("a second answer to call \(number)")
      }
    }
  }
}

/// What is wrong with the device.
private final class Device: Sendable {
  let isLocked = Mutex(false)
  let isFull = Mutex(false)
  /// The folder that cannot be read, and how.
  let failing = Mutex<Failing?>(nil)

  struct Failing: Sendable {
    var file: FileID
    var name: FileName
    var calls: Set<DiskCall>
    var error: DiskError
  }

  /// Fails a call that reads the folder.
  func fail(_ request: DiskRequest) throws(DiskError) {
    guard let failing = failing.withLock(\.self), failing.calls.contains(request.call),
      let descriptor = request.descriptor, request.name == nil || request.name == failing.name,
      try Disk.system.status(descriptor, request.name).file == failing.file
    else { return }
    throw failing.error
  }
}

/// Decides at which call to the disk an instance dies.
private final class KillSwitch: @unchecked Sendable {
  // Unchecked because the condition guards all of it.
  private let condition = NSCondition()
  private var left: Int?
  private var isDead = false
  private var isSuspended = false
  /// In seconds. The work that is stopped may hold a lock which a thread of this process waits for, and on a phone would
  /// not: then both go on.
  private static let longestWait = 0.2

  private func guarded<Value>(_ body: () -> Value) -> Value {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }

  func suspend() { guarded { isSuspended = true } }

  func resume() {
    guarded {
      isSuspended = false
      condition.broadcast()
    }
  }

  /// A suspended process does nothing more before its end.
  func killSuspended() {
    guarded { isDead = isDead || isSuspended }
    resume()
  }

  func arm(_ calls: Int?) { guarded { left = calls } }

  /// - Returns: whether it has died.
  func disarm() -> Bool {
    guarded {
      left = nil
      return isDead
    }
  }

  /// - Returns: whether the instance that makes the call is dead.
  func takesCall() -> Bool {
    guarded {
      if isSuspended {
        let end = Date(timeIntervalSinceNow: Self.longestWait)
        while isSuspended, condition.wait(until: end) {}
      }
      if let left {
        self.left = left - 1
        if left <= 0 { isDead = true }
      }
      return isDead
    }
  }
}

/// The system behind the managers of all extensions in this process.
private struct LocalFileProviderSystem: FileProviderSystem {
  /// The codes of the errors that are resolved, by domain.
  static let resolved = Mutex<[String: Set<Int>]>([:])
  /// The domains whose working set was signalled.
  static let signalled = Mutex<[String: Void]>([:])

  /// The domains that are not registered, or switched off.
  static let hidden = Mutex<Set<String>>([])

  static func setShown(_ name: String, _ isShown: Bool) {
    hidden.withLock { if isShown { $0.remove(name) } else { $0.insert(name) } }
  }

  private static func isShown(_ name: String) -> Bool { !hidden.withLock { $0.contains(name) } }

  static func install() { StandIn.fileProviderSystem = LocalFileProviderSystem() }

  static func take<Value>(_ name: String, from news: borrowing Mutex<[String: Value]>) -> Value? {
    news.withLock { $0.removeValue(forKey: name) }
  }

  static func signal(_ name: String) { if isShown(name) { signalled.withLock { $0[name] = () } } }

  static func resolve(_ code: Int, _ name: String) {
    guard isShown(name) else { return }
    resolved.withLock { _ = $0[name, default: []].insert(code) }
  }

  func knows(_ domain: NSFileProviderDomainIdentifier) -> Bool { Self.isShown(domain.rawValue) }
  func domains() throws -> [NSFileProviderDomain] { [] }
  func add(_ domain: NSFileProviderDomain) throws {}
  // The app reconnects, and it is not played here.
  func remove(_ domain: NSFileProviderDomain) throws { throw CocoaError(.featureUnsupported) }
  func pendingItems(
    in domain: NSFileProviderDomainIdentifier
  ) throws -> [any NSFileProviderItemProtocol] { [] }

  func reimportItems(
    below item: NSFileProviderItemIdentifier, in domain: NSFileProviderDomainIdentifier
  ) throws { throw CocoaError(.featureUnsupported) }
  func signalEnumerator(
    for container: NSFileProviderItemIdentifier, in domain: NSFileProviderDomainIdentifier
  ) throws {
    // "Other container identifiers are ignored", says the header of replicated extensions.
    if container == .workingSet { Self.signal(domain.rawValue) }
  }
  func signalErrorResolved(_ error: NSFileProviderError.Code, in domain: NSFileProviderDomainIdentifier)
    throws
  {
    Self.resolve(error.rawValue, domain.rawValue)
  }
  func userVisibleURL(
    for item: NSFileProviderItemIdentifier, in domain: NSFileProviderDomainIdentifier
  ) throws -> URL { throw NSFileProviderError(.noSuchItem) }
  func identifierForUserVisibleFile(
    at url: URL
  ) throws -> (NSFileProviderItemIdentifier, NSFileProviderDomainIdentifier) {
    throw NSFileProviderError(.noSuchItem)
  }
  func temporaryDirectoryURL(for domain: NSFileProviderDomainIdentifier) throws -> URL {
    throw NSFileProviderError(.providerDomainNotFound)
  }
}

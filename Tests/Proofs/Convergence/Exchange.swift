import Daemon
import Foundation
import IntrayCore
import TestSupport

/// The replica and the documents of one trial, and the exchange between them: the daemon, the extension in this process,
/// and everything that happens to them, to the device and to the place in Files.
final class Exchange {
  let path: String
  let provider: LocalExtension
  let chaos: FaultInjector
  private(set) var daemon: Daemon
  var random = Seeded(0)
  /// Whether the place is in Files.
  private(set) var isShown = true
  /// Called with the path below Documents of a folder that cannot be read from now on.
  var whenFailing: (String) -> Void = { _ in }
  /// Whether a round is under way.
  private(set) var isAtWork = false
  private let unkindness: Set<Unkindness>
  private let say: (String) -> Void
  private var isLocked = false

  /// - Parameter say: called with every reply and with what happens.
  init(_ path: String, _ unkindness: Set<Unkindness>, say: @escaping (String) -> Void) throws {
    (self.path, self.unkindness, self.say) = (path, unkindness, say)
    try LocalExtension.makeRooms(at: path)
    let (home, backup) = (path + "/Provider", path + "/Backup")
    chaos = FaultInjector(seed: 0) {
      let files = FileManager.default
      if files.fileExists(atPath: backup) {
        say("an earlier catalogue comes back")
        try files.removeItem(atPath: home)
        try files.moveItem(atPath: backup, toPath: home)
      } else {
        say("the catalogue is lost")
        try files.moveItem(atPath: home, toPath: backup)
        try files.createDirectory(atPath: home, withIntermediateDirectories: true)
      }
    }
    provider = LocalExtension(path: path, clonesWithAttributes: unkindness.contains(.clonesWithAttributes))
    daemon = try Self.makeDaemon(path, provider, chaos, unkindness, say)
    // The user has not opened the app yet.
    if unkindness.contains(.switchesOff) { show(false) }
  }

  deinit { provider.kill() }

  static func makeDaemon(
    _ path: String, _ provider: LocalExtension, _ chaos: FaultInjector?, _ unkindness: Set<Unkindness> = .all,
    _ say: @escaping (String) -> Void
  ) throws -> Daemon {
    try Daemon(
      files: path + "/Files", home: path + "/System", handover: path + "/Handover", provider: provider,
      chaos: chaos, unkindness: unkindness, say: { say("  " + $0) })
  }

  /// One round, if the place is in Files, and what may happen before and after it.
  func play() throws {
    if isLocked || random.next().isMultiple(of: 24) { lock() }
    if unkindness.contains(.fillsVolume) {
      let isFull = random.next().isMultiple(of: 12)
      if isFull { say("the volume is full") }
      provider.setFull(isFull)
    }
    if unkindness.contains(.failsFolders) { failFolder(random.next()) }
    if unkindness.contains(.setsClockBack), random.next().isMultiple(of: 24) {
      say("the clock is set back")
      provider.setClockBack()
    }
    if unkindness.contains(.switchesOff), random.next().isMultiple(of: isShown ? 16 : 3) { show(!isShown) }
    if isShown {
      if !unkindness.contains(.asksOnlyWhenSignalled) { provider.signal() }
      isAtWork = true
      defer { isAtWork = false }
      _ = try daemon.turn()
      isAtWork = false
      try chaos.meddle(with: daemon)
    }
    // The daemon dies, too.
    if random.next().isMultiple(of: 10) {
      say("the daemon is killed")
      try checkRules()
      daemon = try Self.makeDaemon(path, provider, chaos, unkindness, say)
    }
  }

  /// The place comes into Files, or the user switches it off there: then the system asks nothing.
  private func show(_ isShown: Bool) {
    say("the place is \(isShown ? "on" : "off")")
    self.isShown = isShown
    provider.setShown(isShown)
    if !isShown { provider.kill() }
  }

  /// The device is locked: the next process cannot open its store. When it is unlocked, the user does not open the app
  /// each time.
  private func lock() {
    isLocked.toggle()
    say(isLocked ? "the device is locked" : "the device is unlocked")
    provider.setLocked(isLocked)
    if isLocked { provider.kill() }
    if !isLocked, random.next().isMultiple(of: 2) { provider.openApp() }
  }

  /// One of the folders cannot be read for a while.
  private func failFolder(_ seed: UInt64) {
    guard seed.isMultiple(of: 4) else { return }
    let root = path + "/AppGroup/Documents"
    let folders = names(below: root).filter { kind(root + "/" + $0) == S_IFDIR }
    guard !folders.isEmpty, seed % 12 != 0 else { return provider.failFolder(nil) }
    let folder = folders[Int(seed >> 8 % UInt64(folders.count))]
    let error = Self.failures[Int(seed >> 32 % UInt64(Self.failures.count))]
    let calls = Self.failingCalls[Int(seed >> 40 % UInt64(Self.failingCalls.count))]
    say("“\(folder)” cannot be read: \(calls): \(error)")
    provider.failFolder((root + "/" + folder, calls, error))
    whenFailing(folder)
  }

  private static let failingCalls: [Set<DiskCall>] = [
    [.openFolder, .list], [.openFolder], [.list], [.attributes], [.status],
  ]

  private static let failures: [DiskError] = [
    DiskError(.denied, number: EACCES, at: "folder"), DiskError(.failed, number: EIO, at: "folder"),
    DiskError(.tooManyOpen, number: EMFILE, at: "folder"),
  ]

  /// Nothing more happens, and the user opens the app, which signals what programs did in Documents and ends a wait of the
  /// system: everything becomes the same.
  ///
  /// - Parameters:
  ///   - isForeign: whether programs did something in Documents that only a full scan finds.
  ///   - rounds: how many rounds that may take.
  /// - Throws: a ``Violation`` when it does not, or when the extension broke a rule.
  func makePeace(isForeign: Bool = false, rounds: Int = 40) throws {
    say("peace")
    chaos.rest()
    isLocked = false
    provider.setLocked(false)
    provider.setFull(false)
    provider.failFolder(nil)
    if !isShown { show(true) }
    do {
      try Self.settle(daemon, provider, isForeign: isForeign, rounds: rounds)
    } catch {
      daemon.dump.forEach(say)
      throw error
    }
  }

  /// The user opens the app, and both sides become the same, with all contents in the replica.
  static func settle(
    _ daemon: Daemon, _ provider: LocalExtension, isForeign: Bool, rounds: Int = 40
  ) throws {
    provider.openApp()
    if isForeign { _ = try provider.ask(.importDidFinish, cancels: false) }
    for _ in 1...2 {
      guard try daemon.settle(rounds: rounds) else { throw Violation("the exchange does not come to an end") }
      try daemon.materialiseAll()
    }
    if let rule = daemon.brokenRules.first { throw Violation(rule) }
  }

  private func checkRules() throws {
    if let rule = daemon.brokenRules.first { throw Violation(rule) }
  }
}

import Foundation
import IntrayCore
import TestSupport

/// Documents that move between this device and an iCloud Drive which is as unkind as it may be: copies that are not the
/// newest, versions in conflict, downloads that stop, accounts that change, copies that the system takes away, at any call;
/// and the app is killed. Each version that no user removed is somewhere, and only once.
///
/// The operations of a history come one after the other; what happens meanwhile happens in the calls of the drive.
final class CloudTrial: @unchecked Sendable {
  // Unchecked because one thread at a time is at work: an operation waits for what happens in its calls.
  private static let names = ["a.txt", "b.txt", "box/c.txt", "box/d.txt"]
  private let world: TestContainer
  private let drive: PlayedDrive
  private var random: Seeded
  private var living: Set<String> = []
  private var count = 0
  private var operations = 0
  private let say: (String) -> Void
  private var isDead = false
  private var callsLeft: Int?
  /// How often the app has looked in this operation, and before which look the shortest one is not at its last.
  private var seen = 0
  private static let beforeLastLook = 5
  /// What arrives while the app waits, or has been killed.
  private let downloads = DispatchGroup()

  static func sweep(operations: Int) throws -> SweepResult {
    try .histories("iCloud Drive", on: "memory", enough: operations, unit: "operations") { seed, say in
      try withScratch(on: .memory) { scratch in try CloudTrial(scratch.path, seed, say).run() }
    }
  }

  private init(_ path: String, _ seed: UInt64, _ say: @escaping (String) -> Void) throws {
    self.say = say
    world = try TestContainer.make(at: path + "/phone")
    drive = try PlayedDrive(at: path + "/Cloud")
    random = Seeded(seed)
  }

  /// - Returns: how many operations there were.
  private func run() throws -> Int {
    for _ in 0..<4 {
      for _ in 0..<8 { try step() }
      try checkPeace()
    }
    return operations
  }

  private func chance(_ one: UInt64) -> Bool { random.next().isMultiple(of: one) }

  private func word() -> String {
    count += 1
    living.insert("v\(count)")
    return "v\(count)"
  }

  private func step() throws {
    operations += 1
    guard let name = Self.names.randomElement(using: &random) else { return }
    switch random.next() % 10 {
    case 0: try writeHere(name)
    case 1: try writeElsewhere(name)
    case 2: try takeAway(name)
    case 3: try writeInConflict(name)
    case 4, 5:
      try act("move in \(name)") { cloud, _ in _ = try await cloud.moveIn(Self.path(name)) }
    case 6, 7:
      let path = chance(4) ? "box" : name
      try act("move out \(path)") { cloud, _ in
        _ = try await cloud.moveOut(Self.path(path), from: .cloudDocuments)
      }
    case 8: try delete(name)
    default:
      try act("evict \(name)") { cloud, _ in
        try await cloud.evict(Self.path(name), in: .cloudDocuments)
      }
    }
  }

  private static func path(_ text: String) -> DocumentPath {
    DocumentPath(text.split(separator: "/").map { FileName(String($0)) })
  }

  // MARK: What is done on other devices, and by other programs

  private func item(_ name: String) -> String { "Documents/" + name }

  private func isInCloud(_ name: String) -> Bool { (try? drive.newest(of: item(name))) != nil }

  private func writeHere(_ name: String) throws {
    let path = world.path + "/AppGroup/Documents/" + name
    if FileManager.default.fileExists(atPath: path) { return }
    try write(word(), to: path)
    say("here: \(name) is v\(count)")
  }

  private func writeElsewhere(_ name: String) throws {
    if isInCloud(name) {
      if let seen = try drive.newest(of: item(name)) { living.remove(seen) }
      try drive.write(word(), onAnotherDeviceTo: item(name))
    } else {
      try write(word(), to: drive.path + "/" + item(name))
    }
    say("elsewhere: \(name) is v\(count)")
  }

  private func write(_ text: String, to path: String) throws {
    try FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private func takeAway(_ name: String) throws {
    guard drive.isCurrent(item(name)) else { return }
    try drive.takeAway(item(name))
    say("taken away: \(name)")
  }

  private func writeInConflict(_ name: String) throws {
    guard isInCloud(name) else { return }
    try drive.write(word(), inConflictWith: item(name))
    say("in conflict with \(name): v\(count)")
  }

  // MARK: What the user does in the app

  /// Does something in the app, which may be killed in it, and then drains, as the app does.
  private func act(_ what: String, _ body: @escaping @Sendable (Cloud, Container) async throws -> Void) throws
  {
    say(what)
    seen = 0
    callsLeft = chance(8) ? Int(random.next() % 80) : nil
    let disk = Disk.system.asking { [self] _ throws(DiskError) in
      if let left = callsLeft {
        callsLeft = left - 1
        if left == 0 { isDead = true }
      }
      if isDead { throw .killed }
    }
    drive.before { [self] call, path throws(CloudError) in try meddle(call, path) }
    let container = world.container(on: disk)
    let cloud = Cloud(container, drive: drive.drive)
    let ended = DispatchSemaphore(value: 0)
    Task { [self] in
      do { try await body(cloud, container) } catch { say("  \(error)") }
      ended.signal()
    }
    // Longer than any takes that ends.
    guard ended.wait(timeout: .now() + 20) == .success else { throw Violation("\(what) does not end") }
    downloads.wait()
    drive.before { _, _ throws(CloudError) in }
    (isDead, callsLeft) = (false, nil)
    if chance(3) { drive.sign(in: PlayedDrive.ada) }
    try Drain(world.container, sandbox: world.sandbox).run { _ in }
  }

  private func delete(_ name: String) throws {
    let path = Self.path(name)
    try act("delete \(name)") { cloud, container in
      _ = try await cloud.delete(path, in: .cloudDocuments) { path throws(DiskError) in
        guard let name = path.names.last else { throw DiskError(.notFound, at: "") }
        let file = try container.folder(at: path.parent)[name].status().file
        return try Documents(container).trash(path, expecting: file)
      }
    }
  }

  /// What happens before a call of the drive.
  private func meddle(_ call: PlayedDrive.Call, _ path: String) throws(CloudError) {
    if isDead { throw .failed(domain: "killed", code: 9) }
    let item = String(path.dropFirst(drive.path.count + 1))
    do {
      switch call {
      case .remove:
        // What the user deletes is gone on all devices.
        if let seen = try drive.newest(of: item) { living.remove(seen) }
      case .fetch:
        // A download that stops goes on until the user cancels it.
        if chance(6) {
          withUnsafeCurrentTask { $0?.cancel() }
        } else {
          // What was removed meanwhile does not arrive.
          DispatchQueue.global().async(group: downloads) { [drive] in try? drive.arrive(item, 1) }
        }
      case .moveOut:
        let name = String(item.dropFirst("Documents/".count))
        if chance(6), Self.names.contains(name) { try takeAway(name) }
      case .status, .names, .conflicts, .read:
        // Not between the last look and the move: no client can see what another device writes then.
        let name = String(item.dropFirst("Documents/".count))
        seen += 1
        guard seen < Self.beforeLastLook, Self.names.contains(name), isInCloud(name) else { break }
        if chance(40) { try writeElsewhere(name) }
        if chance(40) { try writeInConflict(name) }
      case .folder, .makeFolder, .moveIn, .rename, .evict, .resolve: break
      }
      if chance(60) { try Drain(world.container, sandbox: world.sandbox).run { _ in } }
    } catch {
      say("  meddling: \(error)")
    }
    if chance(50) { drive.sign(in: chance(2) ? PlayedDrive.grace : nil) }
    if chance(40) { throw .unreachable }
    if chance(60) {
      isDead = true
      throw .failed(domain: "killed", code: 9)
    }
  }

  // MARK: What must hold

  private func checkPeace() throws {
    drive.sign(in: PlayedDrive.ada)
    try world.recover()
    for room in ["Staging", "Inbox", "Displaced"] {
      let left = try world.tree("AppGroup/" + room)
      guard left.entries.isEmpty else { throw Violation("left in \(room): \(left)") }
    }
    var found: [String: Int] = [:]
    for room in ["Documents", "Trash"] {
      for bytes in try world.tree("AppGroup/" + room).contents {
        found[String(decoding: bytes, as: UTF8.self), default: 0] += 1
      }
    }
    let versions = try drive.versions()
    for text in versions.items { found[text, default: 0] += 1 }
    // One that is a document already is not resolved yet: the next move or deletion of its item does that.
    for text in versions.conflicts where found[text] == nil { found[text] = 1 }
    let lost = living.subtracting(found.keys)
    guard lost.isEmpty else { throw Violation("lost: \(lost.sorted())") }
    let twice = found.filter { living.contains($0.key) && $0.value > 1 }.keys
    guard twice.isEmpty else { throw Violation("twice: \(twice.sorted())") }
  }
}

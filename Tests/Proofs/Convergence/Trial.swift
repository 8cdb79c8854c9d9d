import Daemon
import Foundation
import TestSupport

@testable import IntrayCore

/// One history of a replica and its documents: users work in both at once, with programs of all kinds, while the
/// test kills, cancels, replays, restarts and forgets the exchange between them. At every pause, both must become
/// the same, and hold every version that no user removed on purpose.
public struct Trial: Sendable {
  private let seed: UInt64
  private let steps: Int
  private let unkindness: Set<Unkindness>
  private static let stepsBetweenPeace = 12

  /// The names of everything that the simulated system does to the extension.
  public static var unkindnesses: [String] { Unkindness.allCases.map(\.rawValue) }

  /// A history of so many steps.
  ///
  /// - Parameter only: the one thing that the simulated system does to the extension; nil is all.
  public init(seed: UInt64, steps: Int, only: String? = nil) {
    unkindness =
      only.map { Set([$0].compactMap(Unkindness.init)) } ?? Unkindness.all(seed: seed)
    self.seed = seed
    self.steps = steps
  }

  /// Plays it in a folder of its own.
  ///
  /// - Parameter trace: called with every action and reply.
  /// - Returns: how many operations there were.
  /// - Throws: a ``Violation``.
  @discardableResult
  public func run(trace: @escaping (String) -> Void = { _ in }) throws -> Int {
    let scratch = try Scratch(on: .memory)
    defer { try? scratch.remove() }
    let stage = try TrialRun(scratch.path, isForeign: seed.isMultiple(of: 4), unkindness, trace)
    for step in 0..<steps {
      try stage.play(step: step, seed: seed &+ UInt64(step) &* 0x9E37_79B9)
      if (step + 1).isMultiple(of: Self.stepsBetweenPeace) || step == steps - 1 { try stage.rest() }
    }
    return stage.operations
  }
}

/// What a trial plays on.
private final class TrialRun {
  private let path: String
  private let trace: (String) -> Void
  private let versions = Versions()
  private let unkindness: Set<Unkindness>
  private let app: AppUser
  private let users: [SimulatedUser]
  private let exchange: Exchange
  private(set) var operations = 0
  private var identifiers: [String: String] = [:]
  private var losses = 0
  /// Whether Documents is worked in by programs that are not ours, which do not touch a folder after a change in place:
  /// a full scan finds what they did.
  private let isForeign: Bool

  init(
    _ path: String, isForeign: Bool, _ unkindness: Set<Unkindness>, _ trace: @escaping (String) -> Void
  ) throws {
    (self.path, self.isForeign, self.unkindness, self.trace) = (path, isForeign, unkindness, trace)
    app = AppUser(path + "/AppGroup", versions: versions, say: trace)
    users = [
      SimulatedUser(
        "here", in: path + "/Files", trash: path + "/System/Trash", touches: false, versions: versions,
        unkindness: unkindness, say: trace),
      SimulatedUser(
        "there", in: path + "/AppGroup/Documents", touches: !isForeign, versions: versions,
        unkindness: unkindness, say: trace),
    ]
    var meanwhile: () -> Void = {}
    exchange = try Exchange(path, unkindness) { line in
      trace(line)
      meanwhile()
    }
    // The users do not wait for the exchange to end.
    meanwhile = { [unowned self] in
      if exchange.isAtWork, exchange.random.next().isMultiple(of: 6) { act() }
    }
    // Into a folder that cannot be read goes what Files has an edit of under way.
    exchange.whenFailing = { [unowned self] folder in
      operations += 2
      if let path = app.moveOne(into: folder, seed: exchange.random.next()) {
        users[0].edit(path, seed: exchange.random.next())
      }
    }
  }

  func play(step: Int, seed: UInt64) throws {
    trace("step \(step)")
    exchange.random = Seeded(seed)
    exchange.chaos.resume(.usual(unkindness), seed: seed)
    for _ in 0...exchange.random.next() % 4 { act() }
    if exchange.random.next().isMultiple(of: 4) { try deliver() }
    try exchange.play()
  }

  private func act() {
    operations += 1
    let seed = exchange.random.next()
    switch exchange.random.next() % 5 {
    case 0, 1: users[0].act(seed: seed)
    case 2, 3: users[1].act(seed: seed)
    default:
      app.act(seed: seed)
      // It signals after each change, and is killed before it does now and then.
      if !seed.isMultiple(of: 7) { exchange.provider.signal() }
    }
  }

  /// The user shares something. The Share extension signals it, and is killed before it does now and then.
  private func deliver() throws {
    operations += 1
    let word = versions.make()
    trace("share \(word)")
    try LocalExtension.share(word + "\n", as: "a.txt", at: path)
    if !exchange.random.next().isMultiple(of: 8) { exchange.provider.signal() }
  }

  /// Peace: everything becomes the same.
  func rest() throws {
    try exchange.makePeace(isForeign: isForeign)
    let there = try TreeSummary(path + "/AppGroup/Documents")
    if let difference = try TreeSummary(path + "/Files").difference(there) { throw Violation(difference) }
    let thrownAway = try TreeSummary(path + "/AppGroup/Trash")
    if let difference = try TreeSummary(path + "/System/Trash").difference(thrownAway) {
      throw Violation("in the trash: " + difference)
    }
    let missing = versions.living.subtracting(there.words).subtracting(thrownAway.words)
    guard missing.isEmpty else { throw Violation("lost: \(missing.sorted())") }
    try checkHandover()
    try checkTags()
    try checkIdentifiers(there, besides: thrownAway.words)
  }

  /// What the extension left in the temporary directory when it was killed, it finds again: later than the system might
  /// still take it.
  private func checkHandover() throws {
    let handover = path + "/Handover"
    guard try !FileManager.default.contentsOfDirectory(atPath: handover).isEmpty else { return }
    exchange.provider.kill()
    for name in try FileManager.default.contentsOfDirectory(atPath: handover) {
      // As an earlier process names them: the killed one lives on here.
      guard name.hasSuffix(Documents.copySuffix) else { continue }
      let (old, new) = (handover + "/" + name, handover + "/" + name.dropLast(Documents.copySuffix.count))
      try FileManager.default.moveItem(atPath: old, toPath: new + ".fetched")
    }
    try Provider(container: Container(path: path + "/AppGroup"), home: path + "/Provider")
      .removeCopies(in: handover, now: FileTime(seconds: Int64(Date().timeIntervalSince1970) + 86_400))
    let left = try FileManager.default.contentsOfDirectory(atPath: handover)
    if let name = left.first(where: { !$0.hasPrefix(Daemon.handed) }) {
      throw Violation("left in the temporary directory: \(name)")
    }
    for name in left { try FileManager.default.removeItem(atPath: handover + "/" + name) }
  }

  /// A document that was only moved and renamed after it was tagged keeps its tag on both sides. If a conflict
  /// duplicated its version, one of the documents has the tag.
  private func checkTags() throws {
    var found: [String: [ItemSnapshot]] = [:]
    var copies: Set<String> = []
    for (path, facts) in exchange.daemon.items {
      guard let word = Versions.only(self.path + "/Files/" + path) else { continue }
      found[word, default: []].append(facts)
      if versions.tags[word] != nil, facts.kind == .file, try isConflictCopy(path) { copies.insert(word) }
    }
    for (word, tag) in versions.tags where versions.living.contains(word) {
      // A version that became a conflict copy is another document, and the tag stays with the one of before.
      guard let items = found[word], let known = identifiers[word],
        exchange.chaos.losses != losses || items.contains(where: { $0.identifier == known }),
        !copies.contains(word)
      else { continue }
      guard items.contains(where: { $0.tags?.range(of: Data(tag.utf8)) != nil }) else {
        throw Violation("the tag of \(word), “\(tag)”, is lost: \(items.map(\.brief))")
      }
    }
  }

  private func isConflictCopy(_ path: String) throws -> Bool {
    let forms = [path, path.precomposedStringWithCanonicalMapping, path.decomposedStringWithCanonicalMapping]
    let document = forms.map { self.path + "/AppGroup/Documents/" + $0 }
      .first { FileManager.default.fileExists(atPath: $0) }
    guard let document else { return false }
    let (folder, name) = try Folder.openParent(of: document, disk: .system)
    return try folder[name].open(.file).attribute("app.intray.conflict") != nil
  }

  /// What is the same version of the same document as at the last peace has the identifier that it had then.
  private func checkIdentifiers(_ portrait: TreeSummary, besides others: Set<String>) throws {
    var now: [String: String] = [:]
    var twice = others
    for (path, facts) in exchange.daemon.items {
      guard let words = portrait.versions[path], words.count == 1, let word = words.first else { continue }
      // A version that is on both sides of a conflict does not identify its document.
      if now.updateValue(facts.identifier, forKey: word) != nil { twice.insert(word) }
    }
    // A version does not identify its document either when a later save kept it there, and a conflict copy has it
    // alone.
    var places: [String: Int] = [:]
    for word in portrait.versions.values.flatMap({ Set($0) }) { places[word, default: 0] += 1 }
    twice.formUnion(places.filter { $0.value > 1 }.keys)
    for word in twice { now[word] = nil }
    if exchange.chaos.losses == losses {
      // If a user wrote over a version, a conflict copy may have kept it.
      let living = versions.living
      for (word, identifier) in now
      where identifiers[word] ?? identifier != identifier && living.contains(word) {
        throw Violation("\(word) is another item than before")
      }
    }
    losses = exchange.chaos.losses
    identifiers = now
  }
}

/// What is in a tree, as far as both sides must agree.
private struct TreeSummary {
  private var lines: [String: String] = [:]
  /// When each file was written.
  private var times: [String: Double] = [:]
  /// The words in each file.
  private(set) var versions: [String: [String]] = [:]

  var words: Set<String> { Set(versions.values.joined()) }

  init(_ root: String) throws {
    for path in names(below: root) {
      let full = root + "/" + path
      var status = stat()
      guard lstat(full, &status) == 0 else { throw Violation("\(path) cannot be looked at") }
      switch status.st_mode & S_IFMT {
      case S_IFREG:
        let words = Versions.words(full)
        versions[path] = words
        times[path] = Double(status.st_mtim.tv_sec) + Double(status.st_mtim.tv_nsec) / 1e9
        let note = try Self.note(full)
        lines[path] = "\(words) \(status.st_size) \(status.st_mode & 0o100) \(note)"
      case S_IFLNK:
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: full)
        lines[path] = "→ " + target
        versions[path] = [target]
      default: lines[path] = "folder"
      }
    }
  }

  private static func note(_ path: String) throws -> String {
    let (folder, name) = try Folder.openParent(of: path, disk: .system)
    let file = try folder[name].open(.file)
    let note = String(decoding: try file.attribute("note#S") ?? [], as: UTF8.self)
    // A date has no room for all nanoseconds, which come last.
    let used = try file.attribute(SimulatedUser.Attribute.lastUsed)?.prefix(8)
    let rank = try favouriteRank(file)
    return note + (used.map { " used \(Array($0))" } ?? "") + (rank == 0 ? "" : " favourite \(rank)")
  }

  /// As text in the replica, and in Documents as a number of eight bytes, the least significant first. A rank of 0 is no
  /// favourite: <https://developer.apple.com/documentation/fileprovider/nsfileproviderfavoriterankunranked>.
  private static func favouriteRank(_ file: OpenFile) throws(DiskError) -> Int64 {
    if let text = try file.attribute(SimulatedUser.Attribute.favourite) {
      return Int64(String(decoding: text, as: UTF8.self)) ?? 0
    }
    let bytes = try file.attribute("app.intray.favourite") ?? []
    return bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
  }

  func difference(_ other: TreeSummary) -> String? {
    for path in Set(lines.keys).union(other.lines.keys).sorted() where lines[path] != other.lines[path] {
      return "\(path): here \(lines[path] ?? "nothing"), there \(other.lines[path] ?? "nothing")"
    }
    // A date has room for tenths of microseconds.
    for (path, time) in times where abs(time - (other.times[path] ?? 0)) > 1e-6 {
      return "\(path): written here \(time), there \(other.times[path] ?? 0)"
    }
    return nil
  }
}

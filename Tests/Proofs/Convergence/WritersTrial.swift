import Daemon
import Foundation
import IntrayCore
import TestSupport

/// Two writers, one in the replica and one in Documents, and a user of the app work at once, while the exchange between
/// both runs in another process that is killed about every second. Afterwards every version must be somewhere that no
/// one of them has overwritten or removed.
///
/// Unlike a ``Trial`` it cannot be played again: which moments meet is for the machine to decide.
public struct WritersTrial: Sendable {
  private let seed: UInt64
  private let seconds: Double
  fileprivate static let places = [
    "a.txt", "b.txt", "report.pdf", "x.tar.gz", "\u{E9}.txt", "data.csv", "d/c.txt", "d/e.txt", "e/f/g.txt",
  ]

  /// A trial of so many seconds.
  public init(seed: UInt64, seconds: Double) {
    (self.seed, self.seconds) = (seed, seconds)
  }

  /// Plays it in a folder of its own.
  ///
  /// - Parameter exchange: starts a process that calls ``exchange(at:seed:)`` with this path and seed, and returns a
  ///   function that kills it.
  /// - Returns: how many versions were written.
  /// - Throws: a ``Violation``.
  public func run(_ exchange: (_ path: String, _ seed: UInt64) throws -> () -> Void) throws -> Int {
    let scratch = try Scratch(on: .memory)
    defer { try? scratch.remove() }
    let path = scratch.path
    let log = Log(path + "/Log")
    try LocalExtension.makeRooms(at: path)
    try FileManager.default.createDirectory(atPath: path + "/Out", withIntermediateDirectories: true)
    let versions = Versions()
    let end = Date(timeIntervalSinceNow: seconds)
    let seed = seed
    let work = DispatchGroup()
    let queue = DispatchQueue(label: "writers", attributes: .concurrent)
    for (number, side) in ["Files", "AppGroup/Documents"].enumerated() {
      queue.async(group: work) {
        let writer = Writer(
          path + "/" + side, out: path + "/Out/\(number)-", isEditing: number == 0, versions, log,
          seed: seed &* 7 &+ UInt64(number))
        while Date() < end { writer.act() }
      }
    }
    queue.async(group: work) {
      let app = AppUser(path + "/AppGroup", versions: versions) { log.write($0) }
      var random = Seeded(seed &+ 99)
      while Date() < end {
        if random.next().isMultiple(of: 3) {
          let word = versions.make()
          log.write("share \(word)")
          // One that fails has told the user so.
          if (try? LocalExtension.share(word + "\n", as: "a.txt", at: path)) == nil { versions.end([word]) }
        } else {
          app.act(seed: random.next())
        }
        usleep(UInt32(random.next() % 50_000))
      }
    }
    var random = Seeded(seed)
    var number: UInt64 = 0
    while Date() < end {
      number += 1
      let kill = try exchange(path, seed &+ number)
      usleep(UInt32(200_000 + random.next() % 1_300_000))
      kill()
      log.write("killed")
    }
    work.wait()
    do {
      try check(path, versions, log)
    } catch {
      // With this the folder stays, and what was done in it.
      if let keep = ProcessInfo.processInfo.environment["KEEP"] {
        try? FileManager.default.copyItem(atPath: path, toPath: keep + "/\(seed)")
      }
      throw error
    }
    return versions.count
  }

  /// Exchanges between the replica and Documents at a path until it is killed, and everything happens to it.
  public static func exchange(at path: String, seed: UInt64) throws {
    let home = path + "/Provider"
    let chaos = FaultInjector(seed: seed) {
      try FileManager.default.removeItem(atPath: home)
      try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    }
    let log = Log(path + "/Log")
    do {
      let provider = LocalExtension(path: path)
      let daemon = try Exchange.makeDaemon(path, provider, chaos) { log.write($0) }
      while true {
        // The programs that write in Documents do not signal it.
        provider.openApp()
        _ = try daemon.turn()
        try chaos.meddle(with: daemon)
        if let rule = daemon.brokenRules.first { throw Violation(rule) }
      }
    } catch {
      // The trial reads it at its end: this process is one that is killed.
      log.write("exchange: \(error)")
      Log(path + Self.failure).write("\(error)")
    }
  }

  /// Why an exchange ended by itself, which none may.
  private static let failure = "/Failure"

  /// Lets both sides become the same, and looks for every version.
  private func check(_ path: String, _ versions: Versions, _ log: Log) throws {
    log.write("peace")
    if let failure = FileManager.default.contents(atPath: path + Self.failure) {
      throw Violation("an exchange ended: \(String(decoding: failure, as: UTF8.self))")
    }
    let provider = LocalExtension(path: path)
    defer { provider.kill() }
    let daemon = try Exchange.makeDaemon(path, provider, nil) { log.write($0) }
    try Exchange.settle(daemon, provider, isForeign: true)
    let rooms = ["AppGroup/Documents", "AppGroup/Trash"].map { path + "/" + $0 }
    let found = Set(rooms.flatMap(Versions.below))
    let missing = versions.living.subtracting(found)
    guard missing.isEmpty else { throw Violation("lost: \(missing.sorted())") }
    for (files, room) in zip(["/Files", "/System/Trash"], rooms) {
      let here = Self.documents(in: path + files), there = Self.documents(in: room)
      for name in Set(here.keys).union(there.keys).sorted() where here[name] != there[name] {
        let words = [here, there].map { $0[name] ?? ["nothing"] }
        throw Violation("\(name): in \(files) \(words[0]), there \(words[1])")
      }
    }
  }

  /// The versions in each document below a folder.
  private static func documents(in folder: String) -> [String: [String]] {
    var documents: [String: [String]] = [:]
    for name in names(below: folder) {
      let place = folder + "/" + name
      documents[name] = kind(place) == S_IFDIR ? ["folder"] : Versions.words(place)
    }
    return documents
  }
}

/// A program, or several, in one of the two folders. What it replaces or removes it takes out of the folder first, so that
/// it knows what that was.
private final class Writer {
  private let root: String
  private let out: String
  /// Whether it also writes into files that are there.
  private let isEditing: Bool
  private let versions: Versions
  private let log: Log
  private var random: Seeded
  private var number = 0

  init(_ root: String, out: String, isEditing: Bool, _ versions: Versions, _ log: Log, seed: UInt64) {
    (self.root, self.out, self.isEditing, self.versions, self.log) = (root, out, isEditing, versions, log)
    random = Seeded(seed)
  }

  /// Does one thing. What another process made impossible meanwhile is not done.
  func act() {
    let files = files()
    let name = random.next().isMultiple(of: 5) ? files.randomElement(using: &random) : nil
    let path = root + "/" + (name ?? WritersTrial.places.randomElement(using: &random) ?? "a.txt")
    switch random.next() % 20 {
    case 0..<6: save(path)
    case 6..<9: if isEditing { edit(path, flags: O_TRUNC) } else { save(path) }
    case 9..<13: if isEditing { edit(path, flags: O_APPEND) } else { saveAside(path) }
    case 13..<16:
      if let file = files.randomElement(using: &random) { rename(root + "/" + file, path + ".m") }
    case 16..<18: if let file = files.randomElement(using: &random) { remove(root + "/" + file) }
    default:
      let folders = ["d", "e/f", "e", "d2", "k"]
      if let one = folders.randomElement(using: &random), let other = folders.randomElement(using: &random) {
        rename(root + "/" + one, root + "/" + other)
      }
    }
    usleep([0, 10_000, 50_000].randomElement(using: &random) ?? 0)
  }

  private func files() -> [String] { names(below: root).filter { isFile(root + "/" + $0) } }

  private func makeFolder(of path: String) {
    try? FileManager.default.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
  }

  private func makeOut() -> String {
    number += 1
    return out + "\(number)"
  }

  private func makeBeside(_ path: String) -> String {
    number += 1
    return (path as NSString).deletingLastPathComponent + "/.new\(number)"
  }

  /// A new file, and then its name: exchanged with what has it. In the replica the new file is beside the old one, because a
  /// placeholder that leaves the replica is deleted there.
  private func save(_ path: String) {
    let (word, fresh) = (versions.make(), isEditing ? makeBeside(path) : makeOut())
    makeFolder(of: path)
    log.write("save \(word) \(path)")
    guard FileManager.default.createFile(atPath: fresh, contents: Data((word + "\n").utf8)) else {
      return versions.end([word])
    }
    if rename(fresh, path) { return }
    guard !isFolder(path), exchange(fresh, path) else { return remove(fresh) }
    if !isFile(fresh) {
      // A placeholder, or a folder by now: the writer has not seen what is in it. It goes back, and the version with it.
      _ = exchange(fresh, path)
      log.write("back \(word) \(path)")
    }
    remove(fresh)
  }

  /// The old file under another name, a new one under its own.
  private func saveAside(_ path: String) {
    let aside = path + "~"
    guard rename(path, aside) else { return }
    let word = versions.make()
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
    log.write("save aside \(word) \(path)")
    if file < 0 || !write(word, to: file) { versions.end([word]) }
    remove(aside)
  }

  /// Into the file that is there, as an editor that keeps it open.
  private func edit(_ path: String, flags: Int32) {
    let file = open(path, O_RDWR | O_NOFOLLOW)
    guard file >= 0 else { return }
    let old = FileHandle(fileDescriptor: dup(file), closeOnDealloc: true).readDataToEndOfFile()
    let word = versions.make()
    let words = String(decoding: old, as: UTF8.self).split(separator: "\n").map(String.init)
    log.write("edit \(word) \(flags == O_TRUNC ? "over" : "behind") \(words) \(path)")
    if flags == O_TRUNC {
      ftruncate(file, 0)
      lseek(file, 0, SEEK_SET)
    } else {
      lseek(file, 0, SEEK_END)
    }
    guard write(word, to: file) else { return versions.end([word]) }
    if flags == O_TRUNC { versions.end(words) }
  }

  /// Takes a file out, ends its versions, and deletes it. A placeholder stays: the writer has not seen what it stands for.
  private func remove(_ path: String) {
    var path = path
    if isEditing {
      // The daemon evicts nothing under a name that it has not met.
      let aside = makeBeside(path)
      guard rename(path, aside) else { return }
      if !isFile(aside) {
        _ = rename(aside, path)
        return
      }
      path = aside
    }
    let old = makeOut()
    guard rename(path, old) else { return }
    guard isFile(old) else {
      _ = rename(old, path)
      return
    }
    let words = Versions.below(old)
    log.write("gone \(words) of \(path)")
    versions.end(words)
    unlink(old)
  }

  /// Whether it is a file that the writer can read, and neither a folder nor a placeholder.
  private func isFile(_ path: String) -> Bool { kind(path) == S_IFREG }

  private func isFolder(_ path: String) -> Bool { kind(path) == S_IFDIR }

  private func write(_ word: String, to file: Int32) -> Bool {
    defer { close(file) }
    let text = word + "\n"
    return Foundation.write(file, text, text.utf8.count) == text.utf8.count
  }

  @discardableResult
  private func rename(_ from: String, _ path: String) -> Bool {
    makeFolder(of: path)
    do {
      let (source, name) = try Folder.openParent(of: from, disk: .system)
      let (target, newName) = try Folder.openParent(of: path, disk: .system)
      try source[name].rename(to: target[newName])
      log.write("mv \(from) \(path)")
      return true
    } catch {
      return false
    }
  }

  private func exchange(_ one: String, _ other: String) -> Bool {
    do {
      let (source, name) = try Folder.openParent(of: one, disk: .system)
      let (target, otherName) = try Folder.openParent(of: other, disk: .system)
      try source[name].exchange(with: target[otherName])
      return true
    } catch {
      return false
    }
  }
}

/// A file to which several processes add lines.
private struct Log: Sendable {
  private let path: String

  init(_ path: String) { self.path = path }

  func write(_ line: String) {
    let file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(file) }
    let text = String(format: "%.3f ", Date().timeIntervalSince1970) + line + "\n"
    // One call, so that lines stay whole.
    _ = Foundation.write(file, text, text.utf8.count)
  }
}

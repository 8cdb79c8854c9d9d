import Foundation
import TestSupport

@testable import IntrayCore

/// Edits of one document by the system, the app and another program, in orders that a seed decides: each call of the disk
/// by one may be followed by one of another. The extension is killed, its answers are lost, its catalogue is lost, and a
/// second process of it makes the same call.
final class EditSchedule: @unchecked Sendable {
  /// Who takes part in a schedule beside the system and its extension.
  private enum Actor: CaseIterable {
    /// The app replaces the contents, as it does with a preview copy that the user marked up.
    case app
    /// Another program writes into the file.
    case program
    /// A second process of the extension makes the call that is under way.
    case second
  }

  // Unchecked because the schedule lets one thread run at a time.
  private let test: TestContainer
  private let schedule: Schedule
  private let actors: [Actor]
  private var random: Seeded
  private let losesCatalogue: Bool
  private let id: ItemID
  /// Each version that was written, and those that its writer had seen and replaced.
  private var seen: [String: Set<String>] = ["b": []]
  /// The system's copy: its version and its bytes.
  private var known: (version: Int64, text: String)
  /// An edit that is not answered yet.
  private var pending: (base: Int64, text: String)?
  private var mustFetch = false
  /// What was fetched under each version.
  private var fetched: [Int64: String] = [:]
  private var problem: String?
  private let say: (String) -> Void

  static func sweep(schedules: Int) throws -> SweepResult {
    // A scan waits for the tick of the clock.
    try .histories(
      "schedules of edits of one document", on: "memory", enough: schedules, unit: "schedules", threads: 8
    ) { seed, say in
      try withTestContainer(.untidy, on: .memory) { try EditSchedule($0, seed, say).run() }
      return 1
    }
  }

  private init(_ test: TestContainer, _ seed: UInt64, _ say: @escaping (String) -> Void) throws {
    (self.test, self.say) = (test, say)
    random = Seeded(seed &* 0x5851_F42D_4C95_7F2D)
    var random = self.random
    actors = Actor.allCases.filter { _ in Bool.random(using: &random) }
    losesCatalogue = Bool.random(using: &random)
    schedule = Schedule(processes: 1 + actors.count, seed: seed, end: (.max, nil))
    self.random = random
    try test.put(.file("b"), at: "AppGroup/Documents/x.txt")
    try test.put(.folder(), at: "App/Home")
    let provider = try Provider(container: test.container, home: test.path(of: "App/Home"))
    try provider.refresh()
    guard let item = try provider.everything(page: nil, limit: 10).items.first else {
      throw SweepError("no item")
    }
    id = item.id
    known = (item.contentVersion, "b")
  }

  private func run() throws {
    try schedule.run { [self] process in
      do {
        if process == 0 { return try system() }
        switch actors[process - 1] {
        case .app: try app(process)
        case .program: try program(process)
        case .second: second(process)
        }
      } catch {
        problem = problem ?? "\(error)"
      }
    }
    try check()
  }

  /// A new process of the extension. It dies at a call, or not.
  private func start(_ process: Int, diesAt call: Int?) throws -> Provider {
    var disk = schedule.disk(test.disk, of: process)
    if let call { disk = disk.dying(Fuse(at: call)) }
    return try Provider(
      container: test.container(on: disk), home: test.path(of: "App/Home"))
  }

  // MARK: The system

  /// Edits three times. An edit is sent until it is answered; the user may save once more meanwhile.
  private func system() throws {
    for number in 1...3 {
      if mustFetch || random.next().isMultiple(of: 3) { try fetch(0) }
      save("e\(number)")
      var tries = 0
      while let edit = pending {
        tries += 1
        let dies = tries < 4 && Bool.random(using: &random)
        let isLost = tries < 4 && random.next().isMultiple(of: 4)
        if tries < 4, random.next().isMultiple(of: 4) { save("e\(number)-\(tries)") }
        send(pending ?? edit, 0, diesAt: dies ? 1 + Int(random.next() % 120) : nil, isLost: isLost)
        if tries > 20 { throw Violation("the edit is never answered") }
        if dies, losesCatalogue, random.next().isMultiple(of: 4) { try loseCatalogue() }
      }
    }
  }

  /// The user saves what the system has.
  private func save(_ text: String) {
    seen[text] = [pending?.text ?? known.text]
    pending = (pending?.base ?? known.version, text)
    say("the system saves \(text)")
  }

  private func send(_ edit: (base: Int64, text: String), _ process: Int, diesAt call: Int?, isLost: Bool) {
    do {
      let place = test.path(of: "Originals/\(edit.text)")
      if !FileManager.default.fileExists(atPath: place) {
        try test.put(.file(edit.text), at: "Originals/\(edit.text)")
      }
      let provider = try start(process, diesAt: call)
      say("\(process) sends \(edit.text)")
      let answer = try provider.modify(
        id, ItemChange(), at: ("x.txt", .root), contents: place, base: .version(edit.base))
      guard !isLost else { return say("\(process): the answer for \(edit.text) is lost") }
      say("\(process) answers \(edit.text)\(answer.isConflicted ? ", in conflict" : "")")
      guard let now = pending, now == edit else { return }
      pending = nil
      known = (answer.reportedItem.contentVersion, edit.text)
      mustFetch = answer.isConflicted
      if answer.item.id != id { problem = problem ?? "the item has another identifier" }
    } catch {
      say("\(process): \(edit.text): \(error)")
      if call == nil, process == 0, !isRetried(error) { problem = problem ?? "\(edit.text): \(error)" }
    }
  }

  /// Whether the system makes the call again.
  private func isRetried(_ error: any Error) -> Bool {
    switch error {
    case let error as DiskError: error.code == .changed || error.code == .swept || error.code == .notFound
    case is CatalogueError: true
    default: false
    }
  }

  private func fetch(_ process: Int) throws {
    let (text, item): (String, Item)
    do {
      let provider = try start(process, diesAt: nil)
      try provider.scan()
      (text, item) = try fetched(by: provider)
    } catch let error where isRetried(error) {
      // A schedule can stop a process in a transaction for longer than another one waits for it.
      return say("the system cannot fetch: \(error)")
    }
    if let other = fetched.updateValue(text, forKey: item.contentVersion), other != text {
      throw Violation("one version is \(other) and \(text)")
    }
    known = (item.contentVersion, text)
    mustFetch = false
    say("the system fetches \(text)")
  }

  private func loseCatalogue() throws {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: Catalogue.path(in: test.path(of: "App/Home")) + suffix)
    }
    say("the catalogue is lost")
  }

  // MARK: The others

  private func second(_ process: Int) {
    for _ in 0..<2 {
      wait(process)
      if let edit = pending { send(edit, process, diesAt: nil, isLost: false) }
    }
  }

  /// Lets the others go on for a while.
  private func wait(_ process: Int) {
    let disk = schedule.disk(test.disk, of: process)
    for _ in 0..<(random.next() % 200) {
      // Only a place in the order is wanted.
      if let root = try? disk.openRoot(test.path) { try? disk.close(root) }
    }
  }

  private func app(_ process: Int) throws {
    for number in 1...2 {
      wait(process)
      let container = test.container(on: schedule.disk(test.disk, of: process))
      let documents = Documents(container)
      do {
        // What the app has seen is of one moment.
        let folder = try Folder.open(test.path(of: "AppGroup/Documents"), disk: .system)
        let base = try folder["x.txt"].snapshot()
        let old = try text(at: "AppGroup/Documents/x.txt")
        let text = "m\(number)"
        let staged = try documents.stage(.bytes(Array(text.utf8)), as: DocumentName("x.txt"))
        let replacement = try documents.replaceContents(
          of: DocumentPath(["x.txt"]), with: staged, expecting: base)
        if case .beside = replacement { seen[text] = [] } else { seen[text] = [old] }
        say("the app replaces \(old) by \(text): \(replacement)")
      } catch let error as DiskError where [.notFound, .changed, .swept].contains(error.code) {
        // Nothing was promised.
        say("the app: \(error)")
      }
    }
  }

  private func program(_ process: Int) throws {
    for number in 1...2 {
      wait(process)
      let path = test.path(of: "AppGroup/Documents/x.txt")
      guard FileManager.default.fileExists(atPath: path) else { continue }
      let (old, text) = (try text(at: "AppGroup/Documents/x.txt"), "w\(number)")
      seen[text] = [old]
      try Data(text.utf8).write(to: URL(fileURLWithPath: path))
      say("a program writes \(text) over \(old)")
    }
  }

  private func text(at place: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: test.path(of: place))), as: UTF8.self)
  }

  /// The contents of the document as the system fetches them.
  private func fetched(by provider: Provider) throws -> (text: String, item: Item) {
    let (path, item) = try provider.fetch(id, into: test.path(of: "App"))
    guard let path else { throw Violation("there is no file") }
    defer { unlink(path) }
    return (String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self), item)
  }

  // MARK: The check

  private func check() throws {
    if let problem { throw Violation(problem) }
    let provider = try Provider(
      container: test.container, home: test.path(of: "App/Home"))
    try provider.scan(isFull: true)
    let documents = try test.documents
    let texts = documents.contents.map { String(decoding: $0, as: UTF8.self) }
    var living = Set(texts)
    // Two processes that make one call at the same moment may each make a conflict copy.
    if living.count < texts.count, !actors.contains(.second) {
      throw Violation("a version is there twice: \(documents)")
    }
    var next = texts
    while let text = next.popLast() {
      for old in seen[text, default: []] where living.insert(old).inserted { next.append(old) }
    }
    let lost = Set(seen.keys).subtracting(living)
    if !lost.isEmpty { throw Violation("lost: \(lost.sorted()); there is \(documents)") }
    let (text, item) = try fetched(by: provider)
    if item.contentVersion == known.version, text != known.text {
      throw Violation("the system keeps \(known.text) for ever")
    }
    var identifiers: Set<ArraySlice<UInt8>> = []
    let folder = try Folder.open(test.path(of: "AppGroup/Documents"), disk: .system)
    for name in documents.names {
      let identity = try folder[name].open(.file).attribute("app.intray.item")
      guard let identity, identifiers.insert(identity[1...16]).inserted else {
        throw Violation("\(name) has no identifier of its own")
      }
    }
    let displaced = try test.tree("AppGroup/Displaced")
    if !displaced.entries.isEmpty { throw Violation("left in Displaced: \(displaced)") }
  }
}

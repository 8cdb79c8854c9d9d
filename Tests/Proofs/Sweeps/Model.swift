import Foundation
import Shared
import Synchronization
import TestSupport

/// Schedules of drainers and a process that deposits, edits, deletes for good or sweeps, on a modelled disk, with
/// a kill or a power cut at some call.
enum Model {
  /// The acts beside the drains.
  enum Actor: CaseIterable {
    case deposit, edit, remove
    /// Deletes the document, and then brings an edit of it.
    case recreate
    /// Puts another document in its place, on purpose.
    case replace
    /// By a clock that is wrong, while another process deposits.
    case sweep
  }

  private static let waiting = ["one", "two", "three", "four"]
  private static let deposited = ["new one", "new two", "new three"]
  private static let start: Int64 = 1_000_000

  static func sweep(schedules: Int) throws -> SweepResult {
    let tally = SweepResult("schedules on a modelled disk", on: "model")
    let next = Mutex(0)
    try inParallel(2) { _ in
      while case let seed = next.withLock({ next in
        next += 1
        return next
      }), seed <= schedules {
        let (trace, problem) = try run(UInt64(seed))
        tally.count()
        if let problem { tally.violation("seed \(seed): \(problem)") }
        if seed.isMultiple(of: 100), try run(UInt64(seed)).trace != trace {
          tally.violation("seed \(seed) is not the same twice")
        }
      }
    }
    tally.printRow("schedules")
    return tally
  }

  private static func run(_ seed: UInt64) throws -> (trace: UInt64, problem: String?) {
    var generator = Seeded(seed &* 0x5851_F42D_4C95_7F2D)
    let model = ModelDisk(roots: ["/AppGroup", "/Originals"])
    try prepare(model)
    let drainers = 2 + Int(generator.next() % 2)
    let actor = Actor.allCases.randomElement(using: &generator) ?? .deposit
    let isCut = generator.next().isMultiple(of: 2)
    let victim = Int(generator.next() % UInt64(drainers + 1))
    let schedule = Schedule(
      processes: drainers + 1, seed: seed,
      end: (1 + Int(generator.next() % 220), isCut ? nil : victim))
    let promise = Mutex(AcknowledgedActs())
    try schedule.run { process in
      let container = Container(path: "/AppGroup", disk: schedule.disk(model.disk, of: process))
      switch actor {
      case .sweep where process == 0: act(.deposit, in: container, promise)
      case _ where process < drainers: drain(container)
      default: act(actor, in: container, promise)
      }
    }
    if isCut, schedule.hasEnded { model.cut { Int(generator.next() % UInt64($0)) } }
    return (schedule.trace, check(model, promise.withLock { $0 }, actor))
  }

  /// What an error means for a document is seen on the disk.
  static func drain(_ container: Container) { _ = try? Drain(container).run { _ in } }

  static func act(_ actor: Actor, in container: Container, _ promise: borrowing Mutex<AcknowledgedActs>) {
    switch actor {
    case .deposit: deposit(container, promise)
    case .edit: edit(container, promise)
    case .remove: remove(container, promise)
    case .recreate: recreate(container, promise)
    case .replace: replace(container, promise)
    // A swept parcel was not acknowledged, so only the disk is checked.
    case .sweep: try? Inbox(container).sweep(now: FileTime(seconds: start))
    }
  }

  /// Which acts returned success; for a deposit, a durable one.
  struct AcknowledgedActs: Equatable {
    var isDeposited = false
    var isEdited = false
    var isRemoved = false
    var isReplaced = false
  }

  static func prepare(_ model: ModelDisk) throws {
    let container = Container(path: "/AppGroup", disk: model.disk)
    for directory in Container.Directory.allCases { _ = try container.open(directory) }
    let inbox = Inbox(container)
    _ = try inbox.deposit { deposit throws(DiskError) in
      try deposit.add("old".utf8, as: DocumentName("a.txt"))
    }
    try Drain(container).run { _ in }
    for names in [["a.txt", "b.txt"], ["a.txt", "A.TXT"]] {
      _ = try inbox.deposit { deposit throws(DiskError) in
        for name in names {
          let index = try container.open(.inbox).entries().count * 2 + (name == names[0] ? 0 : 1)
          try deposit.add(waiting[index].utf8, as: DocumentName(name))
        }
      }
    }
    model.syncAll()
  }

  private static func deposit(_ container: Container, _ promise: borrowing Mutex<AcknowledgedActs>) {
    do throws(DiskError) {
      let failure = try Inbox(container).deposit { deposit throws(DiskError) in
        for (name, content) in zip(["a.txt", "a.txt", "c.txt"], deposited) {
          try deposit.add(content.utf8, as: DocumentName(name))
        }
      }
      if failure == nil { promise.withLock { $0.isDeposited = true } }
    } catch {
      // Nothing was promised.
    }
  }

  private static func edit(_ container: Container, _ promise: borrowing Mutex<AcknowledgedActs>) {
    do throws(DiskError) {
      let known = try container.openExisting(.documents).snapshot(of: "a.txt")
      let documents = Documents(container)
      let staged = try documents.stage(.bytes(Array("edited".utf8)), as: DocumentName("a.txt"))
      let path = DocumentPath(["a.txt"])
      if try documents.replaceContents(of: path, with: staged, expecting: known) == .replaced {
        promise.withLock { $0.isEdited = true }
      }
    } catch {
      // Nothing was promised.
    }
  }

  private static func recreate(_ container: Container, _ promise: borrowing Mutex<AcknowledgedActs>) {
    do throws(DiskError) {
      let known = try container.openExisting(.documents).snapshot(of: "a.txt")
      remove(container, promise)
      let documents = Documents(container)
      let staged = try documents.stage(.bytes(Array("edited".utf8)), as: DocumentName("a.txt"))
      let path = DocumentPath(["a.txt"])
      if case .recreated = try documents.replaceContents(of: path, with: staged, expecting: known) {
        promise.withLock { $0.isEdited = true }
      }
    } catch {
      // Nothing was promised.
    }
  }

  private static func replace(_ container: Container, _ promise: borrowing Mutex<AcknowledgedActs>) {
    do throws(DiskError) {
      let documents = Documents(container)
      let file = try container.openExisting(.documents).status("a.txt").file
      let staged = try documents.stage(.bytes(Array("edited".utf8)), as: DocumentName("new.txt"))
      let newer = try documents.add(staged, in: DocumentPath())
      _ = try documents.replaceContents(
        of: DocumentPath(["a.txt"]), expecting: file, by: newer, expecting: staged.file)
      promise.withLock { $0.isReplaced = true }
    } catch {
      // Nothing was promised.
    }
  }

  private static func remove(_ container: Container, _ promise: borrowing Mutex<AcknowledgedActs>) {
    do throws(DiskError) {
      let file = try container.openExisting(.documents).status("a.txt").file
      try Documents(container).remove(DocumentPath(["a.txt"]), expecting: file) { _, _ in true }
      promise.withLock { $0.isRemoved = true }
    } catch {
      // Nothing was promised.
    }
  }

  static func check(_ model: ModelDisk, _ promise: AcknowledgedActs, _ actor: Actor?) -> String? {
    let container = Container(path: "/AppGroup", disk: model.disk)
    do throws(DiskError) {
      try recover(container)
    } catch { return "recovery fails: \(error)" }
    let documents = model.tree("/AppGroup", ["Documents"])
    let trash = model.tree("/AppGroup", ["Trash"]).contents
    var counts: [String: Int] = [:]
    for bytes in documents.contents + trash {
      counts[String(decoding: bytes, as: UTF8.self), default: 0] += 1
    }
    let known = Set(waiting + deposited + ["old", "edited"])
    if let stranger = counts.keys.first(where: { !known.contains($0) }) {
      return "“\(stranger)” is partial: \(documents)"
    }
    if let twice = counts.first(where: { $0.value > 1 })?.key {
      return "“\(twice)” is there twice: \(documents)"
    }
    if let lost = waiting.first(where: { counts[$0] == nil }) { return "“\(lost)” is lost: \(documents)" }
    let arrived = deposited.count { counts[$0] != nil }
    if arrived != deposited.count, arrived != 0 || promise.isDeposited {
      return "\(arrived) of \(deposited.count) deposited documents: \(documents)"
    }
    let (old, edited) = (counts["old"] != nil, counts["edited"] != nil)
    if promise.isEdited, old || !edited { return "the edit is lost: \(documents)" }
    if promise.isRemoved, old { return "what was deleted is back: \(documents)" }
    let isKept = trash == [Array("old".utf8)] && edited
    if promise.isReplaced, !isKept { return "the replacement is lost: \(documents) \(trash)" }
    if !old, actor == .replace { return "the replaced document is lost: \(documents)" }
    if !old, !edited, actor != .remove, actor != .recreate { return "the old document is lost: \(documents)" }
    for room in ["Inbox", "Staging", "Displaced"] as [FileName] {
      let left = model.tree("/AppGroup", [room]).withoutSpare
      if !left.entries.isEmpty { return "left in \(room): \(left)" }
    }
    let before = model.tree("/AppGroup")
    do throws(DiskError) {
      try recover(container)
    } catch { return "a second recovery fails: \(error)" }
    return model.tree("/AppGroup") == before ? nil : "a second recovery changes something"
  }

  private static func recover(_ container: Container) throws(DiskError) {
    try Drain(container).run { _ in }
    try Inbox(container).sweep(now: FileTime(seconds: start))
  }
}

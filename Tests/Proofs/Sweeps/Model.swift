import Foundation
import IntrayCore
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
    /// As if weeks had gone by, while another process deposits.
    case sweep
  }

  private static let waiting = ["one", "two", "three", "four"]
  private static let deposited = ["new one", "new two", "new three"]

  static func sweep(schedules: Int) throws -> SweepResult {
    try .histories("schedules on a modelled disk", on: "model", enough: schedules, unit: "schedules") {
      seed, _ in
      let trace = try run(seed)
      if seed.isMultiple(of: 100), try run(seed) != trace { throw Violation("it is not the same twice") }
      return 1
    }
  }

  /// - Returns: all of its calls, as one number.
  private static func run(_ seed: UInt64) throws -> UInt64 {
    var generator = Seeded(seed &* 0x5851_F42D_4C95_7F2D)
    let model = ModelDisk()
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
      let container = Container(path: ModelDisk.path, disk: schedule.disk(model.disk, of: process))
      switch actor {
      case .sweep where process == 0: act(.deposit, in: container, promise)
      case _ where process < drainers: drain(container)
      default: act(actor, in: container, promise)
      }
    }
    if isCut, schedule.hasEnded { model.cut { Int(generator.next() % UInt64($0)) } }
    try check(model, promise.withLock { $0 }, actor)
    return schedule.trace
  }

  /// What an error means for a document is seen on the disk.
  static func drain(_ container: Container) { _ = try? Drain(container).run { _ in } }

  /// Of an act that ends with an error nothing was promised.
  static func act(_ actor: Actor, in container: Container, _ promise: borrowing Mutex<AcknowledgedActs>) {
    try? perform(actor, in: container, promise)
  }

  /// Which acts returned success; for a deposit, a durable one.
  struct AcknowledgedActs: Equatable {
    var isDeposited = false
    var isEdited = false
    var isRemoved = false
    var isReplaced = false
  }

  static func prepare(_ model: ModelDisk) throws {
    let container = Container(path: ModelDisk.path, disk: model.disk)
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

  private static func perform(
    _ actor: Actor, in container: Container, _ promise: borrowing Mutex<AcknowledgedActs>
  ) throws(DiskError) {
    let documents = Documents(container)
    let path = DocumentPath(["a.txt"])
    switch actor {
    case .deposit:
      let failure = try Inbox(container).deposit { deposit throws(DiskError) in
        for (name, content) in zip(["a.txt", "a.txt", "c.txt"], deposited) {
          try deposit.add(content.utf8, as: DocumentName(name))
        }
      }
      if failure == nil { promise.withLock { $0.isDeposited = true } }
    case .edit, .recreate:
      let known = try container.openExisting(.documents)["a.txt"].snapshot()
      // The edit is of what is gone, or of what could not be removed.
      if actor == .recreate { act(.remove, in: container, promise) }
      let staged = try documents.stage(.bytes(Array("edited".utf8)), as: DocumentName("a.txt"))
      switch try documents.replaceContents(of: path, with: staged, expecting: known) {
      case .replaced where actor == .edit, .recreated where actor == .recreate:
        promise.withLock { $0.isEdited = true }
      default: break
      }
    case .replace:
      let file = try container.openExisting(.documents)["a.txt"].status().file
      let staged = try documents.stage(.bytes(Array("edited".utf8)), as: DocumentName("new.txt"))
      let newer = try documents.add(staged, in: DocumentPath())
      _ = try documents.replaceContents(of: path, expecting: file, by: newer, expecting: staged.file)
      promise.withLock { $0.isReplaced = true }
    case .remove:
      let file = try container.openExisting(.documents)["a.txt"].status().file
      try documents.remove(path, expecting: file) { _, _ in true }
      promise.withLock { $0.isRemoved = true }
    // A swept parcel was not acknowledged, so only the disk is checked.
    case .sweep: try Inbox(container).sweepLongAfter()
    }
  }

  static func check(_ model: ModelDisk, _ promise: AcknowledgedActs, _ actor: Actor?) throws {
    let container = Container(path: ModelDisk.path, disk: model.disk)
    try recover(container)
    let documents = model.tree("Documents")
    let trash = model.tree("Trash").contents
    let counts = Dictionary((documents.contents + trash).map { (String(decoding: $0, as: UTF8.self), 1) }) {
      $0 + $1
    }
    func require(_ holds: Bool, _ what: String) throws {
      if !holds { throw Violation("\(what): \(documents), trash: \(counts)") }
    }
    let known = Set(waiting + deposited + ["old", "edited"])
    try require(known.isSuperset(of: counts.keys), "partial")
    try require(counts.values.allSatisfy { $0 == 1 }, "there twice")
    try require(waiting.allSatisfy { counts[$0] != nil }, "a waiting document is lost")
    let arrived = deposited.count { counts[$0] != nil }
    try require(
      arrived == deposited.count || arrived == 0 && !promise.isDeposited, "\(arrived) deposited documents")
    let (old, edited) = (counts["old"] != nil, counts["edited"] != nil)
    try require(!promise.isEdited || !old && edited, "the edit is lost")
    try require(!promise.isRemoved || !old, "what was deleted is back")
    let isKept = trash == [Array("old".utf8)] && edited
    try require(!promise.isReplaced || isKept, "the replacement is lost")
    try require(old || actor != .replace, "the replaced document is lost")
    try require(old || edited || actor == .remove || actor == .recreate, "the old document is lost")
    for room in ["Inbox", "Staging", "Displaced"] as [FileName] {
      let left = model.tree(room).withoutSpare
      try require(left.entries.isEmpty, "left in \(room): \(left)")
    }
    let before = model.tree()
    try recover(container)
    try require(model.tree() == before, "a second recovery changes something")
  }

  private static func recover(_ container: Container) throws(DiskError) {
    try Drain(container).run { _ in }
    try Inbox(container).sweepLongAfter()
  }
}

import Foundation
import IntrayCore
import TestSupport

/// Many depositors and drainers at the same time, on few names, which the sweep kills.
enum Race {
  private static let crowd = 8
  private static let parcel = 10
  private static let names: UInt64 = 500

  /// Documents have unique contents; what a depositor has begun and what it was told is safe stands in a
  /// log of its own.
  static func run(on volume: Volume, documents: Int) throws -> SweepResult {
    let tally = SweepResult("race of \(crowd) + \(crowd), with kills", on: volume.name)
    let world = try TestContainer.make(at: volume.path + "/race")
    var generator = Seeded(UInt64(documents))
    var kills = 0
    var incarnation = 0
    func depositor(_ number: Int) throws -> Child {
      incarnation += 1
      return try Child([
        Program.path, "work", "depositor", world.path, "\(number)", "\(documents / crowd)", "\(incarnation)",
      ])
    }
    func drainer() throws -> Child { try Child([Program.path, "work", "drainer", world.path]) }
    var depositors = try (0..<crowd).map { (number: $0, child: try depositor($0)) }
    var drainers = try (0..<crowd).map { _ in try drainer() }
    let wanted = max(100, documents / 100)
    while !depositors.isEmpty {
      usleep(UInt32.random(in: 500...6_000, using: &generator))
      for index in depositors.indices.reversed() {
        guard let exit = depositors[index].child.poll() else { continue }
        if exit == .code(0) {
          depositors.remove(at: index)
        } else {
          if exit != .signal(9) { tally.violation("a depositor ended with \(exit)") }
          depositors[index].child = try depositor(depositors[index].number)
        }
      }
      for index in drainers.indices {
        guard let exit = drainers[index].poll() else { continue }
        if exit != .signal(9) { tally.violation("a drainer ended with \(exit)") }
        drainers[index] = try drainer()
      }
      guard kills < wanted else { continue }
      // One of each, so that there are as many kills as wanted before the last deposit.
      kills += 2
      drainers.randomElement(using: &generator)?.kill()
      depositors.randomElement(using: &generator)?.child.kill()
    }
    for child in drainers {
      child.kill()
      _ = child.wait()
    }
    try world.recover()
    try check(world, tally)
    tally.printRow("documents, \(kills) kills")
    try world.remove()
    return tally
  }

  private static func check(_ world: TestContainer, _ tally: SweepResult) throws {
    var begun: Set<String> = []
    var safe: Set<String> = []
    for number in 0..<crowd {
      for line in try String(contentsOfFile: log(world, number), encoding: .utf8).split(separator: "\n") {
        let parcel = String(line.dropFirst())
        if line.hasPrefix("+") { begun.insert(parcel) } else { safe.insert(parcel) }
      }
    }
    var found: [String: Int] = [:]
    for (path, bytes) in try world.tree("AppGroup/Documents").files {
      let text = String(decoding: bytes, as: UTF8.self)
      tally.count()
      guard text.hasSuffix(ending) else {
        tally.violation("\(path) is partial: \(text.prefix(40))")
        continue
      }
      found[String(text.prefix { $0 != " " }), default: 0] += 1
    }
    for (document, count) in found where count != 1 { tally.violation("\(document) is there \(count) times") }
    for parcel in begun.union(safe) {
      let count = (0..<Self.parcel).count { found["\(parcel).\($0)"] != nil }
      if count != Self.parcel, count != 0 || safe.contains(parcel) {
        tally.violation("of \(parcel) there are \(count) documents")
      }
    }
    for room in ["Inbox", "Staging", "Displaced"] {
      let left = try world.tree("AppGroup/\(room)")
      if !left.entries.isEmpty { tally.violation("left in \(room): \(left.names.count)") }
    }
  }

  private static let ending = " whole"

  private static func log(_ world: TestContainer, _ number: Int) -> String {
    world.path + "/Originals/log-\(number)"
  }

  /// Deposits until its share is known to be safe; what was begun and not finished is not begun again.
  static func deposit(_ arguments: [String]) throws {
    let world = TestContainer(path: arguments[1])
    guard arguments.count == 5, let number = Int(arguments[2]), let share = Int(arguments[3]),
      let incarnation = UInt64(arguments[4])
    else { throw SweepError("depositor") }
    let path = log(world, number)
    let file = open(path, O_RDWR | O_CREAT | O_APPEND, 0o644)
    guard file >= 0 else { throw SweepError("no log") }
    func note(_ line: String) throws {
      let line = line + "\n"
      guard write(file, line, line.utf8.count) == line.utf8.count else { throw SweepError("the log") }
    }
    var generator = Seeded(incarnation)
    var done = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").count {
      $0.hasPrefix("-")
    }
    var attempt = 0
    while done * parcel < share {
      let id = "\(number)/\(incarnation)/\(attempt)"
      attempt += 1
      try note("+" + id)
      _ = try Inbox(world.container).deposit { deposit throws(DiskError) in
        for index in 0..<parcel {
          let name = DocumentName("document \(generator.next() % names).txt")
          let padding = String(repeating: "x", count: Int(generator.next() % 200))
          try deposit.add("\(id).\(index) \(padding)\(ending)".utf8, as: name)
        }
      }
      try note("-" + id)
      done += 1
    }
  }

  static func drain(in world: TestContainer) throws {
    while true {
      try Drain(world.container, sandbox: world.sandbox).run { _ in }
      usleep(1_000)
    }
  }
}

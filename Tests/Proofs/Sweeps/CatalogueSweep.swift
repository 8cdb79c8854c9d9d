import Foundation
import Synchronization
import TestSupport

@testable import Shared

/// The catalogue against everything that may befall documents, anchors and its own file.
enum CatalogueSweep {
  static func run(isLong: Bool, on volumes: [Volume]) throws -> [SweepResult] {
    var tallies = [
      try hostileAnchors(1_000_000), try hiddenEdits(100_000), try usedInodes(10_000),
    ]
    for volume in volumes where !volume.isLoop && (isLong || volume.name == "tmpfs") {
      tallies.append(try lostStore(on: volume))
      tallies.append(try tornLog(on: volume))
      if let obstacle = Trace.obstacle {
        say("SKIPPED  faults of a scan: \(obstacle)")
      } else {
        tallies += try ScanFault.sweep(on: volume, sample: isLong ? nil : 300)
      }
    }
    return tallies
  }

  /// Two threads, each with the next number until there are enough.
  private static func each(
    _ tally: SweepResult, while isWanted: @escaping @Sendable () -> Bool,
    _ body: @escaping @Sendable (Int) throws -> Void
  ) throws {
    let next = Mutex(0)
    try inParallel(2) { _ in
      while isWanted() {
        let number = next.withLock { next in
          next += 1
          return next
        }
        do {
          try body(number)
        } catch let violation as Violation {
          tally.violation("\(violation)")
        }
      }
    }
  }

  /// Edits that hide, on a file system on disk, with fine and with coarse times, before and during scans.
  private static func hiddenEdits(_ count: Int) throws -> SweepResult {
    let tally = SweepResult("hidden edits", on: "disk")
    try each(tally, while: { tally.tried < count }) { number in
      let trial = EditTrial(
        seed: UInt64(number), documents: 200, rounds: 20, isCoarse: number % 4 < 2,
        isRacing: number.isMultiple(of: 2))
      tally.count(try trial.run())
    }
    tally.printRow("edits")
    return tally
  }

  /// Files that get the inodes of those that are gone.
  private static func usedInodes(_ count: Int) throws -> SweepResult {
    let tally = SweepResult("inodes used again", on: "disk")
    let perRound = 100
    try withFixture { fixture in
      for round in 0..<(2 * count / perRound) where tally.tried < count {
        for index in 0..<perRound { try fixture.write("a\(round)-\(index)", "same") }
        try fixture.scan()
        var old: [UInt64: ItemID] = [:]
        for index in 0..<perRound {
          try old[fixture.file("a\(round)-\(index)").inode] = fixture.id("a\(round)-\(index)")
        }
        for index in 0..<perRound { try fixture.remove("a\(round)-\(index)") }
        for index in 0..<perRound { try fixture.write("b\(round)-\(index)", "same") }
        try fixture.scan()
        for index in 0..<perRound {
          let name = "b\(round)-\(index)"
          guard let before = try old[fixture.file(name).inode] else { continue }
          tally.count()
          if try fixture.id(name) == before {
            tally.violation("\(name) is taken for a document that is gone")
          }
          if try fixture.catalogue.item(before) != nil {
            tally.violation("a document before \(name) is not gone")
          }
        }
        for index in 0..<perRound { try fixture.remove("b\(round)-\(index)") }
      }
    }
    // Only ext4 gives the number of a removed file to the next one.
    if tally.tried < count { say("SKIPPED  inodes used again: this file system does not use them again") }
    tally.printRow("inodes")
    return tally
  }

  /// The store's files taken away before each call of a scan, all of them or some.
  private static func lostStore(on volume: Volume) throws -> SweepResult {
    let tally = SweepResult("catalogue deleted during a scan", on: volume.name)
    for suffixes in [["", "-wal", "-shm"], [""], ["-wal", "-shm"], ["-wal"]] {
      var number = 1
      var isOver = false
      while !isOver {
        let fuse = Fuse(at: number)
        do {
          try withFixture(.untidy, on: volume.name == "tmpfs" ? .memory : .disk) { fixture in
            let scenario = try ScanScenario(fixture)
            let path = CatalogueFixture.path(in: fixture.test)
            try fixture.reopen(
              on: fixture.test.disk.interrupted(fuse) { _ in for suffix in suffixes { unlink(path + suffix) }
              })
            // The scan of a store that is gone may fail; what counts is the next one.
            try? fixture.scan()
            fixture.quit()
            try scenario.check(fixture, mayBeLost: true)
          }
        } catch {
          tally.violation("call \(number), without \(suffixes): \(error)")
        }
        tally.count()
        isOver = !fuse.hasBlown
        number += 1
      }
    }
    tally.printRow("moments")
    return tally
  }

  /// Every state in which a power cut may leave the log of a scan: as much of it as was written, and then
  /// nothing, or something else.
  ///
  /// Pages that were in the log before the scan stay: the anchor was given out only when they were on the medium.
  private static func tornLog(on volume: Volume) throws -> SweepResult {
    let tally = SweepResult("log of a scan, cut and torn", on: volume.name)
    // A header, and pages with a header each: sqlite.org/fileformat2.html, 4.1.
    let (head, frame) = (32, 4_096 + 24)
    var random = Seeded(5)
    var isOver = false
    var number = 0
    while !isOver {
      for isTorn in [false, true] {
        do {
          try withFixture(.untidy, on: volume.name == "tmpfs" ? .memory : .disk) { fixture in
            let scenario = try ScanScenario(fixture)
            let path = CatalogueFixture.path(in: fixture.test)
            let before = try bytes(path + "-wal")
            try fixture.scan()
            // As it was while the process still ran.
            let (store, log) = (try bytes(path), try bytes(path + "-wal"))
            fixture.quit()
            let synced = zip(before, log).prefix { $0 == $1 }.count
            let first = max(0, synced - head) / frame
            var kept = Array(log.prefix(head + (first + number) * frame))
            isOver = kept.count == log.count
            if isTorn {
              kept += (0..<Int.random(in: 1...2 * frame, using: &random)).map { _ in
                UInt8.random(in: 0...255, using: &random)
              }
            }
            try Data(store).write(to: URL(fileURLWithPath: path))
            try Data(kept).write(to: URL(fileURLWithPath: path + "-wal"))
            unlink(path + "-shm")
            try scenario.check(fixture)
          }
        } catch {
          tally.violation("\(number) pages of the log, \(isTorn ? "and noise" : "and no more"): \(error)")
        }
        tally.count()
      }
      number += 1
    }
    tally.printRow("states")
    return tally
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: path) else {
      throw SweepError("cannot read \(path)")
    }
    return [UInt8](data)
  }

  /// Anchors that are garbled, of the future, of another catalogue, or of a life that a backup has undone:
  /// the right answer, or expired.
  private static func hostileAnchors(_ count: Int) throws -> SweepResult {
    let tally = SweepResult("hostile anchors", on: "memory")
    try withFixture(on: .memory) { fixture in
      var random = Seeded(7)
      let strangers = try otherLives(fixture)
      var known: [[UInt8]: SyncAnchor] = [:]
      for number in 0..<40 {
        try fixture.write("\(number % 7)-\(number)", "\(number)")
        if number > 20 { try fixture.remove("\((number - 20) % 7)-\(number - 20)") }
        try fixture.scan()
        let anchor = try fixture.anchor()
        known[anchor.bytes] = anchor
      }
      let genuine = known.keys.sorted { $0.lexicographicallyPrecedes($1) }
      let answers = try known.mapValues { try answer($0, fixture) }
      for _ in 0..<count {
        tally.count()
        let bytes = garble(genuine, strangers, &random)
        guard let anchor = SyncAnchor(bytes) else { continue }
        do {
          let given = try answer(anchor, fixture)
          if given != answers[bytes] { tally.violation("\(bytes) was answered") }
        } catch CatalogueError.expired {
          if answers[bytes] != nil { tally.violation("\(bytes) has expired") }
        }
      }
    }
    tally.printRow("anchors")
    return tally
  }

  /// Anchors of another catalogue over the same documents, and of this one before a backup was restored.
  private static func otherLives(_ fixture: CatalogueFixture) throws -> [[UInt8]] {
    var anchors: [[UInt8]] = []
    let other = try Catalogue(
      path: fixture.test.path(of: "App/other.sqlite"), container: fixture.test.container, clock: .patient)
    try fixture.scan()
    fixture.quit()
    let path = CatalogueFixture.path(in: fixture.test)
    try FileManager.default.copyItem(atPath: path, toPath: path + ".backup")
    for number in 0..<40 {
      try fixture.write("other \(number % 5)", "\(number)")
      try fixture.scan()
      anchors.append(try fixture.anchor().bytes)
      try other.scan()
      anchors.append(try other.changes(since: other.firstAnchor(), limit: 1_000).anchor.bytes)
    }
    fixture.quit()
    unlink(path)
    try FileManager.default.moveItem(atPath: path + ".backup", toPath: path)
    fixture.removeLog()
    for number in 0..<5 { try fixture.remove("other \(number)") }
    return anchors
  }

  private static func answer(_ anchor: SyncAnchor, _ fixture: CatalogueFixture) throws -> Changes {
    try fixture.catalogue.changes(since: anchor, limit: 1_000)
  }

  private static func garble(
    _ genuine: [[UInt8]], _ strangers: [[UInt8]], _ random: inout Seeded
  ) -> [UInt8] {
    func any(_ anchors: [[UInt8]]) -> [UInt8] { anchors.randomElement(using: &random) ?? [] }
    var bytes = any(genuine)
    let place = Int.random(in: 0..<bytes.count, using: &random)
    switch Int.random(in: 0..<8, using: &random) {
    case 0:
      return (0..<Int.random(in: 0..<80, using: &random)).map { _ in .random(in: 0...255, using: &random) }
    case 1: return Array(bytes.prefix(place))
    case 2: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 3: bytes.append(.random(in: 0...255, using: &random))
    case 4: bytes = Array(bytes[..<place] + any(genuine)[place...])
    case 5: bytes = Array(bytes[..<place] + any(strangers)[place...])
    case 6: return any(strangers)
    default: return bytes
    }
    return bytes
  }
}

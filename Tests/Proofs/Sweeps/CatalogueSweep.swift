import Foundation
import Glibc
import TestSupport

@testable import IntrayCore

/// The catalogue against everything that may befall documents, anchors and its own file.
enum CatalogueSweep {
  static func run() throws -> [SweepResult] {
    [try hostileAnchors(1_000_000), try hiddenEdits(100_000), try usedInodes(10_000)]
  }

  static func run(on volume: Volume) throws -> [SweepResult] {
    [try lostStore(on: volume), try tornLog(on: volume), try damages(on: volume), try olderPages(on: volume)]
  }

  /// Each single damage of a closed store, and then three processes.
  private static func damages(on volume: Volume) throws -> SweepResult {
    try .each("damages of the catalogue", on: volume.name, StoreDamage.all, unit: "damages") { damage, _, _ in
      try withFixture(.untidy, on: volume.scratch) { fixture in
        let trial = try StoreDamage.Trial(fixture)
        try damage.act(CatalogueFixture.path(in: fixture.test))
        try trial.check(fixture)
      }
      return 1
    }
  }

  /// Each page of the store as it was earlier, noise, or empty; and an earlier file beside the log of a later time.
  private static func olderPages(on volume: Volume) throws -> SweepResult {
    let (page, extra) = (4_096, 200)
    var pages = 0
    try withFixture(.untidy, on: volume.scratch) { fixture in
      pages = try StoreDamage.Trial(fixture, extra: extra).files.newer.count / page
    }
    enum Damage: String {
      case older, noise, empty
    }
    let places: [(page: Int?, damage: Damage)] =
      (0..<pages).flatMap { number in [.older, .noise, .empty].map { (number, $0) } } + [(nil, .older)]
    return try .each("pages of the catalogue", on: volume.name, places, unit: "pages") { place, _, _ in
      try withFixture(.untidy, on: volume.scratch) { fixture in
        let trial = try StoreDamage.Trial(fixture, extra: extra)
        let path = CatalogueFixture.path(in: fixture.test)
        var file = trial.files.newer
        if let number = place.page {
          let range = number * page..<(number + 1) * page
          switch place.damage {
          case .older:
            if trial.files.older.count >= range.upperBound { file[range] = trial.files.older[range] }
          case .noise: file[range] = Data(repeating: 0xA5, count: page)
          case .empty: file[range] = Data(count: page)
          }
        } else {
          file = trial.files.older
        }
        try file.write(to: URL(fileURLWithPath: path))
        try trial.log.write(to: URL(fileURLWithPath: path + "-wal"))
        do {
          try trial.check(fixture)
        } catch {
          throw Violation("page \(place.page ?? -1), \(place.damage.rawValue): \(error)")
        }
      }
      return 1
    }
  }

  /// Edits that hide, on a file system on disk, with fine and with coarse times, before and during scans.
  private static func hiddenEdits(_ count: Int) throws -> SweepResult {
    try .histories("hidden edits", on: "disk", enough: count, unit: "edits") { seed, _ in
      try EditTrial.run(
        seed: seed, documents: 200, isCoarse: seed % 4 < 2, isRacing: seed.isMultiple(of: 2))
    }
  }

  /// The number that the file system may give to a later file.
  private static func inode(_ path: String) throws -> UInt64 {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw Violation("\(path) has no status") }
    return UInt64(status.st_ino)
  }

  /// Files that get the inodes of those that are gone.
  private static func usedInodes(_ count: Int) throws -> SweepResult {
    let tally = SweepResult("inodes used again", on: "disk")
    let numbers = 0..<100
    try withFixture { fixture in
      for round in 0..<(2 * count / numbers.count) where tally.tried < count {
        for number in numbers { try fixture.write("a\(round)-\(number)", "same") }
        try fixture.scan()
        var old: [UInt64: ItemID] = [:]
        for number in numbers {
          try old[inode(fixture.place("a\(round)-\(number)"))] = fixture.id("a\(round)-\(number)")
        }
        for number in numbers { try fixture.remove("a\(round)-\(number)") }
        for number in numbers { try fixture.write("b\(round)-\(number)", "same") }
        try fixture.scan()
        for name in numbers.map({ "b\(round)-\($0)" }) {
          guard let before = try old[inode(fixture.place(name))] else { continue }
          tally.count()
          if try fixture.id(name) == before {
            tally.violation("\(name) is taken for a document that is gone")
          }
          if try fixture.catalogue.item(before) != nil {
            tally.violation("a document before \(name) is not gone")
          }
        }
        for number in numbers { try fixture.remove("b\(round)-\(number)") }
      }
    }
    // Only ext4 gives the number of a removed file to the next one.
    if tally.tried < count { return tally.skip("this file system does not use them again") }
    tally.printRow("inodes")
    return tally
  }

  /// The store's files taken away before each call of a scan, all of them or some.
  private static func lostStore(on volume: Volume) throws -> SweepResult {
    let parts = [["", "-wal", "-shm"], [""], ["-wal", "-shm"], ["-wal"]]
    return try .each("catalogue deleted during a scan", on: volume.name, parts, unit: "moments") {
      suffixes, _, tally in
      var number = 0
      while true {
        number += 1
        let fuse = Fuse(at: number)
        do {
          try withFixture(.untidy, on: volume.scratch) { fixture in
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
        if !fuse.hasBlown { return number }
      }
    }
  }

  /// Every state in which a power cut may leave the log of a scan: as much of it as was written, and then
  /// nothing, or something else.
  ///
  /// Pages that were in the log before the scan stay: the anchor was given out only when they were on the medium.
  private static func tornLog(on volume: Volume) throws -> SweepResult {
    // A header, and pages with a header each: sqlite.org/fileformat2.html, 4.1.
    let (head, frame) = (32, 4_096 + 24)
    return try .each("log of a scan, cut and torn", on: volume.name, [false, true], unit: "states") {
      isTorn, _, tally in
      var random = Seeded(5)
      var number = -1
      while true {
        number += 1
        var isOver = false
        do {
          try withFixture(.untidy, on: volume.scratch) { fixture in
            let scenario = try ScanScenario(fixture)
            let path = CatalogueFixture.path(in: fixture.test)
            let before = try bytes(path + "-wal")
            try fixture.scan()
            // As it was while the process still ran.
            let (store, log) = (try bytes(path), try bytes(path + "-wal"))
            fixture.quit()
            let synced = zip(before, log).prefix { $0 == $1 }.count
            let first = max(0, synced - head) / frame
            var kept = Data(log.prefix(head + (first + number) * frame))
            isOver = kept.count == log.count
            if isTorn {
              for _ in 0..<Int.random(in: 1...2 * frame, using: &random) {
                kept.append(.random(in: 0...255, using: &random))
              }
            }
            try store.write(to: URL(fileURLWithPath: path))
            try kept.write(to: URL(fileURLWithPath: path + "-wal"))
            unlink(path + "-shm")
            try scenario.check(fixture)
          }
        } catch {
          tally.violation("\(number) pages of the log, \(isTorn ? "and noise" : "and no more"): \(error)")
          isOver = isOver || tally.violations > 100
        }
        if isOver { return number + 1 }
      }
    }
  }

  private static func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
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
      let answer = { (anchor: SyncAnchor) in try fixture.catalogue.changes(since: anchor, limit: 1_000) }
      let genuine = known.keys.sorted { $0.lexicographicallyPrecedes($1) }
      let answers = try known.mapValues(answer)
      for _ in 0..<count {
        tally.count()
        let bytes = garble(genuine, strangers, &random)
        guard let anchor = SyncAnchor(bytes) else { continue }
        do {
          if try answer(anchor) != answers[bytes] { tally.violation("\(bytes) was answered") }
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
    try fixture.removeStore()
    try FileManager.default.moveItem(atPath: path + ".backup", toPath: path)
    for number in 0..<5 { try fixture.remove("other \(number)") }
    return anchors
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

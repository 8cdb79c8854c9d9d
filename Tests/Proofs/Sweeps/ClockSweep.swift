import Foundation
import TestSupport

@testable import IntrayCore

/// Histories of a device whose clock is wrong now and then, by days or by years, both ways: what the product removes for its
/// age is as old as that.
enum ClockSweep {
  private static let day: Int64 = 24 * 60 * 60
  /// In days. While the clock is set wrong twice in a month, the clock of ages may be ahead by a step each, so what was deleted
  /// stays at least so long.
  private static let leastStay = (Documents.trashKeeps - 2 * AgeClock.longestStep) / day

  static func sweep(histories: Int) throws -> SweepResult {
    try .histories("wrong clocks", on: "memory", enough: histories, unit: "histories") { seed, say in
      try withTestContainer(.untidy, on: .memory) { test in
        var history = History(test, seed, say)
        try history.run()
      }
      return 1
    }
  }

  private struct History {
    let test: TestContainer
    let say: (String) -> Void
    var random: Seeded
    /// The true time in seconds, and how wrong the clock is.
    var (time, error): (Int64, Int64) = (2_000_000_000, 0)
    /// When each text was deleted, by the true time.
    var deleted: [String: Int64] = [:]
    /// The parcel of a writer that is alive, its text, and when it was touched last.
    var writer: (deposit: Deposit, text: String, touched: Int64)?
    var kept: Set<String> = []
    var count = 0

    init(_ test: TestContainer, _ seed: UInt64, _ say: @escaping (String) -> Void) {
      (self.test, self.say, random) = (test, say, Seeded(seed &* 0x5851_F42D_4C95_7F2D))
    }

    var now: FileTime { FileTime(seconds: time + error) }

    mutating func number(_ range: ClosedRange<Int64>) -> Int64 { Int64.random(in: range, using: &random) }

    mutating func run() throws {
      for _ in 0..<80 {
        // Sometimes the app is not opened for weeks.
        time += number(0...9) == 0 ? number(1...60) * ClockSweep.day : number(0...ClockSweep.day * 3 / 2)
        try step()
      }
    }

    private mutating func step() throws {
      let documents = Documents(test.container)
      switch number(0...7) {
      case 0:
        // It is right again, or wrong by days or years.
        error = error == 0 ? number(1...40) * ClockSweep.day * [1, -1, 400, -400][Int(number(0...3))] : 0
        say("the clock is wrong by \(error / ClockSweep.day) days")
      case 1:
        count += 1
        try test.put(.file(Array("\(count)".utf8)), at: "AppGroup/Documents/\(count).txt")
        kept.insert("\(count)")
      case 2:
        // In the app or in Files.
        guard let text = kept.filter({ deleted[$0] == nil }).sorted().first else { return }
        let path = DocumentPath([FileName(text + ".txt")])
        let file = try test.container.open(.documents)[FileName(text + ".txt")].status().file
        _ = try documents.trash(path, expecting: file, now: now)
        deleted[text] = time
        say("\(text) is deleted")
      case 3:
        guard let text = deleted.keys.sorted().first, number(0...3) == 0 else { return }
        let name = FileName(text + ".txt")
        guard let file = try test.container.open(.trash)[name].statusIfThere()?.file else { return }
        _ = try documents.putBack(DocumentPath([name], in: .trash), expecting: file)
        deleted[text] = nil
        say("\(text) is put back")
      case 4:
        if let (deposit, text, _) = writer {
          writer = nil
          if try deposit.publish() != nil { throw Violation("not on the medium") }
          try Drain(test.container).run { _ in }
          kept.insert(text)
          say("\(text) is published")
        } else {
          count += 1
          let deposit = try Inbox(test.container).deposit()
          try deposit.add("\(count)".utf8, as: DocumentName("\(count).txt"))
          writer = (deposit, "\(count)", time)
        }
      default:
        let clock = try test.container.ageClock(now: now, isStored: true)
        say(
          "day \(time / ClockSweep.day), the clock of ages shows \(Double(clock.reading) / Double(ClockSweep.day))"
        )
        try Inbox(test.container).sweep(clock)
        try documents.emptyTrash(clock)
      }
      try check()
    }

    private mutating func check() throws {
      let texts = try Set(test.everything.map { String(decoding: $0, as: UTF8.self) })
      for text in kept.subtracting(texts) {
        let age = deleted[text].map { (time - $0) / ClockSweep.day }
        guard let age, age >= ClockSweep.leastStay else {
          throw Violation("\(text) is gone\(age.map { ", \($0) days after it was deleted" } ?? "")")
        }
        kept.remove(text)
        deleted[text] = nil
      }
      guard let (deposit, text, touched) = writer else { return }
      // A writer that was stopped for so long does not go on.
      if time - touched > 2 * ClockSweep.day { return writer = nil }
      if try !deposit.isStaged() { throw Violation("\(text) is swept while its writer is alive") }
    }
  }
}

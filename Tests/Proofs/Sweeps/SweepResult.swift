import Foundation
import IntrayCore
import Synchronization
import TestSupport

/// The number of runs and the violations of one row of the table.
final class SweepResult: Sendable {
  private let what: String
  private let place: String
  private let state = Mutex((tried: 0, violations: 0))
  private let start = Date()

  init(_ what: String, on place: String) {
    (self.what, self.place) = (what, place)
  }

  var violations: Int { state.withLock { $0.violations } }
  var tried: Int { state.withLock { $0.tried } }

  func count(_ number: Int = 1) { state.withLock { $0.tried += number } }

  func violation(_ text: String) {
    let number = state.withLock { state in
      state.violations += 1
      return state.violations
    }
    if number <= 10 { say("VIOLATION  \(what), \(place): \(text)") }
  }

  /// Says why it is not tried here.
  func skip(_ reason: String) -> SweepResult {
    say("SKIPPED  \(what): \(reason)")
    return self
  }

  static func printHead() { say(row(["sweep", "on", "tried", "violations", "seconds"])) }

  func printRow(_ unit: String) {
    let (tried, violations) = state.withLock { $0 }
    let seconds = String(format: "%.1f", Date().timeIntervalSince(start))
    say(Self.row([what, place, "\(tried) \(unit)", "\(violations)", seconds]))
  }

  private static func row(_ cells: [String]) -> String {
    zip(cells, [40, 16, 22, 11, 0]).map {
      $0.padding(toLength: max($1, $0.count), withPad: " ", startingAt: 0)
    }
    .joined(separator: " ")
  }
}

// MARK: The two engines

extension SweepResult {
  /// Plays each of many cases, a few at a time. An error is a violation.
  ///
  /// - Parameters:
  ///   - sample: how many are played, the same ones each time; nil is all.
  ///   - play: also gets the number of its thread, and returns how much it tried.
  static func each<Case: Sendable>(
    _ what: String, on place: String, _ cases: [Case], sample: Int? = nil, unit: String,
    threads: Int = 2, _ play: @escaping @Sendable (Case, _ thread: Int, SweepResult) throws -> Int
  ) throws -> SweepResult {
    let tally = SweepResult(what, on: place)
    var generator = Seeded(3)
    let queue = Mutex(sample.map { Array(cases.shuffled(using: &generator).prefix($0)) } ?? cases)
    try inParallel(threads) { thread in
      while let next = queue.withLock({ $0.popLast() }) {
        do { tally.count(try play(next, thread, tally)) } catch {
          tally.count()
          tally.violation("\(next): \(error)")
        }
      }
    }
    tally.printRow(unit)
    return tally
  }

  /// Plays one history after the other, each decided by its seed, until enough was tried. An error is a violation, and what
  /// the history said last stands above it. With `SEED` in the environment only that one is played, and all of it is said.
  ///
  /// - Parameters:
  ///   - threads: more than there are cores where much of it waits.
  ///   - play: returns how much it tried.
  static func histories(
    _ what: String, on place: String, enough: Int, unit: String, threads: Int = 2,
    _ play: @escaping @Sendable (_ seed: UInt64, _ say: @escaping @Sendable (String) -> Void) throws -> Int
  ) throws -> SweepResult {
    let tally = SweepResult(what, on: place)
    let only = ProcessInfo.processInfo.environment["SEED"].flatMap { UInt64($0) }
    let next = Mutex(only ?? 1)
    try inParallel(only == nil ? threads : 1) { _ in
      while tally.tried < enough {
        let seed = next.withLock { next in
          defer { next += 1 }
          return next
        }
        let said = Mutex<[String]>([])
        do {
          tally.count(
            try play(seed) { line in
              if only == nil { said.withLock { $0.append(line) } } else { say("  " + line) }
            })
        } catch {
          tally.count()
          for line in said.withLock({ $0.suffix(80) }) { say("  " + line) }
          tally.violation("seed \(seed): \(error)")
        }
        if only != nil { return }
      }
    }
    tally.printRow(unit)
    return tally
  }
}

/// Prints a line without buffering it, also to a pipe or a file.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

/// A reason why a sweep cannot go on, which is no violation.
struct SweepError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

import Foundation
import Shared
import Synchronization
import TestSupport

/// The number of runs and the violations of one row of the table.
final class SweepResult: Sendable {
  private struct State {
    var tried = 0
    var violations: [String] = []
  }

  let what: String
  let place: String
  private let state = Mutex(State())
  private let start = Date()

  init(_ what: String, on place: String) {
    self.what = what
    self.place = place
  }

  var violations: Int { state.withLock { $0.violations.count } }
  var hasViolations: Bool { state.withLock { !$0.violations.isEmpty } }
  var tried: Int { state.withLock { $0.tried } }

  func count(_ number: Int = 1) { state.withLock { $0.tried += number } }

  /// What another one found is found.
  func add(_ other: SweepResult) {
    let violations = other.state.withLock { $0.violations }
    state.withLock { $0.violations += violations }
  }

  func violation(_ text: String) {
    let number = state.withLock { state in
      state.violations.append(text)
      return state.violations.count
    }
    if number <= 10 { say("VIOLATION  \(what), \(place): \(text)") }
  }

  static func printHead() {
    say(row(["sweep", "on", "tried", "violations", "seconds"]))
  }

  func printRow(_ unit: String) {
    let (tried, violations) = state.withLock { ($0.tried, $0.violations.count) }
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

/// Prints a line without buffering it, also to a pipe or a file.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

import Foundation
import Synchronization
import TestSupport

@testable import Shared

/// Kills a scan at each of its system calls, SQLite's own included, and lets each fail.
enum ScanFault {
  private static let errors = ["EIO", "ENOSPC", "EACCES", "EINTR", "EMFILE", "ENOENT", "EROFS"]

  /// What the worker does: one scan, on a store and documents that are there.
  static func work(in path: String) throws {
    let container = Container(path: path + "/AppGroup")
    try Catalogue(path: path + "/App/catalogue.sqlite", container: container, clock: .patient).scan()
  }

  static func sweep(on volume: Volume, sample: Int?) throws -> [SweepResult] {
    var points: [Point] = []
    try withScenario(on: volume) { fixture, _ in
      points = try Trace.points(["scan", fixture.test.path], log: volume.path + "/scan.log").points
    }
    let kills = points.map { ($0, "signal=KILL") }
    let failures = points.flatMap { point in
      errors.filter { isPossible($0, in: point.call) }.map { (point, "error=" + $0) }
    }
    var random = Seeded(3)
    let chosen = sample.map { Array(failures.shuffled(using: &random).prefix($0)) } ?? failures
    return [
      try run("scan killed at a system call", "kills", kills, on: volume),
      try run("scan whose system call fails", "failures", chosen, on: volume),
    ]
  }

  /// Whether a folder that is there can give this error.
  ///
  /// The kernel lets `getdents64` fail with `ENOENT` only in a folder that was removed, and `readdir` takes that for
  /// the end of the folder, as POSIX demands.
  private static func isPossible(_ error: String, in call: String) -> Bool {
    call != "getdents64" || error != "ENOENT"
  }

  private static func run(
    _ what: String, _ unit: String, _ cases: [(point: Point, injected: String)], on volume: Volume
  ) throws -> SweepResult {
    let tally = SweepResult(what, on: volume.name)
    let queue = Mutex(cases)
    try inParallel(2) { worker in
      while let next = queue.withLock({ $0.popLast() }) {
        tally.count()
        do {
          try withScenario(on: volume) { fixture, scenario in
            let (exit, _) = try Trace.run(
              ["scan", fixture.test.path], injecting: next.injected, at: next.point,
              log: volume.path + "/\(worker).log")
            if exit == .hung { throw Violation("the scan came to no end") }
            // SQLite calls a store damaged, too, when the medium refused one of its pages. It is set aside then.
            let isRefusedPage = next.point.call.hasPrefix("pread") && next.injected.contains("EIO")
            try scenario.check(fixture, mayBeLost: isRefusedPage)
          }
        } catch {
          tally.violation("\(next.point.call) \(next.point.number), \(next.injected): \(error)")
        }
      }
    }
    tally.printRow(unit)
    return tally
  }

  private static func withScenario(on volume: Volume, _ body: (CatalogueFixture, ScanScenario) throws -> Void)
    throws
  {
    try withFixture(.untidy, on: volume.name == "tmpfs" ? .memory : .disk) { fixture in
      try body(fixture, ScanScenario(fixture))
    }
  }
}

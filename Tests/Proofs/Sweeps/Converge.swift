import Foundation
import IntrayCore
import TestSupport

@testable import Convergence

/// Histories of a replica and its documents, until there were enough operations: with everything that the simulated system
/// does to the extension at once, and then, for less long, with each of it alone.
enum Converge {
  static func sweep(operations: Int) throws -> [SweepResult] {
    func sweep(_ what: String, _ enough: Int, only: @escaping @Sendable (UInt64) -> String?) throws
      -> SweepResult
    {
      // Much of it is waiting for the file system to tick.
      try .histories(what, on: "memory", enough: enough, unit: "operations", threads: 4) { seed, say in
        try Trial(seed: seed, steps: 60, only: only(seed)).run(trace: say)
      }
    }
    return [
      try sweep("replica and documents", operations) { _ in nil },
      // Together less than a tenth of the time of all at once.
      try sweep("each unkindness alone", operations / 12) {
        Trial.unkindnesses[Int($0 % UInt64(Trial.unkindnesses.count))]
      },
    ]
  }

  /// Real programs in a replica.
  static func runPrograms(files: Int, filesAlone: Int) throws -> [SweepResult] {
    guard access("/usr/bin/rsync", X_OK) == 0, access("/usr/bin/git", X_OK) == 0 else {
      return [SweepResult("programs in the replica", on: "memory").skip("rsync and git are needed")]
    }
    let all = try SweepResult.each("programs in the replica", on: "memory", ["all"], unit: "programs") {
      _, _, _ in
      try Programs.run(count: files) { say($0) }
    }
    let each = try SweepResult.each(
      "programs, each unkindness alone", on: "memory", Trial.unkindnesses, unit: "programs", threads: 4
    ) { only, _, _ in try Programs.run(count: filesAlone, only: only) }
    return [all, each]
  }

  /// Writers in the replica and in Documents at once, three trials at a time: more than one machine can do, so that they
  /// meet at other moments than alone.
  static func runWriters(trials: Int) throws -> SweepResult {
    let trials = 1...UInt64(trials)
    return try .each(
      "writers at once, exchange killed", on: "memory", Array(trials), unit: "versions", threads: 3
    ) {
      seed, _, _ in
      try WritersTrial(seed: seed, seconds: 20).run { path, seed in
        let child = try Child([Program.path, "work", "exchange", path, "\(seed)"])
        return {
          child.kill()
          _ = child.wait()
        }
      }
    }
  }
}

import Foundation
import Shared
import Synchronization
import TestSupport

@testable import Convergence

/// Histories of a replica and its documents, until there were enough operations.
enum Converge {
  /// Real programs in a replica, with everything that the simulated system does to the extension at once, and then, with
  /// fewer files, with each of it alone.
  static func runPrograms(files: Int, filesAlone: Int) throws -> [SweepResult] {
    let all = SweepResult("programs in the replica", on: "memory")
    guard access("/usr/bin/rsync", X_OK) == 0, access("/usr/bin/git", X_OK) == 0 else {
      say("SKIPPED  \(all.what): rsync and git are needed")
      return [all]
    }
    @Sendable func play(_ tally: SweepResult, _ files: Int, only: String?, say: (String) -> Void) {
      do {
        tally.count(try Programs.run(count: files, only: only, say: say))
      } catch {
        tally.count()
        tally.violation("\(only.map { $0 + ": " } ?? "")\(error)")
      }
    }
    if let only = ProcessInfo.processInfo.environment["ALONE"] {
      // One unkindness again, with what the daemon said last.
      play(all, filesAlone, only: only) { say($0) }
      all.printRow("programs")
      return [all]
    }
    play(all, files, only: nil) { say($0) }
    all.printRow("programs")
    let each = SweepResult("programs, each unkindness alone", on: "memory")
    let queue = Mutex(Trial.unkindnesses)
    try inParallel(4) { _ in
      while let only = queue.withLock({ $0.popLast() }) { play(each, filesAlone, only: only) { _ in } }
    }
    each.printRow("programs")
    return [all, each]
  }

  /// Writers in the replica and in Documents at once, three trials at a time: more than one machine can do, so that they
  /// meet at other moments than alone.
  static func runWriters(trials: Int) throws -> SweepResult {
    let tally = SweepResult("writers at once, exchange killed", on: "memory")
    let next = Mutex<UInt64>(0)
    try inParallel(3) { _ in
      while true {
        let seed = next.withLock { next in
          next += 1
          return next
        }
        guard seed <= trials else { return }
        do {
          tally.count(
            try WritersTrial(seed: seed, seconds: 20).run { path, seed in
              let child = try Child([Program.path, "work", "exchange", path, "\(seed)"])
              return {
                child.kill()
                _ = child.wait()
              }
            })
        } catch {
          tally.count()
          tally.violation("seed \(seed): \(error)")
        }
      }
    }
    tally.printRow("versions")
    return tally
  }

  /// With everything that the simulated system does to the extension at once, and then with each of it alone.
  static func sweep(operations: Int) throws -> [SweepResult] {
    let all = try sweep("replica and documents", operations: operations) { _ in nil }
    // Together less than a tenth of the time of all at once.
    let each = try sweep("each unkindness alone", operations: operations / 12) { seed in
      Trial.unkindnesses[Int(seed % UInt64(Trial.unkindnesses.count))]
    }
    return [all, each]
  }

  private static func sweep(
    _ what: String, operations: Int, only: @escaping @Sendable (UInt64) -> String?
  ) throws -> SweepResult {
    let tally = SweepResult(what, on: "memory")
    let next = Mutex<UInt64>(1)
    if let seed = ProcessInfo.processInfo.environment["SEED"].flatMap({ UInt64($0) }) {
      // One history again, with everything that is done and said.
      do {
        tally.count(try Trial(seed: seed, steps: 60, only: only(seed)).run { say($0) })
      } catch {
        tally.violation("seed \(seed): \(error)")
      }
      return tally
    }
    // More than there are cores: much of it is waiting for the file system to tick.
    try inParallel(4) { _ in
      while tally.tried < operations {
        let seed = next.withLock { next in
          defer { next += 1 }
          return next
        }
        let trial = Trial(seed: seed, steps: 60, only: only(seed))
        let said = Mutex<[String]>([])
        do {
          tally.count(try trial.run { line in said.withLock { $0.append(line) } })
        } catch {
          tally.count()
          tally.violation("seed \(seed)\(only(seed).map { " (\($0))" } ?? ""): \(error)")
          guard tally.violations < 4 else { return }
          guard let (steps, trace) = trial.minimised() else {
            // Threads met in another way this time.
            say("  not seen again; what was done:")
            for line in said.withLock({ $0 }) { say("    " + line) }
            continue
          }
          say("  steps \(steps):")
          for line in trace { say("    " + line) }
        }
      }
    }
    tally.printRow("operations")
    return tally
  }
}

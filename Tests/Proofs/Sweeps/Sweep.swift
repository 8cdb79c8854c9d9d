import Foundation
import TestSupport

/// The sweeps by name, and how far each goes.
enum Sweep {
  private static let sweeps = [
    "kill", "provider", "fail", "race", "names", "crashes", "model", "identity", "catalogue", "watch",
    "converge", "writers", "programs", "cloud", "share",
  ]
  static let usage = """
    usage: sweep [--long] [--as-nobody] [--on build|tmpfs|xfs|btrfs] [\(sweeps.joined(separator: "] ["))] …
    """

  /// - Returns: whether nothing was violated.
  static func run(_ arguments: [String]) async throws -> Bool {
    var names: [String] = []
    var places: [String] = []
    var isLong = false
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--long": isLong = true
      case "--as-nobody": try becomeNobody()
      case "--on": places += [rest.popFirst() ?? ""]
      case let name where sweeps.contains(name): names.append(name)
      default: throw SweepError(usage)
      }
    }
    if names.isEmpty { names = sweeps }
    if places.isEmpty { places = ["build", "tmpfs", "xfs", "btrfs"] }
    let volumes = Volume.all(places)
    defer { for volume in volumes { volume.remove() } }
    say(geteuid() == 0 ? "As root:" : "As user \(geteuid()):")
    SweepResult.printHead()
    var tallies: [SweepResult] = []
    for name in names {
      switch name {
      case "names":
        tallies.append(try Names.sweep(count: isLong ? 20_000_000 : 150_000, on: volumes.first))
      case "crashes":
        tallies.append(try Crashes.sweep(isLong: isLong))
      case "model":
        tallies.append(try Model.sweep(schedules: isLong ? 3_000_000 : 20_000))
      case "identity":
        tallies.append(try MoveSchedules.sweep(schedules: isLong ? 300_000 : 3_000))
        tallies.append(try EditSchedules.sweep(schedules: isLong ? 30_000 : 1_000))
      case "catalogue":
        tallies += try CatalogueSweep.run(isLong: isLong, on: volumes)
      case "watch":
        // In memory if there is such a volume: what is tried is the watcher, not the drive.
        if let volume = volumes.first(where: { $0.name == "tmpfs" }) ?? volumes.first {
          tallies += try WatchSweep.run(isLong: isLong, on: volume)
        }
      case "provider":
        // Five of them, or all: each has some hundred calls of SQLite's.
        let few = ["create", "modify everything at once", "trash", "move out of the trash", "delete"]
        let calls = Journey.providerCalls.filter { isLong || few.contains($0.name) }
        for volume in volumes where canTrace(name) && (isLong || volume.name == "tmpfs") {
          tallies += try Kill.sweep(calls, on: volume, nested: false)
        }
      case "cloud":
        tallies.append(try CloudSweep.run(operations: isLong ? 2_000_000 : 50_000))
      case "share":
        if let volume = volumes.first(where: { $0.name == "tmpfs" }) ?? volumes.first {
          tallies.append(try await ShareSweep.run(isLong: isLong, sample: isLong ? nil : 4_000, on: volume))
        }
      case "programs":
        tallies += try Converge.runPrograms(files: isLong ? 5_000 : 1_000, filesAlone: isLong ? 1_000 : 100)
      case "converge":
        tallies += try Converge.sweep(operations: isLong ? 1_000_000 : 50_000)
      case "writers":
        tallies.append(try Converge.runWriters(trials: isLong ? 200 : 12))
      case "race":
        for volume in volumes where isLong || !volume.isLoop {
          tallies.append(
            try Race.run(
              on: volume, documents: isLong ? 1_000_000 : volume.name == "tmpfs" ? 100_000 : 20_000))
        }
      case "fail":
        tallies.append(try Fail.sweepAllCalls())
        for volume in volumes where isLong || !volume.isLoop {
          tallies.append(try Fail.sweepDisk(on: volume, sample: isLong ? nil : 5_000))
        }
        for volume in volumes { tallies.append(try Fail.sweepUnkindDisks(on: volume)) }
        for volume in volumes where canTrace(name) && (isLong || !volume.isLoop) {
          tallies.append(try Fail.sweep(on: volume, sample: isLong ? nil : 1_500))
        }
      default:
        tallies.append(try Kill.sweepDisk())
        for volume in volumes where canTrace(name) {
          tallies += try Kill.sweep(
            Journey.swept, on: volume, nested: isLong || volume.name == "tmpfs")
        }
      }
    }
    return tallies.allSatisfy { !$0.hasViolations }
  }

  private static func canTrace(_ name: String) -> Bool {
    if let obstacle = Trace.obstacle { say("SKIPPED  \(name): \(obstacle)") }
    return Trace.obstacle == nil
  }

  /// Gives up root's rights for good.
  private static func becomeNobody() throws {
    guard geteuid() == 0 else { throw SweepError("only root can become another user") }
    let nobody: UInt32 = 65534
    guard setgroups(0, nil) == 0, setgid(nobody) == 0, setuid(nobody) == 0 else {
      throw SweepError("cannot become user 65534: errno \(errno)")
    }
    guard access(Program.path, X_OK) == 0 else {
      throw SweepError("user 65534 may not run \(Program.path)")
    }
  }
}

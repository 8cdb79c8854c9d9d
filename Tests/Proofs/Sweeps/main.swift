import Foundation
import TestSupport

@testable import Convergence
@testable import IntrayCore

let arguments = Array(CommandLine.arguments.dropFirst())
do {
  if arguments.first == "work" { exit(try work(Array(arguments.dropFirst()))) }
  exit(try await sweep(arguments) ? 0 : 1)
} catch {
  say("sweep: \(error)")
  exit(2)
}

/// What a worker process does, by its arguments; it is the one that is killed.
func work(_ arguments: [String]) throws -> Int32 {
  guard arguments.count >= 2 else { return 64 }
  if arguments[0] == "watcher" { WatchSweep.watch(Array(arguments.dropFirst(2)), says: arguments[1]) }
  let world = TestContainer(path: arguments[1])
  // It tries the volumes, which is none of the work.
  _ = TestSupport.Volume.timesEachChange
  // Where the start-up ends and the work begins, for the sweep that counts system calls.
  guard chdir(world.path) == 0 else { return 65 }
  do {
    switch arguments[0] {
    case "recover": try world.recover()
    case "scan":
      let store = CatalogueFixture.path(in: world)
      try Catalogue(path: store, container: Container(path: world.path + "/AppGroup"), clock: .patient).scan()
    case "exchange": try WritersTrial.exchange(at: arguments[1], seed: UInt64(arguments[2]) ?? 0)
    case "depositor": try Race.deposit(arguments)
    case "drainer": try Race.drain(in: world)
    default:
      let journeys = Journey.all + Journey.intruded + Journey.providerCalls
      guard let journey = journeys.first(where: { $0.name == arguments[0] }) else { return 64 }
      try journey.act(world, .system)
    }
    return 0
  } catch {
    return 1
  }
}

/// - Returns: whether nothing was violated.
func sweep(_ arguments: [String]) async throws -> Bool {
  let sweeps = [
    "kill", "provider", "fail", "race", "names", "crashes", "model", "identity", "catalogue", "watch",
    "converge", "writers", "programs", "cloud", "share", "words", "clocks", "restores",
  ]
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
    default:
      throw SweepError(
        "usage: sweep [--long] [--as-nobody] [--on build|tmpfs|xfs|btrfs] [\(sweeps.joined(separator: "] ["))] …"
      )
    }
  }
  let volumes = Volume.all(places.isEmpty ? ["build", "tmpfs", "xfs", "btrfs"] : places)
  defer { for volume in volumes { volume.remove() } }
  say(geteuid() == 0 ? "As root:" : "As user \(geteuid()):")
  SweepResult.printHead()
  var isFine = true
  for name in names.isEmpty ? sweeps : names {
    let tallies = try await sweep(name, on: volumes, isLong)
    isFine = isFine && tallies.allSatisfy { $0.violations == 0 }
  }
  return isFine
}

/// One of them, and how far it goes.
func sweep(_ name: String, on volumes: [Volume], _ isLong: Bool) async throws -> [SweepResult] {
  // In memory if there is such a volume: what is tried is not the drive.
  let fast = volumes.first { $0.name == "tmpfs" } ?? volumes.first
  let usual = volumes.filter { isLong || !$0.isLoop }
  var traced = volumes
  if ["kill", "provider", "fail", "catalogue"].contains(name), let obstacle = Trace.obstacle {
    say("SKIPPED  system calls of \(name): \(obstacle)")
    traced = []
  }
  switch name {
  case "kill":
    return try [FaultSweep.killsOfDisk()]
      + traced.flatMap {
        try FaultSweep.kills(FaultSweep.journeys, on: $0, nested: isLong || $0.name == "tmpfs")
      }
  case "provider":
    // Five of them, or all: each has some hundred calls of SQLite's.
    let few = ["create", "modify everything at once", "trash", "move out of the trash", "delete"]
    let calls = Journey.providerCalls.filter { isLong || few.contains($0.name) }
    return try traced.filter { isLong || $0.name == "tmpfs" }.flatMap {
      try FaultSweep.kills(calls, on: $0, nested: false)
    }
  case "fail":
    return try [FaultSweep.failuresOfDisk()]
      + usual.map { try FaultSweep.errorsOfDisk(on: $0, sample: isLong ? nil : 5_000) }
      + volumes.map(FaultSweep.unkindDisks)
      + traced.filter { isLong || !$0.isLoop }.map {
        try FaultSweep.failures(on: $0, sample: isLong ? nil : 1_500)
      }
  case "race":
    return try usual.map {
      try Race.run(on: $0, documents: isLong ? 1_000_000 : $0.name == "tmpfs" ? 100_000 : 20_000)
    }
  case "names": return try Names.sweep(count: isLong ? 20_000_000 : 150_000, on: volumes.first)
  case "crashes": return try Crashes.sweep(isLong: isLong)
  case "model": return [try Model.sweep(schedules: isLong ? 3_000_000 : 20_000)]
  case "identity":
    return [
      try MoveSchedule.sweep(schedules: isLong ? 300_000 : 3_000),
      try EditSchedule.sweep(schedules: isLong ? 30_000 : 1_000),
    ]
  case "catalogue":
    return try CatalogueSweep.run()
      + usual.filter { isLong || $0.name == "tmpfs" }.flatMap { volume in
        try CatalogueSweep.run(on: volume)
          + (traced.isEmpty ? [] : FaultSweep.scans(on: volume, sample: isLong ? nil : 300))
      }
  case "watch": return try fast.map { try WatchSweep.run(isLong: isLong, on: $0) } ?? []
  case "converge": return try Converge.sweep(operations: isLong ? 1_000_000 : 50_000)
  case "writers": return [try Converge.runWriters(trials: isLong ? 200 : 12)]
  case "programs":
    return try Converge.runPrograms(files: isLong ? 5_000 : 1_000, filesAlone: isLong ? 1_000 : 100)
  case "clocks": return [try ClockSweep.sweep(histories: isLong ? 100_000 : 1_000)]
  case "restores": return [try RestoreSweep.sweep(histories: isLong ? 100_000 : 1_000)]
  case "words":
    guard let fast else { return [] }
    return [try await ShareSweep.words(count: isLong ? 100_000 : 10_000, on: fast)]
  case "cloud": return [try CloudTrial.sweep(operations: isLong ? 2_000_000 : 50_000)]
  default:
    guard let fast else { return [] }
    return [try await ShareSweep.run(isLong: isLong, sample: isLong ? nil : 4_000, on: fast)]
  }
}

/// Gives up root's rights for good.
func becomeNobody() throws {
  guard geteuid() == 0 else { throw SweepError("only root can become another user") }
  let nobody: UInt32 = 65534
  guard setgroups(0, nil) == 0, setgid(nobody) == 0, setuid(nobody) == 0 else {
    throw SweepError("cannot become user 65534: errno \(errno)")
  }
  guard access(Program.path, X_OK) == 0 else {
    throw SweepError("user 65534 may not run \(Program.path)")
  }
}

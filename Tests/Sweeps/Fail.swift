import Foundation
import Shared
import Synchronization
import TestSupport

/// Lets the worker's system calls fail, each with each kind of error, once and from then on.
enum Fail {
  /// One failure to come.
  struct Case: Sendable {
    var scenario: Scenario
    var point: Point
    var error: (name: String, number: Int32, code: DiskError.Code)
    var isLasting: Bool

    var description: String {
      "\(scenario.name), \(point.call) \(point.number) \(isLasting ? "and later ones fail" : "fails") "
        + "with \(error.name)"
    }
  }

  private static let errors: [(name: String, number: Int32, code: DiskError.Code)] = [
    ("EIO", EIO, .failed), ("ENOSPC", ENOSPC, .noSpace), ("EDQUOT", EDQUOT, .noSpace),
    ("EINTR", EINTR, .failed), ("EACCES", EACCES, .denied), ("EPERM", EPERM, .denied),
    ("EROFS", EROFS, .readOnly), ("EMFILE", EMFILE, .tooManyOpen), ("ENFILE", ENFILE, .tooManyOpen),
    ("ENAMETOOLONG", ENAMETOOLONG, .nameTooLong), ("EXDEV", EXDEV, .otherVolume),
    ("EOPNOTSUPP", EOPNOTSUPP, .unsupported), ("ESTALE", ESTALE, .failed), ("ENOENT", ENOENT, .notFound),
    ("EEXIST", EEXIST, .exists),
  ]
  /// These are answered by another try, rightly for ever, so a lasting one lasts so many calls.
  private static let retried: Set<String> = ["EINTR", "ENOENT", "EEXIST"]
  private static let lasting = 300

  /// The kernel's calls, by strace.
  static func sweep(on volume: Volume, sample: Int?) throws -> SweepResult {
    let tally = SweepResult("fail system calls", on: volume.name)
    let cases = try Scenario.all.flatMap { scenario in
      try all(scenario, Kill.points(of: scenario, on: volume))
    }
    try each(cases, sample: sample) { failing, worker in
      let place = volume.path + "/\(worker)"
      let world = try SweepContainer(at: place)
      try failing.scenario.prepare(world)
      let isBounded = retried.contains(failing.error.name)
      let last = isBounded ? "..\(failing.point.number + lasting)" : "+"
      let (exit, _) = try Trace.run(
        [failing.scenario.name, world.path], injecting: "error=\(failing.error.name)", at: failing.point,
        upTo: failing.isLasting ? last : "", log: place + ".log")
      check(failing, world, tally) {
        switch exit {
        case .code(0): .success
        case .code(1): .failure
        default: throw Violation("ended with \(exit)")
        }
      }
      try world.remove()
    }
    tally.printRow("failures")
    return tally
  }

  /// The disk's functions, in this process.
  static func sweepDisk(on volume: Volume, sample: Int?) throws -> SweepResult {
    let tally = SweepResult("fail functions of the disk", on: volume.name)
    let cases = try Scenario.all.flatMap { scenario in
      let world = try SweepContainer(at: volume.path + "/points")
      try scenario.prepare(world)
      let log = CallLog()
      // Some scenarios end with an error, rightly.
      try? scenario.act(world, Disk.system.logging(to: log))
      try world.remove()
      return all(
        scenario,
        DiskCall.allCases.flatMap { call in
          (0..<log.count(of: call)).map { Point(call: call.rawValue, number: $0 + 1) }
        }
      ).filter { $0.error.name != "EINTR" }
    }
    try each(cases, sample: sample) { failing, worker in
      let world = try SweepContainer(at: volume.path + "/\(worker)")
      try failing.scenario.prepare(world)
      let seen = Mutex(0)
      let disk = Disk.system.asking { request throws(DiskError) in
        guard request.call.rawValue == failing.point.call else { return }
        let number = seen.withLock { seen in
          seen += 1
          return seen
        }
        let end = failing.isLasting ? failing.point.number + lasting : failing.point.number
        guard (failing.point.number...end).contains(number) else { return }
        let isSync = request.call == .sync || request.call == .flush
        throw .of(failing.error.code, number: failing.error.number, call: isSync ? "fsync" : "")
      }
      check(failing, world, tally) {
        do {
          try failing.scenario.act(world, disk)
          return .success
        } catch { return .failure }
      }
      try world.remove()
    }
    tally.printRow("failures")
    return tally
  }

  /// Each scenario on a disk with each unkindness, for its whole length. It ends as on a kind disk, unless there is no room.
  static func sweepUnkindDisks(on volume: Volume) throws -> SweepResult {
    let tally = SweepResult("unkind disks", on: volume.name)
    func play(_ scenario: Scenario, _ unkindness: DiskUnkindness?) throws -> RunResult {
      let world = try SweepContainer(at: volume.path + "/unkind")
      // What it leaves is removed with the volume.
      defer { try? world.remove() }
      try scenario.prepare(world)
      let disk = Disk.system
      var ending = RunResult.success
      do {
        try scenario.act(world, unkindness.map { disk.with($0, foreign: world.path + "/Originals") } ?? disk)
      } catch { ending = .failure }
      try scenario.checkAtOnce(world, ending)
      try scenario.recoverAndCheck(world, ending)
      return ending
    }
    for scenario in Scenario.all {
      let kind = try play(scenario, nil)
      for unkindness in DiskUnkindness.allCases {
        tally.count()
        do {
          let ending = try play(scenario, unkindness)
          guard ending == kind || unkindness == .isFull else { throw Violation("\(ending), not \(kind)") }
        } catch {
          tally.violation("\(scenario.name), \(unkindness): \(error)")
        }
      }
    }
    tally.printRow("runs")
    return tally
  }

  private static func all(_ scenario: Scenario, _ points: [Point]) -> [Case] {
    let isOpening = [Scenario.open.name, Scenario.openParcel.name].contains(scenario.name)
    return points.flatMap { point in
      errors.flatMap { error in
        [false, true].map { Case(scenario: scenario, point: point, error: error, isLasting: $0) }
      }
    }.filter { failing in
      // The stranger's own call.
      if failing.point.call == "rename" { return false }
      // A folder that was removed while it was open is empty for readdir(3).
      if failing.point.call == "getdents64", failing.error.name == "ENOENT" { return false }
      // Files have handles on a volume, or have none and are known by their birth: no kernel changes its mind
      // about that between two calls.
      let isFirstOfAll = failing.point.number == 1 && failing.isLasting
      if failing.point.call == "name_to_handle_at", ["EOPNOTSUPP", "EPERM"].contains(failing.error.name),
        !isFirstOfAll
      {
        return false
      }
      // If the folder in which the system leaves copies is missing, the drain rightly takes the file for another
      // program's original and copies it. No kernel returns ENOENT for a folder in which it has just opened a file.
      return !(isOpening && failing.error.name == "ENOENT" && failing.point.call.hasPrefix("open"))
    }
  }

  private static func check(
    _ failing: Case, _ world: SweepContainer, _ tally: SweepResult, _ end: () throws -> RunResult
  ) {
    tally.count()
    do {
      var ending = try end()
      // A false ENOENT of the kernel may undo an acknowledged call, but never loses a document.
      if failing.error.name == "ENOENT", ending == .success { ending = .killed }
      try failing.scenario.checkAtOnce(world, ending)
      try failing.scenario.recoverAndCheck(world, ending)
    } catch {
      tally.violation("\(failing.description): \(error)")
    }
  }

  /// Two at a time; of a sample, the same ones each time.
  private static func each(
    _ cases: [Case], sample: Int?, _ body: @escaping @Sendable (Case, Int) throws -> Void
  ) throws {
    var generator = Seeded(3)
    let chosen = sample.map { Array(cases.shuffled(using: &generator).prefix($0)) } ?? cases
    let queue = Mutex(chosen)
    try inParallel(2) { worker in
      while let next = queue.withLock({ $0.popLast() }) { try body(next, worker) }
    }
  }
}

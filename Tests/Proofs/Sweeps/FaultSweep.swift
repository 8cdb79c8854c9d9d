import Foundation
import IntrayCore
import Synchronization
import TestSupport

/// The journeys, killed and failing at every call: the disk's in this process, and the kernel's by strace in another.
enum FaultSweep {
  /// The journeys of a sweep. A tag is left to `make test`: it is a property list, and Foundation writes none where it is
  /// linked statically.
  static let journeys = (Journey.all + Journey.intruded).filter { $0.name != Journey.tag.name }

  /// What the tests do at some calls to the disk, at all of them.
  static func killsOfDisk() throws -> SweepResult {
    let all = journeys + Journey.providerCalls + Journey.providerCallsOnce
    return try .each("kill at every call to the disk", on: "memory", all, unit: "kills") {
      journey, _, tally in
      try journey.kill(.all) { tally.violation($0) }
    }
  }

  /// The same with failures.
  static func failuresOfDisk() throws -> SweepResult {
    try .each("fail every call to the disk", on: "memory", journeys, unit: "failures") { journey, _, tally in
      try journey.fail(.all) { tally.violation($0) }
    }
  }

  /// Each function of the disk with each error of the kernel, once and for long.
  static func errorsOfDisk(on volume: Volume, sample: Int?) throws -> SweepResult {
    var cases: [DiskCase] = []
    for journey in journeys {
      let course = try journey.course()
      for call in Set(course.calls).sorted(by: { $0.rawValue < $1.rawValue }) {
        let function = [.sync, .flush].contains(call) ? "fsync" : ""
        for number in 1...course.calls.count(where: { $0 == call }) {
          for error in errors where error.name != "EINTR" {
            let thrown = DiskError.of(error.code, number: error.number, call: function)
            for length in [1, lasting + 1] {
              let disturbance = Disturbance(.failure(thrown), at: number, of: call, length: length)
              cases.append(DiskCase(journey: journey, course: course, disturbance: disturbance))
            }
          }
        }
      }
    }
    return try .each("fail functions of the disk", on: volume.name, cases, sample: sample, unit: "failures") {
      failing, thread, _ in
      try failing.journey.play(failing.disturbance, failing.course, at: volume.path + "/\(thread)")
      return 1
    }
  }

  private struct DiskCase: Sendable, CustomStringConvertible {
    var journey: Journey
    var course: Journey.Course
    var disturbance: Disturbance

    var description: String { "\(journey), \(disturbance)" }
  }

  /// Each journey on a disk with each unkindness, for its whole length. It ends as on a kind disk, unless there is no room.
  static func unkindDisks(on volume: Volume) throws -> SweepResult {
    try .each("unkind disks", on: volume.name, journeys, unit: "runs") { journey, thread, tally in
      let course = try journey.course()
      for unkindness in DiskUnkindness.allCases {
        do {
          try with(journey, at: volume.path + "/\(thread)") { world in
            let disk = Disk.system.with(unkindness, foreign: world.path + "/Originals/much")
            var ending = RunResult.success
            do { try journey.act(world, disk) } catch { ending = .failure }
            try journey.checkAtOnce(world, course)
            try journey.finish(world, ending)
            guard (ending == .success) != journey.isRefused || unkindness == .isFull else {
              throw Violation("\(ending) on an unkind disk")
            }
          }
        } catch { tally.violation("\(journey), \(unkindness): \(error)") }
      }
      return DiskUnkindness.allCases.count
    }
  }

  private static func with(_ journey: Journey, at path: String, _ body: (TestContainer) throws -> Void) throws
  {
    let world = try TestContainer.make(at: path)
    // A violation leaves anything; what cannot be removed is removed with the volume.
    defer { try? world.remove() }
    try journey.prepare(world)
    try body(world)
  }

  // MARK: System calls

  private typealias KernelError = (name: String, number: Int32, code: DiskError.Code)

  private static let errors: [KernelError] = [
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

  /// A journey with the system calls of its worker.
  private struct TracedJourney: Sendable {
    let journey: Journey
    let course: Journey.Course
    let points: [Point]

    init(_ journey: Journey, on volume: Volume) throws {
      self.journey = journey
      course = try journey.course()
      var found: [Point] = []
      try FaultSweep.with(journey, at: volume.path + "/points") { world in
        let (points, exit) = try Trace.points([journey.name, world.path], log: volume.path + "/log")
        guard exit == .code(journey.isRefused ? 1 : 0) else {
          throw SweepError("\(journey) does not work: \(exit)")
        }
        try journey.finish(world, journey.isRefused ? .failure : .success)
        found = points
      }
      points = found
    }
  }

  /// A system call that something is injected at.
  private struct Case: Sendable, CustomStringConvertible {
    var traced: TracedJourney
    var point: Point
    /// The error; nil is a kill.
    var error: String?
    var isLasting = false

    var description: String {
      "\(traced.journey), \(point) \(error.map { "\(isLasting ? "and later ones fail" : "fails") with \($0)" } ?? "killed")"
    }

    /// Runs the worker.
    func run(in world: TestContainer, log: String) throws -> (exit: Exit, hit: Bool) {
      let last = retried.contains(error ?? "") ? "..\(point.number + lasting)" : "+"
      return try Trace.run(
        [traced.journey.name, world.path], injecting: error.map { "error=" + $0 } ?? "signal=KILL", at: point,
        upTo: isLasting ? last : "", log: log)
    }
  }

  /// Kills the worker at every system call, and then the recovery at every one of its own.
  static func kills(_ journeys: [Journey], on volume: Volume, nested: Bool) throws -> [SweepResult] {
    let what = journeys.allSatisfy(\.isSettled) ? "kill" : "kill what the system asks for"
    let states = Mutex<[String: Case]>([:])
    let cases = try journeys.flatMap { journey in
      let traced = try TracedJourney(journey, on: volume)
      return traced.points.map { Case(traced: traced, point: $0) }
    }
    let first = try SweepResult.each("\(what) at every system call", on: volume.name, cases, unit: "points") {
      killed, thread, _ in
      let (journey, place) = (killed.traced.journey, volume.path + "/\(thread)")
      try with(journey, at: place) { world in
        let (exit, hit) = try killed.run(in: world, log: place + ".log")
        // A listing in another order may need a call less.
        guard exit == .signal(9) || !hit else { throw Violation("ended with \(exit)") }
        try journey.checkAtOnce(world, killed.traced.course)
        let state = try journey.name + normalized(world.tree("AppGroup"))
        states.withLock { $0[state] = $0[state] ?? killed }
        try journey.finish(world, exit == .code(0) ? .success : .killed)
      }
      return 1
    }
    guard nested else { return [first] }
    let broken = states.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value)
    let second = try SweepResult.each(
      "and again during recovery", on: volume.name, broken, unit: "points"
    ) { killed, thread, tally in
      let (journey, place) = (killed.traced.journey, volume.path + "/\(thread)")
      var points: [Point] = []
      try with(journey, at: place) { world in
        _ = try killed.run(in: world, log: place + ".log")
        points = try Trace.points(["recover", world.path], log: place + ".log").points
      }
      for point in points {
        do {
          try with(journey, at: place) { world in
            _ = try killed.run(in: world, log: place + ".log")
            _ = try Trace.run(
              ["recover", world.path], injecting: "signal=KILL", at: point, log: place + ".log")
            try journey.checkAtOnce(world, killed.traced.course)
            try journey.finish(world, .killed)
          }
        } catch { tally.violation("\(killed), recovery at \(point): \(error)") }
      }
      return points.count
    }
    return [first, second]
  }

  /// A tree as text, without what is random in its names.
  private static func normalized(_ tree: Tree) -> String {
    tree.description.replacing(#/[0-9a-f]{32}/#, with: "*").replacing(#/[0-9a-f]+-[0-9a-f]+/#, with: "#")
  }

  /// Lets each system call of the worker fail with each error, once and from then on.
  static func failures(on volume: Volume, sample: Int?) throws -> SweepResult {
    let cases = try journeys.flatMap { journey -> [Case] in
      let traced = try TracedJourney(journey, on: volume)
      return traced.points.flatMap { point in
        errors.flatMap { error in
          [false, true].map { Case(traced: traced, point: point, error: error.name, isLasting: $0) }
        }
      }
    }.filter(isPossible)
    return try .each("fail system calls", on: volume.name, cases, sample: sample, unit: "failures") {
      failing, thread, _ in
      let (journey, place) = (failing.traced.journey, volume.path + "/\(thread)")
      try with(journey, at: place) { world in
        let (exit, _) = try failing.run(in: world, log: place + ".log")
        guard exit == .code(0) || exit == .code(1) else { throw Violation("ended with \(exit)") }
        try journey.checkAtOnce(world, failing.traced.course)
        // A false answer of the kernel may undo an acknowledged call, but never loses a document.
        let isLie = ["ENOENT", "EEXIST"].contains(failing.error)
        try journey.finish(world, exit == .code(0) ? .success : .failure, isLie: isLie)
      }
      return 1
    }
  }

  /// Whether a kernel gives this error there.
  private static func isPossible(_ failing: Case) -> Bool {
    let (call, error) = (failing.point.call, failing.error)
    switch call {
    // The stranger's own call.
    case "rename": return false
    // A folder that was removed while it was open is empty for readdir(3).
    case "getdents64": return error != "ENOENT"
    // Files have handles on a volume, or have none and are known by their birth: no kernel changes its mind
    // about that between two calls.
    case "name_to_handle_at" where ["EOPNOTSUPP", "EPERM"].contains(error):
      return failing.point.number == 1 && failing.isLasting
    // What was prepared has attributes, so the volume has them: none forgets that between two calls.
    case "fgetxattr", "flistxattr": return error != "EOPNOTSUPP"
    // If the folder in which the system leaves copies is missing, the drain rightly takes the file for another
    // program's original and copies it. No kernel returns ENOENT for a folder in which it has just opened a file.
    default:
      let isOpening = [Journey.openedCopy.name, Journey.openedParcel.name].contains(
        failing.traced.journey.name)
      return !(isOpening && error == "ENOENT" && call.hasPrefix("open"))
    }
  }

  // MARK: A scan

  /// Kills a scan at each of its system calls, SQLite's own included, and lets each fail.
  static func scans(on volume: Volume, sample: Int?) throws -> [SweepResult] {
    @Sendable func withScenario(_ body: (CatalogueFixture, ScanScenario) throws -> Void) throws {
      try withFixture(.untidy, on: volume.scratch) { try body($0, ScanScenario($0)) }
    }
    var points: [Point] = []
    try withScenario { fixture, _ in
      points = try Trace.points(["scan", fixture.test.path], log: volume.path + "/scan.log").points
    }
    // What `readdir` makes of an ENOENT is said above.
    let failures = points.flatMap { point in
      ["EIO", "ENOSPC", "EACCES", "EINTR", "EMFILE", "ENOENT", "EROFS"]
        .filter { point.call != "getdents64" || $0 != "ENOENT" }.map {
          ScanCase(point: point, injected: "error=" + $0)
        }
    }
    let kills = points.map { ScanCase(point: $0, injected: "signal=KILL") }
    func sweep(_ what: String, _ unit: String, _ cases: [ScanCase], sample: Int? = nil) throws -> SweepResult
    {
      try .each(what, on: volume.name, cases, sample: sample, unit: unit) { one, thread, _ in
        try withScenario { fixture, scenario in
          let (exit, _) = try Trace.run(
            ["scan", fixture.test.path], injecting: one.injected, at: one.point,
            log: volume.path + "/\(thread).log")
          if exit == .hung { throw Violation("the scan came to no end") }
          // SQLite calls a store damaged, too, when the medium refused one of its pages. It is set aside then.
          let isRefusedPage = one.point.call.hasPrefix("pread") && one.injected.contains("EIO")
          try scenario.check(fixture, mayBeLost: isRefusedPage)
        }
        return 1
      }
    }
    return [
      try sweep("scan killed at a system call", "kills", kills),
      try sweep("scan whose system call fails", "failures", failures, sample: sample),
    ]
  }

  private struct ScanCase: Sendable {
    var point: Point
    var injected: String
  }
}

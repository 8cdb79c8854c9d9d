import Foundation
import Shared
import Synchronization
import TestSupport

/// Lets the calls of every journey fail, each with each kind of error, once and from then on.
enum Fail {
  private static let errors: [(name: String, number: Int32, code: DiskError.Code)] = [
    ("EIO", EIO, .failed), ("ENOSPC", ENOSPC, .noSpace), ("EDQUOT", EDQUOT, .noSpace),
    ("EINTR", EINTR, .failed), ("EACCES", EACCES, .denied), ("EPERM", EPERM, .denied),
    ("EROFS", EROFS, .readOnly), ("EMFILE", EMFILE, .tooManyOpen), ("ENFILE", ENFILE, .tooManyOpen),
    ("ENAMETOOLONG", ENAMETOOLONG, .nameTooLong), ("EXDEV", EXDEV, .otherVolume),
    ("EOPNOTSUPP", EOPNOTSUPP, .unsupported), ("ESTALE", ESTALE, .failed), ("ENOENT", ENOENT, .notFound),
    ("EEXIST", EEXIST, .exists),
  ]
  private static let journeys = Journey.swept
  /// These are answered by another try, rightly for ever, so a lasting one lasts so many calls.
  private static let retried: Set<String> = ["EINTR", "ENOENT", "EEXIST"]
  private static let lasting = 300

  /// One failure to come.
  private struct Case: Sendable {
    var traced: TracedJourney
    var point: Point
    var error: (name: String, number: Int32, code: DiskError.Code)
    var isLasting: Bool

    var description: String {
      "\(traced.journey), \(point.call) \(point.number) \(isLasting ? "and later ones fail" : "fails") with \(error.name)"
    }
  }

  /// The kernel's calls, by strace.
  static func sweep(on volume: Volume, sample: Int?) throws -> SweepResult {
    let tally = SweepResult("fail system calls", on: volume.name)
    let cases = try journeys.flatMap { journey -> [Case] in
      let traced = try TracedJourney(journey, on: volume)
      return traced.points.flatMap { point in
        errors.flatMap { error in
          [false, true].map { Case(traced: traced, point: point, error: error, isLasting: $0) }
        }
      }
    }.filter(isPossible)
    try each(cases, sample: sample) { failing, worker in
      let place = volume.path + "/\(worker)"
      let journey = failing.traced.journey
      let world = try TestContainer.make(at: place)
      try journey.prepare(world)
      let isBounded = retried.contains(failing.error.name)
      let last = isBounded ? "..\(failing.point.number + lasting)" : "+"
      let (exit, _) = try Trace.run(
        [journey.name, world.path], injecting: "error=\(failing.error.name)", at: failing.point,
        upTo: failing.isLasting ? last : "", log: place + ".log")
      tally.count()
      do {
        guard exit == .code(0) || exit == .code(1) else { throw Violation("ended with \(exit)") }
        // A false answer of the kernel may undo an acknowledged call, but never loses a document.
        let isLie = [ENOENT, EEXIST].contains(failing.error.number)
        try journey.checkAtOnce(world, failing.traced.course)
        try journey.finish(world, exit == .code(0) ? .success : .failure, isLie: isLie)
      } catch {
        tally.violation("\(failing.description): \(error)")
      }
      try world.remove()
    }
    tally.printRow("failures")
    return tally
  }

  /// Whether a kernel gives this error there.
  private static func isPossible(_ failing: Case) -> Bool {
    let isOpening = [Journey.openedCopy.name, Journey.openedParcel.name].contains(failing.traced.journey.name)
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

  /// One failure of a function of the disk.
  private struct DiskCase: Sendable {
    var journey: Journey
    var course: Journey.Course
    var disturbance: Disturbance
  }

  /// The disk's functions, in this process.
  static func sweepDisk(on volume: Volume, sample: Int?) throws -> SweepResult {
    let tally = SweepResult("fail functions of the disk", on: volume.name)
    var cases: [DiskCase] = []
    for journey in journeys {
      let course = try journey.course()
      let counts = Dictionary(course.calls.map { ($0, 1) }, uniquingKeysWith: +)
      for (call, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        let isSync = call == .sync || call == .flush
        for number in 1...count {
          for error in errors where error.name != "EINTR" {
            let thrown = DiskError.of(error.code, number: error.number, call: isSync ? "fsync" : "")
            for length in [1, lasting + 1] {
              let disturbance = Disturbance(.failure(thrown), at: number, of: call, length: length)
              cases.append(DiskCase(journey: journey, course: course, disturbance: disturbance))
            }
          }
        }
      }
    }
    try each(cases, sample: sample) { failing, worker in
      tally.count()
      do {
        try failing.journey.play(failing.disturbance, failing.course, at: volume.path + "/\(worker)")
      } catch { tally.violation("\(failing.journey), \(failing.disturbance): \(error)") }
    }
    tally.printRow("failures")
    return tally
  }

  /// What the tests do at some calls, at all of them.
  static func sweepAllCalls() throws -> SweepResult {
    let tally = SweepResult("fail every call to the disk", on: "memory")
    let queue = Mutex(journeys)
    try inParallel(2) { _ in
      while let journey = queue.withLock({ $0.popLast() }) {
        tally.count(try journey.fail(.all) { tally.violation($0) })
      }
    }
    tally.printRow("failures")
    return tally
  }

  /// Each journey on a disk with each unkindness, for its whole length. It ends as on a kind disk, unless there is no room.
  static func sweepUnkindDisks(on volume: Volume) throws -> SweepResult {
    let tally = SweepResult("unkind disks", on: volume.name)
    for journey in journeys {
      let course = try journey.course()
      for unkindness in DiskUnkindness.allCases {
        tally.count()
        do {
          let world = try TestContainer.make(at: volume.path + "/unkind")
          // What it leaves is removed with the volume.
          defer { try? world.remove() }
          try journey.prepare(world)
          var ending = RunResult.success
          do {
            try journey.act(world, Disk.system.with(unkindness, foreign: world.path + "/Originals/much"))
          } catch { ending = .failure }
          try journey.checkAtOnce(world, course)
          try journey.finish(world, ending)
          guard (ending == .success) != journey.isRefused || unkindness == .isFull else {
            throw Violation("\(ending) on an unkind disk")
          }
        } catch {
          tally.violation("\(journey), \(unkindness): \(error)")
        }
      }
    }
    tally.printRow("runs")
    return tally
  }

  /// Two at a time; of a sample, the same ones each time.
  private static func each<Element: Sendable>(
    _ cases: [Element], sample: Int?, _ body: @escaping @Sendable (Element, Int) throws -> Void
  ) throws {
    var generator = Seeded(3)
    let chosen = sample.map { Array(cases.shuffled(using: &generator).prefix($0)) } ?? cases
    let queue = Mutex(chosen)
    try inParallel(2) { worker in
      while let next = queue.withLock({ $0.popLast() }) { try body(next, worker) }
    }
  }
}

import Foundation
import Shared
import Synchronization
import TestSupport

/// Kills the worker at every system call of every journey, then the recovery at every one of its own.
enum Kill {
  static func sweep(_ journeys: [Journey], on volume: Volume, nested: Bool) throws -> [SweepResult] {
    let what = journeys.allSatisfy(\.isSettled) ? "kill" : "kill what the system asks for"
    let tally = SweepResult("\(what) at every system call", on: volume.name)
    let second = SweepResult("and again during recovery", on: volume.name)
    let states = Mutex<[String: (TracedJourney, Point)]>([:])
    let jobs = Mutex(
      try journeys.flatMap { journey in
        let traced = try TracedJourney(journey, on: volume)
        return traced.points.map { (traced, $0) }
      })
    try inParallel(2) { worker in
      while let (traced, point) = jobs.withLock({ $0.popLast() }) {
        let place = volume.path + "/\(worker)"
        try once(traced, at: point, in: place, tally) { world in
          let state = try normalized(world.tree("AppGroup"))
          states.withLock {
            $0[traced.journey.name + state] = $0[traced.journey.name + state] ?? (traced, point)
          }
        }
      }
    }
    tally.printRow("points")
    guard nested else { return [tally] }
    let all = states.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value)
    let queue = Mutex(all)
    try inParallel(2) { worker in
      while let (traced, first) = queue.withLock({ $0.popLast() }) {
        try twice(traced, first, in: volume.path + "/\(worker)", second)
      }
    }
    second.printRow("points")
    return [tally, second]
  }

  /// The same at every call to the disk, in this process.
  static func sweepDisk() throws -> SweepResult {
    let tally = SweepResult("kill at every call to the disk", on: "memory")
    let journeys = Mutex(Journey.swept + Journey.providerCalls + Journey.providerCallsOnce)
    try inParallel(2) { _ in
      while let journey = journeys.withLock({ $0.popLast() }) {
        tally.count(try journey.kill(.all) { tally.violation($0) })
      }
    }
    tally.printRow("kills")
    return tally
  }

  private static func once(
    _ traced: TracedJourney, at point: Point, in place: String, _ tally: SweepResult,
    _ body: (TestContainer) throws -> Void
  ) throws {
    let world = try TestContainer.make(at: place)
    try traced.journey.prepare(world)
    let (exit, hit) = try Trace.run(
      [traced.journey.name, world.path], injecting: "signal=KILL", at: point, log: place + ".log")
    tally.count()
    do {
      // A listing in another order may need a call less.
      guard exit == .signal(9) || !hit else { throw Violation("ended with \(exit)") }
      try traced.journey.checkAtOnce(world, traced.course)
      try body(world)
      try traced.journey.finish(world, exit == .code(0) ? .success : .killed)
    } catch {
      tally.violation("\(traced.journey), killed at \(point.call) \(point.number): \(error)")
    }
    try world.remove()
  }

  /// Brings about one state again and again, and kills its recovery at each call in turn.
  private static func twice(
    _ traced: TracedJourney, _ first: Point, in place: String, _ tally: SweepResult
  ) throws {
    let journey = traced.journey
    func broken() throws -> TestContainer {
      let world = try TestContainer.make(at: place)
      try journey.prepare(world)
      _ = try Trace.run([journey.name, world.path], injecting: "signal=KILL", at: first, log: place + ".log")
      return world
    }
    let trial = try broken()
    let points = try Trace.points(["recover", trial.path], log: place + ".log").points
    try trial.remove()
    for point in points {
      let world = try broken()
      _ = try Trace.run(["recover", world.path], injecting: "signal=KILL", at: point, log: place + ".log")
      tally.count()
      do {
        try journey.checkAtOnce(world, traced.course)
        try journey.finish(world, .killed)
      } catch {
        tally.violation(
          "\(journey), killed at \(first.call) \(first.number), recovery at \(point.call) \(point.number): \(error)"
        )
      }
      try world.remove()
    }
  }

  /// A tree as text, without what is random in its names.
  private static func normalized(_ tree: Tree) -> String {
    tree.description.replacing(#/[0-9a-f]{32}/#, with: "*").replacing(#/[0-9a-f]+-[0-9a-f]+/#, with: "#")
  }
}

/// A journey with the system calls of its worker.
struct TracedJourney: Sendable {
  let journey: Journey
  let course: Journey.Course
  let points: [Point]

  init(_ journey: Journey, on volume: Volume) throws {
    self.journey = journey
    course = try journey.course()
    let world = try TestContainer.make(at: volume.path + "/points")
    try journey.prepare(world)
    let (points, exit) = try Trace.points([journey.name, world.path], log: volume.path + "/log")
    guard exit == .code(journey.isRefused ? 1 : 0) else {
      throw SweepError("\(journey) does not work: \(exit)")
    }
    try journey.finish(world, journey.isRefused ? .failure : .success)
    try world.remove()
    self.points = points
  }
}

extension Journey {
  /// The journeys of a sweep. A tag is left to `make test`: it is a property list, and Foundation writes none where it is
  /// linked statically.
  static let swept = (all + intruded).filter { $0.name != tag.name }
}

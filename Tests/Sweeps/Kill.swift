import Foundation
import Shared
import Synchronization
import TestSupport

/// Kills the worker at every system call of everything it does, then the recovery at every one of its own.
enum Kill {
  static func sweep(on volume: Volume, nested: Bool) throws -> [SweepResult] {
    let tally = SweepResult("kill at every system call", on: volume.name)
    let second = SweepResult("and again during recovery", on: volume.name)
    let states = Mutex<[String: (Scenario, Point)]>([:])
    let jobs = Mutex(
      try Scenario.all.flatMap { scenario in
        try points(of: scenario, on: volume).map { (scenario, $0) }
      })
    try inParallel(2) { worker in
      while let (scenario, point) = jobs.withLock({ $0.popLast() }) {
        let place = volume.path + "/\(worker)"
        try once(scenario, at: point, in: place, tally) { world in
          let state = try normalized(world.tree("AppGroup"))
          states.withLock { $0[scenario.name + state] = $0[scenario.name + state] ?? (scenario, point) }
        }
      }
    }
    tally.printRow("points")
    guard nested else { return [tally] }
    let all = states.withLock { $0 }.sorted { $0.key < $1.key }.map(\.value)
    let queue = Mutex(all)
    try inParallel(2) { worker in
      while let (scenario, first) = queue.withLock({ $0.popLast() }) {
        try twice(scenario, first, in: volume.path + "/\(worker)", second)
      }
    }
    second.printRow("points")
    return [tally, second]
  }

  static func points(of scenario: Scenario, on volume: Volume) throws -> [Point] {
    let world = try SweepContainer(at: volume.path + "/points")
    try scenario.prepare(world)
    let (points, exit) = try Trace.points([scenario.name, world.path], log: volume.path + "/log")
    guard exit == .code(scenario.isFailing ? 1 : 0) else {
      throw SweepError("\(scenario.name) does not work: \(exit)")
    }
    try scenario.recoverAndCheck(world, scenario.isFailing ? .failure : .success)
    try world.remove()
    return points
  }

  private static func once(
    _ scenario: Scenario, at point: Point, in place: String, _ tally: SweepResult,
    _ body: (SweepContainer) throws -> Void
  ) throws {
    let world = try SweepContainer(at: place)
    try scenario.prepare(world)
    let (exit, hit) = try Trace.run(
      [scenario.name, world.path], injecting: "signal=KILL", at: point, log: place + ".log")
    tally.count()
    do {
      // A listing in another order may need a call less.
      guard exit == .signal(9) || !hit else { throw Violation("ended with \(exit)") }
      let ending: RunResult = exit == .code(0) ? .success : .killed
      try scenario.checkAtOnce(world, ending)
      try body(world)
      try scenario.recoverAndCheck(world, ending)
    } catch {
      tally.violation("\(scenario.name), killed at \(point.call) \(point.number): \(error)")
    }
    try world.remove()
  }

  /// Brings about one state again and again, and kills its recovery at each call in turn.
  private static func twice(_ scenario: Scenario, _ first: Point, in place: String, _ tally: SweepResult)
    throws
  {
    func broken() throws -> SweepContainer {
      let world = try SweepContainer(at: place)
      try scenario.prepare(world)
      _ = try Trace.run(
        [scenario.name, world.path], injecting: "signal=KILL", at: first, log: place + ".log")
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
        try scenario.checkAtOnce(world, .killed)
        try scenario.recoverAndCheck(world, .killed)
      } catch {
        tally.violation(
          "\(scenario.name), killed at \(first.call) \(first.number), recovery at \(point.call) "
            + "\(point.number): \(error)")
      }
      try world.remove()
    }
  }

  /// A tree as text, without what is random in its names.
  private static func normalized(_ tree: Tree) -> String {
    tree.description.replacing(#/[0-9a-f]{32}/#, with: "*").replacing(#/[0-9a-f]+-[0-9a-f]+/#, with: "#")
  }
}

extension Scenario {
  /// Whether it is right that it fails.
  var isFailing: Bool { name == Scenario.removeStrange.name }
}

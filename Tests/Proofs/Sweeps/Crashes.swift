import Foundation
import IntrayCore
import Synchronization
import TestSupport

/// Every state that a power cut can leave, of each protocol alone: after each of its calls, every combination of
/// what was synced, half written and not there at all. From each of them on a drain is cut in the same way. And a process
/// is only killed, so that the drain meets what is not synced, and then the power is cut.
enum Crashes {
  private struct Crash: CustomStringConvertible {
    /// What was done; nil is a drain.
    var actor: Model.Actor?
    var step: Int
    var choices: ChoiceCounter

    var description: String { "\(actor.map { "\($0)" } ?? "drain"), call \(step), \(choices)" }
  }

  /// - Parameter isLong: whether each state is a start for the second crash, and not one of some.
  static func sweep(isLong: Bool) throws -> [SweepResult] {
    let found = Mutex<[Crash]>([])
    let actors = [nil] + Model.Actor.allCases.map(Optional.some)
    let first = try SweepResult.each(
      "every crash state, on a modelled disk", on: "model", actors, unit: "states"
    ) { actor, _, tally in
      try each { step, choices in
        guard let (model, promise) = try crash(actor, step, &choices) else { return false }
        let crash = Crash(actor: actor, step: step, choices: choices)
        found.withLock { $0.append(crash) }
        look(at: model, promise, "\(crash)", actor, tally)
        return true
      }
    }
    let crashes = found.withLock { all in all.indices.filter { isLong || $0 % 16 == 0 }.map { all[$0] } }
    let again = try SweepResult.each("and from these, of the recovery", on: "model", crashes, unit: "states")
    {
      first, _, tally in
      try each { step, choices in
        var former = first.choices
        former.rewind()
        guard let (model, promise) = try crash(first.actor, first.step, &former),
          try cut(model, at: step, &choices, { Model.drain($0) })
        else { return false }
        look(at: model, promise, "\(first), then call \(step), \(choices)", first.actor, tally)
        return true
      }
    }
    return [first, again, try cutAfterKills(isLong: isLong)]
  }

  /// Kills a process at each of its calls, and cuts the power at each call of the drain after it, and at its end: what the
  /// drain relies on may not have been synced by the one that made it. Of the choices, one at a time differs from the rest.
  private static func cutAfterKills(isLong: Bool) throws -> SweepResult {
    try .each("every cut of a recovery after a kill", on: "model", Model.Actor.allCases, unit: "states") {
      actor, _, tally in
      var (step, isOver, count) = (0, false, 0)
      while !isOver {
        step += isLong ? 1 : 7
        var (second, isRecovered) = (0, false)
        while !isRecovered {
          second += 1
          var variant = SingleChoice()
          repeat {
            let model = try prepared(for: actor)
            let promise = Mutex(Model.AcknowledgedActs())
            isOver = try !kill(model, at: step) { Model.act(actor, in: $0, promise) }
            if isOver, actor != .sweep, promise.withLock({ $0 == Model.AcknowledgedActs() }) {
              tally.violation("\(actor) does not succeed by itself")
            }
            isRecovered = try !kill(model, at: second) { Model.drain($0) }
            model.cut { variant.choose(of: $0) }
            let name = "\(actor), killed at call \(step), cut at call \(second) of the drain, \(variant)"
            look(at: model, promise.withLock { $0 }, name, actor, tally)
            count += 1
          } while variant.advance()
        }
      }
      return count
    }
  }

  /// Tries every call, and after each every combination of choices, until there is no such call.
  ///
  /// - Returns: how many there were.
  private static func each(_ body: (_ step: Int, _ choices: inout ChoiceCounter) throws -> Bool) throws -> Int
  {
    var (step, count) = (0, 0)
    while true {
      step += 1
      var choices = ChoiceCounter()
      repeat {
        guard try body(step, &choices) else { return count }
        count += 1
      } while choices.advance()
    }
  }

  private static func crash(
    _ actor: Model.Actor?, _ step: Int, _ choices: inout ChoiceCounter
  ) throws -> (ModelDisk, Model.AcknowledgedActs)? {
    let model = try prepared(for: actor)
    let promise = Mutex(Model.AcknowledgedActs())
    let isCut = try cut(model, at: step, &choices) { container in
      if let actor { Model.act(actor, in: container, promise) } else { Model.drain(container) }
    }
    return isCut ? (model, promise.withLock { $0 }) : nil
  }

  /// - Returns: whether it was not done before that call.
  private static func cut(
    _ model: ModelDisk, at step: Int, _ choices: inout ChoiceCounter,
    _ body: @escaping @Sendable (Container) -> Void
  ) throws -> Bool {
    guard try kill(model, at: step, body) else { return false }
    model.cut { choices.choose(of: $0) }
    return true
  }

  /// - Returns: whether it was not done before that call.
  private static func kill(
    _ model: ModelDisk, at step: Int, _ body: @escaping @Sendable (Container) -> Void
  ) throws -> Bool {
    let schedule = Schedule(processes: 1, seed: 1, end: (step, nil))
    try schedule.run { _ in
      body(Container(path: ModelDisk.path, disk: schedule.disk(model.disk, of: 0)))
    }
    return schedule.hasEnded
  }

  private static func look(
    at model: ModelDisk, _ promise: Model.AcknowledgedActs, _ name: String, _ actor: Model.Actor?,
    _ tally: SweepResult
  ) {
    do { try Model.check(model, promise, actor) } catch { tally.violation("\(name): \(error)") }
  }

  /// A disk for an act. Before a sweep there is a parcel in Staging that no process will finish: its writer was killed in the
  /// middle.
  private static func prepared(for actor: Model.Actor?) throws -> ModelDisk {
    let model = ModelDisk()
    try Model.prepare(model)
    if actor == .sweep {
      _ = try kill(model, at: 40) { Model.act(.deposit, in: $0, Mutex(Model.AcknowledgedActs())) }
      model.syncAll()
    }
    return model
  }
}

/// All choices the first ones, or all the last ones, and then one after the other differs.
private struct SingleChoice: CustomStringConvertible {
  private var isLast = false
  private var other: (place: Int, by: Int)?
  private var bases: [Int] = []

  /// The next choice of this round.
  mutating func choose(of base: Int) -> Int {
    defer { bases.append(base) }
    let by = other.flatMap { $0.place == bases.count ? $0.by : nil } ?? 0
    return isLast ? base - 1 - by : by
  }

  /// Goes on to the next round.
  /// - Returns: whether there is one.
  mutating func advance() -> Bool {
    defer { bases = [] }
    var next = other.map { (place: $0.place, by: $0.by + 1) } ?? (place: 0, by: 1)
    if next.place < bases.count, next.by >= bases[next.place] { next = (next.place + 1, 1) }
    other = next.place < bases.count ? next : nil
    if other != nil { return true }
    defer { isLast = true }
    return !isLast
  }

  var description: String { "\(isLast ? "last" : "first") choices but \(other.map { "\($0)" } ?? "none")" }
}

/// Counts through all choices there are, like a mileage counter whose digits have each a base of their own.
struct ChoiceCounter: CustomStringConvertible {
  private var digits: [(value: Int, base: Int)] = []
  private var place = 0

  /// The next choice of this round.
  mutating func choose(of base: Int) -> Int {
    if place == digits.count { digits.append((0, base)) }
    defer { place += 1 }
    return digits[place].value
  }

  /// Begins this round again, with the same choices.
  mutating func rewind() { place = 0 }

  /// Goes on to the next round.
  /// - Returns: whether there is one.
  mutating func advance() -> Bool {
    place = 0
    while let last = digits.popLast() {
      if last.value + 1 < last.base {
        digits.append((last.value + 1, last.base))
        return true
      }
    }
    return false
  }

  var description: String { "choices " + digits.map { "\($0.value)" }.joined() }
}

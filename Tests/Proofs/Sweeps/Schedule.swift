import Foundation
import IntrayCore
import TestSupport

/// Runs a few processes of the model one call at a time, in an order that a seed decides.
///
/// Each process is a thread; the one that runs draws who is next before each of its calls, so that two
/// runs of one seed make the same calls in the same order.
final class Schedule: @unchecked Sendable {
  // Unchecked because only the thread that runs touches it, and handing over is a semaphore.
  private var generator: Seeded
  private var alive: [Int]
  private var dead: Set<Int> = []
  private let turns: [DispatchSemaphore]
  private let end: (step: Int, victim: Int?)
  private var step = 0
  private var names: [FileName: Int] = [:]
  /// All calls so far, as one number.
  private(set) var trace: UInt64 = 14_695_981_039_346_656_037

  /// - Parameter end: at which call a process is killed, and which one; nil is all.
  init(processes: Int, seed: UInt64, end: (step: Int, victim: Int?)) {
    generator = Seeded(seed)
    alive = Array(0..<processes)
    turns = alive.map { _ in DispatchSemaphore(value: 0) }
    self.end = end
  }

  /// Whether the end came before all of them were done.
  var hasEnded: Bool { step >= end.step }

  func run(_ body: @escaping @Sendable (_ process: Int) -> Void) throws {
    let first = alive[Int(generator.next() % UInt64(alive.count))]
    turns[first].signal()
    try inParallel(alive.count) { [self] process in
      turns[process].wait()
      body(process)
      alive.removeAll { $0 == process }
      if !alive.isEmpty { turns[alive[Int(generator.next() % UInt64(alive.count))]].signal() }
    }
  }

  /// The disk of one process: before each call, it may be another process's turn.
  func disk(_ disk: Disk, of process: Int) -> Disk {
    disk.asking { [self] request throws(DiskError) in
      if dead.contains(process) { throw .killed }
      let next = alive[Int(generator.next() % UInt64(alive.count))]
      if next != process {
        turns[next].signal()
        turns[process].wait()
      }
      step += 1
      if step == end.step { dead.formUnion(end.victim.map { [$0] } ?? Array(turns.indices)) }
      if dead.contains(process) { throw .killed }
      note(process, request)
    }
  }

  private func note(_ process: Int, _ request: DiskRequest) {
    var words = [process, DiskCall.allCases.firstIndex(of: request.call) ?? 0]
    if let name = request.name {
      // Some names are random: each is as good as the other that comes in its place.
      words.append(names[name] ?? names.count)
      names[name] = words.last
    }
    for word in words { trace = (trace ^ UInt64(word)) &* 1_099_511_628_211 }
  }
}

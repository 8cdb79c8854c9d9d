import Foundation
import Shared

/// Random operations, scans at random moments, and clients that follow the journal: a client that replays it from
/// any anchor gets what a full listing returns, or the error that the anchor expired.
public struct JournalTrial: Sendable {
  /// What its random numbers begin with.
  public let seed: UInt64
  /// How many things happen.
  public let steps: Int
  /// Where.
  public let volume: Volume

  /// A trial that is the same each time.
  public init(seed: UInt64, steps: Int = 250, on volume: Volume = .memory) {
    self.seed = seed
    self.steps = steps
    self.volume = volume
  }

  /// What happened how often.
  public struct Statistics: Sendable {
    /// Things that happened to documents.
    public var operations = 0
    /// Scans, of everything or of a part.
    public var scans = 0
    /// Scans that died, or whose disk failed.
    public var faults = 0
    /// Times that a client followed the journal.
    public var replays = 0
    /// Times that a client was told to begin anew.
    public var expired = 0
    /// Times that everything was compared with everything.
    public var audits = 0

    /// Nothing yet.
    public init() {}

    /// Both together.
    public static func += (one: inout Statistics, other: Statistics) {
      one.operations += other.operations
      one.scans += other.scans
      one.faults += other.faults
      one.replays += other.replays
      one.expired += other.expired
      one.audits += other.audits
    }
  }

  /// Lets everything happen.
  ///
  /// - Throws: a ``Violation`` with the seed and the fewest steps that still fail.
  public func run() throws -> Statistics {
    do {
      return try play(Array(0..<steps)).get()
    } catch let failure as Failure {
      throw Violation(smallest(failure))
    }
  }

  private struct Failure: Error {
    var error: any Error
    var log: [String]
  }

  /// Lets some of it happen.
  private func play(_ numbers: [Int]) throws -> Result<Statistics, Failure> {
    var result = Result<Statistics, Failure>.success(Statistics())
    try withFixture(.untidy, on: volume) { fixture in
      let world = try JournalWorld(fixture, seed: seed)
      do {
        for number in numbers { try world.step(number) }
        try world.finish()
        result = .success(world.tally)
      } catch {
        result = .failure(Failure(error: error, log: world.log))
      }
    }
    return result
  }

  /// Leaves out as many steps as can be left out, large parts first.
  private func smallest(_ first: Failure) -> String {
    var (numbers, failure) = (Array(0..<steps), first)
    var size = steps / 2
    while size > 0 {
      var start = 0
      while start < numbers.count {
        var fewer = numbers
        fewer.removeSubrange(start..<min(start + size, numbers.count))
        // A test that cannot be checked afterwards is no simpler failure.
        if case .failure(let simpler)? = try? play(fewer) {
          (numbers, failure) = (fewer, simpler)
        } else {
          start += size
        }
      }
      size /= 2
    }
    return "seed \(seed): \(failure.error)\nafter \(numbers.count) of \(steps) steps:\n"
      + failure.log.joined(separator: "\n")
  }
}

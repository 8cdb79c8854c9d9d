import Foundation
import TestSupport

/// What may happen to the exchange at any time, decided by a seed.
package final class FaultInjector {
  package struct Rates: Sendable {
    /// How many of a thousand calls meet it.
    package var kill = 0
    package var cancel = 0
    /// How many of a thousand answers are lost.
    package var lose = 0
    /// How many of a thousand answers the extension is suspended after.
    package var suspend = 0
    package var late = 0
    package var lost = 0
    package var evict = 0
    package var expire = 0
    package var reimport = 0
    package var forget = 0
    /// How many of a thousand folders are listed again.
    package var relist = 0
    /// How many of a thousand folders are deleted with their contents, instead of one item after the other.
    package var recursive = 0

    package init() {}

    /// What a system does that is so unkind, often enough that a run of a few seconds meets each.
    package static func usual(_ unkindness: Set<Unkindness> = .all) -> Rates {
      var rates = Rates()
      if unkindness.contains(.kills) { rates.kill = 40 }
      if unkindness.contains(.cancels) { rates.cancel = 60 }
      if unkindness.contains(.repeats) { rates.lose = 30 }
      if unkindness.contains(.suspends) { rates.suspend = 60 }
      if unkindness.contains(.delaysChanges) { (rates.late, rates.lost) = (50, 50) }
      if unkindness.contains(.evicts) { rates.evict = 150 }
      if unkindness.contains(.forgets) { (rates.expire, rates.reimport) = (40, 30) }
      if unkindness.contains(.losesCatalogue) { rates.forget = 30 }
      if unkindness.contains(.listsAgain) { rates.relist = 50 }
      rates.recursive = 500
      return rates
    }
  }

  /// How often the extension lost its memory, or was given everything once more.
  package private(set) var losses = 0

  package enum Delivery {
    case now, late, lost
  }

  private var random: Seeded
  /// An anchor from which the daemon has gone on since.
  private var earlier: Data?
  private var rates: Rates
  private let forget: (() throws -> Void)?

  /// - Parameter forget: makes the extension lose its memory; nil when it cannot.
  package init(seed: UInt64, rates: Rates = .usual(), forget: (() throws -> Void)? = nil) {
    random = Seeded(seed)
    self.rates = rates
    self.forget = forget
  }

  /// From now on nothing happens that does not have to.
  package func rest() { rates = Rates() }

  /// Begins again, with another seed.
  package func resume(_ rates: Rates = .usual(), seed: UInt64) {
    self.rates = rates
    random = Seeded(seed)
  }

  private func happens(_ rate: Int) -> Bool { random.next() % 1000 < UInt64(rate) }

  func disturb(_ provider: any Extension) throws {
    guard happens(rates.kill) else { return }
    if happens(200) { provider.kill() } else { provider.killSoon(after: Int(random.next() % 100)) }
  }

  func suspend(_ provider: any Extension) { if happens(rates.suspend) { provider.suspend() } }

  var cancels: Bool { happens(rates.cancel) }

  var losesAnswer: Bool { happens(rates.lose) }

  var delivery: Delivery { happens(rates.late) ? .late : happens(rates.lost) ? .lost : .now }

  var isRecursive: Bool { happens(rates.recursive) }

  /// From one at a time to all at once.
  var batchSize: Int { [1, 2, 7, 200][Int(random.next() % 4)] }

  /// A system that was told that its anchor expired, or that begins with everything, does not go back to one of before.
  func forgetEarlierAnchor() { earlier = nil }

  /// Between two rounds: evictions, lost memories, and everything asked for again.
  package func meddle(with daemon: Daemon) throws {
    for key in daemon.record.rows.keys.sorted() where happens(rates.evict) { try daemon.evict(key) }
    for var row in daemon.record.rows.values.sorted(by: { $0.key < $1.key })
    where row.remote?.kind == .folder && happens(rates.relist) {
      row.isUnmet = true
      try daemon.record.put(row)
    }
    if happens(rates.expire) {
      try daemon.expire(asking: earlier)
      earlier = nil
    } else if earlier == nil, happens(200) {
      earlier = daemon.record.state.anchor
    }
    if happens(rates.reimport) {
      try daemon.reimport()
      losses += 1
    }
    if let forget, happens(rates.forget) {
      daemon.provider.kill()
      try forget()
      losses += 1
    }
  }
}

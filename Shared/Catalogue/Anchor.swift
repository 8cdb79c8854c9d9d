/// A moment of the catalogue, and a place in the changes since one: what Files keeps for us between two
/// questions.
///
/// 47 bytes; the system allows 500. A number alone could come to mean something else (a store restored from
/// a backup, a commit lost to a power cut), so it goes with the random number that was stored with it.
public struct Anchor: Hashable, Sendable {
  static let version: UInt8 = 1

  /// Which catalogue: a new one has another.
  var epoch: UInt64
  /// Everything up to this change is known.
  var sequence: Int64
  /// The random number that was stored with the change.
  var token: UInt64
  /// Between two batches: the change up to which these batches go.
  var bound: Int64?
  /// Between two batches: the last change of the present part that was told.
  var position: Int64 = 0
  /// Between two batches: whether the live items are all told, and deletions go on.
  var isAtDeletions = false

  init(epoch: UInt64, sequence: Int64, token: UInt64) {
    self.epoch = epoch
    self.sequence = sequence
    self.token = token
  }

  /// Reads an anchor; nil for anything that is not one of ours, whole.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count == 47, bytes[0] == Self.version else { return nil }
    let payload = bytes[..<43]
    guard Self.checksum(payload) == Array(bytes[43...]) else { return nil }
    func word(_ index: Int) -> UInt64 {
      bytes[index..<index + 8].reduce(0) { $0 << 8 | UInt64($1) }
    }
    epoch = word(1)
    sequence = Int64(bitPattern: word(9))
    token = word(17)
    position = Int64(bitPattern: word(25))
    let bound = Int64(bitPattern: word(33))
    self.bound = bytes[41] == 1 ? bound : nil
    isAtDeletions = bytes[42] == 1
  }

  /// What Files keeps.
  public var bytes: [UInt8] {
    func word(_ value: UInt64) -> [UInt8] {
      (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let payload =
      [Self.version] + word(epoch) + word(UInt64(bitPattern: sequence)) + word(token)
      + word(UInt64(bitPattern: position)) + word(UInt64(bitPattern: bound ?? 0))
      + [bound == nil ? 0 : 1, isAtDeletions ? 1 : 0]
    return payload + Self.checksum(payload)
  }

  /// FNV-1a, 32 bits: against truncation and chance, not against malice.
  static func checksum(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    let sum = bytes.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return (0..<4).reversed().map { UInt8(truncatingIfNeeded: sum >> (8 * $0)) }
  }
}

/// Where a listing goes on: behind the key of the last item told.
public struct Page: Hashable, Sendable {
  var epoch: UInt64
  /// The number that the order goes by (depth, time), and what decides among equals.
  var key: Int64
  var tail: [UInt8]

  init(epoch: UInt64, key: Int64, tail: [UInt8]) {
    self.epoch = epoch
    self.key = key
    self.tail = tail
  }

  /// Reads a page; nil for anything that is not one of ours, whole.
  public init?(_ bytes: [UInt8]) {
    guard bytes.count >= 21, bytes[0] == Anchor.version else { return nil }
    let payload = bytes.dropLast(4)
    guard Anchor.checksum(payload) == Array(bytes.suffix(4)) else { return nil }
    epoch = payload[1..<9].reduce(0) { $0 << 8 | UInt64($1) }
    key = Int64(bitPattern: payload[9..<17].reduce(0) { $0 << 8 | UInt64($1) })
    tail = Array(payload[17...])
  }

  /// What Files keeps: at most 276 bytes, a name and 21 more; the system allows 500.
  public var bytes: [UInt8] {
    func word(_ value: UInt64) -> [UInt8] {
      (0..<8).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let payload = [Anchor.version] + word(epoch) + word(UInt64(bitPattern: key)) + tail
    return payload + Anchor.checksum(payload)
  }
}

/// What changed since an anchor, or a part of it.
public struct Changes: Hashable, Sendable {
  /// Items that are new or different, parents before children.
  public var updated: [Item]
  /// Items that are gone. Never before the last of the updated ones.
  public var deleted: [ItemID]
  /// Where to go on.
  public var anchor: Anchor
  /// Whether there is more at present.
  public var hasMore: Bool
}

/// A moment in the life of one catalogue: everything that changed up to it was told.
///
/// 49 bytes; the system allows 500. A number alone could come to mean something else (a store restored from a
/// backup, a commit lost to a power cut), so it goes with the last change that the store had when the anchor
/// was given, and the random number that was stored with that: where there is no such pair, what was told is
/// of another life.
public struct SyncAnchor: Hashable, Sendable {
  /// The first byte. Another layout, or items that look different, need another.
  private static let version: UInt8 = 2

  /// Which catalogue.
  let epoch: Int64
  /// Every item as it was after this change was told.
  let sequence: Int64
  /// What was gone by this change was told. Less than ``sequence`` only between two batches.
  let deletions: Int64
  /// When it was given.
  let given: Moment

  init(epoch: Int64, sequence: Int64, deletions: Int64, given: Moment) {
    self.epoch = epoch
    self.sequence = sequence
    self.deletions = deletions
    self.given = given
  }

  /// Reads what ``bytes`` wrote; nil for anything else.
  public init?(_ bytes: [UInt8]) {
    guard let body = Encoder.unseal(bytes) else { return nil }
    var decoder = Decoder(body)
    guard decoder.byte() == Self.version, let epoch = decoder.number(), let sequence = decoder.number(),
      let deletions = decoder.number(), let given = Moment(&decoder), decoder.isAtEnd
    else { return nil }
    self.init(epoch: epoch, sequence: sequence, deletions: deletions, given: given)
  }

  /// What the system keeps.
  public var bytes: [UInt8] {
    var encoder = Encoder()
    encoder.add(Self.version)
    for number in [epoch, sequence, deletions] { encoder.add(number) }
    given.write(to: &encoder)
    return encoder.sealed
  }
}

/// The last change that a store had, and the random number that was stored with it.
struct Moment: Hashable {
  let sequence: Int64
  let token: Int64

  init(sequence: Int64, token: Int64) {
    self.sequence = sequence
    self.token = token
  }

  init?(_ decoder: inout Decoder) {
    guard let sequence = decoder.number(), let token = decoder.number() else { return nil }
    self.init(sequence: sequence, token: token)
  }

  func write(to encoder: inout Encoder) {
    encoder.add(sequence)
    encoder.add(token)
  }
}

/// What changed since an anchor, or the next part of it.
public struct Changes: Hashable, Sendable {
  /// Items that are new or different, as they are now, parents before children.
  public var updated: [Item]
  /// Items that are gone. Empty until everything that is new or different was told.
  public var deleted: [ItemID]
  /// Where to go on.
  public var anchor: SyncAnchor
  /// Whether there is more at present.
  public var hasMore: Bool
}

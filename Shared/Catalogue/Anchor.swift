/// A moment in the life of one catalogue: everything that changed up to it was told.
///
/// 41 bytes; the system allows 500. A number alone could come to mean something else (a store restored from a
/// backup, a commit lost to a power cut), so it goes with the random number that was stored with it.
public struct Anchor: Hashable, Sendable {
  /// The first byte. Another layout, or items that look different, need another.
  private static let version: UInt8 = 2

  /// Which catalogue.
  let epoch: Int64
  /// Every item as it was after this change was told.
  let sequence: Int64
  /// What was gone by this change was told. Less than ``sequence`` only between two batches.
  let deletions: Int64
  /// The random number that was stored with ``sequence``.
  let token: Int64

  init(epoch: Int64, sequence: Int64, deletions: Int64, token: Int64) {
    self.epoch = epoch
    self.sequence = sequence
    self.deletions = deletions
    self.token = token
  }

  /// Reads what ``bytes`` wrote; nil for anything else.
  public init?(_ bytes: [UInt8]) {
    guard let body = Encoder.unseal(bytes) else { return nil }
    var decoder = Decoder(body)
    guard decoder.byte() == Self.version, let epoch = decoder.number(), let sequence = decoder.number(),
      let deletions = decoder.number(), let token = decoder.number(), decoder.isAtEnd
    else { return nil }
    self.init(epoch: epoch, sequence: sequence, deletions: deletions, token: token)
  }

  /// What the system keeps.
  public var bytes: [UInt8] {
    var encoder = Encoder()
    encoder.add(Self.version)
    for number in [epoch, sequence, deletions, token] { encoder.add(number) }
    return encoder.sealed
  }
}

/// What changed since an anchor, or the next part of it.
public struct Changes: Hashable, Sendable {
  /// Items that are new or different, as they are now, parents before children.
  public var updated: [Item]
  /// Items that are gone. Empty until everything that is new or different was told.
  public var deleted: [ItemID]
  /// Where to go on.
  public var anchor: Anchor
  /// Whether there is more at present.
  public var hasMore: Bool
}

/// A position in the journal of one catalogue: the system has received every change up to it.
///
/// 49 bytes; the system allows 500. A number alone could get another meaning, when a store is restored from a backup
/// or a power cut undoes a commit. So the anchor contains the last change at its creation and the random number that
/// was stored with that change. If the store has no such pair, the anchor belongs to another history.
public struct SyncAnchor: Hashable, Sendable {
  /// The first byte. Each layout, and each form of the items, has its own.
  private static let version: UInt8 = 2

  /// Which catalogue.
  let epoch: Int64
  /// The system has received the state of every item after this change.
  let sequence: Int64
  /// The system has received all deletions up to this change. It is less than ``sequence`` only between two batches.
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

  /// The bytes that the system stores.
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
  /// Deleted items. Empty until all new and changed items were reported.
  public var deleted: [ItemID]
  /// The anchor for the next call.
  public var anchor: SyncAnchor
  /// Whether there are more changes now.
  public var hasMore: Bool
}

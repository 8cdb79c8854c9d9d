/// A position in the journal of one catalogue: the system has received every change up to it.
///
/// 49 bytes; the system allows 500. A number alone could get another meaning, when a store is restored from a backup
/// or a power cut undoes a commit. So the anchor contains the stamp of the store at its creation.
public struct SyncAnchor: Hashable, Sendable {
  /// Which catalogue.
  let epoch: Int64
  /// The system has received the state of every item after this change.
  let sequence: Int64
  /// The system has received all deletions up to this change. It is less than ``sequence`` only between two batches.
  let deletions: Int64
  /// The store's last change when the anchor was given.
  let given: HistoryStamp
}

extension SyncAnchor {
  /// The first byte. Each layout, and each form of the items, has its own.
  private static let version: UInt8 = 2

  /// Reads what ``bytes`` wrote; nil for anything else.
  public init?(_ bytes: [UInt8]) {
    guard let numbers = Encoder.numbers(5, in: bytes, version: Self.version) else { return nil }
    self.init(
      epoch: numbers[0], sequence: numbers[1], deletions: numbers[2],
      given: HistoryStamp(sequence: numbers[3], random: numbers[4]))
  }

  /// The bytes that the system stores.
  public var bytes: [UInt8] {
    Encoder.sealed([epoch, sequence, deletions, given.sequence, given.random], version: Self.version)
  }
}

/// The position of a listing: the row number of the last listed item. A rename or a move does not change that number,
/// so it causes no item to be omitted or listed twice.
///
/// 49 bytes; the system allows 500.
public struct PageToken: Hashable, Sendable {
  /// The folder of the listing of everything.
  static let everything: Int64 = -1

  /// Which catalogue.
  let epoch: Int64
  /// The store's last change when the token was given.
  let given: HistoryStamp
  /// The number of the row of the folder that is listed, or ``everything``.
  let folder: Int64
  /// The number of the last item's row.
  let number: Int64
}

extension PageToken {
  /// The first byte. Each layout has its own.
  private static let version: UInt8 = 4

  /// Reads what ``bytes`` wrote; nil for anything else.
  public init?(_ bytes: [UInt8]) {
    guard let numbers = Encoder.numbers(5, in: bytes, version: Self.version) else { return nil }
    self.init(
      epoch: numbers[0], given: HistoryStamp(sequence: numbers[1], random: numbers[2]), folder: numbers[3],
      number: numbers[4])
  }

  /// The bytes that the system stores.
  public var bytes: [UInt8] {
    Encoder.sealed([epoch, given.sequence, given.random, folder, number], version: Self.version)
  }
}

/// The last change that a store had, and the random number that was stored with it. If a store has no such pair, the
/// stamp belongs to another history.
struct HistoryStamp: Hashable {
  let sequence: Int64
  let random: Int64
}

extension Encoder {
  /// A version and numbers, with their own checksum behind them.
  fileprivate static func sealed(_ numbers: [Int64], version: UInt8) -> [UInt8] {
    var encoder = Encoder()
    encoder.add(version)
    for number in numbers { encoder.add(number) }
    var digester = Digester()
    digester.add(encoder.bytes)
    encoder.add(digester.finish().low)
    return encoder.bytes
  }

  /// Reads what ``sealed(_:version:)`` wrote; nil for anything else.
  fileprivate static func numbers(_ count: Int, in bytes: [UInt8], version: UInt8) -> [Int64]? {
    var decoder = Decoder(Array(bytes.dropFirst()))
    let numbers = (0..<count).compactMap { _ in decoder.number() }
    return sealed(numbers, version: version) == bytes ? numbers : nil
  }
}

/// A page of items, and the token of the next one; nil after the last.
public typealias Listing = (items: [Item], next: PageToken?)

/// The changes since an anchor, or the next part of them.
public struct Changes: Hashable, Sendable {
  /// Items that are new or different, as they are now, parents before children.
  public var updated: [Item]
  /// Deleted items. Empty until all new and changed items were reported.
  public var deleted: [ItemID]
  /// The anchor for the next call.
  public var anchor: SyncAnchor
  /// Tells whether there are more changes now.
  public var hasMore: Bool
  /// Tells whether nothing changed.
  public var isEmpty: Bool { updated.isEmpty && deleted.isEmpty }
}

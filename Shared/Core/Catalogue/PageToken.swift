/// The position of a listing: the row number of the last listed item. A rename or a move does not change that number,
/// so it causes no item to be omitted or listed twice.
///
/// 57 bytes; the system allows 500.
public struct PageToken: Hashable, Sendable {
  /// The first byte. Each layout has its own.
  private static let version: UInt8 = 3
  /// The folder of the listing of everything.
  static let everything: Int64 = -1

  /// Which catalogue.
  let epoch: Int64
  /// The change after which the listing began.
  let began: Int64
  /// When it was given.
  let given: Moment
  /// The number of the row of the folder that is listed, or ``everything``.
  let folder: Int64
  /// The number of the last item's row.
  let number: Int64

  init(epoch: Int64, began: Int64, given: Moment, folder: Int64, number: Int64) {
    (self.epoch, self.began, self.given, self.folder, self.number) = (epoch, began, given, folder, number)
  }

  /// Reads what ``bytes`` wrote; nil for anything else.
  public init?(_ bytes: [UInt8]) {
    guard let body = Encoder.unseal(bytes) else { return nil }
    var decoder = Decoder(body)
    guard decoder.byte() == Self.version, let epoch = decoder.number(), let began = decoder.number(),
      let given = Moment(&decoder), let folder = decoder.number(), let number = decoder.number(),
      decoder.isAtEnd
    else { return nil }
    self.init(epoch: epoch, began: began, given: given, folder: folder, number: number)
  }

  /// The bytes that the system stores.
  public var bytes: [UInt8] {
    var encoder = Encoder()
    encoder.add(Self.version)
    for number in [epoch, began] { encoder.add(number) }
    given.write(to: &encoder)
    for number in [folder, number] { encoder.add(number) }
    return encoder.sealed
  }
}

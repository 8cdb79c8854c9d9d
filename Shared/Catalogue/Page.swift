/// Where a listing goes on: behind the key of the last item that was told.
///
/// At most 329 bytes; the system allows 500.
public struct Page: Hashable, Sendable {
  /// The first byte. Another layout needs another.
  private static let version: UInt8 = 2

  /// What is listed, and by what.
  enum Listing: UInt8 {
    case everything
    case folderByName
    case folderByDate
  }

  let listing: Listing
  /// Which catalogue.
  let epoch: Int64
  /// The change after which the listing began.
  let began: Int64
  /// When it was given.
  let given: Moment
  /// The number of the folder's row, if one is listed.
  let folder: Int64
  /// The last item's row; among items of one name, the mark of the last one.
  let number: Int64
  /// The last item's date and name.
  let date: FileTime
  let name: FileName

  init(
    _ listing: Listing, epoch: Int64, began: Int64, given: Moment, folder: Int64 = 0, number: Int64 = 0,
    date: FileTime = FileTime(seconds: 0), name: FileName = ""
  ) {
    self.listing = listing
    self.epoch = epoch
    self.began = began
    self.given = given
    self.folder = folder
    self.number = number
    self.date = date
    self.name = name
  }

  /// Reads what ``bytes`` wrote; nil for anything else.
  public init?(_ bytes: [UInt8]) {
    guard let body = Encoder.unseal(bytes) else { return nil }
    var decoder = Decoder(body)
    guard decoder.byte() == Self.version, let listing = decoder.byte().flatMap(Listing.init),
      let epoch = decoder.number(), let began = decoder.number(), let given = Moment(&decoder),
      let folder = decoder.number(),
      let number = decoder.number(), let seconds = decoder.number(), let nanoseconds = decoder.number()
    else { return nil }
    self.init(
      listing, epoch: epoch, began: began, given: given, folder: folder, number: number,
      date: FileTime(seconds: seconds, nanoseconds: nanoseconds),
      name: FileName(bytes: decoder.remaining()))
  }

  /// What the system keeps.
  public var bytes: [UInt8] {
    var encoder = Encoder()
    encoder.add(Self.version)
    encoder.add(listing.rawValue)
    for number in [epoch, began] { encoder.add(number) }
    given.write(to: &encoder)
    for number in [folder, number, date.seconds, date.nanoseconds] { encoder.add(number) }
    encoder.add(name.bytes)
    return encoder.sealed
  }
}

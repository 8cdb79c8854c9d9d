/// The identifier of a share: all documents of one parcel carry it.
///
/// It is a digest of the parcel's name, which is 128 random bits. 64 bits are enough to tell shares apart: among a million
/// shares the chance that any two have one identifier is one in thirty million. If two do, a list shows them as one, and no
/// document is lost or changed, because only lists use it.
public struct ShareID: Hashable, Codable, Sendable {
  private let number: UInt64

  /// The identifier of the documents of a parcel that has this name when it is published. It is the same in every process.
  init(parcel: FileName) {
    var digester = Digester()
    digester.add(parcel.bytes)
    number = digester.finish().high
  }

  /// Reads what ``bytes`` wrote; nil for another number of bytes.
  fileprivate init?(_ bytes: [UInt8]) {
    guard let number = ItemAttribute.decodeNumber(bytes) else { return nil }
    self.number = UInt64(bitPattern: number)
  }

  /// Eight bytes, as the document keeps them.
  fileprivate var bytes: [UInt8] { ItemAttribute.encode(Int64(bitPattern: number)) }
}

/// The value of ``ItemAttribute/arrival``: when a document was shared or imported, and with which share.
struct ArrivalRecord: Hashable, Sendable {
  var time: FileTime
  /// nil for a document that came in by itself, and for one that an earlier version of the app wrote.
  var share: ShareID?

  init(time: FileTime, share: ShareID?) { (self.time, self.share) = (time, share) }

  /// Reads what ``bytes`` wrote; nil for anything else.
  init?(_ bytes: [UInt8]) {
    guard let time = ItemAttribute.decodeTime(Array(bytes.prefix(16))) else { return nil }
    self.init(time: time, share: nil)
    if bytes.count == 16 { return }
    guard let share = ShareID(Array(bytes.dropFirst(16))) else { return nil }
    self.share = share
  }

  /// 16 bytes of time, then 8 of the share. Without a share the time stands alone, as in versions of the app that stored no
  /// share.
  var bytes: [UInt8] { ItemAttribute.encode(time) + (share?.bytes ?? []) }
}

/// The identifier of a share: all documents of one parcel carry it.
///
/// It is a digest of the parcel's name, which is random. 64 bits are enough to tell shares apart: among a million
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

/// The value of ``ItemAttribute/arrival``: when a document was shared or imported, with which share, and whether the user
/// has seen it since.
struct ArrivalRecord: Hashable, Sendable {
  var time: FileTime
  /// nil for a document that came in by itself, and for one that an earlier version of the app wrote.
  var share: ShareID?
  /// Whether it was on screen since it came. No clock decides that.
  var isSeen = false

  init(time: FileTime, share: ShareID?) { (self.time, self.share) = (time, share) }

  /// Reads what ``bytes`` wrote; nil for anything else.
  init?(_ bytes: [UInt8]) {
    guard let time = ItemAttribute.decodeTime(Array(bytes.prefix(16))) else { return nil }
    self.init(time: time, share: nil)
    var rest = bytes.dropFirst(16)
    // The share has eight bytes.
    isSeen = rest.count % 8 == 1 && rest.last == 1
    if isSeen { rest.removeLast() }
    if rest.isEmpty { return }
    guard let share = ShareID(Array(rest)) else { return nil }
    self.share = share
  }

  /// 16 bytes of time, then 8 of the share if there is one, then a 1 if the user has seen it.
  var bytes: [UInt8] { ItemAttribute.encode(time) + (share?.bytes ?? []) + (isSeen ? [1] : []) }
}

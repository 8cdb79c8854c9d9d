/// The identifier of an item for its whole life: 128 random bits, never used twice.
///
/// It does not depend on name, folder or contents, and stays when they change. It is stored on the document: see
/// `Identity`.
public struct ItemID: Hashable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// The folder of documents itself.
  public static let root = ItemID(high: 0, low: 0)
  /// The folder of recently deleted documents.
  public static let trash = ItemID(high: 0, low: 1)
  /// An identifier that no item has, for malformed ones.
  public static let none = ItemID(high: .max, low: .max)

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads what ``text`` wrote; nil for anything else.
  public init?(_ text: String) {
    guard let high = UInt64(text.prefix(16), radix: 16), let low = UInt64(text.dropFirst(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
    // With upper case accepted, one identifier would have two texts.
    guard text == self.text else { return nil }
  }

  /// 32 hexadecimal digits, lower case.
  public var text: String {
    [high, low].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// The digits.
  public var description: String { text }

  /// Reads what ``bytes`` wrote; nil for another number of bytes.
  init?(_ bytes: [UInt8]) {
    var decoder = Decoder(bytes)
    guard let high = decoder.word(), let low = decoder.word(), decoder.isAtEnd else { return nil }
    self.init(high: high, low: low)
  }

  /// The sixteen bytes, as the store and the document keep them.
  var bytes: [UInt8] { Encoder(high, low).bytes }

  /// A new one.
  static func random() -> ItemID { ItemID(high: .random(in: 1 ... .max), low: .random(in: 0 ... .max)) }
}

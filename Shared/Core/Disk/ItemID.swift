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
    let digits = Array(text.utf8)
    guard digits.count == 32, digits.allSatisfy(Self.isDigit) else { return nil }
    let words = [digits[..<16], digits[16...]].compactMap {
      UInt64(String(decoding: $0, as: UTF8.self), radix: 16)
    }
    self.init(high: words[0], low: words[1])
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

  /// With upper case accepted, one identifier would have two texts.
  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
  }
}

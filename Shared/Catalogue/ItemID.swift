/// Which item it is, from the moment it is first seen until it is gone: 128 random bits, given once.
///
/// It says nothing about name, place or contents, and is kept through all their changes.
public struct ItemID: Hashable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64

  /// The folder of documents itself.
  public static let root = ItemID(high: 0, low: 0)
  /// The folder of recently deleted documents.
  public static let trash = ItemID(high: 0, low: 1)

  /// What no item ever is, for identifiers that are none of ours.
  public static let none = ItemID(high: .max, low: .max)

  private init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads what ``text`` wrote; nil for anything else.
  public init?(_ text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 32, digits.allSatisfy(Self.isDigit),
      let high = UInt64(String(decoding: digits[..<16], as: UTF8.self), radix: 16),
      let low = UInt64(String(decoding: digits[16...], as: UTF8.self), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  /// 32 hexadecimal digits, lower case.
  public var text: String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }

  /// The digits.
  public var description: String { text }

  init?(_ bytes: [UInt8]) {
    var decoder = Decoder(bytes)
    guard let high = decoder.word(), let low = decoder.word(), decoder.isAtEnd else { return nil }
    self.init(high: high, low: low)
  }

  var bytes: [UInt8] { Encoder(high, low).bytes }

  /// A new one.
  static func random() -> ItemID {
    while true {
      let id = ItemID(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
      if ![root, trash, none].contains(id) { return id }
    }
  }

  /// Upper case would make two texts of one identifier.
  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
  }
}

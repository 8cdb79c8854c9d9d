import Foundation

/// Which item it is, from the moment it is first seen until it is gone: 128 random bits, given once.
///
/// They say nothing about name, place or contents, and are kept through all their changes. With them comes
/// the number under which the catalogue finds the item, so that no index of random bits has to be kept: such
/// a number is never given twice by one catalogue, but may be by another, or after a backup was restored.
public struct ItemID: Hashable, Sendable, CustomStringConvertible {
  private let high: UInt64
  private let low: UInt64
  /// The number of the item's row; negative as long as there is none.
  let number: Int64

  /// The folder of documents itself.
  public static let root = ItemID(high: 0, low: 0, number: 0)
  /// The folder of recently deleted documents.
  public static let trash = ItemID(high: 0, low: 0, number: 1)
  /// What no item ever is, for identifiers that are none of ours.
  public static let none = ItemID(high: .max, low: .max, number: -1)

  private init(high: UInt64, low: UInt64, number: Int64) {
    self.high = high
    self.low = low
    self.number = number
  }

  /// Reads what ``text`` wrote; nil for anything else.
  public init?(_ text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 48, digits.allSatisfy(Self.isDigit) else { return nil }
    let words = stride(from: 0, to: 48, by: 16).compactMap {
      UInt64(String(decoding: digits[$0..<$0 + 16], as: UTF8.self), radix: 16)
    }
    self.init(high: words[0], low: words[1], number: Int64(bitPattern: words[2]))
  }

  /// 48 hexadecimal digits, lower case: the random bits, then the number.
  public var text: String {
    [high, low, UInt64(bitPattern: number)].map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// The digits.
  public var description: String { text }

  /// What the store keeps beside the number; nil for bytes that were never a token.
  init?(token: [UInt8], number: Int64) {
    var decoder = Decoder(token)
    guard let high = decoder.word(), let low = decoder.word(), decoder.isAtEnd else { return nil }
    self.init(high: high, low: low, number: number)
  }

  /// The random bits.
  var token: [UInt8] { Encoder(high, low).bytes }

  /// A new one, which has no number yet.
  static func random(_ bits: inout RandomBits) -> ItemID {
    ItemID(high: bits.next(), low: bits.next(), number: -1)
  }

  /// The same with its number.
  func numbered(_ number: Int64) -> ItemID { ItemID(high: high, low: low, number: number) }

  /// Upper case would make two texts of one identifier.
  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
  }
}

/// The system's random bits, fetched many at once: a scan of many documents would else spend a tenth of its
/// time on asking for them.
struct RandomBits: RandomNumberGenerator {
  private var words: [UInt64] = []

  mutating func next() -> UInt64 {
    if words.isEmpty {
      words = Array(repeating: 0, count: 256)
      // An array that is not empty has an address.
      words.withUnsafeMutableBytes { arc4random_buf($0.baseAddress.unsafelyUnwrapped, $0.count) }
    }
    return words.removeLast()
  }
}

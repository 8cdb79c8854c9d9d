/// Which item it is, from the moment it is first seen until it is gone: 128 bits, given once.
///
/// Half of them are random; the other half is a number that a catalogue never gives twice, by which the item
/// is found. So no two catalogues, and no two lives of one that was restored from a backup, give the same. It
/// says nothing about name, place or contents, and is kept through all their changes.
public struct ItemID: Hashable, Sendable, CustomStringConvertible {
  /// Random.
  let token: UInt64
  /// The number of the item's row.
  let number: Int64

  /// The folder of documents itself.
  public static let root = ItemID(token: 0, number: 0)
  /// The folder of recently deleted documents.
  public static let trash = ItemID(token: 0, number: 1)
  /// What no item ever is, for identifiers that are none of ours.
  public static let none = ItemID(token: .max, number: -1)

  init(token: UInt64, number: Int64) {
    self.token = token
    self.number = number
  }

  /// Reads what ``text`` wrote; nil for anything else.
  public init?(_ text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 32, digits.allSatisfy(Self.isDigit),
      let token = UInt64(String(decoding: digits[..<16], as: UTF8.self), radix: 16),
      let number = UInt64(String(decoding: digits[16...], as: UTF8.self), radix: 16)
    else { return nil }
    self.init(token: token, number: Int64(bitPattern: number))
  }

  /// 32 hexadecimal digits, lower case.
  public var text: String { Self.text(token) + Self.text(UInt64(bitPattern: number)) }

  /// The digits.
  public var description: String { text }

  private static func text(_ word: UInt64) -> String {
    let digits = String(word, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  /// Upper case would make two texts of one identifier.
  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte
  }
}

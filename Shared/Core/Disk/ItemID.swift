/// The identifier of an item for its whole life: 128 bits, never used twice.
///
/// It does not depend on name, folder or contents, and stays when they change. It is stored on the document: see
/// `Identity`.
public struct ItemID: Hashable, Sendable, CustomStringConvertible {
  private let number: UInt128

  /// The folder of documents itself.
  public static let root = ItemID(number: 0)
  /// The folder of recently deleted documents.
  public static let trash = ItemID(number: 1)
  /// An identifier that no item has, for malformed ones.
  public static let none = ItemID(number: .max)

  private init(number: UInt128) { self.number = number }

  /// Reads what ``text`` wrote; nil for anything else.
  public init?(_ text: String) {
    guard let number = UInt128(text, radix: 16) else { return nil }
    self.init(number: number)
    // With upper case accepted, one identifier would have two texts.
    guard text == self.text else { return nil }
  }

  /// 32 hexadecimal digits, lower case.
  public var text: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 32 - digits.utf8.count) + digits
  }

  /// The digits.
  public var description: String { text }

  /// Reads what ``bytes`` wrote; nil for another number of bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    self.init(number: bytes.reduce(0) { $0 << 8 | UInt128($1) })
  }

  /// The sixteen bytes, as the store and the document keep them.
  var bytes: [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

  /// A new one: the milliseconds since 1970 in 48 bits, and 80 random ones, as in a UUID of version 7 (RFC 9562, §5.7). What came
  /// together lies together in an index of the store, so that to store or to delete it changes few pages.
  static func random() -> ItemID {
    let time = UInt128(truncatingIfNeeded: FileTime.now.milliseconds) << 80
    return ItemID(number: time | .random(in: 1 << 64..<1 << 80))
  }
}

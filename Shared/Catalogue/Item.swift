import Foundation

/// What Files knows an item by: 128 random bits, kept through rename, move and safe save, never given twice.
public struct ItemID: Hashable, Sendable, CustomStringConvertible {
  /// 32 hexadecimal digits.
  public let text: String

  /// Documents itself.
  public static let root = ItemID(unchecked: String(repeating: "0", count: 32))

  /// What no item ever is: for identifiers that are none of ours.
  public static let none = ItemID(unchecked: "none")

  private init(unchecked text: String) {
    self.text = text
  }

  /// Reads an identity; nil for anything else.
  public init?(_ text: String) {
    guard text.utf8.count == 32, text.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) else { return nil }
    self.init(unchecked: text)
  }

  /// A new one.
  static func random() -> ItemID { ItemID(unchecked: Parcel.randomName()) }

  /// Its digits.
  public var description: String { text }
}

/// A document or folder as Files is told of it.
public struct Item: Hashable, Sendable {
  /// What Files knows it by.
  public var id: ItemID
  /// The folder that it lies in.
  public var parent: ItemID
  /// Its name, as the file system has it.
  public var name: FileName
  /// What it is.
  public var kind: FileKind
  /// Which file it is at present.
  public var file: FileID
  /// Size in bytes.
  public var size: Int64
  /// When its contents changed.
  public var modified: FileTime
  /// When anything about the file changed.
  public var changed: FileTime
  /// When it was made.
  public var created: FileTime?
  /// Permission bits.
  public var mode: UInt16
  /// Counts the changes of its contents.
  public var contentVersion: Int64
  /// Counts the changes of everything else.
  public var metadataVersion: Int64
  /// Tags, in the form in which the system gives and takes them.
  public var tags: [UInt8]?
  /// The rank among favourites; nil is no favourite.
  public var favouriteRank: Int64?
  /// When it was last used.
  public var lastUsed: FileTime?
  /// Where a symbolic link points.
  public var target: FileName?
  /// The other extended attributes, by name.
  public var attributes: [String: [UInt8]] = [:]
}

/// What belongs to a document and only a person could know: kept on the document itself, so that a new
/// catalogue finds it again.
enum ItemAttribute {
  /// As the system gives and takes it: opaque.
  static let tags = "app.intray.tags"
  /// A number.
  static let favouriteRank = "app.intray.favourite"
  /// The platform's own attribute; its value is the platform's, too: a time of two 64-bit words.
  static let lastUsed = "com.apple.lastuseddate#PS"

  /// Whether an attribute is told as such; the others are told as what they mean, or are ours alone.
  static func isPlain(_ name: String) -> Bool {
    name != lastUsed && !name.hasPrefix("app.intray.")
  }

  /// As one value for a row: a property list. Nothing for none.
  static func encode(_ attributes: [String: [UInt8]]) -> [UInt8]? {
    if attributes.isEmpty { return nil }
    let plist = attributes.mapValues { Data($0) }
    // Strings and data always have a property list.
    return (try? PropertyListSerialization.data(fromPropertyList: plist, format: .binary, options: 0)).map {
      Array($0)
    }
  }

  static func decodeAttributes(_ bytes: [UInt8]) -> [String: [UInt8]] {
    // Only ``encode(_:)`` writes it.
    let plist = try? PropertyListSerialization.propertyList(from: Data(bytes), format: nil)
    return (plist as? [String: Data])?.mapValues { Array($0) } ?? [:]
  }

  static func encode(_ number: Int64) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }

  static func encode(_ time: FileTime) -> [UInt8] { encode(time.seconds) + encode(time.nanoseconds) }

  static func decodeNumber(_ bytes: [UInt8]) -> Int64? {
    guard bytes.count == 8 else { return nil }
    return bytes.reversed().reduce(0) { $0 << 8 | Int64($1) }
  }

  static func decodeTime(_ bytes: [UInt8]) -> FileTime? {
    guard bytes.count == 16, let seconds = decodeNumber(Array(bytes[..<8])),
      let nanoseconds = decodeNumber(Array(bytes[8...]))
    else { return nil }
    return FileTime(seconds: seconds, nanoseconds: nanoseconds)
  }
}

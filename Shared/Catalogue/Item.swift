/// One document or folder, as the catalogue knows it.
///
/// Whatever differs between two of one identifier is in the journal.
public struct Item: Hashable, Sendable, Identifiable {
  /// Which item.
  public var id: ItemID
  /// The folder it lies in; ``ItemID/root`` and ``ItemID/trash`` lie in the root.
  public var parent: ItemID
  /// Its name there.
  public var name: FileName
  /// A file, a folder or a symbolic link, never anything special.
  public var kind: FileKind
  /// Which file it is at present.
  public var file: FileID
  /// Size in bytes.
  public var size: Int64
  /// When the contents last changed, or what somebody set it to.
  public var modified: FileTime
  /// When anything about it last changed.
  public var changed: FileTime
  /// When it was made, where the file system keeps it.
  public var created: FileTime?
  /// Permission bits.
  public var mode: UInt16
  /// Which contents it has: drawn anew for every state, and carried by the document.
  public var contentVersion: Int64
  /// Which state of everything else it is in: drawn anew for every change.
  public var metadataVersion: Int64
  /// Which call of the system made its contents, if one did.
  var origin: Identity.Origin
  /// A person's tags, as the platform keeps them.
  public var tags: [UInt8]?
  /// Its place among the favourites.
  public var favouriteRank: Int64?
  /// When a person last used it.
  public var lastUsed: FileTime?
  /// Where a symbolic link points.
  public var target: FileName?
  /// The other extended attributes, by name: those that are told as such, and are not too large.
  public var attributes: [String: [UInt8]]
  /// Whether it lies in the trash, at any depth.
  public var isTrashed: Bool
}

/// What a file system says of who may do what, and of what is shown.
public struct ItemFlags: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Flags of these bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// It can be run.
  public static let executable = ItemFlags(rawValue: 1 << 0)
  /// Its owner may write it.
  public static let writable = ItemFlags(rawValue: 1 << 1)
  /// It is not shown.
  public static let hidden = ItemFlags(rawValue: 1 << 2)
  /// Its extension is not shown.
  public static let hidesExtension = ItemFlags(rawValue: 1 << 3)

  /// Those that permission bits have no place for: they are an attribute.
  static let kept: ItemFlags = [.hidden, .hidesExtension]
}

extension Item {
  /// Permissions, and what is shown.
  public var flags: ItemFlags {
    var flags = ItemFlags(rawValue: attributes[ItemAttribute.flags]?.first ?? 0).intersection(.kept)
    if mode & 0o100 != 0 { flags.insert(.executable) }
    if mode & 0o200 != 0 { flags.insert(.writable) }
    return flags
  }

  /// The attributes that are told as such.
  public var plainAttributes: [String: [UInt8]] { attributes.filter { ItemAttribute.isPlain($0.key) } }
}

/// What belongs to a document and only a person could know: kept on the document itself, so that a new
/// catalogue finds it again.
enum ItemAttribute {
  /// As the system gives and takes it: opaque.
  static let tags = "app.intray.tags"
  /// A number of eight bytes, the least significant first.
  static let favouriteRank = "app.intray.favourite"
  /// Of one byte; none is no flag.
  static let flags = "app.intray.flags"
  /// The platform's own attribute; its value is the platform's, too: seconds and nanoseconds.
  static let lastUsed = "com.apple.lastuseddate#PS"

  /// How many bytes of other attributes are told of one item: more than places, quarantine and comments need,
  /// and of five hundred items what a process may hold that has 20 MB.
  static let most = 4_096

  /// How many bytes of tags are told: the system's own are some hundred bytes.
  static let mostTags = 4_096

  /// Whether an attribute is told as such; the others are told as what they mean, are ours alone, or stay on the
  /// document because the system does not sync them.
  static func isPlain(_ name: String) -> Bool {
    name != lastUsed && !Identity.isOwn(name) && isSyncable(name)
  }

  /// Whether the system syncs an attribute, so that one that it leaves out was removed.
  ///
  /// It does when the flags behind the last `#` of the name hold `S` (`XATTR_FLAG_SYNCABLE`) and not `N` (never
  /// preserve): see `xattr_name_with_flags(3)` and
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/extendedattributes>. That page
  /// adds "some older attributes" without their names. `com.apple.quarantine` and `com.apple.metadata:` are in
  /// Apple's table of flags, and File Provider extensions do not get them. So no name of Apple's counts: one that is
  /// taken for syncable and is not would be removed from the document.
  static func isSyncable(_ name: String) -> Bool {
    guard !name.hasPrefix("com.apple."), let mark = name.lastIndex(of: "#") else { return false }
    let flags = name[name.index(after: mark)...]
    return flags.contains("S") && !flags.contains("N")
  }

  /// Half of what the system syncs of one item: "about 32KiB", says the same page.
  private static let roomForAll = 16 << 10

  /// Whether the system, which leaves a syncable attribute out of those that it hands over, means that it was removed.
  /// Near its limit it stops syncing some of them instead.
  static func isRemoved(_ name: String, by others: [String: [UInt8]]) -> Bool {
    guard isPlain(name), others[name] == nil else { return false }
    return others.reduce(0) { $0 + $1.key.utf8.count + $1.value.count } <= roomForAll
  }

  /// As one value for a row; nil for none.
  static func encode(_ attributes: [String: [UInt8]]) -> [UInt8]? {
    if attributes.isEmpty { return nil }
    var encoder = Encoder()
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) {
      encoder.add(UInt64(name.utf8.count))
      encoder.add(name.utf8)
      encoder.add(UInt64(value.count))
      encoder.add(value)
    }
    return encoder.bytes
  }

  /// Reads what ``encode(_:)`` wrote.
  static func decodeAttributes(_ bytes: [UInt8]) -> [String: [UInt8]] {
    var decoder = Decoder(bytes)
    var attributes: [String: [UInt8]] = [:]
    while let length = decoder.word(), let name = decoder.bytes(length), let size = decoder.word(),
      let value = decoder.bytes(size)
    {
      attributes[String(decoding: name, as: UTF8.self)] = value
    }
    return attributes
  }

  static func encode(_ number: Int64) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }

  static func encode(_ time: FileTime) -> [UInt8] { encode(time.seconds) + encode(time.nanoseconds) }

  static func decodeNumber(_ bytes: [UInt8]) -> Int64? {
    guard bytes.count == 8 else { return nil }
    return Int64(bitPattern: bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }

  static func decodeTime(_ bytes: [UInt8]) -> FileTime? {
    guard bytes.count == 16, let seconds = decodeNumber(Array(bytes[..<8])),
      let nanoseconds = decodeNumber(Array(bytes[8...]))
    else { return nil }
    return FileTime(seconds: seconds, nanoseconds: nanoseconds)
  }
}

/// The extended attributes that hold values that the user set. The document itself carries them, so that a new
/// catalogue finds them again.
enum ItemAttribute {
  /// The platform's own attribute, a list, which Finder and the app read and set.
  static let tags = "com.apple.metadata:_kMDItemUserTags"
  /// What the system handed over as tag data, with the list that was set for it: see ``SentTags``.
  static let sentTags = Identity.prefix + "sent-tags"
  /// A number of eight bytes, the least significant first.
  static let favouriteRank = Identity.prefix + "favourite"
  /// One byte. Without the attribute no flag is set.
  static let flags = Identity.prefix + "flags"
  /// The platform's own attribute; its value is the platform's, too: seconds and nanoseconds.
  static let lastUsed = "com.apple.lastuseddate#PS"
  /// The second half of a file's contents. It goes and comes with them.
  static let resourceFork = "com.apple.ResourceFork"
  /// When a document was shared or imported, and with which share: see ``ArrivalRecord``. It is set on each document of a
  /// parcel when the parcel is published.
  static let arrival = Identity.prefix + "arrival"
  /// One byte: the user has said that this copy of a document is wanted.
  static let wantedCopy = Identity.prefix + "wanted-copy"
  /// The path of the folder that the user chose for a document, and that was gone when it was delivered.
  static let missingFolder = Identity.prefix + "missing-folder"
  /// The identifier of the document of which a file is a conflict copy, until the user decides.
  static let conflict = Identity.prefix + "conflict"

  /// Attributes of the app that tell how an item looks: the catalogue keeps them, and the system gets them as fields.
  fileprivate static let kept = [flags, conflict]

  /// How many bytes of other attributes are reported for one item. Where-from addresses, quarantine and comments need
  /// less, and five hundred items fit into the 20 MB of an extension.
  static let most = 4_096
  /// How many bytes of tags are reported. The system's own values have some hundred bytes.
  static let mostTags = 4_096
  /// How many bytes the names and values of a file's attributes may have together in a backup of iOS up to 26.3: of a file
  /// that has more, it keeps none, and the identity and the tags are lost with them. See <doc:FilesAndTheSystem>.
  static let mostInBackups = 2_048
  /// How many of them the app uses. The system adds some of its own.
  static let mostOfOwn = 1_800
  /// How many of those are for what comes after the source: arrival, date, tags, and where the document was deleted.
  static let later = 800
  /// How many the source has in any case: an address without its query, and some words.
  static let leastOfSource = 256
  /// The longest attribute that is copied, in bytes: it is read at once, and a process may have 20 MB. The attributes that
  /// apps write have some kilobytes. A clone has longer ones, too.
  fileprivate static let longestCopied = 4 << 20

  /// Tells whether an attribute is reported under its own name. The others are reported as fields, are private to the app,
  /// or are not synced by the system and only stay on the document.
  static func isPlain(_ name: String) -> Bool { !hasOtherField(name) && isSyncable(name) }

  /// Tells whether the system gives and takes an attribute as what it means, or never.
  static func hasOtherField(_ name: String) -> Bool {
    [tags, lastUsed, resourceFork].contains(name) || Identity.isOwn(name)
  }

  /// Tells whether the system syncs an attribute. If it does and omits the attribute, the attribute was removed.
  ///
  /// It does when the flags behind the last `#` of the name hold `S` (`XATTR_FLAG_SYNCABLE`) and not `N` (never
  /// preserve): see `xattr_name_with_flags(3)` and
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/extendedattributes>. That
  /// page adds "some older attributes" without their names. `com.apple.quarantine` and `com.apple.metadata:` are in
  /// Apple's table of flags, and File Provider extensions do not get them. So Apple's names never count as syncable:
  /// an attribute that wrongly did would be removed from the document.
  static func isSyncable(_ name: String) -> Bool {
    guard !name.hasPrefix("com.apple."), let mark = name.lastIndex(of: "#") else { return false }
    let flags = name[name.index(after: mark)...]
    return flags.contains("S") && !flags.contains("N")
  }

  /// Half of the system's limit for one item, which the same page gives as "about 32KiB".
  private static let mostOfAll = 16 << 10

  /// Tells whether a syncable attribute that the system omits was removed. Near its size limit the system omits attributes
  /// for another reason, so then the answer is no.
  static func isRemoved(_ name: String, by others: [String: [UInt8]]) -> Bool {
    guard isPlain(name), others[name] == nil else { return false }
    return others.reduce(0) { $0 + $1.key.utf8.count + $1.value.count } <= mostOfAll
  }

  /// All attributes as one value for a row, or nil when there are none.
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

/// The tags of a document as the system handed them over. It gets the same bytes back, and not the list in the document's
/// attribute, until something else changes that list.
///
/// The system's bytes are a keyed archive whose classes no source names, so none is made here: see
/// <https://github.com/alecdwm/sshdrive>, docs/quirks/macos.md, MQ-042.
struct SentTags {
  /// The attribute's value when they came; nil for none.
  var list: [UInt8]?
  /// The system's bytes.
  var data: [UInt8]

  init(list: [UInt8]?, data: [UInt8]) { (self.list, self.data) = (list, data) }

  /// Reads what ``bytes`` has; nil for anything else.
  init?(_ bytes: [UInt8]) {
    var decoder = Decoder(bytes)
    guard let hasList = decoder.word(), let length = decoder.word(), let list = decoder.bytes(length),
      let size = decoder.word(), let data = decoder.bytes(size)
    else { return nil }
    (self.list, self.data) = (hasList == 1 ? list : nil, data)
  }

  /// The attribute's value.
  var bytes: [UInt8] {
    var encoder = Encoder()
    encoder.add(list == nil ? 0 : 1 as UInt64)
    for part in [list ?? [], data] {
      encoder.add(UInt64(part.count))
      encoder.add(part)
    }
    return encoder.bytes
  }

  /// How many bytes are read: of two values, and their lengths.
  static let most = 2 * ItemAttribute.mostTags + 24
}

/// The extended attributes that the user set on a document, decoded.
struct PersonalAttributes: Hashable {
  /// As the system gets them.
  var tags: [UInt8]?
  var favouriteRank: Int64?
  var lastUsed: FileTime?
  /// The other attributes that the system gets, by name.
  var others: [String: [UInt8]] = [:]
}

extension OpenFile {
  /// Gives the file those attributes of another that it does not have yet. An attribute that the volume refuses,
  /// or that is too long to be read at once, is left out.
  /// - Throws: the error of the disk; ``DiskError/Code/tooLarge`` for a resource fork of that length, because it is half of
  ///   the contents.
  func copyAttributes(of original: OpenFile, where travels: (String) -> Bool) throws(DiskError) {
    let own = try attributes()
    for name in try original.attributes() where travels(name) && !own.contains(name) {
      if let size = try original.attributeSize(name), size > ItemAttribute.longestCopied {
        if name == ItemAttribute.resourceFork { throw DiskError(.tooLarge, at: original.path) }
        Log.disk.info("An attribute is too long to be copied:", "\(size) bytes")
        continue
      }
      guard let value = try original.attribute(name) else { continue }
      do throws(DiskError) {
        try setAttribute(name, value)
      } catch  where error.code != .noSpace && error.code != .failed {
        // The attribute belongs to the system, or the volume has no room for it. The copy goes on without it.
      }
    }
  }

  /// The attributes beside the identity. Larger ones than are reported are not read, because an extension has 20 MB of
  /// memory.
  func personalAttributes() throws(DiskError) -> PersonalAttributes {
    let names = try attributes()
    var found = PersonalAttributes()
    func read(_ name: String, atMost most: Int) throws(DiskError) -> [UInt8]? {
      guard names.contains(name), let size = try attributeSize(name), size <= most else { return nil }
      return try attribute(name)
    }
    found.tags = try read(ItemAttribute.tags, atMost: ItemAttribute.mostTags)
    let sent = try read(ItemAttribute.sentTags, atMost: SentTags.most).flatMap { SentTags($0) }
    if let sent, sent.list == found.tags { found.tags = sent.data }
    found.favouriteRank = try read(ItemAttribute.favouriteRank, atMost: 8).flatMap(ItemAttribute.decodeNumber)
    found.lastUsed = try read(ItemAttribute.lastUsed, atMost: 16).flatMap(ItemAttribute.decodeTime)
    var remaining = ItemAttribute.most
    for name in names.sorted() where ItemAttribute.isPlain(name) || ItemAttribute.kept.contains(name) {
      guard let value = try read(name, atMost: remaining - name.utf8.count) else { continue }
      remaining -= name.utf8.count + value.count
      found.others[name] = value
    }
    return found
  }
}

/// Permissions and visibility of an item.
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

  /// The flags without a permission bit. They are stored as an attribute.
  static let kept: ItemFlags = [.hidden, .hidesExtension]
}

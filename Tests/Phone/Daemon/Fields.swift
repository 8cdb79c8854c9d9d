import FileProvider
import Foundation

/// The fields in which an item differs from what it was.
enum Fields {
  /// The fields of one item that another does not have; contents are for others to tell.
  static func difference(_ new: ItemSnapshot, _ old: ItemSnapshot) -> NSFileProviderItemFields {
    var fields: NSFileProviderItemFields = []
    if new.name != old.name { fields.insert(.filename) }
    if new.parent != old.parent { fields.insert(.parentItemIdentifier) }
    if new.kind == .link {
      if new.target != old.target { fields.insert(.contents) }
      return fields
    }
    if new.tags != old.tags { fields.insert(.tagData) }
    if (new.favourite ?? 0) != (old.favourite ?? 0) { fields.insert(.favoriteRank) }
    if !isSame(new.lastUsed, old.lastUsed) { fields.insert(.lastUsedDate) }
    if new.attributes != old.attributes { fields.insert(.extendedAttributes) }
    // The times and rights of a folder follow what is in it.
    guard new.kind == .file else { return fields }
    if !isSame(new.modified, old.modified) { fields.insert(.contentModificationDate) }
    if new.isExecutable != old.isExecutable { fields.insert(.fileSystemFlags) }
    return fields
  }

  /// A `Date` has room for tenths of microseconds.
  private static func isSame(_ one: Date?, _ other: Date?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    return abs(one.timeIntervalSince(other)) < 1e-6
  }

  static func flags(isExecutable: Bool) -> UInt {
    var flags: NSFileProviderFileSystemFlags = [.userReadable, .userWritable]
    if isExecutable { flags.insert(.userExecutable) }
    return flags.rawValue
  }

  /// Takes some fields from another item.
  static func copy(_ fields: NSFileProviderItemFields, from other: ItemSnapshot, to facts: inout ItemSnapshot)
  {
    if fields.contains(.filename) { facts.name = other.name }
    if fields.contains(.parentItemIdentifier) { facts.parent = other.parent }
    if fields.contains(.tagData) { facts.tags = other.tags }
    if fields.contains(.favoriteRank) { facts.favourite = other.favourite }
    if fields.contains(.lastUsedDate) { facts.lastUsed = other.lastUsed }
    if fields.contains(.extendedAttributes) { facts.attributes = other.attributes }
    if fields.contains(.contentModificationDate) { facts.modified = other.modified }
    if fields.contains(.fileSystemFlags) { facts.flags = other.flags }
    if fields.contains(.contents) { facts.version = other.version }
  }
}

/// Which extended attributes the system syncs. All others stay where they are, and no extension hears of them.
///
/// "The system decides which extended attributes should be synced from the device, based on a set of rules largely
/// inferred from the name of the extended attribute":
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol/extendedattributes>
enum Syncable {
  /// Whether the name carries the flag `XATTR_FLAG_SYNCABLE`: after its last `#` stands an `S`, and no `N` (never
  /// preserve). The flags are in `xattr_flags.c` of <https://github.com/apple-oss-distributions/copyfile>.
  ///
  /// Apple's page adds that "some older attributes are also synced" and does not name them. Providers that measured
  /// it met only flagged names: neither `com.apple.quarantine` nor `com.apple.metadata:` nor plain names. So this
  /// system syncs the flagged ones, and those of them that are not Apple's.
  static func allows(_ name: String) -> Bool {
    guard !name.hasPrefix("com.apple."), let mark = name.lastIndex(of: "#") else { return false }
    let flags = name[name.index(after: mark)...]
    return flags.contains("S") && !flags.contains("N")
  }

  /// "The system caps the syncable extended attributes to about 32KiB total for each item", says the same page.
  private static let most = 32 << 10

  /// Those attributes of a file that the system syncs. Above the limit "the system automatically makes some of the
  /// attributes nonsyncable"; no source says which, so the later ones in the order of their names go.
  ///
  /// - Parameter all: whether the system is so kind as to sync them all.
  static func capped(_ attributes: [String: Data], all: Bool = false) -> [String: Data] {
    if all { return attributes }
    var room = most
    var kept: [String: Data] = [:]
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) where allows(name) {
      guard name.utf8.count + value.count <= room else { continue }
      room -= name.utf8.count + value.count
      kept[name] = value
    }
    return kept
  }
}

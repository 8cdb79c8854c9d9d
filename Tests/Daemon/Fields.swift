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

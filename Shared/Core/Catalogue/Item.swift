/// One document or folder, as the catalogue knows it.
///
/// Every change of a field is in the journal.
public struct Item: Hashable, Sendable, Identifiable {
  /// Which item.
  public var id: ItemID
  /// The folder it lies in; ``ItemID/root`` and ``ItemID/trash`` lie in the root.
  public var parent = ItemID.root
  /// Its name there.
  public var name: FileName
  /// A file, a folder or a symbolic link, never anything special.
  public var kind: FileKind
  /// Which file it is at present.
  public var file: FileID
  /// Size in bytes.
  public var size: Int64 = 0
  /// When the contents last changed, or what a program set it to.
  public var modified = FileTime(seconds: 0)
  /// When anything about it last changed.
  public var changed = FileTime(seconds: 0)
  /// When it was made, where the file system keeps it.
  public var created: FileTime?
  /// Permission bits.
  public var mode: UInt16 = 0
  /// The version of its contents: a new random number for every state, stored on the document.
  public var contentVersion: Int64 = 0
  /// The version of its other fields: a new random number for every change.
  public var metadataVersion: Int64 = 0
  /// The call of the system that made its contents, if there was one.
  var origin = Identity.Origin.none
  /// The user's tags, as the platform keeps them.
  public var tags: [UInt8]?
  /// Its place among the favourites.
  public var favouriteRank: Int64?
  /// When the user last used it.
  public var lastUsed: FileTime?
  /// The path in a symbolic link.
  public var target: FileName?
  /// The other extended attributes, by name: those that are reported under their names and are not too large.
  public var attributes: [String: [UInt8]] = [:]
  /// Tells whether it lies in the trash, at any depth.
  public var isTrashed = false
  /// How many items a folder has, without Finder's own files. It is counted when the item is reported, and nothing depends on it.
  public var childCount: Int?
}

extension Item {
  /// Its file as the catalogue knows it.
  var snapshot: FileSnapshot {
    FileSnapshot(file, kind, size: size, modified: modified, changed: changed)
  }

  /// Permissions and visibility.
  public var flags: ItemFlags {
    var flags = ItemFlags(rawValue: attributes[ItemAttribute.flags]?.first ?? 0).intersection(.kept)
    if mode & 0o100 != 0 { flags.insert(.executable) }
    if mode & 0o200 != 0 { flags.insert(.writable) }
    return flags
  }

  /// The document of which it is a conflict copy, until the user decides.
  public var conflict: ItemID? { attributes[ItemAttribute.conflict].flatMap { ItemID($0) } }

  /// The attributes that are reported under their names.
  public var plainAttributes: [String: [UInt8]] { attributes.filter { ItemAttribute.isPlain($0.key) } }
}

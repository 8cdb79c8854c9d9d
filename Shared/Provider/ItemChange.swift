/// What the system wants of an item beside its contents; nil leaves a field as it is.
public struct ItemChange: Sendable {
  /// Its name.
  public var name: String?
  /// The folder it lies in.
  public var parent: ItemID?
  /// When its contents changed.
  public var modified: FileTime?
  /// When it was made.
  public var created: FileTime?
  /// When it was last used; the inner nil is never.
  public var lastUsed: FileTime??
  /// Tags, in the form in which the system gives and takes them; the inner nil is none.
  public var tags: [UInt8]??
  /// The rank among favourites; the inner nil is no favourite.
  public var favouriteRank: Int64??
  /// Extended attributes that it shall have, by name.
  public var attributes: [String: [UInt8]]?
  /// Whether its owner may execute it.
  public var isExecutable: Bool?

  /// No change.
  public init() {}
}

extension ItemChange {
  /// Sets on an open file what belongs to it.
  func apply(_ disk: Disk, _ file: Descriptor) throws(DiskError) {
    if let attributes {
      for name in try disk.attributes(file) where ItemAttribute.isPlain(name) && attributes[name] == nil {
        try disk.removeAttribute(file, name)
      }
      for (name, value) in attributes where ItemAttribute.isPlain(name) {
        try disk.setAttribute(file, name, value)
      }
    }
    if let tags { try set(tags, ItemAttribute.tags, disk, file) }
    if let favouriteRank {
      try set(favouriteRank.map(ItemAttribute.encode), ItemAttribute.favouriteRank, disk, file)
    }
    if let lastUsed { try set(lastUsed.map(ItemAttribute.encode), ItemAttribute.lastUsed, disk, file) }
    if let isExecutable {
      let mode = try disk.status(file, nil).mode
      try disk.setModeOfOpen(file, isExecutable ? mode | 0o100 : mode & ~0o111)
    }
    if let created { try disk.setCreated(file, created) }
    if let modified { try disk.setModified(file, modified) }
  }

  /// Whether anything is to be set on the file itself.
  var touchesFile: Bool {
    modified != nil || created != nil || lastUsed != nil || tags != nil || favouriteRank != nil
      || attributes != nil || isExecutable != nil
  }

  private func set(
    _ value: [UInt8]?, _ name: String, _ disk: Disk, _ file: Descriptor
  ) throws(DiskError) {
    if let value { try disk.setAttribute(file, name, value) } else { try disk.removeAttribute(file, name) }
  }
}

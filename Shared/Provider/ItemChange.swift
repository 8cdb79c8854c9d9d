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
  /// Permissions, and what is shown.
  public var flags: ItemFlags?

  /// No change.
  public init() {}

  /// The fields that are set on the file itself.
  public struct Fields: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Fields of these bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// ``ItemChange/modified``.
    public static let modified = Fields(rawValue: 1 << 0)
    /// ``ItemChange/created``.
    public static let created = Fields(rawValue: 1 << 1)
    /// ``ItemChange/lastUsed``.
    public static let lastUsed = Fields(rawValue: 1 << 2)
    /// ``ItemChange/tags``.
    public static let tags = Fields(rawValue: 1 << 3)
    /// ``ItemChange/favouriteRank``.
    public static let favouriteRank = Fields(rawValue: 1 << 4)
    /// ``ItemChange/attributes``.
    public static let attributes = Fields(rawValue: 1 << 5)
    /// ``ItemChange/flags``.
    public static let flags = Fields(rawValue: 1 << 6)
  }
}

extension ItemChange {
  /// What is to be set on the file itself.
  var fields: Fields {
    var fields: Fields = []
    if modified != nil { fields.insert(.modified) }
    if created != nil { fields.insert(.created) }
    if lastUsed != nil { fields.insert(.lastUsed) }
    if tags != nil { fields.insert(.tags) }
    if favouriteRank != nil { fields.insert(.favouriteRank) }
    if attributes != nil { fields.insert(.attributes) }
    if flags != nil { fields.insert(.flags) }
    return fields
  }

  /// Only what belongs to its contents: their dates.
  var dates: ItemChange {
    var dates = ItemChange()
    (dates.modified, dates.created) = (modified, created)
    return dates
  }

  /// The same without what an item is already: played again, a call sets nothing twice.
  func lacking(in item: Item) -> ItemChange {
    var rest = self
    if modified == item.modified { rest.modified = nil }
    if created == item.created { rest.created = nil }
    if lastUsed == .some(item.lastUsed) { rest.lastUsed = nil }
    if tags == .some(item.tags) { rest.tags = nil }
    if favouriteRank == .some(item.favouriteRank) { rest.favouriteRank = nil }
    if attributes == item.plainAttributes { rest.attributes = nil }
    if flags == item.flags { rest.flags = nil }
    return rest
  }

  /// Sets on an open file what belongs to it, each field whole or not at all.
  ///
  /// - Returns: what the volume would not take (more attributes than it has room for, say): the rest is set,
  ///   and an edit does not fail because of a tag.
  /// - Throws: what the disk says when it took nothing at all.
  func apply(_ disk: Disk, _ file: Descriptor) throws(DiskError) -> Fields {
    var missed: Fields = []
    var failure: DiskError?
    func attempt(_ field: Fields, _ set: () throws(DiskError) -> Void) {
      guard fields.contains(field) else { return }
      do throws(DiskError) {
        try set()
      } catch {
        missed.insert(field)
        failure = error
      }
    }
    attempt(.attributes) { () throws(DiskError) in try setAttributes(disk, file) }
    attempt(.tags) { () throws(DiskError) in try set(tags ?? nil, ItemAttribute.tags, disk, file) }
    attempt(.favouriteRank) { () throws(DiskError) in
      let rank = (favouriteRank ?? nil).map { ItemAttribute.encode($0) }
      try set(rank, ItemAttribute.favouriteRank, disk, file)
    }
    attempt(.lastUsed) { () throws(DiskError) in
      let date = (lastUsed ?? nil).map { ItemAttribute.encode($0) }
      try set(date, ItemAttribute.lastUsed, disk, file)
    }
    // The mode after these, because it may forbid them; the dates last, because the others change them.
    attempt(.flags) { () throws(DiskError) in try setFlags(disk, file) }
    attempt(.created) { () throws(DiskError) in if let created { try disk.setCreated(file, created) } }
    attempt(.modified) { () throws(DiskError) in try setModified(disk, file) }
    if let failure, missed == fields { throw failure }
    return missed
  }

  private func setAttributes(_ disk: Disk, _ file: Descriptor) throws(DiskError) {
    guard let attributes else { return }
    // What was too large to be told of is not to go because it was not told.
    let told = try disk.personalAttributes(file).others.keys
    // New ones first: a process that dies in between leaves too many, not too few.
    // The system syncs what it hands over, also under a name that is not known to be syncable.
    for (name, value) in attributes where name != ItemAttribute.lastUsed && !Identity.isOwn(name) {
      try disk.setAttribute(file, name, value)
    }
    for name in told where ItemAttribute.isRemoved(name, by: attributes) {
      try disk.removeAttribute(file, name)
    }
  }

  /// The contents stay what they are, so an identity that spoke of them speaks of them with the new date, too.
  private func setModified(_ disk: Disk, _ file: Descriptor) throws(DiskError) {
    guard let modified else { return }
    var identity = try disk.identity(file)
    if let found = identity, try !found.fits(disk.status(file, nil)) { identity = nil }
    try disk.setModified(file, modified)
    guard var identity else { return }
    identity.seal(try disk.status(file, nil))
    // Where it cannot be written, the next look finds that it speaks of another state, and draws a new version.
    try? disk.setIdentity(file, identity)
  }

  private func setFlags(_ disk: Disk, _ file: Descriptor) throws(DiskError) {
    guard let flags else { return }
    let kept = flags.intersection(.kept)
    try set(kept.isEmpty ? nil : [kept.rawValue], ItemAttribute.flags, disk, file)
    let status = try disk.status(file, nil)
    // What its owner may not read or enter could never be handed over again.
    var mode = status.mode & 0o777 | (status.kind == .folder ? 0o700 : 0o400)
    if status.kind == .file {
      mode = flags.contains(.writable) ? mode | 0o200 : mode & ~0o222
      mode = flags.contains(.executable) ? mode | 0o100 : mode & ~0o111
    }
    if mode != status.mode { try disk.setModeOfOpen(file, mode) }
  }

  private func set(
    _ value: [UInt8]?, _ name: String, _ disk: Disk, _ file: Descriptor
  ) throws(DiskError) {
    if let value { try disk.setAttribute(file, name, value) } else { try disk.removeAttribute(file, name) }
  }
}

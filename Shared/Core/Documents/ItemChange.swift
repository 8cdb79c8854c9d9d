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

  /// A field that is set on the file itself; each is called as its property.
  public enum Field: CaseIterable, Sendable {
    case modified, created, lastUsed, tags, favouriteRank, attributes, flags
  }

  /// Some of the fields.
  public typealias Fields = Set<Field>
}

extension ItemChange {
  /// What is to be set on the file itself.
  var fields: Fields { Fields(Field.allCases.filter(sets)) }

  private func sets(_ field: Field) -> Bool {
    switch field {
    case .modified: modified != nil
    case .created: created != nil
    case .lastUsed: lastUsed != nil
    case .tags: tags != nil
    case .favouriteRank: favouriteRank != nil
    case .attributes: attributes != nil
    case .flags: flags != nil
    }
  }

  /// Only what belongs to its contents: their dates.
  var dates: ItemChange {
    var dates = ItemChange()
    (dates.modified, dates.created) = (modified, created)
    return dates
  }

  /// Sets on an open file what belongs to it, each field whole or not at all.
  ///
  /// - Returns: what the volume would not take (more attributes than it has room for, say): the rest is set,
  ///   and an edit does not fail because of a tag.
  /// - Throws: what the disk says when it took nothing at all.
  func apply(_ disk: Disk, _ file: Descriptor) throws(DiskError) -> Fields {
    var missed: Fields = []
    var failure: DiskError?
    // The mode after the attributes, because it may forbid them; the dates last, because the others change them.
    for field in [Field.attributes, .tags, .favouriteRank, .lastUsed, .flags, .modified, .created]
    where sets(field) {
      do throws(DiskError) {
        try set(field, disk, file)
      } catch {
        missed.insert(field)
        failure = error
      }
    }
    if let failure, missed == fields { throw failure }
    return missed
  }

  private func set(_ field: Field, _ disk: Disk, _ file: Descriptor) throws(DiskError) {
    switch field {
    case .attributes: try setAttributes(disk, file)
    case .tags: try set(tags ?? nil, ItemAttribute.tags, disk, file)
    case .favouriteRank:
      let rank = (favouriteRank ?? nil).map { ItemAttribute.encode($0) }
      try set(rank, ItemAttribute.favouriteRank, disk, file)
    case .lastUsed:
      let date = (lastUsed ?? nil).map { ItemAttribute.encode($0) }
      try set(date, ItemAttribute.lastUsed, disk, file)
    case .flags: try setFlags(disk, file)
    case .created: if let created { try disk.setCreated(file, created) }
    case .modified: try setModified(disk, file)
    }
  }

  private func setAttributes(_ disk: Disk, _ file: Descriptor) throws(DiskError) {
    guard let attributes else { return }
    // What was too large to be told of is not to go because it was not told.
    let told = try disk.personalAttributes(file).others.keys
    // New ones first: a process that dies in between leaves too many, not too few.
    // The system syncs what it hands over, also under a name that is not known to be syncable.
    for (name, value) in attributes where !ItemAttribute.hasOtherField(name) {
      try disk.setAttribute(file, name, value)
    }
    for name in told where ItemAttribute.isRemoved(name, by: attributes) {
      try disk.removeAttribute(file, name)
    }
  }

  /// The contents stay what they are, so an identity that spoke of them speaks of them with the new date, too.
  private func setModified(_ disk: Disk, _ file: Descriptor) throws(DiskError) {
    guard let modified else { return }
    let before = try disk.status(file, nil)
    var identity = try disk.identity(file)
    if let found = identity, !found.fits(before) { identity = nil }
    try disk.setModified(file, modified)
    // A modification date before the creation date moves that, too: it goes back to what it was.
    if let created = before.created, try disk.status(file, nil).created != created {
      try disk.setCreated(file, created)
    }
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

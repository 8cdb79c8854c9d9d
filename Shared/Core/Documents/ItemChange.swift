/// A change of an item's fields that the system requests. nil keeps a field.
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
  /// Permissions and visibility.
  public var flags: ItemFlags?
  /// The target of a symbolic link: its contents, which the system sends as a field.
  public var target: FileName?

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
  /// The fields that are set on the file itself.
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

  /// Sets the fields of an open file. Each field is set completely or not at all.
  /// - Returns: the fields that the volume refused, for example because it has no room for more attributes. The rest
  ///   is set, so that a refused tag does not make an edit fail.
  /// - Throws: the error of the disk when it refused all fields.
  func apply(_ file: OpenFile) throws(DiskError) -> Fields {
    var missed: Fields = []
    var failure: DiskError?
    // The mode after the attributes, because it may forbid them; the dates last, because the others change them.
    for field in [Field.attributes, .tags, .favouriteRank, .lastUsed, .flags, .modified, .created]
    where sets(field) {
      do throws(DiskError) {
        try set(field, file)
      } catch {
        missed.insert(field)
        failure = error
      }
    }
    if let failure, missed == fields { throw failure }
    return missed
  }

  private func set(_ field: Field, _ file: OpenFile) throws(DiskError) {
    switch field {
    case .attributes: try setAttributes(file)
    case .tags: try setTags(tags ?? nil, file)
    case .favouriteRank:
      let rank = (favouriteRank ?? nil).map { ItemAttribute.encode($0) }
      try file.setAttribute(ItemAttribute.favouriteRank, rank)
    case .lastUsed:
      let date = (lastUsed ?? nil).map { ItemAttribute.encode($0) }
      try file.setAttribute(ItemAttribute.lastUsed, date)
    case .flags: try setFlags(file)
    case .created: if let created { try file.setCreated(created) }
    case .modified: try setModified(file)
    }
  }

  /// Sets the list that Finder and the app read, and keeps the system's bytes if they are something else. Bytes that cannot be
  /// read leave the list as it is. If the process is killed between the two attributes, the system gets the old list, and
  /// repeats its call.
  private func setTags(_ data: [UInt8]?, _ file: OpenFile) throws(DiskError) {
    guard let data else {
      try file.setAttribute(ItemAttribute.tags, nil)
      return try file.setAttribute(ItemAttribute.sentTags, nil)
    }
    let list =
      switch DocumentTag.decode(data) {
      case let tags? where DocumentTag.isArchive(data): tags.isEmpty ? nil : DocumentTag.encode(tags)
      case .some: data
      case nil: try file.attribute(ItemAttribute.tags)
      }
    let sent = list == data ? nil : SentTags(list: list, data: data).bytes
    try file.setAttribute(ItemAttribute.sentTags, sent)
    try file.setAttribute(ItemAttribute.tags, list)
  }

  private func setAttributes(_ file: OpenFile) throws(DiskError) {
    guard let attributes else { return }
    // An attribute that was too large to report must not be removed because the system does not send it.
    let told = try file.personalAttributes().others.keys
    // New ones first: a process that dies in between leaves too many, not too few. Set every attribute that the
    // system sends, even if its name does not mark it as syncable.
    for (name, value) in attributes where !ItemAttribute.hasOtherField(name) {
      try file.setAttribute(name, value)
    }
    for name in told where ItemAttribute.isRemoved(name, by: attributes) {
      try file.setAttribute(name, nil)
    }
  }

  /// The contents do not change, so an identity that fits them is updated to the new date.
  private func setModified(_ file: OpenFile) throws(DiskError) {
    guard let modified else { return }
    let before = try file.status()
    var identity = try file.identity()
    if let found = identity, !found.fits(before) { identity = nil }
    try file.setModified(modified)
    // A modification date before the creation date changes the creation date too, so restore it.
    if let created = before.created, try file.status().created != created {
      try file.setCreated(created)
    }
    guard var identity else { return }
    identity.seal(try file.status())
    // If the identity cannot be written, the next scan sees that it does not fit, and gives the contents a new
    // version.
    try? file.setIdentity(identity)
  }

  private func setFlags(_ file: OpenFile) throws(DiskError) {
    guard let flags else { return }
    let kept = flags.intersection(.kept)
    try file.setAttribute(ItemAttribute.flags, kept.isEmpty ? nil : [kept.rawValue])
    let status = try file.status()
    // Keep the owner's right to read, because the provider could otherwise not provide the contents again.
    var mode = status.mode & 0o777 | (status.kind == .folder ? 0o700 : 0o400)
    if status.kind == .file {
      mode = flags.contains(.writable) ? mode | 0o200 : mode & ~0o222
      mode = flags.contains(.executable) ? mode | 0o100 : mode & ~0o111
    }
    if mode != status.mode { try file.setMode(mode) }
  }
}

import Synchronization

// Contents that the system brings: what they were made from, and whether we have them already.
extension Provider {
  /// The content version that an edit was made from, as the system says it.
  public enum Base: Hashable, Sendable {
    /// One of ours.
    case version(Int64)
    /// None yet: the system made the item, and got no answer.
    case beforeFirstSync
    /// Bytes that were never a version of ours.
    case foreign([UInt8])

    /// The bytes by which calls that were made from it are told from others.
    var bytes: [UInt8] {
      switch self {
      case .version(let version): Encoder(UInt64(bitPattern: version)).bytes
      case .beforeFirstSync: []
      case .foreign(let bytes): [0] + bytes
      }
    }
  }

  /// Tells whether an edit that was made from a base was made from an item's present contents.
  func isCurrent(_ base: Base, of item: Item) -> Bool {
    switch base {
    case .version(let version): version == item.contentVersion
    case .beforeFirstSync: item.origin.isCreate
    case .foreign: false
    }
  }

  /// The content version of the bytes that the system has of an item, as far as the base of a call tells. Never the
  /// item's own unless the base is current.
  func systemVersion(_ base: Base, of item: Item) -> Int64 {
    if isCurrent(base, of: item) { return item.contentVersion }
    if case .version(let version) = base { return version }
    return ~item.contentVersion
  }

  /// The documents that a call has made, wherever they are by now, as they are at this moment.
  func made(by origin: Identity.Origin) throws -> [Located] {
    try catalogue.items(of: origin).compactMap { try locate($0.id) }.filter { $0.item.origin == origin }
  }

  /// The item of a name in a folder. What stands there and is not known is looked at first.
  func item(named name: FileName, in folder: LocatedFolder) throws -> Item? {
    let present: FileID?
    do {
      present = try container.folder(at: folder.path, expecting: folder.file)[name].status().file
    } catch {
      guard error.isOutdated else { throw error }
      present = nil
    }
    let known = try catalogue.item(named: name, in: folder.id)
    if known?.file == present { return known }
    try scan()
    return try catalogue.item(named: name, in: folder.id)
  }

  /// The link that an earlier try of a call has published, when its process died before the catalogue stored the origin. A
  /// link cannot carry its origin, so it is found by its target: under the name of the call or an alternative, and made by
  /// no known call.
  func publishedLink(
    _ source: Documents.Contents, as name: DocumentName, in place: LocatedFolder
  ) throws -> Located? {
    guard case .link(let target) = source else { return nil }
    let folder = try container.folder(at: place.path, expecting: place.file)
    for (other, kind) in try folder.entries() where kind == .link {
      guard DocumentName(other).isAlternative(of: name), try folder[other].readLink() == target,
        let item = try item(named: other, in: place), item.origin == .none, let found = try locate(item.id)
      else { continue }
      return found
    }
    return nil
  }

  /// What the system brings, and what the document that it becomes is to carry.
  struct Delivery {
    var source: Documents.Contents
    /// Which item it is; nil is a new one.
    var id: ItemID?
    var origin: Identity.Origin
    var change: ItemChange
    /// The document that it is to replace.
    var replaces: DocumentPath?
    /// The document that it is a conflict copy of.
    var conflict: ItemID?
  }

  /// Makes a copy of what the system brings, with everything that it must carry, before another process sees it.
  ///
  /// - Parameter use: called with the copy, its identity, and the fields that the volume refused. A link cannot carry its
  ///   identity, so the catalogue alone keeps that. If it throws, the copy is removed.
  func withStaged<Result>(
    _ delivery: Delivery, as name: DocumentName, _ copier: Copier,
    _ use: (Staged, Identity, ItemChange.Fields) throws -> Result
  ) throws -> Result {
    let (id, change) = (delivery.id ?? .random(), delivery.change)
    var missed: ItemChange.Fields = []
    var carried: Identity?
    let staged = try documents.stage(delivery.source, as: name, replacing: delivery.replaces, copier: copier)
    {
      file throws(DiskError) in
      // The system tells of tags by themselves; those on its copy may be older.
      try file.setAttribute(ItemAttribute.tags, nil)
      if !change.fields.isEmpty { missed = try change.apply(file) }
      if let conflict = delivery.conflict { try self.documents.mark(file, asConflictWith: conflict) }
      let identity = Identity(id, origin: delivery.origin, of: try file.status())
      try file.setIdentity(identity)
      carried = identity
    }
    do {
      let identity = try carried ?? Identity(id, origin: delivery.origin, of: staged.status())
      // The last moment at which nothing was done yet.
      if copier.isCancelled() { throw DiskError(.cancelled, at: "") }
      return try use(staged, identity, missed)
    } catch {
      // It may have been published before the error. The call, when it is repeated, finds it after a look.
      hasLooked.withLock { $0 = false }
      staged.tidy()
      throw error
    }
  }
}

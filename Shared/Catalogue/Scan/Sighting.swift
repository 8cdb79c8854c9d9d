/// What a look at one name found.
struct Sighting {
  let name: FileName
  var status: FileStatus
  var file: FileID
  /// nil when they cannot be read at present.
  var attributes: PersonalAttributes?
  /// Where a symbolic link points.
  var target: FileName?
  /// What it carries of its identity; nil for none, and as long as ``attributes`` cannot be read.
  var identity: Identity?

  /// Whether it can carry an identity that can be read now: a link cannot, nor can a file that cannot be opened.
  var isIdentifiable: Bool { attributes != nil && status.kind != .link }
}

/// What only a person could know.
struct PersonalAttributes: Hashable {
  var tags: [UInt8]?
  var favouriteRank: Int64?
  var lastUsed: FileTime?
  /// Whatever else there is, and is told as such.
  var others: [String: [UInt8]] = [:]
}

extension Folder {
  /// Looks at a name; nil when there is nothing, or nothing that is an item.
  ///
  /// Everything comes from one open file, so that it belongs together.
  /// - Parameter kind: what it is, if somebody has looked already; something else then counts as nothing.
  func sight(_ name: FileName, _ kind: FileKind? = nil) throws(DiskError) -> Sighting? {
    do throws(DiskError) {
      let kind = if let kind { kind } else { try status(name).kind }
      switch kind {
      case .special: return nil
      case .link: return try sightLink(name)
      case .file, .folder: return try sightOpen(name, kind)
      }
    } catch  where [.notFound, .notAFolder, .link, .special].contains(error.code) {
      return nil
    }
  }

  private func sightLink(_ name: FileName) throws(DiskError) -> Sighting? {
    let status = try status(name)
    guard status.kind == .link else { return nil }
    return Sighting(
      name: name, status: status, file: try identify(name), attributes: PersonalAttributes(),
      target: try readLink(name))
  }

  /// What may be looked at but not opened is an item all the same.
  private func sightOpen(_ name: FileName, _ kind: FileKind) throws(DiskError) -> Sighting? {
    do throws(DiskError) {
      return try withOpen(name, kind) { opened throws(DiskError) in
        let status = try disk.status(opened, nil)
        guard status.kind == kind else { return nil }
        return Sighting(
          name: name, status: status, file: try disk.identify(opened, nil),
          attributes: try disk.personalAttributes(opened), identity: try disk.identity(opened))
      }
    } catch  where error.code == .denied {
      let status = try status(name)
      return status.kind == kind ? Sighting(name: name, status: status, file: try identify(name)) : nil
    }
  }

  /// Writes the identity of what was sighted, and looks again.
  ///
  /// Dies in it: the identity is written or not; the next look at the folder goes on with what it finds.
  /// - Returns: nil when the name stands for another file by now.
  func identify(_ sighting: Sighting, as identity: Identity) throws(DiskError) -> Sighting? {
    do throws(DiskError) {
      try withOpen(sighting.name, sighting.status.kind) { opened throws(DiskError) in
        guard try disk.identify(opened, nil) == sighting.file else { return }
        try disk.setIdentity(opened, identity)
      }
      return try sight(sighting.name, sighting.status.kind)
    } catch  where [.notFound, .notAFolder, .link, .special].contains(error.code) {
      return nil
    }
  }
}

extension Disk {
  /// What an open file or folder carries beside its identity. What is larger than is told is not read: a process has 20 MB.
  func personalAttributes(_ file: Descriptor) throws(DiskError) -> PersonalAttributes {
    let names = try attributes(file)
    var found = PersonalAttributes()
    func read(_ name: String, atMost most: Int) throws(DiskError) -> [UInt8]? {
      guard names.contains(name), let size = try attributeSize(file, name), size <= most else { return nil }
      return try attribute(file, name)
    }
    found.tags = try read(ItemAttribute.tags, atMost: ItemAttribute.mostTags)
    found.favouriteRank = try read(ItemAttribute.favouriteRank, atMost: 8).flatMap(ItemAttribute.decodeNumber)
    found.lastUsed = try read(ItemAttribute.lastUsed, atMost: 16).flatMap(ItemAttribute.decodeTime)
    var room = ItemAttribute.most
    for name in names.sorted() where ItemAttribute.isPlain(name) || name == ItemAttribute.flags {
      guard let value = try read(name, atMost: room - name.utf8.count) else { continue }
      room -= name.utf8.count + value.count
      found.others[name] = value
    }
    return found
  }
}

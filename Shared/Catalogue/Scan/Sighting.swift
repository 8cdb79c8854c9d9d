/// What a look at one name found.
struct Sighting {
  let name: FileName
  var status: FileStatus
  var file: FileID
  /// nil when they cannot be read at present.
  var attributes: PersonalAttributes?
  /// Where a symbolic link points.
  var target: FileName?
  /// Of the contents, if it was wanted.
  var digest: Digest?
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
          attributes: try disk.personalAttributes(opened))
      }
    } catch  where error.code == .denied {
      let status = try status(name)
      return status.kind == kind ? Sighting(name: name, status: status, file: try identify(name)) : nil
    }
  }

  /// A digest of the contents of what was sighted; nil when they cannot be read, or are others by now.
  func digest(_ sighting: Sighting) throws(DiskError) -> Digest? {
    do throws(DiskError) {
      return try withFile(sighting.name) { opened throws(DiskError) in
        let digest = try disk.digest(opened, size: sighting.status.size)
        let file = try disk.identify(opened, nil)
        let status = try disk.status(opened, nil)
        return file == sighting.file && status.sameContents(as: sighting.status) ? digest : nil
      }
    } catch  where [.denied, .notFound, .notAFolder, .link, .special].contains(error.code) {
      return nil
    }
  }
}

extension Disk {
  /// How much is read of a file at once: a few system calls a megabyte, and little of our memory.
  private static let buffer = 1 << 16

  func personalAttributes(_ file: Descriptor) throws(DiskError) -> PersonalAttributes {
    let names = try attributes(file)
    var found = PersonalAttributes()
    if names.contains(ItemAttribute.tags) { found.tags = try attribute(file, ItemAttribute.tags) }
    if names.contains(ItemAttribute.favouriteRank) {
      found.favouriteRank = try attribute(file, ItemAttribute.favouriteRank).flatMap(
        ItemAttribute.decodeNumber)
    }
    if names.contains(ItemAttribute.lastUsed) {
      found.lastUsed = try attribute(file, ItemAttribute.lastUsed).flatMap(ItemAttribute.decodeTime)
    }
    var room = ItemAttribute.most
    for name in names.sorted() where ItemAttribute.isPlain(name) || name == ItemAttribute.flags {
      guard let value = try attribute(file, name), name.utf8.count + value.count <= room else { continue }
      room -= name.utf8.count + value.count
      found.others[name] = value
    }
    return found
  }

  /// A digest of a file's bytes, as many as it is said to have.
  func digest(_ file: Descriptor, size: Int64) throws(DiskError) -> Digest {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.buffer, alignment: 16)
    defer { buffer.deallocate() }
    var digester = Digester()
    var offset: Int64 = 0
    while offset < size {
      let count = try read(file, buffer, offset)
      if count == 0 { break }
      digester.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
      offset += Int64(count)
    }
    return digester.finish()
  }
}

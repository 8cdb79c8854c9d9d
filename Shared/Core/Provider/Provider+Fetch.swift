extension Provider {
  /// Hands over a document's contents as a clone, and the item whose version they are.
  ///
  /// - Parameter folder: where the system wants it, absolute: a folder on the volume of the container.
  /// - Returns: the path of the clone, which is the system's from now on. A folder has none, nor has a link.
  public func fetch(
    _ id: ItemID, into folder: String, copier: Copier = Copier()
  ) throws -> (path: String?, item: Item) {
    var copier = copier.leaving
    // The document itself is on the medium; what is lost of a copy is fetched again.
    copier.syncsFiles = false
    // A document that changes while it is read is read again, now as what it has become.
    return try retrying {
      let found = try locateExisting(id)
      guard found.item.kind == .file else { return (nil, found.item) }
      return (
        try documents.copy(found.path, expecting: found.item.snapshot, into: folder, copier: copier),
        found.item
      )
    }
  }

  /// The absolute path of a new file in the folder in which the system takes copies. If the process dies before it removes
  /// the file, ``removeCopies(in:now:)`` finds it.
  public static func pathOfCopy(in folder: String) -> String {
    folder + "/" + FileName.random(Documents.copySuffix).description
  }

  /// Removes the copies that an earlier process left in the folder in which the system takes them: see
  /// ``Documents/removeCopies(in:now:)``.
  public func removeCopies(in folder: String, now: FileTime = ScanClock.system.now()) {
    documents.removeCopies(in: folder, now: now)
  }

  /// Where a document is at this moment, absolute. Only for a caller that reads it, and that a different document under
  /// that path does not harm.
  public func itemWithPath(_ id: ItemID) throws -> (item: Item, path: String) {
    let found = try locateExisting(id)
    return (found.item, container.path(of: found.path))
  }
}

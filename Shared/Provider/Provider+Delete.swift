extension Provider {
  /// Removes an item for good, if it is what the system knows.
  ///
  /// - Parameters:
  ///   - baseVersion: the content version that the system knows; nil when it does not.
  ///   - isRecursive: whether a folder goes with everything in it.
  /// - Throws: ``ProviderError/notEmpty(_:)``; ``ProviderError/deletionRejected(_:)`` with the item as it
  ///   is now, when it or anything in it is not what the system was told of. An item that is gone is
  ///   success.
  public func delete(
    _ id: ItemID, baseVersion: Int64?, isRecursive: Bool
  ) throws(ProviderError) {
    guard id != .root else { throw .unsupported }
    // What the system knows is what it was told before this call: so no scan, which would learn more.
    let known = try find(id)
    guard let item = known else { return }
    if let baseVersion, item.kind == .file, baseVersion != item.contentVersion {
      throw .deletionRejected(item)
    }
    // Also when it fails: some of it may be done.
    defer { doorbell.ring(.provider) }
    let path = try path(of: item)
    if item.kind == .folder, !isRecursive, try hasEntries(path) { throw .notEmpty(id) }
    do throws(DiskError) {
      try documents.remove(path, expecting: item.file) { below, status, file throws(DiskError) in
        isKnown(below, of: item, status, file)
      }
    } catch {
      try scan()
      guard error.code == .changed else { throw .disk(error) }
      // Somebody removed it meanwhile, which is what was asked for; or it is something else by now.
      guard let now = try? require(id) else { return }
      throw .deletionRejected(now)
    }
    try scan()
  }

  private func hasEntries(_ path: DocumentPath) throws(ProviderError) -> Bool {
    do throws(DiskError) {
      let folder = try container.openExisting(.documents).folder(at: path)
      return try !folder.entries(upTo: 1) { _, _ in true }.isEmpty
    } catch  where error.code == .notFound {
      return false
    } catch {
      throw .disk(error)
    }
  }

  /// Whether something below an item, or the item itself, is what the catalogue has reported.
  private func isKnown(
    _ path: DocumentPath, of item: Item, _ status: FileStatus, _ file: FileID
  ) -> Bool {
    var found = item
    for name in path.names {
      // What cannot be looked up is not known, and stays.
      guard let next = try? catalogue.item(named: name, in: found.id) else { return false }
      found = next
    }
    guard found.file == file, found.kind == status.kind else { return false }
    return status.kind == .folder || (found.size == status.size && found.modified == status.modified)
  }
}

extension Provider {
  /// Removes an item for good, if it is in the state that the system knows.
  ///
  /// - Parameters:
  ///   - base: the content version that the system knows; nil when it does not matter.
  ///   - isRecursive: whether a folder goes with everything in it.
  /// - Throws: ``ProviderError/notEmpty(_:)``; ``ProviderError/deletionRejected(_:)`` with the present item, when the
  ///   system does not know the present state of it or of anything in it. A missing item is success.
  public func delete(_ id: ItemID, base: Base?, isRecursive: Bool) throws {
    guard id != .root, id != .trash else { throw ProviderError.unsupported }
    // Use the state that the system knew before this call. A scan here would change it.
    guard let item = try find(id) else { return }
    if let base, item.kind != .folder, !isCurrent(base, of: item), !isMadeFrom(base, item) {
      note(true)
      throw ProviderError.deletionRejected(item)
    }
    // Also when it fails: some of it may be done.
    defer { notifier.post(.provider) }
    // The system asked for a folder. What went with it, or could not, is news, also when it fails.
    note(item.kind == .folder && isRecursive)
    do {
      guard let path = try catalogue.path(of: id), try stands(item, at: path) else { return try reject(id) }
      if item.kind == .folder, !isRecursive {
        let isEmpty = try container.folder(at: path).entries(upTo: 1) { _, _ in true }.isEmpty
        if !isEmpty { throw ProviderError.notEmpty(id) }
      }
      // The folders on the way to what is looked at, from the item down: what is in a deep one is looked up in it.
      var folders: [Item] = []
      try documents.remove(path, expecting: item.file) { below, snapshot throws(DiskError) in
        folders.removeSubrange(min(below.names.count, folders.count)...)
        guard let found = acknowledgedItem(below, of: item, in: folders.last),
          found.snapshot.matches(snapshot)
        else {
          return false
        }
        folders.append(found)
        return true
      }
      try catalogue.commitRemoval(of: id)
    } catch let error as DiskError where error.isOutdated {
      try reject(id)
    }
  }

  /// Whether the system itself made the item's present contents from a base that it still holds, and got no answer.
  private func isMadeFrom(_ base: Base, _ item: Item) -> Bool {
    item.origin == .modify(item.id, base: base.bytes)
  }

  /// An item that moved or changed is kept, and the system gets its present state. A missing item is success.
  private func reject(_ id: ItemID) throws {
    note(true)
    try lookAgain(at: id)
    if let now = try find(id) { throw ProviderError.deletionRejected(now) }
  }

  /// What the system was told of at a path below an item, or of the item itself. What a scan found since then is not: it
  /// is not removed with its folder.
  private func acknowledgedItem(_ path: DocumentPath, of item: Item, in folder: Item?) -> Item? {
    // What cannot be looked up is not known, and stays.
    guard let name = path.names.last else { return (try? catalogue.item(item.id)) ?? nil }
    return folder.flatMap { (try? catalogue.acknowledgedItem(named: name, in: $0.id)) ?? nil }
  }
}

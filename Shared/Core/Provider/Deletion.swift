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
    // The system itself may have made the present contents from a base that it still holds, and got no answer.
    if let base, item.kind != .folder, !isCurrent(base, of: item),
      item.origin != .modify(id, base: base.bytes)
    {
      recordNews()
      throw ProviderError.deletionRejected(item)
    }
    // Also when it fails: some of it may be done.
    defer { notifier.post(.provider) }
    // The system asked for a folder. What went with it, or could not, is news, also when it fails.
    recordNews(if: item.kind == .folder && isRecursive)
    do {
      guard let path = try catalogue.path(of: id), try isPresent(item, at: path) else {
        return try reject(id)
      }
      if item.kind == .folder, !isRecursive {
        let isEmpty = try container.folder(at: path).entries(upTo: 1) { name, _ in !name.isOfFinder }.isEmpty
        if !isEmpty { throw ProviderError.notEmpty(id) }
      }
      // The folders on the way to what is looked at, from the item down: what is in a deep one is looked up in it.
      var folders: [Item] = []
      try documents.remove(path, expecting: item.file) { below, snapshot throws(DiskError) in
        // The system was never told of Finder's own files.
        if below.names.last?.isOfFinder == true { return true }
        folders.removeSubrange(min(below.names.count, folders.count)...)
        guard let found = self.acknowledgedItem(below, of: item, in: folders.last),
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

  /// Puts items back to where they were before they were thrown away.
  ///
  /// If the process is killed here, some are back, and the rest is in the trash.
  /// One that is not in the trash any more is where it belongs: the call was played again.
  /// - Throws: ``ProviderError/noSuchItem(_:)`` for one that is gone; ``ProviderError/unsupported`` for one that
  ///   lies in a folder in the trash, and goes back with that. Those before it are back.
  public func putBack(_ ids: [ItemID]) throws {
    // Also when it fails: some of it may be done.
    defer { notifier.post(.provider) }
    // The system does not know what the action did. Also when it fails: those before it are back.
    recordNews()
    // One that is not known fails below.
    let taken = documents.namesBack(of: ids.compactMap { try? catalogue.path(of: $0) })
    for id in ids {
      let found = try locateExisting(id)
      guard found.item.isTrashed else { continue }
      guard found.item.parent == .trash else { throw ProviderError.unsupported }
      _ = try documents.putBack(found.path, expecting: found.item.file, taken)
    }
    try scan()
  }

  /// What the user decides about a conflict copy.
  public enum ConflictDecision: Sendable { case keepBoth, keepThis }

  /// Decides upon conflict copies. One that is none any more was decided upon: the call was played again. If the document is
  /// gone or in the trash, there is only this version to keep.
  ///
  /// If the process is killed here, some are decided upon. See ``Documents/keepBoth(_:)`` and
  /// ``Documents/replaceContents(of:expecting:by:expecting:now:)``.
  /// - Throws: ``ProviderError/noSuchItem(_:)`` for a copy that is gone. Those before it are decided upon.
  public func decide(_ decision: ConflictDecision, on ids: [ItemID]) throws {
    // Also when it fails: some of it may be done. The system does not know what the action did.
    defer { notifier.post(.provider) }
    recordNews()
    for id in ids {
      let copy = try locateExisting(id)
      guard let original = copy.item.conflict else { continue }
      if decision == .keepThis, let other = try locate(original), !other.item.isTrashed {
        _ = try documents.replaceContents(
          of: other.path, expecting: other.item.file, by: copy.path, expecting: copy.item.file)
      } else {
        try documents.keepBoth(SeenDocument(copy.path, SeenIdentity(file: copy.item.file, item: id)))
      }
    }
    try scan()
  }

  /// An item that moved or changed is kept, and the system gets its present state. A missing item is success.
  private func reject(_ id: ItemID) throws {
    recordNews()
    try scan(folderOf: id)
    if let now = try find(id) { throw ProviderError.deletionRejected(now) }
  }

  /// Finds the item that the system knows at a path below an item, or the item itself. The system does not know what a
  /// scan has found since then, so that is not removed with its folder.
  private func acknowledgedItem(_ path: DocumentPath, of item: Item, in folder: Item?) -> Item? {
    // What cannot be looked up is not known, and stays. So does an item that a scan has found changed since the base was
    // compared.
    guard let name = path.names.last else {
      let now = try? catalogue.item(item.id)
      return now?.contentVersion == item.contentVersion ? now : nil
    }
    return folder.flatMap { try? catalogue.item(named: name, in: $0.id, isAcknowledged: true) }
  }
}

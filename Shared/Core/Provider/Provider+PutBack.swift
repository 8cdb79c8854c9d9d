extension Provider {
  /// Puts items back to where they were before they were thrown away.
  ///
  /// Dies in it: some are back, and the rest is in the trash.
  /// One that is not in the trash any more is where it belongs: the call was played again.
  /// - Throws: ``ProviderError/noSuchItem(_:)`` for one that is gone; ``ProviderError/unsupported`` for one that
  ///   lies in a folder in the trash, and goes back with that. Those before it are back.
  public func putBack(_ ids: [ItemID]) throws {
    // Also when it fails: some of it may be done.
    defer { notifier.post(.provider) }
    // The system does not know what the action did. Also when it fails: those before it are back.
    note(true)
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
}

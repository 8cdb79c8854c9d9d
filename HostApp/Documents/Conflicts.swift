import Shared

/// What the user decides about conflict copies.
extension NavigationModel {
  /// Keeps both versions: they are two documents from now on.
  func keepBoth(_ copy: DocumentEntry) {
    let copy = copy.seen
    perform(.decide, for: copy) { documents throws(DiskError) in
      try documents.keepBoth(copy)
      return copy.path
    }
  }

  /// Keeps one version under the name of the document. The other one goes to Recently Deleted: see
  /// `Documents.supersede(_:expecting:by:expecting:)`.
  func keepThis(_ kept: DocumentEntry, insteadOf other: DocumentEntry) {
    perform(.decide, for: other.seen) { documents throws(DiskError) in
      // Of a conflict copy that goes, the document already has its name.
      guard kept.conflict != nil else { return try documents.trash([other.seen])[0].get() }
      let done = try documents.supersede(
        other.path, expecting: documents.file(of: other.seen), by: kept.path,
        expecting: documents.file(of: kept.seen))
      try documents.keepBoth(SeenDocument(done.path, kept.identity))
      return done.path
    }
  }
}

extension DocumentLibrary {
  /// The document that a conflict copy is in conflict with; nil when it is gone.
  func original(of copy: DocumentEntry) async -> DocumentEntry? {
    guard let item = copy.conflict else { return nil }
    return await index.entry(of: item)
  }
}

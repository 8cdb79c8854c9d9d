import Shared

/// What the user decides about conflict copies.
extension NavigationModel {
  /// Keeps both versions: they are two documents from now on.
  func keepBoth(_ copy: DocumentEntry) {
    perform(.putBack, for: [copy.seen]) { await $0.keepBoth(copy.seen) }
  }

  /// Keeps one version under the name of the document. The other one goes to Recently Deleted.
  func keepThis(_ kept: DocumentEntry, insteadOf other: DocumentEntry) {
    perform(.putBack, for: [other.seen]) { await $0.keep(kept, insteadOf: other) }
  }
}

/// Conflict copies. Each method makes its calls into `Shared` off the main thread.
extension DocumentLibrary {
  /// The document that a conflict copy is in conflict with; nil when it is gone.
  func original(of copy: DocumentEntry) async -> DocumentEntry? {
    guard let item = copy.conflict else { return nil }
    return await index.entry(of: item)
  }

  /// Notes that both versions are kept.
  @concurrent
  func keepBoth(_ copy: SeenDocument) async -> Result<DocumentPath, DiskError> {
    Self.result { () throws(DiskError) in
      try documents.keepBoth(copy)
      return copy.path
    }
  }

  /// Throws one version away, and gives the other one the name of the document.
  ///
  /// Dies after the first step: one version is in the trash, and the other one still has the name of a copy.
  @concurrent
  func keep(_ kept: DocumentEntry, insteadOf other: DocumentEntry) async -> Result<DocumentPath, DiskError> {
    Self.result { () throws(DiskError) in
      let thrownAway = try documents.trash([other.seen])[0].get()
      guard kept.conflict != nil else { return thrownAway }
      try documents.keepBoth(kept.seen)
      let name = other.path.names.last.map { DocumentName($0) }
      _ = try documents.move(
        kept.path, expecting: documents.file(of: kept.seen), to: other.path.parent, as: name)
      return thrownAway
    }
  }
}

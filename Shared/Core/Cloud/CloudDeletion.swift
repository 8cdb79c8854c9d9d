extension Cloud {
  /// The outcome for a document that was to be deleted.
  public enum Deletion: Hashable, Sendable {
    /// It was moved to this device, if it was not there, and then to the trash, under this path. The user can put it
    /// back.
    case discarded(DocumentPath)
    /// It is gone from iCloud. Other devices' "Recently Deleted" may still have it.
    case removed
  }

  /// Deletes a document or folder, wherever it is.
  ///
  /// An iCloud document with a current local copy is first moved to Documents and then to the trash, so that the user
  /// can put it back. A document that would have to be downloaded for that, and everything in iCloud's data, is
  /// removed in iCloud. Versions that the system could not merge become documents first: the user has not seen them. If the
  /// process dies, it is whole in Documents or in iCloud, or deleted.
  /// - Parameter discard: moves a local document to the trash, and returns its path there.
  /// - Throws: ``CloudError/notFound`` when it does not exist.
  @concurrent
  public func delete(
    _ path: DocumentPath, in place: CloudPlace? = nil,
    discard: @Sendable (DocumentPath) throws(DiskError) -> DocumentPath
  ) async throws(CloudError) -> Deletion {
    let place = try found(path, in: place)
    guard place != .local else { return try discarded(path, discard) }
    if place == .cloudDocuments, try isCurrent(path, in: place) {
      return try discarded(try await moveOutOfCloud(path, of: place), discard)
    }
    try keepConflicts(of: path, in: place)
    let item = try item(path, in: place)
    try asked { () throws(CloudError) in try drive.remove(item) }
    return .removed
  }

  private func discarded(
    _ path: DocumentPath, _ discard: (DocumentPath) throws(DiskError) -> DocumentPath
  ) throws(CloudError) -> Deletion {
    .discarded(try onDisk { () throws(DiskError) in try discard(path) })
  }
}

extension Cloud {
  /// What became of a document that was to be deleted.
  public enum Deletion: Hashable, Sendable {
    /// It came home, or was there, and went where deleted documents go, where it is now: it can be put back.
    case discarded(DocumentPath)
    /// It is gone from iCloud. Other devices' "Recently Deleted" may still have it.
    case removed
  }

  /// Deletes a document or folder, wherever it is.
  ///
  /// One of iCloud's documents that is on this device as it is in iCloud is moved home first, and then discarded like any other,
  /// so that it can be put back. What would have to be fetched for that, and everything in iCloud's data, is
  /// removed there, without a download. Dies in between: it is in Documents or in iCloud, whole, or deleted.
  /// - Parameters:
  ///   - place: which of two with the same path; nil is the first of ``CloudPlace``.
  ///   - discard: moves a document of this device to where deleted documents go, and says where it is there.
  /// - Throws: ``CloudError/notFound`` when it is nowhere.
  @concurrent
  public func delete(
    _ path: DocumentPath, in place: CloudPlace? = nil,
    discard: @Sendable (DocumentPath) throws(DiskError) -> DocumentPath
  ) async throws(CloudError) -> Deletion {
    let place = try found(path, in: place)
    guard place != .local else { return try discarded(path, discard) }
    if place == .cloudDocuments, try isCurrent(path, in: place) {
      return try discarded(try takeOut(path, of: place), discard)
    }
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

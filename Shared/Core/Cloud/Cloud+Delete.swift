extension Cloud {
  /// The outcome for a document that was to be deleted.
  public enum Deletion: Hashable, Sendable {
    /// It was moved to this device, and then to the trash, under this path. The user can put it back.
    case discarded(DocumentPath)
    /// It is gone from iCloud. Other devices' "Recently Deleted" may still have it.
    case removed
  }

  /// Deletes a document or folder of iCloud.
  ///
  /// One with a current local copy is first moved to Documents and then to the trash, so that the user can put it back. One
  /// that would have to be downloaded for that is removed in iCloud. Versions that the system could not merge become
  /// documents first: the user has not seen them. If the process dies, it is whole in Documents or in iCloud, or deleted.
  /// - Parameter discard: moves a local document to the trash, and returns its path there.
  /// - Throws: ``CloudError/notFound`` when it does not exist.
  @concurrent
  public func delete(
    _ path: DocumentPath, discard: @Sendable (DocumentPath) throws(DiskError) -> DocumentPath
  ) async throws(CloudError) -> Deletion {
    if try isCurrent(path) {
      let taken = try await takeOut(path)
      return .discarded(try onDisk { () throws(DiskError) in try discard(taken) })
    }
    try keepConflicts(of: path)
    let item = try item(path)
    try asked { () throws(CloudError) in try drive.remove(item) }
    return .removed
  }
}

/// Why a call to iCloud Drive failed.
///
/// `Shared` reports the cause. The app turns it into a message.
public enum CloudError: Error, Hashable, Sendable {
  /// The document is neither on this device nor in iCloud.
  case notFound
  /// No account is signed in to iCloud, or iCloud Drive is off, so documents in iCloud cannot be found.
  case noAccount
  /// Another account is signed in than before, so earlier results of iCloud are not valid any more.
  case accountChanged
  /// The name is taken where the document was to go.
  case exists
  /// iCloud has no room left for the user's documents.
  case noSpace
  /// The document is not on this device and cannot be fetched now.
  case unavailable
  /// iCloud cannot be reached.
  case unreachable
  /// iCloud does not have the document yet, so the copy on this device is the only one.
  case notUploaded
  /// The document is not in iCloud, so there is nothing to fetch or to remove from this device.
  case notInCloud
  /// The user cancelled.
  case cancelled
  /// This device's own disk refused.
  case disk(DiskError)
  /// Anything else, by the system's domain and code.
  case failed(domain: String, code: Int)
}

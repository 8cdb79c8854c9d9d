/// The calls of the app to iCloud Drive, as a value, so that a test can replace them with a folder. Every path is
/// absolute.
///
/// Each of them may wait for another process or for the network: none is called on the main thread. None of
/// them decides anything; ``Cloud`` does.
public struct CloudDrive: Sendable {
  /// The account that is signed in; nil when there is none. Cheap.
  public var account: @Sendable () -> CloudAccount?
  /// The folder of our iCloud container; nil without an account. The first call may take seconds.
  public var folder: @Sendable () -> String?
  /// The status of an item, whether it is downloaded or not.
  public var status: @Sendable (_ item: String) throws(CloudError) -> CloudStatus
  /// The names in a folder as the disk has them, stand-ins of what is not on this device included.
  public var names: @Sendable (_ folder: String) throws(CloudError) -> [String]
  /// Makes a folder and those above it, coordinated; one that is there is success.
  public var makeFolder: @Sendable (_ folder: String) throws(CloudError) -> Void
  /// Moves an item of this device into iCloud, where nothing may be in its way.
  public var moveIn: @Sendable (_ item: String, _ destination: String) throws(CloudError) -> Void
  /// Moves an item out of iCloud to this device, where nothing may be in its way.
  public var moveOut: @Sendable (_ item: String, _ destination: String) throws(CloudError) -> Void
  /// Gives an item of iCloud another name in its folder, coordinated, where nothing may be in its way.
  public var rename: @Sendable (_ item: String, _ destination: String) throws(CloudError) -> Void
  /// Removes an item everywhere, coordinated, without fetching it.
  public var remove: @Sendable (_ item: String) throws(CloudError) -> Void
  /// Has the system begin to fetch an item; a second time is success.
  public var fetch: @Sendable (_ item: String) throws(CloudError) -> Void
  /// Removes the copy on this device.
  public var evict: @Sendable (_ item: String) throws(CloudError) -> Void
  /// The versions of an item that the system could not merge with the one that everyone sees, each by its path.
  public var conflicts: @Sendable (_ item: String) throws(CloudError) -> [String]
  /// Has the system fetch an item or such a version, and lends it, coordinated, by the path at which it can be read
  /// meanwhile.
  public var read: @Sendable (_ item: String, _ body: (String) -> Void) throws(CloudError) -> Void
  /// Removes one of these versions everywhere. One that is gone is success.
  public var resolve: @Sendable (_ item: String, _ version: String) throws(CloudError) -> Void
  /// The status of an item, now and after each change, until the account is signed out.
  public var changes: @Sendable (_ item: String) -> AsyncStream<Result<CloudStatus, CloudError>>
  /// An element after each change of any item, by this device or another one.
  public var updates: @Sendable () -> AsyncStream<Void>
  /// The account that is signed in, whenever that changes.
  public var accounts: @Sendable () -> AsyncStream<CloudAccount?>
}

/// Why a call to iCloud Drive failed. The app turns it into a message.
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

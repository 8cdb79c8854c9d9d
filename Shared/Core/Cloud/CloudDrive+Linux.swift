import Synchronization

extension CloudDrive {
  /// The test's iCloud of this process, if there is one.
  public static var system: CloudDrive {
    get { played.withLock { $0 } }
    set { played.withLock { $0 = newValue } }
  }

  private static let played = Mutex(none)

  /// There is no iCloud, and never an account. ``Cloud`` asks nothing else of a drive without an account.
  private static let none = CloudDrive(
    account: { nil },
    folder: { nil },
    status: { _ throws(CloudError) in throw .noAccount },
    names: { _ throws(CloudError) in throw .noAccount },
    makeFolder: { _ throws(CloudError) in throw .noAccount },
    moveIn: { _, _ throws(CloudError) in throw .noAccount },
    moveOut: { _, _ throws(CloudError) in throw .noAccount },
    rename: { _, _ throws(CloudError) in throw .noAccount },
    remove: { _ throws(CloudError) in throw .noAccount },
    fetch: { _ throws(CloudError) in throw .noAccount },
    evict: { _ throws(CloudError) in throw .noAccount },
    conflicts: { _ throws(CloudError) in throw .noAccount },
    read: { _, _ throws(CloudError) in throw .noAccount },
    resolve: { _, _ throws(CloudError) in throw .noAccount },
    changes: { _ in AsyncStream { $0.finish() } },
    updates: { AsyncStream { $0.finish() } },
    accounts: { AsyncStream { $0.finish() } })
}

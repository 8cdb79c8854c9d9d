import Foundation

extension CloudDrive {
  /// iCloud Drive, as the app's own container in it: the first one of its entitlements.
  public static let system = CloudDrive(
    account: { signedIn() },
    folder: {
      FileManager.default.url(forUbiquityContainerIdentifier: nil)?.path(percentEncoded: false)
        .withoutTrailingSlash
    },
    status: { item throws(CloudError) in
      try asking { try CloudStatus(values: URL(filePath: item).promisedItemResourceValues(forKeys: keys)) }
    },
    names: { folder throws(CloudError) in
      try asking { try FileManager.default.contentsOfDirectory(atPath: folder) }
    },
    makeFolder: { folder throws(CloudError) in
      try writing(URL(filePath: folder), .forMerging) { url in
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
      }
    },
    // The system coordinates these two calls itself. Inside an access of the app they would wait for it for ever.
    moveIn: { item, destination throws(CloudError) in try move(item, to: destination, isCloud: true) },
    moveOut: { item, destination throws(CloudError) in try move(item, to: destination, isCloud: false) },
    rename: { item, destination throws(CloudError) in
      let (source, target) = (URL(filePath: item), URL(filePath: destination))
      try asking {
        var refusal: NSError?
        var result: Result<Void, any Error> = .success(())
        let coordinator = NSFileCoordinator()
        coordinator.coordinate(
          writingItemAt: source, options: .forMoving, writingItemAt: target, options: [], error: &refusal
        ) { source, target in
          // It throws when something is at the target:
          // <https://developer.apple.com/documentation/foundation/filemanager/moveitem(at:to:)>.
          result = Result {
            try FileManager.default.moveItem(at: source, to: target)
            coordinator.item(at: source, didMoveTo: target)
          }
        }
        if let refusal { throw refusal }
        try result.get()
      }
    },
    remove: { item throws(CloudError) in
      try writing(URL(filePath: item), .forDeleting) { try FileManager.default.removeItem(at: $0) }
    },
    fetch: { item throws(CloudError) in
      try asking { try FileManager.default.startDownloadingUbiquitousItem(at: URL(filePath: item)) }
    },
    evict: { item throws(CloudError) in
      try asking { try FileManager.default.evictUbiquitousItem(at: URL(filePath: item)) }
    },
    conflicts: { item throws(CloudError) in conflicts(of: item).map { $0.url.path(percentEncoded: false) } },
    read: { item, body throws(CloudError) in
      try asking {
        var refusal: NSError?
        NSFileCoordinator().coordinate(readingItemAt: URL(filePath: item), options: [], error: &refusal) {
          body($0.path(percentEncoded: false))
        }
        if let refusal { throw refusal }
      }
    },
    resolve: { item, path throws(CloudError) in
      // "Always call this method from a block passed to a file coordinator":
      // <https://developer.apple.com/documentation/foundation/nsfileversion/remove()>.
      try writing(URL(filePath: item), .contentIndependentMetadataOnly) { url in
        for version in conflicts(of: item) where version.url.path(percentEncoded: false) == path {
          version.isResolved = true
          try version.remove()
        }
      }
    },
    changes: { item in
      following("%K == %@", (item as NSString).lastPathComponent, untilSignOut: true) {
        $1.yield($0.status(of: item))
      }
    },
    updates: { following("%K LIKE %@", "*", untilSignOut: false) { $1.yield() } },
    accounts: { accountChanges() })

  private static func signedIn() -> CloudAccount? {
    guard let token = FileManager.default.ubiquityIdentityToken else { return nil }
    // The system's token always can be archived; one that could not would be a token without a name.
    let data = try? NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: false)
    return CloudAccount(token: data ?? Data())
  }

  private static func accountChanges() -> AsyncStream<CloudAccount?> {
    AsyncStream { told in
      let observer = NotificationCenter.default.addObserver(
        forName: .NSUbiquityIdentityDidChange, object: nil, queue: nil
      ) { _ in told.yield(signedIn()) }
      let kept = ObserverToken(observer: observer)
      told.onTermination = { _ in NotificationCenter.default.removeObserver(kept.observer) }
    }
  }

  /// Follows the items whose name a predicate accepts, until the reader ends.
  private static func following<Element: Sendable>(
    _ format: String, _ name: String, untilSignOut: Bool,
    _ tell: @escaping @MainActor (CloudQuery, AsyncStream<Element>.Continuation) -> Void
  ) -> AsyncStream<Element> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { told in
      let following = Task { @MainActor in
        let query = CloudQuery(NSPredicate(format: format, NSMetadataItemFSNameKey, name)) { tell($0, told) }
        for await account in accountChanges() where untilSignOut && account == nil { break }
        query.stop()
        told.finish()
      }
      told.onTermination = { _ in following.cancel() }
    }
  }

  private static let keys: Set<URLResourceKey> = [
    .isDirectoryKey, .contentModificationDateKey, .fileSizeKey, .ubiquitousItemDownloadingStatusKey,
    .ubiquitousItemIsDownloadingKey, .ubiquitousItemIsUploadedKey, .ubiquitousItemHasUnresolvedConflictsKey,
  ]

  private static func move(
    _ item: String, to destination: String, isCloud: Bool
  ) throws(CloudError) {
    try asking {
      try FileManager.default.setUbiquitous(
        isCloud, itemAt: URL(filePath: item), destinationURL: URL(filePath: destination))
    }
  }

  private static func conflicts(of item: String) -> [NSFileVersion] {
    NSFileVersion.unresolvedConflictVersionsOfItem(at: URL(filePath: item)) ?? []
  }

  /// Writes with a coordinated access, so that no other process uses the item.
  private static func writing(
    _ url: URL, _ options: NSFileCoordinator.WritingOptions, _ body: (URL) throws -> Void
  ) throws(CloudError) {
    try asking {
      var refusal: NSError?
      var result: Result<Void, any Error> = .success(())
      NSFileCoordinator().coordinate(writingItemAt: url, options: options, error: &refusal) { url in
        result = Result { try body(url) }
      }
      if let refusal { throw refusal }
      try result.get()
    }
  }

  /// Calls the system, off the main thread, and converts its error.
  private static func asking<Answer>(_ body: () throws -> Answer) throws(CloudError) -> Answer {
    dispatchPrecondition(condition: .notOnQueue(.main))
    do {
      return try body()
    } catch {
      throw CloudError(error as NSError)
    }
  }

  /// The observer token of NotificationCenter.
  private struct ObserverToken: @unchecked Sendable {
    // Unchecked because it is only handed back, which any thread may do.
    let observer: any NSObjectProtocol
  }
}

extension CloudError {
  /// The error for one of the system's.
  fileprivate init(_ error: NSError) {
    let code = CocoaError.Code(rawValue: error.code)
    self =
      switch (error.domain, code) {
      case (NSCocoaErrorDomain, .fileNoSuchFile), (NSCocoaErrorDomain, .fileReadNoSuchFile): .notFound
      case (NSCocoaErrorDomain, .fileWriteFileExists): .exists
      case (NSCocoaErrorDomain, .userCancelled): .cancelled
      case (NSCocoaErrorDomain, .ubiquitousFileUnavailable): .unavailable
      case (NSCocoaErrorDomain, .ubiquitousFileNotUploadedDueToQuota): .noSpace
      case (NSCocoaErrorDomain, .ubiquitousFileUbiquityServerNotAvailable): .unreachable
      case (NSCocoaErrorDomain, .fileWriteOutOfSpace): .disk(DiskError(.noSpace, at: ""))
      default: .failed(domain: error.domain, code: error.code)
      }
  }
}

extension CloudStatus {
  fileprivate init(values: URLResourceValues) {
    self.init(
      kind: values.isDirectory == true ? .folder : .file,
      modified: values.contentModificationDate.map(FileTime.init), size: values.fileSize.map(Int64.init),
      download: Self.download(
        values.ubiquitousItemDownloadingStatus, part: values.ubiquitousItemIsDownloading == true ? 0 : nil),
      // An item that is not in iCloud has nothing to upload.
      isUploaded: values.ubiquitousItemIsUploaded ?? true,
      hasConflicts: values.ubiquitousItemHasUnresolvedConflicts ?? false)
  }

  /// - Parameter part: how much of it is here, if it is being fetched.
  fileprivate static func download(
    _ status: URLUbiquitousItemDownloadingStatus?, part: Double?
  ) -> Download {
    switch status {
    case .notDownloaded?: part.map(Download.underWay) ?? .none
    case .downloaded?: .stale
    // A folder has no status of its own.
    default: .current
    }
  }
}

/// Follows items by a metadata query, the only interface that reports the progress of a download, and what other devices
/// change. It needs the main thread's run loop.
@MainActor
private final class CloudQuery {
  private let query = NSMetadataQuery()
  private let tell: (CloudQuery) -> Void
  private var observers: [any NSObjectProtocol] = []

  /// - Parameter tell: called when the items are known that match, and after each change of them.
  init(_ predicate: NSPredicate, _ tell: @escaping (CloudQuery) -> Void) {
    self.tell = tell
    query.searchScopes = [NSMetadataQueryUbiquitousDocumentsScope, NSMetadataQueryUbiquitousDataScope]
    query.predicate = predicate
    for name in [NSNotification.Name.NSMetadataQueryDidFinishGathering, .NSMetadataQueryDidUpdate] {
      observers.append(
        NotificationCenter.default.addObserver(forName: name, object: query, queue: .main) {
          [weak self] _ in
          // The queue is the main thread's.
          MainActor.assumeIsolated { [weak self] in if let self { self.tell(self) } }
        })
    }
    query.start()
  }

  func stop() {
    query.stop()
    for observer in observers { NotificationCenter.default.removeObserver(observer) }
    observers = []
  }

  /// The status of one of the items.
  func status(of item: String) -> Result<CloudStatus, CloudError> {
    query.disableUpdates()
    defer { query.enableUpdates() }
    // One folder has two paths, below `/var` and below `/private/var`.
    let standardized = { (path: String) in URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    }
    let path = standardized(item)
    let found = (0..<query.resultCount).lazy
      .compactMap { self.query.result(at: $0) as? NSMetadataItem }
      .first { ($0.value(forAttribute: NSMetadataItemPathKey) as? String).map(standardized) == path }
    guard let found else { return .failure(.notFound) }
    if let error = found.value(forAttribute: NSMetadataUbiquitousItemDownloadingErrorKey) as? NSError {
      return .failure(CloudError(error))
    }
    return .success(status(of: found))
  }

  private func status(of found: NSMetadataItem) -> CloudStatus {
    let status = found.value(forAttribute: NSMetadataUbiquitousItemDownloadingStatusKey) as? String
    let percent = found.value(forAttribute: NSMetadataUbiquitousItemPercentDownloadedKey) as? Double
    let isFetching = found.value(forAttribute: NSMetadataUbiquitousItemIsDownloadingKey) as? Bool
    let modified = found.value(forAttribute: NSMetadataItemFSContentChangeDateKey) as? Date
    return CloudStatus(
      modified: modified.map(FileTime.init),
      size: found.value(forAttribute: NSMetadataItemFSSizeKey) as? Int64,
      download: CloudStatus.download(
        Self.named(status), part: isFetching == true ? (percent ?? 0) / 100 : nil),
      isUploaded: found.value(forAttribute: NSMetadataUbiquitousItemIsUploadedKey) as? Bool ?? true,
      hasConflicts: found.value(forAttribute: NSMetadataUbiquitousItemHasUnresolvedConflictsKey) as? Bool
        ?? false)
  }

  /// The query has its own names for the status values of the file system.
  private static func named(_ status: String?) -> URLUbiquitousItemDownloadingStatus? {
    switch status {
    case NSMetadataUbiquitousItemDownloadingStatusNotDownloaded: .notDownloaded
    case NSMetadataUbiquitousItemDownloadingStatusDownloaded: .downloaded
    case NSMetadataUbiquitousItemDownloadingStatusCurrent: .current
    default: nil
    }
  }
}

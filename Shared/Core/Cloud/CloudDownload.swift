extension Cloud {
  /// Downloads a document or folder of iCloud to this device. It stays in iCloud.
  ///
  /// A cancel ends the wait. The system may continue the download, which loses nothing.
  /// - Parameter progress: called with the downloaded part, from 0 to 1; for a folder, the part of its files.
  /// - Throws: ``CloudError/notInCloud`` for a document of this device, ``CloudError/cancelled``.
  @concurrent
  public func fetch(
    _ path: DocumentPath, in place: CloudPlace? = nil, progress: @Sendable (Double) -> Void = { _ in }
  ) async throws(CloudError) {
    try await fetch(path, in: foundInCloud(path, in: place), progress)
  }

  /// The status of a document in iCloud, now and after each change.
  ///
  /// It ends when the document or the account is gone.
  /// - Throws: ``CloudError/notInCloud`` for a document of this device, ``CloudError/notFound`` when it is nowhere.
  @concurrent
  public func changes(
    of path: DocumentPath, in place: CloudPlace? = nil
  ) async throws(CloudError) -> AsyncStream<CloudStatus> {
    let place = try foundInCloud(path, in: place)
    let changes = drive.changes(try item(path, in: place))
    let (stream, told) = AsyncStream.makeStream(of: CloudStatus.self, bufferingPolicy: .bufferingNewest(1))
    let following = Task {
      for await change in changes {
        guard case .success(let status) = change else { break }
        told.yield(status)
      }
      told.finish()
    }
    told.onTermination = { _ in following.cancel() }
    return stream
  }

  /// Removes a document's copy from this device; iCloud keeps it. Does nothing without a local copy.
  /// - Throws: ``CloudError/notInCloud`` for a document of this device, and ``CloudError/notUploaded`` when its
  ///   copy here is the only one.
  @concurrent
  public func evict(_ path: DocumentPath, in place: CloudPlace? = nil) async throws(CloudError) {
    let place = try foundInCloud(path, in: place)
    let files = try files(path, in: place)
    // Check all files first, because a folder with some copies removed would be ambiguous.
    for file in files where try !status(of: file, in: place).isUploaded { throw .notUploaded }
    for file in files where try status(of: file, in: place).isOnDevice {
      let item = try item(file, in: place)
      try asked { () throws(CloudError) in try drive.evict(item) }
    }
  }

  private func foundInCloud(_ path: DocumentPath, in place: CloudPlace?) throws(CloudError) -> CloudPlace {
    let place = try found(path, in: place)
    guard place.isCloud else { throw .notInCloud }
    return place
  }

  /// Tells whether all of a document or folder is on this device as it is in iCloud.
  func isCurrent(_ path: DocumentPath, in place: CloudPlace) throws(CloudError) -> Bool {
    for file in try files(path, in: place) where try !status(of: file, in: place).isCurrent { return false }
    return true
  }

  /// Has everything fetched that is not on this device as it is in iCloud, and waits for it.
  func fetch(
    _ path: DocumentPath, in place: CloudPlace, _ progress: (Double) -> Void
  ) async throws(CloudError) {
    let files = try files(path, in: place)
    for (index, file) in files.enumerated() {
      try await fetchFile(file, in: place) { part in
        progress((Double(index) + part) / Double(files.count))
      }
    }
  }

  private func fetchFile(
    _ path: DocumentPath, in place: CloudPlace, _ progress: (Double) -> Void
  ) async throws(CloudError) {
    if try status(of: path, in: place).isCurrent { return progress(1) }
    let item = try item(path, in: place)
    // Listen before reading the status, so that no change in between is missed.
    let changes = drive.changes(item)
    try asked { () throws(CloudError) in try drive.fetch(item) }
    for await change in changes {
      let status = try asked { () throws(CloudError) in try change.get() }
      if status.isCurrent { return progress(1) }
      if case .underWay(let part) = status.download { progress(part) }
    }
    if Task.isCancelled { throw .cancelled }
    // The system reports no more changes: the account is gone, or the last change was missed.
    guard try self.status(of: path, in: place).isCurrent else { throw .unavailable }
    progress(1)
  }

  /// A file itself, or all files below a folder.
  private func files(_ path: DocumentPath, in place: CloudPlace) throws(CloudError) -> [DocumentPath] {
    try items(path, in: place).filter { $0.kind != .folder }.map(\.path)
  }

  /// An item itself, and everything below it.
  func items(
    _ path: DocumentPath, in place: CloudPlace
  ) throws(CloudError) -> [(path: DocumentPath, kind: FileKind)] {
    let kind = try status(of: path, in: place).kind
    var items = [(path: path, kind: kind)]
    guard kind == .folder else { return items }
    for name in try names(in: path, of: place) {
      do throws(CloudError) {
        items += try self.items(path.appending(name), in: place)
      } catch .notFound {
        // Another process removed it during the listing.
      }
    }
    return items
  }
}

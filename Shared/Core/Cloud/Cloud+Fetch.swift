extension Cloud {
  /// Downloads a document or folder of iCloud to this device. It stays in iCloud.
  ///
  /// A cancel ends the wait. The system may continue the download, which loses nothing.
  /// - Parameter progress: called with the downloaded part, from 0 to 1; for a folder, the part of its files.
  /// - Throws: ``CloudError/notFound`` when it does not exist, ``CloudError/cancelled``.
  @concurrent
  public func fetch(
    _ path: DocumentPath, progress: @Sendable (Double) -> Void = { _ in }
  ) async throws(CloudError) {
    let files = try files(path)
    for (index, file) in files.enumerated() {
      try await fetchFile(file) { part in progress((Double(index) + part) / Double(files.count)) }
    }
  }

  /// The status of a document in iCloud, now and after each change.
  ///
  /// It ends when the document or the account is gone.
  /// - Throws: ``CloudError/notFound`` when it does not exist.
  @concurrent
  public func changes(
    of path: DocumentPath
  ) async throws(CloudError) -> AsyncStream<CloudStatus> {
    guard try has(path) else { throw .notFound }
    let changes = drive.changes(try item(path))
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
  /// - Throws: ``CloudError/notFound`` when it does not exist, and ``CloudError/notUploaded`` when its copy here is the
  ///   only one.
  @concurrent
  public func evict(_ path: DocumentPath) async throws(CloudError) {
    let files = try files(path)
    // Check all files first, because a folder with some copies removed would be ambiguous.
    for file in files where try !status(of: file).isUploaded { throw .notUploaded }
    for file in files where try status(of: file).isOnDevice {
      let item = try item(file)
      try asked { () throws(CloudError) in try drive.evict(item) }
    }
  }

  /// Tells whether all of a document or folder is on this device as it is in iCloud.
  func isCurrent(_ path: DocumentPath) throws(CloudError) -> Bool {
    for file in try files(path) where try !status(of: file).isCurrent { return false }
    return true
  }

  private func fetchFile(
    _ path: DocumentPath, _ progress: (Double) -> Void
  ) async throws(CloudError) {
    if try status(of: path).isCurrent { return progress(1) }
    let item = try item(path)
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
    guard try self.status(of: path).isCurrent else { throw .unavailable }
    progress(1)
  }

  /// A file itself, or all files below a folder.
  private func files(_ path: DocumentPath) throws(CloudError) -> [DocumentPath] {
    try items(path).filter { $0.kind != .folder }.map(\.path)
  }

  /// An item itself, and everything below it.
  func items(
    _ path: DocumentPath
  ) throws(CloudError) -> [(path: DocumentPath, kind: FileKind)] {
    let kind = try status(of: path).kind
    var items = [(path: path, kind: kind)]
    guard kind == .folder else { return items }
    for name in try names(in: path) {
      do throws(CloudError) {
        items += try self.items(path.appending(name))
      } catch .notFound {
        // Another process removed it during the listing.
      }
    }
    return items
  }
}

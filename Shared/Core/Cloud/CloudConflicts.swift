extension Cloud {
  /// An item in iCloud, and its versions that the system could not merge.
  private struct Conflict {
    var item: String
    var name: DocumentName
    var versions: [String]
  }

  /// Keeps all versions of a document of iCloud that the system could not merge: the other ones become documents of this
  /// device, and the one that everyone sees stays in iCloud. If the process is killed here, it is as when it is moved; see `keepConflicts(of:in:)`.
  /// - Throws: the errors of iCloud and of the disk; a version that is not a document yet is still in iCloud.
  @concurrent
  public func keepAllVersions(of path: DocumentPath, in place: CloudPlace) async throws(CloudError) {
    try keepConflicts(of: path, in: place)
  }

  /// Keeps the other versions of a document or folder in iCloud that the system could not merge, each as a document of this
  /// device with the name of a copy, and then tells the system that the conflicts are resolved. A move out of iCloud would remove these
  /// versions with the item: <https://developer.apple.com/documentation/foundation/nsfileversion>.
  ///
  /// They are shared like anything else: one parcel an item, which the next drain delivers beside what moves. If the process
  /// is killed here, a version is in iCloud, or in the inbox, or in both, and one that is a document by then is not kept twice.
  /// - Throws: the error of iCloud when a version cannot be read, or the error of the disk when a version is not on the
  ///   medium; then that conflict is not resolved. ``CloudError/unavailable`` when there is another conflict by now.
  func keepConflicts(of path: DocumentPath, in place: CloudPlace) throws(CloudError) {
    for conflict in try conflicts(of: path, in: place) {
      let deposit = try onDisk { () throws(DiskError) in try Inbox(container).deposit() }
      do throws(CloudError) {
        try keep(conflict, in: deposit, for: path.parent)
      } catch {
        // The first error counts. The sweep of Staging removes the rest.
        try? deposit.discard()
        throw error
      }
      for version in conflict.versions {
        try asked { () throws(CloudError) in try drive.resolve(conflict.item, version) }
      }
    }
    guard try conflicts(of: path, in: place).isEmpty else { throw .unavailable }
  }

  /// The conflicts of an item, and of everything below it. A package may have one as a whole.
  private func conflicts(of path: DocumentPath, in place: CloudPlace) throws(CloudError) -> [Conflict] {
    var found: [Conflict] = []
    for (path, _) in try items(path, in: place) {
      guard let name = path.names.last else { continue }
      let item = try item(path, in: place)
      let versions = try asked { () throws(CloudError) in try drive.conflicts(item) }
      if !versions.isEmpty {
        found.append(Conflict(item: item, name: DocumentName(name), versions: versions))
      }
    }
    return found
  }

  private func keep(
    _ conflict: Conflict, in deposit: Deposit, for folder: DocumentPath
  ) throws(CloudError) {
    for (version, copy) in zip(conflict.versions, conflict.name.copies) {
      _ = try read(version) { path throws(DiskError) in
        // The document keeps its name.
        try deposit.add(contentsOf: path, as: copy)
      }
    }
    try onDisk { () throws(DiskError) in
      let known = try documents.counterparts(of: deposit, isPackage: isPackage)
      if try documents.leaveOut(known, of: deposit) { return try deposit.discard() }
      if let error = try deposit.publish(to: Destination(folder)) { throw error }
    }
  }
}

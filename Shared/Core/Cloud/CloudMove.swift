extension Cloud {
  /// How many free names other devices may take first before the move fails.
  private static let attempts = 256
  /// How often the move begins again after another process recovered or moved the document.
  private static let rounds = 4

  /// The place and path of a moved document.
  public struct Arrival: Hashable, Sendable {
    /// Which place it is in now.
    public var place: CloudPlace
    /// Its path below that place: under its name, or the next free one.
    public var path: DocumentPath
  }

  /// Moves a document or folder of this device into iCloud's documents; what is in iCloud already stays there.
  ///
  /// It is first moved into `Displaced`, by one exclusive rename, loses there what the app noted on it, and goes from there
  /// to iCloud by the system's own call. If the process dies in between, it is in iCloud, or the next drain or scan puts it
  /// back, as the same item. No item is replaced: a taken name becomes the next free one.
  /// - Returns: where it is now.
  /// - Throws: ``CloudError/notFound`` when it does not exist. After any other error the document is where it was.
  @concurrent
  public func moveIn(_ path: DocumentPath) async throws(CloudError) -> Arrival {
    try await retrying { () throws(CloudError) in
      try moveInOnce(path)
    } after: { error throws(CloudError) in
      // Another process moved it, or the system moved it before it failed. Look it up again.
      let isThere = try place(of: path)?.isCloud == true
      return error == .notFound || isThere
    }
  }

  private func moveInOnce(_ path: DocumentPath) throws(CloudError) -> Arrival {
    let place = try found(path)
    guard place == .local else { return Arrival(place: place, path: path) }
    // Report a missing account, or a name that iCloud cannot store, before anything is moved.
    _ = try folder(of: .cloudDocuments)
    let text = DocumentPath(path.names.map { DocumentName($0).fileName })
    let document = try onDisk { () throws(DiskError) in try container.entry(path) }
    let record = Displaced.Record(staged: nil, base: nil)
    return try claimed(path, record) { claimed throws(DiskError) in
      try document.renameMovable(to: claimed)
      var own = OwnAttributes()
      do throws(CloudError) {
        // Nothing of the app's is believed that comes back, so it does not travel either.
        try onDisk { () throws(DiskError) in try own.remove(from: claimed) }
        let free = try send(claimed.path, as: text)
        // The document has arrived. A power cut may only bring its old name back.
        try? document.folder.sync()
        return .success(Arrival(place: .cloudDocuments, path: free))
      } catch {
        // If the document is not here, the system moved it before it failed, or another process recovered it.
        if try claimed.exists() {
          own.restore(to: claimed)
          try documents.displaced.putBack(.document(claimed), as: path.documentName, in: path.parent)
        }
        return .failure(error)
      }
    }
  }

  /// Moves a claimed item into iCloud under a path, or under the next free name beside it.
  private func send(_ claimed: String, as path: DocumentPath) throws(CloudError) -> DocumentPath {
    guard let last = path.names.last else { throw .notFound }
    let name = DocumentName(last)
    let folder = try item(path.parent, in: .cloudDocuments)
    try asked { () throws(CloudError) in try drive.makeFolder(folder) }
    var index = NameIndex([name])
    for other in try names(in: path.parent, of: .cloudDocuments) { index.insert(DocumentName(other)) }
    for _ in 1...Self.attempts {
      let free = index.next(for: name)
      do throws(CloudError) {
        try asked { () throws(CloudError) in try drive.moveIn(claimed, folder + "/" + free.text) }
        return path.parent.appending(free.fileName)
      } catch .exists {
        // Another device took the name, or this disk does not distinguish the two names.
      }
    }
    throw .exists
  }

  /// Moves a document or folder out of iCloud into Documents; what is there already stays there.
  ///
  /// A document without a current local copy is fetched first. Then the system moves it into `Displaced`. There it becomes
  /// the app's, as what other programs hand over does, and one exclusive rename moves it into Documents. Versions that the system could not merge become documents first.
  /// If the process dies in between, it is in iCloud, or the next drain or scan delivers it.
  /// - Returns: where it is now: in its folder, or in the root when that is gone; under its name or the next
  ///   free one.
  /// - Throws: ``CloudError/notFound`` when it is nowhere; ``CloudError/cancelled`` when the task was cancelled
  ///   while it was fetched; anything else with the document in iCloud.
  @concurrent
  public func moveOut(
    _ path: DocumentPath, from place: CloudPlace? = nil, progress: @Sendable (Double) -> Void = { _ in }
  ) async throws(CloudError) -> Arrival {
    let place = try found(path, in: place)
    guard place.isCloud else { return Arrival(place: .local, path: path) }
    try await fetch(path, in: place, progress)
    let taken = try await retrying { () async throws(CloudError) in
      try await moveOutOfCloud(path, of: place)
    } after: { error async throws(CloudError) in
      guard error == .unavailable else { return false }
      // Another device wrote it, or the system took the copy on this device away, since it was fetched.
      if Task.isCancelled { throw .cancelled }
      try await fetch(path, in: place, progress)
      return true
    }
    return Arrival(place: .local, path: taken)
  }

  /// Moves an item that is on this device out of iCloud. Another process may remove the empty folder in `Displaced` before
  /// the system moves the item there: then again, with another folder.
  /// - Throws: ``CloudError/unavailable`` when not all of it is the newest version.
  func moveOutOfCloud(_ path: DocumentPath, of place: CloudPlace) async throws(CloudError) -> DocumentPath {
    try await retrying { () throws(CloudError) in
      try moveOutOfCloudOnce(path, of: place)
    } after: { error throws(CloudError) in
      guard error == .notFound else { return false }
      // If it is no longer in iCloud, this throws, and that error is reported.
      _ = try status(of: path, in: place)
      return true
    }
  }

  /// Moves an item, and again as long as the reason why that failed may pass.
  private func retrying<Result>(
    _ move: () async throws(CloudError) -> Result,
    after mayPass: (CloudError) async throws(CloudError) -> Bool
  ) async throws(CloudError) -> Result {
    for _ in 1..<Self.rounds {
      do throws(CloudError) {
        return try await move()
      } catch {
        guard try await mayPass(error) else { throw error }
      }
    }
    return try await move()
  }

  private func moveOutOfCloudOnce(_ path: DocumentPath, of place: CloudPlace) throws(CloudError)
    -> DocumentPath
  {
    let item = try item(path, in: place)
    // The folder that it lies in may exist in iCloud only.
    try makeFolders(path.parent)
    try keepConflicts(of: path, in: place)
    // A move would take an older copy for the document, and remove the newer version.
    guard try isCurrent(path, in: place) else { throw .unavailable }
    let record = Displaced.Record(staged: nil, base: nil, .arrives)
    return try claimed(path, record) { claimed throws(DiskError) in
      do throws(CloudError) {
        try asked { () throws(CloudError) in try drive.moveOut(item, claimed.path) }
      } catch {
        // A part of it may have been moved. Recovery handles it like anything in Displaced.
        return .failure(error)
      }
      do throws(DiskError) {
        let own = try OwnEntry.made(of: claimed, in: container)
        return .success(try documents.displaced.putBack(own, as: path.documentName, in: path.parent))
      } catch  where error.code == .notFound {
        // Another process recovered it, to the same path: it is in Documents.
        return .success(path)
      }
    }
  }

  /// Makes folders in Documents, as far as they are not there.
  private func makeFolders(_ path: DocumentPath) throws(CloudError) {
    do throws(CloudError) {
      try onDisk { () throws(DiskError) in
        var folder = try container.open(.documents)
        for name in path.names where name.isEntry { folder = try folder.makeOrOpen(name) }
      }
    } catch .notFound {
      // A file has the name of a folder, so the document goes into the root.
    }
  }

  /// A folder in Displaced for one change, with errors of the disk and of iCloud.
  private func claimed<Answer>(
    _ path: DocumentPath, _ record: Displaced.Record,
    _ body: (Entry) throws(DiskError) -> Result<Answer, CloudError>
  ) throws(CloudError) -> Answer {
    let result = try onDisk { () throws(DiskError) in
      try documents.displaced.withPlace(for: record, of: path, body)
    }
    return try result.get()
  }
}

extension Cloud {
  /// Gives a document or folder of iCloud another name in its folder. If the process is killed here, it has the old name or the
  /// new one.
  /// - Throws: ``CloudError/exists`` when something has the name.
  @concurrent
  public func rename(
    _ path: DocumentPath, to name: DocumentName, in place: CloudPlace
  ) async throws(CloudError) {
    let (item, new) = (try item(path, in: place), path.parent.appending(name.fileName))
    if new == path { return }
    // A name that differs in case alone is the item's own. Of another item only iCloud may know, so the disk cannot refuse it.
    if name.key != path.documentName.key, try has(new, in: place) { throw .exists }
    let target = try self.item(new, in: place)
    try asked { () throws(CloudError) in try drive.rename(item, target) }
  }

  /// The absolute path of an item in iCloud, which may not be on this device.
  /// - Throws: the errors of iCloud.
  @concurrent
  public func location(of path: DocumentPath, in place: CloudPlace) async throws(CloudError) -> String {
    try item(path, in: place)
  }
}

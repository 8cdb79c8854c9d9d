extension Cloud {
  /// How many names others may take before us, until we say that every name is taken.
  private static let attempts = 256
  /// How often this looks again after another process recovered it, or moved it, meanwhile.
  private static let rounds = 4

  /// What has arrived: in which place, and under which path there.
  public struct Arrival: Hashable, Sendable {
    /// Which place it is in now.
    public var place: CloudPlace
    /// Where it is below that place: under its name, or the next free one.
    public var path: DocumentPath
  }

  /// Moves a document or folder of this device into iCloud's documents; what is in iCloud already stays there.
  ///
  /// It is first claimed, by one exclusive rename into `Displaced`, and moved on from there by the system's own
  /// call. Dies in between: it is in iCloud, or the next drain or scan puts it back where it was. Nothing is
  /// replaced: a name that is taken there becomes the next free one.
  /// - Returns: where it is now.
  /// - Throws: ``CloudError/notFound`` when it is nowhere; anything else with the document where it was.
  @concurrent
  public func moveIn(_ path: DocumentPath) async throws(CloudError) -> Arrival {
    for _ in 1..<Self.rounds {
      do throws(CloudError) {
        return try moveInOnce(path)
      } catch {
        // It is somewhere else than a moment ago, or was moved before the system failed: another look says.
        let isThere = try place(of: path)?.isCloud == true
        guard error == .notFound || isThere else { throw error }
      }
    }
    return try moveInOnce(path)
  }

  private func moveInOnce(_ path: DocumentPath) throws(CloudError) -> Arrival {
    let place = try found(path)
    guard place == .local else { return Arrival(place: place, path: path) }
    // An account that is gone is told before anything is touched, and so is a name that iCloud cannot keep.
    _ = try folder(of: .cloudDocuments)
    let text = DocumentPath(path.names.map { DocumentName($0).fileName })
    return try claiming(path) { claimed throws(CloudError) in
      let free = try send(claimed, as: text)
      return Arrival(place: .cloudDocuments, path: free)
    }
  }

  /// Moves a claimed item into iCloud under a path, or under the next free name beside it.
  private func send(_ claimed: String, as path: DocumentPath) throws(CloudError) -> DocumentPath {
    guard let last = path.names.last else { throw .notFound }
    let name = DocumentName(last)
    let folder = try item(path.parent, in: .cloudDocuments)
    try asked { () throws(CloudError) in try drive.makeFolder(folder) }
    var index = NameIndex([name])
    for other in try names(in: path.parent, of: .cloudDocuments) { index.note(DocumentName(other)) }
    for _ in 1...Self.attempts {
      let free = index.next(for: name)
      do throws(CloudError) {
        try asked { () throws(CloudError) in try drive.moveIn(claimed, folder + "/" + free.text) }
        return path.parent.appending(free.fileName)
      } catch .exists {
        // Another device took it, or this disk does not tell the two names apart.
      }
    }
    throw .exists
  }

  /// Moves a document or folder out of iCloud into Documents; what is there already stays there.
  ///
  /// What is not on this device, or is there as an older copy, is fetched first. Then the system moves it into `Displaced`, and one exclusive
  /// rename from there into Documents. Dies in between: it is in iCloud, or the next drain or scan delivers it.
  /// - Parameters:
  ///   - place: which of two with the same path; nil is the first of ``CloudPlace``.
  ///   - progress: told how much of it is on this device, from 0 to 1.
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
    return Arrival(place: .local, path: try takeOut(path, of: place))
  }

  /// Moves an item that is on this device out of iCloud. Another process may remove the empty folder in `Displaced` before
  /// the system moves the item there: then again, with another folder.
  func takeOut(_ path: DocumentPath, of place: CloudPlace) throws(CloudError) -> DocumentPath {
    for _ in 1..<Self.rounds {
      do throws(CloudError) {
        return try takeOutOnce(path, of: place)
      } catch .notFound {
        // Gone from iCloud, it has no status, and that error is the one to tell.
        _ = try status(of: path, in: place)
      }
    }
    return try takeOutOnce(path, of: place)
  }

  private func takeOutOnce(_ path: DocumentPath, of place: CloudPlace) throws(CloudError) -> DocumentPath {
    let item = try item(path, in: place)
    guard let last = path.names.last else { throw .notFound }
    // The folder that it lies in may exist in iCloud only.
    try makeFolders(path.parent)
    let record = Displaced.Record(staged: nil, base: nil)
    return try claimed(path, record) { folder throws(DiskError) in
      do throws(CloudError) {
        try asked { () throws(CloudError) in try drive.moveOut(item, folder.place(Displaced.entry)) }
      } catch {
        // Half of it may be there all the same; then it is recovered like anything in Displaced.
        return .failure(error)
      }
      do throws(DiskError) {
        return .success(
          try documents.displaced.putBack(
            Displaced.entry, from: folder, as: DocumentName(last), in: path.parent))
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
      // Something else bears such a name here: the document then goes into the root.
    }
  }

  /// Takes a document of this device out of Documents, lends its path, and puts it back when that failed.
  private func claiming(
    _ path: DocumentPath, _ body: (String) throws(CloudError) -> Arrival
  ) throws(CloudError) -> Arrival {
    guard let name = path.names.last, name.isEntry else { throw .notFound }
    let parent = try onDisk { () throws(DiskError) in
      try container.open(.documents).folder(at: path.parent)
    }
    return try claimed(path, Displaced.Record(staged: nil, base: nil)) { folder throws(DiskError) in
      try parent.renameMovable(name, to: folder, as: Displaced.entry)
      do throws(CloudError) {
        let arrival = try body(folder.place(Displaced.entry))
        // It has arrived; whether its old name is gone for good, the next look says.
        try? parent.sync()
        return .success(arrival)
      } catch {
        // Gone from here, it is where the system put it before it failed, or where another process recovered it.
        guard try folder.has(Displaced.entry) else { return .failure(error) }
        _ = try documents.displaced.putBack(
          Displaced.entry, from: folder, as: DocumentName(name), in: path.parent)
        return .failure(error)
      }
    }
  }

  /// A folder in Displaced for one change, with the errors of both worlds.
  private func claimed<Answer>(
    _ path: DocumentPath, _ record: Displaced.Record,
    _ body: (Folder) throws(DiskError) -> Result<Answer, CloudError>
  ) throws(CloudError) -> Answer {
    let result = try onDisk { () throws(DiskError) in
      try documents.displaced.withFolder(for: record, of: path, body)
    }
    return try result.get()
  }
}

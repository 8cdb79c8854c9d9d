import Shared

/// What the user does with documents and iCloud.
extension CloudModel {
  /// Moves a document of this device into iCloud.
  func moveIn(_ path: DocumentPath) {
    perform(.moveIn, path) { cloud, _, _ throws(CloudError) in
      Messages.isInCloud(path, as: try await cloud.moveIn(path).path)
    }
  }

  /// Moves a document of iCloud onto this device; fetches it first, if it has to.
  func moveOut(_ path: DocumentPath) {
    perform(.moveOut, path) { cloud, _, progress throws(CloudError) in
      let arrival = try await cloud.moveOut(path, from: .cloudDocuments, progress: progress)
      return Messages.isHome(path, as: arrival.path)
    }
  }

  /// Has a document fetched; it stays in iCloud.
  func fetch(_ path: DocumentPath) {
    perform(.fetch, path) { cloud, _, progress throws(CloudError) in
      try await cloud.fetch(path, in: .cloudDocuments, progress: progress)
      return nil
    }
  }

  /// Removes a document's copy from this device.
  func evict(_ path: DocumentPath) {
    perform(.evict, path) { cloud, _, _ throws(CloudError) in
      try await cloud.evict(path, in: .cloudDocuments)
      return nil
    }
  }

  /// Deletes a document. If it cannot be put back, the user must confirm first.
  func delete(_ entry: CloudEntry) {
    // Only a scan of the whole folder could find out whether all of it is on this device.
    if entry.status.kind == .folder || !entry.status.isCurrent {
      removing = entry
    } else {
      remove(entry.path)
    }
  }

  /// Whether the user is asked to confirm a deletion that may be permanent.
  var isRemoving: Bool {
    get { removing != nil }
    set { if !newValue { removing = nil } }
  }

  /// Deletes a document. The user has confirmed it, or need not.
  func remove(_ path: DocumentPath) {
    removing = nil
    perform(.delete, path) { cloud, library, _ throws(CloudError) in
      Messages.deletion(path, try await library.delete(path, in: cloud))
    }
  }

  /// Ends work that waits for the network. The document stays in iCloud unchanged.
  func stop(_ work: CloudWork) {
    running[work.id]?.cancel()
  }

  private func perform(
    _ action: CloudWork.Action, _ path: DocumentPath,
    _ body:
      @escaping @Sendable (
        Cloud, DocumentLibrary, @escaping @Sendable (Double) -> Void
      ) async throws(CloudError) -> String?
  ) {
    guard let library, let cloud, isSignedIn else { return problem = Messages.cloud(.noAccount) }
    // Pressed twice.
    guard !works.contains(where: { $0.action == action && $0.path == path }) else { return }
    let work = CloudWork(action: action, path: path)
    works.append(work)
    (problem, notice) = (nil, nil)
    let (parts, told) = AsyncStream.makeStream(of: Double.self, bufferingPolicy: .bufferingNewest(1))
    let task = Task { () -> Result<String?, CloudError> in
      defer { told.finish() }
      do throws(CloudError) {
        return .success(try await body(cloud, library) { told.yield($0) })
      } catch {
        return .failure(error)
      }
    }
    running[work.id] = task
    // Work that waits for the network goes on when the app is back: the system downloads meanwhile.
    let activity = work.canStop ? nil : BackgroundActivity("Moving documents") { task.cancel() }
    self.work = Task {
      for await part in parts { show(part, of: work) }
      await end(work, with: await task.value)
      activity?.end()
    }
  }

  private func show(_ part: Double, of work: CloudWork) {
    guard let index = works.firstIndex(where: { $0.id == work.id }) else { return }
    works[index].part = part
  }

  private func end(_ work: CloudWork, with result: Result<String?, CloudError>) async {
    works.removeAll { $0.id == work.id }
    running[work.id] = nil
    switch result {
    case .success(let notice): self.notice = notice
    case .failure(let error):
      problem = Messages.cloud(error) ?? problem
      await renew()
    }
    await changed()
    await refresh()
  }
}

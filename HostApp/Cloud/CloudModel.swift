import Foundation
import Observation
import Shared

/// iCloud Drive as it is on screen: who is signed in, the folder, and what is under way.
///
/// It touches neither the disk nor the network itself: `Cloud` does, off the main thread.
@MainActor
@Observable
final class CloudModel {
  /// Whether an account is signed in.
  private(set) var isSignedIn = false
  /// What is in the folder on screen; nil until the first listing.
  private(set) var entries: [CloudEntry]?
  /// The folders that were gone into, outermost first.
  var way: [DocumentPath] = [] {
    didSet {
      guard way != oldValue else { return }
      entries = nil
      look()
    }
  }
  /// What is under way, in the order in which it began.
  private(set) var works: [CloudWork] = []
  /// The entry to remove for good once the user confirms it; nil if none.
  private(set) var removing: CloudEntry?
  /// What went wrong last; nil is nothing.
  private(set) var problem: String?
  /// What became of what was asked for last, where the list alone does not say it; nil is nothing.
  private(set) var notice: String?

  /// Whether there is something to show above the bottom edge.
  var hasNews: Bool { problem != nil || notice != nil || !works.isEmpty }

  /// The work that changes what is shown; a caller can await it.
  @ObservationIgnored private(set) var work: Task<Void, Never>?
  @ObservationIgnored private var running: [CloudWork.ID: Task<Result<String?, CloudError>, Never>] = [:]
  @ObservationIgnored private var looking: Task<Void, Never>?
  @ObservationIgnored private var cloud: Cloud?
  /// Why the folder could not be listed, as long as it cannot.
  @ObservationIgnored private var failure: String?
  private let library: DocumentLibrary?
  /// Called when local documents were added or removed.
  private let changed: @Sendable () async -> Void

  /// - Parameter changed: called when local documents were added or removed.
  init(library: DocumentLibrary?, changed: @escaping @Sendable () async -> Void = {}) {
    self.library = library
    self.changed = changed
  }

  /// The folder on screen.
  var folder: DocumentPath { way.last ?? DocumentPath() }

  /// Follows who is signed in, until its task is cancelled.
  func follow() async {
    guard let library else { return }
    // Listen before reading the status, so that no change in between is missed.
    let accounts = library.drive.accounts()
    await renew()
    if entries != nil { await refresh() }
    for await _ in accounts { await renew() }
  }

  /// Looks which account is signed in. If it is another one, ends the old account's work and clears its entries.
  func renew() async {
    guard let library else { return }
    let now = await library.cloud()
    let before = cloud
    guard before == nil || now.account != before?.account else { return }
    cloud = now
    isSignedIn = now.account != nil
    for task in running.values { task.cancel() }
    (entries, removing, failure, notice) = (nil, nil, nil, nil)
    way = []
    if before?.account != nil { problem = Messages.cloud(isSignedIn ? .accountChanged : .noAccount) }
    if before != nil { await refresh() }
  }

  /// Looks at the folder again.
  func refresh() async {
    guard isSignedIn, let cloud else { return }
    let asked = folder
    do throws(CloudError) {
      let found = try await cloud.list(asked, in: .cloudDocuments)
      guard isCurrent(cloud, asked) else { return }
      entries = found
      if let failure, problem == failure { problem = nil }
      failure = nil
    } catch {
      guard isCurrent(cloud, asked) else { return }
      await tell(error)
    }
  }

  /// Shows what becomes of a document that is on its way, as it happens, until its task is cancelled.
  func follow(_ path: DocumentPath) async {
    guard let cloud else { return }
    // What cannot be followed is shown as it was found.
    guard let changes = try? await cloud.changes(of: path, in: .cloudDocuments) else { return }
    for await status in changes {
      guard let index = entries?.firstIndex(where: { $0.path == path }) else { return }
      entries?[index].status = status
    }
  }

  /// Lists the folder again after the current action.
  func look() {
    looking?.cancel()
    looking = Task { await refresh() }
    work = looking
  }

  private func tell(_ error: CloudError) async {
    switch error {
    case .cancelled: break
    // iCloud Drive has no folder for Intray before the first document is put there.
    case .notFound where way.isEmpty: entries = []
    case .notFound: way.removeLast()
    default:
      failure = Messages.cloud(error)
      problem = failure
      await renew()
    }
  }

  /// Whether this account and folder are still on screen, and the task is not cancelled.
  private func isCurrent(_ cloud: Cloud, _ folder: DocumentPath) -> Bool {
    cloud.account == self.cloud?.account && folder == self.folder && !Task.isCancelled
  }
}

/// Something that is under way with a document and iCloud.
struct CloudWork: Identifiable, Hashable {
  /// What is done with it.
  enum Action: Hashable, Sendable {
    case moveIn, moveOut, fetch, evict, delete
  }

  let id = UUID()
  let action: Action
  /// Where the document is: on this device for ``Action/moveIn``, else in iCloud.
  let path: DocumentPath
  /// How much of it has arrived, from 0 to 1; nil if unknown.
  var part: Double?

  /// Whether it waits for the network, and can be ended then.
  var canStop: Bool { action == .fetch || action == .moveOut }
}

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

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
  var works: [CloudWork] = []
  /// The entry to remove for good once the user confirms it; nil if none.
  var removing: CloudEntry?
  /// What went wrong last; nil is nothing.
  var problem: String?
  /// What became of what was asked for last, where the list alone does not say it; nil is nothing.
  var notice: String?

  /// The work that changes what is shown; a caller can await it.
  @ObservationIgnored var work: Task<Void, Never>?
  @ObservationIgnored var running: [CloudWork.ID: Task<Result<String?, CloudError>, Never>] = [:]
  @ObservationIgnored private var looking: Task<Void, Never>?
  @ObservationIgnored private(set) var cloud: Cloud?
  /// Why the folder could not be listed, as long as it cannot.
  @ObservationIgnored private var failure: String?
  let library: DocumentLibrary?
  /// Called when documents of this device came or went.
  let changed: @Sendable () async -> Void

  /// - Parameter changed: called when documents of this device came or went.
  init(library: DocumentLibrary?, changed: @escaping @Sendable () async -> Void = {}) {
    self.library = library
    self.changed = changed
  }

  /// The folder on screen.
  var folder: DocumentPath { way.last ?? DocumentPath() }

  /// Follows who is signed in, until its task is cancelled.
  func follow() async {
    guard let library else { return }
    // Listened first: what happens in between is not missed.
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

  /// Has the folder looked at again after what is under way.
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

import Foundation
import Shared
import UIKit

/// The app's way to the disk: every call is one call into `Shared`, made away from the main thread.
struct DocumentLibrary: Sendable {
  let container: Container
  let sandbox: Sandbox
  let notifier: ChangeNotifier
  let drive: CloudDrive
  /// The preview copies and parcels that other programs get.
  let previewCopies: PreviewCopies
  private let quiet = StabilityTracker()

  init(
    container: Container, sandbox: Sandbox, notifier: ChangeNotifier = ChangeNotifier(),
    drive: CloudDrive = .system
  ) {
    self.container = container
    self.sandbox = sandbox
    self.notifier = notifier
    self.drive = drive
    previewCopies = PreviewCopies(container, sandbox: sandbox)
  }

  /// Of this process: its App Group, its sandbox. nil when it has no group.
  static var current: DocumentLibrary? {
    let group = AppGroup.identifier.flatMap {
      FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: $0)
    }
    return Container(group).map { DocumentLibrary(container: $0, sandbox: .current) }
  }

  /// Follows the folders that other processes may change while the app is in use: Documents, and the three in
  /// which documents arrive. It shares its stability tracker with the drain.
  func watcher() -> DirectoryWatcher {
    DirectoryWatcher(
      [documentsPath, container.path(of: .inbox)], arriving: [sandbox.documentsPath, sandbox.inboxPath],
      memory: quiet)
  }

  /// The path of Documents, as the watcher names it.
  var documentsPath: String { container.path(of: .documents) }

  /// Whether the container can be opened now: not on a device that has not been unlocked since it started.
  @concurrent
  func isReachable() async -> Bool {
    // An error is a no.
    (try? container.open(.documents)) != nil
  }

  /// What a piece of work brought.
  struct Results: Sendable {
    var outcomes: [DrainOutcome] = []
    var error: DiskError?
  }

  var drain: Drain {
    Drain(container, sandbox: sandbox, quiet: quiet, preferences: .current)
  }

  /// Takes in every waiting item, until its task is cancelled.
  func drain(
    _ progress: @escaping @Sendable (DrainProgress) -> Void, _ report: (DrainOutcome) -> Void
  ) throws(DiskError) {
    try drain.run(isCancelled: { Task.isCancelled }, progress: progress, report)
    try Inbox(container).sweep(now: .now)
    try documents.emptyTrash()
    try previewCopies.sweep { path in
      let name = path.names.last?.description ?? ""
      report(DrainOutcome(name: name, origin: .displaced, result: .imported(path)))
    }
  }

  /// Takes in the document that the user opened, unless its task is cancelled before.
  func open(
    _ url: URL, isOwnItem: Bool, _ progress: @escaping @Sendable (DrainProgress) -> Void,
    _ report: (DrainOutcome) -> Void
  ) throws(DiskError) {
    let isScoped = url.startAccessingSecurityScopedResource()
    defer { if isScoped { url.stopAccessingSecurityScopedResource() } }
    try drain.open(
      url, isOwnItem: isOwnItem, isCancelled: { Task.isCancelled }, progress: progress, report)
  }

  /// Some work: it tells how far it is, and what became of each document.
  typealias Work =
    @Sendable (
      _ progress: @escaping @Sendable (DrainProgress) -> Void, _ report: (DrainOutcome) -> Void
    ) throws(DiskError) -> Void

  /// Does some work off the main thread.
  @concurrent
  func perform(
    _ work: @escaping Work, _ progress: @escaping @Sendable (DrainProgress) -> Void
  ) async -> Results {
    // The main thread never waits for the disk.
    dispatchPrecondition(condition: .notOnQueue(.main))
    var results = Results()
    do throws(DiskError) {
      try work(progress) { results.outcomes.append($0) }
    } catch {
      Log.app.error("Taking in did not end:", error)
      results.error = error
    }
    return results
  }
}

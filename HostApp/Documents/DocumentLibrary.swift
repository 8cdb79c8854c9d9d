import Foundation
import Intake
import Shared
import UIKit

/// The app's way to the disk: what it is asked for is done by `Shared`, away from the main thread.
struct DocumentLibrary: Sendable {
  let container: Container
  let sandbox: Sandbox
  let notifier: ChangeNotifier
  let drive: CloudDrive
  /// The preview copies and parcels that other programs get.
  let previewCopies: PreviewCopies
  /// All documents, as far as the app has looked.
  let index: DocumentIndex
  /// The user's settings, as they are now.
  let preferences: @Sendable () -> Preferences
  private let stability = StabilityTracker()

  init(
    container: Container, sandbox: Sandbox, notifier: ChangeNotifier = ChangeNotifier(),
    drive: CloudDrive = .system, preferences: @escaping @Sendable () -> Preferences = { .current }
  ) {
    self.container = container
    self.sandbox = sandbox
    self.notifier = notifier
    self.drive = drive
    self.preferences = preferences
    previewCopies = PreviewCopies(container, sandbox: sandbox)
    index = DocumentIndex(container, isPackage: \.isPackage)
  }

  /// Of this process: its App Group, its sandbox. nil when it has no group.
  static var current: DocumentLibrary? {
    Container(ofAppGroup: FileManager.default.containerURL(forSecurityApplicationGroupIdentifier:))
      .map { DocumentLibrary(container: $0, sandbox: .current) }
  }

  /// Follows the folders that other processes may change while the app is in use: the three in which documents arrive.
  /// It shares its stability tracker with the drain. Folders on screen are added with ``watch(_:with:)``.
  func watcher() -> DirectoryWatcher {
    DirectoryWatcher(
      [container.path(of: .inbox)], arriving: [sandbox.documentsPath, sandbox.inboxPath], memory: stability)
  }

  /// Has the watcher notice changes of folders, too. The index knows what is in them.
  func watch(_ folders: Set<DocumentPath>, with watcher: DirectoryWatcher) {
    // The three of ``watcher()`` are watched in any case.
    let most = DirectoryWatcher.limit - 3
    watcher.follow(
      [container.path(of: .inbox)], arriving: [sandbox.documentsPath, sandbox.inboxPath],
      noticing: Set(folders.prefix(most).map { container.path(of: $0) }))
  }

  /// What a piece of work brought.
  struct Results: Sendable {
    var outcomes: [DrainOutcome] = []
    var error: DiskError?
  }

  var drain: Drain {
    Drain(container, sandbox: sandbox, stability: stability, preferences: preferences())
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

  /// Some work: it tells how far it is, and what became of each document.
  typealias Work =
    @Sendable (
      _ progress: @escaping @Sendable (DrainProgress) -> Void, _ report: (DrainOutcome) -> Void
    ) throws(DiskError) -> Void

  /// Does some work away from the main thread.
  func perform(
    _ work: @escaping Work, _ progress: @escaping @Sendable (DrainProgress) -> Void
  ) async -> Results {
    await run { _ in
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
}

/// Looks at documents, and work on them.
extension DocumentLibrary {
  var documents: Documents { Documents(container) }

  /// The documents that a query asks for. A folder is looked at before, and everything before a search.
  ///
  /// - Parameter isFresh: whether the index was brought up to date just now.
  func list(_ query: DocumentQuery, isFresh: Bool = false) async -> Result<DocumentList, DiskError> {
    do throws(DiskError) {
      switch query.scope {
      case .folder(let path) where query.text.isEmpty: if !isFresh { try await index.look(at: path) }
      default: if !isFresh { try await index.update() }
      }
      return .success(try await index.list(query))
    } catch {
      return .failure(error)
    }
  }

  /// Brings the index up to date. What cannot be read now stays as it was at the last look.
  func update() async {
    do throws(DiskError) {
      try await index.update()
    } catch {
      Log.app.error("Not all documents could be looked at:", error)
    }
  }

  /// The documents to which something happened last, the latest first.
  func latest(_ count: Int) async -> Result<[DocumentEntry], DiskError> {
    await list(DocumentQuery(scope: .all, order: .changed, range: 0..<count)).map(\.entries)
  }

  /// Does something with the documents, away from the main thread.
  ///
  /// - Throws: what the work throws.
  @concurrent
  func run<Answer: Sendable, Failure: Error>(
    _ work: @Sendable (Documents) throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    // The main thread never waits for the disk.
    dispatchPrecondition(condition: .notOnQueue(.main))
    return try work(documents)
  }

  /// What became of each of several documents, in their order.
  typealias Each = [Result<DocumentPath, DiskError>]

  /// Where a document is, for the system, which reads it once the user has chosen what for. This touches no disk.
  func url(of entry: DocumentEntry) -> URL {
    URL(
      filePath: container.path(of: entry.path),
      directoryHint: entry.kind == .folder ? .isDirectory : .notDirectory)
  }
}

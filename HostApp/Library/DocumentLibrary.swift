import Foundation
import IntrayCore
import IntrayIntake
import Synchronization
import UIKit
import UniformTypeIdentifiers

/// The app's way to the disk: what it is asked for is done by `IntrayCore`, away from the main thread.
struct DocumentLibrary: Sendable {
  let container: Container
  let sandbox: Sandbox
  let notifier: ChangeNotifier
  let drive: CloudDrive
  /// The preview copies and parcels that other programs get.
  let previewCopies: PreviewCopies
  /// All documents, as far as the app has looked.
  let index: DocumentIndex
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
    index = DocumentIndex(container, kindOf: \.documentKind, isPackage: \.isPackage)
  }

  /// Of this process: its App Group, its sandbox. One for the windows and the actions of Shortcuts, so that there is one index. nil
  /// when the process has no group.
  static var current: DocumentLibrary? {
    Container(ofAppGroup: FileManager.default.containerURL(forSecurityApplicationGroupIdentifier:))
      .map { one(over: $0, .current) }
  }

  /// The process's one library over a container.
  static func one(over container: Container, _ sandbox: Sandbox) -> DocumentLibrary {
    latest.withLock { latest in
      if let latest, latest.container.path == container.path { return latest }
      let library = DocumentLibrary(container: container, sandbox: sandbox)
      latest = library
      return library
    }
  }

  private static let latest = Mutex<DocumentLibrary?>(nil)

  /// The folders in which other processes leave documents for the app.
  var inboxes: Set<String> { [container.path(of: .inbox), sandbox.documentsPath, sandbox.inboxPath] }

  struct Results: Sendable {
    var outcomes: [DrainOutcome] = []
    var error: DiskError?
  }

  var drain: Drain {
    Drain(container, sandbox: sandbox, stability: stability, preferences: preferences())
  }

  /// Removes what earlier processes left in Staging, and what was thrown away long ago. Releases their preview copies. Forgets
  /// the last folders that are gone.
  ///
  /// - Throws: the error of the disk. What was not removed is removed the next time.
  func sweep(_ report: (DrainOutcome) -> Void) throws(DiskError) {
    Preferences.forgetFolders { path in
      do throws(DiskError) {
        _ = try documents.folders(in: path)
        return false
      } catch {
        // A folder that cannot be read now is there.
        return error.isGone
      }
    }
    let clock = try container.ageClock(isStored: true)
    try Inbox(container).sweep(clock)
    try documents.emptyTrash(clock)
    try previewCopies.sweep { path in
      let name = path.names.last?.description ?? ""
      report(DrainOutcome(name: name, source: .displaced, result: .imported(path)))
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

  var documents: Documents { Documents(container) }

  /// The documents that a query asks for. A folder is looked at before, and everything before a search.
  ///
  /// - Parameter isFresh: whether the index was brought up to date just now.
  func list(_ query: DocumentQuery, isFresh: Bool = false) async -> Result<DocumentList, DiskError> {
    do throws(DiskError) {
      if case .folder(let path) = query.scope, !query.isSearch, !isFresh {
        try await index.look(at: path)
      } else if !isFresh {
        try await index.update()
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

  /// The documents that any process took in and that are new to the user, the latest first.
  func arrivals() async -> Result<[DocumentEntry], DiskError> {
    // More are only counted.
    await list(DocumentQuery(scope: .recents, order: .added, range: 0..<1_000)).map { found in
      found.entries.filter(\.isNew)
    }
  }

  /// Other documents with the bytes of these, and the folders whose names folders of these were to get, until the task is cancelled.
  func counterparts(of paths: [DocumentPath]) async -> [DocumentPath: DocumentPath] {
    await update()
    let candidates = await index.paths(withSizesOf: paths)
    // What cannot be compared now counts as new.
    let found = await run {
      (try? $0.counterparts(of: paths, among: candidates, isCancelled: { Task.isCancelled })) ?? [:]
    }
    return found.merging(await index.namesakes(of: paths)) { found, _ in found }
  }

  /// Does something with the documents, away from the main thread.
  ///
  /// - Throws: what the work throws.
  @concurrent
  func run<Answer: Sendable, Failure: Error>(
    _ work: @Sendable (Documents) throws(Failure) -> Answer
  ) async throws(Failure) -> Answer {
    try await withTaskExecutorPreference(DiskExecutor.shared) { () async throws(Failure) -> Answer in
      // The main thread never waits for the disk.
      dispatchPrecondition(condition: .notOnQueue(.main))
      return try work(documents)
    }
  }

  /// Where a document is, for the system, which reads it once the user has chosen what for. This touches no disk.
  func url(of entry: DocumentEntry) -> URL {
    URL(
      filePath: container.path(of: entry.path),
      directoryHint: entry.kind == .folder ? .isDirectory : .notDirectory)
  }
}

/// Threads for work that waits: for the disk, for a coordinator, or for iCloud.
///
/// Swift's own pool has as many threads as the device has cores. Work that waits would hold them, and nothing else would be done:
/// no list, no search. <https://developer.apple.com/documentation/swift/taskexecutor>
final class DiskExecutor: TaskExecutor {
  static let shared = DiskExecutor()
  private let queue = DispatchQueue(label: "disk", qos: .userInitiated, attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension DocumentPath {
  /// What a document or folder of this name is, as far as its name says.
  func type(isOnFolder: Bool) -> UTType {
    let suffix = (names.last?.description ?? "").split(separator: ".").dropFirst().last.map(String.init)
    let type = suffix.flatMap { UTType(filenameExtension: $0, conformingTo: isOnFolder ? .directory : .data) }
    // No app declared a dynamic type: a folder with a dot in its name is a folder.
    return type.flatMap { isOnFolder && $0.isDynamic ? nil : $0 } ?? (isOnFolder ? .folder : .data)
  }
}

extension DocumentEntry {
  /// What it is, as far as its name says.
  var type: UTType { path.type(isOnFolder: kind == .folder) }

  /// What it is for the user.
  var documentKind: DocumentKind? {
    if isFolder { return .folder }
    if isLink { return .link }
    // Audio is audiovisual content, too.
    let kinds: [(UTType, DocumentKind)] = [
      (.audio, .audio), (.image, .image), (.audiovisualContent, .movie), (.pdf, .pdf), (.text, .text),
      (.webArchive, .text), (.archive, .archive),
    ]
    return kinds.first { type.conforms(to: $0.0) }?.1
  }
}

extension DrainOutcome {
  var isImport: Bool { imported != nil }

  /// The document that it is now and was not before.
  var imported: DocumentPath? {
    if case .imported(let path) = result { path } else { nil }
  }

  /// The document that it is now, or was before with the same bytes.
  var document: DocumentPath? {
    if case .duplicate(let path) = result { path } else { imported }
  }
}

import Foundation
import Intake
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
  /// All documents, as far as the app has looked.
  let index: DocumentIndex
  /// The user's settings, as they are now.
  let preferences: @Sendable () -> Preferences
  private let quiet = StabilityTracker()

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

  /// The folders in which other processes leave documents for the app.
  var inboxes: Set<String> { [container.path(of: .inbox), sandbox.documentsPath, sandbox.inboxPath] }

  /// Has a watcher follow the folders in which documents arrive, and these.
  func watch(_ folders: Set<DocumentPath>, with watcher: DirectoryWatcher) {
    let most = DirectoryWatcher.limit - inboxes.count
    watcher.follow(inboxes.union(folders.prefix(most).map { container.path(of: $0) }))
  }

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
    Drain(container, sandbox: sandbox, quiet: quiet, preferences: preferences())
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

/// What the user does with documents. Each method makes one call into `Shared`, off the main thread.
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

  /// What is at a path.
  @concurrent
  func status(of path: DocumentPath) async -> Result<FileStatus, DiskError> {
    Self.result { () throws(DiskError) in
      guard let name = path.names.last else { throw DiskError(.notFound, at: "") }
      return try container.folder(at: path.parent).status(name)
    }
  }

  /// Gives a document another folder and name; a name that is taken there becomes the next free one.
  @concurrent
  func move(_ document: SeenDocument, to path: DocumentPath) async -> Result<DocumentPath, DiskError> {
    Self.result { () throws(DiskError) in
      let file = try documents.file(of: document)
      let name = path.names.last.map { DocumentName($0) }
      return try documents.move(document.path, expecting: file, to: path.parent, as: name)
    }
  }

  /// What became of each of several documents, in their order.
  typealias Each = [Result<DocumentPath, DiskError>]

  /// Moves documents to another folder; a name that is taken there becomes the next free one.
  @concurrent
  func move(_ documents: [SeenDocument], to folder: DocumentPath) async -> Each {
    dispatchPrecondition(condition: .notOnQueue(.main))
    return self.documents.move(documents, to: folder, isCancelled: { Task.isCancelled })
  }

  /// Makes a copy of a document beside it.
  @concurrent
  func duplicate(_ path: DocumentPath) async -> Result<DocumentPath, DiskError> {
    Self.result { () throws(DiskError) in
      guard let name = path.names.last else { throw DiskError(.notFound, at: "") }
      let folder = try container.folder(at: path.parent)
      let staged = try documents.stage(
        .copy(of: folder.place(name)), as: DocumentName(name),
        copier: Copier(isCancelled: { Task.isCancelled }))
      return try documents.add(staged, in: path.parent)
    }
  }

  /// Makes an empty folder; a name that is taken becomes the next free one.
  @concurrent
  func makeFolder(_ name: DocumentName, in folder: DocumentPath) async -> Result<DocumentPath, DiskError> {
    Self.result { () throws(DiskError) in
      try documents.makeFolder(name, in: folder)
    }
  }

  /// Why the user cannot give a name in a folder to `own`, or to a new folder; nil when nothing is known against it.
  @concurrent
  func problem(with typed: String, in folder: DocumentPath, except own: FileName?) async -> NameProblem? {
    documents.problem(with: typed, in: folder, except: own)
  }

  /// Throws documents away, into the trash.
  @concurrent
  func throwAway(_ documents: [SeenDocument]) async -> Each {
    dispatchPrecondition(condition: .notOnQueue(.main))
    return self.documents.trash(documents, isCancelled: { Task.isCancelled })
  }

  /// Puts back what was thrown away.
  @concurrent
  func putBack(_ documents: [SeenDocument]) async -> Each {
    dispatchPrecondition(condition: .notOnQueue(.main))
    return self.documents.putBack(documents, isCancelled: { Task.isCancelled })
  }

  /// Removes for good what was thrown away.
  @concurrent
  func remove(_ documents: [SeenDocument]) async -> Each {
    dispatchPrecondition(condition: .notOnQueue(.main))
    return self.documents.remove(documents, isCancelled: { Task.isCancelled })
  }

  /// Does something away from the main thread.
  static func result<Value>(
    _ body: () throws(DiskError) -> Value
  ) -> Result<Value, DiskError> {
    // The main thread never waits for the disk.
    dispatchPrecondition(condition: .notOnQueue(.main))
    return Result { () throws(DiskError) in try body() }
  }
}

/// Preview copies and parcels for other programs. Each method makes one call into `Shared`, off the main thread.
extension DocumentLibrary {
  /// Makes a preview copy of a document.
  @concurrent
  func lend(_ path: DocumentPath) async -> Result<PreviewCopies.PreviewCopy, DiskError> {
    Self.result { () throws(DiskError) in
      try previewCopies.lend(path, copier: Copier(isCancelled: { Task.isCancelled }))
    }
  }

  /// Takes back a preview copy or a parcel.
  ///
  /// - Returns: where the copy is now, if another program edited it.
  @concurrent
  func takeBack(_ copy: PreviewCopies.PreviewCopy) async -> Result<DocumentPath?, DiskError> {
    Self.result { () throws(DiskError) in try previewCopies.takeBack(copy) }
  }

  /// Packs copies of documents as a parcel.
  @concurrent
  func pack(_ paths: [DocumentPath]) async -> Result<PreviewCopies.PreviewCopy, IncomingError> {
    var culprit: DocumentPath?
    let result = Self.result { () throws(DiskError) in
      try previewCopies.pack(paths, copier: Copier(isCancelled: { Task.isCancelled })) { culprit = $0 }
    }
    return result.mapError { IncomingError(name: culprit?.description, error: $0) }
  }

  /// Where a document is, for the system, which reads it once the user has chosen what for. This touches no disk.
  func url(of entry: DocumentEntry) -> URL {
    URL(
      filePath: container.path(of: entry.path),
      directoryHint: entry.kind == .folder ? .isDirectory : .notDirectory)
  }
}

import Foundation
import Intake
import Shared

/// Arrivals and waiting items. Each method makes one call into `Shared`, off the main thread.
extension DocumentLibrary {
  /// The documents that any process took in since a moment, the latest first.
  func arrivals(since: FileTime?) async -> Result<[DocumentArrival], DiskError> {
    // More are only counted.
    let recents = DocumentQuery(scope: .recents, order: .added, range: 0..<1_000)
    switch await list(recents) {
    case .success(let found):
      let new = found.entries.prefix { entry in since.map { entry.added ?? $0 >= $0 } ?? true }
      return .success(await arrivals(at: new.map(\.path)))
    case .failure(let error): return .failure(error)
    }
  }

  /// How documents came in, read from their attributes.
  @concurrent
  func arrivals(at paths: [DocumentPath]) async -> [DocumentArrival] {
    dispatchPrecondition(condition: .notOnQueue(.main))
    return Documents(container).arrivals(at: paths)
  }

  /// Other documents with the bytes of these, until the task is cancelled.
  @concurrent
  func counterparts(of paths: [DocumentPath]) async -> [DocumentPath: DocumentPath] {
    dispatchPrecondition(condition: .notOnQueue(.main))
    await update()
    let candidates = await index.paths(withSizesOf: paths)
    // What cannot be compared now counts as new.
    return
      (try? documents.counterparts(of: paths, among: candidates, isCancelled: { Task.isCancelled })) ?? [:]
  }

  /// Throws a new copy away, if the document that it repeats still has the same bytes.
  @concurrent
  func throwAway(_ copy: DocumentPath, repeating path: DocumentPath) async -> Result<Void, DiskError> {
    Self.result { () throws(DiskError) in
      guard try documents.trash(copy, repeating: path) else {
        throw DiskError(.changed, at: container.path(of: copy))
      }
    }
  }

  /// Removes a waiting item for good, if it is still the same file.
  @concurrent
  func discard(_ waiting: Waiting) async -> Result<Void, DiskError> {
    Self.result { () throws(DiskError) in try drain.discard(waiting) }
  }
}

extension DocumentLibrary {
  /// Removes the app's Documents/Inbox, if the activation before this one found it empty as well.
  @concurrent
  func removeInbox(emptyBefore known: FileID?) async -> FileID? {
    // An empty folder does no harm, and the next activation tries again.
    (try? sandbox.removeInbox(emptyBefore: known)) ?? nil
  }
}

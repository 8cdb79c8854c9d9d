import Foundation
import Intake
import Shared

/// Arrivals.
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
  func arrivals(at paths: [DocumentPath]) async -> [DocumentArrival] {
    await run { $0.arrivals(at: paths) }
  }

  /// Other documents with the bytes of these, until the task is cancelled.
  func counterparts(of paths: [DocumentPath]) async -> [DocumentPath: DocumentPath] {
    await update()
    let candidates = await index.paths(withSizesOf: paths)
    // What cannot be compared now counts as new.
    return await run {
      (try? $0.counterparts(of: paths, among: candidates, isCancelled: { Task.isCancelled })) ?? [:]
    }
  }
}

extension DirectoryReport {
  /// Whether a folder in which documents arrive has something to take in, or lost a waiting item. A file that
  /// only grows is reported again when it stops growing.
  func tellsOfArrivals(waiting: [DrainOutcome]) -> Bool {
    switch event {
    case .listing(let listing): return !listing.entries.isEmpty
    case .difference(let changes):
      return !settled.isEmpty
        || changes.contains { change in
          switch change {
          case .added, .renamed: true
          case .changed: false
          case .removed(let name): waiting.contains { $0.name == name.description }
          }
        }
    case .noticed, .unreadable: return false
    }
  }
}

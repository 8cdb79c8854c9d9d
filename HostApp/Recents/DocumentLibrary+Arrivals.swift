import Foundation
import Intake
import Shared

/// Arrivals.
extension DocumentLibrary {
  /// The documents that any process took in since a moment, the latest first.
  func arrivals(since: FileTime?) async -> Result<[DocumentEntry], DiskError> {
    // More are only counted.
    await list(DocumentQuery(scope: .recents, order: .added, range: 0..<1_000)).map { found in
      found.entries.filter { entry in since.map { entry.added ?? $0 >= $0 } ?? true }
    }
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

import Foundation
import Shared

/// Arrivals and waiting items. Each method makes one call into `Shared`, off the main thread.
extension DocumentLibrary {
  /// The documents that any process took in since a moment, the latest first.
  @concurrent
  func arrivals(since: FileTime?) async -> Result<[DocumentArrival], DiskError> {
    Self.result { () throws(DiskError) in
      // More are only counted.
      try Documents(container).arrivals(since: since, atMost: 1_000, isCancelled: { Task.isCancelled })
    }
  }

  /// How documents came in, read from their attributes.
  @concurrent
  func arrivals(at paths: [DocumentPath]) async -> [DocumentArrival] {
    dispatchPrecondition(condition: .notOnQueue(.main))
    return Documents(container).arrivals(at: paths)
  }

  /// Removes a waiting item for good, if it is still the same file.
  @concurrent
  func discard(_ waiting: Waiting) async -> Result<Void, DiskError> {
    Self.result { () throws(DiskError) in try drain.discard(waiting) }
  }
}

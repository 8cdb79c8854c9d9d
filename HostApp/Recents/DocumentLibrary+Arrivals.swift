import Foundation
import Shared

/// What came and what waits, each one call into `Shared`, made away from the main thread.
extension DocumentLibrary {
  /// What came in since a moment, by whichever process, the latest first.
  @concurrent
  func arrivals(since: FileTime?) async -> Result<[DocumentArrival], DiskError> {
    Self.result { () throws(DiskError) in
      // More are only counted.
      try Documents(container).arrivals(since: since, atMost: 1_000, isCancelled: { Task.isCancelled })
    }
  }

  /// What documents say of how they came in.
  @concurrent
  func arrivals(at paths: [DocumentPath]) async -> [DocumentArrival] {
    dispatchPrecondition(condition: .notOnQueue(.main))
    return Documents(container).arrivals(at: paths)
  }

  /// Removes for good what was not taken in, if it is what waited.
  @concurrent
  func discard(_ waiting: Waiting) async -> Result<Void, DiskError> {
    Self.result { () throws(DiskError) in try drain.discard(waiting) }
  }
}

import Foundation
import Intake
import Shared
import SwiftUI

extension NavigationModel {
  /// Compresses documents into a ZIP archive beside them. The system zips without saying how far it is.
  func compress(_ paths: [DocumentPath]) {
    guard let first = paths.first?.names.last else { return }
    problem = nil
    outgoing.forgetEdited()
    perform(String(localized: "Compressing “\(first.description)”")) { [library] in
      await library.compress(paths)
    } done: { result in
      if case .failure(let error) = result, error.code != .cancelled {
        self.problem = Messages.action(error, of: paths.count)
      }
      await self.changed()
      await self.refresh()
    }
  }
}

extension DocumentLibrary {
  /// Compresses documents.
  func compress(_ paths: [DocumentPath]) async -> Result<DocumentPath, DiskError> {
    // `cancel()` may be called from any thread, and is the one thing that another thread calls.
    nonisolated(unsafe) let coordinator = NSFileCoordinator()
    return await withTaskCancellationHandler {
      await run { documents in
        Result { () throws(DiskError) in
          try documents.compress(
            paths, in: previewCopies, copier: Copier(isCancelled: { Task.isCancelled })
          ) { folder, take throws(DiskError) in try Self.zip(folder, by: coordinator, take) }
        }
      }
    } onCancel: {
      coordinator.cancel()
    }
  }

  /// Has the system zip a folder.
  ///
  /// - Throws: ``DiskError/Code/cancelled`` when the coordinator is cancelled before the archive is there.
  private static func zip(
    _ folder: String, by coordinator: NSFileCoordinator, _ take: (String) -> Void
  ) throws(DiskError) {
    var refusal: NSError?
    coordinator.coordinate(
      readingItemAt: URL(filePath: folder, directoryHint: .isDirectory), options: .forUploading,
      error: &refusal
    ) { take($0.path) }
    guard let refusal else { return }
    let code: DiskError.Code =
      switch (refusal.domain, CocoaError.Code(rawValue: refusal.code)) {
      case (NSCocoaErrorDomain, .userCancelled): .cancelled
      case (NSCocoaErrorDomain, .fileWriteOutOfSpace): .noSpace
      default: .failed
      }
    throw DiskError(code, call: refusal.domain, number: Int32(clamping: refusal.code), at: folder)
  }
}

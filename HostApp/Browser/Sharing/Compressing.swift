import Foundation
import Intake
import Shared
import SwiftUI

/// An archive that is being made. The system zips without saying how far it is.
struct Compression: Identifiable {
  let id = UUID()
  /// The name of the document, or of the first of several.
  let subject: String
  /// Ends it. Nothing of it is left.
  let stop: @Sendable () -> Void
}

extension NavigationModel {
  /// Compresses documents into a ZIP archive beside them.
  func compress(_ paths: [DocumentPath]) {
    guard let first = paths.first?.names.last else { return }
    problem = nil
    outgoing.forgetEdited()
    let task = Task { await library.compress(paths) }
    let compression = Compression(subject: first.description) { task.cancel() }
    compressions.append(compression)
    let activity = BackgroundActivity("Compressing documents") { task.cancel() }
    run {
      let result = await task.value
      activity.end()
      self.compressions.removeAll { $0.id == compression.id }
      if case .failure(let error) = result, error.code != .cancelled {
        self.problem = Messages.action(error, of: paths.count)
      }
      await self.changed()
      await self.refresh()
    }
  }

  /// The archives that are being made, and the way to end that.
  var compressionBanners: [Banner] {
    compressions.map { compression in
      Banner(
        id: "\(compression.id)", text: Text("Compressing “\(compression.subject)”"), mark: .progress(nil),
        actions: [.init(title: "Stop", role: .cancel, perform: { compression.stop() })])
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

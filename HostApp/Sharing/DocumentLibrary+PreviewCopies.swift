import Foundation
import Shared

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
      directoryHint: entry.status.kind == .folder ? .isDirectory : .notDirectory)
  }
}

extension PreviewCopies.PreviewCopy {
  /// Where the other program finds it.
  var url: URL { URL(filePath: path) }
}

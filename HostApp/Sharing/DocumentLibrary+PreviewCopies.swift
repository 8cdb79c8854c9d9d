import Foundation
import Shared

/// What other programs get to see of the documents, each one call into `Shared`, made away from the main thread.
extension DocumentLibrary {
  /// Lends a copy of a document, to be shown.
  @concurrent
  func lend(_ path: DocumentPath) async -> Result<PreviewCopies.PreviewCopy, DiskError> {
    Self.result { () throws(DiskError) in
      try loans.lend(path, copier: Copier(isCancelled: { Task.isCancelled }))
    }
  }

  /// Takes back what was lent.
  ///
  /// - Returns: where the copy is now, if it was edited meanwhile.
  @concurrent
  func takeBack(_ loan: PreviewCopies.PreviewCopy) async -> Result<DocumentPath?, DiskError> {
    Self.result { () throws(DiskError) in try loans.takeBack(loan) }
  }

  /// Packs copies of documents as a parcel.
  @concurrent
  func pack(_ paths: [DocumentPath]) async -> Result<PreviewCopies.PreviewCopy, IncomingError> {
    var culprit: DocumentPath?
    let result = Self.result { () throws(DiskError) in
      try loans.pack(paths, copier: Copier(isCancelled: { Task.isCancelled })) { culprit = $0 }
    }
    return result.mapError { IncomingError(name: culprit?.description, error: $0) }
  }

  /// Where a document is, for the system, which reads it when a person has chosen what for. Nothing is touched.
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

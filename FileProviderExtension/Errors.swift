import FileProvider
import Foundation
import Shared

extension ProviderError {
  /// The system's word for it. When the answer is unknown, that is `cannotSynchronize`; `noSuchItem` is only
  /// for what is truly gone, because the system then throws its copy away.
  var translated: any Error {
    switch self {
    case .noSuchItem(let id):
      NSError.fileProviderErrorForNonExistentItem(withIdentifier: Identifier(id).system)
    case .notEmpty: NSFileProviderError(.directoryNotEmpty)
    case .deletionRejected(let item):
      NSError.fileProviderErrorForRejectedDeletion(of: FileProviderItem(FileProviderItem.Facts(item)))
    case .expired: NSFileProviderError(.syncAnchorExpired)
    case .unsupported: CocoaError(.featureUnsupported)
    case .catalogue(let error): error.translated
    case .disk(let error): error.translated
    }
  }
}

extension CatalogueError {
  fileprivate var translated: any Error {
    switch self {
    case .store, .newer, .notScanned, .rootMissing, .rootExchanged, .unknown:
      NSFileProviderError(.cannotSynchronize)
    case .expired: NSFileProviderError(.syncAnchorExpired)
    case .disk(let error): error.translated
    }
  }
}

extension DiskError {
  fileprivate var translated: any Error {
    switch code {
    case .cancelled: CocoaError(.userCancelled)
    case .noSpace: CocoaError(.fileWriteOutOfSpace)
    case .readOnly: CocoaError(.fileWriteVolumeReadOnly)
    case .nameTooLong: CocoaError(.fileWriteInvalidFileName)
    case .special, .tooLarge: CocoaError(.featureUnsupported)
    // Locked, in use or changing: another time.
    case .notFound, .exists, .denied, .tooManyOpen, .notAFolder, .notEmpty, .otherVolume, .unsupported,
      .link, .changed, .swept, .failed:
      NSFileProviderError(.cannotSynchronize)
    }
  }
}

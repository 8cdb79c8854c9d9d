import FileProvider
import Foundation
import Shared

// What Files is told when something cannot be done. All of it is decided here.
//
// Three kinds: what says something of the item (`noSuchItem` only for what is truly gone, because the system
// then throws its copy away); `cannotSynchronize` when the answer is unknown and asking again at once would
// not help, after which the system waits until it is told that the error is resolved; and `busy`, which it
// tries again by itself. No item is ever `excludedFromSync`: the system would then ask us to delete it.

extension ProviderError {
  /// The system's word for it.
  var translated: any Error {
    switch self {
    case .noSuchItem(let id):
      NSError.fileProviderErrorForNonExistentItem(withIdentifier: Identifier(id).system)
    case .notEmpty: NSFileProviderError(.directoryNotEmpty)
    case .deletionRejected(let item):
      NSError.fileProviderErrorForRejectedDeletion(of: FileProviderItem(FileProviderItem.Facts(item)))
    case .expired: NSFileProviderError(.syncAnchorExpired)
    case .conflict: Self.conflictingVersion
    case .superseded: DiskError.busy
    case .unsupported: CocoaError(.featureUnsupported)
    case .catalogue(let error): error.translated
    case .disk(let error): error.translated
    }
  }

  /// Whether the system asks no more until it is told that the error is resolved.
  var makesTheSystemWait: Bool {
    (translated as NSError) == (NSFileProviderError(.cannotSynchronize) as NSError)
  }

  private static var conflictingVersion: any Error {
    // Nobody can ask for it before.
    guard #available(iOS 26, *) else { return DiskError.busy }
    return NSFileProviderError(.localVersionConflictingWithServer)
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
  /// Another time, and soon.
  fileprivate static var busy: any Error { CocoaError(.fileWriteUnknown) }

  fileprivate var translated: any Error {
    switch code {
    case .cancelled: CocoaError(.userCancelled)
    case .noSpace: CocoaError(.fileWriteOutOfSpace)
    case .readOnly: CocoaError(.fileWriteVolumeReadOnly)
    case .nameTooLong: CocoaError(.fileWriteInvalidFileName)
    case .special, .tooLarge: CocoaError(.featureUnsupported)
    // Somebody is at work there, or we have too much open: it passes.
    case .changed, .swept, .exists, .notEmpty, .notFound, .tooManyOpen: Self.busy
    // Locked before the first unlock, or a medium that fails.
    case .denied, .notAFolder, .otherVolume, .unsupported, .link, .failed:
      NSFileProviderError(.cannotSynchronize)
    }
  }
}

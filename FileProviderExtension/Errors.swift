import FileProvider
import Foundation
import Shared

// What Files is told when something cannot be done. All of it is decided here, by what Apple's headers say.
//
// `noSuchItem` only for what is truly gone: the system throws its copy away. `serverUnreachable` when the store or the
// container cannot be opened: the system waits until ``Desk`` says that this very error is resolved.
// `cannotSynchronize` only for what is definitively broken: the system does not try that item again until it changes.
// Everything else is `busy` or another Cocoa error, which the system tries again by itself after growing pauses. No
// item is ever `excludedFromSync`: the system would then ask us to delete it.

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
    case .unsupported: NSFileProviderError(.cannotSynchronize)
    case .catalogue(let error): error.translated
    case .disk(let error): error.translated
    case .closed: NSFileProviderError(.serverUnreachable)
    }
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
    case .expired: NSFileProviderError(.syncAnchorExpired)
    case .disk(let error): error.translated
    case .store(let failure) where failure.kind == .full: CocoaError(.fileWriteOutOfSpace)
    // Another connection writes, a damaged store is set aside, the medium failed once, or the first scan comes.
    case .store, .notScanned, .unknown: DiskError.busy
    // A provider's error says that nothing can be opened.
    case .newer, .rootMissing, .rootExchanged: NSFileProviderError(.serverUnreachable)
    }
  }
}

extension DiskError {
  /// Another time, and soon.
  static var busy: any Error { CocoaError(.fileWriteUnknown) }

  fileprivate var translated: any Error {
    switch code {
    case .cancelled: CocoaError(.userCancelled)
    case .noSpace: CocoaError(.fileWriteOutOfSpace)
    case .readOnly: CocoaError(.fileWriteVolumeReadOnly)
    case .nameTooLong: CocoaError(.fileWriteInvalidFileName)
    // No other try will make a document of it, or the volume able to.
    case .special, .tooLarge, .unsupported, .otherVolume: NSFileProviderError(.cannotSynchronize)
    // Locked, a medium that failed once, another process at work there, or too much open: it passes.
    case .denied, .failed, .notAFolder, .link, .changed, .swept, .exists, .notEmpty, .notFound, .tooManyOpen:
      Self.busy
    }
  }
}

import FileProvider
import Foundation
import IntrayCore

// The errors that the system gets. Only this file chooses them, by the documentation in Apple's headers.
//
// `noSuchItem` only for what is truly gone: the system throws its copy away. `serverUnreachable` when the store or the
// container cannot be opened: the system waits until ``RequestQueue`` says that this very error is resolved.
// `cannotSynchronize` only of an item that cannot be created or modified at all: the system does not try it again
// until it changes. In answer to anything else it would make the system wait for a signal that never comes. Everything
// else is `busy` or another Cocoa error, which the system tries again by itself after growing pauses. No item is ever
// `excludedFromSync`: the system would then ask us to delete it.

extension ProviderError {
  /// The system's word for it.
  var translated: any Error {
    switch self {
    case .noSuchItem(let id):
      NSError.fileProviderErrorForNonExistentItem(withIdentifier: NSFileProviderItemIdentifier(id))
    case .notEmpty: NSFileProviderError(.directoryNotEmpty)
    case .deletionRejected(let item):
      NSError.fileProviderErrorForRejectedDeletion(of: FileProviderItem(item))
    case .conflict: Self.conflictingVersion
    case .unsupported: CocoaError(.featureUnsupported)
    case .catalogue(let error): error.translated
    case .disk(let error): error.translated
    case .closed: NSFileProviderError(.serverUnreachable)
    }
  }

  /// The same of a request to create or modify an item.
  var translatedOfChange: any Error { isLasting ? NSFileProviderError(.cannotSynchronize) : translated }

  /// Whether no other try will make a document of it, or the volume able to. A removal that fails is our own clean-up.
  private var isLasting: Bool {
    switch self {
    case .unsupported: true
    case .disk(let error):
      [.special, .tooLarge, .nameTooLong, .unsupported, .otherVolume].contains(error.code)
        && error.call != "unlinkat"
    default: false
    }
  }

  /// Whether nothing can be opened: the system waits until it is told that this is over.
  var isClosed: Bool { (translated as? NSFileProviderError)?.code == .serverUnreachable }

  /// Whether the system did not wait for the answer.
  var isCancelled: Bool {
    if case .disk(let error) = self { error.code == .cancelled } else { false }
  }

  private static var conflictingVersion: any Error {
    // Before iOS 26 the system cannot ask for it (`failOnConflict`).
    guard #available(iOS 26, *) else { return DiskError.busy }
    return NSFileProviderError(.localVersionConflictingWithServer)
  }
}

extension CatalogueError {
  fileprivate var translated: any Error {
    switch self {
    case .expired: NSFileProviderError(.syncAnchorExpired)
    case .store(let failure) where failure.kind == .full: CocoaError(.fileWriteOutOfSpace)
    // Another connection writes, a damaged store is set aside, the medium failed once, or the first scan comes.
    case .store, .notScanned, .unknown: DiskError.busy
    // A provider's error says that nothing can be opened.
    case .rootMissing, .rootExchanged: NSFileProviderError(.serverUnreachable)
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
    case .special, .ownFolder, .tooLarge, .unsupported, .otherVolume: CocoaError(.featureUnsupported)
    // The device is locked, a medium failed once, another process works there, or too many files are open: it passes.
    case .denied, .failed, .notAFolder, .link, .changed, .swept, .exists, .notEmpty, .notFound, .tooManyOpen:
      Self.busy
    }
  }
}

extension Result where Failure == ProviderError {
  /// Calls a completion handler with the answer or the error, in the form in which the system wants it.
  ///
  /// - Parameter isChange: whether the request was to create or modify an item.
  func reply(isChange: Bool = false, _ handler: (Success?, (any Error)?) -> Void) {
    switch self {
    case .success(let answer): handler(answer, nil)
    case .failure(let error): handler(nil, isChange ? error.translatedOfChange : error.translated)
    }
  }
}

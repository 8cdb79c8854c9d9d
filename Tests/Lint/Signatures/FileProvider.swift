// What the stand-in for FileProvider has to refuse, and to accept, as the SDK's interface does: see phone.sh.
import FileProvider
import Foundation

// It does not bring UniformTypeIdentifiers with it.
private let type = UTType.item  // refused: cannot find 'UTType' in scope

// Codes of other platforms and of later ones.
private func codes() -> [NSFileProviderError.Code] {
  [
    .notAuthenticated, .filenameCollision, .syncAnchorExpired, .pageExpired, .insufficientQuota,
    .serverUnreachable,
    .noSuchItem, .deletionRejected, .directoryNotEmpty, .providerNotFound, .cannotSynchronize,
    .nonEvictableChildren,
    .unsyncedEdits, .nonEvictable, .excludedFromSync, .domainDisabled, .providerDomainTemporarilyUnavailable,
    .providerDomainNotFound, .applicationExtensionNotFound,
    .providerTranslocated,  // refused: 'providerTranslocated' is unavailable in iOS
    .olderExtensionVersionRunning,  // refused: 'olderExtensionVersionRunning' is unavailable in iOS
    .newerExtensionVersionFound,  // refused: 'newerExtensionVersionFound' is unavailable in iOS
    .versionNoLongerAvailable,  // refused: 'versionNoLongerAvailable' is unavailable in iOS
    NSFileProviderError.domainDisabled,
    // refused: 'versionNoLongerAvailable' is unavailable in iOS
    NSFileProviderError.versionNoLongerAvailable,
  ]
}

private func options() -> (NSFileProviderItemFields, NSFileProviderModifyItemOptions) {
  ([.typeAndCreator], [.mayAlreadyExist])
}

// What is read through the protocol has one more Optional.
private func read(_ item: any NSFileProviderItemProtocol) -> (NSNumber??, Bool?, NSFileProviderContentPolicy?)
{
  (item.childItemCount, item.isTrashed, item.contentPolicy)
}

private func policies() -> [NSFileProviderContentPolicy] {
  [
    .inherited, .downloadLazilyAndEvictOnRemoteUpdate,
    .downloadLazily,  // refused: 'downloadLazily' is unavailable in iOS
    .downloadEagerlyAndKeepDownloaded,  // refused: 'downloadEagerlyAndKeepDownloaded' is unavailable in iOS
  ]
}

import FileProvider
import Foundation
import IntrayCore

/// Lists one folder, or everything, and tells what changed.
final class FileProviderEnumerator: NSObject, NSFileProviderEnumerator {
  private let container: NSFileProviderItemIdentifier
  private let requests: RequestQueue

  /// For observers that suggest nothing.
  private static let usualPage = 200
  /// More at once would only cost memory.
  private static let largestPage = 500

  init(of container: NSFileProviderItemIdentifier, at requests: RequestQueue) {
    self.container = container
    self.requests = requests
    super.init()
  }

  func invalidate() {}

  func enumerateItems(
    for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage
  ) {
    let container = container
    let requests = requests
    // A listing has one order, whichever first page the system asks for: it keeps a replica, and sorts what it shows.
    let firsts = [NSFileProviderPage.initialPageSortedByName, NSFileProviderPage.initialPageSortedByDate]
    let isFirst = firsts.contains { page.rawValue == Data(referencing: $0) }
    let later = PageToken(Array(page.rawValue))
    let limit = Self.limit(observer.suggestedPageSize)
    _ = requests.perform(.listing) { provider, _ in
      guard isFirst || later != nil else { throw CatalogueError.expired }
      if isFirst { try provider.refresh(tellsAll: container == .workingSet) }
      return container == .workingSet
        ? try provider.everything(page: later, limit: limit)
        : try provider.children(of: container.item, page: later, limit: limit)
    } then: { result in
      switch result {
      case .success(let listing):
        observer.didEnumerate(listing.items.map { FileProviderItem($0) })
        observer.finishEnumerating(upTo: listing.next.map { NSFileProviderPage(Data($0.bytes)) })
      case .failure(let error): observer.finishEnumeratingWithError(error.translated)
      }
    }
  }

  func enumerateChanges(
    for observer: any NSFileProviderChangeObserver, from syncAnchor: NSFileProviderSyncAnchor
  ) {
    let anchor = syncAnchor.anchor
    let limit = Self.limit(observer.suggestedBatchSize)
    let requests = requests
    _ = requests.perform(.listing) { provider, _ in
      // After a full batch the system asks at once for the next, and only the last has to be up to date.
      let known = try provider.changes(since: anchor, limit: limit)
      if known.hasMore { return known }
      do {
        try provider.refresh(tellsAll: true)
      } catch  where !known.isEmpty {
        // What is known is told; the next call says the error.
        return known
      }
      return try provider.changes(since: anchor, limit: limit)
    } then: { result in
      switch result {
      case .success(let changes):
        observer.didUpdate(changes.updated.map { FileProviderItem($0) })
        observer.didDeleteItems(
          withIdentifiers: changes.deleted.map { NSFileProviderItemIdentifier($0) })
        observer.finishEnumeratingChanges(
          upTo: NSFileProviderSyncAnchor(changes.anchor), moreComing: changes.hasMore)
      case .failure(let error): observer.finishEnumeratingWithError(error.translated)
      }
    }
  }

  func currentSyncAnchor(completionHandler: @escaping (NSFileProviderSyncAnchor?) -> Void) {
    let isOfEverything = container == .workingSet
    _ = requests.perform(.anchor) { provider, _ in
      try provider.anchor(ofEverything: isOfEverything)
    } then: { result in
      // Without an anchor the system lists again, which is right when we cannot answer.
      completionHandler((try? result.get()).map { NSFileProviderSyncAnchor($0) })
    }
  }

  private static func limit(_ suggestion: Int?) -> Int {
    min(max(suggestion ?? usualPage, 1), largestPage)
  }
}

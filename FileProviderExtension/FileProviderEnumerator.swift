import FileProvider
import Foundation
import Shared

/// Lists one folder, or everything, and tells what changed.
final class FileProviderEnumerator: NSObject, NSFileProviderEnumerator {
  private let container: Identifier
  private let requests: RequestQueue

  /// For observers that suggest nothing.
  private static let usualPage = 200
  /// More at once would only cost memory.
  private static let largestPage = 500

  init(of container: Identifier, at requests: RequestQueue) {
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
    let start = StartPage(page)
    let limit = Self.limit(observer.suggestedPageSize)
    _ = requests.perform(.listing(of: container.system)) { provider, _ in
      if case .first = start { try provider.refresh(tellsAll: container.isWorkingSet) }
      return try Self.list(container, start, limit: limit, from: provider)
    } then: { reply in
      reply.reply { listing, error in
        guard let listing else {
          return observer.finishEnumeratingWithError(error ?? DiskError.busy)
        }
        observer.didEnumerate(listing.items.map { FileProviderItem(FileProviderItem.Snapshot($0)) })
        observer.finishEnumerating(upTo: listing.next)
      }
    }
  }

  func enumerateChanges(
    for observer: any NSFileProviderChangeObserver, from syncAnchor: NSFileProviderSyncAnchor
  ) {
    let container = container
    let anchor = syncAnchor.anchor
    let limit = Self.limit(observer.suggestedBatchSize)
    let requests = requests
    _ = requests.perform(.listing(of: container.system)) { provider, _ in
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
    } then: { reply in
      reply.reply { changes, error in
        guard let changes else {
          return observer.finishEnumeratingWithError(error ?? DiskError.busy)
        }
        observer.didUpdate(changes.updated.map { FileProviderItem(FileProviderItem.Snapshot($0)) })
        observer.didDeleteItems(withIdentifiers: changes.deleted.map { Identifier($0).system })
        observer.finishEnumeratingChanges(
          upTo: NSFileProviderSyncAnchor(changes.anchor), moreComing: changes.hasMore)
      }
    }
  }

  func currentSyncAnchor(completionHandler: @escaping (NSFileProviderSyncAnchor?) -> Void) {
    let isOfEverything = container.isWorkingSet
    _ = requests.perform(.anchor) { provider, _ in
      try provider.anchor(ofEverything: isOfEverything)
    } then: { reply in
      // Without an anchor the system lists again, which is right when we cannot answer.
      reply.reply { anchor, _ in
        completionHandler(anchor.map { NSFileProviderSyncAnchor($0) })
      }
    }
  }

  private struct Listing: Sendable {
    var items: [Item]
    var next: NSFileProviderPage?
  }

  private static func list(
    _ container: Identifier, _ start: StartPage, limit: Int, from provider: Provider
  ) throws -> Listing {
    let page: PageToken?
    switch start {
    case .first: page = nil
    case .later(let later): page = later
    case .unknown: throw ProviderError.expired
    }
    let (items, next) =
      container.isWorkingSet
      ? try provider.everything(page: page, limit: limit)
      : try provider.children(of: container.item, page: page, limit: limit)
    return Listing(items: items, next: next.map { NSFileProviderPage(Data($0.bytes)) })
  }

  private static func limit(_ suggestion: Int?) -> Int {
    min(max(suggestion ?? usualPage, 1), largestPage)
  }
}

/// A page of the system's: one of its two first ones, or one of ours. A listing has one order, whichever first page the
/// system asks for: it keeps a replica, and sorts what it shows.
private enum StartPage: Sendable {
  case first
  case later(PageToken)
  case unknown

  init(_ page: NSFileProviderPage) {
    let firsts = [NSFileProviderPage.initialPageSortedByName, NSFileProviderPage.initialPageSortedByDate]
    if firsts.contains(where: { page.rawValue == Data(referencing: $0) }) {
      self = .first
    } else {
      self = PageToken(Array(page.rawValue)).map { .later($0) } ?? .unknown
    }
  }
}

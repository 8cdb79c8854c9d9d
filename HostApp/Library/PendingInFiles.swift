import FileProvider
import Foundation
import Synchronization

/// A document of which Files holds a change that Intray could not be given. Files itself shows the change as if it had worked.
struct PendingDocument: Hashable, Sendable {
  let name: String
  /// A sentence of the system's, in the user's language.
  let reason: String

  /// Asks the system for them, page by page.
  ///
  /// A new document that Intray refused is not among them: the system lists only what the extension knows.
  /// - Throws: the error of the system when it cannot list them.
  static func all(of domain: NSFileProviderDomain) async throws -> [PendingDocument] {
    guard let manager = NSFileProviderManager(for: domain) else { return [] }
    let enumerator = manager.enumeratorForPendingItems()
    defer { enumerator.invalidate() }
    return try await withCheckedThrowingContinuation { continuation in
      enumerator.enumerateItems(
        for: Reader(enumerator, continuation),
        startingAt: NSFileProviderPage.initialPageSortedByName as NSFileProviderPage)
    }
  }

  /// Takes the pages, on the system's threads.
  // Unchecked because of the enumerator, which is called by one page's end at a time.
  private final class Reader: NSObject, NSFileProviderEnumerationObserver, @unchecked Sendable {
    private let enumerator: any NSFileProviderPendingSetEnumerator
    private let found = Mutex<[PendingDocument]>([])
    private let continuation: Mutex<CheckedContinuation<[PendingDocument], any Error>?>

    init(
      _ enumerator: any NSFileProviderPendingSetEnumerator,
      _ continuation: CheckedContinuation<[PendingDocument], any Error>
    ) {
      self.enumerator = enumerator
      self.continuation = Mutex(continuation)
    }

    func didEnumerate(_ updatedItems: [any NSFileProviderItemProtocol]) {
      let refused = updatedItems.compactMap { item in
        // Without an error it is on its way.
        (item.uploadingError ?? nil).map {
          PendingDocument(name: item.filename, reason: $0.localizedDescription)
        }
      }
      found.withLock { $0 += refused }
    }

    func finishEnumerating(upTo nextPage: NSFileProviderPage?) {
      if let nextPage { return enumerator.enumerateItems(for: self, startingAt: nextPage) }
      end(.success(found.withLock { $0 }))
    }

    func finishEnumeratingWithError(_ error: any Error) { end(.failure(error)) }

    private func end(_ result: Result<[PendingDocument], any Error>) {
      continuation.withLock { $0.take() }?.resume(with: result)
    }
  }
}

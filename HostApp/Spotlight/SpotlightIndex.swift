import CoreSpotlight
import Foundation
import Shared

/// Intray's documents in Spotlight. The system keeps the index; this only tells it what changed.
struct SpotlightIndex: Sendable {
  /// All documents are in one group.
  static let domain = "documents"
  private static let name = "Documents"
  /// How many items one message to the system's process is about, which bounds the memory on both sides.
  static let batch = 500

  /// Adds what changed and removes what is gone. A document in both is added: it was put back.
  ///
  /// Every call can be repeated: an item takes the place of the one with its identifier.
  /// - Returns: what could not be done, for the next call: while the device is locked, nothing can.
  @concurrent
  func update(_ changes: SpotlightChanges) async -> SpotlightChanges {
    var rest = SpotlightChanges()
    guard CSSearchableIndex.isIndexingAvailable() else { return rest }
    // Names are found only while the device is unlocked: another class would show them in a search on the lock screen.
    // Only the app on screen updates the index, so the device is unlocked then, as a rule.
    let index = CSSearchableIndex(name: Self.name, protectionClass: .complete)
    let present = Set(changes.changed.map(\.id))
    for batch in Self.batches(of: changes.removed.filter { !present.contains($0) }) {
      if await !Self.try({ try await index.deleteSearchableItems(withIdentifiers: batch.map(\.text)) }) {
        rest.removed += batch
      }
    }
    for batch in Self.batches(of: changes.changed) {
      if await !Self.try({ try await index.indexSearchableItems(batch.map(\.searchable)) }) {
        rest.changed += batch
      }
    }
    return rest
  }

  private static func batches<Element>(of elements: [Element]) -> [[Element]] {
    stride(from: 0, to: elements.count, by: batch).map { start in
      Array(elements[start..<min(start + batch, elements.count)])
    }
  }

  /// Whether a call to the system did what it should. Its error says nothing about documents.
  private static func `try`(_ body: () async throws -> Void) async -> Bool {
    do {
      try await body()
      return true
    } catch {
      let error = error as NSError
      Log.app.error("Spotlight was not updated:", "\(error.domain) \(error.code)")
      return false
    }
  }
}

extension SpotlightItem {
  /// The item as the system takes it.
  fileprivate var searchable: CSSearchableItem {
    let set = CSSearchableItemAttributeSet(contentType: type)
    let name = path.names.last?.description ?? ""
    let folder = path.parent.description
    set.title = name
    set.displayName = name
    set.contentDescription = [site, folder.isEmpty ? nil : folder].compactMap { $0 }.joined(separator: " · ")
    set.keywords = site.map { [$0] }
    set.addedDate = added
    set.contentModificationDate = modified
    let item = CSSearchableItem(
      uniqueIdentifier: id.text, domainIdentifier: SpotlightIndex.domain, attributeSet: set)
    // Without a date the system forgets the item after a while, and the document is still there.
    item.expirationDate = .distantFuture
    return item
  }
}

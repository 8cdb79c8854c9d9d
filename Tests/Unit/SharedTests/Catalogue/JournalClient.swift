import Foundation

@testable import IntrayCore

/// A client of the journal: the items that it received, and its anchor.
final class JournalClient {
  /// How many items it asks for at once.
  let limit: Int
  /// The items that it received.
  private(set) var items: [ItemID: Item] = [:]
  private var anchor: SyncAnchor?
  private var page: PageToken?
  private var isListing = false
  /// How often it was told to begin anew.
  var expired = 0

  /// One that knows nothing yet.
  init(limit: Int) {
    self.limit = limit
  }

  /// Lists, or asks for changes, to the end; begins anew when its anchor or page has expired.
  func advance(_ catalogue: Catalogue) throws {
    var restarts = 0
    while true {
      do {
        if try !step(catalogue) { return }
      } catch CatalogueError.expired {
        expired += 1
        restarts += 1
        guard restarts < 3 else { throw Violation("expired again and again") }
        (anchor, page, isListing) = (nil, nil, false)
      }
    }
  }

  /// - Returns: whether there is more to do.
  private func step(_ catalogue: Catalogue) throws -> Bool {
    guard let anchor else { return try list(catalogue) }
    // What the system keeps is bytes.
    let kept = try unwrap(SyncAnchor(anchor.bytes))
    let changes = try catalogue.changes(since: kept, limit: limit)
    try apply(changes, catalogue)
    self.anchor = changes.anchor
    return changes.hasMore
  }

  private func list(_ catalogue: Catalogue) throws -> Bool {
    if !isListing { items = [:] }
    isListing = true
    let (found, next) = try catalogue.everything(page: page, limit: limit)
    for item in found { items[item.id] = item }
    page = try next.map { try unwrap(PageToken($0.bytes)) }
    if next == nil {
      anchor = try catalogue.firstAnchor()
      isListing = false
    }
    return true
  }

  private func apply(_ changes: Changes, _ catalogue: Catalogue) throws {
    for item in changes.updated {
      guard item.parent == .root || items[item.parent] != nil else {
        throw Violation("\(item.name) was told before its folder")
      }
      items[item.id] = item
    }
    try checkNames(changes, catalogue)
    let deleted = Set(changes.deleted)
    for id in deleted { items[id] = nil }
    // If the client deletes a folder, it deletes the contents: so no existing item may be in one.
    for item in items.values where deleted.contains(item.parent) {
      guard try catalogue.item(item.id).map(\.isTrashed) != false else {
        throw Violation("the folder of \(item.name) was told to be gone before it was told to have moved")
      }
    }
  }

  /// Two items that are there never bear one name in a folder, not even between two batches.
  private func checkNames(_ changes: Changes, _ catalogue: Catalogue) throws {
    struct Place: Hashable {
      let parent: ItemID
      let name: FileName
    }
    let told = Dictionary(changes.updated.map { (Place(parent: $0.parent, name: $0.name), $0.id) }) { $1 }
    for item in items.values {
      guard let id = told[Place(parent: item.parent, name: item.name)], id != item.id else { continue }
      if let there = try catalogue.item(item.id), !there.isTrashed {
        throw Violation("\(item.name) is told twice in one folder: \(item.id) and \(id)")
      }
    }
  }

  private func unwrap<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Violation("what was written cannot be read") }
    return value
  }
}

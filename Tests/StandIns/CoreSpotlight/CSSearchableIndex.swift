/// An index of what the user can find in an app.
///
/// The system keeps it, and any number of objects of one name are one index.
/// <https://developer.apple.com/documentation/corespotlight/cssearchableindex>
open class CSSearchableIndex: NSObject {
  private let name: String
  private let protectionClass: FileProtectionType?

  /// An index of a name. Items of some protection classes can be neither written nor found on a locked device.
  ///
  /// <https://developer.apple.com/documentation/corespotlight/cssearchableindex/init(name:protectionclass:)>
  public init(name: String, protectionClass: FileProtectionType?) {
    (self.name, self.protectionClass) = (name, protectionClass)
  }

  /// Whether the device has an index at all.
  ///
  /// <https://developer.apple.com/documentation/corespotlight/cssearchableindex/isindexingavailable()>
  open class func isIndexingAvailable() -> Bool { StandIn.Spotlight.current != nil }

  /// Adds items, each in the place of the one with its identifier.
  ///
  /// <https://developer.apple.com/documentation/corespotlight/cssearchableindex/indexsearchableitems(_:completionhandler:)>
  open func indexSearchableItems(_ items: [CSSearchableItem]) async throws {
    let entries = items.map { StandIn.Spotlight.Entry($0, index: name) }
    try StandIn.Spotlight.current?.change(entries.count, protectionClass) { kept in
      for entry in entries { kept[entry.key] = entry }
    }
  }

  /// Removes the items of these identifiers.
  ///
  /// <https://developer.apple.com/documentation/corespotlight/cssearchableindex/deletesearchableitems(withidentifiers:completionhandler:)>
  open func deleteSearchableItems(withIdentifiers identifiers: [String]) async throws {
    try StandIn.Spotlight.current?.change(identifiers.count, protectionClass) { kept in
      for identifier in identifiers { kept[[name, identifier]] = nil }
    }
  }
}

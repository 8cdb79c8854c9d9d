import Foundation

public protocol NSFileProviderEnumerator: NSObjectProtocol {
  func invalidate()

  func enumerateItems(
    for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage)

  /// What `enumerateChanges` answers: ``NotImplemented`` where a class does not have it. See `Optional.swift`.
  associatedtype ChangesResult = NotImplemented
  /// Lists what changed after a moment. Optional.
  @_spi(Requirement) func enumerateChanges(
    for observer: any NSFileProviderChangeObserver, from syncAnchor: NSFileProviderSyncAnchor
  ) -> ChangesResult

  /// What `currentSyncAnchor` answers: ``NotImplemented`` where a class does not have it.
  associatedtype SyncAnchorResult = NotImplemented
  /// Says which moment is now; nil is an enumerator that tracks no changes. Optional.
  @_spi(Requirement) func currentSyncAnchor(
    completionHandler: @escaping Handlers.SyncAnchor
  ) -> SyncAnchorResult
}

extension NSFileProviderEnumerator {
  public func enumerateChanges(
    for observer: any NSFileProviderChangeObserver, from syncAnchor: NSFileProviderSyncAnchor
  ) -> NotImplemented where ChangesResult == NotImplemented { NotImplemented() }
  public func currentSyncAnchor(completionHandler: @escaping Handlers.SyncAnchor) -> NotImplemented
  where SyncAnchorResult == NotImplemented { NotImplemented() }

  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerator/enumeratechanges(for:from:)>
  public var enumerateChanges: OptionalChanges? {
    guard ChangesResult.self != NotImplemented.self else { return nil }
    return OptionalChanges { _ = self.enumerateChanges(for: $0, from: $1) as ChangesResult }
  }

  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerator/currentsyncanchor(completionhandler:)>
  public var currentSyncAnchor: OptionalSyncAnchor? {
    guard SyncAnchorResult.self != NotImplemented.self else { return nil }
    return OptionalSyncAnchor { _ = self.currentSyncAnchor(completionHandler: $0) as SyncAnchorResult }
  }
}

/// What the system holds that it has not handed over yet, or not taken in, and the extension knows. "The initial transfer of a file
/// from the disk to the provider will not be listed", says the header at `pendingItemsDidChange`.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderpendingsetenumerator>
public protocol NSFileProviderPendingSetEnumerator: NSFileProviderEnumerator {}

/// The system's pending set, on one page.
final class PendingSet: NSObject, NSFileProviderPendingSetEnumerator {
  private let list: () throws -> [any NSFileProviderItemProtocol]

  init(_ list: @escaping () throws -> [any NSFileProviderItemProtocol]) { self.list = list }

  func invalidate() {}

  func enumerateItems(
    for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage
  ) {
    // On a thread of the system's, as every answer of it.
    nonisolated(unsafe) let (observer, list) = (observer, list)
    DispatchQueue.global().async {
      do {
        observer.didEnumerate(try list())
        observer.finishEnumerating(upTo: nil)
      } catch {
        observer.finishEnumeratingWithError(error)
      }
    }
  }
}

public protocol NSFileProviderEnumerationObserver: OptionalEnumerationObserverProperties {
  func didEnumerate(_ updatedItems: [any NSFileProviderItemProtocol])

  /// Takes the next page; nil is the end.
  func finishEnumerating(upTo nextPage: NSFileProviderPage?)

  func finishEnumeratingWithError(_ error: any Error)
}

/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerationobserver>
public protocol OptionalEnumerationObserverProperties: NSObjectProtocol {
  @_disfavoredOverload var suggestedPageSize: Int { get }
}

extension OptionalEnumerationObserverProperties {
  @_disfavoredOverload public var suggestedPageSize: Int { .min }
}

extension NSFileProviderEnumerationObserver {
  public var suggestedPageSize: Int? {
    let own: Int = self.suggestedPageSize
    return own == .min ? nil : own
  }
}

public protocol NSFileProviderChangeObserver: OptionalChangeObserverProperties {
  func didUpdate(_ updatedItems: [any NSFileProviderItemProtocol])

  func didDeleteItems(withIdentifiers deletedItemIdentifiers: [NSFileProviderItemIdentifier])

  func finishEnumeratingChanges(upTo anchor: NSFileProviderSyncAnchor, moreComing: Bool)

  func finishEnumeratingWithError(_ error: any Error)
}

/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderchangeobserver>
public protocol OptionalChangeObserverProperties: NSObjectProtocol {
  @_disfavoredOverload var suggestedBatchSize: Int { get }
}

extension OptionalChangeObserverProperties {
  @_disfavoredOverload public var suggestedBatchSize: Int { .min }
}

extension NSFileProviderChangeObserver {
  public var suggestedBatchSize: Int? {
    let own: Int = self.suggestedBatchSize
    return own == .min ? nil : own
  }
}

public struct NSFileProviderPage: RawRepresentable, Hashable, Sendable {
  public var rawValue: Data
  public init(_ rawValue: Data) {
    precondition(
      rawValue.count <= 500,
      """
      A page has at most 500 bytes, and this has \(rawValue.count): \
      <https://developer.apple.com/documentation/fileprovider/nsfileproviderpage>
      """)
    self.rawValue = rawValue
  }

  public init(rawValue: Data) { self.init(rawValue) }

  nonisolated(unsafe) public static let initialPageSortedByDate = NSData(
    data: Data("NSFileProviderInitialPageSortedByDate".utf8))
  nonisolated(unsafe) public static let initialPageSortedByName = NSData(
    data: Data("NSFileProviderInitialPageSortedByName".utf8))
}

public struct NSFileProviderSyncAnchor: RawRepresentable, Hashable, Sendable {
  public var rawValue: Data
  public init(_ rawValue: Data) {
    precondition(
      rawValue.count <= 500,
      """
      An anchor has at most 500 bytes, and this has \(rawValue.count): \
      <https://developer.apple.com/documentation/fileprovider/nsfileprovidersyncanchor>
      """)
    self.rawValue = rawValue
  }

  public init(rawValue: Data) { self.init(rawValue) }
}

/// Values that are `NSData` to Objective-C. Public, because a release build of another module calls its members
/// (<https://github.com/swiftlang/swift-evolution/blob/main/proposals/0072-fully-eliminate-implicit-bridging-conversions-from-swift.md>).
public protocol BridgedData: _ObjectiveCBridgeable, RawRepresentable
where _ObjectiveCType == NSData, RawValue == Data {
  init(_ rawValue: Data)
}

extension BridgedData {
  public func _bridgeToObjectiveC() -> NSData { NSData(data: rawValue) }

  public static func _forceBridgeFromObjectiveC(_ source: NSData, result: inout Self?) {
    result = Self(Data(referencing: source))
  }

  public static func _conditionallyBridgeFromObjectiveC(_ source: NSData, result: inout Self?) -> Bool {
    result = Self(Data(referencing: source))
    return true
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSData?) -> Self {
    Self(source.map { Data(referencing: $0) } ?? Data())
  }
}

extension NSFileProviderPage: BridgedData {}
extension NSFileProviderSyncAnchor: BridgedData {}

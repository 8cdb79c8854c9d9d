import Foundation

/// Lists a folder, or everything, and what changed there.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerator>
public protocol NSFileProviderEnumerator: NSObjectProtocol {
  /// The system needs the list no longer.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerator/invalidate()>
  func invalidate()

  /// Lists items from a page on.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerator/enumerateitems(for:startingat:)>
  func enumerateItems(
    for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage)

  /// What `enumerateChanges` answers: ``NotImplemented`` where a class does not have it. See `Optional.swift`.
  associatedtype ChangesResult = NotImplemented
  /// Lists what changed after a moment. Optional.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerator/enumeratechanges(for:from:)>
  @_spi(Requirement) func enumerateChanges(
    for observer: any NSFileProviderChangeObserver, from syncAnchor: NSFileProviderSyncAnchor
  ) -> ChangesResult

  /// What `currentSyncAnchor` answers: ``NotImplemented`` where a class does not have it.
  associatedtype SyncAnchorResult = NotImplemented
  /// Says which moment is now; nil is an enumerator that tracks no changes. Optional.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerator/currentsyncanchor(completionhandler:)>
  @_spi(Requirement) func currentSyncAnchor(
    completionHandler: @escaping Handlers.SyncAnchor
  ) -> SyncAnchorResult
}

extension NSFileProviderEnumerator where ChangesResult == NotImplemented {
  /// Stands for a method that the class does not have.
  public func enumerateChanges(
    for observer: any NSFileProviderChangeObserver, from syncAnchor: NSFileProviderSyncAnchor
  ) -> NotImplemented { NotImplemented() }
}

extension NSFileProviderEnumerator where SyncAnchorResult == NotImplemented {
  /// Stands for a method that the class does not have.
  public func currentSyncAnchor(completionHandler: @escaping Handlers.SyncAnchor) -> NotImplemented {
    NotImplemented()
  }
}

extension NSFileProviderEnumerator {
  /// Lists what changed after a moment; nil is a class without this method.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerator/enumeratechanges(for:from:)>
  public var enumerateChanges: OptionalChanges? {
    guard ChangesResult.self != NotImplemented.self else { return nil }
    return OptionalChanges { _ = self.enumerateChanges(for: $0, from: $1) as ChangesResult }
  }

  /// Says which moment is now; nil is a class without this method.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerator/currentsyncanchor(completionhandler:)>
  public var currentSyncAnchor: OptionalSyncAnchor? {
    guard SyncAnchorResult.self != NotImplemented.self else { return nil }
    return OptionalSyncAnchor { _ = self.currentSyncAnchor(completionHandler: $0) as SyncAnchorResult }
  }
}

/// Takes a list.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerationobserver>
public protocol NSFileProviderEnumerationObserver: OptionalEnumerationObserverProperties {
  /// Takes some items.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerationobserver/didenumerate(_:)>
  func didEnumerate(_ updatedItems: [any NSFileProviderItemProtocol])

  /// Takes the next page; nil is the end.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerationobserver/finishenumerating(upto:)>
  func finishEnumerating(upTo nextPage: NSFileProviderPage?)

  /// Takes an error.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerationobserver/finishenumeratingwitherror(_:)>
  func finishEnumeratingWithError(_ error: any Error)
}

/// What an observer may say, if it likes.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerationobserver>
public protocol OptionalEnumerationObserverProperties: NSObjectProtocol {
  /// How many items a page should have.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerationobserver/suggestedpagesize>
  @_disfavoredOverload var suggestedPageSize: Int { get }
}

extension OptionalEnumerationObserverProperties {
  /// Not said.
  @_disfavoredOverload public var suggestedPageSize: Int { .min }
}

extension NSFileProviderEnumerationObserver {
  /// How many items a page should have. Nil is an observer that does not say.
  public var suggestedPageSize: Int? {
    let own: Int = self.suggestedPageSize
    return own == .min ? nil : own
  }
}

/// Takes changes.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderchangeobserver>
public protocol NSFileProviderChangeObserver: OptionalChangeObserverProperties {
  /// Takes items that are new or changed.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderchangeobserver/didupdate(_:)>
  func didUpdate(_ updatedItems: [any NSFileProviderItemProtocol])

  /// Takes items that are gone.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderchangeobserver/diddeleteitems(withidentifiers:)>
  func didDeleteItems(withIdentifiers deletedItemIdentifiers: [NSFileProviderItemIdentifier])

  /// Takes the moment that the changes lead to.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderchangeobserver/finishenumeratingchanges(upto:morecoming:)>
  func finishEnumeratingChanges(upTo anchor: NSFileProviderSyncAnchor, moreComing: Bool)

  /// Takes an error.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderchangeobserver/finishenumeratingwitherror(_:)>
  func finishEnumeratingWithError(_ error: any Error)
}

/// What an observer may say, if it likes.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderchangeobserver>
public protocol OptionalChangeObserverProperties: NSObjectProtocol {
  /// How many changes should come at once.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderchangeobserver/suggestedbatchsize>
  @_disfavoredOverload var suggestedBatchSize: Int { get }
}

extension OptionalChangeObserverProperties {
  /// Not said.
  @_disfavoredOverload public var suggestedBatchSize: Int { .min }
}

extension NSFileProviderChangeObserver {
  /// How many changes should come at once. Nil is an observer that does not say.
  public var suggestedBatchSize: Int? {
    let own: Int = self.suggestedBatchSize
    return own == .min ? nil : own
  }
}

/// A place in a list.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderpage>
public struct NSFileProviderPage: RawRepresentable, Hashable, Sendable {
  /// What it is made of.
  public var rawValue: Data

  /// Makes one.
  public init(_ rawValue: Data) {
    precondition(
      rawValue.count <= 500,
      """
      A page has at most 500 bytes, and this has \(rawValue.count): \
      <https://developer.apple.com/documentation/fileprovider/nsfileproviderpage>
      """)
    self.rawValue = rawValue
  }

  /// Makes one.
  public init(rawValue: Data) { self.init(rawValue) }

  /// Where a list sorted by date begins.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderpage/initialpagesortedbydate>
  nonisolated(unsafe) public static let initialPageSortedByDate = NSData(
    data: Data("NSFileProviderInitialPageSortedByDate".utf8))

  /// Where a list sorted by name begins.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderpage/initialpagesortedbyname>
  nonisolated(unsafe) public static let initialPageSortedByName = NSData(
    data: Data("NSFileProviderInitialPageSortedByName".utf8))
}

/// A moment in the history of the items.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovidersyncanchor>
public struct NSFileProviderSyncAnchor: RawRepresentable, Hashable, Sendable {
  /// What it is made of.
  public var rawValue: Data

  /// Makes one.
  public init(_ rawValue: Data) {
    precondition(
      rawValue.count <= 500,
      """
      An anchor has at most 500 bytes, and this has \(rawValue.count): \
      <https://developer.apple.com/documentation/fileprovider/nsfileprovidersyncanchor>
      """)
    self.rawValue = rawValue
  }

  /// Makes one.
  public init(rawValue: Data) { self.init(rawValue) }
}

/// Values that are `NSData` to Objective-C. Public, because a release build of another module calls its members
/// (<https://github.com/swiftlang/swift-evolution/blob/main/proposals/0072-fully-eliminate-implicit-bridging-conversions-from-swift.md>).
public protocol BridgedData: _ObjectiveCBridgeable, RawRepresentable
where _ObjectiveCType == NSData, RawValue == Data {
  /// Makes one.
  init(_ rawValue: Data)
}

extension BridgedData {
  /// The bytes.
  public func _bridgeToObjectiveC() -> NSData { NSData(data: rawValue) }

  /// A value of these bytes.
  public static func _forceBridgeFromObjectiveC(_ source: NSData, result: inout Self?) {
    result = Self(Data(referencing: source))
  }

  /// A value of these bytes.
  public static func _conditionallyBridgeFromObjectiveC(_ source: NSData, result: inout Self?) -> Bool {
    result = Self(Data(referencing: source))
    return true
  }

  /// A value of these bytes.
  public static func _unconditionallyBridgeFromObjectiveC(_ source: NSData?) -> Self {
    Self(source.map { Data(referencing: $0) } ?? Data())
  }
}

extension NSFileProviderPage: BridgedData {}
extension NSFileProviderSyncAnchor: BridgedData {}

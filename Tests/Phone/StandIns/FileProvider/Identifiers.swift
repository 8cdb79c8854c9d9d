@_exported import AppleFoundation
@_exported import Foundation

public struct NSFileProviderItemIdentifier: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(rawValue: String) { self.init(rawValue) }

  public static let rootContainer = NSFileProviderItemIdentifier("NSFileProviderRootContainerItemIdentifier")
  /// What the system keeps up to date at all times.
  public static let workingSet = NSFileProviderItemIdentifier(
    "NSFileProviderWorkingSetContainerItemIdentifier")
  public static let trashContainer = NSFileProviderItemIdentifier(
    "NSFileProviderTrashContainerItemIdentifier")
}

public struct NSFileProviderDomainIdentifier: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(rawValue: String) { self.init(rawValue) }
}

public struct NSFileProviderExtensionActionIdentifier: RawRepresentable, Hashable, Sendable {
  public var rawValue: String
  public init(_ rawValue: String) { self.rawValue = rawValue }
  public init(rawValue: String) { self.init(rawValue) }
}

open class NSFileProviderDomain: NSObject {
  public let identifier: NSFileProviderDomainIdentifier
  public let displayName: String
  open var userEnabled: Bool { true }
  /// A domain whose items the system keeps a copy of.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderdomain/init(identifier:displayname:)>
  public init(identifier: NSFileProviderDomainIdentifier, displayName: String) {
    precondition(
      !identifier.rawValue.contains { $0 == "/" || $0 == ":" },
      """
      The identifier of a domain has no slash or colon, and this is \(identifier.rawValue): \
      <https://developer.apple.com/documentation/fileprovider/nsfileproviderdomainidentifier>
      """)
    self.identifier = identifier
    self.displayName = displayName
    super.init()
  }
}

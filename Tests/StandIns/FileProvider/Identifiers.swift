/// On Apple's platforms FileProvider passes Foundation on.
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

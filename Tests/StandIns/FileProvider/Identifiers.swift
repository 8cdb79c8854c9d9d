/// On Apple's platforms FileProvider passes Foundation on.
@_exported import AppleFoundation
@_exported import Foundation

/// The provider's own name for an item.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemidentifier>
public struct NSFileProviderItemIdentifier: RawRepresentable, Hashable, Sendable {
  /// What it is made of.
  public var rawValue: String

  /// Makes one.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Makes one.
  public init(rawValue: String) { self.init(rawValue) }

  /// The folder that everything else is in.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemidentifier/rootcontainer>
  public static let rootContainer = NSFileProviderItemIdentifier("NSFileProviderRootContainerItemIdentifier")
  /// What the system keeps up to date at all times.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemidentifier/workingset>
  public static let workingSet = NSFileProviderItemIdentifier(
    "NSFileProviderWorkingSetContainerItemIdentifier")
  /// The folder of what was thrown away.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovideritemidentifier/trashcontainer>
  public static let trashContainer = NSFileProviderItemIdentifier(
    "NSFileProviderTrashContainerItemIdentifier")
}

/// The provider's own name for a domain.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderdomainidentifier>
public struct NSFileProviderDomainIdentifier: RawRepresentable, Hashable, Sendable {
  /// What it is made of.
  public var rawValue: String

  /// Makes one.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Makes one.
  public init(rawValue: String) { self.init(rawValue) }
}

/// The name of an action of the provider's own.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderextensionactionidentifier>
public struct NSFileProviderExtensionActionIdentifier: RawRepresentable, Hashable, Sendable {
  /// What it is made of.
  public var rawValue: String

  /// Makes one.
  public init(_ rawValue: String) { self.rawValue = rawValue }

  /// Makes one.
  public init(rawValue: String) { self.init(rawValue) }
}

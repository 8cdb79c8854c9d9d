import Foundation

/// A place of the provider's in Files.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderdomain>
open class NSFileProviderDomain: NSObject {
  /// The provider's own name for it.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderdomain/identifier>
  public let identifier: NSFileProviderDomainIdentifier
  /// The name that the user sees.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderdomain/displayname>
  public let displayName: String
  /// Whether the user has it turned on in Files.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderdomain/userenabled>
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

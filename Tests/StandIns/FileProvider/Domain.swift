import Foundation

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

import Foundation

/// A place of the provider's in Files.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileproviderdomain>
open class NSFileProviderDomain: NSObject {
  /// The provider's own name for it.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderdomain/identifier>
  public let identifier: NSFileProviderDomainIdentifier
  /// The name that a person sees.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderdomain/displayname>
  public let displayName: String
  /// Whether a person has it turned on in Files.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderdomain/userenabled>
  public let userEnabled: Bool
  /// Changes when the system has made its copy anew.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderdomain/backingstoreidentity>
  public let backingStoreIdentity: Data?
  /// Whether the system keeps a copy of the items.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderdomain/isreplicated>
  open var isReplicated: Bool { true }
  /// Whether what is thrown away is the provider's to keep.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderdomain/supportssyncingtrash>
  @available(iOS 18, *)
  open var supportsSyncingTrash: Bool {
    get { keepsTrash }
    set { keepsTrash = newValue }
  }
  private var keepsTrash = true

  /// A domain whose items the system keeps a copy of.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileproviderdomain/init(identifier:displayname:)>
  public convenience init(identifier: NSFileProviderDomainIdentifier, displayName: String) {
    self.init(systemKnows: identifier, displayName: displayName, userEnabled: true)
  }

  /// The system's side: a domain with what only the system knows.
  public init(
    systemKnows identifier: NSFileProviderDomainIdentifier, displayName: String, userEnabled: Bool,
    backingStoreIdentity: Data? = nil
  ) {
    precondition(
      !identifier.rawValue.contains { $0 == "/" || $0 == ":" },
      """
      The identifier of a domain has no slash or colon, and this is \(identifier.rawValue): \
      <https://developer.apple.com/documentation/fileprovider/nsfileproviderdomainidentifier>
      """)
    self.identifier = identifier
    self.displayName = displayName
    self.userEnabled = userEnabled
    self.backingStoreIdentity = backingStoreIdentity
    super.init()
  }
}

extension NSNotification.Name {
  /// A domain changed.
  ///
  /// <https://developer.apple.com/documentation/foundation/nsnotification/name/fileproviderdomaindidchange>
  public static let fileProviderDomainDidChange = NSNotification.Name("NSFileProviderDomainDidChange")
}

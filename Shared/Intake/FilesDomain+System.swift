import FileProvider
import IntrayCore

extension FilesDomain {
  /// The domain, as the app registers it and the system is asked for it.
  public static var domain: NSFileProviderDomain {
    NSFileProviderDomain(
      identifier: NSFileProviderDomainIdentifier(identifier), displayName: displayName)
  }

  /// Asks the system whether the user has left the app on in Files; nil when the domain is not registered.
  ///
  /// - Throws: the system's error when it does not answer.
  public static func isEnabled() async throws -> Bool? {
    try await registered()?.userEnabled
  }

  /// Asks the system under which name the domain is registered; nil when it is not.
  ///
  /// - Throws: the system's error when it does not answer.
  public static func registeredName() async throws -> String? { try await registered()?.displayName }

  private static func registered() async throws -> NSFileProviderDomain? {
    try await NSFileProviderManager.domains().first { $0.identifier.rawValue == identifier }
  }
}

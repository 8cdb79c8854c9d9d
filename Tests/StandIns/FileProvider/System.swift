import Foundation
import Synchronization

/// The simulator's side: the system behind every ``NSFileProviderManager`` of this process.
///
/// Its methods are called on a queue in the background, all but ``knows(_:)`` and
/// ``temporaryDirectoryURL(for:)``, which are called where the manager is; what they throw is what the
/// caller of the manager gets.
public protocol FileProviderSystem: Sendable {
  /// Whether a domain was added.
  func knows(_ domain: NSFileProviderDomainIdentifier) -> Bool

  /// The domains that were added.
  func domains() throws -> [NSFileProviderDomain]

  /// Adds a domain, or changes one that was added.
  func add(_ domain: NSFileProviderDomain) throws

  /// Removes a domain with all its files.
  func remove(_ domain: NSFileProviderDomain) throws

  /// Begins to send every item below one to the extension again.
  func reimportItems(
    below item: NSFileProviderItemIdentifier, in domain: NSFileProviderDomainIdentifier) throws

  /// Takes the signal that a container, or everything, changed.
  func signalEnumerator(
    for container: NSFileProviderItemIdentifier, in domain: NSFileProviderDomainIdentifier) throws

  /// Takes the news that an error is resolved.
  func signalErrorResolved(_ error: any Error, in domain: NSFileProviderDomainIdentifier) throws

  /// Where the user sees an item.
  func userVisibleURL(
    for item: NSFileProviderItemIdentifier, in domain: NSFileProviderDomainIdentifier
  ) throws -> URL

  /// The item that the user sees at a place.
  func identifierForUserVisibleFile(
    at url: URL
  ) throws -> (NSFileProviderItemIdentifier, NSFileProviderDomainIdentifier)

  /// A folder for what is handed over, on the volume of the system's copy.
  func temporaryDirectoryURL(for domain: NSFileProviderDomainIdentifier) throws -> URL
}

extension StandIn {
  private static let current = Mutex<(any FileProviderSystem)?>(nil)

  /// The simulator's side: the system of this process; nil is none.
  public static var fileProviderSystem: (any FileProviderSystem)? {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }
}

import Foundation
import Synchronization

/// The way to the system: for the app, its domains; for the extension, its domain.
open class NSFileProviderManager: NSObject {
  private let domain: NSFileProviderDomainIdentifier
  private let system: any FileProviderSystem

  /// The manager of a domain; nil for one that the system does not know.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/init(for:)>
  public init?(for domain: NSFileProviderDomain) {
    guard let system = StandIn.fileProviderSystem, system.knows(domain.identifier) else { return nil }
    self.domain = domain.identifier
    self.system = system
    super.init()
  }

  @available(*, renamed: "add(_:)")
  open class func add(_ domain: NSFileProviderDomain, completionHandler: @escaping Handlers.Failure) {
    let domain = UncheckedBox(domain)
    ask(StandIn.fileProviderSystem, { try $0.add(domain.value) }, answer: { completionHandler($1) })
  }

  open class func add(_ domain: NSFileProviderDomain) async throws {
    let domain = UncheckedBox(domain)
    try await ask(StandIn.fileProviderSystem) { try $0.add(domain.value) }
  }

  @available(*, renamed: "domains()")
  open class func getDomainsWithCompletionHandler(_ completionHandler: @escaping Handlers.Domains) {
    ask(
      StandIn.fileProviderSystem, { UncheckedBox(try $0.domains()) },
      answer: { completionHandler($0?.value ?? [], $1) })
  }

  open class func domains() async throws -> [NSFileProviderDomain] {
    try await ask(StandIn.fileProviderSystem) { UncheckedBox(try $0.domains()) }.value
  }

  @available(*, renamed: "remove(_:)")
  open class func remove(_ domain: NSFileProviderDomain, completionHandler: @escaping Handlers.Failure) {
    let domain = UncheckedBox(domain)
    ask(StandIn.fileProviderSystem, { try $0.remove(domain.value) }, answer: { completionHandler($1) })
  }

  open class func remove(_ domain: NSFileProviderDomain) async throws {
    let domain = UncheckedBox(domain)
    try await ask(StandIn.fileProviderSystem) { try $0.remove(domain.value) }
  }

  /// Has every item below one sent again.
  @available(*, renamed: "reimportItems(below:)")
  open func reimportItems(
    below itemIdentifier: NSFileProviderItemIdentifier, completionHandler: @escaping Handlers.Failure
  ) {
    let domain = domain
    ask(
      system, { try $0.reimportItems(below: itemIdentifier, in: domain) },
      answer: { completionHandler($1) })
  }

  open func reimportItems(below itemIdentifier: NSFileProviderItemIdentifier) async throws {
    let domain = domain
    try await ask(system) { try $0.reimportItems(below: itemIdentifier, in: domain) }
  }

  @available(*, renamed: "signalEnumerator(for:)")
  open func signalEnumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier,
    completionHandler completion: @escaping Handlers.Failure
  ) {
    let domain = domain
    ask(
      system, { try $0.signalEnumerator(for: containerItemIdentifier, in: domain) },
      answer: { completion($1) })
  }

  open func signalEnumerator(for containerItemIdentifier: NSFileProviderItemIdentifier) async throws {
    let domain = domain
    try await ask(system) { try $0.signalEnumerator(for: containerItemIdentifier, in: domain) }
  }

  /// Ends the wait for an error that can be resolved: ``NSFileProviderError/Code/isResolvable``. Another one stops the process.
  @available(*, renamed: "signalErrorResolved(_:)")
  open func signalErrorResolved(_ error: any Error, completionHandler: @escaping Handlers.Failure) {
    let (domain, code) = (domain, NSFileProviderError.Code(resolvable: error))
    ask(system, { try $0.signalErrorResolved(code, in: domain) }, answer: { completionHandler($1) })
  }

  open func signalErrorResolved(_ error: any Error) async throws {
    let (domain, code) = (domain, NSFileProviderError.Code(resolvable: error))
    try await ask(system) { try $0.signalErrorResolved(code, in: domain) }
  }

  /// Lists what the system holds that it has not handed over.
  open func enumeratorForPendingItems() -> any NSFileProviderPendingSetEnumerator {
    PendingSet { [system, domain] in try system.pendingItems(in: domain) }
  }

  @available(*, renamed: "getUserVisibleURL(for:)")
  open func getUserVisibleURL(
    for itemIdentifier: NSFileProviderItemIdentifier, completionHandler: @escaping Handlers.Place
  ) {
    let domain = domain
    ask(system, { try $0.userVisibleURL(for: itemIdentifier, in: domain) }, answer: completionHandler)
  }

  open func getUserVisibleURL(for itemIdentifier: NSFileProviderItemIdentifier) async throws -> URL {
    let domain = domain
    return try await ask(system) { try $0.userVisibleURL(for: itemIdentifier, in: domain) }
  }

  @available(*, renamed: "identifierForUserVisibleFile(at:)")
  open class func getIdentifierForUserVisibleFile(at url: URL, completionHandler: @escaping Handlers.Item) {
    ask(StandIn.fileProviderSystem) {
      let (item, domain) = try $0.identifierForUserVisibleFile(at: url)
      return [item.rawValue, domain.rawValue]
    } answer: { found, error in
      completionHandler(
        found.map { NSFileProviderItemIdentifier($0[0]) },
        found.map { NSFileProviderDomainIdentifier($0[1]) },
        error)
    }
  }

  open class func identifierForUserVisibleFile(
    at url: URL
  ) async throws -> (NSFileProviderItemIdentifier, NSFileProviderDomainIdentifier) {
    try await ask(StandIn.fileProviderSystem) { try $0.identifierForUserVisibleFile(at: url) }
  }

  /// A folder for what is handed over, on the volume of the system's copy.
  open func temporaryDirectoryURL() throws -> URL {
    try system.temporaryDirectoryURL(for: domain)
  }
}

/// A domain that is handed to another thread.
// Unchecked because the caller leaves it alone meanwhile.
private struct UncheckedBox<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}

/// Asks the system in the background. Without one the error is Apple's `providerNotFound`.
private func ask<Value: Sendable>(
  _ system: (any FileProviderSystem)?,
  _ question: @escaping @Sendable (any FileProviderSystem) throws -> Value,
  answer: @escaping (Value?, (any Error)?) -> Void
) {
  // Called once, on a thread of the system's, in either flavour.
  nonisolated(unsafe) let answer = answer
  DispatchQueue.global().async {
    do {
      guard let system else { throw NSError(domain: NSFileProviderErrorDomain, code: -2001) }
      answer(try question(system), nil)
    } catch {
      answer(nil, error)
    }
  }
}

private func ask<Value: Sendable>(
  _ system: (any FileProviderSystem)?,
  _ question: @escaping @Sendable (any FileProviderSystem) throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    ask(system, question) { value, error in
      continuation.resume(
        with: value.map(Result.success) ?? .failure(error ?? CocoaError(.featureUnsupported)))
    }
  }
}

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

  /// Takes the news that an error is resolved. It is one that can be.
  func signalErrorResolved(
    _ error: NSFileProviderError.Code, in domain: NSFileProviderDomainIdentifier) throws

  /// What the system holds that it has not handed over, and that the extension knows.
  func pendingItems(in domain: NSFileProviderDomainIdentifier) throws -> [any NSFileProviderItemProtocol]

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

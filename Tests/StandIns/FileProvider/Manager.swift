import Foundation

/// The way to the system: for the app, its domains; for the extension, its domain.
///
/// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager>
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

  /// Adds a domain.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/add(_:completionhandler:)>
  @available(*, renamed: "add(_:)")
  open class func add(_ domain: NSFileProviderDomain, completionHandler: @escaping Handlers.Failure) {
    let domain = UncheckedBox(domain)
    ask(StandIn.fileProviderSystem) {
      try $0.add(domain.value)
    } answer: {
      completionHandler($1)
    }
  }

  /// Adds a domain.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/add(_:completionhandler:)>
  open class func add(_ domain: NSFileProviderDomain) async throws {
    let domain = UncheckedBox(domain)
    try await ask(StandIn.fileProviderSystem) { try $0.add(domain.value) }
  }

  /// The domains that were added.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/getdomainswithcompletionhandler(_:)>
  @available(*, renamed: "domains()")
  open class func getDomainsWithCompletionHandler(_ completionHandler: @escaping Handlers.Domains) {
    ask(StandIn.fileProviderSystem) {
      UncheckedBox(try $0.domains())
    } answer: {
      completionHandler($0?.value ?? [], $1)
    }
  }

  /// The domains that were added.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/getdomainswithcompletionhandler(_:)>
  open class func domains() async throws -> [NSFileProviderDomain] {
    try await ask(StandIn.fileProviderSystem) { UncheckedBox(try $0.domains()) }.value
  }

  /// Removes a domain.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/remove(_:completionhandler:)>
  @available(*, renamed: "remove(_:)")
  open class func remove(_ domain: NSFileProviderDomain, completionHandler: @escaping Handlers.Failure) {
    let domain = UncheckedBox(domain)
    ask(StandIn.fileProviderSystem) {
      try $0.remove(domain.value)
    } answer: {
      completionHandler($1)
    }
  }

  /// Removes a domain.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/remove(_:completionhandler:)>
  open class func remove(_ domain: NSFileProviderDomain) async throws {
    let domain = UncheckedBox(domain)
    try await ask(StandIn.fileProviderSystem) { try $0.remove(domain.value) }
  }

  /// Has every item below one sent again.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/reimportitems(below:completionhandler:)>
  @available(*, renamed: "reimportItems(below:)")
  open func reimportItems(
    below itemIdentifier: NSFileProviderItemIdentifier, completionHandler: @escaping Handlers.Failure
  ) {
    let domain = domain
    ask(system) {
      try $0.reimportItems(below: itemIdentifier, in: domain)
    } answer: {
      completionHandler($1)
    }
  }

  /// Has every item below one sent again.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/reimportitems(below:completionhandler:)>
  open func reimportItems(below itemIdentifier: NSFileProviderItemIdentifier) async throws {
    let domain = domain
    try await ask(system) { try $0.reimportItems(below: itemIdentifier, in: domain) }
  }

  /// Says that a container, or everything, changed.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/signalenumerator(for:completionhandler:)>
  @available(*, renamed: "signalEnumerator(for:)")
  open func signalEnumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier,
    completionHandler completion: @escaping Handlers.Failure
  ) {
    let domain = domain
    ask(system) {
      try $0.signalEnumerator(for: containerItemIdentifier, in: domain)
    } answer: {
      completion($1)
    }
  }

  /// Says that a container, or everything, changed.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/signalenumerator(for:completionhandler:)>
  open func signalEnumerator(for containerItemIdentifier: NSFileProviderItemIdentifier) async throws {
    let domain = domain
    try await ask(system) { try $0.signalEnumerator(for: containerItemIdentifier, in: domain) }
  }

  /// Says that an error is resolved, so that the system tries again.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/signalerrorresolved(_:completionhandler:)>
  @available(*, renamed: "signalErrorResolved(_:)")
  open func signalErrorResolved(_ error: any Error, completionHandler: @escaping Handlers.Failure) {
    let domain = domain
    ask(system) {
      try $0.signalErrorResolved(error, in: domain)
    } answer: {
      completionHandler($1)
    }
  }

  /// Says that an error is resolved, so that the system tries again.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/signalerrorresolved(_:completionhandler:)>
  open func signalErrorResolved(_ error: any Error) async throws {
    let domain = domain
    try await ask(system) { try $0.signalErrorResolved(error, in: domain) }
  }

  /// Where the user sees an item.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/getuservisibleurl(for:completionhandler:)>
  @available(*, renamed: "getUserVisibleURL(for:)")
  open func getUserVisibleURL(
    for itemIdentifier: NSFileProviderItemIdentifier, completionHandler: @escaping Handlers.Place
  ) {
    let domain = domain
    ask(system) {
      try $0.userVisibleURL(for: itemIdentifier, in: domain)
    } answer: {
      completionHandler($0, $1)
    }
  }

  /// Where the user sees an item.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/getuservisibleurl(for:completionhandler:)>
  open func getUserVisibleURL(for itemIdentifier: NSFileProviderItemIdentifier) async throws -> URL {
    let domain = domain
    return try await ask(system) { try $0.userVisibleURL(for: itemIdentifier, in: domain) }
  }

  /// The item that the user sees at a place.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/getidentifierforuservisiblefile(at:completionhandler:)>
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

  /// The item that the user sees at a place.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/getidentifierforuservisiblefile(at:completionhandler:)>
  open class func identifierForUserVisibleFile(
    at url: URL
  ) async throws -> (NSFileProviderItemIdentifier, NSFileProviderDomainIdentifier) {
    try await ask(StandIn.fileProviderSystem) { try $0.identifierForUserVisibleFile(at: url) }
  }

  /// A folder for what is handed over, on the volume of the system's copy.
  ///
  /// <https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/temporarydirectoryurl()>
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

import FileProvider
import Foundation
import Shared

/// Where requests are worked off: it opens the catalogue when the first one comes, gives each a turn on a
/// queue, listens for a cancel, and answers once.
///
/// A catalogue that cannot be opened (before the first unlock, for instance) fails the request and is tried
/// again by the next; the first that succeeds tells the system that the trouble is over.
final class Desk: @unchecked Sendable {
  // Unchecked because of the domain, and of the provider and the listener, which the lock guards.
  private let domain: NSFileProviderDomain
  private let lock = NSLock()
  private var provider: Provider?
  private let open: @Sendable () throws(ProviderError) -> Provider
  private let place: String?
  private let ask: (@Sendable () -> Void)?
  private let queue = OperationQueue()
  private var listener: Doorbell.Listener?

  /// A desk for a domain.
  ///
  /// - Parameters:
  ///   - open: opens the catalogue.
  ///   - handover: where files are handed to the system, absolute; nil asks the system.
  ///   - ask: asks the system to ask again; nil does it.
  ///   - doorbell: where the app and the Share extension tell of changes; the system is then asked to ask again.
  init(
    _ domain: NSFileProviderDomain,
    open: @escaping @Sendable () throws(ProviderError) -> Provider = Desk.openOwn,
    handover: String? = nil, ask: (@Sendable () -> Void)? = nil, doorbell: Doorbell = Doorbell()
  ) {
    self.domain = domain
    self.open = open
    place = handover
    self.ask = ask
    // Two: one that copies a large file must not keep the others from being answered.
    queue.maxConcurrentOperationCount = 2
    listener = doorbell.listen(to: [.inbox, .app]) { [weak self] in self?.signal() }
  }

  /// Finishes what is under way and lets go of the catalogue.
  func close() {
    queue.cancelAllOperations()
    lock.lock()
    defer { lock.unlock() }
    provider = nil
    listener = nil
  }

  /// Works off one request.
  ///
  /// - Parameters:
  ///   - work: the one call into `Shared`. Its copier knows when the person cancels.
  ///   - reply: called once, with what the work brought, or a cancel.
  func answer<Answer: Sendable>(
    _ work: @escaping @Sendable (Provider, Copier) throws(ProviderError) -> Answer,
    then reply: @escaping (Reply<Answer>) -> Void
  ) -> Progress {
    // Of an unknown size until a copy says how it goes.
    let progress = Progress(totalUnitCount: 1)
    // The system's handlers are made to be called from any thread, and are called from one.
    nonisolated(unsafe) let reply = reply
    queue.addOperation { [self] in
      let copier = Copier(isCancelled: { progress.isCancelled })
      let answer = Result { () throws(ProviderError) in
        if progress.isCancelled { throw .disk(DiskError(.cancelled, at: "")) }
        return try work(opened(), copier)
      }
      progress.completedUnitCount = progress.totalUnitCount
      reply(Reply(answer))
    }
    return progress
  }

  /// The folder in which files are handed to the system.
  func handover() throws(ProviderError) -> String {
    if let place { return place }
    do {
      guard let manager = NSFileProviderManager(for: domain) else {
        throw NSFileProviderError(.providerDomainNotFound)
      }
      return try manager.temporaryDirectoryURL().path(percentEncoded: false)
    } catch {
      throw .disk(DiskError(.notFound, at: "the system's temporary directory"))
    }
  }

  /// Tells the system to ask again.
  func signal() {
    if let ask { return ask() }
    // A signal that is lost costs nothing: the next one that comes brings it along.
    NSFileProviderManager(for: domain)?.signalEnumerator(for: .workingSet) { _ in }
  }

  private func opened() throws(ProviderError) -> Provider {
    lock.lock()
    defer { lock.unlock() }
    if let provider { return provider }
    let opened = try open()
    provider = opened
    // Whatever an earlier instance could not do, we can.
    NSFileProviderManager(for: domain)?.signalErrorResolved(NSFileProviderError(.cannotSynchronize)) { _ in }
    return opened
  }

  /// The catalogue of this process, over the App Group's container.
  private static func openOwn() throws(ProviderError) -> Provider {
    try Provider(container: container(), home: home())
  }

  /// The App Group's container.
  static func container() throws(ProviderError) -> Container {
    let group = AppGroup.identifier.flatMap {
      FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: $0)
    }
    guard let container = Container(group) else {
      throw .disk(DiskError(.notFound, at: "the App Group's container"))
    }
    return container
  }

  /// A folder of the extension's own: no other process opens what is in it.
  static func home() throws(ProviderError) -> String {
    let path = NSHomeDirectory() + "/Library/Application Support/Intray"
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true,
        attributes: [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication])
      return path
    } catch {
      throw .disk(DiskError(.denied, at: path))
    }
  }
}

/// What a request brought, in the form in which the system wants it.
struct Reply<Answer> {
  private let result: Result<Answer, ProviderError>

  init(_ result: Result<Answer, ProviderError>) {
    self.result = result
  }

  /// Calls a completion handler with the answer or the error.
  func reply(_ handler: (Answer?, (any Error)?) -> Void) {
    switch result {
    case .success(let answer): handler(answer, nil)
    case .failure(let error): handler(nil, error.translated)
    }
  }
}

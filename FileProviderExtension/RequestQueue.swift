import FileProvider
import Foundation
import IntrayCore
import Synchronization

/// Works off requests: opens the catalogue when the first one comes, gives each a turn on a queue, listens for a cancel,
/// and answers once.
///
/// A store or a container that cannot be opened (before the first unlock, for instance) fails the request, and the
/// system waits then. The next request and the next post of the Share extension open it again. Each process
/// that opened the store says once that it can be opened, and signals the working set: the process that failed, or that
/// should have signalled a change, may be dead.
final class RequestQueue: @unchecked Sendable {
  // Unchecked because of the domain, which never changes, and of what the lock guards.
  private let domain: NSFileProviderDomain
  private let lock = NSLock()
  private var provider: Provider?
  /// Whether the store or the container could not be opened when it was needed last.
  private var isClosed = false
  /// What the system waits with until it is told that it is over.
  private let refusal: StandingRefusal
  private let tellApp: @Sendable (ExtensionReport) throws -> Void
  /// Counts the times that the queue was closed: a request of before is cancelled.
  private var closings = 0
  private let open: @Sendable () throws -> Provider
  private let place: String?
  private let listener: (@Sendable (Event) -> Void)?
  /// Hear the Share extension and the app, as long as the queue is open.
  private var subscriptions: [ChangeNotifier.Listener] = []
  /// What the app asks for when the user checks the device.
  private var report = ExtensionReport()
  private let queue = OperationQueue()
  /// What copies contents, which may take minutes: no other request waits for it.
  private let copies = OperationQueue()
  private let pictures = OperationQueue()

  /// A queue for a domain.
  ///
  /// - Parameters:
  ///   - open: opens the catalogue.
  ///   - handover: the absolute path of the folder in which files are handed to the system; nil asks the system.
  ///   - listener: called with each signal; nil sends it to the system.
  ///   - tellApp: called with what the extension knows of itself when the app asks for it.
  init(
    _ domain: NSFileProviderDomain, open: @escaping @Sendable () throws -> Provider = RequestQueue.openOwn,
    handover: String? = nil, listener: (@Sendable (Event) -> Void)? = nil,
    refusal: StandingRefusal = StandingRefusal(in: try? RequestQueue.home()),
    tellApp: @escaping @Sendable (ExtensionReport) throws -> Void = RequestQueue.write,
    notifier: ChangeNotifier = ChangeNotifier()
  ) {
    self.domain = domain
    self.open = open
    place = handover
    self.refusal = refusal
    self.tellApp = tellApp
    self.listener = listener
    // Two: a small file need not wait for a large one, nor an item for a long listing.
    for queue in [queue, copies] { queue.maxConcurrentOperationCount = 2 }
    // Each picture takes memory for a moment, and the process has little.
    pictures.maxConcurrentOperationCount = 1
    // The user waits for all of them.
    for queue in [queue, copies, pictures] { queue.qualityOfService = .userInitiated }
    subscriptions = [
      // The Share extension has signalled the system itself, which has no effect while the store cannot be opened.
      notifier.listen(to: [.inbox]) { [weak self] in
        guard let self, lock.withLock({ self.isClosed }) else { return }
        _ = perform(.item) { _, _ in
        } then: { _ in
        }
      },
      notifier.listen(to: [.check]) { [weak self] in
        // A report that cannot be written is none.
        if let self { try? self.tellApp(lock.withLock { self.report }) }
      },
    ]
  }

  /// Cancels what is under way and lets go of the catalogue. Every request is answered all the same.
  func invalidate() {
    lock.withLock {
      closings += 1
      provider = nil
      subscriptions = []
      isClosed = false
    }
  }

  /// Waits until no request is running. Tests use it to check the signals that follow a reply.
  func waitUntilIdle() {
    for queue in [queue, copies, pictures] { queue.waitUntilAllOperationsAreFinished() }
  }

  /// What the system asks for.
  enum Question {
    /// One item.
    case item
    /// A page of a container, or what changed. When it is refused, the system asks again after a pause that grows.
    case listing
    /// An anchor. The system is given none instead of an error, and asks again when it is signalled.
    case anchor
  }

  /// A handler of the system, which is called once. Unchecked because it is made to be called from any thread.
  private struct Handler<Answer>: @unchecked Sendable {
    let call: (Result<Answer, ProviderError>) -> Void
  }

  /// Works off one request.
  ///
  /// - Parameters:
  ///   - size: how many bytes the work will copy, as far as anyone knows; nil when it copies nothing.
  ///   - work: the one call into `IntrayCore`. Its copier stops when the user cancels.
  ///   - reply: called once, with what the work brought, or at once when the system cancels. What the system has not asked
  ///     for is signalled after it, and so is what a cancelled request did before it heard of the cancel.
  func perform<Answer: Sendable>(
    _ question: Question = .item, isPicture: Bool = false,
    copying size: (@Sendable (Provider) -> Int64)? = nil,
    _ work: @escaping @Sendable (Provider, Copier) throws -> Answer,
    then reply: @escaping (Result<Answer, ProviderError>) -> Void
  ) -> Progress {
    let queue = isPicture ? pictures : size == nil ? queue : copies
    let progress = Progress(totalUnitCount: 1)
    let closings = lock.withLock { self.closings }
    let waiting = Mutex<Handler<Answer>?>(Handler(call: reply))
    let answer = { @Sendable (result: Result<Answer, ProviderError>) -> Bool in
      let reply = waiting.withLock { $0.take() }
      reply?.call(result)
      return reply != nil
    }
    // Now and not when the work hears of it: that may wait for its turn, or for a call of the kernel.
    progress.cancellationHandler = { _ = answer(.failure(.disk(DiskError(.cancelled, at: "")))) }
    queue.addOperation { [self] in
      let isCancelled = { @Sendable [self] in
        progress.isCancelled || lock.withLock { self.closings != closings }
      }
      let copier = Copier(
        progress: { bytes in
          // The last step is the answer's: a copy may be made twice, and need a commit.
          let done = progress.completedUnitCount + bytes
          progress.completedUnitCount = min(done, progress.totalUnitCount - 1)
        }, isCancelled: isCancelled)
      var opened: (provider: Provider, isNew: Bool)?
      let result = Result {
        if isCancelled() { throw DiskError(.cancelled, at: "") }
        let open = try self.opened()
        opened = open
        // Now and not after the answer: a large copy may take minutes, and everything else waits.
        if open.isNew { resolve(after: .item) }
        progress.totalUnitCount = min(size?(open.provider) ?? 0, .max - 1) + 1
        return try work(open.provider, copier)
      }.mapError(ProviderError.init)
      progress.completedUnitCount = progress.totalUnitCount
      lock.withLock { report.recordMemory() }
      if case .failure(let error) = result { note(error, of: question) }
      let isAnswered = answer(result)
      if case .success = result, question != .item { resolve(after: question) }
      if let (provider, isNew) = opened {
        // A signal may have been lost, and an earlier process may have died before its last one. What cannot be looked at
        // now is looked at when it is listed.
        if isNew { try? provider.refreshAfterStart() }
        if provider.removeNews() || isNew && provider.isBehind { signal() }
      }
      if !isAnswered, case .success = result { signal() }
    }
    return progress
  }

  private func note(_ error: ProviderError, of question: Question) {
    Log.provider.error("A request is refused:", error.cause)
    lock.withLock {
      report.refusals[error.cause, default: 0] += 1
      if case .closed = error { isClosed = true }
    }
    // Every other error passes by itself: the system asks again.
    guard error.isClosed || question == .anchor && !error.isCancelled else { return }
    // Before the answer: if the process is killed between, a later one resolves what was never refused.
    let isNew = refusal.note(error.isClosed ? .closed : .anchor)
    // A failure that lasts must not make the system ask without end.
    if isNew, question == .anchor { signal() }
  }

  /// Tells the system that what was refused last, by this process or an earlier one, is resolved.
  ///
  /// - Parameter question: what was answered just now, or is: that the store and the container can be opened is sure then.
  private func resolve(after question: Question) {
    guard let ended = refusal.take(after: question) else { return }
    if ended == .closed { tell(.isOpen) }
    signal()
  }

  /// The folder in which files are handed to the system.
  func handover() throws -> String {
    if let place { return place }
    // Without a place in Files there is no manager; and a manager may have no directory yet. Both pass.
    guard let place = try? NSFileProviderManager(for: domain)?.temporaryDirectoryURL() else {
      throw DiskError(.notFound, at: "the system's temporary directory")
    }
    return place.path(percentEncoded: false)
  }

  /// Tells the system to ask again.
  func signal() { tell(.hasChanged) }

  /// The signals to the system.
  enum Event: Hashable, Sendable {
    /// There is something to ask for.
    case hasChanged
    /// What could not be opened can be: the error that was answered then is resolved.
    case isOpen
  }

  private func tell(_ event: Event) {
    if let listener { return listener(event) }
    let manager = NSFileProviderManager(for: domain)
    switch event {
    case .hasChanged:
      // One that is lost costs a wait until the next one, which brings it along: the next process's first, at last.
      manager?.signalEnumerator(for: .workingSet) { _ in }
    case .isOpen:
      // One that is lost costs a wait until the app is opened, which says it again.
      manager?.signalErrorResolved(NSFileProviderError(.serverUnreachable)) { _ in }
    }
  }

  /// The store, opened if it is not yet. After it could not be opened, or the container could not, a look at all of it
  /// must succeed first.
  ///
  /// - Returns: also whether that is over now, or the store was opened just now.
  private func opened() throws -> (provider: Provider, isNew: Bool) {
    lock.lock()
    defer { lock.unlock() }
    if let provider {
      guard isClosed else { return (provider, false) }
      try provider.scan()
      isClosed = false
      return (provider, true)
    }
    do {
      let begin = ContinuousClock.now
      let opened = try open()
      report.opening = (ContinuousClock.now - begin) / .seconds(1)
      // A folder that cannot be had now is looked through at the next start.
      if let folder = try? handover() { opened.removeCopies(in: folder) }
      provider = opened
      isClosed = false
      return (opened, true)
    } catch {
      throw ProviderError(error).atOpening
    }
  }

  /// The catalogue of this process, over the App Group's container.
  private static func openOwn() throws -> Provider {
    try Provider(container: container(), home: home(), conflictWord: String(localized: "conflict"))
  }

  private static func write(_ report: ExtensionReport) throws {
    try report.write(of: .fileProvider, in: container())
  }

  /// The App Group's container.
  static func container() throws -> Container {
    guard
      let container = Container(
        ofAppGroup: FileManager.default.containerURL(forSecurityApplicationGroupIdentifier:))
    else {
      throw DiskError(.notFound, at: "the App Group's container")
    }
    return container
  }

  /// A folder of the extension's own: no other process opens what is in it.
  static func home() throws -> String {
    let path = NSHomeDirectory() + "/Library/Application Support/Intray"
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true,
        attributes: [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication])
      return path
    } catch {
      throw DiskError(.denied, at: path)
    }
  }
}

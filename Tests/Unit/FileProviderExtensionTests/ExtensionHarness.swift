import FileProvider
import Foundation
import IntrayCore
import Synchronization
import Testing
import UniformTypeIdentifiers

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

/// Gives each test of a suite the extension over folders of its own.
struct ExtensionTrait: SuiteTrait, TestTrait, TestScoping {
  let isRecursive = true

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withTestContainer { (container: TestContainer) async throws in
      let harness = try ExtensionHarness(container)
      try await ExtensionHarness.$lent.withValue(harness) { try await function() }
      harness.end()
    }
  }
}

extension Trait where Self == ExtensionTrait {
  static var inExtension: Self { ExtensionTrait() }
}

/// Expects that the system is given an error.
func expectCode<Result>(
  _ code: NSFileProviderError.Code, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> Result
) {
  let error = #expect(throws: (any Error).self, sourceLocation: sourceLocation) { try body() }
  #expect((error as NSError?)?.code == code.rawValue, sourceLocation: sourceLocation)
}

/// The extension over folders of a test's own, asked as the system asks it: each answer is waited for.
// Unchecked because the extension is not marked as what it is: the system calls it on any thread.
struct ExtensionHarness: @unchecked Sendable {
  let test: TestContainer
  let provider: FileProviderExtension
  let requests: RequestQueue

  /// Lends the extension over new folders, and removes them again.
  static func with(
    on disk: (Disk) -> Disk = { $0 },
    listener: @escaping @Sendable (RequestQueue.Event) -> Void = { _ in },
    notifier: ChangeNotifier = ChangeNotifier(group: nil),
    _ body: (ExtensionHarness) throws -> Void
  ) throws {
    try withTestContainer { test in
      let harness = try ExtensionHarness(test, on: disk, listener: listener, notifier: notifier)
      try body(harness)
      harness.end()
    }
  }

  /// The one of the test that is run.
  static var current: ExtensionHarness {
    guard let lent else { preconditionFailure("The suite is not marked with inExtension.") }
    return lent
  }

  @TaskLocal fileprivate static var lent: ExtensionHarness?

  fileprivate init(
    _ test: TestContainer, on disk: (Disk) -> Disk = { $0 },
    listener: @escaping @Sendable (RequestQueue.Event) -> Void = { _ in },
    notifier: ChangeNotifier = ChangeNotifier(group: nil)
  ) throws {
    for folder in ["App/Home", "App/Handover", "App/Refusal"] { try test.put([:], at: folder) }
    let (container, home) = (test.container(on: disk(test.disk)), test.path(of: "App/Home"))
    let requests = RequestQueue(
      Self.domain, open: { try Provider(container: container, home: home) },
      handover: test.path(of: "App/Handover"), listener: listener,
      refusal: StandingRefusal(in: test.path(of: "App/Refusal")), notifier: notifier)
    (self.test, self.requests, provider) = (test, requests, FileProviderExtension(requests: requests))
  }

  /// A domain of its own.
  static var domain: NSFileProviderDomain {
    NSFileProviderDomain(identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "Test")
  }

  fileprivate func end() {
    provider.invalidate()
    // What signals after an answer still holds the catalogue.
    requests.waitUntilIdle()
  }

  // MARK: Questions

  func item(_ id: NSFileProviderItemIdentifier) throws -> any NSFileProviderItemProtocol {
    try answer { done in
      _ = provider.item(for: id, request: NSFileProviderRequest()) { done($0, $1) }
    }
  }

  func fetch(_ id: NSFileProviderItemIdentifier) throws -> (url: URL?, item: any NSFileProviderItemProtocol) {
    try answer { done in
      _ = beginFetch(id) { url, item, error in done(item.map { (url, $0) }, error) }
    }
  }

  /// Asks for contents, and does not wait for the answer.
  func beginFetch(
    _ id: NSFileProviderItemIdentifier,
    _ done: @escaping @Sendable (URL?, (any NSFileProviderItemProtocol)?, (any Error)?) -> Void
  ) -> Progress {
    provider.fetchContents(
      for: id, version: nil, request: NSFileProviderRequest(), completionHandler: done)
  }

  func create(
    _ name: String, in parent: NSFileProviderItemIdentifier = .rootContainer, type: UTType = .data,
    contents: String? = nil, template: String = UUID().uuidString, target: String? = nil,
    fields: NSFileProviderItemFields = [], options: NSFileProviderCreateItemOptions = [],
    _ change: (RequestedItem) -> Void = { _ in }
  ) throws -> (any NSFileProviderItemProtocol)? {
    let wish = RequestedItem(NSFileProviderItemIdentifier(template), name, parent, type)
    wish.symlinkTargetPath = target
    change(wish)
    let url = try contents.map(original)
    let made: Box = try answer { done in
      _ = provider.createItem(
        basedOn: wish, fields: fields.union([.filename, .parentItemIdentifier, .contents]), contents: url,
        options: options, request: NSFileProviderRequest()
      ) { item, pending, _, error in
        done(pending.isEmpty ? Box(item: item) : nil, error)
      }
    }
    return made.item
  }

  func modify(
    _ item: any NSFileProviderItemProtocol, _ fields: NSFileProviderItemFields, contents: String? = nil,
    base: NSFileProviderItemVersion? = nil, options: NSFileProviderModifyItemOptions = [],
    _ change: (RequestedItem) -> Void = { _ in }
  ) throws -> (item: any NSFileProviderItemProtocol, fetchAgain: Bool) {
    let wish = RequestedItem(
      item.itemIdentifier, item.filename, item.parentItemIdentifier, item.contentType ?? .data)
    change(wish)
    let url = try contents.map(original)
    let version =
      base ?? item.itemVersion ?? NSFileProviderItemVersion(contentVersion: Data(), metadataVersion: Data())
    return try answer { done in
      _ = provider.modifyItem(
        wish, baseVersion: version, changedFields: fields, contents: url, options: options,
        request: NSFileProviderRequest()
      ) { item, pending, fetchAgain, error in
        done(pending.isEmpty ? item.map { ($0, fetchAgain) } : nil, error)
      }
    }
  }

  func delete(
    _ item: any NSFileProviderItemProtocol, _ options: NSFileProviderDeleteItemOptions = []
  ) throws {
    let version =
      item.itemVersion ?? NSFileProviderItemVersion(contentVersion: Data(), metadataVersion: Data())
    let _: Bool = try answer { done in
      _ = provider.deleteItem(
        identifier: item.itemIdentifier, baseVersion: version, options: options,
        request: NSFileProviderRequest()
      ) { done(true, $0) }
    }
  }

  func putBack(
    _ items: [any NSFileProviderItemProtocol],
    action: NSFileProviderExtensionActionIdentifier = FileProviderExtension.recover
  ) throws {
    let _: Bool = try answer { done in
      _ = provider.performAction(
        identifier: action, onItemsWithIdentifiers: items.map(\.itemIdentifier)
      ) { done(true, $0) }
    }
  }

  /// What was drawn of each item, in the order of the answers.
  func thumbnails(
    _ items: [any NSFileProviderItemProtocol], size: CGSize = CGSize(width: 64, height: 64)
  ) throws -> [(id: NSFileProviderItemIdentifier, picture: Data?, error: (any Error)?)] {
    let drawn = Mutex<[(id: NSFileProviderItemIdentifier, picture: Data?, error: (any Error)?)]>([])
    let _: Bool = try answer { done in
      _ = provider.fetchThumbnails(for: items.map(\.itemIdentifier), requestedSize: size) {
        id, picture, error in
        drawn.withLock { $0.append((id, error == nil ? picture : nil, error)) }
      } completionHandler: {
        done(true, $0)
      }
    }
    return drawn.withLock { $0 }
  }

  /// Writes into a document as a rude program does: in place, past everybody.
  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: test.path(of: "AppGroup/Documents/" + name)))
  }

  /// Renames something, as the app or a rude program does.
  func rename(_ name: String, to newName: String) throws {
    try FileManager.default.moveItem(
      atPath: test.path(of: "AppGroup/" + name), toPath: test.path(of: "AppGroup/" + newName))
  }

  /// All pages of a container.
  func list(
    _ id: NSFileProviderItemIdentifier = .rootContainer, pageSize: Int? = nil
  ) throws -> [any NSFileProviderItemProtocol] {
    let enumerator = try provider.enumerator(for: id, request: NSFileProviderRequest())
    var items: [any NSFileProviderItemProtocol] = []
    var page: NSFileProviderPage? = NSFileProviderPage.initialPageSortedByName as NSFileProviderPage
    while let current = page {
      let (found, next): ([any NSFileProviderItemProtocol], NSFileProviderPage?) = try answer { done in
        enumerator.enumerateItems(for: PageObserver(pageSize) { done($0, $1) }, startingAt: current)
      }
      items += found
      page = next
    }
    return items
  }

  func names(_ id: NSFileProviderItemIdentifier = .rootContainer, pageSize: Int? = nil) throws -> [String] {
    try list(id, pageSize: pageSize).map(\.filename)
  }

  /// The anchor after everything was told.
  func anchor() throws -> NSFileProviderSyncAnchor {
    let enumerator = try provider.enumerator(for: .workingSet, request: NSFileProviderRequest())
    return try changes(since: answer { done in enumerator.currentSyncAnchor? { done($0, nil) } }).anchor
  }

  /// All batches of what changed.
  func changes(since anchor: NSFileProviderSyncAnchor, batch: Int? = nil) throws -> ReportedChanges {
    let enumerator = try provider.enumerator(for: .workingSet, request: NSFileProviderRequest())
    var all = ReportedChanges(anchor: anchor)
    repeat {
      let since = all.anchor
      let part: ReportedChanges = try answer { done in
        enumerator.enumerateChanges?(for: ChangeObserver(batch) { done($0, $1) }, from: since)
      }
      all.updated += part.updated
      all.deleted += part.deleted
      all.anchor = part.anchor
      all.hasMore = part.hasMore
    } while all.hasMore
    return all
  }

  private func original(_ text: String) throws -> URL {
    let place = "Originals/" + UUID().uuidString
    try test.put(.file(text), at: place)
    return URL(fileURLWithPath: test.path(of: place))
  }
}

/// Waits for a completion handler, which must be called once.
private func answer<Value>(
  _ ask: (@escaping @Sendable (Value?, (any Error)?) -> Void) throws -> Void
) throws -> Value {
  let done = DispatchSemaphore(value: 0)
  nonisolated(unsafe) var answers: [(Value?, (any Error)?)] = []
  try ask { value, error in
    answers.append((value, error))
    done.signal()
  }
  guard done.wait(timeout: .now() + 20) == .success else { throw Unanswered() }
  guard answers.count == 1 else { throw AnsweredTwice() }
  if let error = answers[0].1 { throw error }
  guard let value = answers[0].0 else { throw Unanswered() }
  return value
}

struct Unanswered: Error {}
struct AnsweredTwice: Error {}

private struct Box {
  var item: (any NSFileProviderItemProtocol)?
}

/// The requested state of an item.
final class RequestedItem: NSObject, NSFileProviderItemProtocol {
  let itemIdentifier: NSFileProviderItemIdentifier
  var filename: String
  var parentItemIdentifier: NSFileProviderItemIdentifier
  var contentType: UTType
  var symlinkTargetPath: String?
  var tagData: Data?
  var favoriteRank: NSNumber?
  var contentModificationDate: Date?
  var creationDate: Date?
  var extendedAttributes: [String: Data] = [:]
  var fileSystemFlags: NSFileProviderFileSystemFlags = [.userReadable, .userWritable]
  var lastUsedDate: Date?
  // The strict flavour of the stand-ins asks for these, too. A provider does not read them from a template.
  let capabilities: NSFileProviderItemCapabilities = []
  let documentSize: NSNumber? = nil
  let itemVersion = NSFileProviderItemVersion(contentVersion: Data(), metadataVersion: Data())

  init(
    _ identifier: NSFileProviderItemIdentifier, _ name: String, _ parent: NSFileProviderItemIdentifier,
    _ type: UTType
  ) {
    itemIdentifier = identifier
    filename = name
    parentItemIdentifier = parent
    contentType = type
  }
}

/// The changes of an enumerator.
struct ReportedChanges {
  var updated: [any NSFileProviderItemProtocol] = []
  var deleted: [NSFileProviderItemIdentifier] = []
  var anchor: NSFileProviderSyncAnchor
  var hasMore = false
}

private final class PageObserver: NSObject, NSFileProviderEnumerationObserver {
  let suggestedPageSize: Int
  private var items: [any NSFileProviderItemProtocol] = []
  private let done: (([any NSFileProviderItemProtocol], NSFileProviderPage?)?, (any Error)?) -> Void

  init(
    _ size: Int?,
    _ done: @escaping (([any NSFileProviderItemProtocol], NSFileProviderPage?)?, (any Error)?) -> Void
  ) {
    suggestedPageSize = size ?? 200
    self.done = done
  }

  func didEnumerate(_ updatedItems: [any NSFileProviderItemProtocol]) { items += updatedItems }
  func finishEnumerating(upTo nextPage: NSFileProviderPage?) { done((items, nextPage), nil) }
  func finishEnumeratingWithError(_ error: any Error) { done(nil, error) }
}

private final class ChangeObserver: NSObject, NSFileProviderChangeObserver {
  let suggestedBatchSize: Int
  private var told = ReportedChanges(anchor: NSFileProviderSyncAnchor(Data()))
  private let done: (ReportedChanges?, (any Error)?) -> Void

  init(_ size: Int?, _ done: @escaping (ReportedChanges?, (any Error)?) -> Void) {
    suggestedBatchSize = size ?? 200
    self.done = done
  }

  func didUpdate(_ updatedItems: [any NSFileProviderItemProtocol]) { told.updated += updatedItems }
  func didDeleteItems(withIdentifiers deletedItemIdentifiers: [NSFileProviderItemIdentifier]) {
    told.deleted += deletedItemIdentifiers
  }
  func finishEnumeratingChanges(upTo anchor: NSFileProviderSyncAnchor, moreComing: Bool) {
    told.anchor = anchor
    told.hasMore = moreComing
    done(told, nil)
  }
  func finishEnumeratingWithError(_ error: any Error) { done(nil, error) }
}

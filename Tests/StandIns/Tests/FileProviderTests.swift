import FileProvider
import Foundation
import Testing
import UniformTypeIdentifiers

@Suite(.serialized)
struct FileProviderTests {
  // https://developer.apple.com/documentation/fileprovider/nsfileprovidererror-swift.struct/code
  @Test func anErrorIsCaughtByItsCode() throws {
    do {
      throw NSFileProviderError(.noSuchItem, userInfo: ["a": 1])
    } catch NSFileProviderError.noSuchItem {
    } catch {
      Issue.record(error)
    }
    let error = NSFileProviderError(.noSuchItem) as NSError
    #expect(error.domain == NSFileProviderErrorDomain)
    #expect(error.code == -1005)
  }

  // https://developer.apple.com/documentation/foundation/nserror/fileprovidererrorforrejecteddeletion(of:)
  @Test func theErrorsOfItemsNameTheItem() {
    let item = Note()
    let rejection = NSError.fileProviderErrorForRejectedDeletion(of: item)
    #expect(rejection.domain == NSFileProviderErrorDomain)
    #expect(rejection.code == NSFileProviderError.deletionRejected.rawValue)
    #expect(rejection.userInfo[NSFileProviderErrorItemKey] as? Note === item)
    let missing = NSError.fileProviderErrorForNonExistentItem(withIdentifier: item.itemIdentifier)
    #expect(missing.userInfo[NSFileProviderErrorNonExistentItemIdentifierKey] as? String == "note")
  }

  // https://developer.apple.com/documentation/fileprovider/nsfileprovideritemprotocol: the optional
  // requirements have one more Optional when they are read through the protocol.
  @Test func theProtocolReturnsThePropertiesOfTheItemsClass() {
    let note = Note()
    let type: UTType = note.contentType
    #expect(type == .plainText)
    let item: any NSFileProviderItemProtocol = note
    #expect(item.contentType == .plainText)
    #expect(item.documentSize??.int64Value == 5)
    #expect(item.creationDate as? Date == Date(timeIntervalSince1970: 1))
    #expect(item.itemVersion?.contentVersion == Data("1".utf8))
    #expect(item.capabilities?.contains(.allowsDeleting) == true)
    let other: any NSFileProviderItemProtocol = Nameless()
    #expect(other.capabilities == nil)
    #expect(other.itemVersion == nil)
    #expect(other.contentType == nil)
    #expect(other.extendedAttributes == nil)
    #expect(other.fileSystemFlags == nil)
  }

  // https://developer.apple.com/documentation/fileprovider/nsfileproviderpage: the initial pages are
  // NSData, and bridge.
  @Test func theFirstPageIsRecognised() {
    let page = NSFileProviderPage.initialPageSortedByName as NSFileProviderPage
    #expect(page.rawValue == Data(referencing: NSFileProviderPage.initialPageSortedByName))
    #expect(page != NSFileProviderPage.initialPageSortedByDate as NSFileProviderPage)
  }

  // https://developer.apple.com/documentation/fileprovider/nsfileproviderpage
  @Test func aPageOfMoreThan500BytesIsRefused() async {
    _ = NSFileProviderPage(Data(count: 500))
    await #expect(processExitsWith: .failure) { _ = NSFileProviderPage(Data(count: 501)) }
  }

  // https://developer.apple.com/documentation/fileprovider/nsfileprovidersyncanchor
  @Test func anAnchorOfMoreThan500BytesIsRefused() async {
    _ = NSFileProviderSyncAnchor(Data(count: 500))
    await #expect(processExitsWith: .failure) { _ = NSFileProviderSyncAnchor(Data(count: 501)) }
  }

  // https://developer.apple.com/documentation/fileprovider/nsfileprovideritemversion/contentversion
  @Test func aVersionOfMoreThan128BytesIsRefused() async {
    _ = NSFileProviderItemVersion(
      contentVersion: Data(count: 128), metadataVersion: Data(count: 128))
    await #expect(processExitsWith: .failure) {
      _ = NSFileProviderItemVersion(contentVersion: Data(count: 129), metadataVersion: Data())
    }
    await #expect(processExitsWith: .failure) {
      _ = NSFileProviderItemVersion(contentVersion: Data(), metadataVersion: Data(count: 129))
    }
  }

  // https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerationobserver/suggestedpagesize
  @Test func anObserverMaySuggestASize() {
    let observer: any NSFileProviderEnumerationObserver = Observer()
    #expect(observer.suggestedPageSize == 7)
    let other: any NSFileProviderChangeObserver = Observer()
    #expect(other.suggestedBatchSize == nil)
  }

  // https://developer.apple.com/documentation/fileprovider/nsfileproviderenumerator/currentsyncanchor(completionhandler:):
  // the method is optional, and an enumerator without it tracks no changes.
  @Test func anOptionalMethodIsNilUnlessTheClassHasIt() async {
    let plain: any NSFileProviderEnumerator = Provider.Enumerator()
    #expect(plain.enumerateChanges == nil)
    #expect(await plain.currentSyncAnchor?() == nil)
    #expect(plain.currentSyncAnchor == nil)
    let tracking: any NSFileProviderEnumerator = Tracking()
    #expect(await tracking.currentSyncAnchor?()?.rawValue == Data("1".utf8))
    let observer = Observer()
    tracking.enumerateChanges?(for: observer, from: NSFileProviderSyncAnchor(Data("2".utf8)))
    #expect(observer.reached?.rawValue == Data("2".utf8))
  }

  // https://developer.apple.com/documentation/fileprovider/nsfileproviderreplicatedextension
  @Test func anExtensionMayOmitOptionalMethods() async {
    let provider: any NSFileProviderReplicatedExtension = Provider(domain: .notes)
    #expect(provider.importDidFinish == nil)
    #expect(provider.pendingItemsDidChange == nil)
    await provider.materializedItemsDidChange?()
    #expect((provider as? Provider)?.isTold == true)
    #expect(
      provider.item(for: .rootContainer, request: NSFileProviderRequest()) { _, _ in }.isFinished)
  }

  // https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager/init(for:)
  @Test func withoutASystemThereIsNoProvider() async {
    StandIn.fileProviderSystem = nil
    #expect(NSFileProviderManager(for: .notes) == nil)
    let error = await #expect(throws: (any Error).self) { try await NSFileProviderManager.add(.notes) }
    #expect((error as NSError?)?.domain == NSFileProviderErrorDomain)
    #expect((error as NSError?)?.code == -2001)
  }

  // https://developer.apple.com/documentation/fileprovider/nsfileprovidermanager
  @Test func aManagerPassesEverythingOnToTheSystem() async throws {
    let system = System()
    StandIn.fileProviderSystem = system
    defer { StandIn.fileProviderSystem = nil }
    #expect(NSFileProviderManager(for: .notes) == nil)
    try await NSFileProviderManager.add(.notes)
    #expect(
      try await NSFileProviderManager.domains().map(\.identifier) == [
        NSFileProviderDomain.notes.identifier
      ])
    let manager = try #require(NSFileProviderManager(for: .notes))
    try await manager.signalEnumerator(for: .workingSet)
    try await manager.signalErrorResolved(NSFileProviderError(.cannotSynchronize))
    let error: (any Error)? = await withCheckedContinuation { continuation in
      manager.signalErrorResolved(NSFileProviderError(.cannotSynchronize)) {
        continuation.resume(returning: $0)
      }
    }
    #expect(error == nil)
    #expect(try manager.temporaryDirectoryURL() == URL(filePath: "/temporary"))
    #expect(try await manager.getUserVisibleURL(for: .rootContainer) == URL(filePath: "/visible"))
    let (item, domain) = try await NSFileProviderManager.identifierForUserVisibleFile(
      at: URL(filePath: "/visible"))
    #expect(item == .rootContainer)
    #expect(domain == NSFileProviderDomain.notes.identifier)
    #expect(
      system.calls == [
        "add notes", "signal NSFileProviderWorkingSetContainerItemIdentifier notes",
        "resolved notes", "resolved notes",
      ])
  }
}

extension NSFileProviderDomain {
  fileprivate static var notes: NSFileProviderDomain {
    NSFileProviderDomain(identifier: NSFileProviderDomainIdentifier("notes"), displayName: "Notes")
  }
}

private final class System: FileProviderSystem, @unchecked Sendable {
  // Unchecked because the lock guards everything.
  private let lock = NSLock()
  private var known: [NSFileProviderDomainIdentifier: String] = [:]
  private var log: [String] = []

  var calls: [String] { lock.withLock { log } }

  private func note(_ call: String) { lock.withLock { log.append(call) } }

  func knows(_ domain: NSFileProviderDomainIdentifier) -> Bool {
    lock.withLock { known[domain] != nil }
  }

  func domains() throws -> [NSFileProviderDomain] {
    lock.withLock { known.map { NSFileProviderDomain(identifier: $0, displayName: $1) } }
  }

  func add(_ domain: NSFileProviderDomain) throws {
    lock.withLock { known[domain.identifier] = domain.displayName }
    note("add \(domain.identifier.rawValue)")
  }

  func signalEnumerator(
    for container: NSFileProviderItemIdentifier, in domain: NSFileProviderDomainIdentifier
  ) throws { note("signal \(container.rawValue) \(domain.rawValue)") }

  func signalErrorResolved(_ error: any Error, in domain: NSFileProviderDomainIdentifier) throws {
    note("resolved \(domain.rawValue)")
  }

  func userVisibleURL(
    for item: NSFileProviderItemIdentifier, in domain: NSFileProviderDomainIdentifier
  ) throws -> URL { URL(filePath: "/visible") }

  func identifierForUserVisibleFile(
    at url: URL
  ) throws -> (NSFileProviderItemIdentifier, NSFileProviderDomainIdentifier) {
    (.rootContainer, NSFileProviderDomain.notes.identifier)
  }

  func temporaryDirectoryURL(for domain: NSFileProviderDomainIdentifier) throws -> URL {
    URL(filePath: "/temporary")
  }
}

/// As a provider of local documents has it: with everything that the strict flavour asks for.
private final class Note: NSObject, NSFileProviderItemProtocol {
  let itemIdentifier = NSFileProviderItemIdentifier("note")
  let parentItemIdentifier = NSFileProviderItemIdentifier.rootContainer
  let filename = "Note.txt"
  let contentType = UTType.plainText
  let capabilities: NSFileProviderItemCapabilities = [.allowsReading, .allowsDeleting]
  let fileSystemFlags: NSFileProviderFileSystemFlags = [.userReadable, .userWritable]
  let documentSize: NSNumber? = 5
  let creationDate: Date? = Date(timeIntervalSince1970: 1)
  let contentModificationDate: Date? = nil
  let extendedAttributes: [String: Data] = [:]
  let lastUsedDate: Date? = nil
  let tagData: Data? = nil
  let favoriteRank: NSNumber? = nil
  let itemVersion = NSFileProviderItemVersion(
    contentVersion: Data("1".utf8), metadataVersion: Data())
  let symlinkTargetPath: String? = nil
}

private final class Nameless: NSObject, NSFileProviderItemProtocol {
  let itemIdentifier = NSFileProviderItemIdentifier("nameless")
  let parentItemIdentifier = NSFileProviderItemIdentifier.rootContainer
  let filename = ""
}

private final class Observer: NSObject, NSFileProviderEnumerationObserver,
  NSFileProviderChangeObserver
{
  let suggestedPageSize = 7
  var reached: NSFileProviderSyncAnchor?

  func didEnumerate(_ updatedItems: [any NSFileProviderItemProtocol]) {}
  func finishEnumerating(upTo nextPage: NSFileProviderPage?) {}
  func finishEnumeratingWithError(_ error: any Error) {}
  func didUpdate(_ updatedItems: [any NSFileProviderItemProtocol]) {}
  func didDeleteItems(withIdentifiers deletedItemIdentifiers: [NSFileProviderItemIdentifier]) {}
  func finishEnumeratingChanges(upTo anchor: NSFileProviderSyncAnchor, moreComing: Bool) { reached = anchor }
}

private final class Tracking: NSObject, NSFileProviderEnumerator {
  func invalidate() {}
  func enumerateItems(
    for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage
  ) {}
  func enumerateChanges(
    for observer: any NSFileProviderChangeObserver, from syncAnchor: NSFileProviderSyncAnchor
  ) { observer.finishEnumeratingChanges(upTo: syncAnchor, moreComing: false) }
  func currentSyncAnchor(completionHandler: @escaping (NSFileProviderSyncAnchor?) -> Void) {
    completionHandler(NSFileProviderSyncAnchor(Data("1".utf8)))
  }
}

private final class Provider: NSObject, NSFileProviderReplicatedExtension,
  NSFileProviderThumbnailing,
  NSFileProviderCustomAction
{
  final class Enumerator: NSObject, NSFileProviderEnumerator {
    func invalidate() {}
    func enumerateItems(
      for observer: any NSFileProviderEnumerationObserver, startingAt page: NSFileProviderPage
    ) {
      observer.finishEnumerating(upTo: nil)
    }
  }

  private(set) var isTold = false

  init(domain: NSFileProviderDomain) {}
  func invalidate() {}

  func materializedItemsDidChange(completionHandler: @escaping () -> Void) {
    isTold = true
    completionHandler()
  }

  func enumerator(
    for containerItemIdentifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest
  ) throws -> any NSFileProviderEnumerator { Enumerator() }

  func item(
    for identifier: NSFileProviderItemIdentifier, request: NSFileProviderRequest,
    completionHandler: @escaping ((any NSFileProviderItemProtocol)?, (any Error)?) -> Void
  ) -> Progress {
    completionHandler(Note(), nil)
    let progress = Progress(totalUnitCount: 1)
    progress.completedUnitCount = 1
    return progress
  }

  func fetchContents(
    for itemIdentifier: NSFileProviderItemIdentifier,
    version requestedVersion: NSFileProviderItemVersion?,
    request: NSFileProviderRequest,
    completionHandler: @escaping (URL?, (any NSFileProviderItemProtocol)?, (any Error)?) -> Void
  ) -> Progress { Progress(totalUnitCount: 1) }

  func createItem(
    basedOn itemTemplate: any NSFileProviderItemProtocol, fields: NSFileProviderItemFields,
    contents url: URL?,
    options: NSFileProviderCreateItemOptions = [], request: NSFileProviderRequest,
    completionHandler:
      @escaping (
        (any NSFileProviderItemProtocol)?, NSFileProviderItemFields, Bool, (any Error)?
      ) -> Void
  ) -> Progress { Progress(totalUnitCount: 1) }

  func modifyItem(
    _ item: any NSFileProviderItemProtocol, baseVersion version: NSFileProviderItemVersion,
    changedFields: NSFileProviderItemFields, contents newContents: URL?,
    options: NSFileProviderModifyItemOptions = [], request: NSFileProviderRequest,
    completionHandler:
      @escaping (
        (any NSFileProviderItemProtocol)?, NSFileProviderItemFields, Bool, (any Error)?
      ) -> Void
  ) -> Progress { Progress(totalUnitCount: 1) }

  func deleteItem(
    identifier: NSFileProviderItemIdentifier, baseVersion version: NSFileProviderItemVersion,
    options: NSFileProviderDeleteItemOptions = [], request: NSFileProviderRequest,
    completionHandler: @escaping ((any Error)?) -> Void
  ) -> Progress { Progress(totalUnitCount: 1) }

  func fetchThumbnails(
    for itemIdentifiers: [NSFileProviderItemIdentifier], requestedSize size: CGSize,
    perThumbnailCompletionHandler:
      @escaping (NSFileProviderItemIdentifier, Data?, (any Error)?) -> Void,
    completionHandler: @escaping ((any Error)?) -> Void
  ) -> Progress { Progress(totalUnitCount: 1) }

  func performAction(
    identifier actionIdentifier: NSFileProviderExtensionActionIdentifier,
    onItemsWithIdentifiers itemIdentifiers: [NSFileProviderItemIdentifier],
    completionHandler: @escaping ((any Error)?) -> Void
  ) -> Progress { Progress(totalUnitCount: 1) }
}

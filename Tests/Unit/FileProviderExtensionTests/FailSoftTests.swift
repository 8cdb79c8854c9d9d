import FileProvider
import Foundation
import Synchronization
import Testing

@testable import IntrayCore

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite(.inExtension) struct FailSoftTests {
  let harness = ExtensionHarness.current

  /// A place whose root cannot be had when it is registered, the system drops:
  /// <https://github.com/nextcloud/desktop/pull/8885>.
  @Test func onlyTheRootIsAnsweredWhileTheStoreCannotBeOpenedAndTheNextRequestTriesAgain() throws {
    try harness.test.remove("App/Home")
    #expect(try harness.item(.rootContainer).itemIdentifier == .rootContainer)
    // Not `cannotSynchronize`: what is created or modified meanwhile would never be sent again.
    #expect(throws: NSFileProviderError(.serverUnreachable)) { try harness.item(.trashContainer) }
    #expect(throws: NSFileProviderError(.serverUnreachable)) { try harness.names() }
    try harness.test.put([:], at: "App/Home")
    #expect(try harness.names().isEmpty)
  }

  @Test func aPostOfTheShareExtensionOpensAStoreThatCouldNotBeOpened() throws {
    let notifier = ChangeNotifier(group: UUID().uuidString)
    let told = DispatchSemaphore(value: 0)
    try ExtensionHarness.with(listener: { _ in told.signal() }, notifier: notifier) { harness in
      try harness.test.remove("App/Home")
      #expect(throws: NSFileProviderError(.serverUnreachable)) { try harness.names() }
      try harness.test.put([:], at: "App/Home")
      // The system asks nothing now: it waits until it is told that the error is resolved, and signalled.
      notifier.post(.inbox)
      for _ in 1...2 { #expect(told.wait(timeout: .now() + 30) == .success) }
    }
  }

  @Test(arguments: [
    CatalogueError.notScanned, .unknown(.root),
    .store(StoreFailure(kind: .busy, code: 5, sentence: "")),
    .store(StoreFailure(kind: .failed, code: 10, sentence: "")),
    .store(StoreFailure(kind: .damaged, code: 11, sentence: "")),
  ])
  func aTemporaryErrorIsOneThatTheSystemRetries(error: CatalogueError) {
    expectTransient(.catalogue(error))
  }

  /// The system tries an error again by itself unless it is one of these.
  private func expectTransient(_ error: ProviderError) {
    let translated = error.translated as NSError
    for code in [
      NSFileProviderError.Code.cannotSynchronize, .serverUnreachable, .notAuthenticated, .insufficientQuota,
    ] {
      #expect(translated != NSFileProviderError(code) as NSError, "\(error)")
    }
  }

  @Test func anUnknownIdentifierIsNoSuchItem() throws {
    for id in ["", "..", "none", String(repeating: "f", count: 32)] {
      expectCode(.noSuchItem) { try harness.item(NSFileProviderItemIdentifier(id)) }
    }
    #expect(try harness.item(.rootContainer).itemIdentifier == .rootContainer)
  }

  @Test(arguments: DiskError.Code.allCases)
  func everyErrorIsOneThatTheSystemKnows(code: DiskError.Code) {
    let error = ProviderError.disk(DiskError(code, at: "")).translated as NSError
    #expect([NSCocoaErrorDomain, NSFileProviderErrorDomain].contains(error.domain))
    // The system would ask us to delete the item.
    #expect(error != NSFileProviderError(.excludedFromSync) as NSError)
    // It would throw its copy away: that is said of an item, never of a disk.
    #expect(error != NSFileProviderError(.noSuchItem) as NSError)
  }

  @Test func aTemporaryErrorDoesNotStopTheOtherRequests() {
    for code in [
      DiskError.Code.changed, .swept, .exists, .tooManyOpen, .cancelled, .noSpace, .denied, .failed,
      .notFound,
    ] {
      expectTransient(.disk(DiskError(code, at: "")))
    }
  }

  @Test(arguments: [DiskError.Code.failed, .unsupported])
  func aCleanUpThatFailsIsNoErrorOfTheDocument(code: DiskError.Code) throws {
    let error = DiskError.of(code, number: 95, call: "unlinkat")
    let transient = ProviderError.disk(error).translatedOfChange as NSError
    #expect(transient != NSFileProviderError(.cannotSynchronize) as NSError)
    let isFailing = Mutex(false)
    try ExtensionHarness.with { disk in
      disk.asking { request throws(DiskError) in
        if request.call == .removeFile, isFailing.withLock(\.self) { throw error }
      }
    } _: { harness in
      isFailing.withLock { $0 = true }
      let made = try #require(try harness.create("a.txt", contents: "old"))
      _ = try harness.modify(made, .contents, contents: "new")
      isFailing.withLock { $0 = false }
      #expect(try harness.test.documents == ["a.txt": "new"])
      // What could not be removed, the next recovery removes.
      try harness.test.recover()
      #expect(try harness.test.documents == ["a.txt": "new"])
    }
  }

  @Test(arguments: [DiskError.Code.special, .tooLarge, .nameTooLong, .unsupported])
  func aPermanentErrorIsNotRetriedForEver(code: DiskError.Code) {
    let error = ProviderError.disk(DiskError(code, at: ""))
    #expect(error.translatedOfChange as NSError == NSFileProviderError(.cannotSynchronize) as NSError)
    // Of another request the whole place would wait for it.
    expectTransient(error)
  }

  @Test func everyRequestIsAnsweredOnceAlsoWhenTheExtensionIsInvalidated() throws {
    let item = try #require(try harness.create("a.txt", contents: "a"))
    let answers = Mutex(0)
    let done = DispatchSemaphore(value: 0)
    for _ in 1...20 {
      _ = harness.beginFetch(item.itemIdentifier) { _, _, _ in
        answers.withLock { $0 += 1 }
        done.signal()
      }
    }
    harness.provider.invalidate()
    harness.requests.waitUntilIdle()
    for _ in 1...20 { #expect(done.wait(timeout: .now() + 20) == .success) }
    #expect(answers.withLock { $0 } == 20)
  }

  @Test func aFailingInboxDoesNotHideTheDocuments() throws {
    try harness.test.put("a", at: "AppGroup/Documents/a.txt")
    try harness.test.put("not a folder", at: "AppGroup/Inbox")
    #expect(try harness.names() == ["a.txt"])
    try harness.test.remove("AppGroup/Inbox")
  }

  @Test func theSystemsNotificationsAreAnswered() throws {
    let told = Mutex(0)
    harness.provider.importDidFinish { told.withLock { $0 += 1 } }
    harness.provider.materializedItemsDidChange { told.withLock { $0 += 1 } }
    harness.provider.pendingItemsDidChange { told.withLock { $0 += 1 } }
    harness.requests.waitUntilIdle()
    #expect(told.withLock { $0 } == 3)
  }

  @Test func anImportStartsAFullScan() throws {
    _ = try harness.names()
    try harness.write("a", to: "a.txt")
    let anchor = try harness.changes(since: harness.anchor()).anchor
    // In place, by another program.
    let file = try FileHandle(
      forWritingTo: URL(fileURLWithPath: harness.test.path(of: "AppGroup/Documents/a.txt")))
    try file.write(contentsOf: Data("longer".utf8))
    try file.close()
    #expect(try harness.changes(since: anchor).updated.isEmpty)
    harness.provider.importDidFinish {}
    harness.requests.waitUntilIdle()
    #expect(try harness.changes(since: anchor).updated.map(\.filename) == ["a.txt"])
  }

  @Test func requestsAreWhatTheUserWaitsFor() throws {
    let services = Mutex<[QualityOfService?]>([])
    let note = { @Sendable () in
      services.withLock { $0.append(OperationQueue.current?.qualityOfService) }
    }
    _ = harness.requests.perform { _, _ in
      note()
    } then: { _ in
    }
    _ = harness.requests.perform(isPicture: true) { _, _ in
      note()
    } then: { _ in
    }
    harness.requests.waitUntilIdle()
    #expect(services.withLock { $0 } == [.userInitiated, .userInitiated])
  }
}

import FileProvider
import Foundation
import Shared
import Testing

#if canImport(TestSupport)
  import TestSupport
#endif
#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

@Suite struct FailSoftTests {
  @Test func aStoreThatCannotBeOpenedIsTriedAgainByTheNextQuestion() throws {
    try withHouse { house in
      let domain = NSFileProviderDomain(
        identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "Test")
      let container = house.container
      let home = house.path(of: "App/Home")
      let open = { @Sendable (syncsTrash: Bool) in
        try Provider(container: container, home: home, syncsTrash: syncsTrash)
      }
      let desk = Desk(domain, open: open)
      let asker = Asker(house: house, provider: FileProviderExtension(desk: desk), desk: desk)
      // Not `cannotSynchronize`: what is created or modified meanwhile would never be sent again.
      #expect(throws: NSFileProviderError(.serverUnreachable)) { try asker.names() }
      try house.put(.folder(), at: "App/Home")
      #expect(try asker.names().isEmpty)
      asker.provider.invalidate()
    }
  }

  @Test func theAppsWordOpensAStoreThatCouldNotBeOpened() throws {
    let doorbell = Doorbell(group: UUID().uuidString)
    let isLocked = Guarded(true)
    let told = DispatchSemaphore(value: 0)
    try withHouse { house in
      try house.put(.folder(), at: "App/Home")
      let domain = NSFileProviderDomain(
        identifier: NSFileProviderDomainIdentifier(UUID().uuidString), displayName: "Test")
      let (container, home) = (house.container, house.path(of: "App/Home"))
      let desk = Desk(
        domain,
        open: { syncsTrash in
          if isLocked.with({ $0 }) { throw DiskError(.denied, at: home) }
          return try Provider(container: container, home: home, syncsTrash: syncsTrash)
        }, listener: { _ in told.signal() }, doorbell: doorbell)
      let asker = Asker(house: house, provider: FileProviderExtension(desk: desk), desk: desk)
      #expect(throws: NSFileProviderError(.serverUnreachable)) { try asker.names() }
      isLocked.with { $0 = false }
      // The system asks nothing now: it waits until it is told that the error is resolved, and signalled.
      doorbell.ring(.app)
      for _ in 1...2 { #expect(told.wait(timeout: .now() + 30) == .success) }
      asker.provider.invalidate()
    }
  }

  @Test(arguments: [CatalogueError.notScanned, .unknown(.root)])
  func whatPassesIsTriedAgainByTheSystemItself(error: CatalogueError) {
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

  @Test func aDamagedStoreIsSetAsideAndEveryAnchorExpires() throws {
    try Asker.with { asker in
      try asker.house.put(.file("a"), at: "AppGroup/Documents/a.txt")
      _ = try asker.list(.workingSet)
      let anchor = try asker.anchor()
      asker.provider.invalidate()
      asker.provider.desk.waitUntilIdle()
      for suffix in ["", "-wal", "-shm"] {
        let path = asker.house.path(of: "App/Home/catalogue.sqlite" + suffix)
        if FileManager.default.fileExists(atPath: path) {
          try Data(repeating: 7, count: 8192).write(to: URL(fileURLWithPath: path))
        }
      }
      #expect(throws: NSFileProviderError(.syncAnchorExpired)) { try asker.changes(since: anchor) }
      #expect(try asker.names(.workingSet) == ["a.txt"])
    }
  }

  @Test func anUnknownIdentifierIsNoSuchItem() throws {
    try Asker.with { asker in
      for id in ["", "..", "none", String(repeating: "f", count: 32)] {
        #expect {
          try asker.item(NSFileProviderItemIdentifier(id))
        } throws: { ($0 as NSError).code == NSFileProviderError.noSuchItem.rawValue }
      }
      let root = try asker.item(.rootContainer)
      #expect(root.itemIdentifier == .rootContainer)
    }
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

  @Test func whatPassesByItselfDoesNotStopEverything() {
    for code in [
      DiskError.Code.changed, .swept, .exists, .tooManyOpen, .cancelled, .noSpace, .denied, .failed,
      .notFound,
    ] {
      expectTransient(.disk(DiskError(code, at: "")))
    }
  }

  @Test(arguments: [DiskError.Code.special, .tooLarge, .nameTooLong, .unsupported])
  func whatIsBrokenForGoodIsNotTriedForEver(code: DiskError.Code) {
    let error = ProviderError.disk(DiskError(code, at: ""))
    #expect(error.translatedOfChange as NSError == NSFileProviderError(.cannotSynchronize) as NSError)
    // Of another request the whole place would wait for it.
    expectTransient(error)
  }

  @Test func everyRequestIsAnsweredOnceAlsoWhenTheExtensionIsLetGo() throws {
    try Asker.with { asker in
      let item = try #require(try asker.create("a.txt", contents: "a"))
      let answers = Guarded(0)
      let done = DispatchSemaphore(value: 0)
      for _ in 1...20 {
        _ = asker.provider.fetchContents(
          for: item.itemIdentifier, version: nil, request: NSFileProviderRequest()
        ) { _, _, _ in
          answers.with { $0 += 1 }
          done.signal()
        }
      }
      asker.provider.invalidate()
      for _ in 1...20 { #expect(done.wait(timeout: .now() + 20) == .success) }
      #expect(answers.with { $0 } == 20)
    }
  }

  @Test func aFailingInboxDoesNotHideTheDocuments() throws {
    try Asker.with { asker in
      try asker.house.put(.file("a"), at: "AppGroup/Documents/a.txt")
      try asker.house.put(.file("not a folder"), at: "AppGroup/Inbox")
      #expect(try asker.names() == ["a.txt"])
      try asker.house.remove("AppGroup/Inbox")
    }
  }

  @Test func theSystemsNewsAreAnswered() throws {
    try Asker.with { asker in
      let told = Guarded(0)
      asker.provider.importDidFinish { told.with { $0 += 1 } }
      asker.provider.materializedItemsDidChange { told.with { $0 += 1 } }
      asker.provider.pendingItemsDidChange { told.with { $0 += 1 } }
      asker.desk.waitUntilIdle()
      #expect(told.with { $0 } == 3)
    }
  }

  @Test func afterAnImportEveryEntryIsLookedAt() throws {
    try Asker.with { asker in
      _ = try asker.names()
      try asker.write("a", to: "a.txt")
      let anchor = try asker.changes(since: asker.anchor()).anchor
      // In place, by nobody of ours.
      let file = try FileHandle(
        forWritingTo: URL(fileURLWithPath: asker.house.path(of: "AppGroup/Documents/a.txt")))
      try file.write(contentsOf: Data("longer".utf8))
      try file.close()
      #expect(try asker.changes(since: anchor).updated.isEmpty)
      asker.provider.importDidFinish {}
      asker.desk.waitUntilIdle()
      #expect(try asker.changes(since: anchor).updated.map(\.filename) == ["a.txt"])
    }
  }
}

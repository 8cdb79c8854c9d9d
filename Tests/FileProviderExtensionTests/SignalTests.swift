import FileProvider
import Foundation
import Shared
import Synchronization
import Testing
import UniformTypeIdentifiers

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

/// The signals of the extension to the system.
@Suite struct SignalTests {
  /// What could not be opened can be.
  private static let isOpen = RequestQueue.Event.isResolved(
    domain: NSFileProviderErrorDomain, code: NSFileProviderError.Code.serverUnreachable.rawValue)

  /// Passes the extension, and a function that counts the signals so far, to a closure.
  private func asking(_ body: (ExtensionHarness, (RequestQueue.Event) -> Int) throws -> Void) throws {
    let told = Mutex<[RequestQueue.Event]>([])
    try ExtensionHarness.with(listener: { news in told.withLock { $0.append(news) } }) { harness in
      try body(harness) { news in told.withLock { $0.count { $0 == news } } }
    }
  }

  @Test func theFirstReplyAfterAnErrorResolvesItAlsoInAnotherProcess() throws {
    try asking { harness, count in
      for isKilled in [false, true] {
        _ = try harness.names()
        let before = count(Self.isOpen)
        try harness.rename("Documents", to: "../App/Away")
        #expect(throws: NSFileProviderError(.serverUnreachable)) { try harness.names() }
        if isKilled { harness.provider.invalidate() }
        try? FileManager.default.removeItem(atPath: harness.test.path(of: "AppGroup/Documents"))
        try harness.rename("../App/Away", to: "Documents")
        _ = try harness.names()
        harness.provider.requests.waitUntilIdle()
        #expect(count(Self.isOpen) == before + 1)
        harness.provider.invalidate()
        _ = try harness.names()
        harness.provider.requests.waitUntilIdle()
        #expect(count(Self.isOpen) == before + 1)
      }
    }
  }

  /// The system pauses ever longer after an error of the disk, too, until this very error is resolved.
  @Test func aListingThatSucceedsResolvesTheVeryErrorOfTheLastThatFailed() throws {
    let fails = Mutex(false)
    let told = Mutex<[RequestQueue.Event]>([])
    let busy = RequestQueue.Event.isResolved(
      domain: NSCocoaErrorDomain, code: CocoaError.Code.fileWriteUnknown.rawValue)
    try ExtensionHarness.with(
      on: { disk in
        disk.asking { request throws(DiskError) in
          if request.call == .list, fails.withLock(\.self) {
            throw .of(.failed, number: EIO, call: "getdents")
          }
        }
      }, listener: { news in told.withLock { $0.append(news) } }
    ) { harness in
      let item = try #require(try harness.create("a.txt", contents: "a"))
      try harness.write("b", to: "b.txt")
      fails.withLock { $0 = true }
      #expect(throws: CocoaError.self) { try harness.names() }
      // That one item can be had says nothing of listings.
      _ = try harness.item(item.itemIdentifier)
      harness.provider.invalidate()
      #expect(!told.withLock { $0.contains(busy) })
      fails.withLock { $0 = false }
      _ = try harness.names()
      harness.provider.requests.waitUntilIdle()
      #expect(told.withLock { $0.count { $0 == busy } } == 1)
      #expect(!told.withLock { $0.contains(Self.isOpen) })
    }
  }

  /// Else each change that is told would make the system ask for the folder again, without end.
  @Test func aListingThatSucceedsResolvesNoErrorOfAFolderThatFails() throws {
    let told = Mutex<[RequestQueue.Event]>([])
    try ExtensionHarness.with(listener: { news in told.withLock { $0.append(news) } }) { harness in
      let anchor = try harness.anchor()
      let refusal = StandingRefusal(in: harness.test.path(of: "App/Refusal"))
      let busy = NSError(domain: NSCocoaErrorDomain, code: CocoaError.Code.fileWriteUnknown.rawValue)
      #expect(refusal.note(busy, of: .listing(of: NSFileProviderItemIdentifier("a folder"))))
      #expect(!refusal.note(busy, of: .listing(of: NSFileProviderItemIdentifier("a folder"))))
      _ = try harness.changes(since: anchor)
      _ = try harness.names()
      _ = try harness.anchor()
      harness.provider.requests.waitUntilIdle()
      #expect(!told.withLock { $0.contains { if case .isResolved = $0 { true } else { false } } })
      #expect(refusal.take(after: .listing(of: NSFileProviderItemIdentifier("a folder"))) == busy)
    }
  }

  /// The system makes a new instance for each signal, as those report who shipped a provider.
  @Test func aNewInstanceForEachSignalEndsInSilence() throws {
    try asking { harness, count in
      _ = try harness.names()
      var anchor = try harness.anchor()
      for round in 0..<4 {
        switch round {
        case 0: try harness.test.put(.file("a"), at: "AppGroup/Documents/a.txt")
        case 1: _ = try harness.create("b.txt", contents: "b")
        case 2: try harness.test.remove("AppGroup/Documents/a.txt")
        default: break
        }
        // The writer signals what it did itself.
        var (heard, isSignalled, signals) = (count(.hasChanged), true, 0)
        while isSignalled, signals < 20 {
          harness.provider.invalidate()
          anchor = try harness.changes(since: anchor).anchor
          harness.provider.requests.waitUntilIdle()
          isSignalled = count(.hasChanged) > heard
          heard = count(.hasChanged)
          if isSignalled { signals += 1 }
        }
        #expect(signals <= 2, "round \(round)")
      }
      #expect(try harness.names().sorted() == ["b.txt"])
    }
  }

  @Test func whatCannotBeMovedOutOfDisplacedIsNoNews() throws {
    let isStuck = Mutex(false)
    let told = Mutex(0)
    try ExtensionHarness.with(
      on: { disk in
        disk.asking { request throws(DiskError) in
          if request.call == .renameExclusive, isStuck.withLock(\.self) {
            throw .of(.denied, number: EACCES, call: "renameat2")
          }
        }
      }, listener: { news in if news == .hasChanged { told.withLock { $0 += 1 } } }
    ) { harness in
      let item = try #require(try harness.create("a.txt", contents: "a"))
      _ = try harness.names()
      try harness.test.put(.folder(), at: "AppGroup/Displaced/x")
      try harness.rename("Documents/a.txt", to: "Displaced/x/document")
      isStuck.withLock { $0 = true }
      for _ in 1...5 { _ = try harness.names() }
      harness.provider.requests.waitUntilIdle()
      let before = told.withLock(\.self)
      for _ in 1...5 { _ = try harness.names() }
      harness.provider.requests.waitUntilIdle()
      #expect(told.withLock(\.self) == before)
      isStuck.withLock { $0 = false }
      // No path was stored, so it has another name, and is the same item.
      #expect(try harness.names().count == 1)
      _ = try harness.item(item.itemIdentifier)
    }
  }

  @Test func theProviderSignalsOnceUntilTheSystemHasAnAnchor() throws {
    try asking { harness, count in
      _ = try harness.names()
      harness.provider.requests.waitUntilIdle()
      for _ in 1...2 {
        harness.provider.invalidate()
        try harness.rename("../App/Home", to: "../App/Away")
        try harness.test.put("in the way", at: "App/Home")
        let before = count(.hasChanged)
        // The stand-in's test double expects an anchor.
        for _ in 1...3 { _ = try? harness.anchor() }
        harness.provider.requests.waitUntilIdle()
        #expect(count(.hasChanged) == before + 1)
        try FileManager.default.removeItem(atPath: harness.test.path(of: "App/Home"))
        try harness.rename("../App/Away", to: "../App/Home")
        _ = try harness.anchor()
        harness.provider.requests.waitUntilIdle()
      }
    }
  }

  @Test func aReplyThatReadsNoDocumentsResolvesNoError() throws {
    try asking { harness, count in
      let item = try #require(try harness.create("a.txt", contents: "a"))
      try harness.rename("Documents", to: "../App/Away")
      #expect(throws: NSFileProviderError(.serverUnreachable)) { try harness.names() }
      // The catalogue alone could answer this.
      #expect(throws: NSFileProviderError(.serverUnreachable)) { try harness.item(item.itemIdentifier) }
      harness.provider.requests.waitUntilIdle()
      #expect(count(Self.isOpen) == 0)
      try harness.rename("../App/Away", to: "Documents")
    }
  }

  @Test func anUnknownItemIsNoErrorToResolve() throws {
    try asking { harness, count in
      #expect(throws: (any Error).self) { try harness.item(NSFileProviderItemIdentifier("none")) }
      _ = try harness.names()
      harness.provider.requests.waitUntilIdle()
      #expect(count(Self.isOpen) == 0)
    }
  }

  @Test func theProviderSignalsWhenADrainReachesItsLimit() throws {
    try asking { harness, count in
      let many = Dictionary(uniqueKeysWithValues: (0..<501).map { (FileName("\($0)"), Tree.file("x")) })
      try harness.test.deliver(many)
      #expect(throws: (any Error).self) { try harness.item(NSFileProviderItemIdentifier("none")) }
      harness.provider.requests.waitUntilIdle()
      #expect(count(.hasChanged) == 0)
      // Five hundred at most, and fewer when they take longer than a second. The last listing brings something, too,
      // of which only the working set tells the system.
      var listings = 2
      #expect(try harness.names().count <= 500)
      while try harness.names().count < 501 { listings += 1 }
      harness.provider.requests.waitUntilIdle()
      #expect(count(.hasChanged) == listings)
    }
  }

  @Test func aPutBackIsSignalled() throws {
    try asking { harness, count in
      let item = try #require(try harness.create("a.txt", contents: "a"))
      let (thrown, _) = try harness.modify(item, .parentItemIdentifier) {
        $0.parentItemIdentifier = .trashContainer
      }
      harness.provider.requests.waitUntilIdle()
      #expect(count(.hasChanged) == 1)
      try harness.putBack([thrown])
      harness.provider.requests.waitUntilIdle()
      #expect(count(.hasChanged) == 2)
    }
  }

  /// How often the working set is signalled because of some calls, and only after their answers. One more does no harm: on
  /// a slow machine a later look may find the same change once more.
  private func signals(
    _ prepare: (ExtensionHarness) throws -> NSFileProviderItemIdentifier? = { _ in nil },
    of body: (ExtensionHarness, NSFileProviderItemIdentifier) throws -> Void
  ) throws -> Int {
    var number = 0
    try asking { harness, count in
      let id = try prepare(harness)
      harness.provider.requests.waitUntilIdle()
      let before = count(.hasChanged)
      try body(harness, id ?? .rootContainer)
      harness.provider.requests.waitUntilIdle()
      number = count(.hasChanged) - before
    }
    return number
  }

  private static func made(_ name: String, _ type: UTType = .data) -> (ExtensionHarness) throws ->
    NSFileProviderItemIdentifier?
  {
    { harness in try harness.create(name, type: type, contents: type == .folder ? nil : "a")?.itemIdentifier }
  }

  @Test func aConflictCopyIsSignalled() throws {
    let number = try signals(Self.made("a.txt")) { harness, id in
      let item = try harness.item(id)
      try harness.write("theirs", to: "a.txt")
      _ = try harness.modify(item, .contents, contents: "ours")
    }
    #expect(number >= 1)
  }

  @Test func theProviderSignalsANameThatDiffersFromTheRequest() throws {
    let created = try signals(Self.made("a.txt")) { harness, _ in
      let made = try harness.create("a.txt", contents: "b")
      #expect(made?.filename == "a-1.txt")
    }
    #expect(created == 1)
    let renamed = try signals(Self.made("a.txt")) { harness, _ in
      let other = try #require(try harness.create("b.txt", contents: "b"))
      _ = try harness.modify(other, .filename) { $0.filename = "a.txt" }
    }
    #expect(renamed == 1)
  }

  @Test func theProviderSignalsAnIdentifierThatDiffersFromTheRequest() throws {
    let number = try signals(Self.made("a.txt")) { harness, id in
      let item = try harness.item(id)
      try harness.test.remove("AppGroup/Documents/a.txt")
      let (again, _) = try harness.modify(item, .contents, contents: "edited")
      #expect(again.itemIdentifier != id)
    }
    #expect(number >= 1)
  }

  @Test func aRecursiveDeleteSignalsWhatItRemovedAndWhatItKept() throws {
    let removed = try signals(Self.made("Trip", .folder)) { harness, id in
      _ = try harness.create("a.txt", in: id, contents: "a")
      try harness.delete(try harness.item(id), .recursive)
    }
    #expect(removed == 1)
    let rejected = try signals(Self.made("Trip", .folder)) { harness, id in
      try harness.test.put("new", at: "AppGroup/Documents/Trip/new.txt")
      #expect(throws: (any Error).self) { try harness.delete(try harness.item(id), .recursive) }
    }
    #expect(rejected >= 1)
  }

  @Test func aRejectedDeleteIsSignalled() throws {
    let number = try signals(Self.made("a.txt")) { harness, id in
      let item = try harness.item(id)
      try harness.rename("Documents/a.txt", to: "Documents/b.txt")
      #expect(throws: (any Error).self) { try harness.delete(item) }
    }
    #expect(number >= 1)
  }

  @Test func aListingSignalsChangesThatItFindsInOtherFolders() throws {
    let number = try signals(Self.made("Trip", .folder)) { harness, id in
      try harness.test.put("a", at: "AppGroup/Documents/a.txt")
      _ = try harness.list(id)
    }
    #expect(number >= 1)
  }

  @Test func aChangeThatTheSystemRequestedIsNotSignalled() throws {
    let number = try signals(Self.made("a.txt")) { harness, id in
      let item = try harness.item(id)
      let (edited, _) = try harness.modify(item, [.contents, .filename], contents: "b") {
        $0.filename = "b.txt"
      }
      _ = try harness.create("c.txt", contents: "c")
      _ = try harness.fetch(id)
      try harness.delete(edited)
    }
    #expect(number == 0)
  }

  @Test func theNextProcessSignalsChangesFromWhileNoneRan() throws {
    // Its writer may have died before it could.
    let number = try signals(Self.made("a.txt")) { harness, id in
      harness.provider.invalidate()
      _ = try harness.item(id)
    }
    #expect(number >= 1)
  }
}

import FileProvider
import Foundation
import Shared
import Testing
import UniformTypeIdentifiers

#if canImport(TestSupport)
  import TestSupport
#endif
#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

/// What the extension tells the system by itself.
@Suite struct SignalTests {
  /// Lends the extension, and how often the system was told something so far.
  private func asking(_ body: (Asker, (Desk.News) -> Int) throws -> Void) throws {
    let told = Guarded<[Desk.News]>([])
    try Asker.with(listener: { news in told.with { $0.append(news) } }) { asker in
      try body(asker) { news in told.with { $0.count { $0 == news } } }
    }
  }

  @Test func theFirstAnswerOfEveryStartEndsWhatEarlierStartsCouldNotDo() throws {
    try asking { asker, count in
      _ = try asker.names()
      asker.provider.desk.waitUntilIdle()
      #expect(count(.isResolved) == 1)
      _ = try asker.names()
      asker.provider.invalidate()
      _ = try asker.names()
      asker.provider.desk.waitUntilIdle()
      #expect(count(.isResolved) == 2)
    }
  }

  @Test func theFirstAnswerAfterTroubleSaysThatItIsOver() throws {
    try asking { asker, count in
      _ = try asker.names()
      asker.provider.desk.waitUntilIdle()
      #expect(count(.isResolved) == 1)
      try asker.rename("Documents", to: "../App/Away")
      #expect(throws: NSFileProviderError(.serverUnreachable)) { try asker.names() }
      try asker.rename("../App/Away", to: "Documents")
      _ = try asker.names()
      asker.provider.desk.waitUntilIdle()
      #expect(count(.isResolved) == 2)
    }
  }

  @Test func withoutAnAnchorTheSystemIsSignalledOnceUntilItGetsOne() throws {
    try asking { asker, count in
      _ = try asker.names()
      asker.provider.desk.waitUntilIdle()
      for _ in 1...2 {
        asker.provider.invalidate()
        try asker.rename("../App/Home", to: "../App/Away")
        try asker.house.put(.file("in the way"), at: "App/Home")
        let before = count(.hasChanged)
        // The stand-in's test double expects an anchor.
        for _ in 1...3 { _ = try? asker.anchor() }
        asker.provider.desk.waitUntilIdle()
        #expect(count(.hasChanged) == before + 1)
        try FileManager.default.removeItem(atPath: asker.house.path(of: "App/Home"))
        try asker.rename("../App/Away", to: "../App/Home")
        _ = try asker.anchor()
        asker.provider.desk.waitUntilIdle()
      }
    }
  }

  @Test func aSuccessThatProvesNothingEndsNoWait() throws {
    try asking { asker, count in
      _ = try asker.names()
      try asker.rename("Documents", to: "../App/Away")
      #expect(throws: NSFileProviderError(.serverUnreachable)) { try asker.names() }
      // What needs no look at Documents, and used to succeed.
      _ = try? asker.item(.rootContainer)
      asker.provider.desk.waitUntilIdle()
      #expect(count(.isResolved) == 1)
      try asker.rename("../App/Away", to: "Documents")
    }
  }

  @Test func aRefusalThatPassesIsNothingToResolve() throws {
    try asking { asker, count in
      #expect(throws: (any Error).self) { try asker.item(NSFileProviderItemIdentifier("none")) }
      _ = try asker.names()
      asker.provider.desk.waitUntilIdle()
      #expect(count(.isResolved) == 1)
    }
  }

  @Test func whatTheDrainLeavesForLaterIsSignalled() throws {
    try asking { asker, count in
      let many = Dictionary(
        uniqueKeysWithValues: (0..<501).map { (FileName("\($0)"), Tree.file("x")) })
      try asker.house.deliver(many)
      _ = try asker.item(.rootContainer)
      asker.provider.desk.waitUntilIdle()
      // Every start is a signal.
      #expect(count(.hasChanged) == 1)
      // Five hundred at most, and fewer when they take longer than a second. The last listing brings something, too,
      // of which only the working set tells the system.
      var listings = 2
      #expect(try asker.names().count <= 500)
      while try asker.names().count < 501 { listings += 1 }
      asker.provider.desk.waitUntilIdle()
      #expect(count(.hasChanged) == 1 + listings)
    }
  }

  @Test func whatIsPutBackIsSignalled() throws {
    try asking { asker, count in
      let item = try #require(try asker.create("a.txt", contents: "a"))
      let (thrown, _) = try asker.modify(item, .parentItemIdentifier) {
        $0.parentItemIdentifier = .trashContainer
      }
      asker.provider.desk.waitUntilIdle()
      #expect(count(.hasChanged) == 1)
      try asker.putBack([thrown])
      asker.provider.desk.waitUntilIdle()
      #expect(count(.hasChanged) == 2)
    }
  }

  /// How often the working set is signalled because of some calls, and only after their answers.
  private func signals(
    _ prepare: (Asker) throws -> NSFileProviderItemIdentifier? = { _ in nil },
    of body: (Asker, NSFileProviderItemIdentifier) throws -> Void
  ) throws -> Int {
    var number = 0
    try asking { asker, count in
      let id = try prepare(asker)
      asker.provider.desk.waitUntilIdle()
      let before = count(.hasChanged)
      try body(asker, id ?? .rootContainer)
      asker.provider.desk.waitUntilIdle()
      number = count(.hasChanged) - before
    }
    return number
  }

  private static func made(_ name: String, _ type: UTType = .data) -> (Asker) throws ->
    NSFileProviderItemIdentifier?
  {
    { asker in try asker.create(name, type: type, contents: type == .folder ? nil : "a")?.itemIdentifier }
  }

  @Test func aConflictCopyIsSignalled() throws {
    let number = try signals(Self.made("a.txt")) { asker, id in
      let item = try asker.item(id)
      try asker.write("theirs", to: "a.txt")
      _ = try asker.modify(item, .contents, contents: "ours")
    }
    #expect(number == 1)
  }

  @Test func anotherNameThanAskedForIsSignalled() throws {
    let created = try signals(Self.made("a.txt")) { asker, _ in
      let made = try asker.create("a.txt", contents: "b")
      #expect(made?.filename == "a-1.txt")
    }
    #expect(created == 1)
    let renamed = try signals(Self.made("a.txt")) { asker, _ in
      let other = try #require(try asker.create("b.txt", contents: "b"))
      _ = try asker.modify(other, .filename) { $0.filename = "a.txt" }
    }
    #expect(renamed == 1)
  }

  @Test func anotherIdentifierThanAskedForIsSignalled() throws {
    let number = try signals(Self.made("a.txt")) { asker, id in
      let item = try asker.item(id)
      try asker.house.remove("AppGroup/Documents/a.txt")
      let (again, _) = try asker.modify(item, .contents, contents: "edited")
      #expect(again.itemIdentifier != id)
    }
    #expect(number == 1)
  }

  @Test func whatARecursiveDeleteRemovedOrCouldNotIsSignalled() throws {
    let removed = try signals(Self.made("Trip", .folder)) { asker, id in
      _ = try asker.create("a.txt", in: id, contents: "a")
      try asker.delete(try asker.item(id), .recursive)
    }
    #expect(removed == 1)
    let rejected = try signals(Self.made("Trip", .folder)) { asker, id in
      try asker.house.put(.file("new"), at: "AppGroup/Documents/Trip/new.txt")
      #expect(throws: (any Error).self) { try asker.delete(try asker.item(id), .recursive) }
    }
    #expect(rejected >= 1)
  }

  @Test func aDeleteThatIsRejectedIsSignalled() throws {
    let number = try signals(Self.made("a.txt")) { asker, id in
      let item = try asker.item(id)
      try asker.rename("Documents/a.txt", to: "Documents/b.txt")
      #expect(throws: (any Error).self) { try asker.delete(item) }
    }
    #expect(number == 1)
  }

  @Test func whatAListingOfAFolderFindsElsewhereIsSignalled() throws {
    let number = try signals(Self.made("Trip", .folder)) { asker, id in
      try asker.house.put(.file("a"), at: "AppGroup/Documents/a.txt")
      _ = try asker.list(id)
    }
    #expect(number == 1)
  }

  @Test func whatTheSystemAskedForIsNotSignalled() throws {
    let number = try signals(Self.made("a.txt")) { asker, id in
      let item = try asker.item(id)
      let (edited, _) = try asker.modify(item, [.contents, .filename], contents: "b") {
        $0.filename = "b.txt"
      }
      _ = try asker.create("c.txt", contents: "c")
      _ = try asker.fetch(id)
      try asker.delete(edited)
    }
    #expect(number == 0)
  }

  @Test func whatChangedWhileNoProcessLivedIsSignalledByTheNextOne() throws {
    // Its writer may have died before it could.
    let number = try signals(Self.made("a.txt")) { asker, id in
      asker.provider.invalidate()
      _ = try asker.item(id)
    }
    #expect(number == 1)
  }
}

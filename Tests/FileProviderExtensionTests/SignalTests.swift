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
      #expect(count(.isResolved) == 1)
      _ = try asker.names()
      asker.provider.invalidate()
      _ = try asker.names()
      #expect(count(.isResolved) == 2)
    }
  }

  @Test func theFirstAnswerAfterTroubleSaysThatItIsOver() throws {
    try asking { asker, count in
      _ = try asker.names()
      #expect(count(.isResolved) == 1)
      try asker.rename("Documents", to: "../App/Away")
      #expect(throws: NSFileProviderError(.cannotSynchronize)) { try asker.names() }
      try asker.rename("../App/Away", to: "Documents")
      _ = try asker.names()
      #expect(count(.isResolved) == 2)
    }
  }

  @Test func whatTheDrainLeavesForLaterIsSignalled() throws {
    try asking { asker, count in
      let many = Dictionary(
        uniqueKeysWithValues: (0..<501).map { (FileName("\($0)"), Tree.file("x")) })
      try asker.house.deliver(many)
      // Five hundred at most, and fewer when they take longer than a second.
      var listings = 1
      #expect(try asker.names().count <= 500)
      while try asker.names().count < 501 { listings += 1 }
      #expect(count(.hasChanged) == listings)
    }
  }

  @Test func whatIsPutBackIsSignalled() throws {
    try asking { asker, count in
      let item = try #require(try asker.create("a.txt", contents: "a"))
      let (thrown, _) = try asker.modify(item, .parentItemIdentifier) {
        $0.parentItemIdentifier = .trashContainer
      }
      try asker.putBack([thrown])
      #expect(count(.hasChanged) == 1)
    }
  }
}

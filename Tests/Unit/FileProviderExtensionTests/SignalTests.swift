import FileProvider
import Foundation
import IntrayCore
import Synchronization
import Testing
import UniformTypeIdentifiers

#if canImport(FileProviderExtension)
  @testable import FileProviderExtension
#endif

/// The signals of the extension to the system.
@Suite struct SignalTests {
  /// Passes the extension, and a function that counts the signals so far, to a closure.
  private func asking(
    on disk: (Disk) -> Disk = { $0 }, _ body: (ExtensionHarness, (RequestQueue.Event) -> Int) throws -> Void
  ) throws {
    let told = Mutex<[RequestQueue.Event]>([])
    try ExtensionHarness.with(on: disk, listener: { news in told.withLock { $0.append(news) } }) { harness in
      try body(harness) { news in
        harness.requests.waitUntilIdle()
        return told.withLock { $0.count { $0 == news } }
      }
    }
  }

  @Test func theFirstReplyAfterAnErrorResolvesItAlsoInAnotherProcess() throws {
    try asking { harness, count in
      for isKilled in [false, true] {
        _ = try harness.names()
        let before = count(.isOpen)
        try harness.rename("Documents", to: "../App/Away")
        #expect(throws: NSFileProviderError(.serverUnreachable)) { try harness.names() }
        if isKilled { harness.provider.invalidate() }
        try? FileManager.default.removeItem(atPath: harness.test.path(of: "AppGroup/Documents"))
        try harness.rename("../App/Away", to: "Documents")
        _ = try harness.names()
        #expect(count(.isOpen) == before + 1)
        harness.provider.invalidate()
        _ = try harness.names()
        #expect(count(.isOpen) == before + 1)
      }
    }
  }

  /// The system asks again by itself, and takes no word of such an error.
  @Test func aListingThatFailsForNowIsNoErrorToResolve() throws {
    let fails = Flag()
    try asking(on: { $0.refusing([.list], with: .failed, while: fails) }) { harness, count in
      _ = try harness.create("a.txt", contents: "a")
      try harness.write("b", to: "b.txt")
      fails.isOn = true
      #expect(throws: CocoaError.self) { try harness.names() }
      harness.provider.invalidate()
      fails.isOn = false
      #expect(try harness.names().sorted() == ["a.txt", "b.txt"])
      #expect(count(.isOpen) == 0)
    }
  }

  /// Else each change that is told would make the system ask for an anchor again, without end.
  @Test func onlyAnAnchorEndsThatThereWasNone() throws {
    try ExtensionHarness.with { harness in
      let refusal = StandingRefusal(in: harness.test.path(of: "App/Refusal"))
      #expect(refusal.note(.anchor))
      #expect(!refusal.note(.anchor))
      _ = try harness.names()
      harness.provider.requests.waitUntilIdle()
      #expect(refusal.take(after: .listing) == nil)
      _ = try harness.anchor()
      harness.provider.requests.waitUntilIdle()
      #expect(refusal.take(after: .anchor) == nil)
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
    let isStuck = Flag()
    try asking(on: { $0.refusing([.renameExclusive], with: .denied, while: isStuck) }) { harness, count in
      let item = try #require(try harness.create("a.txt", contents: "a"))
      _ = try harness.names()
      try harness.test.put(.folder(), at: "AppGroup/Displaced/x")
      try harness.rename("Documents/a.txt", to: "Displaced/x/document")
      isStuck.isOn = true
      for _ in 1...5 { _ = try harness.names() }
      let before = count(.hasChanged)
      for _ in 1...5 { _ = try harness.names() }
      #expect(count(.hasChanged) == before)
      isStuck.isOn = false
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
      #expect(count(.isOpen) == 0)
      try harness.rename("../App/Away", to: "Documents")
    }
  }

  @Test func anUnknownItemIsNoErrorToResolve() throws {
    try asking { harness, count in
      #expect(throws: (any Error).self) { try harness.item(NSFileProviderItemIdentifier("none")) }
      _ = try harness.names()
      #expect(count(.isOpen) == 0)
    }
  }

  @Test func theProviderSignalsWhenADrainReachesItsLimit() throws {
    try asking { harness, count in
      let many = Dictionary(uniqueKeysWithValues: (0..<501).map { (FileName("\($0)"), Tree.file("x")) })
      try harness.test.deliver(many)
      #expect(throws: (any Error).self) { try harness.item(NSFileProviderItemIdentifier("none")) }
      #expect(count(.hasChanged) == 0)
      // Five hundred at most, and fewer when they take longer than a second. The last listing brings something, too,
      // of which only the working set tells the system.
      var listings = 2
      #expect(try harness.names().count <= 500)
      while try harness.names().count < 501 { listings += 1 }
      #expect(count(.hasChanged) == listings)
    }
  }

  @Test func aPutBackIsSignalled() throws {
    try asking { harness, count in
      let item = try #require(try harness.create("a.txt", contents: "a"))
      let (thrown, _) = try harness.modify(item, .parentItemIdentifier) {
        $0.parentItemIdentifier = .trashContainer
      }
      #expect(count(.hasChanged) == 1)
      try harness.putBack([thrown])
      #expect(count(.hasChanged) == 2)
    }
  }

  /// Something that the system has, what happens to it then, and how often the working set is signalled because of that, after the
  /// answers. One more does no harm where a later look may find the same change once more.
  struct Course: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var type = UTType.data
    let signals: ClosedRange<Int>
    let act: @Sendable (ExtensionHarness, any NSFileProviderItemProtocol) throws -> Void
  }

  private static let courses = [
    Course(testDescription: "a conflict copy", signals: 1...9) { harness, item in
      try harness.write("theirs", to: "a")
      _ = try harness.modify(item, .contents, contents: "ours")
    },
    Course(testDescription: "another name than that of a call that creates", signals: 1...1) { harness, _ in
      let made = try harness.create("a", contents: "b")
      #expect(made?.filename == "a-1")
    },
    Course(testDescription: "another name than that of a call that renames", signals: 1...1) { harness, _ in
      let other = try #require(try harness.create("b.txt", contents: "b"))
      _ = try harness.modify(other, .filename) { $0.filename = "a" }
    },
    Course(testDescription: "another identifier", signals: 1...9) { harness, item in
      try harness.test.remove("AppGroup/Documents/a")
      let (again, _) = try harness.modify(item, .contents, contents: "edited")
      #expect(again.itemIdentifier != item.itemIdentifier)
    },
    Course(testDescription: "what a recursive delete removed", type: .folder, signals: 1...1) {
      harness, item in
      _ = try harness.create("a.txt", in: item.itemIdentifier, contents: "a")
      try harness.delete(try harness.item(item.itemIdentifier), .recursive)
    },
    Course(testDescription: "what a recursive delete kept", type: .folder, signals: 1...9) { harness, item in
      try harness.test.put("new", at: "AppGroup/Documents/a/new.txt")
      #expect(throws: (any Error).self) { try harness.delete(item, .recursive) }
    },
    Course(testDescription: "a rejected delete", signals: 1...9) { harness, item in
      try harness.rename("Documents/a", to: "Documents/b.txt")
      #expect(throws: (any Error).self) { try harness.delete(item) }
    },
    Course(testDescription: "a change that a listing finds in another folder", type: .folder, signals: 1...9)
    {
      harness, item in
      try harness.test.put("a", at: "AppGroup/Documents/a.txt")
      _ = try harness.list(item.itemIdentifier)
    },
    Course(testDescription: "only what the system asked for", signals: 0...0) { harness, item in
      let (edited, _) = try harness.modify(item, [.contents, .filename], contents: "b") {
        $0.filename = "b.txt"
      }
      _ = try harness.create("c.txt", contents: "c")
      _ = try harness.fetch(item.itemIdentifier)
      try harness.delete(edited)
    },
    // Its writer may have died before it could.
    Course(testDescription: "a change from while no process ran", signals: 1...9) { harness, item in
      harness.provider.invalidate()
      _ = try harness.item(item.itemIdentifier)
    },
  ]

  @Test(arguments: courses) func theProviderSignalsWhatTheSystemDidNotAskForAndNothingElse(course: Course)
    throws
  {
    try asking { harness, count in
      let contents = course.type == .folder ? nil : "a"
      let item = try #require(try harness.create("a", type: course.type, contents: contents))
      let before = count(.hasChanged)
      try course.act(harness, item)
      #expect(course.signals.contains(count(.hasChanged) - before))
    }
  }
}

import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// Another program does something just before each call: every schedule of one process and one intruder.
@Suite struct InterferenceTests {
  /// Runs an act once for each of its calls, with the intruder at that call.
  ///
  /// - Parameter check: told what the act threw.
  private func atEveryCall(
    prepare: (House) throws -> Void, act: (House, Disk) throws -> Void,
    intruder: @escaping @Sendable (House) throws -> Void, check: (House, DiskError?) throws -> Void
  ) throws {
    for step in 1...1_000 {
      var isOver = false
      try withHouse(on: .memory) { house in
        try prepare(house)
        let fuse = Fuse(at: step)
        let failures = Guarded<[any Error]>([])
        let disk = house.disk.withoutSyncs.interrupted(fuse) { _ in
          do { try intruder(house) } catch { failures.with { $0.append(error) } }
        }
        var thrown: DiskError?
        do { try act(house, disk) } catch let error as DiskError { thrown = error }
        isOver = !fuse.hasBlown
        if let failure = failures.with({ $0.first }) { throw failure }
        try check(house, thrown)
      }
      if isOver {
        #expect(step > 3, "there were no calls")
        return
      }
    }
    Issue.record("the act does not end")
  }

  @Test(arguments: Journey.all)
  func anotherProcessMaySettleAndDrainAtAnyMoment(journey: Journey) throws {
    try atEveryCall(prepare: journey.prepare) { house, disk in
      try journey.act(house, disk)
    } intruder: { house in
      try Drain(house.container(on: house.disk.withoutSyncs.ofAnotherProcess)).run { _ in }
    } check: { house, _ in
      try house.recover()
      try journey.check(house)
    }
  }

  @Test func aReplacementThatAnswersHasReplaced() throws {
    try atEveryCall(prepare: Journey.replace.prepare) { house, disk in
      try Journey.replace.act(house, disk)
    } intruder: { house in
      try Drain(house.container(on: house.disk.withoutSyncs.ofAnotherProcess)).run { _ in }
    } check: { house, error in
      #expect(error == nil || error?.code == .swept)
      let expected = error == nil ? "new" : "old"
      #expect(try house.documents == .folder(["a.txt": .file(expected).attribute("tag", [7])]))
      try house.recover()
    }
  }

  @Test func aRemovalThatAnswersHasRemoved() throws {
    for journey in [Journey.removeFile, .removeFolder] {
      try atEveryCall(prepare: journey.prepare) { house, disk in
        try journey.act(house, disk)
      } intruder: { house in
        try Drain(house.container(on: house.disk.withoutSyncs.ofAnotherProcess)).run { _ in }
      } check: { house, error in
        let found = try house.documents
        #expect(error == nil && found == .folder(["b.txt": .file("b")]), "\(found)")
      }
    }
  }

  @Test func aDepositThatIsSweptStartsAgainFromItsSource() throws {
    try atEveryCall(prepare: Journey.deposit.prepare) { house, disk in
      try Journey.deposit.act(house, disk)
    } intruder: { house in
      try Inbox(house.container(on: house.disk.withoutSyncs)).sweep(now: muchLater)
    } check: { house, error in
      #expect(error == nil)
      try house.recover()
      #expect(try house.documents.contents == texts("", "one", "three", "two"))
    }
  }

  @Test func anInboxThatGoesAwayIsMadeAgain() throws {
    try atEveryCall(prepare: Journey.deposit.prepare) { house, disk in
      try Journey.deposit.act(house, disk)
    } intruder: { house in
      _ = rmdir(house.path(of: "AppGroup/Inbox"))
    } check: { house, error in
      // Gone again between making and using it: said, and nothing is left.
      #expect(error == nil || error?.code == .notFound)
      #expect(try house.remains.isEmpty)
      try house.recover()
      #expect(try house.documents.contents == (error == nil ? texts("", "one", "three", "two") : []))
    }
  }

  /// Puts a stranger where the document is, which goes elsewhere.
  private static let swap: @Sendable (House) throws -> Void = { house in
    let documents = house.path(of: "AppGroup/Documents")
    let hadDocument = rename(documents + "/a.txt", documents + "/moved.txt") == 0
    guard hadDocument || !FileManager.default.fileExists(atPath: documents + "/a.txt") else { return }
    try house.put(.file("stranger"), at: "AppGroup/Documents/a.txt")
  }

  @Test func aStrangerInTheDocumentsPlaceIsNeverReplaced() throws {
    try atEveryCall(prepare: Journey.replace.prepare) { house, disk in
      try Journey.replace.act(house, disk)
    } intruder: { house in
      try Self.swap(house)
    } check: { house, error in
      let found = try house.documents.contents
      #expect(found.count { $0 == Array("stranger".utf8) } <= 1)
      if error == nil { #expect(found.contains(Array("new".utf8))) }
      try house.recover()
      let settled = try house.documents
      let wasSwapped = settled.names.contains("moved.txt")
      #expect(!wasSwapped || settled.contents.count { $0 == Array("stranger".utf8) } == 1, "\(settled)")
      #expect(
        settled.contents.contains(Array("old".utf8)) || settled.contents.contains(Array("new".utf8)),
        "\(settled)")
      #expect(settled.contents.count == Set(settled.contents).count, "\(settled)")
    }
  }

  @Test func aStrangerInTheDocumentsPlaceIsNeverRemoved() throws {
    try atEveryCall(prepare: Journey.removeFile.prepare) { house, disk in
      try Journey.removeFile.act(house, disk)
    } intruder: { house in
      try Self.swap(house)
    } check: { house, error in
      try house.recover()
      let found = try house.documents
      let strangers = found.contents.count { $0 == Array("stranger".utf8) }
      // Gone before the stranger came, or the stranger is met: changed, or success because it is gone.
      #expect(strangers == 1 || !found.names.contains("moved.txt"), "\(found)")
      #expect(found.entries["b.txt"] == .file("b"))
      #expect(error == nil || error?.code == .changed)
      if error == nil, found.names.contains("moved.txt") { Issue.record("a stranger was met in silence") }
    }
  }

  @Test func aStrangerInTheDocumentsPlaceIsNotMoved() throws {
    try atEveryCall(prepare: Journey.move.prepare) { house, disk in
      try Journey.move.act(house, disk)
    } intruder: { house in
      try Self.swap(house)
    } check: { house, error in
      let found = try house.documents
      #expect(Set(found.contents).isSuperset(of: texts("a")))
      #expect(found.contents.count == Set(found.contents).count)
      let target = found.entries["f"]?.entries["b.txt"]
      #expect(target == nil || target == .file("a"), "\(found)")
      #expect(error == nil || error?.code == .changed)
    }
  }

  @Test func whatSomebodyPutsIntoAFolderIsNeverRemovedWithIt() throws {
    for step in 1...1_000 {
      var isOver = false
      try withHouse(on: .memory) { house in
        try Journey.removeFolder.prepare(house)
        let file = try house.known("f").file
        let fuse = Fuse(at: step)
        let wasAdded = Guarded(false)
        let disk = house.disk.withoutSyncs.interrupted(fuse) { _ in
          // Wherever the folder is by now.
          for place in (try? house.placesOfFolder("f")) ?? [] {
            try? house.put(.file("newcomer"), at: place + "/newcomer")
            wasAdded.with { $0 = true }
          }
        }
        let known: Set<String> = ["", "1", "2", "2/3", "2/4"]
        var thrown: DiskError?
        do throws(DiskError) {
          try Documents(house.container(on: disk)).remove("f", expecting: file) { path, _, _ in
            known.contains(path.description)
          }
        } catch { thrown = error }
        isOver = !fuse.hasBlown
        try house.recover()
        let found = try house.documents
        #expect(found.entries["b.txt"] == .file("b"))
        if wasAdded.with({ $0 }) {
          #expect(found.contents.contains(Array("newcomer".utf8)), "\(found)")
          #expect(thrown?.code == .changed)
        } else {
          #expect(thrown == nil && found.names == ["b.txt"])
        }
      }
      if isOver { return }
    }
    Issue.record("the removal does not end")
  }

  @Test func aNameThatIsTakenInTheLastMomentIsNeverReplaced() throws {
    let journeys: [(Journey, FileName)] = [
      (.drain, "a-1.txt"), (.drain, "b"), (.add, "a-1.txt"), (.moveTaken, "B-1.txt"), (.settle, "Untitled"),
      (.openedCopy, "a-1.txt"), (.openedParcel, "a.txt"), (.removeFile, "a.txt"), (.replace, "a-1.txt"),
    ]
    for (journey, name) in journeys {
      let hasCome = Guarded(false)
      try atEveryCall { house in
        hasCome.with { $0 = false }
        try journey.prepare(house)
      } act: { house, disk in
        try journey.act(house, disk)
      } intruder: { house in
        try? house.put(.file("rival"), at: "AppGroup/Documents/\(name)")
        let isThere = try house.documents.contents.contains(Array("rival".utf8))
        hasCome.with { $0 = isThere }
      } check: { house, _ in
        try house.recover()
        let found = try house.documents
        #expect(found.contents.contains(Array("rival".utf8)) == hasCome.with { $0 })
        try journey.checkNothingLost(house)
        #expect(found.contents.count == Set(found.contents).count, "\(journey.testDescription): \(found)")
      }
    }
  }
}

extension House {
  /// Where a folder is that a process may be removing.
  fileprivate func placesOfFolder(_ name: FileName) throws -> [String] {
    var places: [String] = []
    if try documents.names.contains(name) { places.append("AppGroup/Documents/\(name)") }
    for (record, tree) in try tree("AppGroup/Displaced").entries {
      places += tree.names.map { "AppGroup/Displaced/\(record)/\($0)" }
    }
    return places
  }
}

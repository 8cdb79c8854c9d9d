import Foundation
import Synchronization
import Testing

@testable import Shared

/// Another program does something just before each call: every schedule of one process and one intruder.
@Suite struct InterferenceTests {
  /// Runs an act once for each of its calls, with the intruder at that call.
  ///
  /// - Parameter check: called with the error of the act.
  private func atEveryCall(
    prepare: (TestContainer) throws -> Void, act: (TestContainer, Disk) throws -> Void,
    intruder: @escaping @Sendable (TestContainer) throws -> Void,
    check: (TestContainer, DiskError?) throws -> Void
  ) throws {
    for step in 1...1_000 {
      var isOver = false
      try withTestContainer(on: .memory) { test in
        try prepare(test)
        let fuse = Fuse(at: step)
        let failures = Mutex<[any Error]>([])
        let disk = test.disk.withoutSyncs.interrupted(fuse) { _ in
          do { try intruder(test) } catch { failures.withLock { $0.append(error) } }
        }
        var thrown: DiskError?
        do { try act(test, disk) } catch let error as DiskError { thrown = error }
        isOver = !fuse.hasBlown
        if let failure = failures.withLock({ $0.first }) { throw failure }
        try check(test, thrown)
      }
      if isOver {
        #expect(step > 3, "there were no calls")
        return
      }
    }
    Issue.record("the act does not end")
  }

  @Test(arguments: Journey.all)
  func anotherProcessMayRecoverAndDrainAtAnyMoment(journey: Journey) throws {
    try atEveryCall(prepare: journey.prepare) { test, disk in
      try journey.act(test, disk)
    } intruder: { test in
      try Drain(test.container(on: test.disk.withoutSyncs.ofAnotherProcess)).run { _ in }
    } check: { test, _ in
      try test.recover()
      try journey.check(test)
    }
  }

  @Test func aReplacementThatSucceedsHasReplaced() throws {
    try atEveryCall(prepare: Journey.replace.prepare) { test, disk in
      try Journey.replace.act(test, disk)
    } intruder: { test in
      try Drain(test.container(on: test.disk.withoutSyncs.ofAnotherProcess)).run { _ in }
    } check: { test, error in
      #expect(error == nil || error?.code == .swept)
      let expected = error == nil ? "new" : "old"
      #expect(try test.documents == .folder(["a.txt": .file(expected).attribute("tag", [7])]))
      try test.recover()
    }
  }

  @Test func aRemovalThatSucceedsHasRemoved() throws {
    for journey in [Journey.removeFile, .removeFolder] {
      try atEveryCall(prepare: journey.prepare) { test, disk in
        try journey.act(test, disk)
      } intruder: { test in
        try Drain(test.container(on: test.disk.withoutSyncs.ofAnotherProcess)).run { _ in }
      } check: { test, error in
        let found = try test.documents
        #expect(error == nil && found == .folder(["b.txt": .file("b")]), "\(found)")
      }
    }
  }

  @Test func aDepositThatIsSweptStartsAgainFromItsSource() throws {
    try atEveryCall(prepare: Journey.deposit.prepare) { test, disk in
      try Journey.deposit.act(test, disk)
    } intruder: { test in
      try Inbox(test.container(on: test.disk.withoutSyncs)).sweep(now: muchLater)
    } check: { test, error in
      #expect(error == nil)
      try test.recover()
      #expect(try test.documents.contents == texts("", "one", "three", "two"))
    }
  }

  @Test func aRemovedInboxIsCreatedAgain() throws {
    try atEveryCall(prepare: Journey.deposit.prepare) { test, disk in
      try Journey.deposit.act(test, disk)
    } intruder: { test in
      _ = rmdir(test.path(of: "AppGroup/Inbox"))
    } check: { test, error in
      // The inbox is removed again between its creation and its use: an error is thrown, and nothing is left.
      #expect(error == nil || error?.code == .notFound)
      #expect(try test.remains.isEmpty)
      try test.recover()
      #expect(try test.documents.contents == (error == nil ? texts("", "one", "three", "two") : []))
    }
  }

  /// Moves the document away, and puts another file in its place.
  private static let swap: @Sendable (TestContainer) throws -> Void = { test in
    let documents = test.path(of: "AppGroup/Documents")
    let hadDocument = rename(documents + "/a.txt", documents + "/moved.txt") == 0
    guard hadDocument || !FileManager.default.fileExists(atPath: documents + "/a.txt") else { return }
    try test.put(.file("stranger"), at: "AppGroup/Documents/a.txt")
  }

  @Test func anotherFileInTheDocumentsPlaceIsNeverReplaced() throws {
    try atEveryCall(prepare: Journey.replace.prepare) { test, disk in
      try Journey.replace.act(test, disk)
    } intruder: { test in
      try Self.swap(test)
    } check: { test, error in
      let found = try test.documents.contents
      #expect(found.count { $0 == Array("stranger".utf8) } <= 1)
      if error == nil { #expect(found.contains(Array("new".utf8))) }
      try test.recover()
      let settled = try test.documents
      let wasSwapped = settled.names.contains("moved.txt")
      #expect(!wasSwapped || settled.contents.count { $0 == Array("stranger".utf8) } == 1, "\(settled)")
      #expect(
        settled.contents.contains(Array("old".utf8)) || settled.contents.contains(Array("new".utf8)),
        "\(settled)")
      #expect(settled.contents.count == Set(settled.contents).count, "\(settled)")
    }
  }

  @Test func anotherFileInTheDocumentsPlaceIsNeverRemoved() throws {
    try atEveryCall(prepare: Journey.removeFile.prepare) { test, disk in
      try Journey.removeFile.act(test, disk)
    } intruder: { test in
      try Self.swap(test)
    } check: { test, error in
      try test.recover()
      let found = try test.documents
      let strangers = found.contents.count { $0 == Array("stranger".utf8) }
      // The call fails with `changed`, or succeeds because the document was removed before the other file appeared.
      #expect(strangers == 1 || !found.names.contains("moved.txt"), "\(found)")
      #expect(found.entries["b.txt"] == .file("b"))
      #expect(error == nil || error?.code == .changed)
      if error == nil, found.names.contains("moved.txt") { Issue.record("a stranger was met in silence") }
    }
  }

  @Test func anotherFileInTheDocumentsPlaceIsNotMoved() throws {
    try atEveryCall(prepare: Journey.move.prepare) { test, disk in
      try Journey.move.act(test, disk)
    } intruder: { test in
      try Self.swap(test)
    } check: { test, error in
      let found = try test.documents
      #expect(Set(found.contents).isSuperset(of: texts("a")))
      #expect(found.contents.count == Set(found.contents).count)
      let target = found.entries["f"]?.entries["b.txt"]
      #expect(target == nil || target == .file("a"), "\(found)")
      #expect(error == nil || error?.code == .changed)
    }
  }

  @Test func aFilePutIntoAFolderMeanwhileIsNeverRemovedWithIt() throws {
    for step in 1...1_000 {
      var isOver = false
      try withTestContainer(on: .memory) { test in
        try Journey.removeFolder.prepare(test)
        let file = try test.known("f").file
        let fuse = Fuse(at: step)
        let wasAdded = Mutex(false)
        let disk = test.disk.withoutSyncs.interrupted(fuse) { _ in
          // Wherever the folder is by now.
          for place in (try? test.placesOfFolder("f")) ?? [] {
            try? test.put(.file("newcomer"), at: place + "/newcomer")
            wasAdded.withLock { $0 = true }
          }
        }
        let known: Set<String> = ["", "1", "2", "2/3", "2/4"]
        var thrown: DiskError?
        do throws(DiskError) {
          try Documents(test.container(on: disk)).remove("f", expecting: file) { path, _ in
            known.contains(path.description)
          }
        } catch { thrown = error }
        isOver = !fuse.hasBlown
        try test.recover()
        let found = try test.documents
        #expect(found.entries["b.txt"] == .file("b"))
        if wasAdded.withLock({ $0 }) {
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

  @Test func aNameTakenRightBeforeTheRenameIsNeverReplaced() throws {
    let journeys: [(Journey, FileName)] = [
      (.drain, "a-1.txt"), (.drain, "b"), (.add, "a-1.txt"), (.moveTaken, "B-1.txt"), (.recovery, "Untitled"),
      (.openedCopy, "a-1.txt"), (.openedParcel, "a.txt"), (.removeFile, "a.txt"), (.replace, "a-1.txt"),
    ]
    for (journey, name) in journeys {
      let hasCome = Mutex(false)
      try atEveryCall { test in
        hasCome.withLock { $0 = false }
        try journey.prepare(test)
      } act: { test, disk in
        try journey.act(test, disk)
      } intruder: { test in
        try? test.put(.file("rival"), at: "AppGroup/Documents/\(name)")
        let isThere = try test.documents.contents.contains(Array("rival".utf8))
        hasCome.withLock { $0 = isThere }
      } check: { test, _ in
        try test.recover()
        let found = try test.documents
        #expect(found.contents.contains(Array("rival".utf8)) == hasCome.withLock { $0 })
        try journey.checkNothingLost(test)
        #expect(found.contents.count == Set(found.contents).count, "\(journey.name): \(found)")
      }
    }
  }
}

extension TestContainer {
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

import Foundation
import Synchronization
import Testing

@testable import IntrayCore

/// Another program does something just before each call: every schedule of one process and one intruder.
@Suite struct InterferenceTests {
  /// Runs an act once for each of its calls, with the intruder at that call.
  ///
  /// - Parameter check: called with the error of the act.
  private func atEveryCall(
    of journey: Journey,
    intruder: @escaping @Sendable (TestContainer) throws -> Void = { test in
      try Drain(test.container(on: test.disk.withoutSyncs.ofAnotherProcess)).run { _ in }
    },
    check: (TestContainer, DiskError?) throws -> Void
  ) throws {
    try eachCall { test, fuse in
      try journey.prepare(test)
      let failures = Mutex<[any Error]>([])
      let disk = test.disk.withoutSyncs.interrupted(fuse) { _ in
        do { try intruder(test) } catch { failures.withLock { $0.append(error) } }
      }
      var thrown: DiskError?
      do { try journey.act(test, disk) } catch let error as DiskError { thrown = error }
      if let failure = failures.withLock({ $0.first }) { throw failure }
      try check(test, thrown)
    }
  }

  @Test(arguments: Journey.all)
  func anotherProcessMayRecoverAndDrainAtAnyMoment(journey: Journey) throws {
    try atEveryCall(of: journey) { test, error in
      // A staged copy may be swept: then the call fails, and the document is as before.
      #expect(error == nil || error?.code == .swept)
      try test.recover()
      try journey.check(test)
      let documents = try test.documents
      #expect(error != nil || journey.isDone(documents), "a success without its effect: \(documents)")
    }
  }

  @Test func aDepositThatIsSweptStartsAgainFromItsSource() throws {
    try atEveryCall(of: Journey.deposit) { test in
      try Inbox(test.container(on: test.disk.withoutSyncs)).sweepLongAfter()
    } check: { test, error in
      #expect(error == nil)
      try test.recover()
      #expect(try test.documents.contents == texts("", "one", "three", "two"))
    }
  }

  @Test func aRemovedInboxIsCreatedAgain() throws {
    try atEveryCall(of: Journey.deposit) { test in
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
    try test.put("stranger", at: "AppGroup/Documents/a.txt")
  }

  @Test func anotherFileInTheDocumentsPlaceIsNeverReplaced() throws {
    try atEveryCall(of: Journey.replace, intruder: Self.swap) { test, error in
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

  @Test func anotherFileInTheDocumentsPlaceIsNeverThrownAway() throws {
    try atEveryCall(of: Journey.replaceOnPurpose, intruder: Self.swap) { test, error in
      try test.recover()
      let (found, trash) = (try test.documents.contents, try test.trash.contents)
      #expect(Set(found + trash).isSuperset(of: texts("new", "old")))
      #expect((found + trash).count == Set(found + trash).count && Set(trash).isSubset(of: texts("old")))
      #expect(error == nil || error?.code == .changed || error?.code == .notFound)
    }
  }

  @Test func anotherFileInTheDocumentsPlaceIsNeverRemoved() throws {
    try atEveryCall(of: Journey.removeFile, intruder: Self.swap) { test, error in
      try test.recover()
      let found = try test.documents
      let strangers = found.contents.count { $0 == Array("stranger".utf8) }
      // The call fails with `changed`, or succeeds because the document was removed before the other file appeared.
      #expect(strangers == 1 || !found.names.contains("moved.txt"), "\(found)")
      #expect(found.entries["b.txt"] == "b")
      #expect(error == nil || error?.code == .changed)
      if error == nil, found.names.contains("moved.txt") { Issue.record("a stranger was met in silence") }
    }
  }

  @Test func anotherFileInTheDocumentsPlaceIsNotMoved() throws {
    try atEveryCall(of: Journey.move, intruder: Self.swap) { test, error in
      let found = try test.documents
      #expect(Set(found.contents).isSuperset(of: texts("a")))
      #expect(found.contents.count == Set(found.contents).count)
      let target = found.entries["f"]?.entries["b.txt"]
      #expect(target == nil || target == "a", "\(found)")
      #expect(error == nil || error?.code == .changed)
    }
  }

  @Test func aFilePutIntoAFolderMeanwhileIsNeverRemovedWithIt() throws {
    try eachCall { test, fuse in
      try Journey.removeFolder.prepare(test)
      let file = try test.known("f").file
      let wasAdded = Flag()
      let disk = test.disk.withoutSyncs.interrupted(fuse) { _ in
        // Wherever the folder is by now.
        for place in (try? test.placesOfFolder("f")) ?? [] {
          try? test.put("newcomer", at: place + "/newcomer")
          wasAdded.isOn = true
        }
      }
      let known: Set<String> = ["", "1", "2", "2/3", "2/4"]
      var thrown: DiskError?
      do throws(DiskError) {
        try Documents(test.container(on: disk)).remove("f", expecting: file) { path, _ in
          known.contains(path.description)
        }
      } catch { thrown = error }
      try test.recover()
      let found = try test.documents
      #expect(found.entries["b.txt"] == "b")
      if wasAdded.isOn {
        #expect(found.contents.contains(Array("newcomer".utf8)), "\(found)")
        #expect(thrown?.code == .changed)
      } else {
        #expect(thrown == nil && found.names == ["b.txt"])
      }
    }
  }

  @Test func aNameTakenRightBeforeTheRenameIsNeverReplaced() throws {
    let journeys: [(Journey, FileName)] = [
      (.drain, "a-1.txt"), (.drain, "b"), (.add, "a-1.txt"), (.moveTaken, "B-1.txt"), (.recovery, "Untitled"),
      (.openedCopy, "a-1.txt"), (.openedParcel, "a.txt"), (.removeFile, "a.txt"), (.replace, "a-1.txt"),
    ]
    for (journey, name) in journeys {
      let hasCome = Flag()
      try atEveryCall(of: journey) { test in
        try? test.put("rival", at: "AppGroup/Documents/\(name)")
        hasCome.isOn = try test.documents.contents.contains(Array("rival".utf8))
      } check: { test, _ in
        try test.recover()
        let found = try test.documents
        #expect(found.contents.contains(Array("rival".utf8)) == hasCome.isOn)
        hasCome.isOn = false
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

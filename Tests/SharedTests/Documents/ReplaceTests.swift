import Foundation
import Synchronization
import Testing

@testable import Shared

@Suite struct ReplaceTests {
  private func stage(_ test: TestContainer, _ text: String, on disk: Disk? = nil) throws -> Staged {
    try Documents(test.container(on: disk ?? test.disk)).stage(.bytes(Array(text.utf8)), as: "a.txt")
  }

  @Test func aDocumentGetsNewContentsAndKeepsItsAttributes() throws {
    try withTestContainer { test in
      try test.put(
        .folder(["a.txt": .file("old").attribute("tag", [1]).attribute("both", [1])]),
        at: "AppGroup/Documents")
      try test.put(.file("new").attribute("both", [2]), at: "Originals/edit.txt")
      let documents = Documents(test.container)
      let staged = try documents.stage(.copy(of: test.path(of: "Originals/edit.txt")), as: "a.txt")
      let result = try documents.replaceContents(of: "a.txt", with: staged, expecting: test.known("a.txt"))
      #expect(result == .replaced)
      #expect(
        try test.documents
          == .folder(["a.txt": .file("new").attribute("tag", [1]).attribute("both", [2])]))
      #expect(try test.known("a.txt").file == staged.file)
    }
  }

  @Test("A document gets new contents though the volume refuses one of its attributes")
  func refusedAttribute() throws {
    try withTestContainer { test in
      try test.put(
        .folder(["a.txt": .file("old").attribute("one", [1]).attribute("two", [2])]), at: "AppGroup/Documents"
      )
      var disk = test.disk
      let setAttribute = disk.setAttribute
      disk.setAttribute = { file, name, value throws(DiskError) in
        if name == "one" { throw .of(.denied, number: 1, call: "fsetxattr") }
        try setAttribute(file, name, value)
      }
      let staged = try stage(test, "new", on: disk)
      let result = try Documents(test.container(on: disk)).replaceContents(
        of: "a.txt", with: staged, expecting: test.known("a.txt"))
      #expect(result == .replaced)
      #expect(try test.documents == .folder(["a.txt": .file("new").attribute("two", [2])]))
    }
  }

  @Test(arguments: ["size", "time", "attribute"])
  func aChangedDocumentIsKeptAndTheEditBecomesAConflictCopy(change: String) throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("old"), "a-1.txt": .file("1")]), at: "AppGroup/Documents")
      let known = try test.known("a.txt")
      let file = open(test.path(of: "AppGroup/Documents/a.txt"), O_RDWR | O_APPEND)
      switch change {
      case "size": #expect(write(file, "er", 2) == 2)
      case "time": try Disk.system.setModified(file, FileTime(seconds: 5))
      default: try Disk.system.setAttribute(file, "x", [1])
      }
      close(file)
      let before = try test.documents.entries["a.txt"]
      let result = try Documents(test.container).replaceContents(
        of: "a.txt", with: stage(test, "new"), expecting: known)
      #expect(result == .beside("a-2.txt"))
      let found = try test.documents.entries
      #expect(found["a.txt"] == before && found["a-2.txt"] == .file("new"))
    }
  }

  @Test("A write by another program right before the exchange is kept")
  func writtenBeforeTheExchange() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("old")]), at: "AppGroup/Documents")
      let path = test.path(of: "AppGroup/Documents/a.txt")
      let disk = test.disk.interrupted(Fuse(at: 1, of: .exchange)) { _ in
        let file = open(path, O_WRONLY | O_APPEND)
        #expect(write(file, "er", 2) == 2)
        close(file)
      }
      let documents = Documents(test.container(on: disk))
      let result = try documents.replaceContents(
        of: "a.txt", with: stage(test, "new", on: disk), expecting: test.known("a.txt"))
      #expect(result == .replacedKeeping("a-1.txt"))
      #expect(try test.documents == .folder(["a.txt": .file("new"), "a-1.txt": .file("older")]))
    }
  }

  @Test func anotherFileOfTheNameIsKept() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("old")]), at: "AppGroup/Documents")
      let known = try test.known("a.txt")
      try test.remove("AppGroup/Documents/a.txt")
      try test.put(.folder(["in": .file("in")]), at: "AppGroup/Documents/a.txt")
      let result = try Documents(test.container).replaceContents(
        of: "a.txt", with: stage(test, "new"), expecting: known)
      #expect(result == .beside("a-1.txt"))
      #expect(
        try test.documents
          == .folder(["a.txt": .folder(["in": .file("in")]), "a-1.txt": .file("new")]))
    }
  }

  @Test func aMissingDocumentIsCreatedAgain() throws {
    try withTestContainer { test in
      try test.put(.folder(["f": .folder(["a.txt": .file("old")])]), at: "AppGroup/Documents")
      let documents = Documents(test.container)
      let known = try test.folder("AppGroup/Documents/f").snapshot(of: "a.txt")
      try test.remove("AppGroup/Documents/f/a.txt")
      let result = try documents.replaceContents(
        of: "f/a.txt", with: stage(test, "new"), expecting: known)
      #expect(result == .recreated("f/a.txt"))
      #expect(try test.documents == .folder(["f": .folder(["a.txt": .file("new")])]))
    }
  }

  @Test func aDocumentRemovedRightBeforeTheExchangeIsCreatedAgain() throws {
    for call in [DiskCall.attributes, .exchange, .openFile] {
      try withTestContainer { test in
        try test.put(.folder(["a.txt": .file("old")]), at: "AppGroup/Documents")
        let staged = try stage(test, "new")
        let disk = test.disk.interrupted(Fuse(at: 1, of: call)) { _ in
          try? test.remove("AppGroup/Documents/a.txt")
        }
        let result = try Documents(test.container(on: disk)).replaceContents(
          of: "a.txt", with: staged, expecting: test.known("a.txt"))
        #expect(result == .recreated("a.txt"), "\(call)")
        #expect(try test.documents.entries["a.txt"]?.bytes == Array("new".utf8))
      }
    }
  }

  @Test func anotherFileThatArrivesRightBeforeTheExchangeIsKept() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("old")]), at: "AppGroup/Documents")
      let known = try test.known("a.txt")
      let disk = test.disk.interrupted(Fuse(at: 1, of: .exchange)) { _ in
        try? test.remove("AppGroup/Documents/a.txt")
        try? test.put(.folder(["s": .file("stranger")]), at: "AppGroup/Documents/a.txt")
      }
      let result = try Documents(test.container(on: disk)).replaceContents(
        of: "a.txt", with: stage(test, "new"), expecting: known)
      #expect(result == .replacedKeeping("a-1.txt"))
      #expect(
        try test.documents
          == .folder(["a.txt": .file("new"), "a-1.txt": .folder(["s": .file("stranger")])]))
    }
  }

  @Test func bothFoldersAreSyncedBeforeTheBaseIsRemoved() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("old")]), at: "AppGroup/Documents")
      let staged = try stage(test, "new")
      let log = CallLog()
      _ = try Documents(test.container(on: test.disk.logging(to: log))).replaceContents(
        of: "a.txt", with: staged, expecting: test.known("a.txt"))
      let calls = log.all.map(\.call)
      let (exchange, removal) = (calls.firstIndex(of: .exchange), calls.firstIndex(of: .removeFile))
      let between = try calls[#require(exchange)..<#require(removal)]
      #expect(between.count { $0 == .sync } == 2)
    }
  }

  @Test func theRecordIsSyncedBeforeTheExchange() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("old")]), at: "AppGroup/Documents")
      let staged = try stage(test, "new")
      let room = try test.container.open(.displaced).identify()
      let log = Mutex<[String]>([])
      let disk = test.disk.asking { request throws(DiskError) in
        guard let opened = request.descriptor else { return }
        switch request.call {
        case .sync:
          let file = try Disk.system.identify(opened, nil)
          let isRecord = try Disk.system.attribute(opened, Displaced.pathAttribute) != nil
          log.withLock { $0.append(file == room ? "room" : isRecord ? "record" : "other") }
        case .makeFolder, .exchange: log.withLock { $0.append(request.call.rawValue) }
        default: break
        }
      }
      _ = try Documents(test.container(on: disk)).replaceContents(
        of: "a.txt", with: staged, expecting: test.known("a.txt"))
      let steps = log.withLock { $0 }.drop { $0 != "makeFolder" }
      #expect(steps.prefix(4) == ["makeFolder", "record", "room", "exchange"])
    }
  }

  @Test func theBaseStaysUntilTheNewContentsAreSynced() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("old")]), at: "AppGroup/Documents")
      let staged = try stage(test, "new")
      let isExchanged = Mutex(false)
      let disk = test.disk.asking { request throws(DiskError) in
        if request.call == .exchange { isExchanged.withLock { $0 = true } }
        if request.call == .sync, isExchanged.withLock({ $0 }) {
          throw .of(.failed, number: 5, call: "fsync")
        }
      }
      #expect(throws: DiskError.self) {
        try Documents(test.container(on: disk)).replaceContents(
          of: "a.txt", with: staged, expecting: test.known("a.txt"))
      }
      #expect(try test.tree("AppGroup/Displaced").contents == texts("old"))
      try test.recover()
      #expect(try test.documents == .folder(["a.txt": .file("new")]))
    }
  }

  @Test func aReplacementThatAnotherProcessRecoversIsSyncedBeforeTheCallReturns() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("old")]), at: "AppGroup/Documents")
      let staged = try stage(test, "new")
      let log = CallLog()
      let isExchanged = Mutex(false)
      let other = Documents(test.container(on: test.disk.ofAnotherProcess))
      let disk = test.disk.asking { request throws(DiskError) in
        if request.call == .exchange { isExchanged.withLock { $0 = true } }
        if request.call == .status, isExchanged.withLock({ $0 }) { try other.recover() }
      }.logging(to: log)
      let result = try Documents(test.container(on: disk)).replaceContents(
        of: "a.txt", with: staged, expecting: test.known("a.txt"))
      #expect(result == .replaced)
      let calls = log.all.map(\.call)
      #expect(try calls[#require(calls.firstIndex(of: .exchange))...].contains(.sync))
    }
  }

  @Test func aMissingStagedCopyIsReportedAsSwept() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("old")]), at: "AppGroup/Documents")
      let staged = try stage(test, "new")
      try Inbox(test.container).sweep(now: muchLater)
      let error = #expect(throws: DiskError.self) {
        try Documents(test.container).replaceContents(
          of: "a.txt", with: staged, expecting: test.known("a.txt"))
      }
      #expect(error?.code == .swept)
      #expect(
        #expect(throws: DiskError.self) { try Documents(test.container).add(staged, in: "") }?.code == .swept
      )
      #expect(try test.documents == .folder(["a.txt": .file("old")]))
    }
  }

  @Test func stagedContentsAreSyncedBeforeTheExchange() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("old").attribute("t", [1])]), at: "AppGroup/Documents")
      let staged = try stage(test, "new")
      let isSafe = Mutex(true)
      let disk = test.disk.asking { request throws(DiskError) in
        guard let opened = request.descriptor,
          [.setAttribute, .setModified, .sync, .write].contains(request.call),
          try Disk.system.identify(opened, nil) == staged.file
        else { return }
        isSafe.withLock { $0 = request.call == .sync }
      }.asking { request throws(DiskError) in
        if request.call == .exchange, !isSafe.withLock({ $0 }) { throw .of(.failed, number: 0) }
      }
      let result = try Documents(test.container(on: disk)).replaceContents(
        of: "a.txt", with: staged, expecting: test.known("a.txt"))
      #expect(result == .replaced)
    }
  }
}

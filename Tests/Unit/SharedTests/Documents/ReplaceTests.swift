import Foundation
import Synchronization
import Testing

@testable import IntrayCore

@Suite(.inContainer) struct ReplaceTests {
  let test = TestContainer.current

  private func stage() throws -> Staged {
    try Documents(test.container).stage(.bytes(Array("new".utf8)), as: "a.txt")
  }

  /// Replaces `a.txt` by something new.
  @discardableResult
  private func replace(
    on disk: Disk? = nil, expecting known: FileSnapshot? = nil
  ) throws -> Documents.Replacement {
    let staged = try stage()
    return try Documents(test.container(on: disk ?? test.disk)).replaceContents(
      of: "a.txt", with: staged, expecting: known ?? test.known("a.txt"))
  }

  @Test func aDocumentGetsNewContentsAndKeepsItsAttributes() throws {
    try test.put(["a.txt": .file("old").attribute("tag", [1]).attribute("both", [1])])
    try test.put(.file("new").attribute("both", [2]), at: "Originals/edit.txt")
    let documents = Documents(test.container)
    let staged = try documents.stage(.copy(of: test.path(of: "Originals/edit.txt")), as: "a.txt")
    let result = try documents.replaceContents(of: "a.txt", with: staged, expecting: test.known("a.txt"))
    #expect(result == .replaced)
    #expect(try test.documents == ["a.txt": .file("new").attribute("tag", [1]).attribute("both", [2])])
    #expect(try test.known("a.txt").file == staged.file)
  }

  @Test("A document gets new contents though the volume refuses one of its attributes")
  func refusedAttribute() throws {
    try test.put(["a.txt": .file("old").attribute("one", [1]).attribute("two", [2])])
    var disk = test.disk
    let setAttribute = disk.setAttribute
    disk.setAttribute = { file, name, value throws(DiskError) in
      if name == "one" { throw .of(.denied, number: 1, call: "fsetxattr") }
      try setAttribute(file, name, value)
    }
    let documents = Documents(test.container(on: disk))
    let staged = try documents.stage(.bytes(Array("new".utf8)), as: "a.txt")
    let known = try test.known("a.txt")
    #expect(try documents.replaceContents(of: "a.txt", with: staged, expecting: known) == .replaced)
    #expect(try test.documents == ["a.txt": .file("new").attribute("two", [2])])
  }

  @Test func anEditThatEndsBesideItsDocumentCarriesNothingThatWasNotedOnThat() throws {
    try test.put([
      "a.txt": .file("old").attribute(ItemAttribute.arrival, [1]).attribute("tag", [1]).mode(0o444)
    ])
    let documents = Documents(test.container)
    let known = try test.known("a.txt")
    let staged = try documents.stage(.bytes(Array("new".utf8)), as: "a.txt", replacing: "a.txt")
    #expect(try staged.entry.attribute(ItemAttribute.arrival) == [1])
    // Another program saves the document while the copy is made.
    try test.folder("AppGroup/Documents")["a.txt"].open(.file).setModified(FileTime(seconds: 1))
    #expect(try documents.replaceContents(of: "a.txt", with: staged, expecting: known) == .beside("a-1.txt"))
    #expect(try test.container.entry("a-1.txt").attribute(ItemAttribute.arrival) == nil)
    #expect(try test.container.entry("a-1.txt").identity() != nil)
    #expect(try test.container.entry("a.txt").attribute(ItemAttribute.arrival) == [1])
  }

  @Test(arguments: ["size", "time", "attribute", "folder"])
  func aChangedDocumentIsKeptAndTheEditBecomesAConflictCopy(change: String) throws {
    try test.put(["a.txt": "old", "a-1.txt": "1"])
    let known = try test.known("a.txt")
    let file = open(test.path(of: "AppGroup/Documents/a.txt"), O_RDWR | O_APPEND)
    switch change {
    case "size": #expect(write(file, "er", 2) == 2)
    case "time": try Disk.system.setModified(file, FileTime(seconds: 5))
    case "folder":
      try test.remove("AppGroup/Documents/a.txt")
      try test.put(["in": "in"], at: "AppGroup/Documents/a.txt")
    default: try Disk.system.setAttribute(file, "x", [1])
    }
    close(file)
    let before = try test.documents.entries["a.txt"]
    #expect(try replace(expecting: known) == .beside("a-2.txt"))
    let found = try test.documents.entries
    #expect(found["a.txt"] == before && found["a-2.txt"] == "new")
  }

  @Test(
    "A write by another program right before the exchange is kept, and so is another entry of the name",
    arguments: ["older", ["s": "stranger"]] as [Tree])
  func writtenBeforeTheExchange(intruder: Tree) throws {
    try test.put(["a.txt": "old"])
    let disk = test.disk.interrupted(Fuse(at: 1, of: .exchange)) { _ in
      do {
        if intruder == "older" { return try test.append("er", to: "AppGroup/Documents/a.txt") }
        try test.remove("AppGroup/Documents/a.txt")
        try test.put(intruder, at: "AppGroup/Documents/a.txt")
      } catch { Issue.record(error) }
    }
    #expect(try replace(on: disk) == .replacedKeeping("a-1.txt"))
    #expect(try test.documents == ["a.txt": "new", "a-1.txt": intruder])
  }

  /// At the latest right before the exchange.
  @Test(arguments: [nil, DiskCall.attributes, .exchange, .openFile])
  func aMissingDocumentIsCreatedAgain(call: DiskCall?) throws {
    try test.put(["a.txt": "old"])
    let known = try test.known("a.txt")
    if call == nil { try test.remove("AppGroup/Documents/a.txt") }
    let disk = test.disk.interrupted(Fuse(at: call == nil ? .max : 1, of: call)) { _ in
      try? test.remove("AppGroup/Documents/a.txt")
    }
    #expect(try replace(on: disk, expecting: known) == .recreated("a.txt"))
    #expect(try test.documents.entries["a.txt"]?.bytes == Array("new".utf8))
  }

  @Test func bothFoldersAreSyncedBeforeTheBaseIsRemoved() throws {
    try test.put(["a.txt": "old"])
    let log = CallLog()
    try replace(on: test.disk.logging(to: log))
    let calls = log.all.map(\.call)
    let (exchange, removal) = (calls.firstIndex(of: .exchange), calls.firstIndex(of: .removeFile))
    #expect(try calls[#require(exchange)..<#require(removal)].count { $0 == .sync } == 2)
  }

  @Test func aRecoverySyncsBothFoldersBeforeItRemovesTheBase() throws {
    try test.put(["f": ["a.txt": "new"]])
    try test.displace("record", "old", from: "f/a.txt") { (nil, $0) }
    let documents = try test.folder("AppGroup/Documents/f").status().file
    let synced = Mutex<Set<FileID>>([])
    let disk = test.disk.asking { request throws(DiskError) in
      guard let folder = request.descriptor else { return }
      let file = try Disk.system.status(folder, nil).file
      if request.call == .sync { synced.withLock { _ = $0.insert(file) } }
      if request.call == .removeFile { #expect(synced.withLock { $0 } == [documents, file]) }
    }
    try Documents(test.container(on: disk)).recover()
    #expect(try test.tree("AppGroup/Displaced") == [:])
  }

  @Test func theRecordIsSyncedBeforeTheExchange() throws {
    try test.put(["a.txt": "old"])
    let room = try test.container.open(.displaced).status().file
    let log = Mutex<[String]>([])
    let disk = test.disk.asking { request throws(DiskError) in
      guard let opened = request.descriptor else { return }
      switch request.call {
      case .sync:
        let file = try Disk.system.status(opened, nil).file
        let isRecord = try Disk.system.attribute(opened, Displaced.pathAttribute) != nil
        log.withLock { $0.append(file == room ? "room" : isRecord ? "record" : "other") }
      case .makeFolder, .exchange: log.withLock { $0.append(request.call.rawValue) }
      default: break
      }
    }
    try replace(on: disk)
    let steps = log.withLock { $0 }.drop { $0 != "makeFolder" }
    #expect(steps.prefix(4) == ["makeFolder", "record", "room", "exchange"])
  }

  @Test func theBaseStaysUntilTheNewContentsAreSynced() throws {
    try test.put(["a.txt": "old"])
    let isExchanged = Flag()
    let disk = test.disk.asking { request throws(DiskError) in
      if request.call == .exchange { isExchanged.isOn = true }
      if request.call == .sync, isExchanged.isOn {
        throw .of(.failed, number: 5, call: "fsync")
      }
    }
    #expect(throws: DiskError.self) { try replace(on: disk) }
    #expect(try test.tree("AppGroup/Displaced").contents == texts("old"))
    try test.recover()
    #expect(try test.documents == ["a.txt": "new"])
  }

  @Test func aReplacementThatAnotherProcessRecoversIsSyncedBeforeTheCallReturns() throws {
    try test.put(["a.txt": "old"])
    let log = CallLog()
    let isExchanged = Flag()
    let other = Documents(test.container(on: test.disk.ofAnotherProcess))
    let disk = test.disk.asking { request throws(DiskError) in
      if request.call == .exchange { isExchanged.isOn = true }
      if request.call == .status, isExchanged.isOn { try other.recover() }
    }.logging(to: log)
    #expect(try replace(on: disk) == .replaced)
    let calls = log.all.map(\.call)
    #expect(try calls[#require(calls.firstIndex(of: .exchange))...].contains(.sync))
  }

  @Test func aMissingStagedCopyIsReportedAsSwept() throws {
    try test.put(["a.txt": "old"])
    let staged = try stage()
    try Inbox(test.container).sweepLongAfter()
    expectError(.swept) {
      try Documents(test.container).replaceContents(of: "a.txt", with: staged, expecting: test.known("a.txt"))
    }
    expectError(.swept) { try Documents(test.container).add(staged, in: "") }
    #expect(try test.documents == ["a.txt": "old"])
  }
}

/// The user has seen two documents, and puts one in the place of the other.
@Suite(.inContainer) struct ReplaceOnPurposeTests {
  let test = TestContainer.current

  @Test func theNewVersionGetsWhatItLacksAndKeepsWhatItHas() throws {
    let old = Tree.file("old").attribute("tag", [1]).attribute("both", [1])
    let new = Tree.file("new").attribute("both", [2]).attribute(ItemAttribute.conflict, [9]).mode(0o444)
    try test.put(["a.txt": old, "b.md": new, "a.md": "taken"])
    let path = try Documents(test.container).replaceContents(
      of: "a.txt", expecting: test.known("a.txt").file, by: "b.md", expecting: test.known("b.md").file)
    #expect(path == "a-1.md")
    let found = try test.treeWithModes("AppGroup/Documents").entries["a-1.md"]
    #expect(found == .file("new").attribute("tag", [1]).attribute("both", [2]).mode(0o444))
    let note = try test.container.open(.documents)["a-1.md"].open(.file).attribute(ItemAttribute.conflict)
    #expect(note == nil)
    #expect(try test.trash.withoutOrigins == ["a.txt": old])
  }
}

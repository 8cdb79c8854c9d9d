import Foundation
import Synchronization
import Testing

@testable import Shared

@Suite struct DocumentsTests {
  private func move(
    _ test: TestContainer, _ path: DocumentPath, to parent: DocumentPath, as name: DocumentName,
    on disk: Disk? = nil
  ) throws -> DocumentPath {
    let folder = try test.container.open(.documents).folder(at: path.parent)
    let file = try folder.identify(#require(path.names.last))
    return try Documents(test.container(on: disk ?? test.disk)).move(
      path, expecting: file, to: parent, as: name)
  }

  @Test func whatTheAppMakesUnderANameThatTheVolumeRefusesGetsAnother() throws {
    try withTestContainer { test in
      let documents = Documents(
        test.container(on: test.disk.refusingNames { $0.contains { $0.value > 0xFFFF } }))
      try test.put(.file("copy"), at: "Originals/a")
      let sources: [(Documents.Source, DocumentName)] = [
        (.copy(of: test.path(of: "Originals/a")), "\u{1FADF}.txt"), (.bytes(Array("b".utf8)), "b\u{1FADF}"),
        (.folder, "c\u{1FADF}"), (.link(to: "x"), "d\u{1FADF}"),
      ]
      for (source, name) in sources { _ = try documents.add(documents.stage(source, as: name), in: "") }
      #expect(
        try test.documents
          == .folder(["-.txt": .file("copy"), "b-": .file("b"), "c-": .folder(), "d-": .link("x")]))
    }
  }

  @Test func aRenameKeepsTheFile() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      let file = try test.known("a.txt").file
      #expect(try move(test, "a.txt", to: "", as: "b.txt") == "b.txt")
      #expect(try test.known("b.txt").file == file)
      #expect(try test.documents.names == ["b.txt"])
    }
  }

  @Test(.enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name"))
  func anItemCanBeRenamedToItsOwnName() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("a"), "é": .folder()]), at: "AppGroup/Documents")
      #expect(try move(test, "a.txt", to: "", as: "A.TXT") == "A.TXT")
      #expect(try move(test, "A.TXT", to: "", as: "A.TXT") == "A.TXT")
      #expect(try move(test, "é", to: "", as: "e\u{301}").names == [FileName("e\u{301}")])
      #expect(try test.documents.names == ["A.TXT", FileName("e\u{301}")])
    }
  }

  @Test func aTakenNameOrItsTwinGetsTheNextFreeOne() throws {
    try withTestContainer { test in
      try test.put(
        .folder(["a.txt": .file("a"), "B.txt": .file("b"), "f": .folder(["A.TXT": .file("c")])]),
        at: "AppGroup/Documents")
      #expect(try move(test, "a.txt", to: "", as: "b.txt") == "b-1.txt")
      #expect(try move(test, "b-1.txt", to: "f", as: "a.txt") == "f/a-1.txt")
      #expect(
        try test.documents
          == .folder(["B.txt": .file("b"), "f": .folder(["A.TXT": .file("c"), "a-1.txt": .file("a")])]))
    }
  }

  @Test func aReadOnlyFolderIsMovedByAUserWhoIsNotRoot() throws {
    try withTestContainer { test in
      try test.put(
        .folder(["f": .folder(["x": .file("x")]).mode(0o555), "g": .folder()]), at: "AppGroup/Documents")
      try asUnprivilegedUser(in: test) {
        let moved = try move(test, "f", to: "g", as: "f")
        #expect(moved == "g/f")
      }
      #expect(try test.documents == .folder(["g": .folder(["f": .folder(["x": .file("x")])])]))
    }
  }

  @Test func aMoveThatMetAnotherFileIsUndone() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("a"), "f": .folder()]), at: "AppGroup/Documents")
      let error = #expect(throws: DiskError.self) {
        try Documents(test.container).move(
          "a.txt", expecting: FileID(inode: 1, generation: 1), to: "f", as: "a.txt")
      }
      #expect(error?.code == .changed)
      // And when it becomes another one behind the look.
      let disk = test.disk.interrupted(Fuse(at: 1, of: .renameExclusive)) { _ in
        try? test.remove("AppGroup/Documents/a.txt")
        try? test.put(.file("stranger"), at: "AppGroup/Documents/a.txt")
      }
      #expect(throws: DiskError.self) { try move(test, "a.txt", to: "f", as: "a.txt", on: disk) }
      #expect(try test.documents == .folder(["a.txt": .file("stranger"), "f": .folder()]))
    }
  }

  @Test func aFolderCannotMoveIntoItself() throws {
    try withTestContainer { test in
      let tree = Tree.folder(["f": .folder(["g": .folder(["a": .file("a")])])])
      try test.put(tree, at: "AppGroup/Documents")
      #expect(throws: DiskError.self) { try move(test, "f", to: "f/g", as: "f") }
      #expect(try test.documents == tree)
    }
  }

  @Test func bothFoldersOfAMoveAreSyncedBehindIt() throws {
    try withTestContainer { test in
      try test.put(.folder(["a": .file("a"), "f": .folder()]), at: "AppGroup/Documents")
      let log = CallLog()
      _ = try move(test, "a", to: "f", as: "a", on: test.disk.logging(to: log))
      let calls = log.all.map(\.call)
      #expect(try calls[#require(calls.firstIndex(of: .renameExclusive))...].count { $0 == .sync } == 2)
    }
  }

  @Test(arguments: [
    (Documents.Source.bytes(Array("x".utf8)), Tree.file("x")), (.folder, .folder()),
    (.link(to: "target"), .link("target")),
  ])
  func anAddedItemTakesAFreeName(source: Documents.Source, tree: Tree) throws {
    try withTestContainer { test in
      try test.put(.folder(["f": .folder(["A": .folder()])]), at: "AppGroup/Documents")
      let documents = Documents(test.container)
      #expect(try documents.add(documents.stage(source, as: "a"), in: "f") == "f/a-1")
      #expect(try documents.add(documents.stage(source, as: "b"), in: "") == "b")
      #expect(
        try test.documents == .folder(["f": .folder(["A": .folder(), "a-1": tree]), "b": tree]))
    }
  }

  @Test func anAddedItemIsSyncedBeforeTheCallReturns() throws {
    try withTestContainer { test in
      let folder = try test.container.open(.documents).identify()
      let staged = try Documents(test.container).stage(.bytes([1]), as: "a")
      let steps = Mutex<[DiskCall]>([])
      let disk = test.disk.asking { request throws(DiskError) in
        guard let opened = request.descriptor else { return }
        if request.call == .renameExclusive { steps.withLock { $0.append(.renameExclusive) } }
        if request.call == .sync, try Disk.system.identify(opened, nil) == folder {
          steps.withLock { $0.append(.sync) }
        }
      }
      _ = try Documents(test.container(on: disk)).add(staged, in: "")
      // The rename itself goes through the folder in which it was staged.
      #expect(steps.withLock { $0 }.last == .sync)
    }
  }

  @Test func addingToAMissingFolderFailsAndKeepsTheStagedCopy() throws {
    try withTestContainer { test in
      let documents = Documents(test.container)
      let staged = try documents.stage(.bytes([1]), as: "a")
      #expect(#expect(throws: DiskError.self) { try documents.add(staged, in: "gone") }?.code == .notFound)
      #expect(try documents.add(staged, in: "") == "a")
    }
  }

  @Test func aStagedCopyIsSynced() throws {
    for source in [Documents.Source.bytes([1]), .folder] {
      try withTestContainer { test in
        let synced = Mutex<Set<FileID>>([])
        let disk = test.disk.asking { request throws(DiskError) in
          guard request.call == .sync, let opened = request.descriptor else { return }
          let file = try Disk.system.identify(opened, nil)
          synced.withLock { _ = $0.insert(file) }
        }
        let staged = try Documents(test.container(on: disk)).stage(source, as: "a")
        #expect(synced.withLock { $0.contains(staged.file) })
        try staged.discard()
      }
    }
  }

  @Test func anAttributeIsSetOnTheExpectedFileOnly() throws {
    try withTestContainer { test in
      try test.put(.folder(["a": .file("a"), "f": .folder()]), at: "AppGroup/Documents")
      let documents = Documents(test.container)
      let set: (Disk, Descriptor) throws(DiskError) -> Void = { disk, file throws(DiskError) in
        try disk.setAttribute(file, "tag", [1])
      }
      try documents.change("a", expecting: test.known("a").file, set)
      try documents.change("f", expecting: test.known("f").file, set)
      let other = FileID(inode: 1, generation: 1)
      #expect(
        #expect(throws: DiskError.self) { try documents.change("a", expecting: other, set) }?.code == .changed
      )
      #expect(
        try test.documents
          == .folder(["a": .file("a").attribute("tag", [1]), "f": .folder().attribute("tag", [1])]))
    }
  }

  @Test func anAttributeSetOnAFileThatMovedIsReported() throws {
    try withTestContainer { test in
      try test.put(.folder(["a": .file("a")]), at: "AppGroup/Documents")
      let disk = test.disk.interrupted(Fuse(at: 1, of: .setAttribute)) { _ in
        _ = rename(test.path(of: "AppGroup/Documents/a"), test.path(of: "AppGroup/Documents/b"))
        try? test.put(.file("stranger"), at: "AppGroup/Documents/a")
      }
      let error = #expect(throws: DiskError.self) {
        try Documents(test.container(on: disk)).change("a", expecting: test.known("a").file) {
          disk, file throws(DiskError) in try disk.setAttribute(file, "tag", [1])
        }
      }
      #expect(error?.code == .changed)
      #expect(try test.documents.entries["a"] == .file("stranger"))
    }
  }

  /// Names that no one of us would give: not UTF-8, or with characters that we replace.
  @Test(
    arguments: ["a\u{202E}b.txt", "line\nend"]
      + (Volume.comparesNamesByBytes ? [FileName(bytes: [0x66, 0xFF, 0x2E, 0x70])] : []))
  func whatIsOnlyMovedKeepsTheBytesOfItsName(name: FileName) throws {
    try withTestContainer { test in
      try test.put(.folder([name: .file("x"), "f": .folder()]), at: "AppGroup/Documents")
      let documents = Documents(test.container)
      let file = try test.known(name).file
      let moved = try documents.move(DocumentPath([name]), expecting: file, to: "f", as: nil)
      #expect(moved == DocumentPath(["f", name]))
      let thrown = try documents.trash(moved, expecting: file)
      #expect(thrown == DocumentPath([name], in: .trash))
      #expect(try documents.putBack(thrown, expecting: file) == moved)
      // Where something has its very name it gets the next free one of ours.
      try test.put(.file("other"), at: "AppGroup/Documents/g")
      try test.put(.folder([name: .file("old")]), at: "AppGroup/Documents/h")
      let beside = try documents.move(moved, expecting: file, to: "h", as: nil)
      #expect(beside != DocumentPath(["h", name]))
      #expect(try test.tree("AppGroup/Documents/h").contents == texts("old", "x"))
    }
  }
}

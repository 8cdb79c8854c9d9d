import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

@Suite struct DocumentsTests {
  private func move(
    _ house: House, _ path: DocumentPath, to parent: DocumentPath, as name: DocumentName, on disk: Disk? = nil
  ) throws -> DocumentPath {
    let folder = try house.container.open(.documents).folder(at: path.parent)
    let file = try folder.identify(#require(path.names.last))
    return try Documents(house.container(on: disk ?? house.disk)).move(
      path, expecting: file, to: parent, as: name)
  }

  @Test func aRenameKeepsTheFile() throws {
    try withHouse { house in
      try house.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      let file = try house.known("a.txt").file
      #expect(try move(house, "a.txt", to: "", as: "b.txt") == "b.txt")
      #expect(try house.known("b.txt").file == file)
      #expect(try house.documents.names == ["b.txt"])
    }
  }

  @Test(.enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name"))
  func anItemsOwnNameIsNotTakenByItself() throws {
    try withHouse { house in
      try house.put(.folder(["a.txt": .file("a"), "é": .folder()]), at: "AppGroup/Documents")
      #expect(try move(house, "a.txt", to: "", as: "A.TXT") == "A.TXT")
      #expect(try move(house, "A.TXT", to: "", as: "A.TXT") == "A.TXT")
      #expect(try move(house, "é", to: "", as: "e\u{301}").names == [FileName("e\u{301}")])
      #expect(try house.documents.names == ["A.TXT", FileName("e\u{301}")])
    }
  }

  @Test func aTakenNameOrItsTwinGetsTheNextFreeOne() throws {
    try withHouse { house in
      try house.put(
        .folder(["a.txt": .file("a"), "B.txt": .file("b"), "f": .folder(["A.TXT": .file("c")])]),
        at: "AppGroup/Documents")
      #expect(try move(house, "a.txt", to: "", as: "b.txt") == "b-1.txt")
      #expect(try move(house, "b-1.txt", to: "f", as: "a.txt") == "f/a-1.txt")
      #expect(
        try house.documents
          == .folder(["B.txt": .file("b"), "f": .folder(["A.TXT": .file("c"), "a-1.txt": .file("a")])]))
    }
  }

  @Test func aReadOnlyFolderIsMovedByAUserWhoIsNotRoot() throws {
    try withHouse { house in
      try house.put(
        .folder(["f": .folder(["x": .file("x")]).mode(0o555), "g": .folder()]), at: "AppGroup/Documents")
      try asNobody(in: house) {
        let moved = try move(house, "f", to: "g", as: "f")
        #expect(moved == "g/f")
      }
      #expect(try house.documents == .folder(["g": .folder(["f": .folder(["x": .file("x")])])]))
    }
  }

  @Test func whatIsNotMeantGoesBack() throws {
    try withHouse { house in
      try house.put(.folder(["a.txt": .file("a"), "f": .folder()]), at: "AppGroup/Documents")
      let error = #expect(throws: DiskError.self) {
        try Documents(house.container).move(
          "a.txt", expecting: FileID(inode: 1, generation: 1), to: "f", as: "a.txt")
      }
      #expect(error?.code == .changed)
      // And when it becomes another one behind the look.
      let disk = house.disk.interrupted(Fuse(at: 1, of: .renameExclusive)) { _ in
        try? house.remove("AppGroup/Documents/a.txt")
        try? house.put(.file("stranger"), at: "AppGroup/Documents/a.txt")
      }
      #expect(throws: DiskError.self) { try move(house, "a.txt", to: "f", as: "a.txt", on: disk) }
      #expect(try house.documents == .folder(["a.txt": .file("stranger"), "f": .folder()]))
    }
  }

  @Test func aFolderDoesNotGoIntoItself() throws {
    try withHouse { house in
      let tree = Tree.folder(["f": .folder(["g": .folder(["a": .file("a")])])])
      try house.put(tree, at: "AppGroup/Documents")
      #expect(throws: DiskError.self) { try move(house, "f", to: "f/g", as: "f") }
      #expect(try house.documents == tree)
    }
  }

  @Test func bothFoldersOfAMoveAreSyncedBehindIt() throws {
    try withHouse { house in
      try house.put(.folder(["a": .file("a"), "f": .folder()]), at: "AppGroup/Documents")
      let log = CallLog()
      _ = try move(house, "a", to: "f", as: "a", on: house.disk.logging(to: log))
      let calls = log.all.map(\.call)
      #expect(try calls[#require(calls.firstIndex(of: .renameExclusive))...].count { $0 == .sync } == 2)
    }
  }

  @Test(arguments: [
    (Documents.Source.bytes(Array("x".utf8)), Tree.file("x")), (.folder, .folder()),
    (.link(to: "target"), .link("target")),
  ])
  func whateverIsAddedTakesAFreeName(source: Documents.Source, tree: Tree) throws {
    try withHouse { house in
      try house.put(.folder(["f": .folder(["A": .folder()])]), at: "AppGroup/Documents")
      let documents = Documents(house.container)
      #expect(try documents.add(documents.stage(source, as: "a"), in: "f") == "f/a-1")
      #expect(try documents.add(documents.stage(source, as: "b"), in: "") == "b")
      #expect(
        try house.documents == .folder(["f": .folder(["A": .folder(), "a-1": tree]), "b": tree]))
    }
  }

  @Test func whatIsAddedIsSafeBeforeItIsAnswered() throws {
    try withHouse { house in
      let folder = try house.container.open(.documents).identify()
      let staged = try Documents(house.container).stage(.bytes([1]), as: "a")
      let steps = Guarded<[DiskCall]>([])
      let disk = house.disk.asking { request throws(DiskError) in
        guard let opened = request.descriptor else { return }
        if request.call == .renameExclusive { steps.with { $0.append(.renameExclusive) } }
        if request.call == .sync, try Disk.system.identify(opened, nil) == folder {
          steps.with { $0.append(.sync) }
        }
      }
      _ = try Documents(house.container(on: disk)).add(staged, in: "")
      // The rename itself goes through the folder in which it was staged.
      #expect(steps.with { $0 }.last == .sync)
    }
  }

  @Test func aFolderThatIsGoneIsNotFoundAndTheStagedCopyIsThere() throws {
    try withHouse { house in
      let documents = Documents(house.container)
      let staged = try documents.stage(.bytes([1]), as: "a")
      #expect(#expect(throws: DiskError.self) { try documents.add(staged, in: "gone") }?.code == .notFound)
      #expect(try documents.add(staged, in: "") == "a")
    }
  }

  @Test func whatIsStagedIsSynced() throws {
    for source in [Documents.Source.bytes([1]), .folder] {
      try withHouse { house in
        let synced = Guarded<Set<FileID>>([])
        let disk = house.disk.asking { request throws(DiskError) in
          guard request.call == .sync, let opened = request.descriptor else { return }
          let file = try Disk.system.identify(opened, nil)
          synced.with { _ = $0.insert(file) }
        }
        let staged = try Documents(house.container(on: disk)).stage(source, as: "a")
        #expect(synced.with { $0.contains(staged.file) })
        try staged.discard()
      }
    }
  }

  @Test func anAttributeIsSetOnTheFileThatIsMeantAndOnNoOther() throws {
    try withHouse { house in
      try house.put(.folder(["a": .file("a"), "f": .folder()]), at: "AppGroup/Documents")
      let documents = Documents(house.container)
      let set: (Disk, Descriptor) throws(DiskError) -> Void = { disk, file throws(DiskError) in
        try disk.setAttribute(file, "tag", [1])
      }
      try documents.change("a", expecting: house.known("a").file, set)
      try documents.change("f", expecting: house.known("f").file, set)
      let other = FileID(inode: 1, generation: 1)
      #expect(
        #expect(throws: DiskError.self) { try documents.change("a", expecting: other, set) }?.code == .changed
      )
      #expect(
        try house.documents
          == .folder(["a": .file("a").attribute("tag", [1]), "f": .folder().attribute("tag", [1])]))
    }
  }

  @Test func anAttributeThatWentToAFileThatLeftIsSaid() throws {
    try withHouse { house in
      try house.put(.folder(["a": .file("a")]), at: "AppGroup/Documents")
      let disk = house.disk.interrupted(Fuse(at: 1, of: .setAttribute)) { _ in
        _ = rename(house.path(of: "AppGroup/Documents/a"), house.path(of: "AppGroup/Documents/b"))
        try? house.put(.file("stranger"), at: "AppGroup/Documents/a")
      }
      let error = #expect(throws: DiskError.self) {
        try Documents(house.container(on: disk)).change("a", expecting: house.known("a").file) {
          disk, file throws(DiskError) in try disk.setAttribute(file, "tag", [1])
        }
      }
      #expect(error?.code == .changed)
      #expect(try house.documents.entries["a"] == .file("stranger"))
    }
  }

  @Test func everythingIsListedFoldersFirstAndWhatGoesMeanwhileIsNoError() throws {
    try withHouse { house in
      try house.put(
        .folder([
          "a": .folder(["b": .folder(["c": .file("c")])]), "d": .folder(["e": .file("e")]), "x": .file(""),
        ]),
        at: "AppGroup/Documents")
      var paths: [String] = []
      try Documents(house.container).visit { paths.append($0.path.description) }
      #expect(Set(paths) == ["a", "a/b", "a/b/c", "d", "d/e", "x"])
      #expect(try #require(paths.firstIndex(of: "a/b")) > #require(paths.firstIndex(of: "a")))
      let log = CallLog()
      try Documents(house.container(on: house.disk.logging(to: log))).visit { _ in }
      for step in 1...log.all.count {
        try withHouse { house in
          try house.put(
            .folder(["a": .folder(["b": .folder(["c": .file("c")])]), "d": .file("d")]),
            at: "AppGroup/Documents")
          let disk = house.disk.interrupted(Fuse(at: step)) { _ in try? house.remove("AppGroup/Documents/a") }
          var paths: [String] = []
          try Documents(house.container(on: disk)).visit { paths.append($0.path.description) }
          #expect(paths.contains("d"))
        }
      }
    }
  }

  /// Names that no one of us would give: not UTF-8, or with characters that we replace.
  @Test(
    arguments: ["a\u{202E}b.txt", "line\nend"]
      + (Volume.comparesNamesByBytes ? [FileName(bytes: [0x66, 0xFF, 0x2E, 0x70])] : []))
  func whatIsOnlyMovedKeepsTheBytesOfItsName(name: FileName) throws {
    try withHouse { house in
      try house.put(.folder([name: .file("x"), "f": .folder()]), at: "AppGroup/Documents")
      let documents = Documents(house.container)
      let file = try house.known(name).file
      let moved = try documents.move(DocumentPath([name]), expecting: file, to: "f", as: nil)
      #expect(moved == DocumentPath(["f", name]))
      let thrown = try documents.trash(moved, expecting: file)
      #expect(thrown == DocumentPath([name], in: .trash))
      #expect(try documents.putBack(thrown, expecting: file) == moved)
      // Where something has its very name it gets the next free one of ours.
      try house.put(.file("other"), at: "AppGroup/Documents/g")
      try house.put(.folder([name: .file("old")]), at: "AppGroup/Documents/h")
      let beside = try documents.move(moved, expecting: file, to: "h", as: nil)
      #expect(beside != DocumentPath(["h", name]))
      #expect(try house.tree("AppGroup/Documents/h").contents == texts("old", "x"))
    }
  }
}

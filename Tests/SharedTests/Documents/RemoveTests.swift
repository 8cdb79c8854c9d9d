import Foundation
import Synchronization
import Testing

@testable import Shared

/// A folder of many entries.
enum FolderShape: CaseIterable {
  case wide, deep

  func tree(of count: Int) -> Tree {
    switch self {
    case .wide:
      .folder(Dictionary(uniqueKeysWithValues: (0..<count).map { (FileName("\($0)"), .file("")) }))
    case .deep:
      (0..<count).reduce(Tree.folder(["bottom": .file("")])) { below, _ in .folder(["level": below]) }
    }
  }
}

@Suite struct RemoveTests {
  private func remove(
    _ test: TestContainer, _ path: DocumentPath, _ file: FileID, on disk: Disk? = nil,
    known: Set<String>? = nil
  ) throws(DiskError) {
    try Documents(test.container(on: disk ?? test.disk)).remove(path, expecting: file) { path, _ in
      known?.contains(path.description) ?? true
    }
  }

  @Test(arguments: FolderShape.allCases)
  func removingALargeOrDeepFolderCostsTheSameForEachEntry(shape: FolderShape) throws {
    var calls: [Int] = []
    for count in [40, 80, 120] {
      try withTestContainer(on: .memory) { test in
        try test.put(shape.tree(of: count), at: "AppGroup/Documents/f")
        let log = CallLog()
        let results = Documents(test.container(on: test.disk.logging(to: log))).remove(["f"])
        #expect(try results.map { try $0.get() } == ["f"])
        #expect(try test.documents.names.isEmpty)
        #expect(test.ledger.most < 16, "\(test.ledger.most) descriptors")
        calls.append(log.all.count)
      }
    }
    #expect(calls[2] - calls[1] == calls[1] - calls[0], "\(calls)")
  }

  @Test func removingAFileRemovesNothingElse() throws {
    try withTestContainer { test in
      try test.put(.folder(["a": .file("a"), "b": .file("b")]), at: "AppGroup/Documents")
      try remove(test, "a", test.known("a").file)
      #expect(try test.documents == .folder(["b": .file("b")]))
    }
  }

  @Test func aFileThatArrivesInADeletedFolderKeepsTheFolder() throws {
    try withTestContainer { test in
      try test.put(.folder(["f": .folder(["a": .file("a")])]), at: "AppGroup/Documents")
      let documents = Documents(test.container)
      let files = try documents.files(of: "f")
      try test.put(.file("b"), at: "AppGroup/Documents/f/b")
      #expect(throws: DiskError.self) { try documents.remove("f", consistingOf: files) }
      #expect(try test.documents == .folder(["f": .folder(["a": .file("a"), "b": .file("b")])]))
      try documents.remove("f", consistingOf: documents.files(of: "f"))
      #expect(try test.documents == .folder([:]))
    }
  }

  @Test func aRemovalIsSyncedBeforeTheCallReturns() throws {
    try withTestContainer { test in
      try test.put(.folder(["a": .file("a")]), at: "AppGroup/Documents")
      let folder = try test.container.open(.documents).identify()
      let steps = Mutex<[DiskCall]>([])
      let disk = test.disk.asking { request throws(DiskError) in
        if request.call == .removeFile { steps.withLock { $0.append(.removeFile) } }
        guard request.call == .sync, let opened = request.descriptor else { return }
        if try Disk.system.identify(opened, nil) == folder { steps.withLock { $0.append(.sync) } }
      }
      try remove(test, "a", test.known("a").file, on: disk)
      #expect(steps.withLock { $0 } == [.removeFile, .sync])
    }
  }

  @Test func aFileWrittenDuringItsRemovalReturns() throws {
    try withTestContainer { test in
      try test.put(.folder(["a": .file("a")]), at: "AppGroup/Documents")
      let path = test.path(of: "AppGroup/Documents/a")
      let isTaken = Mutex(false)
      let dying = test.disk.asking { request throws(DiskError) in
        if isTaken.withLock({ $0 }) { throw .killed }
        guard request.call == .renameExclusive, request.name == "a" else { return }
        // At the last moment, through the name; and the process dies right behind the rename.
        if let file = FileHandle(forWritingAtPath: path) { try? file.write(contentsOf: Data("theirs".utf8)) }
        isTaken.withLock { $0 = true }
      }
      #expect(throws: DiskError.self) { try remove(test, "a", test.known("a").file, on: dying) }
      try test.recover()
      #expect(try test.documents == .folder(["a": .file("theirs")]))
    }
  }

  @Test func aFolderIsRemovedWithItsKnownContents() throws {
    try withTestContainer { test in
      let tree = Tree.folder([
        "b": .folder(["c": .file("c").mode(0o444), "l": .link("x")]).mode(0o555), "d": .file("d"),
      ])
      try test.put(.folder(["a": tree.mode(0o555)]), at: "AppGroup/Documents")
      let file = try test.known("a").file
      try asUnprivilegedUser(in: test) {
        try remove(test, "a", file, known: ["", "b", "b/c", "b/l", "d"])
      }
      #expect(try test.documents.names.isEmpty)
    }
  }

  @Test func aFolderWithAnUnknownEntryStaysWhole() throws {
    try withTestContainer { test in
      let tree = Tree.folder(["a": .folder(["b": .folder(["c": .file("c")]), "d": .file("d")])])
      try test.put(tree, at: "AppGroup/Documents")
      let error = #expect(throws: DiskError.self) {
        try remove(test, "a", test.known("a").file, known: ["", "b", "d"])
      }
      #expect(error?.code == .changed)
      #expect(try test.documents == tree)
    }
  }

  @Test func anUnexpectedFileReturnsUnderItsName() throws {
    try withTestContainer { test in
      try test.put(.folder(["a": .file("a"), "f": .folder(["x": .file("x")])]), at: "AppGroup/Documents")
      let other = FileID(inode: 1, generation: 1)
      #expect(#expect(throws: DiskError.self) { try remove(test, "a", other) }?.code == .changed)
      #expect(#expect(throws: DiskError.self) { try remove(test, "f", other) }?.code == .changed)
      #expect(try test.documents == .folder(["a": .file("a"), "f": .folder(["x": .file("x")])]))
    }
  }

  @Test func anUnexpectedFileReturnsBesideOneThatTookItsName() throws {
    try withTestContainer { test in
      try test.put(.folder(["a.txt": .file("a")]), at: "AppGroup/Documents")
      let file = try test.known("a.txt").file
      var looks = 0
      #expect(throws: DiskError.self) {
        try Documents(test.container).remove("a.txt", expecting: file) { _, _, _ in
          looks += 1
          // Taken out, it turns out to be something else, and its name is taken.
          if looks == 2 { try? test.put(.file("new"), at: "AppGroup/Documents/a.txt") }
          return looks == 1
        }
      }
      #expect(try test.documents == .folder(["a.txt": .file("new"), "a-1.txt": .file("a")]))
    }
  }

  @Test func removingAMissingItemSucceeds() throws {
    try withTestContainer { test in
      try test.put(.folder(["f": .folder()]), at: "AppGroup/Documents")
      try remove(test, "a", FileID(inode: 1, generation: 1))
      try remove(test, "f/a", FileID(inode: 1, generation: 1))
      let documents = try test.documents
      #expect(documents == .folder(["f": .folder()]))
    }
  }

  @Test func aLinkIsRemovedAndNotItsTarget() throws {
    try withTestContainer { test in
      try test.put(.folder(["l": .link("../../Outside")]), at: "AppGroup/Documents")
      let file = try test.container.open(.documents).identify("l")
      try remove(test, "l", file)
      #expect(try test.documents.names.isEmpty)
    }
  }

  @Test func documentsItselfIsNeverRemoved() throws {
    try withTestContainer { test in
      try test.put(.folder(["a": .file("a")]), at: "AppGroup/Documents")
      let file = try test.container.open(.documents).identify()
      #expect(#expect(throws: DiskError.self) { try remove(test, "", file) }?.code == .denied)
      #expect(try test.documents.names == ["a"])
    }
  }

  @Test func aPathNeverLeadsOutOfDocuments() throws {
    try withTestContainer { test in
      try test.put(.folder(["f": .folder()]), at: "AppGroup/Documents")
      let file = try test.folder("Outside").identify("a.txt")
      for names in [["..", "..", "Outside", "a.txt"], ["f", "../../../Outside/a.txt"], ["f", ".."], ["."]] {
        let path = DocumentPath(names.map { FileName($0) })
        #expect(throws: DiskError.self, "\(path)") { try remove(test, path, file) }
      }
      #expect(try test.documents == .folder(["f": .folder()]))
    }
  }

  @Test func onlyTheExaminedFileIsRemoved() throws {
    try withTestContainer { test in
      try test.put(.folder(["f": .folder(["a": .file("a"), "b": .file("b")])]), at: "AppGroup/Documents")
      let file = try test.known("f").file
      var asked = 0
      let error = #expect(throws: DiskError.self) {
        try Documents(test.container).remove("f", expecting: file) { path, _ in
          asked += 1
          // The last check before the removal: only entries that were seen before it may be removed.
          return asked < 6
        }
      }
      #expect(error?.code == .changed)
      #expect(try test.documents.entries["f"]?.entries.count == 1)
    }
  }
}

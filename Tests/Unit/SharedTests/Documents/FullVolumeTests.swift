import Foundation
import Testing

@testable import IntrayCore

/// A volume on which there is no room for anything: what is on it can be deleted for good.
@Suite(.inContainer) struct FullVolumeTests {
  let test = TestContainer.current

  /// What needs room.
  private static let hungry: Set<DiskCall> = [
    .makeFolder, .createFile, .makeLink, .write, .clone, .setAttribute,
  ]

  private func full(_ disk: Disk, for calls: Set<DiskCall> = hungry) -> Disk {
    disk.refusing(calls, with: .noSpace)
  }

  private func remove(_ path: DocumentPath, in test: TestContainer, on disk: Disk) throws {
    let container = test.container(on: disk)
    let folder = try test.container.folder(at: path.parent)
    try Documents(container).remove(path, expecting: folder[try #require(path.names.last)].status().file) {
      _, _ throws(DiskError) in true
    }
  }

  private func fill(_ test: TestContainer) throws {
    let tree = Tree.folder(["a.txt": "a", "f": ["b.txt": "b"]])
    for room in ["Documents", "Trash"] { try test.put(tree, at: "AppGroup/" + room) }
    // On any other day.
    try Documents(test.container).recover { _ in }
  }

  private static let all: [DocumentPath] = [
    "a.txt", "f", DocumentPath(["a.txt"], in: .trash), DocumentPath(["f"], in: .trash),
  ]

  @Test func everyDocumentOnAFullVolumeCanBeDeleted() throws {
    try fill(test)
    for path in Self.all { try remove(path, in: test, on: full(test.disk)) }
    #expect(try test.documents == [:] && test.tree("AppGroup/Trash") == [:])
    let displaced = test.path(of: "AppGroup/Displaced")
    #expect(try FileManager.default.contentsOfDirectory(atPath: displaced) == ["spare"])
  }

  @Test func aKillDuringADeletionLeavesTheDocumentWholeOrGone() throws {
    try eachCall { test, fuse in
      try fill(test)
      // The process is killed, so its error does not count.
      _ = try? remove("f", in: test, on: full(test.disk).dying(fuse))
      // The next process, when there is room again.
      try Drain(test.container).run { _ in }
      let documents = try test.documents.entries
      // What is left of a folder is back, with its name or without.
      let isThere = documents.values.contains { $0 == ["b.txt": "b"] || $0 == [:] }
      #expect(isThere || documents.count == 1, "\(documents)")
      #expect(documents["a.txt"] == "a")
    }
  }

  @Test func theSpareFolderKeepsNoPathOfItsLastChange() throws {
    try fill(test)
    // There is still room for the path.
    try remove("a.txt", in: test, on: full(test.disk, for: [.makeFolder]))
    // The process dies before it removes the document, and the document changes after that.
    let fuse = Fuse(at: 1, of: .removeFile)
    _ = try? remove(DocumentPath(["f", "b.txt"]), in: test, on: full(test.disk).dying(fuse))
    let left = test.path(of: "AppGroup/Displaced/\(try #require(test.records.first))/document")
    try Data("late".utf8).write(to: URL(filePath: left))
    try Documents(test.container).recover { _ in }
    #expect(try test.documents.entries["a.txt"] == nil)
    #expect(try test.documents.contents.contains(Array("late".utf8)))
  }

  @Test func withoutTheSpareFolderADeletionReportsNoSpace() throws {
    try fill(test)
    try test.remove("AppGroup/Displaced/spare")
    expectError(.noSpace) { try remove("a.txt", in: test, on: full(test.disk)) }
    #expect(try test.documents.names.contains("a.txt"))
  }

  /// Lends a volume of 2 MB, and a folder on another volume.
  private func withSmallVolume(_ body: (_ volume: String, _ elsewhere: String) throws -> Void) throws {
    try withScratch { scratch in
      let (place, elsewhere) = (scratch.path + "/volume", scratch.path + "/elsewhere")
      try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      #expect(try Self.run("mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", place) == 0)
      defer { _ = try? Self.run("umount", place) }
      try body(place, elsewhere)
    }
  }

  private static func run(_ words: String...) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }

  private static let mayMount: Bool = {
    #if os(Linux)
      (try? run("unshare", "-m", "true")) == 0
    #else
      false
    #endif
  }()

  /// Writes until there is no room for one more byte.
  private func useUp(_ volume: String) throws {
    let file = open(volume + "/filler", O_WRONLY | O_CREAT | O_EXCL, 0o600)
    #expect(file >= 0)
    defer { close(file) }
    var size = 64 << 10
    while size > 0 {
      let bytes = [UInt8](repeating: 1, count: size)
      if write(file, bytes, size) != size { size /= 2 }
    }
    #expect(errno == ENOSPC)
  }

  @Test(.enabled(if: mayMount, "a volume of its own must be mounted"))
  func filesListsReadsAndDeletesOnAFullVolume() throws {
    try withSmallVolume { (volume: String, elsewhere: String) throws in
      let test = TestContainer(path: volume)
      for room in ["AppGroup/Documents/f", "AppGroup/Trash", "App/Home", "Originals"] {
        try test.put([:], at: room)
      }
      let names = (0..<40).map { "\($0).txt" }
      for name in names {
        try test.put(.file(name), at: "AppGroup/Documents/" + name)
        try test.put(.file(name), at: "AppGroup/Documents/f/" + name)
      }
      // What the system knows and has confirmed, and a process that ends.
      do {
        let provider = try test.startProvider()
        try provider.refresh()
        _ = try provider.told()
        _ = try provider.confirm()
        try provider.scan()
      }
      try useUp(volume)
      let provider = try test.startProvider()
      try provider.refresh()
      #expect(try provider.confirmed().count == 81)
      for name in names {
        let item = try provider.item(named: name)
        // Here the system's folder is on another volume. On APFS a clone takes no room for the contents.
        let contents = try #require(try provider.fetch(item.id, into: elsewhere).path)
        #expect(FileManager.default.contents(atPath: contents) == Data(name.utf8))
        try provider.delete(item.id, base: .version(item.contentVersion), isRecursive: false)
      }
      let folder = try provider.item(named: "f")
      try provider.delete(folder.id, base: .version(folder.contentVersion), isRecursive: true)
      #expect(try test.documents == [:])
      #expect(try provider.told().isEmpty)
    }
  }
}

extension TestContainer {
  /// The folders of changes that are under way or were left.
  fileprivate var records: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: path(of: "AppGroup/Displaced")).filter {
        $0 != "spare"
      }
    }
  }
}

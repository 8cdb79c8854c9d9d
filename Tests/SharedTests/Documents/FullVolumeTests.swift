import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// A volume on which there is no room for anything: what is on it can be deleted for good.
@Suite struct FullVolumeTests {
  /// What needs room.
  private static let hungry: Set<DiskCall> = [
    .makeFolder, .createFile, .makeLink, .write, .clone, .copyRange, .setAttribute,
  ]

  private func full(_ disk: Disk) -> Disk {
    disk.asking { request throws(DiskError) in
      if Self.hungry.contains(request.call) { throw DiskError(.noSpace, at: "") }
    }
  }

  private func remove(_ path: DocumentPath, in house: House, on disk: Disk) throws {
    let container = house.container(on: disk)
    let folder = try house.container.folder(at: path.parent)
    try Documents(container).remove(path, expecting: folder.identify(try #require(path.names.last))) {
      _, _, _ throws(DiskError) in true
    }
  }

  private func fill(_ house: House) throws {
    let tree = Tree.folder(["a.txt": .file("a"), "f": .folder(["b.txt": .file("b")])])
    for room in ["Documents", "Trash"] { try house.put(tree, at: "AppGroup/" + room) }
    // On any other day.
    try Documents(house.container).settle { _ in }
  }

  private static let all: [DocumentPath] = [
    "a.txt", "f", DocumentPath(["a.txt"], in: .trash), DocumentPath(["f"], in: .trash),
  ]

  @Test func everythingOnItCanBeDeletedForGood() throws {
    try withHouse { house in
      try fill(house)
      for path in Self.all { try remove(path, in: house, on: full(house.disk)) }
      #expect(try house.documents == .folder() && house.tree("AppGroup/Trash") == .folder())
      let displaced = house.path(of: "AppGroup/Displaced")
      #expect(try FileManager.default.contentsOfDirectory(atPath: displaced) == ["spare"])
    }
  }

  @Test func whoeverDiesWhileADocumentIsDeletedLeavesItWholeOrNoneOfIt() throws {
    for call in 1... {
      var isOver = false
      try withHouse { house in
        try fill(house)
        let fuse = Fuse(at: call)
        do {
          try remove("f", in: house, on: full(house.disk).dying(fuse))
          isOver = true
        } catch is DiskError {}
        // The next process, when there is room again.
        try Drain(house.container).run { _ in }
        let documents = try house.documents.entries
        // What is left of a folder is back, with its name or without.
        let isThere = documents.values.contains { $0 == .folder(["b.txt": .file("b")]) || $0 == .folder() }
        #expect(isThere || documents.count == 1, "killed at call \(call): \(documents)")
        #expect(documents["a.txt"] == .file("a"))
      }
      if isOver { break }
    }
  }

  @Test func withoutTheSpareFolderItSaysThatThereIsNoRoom() throws {
    try withHouse { house in
      try fill(house)
      try house.remove("AppGroup/Displaced/spare")
      #expect {
        try remove("a.txt", in: house, on: full(house.disk))
      } throws: {
        ($0 as? DiskError)?.code == .noSpace
      }
      #expect(try house.documents.names.contains("a.txt"))
    }
  }
}

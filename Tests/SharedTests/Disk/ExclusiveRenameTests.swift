import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

/// The one call on which everything rests.
@Suite struct ExclusiveRenameTests {
  private static let kinds: [Tree] = [
    .file("old"), .folder(), .folder(["within": .file("old")]), .link("nowhere"), .fifo,
  ]

  @Test(arguments: kinds, kinds)
  func aTakenNameIsNeverReplaced(newcomer: Tree, resident: Tree) throws {
    try withHouse { house in
      try house.put(newcomer, at: "Originals/newcomer")
      try house.put(resident, at: "Originals/resident")
      let before = try house.tree("Originals")
      let folder = try Folder.open(house.path(of: "Originals"), disk: house.disk)
      let error = #expect(throws: DiskError.self) {
        try folder.rename("newcomer", to: folder, as: "resident")
      }
      #expect(error?.code == .exists)
      #expect(try house.tree("Originals") == before)
    }
  }

  @Test func aHardLinkIsNotRenamedOverItsTwin() throws {
    try withHouse { house in
      try house.put(.file("one file"), at: "Originals/a")
      try #require(linkFile(house.path(of: "Originals/a"), house.path(of: "Originals/b")))
      let folder = try Folder.open(house.path(of: "Originals"), disk: house.disk)
      let error = #expect(throws: DiskError.self) { try folder.rename("a", to: folder, as: "b") }
      #expect(error?.code == .exists)
      #expect(try house.tree("Originals").names == ["a", "b"])
    }
  }

  @Test func aFreeNameIsTakenAndTheOldOneGiven() throws {
    try withHouse { house in
      try house.put(.folder(["from": .folder(["a": .file("bytes")]), "to": .folder()]), at: "Originals/x")
      let top = try Folder.open(house.path(of: "Originals/x"), disk: house.disk)
      try top.folder("from").rename("a", to: top.folder("to"), as: "b")
      #expect(
        try house.tree("Originals/x") == .folder(["from": .folder(), "to": .folder(["b": .file("bytes")])]))
    }
  }

  @Test func aMissingSourceIsNotFound() throws {
    try withHouse { house in
      let folder = try Folder.open(house.path(of: "Originals"), disk: house.disk)
      let error = #expect(throws: DiskError.self) { try folder.rename("a", to: folder, as: "b") }
      #expect(error?.code == .notFound)
      #expect(error?.place == house.path(of: "Originals/a"))
    }
  }

  @Test func anExchangeKeepsBoth() throws {
    try withHouse { house in
      try house.put(.folder(["a": .file("1"), "b": .folder(["c": .file("2")])]), at: "Originals/x")
      let folder = try Folder.open(house.path(of: "Originals/x"), disk: house.disk)
      try folder.exchange("a", with: folder, "b")
      #expect(
        try house.tree("Originals/x") == .folder(["b": .file("1"), "a": .folder(["c": .file("2")])]))
    }
  }

  @Test func anExchangeWithNothingChangesNothing() throws {
    try withHouse { house in
      try house.put(.folder(["a": .file("1")]), at: "Originals/x")
      let folder = try Folder.open(house.path(of: "Originals/x"), disk: house.disk)
      let error = #expect(throws: DiskError.self) { try folder.exchange("a", with: folder, "b") }
      #expect(error?.code == .notFound)
      #expect(try house.tree("Originals/x") == .folder(["a": .file("1")]))
    }
  }
}

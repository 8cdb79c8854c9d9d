import Testing

@testable import Shared

/// The one call on which everything rests.
@Suite struct ExclusiveRenameTests {
  private static let kinds: [Tree] = [
    .file("old"), .folder(), .folder(["within": .file("old")]), .link("nowhere"), .fifo,
  ]

  @Test(arguments: kinds, kinds)
  func aTakenNameIsNeverReplaced(newcomer: Tree, resident: Tree) throws {
    try withTestContainer { test in
      try test.put(newcomer, at: "Originals/newcomer")
      try test.put(resident, at: "Originals/resident")
      let before = try test.tree("Originals")
      let folder = try Folder.open(test.path(of: "Originals"), disk: test.disk)
      let error = #expect(throws: DiskError.self) {
        try folder.rename("newcomer", to: folder, as: "resident")
      }
      #expect(error?.code == .exists)
      #expect(try test.tree("Originals") == before)
    }
  }

  @Test func aHardLinkIsNotRenamedOverItsOtherName() throws {
    try withTestContainer { test in
      try test.put(.file("one file"), at: "Originals/a")
      try #require(linkFile(test.path(of: "Originals/a"), test.path(of: "Originals/b")))
      let folder = try Folder.open(test.path(of: "Originals"), disk: test.disk)
      let error = #expect(throws: DiskError.self) { try folder.rename("a", to: folder, as: "b") }
      #expect(error?.code == .exists)
      #expect(try test.tree("Originals").names == ["a", "b"])
    }
  }

  @Test func aRenameTakesAFreeNameAndFreesTheOldOne() throws {
    try withTestContainer { test in
      try test.put(.folder(["from": .folder(["a": .file("bytes")]), "to": .folder()]), at: "Originals/x")
      let top = try Folder.open(test.path(of: "Originals/x"), disk: test.disk)
      try top.folder("from").rename("a", to: top.folder("to"), as: "b")
      #expect(
        try test.tree("Originals/x") == .folder(["from": .folder(), "to": .folder(["b": .file("bytes")])]))
    }
  }

  @Test func aMissingSourceIsNotFound() throws {
    try withTestContainer { test in
      let folder = try Folder.open(test.path(of: "Originals"), disk: test.disk)
      let error = #expect(throws: DiskError.self) { try folder.rename("a", to: folder, as: "b") }
      #expect(error?.code == .notFound)
      #expect(error?.place == test.path(of: "Originals/a"))
    }
  }

  @Test func anExchangeKeepsBoth() throws {
    try withTestContainer { test in
      try test.put(.folder(["a": .file("1"), "b": .folder(["c": .file("2")])]), at: "Originals/x")
      let folder = try Folder.open(test.path(of: "Originals/x"), disk: test.disk)
      try folder.exchange("a", with: folder, "b")
      #expect(
        try test.tree("Originals/x") == .folder(["b": .file("1"), "a": .folder(["c": .file("2")])]))
    }
  }

  @Test func anExchangeWithNothingChangesNothing() throws {
    try withTestContainer { test in
      try test.put(.folder(["a": .file("1")]), at: "Originals/x")
      let folder = try Folder.open(test.path(of: "Originals/x"), disk: test.disk)
      let error = #expect(throws: DiskError.self) { try folder.exchange("a", with: folder, "b") }
      #expect(error?.code == .notFound)
      #expect(try test.tree("Originals/x") == .folder(["a": .file("1")]))
    }
  }
}

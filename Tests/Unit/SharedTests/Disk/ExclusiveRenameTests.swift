import Testing

@testable import IntrayCore

/// The one call on which everything rests.
@Suite(.inContainer) struct ExclusiveRenameTests {
  let test = TestContainer.current

  private static let kinds: [Tree] = ["old", [:], ["within": "old"], .link("nowhere"), .fifo]

  @Test(arguments: kinds, kinds)
  func aTakenNameIsNeverReplaced(newcomer: Tree, resident: Tree) throws {
    try test.put(newcomer, at: "Originals/newcomer")
    try test.put(resident, at: "Originals/resident")
    let before = try test.tree("Originals")
    let folder = try Folder.open(test.path(of: "Originals"), disk: test.disk)
    expectError(.exists) { try folder["newcomer"].rename(to: folder["resident"]) }
    #expect(try test.tree("Originals") == before)
  }

  @Test func aHardLinkIsNotRenamedOverItsOtherName() throws {
    try test.put("one file", at: "Originals/a")
    try #require(linkFile(test.path(of: "Originals/a"), test.path(of: "Originals/b")))
    let folder = try Folder.open(test.path(of: "Originals"), disk: test.disk)
    expectError(.exists) { try folder["a"].rename(to: folder["b"]) }
    #expect(try test.tree("Originals").names == ["a", "b"])
  }

  @Test func anExchangeKeepsBoth() throws {
    try test.put(["a": "1", "b": ["c": "2"]], at: "Originals/x")
    let folder = try Folder.open(test.path(of: "Originals/x"), disk: test.disk)
    try folder["a"].exchange(with: folder["b"])
    #expect(try test.tree("Originals/x") == ["b": "1", "a": ["c": "2"]])
  }

  @Test func anExchangeWithNothingChangesNothing() throws {
    try test.put(["a": "1"], at: "Originals/x")
    let folder = try Folder.open(test.path(of: "Originals/x"), disk: test.disk)
    expectError(.notFound) { try folder["a"].exchange(with: folder["b"]) }
    #expect(try test.tree("Originals/x") == ["a": "1"])
  }
}

import Foundation
import Testing

@testable import IntrayCore

/// What the end of a pass stores of what was seen, if the pass was not still.
@Suite(.inContainer) struct CatalogueMergeTests {
  let fixture: CatalogueFixture

  init() throws { fixture = try CatalogueFixture(.current) }

  /// Merges what was seen of known items: each at a place, or nowhere.
  ///
  /// - Returns: whether something waits.
  private func merge(_ seen: [(path: String, folder: String?, name: String)], missed: [String] = []) throws
    -> Bool
  {
    let ids = try fixture.paths()
    let times = try FolderTimes(fixture.test.container.open(.documents).status())
    return try fixture.catalogue.write(syncs: false) { store in
      func row(_ path: String) throws -> Row { try #require(try ids[path].flatMap { try store.row($0) }) }
      try store.beginObservation()
      for (path, folder, name) in seen {
        let old = try row(path)
        var new = old
        new.parent = try folder.map { try row($0).number } ?? Row.root.number
        new.item.name = FileName(name)
        try store.record(new, over: old)
      }
      try store.recordMissed(missed.map(row))
      try store.recordListing(Row.root.number, times)
      return try store.merge(deletes: false).waits
    }
  }

  private func isRootVisited() throws -> Bool {
    try fixture.catalogue.read { store in try store.row(Row.root.number)?.visited != nil }
  }

  @Test func aRowThatStaysKeepsItsNameAndWhatWantsItWaits() throws {
    for name in ["a", "b", "c", "d"] { try fixture.write(name) }
    try fixture.scan()
    let before = try fixture.paths()
    #expect(try merge([("b", nil, "a"), ("c", nil, "b"), ("d", nil, "e")], missed: ["a"]))
    let after = try fixture.paths()
    #expect(
      after
        == ["a": before["a"], "b": before["b"], "c": before["c"], "e": before["d"]].compactMapValues { $0 })
    #expect(try !isRootVisited())
  }

  @Test func itemsThatExchangedTheirNamesAreStoredTogether() throws {
    for name in ["a", "b", "c"] { try fixture.write(name) }
    try fixture.scan()
    let before = try fixture.paths()
    #expect(try !merge([("a", nil, "b"), ("b", nil, "c"), ("c", nil, "a")]))
    #expect(
      try fixture.paths() == ["b": before["a"], "c": before["b"], "a": before["c"]].compactMapValues { $0 })
    #expect(try isRootVisited())
  }

  @Test func foldersThatWereSeenInEachOtherKeepATree() throws {
    for name in ["a", "b"] { try fixture.makeFolder(name) }
    try fixture.scan()
    #expect(try merge([("a", "b", "a"), ("b", "a", "b")], missed: ["a", "b"]))
    let paths = try Set(fixture.paths().keys)
    #expect([["a", "b"], ["a", "a/b"], ["b", "b/a"]].contains(paths))
    // On disk they lie side by side.
    try fixture.scan()
    #expect(try Set(fixture.paths().keys) == ["a", "b"])
  }

  @Test func aFolderOfWhichARowStaysThatTheListingDoesNotHaveIsListedAgain() throws {
    try fixture.write("a")
    try fixture.scan()
    #expect(try merge([], missed: ["a"]))
    #expect(try !isRootVisited())
    try fixture.scan()
    #expect(try Set(fixture.paths().keys) == ["a"] && isRootVisited())
  }
}

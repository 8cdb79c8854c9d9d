import Testing

@testable import IntrayCore

/// Folders that are merged.
@Suite(.inContainer) struct MergeTests {
  let test = TestContainer.current

  private func merge(isCancelled: () -> Bool = { false }) -> [Documents.Merged] {
    Documents(test.container).merge(
      SeenDocument("Work-1"), into: "Work", isPackage: { $0.hasSuffix(".pages") }, isCancelled: isCancelled)
  }

  @Test func whatIsInAFolderMovesInAndEqualBytesAreThereOnce() throws {
    try test.put([
      "Work": [
        "a.txt": "a", "same.txt": "same", "Deep": ["x.txt": "x"], "p.pages": ["in": "1"], "n": "file",
      ],
      "Work-1": [
        "a.txt": "other", "same.txt": "same", "Deep": ["x.txt": "x", "y.txt": "y"], "p.pages": ["in": "1"],
        "n": ["z.txt": "z"], ".DS_Store": "",
      ],
    ])
    let merged = merge()
    #expect(merged.allSatisfy { (try? $0.result.get()) != nil })
    #expect(merged.last?.document.path == "Work-1")
    let work = try #require(test.documents.entries["Work"])
    #expect(try test.documents.names == ["Work"])
    #expect(work.names == ["a.txt", "a-1.txt", "same.txt", "Deep", "p.pages", "p-1.pages", "n", "n-1"])
    #expect(work.entries["a.txt"] == "a" && work.entries["a-1.txt"] == "other")
    #expect(work.entries["Deep"]?.names == ["x.txt", "y.txt"])
    #expect(try test.trash.names == ["Work-1", "same.txt", "x.txt"])
  }

  @Test func whatComesIntoTheFolderMeanwhileKeepsIt() throws {
    try test.put(["Work": [:], "Work-1": ["a.txt": "a", "b.txt": "b"]])
    var asked = 0
    let merged = merge {
      asked += 1
      if asked == 2 { try? test.put("late", at: "AppGroup/Documents/Work-1/late.txt") }
      return false
    }
    #expect(merged.map { (try? $0.result.get()) != nil } == [true, true, false])
    #expect(try test.documents.entries["Work-1"]?.names == ["late.txt"])
    #expect(merge().allSatisfy { (try? $0.result.get()) != nil })
    #expect(try test.documents.entries["Work"]?.names == ["a.txt", "b.txt", "late.txt"])
  }

  @Test func aMergeThatIsCancelledGoesOnWhereItEnded() throws {
    try test.put(["Work": [:], "Work-1": ["a.txt": "a", "b.txt": "b"]])
    var isCancelled = false
    let merged = merge {
      defer { isCancelled = true }
      return isCancelled
    }
    #expect(merged.count == 2 && (try? merged.last?.result.get()) == nil)
    #expect(try test.documents.names == ["Work", "Work-1"] && test.documents.contents == texts("a", "b"))
    _ = merge()
    #expect(try test.documents.names == ["Work"] && test.documents.contents == texts("a", "b"))
  }
}

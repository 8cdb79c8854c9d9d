import Testing

@testable import IntrayCore

/// Moves, deletions and returns of many documents at once.
@Suite(.inContainer) struct SeveralDocumentsTests {
  let test = TestContainer.current

  private static let count = 60

  /// The calls of a closure.
  private func calls(of body: (Documents) throws -> Void) throws -> CallLog {
    let log = CallLog()
    try body(Documents(test.container(on: test.disk.logging(to: log))))
    return log
  }

  /// Folders with a document of one name each, and in the root documents of other names.
  private func put() throws -> (equal: [DocumentPath], others: [DocumentPath]) {
    var entries: [FileName: Tree] = ["to": ["a.txt": "there"]]
    for number in 0..<Self.count {
      entries[FileName("f\(number)")] = ["a.txt": "\(number)"]
      entries[FileName("b\(number).txt")] = "\(number)"
    }
    try test.put(.folder(entries))
    return (
      (0..<Self.count).map { DocumentPath([FileName("f\($0)"), "a.txt"]) },
      (0..<Self.count).map { DocumentPath([FileName("b\($0).txt")]) }
    )
  }

  @Test(.inMemory) func theFolderThatManyMoveToIsListedOnceAndEachIsRenamedOnce() throws {
    let (equal, others) = try put()
    let calls = try calls { documents in
      let moved = try documents.move((equal + others).seen, to: "to").map { try $0.get() }
      let numbers = (1...Self.count).map { DocumentPath(["to", FileName("a-\($0).txt")]) }
      #expect(moved == numbers + others.map { DocumentPath(["to"] + $0.names) })
    }
    #expect(calls.count(of: .list) == 1)
    #expect(calls.count(of: .renameExclusive) == 2 * Self.count)
  }

  @Test(.inMemory) func theTrashIsListedOnceAndEachFolderThatManyReturnToOnce() throws {
    let (equal, others) = try put()
    let before = try test.documents
    var thrownAway: [DocumentPath] = []
    let calls = try calls { documents in
      thrownAway = try documents.trash((equal + others).seen).map { try $0.get() }
    }
    #expect(calls.count(of: .list) == 1)
    #expect(calls.count(of: .renameExclusive) == 2 * Self.count)
    #expect(try test.trash.names.count == 2 * Self.count)
    let returning = try self.calls { documents in
      let back = try documents.putBack(thrownAway.seen).map { try $0.get() }
      #expect(back == equal + others)
    }
    #expect(returning.count(of: .list) == Self.count + 1)
    #expect(returning.count(of: .renameExclusive) == 2 * Self.count)
    #expect(try test.documents.withoutAttributes == before.withoutAttributes)
  }

  @Test func twoNamesThatDifferOnlyInCaseGetDifferentNumbers() throws {
    try test.put(["f": ["A.txt": "1"], "a.txt": "2", "to": [:]])
    let moved = Documents(test.container).move(["f/A.txt", "a.txt"], to: "to")
    #expect(try moved.map { try $0.get() } == ["to/A.txt", "to/a-1.txt"])
  }

  @Test func oneThatIsGoneDoesNotKeepTheOthers() throws {
    try test.put(["a": "a", "b": "b", "to": [:]])
    let moved = Documents(test.container).move(["a", "gone", "b", "to"], to: "to")
    #expect(moved.map { try? $0.get() } == ["to/a", nil, "to/b", nil])
    #expect(try test.documents == ["to": ["a": "a", "b": "b"]])
  }

  @Test(arguments: ["move", "trash", "put back", "remove"]) func aCancelLeavesTheRestWhereItIs(what: String)
    throws
  {
    try test.put(["a": "a", "b": "b", "c": "c", "to": [:]])
    let documents = Documents(test.container)
    var paths: [DocumentPath] = ["a", "b", "c"]
    if what == "put back" { paths = try documents.trash(paths.seen).map { try $0.get() } }
    var left = 2
    func isCancelled() -> Bool {
      left -= 1
      return left < 0
    }
    let results =
      switch what {
      case "move": documents.move(paths.seen, to: "to", isCancelled: isCancelled)
      case "trash": documents.trash(paths.seen, isCancelled: isCancelled)
      case "put back": documents.putBack(paths.seen, isCancelled: isCancelled)
      default: documents.remove(paths.seen, isCancelled: isCancelled)
      }
    #expect(results.prefix(2).allSatisfy { (try? $0.get()) != nil })
    #expect(throws: DiskError.self) { try results[2].get() }
    let names = try test.documents.names
    #expect(names.contains("c") == (what != "put back") && names.contains("a") == (what == "put back"))
  }
}

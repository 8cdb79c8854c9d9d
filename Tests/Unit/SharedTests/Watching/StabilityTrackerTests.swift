import Foundation
import Testing

@testable import IntrayCore

@Suite(.inContainer) struct StabilityTrackerTests {
  let test = TestContainer.current

  private let start = ContinuousClock.now

  private func look(
    _ quiet: StabilityTracker, _ name: FileName = "x", after seconds: Int, on disk: Disk? = nil
  ) throws -> Bool {
    let folder = try Folder.open(test.path(of: "Originals"), disk: disk ?? test.disk)
    return try quiet.isStable(folder[name], now: start + .seconds(seconds))
  }

  @Test func anEntryThatLooksTheSameTwiceIsStable() throws {
    try test.put("x", at: "Originals/x")
    let quiet = StabilityTracker()
    #expect(try !look(quiet, after: 0))
    #expect(try !look(quiet, after: 1))
    #expect(try look(quiet, after: 2))
  }

  @Test(arguments: ["grows", "changes", "is another"])
  func aFileThatChangesIsNotStable(what: String) throws {
    try test.put("x", at: "Originals/x")
    let quiet = StabilityTracker()
    #expect(try !look(quiet, after: 0))
    switch what {
    case "grows": try test.append("y", to: "Originals/x")
    case "changes": try Data("z".utf8).write(to: URL(filePath: test.path(of: "Originals/x")))
    default:
      try test.remove("Originals/x")
      try test.put("x", at: "Originals/x")
    }
    #expect(try !look(quiet, after: 10))
    #expect(try !look(quiet, after: 11))
    #expect(try look(quiet, after: 12))
  }

  @Test(arguments: ["x/a", "x/b/c", "x/b/new", "x/b/c2"])
  func aFolderWithAChangeAtAnyDepthIsNotStable(place: String) throws {
    try test.put(["a": "a", "b": ["c": "c", "c2": [:]]], at: "Originals/x")
    let quiet = StabilityTracker()
    #expect(try !look(quiet, after: 0))
    switch place {
    case "x/b/new": try test.put("", at: "Originals/x/b/new")
    case "x/b/c2": try test.remove("Originals/x/b/c2")
    default: try test.append("more", to: "Originals/\(place)")
    }
    #expect(try !look(quiet, after: 10))
    #expect(try look(quiet, after: 12))
  }

  @Test(.enabled(if: Volume.comparesNamesByBytes, "APFS takes these names for one name"))
  func foldersOfOneNameAndSimilarNamesAreTrackedSeparately() throws {
    let names = [FileName(bytes: [0xFF]), FileName(bytes: [0xFE]), FileName("é"), FileName("e\u{301}")]
    for name in names {
      try test.withFolder("Originals") { try Tree.file("\(name.bytes)").make(name, in: $0) }
    }
    let quiet = StabilityTracker()
    for name in names { #expect(try !look(quiet, name, after: 0)) }
    for name in names { #expect(try look(quiet, name, after: 5)) }
  }

  @Test func aFolderThatLosesAnEntryDuringALookIsNotStable() throws {
    try test.put(["a": "a", "b": ["c": "c"]], at: "Originals/x")
    let quiet = StabilityTracker()
    let disk = test.disk.interrupted(Fuse(at: 2, of: .list)) { _ in
      try? test.remove("Originals/x/a")
      try? test.remove("Originals/x/b")
    }
    #expect(try !look(quiet, after: 0, on: disk))
    #expect(try !look(quiet, after: 10))
    #expect(try look(quiet, after: 20))
  }

  @Test func aForgottenEntryIsNewAgain() throws {
    try test.put("x", at: "Originals/x")
    let quiet = StabilityTracker()
    #expect(try !look(quiet, after: 0))
    quiet.forget(try test.folder("Originals")["x"])
    #expect(try !look(quiet, after: 10))
  }
}

extension TestContainer {
  /// Appends to a file.
  func append(_ text: String, to place: String) throws {
    let file = open(path(of: place), O_WRONLY | O_APPEND)
    defer { close(file) }
    guard write(file, text, text.utf8.count) == text.utf8.count else { throw Violation("write: \(errno)") }
  }
}

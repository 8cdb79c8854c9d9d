import Foundation
import Testing

@testable import Shared

#if canImport(TestSupport)
  import TestSupport
#endif

@Suite struct FindTests {
  private let tree = Tree.folder([
    "b.pdf": .file("22"), "a10.txt": .file("1"), "a2.txt": .file("333"),
    "Work": .folder(["Äpfel.txt": .file("4"), "deep": .folder(["b.txt": .file("5")])]),
  ])

  @Test(arguments: [
    (DocumentQuery.Order.name, ["Work", "a2.txt", "a10.txt", "b.pdf"]),
    (.size, ["Work", "a2.txt", "b.pdf", "a10.txt"]), (.kind, ["Work", "b.pdf", "a2.txt", "a10.txt"]),
  ])
  func eachOrderSortsAsTheUserExpectsFoldersFirst(order: DocumentQuery.Order, names: [String]) throws {
    try withTestContainer { test in
      try test.put(tree, at: "AppGroup/Documents")
      let found = try Documents(test.container).find(DocumentQuery(order: order, limit: 10))
      #expect(found.entries.map(\.path.description) == names)
      #expect(found.total == 4)
    }
  }

  @Test func anyLimitFindsTheFirstOfMany() throws {
    try withTestContainer { test in
      let names = (1...50).map { "\($0).txt" }
      try test.put(
        .folder(Dictionary(uniqueKeysWithValues: names.shuffled().map { (FileName($0), .file("x")) })),
        at: "AppGroup/Documents")
      for limit in [1, 7, 25, 50] {
        let found = try Documents(test.container).find(DocumentQuery(limit: limit))
        #expect(found.entries.map(\.path.description) == Array(names.prefix(limit)))
        #expect(found.total == 50)
      }
    }
  }

  @Test func aSearchLooksIntoSubfoldersIgnoringCaseAndAccents() throws {
    try withTestContainer { test in
      try test.put(tree, at: "AppGroup/Documents")
      let documents = Documents(test.container)
      let found = try documents.find(DocumentQuery(text: "APF", limit: 10))
      #expect(found.entries.map(\.path.description) == ["Work/Äpfel.txt"])
      let inside = try documents.find(DocumentQuery(folder: "Work", text: "b", limit: 10))
      #expect(inside.entries.map(\.path.description) == ["Work/deep/b.txt"])
    }
  }

  @Test(arguments: ["remove f", "remove f/g", "move f out", "move f/g out", "move f/g to g"])
  func aFolderThatGoesDuringASearchDoesNotKeepTheRest(what: String) throws {
    let rest = Tree.folder([
      "a.txt": .file("1"), "z": .folder(["z.txt": .file("2")]),
      "f": .folder(["k.txt": .file("3"), "g": .folder(["h": .folder(["deep.txt": .file("4")])])]),
    ])
    let words = what.split(separator: " ").map(String.init)
    for step in 1..<1_000 {
      var isOver = false
      try withTestContainer(.untidy, on: .memory) { test in
        try test.put(rest, at: "AppGroup/Documents")
        let place = test.path(of: "AppGroup/Documents/")
        let fuse = Fuse(at: step)
        let disk = test.disk.interrupted(fuse) { _ in
          if words[0] == "remove" {
            try? FileManager.default.removeItem(atPath: place + words[1])
          } else {
            rename(place + words[1], words.last == "out" ? test.path(of: "Outside") : place + "g")
          }
        }
        let documents = Documents(test.container(on: disk))
        let found = try documents.find(DocumentQuery(text: "txt", limit: 10)).entries.map(\.path)
        #expect(Set(found).isSuperset(of: ["a.txt", "z/z.txt"]), "\(step)")
        #expect(Set(try documents.latest(10).map(\.path)).isSuperset(of: ["a.txt", "z/z.txt"]), "\(step)")
        _ = try documents.arrivals(since: nil, atMost: 10)
        #expect(try documents.folder(of: .random()) == nil)
        isOver = !fuse.hasBlown
      }
      if isOver {
        #expect(step > 50, "nothing was interrupted")
        return
      }
    }
  }

  @Test func theLatestFilesAreThoseThatChangedLast() throws {
    try withTestContainer { test in
      var last = FileTime(seconds: 0)
      let names = ["old.txt", "Work/new.txt", "Work/deep/newer.txt", "newest.txt"]
      for name in names { try write(name, in: test, after: &last) }
      let documents = Documents(test.container)
      #expect(try documents.latest(3).map(\.path.description) == names.reversed().prefix(3).map { $0 })
      try write("old.txt", in: test, after: &last)
      #expect(try documents.latest(1).map(\.path.description) == ["old.txt"])
      #expect(try documents.latest(0).isEmpty)
      #expect(try documents.latest(100).count == 4)
    }
  }

  @Test func aCancelledSearchEnds() throws {
    try withTestContainer { test in
      try test.put(tree, at: "AppGroup/Documents")
      let documents = Documents(test.container)
      for query in [DocumentQuery(limit: 1), DocumentQuery(text: "b", limit: 1)] {
        let error = #expect(throws: DiskError.self) { try documents.find(query) { true } }
        #expect(error?.code == .cancelled)
      }
      #expect(#expect(throws: DiskError.self) { try documents.latest(1) { true } }?.code == .cancelled)
    }
  }

  /// Writes until the clock of the file system has moved on.
  private func write(_ name: String, in test: TestContainer, after last: inout FileTime) throws {
    let path = test.path(of: "AppGroup/Documents/" + name)
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var changed = last
    repeat {
      try Data("x".utf8).write(to: URL(fileURLWithPath: path))
      let (folder, file) = try Folder.openParent(of: path, disk: .system)
      changed = try folder.status(file).changed
    } while changed <= last
    last = changed
  }
}

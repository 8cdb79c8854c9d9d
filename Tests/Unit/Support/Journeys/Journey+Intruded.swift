import Foundation

@testable import IntrayCore

/// What another process, another program or an unknown document does in the middle of it, and a share of much.
extension Journey {
  /// They are raced by nothing else: each has its intruder, or is large.
  public static let intruded = [
    depositOfMuch, depositSweptMeanwhile, replaceIntruded, recreate, removeStranger,
  ]

  private static let large = String(repeating: "large ", count: 40_000)
  private static let much = ["first", "second", "part one", "part two", "a link", large]

  /// Files of one name, an attribute that counts as large, an emoji of 2024, and a file that is copied in several steps.
  private static func prepareMuch(_ test: TestContainer) throws {
    let originals = Tree.folder([
      "a.txt": .file("first").attribute("app.test", [1, 2, 3]),
      "more": ["a.txt": .file("second").attribute(Disk.largeAttribute, [1]), "large.bin": .file(large)],
      "folder": ["one": "part one", "inner": ["two \u{1FADF}": "part two"]],
    ])
    try test.put(originals, at: "Originals/much")
    try test.put("old", at: "AppGroup/Documents/a.txt")
  }

  private static func depositMuch(_ test: TestContainer, _ disk: Disk) throws {
    let originals = test.path(of: "Originals/much")
    _ = try Inbox(test.container(on: disk)).deposit { deposit throws(DiskError) in
      try deposit.add(contentsOf: originals + "/a.txt", as: "a.txt")
      try deposit.add(contentsOf: originals + "/more/a.txt", as: "a.txt")
      try deposit.add(contentsOf: originals + "/more/large.bin", as: "large.bin")
      try deposit.add(contentsOf: originals + "/folder", as: "folder \u{1FADF}")
      try deposit.note(whereFrom: ["https://example.com"], on: deposit.add("a link".utf8, as: "link.webloc"))
    }
  }

  private static func isMuchDone(_ documents: Tree) -> Bool { documents.contents.count == much.count + 1 }

  private static func checkMuch(_ test: TestContainer) throws {
    let documents = try test.documents
    try expect(documents.entries["a.txt"] == "old")
    try expect(documents.contents.count == 1 || isMuchDone(documents), "\(documents)")
  }

  /// A share of much: all of it arrives, or nothing.
  static let depositOfMuch = Journey(
    name: "a deposit of much", isDone: isMuchDone, prepare: prepareMuch, act: depositMuch, check: checkMuch)

  /// The same, with a sweeper that takes it for abandoned at the moment of publishing.
  static let depositSweptMeanwhile = Journey(
    name: "a deposit that is swept meanwhile", isDone: isMuchDone, prepare: prepareMuch,
    act: { test, disk in
      let sweeper = Inbox(test.container(on: .system))
      try depositMuch(
        test,
        disk.interrupted(Fuse(at: 1, of: .renameExclusive)) { _ in
          // What it cannot sweep stays, as always.
          try? sweeper.sweepLongAfter()
        })
    }, check: checkMuch)

  /// An editor saves another version over a document just before it is exchanged.
  static let replaceIntruded = Journey(name: "a replacement, intruded") { test in
    try test.put(["a.txt": .file("old").attribute("tag", [7])])
    try test.put("intruder", at: "Originals/intruder")
  } act: { test, disk in
    let (from, to) = (test.path(of: "Originals/intruder"), test.path(of: "AppGroup/Documents/a.txt"))
    try replace.act(test, disk.interrupted(Fuse(at: 1, of: .exchange)) { _ in _ = rename(from, to) })
  } check: { test in
    let found = try test.documents.contents
    // If the editor saved over the base, the base is gone. If it had not yet, the base is there or was replaced.
    let legal = [
      texts("old"), texts("new"), texts("intruder"), texts("intruder", "new"), texts("new", "old"),
    ]
    let documents = try test.documents
    try expect(legal.contains(found), "\(documents)")
    let hasCome = try test.tree("Originals").contents.isEmpty
    try expect(!hasCome || found.contains(Array("intruder".utf8)), "the intruder is gone: \(documents)")
  }

  /// A document is deleted at the last moment before it gets new contents, and is made again.
  static let recreate = Journey(
    name: "a replacement of what is gone", isDone: { $0 == ["a.txt": "new"] }
  ) { test in
    try test.put(["a.txt": "old"])
  } act: { test, disk in
    try replace.act(
      test,
      disk.interrupted(Fuse(at: 1, of: .exchange)) { _ in try? test.remove("AppGroup/Documents/a.txt") })
  } check: { test in
    let found = try test.documents.entries
    try expect(found.isEmpty || [["a.txt": "old"], ["a.txt": "new"]].contains(found), "\(found)")
  }

  /// A folder is deleted for good while something is in it that the user has not seen.
  static let removeStranger = Journey(
    name: "a removal of a folder with a stranger", keeps: [["b", "1", "3"]], isRefused: true,
    prepare: removeFolder.prepare,
    act: { test, disk in
      let file = try test.known("f").file
      try Documents(test.container(on: disk)).remove("f", expecting: file) { path, _ in
        path.names.last != "3"
      }
    },
    check: { test in
      let found = try test.documents
      try expect(found.contents == texts("1", "3", "b"), "\(found)")
      try expect(found.entries.values.contains { $0.entries["2"]?.entries["3"] == "3" }, "\(found)")
    })
}

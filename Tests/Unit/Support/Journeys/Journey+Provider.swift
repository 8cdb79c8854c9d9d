import Foundation
import Synchronization

@testable import IntrayCore

extension Journey {
  /// What the system asks the extension for. When its process was killed, another one is asked the same once more, and all is
  /// as if nothing had been.
  public static let providerCalls = ProviderCall.all.map { $0.journey(isAskedAgain: true) }

  /// The same, and the system does not ask again.
  public static let providerCallsOnce = ProviderCall.all.map { $0.journey(isAskedAgain: false) }
}

extension ProviderCall {
  fileprivate func journey(isAskedAgain: Bool) -> Journey {
    let whole = Mutex<Outcome?>(nil)
    return Journey(name: isAskedAgain ? name : name + ", once", keeps: keeps, isSettled: false) { test in
      try prepare(test)
      _ = try test.startProvider().refresh()
    } act: { test, disk in
      try act(test, test.startProvider(on: disk))
    } recover: { test in
      if isAskedAgain { try act(test, test.startProvider()) }
    } check: { test in
      if isAskedAgain {
        let expected = try whole.withLock { known in
          if known == nil { known = try outcome() }
          return known
        }
        let found = try Outcome(test)
        try expect(found == expected, "\(found)")
      }
      try checkConsistency(of: test)
    }
  }

  private func outcome() throws -> Outcome {
    try withScratch(on: .memory) { scratch in
      let test = try TestContainer(in: scratch.path)
      try prepare(test)
      let provider = try test.startProvider()
      _ = try provider.refresh()
      try act(test, provider)
      return try Outcome(test)
    }
  }

  /// What the user sees.
  private struct Outcome: Equatable, Sendable {
    var documents: Tree
    var trash: Tree

    init(_ test: TestContainer) throws {
      documents = try test.documents.withoutOrigins
      trash = try test.trash.withoutOrigins
    }
  }

  /// A new process lists what is on disk, and then nothing changes any more.
  private func checkConsistency(of test: TestContainer) throws {
    let provider = try test.startProvider()
    _ = try provider.refresh()
    let told = try provider.told()
    var paths = try test.documents.paths
    paths.formUnion(try test.trash.paths.map { "Trash/" + $0 })
    try expect(Set(told.keys) == paths, "told: \(told.keys.sorted())")
    let anchor = try provider.confirm()
    _ = try provider.refresh()
    let changes = try provider.changes(since: anchor, limit: 100)
    try expect(changes.updated.isEmpty && changes.deleted.isEmpty, "\(changes)")
    try expect(try test.tree("AppGroup/Displaced") == [:], "something stays displaced")
  }
}

/// One call of the system, which can be played again.
private struct ProviderCall: Sendable {
  var name: String
  /// The texts of which one group must be there, wherever the process was killed.
  var keeps: [[String]]
  var prepare: @Sendable (TestContainer) throws -> Void
  var act: @Sendable (TestContainer, Provider) throws -> Void

  static let all = [
    create, createFolder, modify, modifyEverything, retarget, move, moveTaken, trash, putBack, restore,
    delete,
    deleteFolder, deleteInTrash,
  ]

  private static func put(_ tree: Tree) -> @Sendable (TestContainer) throws -> Void {
    { test in try test.put(tree) }
  }

  private static func trashed(_ name: String, _ tree: Tree) -> @Sendable (TestContainer) throws -> Void {
    { test in
      try test.put(tree)
      let path = DocumentPath(bytes: Array(name.utf8))
      let folder = try test.container.openExisting(.documents).folder(at: path.parent)
      let file = try folder[FileName(String(name.split(separator: "/").last ?? ""))].status().file
      _ = try Documents(test.container).trash(path, expecting: file)
    }
  }

  static let create = ProviderCall(
    name: "create", keeps: [["taken"]], prepare: put(["a.txt": "taken"])
  ) { test, provider in
    _ = try provider.create(
      template: "t",
      itemChange {
        $0.name = "a.txt"
        $0.parent = .root
        $0.tags = [1, 2]
        $0.modified = FileTime(seconds: 1_000)
      }, from: .copy(of: test.original("new")), mayExist: false)
  }

  static let createFolder = ProviderCall(
    name: "create a folder and a link in it", keeps: [["x"]],
    prepare: put(["x": "x"])
  ) { test, provider in
    let folder = try provider.create(
      template: "f",
      itemChange {
        $0.name = "f"
        $0.parent = .root
      }, from: .folder, mayExist: true)
    _ = try provider.create(
      template: "l",
      itemChange {
        $0.name = "l"
        $0.parent = folder.item.id
      }, from: .link(to: "../x"), mayExist: false)
  }

  static let modify = ProviderCall(
    name: "modify contents", keeps: [["old"], ["new"]],
    prepare: put(["a.txt": .file("old").attribute(ItemAttribute.tags, [7])])
  ) { test, provider in
    let item = try provider.item(named: "a.txt")
    _ = try provider.modify(
      item.id, ItemChange(), at: ("a.txt", .root), contents: test.original("new"), base: test.base(of: item)
    )
  }

  static let modifyEverything = ProviderCall(
    name: "modify everything at once", keeps: [["old"], ["new"]],
    prepare: put(["a.txt": "old", "f": [:]])
  ) { test, provider in
    let (item, folder) = (try provider.find("a.txt", "f/a.txt", "f/b.txt"), try provider.find("f"))
    _ = try provider.modify(
      item.id,
      itemChange {
        $0.name = "b.txt"
        $0.parent = folder.id
        $0.tags = [9]
        $0.favouriteRank = 3
        $0.lastUsed = FileTime(seconds: 5)
        $0.modified = FileTime(seconds: 6)
        $0.attributes = ["plain": [1]]
        $0.flags = [.executable, .writable, .hidden]
      }, at: ("a.txt", .root), contents: test.original("new"), base: test.base(of: item))
  }

  static let retarget = ProviderCall(
    name: "give a link another target", keeps: [["b"]],
    prepare: put(["l": .link("old"), "b.txt": "b"])
  ) { test, provider in
    let item = try provider.find("l")
    let answer = try provider.modify(
      item.id, itemChange { $0.target = "new" }, at: ("l", .root), contents: nil, base: test.base(of: item))
    guard answer.item.target == "new" else { throw Violation("\(answer.item)") }
  }

  static let move = ProviderCall(
    name: "rename and move", keeps: [["a"]],
    prepare: put(["a": ["in.txt": "a"], "f": [:]])
  ) { _, provider in
    let (item, folder) = (try provider.find("a", "f/b"), try provider.find("f"))
    _ = try provider.modify(
      item.id,
      itemChange {
        $0.name = "b"
        $0.parent = folder.id
      }, at: ("a", .root), contents: nil, base: .beforeFirstSync)
  }

  static let moveTaken = ProviderCall(
    name: "rename to a name that is taken", keeps: [["a", "b"]],
    prepare: put(["a.txt": "a", "b.txt": "b"])
  ) { _, provider in
    let item = try provider.find("a.txt", "b-1.txt")
    _ = try provider.modify(
      item.id, itemChange { $0.name = "b.txt" }, at: ("a.txt", .root), contents: nil, base: .beforeFirstSync)
  }

  static let trash = ProviderCall(
    name: "trash", keeps: [["a"]], prepare: put(["f": ["a.txt": "a"]])
  ) { _, provider in
    let item = try provider.find("f", "Trash/f")
    _ = try provider.modify(
      item.id, itemChange { $0.parent = .trash }, at: ("f", .root), contents: nil, base: .beforeFirstSync)
  }

  static let putBack = ProviderCall(
    name: "put back", keeps: [["a"]],
    prepare: trashed("f/a.txt", ["f": ["a.txt": "a"]])
  ) { _, provider in
    // It may have been put back, and the system is told so.
    let item = try provider.find("Trash/a.txt", "f/a.txt")
    if item.parent == .trash { try provider.putBack([item.id]) }
  }

  static let restore = ProviderCall(
    name: "move out of the trash", keeps: [["a"]],
    prepare: trashed("f/a.txt", ["f": ["a.txt": "a"]])
  ) { _, provider in
    let item = try provider.find("Trash/a.txt", "a.txt")
    _ = try provider.modify(
      item.id, itemChange { $0.parent = .root }, at: ("a.txt", .trash), contents: nil, base: .beforeFirstSync)
  }

  static let delete = ProviderCall(
    name: "delete", keeps: [["b"]],
    prepare: put(["a.txt": "a", "b.txt": "b"])
  ) { _, provider in
    guard let item = try provider.told()["a.txt"] else { return }
    try provider.delete(item.id, base: .version(item.contentVersion), isRecursive: false)
  }

  static let deleteFolder = ProviderCall(
    name: "delete a folder", keeps: [["b"]],
    prepare: put(["f": ["1": "1", "2": ["3": "3"]], "b.txt": "b"])
  ) { _, provider in
    // The provider reports a half-deleted folder before the user deletes it again.
    _ = try provider.refresh()
    guard let item = try provider.confirmed()["f"] else { return }
    try provider.delete(item.id, base: nil, isRecursive: true)
  }

  static let deleteInTrash = ProviderCall(
    name: "delete in the trash", keeps: [["b"]],
    prepare: trashed("f", ["f": ["a.txt": "a"], "b.txt": "b"])
  ) { _, provider in
    _ = try provider.refresh()
    guard let item = try provider.confirmed()["Trash/f"] else { return }
    try provider.delete(item.id, base: nil, isRecursive: true)
  }
}

extension TestContainer {
  /// What the system knows of an item when it makes a call: the same version in a call that is repeated.
  fileprivate func base(of item: Item) throws -> Provider.Base {
    let note = URL(fileURLWithPath: path(of: "Originals/base"))
    if let text = try? String(contentsOf: note, encoding: .utf8), let version = Int64(text) {
      return .version(version)
    }
    try Data("\(item.contentVersion)".utf8).write(to: note)
    return .version(item.contentVersion)
  }
}

extension Provider {
  /// The item at the first of these paths that there is: at another than the first if the call was made already.
  fileprivate func find(_ paths: String...) throws -> Item {
    let told = try told()
    guard let item = paths.lazy.compactMap({ told[$0] }).first else { throw Violation("\(told.keys)") }
    return item
  }
}

import Foundation

@testable import IntrayCore

/// Something that the product does with documents, for the engines that disturb it at every call.
public struct Journey: Sendable, CustomStringConvertible {
  /// What it is called. No two have one name.
  public let name: String
  /// The texts of which one group must be there at any moment, even when the disk said of something that it
  /// was not there and it was, and two copies may be the consequence.
  var keeps: [[String]] = [[]]
  /// Whether the act is refused when nothing disturbs it, too.
  public var isRefused = false
  /// Whether two copies of one text may be the right answer to an error.
  var mayDouble = false
  /// Whether a drain and a sweep change nothing any more after the recovery.
  public var isSettled = true
  /// Whether the documents are as the act promised, when it ended without an error.
  public var isDone: @Sendable (_ documents: Tree) -> Bool = { _ in true }
  /// Puts there what is there before.
  public let prepare: @Sendable (TestContainer) throws -> Void
  /// Does it, on a disk that may misbehave.
  public let act: @Sendable (TestContainer, Disk) throws -> Void
  /// Does what the next process does: for all but the provider's calls, a drain and a sweep.
  public var recover: @Sendable (TestContainer) throws -> Void = { try $0.recover() }
  /// Throws a ``Violation`` unless what must hold after the recovery does, however the act was disturbed.
  public let check: @Sendable (TestContainer) throws -> Void

  /// Its name, by which tests and sweeps tell of it.
  public var description: String { name }
}

/// Throws a ``Violation`` unless something holds.
public func expect(_ holds: Bool, _ what: @autoclosure () -> String = "", line: Int = #line) throws {
  if !holds { throw Violation("line \(line): \(what())") }
}

extension TestContainer {
  /// The bytes of everything that the user provided and still has: in Documents, or on the way there.
  public var everything: [[UInt8]] {
    get throws {
      let rooms = try ["AppGroup/Documents", "AppGroup/Inbox", "AppGroup/Trash", "App"].map(tree)
      return rooms.flatMap(\.contents).sorted()
    }
  }

  /// Everything that a recovery might change.
  public var state: Tree {
    get throws {
      ["group": try treeWithModes("AppGroup"), "app": try treeWithModes("App")]
    }
  }
}

extension [[UInt8]] {
  /// In the order of ``TestContainer/everything``.
  public func sorted() -> [[UInt8]] { sorted { $0.lexicographicallyPrecedes($1) } }
}

/// The bytes of texts, in the order of ``TestContainer/everything``.
public func texts(_ texts: String...) -> [[UInt8]] { texts.map { Array($0.utf8) }.sorted() }

/// A drain that has seen the app's folders before, so that what keeps still is taken.
public func patientDrain(_ test: TestContainer, _ disk: Disk) throws -> Drain {
  let sandbox = Sandbox(path: test.sandbox.path, disk: disk)
  let stability = StabilityTracker()
  let past = ContinuousClock.now - .seconds(10)
  for place in ["App/Documents", "App/Documents/Inbox"] {
    for name in try test.tree(place).names {
      _ = try stability.isStable(Folder.open(test.path(of: place), disk: test.disk)[name], now: past)
    }
  }
  return Drain(test.container(on: disk), sandbox: sandbox, stability: stability)
}

extension Journey {
  /// All of them.
  public static let all: [Journey] = [
    deposit, depositIntoFolder, livePhoto, drain, flat, replace, replaceStranger, removeFile, removeFolder,
    move,
    moveTaken, add, recovery,
    sweep,
    openedCopy, openedParcel, duplicates, leftOut, trash, putBack, emptyTrash, compress,
    tag, editText, replaceOnPurpose, replaceByAnotherType, keptEdit, merge,
  ]

  /// Three originals are shared as one parcel: all of them arrive, or none.
  public static let deposit = Journey(name: "a deposit", isDone: { $0.contents.count == 4 }) { test in
    try test.put(.file("one").attribute("tag", [1]), at: "Originals/one.txt")
    try test.put(["two.txt": "two", "deep": ["empty": ""], "link": .link("x")], at: "Originals/folder")
  } act: { test, disk in
    _ = try Inbox(test.container(on: disk)).deposit { deposit throws(DiskError) in
      try deposit.add(contentsOf: test.path(of: "Originals/one.txt"), as: "one.txt")
      try deposit.note(
        whereFrom: ["somewhere"], on: deposit.add(contentsOf: test.path(of: "Originals/folder"), as: "folder")
      )
      try deposit.note(whereFrom: ["https://example.com"], on: deposit.add("three".utf8, as: "three.txt"))
    }
  } check: { test in
    let found = try test.everything
    try expect(found == [] || found == texts("", "one", "three", "two"), "\(found)")
    try expect(try test.tree("Originals").contents == texts("", "one", "two"))
  }

  /// Two originals are shared into a new folder of a folder, under another name: both arrive, or none.
  static let depositIntoFolder = Journey(
    name: "a deposit into a new folder under another name", isDone: { $0.contents.count == 3 }
  ) { test in
    try test.put(["Work": ["one.txt": "old"]])
    try test.put("one", at: "Originals/one.txt")
  } act: { test, disk in
    let container = test.container(on: disk)
    let deposit = try Inbox(container).deposit()
    try deposit.add(contentsOf: test.path(of: "Originals/one.txt"), as: "one.txt")
    try deposit.add("two".utf8, as: "two.txt")
    try deposit.rename(allTo: "other")
    _ = try deposit.publish(to: Destination("Work", creating: "New"))
    try Drain(container).run { _ in }
  } check: { test in
    let found = try test.everything
    try expect(found == texts("old") || found == texts("old", "one", "two"), "\(found)")
    try expect(try test.documents.entries["Work"]?.entries["one.txt"] == "old")
  }

  /// The still and the film of a Live Photo are shared and delivered, and the still's name is taken: both arrive, or none.
  /// `DestinationTests` check that both get one number.
  static let livePhoto = Journey(name: "a Live Photo", isDone: { $0.contents.count == 3 }) { test in
    try test.put(["IMG_1.heic": "another"])
    try test.put(["one": "still", "two": "film"], at: "Originals/photo")
  } act: { test, disk in
    let container = test.container(on: disk)
    let deposit = try Inbox(container).deposit()
    let staged = try ["one", "two"].map { name in
      try deposit.add(
        contentsOf: test.path(of: "Originals/photo/" + name), as: DocumentName("staged " + name))
    }
    for (document, name) in zip(staged, deposit.names(together: ["IMG_1.heic", "IMG_1.mov"])) {
      _ = try deposit.rename(document, to: name)
    }
    _ = try deposit.publish()
    try Drain(container).run { _ in }
  } check: { test in
    let found = try test.everything
    try expect(found == texts("another") || found == texts("another", "film", "still"), "\(found)")
    try expect(try test.documents.entries["IMG_1.heic"] == "another")
    try expect(try test.tree("Originals/photo").contents == texts("film", "still"))
  }
  /// Parcels of colliding names, something loose, and something that must wait.
  public static let drain = Journey(name: "a drain", keeps: [["a0", "a1", "a2", "a3", "c1"]]) { test in
    // What cannot be moved as it is.
    try test.deliver(["a.txt": "a1", "b": .folder(["c": "c1"]).mode(0o555)])
    try test.deliver(["a.txt": "a2", "b": [:], "waits": .link("/etc/passwd")])
    try test.put("a3", at: "AppGroup/Inbox/A.TXT")
    try test.put(["a.txt": "a0"])
  } act: { test, disk in
    try Drain(test.container(on: disk)).run { _ in }
  } check: { test in
    try expect(try test.documents.contents == texts("a0", "a1", "a2", "a3", "c1"))
    try expect(try test.documents.entries["a.txt"] == "a0")
    // The loose one comes first, unless its drain died.
    let names = try test.documents.names
    try expect(
      names.subtracting(["a-1.txt", "a-2.txt", "a-3.txt", "A-1.TXT", "A-2.TXT", "A-3.TXT"]) == [
        "a.txt", "b", "b-1",
      ])
    try expect(names.count == 6)
    try expect(try test.tree("AppGroup/Inbox").entries.values.map(\.names) == [["waits"]])
  }

  /// What lies in the app's own folders.
  static let flat = Journey(name: "a drain of the app's folders", keeps: [["w", "x", "y", "z"]]) { test in
    try test.put(
      [
        "Inbox": ["x.txt": "x", "sent.parcel": ["y.txt": "y"]],
        "z.txt": "z", "w": ["w.txt": "w"],
      ], at: "App/Documents2")
    try test.remove("App/Documents")
    try FileManager.default.moveItem(
      atPath: test.path(of: "App/Documents2"), toPath: test.path(of: "App/Documents"))
  } act: { test, disk in
    try patientDrain(test, disk).run { _ in }
  } check: { test in
    try expect(try test.everything == texts("w", "x", "y", "z"))
    try patientDrain(test, test.disk).run { _ in }
    try expect(try test.documents.contents == texts("w", "x", "y", "z"))
    try expect(try test.documents.names == ["w", "x.txt", "y.txt", "z.txt"])
  }

  /// Files of the same name and bytes as a document, which the user does not want twice.
  static let duplicates = Journey(name: "a drain that skips duplicates", keeps: [["a", "b"]]) { test in
    try test.put(["a.txt": "a"])
    try test.deliver(["a.txt": "a"], as: "1")
    try test.deliver(["a.txt": "b"], as: "2")
    try test.deliver(["a.txt": "b"], as: "3")
  } act: { test, disk in
    try skippingDrain(test, disk).run { _ in }
  } check: { test in
    let found = try test.everything.map { String(decoding: $0, as: UTF8.self) }
    try expect(try test.documents.entries["a.txt"] == "a")
    // Who recovers does not skip.
    try expect(Set(found) == ["a", "b"] && found.count <= 4)
  }

  /// Of two shared files one is a document already, under another name in a folder, and is left out.
  static let leftOut = Journey(name: "a share without what is there", keeps: [["a"]], mayDouble: true) {
    test in
    try test.put(["Work": ["other.txt": "a"]])
  } act: { test, disk in
    let container = test.container(on: disk)
    let documents = Documents(container)
    let deposit = try Inbox(container).deposit()
    try deposit.add("a".utf8, as: "a.txt")
    try deposit.add("b".utf8, as: "b.txt")
    let found = try documents.counterparts(of: deposit, isPackage: { _ in false })
    _ = try documents.leaveOut(found, of: deposit)
    _ = try deposit.publish()
  } check: { test in
    let found = try test.everything
    try expect(try test.documents.entries["Work"]?.entries["other.txt"] == "a")
    // What the disk refuses to compare or to remove is kept.
    try expect(
      [texts("a"), texts("a", "b"), texts("a", "a"), texts("a", "a", "b")].contains(found), "\(found)")
  }

  /// A document gets new contents.
  public static let replace = Journey(
    name: "a replacement", keeps: [["old"], ["new"]], isDone: { $0.contents.contains(Array("new".utf8)) }
  ) { test in
    try test.put(["a.txt": .file("old").attribute("tag", [7])])
  } act: { test, disk in
    let known = try test.known("a.txt")
    let documents = Documents(test.container(on: disk))
    let staged = try documents.stage(.bytes(Array("new".utf8)), as: "a.txt")
    _ = try documents.replaceContents(of: "a.txt", with: staged, expecting: known)
  } check: { test in
    let found = try test.documents
    let isOld = found == ["a.txt": .file("old").attribute("tag", [7])]
    let isNew = found == ["a.txt": .file("new").attribute("tag", [7])]
    // Of a volume that refuses the attribute.
    let isBare = found == ["a.txt": "new"]
    try expect(isOld || isNew || isBare, "\(found)")
  }

  /// A document that is another one by now gets new contents: both are kept.
  static let replaceStranger = Journey(
    name: "a replacement of something else", keeps: [["stranger"]],
    isDone: { $0.contents.contains(Array("new".utf8)) }
  ) { test in
    try test.put(["a.txt": "stranger"])
  } act: { test, disk in
    let known = FileSnapshot(
      file: FileID(1), size: 3, modified: FileTime(seconds: 1),
      changed: FileTime(seconds: 1))
    let documents = Documents(test.container(on: disk))
    let staged = try documents.stage(.bytes(Array("new".utf8)), as: "a.txt")
    _ = try documents.replaceContents(of: "a.txt", with: staged, expecting: known)
  } check: { test in
    let found = try test.documents
    let isOld = found == ["a.txt": "stranger"]
    let isBoth = found == ["a.txt": "stranger", "a-1.txt": "new"]
    try expect(isOld || isBoth, "\(found)")
  }

  /// A document is deleted for good.
  public static let removeFile = Journey(
    name: "a removal of a file", keeps: [["b"]], isDone: { $0.names == ["b.txt"] }
  ) { test in
    try test.put(["a.txt": "a", "b.txt": "b"])
  } act: { test, disk in
    let file = try test.known("a.txt").file
    try Documents(test.container(on: disk)).remove("a.txt", expecting: file) { _, _ in true }
  } check: { test in
    let found = try test.documents
    let isThere = found == ["a.txt": "a", "b.txt": "b"]
    try expect(isThere || found == ["b.txt": "b"], "\(found)")
  }

  /// A folder is deleted for good.
  public static let removeFolder = Journey(
    name: "a removal of a folder", keeps: [["b"]], isDone: { $0.names == ["b.txt"] }
  ) { test in
    let tree = Tree.folder([
      "f": ["1": "1", "2": .folder(["3": "3", "4": .link("x")]).mode(0o555)],
      "b.txt": "b",
    ])
    try test.put(tree)
  } act: { test, disk in
    let file = try test.known("f").file
    try Documents(test.container(on: disk)).remove("f", expecting: file) { _, _ in true }
  } check: { test in
    var found = try test.documents
    try expect(found.entries.removeValue(forKey: "b.txt") == "b")
    let rest = found.entries.removeValue(forKey: "f") ?? [:]
    try expect(found.entries.isEmpty)
    // A folder that was being removed may be partly removed. No file is cut or renamed.
    try expect(rest.names.isSubset(of: ["1", "2"]) && Set(rest.contents).isSubset(of: Set(texts("1", "3"))))
  }

  /// A document gets another folder and another name.
  public static let move = Journey(
    name: "a move to another folder", keeps: [["a"]], isDone: { $0.entries["a.txt"] == nil }
  ) { test in
    try test.put(["a.txt": "a", "f": [:]])
  } act: { test, disk in
    let file = try test.known("a.txt").file
    _ = try Documents(test.container(on: disk)).move("a.txt", expecting: file, to: "f", as: "b.txt")
  } check: { test in
    let found = try test.documents
    let isMoved = found == ["f": ["b.txt": "a"]]
    try expect(isMoved || found == ["a.txt": "a", "f": [:]], "\(found)")
  }

  /// A document gets a name that another one has.
  public static let moveTaken = Journey(
    name: "a move to a name that is taken", keeps: [["a", "b"]], isDone: { $0.entries["a.txt"] == nil }
  ) { test in
    try test.put(["a.txt": "a", "b.txt": "b"])
  } act: { test, disk in
    let file = try test.known("a.txt").file
    _ = try Documents(test.container(on: disk)).move("a.txt", expecting: file, to: "", as: "B.txt")
  } check: { test in
    let found = try test.documents
    let isMoved = found == ["B-1.txt": "a", "b.txt": "b"]
    try expect(isMoved || found == ["a.txt": "a", "b.txt": "b"], "\(found)")
  }

  static let trash = Journey(name: "a throwing away", keeps: [["a"]], isDone: { $0.entries["f"] == nil }) {
    test in
    try test.put(["f": ["a.txt": "a"]])
  } act: { test, disk in
    let file = try test.known("f").file
    _ = try Documents(test.container(on: disk)).trash("f", expecting: file)
  } check: { test in
    let (documents, trash) = (try test.documents.withoutOrigins, try test.trash)
    let isThere = documents == ["f": ["a.txt": "a"]] && trash == [:]
    // It is not in the trash without a note of where it was.
    let isNoted = trash.entries["f"]?.attributes[TrashInfo.attribute] != nil
    try expect(isThere || documents == [:] && isNoted, "\(documents) \(trash)")
  }

  /// A folder is merged into another one; the next merge goes on.
  static let merge = Journey(
    name: "a merge of two folders", keeps: [["a", "b", "s", "x", "y"]], isDone: { $0.names == ["Work"] }
  ) { test in
    try test.put([
      "Work": ["a.txt": "a", "s.txt": "s", "Deep": ["x.txt": "x"]],
      "Work-1": ["a.txt": "b", "s.txt": "s", "Deep": ["y.txt": "y"]],
    ])
  } act: { test, disk in
    for one in Documents(test.container(on: disk)).mergeWork() { _ = try one.result.get() }
  } check: { test in
    let all = try (test.documents.contents + test.trash.contents).sorted()
    try expect(all == texts("a", "b", "s", "s", "x", "y"), "\(all)")
    if try test.documents.names != ["Work"] {
      for one in Documents(test.container).mergeWork() { _ = try one.result.get() }
    }
    try expect(try test.documents.names == ["Work"])
    try expect(try test.documents.contents == texts("a", "b", "s", "x", "y"))
  }

  /// A document gets a tag beside those that it has: it has the new ones or the old ones.
  public static let tag = Journey(name: "a tag", keeps: [["a"]]) { test in
    let old = DocumentTag.encode([DocumentTag(named: "Red")].compactMap { $0 })
    try test.put(["a.txt": Tree.file("a").attribute(ItemAttribute.tags, old)])
  } act: { test, disk in
    let documents = Documents(test.container(on: disk))
    guard let tag = DocumentTag(named: "Work") else { return }
    _ = try documents.set(tag, of: documents.info(of: "a.txt"), to: true)
  } check: { test in
    let info = try Documents(test.container).info(of: "a.txt")
    try expect([["Red"], ["Red", "Work"]].contains(info.tags?.map(\.name)) && info.status.size == 1)
  }

  /// The user edits a text, and it has one of the two versions, whole.
  static let editText = Journey(
    name: "an edited text", keeps: [["old"], ["new"]], isDone: { $0.contents == texts("new") }
  ) { test in
    try test.put(["a.txt": .file("old").attribute("tag", [7])])
  } act: { test, disk in
    guard let version = try Documents(test.container).text(of: "a.txt") else { return }
    _ = try Documents(test.container(on: disk)).save("new", over: version, conflictWord: "conflict")
  } check: { test in
    let found = try test.documents
    try expect(found.contents == texts("old") || found.contents == texts("new"), "\(found)")
  }

  static let putBack = Journey(name: "a putting back", keeps: [["a"]], isDone: { $0.contents == texts("a") })
  {
    test in
    try test.put(["f": ["a.txt": "a"]])
    let file = try test.container.folder(at: "f")["a.txt"].status().file
    _ = try Documents(test.container).trash("f/a.txt", expecting: file)
  } act: { test, disk in
    let path = DocumentPath(["a.txt"], in: .trash)
    let file = try test.container.openExisting(.trash)["a.txt"].status().file
    _ = try Documents(test.container(on: disk)).putBack(path, expecting: file)
  } check: { test in
    let found = try (test.documents.contents + test.trash.contents)
    try expect(found == texts("a"))
  }

  static let emptyTrash = Journey(name: "an emptying of the trash", keeps: [["b"]]) { test in
    try test.put(["b.txt": "b"])
    try test.put(["a.txt": "a", "f": ["c": "c"]], at: "AppGroup/Trash")
  } act: { test, disk in
    try Documents(test.container(on: disk)).emptyTrashLongAfter()
  } check: { test in
    // A document that was being removed may be partly removed, and appears nowhere else.
    let (documents, trash) = (try test.documents, try test.trash)
    try expect(documents == ["b.txt": "b"])
    try expect(trash.names.isSubset(of: ["a.txt", "f"]))
  }

  /// A new document gets a name that another one has.
  public static let add = Journey(
    name: "an addition", keeps: [["a"]], isDone: { $0.contents == texts("a", "new") }
  ) { test in
    try test.put(["a.txt": "a", "f": [:]])
  } act: { test, disk in
    let documents = Documents(test.container(on: disk))
    let staged = try documents.stage(.bytes(Array("new".utf8)), as: "a.txt")
    _ = try documents.add(staged, in: "")
  } check: { test in
    let found = try test.documents.entries
    try expect(found["a.txt"] == "a" && found["f"] == [:])
    try expect(found.count == 2 || (found.count == 3 && found["a-1.txt"] == "new"))
  }

  /// Everything that may be found in Displaced.
  public static let recovery = Journey(
    name: "a settling", keeps: [["newer", "stranger", "x", "homeless", "nameless"]]
  ) {
    test in
    try test.put(["f": ["a.txt": "newer"]])
    try test.displace("staged", "staged", from: "f/a.txt") { ($0, nil) }
    try test.displace("base", "base", from: "f/a.txt") { (nil, $0) }
    try test.displace("stranger", "stranger", from: "f/a.txt") { _ in (nil, nil) }
    try test.displace("folder", ["x": "x"], from: "f/b") { (nil, $0) }
    try test.displace("homeless", "homeless", from: "gone/c.txt") { _ in (nil, nil) }
    try test.displace("nameless", "nameless", from: nil) { _ in (nil, nil) }
  } act: { test, disk in
    try Documents(test.container(on: disk)).recover()
  } check: { test in
    let expected = Tree.folder([
      "f": [
        "a.txt": "newer", "a-1.txt": "stranger", "b": ["x": "x"],
      ], "c.txt": "homeless", "Untitled": "nameless",
    ])
    let found = try test.documents
    try expect(found == expected)
  }

  /// A document and a folder become an archive, which the system makes.
  static let compress = Journey(
    name: "a compression", keeps: [["a", "b", "mine"]], isDone: { $0.entries["Archive-1.zip"] != nil }
  ) { test in
    try test.put(["a.txt": "a", "f": ["b.txt": "b"], "Archive.zip": "mine"])
  } act: { test, disk in
    let sandbox = Sandbox(path: test.sandbox.path, disk: disk)
    let container = test.container(on: disk)
    _ = try Documents(container).compress(["a.txt", "f"], in: PreviewCopies(container, sandbox: sandbox)) {
      folder, take throws(DiskError) in
      let entries = ["a.txt", "f/b.txt"].compactMap {
        FileManager.default.contents(atPath: folder + "/" + $0)
      }
      let snapshot = test.path(of: "Originals/snapshot.zip")
      // The system makes a whole archive or none.
      guard entries.count == 2,
        FileManager.default.createFile(atPath: snapshot, contents: Data(entries.joined()))
      else { throw DiskError(.failed, at: folder) }
      take(snapshot)
      // The next run writes over it.
      try? FileManager.default.removeItem(atPath: snapshot)
    }
  } check: { test in
    try PreviewCopies(test.container, sandbox: test.sandbox).sweep()
    try expect(try test.tree("App/Library/Application Support/PreviewCopies").names.isEmpty)
    var found = try test.documents.entries
    let made = found.removeValue(forKey: "Archive-1.zip")
    try expect(made == nil || made == "ab")
    try expect(found == ["a.txt": "a", "f": ["b.txt": "b"], "Archive.zip": "mine"], "\(found)")
  }

  static let sweep = Journey(name: "a sweep", keeps: [["kept"]]) { test in
    try test.put(["a": "a", "b": .folder(["c": "c"]).mode(0o555)], at: "AppGroup/Staging/x.parcel")
    try test.put(["a": "a"], at: "AppGroup/Staging/y.parcel.swept")
    try test.put(["kept.txt": "kept"])
  } act: { test, disk in
    try Inbox(test.container(on: disk)).sweepLongAfter()
  } check: { test in
    let found = try test.documents
    try expect(found == ["kept.txt": "kept"])
  }

  /// The system hands over a copy in the app's inbox.
  public static let openedCopy = Journey(name: "an opened copy", keeps: [["a", "other"]], mayDouble: true) {
    test in
    try test.put(["a.txt": "a"], at: "App/Documents/Inbox")
    try test.put(["a.txt": "other"])
  } act: { test, disk in
    let drain = Drain(test.container(on: disk), sandbox: Sandbox(path: test.sandbox.path, disk: disk))
    try drain.open(URL(filePath: test.path(of: "App/Documents/Inbox/a.txt"))) { _ in }
  } check: { test in
    let found = try test.everything
    try expect(found == texts("a", "other"))
    try expect(try test.documents.entries["a.txt"] == "other")
  }

  /// The system hands over a parcel in the app's inbox.
  public static let openedParcel = Journey(name: "an opened parcel", keeps: [["a", "c"]], mayDouble: true) {
    test in
    let parcel = Tree.folder(["a.txt": "a", "b": ["c": "c"]])
    try test.put(["sent.parcel": parcel], at: "App/Documents/Inbox")
  } act: { test, disk in
    let drain = Drain(test.container(on: disk), sandbox: Sandbox(path: test.sandbox.path, disk: disk))
    try drain.open(URL(filePath: test.path(of: "App/Documents/Inbox/sent.parcel"))) { _ in
    }
  } check: { test in
    let found = try test.everything
    try expect(found == texts("a", "c"))
    try expect(try test.documents.names.isSubset(of: ["a.txt", "b"]))
  }
}

extension Documents {
  fileprivate func mergeWork() -> [Merged] {
    merge(SeenDocument("Work-1"), into: "Work", isPackage: { _ in false })
  }
}

extension TestContainer {
  /// Leaves something in Displaced, as a process does that dies.
  public func displace(
    _ folder: FileName, _ tree: Tree, from path: String?,
    as record: (FileID) -> (staged: FileID?, base: FileID?)
  ) throws {
    let place = "AppGroup/Displaced/\(folder)"
    try put([Displaced.entry: tree], at: place)
    let identity = try withFolder(place) { try Disk.system.status($0, Displaced.entry).file }
    let status = try withFolder(place) { try Disk.system.status($0, Displaced.entry) }
    let (staged, file) = record(identity)
    let base = file.map { file in
      FileSnapshot(file: file, size: status.size, modified: status.modified, changed: nil)
    }
    try withFolder(place) { opened in
      guard let path else { return }
      try Disk.system.setAttribute(opened, Displaced.pathAttribute, Array(path.utf8))
    }
    let name = Displaced.Record(staged: staged, base: base).freshName()
    try withFolder("AppGroup/Displaced") { try Disk.system.renameExclusive($0, folder, $0, name) }
  }
}

/// A drain for a user who does not want duplicates.
public func skippingDrain(_ test: TestContainer, _ disk: Disk) -> Drain {
  var preferences = Preferences()
  preferences.duplicateAnswer = .skip
  return Drain(
    test.container(on: disk), sandbox: Sandbox(path: test.sandbox.path, disk: disk),
    preferences: preferences)
}

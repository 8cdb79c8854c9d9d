import Foundation
import Shared
import TestSupport

/// How a run of a scenario ended.
enum RunResult: Sendable {
  /// It reported success.
  case success
  /// It reported a failure.
  case failure
  /// It was killed.
  case killed
}

/// Something the product does, what was there before, and what may be there afterwards.
struct Scenario: Sendable {
  let name: String
  /// Contents that must exist exactly once at any time, and by the end in Documents.
  var kept: [String] = []
  /// Contents that may be there or not, but never twice and never elsewhere.
  var allowed: [String] = []
  /// Documents that the code under test must not touch, by their names.
  var untouched: [String: String] = [:]
  /// What stays in the inbox by right.
  var waiting: Set<FileName> = []
  let prepare: @Sendable (SweepContainer) throws -> Void
  let act: @Sendable (SweepContainer, Disk) throws -> Void
  /// What must hold after recovery besides.
  let isLegal: @Sendable (_ documents: Tree, RunResult) -> Bool

  /// Checks what must hold at once, wherever the process was killed.
  func checkAtOnce(_ world: SweepContainer, _ ending: RunResult) throws {
    guard try world.tree("Outside") == SweepContainer.bystander else {
      throw Violation("the bystander was touched")
    }
    let rooms = Set(Container.Room.allCases.map { FileName($0.rawValue) })
    guard try world.tree("AppGroup").names.isSubset(of: rooms) else {
      throw Violation("in the container: \(try world.tree("AppGroup").names)")
    }
    let (documents, inbox) = (try world.tree("AppGroup/Documents"), try world.tree("AppGroup/Inbox"))
    let displaced = try world.tree("AppGroup/Displaced")
    let arriving = try world.tree("App/Documents")
    for (name, content) in untouched where documents[name] != Array(content.utf8) {
      throw Violation("\(name) is not what it was: \(documents)")
    }
    let texts = (kept + allowed + untouched.values).map { Array($0.utf8) }
    let known = Set(texts)
    for tree in [documents, inbox, arriving] {
      for (path, bytes) in tree.files where !known.contains(bytes) {
        throw Violation("\(path) is partial: \(bytes.count) bytes")
      }
    }
    let visible = [documents, inbox, displaced, arriving].flatMap(\.contents)
    try check(visible)
  }

  /// Checks what must hold after a recovery.
  func checkRecovered(_ world: SweepContainer, _ ending: RunResult) throws {
    try checkAtOnce(world, ending)
    let documents = try world.tree("AppGroup/Documents")
    // A file that the system put into the app's own folder may wait there until it is stable.
    try check(documents.contents + world.tree("App/Documents").contents)
    guard try world.tree("AppGroup/Inbox").entries.values.allSatisfy({ $0.names.isSubset(of: waiting) })
    else {
      throw Violation("left in the inbox: \(try world.tree("AppGroup/Inbox"))")
    }
    for room in ["AppGroup/Staging", "AppGroup/Displaced"] {
      guard try world.tree(room).entries.isEmpty else {
        throw Violation("left in \(room): \(try world.tree(room))")
      }
    }
    guard isLegal(documents, ending) else { throw Violation("after \(ending): \(documents)") }
  }

  /// Recovers, checks, recovers again, and sees whether that changed anything.
  func recoverAndCheck(_ world: SweepContainer, _ ending: RunResult) throws {
    try world.recover()
    try checkRecovered(world, ending)
    let before = try world.tree("")
    try world.recover()
    guard try world.tree("") == before else { throw Violation("a second recovery changes something") }
  }

  private func check(_ contents: [[UInt8]]) throws {
    var counts: [[UInt8]: Int] = [:]
    for bytes in contents { counts[bytes, default: 0] += 1 }
    for content in kept where counts[Array(content.utf8)] != 1 {
      throw Violation("“\(content.prefix(30))” is there \(counts[Array(content.utf8)] ?? 0) times")
    }
    for content in allowed where counts[Array(content.utf8), default: 0] > 1 {
      throw Violation("“\(content.prefix(30))” is there \(counts[Array(content.utf8)] ?? 0) times")
    }
  }
}

extension Scenario {
  static let all = [
    deposit, swept, drain, open, openParcel, replace, replaceIntruded, removeFile, removeFolder,
    removeStrange, move, sweep, depositIntoFolder, livePhoto, compress,
  ]

  private static let large = String(repeating: "large ", count: 40_000)
  private static let parts = ["first", "second", "part one", "part two", "a link", large]
  private static let originals = Tree.folder([
    "a.txt": .file("first").attribute("app.test", [1, 2, 3]),
    "more": .folder([
      "a.txt": .file("second").attribute(Disk.largeAttribute, [1]), "large.bin": .file(large),
    ]),
    "folder": .folder(["one": .file("part one"), "inner": .folder(["two \u{1FADF}": .file("part two")])]),
  ])

  private static func deposit(_ world: SweepContainer, _ disk: Disk) throws {
    let originals = world.path + "/Originals"
    _ = try Inbox(world.container(on: disk)).deposit { deposit throws(DiskError) in
      try deposit.add(contentsOf: originals + "/a.txt", as: DocumentName("a.txt"))
      try deposit.add(contentsOf: originals + "/more/a.txt", as: DocumentName("a.txt"))
      try deposit.add(contentsOf: originals + "/more/large.bin", as: DocumentName("large.bin"))
      // An emoji of 2024.
      try deposit.add(contentsOf: originals + "/folder", as: DocumentName("folder \u{1FADF}"))
      try deposit.add("a link".utf8, as: DocumentName("link.webloc"), whereFrom: ["https://example.com"])
    }
  }

  private static func isWhole(_ documents: Tree, _ ending: RunResult) -> Bool {
    let found = Set(documents.contents.map { String(decoding: $0, as: UTF8.self) }).intersection(parts)
    return switch ending {
    case .success: found.count == parts.count
    case .failure: found.isEmpty
    case .killed: found.isEmpty || found.count == parts.count
    }
  }

  /// A share: a parcel of several documents, two of one name, one a folder.
  static let deposit = Scenario(
    name: "deposit", allowed: parts, untouched: ["a.txt": "old"],
    prepare: { world in
      try world.remove("Originals")
      try world.put(originals, at: "Originals")
      try world.put(.file("old"), at: "AppGroup/Documents/a.txt")
    }, act: { try deposit($0, $1) }, isLegal: isWhole)

  /// The same, with a sweeper whose clock is wrong at the moment of publishing.
  static let swept = Scenario(
    name: "deposit, swept meanwhile", allowed: parts, untouched: ["a.txt": "old"],
    prepare: deposit.prepare,
    act: { world, disk in
      let later = FileTime(seconds: Int64(Date().timeIntervalSince1970) + 2 * 24 * 60 * 60)
      let sweeper = Inbox(world.container())
      let meddled = disk.interrupted(Fuse(at: 1, of: .renameExclusive)) { _ in
        try? sweeper.sweep(now: later)
      }
      try deposit(world, meddled)
    }, isLegal: isWhole)

  /// Two parcels, one with a folder that cannot be moved as it is, and a loose file, onto taken names.
  static let drain = Scenario(
    name: "drain", kept: ["one", "two", "three", "four", "in folder", "loose"],
    untouched: ["a.txt": "old", "a-1.txt": "older"], waiting: ["link"],
    prepare: { world in
      try world.put(.file("old"), at: "AppGroup/Documents/a.txt")
      try world.put(.file("older"), at: "AppGroup/Documents/a-1.txt")
      try world.put(
        .folder([
          "a.txt": .file("one"), "A.TXT": .file("two"), "b": .folder(["c": .file("in folder")]).mode(0o555),
        ]), at: "AppGroup/Inbox/11.parcel")
      try world.put(
        .folder(["a.txt": .file("three"), "b": .file("four"), "link": .link("/etc/passwd")]),
        at: "AppGroup/Inbox/22.parcel")
      try world.put(.file("loose"), at: "AppGroup/Inbox/loose.txt")
    }, act: { world, disk in try world.drain(on: disk).run { _ in } }, isLegal: { _, _ in true })

  /// A copy that the system made in the app's inbox.
  static let open = Scenario(
    name: "open", kept: ["opened"], untouched: ["x.txt": "old"],
    prepare: { world in
      try world.put(.file("old"), at: "AppGroup/Documents/x.txt")
      try world.put(.file("opened"), at: "App/Documents/Inbox/x.txt")
    },
    act: { world, disk in
      try world.drain(on: disk).open(
        URL(filePath: world.path + "/App/Documents/Inbox/x.txt")
      ) { _ in }
    }, isLegal: { _, _ in true })

  /// A parcel that another user sent.
  static let openParcel = Scenario(
    name: "open a parcel", kept: ["opened", "as well"], untouched: ["x.txt": "old"],
    prepare: { world in
      try world.put(.file("old"), at: "AppGroup/Documents/x.txt")
      try world.put(
        .folder(["x.txt": .file("opened"), "y.txt": .file("as well")]),
        at: "App/Documents/Inbox/p.parcel")
    },
    act: { world, disk in
      try world.drain(on: disk).open(
        URL(filePath: world.path + "/App/Documents/Inbox/p.parcel")
      ) { _ in }
    }, isLegal: { _, _ in true })

  private static let document = DocumentPath(["doc.txt"])

  private static func replace(_ world: SweepContainer, _ disk: Disk) throws {
    let documents = Documents(world.container(on: disk))
    let known = try world.container().open(.documents).snapshot(of: "doc.txt")
    let staged = try documents.stage(
      .copy(of: world.path + "/Originals/new"), as: DocumentName("doc.txt"))
    _ = try documents.replaceContents(of: document, with: staged, expecting: known)
  }

  private static func prepareReplace(_ world: SweepContainer) throws {
    try world.put(.file("base").attribute("app.test", [7]), at: "AppGroup/Documents/doc.txt")
    try world.put(.file("mine"), at: "AppGroup/Documents/a.txt")
    try world.put(.file("new"), at: "Originals/new")
    try world.put(.file("intruder"), at: "Editor/intruder")
  }

  /// New contents for a document.
  static let replace = Scenario(
    name: "replace", allowed: ["base", "new"], untouched: ["a.txt": "mine"],
    prepare: { try prepareReplace($0) }, act: { try replace($0, $1) },
    isLegal: { documents, ending in
      let (base, new) = (Array("base".utf8), Array("new".utf8))
      // If the state of the document cannot be verified, the edit becomes a conflict copy.
      return switch (documents["doc.txt"], documents["doc-1.txt"]) {
      case (new, nil), (base, new): true
      case (base, nil): ending != .success
      default: false
      }
    })

  /// The same, while an editor saves another version over it just before the exchange.
  static let replaceIntruded = Scenario(
    name: "replace, intruded", allowed: ["base", "new", "intruder"], untouched: ["a.txt": "mine"],
    prepare: { try prepareReplace($0) },
    act: { world, disk in
      let (from, to) = (world.path + "/Editor/intruder", world.path + "/AppGroup/Documents/doc.txt")
      let meddled = disk.interrupted(Fuse(at: 1, of: .exchange)) { _ in _ = rename(from, to) }
      try replace(world, meddled)
    },
    isLegal: { documents, ending in
      let found = Set(documents.contents.map { String(decoding: $0, as: UTF8.self) })
      // If the editor saved over the base, the base is gone. If it had not yet, the base is there or was replaced.
      if ending == .success, !found.contains("new") { return false }
      return found.contains("intruder") != found.contains("base")
        || ending != .success && found == ["mine", "new"]
    })

  private static func remove(
    _ path: DocumentPath, _ world: SweepContainer, _ disk: Disk,
    knows: @escaping @Sendable (DocumentPath) -> Bool
  ) throws {
    let folder = try world.container().open(.documents)
    guard let name = path.names.last else { return }
    try Documents(world.container(on: disk)).remove(path, expecting: try folder.identify(name)) {
      path, _, _ in
      knows(path)
    }
  }

  /// A document is deleted for good.
  static let removeFile = Scenario(
    name: "remove", allowed: ["base"], untouched: ["a.txt": "mine"],
    prepare: { try prepareReplace($0) }, act: { try remove(document, $0, $1) { _ in true } },
    isLegal: { documents, ending in ending != .success || documents["doc.txt"] == nil })

  private static let folder = DocumentPath(["folder"])

  private static func prepareFolder(_ world: SweepContainer) throws {
    try world.put(.file("mine"), at: "AppGroup/Documents/a.txt")
    try world.put(
      .folder(["one": .file("part one"), "inner": .folder(["two": .file("part two")]).mode(0o555)]),
      at: "AppGroup/Documents/folder")
  }

  /// A folder is deleted for good.
  static let removeFolder = Scenario(
    name: "remove a folder", allowed: ["part one", "part two"], untouched: ["a.txt": "mine"],
    prepare: { try prepareFolder($0) }, act: { try remove(folder, $0, $1) { _ in true } },
    isLegal: { documents, ending in ending != .success || documents.names == ["a.txt"] })

  /// A folder is deleted for good while something is in it that the user has not seen.
  static let removeStrange = Scenario(
    name: "remove a folder with a stranger", kept: ["part one", "part two"], untouched: ["a.txt": "mine"],
    prepare: { try prepareFolder($0) },
    act: { world, disk in
      try remove(folder, world, disk) { $0.names.last != "two" }
    },
    isLegal: { documents, ending in
      ending != .success
        && documents.entries.values.contains { $0["one"] != nil && $0["inner/two"] != nil }
    })

  /// A document moves into a folder where its name is taken.
  static let move = Scenario(
    name: "move", kept: ["base", "in the way"], untouched: ["folder/doc.txt": "in the way"],
    prepare: { world in
      try world.put(.file("base"), at: "AppGroup/Documents/doc.txt")
      try world.put(.folder(["doc.txt": .file("in the way")]), at: "AppGroup/Documents/folder")
    },
    act: { world, disk in
      let file = try world.container().open(.documents).identify("doc.txt")
      _ = try Documents(world.container(on: disk)).move(
        document, expecting: file, to: folder, as: DocumentName("doc.txt"))
    },
    isLegal: { documents, ending in
      documents["doc.txt"] == nil || ending != .success
    })

  /// What was abandoned in Staging is swept.
  static let sweep = Scenario(
    name: "sweep", kept: ["waits"], allowed: ["half"],
    prepare: { world in
      try world.put(.folder(["w": .file("waits")]), at: "AppGroup/Inbox/11.parcel")
      try world.put(
        .folder(["one": .file("ha"), "inner": .folder(["two": .file("half")]).mode(0o555)]),
        at: "AppGroup/Staging/22.parcel")
    },
    act: { world, disk in
      let later = FileTime(seconds: Int64(Date().timeIntervalSince1970) + 2 * 24 * 60 * 60)
      try Inbox(world.container(on: disk)).sweep(now: later)
    }, isLegal: { documents, _ in documents["w"] != nil })
}

extension SweepContainer {
  fileprivate func remove(_ place: String) throws {
    try SweepContainer(existing: path + "/" + place).remove()
  }
}

import Foundation
import TestSupport

@testable import IntrayCore

/// Histories of documents, of which a backup is made at some moment and restored later, with the File Provider's folder or
/// without it: see `Backup`. Each document of the backup is there once, with its identifier, its content version and all that
/// it carried, as far as the backup could keep that.
enum RestoreSweep {
  static func sweep(histories: Int) throws -> SweepResult {
    try .histories("restored backups", on: "memory", enough: histories, unit: "histories") { seed, say in
      try withFixture(.untidy, on: .memory) { fixture in
        var history = History(fixture, seed, say)
        try history.run()
      }
      return 1
    }
  }

  /// What a document has that must not change.
  private struct Mark: Hashable {
    var identity: ItemID?
    var version: Int64?
    var attributes: [String: [UInt8]]
  }

  private struct History {
    let fixture: CatalogueFixture
    let say: (String) -> Void
    var random: Seeded
    var count = 0

    init(_ fixture: CatalogueFixture, _ seed: UInt64, _ say: @escaping (String) -> Void) {
      (self.fixture, self.say, random) = (fixture, say, Seeded(seed &* 0x5851_F42D_4C95_7F2D))
    }

    private var group: String { fixture.test.path(of: "AppGroup") }
    private var store: String { CatalogueFixture.path(in: fixture.test) }

    mutating func run() throws {
      for _ in 0..<Int.random(in: 3...25, using: &random) { try step() }
      // The app is opened once more, or the last changes are not looked at before the backup.
      let isScanned = Bool.random(using: &random)
      if isScanned { try fixture.scan() }
      fixture.quit()
      let expected = try marks()
      let scratch = try Scratch(on: .memory)
      defer { try? scratch.remove() }
      try Backup.make(of: group, at: scratch.path + "/Group")
      for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: store + suffix) {
        try FileManager.default.copyItem(atPath: store + suffix, toPath: scratch.path + "/store" + suffix)
      }
      for _ in 0..<Int.random(in: 0...10, using: &random) { try step() }
      let withStore = Bool.random(using: &random)
      say("a backup of \(expected.count) is restored, \(withStore ? "with" : "without") the catalogue")
      try fixture.removeStore()
      try FileManager.default.removeItem(atPath: group)
      try FileManager.default.moveItem(atPath: scratch.path + "/Group", toPath: group)
      if withStore {
        for suffix in ["", "-wal"]
        where FileManager.default.fileExists(atPath: scratch.path + "/store" + suffix) {
          try FileManager.default.moveItem(atPath: scratch.path + "/store" + suffix, toPath: store + suffix)
        }
      }
      try fixture.scan()
      try check(expected, withStore, isScanned)
    }

    private mutating func step() throws {
      let documents = Documents(fixture.test.container)
      let paths = try files().sorted()
      let path = paths.randomElement(using: &random)
      switch Int.random(in: 0...8, using: &random) {
      case 0...2:
        count += 1
        let folder = ["", "f/", "f/g/", "ä/"].randomElement(using: &random) ?? ""
        try fixture.write("\(folder)\(count).txt", String(repeating: "x", count: count % 3))
      case 3: if let path { try fixture.write(path, "edited \(count)") }
      case 4:
        if let path {
          let size = [10, 1_000, 2_100].randomElement(using: &random) ?? 0
          try fixture.setAttribute(path, "com.example.note", [UInt8](repeating: 7, count: size))
        }
      case 5:
        if let path {
          try documents.change(documentPath(path), expecting: fixture.file(path)) {
            opened throws(DiskError) in
            try opened.setAttribute(ItemAttribute.tags, [UInt8](repeating: 8, count: 40))
          }
        }
      case 6:
        count += 1
        if let path { try fixture.move(path, "moved \(count).txt") }
      case 7:
        if let path {
          let place = documentPath(path)
          _ = try documents.trash(place, expecting: documents.info(of: place).file)
        }
      default: try fixture.scan()
      }
    }

    private func documentPath(_ path: String) -> DocumentPath {
      DocumentPath(path.split(separator: "/").map { FileName(String($0)) })
    }

    /// The paths of all files in Documents.
    private func files() throws -> [String] {
      try fixture.test.documents.files.map(\.path)
    }

    /// What each document carries, by its place.
    private func marks() throws -> [String: Mark] {
      var marks: [String: Mark] = [:]
      for room in ["Documents", "Trash"] {
        for file in try fixture.test.tree("AppGroup/" + room).files {
          let (folder, name) = try Folder.openParent(of: group + "/\(room)/" + file.path, disk: .system)
          var mark = Mark(attributes: [:])
          let opened = try folder[name].open(.file)
          for attribute in try opened.attributes() where attribute != Identity.attribute {
            mark.attributes[attribute] = try opened.attribute(attribute)
          }
          let identity = try opened.identity()
          mark.identity = identity?.id
          if let identity, identity.fits(try opened.status()) { mark.version = identity.version }
          marks["\(room)/\(file.path)"] = mark
        }
      }
      return marks
    }

    private func check(_ expected: [String: Mark], _ withStore: Bool, _ isScanned: Bool) throws {
      let found = try marks()
      guard Set(found.keys) == Set(expected.keys) else {
        throw Violation("there is \(found.keys.sorted()) of \(expected.keys.sorted())")
      }
      for (path, before) in expected {
        let size = before.attributes.reduce(Identity.attribute.utf8.count + 56) {
          $0 + $1.key.utf8.count + $1.value.count
        }
        let isKept = size <= ItemAttribute.mostInBackups
        guard let now = found[path], now.identity != nil, now.version != nil else {
          throw Violation("\(path) has no identity")
        }
        if isKept, now.attributes != before.attributes { throw Violation("\(path) has lost an attribute") }
        // What no scan has seen has no identity, and what the backup forgot only the catalogue knows.
        guard let id = before.identity, isKept || withStore && isScanned else { continue }
        if now.identity != id { throw Violation("\(path) is another item") }
        if let version = before.version, now.version != version {
          throw Violation("\(path) is fetched again")
        }
      }
      let ids = found.values.compactMap(\.identity)
      if Set(ids).count < ids.count { throw Violation("two documents are one item") }
      let anchor = try fixture.anchor()
      try fixture.scan()
      let changes = try fixture.changes(since: anchor)
      if !changes.updated.isEmpty || !changes.deleted.isEmpty {
        throw Violation("another scan changes something")
      }
    }
  }
}

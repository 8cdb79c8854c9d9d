import Foundation

@testable import IntrayCore

/// One thing that may have happened to the file of a closed catalogue.
public struct StoreDamage: Sendable, CustomStringConvertible {
  /// What happened.
  public let description: String
  /// Does it to the file at a path.
  public let act: @Sendable (String) throws -> Void

  /// Every single damage that the sweep and the tests know.
  public static let all = numbers + tables + rows + versions + files

  private static func sql(_ what: String, _ statements: String) -> StoreDamage {
    StoreDamage(description: what) { path in
      let database = try Database(path: path)
      try database.execute(statements)
      try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  private static let numbers = [
    ("sequence", "sequence - 5"), ("sequence", "0"), ("sequence", "-1"), ("sequence", "sequence + 1000"),
    ("sequence", "\(Int64.max)"), ("synced", "\(Int64.max)"), ("confirmed", "\(Int64.max)"),
    ("confirmed", "-1"),
    ("horizon", "\(Int64.max)"), ("horizon", "\(Int64.min)"), ("commits", "\(Int64.max)"), ("commits", "-1"),
    ("scanned", "\(Int64.max)"), ("scanned", "\(Int64.min)"), ("scanned", "NULL"), ("epoch", "0"),
    ("proven", "0"), ("root", "0"), ("root", "NULL"),
  ].map { sql("\($0) is \($1)", "UPDATE store SET \($0) = \($1)") }

  private static let tables =
    ["store", "item", "history", "tombstone", "former", "place"].map {
      sql("the table \($0) is gone", "DROP TABLE \($0)")
    }
    + ["store", "history", "sqlite_sequence", "tombstone", "place"].map {
      sql("\($0) is empty", "DELETE FROM \($0)")
    }
    + [
      sql("an index is gone", "DROP INDEX item_by_id"),
      sql("two rows about the store", "INSERT INTO store SELECT * FROM store"),
      sql("a commit ahead", "INSERT INTO history SELECT sequence + 3, 1 FROM store"),
      sql("a deletion ahead", "INSERT INTO tombstone SELECT sequence + 1, x'00', -1 FROM store"),
      sql("a move ahead", "INSERT INTO place SELECT sequence + 1, 2, 0, x'61' FROM store"),
      sql("no numbers left", "UPDATE sqlite_sequence SET seq = \(Int64.max)"),
    ]

  private static let rows = [
    ("a row ahead", "UPDATE item SET sequence = sequence + 1000 WHERE name = x'61'"),
    ("Documents is gone", "DELETE FROM item WHERE number = 0"),
    ("the trash is gone", "DELETE FROM item WHERE number = 1"),
    ("Documents has another identifier", "UPDATE item SET id = randomblob(16) WHERE number = 0"),
    ("Documents is a file", "UPDATE item SET kind = 0 WHERE number = 0"),
    ("Documents lies in itself", "UPDATE item SET parent = 0 WHERE number = 0"),
    ("the trash is not trashed", "UPDATE item SET trashed = 0 WHERE number = 1"),
    ("a third top", "UPDATE item SET parent = -1 WHERE name = CAST('one' AS BLOB)"),
    ("a folder lies in itself", "UPDATE item SET parent = number WHERE name = CAST('one' AS BLOB)"),
    (
      "two folders lie in each other",
      """
      UPDATE item SET parent = (SELECT number FROM item WHERE name = CAST('three' AS BLOB)) \
      WHERE name = CAST('two' AS BLOB)
      """
    ),
    ("a folder is gone", "DELETE FROM item WHERE name = CAST('two' AS BLOB)"),
    ("the last number", "UPDATE item SET number = \(Int64.max) WHERE name = x'61'"),
    ("an identifier is short", "UPDATE item SET id = x'00' WHERE name = x'61'"),
    ("a kind that is none", "UPDATE item SET kind = 9 WHERE name = x'61'"),
    ("a size without end", "UPDATE item SET size = \(Int64.max) WHERE name = x'61'"),
    ("another file", "UPDATE item SET file = file + 1000000 WHERE name = x'61'"),
    ("neither trashed nor not", "UPDATE item SET trashed = 7 WHERE name = x'61'"),
    ("a folder was never listed", "UPDATE item SET listed = 0 WHERE name = CAST('one' AS BLOB)"),
    ("visited at no time", "UPDATE item SET visited = x'FF' WHERE kind = 1"),
    ("another name", "UPDATE item SET name = x'2E2E' WHERE name = x'61'"),
    ("a row is gone", "DELETE FROM item WHERE name = x'61'"),
  ].map { sql($0, $1) }

  private static let versions = [0, 1, Int(Schema.version) - 1, Int(Schema.version) + 1, 1 << 30].map {
    sql("the schema is of version \($0)", "PRAGMA user_version = \($0)")
  }

  private static let files =
    ["", "-wal", "-shm", "-journal"].map { part in
      StoreDamage(description: "a folder is in the place of the file\(part)") { path in
        try? FileManager.default.removeItem(atPath: path + part)
        try FileManager.default.createDirectory(
          atPath: path + part + "/in", withIntermediateDirectories: true)
      }
    }
    + [0, 16, 18, 19, 21, 44, 56, 100, 105].map { offset in
      StoreDamage(description: "byte \(offset) is flipped") {
        try write([0xFF], at: offset, of: $0, flips: true)
      }
    }
    + [1, 2, 3].map { page in
      StoreDamage(description: "page \(page) is noise") {
        try write([UInt8](repeating: 0xA5, count: 4096), at: (page - 1) * 4096, of: $0)
      }
    }
    + [0, 1, 512, 4096, 3 * 4096].map { size in
      StoreDamage(description: "cut at \(size) bytes") { path in
        guard truncate(path, off_t(size)) == 0 else { throw Violation("errno \(errno)") }
      }
    }

  private static func write(_ bytes: [UInt8], at offset: Int, of path: String, flips: Bool = false) throws {
    guard let file = FileHandle(forUpdatingAtPath: path) else { throw Violation("no file \(path)") }
    defer { try? file.close() }
    try file.seek(toOffset: UInt64(offset))
    let old = flips ? try file.read(upToCount: bytes.count).map(Array.init) ?? [] : []
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: Data(flips ? zip(old, bytes).map { $0 ^ $1 } : bytes))
  }

  /// Documents that a catalogue knows and has told, and what must be true of them after a damage.
  public struct Trial {
    private let before: [ItemID: Item]
    private let gone: ItemID
    private let anchor: SyncAnchor
    /// The file of the store, before the last changes and after them.
    public let files: (older: Data, newer: Data)
    /// A log of later changes, of a process that still runs.
    public let log: Data

    /// Makes the documents, tells of them, and closes the store, whose log is empty then.
    ///
    /// - Parameter extra: how many documents there are besides, so that the store has more pages.
    public init(_ fixture: CatalogueFixture, extra: Int = 0) throws {
      let path = CatalogueFixture.path(in: fixture.test)
      func carryOver() throws -> Data {
        fixture.quit()
        try Database(path: path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        fixture.removeLog()
        return try Data(contentsOf: URL(fileURLWithPath: path))
      }
      for number in 0..<extra { try fixture.write("more/\(number)") }
      try fixture.test.put(["thrown": ["away": "away"]], at: "AppGroup/Trash")
      for path in ["a", "b", "gone", "one/d", "one/e", "two/three/f"] { try fixture.write(path, path) }
      try fixture.scan()
      gone = try fixture.id("gone")
      let older = try carryOver()
      try fixture.remove("gone")
      try fixture.move("b", "one/b")
      for number in 0..<extra / 3 { try fixture.move("more/\(number)", "one/more \(number)") }
      try fixture.scan()
      let newer = try carryOver()
      files = (older, newer)
      for number in extra / 3..<extra / 2 { try fixture.move("more/\(number)", "two/more \(number)") }
      try fixture.scan()
      before = try fixture.everything()
      anchor = try fixture.anchor()
      try fixture.catalogue.confirm(anchor)
      log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
      _ = try carryOver()
    }

    /// Lets three processes look, the second of them a day later, and compares.
    ///
    /// What was told stays as it was, or has expired; documents keep identifiers and versions; and what happens then is told.
    public func check(_ fixture: CatalogueFixture) throws {
      for round in 1...3 {
        // A call that meets the damage may fail.
        do {
          try fixture.write("round", "\(round)")
          try fixture.reopen()
          try fixture.catalogue.scan(isFull: round == 2)
          _ = try fixture.everything()
          _ = try fixture.catalogue.changes(since: anchor, limit: 100)
        } catch CatalogueError.expired {
        } catch  where round < 3 {
        }
      }
      let round = try fixture.id("round")
      let after = try fixture.everything().filter { $0.key != round }
      guard after.mapValues(Known.init) == before.mapValues(Known.init) else {
        throw Violation("\(after.values.map(Known.init)) instead of \(before.values.map(Known.init))")
      }
      do {
        let changes = try fixture.changes(since: anchor)
        guard Set(changes.deleted).isSubset(of: [gone]) else {
          throw Violation("\(changes.deleted) are told")
        }
      } catch CatalogueError.expired {
      }
      let now = try fixture.anchor()
      let d = try fixture.id("one/d")
      try fixture.write("new")
      try fixture.remove("one/d")
      try fixture.reopen()
      try fixture.catalogue.scan()
      let changes = try fixture.changes(since: now)
      guard changes.deleted == [d], changes.updated.contains(where: { $0.name == "new" }) else {
        throw Violation("a deletion and a new document are told as \(changes)")
      }
    }

    /// What must stay the same of an item: its place, its contents and its version.
    private struct Known: Equatable {
      let parent: ItemID
      let name: FileName
      let file: FileID
      let size: Int64
      let version: Int64
      let isTrashed: Bool

      init(_ item: Item) {
        (parent, name, file, size) = (item.parent, item.name, item.file, item.size)
        // The version of a folder says nothing about contents.
        (version, isTrashed) = (item.kind == .folder ? 0 : item.contentVersion, item.isTrashed)
      }
    }
  }
}

import Foundation

/// The words in documents, for a search: a database of SQLite in the app's Caches. Nothing in it leaves the device.
///
/// A document is known by its file, size and modification time. One that was written since is another one, and is read again.
///
/// The module Search:
/// - For: in which documents words stand, and where.
/// - Guarantees: it names only documents that are as they were when they were read. A document whose reading ended the process is not
///   read again until it was written.
/// - After a crash: the words of each document are there or not. What is missing or damaged is made anew.
/// - Never: open a document; decide what happens to one.
///
/// FTS5: <https://www.sqlite.org/fts5.html>
public actor ContentIndex {
  /// It waits for the disk on a thread of its own.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private let executor = DiskExecutor()
  private let sandbox: Sandbox
  /// nil until it is needed, and after it was deleted.
  private var database: Database?
  private var documents: [FileID: FileSnapshot] = [:]
  /// The document that is being read.
  private var reading: FileSnapshot?

  /// Of one document so much is kept, in bytes.
  public static let longestText = 2 << 20
  /// A word that more documents have helps no search.
  private static let mostFound = 20_000
  /// The tables below. A file with other ones is deleted.
  private static let version: Int64 = 1

  /// An index with nothing open.
  public init(_ sandbox: Sandbox) { self.sandbox = sandbox }

  /// The documents that were read, also those in which no words were found; nil when the index cannot be opened now.
  public var known: [FileID: FileSnapshot]? { use { _ in documents } }

  /// Notes that a document is being read. If the process dies before ``keep(_:of:)`` or ``pause()``, the document ended it, and is known
  /// to have no words.
  ///
  /// - Returns: whether it could be noted. A full volume is one reason why not.
  public func begin(_ document: FileSnapshot) -> Bool {
    use { database throws -> Void in
      try forget([document.file], in: database)
      try database.insert(
        into: "document",
        [document.file, document.size, document.modified.seconds, document.modified.nanoseconds, false])
      documents[document.file] = document
      reading = document
    } != nil
  }

  /// Keeps the words of a document that ``begin(_:)`` noted.
  ///
  /// - Returns: whether they could be kept.
  public func keep(_ text: String, of document: FileSnapshot) -> Bool {
    guard reading == document else { return true }
    return use { database throws -> Void in
      try database.transaction {
        try database.insert(into: "words (rowid, text)", [document.file, text.searched])
        try database.run("UPDATE document SET isRead = 1 WHERE file = ?", [document.file])
      }
      reading = nil
    } != nil
  }

  /// The app leaves: that the process ends from now on is not the fault of the document that is being read.
  public func pause() {
    guard let document = reading else { return }
    use { try forget([document.file], in: $0) }
    reading = nil
  }

  /// Forgets all documents but these, so that no word of what the user has deleted stays on the device.
  public func forgetAll(but present: Set<FileSnapshot>) {
    use { database in
      let gone = documents.values.filter { !present.contains($0) }
      if gone.isEmpty { return }
      // A deleted row stays in the parts of the index until they are made one: <https://www.sqlite.org/fts5.html#the_optimize_command>.
      try forget(gone.map(\.file), in: database, andRun: "INSERT INTO words (words) VALUES ('optimize')")
      try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }
  }

  /// The documents that have each word of a text, in the order of the words. A word may be the beginning of a longer one, in any
  /// form.
  public func find(_ text: String) -> [Set<FileSnapshot>] {
    text.split(whereSeparator: \.isWhitespace).map { word in
      guard let pattern = Self.pattern(of: word), !Task.isCancelled else { return [] }
      let found = use { database in
        try database.all(
          """
          SELECT file, size, seconds, nanoseconds FROM words JOIN document ON file = words.rowid WHERE words MATCH ? LIMIT ?
          """, [pattern, Self.mostFound], read: Self.document)
      }
      return Set(found ?? [])
    }
  }

  /// Where words of a text stand in a document: some words around the first ones. nil when it is not known.
  public func excerpt(of document: FileSnapshot, around text: String) -> String? {
    let patterns = text.split(whereSeparator: \.isWhitespace).compactMap(Self.pattern)
    guard !patterns.isEmpty, !Task.isCancelled else { return nil }
    let found = use { database in
      guard documents[document.file] == document else { return String?.none }
      return try database.first(
        "SELECT snippet(words, 0, '', '', '…', 12) FROM words WHERE words MATCH ? AND rowid = ?",
        [patterns.joined(separator: " OR "), document.file]
      ) { String(decoding: $0.bytes(), as: UTF8.self) }
    }
    return found??.replacing(String.separator, with: "")
  }

  /// Deletes it. The next use makes it anew.
  public func delete() {
    database?.close()
    (database, documents, reading) = (nil, [:], nil)
    do throws(DiskError) {
      try sandbox.removeSearchIndex()
    } catch {
      Log.disk.error("The search index cannot be deleted:", error)
    }
  }

  /// Does something with the database, and opens it first where it is not open. A damaged one is deleted.
  ///
  /// - Returns: nil when that failed.
  @discardableResult
  private func use<Result>(_ body: (Database) throws -> Result) -> Result? {
    do {
      return try body(opened())
    } catch {
      Log.disk.error("The search index:", "\((error as? CatalogueError)?.cause ?? "\(error)")")
      if (error as? CatalogueError)?.isDamage == true { delete() }
      return nil
    }
  }

  private func opened() throws -> Database {
    if let database { return database }
    let path = try sandbox.makeSearchIndex()
    var new = try Database(path: path)
    let version = try new.first("PRAGMA user_version") { $0.integer() }
    if version != 0, version != Self.version {
      new.close()
      try sandbox.removeSearchIndex()
      new = try Database(path: path)
    }
    // A cache need not outlive a power cut, but it must not be damaged by one: <https://www.sqlite.org/wal.html>.
    try new.execute("PRAGMA journal_mode = WAL")
    try new.execute("PRAGMA synchronous = NORMAL")
    // Words of what the user has deleted do not stay in free pages.
    try new.execute("PRAGMA secure_delete = ON")
    try new.transaction {
      try new.execute(
        """
        CREATE TABLE IF NOT EXISTS document (
          file INTEGER PRIMARY KEY, size INTEGER NOT NULL, seconds INTEGER NOT NULL, nanoseconds INTEGER NOT NULL,
          isRead INTEGER NOT NULL);
        CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (
          text, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3');
        PRAGMA user_version = \(Self.version)
        """)
    }
    let all = try new.all("SELECT file, size, seconds, nanoseconds FROM document", read: Self.document)
    documents = Dictionary(all.map { ($0.file, $0) }, uniquingKeysWith: { $1 })
    database = new
    return new
  }

  /// - Parameter end: what the transaction ends with.
  private func forget(_ files: [FileID], in database: Database, andRun end: String = "") throws {
    try database.transaction {
      for file in files {
        try database.run("DELETE FROM words WHERE rowid = ?", [file])
        try database.run("DELETE FROM document WHERE file = ?", [file])
      }
      try database.execute(end)
    }
    for file in files { documents[file] = nil }
  }

  private static func document(_ row: Statement) -> FileSnapshot {
    FileSnapshot(file: row.file(), size: row.integer(), modified: row.time(), changed: nil)
  }

  /// A word as FTS5 reads it; nil when it has no letters, or one alone, which stands everywhere.
  private static func pattern(of word: Substring) -> String? {
    guard word.count(where: { $0.isLetter || $0.isNumber }) > 1 else { return nil }
    return "\"\(String(word).searched.replacing("\"", with: ""))\"*"
  }
}

extension DocumentEntry {
  /// Which file it is and in which state, for a ``ContentIndex``. Another name changes nothing.
  public var contents: FileSnapshot {
    FileSnapshot(file: identity.file, size: size, modified: modified, changed: nil)
  }
}

extension String {
  /// It parts words, and is not seen: a format character, which the tokenizer takes for no letter.
  fileprivate static let separator = "\u{200B}"

  /// As it is searched: in one form of each letter, with one blank between words, and with ``separator`` behind each letter of the
  /// scripts that set none: in those a word may begin anywhere. No longer than ``ContentIndex/longestText``.
  fileprivate var searched: String {
    var (result, isBlank) = (UnicodeScalarView(), true)
    let text =
      utf8.count > ContentIndex.longestText
      ? String(decoding: utf8.prefix(ContentIndex.longestText), as: UTF8.self) : self
    for scalar in text.precomposedStringWithCompatibilityMapping.unicodeScalars {
      let wasBlank = isBlank
      isBlank = scalar.properties.isWhitespace || scalar.value < 0x20
      if isBlank { if !wasBlank { result.append(" ") }; continue }
      result.append(scalar)
      if scalar.isOfUnspacedScript { result.append(contentsOf: Self.separator.unicodeScalars) }
    }
    return String(result)
  }
}

extension Unicode.Scalar {
  /// Whether it is a letter of a script without blanks between words: Thai, Lao, Burmese, Khmer, kana and Han.
  fileprivate var isOfUnspacedScript: Bool {
    switch value {
    case 0xE00...0xEFF, 0x1000...0x109F, 0x1780...0x17FF, 0x3040...0x30FF, 0x3400...0x9FFF, 0xF900...0xFAFF,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}

import Foundation
import Testing

@testable import IntrayCore

/// The words in documents, as a search finds them, and what may befall the file that has them.
@Suite(.inContainer) struct ContentIndexTests {
  let test = TestContainer.current
  let index: ContentIndex

  init() { index = ContentIndex(TestContainer.current.sandbox) }

  private var file: String { test.sandbox.path + "/Library/Caches/SearchIndex.sqlite" }

  private func document(_ number: UInt64, size: Int64 = 1) -> FileSnapshot {
    FileSnapshot(file: FileID(number), size: size, modified: FileTime(seconds: 1), changed: nil)
  }

  private func read(_ document: FileSnapshot, _ text: String) async {
    #expect(await index.begin(document))
    #expect(await index.keep(text, of: document))
  }

  /// A later process.
  private var later: ContentIndex { ContentIndex(test.sandbox) }

  @Test(
    "Words are found in any order and form, also as the beginning of longer ones",
    arguments: [
      ("invoice", true), ("INVOICE 2026", true), ("2026 inv", true), ("grüße", true), ("gruße", true),
      ("京都", true), ("都の写", true), ("office", true), ("１２", true), ("voice", false), ("invoice 2027", false),
      ("\"", false), ("a OR", false), ("i", false), ("", false), ("(in* NEAR", false), ("inv\"oice", true),
    ])
  func words(text: String, isFound: Bool) async {
    await read(document(1), "The Invoice of 2026\n\nGru\u{308}ße aus 東京都の写真, o\u{FB03}ce 12")
    await read(document(2), "nothing")
    #expect(await index.all(text) == (isFound ? [document(1)] : []))
  }

  @Test func eachWordIsFoundByItself() async {
    await read(document(1), "apple pear")
    await read(document(2), "pear plum")
    #expect(await index.find("plum — pear x") == [[document(2)], [], [document(1), document(2)], []])
    #expect(await index.excerpt(of: document(1), around: "plum pear") == "apple pear")
  }

  @Test func aPlaceIsShownAsItWasWritten() async {
    let words = (0..<100).map { "w\($0)" }
    await read(document(1), "\(words.joined(separator: " \n")) 東京都の写真 \(words.joined(separator: " "))")
    #expect(await index.excerpt(of: document(1), around: "w50")?.contains("w49 w50 w51") == true)
    #expect(await index.excerpt(of: document(1), around: "京都")?.contains("東京都の写真") == true)
    #expect(await index.excerpt(of: document(1), around: "other") == nil)
    #expect(await index.excerpt(of: document(2), around: "w50") == nil)
  }

  @Test func aDocumentThatWasWrittenIsAnotherOne() async {
    await read(document(1, size: 1), "old words")
    #expect(await index.excerpt(of: document(1, size: 2), around: "old") == nil)
    await read(document(1, size: 2), "new words")
    #expect(await index.all("old") == [])
    #expect(await index.all("words") == [document(1, size: 2)])
    await index.forgetAll(but: [document(1, size: 1)])
    #expect(await index.all("words") == [])
    #expect(await index.known?.isEmpty == true)
  }

  @Test func aDocumentWhoseReadingEndedTheProcessIsNotReadAgain() async {
    #expect(await index.begin(document(1)))
    let later = later
    #expect(await later.known?[FileID(1)] == document(1))
    #expect(await later.all("words") == [])
    // Until it is written.
    #expect(await later.begin(document(1, size: 2)))
    #expect(await later.keep("words", of: document(1, size: 2)))
    #expect(await later.all("words") == [document(1, size: 2)])
  }

  @Test func theDocumentThatIsReadWhileTheAppLeavesIsReadAgain() async {
    #expect(await index.begin(document(1)))
    await index.pause()
    // What was read of it until then comes too late.
    #expect(await index.keep("words", of: document(1)))
    #expect(await index.known?.isEmpty == true)
    #expect(await later.known?.isEmpty == true)
    #expect(await index.all("words") == [])
  }

  @Test func noWordOfADeletedDocumentStaysOnTheDevice() async throws {
    for number in UInt64(1)...20 { await read(document(number), "words zebra\(number)stripes") }
    func isKept(_ word: String) throws -> Bool {
      try ["", "-wal"].contains { part in
        try Data(contentsOf: URL(filePath: file + part)).range(of: Data(word.utf8)) != nil
      }
    }
    #expect(try isKept("7stripes"))
    await index.forgetAll(but: [document(1)])
    #expect(try !isKept("7stripes"))
    #expect(try isKept("zebra1stripes"))
    #expect(await index.all("zebra1stripes") == [document(1)])
  }

  @Test func aDeletedIndexLeavesNothingAndBeginsAnew() async throws {
    await read(document(1), "words")
    await index.delete()
    #expect(try test.tree("App/Library/Caches").names.isEmpty)
    #expect(await index.all("words") == [])
    #expect(await index.known?.isEmpty == true)
    await read(document(1), "words")
    #expect(await later.all("words") == [document(1)])
  }

  @Test("The index reads its file, or makes a new one, after each damage", arguments: Damage.allCases)
  func damage(_ damage: Damage) async throws {
    for number in UInt64(1)...20 { await read(document(number), "words of number n\(number)") }
    // As a killed process leaves them.
    let killed = try ["", "-wal"].map { try Data(contentsOf: URL(filePath: file + $0)) }
    await index.delete()
    for (part, data) in zip(["", "-wal"], killed) { try data.write(to: URL(filePath: file + part)) }
    try damage.act(file, file + "-wal")
    let later = later
    // The first use may find the damage, and deletes the file.
    for _ in 0..<3 { _ = await later.all("words") }
    #expect(await later.begin(document(51)))
    #expect(await later.keep("words", of: document(51)))
    let found = await later.all("words")
    #expect(found.contains(document(51)))
  }

  enum Damage: CaseIterable {
    case noDatabase, cut, empty, noise, noLog, tornLog, otherVersion, noTable

    func act(_ file: String, _ wal: String) throws {
      let bytes = try Data(contentsOf: URL(filePath: file))
      func write(_ data: Data, _ path: String) throws { try data.write(to: URL(filePath: path)) }
      switch self {
      case .noDatabase: try write(Data("no database".utf8), file)
      case .cut: try write(bytes.prefix(bytes.count / 2 + 100), file)
      case .empty: try write(Data(), file)
      case .noise: try write(bytes.prefix(100) + Data(repeating: 0xA5, count: 8_000), file)
      case .noLog: try FileManager.default.removeItem(atPath: wal)
      case .tornLog: try write(Data(contentsOf: URL(filePath: wal)).dropLast(1_000), wal)
      case .otherVersion, .noTable:
        let database = try Database(path: file)
        try database.execute(self == .noTable ? "DROP TABLE document" : "PRAGMA user_version = 99")
        database.close()
      }
    }
  }
}

extension ContentIndex {
  /// The documents that have all words of a text.
  fileprivate func all(_ text: String) -> Set<FileSnapshot> {
    let found = find(text)
    return found.dropFirst().reduce(found.first ?? []) { $0.intersection($1) }
  }
}

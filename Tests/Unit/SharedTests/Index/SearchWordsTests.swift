import Testing

@testable import IntrayCore

/// How the words of a search are compared with names.
@Suite(.inContainer) struct SearchWordsTests {
  let test = TestContainer.current

  private func found(_ text: String, times: [String: [Range<FileTime>]] = [:]) async throws -> [DocumentPath]
  {
    let index = DocumentIndex(test.container, isPackage: { _ in false })
    try await index.update()
    var query = DocumentQuery(text: text, limit: 10)
    query.timeWords = times
    return try await index.list(query).entries.map(\.path)
  }

  @Test(arguments: [
    ("mueller", "Müller.txt"), ("Mueller", "Mu\u{308}ller.txt"), ("müller", "Mueller.txt"),
    ("muller", "Müller.txt"),
    ("strasse", "Straße.txt"), ("ガイド", "ｶﾞｲﾄﾞ.txt"), ("ｶﾞｲﾄﾞ", "ガイド.txt"), ("ガイド", "カ\u{3099}イト\u{3099}.txt"),
    ("احمد", "أحمد.txt"), ("علي", "على.txt"), ("مدرسه", "مدرسة.txt"), ("كتاب", "كتـــاب.txt"),
  ])
  func aNameIsFoundHoweverItIsWritten(text: String, name: String) async throws {
    try test.put([FileName(name): "x", "other.txt": "x"])
    #expect(try await found(text) == [DocumentPath([FileName(name)])])
  }

  @Test(arguments: [("blue", "Blunt.txt"), ("mueller", "Muller.txt"), ("blue", "Blüte.txt")])
  func whatIsNoUmlautIsNoneForASearch(text: String, name: String) async throws {
    try test.put([FileName(name): "x"])
    let isSpelledSo = name == "Blüte.txt"
    #expect(try await found(text).isEmpty != isSpelledSo)
  }

  @Test func aWordThatNamesATimeFindsWhatCameOrWasChangedThen() async throws {
    let added = ArrivalRecord(time: FileTime(seconds: 150), share: nil).bytes
    try test.put(["added.txt": .file("x").attribute(ItemAttribute.arrival, added), "then.txt": "x"])
    let times = ["then": [FileTime(seconds: 100)..<FileTime(seconds: 200)]]
    #expect(try await Set(found("Then", times: times)) == ["added.txt", "then.txt"], "a name counts, too")
    #expect(try await found("then added", times: times) == ["added.txt"])
  }
}

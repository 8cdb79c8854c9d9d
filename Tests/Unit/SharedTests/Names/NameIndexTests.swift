import Testing

@testable import IntrayCore

@Suite(.inContainer) struct NameIndexTests {
  let test = TestContainer.current

  private func next(_ name: DocumentName, beside taken: [String]) -> String {
    var index = NameIndex([name])
    for name in taken { index.insert(DocumentName(name)) }
    return index.next(for: name).text
  }

  @Test func aFreeNameIsReturnedUnchanged() {
    #expect(next("a.pdf", beside: []) == "a.pdf")
    #expect(next("a.pdf", beside: ["b.pdf", "a", "a-1.pdf", "a.txt"]) == "a.pdf")
  }

  @Test func aTakenNameGetsTheNextFreeNumber() {
    #expect(next("a.pdf", beside: ["a.pdf"]) == "a-1.pdf")
    #expect(next("a.pdf", beside: ["a.pdf", "a-1.pdf", "a-2.pdf"]) == "a-3.pdf")
    #expect(next("a.pdf", beside: ["a.pdf", "a-1.pdf", "a-3.pdf"]) == "a-2.pdf")
    #expect(next("a.pdf", beside: ["a.pdf", "a-01.pdf", "a-2.pdf"]) == "a-1.pdf")
  }

  @Test func theNameOfTheSystemsTrashIsNeverFree() {
    #expect(next(".Trash", beside: []) == ".Trash-1" && next(".trash", beside: [".Trash-1"]) == ".trash-2")
    #expect(next("Trash", beside: []) == "Trash")
  }

  @Test func twinsByCaseOrNormalisationCountAsTaken() {
    #expect(next("Report.pdf", beside: ["REPORT.PDF"]) == "Report-1.pdf")
    #expect(next("Report.pdf", beside: ["REPORT.PDF", "report-1.PDF"]) == "Report-2.pdf")
    #expect(next("é", beside: ["e\u{301}"]) == "é-1")
    #expect(next("é", beside: ["E\u{301}", "É-1"]) == "é-2")
  }

  @Test func aHugeNumberBelongsToTheName() {
    #expect(next("a", beside: ["a", "a-99999999999999999999"]) == "a-1")
    #expect(next("a", beside: ["a", "a-20261121"]) == "a-1")
  }

  /// No set of numbers can hold the largest one, and a trap here would come back at each start.
  @Test func theLargestNumberThereIsBelongsToTheName() {
    #expect(next("a.txt", beside: ["a.txt", "a-1.txt", "a-9223372036854775807.txt"]) == "a-2.txt")
    var index = NameIndex(["a.txt", "a-9223372036854775807.txt"])
    index.insert("a-1.txt")
    index.release(index.next(for: "a-9223372036854775807.txt"))
    #expect(!index.isTaken("a-9223372036854775807.txt"))
  }

  @Test func oneNameAThousandTimesGetsAThousandNumbers() {
    var index = NameIndex(["a.pdf"])
    let given = (0..<1_000).map { _ in index.next(for: "a.pdf").text }
    #expect(given == ["a.pdf"] + (1..<1_000).map { "a-\($0).pdf" })
  }

  @Test func incomingNamesDoNotTakeEachOthersAlternatives() {
    var index = NameIndex(["a", "a-1"])
    #expect(index.next(for: "a").text == "a")
    #expect(index.next(for: "a").text == "a-1")
    #expect(index.next(for: "a-1").text == "a-1-1")
    #expect(index.next(for: "a").text == "a-2")
  }

  @Test func namesThatBelongTogetherGetTheSameNumber() {
    func free(beside taken: [String]) -> [String] {
      let names: [DocumentName] = ["a.heic", "a.mov"]
      var index = NameIndex(names)
      for name in taken { index.insert(DocumentName(name)) }
      return index.free(for: names).map { index.next(for: $0).text }
    }
    // The next number of the one lies behind all that the other has.
    #expect(
      free(beside: ["a.heic", "a-1.heic", "a.mov", "a-1.mov", "a-2.mov", "a-3.mov"]) == [
        "a-4.heic", "a-4.mov",
      ])
    #expect(
      free(beside: ["a.heic", "a-1.heic", "a-9.heic", "a-1.mov", "a-2.mov"]) == ["a-3.heic", "a-3.mov"])
    #expect(free(beside: []) == ["a.heic", "a.mov"])
    #expect(free(beside: ["a.heic"]) == ["a-1.heic", "a-1.mov"])
    #expect(free(beside: ["A.MOV", "a-1.heic", "a-3.mov"]) == ["a-2.heic", "a-2.mov"])
    #expect(
      free(beside: ["a.mov", "a-1.mov"] + (2...11).map { "a-\($0).heic" }) == ["a-12.heic", "a-12.mov"])
  }

  @Test func onlyNamesThatDifferInTheirExtensionAloneBelongTogether() {
    let names: [DocumentName] = ["a.heic", "b.txt", "A.mov", "c.txt", "C.TXT", "d", "d.e.txt"]
    #expect(DocumentName.groups(of: names).map { Set($0.map(\.text)) } == [["a.heic", "A.mov"]])
  }

  @Test func aReleasedNameIsFreeAgain() {
    var index = NameIndex(["a"])
    let first = index.next(for: "a")
    index.release(first)
    #expect(index.next(for: "a").text == "a")
    let second = index.next(for: "a")
    index.release(second)
    #expect(index.next(for: "a").text == "a-1")
  }

  @Test func alternativesOfLongNamesAreRecognised() {
    let long = String(repeating: "x", count: 255)
    let cut = String(repeating: "x", count: 253)
    let name = DocumentName(long)
    #expect(next(name, beside: [long, cut + "-1", cut + "-2"]) == cut + "-3")
    let tens = String(repeating: "x", count: 252)
    let taken = [long] + (1...9).map { "\(cut)-\($0)" } + (10...30).map { "\(tens)-\($0)" }
    #expect(next(name, beside: taken) == tens + "-31")
  }

  @Test func twoLongNamesThatAreCutToOneDoNotConfuseEachOther() {
    let stem = String(repeating: "x", count: 253)
    let (one, other) = (DocumentName(stem + "ab"), DocumentName(stem + "cd"))
    var index = NameIndex([one, other])
    for name in [one.text, other.text, stem + "-1", stem + "-2"] { index.insert(DocumentName(name)) }
    #expect(index.next(for: one).text == stem + "-3")
    #expect(index.next(for: other).text == stem + "-4")
  }

  @Test func aNameThatEqualsAnotherOnesCutIsDistinct() {
    let stem = String(repeating: "x", count: 253)
    let (long, short) = (DocumentName(stem + "ab"), DocumentName(stem))
    var index = NameIndex([long, short])
    index.insert(long)
    #expect(index.next(for: short) == short)
    #expect(index.next(for: long).text == stem + "-1")
    #expect(index.next(for: short).text == stem + "-2")
  }

  @Test func theFolderIsReadOnceAndTheItemsOwnNameIsFree() throws {
    try test.put(["a": "", "A-1": ""])
    let log = CallLog()
    let folder = try test.container(on: test.disk.logging(to: log)).open(.documents)
    var index = NameIndex(["a"])
    try index.read(folder, except: "a")
    #expect(index.next(for: "a").text == "a")
    #expect(index.next(for: "a").text == "a-2")
    #expect(log.count(of: .list) == 1)
  }
}

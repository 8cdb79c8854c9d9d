import Testing

@testable import IntrayCore

@Suite struct DocumentNameTests {
  @Test func documentsThatBelongTogetherGetOneTypedStemAndKeepTheirExtensions() {
    let pair: [DocumentName] = ["IMG_0005.heic", "IMG_0005.mov"]
    for typed in ["Beach", " Beach ", "Beach.heic", "Beach.HEIC", "Beach.mov"] {
      #expect(DocumentName.renamed(pair, to: typed) == ["Beach.heic", "Beach.mov"], "\(typed)")
    }
    #expect(DocumentName.renamed(["a.pdf"], to: "v1.2") == ["v1.2.pdf"])
    #expect(DocumentName.renamed(["a.pdf"], to: ".pdf") == ["a.pdf"])
    #expect(DocumentName.renamed(["Makefile"], to: "Rules.mk") == ["Rules.mk"])
    #expect(DocumentName.renamed(["a.pdf"], to: "x/y") == ["x-y.pdf"])
  }

  @Test func aSuggestionLosesWhatNobodySeesAtItsEndsAndNothingBetween() {
    for (suggestion, trimmed) in [
      ("a", "a"), (" a \r\n", "a"), ("a . .", "a"), (".a", ".a"), ("a\u{200D}b\u{200D}", "a\u{200D}b"),
      ("\u{FEFF}\u{200E}a\u{AD}", "a"), ("a\u{3000}\u{A0}", "a"), ("\u{2764}\u{FE0F}", "\u{2764}\u{FE0F}"),
      (" . ", ""), ("", ""), ("a\u{1F3F4}\u{E0067}\u{E007F}", "a\u{1F3F4}\u{E0067}\u{E007F}"),
    ] {
      #expect(DocumentName.trimmed(suggestion) == trimmed, "\(suggestion.debugDescription)")
    }
  }

  @Test(arguments: [
    ("._Letter.pdf", "-_Letter.pdf"), (".DS_Store", "-DS_Store"), (".a.pdf.icloud", "-a.pdf.icloud"),
    (".notes.txt", ".notes.txt"), (".DS_Store.txt", ".DS_Store.txt"), ("a.icloud", "a.icloud"), ("._", "-_"),
  ])
  func aNameOfNoDocumentLosesItsFirstLetterAndAnotherKeepsItsDot(suggestion: String, name: String) {
    #expect(DocumentName(suggestion).text == name)
    #expect(DocumentName(FileName(suggestion)).text == name)
    #expect(DocumentName(name).text == name)
  }

  @Test func aFileOfFindersIsKnownByItsFirstBytes() {
    #expect(
      FileName.isFinders([0, 0, 0, 1] + Array("Bud1".utf8)) && FileName.isFinders([0, 5, 0x16, 7, 0, 2]))
    #expect(FileName.isFinders([]) && !FileName.isFinders(Array("hello".utf8)))
  }

  @Test(arguments: [
    ("report.pdf", "report-1.pdf"), ("archive.tar.gz", "archive-1.tar.gz"), ("README", "README-1"),
    (".profile", ".profile-1"), (".tar.gz", ".tar-1.gz"), ("..config", "..config-1"), ("a.", "a.-1"),
    ("...", "...-1"),
    ("v1.2 of the plan", "v1.2 of the plan-1"), ("Holiday...", "Holiday...-1"), ("a.-b", "a.-b-1"),
    ("x-1.pdf", "x-1-1.pdf"),
    ("ARCHIVE.TAR.GZ", "ARCHIVE-1.TAR.GZ"), ("a.tar", "a-1.tar"), ("a.b.c", "a.b-1.c"),
    ("Bild.JPEG", "Bild-1.JPEG"), ("日本語.txt", "日本語-1.txt"), ("👨‍👩‍👧", "👨‍👩‍👧-1"), ("-", "--1"),
  ])
  func theNumberIsPlacedBeforeTheExtension(name: String, first: String) {
    #expect(DocumentName(name).text == name)
    #expect(DocumentName(name).numbered(1).text == first)
    #expect(DocumentName(name).numbered(0).text == name)
  }

  @Test(arguments: [
    ("", "Untitled"), (".", "Untitled"), ("..", "Untitled"), ("a/b", "a-b"), ("a:b", "a-b"),
    ("../../etc/passwd", "..-..-etc-passwd"), ("a\u{0}b", "a-b"), ("a\nb\tc", "a-b-c"),
    ("\u{7F}\u{85}", "--"), ("a\u{202E}fdp.exe", "a-fdp.exe"), ("\u{2066}x\u{2069}", "-x-"),
    ("\u{200E}\u{200F}\u{061C}", "---"), ("\u{FEFF}a", "-a"), ("a\u{2028}b\u{2029}c", "a-b-c"),
    ("a\r\nb", "a--b"), ("/", "-"), ("\u{1B}[31mred", "-[31mred"),
  ])
  func illegalCharactersAreReplaced(suggestion: String, name: String) {
    #expect(DocumentName(suggestion).text == name)
  }

  @Test(arguments: ["a b", " a ", "a.b ", "ﬁ", "e\u{301}", "é", "~$x", "con", "a\u{200D}b", "\u{200B}", "…"])
  func everyOtherNameIsKeptUnchanged(name: String) {
    #expect(Array(DocumentName(name).text.utf8) == Array(name.utf8))
  }

  @Test func aLongNameIsCutBeforeItsExtension() {
    let name = DocumentName(String(repeating: "x", count: 300) + ".pdf")
    #expect(name.text == String(repeating: "x", count: 251) + ".pdf")
    #expect(name.numbered(12).text == String(repeating: "x", count: 248) + "-12.pdf")
  }

  @Test func aLetterOf100000MarksIsCutBeforeAnyRuleLooksAtIt() {
    let marks = String(repeating: "\u{301}\u{316}", count: 50_000)
    #expect(DocumentName.shortened("a" + marks + ".pdf").utf8.count < 2_000)
    let name = DocumentName("a" + marks + ".pdf")
    #expect(
      name.text.utf8.starts(with: "a\u{301}".utf8) && name.fileExtension == ".pdf"
        && name.text.utf8.count <= 255)
    #expect(DocumentName.shortened("report.pdf") == "report.pdf")
  }

  @Test func aWordInBracketsIsPlacedBeforeTheExtensionOnce() {
    #expect(DocumentName("Letter.txt").marked("conflict").text == "Letter (conflict).txt")
    #expect(DocumentName("link").marked("競合").text == "link (競合)")
    let marked = DocumentName("Letter (conflict).txt")
    #expect(marked.marked("conflict") == marked)
    let long = DocumentName(String(repeating: "x", count: 251) + ".pdf").marked("conflict")
    #expect(long.text == String(repeating: "x", count: 240) + " (conflict).pdf")
  }

  @Test func aNameOf255BytesStaysAndMakesRoomForItsNumber() {
    let plain = String(repeating: "y", count: 255)
    #expect(DocumentName(plain).text == plain)
    #expect(DocumentName(plain).numbered(1).text == String(repeating: "y", count: 253) + "-1")
    let extended = String(repeating: "y", count: 251) + ".txt"
    #expect(DocumentName(extended).text == extended)
    #expect(DocumentName(extended).numbered(1).text == String(repeating: "y", count: 249) + "-1.txt")
  }

  @Test func aVolumeThatCounts255UnitsTakesThemAllWhateverBytesTheyHave() throws {
    let title = String(repeating: "ขนม", count: 40) + " ตอนที่ 12"
    #expect(DocumentName(title + ".mp4").text.utf8.count <= 255)
    Disk.$nameUnit.withValue(.utf16) {
      #expect(DocumentName(title + ".mp4").text == title + ".mp4")
      let korean = String(repeating: "울", count: 255)
      #expect(DocumentName(korean).text == korean)
      #expect(DocumentName(korean + "울").text == korean)
      #expect(DocumentName(korean).numbered(12).text == korean.dropLast(3) + "-12")
      #expect(!DocumentName(korean.dropLast(2) + "").hasRoom(digits: 2))
      let faces = String(repeating: "😀", count: 200)
      #expect(DocumentName(faces + ".txt").text == faces.prefix(125) + ".txt")
      #expect(DocumentName(faces).marked("conflict").text == faces.prefix(122) + " (conflict)")
    }
  }

  @Test(arguments: [
    ("– Episode 12", true), ("(Part 3)", true), ("S01E07", true), ("ตอนที่ ๑๒", true), ("and so on", false),
    ("12 words before this is the end", false),
  ])
  func theNumberAtTheEndOfALongNameStays(end: String, isKept: Bool) {
    let name = DocumentName(String(repeating: "Long title ", count: 30) + end + ".mp3")
    #expect(name.text.utf8.count <= 255 && name.text.hasPrefix("Long title Long"))
    #expect(name.text.hasSuffix(end + ".mp3") == isKept && name.text.contains("…") == isKept)
    #expect(DocumentName(name.text) == name)
    // Also when it makes room for the number of another one of its name.
    let other = name.numbered(2)
    #expect(other.text.hasSuffix((isKept ? end : "") + "-2.mp3") && other.text.utf8.count <= 255)
    var index = NameIndex([name])
    for taken in [name, other] { index.insert(DocumentName(taken.text)) }
    #expect(index.next(for: name).text == name.numbered(1).text)
    #expect(index.next(for: name).text == name.numbered(3).text)
  }

  @Test func aNameIsCutBetweenCharacters() {
    let family = "👨‍👩‍👧‍👦"
    let name = DocumentName(String(repeating: family, count: 20) + ".heic")
    #expect(name.text == String(repeating: family, count: 10) + ".heic")
    let accents = DocumentName("a" + String(repeating: "\u{301}", count: 300))
    #expect(accents.text.utf8.count <= 255 && accents.text.unicodeScalars.count == 128)
  }

  @Test func aSentenceAfterADotIsNoExtension() {
    let name = "Chapter 1. " + String(repeating: "z", count: 240) + " and so on"
    #expect(DocumentName(name).text.utf8.count == 255)
    #expect(DocumentName(name).text.hasPrefix("Chapter 1. zzz"))
    #expect(DocumentName(name).numbered(3).text.hasSuffix("-3"))
  }

  @Test func bytesThatAreNotUTF8ArePercentEncoded() {
    #expect(DocumentName(FileName(bytes: [0x61, 0xFF, 0x2E, 0x74])).text == "a%FF.t")
    #expect(DocumentName(FileName(bytes: [0xC3, 0xA9, 0xC3])).text == "é%C3")
    #expect(DocumentName(FileName(bytes: [0xED, 0xA0, 0x80])).text == "%ED%A0%80")
    #expect(DocumentName(FileName(bytes: [0xFF, 0x2F])).text == "%FF-")
  }

  @Test func twoNamesThatAreNotUTF8StayDistinct() {
    let names = (0x80...0xFF).map { DocumentName(FileName(bytes: [0x61, UInt8($0)])).text }
    #expect(Set(names).count == names.count)
  }

  @Test(arguments: [
    ("a.pdf", "A.PDF"), ("é", "e\u{301}"), ("straße", "STRASSE"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("ﬁn", "FIN"),
    ("\u{212B}", "å"), ("K", "\u{212A}"), ("ſ", "S"), ("ǆ", "ǅ"), ("한", "\u{1112}\u{1161}\u{11AB}"),
  ])
  func namesThatTheUserCannotTellApartHaveOneKey(one: String, other: String) {
    #expect(DocumentName(one).key == DocumentName(other).key)
  }

  @Test(arguments: [("a", "b"), ("a", "á"), ("a.pdf", "a.pdg"), ("ı", "i"), ("a-1", "a")])
  func differentNamesHaveDifferentKeys(one: String, other: String) {
    #expect(DocumentName(one).key != DocumentName(other).key)
  }

  /// Names of the kinds that break programs.
  private static func hostileName(_ random: inout Seeded) -> String {
    let pieces = [
      "a", "Z", ".", "..", "-", "-1", "-01", "-9999999999999999999999", " ", "/", ":", "\u{0}", "\n", "\r\n",
      "\u{301}",
      "\u{202E}", "\u{200D}", "👩🏽‍🚀", "🇩🇪", "é", "ß", "漢", "İ", "\u{1112}\u{1161}", ".tar", ".gz", ".pdf", "%FF",
      "\u{0600}", "क्षि", "\u{FEFF}", "~", String(repeating: "q", count: 60), String(repeating: "é", count: 40),
      "\u{1F9D1}\u{1F3FF}", "\u{E0001}", "\u{FFFF}", String(repeating: ".", count: 30),
      String(repeating: "\u{301}", count: 70), ". ", "\u{3000}",
    ]
    let count = Int.random(in: 0...(Bool.random(using: &random) ? 6 : 24), using: &random)
    return (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
  }

  @Test func everyNameIsLegalAndNormalisingItAgainChangesNothing() {
    var random = Seeded(1)
    for _ in 0..<10_000 {
      let suggestion = Self.hostileName(&random)
      let name = DocumentName(suggestion)
      let bytes = Array(name.text.utf8)
      guard (1...255).contains(bytes.count), name.text != ".", name.text != "..",
        !bytes.contains(0), !bytes.contains(UInt8(ascii: "/")), !bytes.contains(UInt8(ascii: ":"))
      else {
        Issue.record("“\(suggestion)” became “\(name)”")
        return
      }
      let again = DocumentName(name.text)
      // Bytes, because strings are equal when only their composition differs.
      if Array(again.text.utf8) != bytes || again != name || again.fileName != name.fileName {
        Issue.record("“\(suggestion)” became “\(name)”, then “\(again)”")
        return
      }
    }
  }

  @Test func everyAlternativeIsLegalAndIsReadBack() {
    var random = Seeded(2)
    var misread = 0
    for _ in 0..<1_000 {
      let name = DocumentName(Self.hostileName(&random))
      for number in [1, 9, 10, 99, 100_000] {
        let alternative = name.numbered(number)
        let bytes = Array(alternative.text.utf8)
        guard bytes.count <= 255, Array(DocumentName(alternative.text).text.utf8) == bytes else {
          Issue.record("“\(name)” has the alternative “\(alternative)”")
          return
        }
        var index = NameIndex([name])
        index.insert(name)
        index.insert(DocumentName(alternative.text))
        if index.next(for: name).text.utf8.elementsEqual(bytes) { misread += 1 }
      }
    }
    // The few that the cut makes look like something else cost a try each.
    #expect(misread < 5)
  }

  @Test func hostileBytesBecomeLegalNames() {
    var random = Seeded(3)
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 1...40, using: &random)).map { _ in
        UInt8.random(in: 1...255, using: &random)
      }
      let name = DocumentName(FileName(bytes: bytes))
      if DocumentName(name.text) != name || name.text.utf8.count > 255 {
        Issue.record("\(bytes) became “\(name)”")
      }
    }
  }

  @Test func theExtensionIsNeverCut() {
    var random = Seeded(4)
    for _ in 0..<1_000 {
      let stem =
        Self.hostileName(&random) + String(repeating: "w", count: Int.random(in: 1...300, using: &random))
      let name = DocumentName(stem + ".pages")
      let alternative = name.numbered(77).text
      // By bytes: a hyphen may be part of the character in front of it.
      let endings = ["-77.pages", "-77.tar.pages"].map { Array($0.utf8) }
      #expect(name.text.hasSuffix(".pages"))
      #expect(endings.contains { Array(alternative.utf8).suffix($0.count).elementsEqual($0) })
    }
  }
}

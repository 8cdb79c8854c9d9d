import IntrayCore
import Testing
import UIKit
import UniformTypeIdentifiers

@testable import IntrayIntake

@Suite struct OfferTests {
  @Test func anOfferSaysWhetherItIsAFilmAndWhetherTheAddressComesFirst() {
    let film = Offer(types: ["public.jpeg", "public.mpeg-4"], suggestedName: "Clip")
    #expect(film.isFilm && film.document.first == .file("public.mpeg-4"))
    #expect(!Offer(types: ["com.compuserve.gif", "public.mpeg-4"], suggestedName: nil).isFilm)
    #expect(
      !Offer(types: ["com.apple.live-photo-bundle", "public.heic", "public.movie"], suggestedName: nil).isFilm
    )
    #expect(Offer(types: ["public.url", "public.png"], suggestedName: nil).isLinkFirst)
    #expect(!Offer(types: ["public.image", "public.url"], suggestedName: nil).isLinkFirst)
    #expect(!Offer(types: ["public.png", "public.url"], suggestedName: nil).isLinkFirst)
    #expect(!Offer(types: ["public.png"], suggestedName: nil).isLinkFirst)
  }

  /// What else decides is shown by the shares of the corpus.
  @Test(arguments: [
    (["public.url", "public.html"], []), (["public.html", "public.url"], [Offer.Way.file("public.html")]),
    (["public.swift-source"], [.file("public.swift-source")]),
  ])
  func richTextIsADocumentOnlyBeforeItsAddressAndSourceCodeNeedsNoName(
    types: [String], document: [Offer.Way]
  ) {
    #expect(Offer(types: types, suggestedName: nil).document == document)
  }
}

@Suite struct NamingTests {
  @Test func theSuggestedNameComesFirstThenTheFilesOwnThenTheTitle() {
    #expect(Naming(suggestedName: "a", fileName: "b.txt", isOriginal: true, title: "c").name.text == "a.txt")
    #expect(Naming(fileName: "b.txt", isOriginal: true, title: "c").name.text == "b.txt")
    #expect(Naming(fileName: "b.txt", title: "c\nd").name.text == "c.txt")
    #expect(Naming(fileName: "b.txt").name.text == "b.txt")
    #expect(Naming().name.text == "Untitled")
  }

  @Test func theSystemsNameForUnnamedItemsIsIgnored() {
    #expect(Naming(fileName: "Item", type: .pdf).name.text == "Untitled.pdf")
    #expect(Naming(fileName: "image.png", title: "Cat", type: .png).name.text == "Cat.png")
    // What the sender calls so is called so.
    #expect(Naming(suggestedName: "image.png", type: .png).name.text == "image.png")
  }

  @Test(arguments: [
    ("Report.v2", UTType.pdf, "Report.v2.pdf"), ("Dr. No", .pdf, "Dr. No.pdf"),
    ("Screenshot 14.49.40", .png, "Screenshot 14.49.40.png"), ("IMG_0001", .heic, "IMG_0001.heic"),
    ("IMG_0001.JPG", .jpeg, "IMG_0001.JPG"), ("Book.procreate", .data, "Book.procreate"),
    // What no app declares is a word, unless it is the name of a file.
    ("main.rs", .plainText, "main.rs.txt"), ("Call Mr.Smith", .plainText, "Call Mr.Smith.txt"),
    ("page.old", .html, "page.old.html"), ("About Node.js", .html, "About Node.js.html"),
    ("LICENSE", .plainText, "LICENSE.txt"), (".env", .data, ".env"),
    ("a.tar.gz", .gzip, "a.tar.gz"), ("About Node.js", .pdf, "About Node.js.pdf"),
    ("About Node.js", .webArchive, "About Node.js.webarchive"), ("notes.md", .plainText, "notes.md"),
    ("benchy.3mf", .data, "benchy.3mf"), ("film.3gp", .data, "film.3gp"), ("a.7z", .data, "a.7z"),
    ("x.code-workspace", .data, "x.code-workspace"),
    ("x.code-workspace", .plainText, "x.code-workspace.txt"),
    ("Version 2.0", .data, "Version 2.0"), ("Report.PDF", .pdf, "Report.PDF"),
    ("New Recording 5", .mpeg4Audio, "New Recording 5.m4a"),
  ])
  func anExtensionIsAddedOnlyToANameWithoutOne(name: String, type: UTType, whole: String) {
    #expect(Naming(suggestedName: name, type: type).name.text == whole)
  }

  @Test(arguments: [
    ("a.heic", "jpeg", "a.jpeg"), ("a.jpg", "heic", "a.heic"), ("a.jpg", "jpeg", "a.jpg"),
    ("a.heif", "heic", "a.heif"), ("a.docx", "zip", "a.docx"), ("a.pages", "zip", "a.pages"),
    ("a.epub", "zip", "a.epub"), ("a.usdz", "zip", "a.usdz"), ("a.png", "zip", "a.png.zip"),
    ("a.docx", "pdf", "a.pdf"),
    ("a.txt", "png", "a.txt.png"), ("a.ai", "pdf", "a.ai"), ("a.mov", "mp4", "a.mp4"),
    ("a.m4v", "mp4", "a.m4v"),
    ("a.webloc", "plist", "a.webloc"), ("a.jpg", "plist", "a.jpg.plist"),
    ("Call Mr.Smith", "pdf", "Call Mr.Smith.pdf"), ("Amazon.de", "jpeg", "Amazon.de.jpeg"),
    ("a", "docx", "a.docx"), ("a.dotx", "docx", "a.dotx"), ("a.pages", "epub", "a.pages"),
    ("a", "mp3", "a.mp3"),
    ("a.aac", "mp3", "a.aac"),
    ("a.svg", "<plist>", "a.svg"), ("a", "gif", "a.gif"), ("a.procreate", "zip", "a.procreate"),
    ("photo.jpg", "webp", "photo.webp"), ("a.jpg", "avif", "a.avif"), ("a.mp4", "mkv", "a.mkv"),
    ("a.mov", "webm", "a.webm"), ("voice.m4a", "opus", "voice.opus"), ("voice.ogg", "opus", "voice.ogg"),
    ("a.mpg", "mp3", "a.mp3"), ("a.zip", "rar", "a.rar"), ("a.zip", "7z", "a.7z"),
    ("a.tar", "gz", "a.tar.gz"),
    ("a.tgz", "gz", "a.tgz"), ("a.zip", "odt", "a.odt"), ("a.zip", "pkpass", "a.pkpass"),
    ("a.cbr", "rar", "a.cbr"),
    ("a.plist", "webarchive", "a.webarchive"), ("a.dng", "tiff", "a.dng"), ("a.txt", "vcf", "a.txt"),
    ("a.png", "svg", "a.svg"), ("a.xml", "svg", "a.xml"), ("a.txt", "zip", "a.txt.zip"),
    ("backup.zip.001", "zip", "backup.zip.001"), ("log.txt.1", "zip", "log.txt.1"),
    ("a.mkv.002", "zip", "a.mkv.002"),
    ("VID_1.insv", "mp4", "VID_1.insv"), ("GX01.THM", "jpeg", "GX01.THM"),
    ("Chapter 2.3", "pdf", "Chapter 2.3.pdf"),
  ])
  func contentsDecideOverLabelsButBuiltOnFormatsKeepTheirs(name: String, kind: String, whole: String)
    throws
  {
    let signature = try #require(
      Signature.table.first { $0.fileExtension == kind } ?? Signature(Array(kind.utf8)))
    #expect(Naming(suggestedName: name, type: .data, signature: signature).name.text == whole)
  }

  @Test(arguments: [
    ("benchy.3mf", UTType.zip, "zip"), ("x.code-workspace", .plainText, ""),
    ("Makefile", .plainText, ""),
    ("Form.docx", .data, "pdf"), ("noextension", .pdf, "pdf"), ("Report .v2 ", .pdf, "pdf"),
    (".pdf", .pdf, "pdf"),
    ("item", .png, "png"),
  ])
  func aSendersOwnFileKeepsItsName(name: String, type: UTType, kind: String) {
    let signature = Signature.table.first { $0.fileExtension == kind }
    for suggested in [nil, name, (name as NSString).deletingPathExtension] {
      let naming = Naming(
        suggestedName: suggested, fileName: name, isOriginal: true, title: "Title", type: type,
        signature: signature)
      #expect(naming.name.text == name, "suggested: \(suggested ?? "nothing")")
    }
  }

  @Test(arguments: [
    (["mimetype=application/epub+zip", "META-INF/container.xml"], "epub"),
    (["mimetype=application/vnd.oasis.opendocument.text"], "odt"),
    (["mimetype=application/vnd.oasis.opendocument.text-template"], "ott"),
    (["[Content_Types].xml", "word/document.xml"], "docx"),
    (["_rels/.rels", "[Content_Types].xml", "xl/a"], "xlsx"),
    (["[Content_Types].xml", "ppt/presentation.xml"], "pptx"), (["word/notes.txt"], "zip"),
    (["manifest.json", "pass.json"], "pkpass"), (["images/compass.json"], "zip"),
    (["Index/Document.iwa", "Index/Slide-1.iwa"], "key"), (["Index/Document.iwa"], "pages"),
    (["Letter/Index/Document.iwa"], "zip"), (["a.txt=PK\u{3}\u{4}"], "zip"), ([], "zip"),
  ])
  func aPackedDocumentSaysWhatItIs(entries: [String], ending: String) {
    for hidesSizes in [false, true] {
      let signature = Signature(zip(entries, hidesSizes: hidesSizes))
      #expect(signature?.fileExtension == ending, "\(entries) \(hidesSizes)")
    }
  }

  @Test func aPackedPackageSaysNothingOfThePackage() {
    let inner = zip(["[Content_Types].xml", "word/document.xml"])
    let outer = zip(["letter.docx"]).dropLast(0) + inner
    #expect(Signature(zip(["letter.docx="], holding: inner))?.fileExtension == "zip")
    #expect(Signature(Array(outer))?.fileExtension == "docx", "one beside it is an entry")
  }

  /// The beginning of a ZIP: entries, each with what it holds behind "=".
  private func zip(_ entries: [String], holding last: [UInt8] = [], hidesSizes: Bool = false) -> [UInt8] {
    var bytes: [UInt8] = entries.isEmpty ? Array("PK\u{3}\u{4}".utf8) : []
    for entry in entries {
      let parts = entry.split(separator: "=", maxSplits: 1).map { Array($0.utf8) }
      let held = (parts.count > 1 ? parts[1] : []) + last
      func number(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) }
      }
      bytes += Array("PK\u{3}\u{4}".utf8) + [20, 0, hidesSizes ? 8 : 0, 0] + number(0, 10)
      bytes +=
        number(hidesSizes ? 0 : held.count, 4) + number(held.count, 4) + number(parts[0].count, 2) + [0, 0]
      bytes += parts[0] + held + (hidesSizes ? Array("PK\u{7}\u{8}".utf8) + number(0, 12) : [])
    }
    return bytes
  }

  @Test func anExtensionThatTheNameEndsInIsNeverAppended() {
    let workspace = Naming(suggestedName: "x.code-workspace", fileName: "x.code-workspace", type: .zip)
    #expect(workspace.name.text == "x.code-workspace")
    #expect(
      Naming(
        suggestedName: "a.b c.PNG", type: .png,
        signature: Signature(Array("\u{89}PNG\r\n\u{1A}\n".unicodeScalars.map { UInt8($0.value) }))
      ).name.text == "a.b c.PNG")
  }

  @Test(arguments: [
    ("Report.pdf\n", "Report.pdf"), ("  Report.pdf ", "Report.pdf"), ("Report.pdf...", "Report.pdf"),
    ("Report. ", "Report.pdf"), ("\u{200E}Report.pdf", "Report.pdf"),
    ("Report.pdf\u{200B}\u{FEFF}", "Report.pdf"),
    ("\u{202A}Report.pdf\u{202C}", "Report.pdf"), (" \u{200B} ", "Untitled.pdf"), ("...", "Untitled.pdf"),
    ("https://example.com/a/Report%20A.pdf?x=1", "Report A.pdf"), ("https://example.com/", "Untitled.pdf"),
    ("Read https://example.com/a", "Read.pdf"), ("report.pdf?dl=1", "report.pdf"),
    (#"attachment; filename="a\"b.pdf"; size=3"#, "a\"b.pdf"), ("filename=Plan.pdf", "Plan.pdf"),
    ("inline; filename=old.pdf; filename*=UTF-8''na%C3%AFve%20plan.pdf", "naïve plan.pdf"),
    ("attachment; filename*0=\"Long \"; filename*1=\"plan.pdf\"", "Long plan.pdf"),
    ("application/pdf; name=\"=?UTF-8?B?R3LDvMOfZS5wZGY=?=\"", "Grüße.pdf"),
    ("a.pdf; filename=_a.pdf_", "a.pdf"), ("ISO-8859-1'de'Gr%FC%DFe.pdf", "Grüße.pdf"),
    ("Rock'n'Roll.pdf", "Rock'n'Roll.pdf"), ("a=b.pdf", "a=b.pdf"), ("My name=Bob.pdf", "My name=Bob.pdf"),
    ("Report for\r\n the board.pdf", "Report for the board.pdf"),
    ("Annual%20Report (1).pdf", "Annual Report (1).pdf"),
    ("a%2520b.pdf", "a b.pdf"), ("100% cotton.pdf", "100% cotton.pdf"), ("a%FFb.pdf", "a%FFb.pdf"),
    ("50%25 off.pdf", "50% off.pdf"), ("Tom &amp; Jerry.pdf", "Tom & Jerry.pdf"), ("AT&T.pdf", "AT&T.pdf"),
    ("Q&amp.pdf", "Q&amp.pdf"), (#"C:\fakepath\photo.pdf"#, "photo.pdf"),
    (#"docs\2025\plan.pdf"#, "plan.pdf"),
    ("/storage/emulated/0/plan.pdf", "plan.pdf"), ("Invoice 03/2026.pdf", "Invoice 03-2026.pdf"),
    (#"AC\DC"#, #"AC\DC.pdf"#), ("تقرير\u{200F} 2025.pdf", "تقرير 2025.pdf"), ("a.pdf#page=2", "a.pdf"),
    ("a.pdf!cover", "a.pdf"), ("Wow! Really?.pdf", "Wow! Really?.pdf"), ("(null)", "Untitled.pdf"),
    ("undefined.pdf", "Untitled.pdf"), ("Null Island.pdf", "Null Island.pdf"),
    ("Why? Because.", "Why? Because.pdf"),
    ("\u{1F468}\u{200D}\u{1F469}", "\u{1F468}\u{200D}\u{1F469}.pdf"),
  ])
  func whatASenderSuggestsIsTrimmedAsBrowsersDo(name: String, whole: String) {
    #expect(
      Naming(suggestedName: name, type: .pdf, signature: Signature(Array("%PDF-".utf8))).name.text == whole)
  }

  @Test func aTextIsNamedByItsFirstWords() {
    #expect(Words.name(of: "\n  Buy milk \nand bread", title: "Shop").text == "Buy milk.txt")
    #expect(Words.name(of: "", title: nil).text == "Untitled.txt")
    for (text, name) in [
      ("---\ntitle: x", "x.txt"), ("# Packing list\n- milk", "Packing list.txt"),
      ("- [ ] Milk", "Milk.txt"), ("\u{FFFC}\nShopping list", "Shopping list.txt"),
      ("> Quoted", "Quoted.txt"),
      ("1. Mai", "1. Mai.txt"), ("1) Milk", "Milk.txt"), ("1. One\n2. Two", "One.txt"),
      ("– item", "item.txt"), ("<b>Tea</b> &amp; milk", "Tea & milk.txt"), ("a < b > c", "a < b > c.txt"),
      ("**Bold**", "Bold.txt"), ("“To be”", "To be.txt"),
      ("-5 degrees", "-5 degrees.txt"), ("***", "***.txt"),
    ] {
      #expect(Words.name(of: text, title: nil).text == name)
    }
    #expect(
      Words.stem("Ada&#8217;s Caf&eacute; &ndash; Tea &#x2764; &Uuml; &unknown; R&D")
        == "Ada’s Café – Tea ❤ Ü &unknown; R&D")
    #expect(Words.name(of: "Look: https://youtu.be/a\nmore", title: nil).text == "Look.txt")
    #expect(Words.name(of: "https://youtu.be/a\nTwo films", title: "T").text == "Two films.txt")
    #expect(Words.name(of: "https://youtu.be/a\nhttps://youtu.be/b", title: nil).text == "youtu.be.txt")
    #expect(Words.name(of: "https://youtu.be/a https://youtu.be/b", title: "Films").text == "Films.txt")
    #expect(Words.name(of: " \n", title: "A: title/with").text == "A- title-with.txt")
    let long = Words.name(of: String(repeating: "word ", count: 40), title: nil).text
    #expect(long.count <= 64 && long.hasSuffix("word.txt"))
  }
}

@Suite struct TitleTests {
  @Test(arguments: [
    ("<p>Dear <b>reader</b></p><p>More</p>", "Dear reader"),
    ("<html><head><title>A &amp; B</title></head><body>x</body></html>", "A & B"),
    ("<style>p { color: red }</style><p>Words&nbsp;here", "Words\u{A0}here"), ("<p", ""), ("", ""),
    ("<title data-x='a>b'>Attribute</title>", "Attribute"),
    ("<!-- <title>W</title> --><title>R</title>", "R"),
    ("<!--><title>R</title>", "R"), ("<![CDATA[<title>W</title>]]><title>R</title>", "R"),
    ("<script>'<title>W</title>'</script><TITLE>R</TITLE>", "R"),
    ("<svg><title>W</title></svg><title>R</title>", "R"),
    ("<svg/><title>R</title>", "R"), ("<template><title>W</title></template><title>R</title>", "R"),
    ("<title>\n Many \t  blanks \n </title>", "Many blanks"),
    ("<title>A <b>bold</b> one</title>", "A <b>bold</b> one"),
    ("<title>AT&ampT &copy 2026 &notit; &lt x</title>", "AT&T © 2026 ¬it; < x"),
    ("<title>It&#146;s &#151; &#x1F600; caf&eacute; &Alpha;&hellip; &Ccaron;</title>", "It’s — 😀 café Α… Č"),
    ("<title>Never closed", "Never closed"), ("<title>a</titles>b</title>c", "a</titles>b"),
    ("a < b", "a < b"),
    ("<title></title><title>Second</title><p>x", ""),
  ])
  func aPageIsCalledAsABrowserCallsIt(html: String, title: String) {
    #expect(Title.inside(Array(html.utf8), "html") == title)
  }

  @Test(arguments: [
    (#"{\rtf1\ansi{\fonttbl{\f0 Arial;}}\f0\fs24 Dear \b reader\b0\par More}"#, "Dear reader"),
    (#"{\rtf1 Gr\'fc\'dfe}"#, "Grüße"), (#"{\rtf1\ansi\ansicpg1251 \'cf\'f0}"#, "Пр"),
    (#"{\rtf1\uc1 Tea \u8211? \u-10180?\u-8307? \{now\}}"#, "Tea – 🎍 {now}"),
    (#"{\rtf1{\*\generator X;}\pard One\par Two}"#, "One"),
    (#"{\rtf1{\info{\title Gr\'fc\'dfe}{\author A}}\pard One}"#, "Grüße"),
  ])
  func richTextIsNamedByItsTitleElseByItsWords(text: String, words: String) {
    #expect(Title.inside(Array(text.utf8), "rtf") == words)
  }

  @Test(arguments: [
    ("vcf", "BEGIN:VCARD\r\nN:Lovelace;Ada;;;\r\nFN:Ada\\, Countess\r\nEND:VCARD\r\n", "Ada, Countess"),
    (
      "vcf", "BEGIN:VCARD\nitem1.FN;X=\"a:b\":Ada Love\n lace\nEND:VCARD\nBEGIN:VCARD\nFN:B\nEND:VCARD",
      "Ada Lovelace +1"
    ),
    ("vcf", "BEGIN:VCARD\nN:Lovelace;Ada;;;\nEND:VCARD", "Ada Lovelace"),
    ("vcf", "BEGIN:VCARD\nORG:Tea\nEND:VCARD", "Tea"),
    (
      "vcf", "BEGIN:VCARD\nFN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BC=\nrgen_1\nEND:VCARD",
      "Jürgen_1"
    ),
    ("ics", "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY;LANGUAGE=de:Zahnarzt\nEND:VEVENT", "Zahnarzt"),
    (
      "ics",
      "BEGIN:VCALENDAR\nX-WR-CALNAME:Work\nBEGIN:VEVENT\nSUMMARY:A\nEND:VEVENT\nBEGIN:VEVENT\nEND:VEVENT",
      "Work"
    ),
    (
      "eml", "From: a@b\r\nSubject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=\r\n an alle\r\n\r\nSubject: no",
      "Grüße an alle"
    ),
    ("eml", "From: a@b\n\nSubject: no", ""), ("mht", "Subject: A page\nMIME-Version: 1.0\n\n", "A page"),
    ("md", "---\ntitle: Soup\n---\n# Other", "Soup"), ("md", "# Leek soup\n\n- leek", "Leek soup"),
    ("json", "{}", ""),
  ])
  func aFileWithoutANameIsCalledAsItSays(ending: String, text: String, title: String) {
    #expect(Title.inside(Array(text.utf8), ending) == title)
  }

  @Test func mailHasItsExtensionWhateverItsTypeIs() {
    for type in ["com.apple.mail.email", "public.email-message"] {
      #expect(Naming(title: "Tea", type: UTType(type)).name.text == "Tea.eml")
    }
  }

  @Test func aWebArchiveIsCalledAsItsPage() throws {
    let main: [String: Any] = [
      "WebResourceData": Data("<title>A page</title>".utf8), "WebResourceTextEncodingName": "UTF-8",
    ]
    for format in [PropertyListSerialization.PropertyListFormat.binary, .xml] {
      let archive = try PropertyListSerialization.data(
        fromPropertyList: ["WebMainResource": main], format: format, options: 0)
      #expect(Title.inside(Array(archive), "webarchive") == "A page")
      #expect(Signature(Array(archive))?.fileExtension == "webarchive")
    }
  }

  @Test(arguments: [
    ("買い物リスト\n牛乳とパン", 0x8000_0420), ("장보기 목록\n우유와 빵을 사자", 0x8000_0422), ("购物清单\n牛奶和面包都要买", 0x8000_0632),
    ("Список покупок\nмолоко и хлеб", 0x8000_0502), ("Список покупок\nмолоко и хлеб", 0x8000_0A02),
    ("Grüße aus Köln\nschön hier", 0x8000_0500), ("Grüße aus Köln\nzweite Zeile", 0x9000_0100),
    ("Grüße aus Köln\nzweite Zeile", 0x9400_0100), ("購物清單\n牛奶和麵包都要買", 0x8000_0A03),
  ])
  func textIsReadInTheEncodingThatItMustBe(text: String, encoding: Int) throws {
    let data = try #require(text.data(using: String.Encoding(rawValue: UInt(encoding))))
    let first = text.split(separator: "\n").first.map(String.init)
    #expect(Title.inside(Array(data), "txt") == first)
    #expect(Title.inside(Array(text.utf8), "txt") == first)
  }

  @Test func aTextThatBeginsAsACardIsOne() {
    let card = Words.name(of: "BEGIN:VCARD\nFN:Ada\nEND:VCARD", title: nil)
    #expect(card.text == "Ada.vcf")
    #expect(Words.name(of: "BEGIN:VCALENDAR\nSUMMARY:Tea\n", title: "x").text == "Tea.ics")
    #expect(Words.name(of: "Begin: vcard", title: nil).text == "Begin- vcard.txt")
  }

  @Test func aPageIsReadInItsOwnEncoding() {
    let latin =
      Array("<meta charset='iso-8859-1'><title>Gr".utf8) + [0xF6, 0xDF, 0x65] + Array("</title>".utf8)
    #expect(Title.inside(latin, "html") == "Größe")
    #expect(
      Title.inside(Array("<title>Gr".utf8) + [0xF6, 0xDF, 0x65] + Array("</title>".utf8), "html") == "Größe")
    #expect(Title.inside(Array("<meta charset=latin1><title>Größe</title>".utf8), "html") == "Größe")
    let wide = Array("\u{FEFF}<title>Größe</title>".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(Title.inside(wide, "html") == "Größe")
    let japanese = "<meta charset=shift_jis><title>".utf8 + [0x93, 0xFA, 0x96, 0x7B] + "</title>".utf8
    #expect(Title.inside(Array(japanese), "html") == "日本")
    // The last character is cut.
    #expect(
      Title.inside(
        Array("<p>Größe ".utf8) + Array(repeating: 0x20, count: Signature.length) + [0xC3], "html") == "Größe"
    )
    let other: [(String, [UInt8], String)] = [
      ("euc-kr", [0xC7, 0xD1, 0xB1, 0xB9], "한국"), ("gb2312", [0xD6, 0xD0, 0xCE, 0xC4], "中文"),
      ("koi8-r", [0xFA, 0xC1, 0xC7], "Заг"), ("windows-1255", [0xF9, 0xEC], "של"),
      ("iso-8859-9", [0xFE], "ş"),
    ]
    for (charset, bytes, title) in other {
      let page = "<meta charset=\(charset)><title>".utf8 + bytes + "</title>".utf8
      #expect(Title.inside(Array(page), "html") == title)
    }
  }
}

@Suite struct WordsTests {

  @Test(arguments: [
    ("=?UTF-8?B?R3LDvMOfZS5wZGY=?=", "Grüße.pdf"),
    ("=?utf-8?Q?Gr=C3=BC=C3=9Fe_an_Ada.pdf?=", "Grüße an Ada.pdf"),
    ("=?iso-8859-1?Q?Gr=FC=DFe?= =?iso-8859-1?Q?.pdf?=", "Grüße.pdf"), ("=?none?Q?a?=", "=?none?Q?a?="),
    ("\"Plan.pdf\"", "Plan.pdf"), ("“Plan”", "Plan"), ("“a” and “b”", "“a” and “b”"),
    ("Caf%C3%A9.pdf", "Café.pdf"),
  ])
  func aNameIsDecodedAsMailAndTheWebWriteIt(name: String, plain: String) {
    #expect(SuggestedName.plain(name) == plain)
  }

  @Test(arguments: [
    "Sent from my iPhone", "Shared via Adobe Acrobat. Get the app to edit PDF files: https://example.com/app",
    "Get Outlook for iOS", "Gesendet von meinem iPhone", "Von meinem iPhone gesendet", "iPhoneから送信",
    "Get the Parking App: https://apps.apple.com/app/id1", "Shared via Komoot. https://www.komoot.com/",
  ])
  func anAdvertisementIsKnown(text: String) { #expect(Advertisement.isAll(of: text)) }

  @Test(arguments: [
    "Shared with love", "Sent from Rome to my dear friend Ada, who waits for it", "Get well soon", "Buy milk",
    "", "via email", "Via Dante 14, Milano", "Made by Anna", "Sent via Signal.", "Von Anna",
    "Powered by Plants",
    "Try the new parking app", "Via Komoot: https://www.komoot.com/tour/9",
    "See you tomorrow. Sent from my iPhone",
  ])
  func wordsOfTheUserAreNoAdvertisement(text: String) { #expect(!Advertisement.isAll(of: text)) }

  @Test func aTextOfMegabytesIsNotLookedThrough() {
    let text = String(repeating: "Sent from my iPhone\n", count: 200_000)
    #expect(!Advertisement.isAll(of: text))
  }
}

@Suite struct LinkTests {
  @Test(arguments: [
    ("https://www.nytimes.com/2026/01/02/science/whales.html", "whales – nytimes.com"),
    ("https://example.com/", "example.com"), ("https://example.com/a", "example.com"),
    ("https://youtu.be/dQw4w9WgXcQ", "youtu.be"), ("https://x.com/ada/status/1234567", "ada – x.com"),
    ("https://example.com/caf%C3%A9", "café – example.com"),
    ("https://example.com/index.html", "example.com"),
    ("https://münchen.example/", "münchen.example"), ("https://xn--mnchen-3ya.example/", "münchen.example"),
    ("https://例え.jp/", "例え.jp"), ("tel:+1234567", "+1234567"),
    // The letters of another script look like "apple".
    ("https://xn--80ak6aa92e.com/", "xn--80ak6aa92e.com"),
  ])
  func anAddressIsNamedForPeople(address: String, name: String) throws {
    let url = try #require(URL(string: address))
    #expect(WebLink.name(of: url, title: nil).text == name + ".webloc")
    #expect(WebLink.name(of: url, title: "T").text == "T.webloc")
  }

  @Test func addressesAreOneIfTheyDifferOnlyInWhatIsNotSignificant() throws {
    func isSame(_ one: String, _ other: String) throws -> Bool {
      WebLink.isSame(try #require(URL(string: one)), try #require(URL(string: other)))
    }
    #expect(try isSame("https://Example.com/a", "HTTPS://example.com:443/a"))
    #expect(try isSame("https://example.com", "https://example.com/"))
    #expect(try !isSame("https://example.com/A", "https://example.com/a"))
    #expect(try !isSame("https://example.com/a?b", "https://example.com/a"))
    #expect(try isSame("http://www.example.com/", "https://example.com/"))
    #expect(try isSame("https://example.com/a?utm_source=x&id=1&fbclid=2", "https://example.com/a?id=1"))
    #expect(try isSame("https://example.com/a#part", "https://example.com/a"))
    #expect(try isSame("https://example.com/a#:~:text=b", "https://example.com/a"))
    #expect(try !isSame("https://example.com/#/a", "https://example.com/"))
    #expect(try !isSame("https://example.com/album#B1", "https://example.com/album#B2"))
    #expect(try !isSame("https://example.com/a?id=1", "https://example.com/a?id=2"))
  }

  @Test func anAddressMayHoldAFile() throws {
    let image = try #require(URL(string: "data:image/png;base64,iVBORw0KGgo="))
    let found = try #require(WebLink.contents(in: image))
    #expect(found.type == .png && found.data.count == 8)
    let text = try #require(URL(string: "data:,Hello%20there"))
    #expect(WebLink.contents(in: text).map { String(decoding: $0.data, as: UTF8.self) } == "Hello there")
    #expect(WebLink.contents(in: try #require(URL(string: "https://example.com/"))) == nil)
  }
}

@Suite struct SignatureTests {
  @Test(arguments: [
    ("%PDF-1.7", "pdf"), ("GIF89a", "gif"), ("PK\u{3}\u{4}", "zip"), ("bplist00", "plist"),
    ("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic", "heic"), ("\0\0\0\u{18}ftypmif1\0\0\0\0mif1heic", "heic"),
    ("\0\0\0\u{18}ftypmif1\0\0\0\0mif1miaf", "heif"), ("\0\0\0\u{14}ftypqt  \0\0\0\0qt  ", "mov"),
    ("\0\0\0\u{14}ftypisom\0\0\0\0isom", "mp4"), ("\0\0\0\u{14}ftypM4A \0\0\0\0M4A ", "m4a"),
    ("\0\0\0\u{14}ftypavif\0\0\0\0avif", "avif"), ("\0\0\0\u{18}ftypmif1\0\0\0\0mif1avif", "avif"),
    ("\0\0\0\u{14}ftypmif1\0\0\0\0mif1\0\0\0\u{8}metaavif", "heif"), ("\0\0\0\u{14}ftyp3gp4", "3gp"),
    ("<?xml version=\"1.0\"?>\n<plist version=\"1.0\"/>", "plist"), ("RIFF1234WAVEfmt ", "wav"),
    ("RIFF1234WEBPVP8 ", "webp"), ("RIFF1234AVI ", "avi"), ("ID3\u{3}", "mp3"), ("fLaC", "flac"),
    ("OggS\0\u{2}\0\0\u{1}\u{13}OpusHead", "opus"), ("OggS\0\u{2}\0\0\u{1}\u{1E}\u{1}vorbis", "ogg"),
    ("Rar!\u{1A}\u{7}\u{1}\0", "rar"), ("<?xml version=\"1.0\"?><svg/>", "svg"),
    ("\u{FEFF}<!-- a > b -->\n<!DOCTYPE svg PUBLIC \"x\" [\n<!ENTITY a \"b\">\n]>\n<svg/>", "svg"),
    ("BEGIN:VCARD\r\n", "vcf"), ("{\\rtf1", "rtf"), ("<!DOCTYPE html>\n<html>", "html"),
  ])
  func anUnambiguousSignatureIsRecognised(text: String, ending: String) {
    #expect(Signature(Array(text.utf8))?.fileExtension == ending)
  }

  @Test(arguments: [
    ([0xFF, 0xF3, 0x84, 0xC4], "mp3"), ([0xFF, 0xF1, 0x50], "aac"), ([0x1F, 0x8B, 0x08], "gz"),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C, 0, 4], "7z"), ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "xz"),
    ([0x1A, 0x45, 0xDF, 0xA3, 0x42, 0x82, 0x88] + Array("matroska".utf8), "mkv"),
    ([0x1A, 0x45, 0xDF, 0xA3, 0x42, 0x82, 0x84] + Array("webm".utf8), "webm"),
  ])
  func aSignatureOfBytesIsRecognised(bytes: [UInt8], ending: String) {
    #expect(Signature(bytes)?.fileExtension == ending)
  }

  @Test func anAmbiguousSignatureIsNotRecognised() {
    let texts = ["", "P", "<?xml version=\"1.0\"?><a/>", "hello", "svg", "BEGIN", "\u{FEFF}"]
    for text in texts { #expect(Signature(Array(text.utf8)) == nil, "\(text)") }
    #expect(Signature([0xFF, 0xD8]) == nil && Signature([0xFF, 0xFE, 0x41, 0]) == nil)
    // A length that lies.
    #expect(Signature([0xFF, 0xFF, 0xFF, 0xFF] + Array("ftypheic".utf8))?.fileExtension == "heic")
    #expect(Signature([0, 0, 0, 0] + Array("ftypmif1".utf8))?.fileExtension == "heif")
  }

  @Test func noBytesEndTheProcess() {
    var random = Seeded(54)
    let beginnings =
      Signature.table.flatMap { kind in [kind.fileExtension] } + ["PK\u{3}\u{4}", "<", "<!", "ftyp"]
    for _ in 0..<2_000 {
      let start = beginnings.randomElement(using: &random).map { Array($0.utf8) } ?? []
      let rest = (0..<Int.random(in: 0...80, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let bytes = start + rest
      _ = Signature(bytes)
      for ending in ["html", "svg", "vcf", "ics", "eml", "rtf", "txt", "webarchive"] {
        _ = Title.inside(bytes, ending)
      }
    }
  }
}

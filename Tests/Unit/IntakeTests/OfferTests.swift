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
    (["public.url", "public.html"], []), (["public.html", "public.url"], [Offer.Source.file("public.html")]),
    (["public.swift-source"], [.file("public.swift-source")]),
  ])
  func richTextIsADocumentOnlyBeforeItsAddressAndSourceCodeNeedsNoName(
    types: [String], document: [Offer.Source]
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
    ("a.heic", Signature.jpeg, "a.jpeg"), ("a.jpg", .heic, "a.heic"), ("a.jpg", .jpeg, "a.jpg"),
    ("a.heif", .heic, "a.heif"), ("a.docx", .zip, "a.docx"), ("a.pages", .zip, "a.pages"),
    ("a.epub", .zip, "a.epub"), ("a.usdz", .zip, "a.usdz"), ("a.png", .zip, "a.png.zip"),
    ("a.docx", .pdf, "a.pdf"),
    ("a.txt", .png, "a.txt.png"), ("a.ai", .pdf, "a.ai"), ("a.mov", .mpeg4, "a.mp4"),
    ("a.m4v", .mpeg4, "a.m4v"),
    ("a.webloc", .binaryPropertyList, "a.webloc"), ("a.jpg", .binaryPropertyList, "a.jpg.plist"),
    ("Call Mr.Smith", .pdf, "Call Mr.Smith.pdf"), ("Amazon.de", .jpeg, "Amazon.de.jpeg"),
    ("a", .docx, "a.docx"), ("a.dotx", .docx, "a.dotx"), ("a.pages", .epub, "a.pages"), ("a", .mp3, "a.mp3"),
    ("a.aac", .mp3, "a.aac"),
    ("a.svg", .xmlPropertyList, "a.svg"), ("a", .gif, "a.gif"), ("a.procreate", .zip, "a.procreate"),
  ])
  func contentsDecideOverLabelsButBuiltOnFormatsKeepTheirs(name: String, signature: Signature, whole: String)
  {
    #expect(Naming(suggestedName: name, type: .data, signature: signature).name.text == whole)
  }

  @Test(arguments: [
    ("benchy.3mf", UTType.zip, Signature?.some(.zip)), ("x.code-workspace", .plainText, nil),
    ("Makefile", .plainText, nil),
    ("Form.docx", .data, .pdf), ("noextension", .pdf, .pdf), ("Report .v2 ", .pdf, .pdf),
    (".pdf", .pdf, .pdf),
    ("item", .png, .png),
  ])
  func aSendersOwnFileKeepsItsName(name: String, type: UTType, signature: Signature?) {
    for suggested in [nil, name, (name as NSString).deletingPathExtension] {
      let naming = Naming(
        suggestedName: suggested, fileName: name, isOriginal: true, title: "Title", type: type,
        signature: signature)
      #expect(naming.name.text == name, "suggested: \(suggested ?? "nothing")")
    }
  }

  @Test func aPackedDocumentSaysWhatItIs() {
    func zip(_ words: String) -> [UInt8] {
      Array("PK\u{3}\u{4}".utf8) + Array(repeating: 0, count: 26) + words.utf8
    }
    #expect(Signature(zip("mimetypeapplication/epub+zip")) == .epub)
    #expect(Signature(zip("[Content_Types].xml…word/document.xml")) == .docx)
    #expect(Signature(zip("[Content_Types].xml…xl/workbook.xml")) == .xlsx)
    #expect(Signature(zip("[Content_Types].xml…ppt/presentation.xml")) == .pptx)
    #expect(Signature(zip("word/notes.txt")) == .zip)
    #expect(Signature(Array("RIFF1234WAVEfmt ".utf8)) == .wav && Signature(Array("ID3\u{3}".utf8)) == .mp3)
  }

  @Test func anExtensionThatTheNameEndsInIsNeverAppended() {
    let workspace = Naming(suggestedName: "x.code-workspace", fileName: "x.code-workspace", type: .zip)
    #expect(workspace.name.text == "x.code-workspace")
    #expect(Naming(suggestedName: "a.b c.PNG", type: .png, signature: .png).name.text == "a.b c.PNG")
  }

  @Test(arguments: [
    ("Report.pdf\n", "Report.pdf"), ("  Report.pdf ", "Report.pdf"), ("Report.pdf...", "Report.pdf"),
    ("Report. ", "Report.pdf"), ("\u{200E}Report.pdf", "Report.pdf"),
    ("Report.pdf\u{200B}\u{FEFF}", "Report.pdf"),
    ("\u{202A}Report.pdf\u{202C}", "Report.pdf"), (" \u{200B} ", "Untitled.pdf"), ("...", "Untitled.pdf"),
    ("https://example.com/a/Report%20A.pdf?x=1", "Report A.pdf"), ("https://example.com/", "Untitled.pdf"),
    ("Read https://example.com/a", "Read.pdf"), ("report.pdf?dl=1", "report.pdf"),
    ("Why? Because.", "Why? Because.pdf"),
    ("\u{1F468}\u{200D}\u{1F469}", "\u{1F468}\u{200D}\u{1F469}.pdf"),
  ])
  func whatASenderSuggestsIsTrimmedAsBrowsersDo(name: String, whole: String) {
    #expect(Naming(suggestedName: name, type: .pdf, signature: .pdf).name.text == whole)
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

@Suite struct WordsTests {
  @Test(arguments: [
    ("<p>Dear <b>reader</b></p><p>More</p>", "Dear reader"),
    ("<html><head><title>A &amp; B</title></head><body>x</body></html>", "A & B"),
    ("<style>p { color: red }</style><p>Words&nbsp;here", "Words here"), ("<p", ""), ("", ""),
    (#"{\rtf1\ansi{\fonttbl{\f0 Arial;}}\f0\fs24 Dear \b reader\b0\par More}"#, "Dear reader"),
    (#"{\rtf1 Gr\'fc\'dfe}"#, "Grüße"), (#"{\rtf1\ansi\ansicpg1251 \'cf\'f0}"#, "Пр"),
    (#"{\rtf1\uc1 Tea \u8211? \u-10180?\u-8307? \{now\}}"#, "Tea – 🎍 {now}"),
    (#"{\rtf1{\*\generator X;}\pard One\par Two}"#, "One"),
  ])
  func richTextIsNamedByItsWordsWithoutItsMarkup(text: String, words: String) {
    #expect(Words.inside(Array(text.utf8)) == words)
  }

  @Test func aPageIsReadInItsOwnEncoding() {
    let latin =
      Array("<meta charset='iso-8859-1'><title>Gr".utf8) + [0xF6, 0xDF, 0x65] + Array("</title>".utf8)
    #expect(Words.inside(latin) == "Größe")
    #expect(Words.inside(Array("<title>Gr".utf8) + [0xF6, 0xDF, 0x65] + Array("</title>".utf8)) == "Größe")
    #expect(Words.inside(Array("<meta charset=latin1><title>Größe</title>".utf8)) == "Größe")
    let wide = Array("\u{FEFF}<title>Größe</title>".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(Words.inside(wide) == "Größe")
    let japanese = "<meta charset=shift_jis><title>".utf8 + [0x93, 0xFA, 0x96, 0x7B] + "</title>".utf8
    #expect(Words.inside(Array(japanese)) == "日本")
    // The last character is cut.
    #expect(Words.inside(Array("<p>Größe ".utf8) + [0xC3]).hasPrefix("Größe"))
  }

  @Test(arguments: [
    ("=?UTF-8?B?R3LDvMOfZS5wZGY=?=", "Grüße.pdf"),
    ("=?utf-8?Q?Gr=C3=BC=C3=9Fe_an_Ada.pdf?=", "Grüße an Ada.pdf"),
    ("=?iso-8859-1?Q?Gr=FC=DFe?= =?iso-8859-1?Q?.pdf?=", "Grüße.pdf"), ("=?none?Q?a?=", "=?none?Q?a?="),
    ("\"Plan.pdf\"", "Plan.pdf"), ("“Plan”", "Plan"), ("“a” and “b”", "“a” and “b”"),
    ("Caf%C3%A9.pdf", "Café.pdf"), ("100% cotton.pdf", "100% cotton.pdf"), ("a%FFb.pdf", "a%FFb.pdf"),
  ])
  func aNameIsDecodedAsMailAndTheWebWriteIt(name: String, plain: String) {
    #expect(Words.decoded(name) == plain)
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
    ("%PDF-1.7", Signature.pdf), ("GIF89a", .gif), ("PK\u{3}\u{4}", .zip), ("bplist00", .binaryPropertyList),
    ("\0\0\0\u{18}ftypheic\0\0\0\0mif1heic", .heic), ("\0\0\0\u{18}ftypmif1\0\0\0\0mif1heic", .heic),
    ("\0\0\0\u{18}ftypmif1\0\0\0\0mif1miaf", .heif), ("\0\0\0\u{14}ftypqt  \0\0\0\0qt  ", .quickTime),
    ("\0\0\0\u{14}ftypisom\0\0\0\0isom", .mpeg4), ("\0\0\0\u{14}ftypM4A \0\0\0\0M4A ", .mpeg4Audio),
    ("<?xml version=\"1.0\"?>\n<plist version=\"1.0\"/>", .xmlPropertyList),
  ])
  func anUnambiguousSignatureIsRecognised(text: String, signature: Signature) {
    #expect(Signature(Array(text.utf8)) == signature)
  }

  @Test func anAmbiguousSignatureIsNotRecognised() {
    let texts = ["", "P", "<?xml version=\"1.0\"?><svg/>", "hello", "\0\0\0\u{14}ftypavif\0\0\0\0avif"]
    for text in texts { #expect(Signature(Array(text.utf8)) == nil, "\(text)") }
    #expect(Signature([0xFF, 0xD8]) == nil)
    // A length that lies.
    #expect(Signature([0xFF, 0xFF, 0xFF, 0xFF] + Array("ftypheic".utf8)) == .heic)
    #expect(Signature([0, 0, 0, 0] + Array("ftypmif1".utf8)) == .heif)
  }
}

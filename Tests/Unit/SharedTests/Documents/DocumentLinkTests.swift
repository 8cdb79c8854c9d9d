import Foundation
import Testing

@testable import IntrayCore

@Suite struct DocumentLinkTests {
  @Test(arguments: [
    ("intray://document/report.pdf", "report.pdf"), ("intray://document/Work/report.pdf", "Work/report.pdf"),
    ("intray://document/Work/", "Work"), ("INTRAY://Document/A.txt", "A.txt"),
    ("intray://document/a%20b%26c.txt", "a b&c.txt"), ("intray://document/%C3%BC.txt", "ü.txt"),
    ("intray://document/100%25.txt", "100%.txt"), ("intray://document/...", "..."),
    ("intray://document/%3Fa=b", "?a=b"),
  ])
  func aLinkIsReadAsAPath(text: String, path: String) throws {
    let url = try #require(URL(string: text))
    guard case .path(let read)? = DocumentLink(url) else { throw CocoaError(.coderInvalidValue) }
    #expect(read.description == path)
  }

  @Test(arguments: [
    "https://document/a.txt", "intray://a.txt", "intray://documents/a.txt", "intray://document",
    "intray://document/", "intray://document//", "intray://document//a.txt", "intray://document/a//b",
    "intray://document/..", "intray://document/../a.txt", "intray://document/a/../b", "intray://document/.",
    "intray://document/%2E%2E/a.txt", "intray://document/a%2Fb.txt", "intray://document/a%00.txt",
    "intray://document/a.txt?b=c", "intray://document/a.txt#b", "intray://me@document/a.txt",
    "intray://me:secret@document/a.txt", "intray://document:80/a.txt", "intray:document/a.txt",
    "intray:///document/a.txt", "file:///document/a.txt", "intray://delete/a.txt",
    "intray://document/?id=", "intray://document/?id=0011", "intray://document/?id=a.txt",
    "intray://document/?id=00112233445566778899AABBCCDDEEFF",
    "intray://document/?ID=00112233445566778899aabbccddeeff",
    "intray://document/?id=00112233445566778899aabbccddeeff&id=0",
    "intray://document/?id=00112233445566778899aabbccddeeff#a",
    "intray://document/a.txt?id=00112233445566778899aabbccddeeff",
    "intray://delete/?id=00112233445566778899aabbccddeeff",
  ])
  func anyOtherURLIsNoLink(text: String) throws {
    let url = try #require(URL(string: text))
    #expect(DocumentLink(url) == nil)
  }

  @Test func aLinkReadsAsItWasWritten() throws {
    var random = Seeded(7)
    for _ in 0..<2_000 {
      let names = (0..<Int.random(in: 1...3, using: &random)).map { _ in
        let characters = (0..<Int.random(in: 1...8, using: &random)).map { index in
          Unicode.Scalar(UInt32.random(in: 1...(index % 2 == 0 ? 0x7F : 0x10FFFF), using: &random)) ?? "?"
        }
        return FileName(String(String.UnicodeScalarView(characters)))
      }
      guard names.allSatisfy(\.isEntry) else { continue }
      for link in [DocumentLink.path(DocumentPath(names)), .item(.random())] {
        #expect(link.url.flatMap { DocumentLink($0) } == link, "\(link)")
      }
    }
    #expect(DocumentLink.path(DocumentPath([FileName(bytes: [0xFF])])).url == nil)
  }

  /// The path of a document tells its name to the reader of the link, and may be another document's by then.
  @Test func theLinkToADocumentThatCarriesAnIdentifierHasNothingElse() throws {
    let item = try #require(ItemID("00112233445566778899aabbccddeeff"))
    let identity = SeenIdentity(file: FileID(1), item: item)
    let seen = SeenDocument(DocumentPath(["a.txt"]), identity)
    #expect(
      DocumentLink(seen).url?.absoluteString == "intray://document/?id=00112233445566778899aabbccddeeff")
    #expect(DocumentLink(SeenDocument(seen.path)).url?.absoluteString == "intray://document/a.txt")
  }
}

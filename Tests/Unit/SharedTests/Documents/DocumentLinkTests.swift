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
    #expect(try #require(DocumentLink(url)).path.description == path)
  }

  @Test(arguments: [
    "https://document/a.txt", "intray://a.txt", "intray://documents/a.txt", "intray://document",
    "intray://document/", "intray://document//", "intray://document//a.txt", "intray://document/a//b",
    "intray://document/..", "intray://document/../a.txt", "intray://document/a/../b", "intray://document/.",
    "intray://document/%2E%2E/a.txt", "intray://document/a%2Fb.txt", "intray://document/a%00.txt",
    "intray://document/a.txt?b=c", "intray://document/a.txt#b", "intray://me@document/a.txt",
    "intray://me:secret@document/a.txt", "intray://document:80/a.txt", "intray:document/a.txt",
    "intray:///document/a.txt", "file:///document/a.txt", "intray://delete/a.txt",
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
      let link = DocumentLink(DocumentPath(names))
      #expect(link.url.flatMap(DocumentLink.init) == link, "\(link)")
    }
    #expect(DocumentLink(DocumentPath([FileName(bytes: [0xFF])])).url == nil)
  }
}

import Foundation
import TestSupport
import Testing

/// What Shortcuts has the app do, in the app's own process.
@Suite struct ShortcutTests {
  @Test func savedFilesBecomeDocumentsUnderTheirNames() throws {
    try Phone.with { (phone: Phone) throws in
      let (one, other) = (try phone.original("a.txt", "one"), try phone.original("a.txt", "other"))
      let saved = try phone.run("shortcut", "save", one, other)
      #expect(saved.text == "2 documents saved in Intray.\n")
      #expect(try phone.document("a.txt") == Data("one".utf8))
      #expect(try phone.document("a-1.txt") == Data("other".utf8))
      #expect(FileManager.default.fileExists(atPath: one))
    }
  }

  @Test func anUnreadableFileIsReportedAndNothingIsSaved() throws {
    try Phone.with { (phone: Phone) throws in
      let one = try phone.original("a.txt", "one")
      let saved = try phone.run("shortcut", "save", one, "/nowhere/b.txt")
      #expect(saved.status == 1)
      #expect(saved.complaints.contains("b.txt"))
      #expect(try phone.launch().documents.isEmpty)
      #expect(try phone.names(in: "Staging").isEmpty)
    }
  }

  @Test func theLatestDocumentsAreThoseThatArrivedLast() throws {
    try Phone.with { (phone: Phone) throws in
      for name in ["a.txt", "b.txt", "c.txt"] {
        #expect(try phone.run("share", phone.original(name, name)).status == 0)
        #expect(try phone.run("shortcut", "take-in").text == "1 document came in.\n")
      }
      let latest = try phone.run("shortcut", "latest", "2").text.split(separator: "\n")
      #expect(latest.map { ($0 as NSString).lastPathComponent } == ["c.txt", "b.txt"])
      #expect(try Data(contentsOf: URL(fileURLWithPath: String(latest[0]))) == Data("c.txt".utf8))
    }
  }

  @Test func aShareFromAMomentAgoIsAmongTheLatestDocuments() throws {
    try Phone.with { (phone: Phone) throws in
      #expect(try phone.run("share", phone.original("a.txt", "a")).status == 0)
      #expect(try phone.run("shortcut", "latest").text.hasSuffix("/a.txt\n"))
    }
  }
}

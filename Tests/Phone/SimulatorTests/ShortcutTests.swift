import Foundation
import TestSupport
import Testing

/// What Shortcuts has the app do, in the app's own process.
@Suite(.onPhone) struct ShortcutTests {
  let phone = TestPhone.current

  @Test func savedFilesBecomeDocumentsUnderTheirNames() throws {
    let (one, other) = (try phone.original("a.txt", "one"), try phone.original("a.txt", "other"))
    let saved = try phone.run("shortcut", "save", one, other)
    #expect(saved.text == "a-1.txt\na.txt\n2 documents saved in Intray.\n")
    #expect(try phone.document("a.txt") == Data("one".utf8))
    #expect(try phone.document("a-1.txt") == Data("other".utf8))
    #expect(FileManager.default.fileExists(atPath: one))
  }

  @Test func anUnreadableFileIsReportedAndNothingIsSaved() throws {
    let one = try phone.original("a.txt", "one")
    let saved = try phone.run("shortcut", "save", one, "/nowhere/b.txt")
    #expect(saved.status == 1)
    #expect(saved.complaints.contains("b.txt"))
    #expect(try phone.launch().documents.isEmpty)
    #expect(try phone.names(in: "Staging").isEmpty)
  }

  @Test func theLatestDocumentsAreThoseThatArrivedLast() throws {
    for name in ["a.txt", "b.txt", "c.txt"] {
      #expect(try phone.run("share", phone.original(name, name)).status == 0)
      #expect(try phone.run("shortcut", "add-waiting").text == "1 item added.\n")
    }
    let latest = try phone.run("shortcut", "latest", "2").text.split(separator: "\n")
    #expect(latest.map { ($0 as NSString).lastPathComponent } == ["c.txt", "b.txt"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: String(latest[0]))) == Data("c.txt".utf8))
  }

  @Test func aShareFromAMomentAgoIsAmongTheLatestDocuments() throws {
    #expect(try phone.run("share", phone.original("a.txt", "a")).status == 0)
    #expect(try phone.run("shortcut", "latest").text.hasSuffix("/a.txt\n"))
  }

  @Test func filesAreSavedIntoAFolderAndIntoANewOne() throws {
    try phone.run("app", "mkdir", "Work")
    let one = try phone.original("a.txt", "one")
    let saved = try phone.run("shortcut", "save", one, "--into", "Work")
    #expect(saved.text == "Work/a.txt\n1 document saved in “Work”.\n")
    let inNew = try phone.run("shortcut", "save", one, "--into", "Work", "--new-folder", "2026")
    #expect(inNew.text == "Work/2026/a.txt\n1 document saved in “2026”.\n")
    #expect(try phone.document("Work/a.txt") == Data("one".utf8))
    #expect(try phone.document("Work/2026/a.txt") == Data("one".utf8))
    let refused = try phone.run("shortcut", "save", one, "--new-folder", "a/b")
    #expect(refused.complaints == "You can’t use this name. Try “a-b”.\n")
    #expect(
      try phone.launch().documents.map(\.path) == ["Work", "Work/2026", "Work/2026/a.txt", "Work/a.txt"])
  }

  @Test func documentsAreFoundByWhatTheUserFilters() throws {
    try phone.run("app", "mkdir", "Work")
    #expect(try phone.run("shortcut", "find").text == "")
    try phone.run("share", phone.original("b.txt", "b"), "--into", "Work")
    // What waits is added first.
    #expect(try phone.run("shortcut", "find", "folder=Work").text == "Work/b.txt\n")
    try phone.run(
      "shortcut", "save", phone.original("Bill.txt", "1"), "--into", "Work", "--new-folder", "May")
    try phone.run("shortcut", "save", phone.original("bill.pdf", "2"))
    #expect(
      try phone.run("shortcut", "find", "name~BILL", "--sort-by", "name").text
        == "bill.pdf\nWork/May/Bill.txt\n")
    #expect(
      try phone.run("shortcut", "find", "name~bill", "folder~Work").text == "Work/May/Bill.txt\n")
    #expect(
      try phone.run("shortcut", "find", "kind=PDFs", "name=b.txt", "--any", "--sort-by", "added").text
        == "Work/b.txt\nbill.pdf\n")
    #expect(
      try phone.run("shortcut", "find", "--sort-by", "-name").text
        == "Work/May/Bill.txt\nbill.pdf\nWork/b.txt\n")
    #expect(try phone.run("shortcut", "find", "added<1000").text == "")
    #expect(try phone.run("shortcut", "find", "added>1000", "tags~Red").text == "")
    #expect(try phone.run("shortcut", "find", "site~example.com").text == "")
    #expect(try phone.run("shortcut", "find", "name<a").status == 1)
  }

  @Test func wordsAndLinksBecomeDocuments() throws {
    try phone.run("app", "mkdir", "Work")
    #expect(try phone.run("shortcut", "save-text", "Milk\nBread").text == "Milk.txt\n")
    #expect(try phone.document("Milk.txt") == Data("Milk\nBread".utf8))
    let link = try phone.run("shortcut", "save-link", "https://example.com/a", "--into", "Work").text
    #expect(link.hasPrefix("Work/") && link.hasSuffix(".webloc\n"))
    let name = String(link.dropLast())
    #expect(String(decoding: try phone.document(name), as: UTF8.self).contains("https://example.com/a"))
  }

  @Test func foundDocumentsMoveAndBecomeFiles() throws {
    try phone.run("app", "mkdir", "Work")
    try phone.run("shortcut", "save", phone.original("a.txt", "in"), "--into", "Work")
    try phone.run("shortcut", "save", phone.original("a.txt", "a"), phone.original("b.txt", "b"))
    let moved = try phone.run("shortcut", "move", "a.txt", "b.txt", "--into", "Work")
    #expect(moved.text == "Work/a-1.txt\nWork/b.txt\n2 documents moved to “Work”.\n")
    #expect(try phone.document("Work/a.txt") == Data("in".utf8))
    // Back into Documents itself.
    let back = try phone.run("shortcut", "move", "Work/b.txt", "--into", "")
    #expect(back.text == "b.txt\n1 document moved to “Documents”.\n")
    let files = try phone.run("shortcut", "files", "Work/a-1.txt", "b.txt").text.split(separator: "\n")
    #expect(try files.map { try String(contentsOfFile: String($0), encoding: .utf8) } == ["a", "b"])
    #expect(try phone.list().map(\.path).sorted() == ["Work", "Work/a-1.txt", "Work/a.txt", "b.txt"])
  }

  @Test func aDocumentOfIntrayIsNotSavedAgain() throws {
    try phone.run("shortcut", "save", phone.original("a.txt", "a"))
    let again = try phone.run("shortcut", "save", phone.device + "/AppGroup/Documents/a.txt")
    #expect(again.status == 1)
    #expect(again.complaints.contains("“a.txt” is already in Intray."))
    #expect(try phone.names(in: "Documents") == ["a.txt"])
  }

  @Test func answersAreInTheLanguageOfTheUser() throws {
    let saved = try phone.run("shortcut", "save", phone.original("a.txt", "a"), "--language", "de")
    #expect(saved.text == "a.txt\n1 Dokument in Intray gesichert.\n")
  }
}

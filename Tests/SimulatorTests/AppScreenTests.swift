import Foundation
import TestSupport
import Testing

/// The app in a person's hands, in its own process.
@Suite struct AppScreenTests {
  @Test func aDocumentIsRenamedMovedDeletedAndPutBack() throws {
    try Phone.with { (phone: Phone) throws in
      #expect(try phone.run("share", phone.original("a.txt", "a")).status == 0)
      #expect(try phone.run("app", "mkdir", "Work").status == 0)
      #expect(try phone.run("app", "rename", "a.txt", "b.txt").status == 0)
      #expect(try phone.run("app", "move", "b.txt", "Work").status == 0)
      #expect(try phone.document("Work/b.txt") == Data("a".utf8))
      #expect(try phone.run("app", "delete", "Work/b.txt").text.contains("Undo"))
      #expect(try phone.names(in: "Trash") == ["b.txt"])
      #expect(try phone.run("app", "put-back", "b.txt").status == 0)
      #expect(try phone.document("Work/b.txt") == Data("a".utf8))
      #expect(try phone.run("app", "delete-and-undo", "Work/b.txt").status == 0)
      #expect(try phone.document("Work/b.txt") == Data("a".utf8))
      #expect(try phone.run("app", "search", "B.TXT").text.contains("Work/b.txt"))
      #expect(try phone.run("open", "intray://document/Work/b.txt").text.contains("b.txt"))
    }
  }

  @Test func aTakenNameAndALinkToNothingAreToldAndChangeNothing() throws {
    try Phone.with { (phone: Phone) throws in
      for name in ["a.txt", "b.txt"] {
        #expect(try phone.run("share", phone.original(name, name)).status == 0)
      }
      let renamed = try phone.run("app", "rename", "a.txt", "b.txt")
      #expect(renamed.status == 1 && renamed.complaints.contains("is called “b.txt” already"))
      #expect(try phone.document("a.txt") == Data("a.txt".utf8))
      let opened = try phone.run("open", "intray://document/gone.txt")
      #expect(opened.status == 1 && opened.complaints.contains("not in Intray any more"))
      #expect(try phone.run("open", "https://example.com/").status == 1)
    }
  }

  @Test func whatIsDeletedForGoodIsGone() throws {
    try Phone.with { (phone: Phone) throws in
      #expect(try phone.run("share", phone.original("a.txt", "a")).status == 0)
      #expect(try phone.run("app", "delete", "a.txt").status == 0)
      #expect(try phone.run("app", "delete-now", "a.txt").status == 0)
      #expect(try phone.names(in: "Trash").isEmpty)
    }
  }
}

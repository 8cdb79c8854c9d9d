import Foundation
import TestSupport
import Testing

/// The app as the user operates it, in its own process.
@Suite(.onPhone) struct AppScreenTests {
  let phone = TestPhone.current

  @Test func aDocumentIsRenamedMovedDeletedAndPutBack() throws {
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
    #expect(try phone.run("app", "search", "B.TXT").text.contains(/b\.txt.*Work/))
    #expect(try phone.run("open", "intray://document/Work/b.txt").text.contains("b.txt"))
  }

  @Test func aDocumentCanBePreviewedMarkedUpSharedAndSentAsAParcel() throws {
    for name in ["a.txt", "b.txt"] {
      #expect(try phone.run("share", phone.original(name, "text of " + name)).status == 0)
    }
    #expect(try phone.run("app", "preview", "a.txt").text.contains("│ text of a.txt"))
    #expect(
      try phone.run("app", "mark-up", "a.txt", "scribbled").text.contains("Your changes are in “a-1.txt”"))
    #expect(try phone.document("a.txt") == Data("text of a.txt".utf8))
    #expect(try phone.document("a-1.txt") == Data("scribbled".utf8))
    #expect(try phone.run("app", "share", "a.txt", "b.txt").text.contains("Shared: a.txt, b.txt"))
    #expect(try phone.run("app", "show-in-files", "b.txt").text.contains("go to “Intray”"))
    #expect(try phone.run("app", "preview", "gone.txt").status == 1)
    let sent = try phone.run("app", "send-parcel", "a.txt", "b.txt")
    #expect(sent.status == 0)
    let received = try #require(sent.text.split(separator: "\n").last { $0.hasPrefix("Received: ") })
    let deleted = try phone.run("app", "delete", "a.txt", "a-1.txt", "b.txt")
    #expect(deleted.status == 0 && deleted.text.contains("3 items are in Recently Deleted."))
    #expect(try phone.run("open", String(received.dropFirst("Received: ".count))).status == 0)
    #expect(try phone.document("a.txt") == Data("text of a.txt".utf8))
    #expect(try phone.document("b.txt") == Data("text of b.txt".utf8))
  }
}

import Foundation
import TestSupport
import Testing

/// The app as the user operates it, in its own process.
@Suite struct AppScreenTests {
  @Test("The command deletes nothing without the name of a document")
  func deleteWithoutName() throws {
    try Phone.with { (phone: Phone) throws in
      try phone.run("open", phone.original("a.txt", "a"))
      for name in ["", "/"] { #expect(try phone.run("app", "delete", name).status != 0) }
      #expect(try phone.run("app", "show").text.contains("a.txt"))
    }
  }

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

  @Test func aTakenNameAndABrokenLinkAreReportedAndChangeNothing() throws {
    try Phone.with { (phone: Phone) throws in
      for name in ["a.txt", "b.txt"] {
        #expect(try phone.run("share", phone.original(name, name)).status == 0)
      }
      let renamed = try phone.run("app", "rename", "a.txt", "b.txt")
      #expect(renamed.status == 1 && renamed.complaints.contains("The name “b.txt” is already taken"))
      #expect(try phone.document("a.txt") == Data("a.txt".utf8))
      let opened = try phone.run("open", "intray://document/gone.txt")
      #expect(opened.status == 1 && opened.complaints.contains("not in Intray any more"))
      #expect(try phone.run("open", "https://example.com/").status == 1)
    }
  }

  @Test func aDocumentCanBePreviewedMarkedUpSharedAndSentAsAParcel() throws {
    try Phone.with { (phone: Phone) throws in
      for name in ["a.txt", "b.txt"] {
        #expect(try phone.run("share", phone.original(name, "text of " + name)).status == 0)
      }
      #expect(try phone.run("app", "preview", "a.txt").text.contains("│ text of a.txt"))
      #expect(
        try phone.run("app", "mark-up", "a.txt", "scribbled").text.contains(
          "Your changes are in “a-1.txt”"))
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

  @Test func theInfoOfADocumentIsShownAndTagsReachFiles() throws {
    try Phone.with { (phone: Phone) throws in
      #expect(try phone.run("share", phone.original("a.txt", "a")).status == 0)
      let info = try phone.run("app", "info", "a.txt")
      #expect(info.status == 0 && info.text.contains("Kind") && info.text.contains("Last Opened"))
      #expect(try phone.run("app", "tag", "a.txt", "Work", "Home").text.contains("Home"))
      let again = try phone.run("app", "info", "a.txt").text
      #expect(again.contains("Work") && again.contains("Home"))
      #expect(try phone.run("app", "info", "gone.txt").status == 1)
    }
  }

  @Test func documentsAreCompressed() throws {
    try Phone.with { (phone: Phone) throws in
      for name in ["a.txt", "b.txt"] {
        #expect(try phone.run("share", phone.original(name, "text of " + name)).status == 0)
      }
      #expect(try phone.run("app", "compress", "a.txt").text.contains("a.zip"))
      #expect(try phone.run("app", "compress", "a.txt", "b.txt").text.contains("Archive.zip"))
    }
  }

  @Test func aDocumentDeletedForGoodIsGone() throws {
    try Phone.with { (phone: Phone) throws in
      #expect(try phone.run("share", phone.original("a.txt", "a")).status == 0)
      #expect(try phone.run("app", "delete", "a.txt").status == 0)
      #expect(try phone.run("app", "delete-now", "a.txt").status == 0)
      #expect(try phone.names(in: "Trash").isEmpty)
    }
  }

  @Test func theFirstStepsAreShownOnceAndInTheHelp() throws {
    try Phone.with { (phone: Phone) throws in
      let first = try phone.run("launch", "--first-time").text
      #expect(first.contains("Get Started") && first.contains("Turn On Intray in Files"))
      #expect(try !phone.run("launch", "--first-time").text.contains("Get Started"))
      #expect(try phone.run("app", "help").text.contains("Get Started"))
    }
  }
}

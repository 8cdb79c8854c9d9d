import Foundation
import TestSupport
import Testing

/// The app as the user operates it, in its own process.
@Suite(.onPhone) struct AppScreenTests {
  let phone = TestPhone.current

  @Test func aDocumentIsRenamedMovedDeletedAndRecovered() throws {
    #expect(try phone.run("share", phone.original("a.txt", "a")).status == 0)
    #expect(try phone.run("app", "mkdir", "Work").status == 0)
    #expect(try phone.run("app", "rename", "a.txt", "b.txt").status == 0)
    #expect(try phone.run("app", "move", "b.txt", "Work").status == 0)
    #expect(try phone.document("Work/b.txt") == Data("a".utf8))
    #expect(try phone.run("app", "delete", "Work/b.txt").text.contains("Undo"))
    #expect(try phone.names(in: "Trash") == ["b.txt"])
    #expect(try phone.run("app", "recover", "b.txt").status == 0)
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

  @Test func aDocumentOfRecentsIsMovedAndALinkANoteAndAnotherVersionAreSaved() throws {
    #expect(try phone.run("share", phone.original("a.txt", "old")).status == 0)
    #expect(try phone.run("app", "mkdir", "Work").status == 0)
    #expect(try phone.run("app", "move-recent", "a.txt", "Work").status == 0)
    #expect(try phone.document("Work/a.txt") == Data("old".utf8))
    let newer = try phone.original("b.txt", "new")
    let replaced = try phone.run("app", "replace", "Work/a.txt", newer)
    #expect(replaced.text.contains("was replaced."), "\(replaced.complaints)")
    #expect(try phone.document("Work/a.txt") == Data("new".utf8))
    #expect(try phone.run("app", "note", "Milk and bread\nand eggs", "--into", "Work").status == 0)
    #expect(try phone.document("Work/Milk and bread.txt") == Data("Milk and bread\nand eggs".utf8))
    #expect(try phone.run("share", "--url", "https://lake.test/walks", "--title", "Walks").status == 0)
    let links = try phone.run("app", "links")
    #expect(links.status == 0 && links.text.contains("Walks"))
  }

  @Test func thePageOfOneShareAParcelOfOneDocumentAndASearchWithTokensAreShown() throws {
    let files = try ["a.png", "b.png"].map { try phone.original($0, $0) }
    #expect(try phone.run(["share"] + files).status == 0)
    let page = try phone.run("app", "show-share", "2 photos")
    #expect(page.text.contains("a.png") && page.text.contains("b.png"))
    #expect(try phone.run("app", "send-parcel", "a.png").text.contains("Received: "))
    #expect(try phone.run("share", "--text", "a word").status == 0)
    let found = try phone.run("app", "search", "a", "Images")
    #expect(found.text.contains("a.png") && !found.text.contains("a word"), "\(found.text)")
    #expect(try phone.run("app", "search", "a", "Nonsense").status == 1)
  }

  @Test func whatIsScannedTakenAndChosenFromPhotosIsInTheFolder() throws {
    let picture = try phone.original("IMG_7.heic", "a picture")
    #expect(try phone.run("app", "mkdir", "Work").status == 0)
    #expect(try phone.run("app", "photos", picture, "--into", "Work").status == 0)
    #expect(try phone.document("Work/IMG_7.heic") == Data("a picture".utf8))
    #expect(try phone.run("app", "scan", picture, picture, "--into", "Work").status == 0)
    #expect(try phone.run("app", "take-photo", picture).text.contains("Photo 20"))
    #expect(try phone.run("app", "show", "Work").text.contains("Scan 20"))
  }

  @Test func anotherBuildIsInstalledOverTheOneThatIsThere() throws {
    #expect(try phone.run("share", phone.original("a.txt", "a")).status == 0)
    #expect(try phone.run("install", "7").status == 0)
    #expect(try phone.run("launch").status == 0)
    for bundle in try FileManager.default.subpathsOfDirectory(atPath: phone.device + "/Bundles")
    where bundle.hasSuffix("Info.plist") {
      let plist = try String(contentsOfFile: phone.device + "/Bundles/" + bundle, encoding: .utf8)
      #expect(plist.contains(/<key>CFBundleVersion<\/key>\s*<string>7</), "\(bundle)")
    }
    #expect(try phone.document("a.txt") == Data("a".utf8))
    #expect(try phone.run("install", "none").status == 64)
  }

  /// A photo that is none, a PDF without text, and what is in iCloud only.
  @Test func aScreenWithDocumentsOfWhichThereIsNoPictureIsDrawnAtOnce() throws {
    let photo = try phone.original("photo.jpeg", "no photo")
    #expect(try phone.run("share", photo, phone.original("empty.pdf", "%PDF-1.4")).status == 0)
    try phone.run("icloud", "sign-in", "Ada")
    #expect(try phone.run("app", "move-to-cloud", "empty.pdf").status == 0)
    #expect(try phone.run("app", "evict", "empty.pdf").status == 0)
    #expect(try phone.run("share", phone.original("blank.pdf", "%PDF-1.4")).status == 0)
    let drawn = phone.path + "/picture.svg"
    for command in [["recents"], ["view", "icons"], ["view", "list"], ["info", "photo.jpeg"], ["cloud"]] {
      let outcome = try phone.run(["--picture", drawn, "app"] + command)
      #expect(outcome.status == 0, "\(command): \(outcome.complaints)")
    }
  }
}

import Foundation
import TestSupport
import Testing

/// What the user brings into the app, in its own process.
@Suite struct ImportTests {
  @Test func pickedDroppedAndPastedFilesAreImported() throws {
    try Phone.with { (phone: Phone) throws in
      let file = try phone.original("a.txt", "a")
      #expect(try phone.run("app", "mkdir", "Work").status == 0)
      #expect(try phone.run("app", "import", file, "--into", "Work").status == 0)
      #expect(try phone.document("Work/a.txt") == Data("a".utf8))
      #expect(try phone.run("app", "drop", file, "https://www.example.com/").status == 0)
      #expect(try phone.document("a.txt") == Data("a".utf8))
      #expect(try phone.run("app", "paste", "Some words").status == 0)
      #expect(try phone.document("Some words.txt") == Data("Some words".utf8))
      #expect(try phone.names(in: "Documents").count == 4)
      let missing = try phone.run("app", "import", file + ".gone")
      #expect(missing.status == 1 && missing.complaints.contains("was not saved"))
      #expect(try phone.run("app", "import").status == 64)
    }
  }

  @Test func aWaitingFileIsSavedElsewhereAndDeleted() throws {
    try Phone.with { (phone: Phone) throws in
      let elsewhere = (try phone.original("x", "x") as NSString).deletingLastPathComponent
      let waiting = phone.device + "/App/Documents/film.part"
      #expect(try phone.run("launch").status == 0)
      try Data("half".utf8).write(to: URL(fileURLWithPath: waiting))
      #expect(try phone.run("app", "save-elsewhere", "film.part", elsewhere).status == 0)
      #expect(try Data(contentsOf: URL(fileURLWithPath: elsewhere + "/film.part")) == Data("half".utf8))
      #expect(FileManager.default.fileExists(atPath: waiting))
      #expect(try phone.run("app", "delete-waiting", "film.part").status == 0)
      #expect(!FileManager.default.fileExists(atPath: waiting))
    }
  }
}

import Foundation
import TestSupport
import Testing

/// Screens as pictures, the same as the committed ones, so that a change of the app shows as a picture.
@Suite struct PictureTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Pictures")

  @Test(
    arguments: [
      ("documents", ["app", "show"]), ("icons", ["app", "view", "icons"]),
      ("dark", ["--dark", "app", "show"]),
      ("large", ["--large", "app", "show"]), ("wide", ["--wide", "app", "show"]),
      ("arabic", ["--language", "ar", "app", "show"]), ("folder", ["app", "show", "Work"]),
      ("search", ["app", "search", "re"]), ("help", ["app", "help"]), ("empty", ["app", "show", "Empty"]),
    ] as [(String, [String])])
  func theScreenLooksAsInTheCommittedPicture(name: String, command: [String]) throws {
    try Phone.with { (phone: Phone) throws in
      let documents = phone.device + "/AppGroup/Documents/"
      for (document, size) in [("Report.pdf", 52_000), ("Notes.txt", 12), ("Work/Recipe.pdf", 900)] {
        let file = URL(filePath: documents + document)
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(repeating: UInt8(ascii: "x"), count: size).write(to: file)
      }
      try FileManager.default.createDirectory(
        atPath: documents + "Empty", withIntermediateDirectories: false)
      for item in ["Report.pdf", "Notes.txt", "Work/Recipe.pdf", "Work", "Empty"] {
        // Noon, so that it is one day in every time zone.
        let date = Date(timeIntervalSince1970: 992_606_400)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: documents + item)
      }
      try compare(phone, name, command)
    }
  }

  /// A letter goes its way: the user shares it, finds it in Files, changes it in two places, decides, and deletes it.
  @Test func theWayOfALetterLooksAsInTheCommittedPictures() throws {
    try Phone.with { (phone: Phone) throws in
      let letter = try phone.original("Letter.txt", "Dear Ada")
      try compare(phone, "first-run", ["launch", "--first-time"])
      try compare(phone, "share-sheet", ["share", letter])
      try phone.run("launch")
      try compare(phone, "arrived", ["app", "show"])
      try compare(phone, "recents", ["app", "recents"])
      try compare(phone, "info", ["app", "info", "Letter.txt"])
      try compare(phone, "files", ["files", "ls"])
      try phone.run("files", "sync", "--once")
      for (folder, text) in [("AppGroup/Documents", "Dear Charles"), ("Files", "Dear George")] {
        // In place, as an editor without safe saving does.
        let file = try FileHandle(forWritingTo: URL(filePath: phone.device + "/\(folder)/Letter.txt"))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(text.utf8))
        try file.close()
      }
      try phone.run("files", "sync", "--once")
      try compare(phone, "conflicts", ["app", "conflicts"])
      try compare(phone, "compare", ["app", "compare", "Letter.txt"])
      try phone.run("app", "keep-this", "Letter.txt")
      try compare(phone, "deleted", ["app", "delete", "Letter.txt"])
      try compare(phone, "recently-deleted", ["app", "empty-trash"])
      try phone.run("icloud", "sign-in", "Ada")
      try compare(phone, "icloud", ["app", "cloud"])
    }
  }

  private func compare(_ phone: Phone, _ name: String, _ command: [String]) throws {
    let drawn = URL(filePath: phone.path + "/\(name).svg")
    #expect(try phone.run(["--picture", drawn.path] + command).status == 0)
    let picture = try String(contentsOf: drawn, encoding: .utf8)
    let committed = Self.folder.appending(path: name + ".svg")
    if ProcessInfo.processInfo.environment["RENEW_PICTURES"] != nil {
      try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
      return try picture.write(to: committed, atomically: true, encoding: .utf8)
    }
    let before = try String(contentsOf: committed, encoding: .utf8)
    // The pictures of other days. The order of day and month is that of the machine's region.
    let date = /(\d+ \w+ 20\d\d|\w+ \d+, 20\d\d)( at \d+:\d+.[AP]M)?/
    #expect(
      picture.replacing(date, with: "") == before.replacing(date, with: ""),
      "\(name) looks different. If that is meant: make pictures")
  }
}

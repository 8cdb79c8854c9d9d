import Foundation
import TestSupport
import Testing

/// Screens as pictures, the same as the committed ones, so that a change of the app shows as a picture.
@Suite(.onPhone) struct PictureTests {
  let phone = Phone.current

  private static let isRenewing = ProcessInfo.processInfo.environment["RENEW_PICTURES"] != nil
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Pictures")

  @Test(
    arguments: [
      ("documents", ["app", "show"]), ("icons", ["app", "view", "icons"]),
      ("dark", ["--dark", "app", "show"]),
      ("large", ["--large", "app", "show"]), ("wide", ["--wide", "app", "show"]),
      ("arabic", ["--language", "ar", "app", "show"]), ("folder", ["app", "show", "Work"]),
      ("search", ["app", "search", "re"]), ("empty", ["app", "show", "Empty"]),
      ("wide-dark", ["--wide", "--dark", "app", "show"]),
      ("wide-arabic", ["--wide", "--language", "ar", "app", "show"]),
    ] as [(String, [String])])
  func theScreenLooksAsInTheCommittedPicture(name: String, command: [String]) throws {
    let documents = phone.device + "/AppGroup/Documents/"
    for (document, size) in [("Report.pdf", 52_000), ("Notes.txt", 12), ("Work/Recipe.pdf", 900)] {
      let file = URL(filePath: documents + document)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(repeating: UInt8(ascii: "x"), count: size).write(to: file)
    }
    try FileManager.default.createDirectory(atPath: documents + "Empty", withIntermediateDirectories: false)
    for item in ["Report.pdf", "Notes.txt", "Work/Recipe.pdf", "Work", "Empty"] {
      // Noon, so that it is one day in every time zone.
      let date = Date(timeIntervalSince1970: 992_606_400)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: documents + item)
    }
    try compare(phone, name, command)
  }

  /// What cannot be done, and why.
  @Test func whatCannotBeDoneLooksAsInTheCommittedPictures() throws {
    try phone.run("launch")
    let documents = phone.device + "/App/Documents/"
    mkfifo(documents + "Pipe", 0o600)
    try Data("part".utf8).write(to: URL(filePath: documents + "Film.mov.crdownload"))
    try compare(phone, "not-added", ["launch"], status: 1)
    for name in ["Report.pdf", "Notes.txt"] {
      try Data("x".utf8).write(to: URL(filePath: phone.device + "/AppGroup/Documents/" + name))
    }
    try compare(phone, "name-taken", ["app", "rename", "Notes.txt", "Report.pdf"], status: 1)
    try compare(phone, "not-handed-over", ["share", "/dev/null"], status: 1)
  }

  /// A letter goes its way: the user shares it, finds it in Files, changes it in two places, decides, and deletes it.
  /// In one language of each direction; all are drawn when the pictures are renewed.
  @Test(arguments: isRenewing ? ["en", "de", "ja", "ar"] : ["en", "ar"])
  func theWayOfALetterLooksAsInTheCommittedPictures(language: String) throws {
    let folder = language == "en" ? "" : language + "/"
    func compare(_ name: String, _ command: String...) throws {
      try self.compare(phone, folder + name, ["--language", language] + command)
    }
    let letter = try phone.original("Letter.txt", "Dear Ada")
    try compare("first-run", "launch", "--first-time")
    try compare("share-sheet", "share", letter)
    try phone.run("launch")
    try compare("share-sheet-known", "share", "--if-known", "skip", letter)
    try compare("arrived", "app", "show")
    try compare("recents", "app", "recents")
    try compare("info", "app", "info", "Letter.txt")
    try compare("files", "files", "ls")
    try phone.run("files", "sync", "--once")
    for (folder, text) in [("AppGroup/Documents", "Dear Charles"), ("Files", "Dear George")] {
      // In place, as an editor without safe saving does.
      let file = try FileHandle(forWritingTo: URL(filePath: phone.device + "/\(folder)/Letter.txt"))
      try file.truncate(atOffset: 0)
      try file.write(contentsOf: Data(text.utf8))
      try file.close()
    }
    try phone.run("files", "sync", "--once")
    try compare("conflicts", "app", "conflicts")
    try compare("compare", "app", "compare", "Letter.txt")
    try phone.run("app", "keep-this", "Letter.txt")
    try compare("deleted", "app", "delete", "Letter.txt")
    try compare("recently-deleted", "app", "empty-trash")
    try phone.run("icloud", "sign-in", "Ada")
    try compare("icloud", "app", "cloud")
    try compare("help", "app", "help")
  }

  private func compare(_ phone: Phone, _ name: String, _ command: [String], status: Int32 = 0) throws {
    let drawn = URL(filePath: phone.path + "/picture.svg")
    #expect(try phone.run(["--picture", drawn.path] + command).status == status)
    let picture = try String(contentsOf: drawn, encoding: .utf8)
    let committed = Self.folder.appending(path: name + ".svg")
    if Self.isRenewing {
      try FileManager.default.createDirectory(
        at: committed.deletingLastPathComponent(), withIntermediateDirectories: true)
      return try picture.write(to: committed, atomically: true, encoding: .utf8)
    }
    let before = try String(contentsOf: committed, encoding: .utf8)
    // The pictures of other days and hours. The order of day and month is that of the machine's region, and what stands
    // after a time moves with its length.
    let date = /(\d+ \w+ 20\d\d|\w+ \d+, 20\d\d)( at )?|\d+:\d+(.[AP]M)?| x="[\d.]+"| width="[\d.]+"/
    #expect(
      picture.replacing(date, with: "") == before.replacing(date, with: ""),
      "\(name) looks different. If that is meant: make pictures")
  }
}

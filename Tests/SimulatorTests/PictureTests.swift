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
      let drawn = URL(filePath: phone.path + "/drawn.svg")
      #expect(try phone.run(["--picture", drawn.path] + command).status == 0)
      let picture = try String(contentsOf: drawn, encoding: .utf8)
      let committed = Self.folder.appending(path: name + ".svg")
      if ProcessInfo.processInfo.environment["RENEW_PICTURES"] != nil {
        try FileManager.default.createDirectory(at: Self.folder, withIntermediateDirectories: true)
        return try picture.write(to: committed, atomically: true, encoding: .utf8)
      }
      let before = try String(contentsOf: committed, encoding: .utf8)
      // The order of day and month is that of the machine's region.
      let date = /\d+ \w+ 2001|\w+ \d+, 2001/
      #expect(
        picture.replacing(date, with: "") == before.replacing(date, with: ""),
        "\(name) looks different. If that is meant: make pictures")
    }
  }
}

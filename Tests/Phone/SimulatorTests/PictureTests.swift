import Foundation
import TestSupport
import Testing

/// Screens as pictures, the same as the committed ones, so that a change of the app shows as a picture.
@Suite(.onPhone) struct PictureTests {
  let phone = TestPhone.current

  private static let isRenewing = ProcessInfo.processInfo.environment["RENEW_PICTURES"] != nil
  private static let folder = repository.appending(path: "Tests/Phone/Pictures")

  @Test(
    arguments: [
      ("documents", ["app", "show"]), ("icons", ["app", "view", "icons"]),
      ("dark", ["--dark", "app", "recents"]), ("large", ["--large", "app", "show"]),
      ("arabic", ["--language", "ar", "app", "show"]), ("folder", ["app", "show", "Bills"]),
      ("search", ["app", "search", "be"]), ("tokens", ["app", "search", "", "PDFs", "Home"]),
      ("empty", ["app", "show", "Empty"]),
      ("menu", ["app", "menu", "Hills.png"]), ("swipe", ["app", "swipe", "Bills"]),
      ("wide", ["--wide", "app", "recents"]), ("wide-dark", ["--wide", "--dark", "app", "view", "icons"]),
      ("selection", ["app", "select", "Hills.png", "Sea.png"]),
      ("wide-selection", ["--wide", "app", "select", "Hills.png", "Sea.png"]),
      ("wide-preview", ["--wide", "app", "beside", "Packing list.txt"]),
      ("wide-arabic", ["--wide", "--language", "ar", "app", "show"]),
    ] as [(String, [String])])
  func theScreenLooksAsInTheCommittedPicture(name: String, command: [String]) throws {
    let user = LivedInPhone(phone)
    try user.moveIn()
    try run(user, ["launch"])
    try user.receiveTwo()
    if name == "empty" {
      let path = phone.device + "/AppGroup/Documents/Empty"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    try compare(user, name, command)
  }

  /// What cannot be done, and why.
  @Test func whatCannotBeDoneLooksAsInTheCommittedPictures() throws {
    let user = LivedInPhone(phone)
    try user.moveIn()
    try run(user, ["launch"])
    let documents = phone.device + "/App/Documents/"
    mkfifo(documents + "Pipe", 0o600)
    try Data("part".utf8).write(to: URL(filePath: documents + "Film.mov.crdownload"))
    try compare(user, "not-added", ["launch"], status: 1)
    try compare(user, "name-taken", ["app", "rename", "Lease.pdf", "Sea.png"], status: 1)
    try compare(user, "not-saved", ["share", "--as", "address-of-a-file-that-is-gone"])
  }

  /// A letter goes its way: the user shares it, finds it in Files, changes it in two places, decides, and deletes it.
  /// In one language of each direction; all are drawn when the pictures are renewed.
  @Test(arguments: isRenewing ? ["en", "de", "ja", "ar"] : ["en", "ar"])
  func theWayOfALetterLooksAsInTheCommittedPictures(language: String) throws {
    let folder = language == "en" ? "" : language + "/"
    let user = LivedInPhone(phone)
    func compare(_ name: String, _ command: String...) throws {
      try self.compare(user, folder + name, ["--language", language] + command)
    }
    func run(_ command: String...) throws { try self.run(user, ["--language", language] + command) }
    try compare("first-run", "launch", "--first-time")
    try user.moveIn()
    try run("launch")
    let booking = try phone.original("Hotel Bellevue.pdf", LivedInPhone.booking)
    let letter = try phone.original("Letter.txt", "Dear Ada,\nthe engine is ready.\nYours, Charles")
    try compare("share-sheet", "share", booking)
    try run("share", letter)
    try compare("recents", "app", "recents")
    try compare("share-sheet-known", "share", "--if-known", "skip", letter)
    try compare("arrived", "app", "show")
    // In Arabic the date of today is sometimes too long for a line.
    if language != "ar" || Self.isRenewing { try compare("info", "app", "info", "Letter.txt") }
    try run("files", "sync", "--once")
    try compare("files", "files", "ls")
    try user.change(
      "AppGroup/Documents/Letter.txt", to: "Dear Ada,\nthe engine is ready, and it runs.\nYours, Charles")
    try user.change("Files/Letter.txt", to: "Dear Ada,\nthe engine is not ready yet.\nYours, Charles")
    try run("files", "sync", "--once")
    try compare("conflicts", "app", "conflicts")
    try compare("compare", "app", "compare", "Letter.txt")
    try run("app", "keep-this", "Letter.txt")
    try compare("deleted", "app", "delete", "Letter.txt")
    try compare("recently-deleted", "app", "trash")
    try compare("question", "app", "empty-trash")
    try run("icloud", "sign-in", "Ada")
    try compare("icloud", "app", "cloud")
    try compare("help", "app", "help")
    if language == "en" { try compareJourney() }
  }

  /// The way of a letter as one picture that moves.
  private func compareJourney() throws {
    let committed = Self.folder.appending(path: "journey.svg")
    let picture = try AnimatedJourney.letter.svg(from: Self.folder)
    if Self.isRenewing { try picture.write(to: committed, atomically: true, encoding: .utf8) }
    #expect(try picture == String(contentsOf: committed, encoding: .utf8), "make pictures")
  }

  @discardableResult
  private func run(_ user: LivedInPhone, _ command: [String]) throws -> TestPhone.Outcome {
    try phone.run(command, under: ["/usr/bin/env", "TZ=" + user.zone])
  }

  /// Draws a screen, and compares it with the committed picture. What cannot be drawn has no committed picture.
  private func compare(
    _ user: LivedInPhone, _ name: String, _ command: [String], status: Int32 = 0
  ) throws {
    let drawn = URL(filePath: phone.path + "/picture.svg")
    let committed = Self.folder.appending(path: name + ".svg")
    let manager = FileManager.default
    if manager.fileExists(atPath: drawn.path) { try manager.removeItem(at: drawn) }
    if Self.isRenewing, manager.fileExists(atPath: committed.path) { try manager.removeItem(at: committed) }
    let outcome = try phone.run(
      ["--picture", drawn.path] + command, under: ["/usr/bin/env", "TZ=" + user.zone])
    #expect(outcome.status == status, "\(name): \(outcome.complaints)")
    try #require(manager.fileExists(atPath: drawn.path), "\(name) is not drawn: \(outcome.complaints)")
    // The clock goes on while the test runs.
    let picture = try String(contentsOf: drawn, encoding: .utf8).replacing(/9:4[23]/, with: "9:41")
      .replacing(/٩:٤[٢٣]/, with: "٩:٤١")
    if Self.isRenewing {
      try manager.createDirectory(
        at: committed.deletingLastPathComponent(), withIntermediateDirectories: true)
      return try picture.write(to: committed, atomically: true, encoding: .utf8)
    }
    let before = try String(contentsOf: committed, encoding: .utf8)
    if picture == before { return }
    let difference = Self.everyDay(picture).difference(from: Self.everyDay(before))
    #expect(difference.isEmpty, "\(name) looks different. If that is meant: make pictures")
  }

  private static let weekdays = ["en", "de", "ja", "ar"].flatMap { language in
    var calendar = Calendar(identifier: .gregorian)
    calendar.locale = Locale(identifier: language)
    return calendar.weekdaySymbols
  }

  /// The lines of a picture without what is another one each day or minute: the date of today, a day of the week, and
  /// where small text and small symbols stand that follow a time.
  private static func everyDay(_ picture: String) -> [Substring] {
    let today = /> ?[^<>]*(?:20|٢٠)\d\d[^<>]* (?:9:41|٩:٤١)[^<>]*</
    let place = /<text x="[\d.]+"(?= [^>]*font-size="(13|17\.5)")/
    let symbol = /translate\([\d.]+(?= [\d.]+\) scale\(0\.(?:583|542)\))/
    let masked = picture.replacing(today, with: "><").replacing(place, with: "<text")
      .replacing(symbol, with: "translate(")
    return weekdays.reduce(masked) { $0.replacing(">\($1)<", with: "><") }.split(separator: "\n")
  }
}

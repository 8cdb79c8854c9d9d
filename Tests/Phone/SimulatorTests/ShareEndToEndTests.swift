import Foundation
import TestSupport
import Testing

/// What a share tells the system and the user, and what it costs, as a process of its own.
@Suite(.onPhone) struct ShareEndToEndTests {
  let phone = TestPhone.current

  @Test func aShareBeforeTheFirstLaunchIsReportedToBeInTheApp() throws {
    let first = try phone.run("share", "--text", "Buy milk", "--events")
    #expect(first.text.contains("open Intray once"))
    #expect(!first.text.contains("signal "))
    #expect(first.text.contains("notify group.app.intray.inbox"))
    try phone.run("launch")
    let second = try phone.run("share", "--text", "Buy bread", "--events")
    #expect(!second.text.contains("open Intray once"))
    #expect(second.text.contains("signal documents NSFileProviderWorkingSetContainerItemIdentifier"))
  }

  @Test func aFolderThatIsNotOnTheSheetIsSaidAtOnce() throws {
    let outcome = try phone.run("share", "--text", "Milk", "--into", "MISSING", "--new-folder", "X")
    #expect(outcome.status != 0 && outcome.complaints.contains("There is no folder “MISSING” on the sheet."))
  }

  @Test func aShareThatIsSavedAtOnceIsMovedIntoAFolderAndDrawn() throws {
    try phone.run("share", "--text", "first")
    try phone.run("launch", "--quick-save", "on")
    try FileManager.default.createDirectory(
      atPath: phone.device + "/AppGroup/Documents/Work", withIntermediateDirectories: false)
    let letter = try phone.original("Letter.txt", "Dear Ada")
    let moved = try phone.run("share", letter, "--into", "Work")
    #expect(moved.status == 0, "\(moved.complaints)")
    try phone.run("launch")
    #expect(try phone.document("Work/Letter.txt") == Data("Dear Ada".utf8))
    let drawn = phone.path + "/picture.svg"
    let second = try phone.original("Second.txt", "Dear Charles")
    #expect(try phone.run("--picture", drawn, "share", second).status == 0)
    #expect(try String(contentsOfFile: drawn, encoding: .utf8).contains("Saved in"))
    // The field is never on screen.
    let named = try phone.run("share", try phone.original("Third.txt", "x"), "--name", "Other")
    #expect(named.status == 1 && named.complaints.contains("Name"))
  }

  @Test func aShareThatIsSavedAtOnceGoesIntoTheFolderOfTheLastThreeLikeIt() throws {
    for folder in ["Bills", "Letters"] {
      try FileManager.default.createDirectory(
        atPath: phone.device + "/AppGroup/Documents/" + folder, withIntermediateDirectories: true)
    }
    func share(_ words: [String]) throws {
      let outcome = try phone.run(["share"] + words)
      #expect(outcome.status == 0, "\(outcome.complaints)")
      try phone.run("launch")
    }
    func shareBill(of month: String, _ more: String...) throws {
      let file = try phone.original(month + ".pdf", "%PDF-1.4 " + month)
      try share([file, "--url", "https://bank.example/\(month).pdf"] + more)
    }
    for month in ["March", "April", "May"] { try shareBill(of: month, "--into", "Bills") }
    try share([phone.original("First.txt", "Dear Ada"), "--into", "Letters"])
    try phone.run("launch", "--quick-save", "similar")
    try shareBill(of: "June")
    #expect(try phone.document("Bills/June.pdf") == Data("%PDF-1.4 June".utf8))
    // The folder that was used last is the one that the user chose last.
    try share([phone.original("Second.txt", "Dear Charles")])
    #expect(try phone.document("Letters/Second.txt") == Data("Dear Charles".utf8))
  }

  @Test func aFileWithoutANameIsSaidAtOnce() throws {
    let outcome = try phone.run("share", "")
    #expect(outcome.status != 0 && outcome.complaints.contains("A file without a name can’t be shared."))
  }

  /// Nothing says what the user wants of it, so it is not saved again.
  @Test func aDocumentThatIntrayHasIsSharedIntoAFolderAndTheSheetEnds() throws {
    let letter = try phone.original("Letter.txt", "Dear Ada")
    try phone.run("share", letter)
    try phone.run("launch")
    try FileManager.default.createDirectory(
      atPath: phone.device + "/AppGroup/Documents/Work", withIntermediateDirectories: false)
    let outcome = try phone.run("share", letter, "--into", "Work", "--name", "Letter")
    #expect(outcome.status == 0 && outcome.text.contains("is already in Intray"), "\(outcome.complaints)")
    // Several have no name together.
    let other = try phone.original("Other.txt", "Dear Charles")
    let several = try phone.run("share", letter, other, "--name", "Letters")
    #expect(several.status != 0 && several.complaints.contains("Name"))
  }

  @Test func neitherALargeFilmNorAHundredPhotosPassThroughMemory() throws {
    let film = try phone.original("film.mov", Data())
    try FileHandle(forWritingTo: URL(fileURLWithPath: film)).truncate(atOffset: 4 << 30)
    let photo = try phone.original("photo.heic", Data(repeating: 0x5A, count: 2 << 20))
    let small = try phone.original("small.txt", "small")
    let attachment = { (type: String, file: String) in
      #"{"representations":[{"type":"\#(type)","file":"\#(file)"}]}"#
    }
    let photos = Array(repeating: attachment("public.heic", photo), count: 100).joined(separator: ",")
    // Without names, so that each says by itself what it is called.
    let text = try phone.original("long.txt", Data(repeating: 0x61, count: 9 << 20))
    let card = Data("BEGIN:VCARD\nFN:Ada\nPHOTO:".utf8) + Data(repeating: 0x61, count: 64 << 20)
    let cards = try phone.original("cards.vcf", card)
    let least = try peak(phone, attachment("public.plain-text", small))
    for shared in [
      attachment("public.file-url", film), photos, attachment("public.plain-text", text),
      attachment("public.vcard", cards), attachment("com.apple.webarchive", cards),
    ] {
      let growth = try peak(phone, shared) - least
      #expect(growth < 24 << 10, "\(growth) KiB more than for a few bytes")
    }
  }

  /// The most memory that sharing took, in KiB.
  private func peak(_ phone: TestPhone, _ attachments: String) throws -> Int {
    let offer = try phone.original("offer.json", #"{"items":[{"attachments":[\#(attachments)]}]}"#)
    let outcome = try phone.run("--memory", "share", "--offer", offer)
    #expect(outcome.status == 0, "\(outcome.complaints)")
    return try #require(
      outcome.complaints.split(whereSeparator: \.isWhitespace).dropLast().last.flatMap { Int($0) })
  }
}

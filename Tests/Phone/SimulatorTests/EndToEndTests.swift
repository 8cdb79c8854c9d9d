import Convergence
import Foundation
import IntrayCore
import TestSupport
import Testing

@Suite(.onPhone) struct EndToEndTests {
  let phone = TestPhone.current

  @Test func aShareReachesFilesWithoutTheApp() throws {
    try phone.registerPlace()
    let original = try phone.original("report.pdf", "pdf")
    #expect(try phone.run("share", original).status == 0)
    let listed = try phone.list()
    #expect(listed.map(\.path) == ["report.pdf"])
    #expect(listed.map(\.size) == [3])
    #expect(try phone.run("files", "cat", "report.pdf").output == Data("pdf".utf8))
    #expect(FileManager.default.fileExists(atPath: original))
  }

  /// The choice is made in the app, and the Share extension follows it: it lives in the App Group's defaults.
  @Test func theSheetFollowsThePreferenceAboutDuplicates() throws {
    let original = try phone.original("x.txt", "x")
    #expect(try phone.run("share", original).status == 0)
    #expect(try phone.run("launch", "--duplicates", "skip").status == 0)
    #expect(try phone.run("share", original).status == 0)
    #expect(try phone.list().map(\.path) == ["x.txt"])
    #expect(try phone.names(in: "Inbox").isEmpty)
    #expect(try phone.run("launch", "--duplicates", "keep").status == 0)
    #expect(try phone.run("share", original).status == 0)
    #expect(try phone.list().map(\.path).sorted() == ["x-1.txt", "x.txt"])
  }

  @Test func theProviderComparesNothingBeforeItLists() throws {
    #expect(try phone.run("share", phone.original("x.txt", "x")).status == 0)
    #expect(try phone.run("launch", "--duplicates", "skip").status == 0)
    let parcel = phone.device + "/AppGroup/Inbox/\(UUID().uuidString).parcel"
    try FileManager.default.createDirectory(atPath: parcel, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(fileURLWithPath: parcel + "/x.txt"))
    #expect(try phone.list().map(\.path).sorted() == ["x-1.txt", "x.txt"])
  }

  @Test func filesCreatesMovesAndRemovesDocuments() throws {
    try phone.registerPlace()
    #expect(try phone.run("files", "put", phone.original("a.txt", "a")).status == 0)
    let before = try phone.list()
    #expect(try phone.run("files", "mkdir", "Trip").status == 0)
    #expect(try phone.run("files", "mv", "a.txt", "Trip/b.txt").status == 0)
    let after = try phone.list()
    #expect(after.map(\.path) == ["Trip", "Trip/b.txt"])
    #expect(after.last?.identifier == before.first?.identifier)
    #expect(try phone.run("files", "rm", "Trip").status == 1)
    #expect(try phone.run("files", "rm", "-r", "Trip").status == 0)
    #expect(try phone.list().isEmpty)
  }

  @Test func theFolderThatWasUsedLastIsFollowedWhenFilesRenamesIt() throws {
    let defaults = phone.device + "/AppGroup/Library/Preferences/group.app.intray.plist"
    let recent = {
      let data = try Data(contentsOf: URL(fileURLWithPath: defaults))
      let list = try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
      return list?["RecentFolders"] as? [String]
    }
    try phone.registerPlace()
    #expect(try phone.run("share", "--text", "Tea", "--new-folder", "Bills").status == 0)
    #expect(try recent() == ["Bills"])
    try phone.run("launch")
    #expect(try phone.run("files", "mv", "Bills", "Bills 2026").status == 0)
    #expect(try recent() == ["Bills 2026"])
  }

  @Test func filesSaysWhyItShowsNothing() throws {
    for words in [["ls"], ["put", try phone.original("a.txt", "a")], ["sync", "--once"], ["off"]] {
      let outcome = try phone.finish(phone.start(["files"] + words))
      #expect(outcome.status == 1 && outcome.complaints.contains("launch the app once"), "\(words)")
    }
    try phone.run("launch")
    #expect(try phone.run("files", "ls").status == 0)
    #expect(try phone.run("files", "off").status == 0)
    for words in [["ls"], ["mkdir", "Trip"], ["sync", "--once"]] {
      let outcome = try phone.finish(phone.start(["files"] + words))
      #expect(outcome.status == 1 && outcome.complaints.contains("switched off"), "\(words)")
    }
    #expect(!(try phone.run("share", "--text", "Buy milk", "--events").text.contains("signal ")))
    #expect(try phone.run("files", "on").status == 0)
    #expect(try phone.list().map(\.path) == ["Buy milk.txt"])
  }

  @Test func aPlaceThatTheSystemHoldsAndDoesNotListIsSaidToBeMissingAndReconnectCuresIt() throws {
    #expect(try phone.run("share", "--text", "Buy milk").status == 0)
    #expect(!(try phone.run("launch").text.contains("Intray is not in Files.")))
    #expect(try phone.run("files", "orphan").status == 0)
    for _ in 1...2 { #expect(try phone.run("launch").text.contains("Intray is not in Files.")) }
    #expect(try phone.finish(phone.start(["files", "ls"])).status == 1)
    let cured = try phone.run("app", "reconnect")
    #expect(cured.status == 0 && !cured.text.contains("Intray is not in Files."))
    #expect(try phone.list().map(\.path) == ["Buy milk.txt"])
  }

  /// The pending set of the system comes page by page, through the manager.
  @Test func theAppSaysWhatFilesCouldNotHandOver() throws {
    #expect(!(try phone.run("launch").text.contains("Not Received from Files")))
    let item = #"{"identifier": "x", "parent": "y", "name": "refused.txt", "kind": "file", "attributes": {}}"#
    try Data("[\(item)]".utf8).write(to: URL(fileURLWithPath: phone.device + "/System/pending"))
    let text = try phone.run("launch").text
    #expect(text.contains("Not Received from Files") && text.contains("refused.txt"))
  }

  @Test func aPlaceThatIsCalledOtherwiseGetsTheNameOfTheApp() throws {
    try phone.registerPlace()
    let place = URL(fileURLWithPath: phone.device + "/System/domains/" + FilesDomain.identifier)
    try Data("Earlier".utf8).write(to: place)
    try phone.run("launch")
    #expect(try String(contentsOf: place, encoding: .utf8) == FilesDomain.displayName)
  }

  @Test(.enabled(if: geteuid() == 0, "only root may mount a small volume"))
  func aFullDiskIsReportedAndNothingIsLeft() throws {
    try FileManager.default.createDirectory(atPath: phone.device, withIntermediateDirectories: true)
    try Shell.run("mount -t tmpfs -o size=1m none '\(phone.device)'")
    defer { try? Shell.run("umount '\(phone.device)'") }
    let small = try phone.original("small.txt", "small")
    #expect(try phone.run("share", small).status == 0)
    let large = try phone.original("large.bin", Data(repeating: 1, count: 2 << 20))
    let outcome = try phone.run("share", large)
    #expect(outcome.status == 1)
    #expect(outcome.complaints.contains("space"))
    #expect(try phone.names(in: "Staging").isEmpty)
    #expect(try phone.launch().documents.map(\.path) == ["small.txt"])
    #expect(try Data(contentsOf: URL(fileURLWithPath: large)).count == 2 << 20)
  }
}

import Foundation
import TestSupport
import Testing

@Suite struct EndToEndTests {
  @Test func aShareReachesFilesWithoutTheApp() throws {
    try Phone.withPlace { (phone: Phone) throws in
      let original = try phone.original("report.pdf", "pdf")
      #expect(try phone.run("share", original).status == 0)
      let listed = try phone.list()
      #expect(listed.map(\.path) == ["report.pdf"])
      #expect(listed.map(\.size) == [3])
      #expect(try phone.run("files", "cat", "report.pdf").output == Data("pdf".utf8))
      #expect(FileManager.default.fileExists(atPath: original))
    }
  }

  /// The choice is made in the app, and the Share extension follows it: it lives in the App Group's defaults.
  @Test func theSheetFollowsThePreferenceAboutDuplicates() throws {
    try Phone.with { (phone: Phone) throws in
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
  }

  @Test func theProviderComparesNothingBeforeItLists() throws {
    try Phone.with { (phone: Phone) throws in
      #expect(try phone.run("share", phone.original("x.txt", "x")).status == 0)
      #expect(try phone.run("launch", "--duplicates", "skip").status == 0)
      let parcel = phone.device + "/AppGroup/Inbox/\(UUID().uuidString).parcel"
      try FileManager.default.createDirectory(atPath: parcel, withIntermediateDirectories: true)
      try Data("x".utf8).write(to: URL(fileURLWithPath: parcel + "/x.txt"))
      #expect(try phone.list().map(\.path).sorted() == ["x-1.txt", "x.txt"])
    }
  }

  @Test func theSheetSaysWhereADocumentIsAndFollowsTheUser() throws {
    try Phone.with { (phone: Phone) throws in
      let original = try phone.original("x.txt", "x")
      #expect(try phone.run("share", original, "--new-folder", "Work").status == 0)
      try phone.run("launch")
      let skipped = try phone.run("share", phone.original("y.txt", "x"), "--if-known", "skip")
      #expect(skipped.text.contains("“y.txt” is already in Intray, as “Work/x.txt”."))
      #expect(skipped.text.contains("Nothing was saved again."))
      #expect(try phone.names(in: "Inbox").isEmpty && phone.names(in: "Staging").isEmpty)
      #expect(try phone.run("share", phone.original("z.txt", "x"), "--if-known", "save").status == 0)
      let shown = try phone.run("launch").text
      #expect(shown.contains("Already in Intray, as “Work/x.txt”") && shown.contains("Delete New Copy"))
      #expect(try phone.list().map(\.path).sorted() == ["Work", "Work/x.txt", "z.txt"])
    }
  }

  @Test func filesCreatesMovesAndRemovesDocuments() throws {
    try Phone.withPlace { (phone: Phone) throws in
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
  }

  @Test func filesSaysWhyItShowsNothing() throws {
    try Phone.with { (phone: Phone) throws in
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
  }

  @Test func filesKeepTheirDatesOnEveryWay() throws {
    try Phone.with { (phone: Phone) throws in
      let date = Date(timeIntervalSince1970: 981_173_106)
      func old(_ name: String) throws -> String {
        let path = try phone.original(name, name)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
        return path
      }
      let deep = try old("deep.txt")
      let folder = (deep as NSString).deletingLastPathComponent
      #expect(try phone.run("share", old("shared.txt"), folder).status == 0)
      #expect(try phone.run("open", old("opened.txt")).status == 0)
      #expect(try phone.run("app", "drop", old("dropped.txt")).status == 0)
      let ways = [
        "shared.txt", "opened.txt", "dropped.txt", (folder as NSString).lastPathComponent + "/deep.txt",
      ]
      for name in ways {
        let attributes = try FileManager.default.attributesOfItem(
          atPath: phone.device + "/AppGroup/Documents/" + name)
        #expect(attributes[.modificationDate] as? Date == date, "\(name)")
      }
    }
  }

  @Test(.enabled(if: geteuid() == 0, "only root may mount a small volume"))
  func aFullDiskIsReportedAndNothingIsLeft() throws {
    try Phone.with { (phone: Phone) throws in
      try FileManager.default.createDirectory(atPath: phone.device, withIntermediateDirectories: true)
      let mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "none", phone.device]
      try #require(Tool.run(mount) == 0)
      defer { _ = Tool.run(["umount", phone.device]) }
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
}

/// A program of the system's.
enum Tool {
  static func run(_ words: [String]) -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      return 127
    }
    process.waitUntilExit()
    return process.terminationStatus
  }
}

import Foundation
import TestSupport
import Testing

@Suite struct CatalogueCommandTests {
  private struct Line: Decodable, Equatable {
    var path: String
    var identifier: String
    var kind: String
    var contentVersion: Int64
  }

  private struct Changes: Decodable {
    var updated: [Line]
    var deleted: [String]
    var anchor: String
  }

  @Test func theCommandListsTheIdentifiersOfFiles() throws {
    try withDocuments(["a.txt", "folder/b.txt"]) { (phone: Phone) throws in
      #expect(try phone.run("catalogue", "scan").text == "Everything is known.\n")
      let lines = try list(phone)
      #expect(lines.map(\.path) == ["a.txt", "folder", "folder/b.txt"])
      #expect(lines.map(\.kind) == ["file", "folder", "file"])
      try phone.registerPlace()
      #expect(try phone.list().map(\.identifier) == lines.map(\.identifier))
      #expect(try phone.run("catalogue", "list").text.hasPrefix("a.txt  file, 4 bytes, version "))
    }
  }

  @Test func changesSinceAnAnchorArePrintedOnceWithTheNextAnchor() throws {
    try withDocuments(["a.txt", "b.txt"]) { (phone: Phone) throws in
      try phone.run("catalogue", "scan")
      let first = try changes(phone)
      #expect(Set(first.updated.map(\.path)) == ["a.txt", "b.txt"])
      #expect(try changes(phone, "--since", first.anchor).updated.isEmpty)
      let gone = try #require(first.updated.first { $0.path == "b.txt" })
      let kept = try #require(first.updated.first { $0.path == "a.txt" })
      try FileManager.default.removeItem(atPath: place("b.txt", phone))
      try FileManager.default.moveItem(atPath: place("a.txt", phone), toPath: place("c.txt", phone))
      try phone.run("catalogue", "scan")
      let second = try changes(phone, "--since", first.anchor)
      #expect(second.deleted == [gone.identifier])
      #expect(second.updated.map(\.path) == ["c.txt"])
      #expect(second.updated.map(\.identifier) == [kept.identifier])
      let third = try changes(phone, "--since", second.anchor)
      #expect(third.updated.isEmpty && third.deleted.isEmpty)
      #expect(
        try phone.run("catalogue", "changes", "--since", second.anchor).text == "anchor \(third.anchor)\n")
    }
  }

  @Test func aMalformedAnchorIsRefused() throws {
    try withDocuments(["a.txt"]) { (phone: Phone) throws in
      try phone.run("catalogue", "scan")
      let anchor = try changes(phone).anchor
      for bad in ["", "00", String(anchor.dropLast()), String(anchor.dropLast(2)) + "zz", "ä"] {
        let outcome = try phone.run("catalogue", "changes", "--since", bad)
        #expect(outcome.status == 1 && outcome.complaints.contains("no anchor"), "\(bad)")
      }
      // A catalogue that was lost knows none of the anchors that were given before.
      try FileManager.default.removeItem(atPath: phone.device + "/Provider")
      try phone.run("catalogue", "scan")
      let outcome = try phone.run("catalogue", "changes", "--since", anchor)
      #expect(outcome.status == 1 && outcome.complaints.contains("expired"))
    }
  }

  @Test func checkListsEveryDifferenceAndChangesNothing() throws {
    try withDocuments(["a.txt", "b.txt", "c.txt", "folder/d.txt"]) { (phone: Phone) throws in
      #expect(try phone.run("catalogue", "check").status == 1)
      try phone.run("catalogue", "scan")
      let agreed = try phone.run("catalogue", "check")
      #expect(agreed.status == 0 && agreed.text == "Catalogue and folder agree.\n")
      try FileManager.default.removeItem(atPath: place("a.txt", phone))
      try Data("longer".utf8).write(to: URL(fileURLWithPath: place("b.txt", phone)))
      try FileManager.default.removeItem(atPath: place("c.txt", phone))
      try FileManager.default.createDirectory(
        atPath: place("c.txt", phone), withIntermediateDirectories: false)
      try Data("new".utf8).write(to: URL(fileURLWithPath: place("folder/e.txt", phone)))
      for _ in 0..<2 {
        let outcome = try phone.run("catalogue", "check", "--json")
        #expect(outcome.status == 1)
        let differences = try JSONDecoder().decode([String].self, from: outcome.output)
        #expect(
          differences == [
            "a.txt: not in the folder", "b.txt: another size, date", "c.txt: another kind",
            "folder/e.txt: not in the catalogue",
          ])
        #expect(outcome.complaints == differences.map { $0 + "\n" }.joined())
      }
      #expect(try phone.run("catalogue", "scan").status == 0)
      #expect(try phone.run("catalogue", "check").status == 0)
    }
  }

  @Test func recentlyDeletedDocumentsAreComparedToo() throws {
    try withDocuments(["a.txt"]) { (phone: Phone) throws in
      let trash = phone.device + "/AppGroup/Trash"
      try FileManager.default.createDirectory(atPath: trash, withIntermediateDirectories: true)
      try FileManager.default.moveItem(atPath: place("a.txt", phone), toPath: trash + "/a.txt")
      try phone.run("catalogue", "scan")
      #expect(try list(phone).map(\.path) == ["Trash (recently deleted)/a.txt"])
      #expect(try phone.run("catalogue", "check").status == 0)
      try FileManager.default.removeItem(atPath: trash + "/a.txt")
      #expect(try phone.run("catalogue", "check").status == 1)
    }
  }

  /// Following a path of 2,000 names again for each of them took minutes. `DeepTreeTests` count the calls.
  @Test(.timeLimit(.minutes(2))) func twoThousandLevelsAreScannedComparedAndShown() throws {
    try withDocuments([]) { (phone: Phone) throws in
      try makeLevels(2_000, below: place("", phone))
      #expect(try phone.run("catalogue", "scan").status == 0)
      #expect(try phone.run("catalogue", "check").status == 0)
      #expect(try phone.run("launch").text.contains("level"))
    }
  }

  @Test func unknownArgumentsAreWrongUsage() throws {
    try Phone.with { (phone: Phone) throws in
      for words in [[], ["guess"], ["scan", "now"], ["list", "--since", "00"], ["changes", "--since"]] {
        #expect(phone.finish(try phone.start(["catalogue"] + words)).status == 64, "\(words)")
      }
    }
  }

  private func withDocuments(_ paths: [String], _ body: (Phone) throws -> Void) throws {
    try Phone.with { (phone: Phone) throws in
      try phone.run("launch")
      for path in paths {
        let folder = (place(path, phone) as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("text".utf8).write(to: URL(fileURLWithPath: place(path, phone)))
      }
      try body(phone)
    }
  }

  private func place(_ path: String, _ phone: Phone) -> String {
    phone.device + "/AppGroup/Documents/" + path
  }

  private func list(_ phone: Phone) throws -> [Line] {
    try JSONDecoder().decode([Line].self, from: phone.run("catalogue", "list", "--json").output)
  }

  private func changes(_ phone: Phone, _ words: String...) throws -> Changes {
    let outcome = phone.finish(try phone.start(["catalogue", "changes", "--json"] + words))
    return try JSONDecoder().decode(Changes.self, from: outcome.output)
  }
}

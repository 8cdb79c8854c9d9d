import Foundation
import Testing

@testable import IntrayCore

@Suite(.inContainer) struct DepositStagedTests {
  let test = TestContainer.current

  @Test func aStagedDocumentIsNamedLaterAndTheFirstOfTwoKeepsTheName() throws {
    let deposit = try Inbox(test.container).deposit()
    let (one, other) = (try deposit.add("1".utf8, as: "x"), try deposit.add("2".utf8, as: "x"))
    #expect([one, other].map(\.text) == ["x", "x-1"])
    #expect(try deposit.rename(one, to: "a.txt").text == "a.txt")
    #expect(try deposit.rename(other, to: "A.txt").text == "A-1.txt")
    // The names that they had are free again.
    #expect(try deposit.add("3".utf8, as: "x").text == "x")
    _ = try deposit.publish()
    let parcel = try #require(try test.tree("AppGroup/Inbox").entries.values.first)
    #expect(parcel == ["a.txt": "1", "A-1.txt": "2", "x": "3"])
  }

  @Test func theBeginningAndTheSizeOfAStagedDocumentAreRead() throws {
    try test.put(["b": "b"], at: "Originals/folder")
    let deposit = try Inbox(test.container).deposit()
    let text = try deposit.add("Hello".utf8, as: "text")
    let folder = try deposit.add(contentsOf: test.path(of: "Originals/folder"), as: "folder")
    #expect(try deposit.head(of: text, count: 3) == Array("Hel".utf8))
    #expect(try deposit.head(of: text, count: 100) == Array("Hello".utf8))
    #expect(try deposit.size(of: text) == 5)
    #expect(try deposit.head(of: folder, count: 3) == nil)
    #expect(try deposit.size(of: folder) == nil)
    try deposit.discard()
  }

  @Test func aRemovedDocumentIsNotPublished() throws {
    let deposit = try Inbox(test.container).deposit()
    let kept = try deposit.add("kept".utf8, as: "kept")
    try deposit.remove(deposit.add("gone".utf8, as: "gone"))
    try deposit.add("forgotten".utf8, as: "forgotten")
    try deposit.removeAll(except: [kept])
    _ = try deposit.publish()
    #expect(try test.tree("AppGroup/Inbox").entries.values.first == ["kept": "kept"])
  }

  @Test func theSourceIsRecordedAsFarAsTheVolumeAllows() throws {
    let deposit = try Inbox(test.container).deposit()
    let one = try deposit.add("1".utf8, as: "one")
    try deposit.note(whereFrom: ["https://example.com"], title: "Example", on: one)
    let other = try deposit.add("2".utf8, as: "other")
    try deposit.note(
      whereFrom: ["https://example.com/" + String(repeating: "x", count: 1 << 20)], title: nil, on: other)
    _ = try deposit.publish()
    let parcel = try #require(try test.tree("AppGroup/Inbox").entries.values.first)
    #expect(
      parcel.entries["one"]?.attributes.keys.sorted()
        == [Provenance.titleAttribute, Provenance.attribute].sorted())
    let site = parcel.entries["other"]?.attributes[Provenance.attribute].map(Provenance.decode)
    #expect(site == ["https://example.com/"])
  }

  @Test(arguments: [("x", 20), ("ก", 700), ("ก", 2_000), ("👩🏽‍🚒", 300)])
  func aRestoredBackupHasWhatIsNotedOnADocument(letter: String, count: Int) throws {
    let comment = String(repeating: letter, count: count)
    let signed = "https://files.example.com/a/picture.jpg?signature=" + String(repeating: "s", count: 1_400)
    let deposit = try Inbox(test.container).deposit()
    let name = try deposit.add("1".utf8, as: "one.txt")
    let lost = try deposit.note(
      whereFrom: [signed, "https://example.com/page"], title: String(repeating: letter, count: 400),
      comment: comment, on: name)
    let isWhole = !lost.contains(comment)
    #expect(isWhole == (count == 20) && lost.contains(signed))
    #expect(try deposit.publish(to: Destination(DocumentPath(), keepingCopies: true)) == nil)
    try test.drain()
    let documents = Documents(test.container)
    for name in ["Red", "Work", "Überweisungen"] {
      _ = try documents.set(#require(DocumentTag(named: name)), of: documents.info(of: "one.txt"), to: true)
    }
    let before = try documents.info(of: "one.txt")
    _ = try documents.trash("one.txt", expecting: before.file)
    let origin = try documents.trashInfo(of: DocumentPath(["one.txt"], in: .trash))
    try Backup.restore(test.path(of: "AppGroup"))
    #expect(try documents.trashInfo(of: DocumentPath(["one.txt"], in: .trash)) == origin)
    let file = try test.container.open(.trash)["one.txt"].status().file
    _ = try documents.putBack(DocumentPath(["one.txt"], in: .trash), expecting: file)
    let after = try documents.info(of: "one.txt")
    #expect(after.item == before.item && after.item != nil)
    #expect(after.file != before.file)
    #expect(after.tags == before.tags && after.added == before.added)
    #expect(after.whereFrom.first?.hasPrefix("https://files.example.com/") == true)
    let kept = try #require(after.comment)
    #expect(isWhole ? kept == comment : comment.hasPrefix(kept.dropLast()) && kept.hasSuffix("…"))
  }

  /// The user's words stand before those that came with it, and its other attributes stay.
  @Test func whatTheUserSaysOfAShareIsNotedOnEachOfItsDocuments() throws {
    let deposit = try Inbox(test.container).deposit()
    let one = try deposit.add("1".utf8, as: "one.txt")
    try deposit.note(whereFrom: ["https://example.com/"], title: "One", comment: "From Ada", on: one)
    _ = try deposit.note(
      [#require(DocumentTag(named: "Old"))], comment: "")
    _ = try deposit.add("2".utf8, as: "two.txt")
    let tags = try ["Red", "Old"].map { try #require(DocumentTag(named: $0)) }
    #expect(try deposit.note(tags, comment: "For the tax").isEmpty)
    #expect(try deposit.publish() == nil)
    try test.drain()
    let documents = Documents(test.container)
    let (first, second) = (try documents.info(of: "one.txt"), try documents.info(of: "two.txt"))
    #expect(first.comment == "For the tax\n\nFrom Ada" && second.comment == "For the tax")
    #expect(first.tags?.map(\.name) == ["Old", "Red"] && second.tags?.map(\.name) == ["Red", "Old"])
    #expect(first.whereFrom == ["https://example.com/"] && first.title == "One")
  }

  /// A backup keeps no attribute of a document that has too many bytes of them: see ``Backup``.
  @Test(arguments: ["x", "ก"])
  func whatTheUserSaysHasTheRoomThatABackupLeaves(letter: String) throws {
    let long = "https://files.example.com/" + String(repeating: "s", count: 600)
    let tags = (0..<8).compactMap { DocumentTag(named: String(repeating: letter, count: 16) + "\($0)") }
    #expect(DocumentTag.fit(tags) && !DocumentTag.fit(tags + tags + tags))
    let comment = String(repeating: letter, count: 600)
    let deposit = try Inbox(test.container).deposit()
    let name = try deposit.add("1".utf8, as: "one.txt")
    #expect(try deposit.note(whereFrom: [long], on: name).isEmpty)
    #expect(try deposit.note(tags, comment: comment) == [comment])
    #expect(try deposit.publish() == nil)
    try test.drain()
    let documents = Documents(test.container)
    _ = try documents.trash("one.txt", expecting: documents.info(of: "one.txt").file)
    try Backup.restore(test.path(of: "AppGroup"))
    let after = try documents.info(of: DocumentPath(["one.txt"], in: .trash))
    #expect(after.tags == tags && after.whereFrom == [long] && after.item != nil)
  }
}

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
    // The attribute is larger than any volume here allows. The document is kept without it.
    try deposit.note(
      whereFrom: ["https://example.com/" + String(repeating: "x", count: 1 << 20)], title: nil, on: other)
    _ = try deposit.publish()
    let parcel = try #require(try test.tree("AppGroup/Inbox").entries.values.first)
    #expect(
      parcel.entries["one"]?.attributes.keys.sorted()
        == [Provenance.titleAttribute, Provenance.attribute].sorted())
    #expect(parcel.entries["other"] == "2")
  }
}

import Foundation
import Testing

@testable import IntrayCore

/// Arrivals, from the attributes of documents.
@Suite(.inContainer) struct DocumentArrivalTests {
  let test = TestContainer.current

  private func share(_ name: String, from page: [String] = []) throws {
    let deposit = try Inbox(test.container).deposit()
    try deposit.note(whereFrom: page, on: deposit.add(name.utf8, as: DocumentName(name)))
    _ = try deposit.publish()
    try test.drain()
  }

  private var soon: FileTime { FileTime(seconds: FileTime.now.seconds + 1) }

  @Test func anArrivalIsFoundWithItsTimeAndPage() async throws {
    let before = FileTime.now
    try share("a.txt", from: ["https://a.example/x", "https://b.example/"])
    try test.put("not by a parcel", at: "AppGroup/Documents/b.txt")
    let found = try await test.arrivals()
    #expect(found.map(\.path.description) == ["a.txt"])
    #expect(found.first?.source == "b.example")
    let time = try #require(found.first?.added)
    #expect(before <= time && time <= soon)
  }

  @Test func aDuplicateIsNeitherAnArrivalNorAConflictCopyAndKeepsItsCommentAndTags() async throws {
    try share("a.txt", from: ["https://a.example/x"])
    let documents = Documents(test.container)
    let (comment, tags) = (PropertyList.encode("For Sunday"), PropertyList.encode(["Red"]))
    try documents.change("a.txt", expecting: test.known("a.txt").file) { opened throws(DiskError) in
      try opened.setAttribute(Provenance.commentAttribute, comment)
      try opened.setAttribute(ItemAttribute.tags, tags)
      try opened.setAttribute(ItemAttribute.conflict, ItemID.random().bytes)
    }
    #expect(try documents.duplicate("a.txt", copier: Copier()) == "a 2.txt")
    let folder = try test.folder("AppGroup/Documents")
    #expect(try folder["a 2.txt"].attribute(Provenance.commentAttribute) == comment)
    #expect(try folder["a 2.txt"].attribute(ItemAttribute.tags) == tags)
    for name in [ItemAttribute.conflict, ItemAttribute.arrival] {
      #expect(try folder["a 2.txt"].attribute(name) == nil)
    }
    #expect(try await test.arrivals().map(\.path.description) == ["a.txt"])
  }

  @Test func aRenamedDocumentKeepsTheTimeOfItsArrival() async throws {
    try share("a.txt")
    let arrived = try await test.arrivals().map(\.added)
    let file = try test.known("a.txt").file
    _ = try Documents(test.container).move("a.txt", expecting: file, to: "", as: "b.txt")
    let found = try await test.arrivals()
    #expect(found.map(\.path.description) == ["b.txt"] && found.map(\.added) == arrived)
  }

  @Test func aVolumeThatRefusesOtherAttributesStillTakesTheDocument() async throws {
    let disk = test.disk.failing(
      Fuse(at: 2, of: .setAttribute, isLasting: true), with: DiskError(.unsupported, at: ""))
    let deposit = try Inbox(test.container(on: disk)).deposit()
    try deposit.add("a".utf8, as: "a.txt")
    _ = try deposit.publish()
    #expect(try test.drain().arrivals(of: "a.txt") == ["a.txt"])
    #expect(try await test.arrivals().isEmpty)
  }
}

import Foundation
import Testing

@testable import IntrayCore

/// The folder into which documents of one kind and site go.
@Suite(.inContainer) struct LikenessTests {
  let test = TestContainer.current

  /// A document that came from a site at a moment.
  private func saved(_ seconds: Int64, from site: String) -> Tree {
    let record = ArrivalRecord(time: FileTime(seconds: seconds), share: nil)
    let places = PropertyList.encode(["https://\(site)/\(seconds)"])
    return .file("\(seconds)").attribute(ItemAttribute.arrival, record.bytes)
      .attribute(Provenance.attribute, places)
  }

  private var usualFolders: [String: String] {
    get async throws {
      let index = DocumentIndex(test.container, clock: .patient) { _ in false }
      try await index.update()
      let found = await index.usualFolders.map { ($0.fileExtension + " " + $0.site, $1.description) }
      return Dictionary(uniqueKeysWithValues: found)
    }
  }

  @Test func theFolderIsThatOfTheLastThreeThatAreInOne() async throws {
    let bank = "bank.example"
    try test.put([
      "new.pdf": saved(9, from: bank),
      "Bills": [
        "1.pdf": saved(3, from: bank), "2.PDF": saved(4, from: bank), "3.pdf": saved(5, from: bank),
        "a.jpg": saved(3, from: bank), "b.jpg": saved(4, from: bank), "c.pdf": saved(4, from: "shop.example"),
      ],
      // Long ago the user had another folder for them.
      "Old": ["0.pdf": saved(1, from: bank), "1.pdf": saved(2, from: bank), "c.jpg": saved(2, from: bank)],
      "none": ["a.pdf": "a", "b.pdf": "b", "c.pdf": "c"],
    ])
    #expect(try await usualFolders == [".pdf \(bank)": "Bills"])
    try test.put(["6.pdf": saved(6, from: bank)], at: "AppGroup/Documents/Other")
    #expect(try await usualFolders == [:])
    for number in [7, 8] as [Int64] {
      try test.put(saved(number, from: bank), at: "AppGroup/Documents/Other/\(number).pdf")
    }
    #expect(try await usualFolders == [".pdf \(bank)": "Other"])
    _ = try Documents(test.container).trash(
      "Other/8.pdf", expecting: Documents(test.container).info(of: "Other/8.pdf").file)
    #expect(try await usualFolders == [:])
  }

  @Test func aShareHasALikenessIfAllOfItHas() throws {
    let deposit = try Inbox(test.container).deposit()
    let site = ["https://cdn.example/a", "https://bank.example/page"]
    try deposit.note(whereFrom: site, on: deposit.add("1".utf8, as: "one.pdf"))
    let likeness = try #require(try deposit.likeness())
    #expect(likeness.site == "bank.example" && likeness.fileExtension == ".pdf")
    try deposit.note(whereFrom: site, on: deposit.add("2".utf8, as: "two.PDF"))
    #expect(try deposit.likeness() == likeness)
    _ = try deposit.add("3".utf8, as: "three.pdf")
    #expect(try deposit.likeness() == nil)
    try deposit.discard()
  }
}

import Foundation
import Testing

@testable import IntrayCore

/// Anchors and pages: what is whole and of this life is answered exactly, everything else has expired.
@Suite(.inContainer) struct CatalogueAnchorTests {
  let fixture: CatalogueFixture

  init() throws { fixture = try CatalogueFixture(.current) }

  @Test("An anchor and a page token have the documented sizes, and are read back as they were written")
  func sizes() throws {
    let stamp = HistoryStamp(sequence: .max, random: .min)
    let anchor = SyncAnchor(epoch: .min, sequence: .max, deletions: 5, given: stamp)
    #expect(anchor.bytes.count == 49)
    #expect(SyncAnchor(anchor.bytes) == anchor)
    let page = PageToken(epoch: 1, given: stamp, folder: .max, number: .max)
    #expect(page.bytes.count == 49)
    #expect(PageToken(page.bytes) == page)
  }

  @Test("Anchors that are random, truncated, flipped or of the future have expired")
  func garbled() throws {
    var random = Seeded(7)
    var anchors: [SyncAnchor] = []
    for number in 0..<8 {
      try fixture.write("\(number).txt")
      if number > 3 { try fixture.remove("\(number - 3).txt") }
      try fixture.scan()
      anchors.append(try fixture.anchor())
    }
    let listing = try fixture.everything()
    for _ in 0..<3_000 {
      let anchor = try #require(anchors.randomElement(using: &random))
      let bytes = Self.garble(anchor, &random)
      guard let read = SyncAnchor(bytes) else { continue }
      let known = anchors.contains(read)
      do {
        let changes = try fixture.catalogue.changes(since: read, limit: 100)
        #expect(known, "\(bytes) was taken for an anchor")
        #expect(changes.updated.allSatisfy { listing[$0.id] == $0 })
      } catch CatalogueError.expired {
        #expect(!known)
      }
    }
  }

  /// Some way in which an anchor may come to harm.
  private static func garble(_ anchor: SyncAnchor, _ random: inout Seeded) -> [UInt8] {
    var bytes = anchor.bytes
    switch Int.random(in: 0..<7, using: &random) {
    case 0:
      bytes = (0..<Int.random(in: 0..<80, using: &random)).map { _ in .random(in: 0...255, using: &random) }
    case 1: bytes = Array(bytes.prefix(Int.random(in: 0..<bytes.count, using: &random)))
    case 2:
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 3: bytes += [0]
    // The checksum is right, and what it covers is not.
    case 4:
      bytes =
        SyncAnchor(
          epoch: anchor.epoch, sequence: anchor.sequence + .random(in: 1..<1000, using: &random),
          deletions: anchor.deletions, given: anchor.given
        ).bytes
    case 5:
      let given = HistoryStamp(
        sequence: anchor.given.sequence &+ .random(in: -3...3, using: &random),
        random: .random(in: .min ... .max, using: &random))
      bytes =
        SyncAnchor(
          epoch: anchor.epoch, sequence: anchor.sequence, deletions: anchor.deletions, given: given
        ).bytes
    default:
      bytes =
        SyncAnchor(
          epoch: .random(in: .min ... .max, using: &random), sequence: anchor.sequence,
          deletions: anchor.deletions, given: anchor.given
        ).bytes
    }
    return bytes
  }

  @Test("Pages that are garbled, of another folder, listing or epoch have expired")
  func garbledPages() throws {
    for number in 0..<10 { try fixture.write("box/\(number).txt") }
    try fixture.write("other/a.txt")
    try fixture.scan()
    let (box, other) = try (fixture.id("box"), fixture.id("other"))
    let page = try #require(try fixture.catalogue.children(of: box, page: nil, limit: 3).next)
    #expect(throws: CatalogueError.expired) {
      try fixture.catalogue.children(of: other, page: page, limit: 3)
    }
    #expect(throws: CatalogueError.expired) { try fixture.catalogue.everything(page: page, limit: 3) }
    var random = Seeded(3)
    for _ in 0..<2_000 {
      var bytes = page.bytes
      bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
      #expect(PageToken(bytes) == nil)
      #expect(
        PageToken(Array(page.bytes.prefix(Int.random(in: 0..<page.bytes.count, using: &random)))) == nil)
    }
  }

  @Test("Items that appear or disappear during a listing move no other item between pages")
  func pagesWhileChanging() throws {
    for number in 10..<40 { try fixture.write("box/\(number).txt") }
    try fixture.scan()
    let box = try fixture.id("box")
    let before = try fixture.catalogue.currentAnchor()
    var told: Set<FileName> = []
    var page: PageToken?
    var round = 0
    repeat {
      let listing = try fixture.catalogue.children(of: box, page: page, limit: 5)
      told.formUnion(listing.items.map(\.name))
      page = listing.next
      round += 1
      try fixture.write("box/00\(round).txt")
      try fixture.remove("box/\(9 + round).txt")
      try fixture.scan()
    } while page != nil
    #expect((20..<40).allSatisfy { told.contains(FileName("\($0).txt")) })
    #expect(try fixture.changes(since: before).updated.map(\.name).contains("001.txt"))
  }

  @Test("After a listing everything comes as a change, until the system sends an anchor")
  func anchorOfAListing() throws {
    for number in 0..<10 { try fixture.write("\(number).txt") }
    try fixture.scan()
    let first = try fixture.catalogue.everything(page: nil, limit: 4)
    try fixture.write("0.txt", "changed")
    try fixture.write("new.txt")
    try fixture.scan()
    var page = first.next
    while let next = page { page = try fixture.catalogue.everything(page: next, limit: 4).next }
    let anchor = try fixture.catalogue.firstAnchor()
    let changes = try fixture.changes(since: anchor, limit: 3)
    #expect(Set(changes.updated.map(\.name)).count == 11)
    try fixture.catalogue.confirm(changes.anchor)
    // The process that was asked may be gone.
    try fixture.reopen()
    #expect(try fixture.catalogue.currentAnchor().sequence == changes.anchor.sequence)
    #expect(try fixture.catalogue.firstAnchor() == anchor)
    _ = try fixture.catalogue.everything(page: nil, limit: 4)
    #expect(try fixture.catalogue.currentAnchor().sequence == 0)
  }

  @Test("A system that never listed gets every item as a change")
  func anchorWithoutAListing() throws {
    for number in 0..<10 { try fixture.write("\(number).txt") }
    try fixture.scan()
    let anchor = try fixture.catalogue.currentAnchor()
    #expect(try fixture.changes(since: anchor, limit: 3).updated.count == 10)
  }
}

import Foundation
import Testing

@testable import IntrayCore

/// Edits that try not to be seen, and the ways in which editors save.
@Suite struct CatalogueEditTests {
  @Test(
    "A scan misses no edit: same size, same tick, mapped memory, exchange, during a scan",
    arguments: [false, true], [false, true])
  func hiddenEdits(isCoarse: Bool, isRacing: Bool) throws {
    #expect(try EditTrial.run(seed: 11, documents: 20, isCoarse: isCoarse, isRacing: isRacing) == 200)
  }

  /// Writes the new contents beside the document, with the attributes of the document, as `FileManager.replaceItemAt` does.
  private static let writeBeside: @Sendable (CatalogueFixture) throws -> Void = { fixture in
    let id = try fixture.identity("a.txt")?.id
    try fixture.write("a.tmp", "new contents")
    if let id { try fixture.writeIdentity("a.tmp", as: id) }
  }

  /// The ways in which editors save, each a list of steps after any of which the editor may die.
  private static let waysToSave: [String: [@Sendable (CatalogueFixture) throws -> Void]] = [
    "in place": [{ try $0.write("a.txt", "new contents") }],
    "truncate and write": [{ try $0.write("a.txt", "") }, { try $0.write("a.txt", "new contents") }],
    "rename over": [writeBeside, { try $0.move("a.tmp", "a.txt") }],
    "backup and rename": [
      writeBeside, { try $0.move("a.txt", "a.bak") },
      { try $0.move("a.tmp", "a.txt") }, { try $0.remove("a.bak") },
    ],
    "exchange": [
      writeBeside, { try $0.exchange("a.tmp", "a.txt") },
      { try $0.remove("a.tmp") },
    ],
  ]

  @Test(
    "Every way of saving keeps the document and gives it one new content version",
    arguments: waysToSave.keys.sorted())
  func saves(_ name: String) throws {
    let steps = try #require(Self.waysToSave[name])
    // Once as a whole, and once for each step after which the editor dies and the catalogue scans.
    for dies in 1...steps.count {
      try withFixture { fixture in
        try fixture.write("a.txt", "old")
        try fixture.scan()
        let before = try #require(try fixture.item("a.txt"))
        for step in steps.prefix(dies) { try step(fixture) }
        try fixture.scan()
        guard let after = try fixture.item("a.txt") else {
          // The editor moved it aside, and died before it made it again.
          return #expect(dies < steps.count)
        }
        let isOld = try String(contentsOfFile: fixture.place("a.txt"), encoding: .utf8) == "old"
        // As long as the old file is there under another name, that one is the document.
        let keepsOld = ["backup and rename", "exchange"].contains(name)
        if dies == steps.count || !keepsOld || isOld {
          #expect(after.id == before.id, "\(name), step \(dies)")
          #expect((after.contentVersion == before.contentVersion) == isOld, "\(name), step \(dies)")
        }
        try fixture.scan()
        #expect(try fixture.item("a.txt") == after)
      }
    }
  }

  @Test func aFileWithoutAnIdentityIsANewItemWhateverItsName() throws {
    try withFixture { fixture in
      try fixture.write("a.txt", "old")
      try fixture.scan()
      let (before, anchor) = try (fixture.id("a.txt"), fixture.anchor())
      try fixture.remove("a.txt")
      try fixture.write("a.txt", "new contents")
      try fixture.scan()
      let after = try fixture.id("a.txt")
      #expect(after != before)
      let changes = try fixture.changes(since: anchor)
      #expect(changes.updated.map(\.id) == [after] && changes.deleted == [before])
    }
  }
}

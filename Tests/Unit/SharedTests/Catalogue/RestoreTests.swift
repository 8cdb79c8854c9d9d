import Foundation
import Testing

@testable import IntrayCore

/// A device that is set up from a backup: see `Backup`.
@Suite(.inContainer) struct RestoreTests {
  let fixture: CatalogueFixture

  init() throws { fixture = try CatalogueFixture(TestContainer.current) }

  /// Restores the documents, and the catalogue as it is or none.
  private func restore(withCatalogue: Bool) throws {
    fixture.quit()
    if !withCatalogue { try fixture.removeStore() }
    try Backup.restore(fixture.test.path(of: "AppGroup"))
  }

  /// Gives a document so many attributes of another app that a backup keeps none.
  private func overload(_ path: String) throws {
    try fixture.setAttribute(path, "com.example.large", [UInt8](repeating: 1, count: 2_000))
  }

  @Test(arguments: [true, false])
  func identifiersAndContentVersionsAreThoseOfBefore(withCatalogue: Bool) throws {
    for path in ["a.txt", "f/b.txt", "f/g/c.txt", "f/heavy.txt", "empty"] {
      try fixture.write(path, path == "empty" ? "" : path)
    }
    try fixture.scan()
    // A folder keeps its own attributes when a document in it is too heavy.
    try overload("f/heavy.txt")
    try fixture.scan()
    let before = try fixture.everything()
    try restore(withCatalogue: withCatalogue)
    try fixture.scan()
    let after = try fixture.everything()
    #expect(after.count == before.count)
    for item in after.values where withCatalogue || item.name != "heavy.txt" {
      let known = try #require(before[item.id], "\(item.name)")
      #expect(known.contentVersion == item.contentVersion && known.parent == item.parent, "\(item.name)")
    }
    // What was sealed anew is found by the identity alone.
    try fixture.removeStore()
    try fixture.scan()
    let again = try fixture.everything()
    #expect(again.mapValues(\.contentVersion) == after.mapValues(\.contentVersion))
  }

  @Test(arguments: ["larger contents", "same"])
  func whatIsAnotherStateHasAnotherContentVersion(contents: String) throws {
    for path in ["a.txt", "heavy.txt"] { try fixture.write(path, "text") }
    try fixture.scan()
    try overload("heavy.txt")
    try fixture.scan()
    let (light, heavy) = (
      try #require(try fixture.item("a.txt")), try #require(try fixture.item("heavy.txt"))
    )
    try restore(withCatalogue: true)
    // Before the app was opened: of the same length it has another date, with parts of a second.
    for path in ["a.txt", "heavy.txt"] {
      try fixture.write(path, contents)
      if contents == "same" {
        let time = FileTime(seconds: light.modified.seconds, nanoseconds: 1 + light.modified.nanoseconds)
        try fixture.setModified(path, time)
      }
    }
    try fixture.scan()
    let now = try #require(try fixture.item("a.txt"))
    #expect(now.id == light.id && now.contentVersion != light.contentVersion)
    #expect(try fixture.id("heavy.txt") != heavy.id, "nothing tells which document it was")
  }

  @Test func aDocumentWithoutIdentityIsNotTakenForOneThatIsElsewhere() throws {
    for path in ["a.txt", "f/a.txt"] { try fixture.write(path, "text") }
    try fixture.scan()
    let ids = try fixture.paths()
    try restore(withCatalogue: true)
    // Moved, with their identities, before the first scan; others of their size and date are at their old places.
    for (path, place) in [("f/a.txt", "y.txt"), ("a.txt", "z.txt")] {
      try fixture.move(path, place)
      try fixture.write(path, "text")
      try fixture.setModified(path, FileTime(seconds: fixture.status(place).modified.seconds))
    }
    try fixture.scan()
    #expect(try fixture.id("z.txt") == ids["a.txt"] && fixture.id("y.txt") == ids["f/a.txt"])
    #expect(try Set(fixture.paths().values).count == 5)
  }

  @Test func onlyTheFirstScanOfAStoreTakesWholeSecondsForTheSameContents() throws {
    try fixture.write("a.txt", "text")
    try fixture.scan()
    let before = try #require(try fixture.item("a.txt"))
    try fixture.write("a.txt", "same")
    try fixture.setModified("a.txt", FileTime(seconds: before.modified.seconds))
    try fixture.scan()
    #expect(try fixture.item("a.txt")?.contentVersion != before.contentVersion)
  }
}

import Foundation
import IntrayCore

/// A folder in which a little of everything has happened since the last scan, and what the next one must find,
/// however the one in between failed.
public struct ScanScenario: Sendable {
  private let ids: [String: ItemID]
  private let anchor: SyncAnchor
  private let version: Int64?

  /// Makes it: a scan of everything lies behind, and the changes before.
  public init(_ fixture: CatalogueFixture) throws {
    try fixture.test.put([:], at: "AppGroup/Trash")
    for path in ["a", "b", "c", "one/d", "one/e", "two/three/f"] { try fixture.write(path, path) }
    try fixture.scan()
    ids = try fixture.paths()
    anchor = try fixture.anchor()
    version = try fixture.item("c")?.contentVersion
    try fixture.move("a", "one/a")
    try fixture.remove("b")
    // Saved as a new file, which takes the attributes of the old one over.
    try fixture.write("c.tmp", "longer")
    try fixture.writeIdentity("c.tmp", as: fixture.id("c"))
    try fixture.move("c.tmp", "c")
    try fixture.exchange("one/d", "one/e")
    try fixture.move("two/three", "../Trash/three")
    fixture.quit()
  }

  /// Scans, and compares the catalogue with the changes that were made.
  ///
  /// - Parameter mayBeLost: whether the catalogue may have been lost: then what was asked before has expired.
  public func check(_ fixture: CatalogueFixture, mayBeLost: Bool = false) throws {
    try fixture.reopen()
    try fixture.scan()
    let expected = [
      "one/a": ids["a"], "c": ids["c"], "one": ids["one"], "one/d": ids["one/e"], "one/e": ids["one/d"],
      // Thrown away.
      "two": ids["two"], "three": ids["two/three"], "three/f": ids["two/three/f"],
    ].compactMapValues { $0 }
    let paths = try fixture.paths()
    do {
      let changes = try fixture.changes(since: anchor)
      guard paths == expected else { throw Violation("\(paths) instead of \(expected)") }
      guard try fixture.item("c")?.contentVersion != version else {
        throw Violation("c has not one new version")
      }
      guard changes.deleted == [ids["b"]].compactMap({ $0 }) else {
        throw Violation("\(changes.deleted) were told to be gone")
      }
    } catch CatalogueError.expired {
      guard mayBeLost else { throw Violation("the anchor has expired") }
      guard paths == expected else { throw Violation("\(paths) instead of \(expected)") }
    }
  }
}

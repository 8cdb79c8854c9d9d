import Foundation
import Shared

/// A folder in which a little of everything has happened since the last scan, and what the next one must find,
/// whatever befell the one in between.
public struct ScanScenario: Sendable {
  private let ids: [String: ItemID]
  private let anchor: Anchor
  private let version: Int64?

  /// Makes it: a scan of everything lies behind, and the changes before.
  public init(_ desk: Study) throws {
    try desk.house.put(.folder(), at: "AppGroup/Trash")
    for path in ["a", "b", "c", "one/d", "one/e", "two/three/f"] { try desk.write(path, path) }
    try desk.scan()
    ids = try desk.paths()
    anchor = try desk.anchor()
    version = try desk.item("c")?.contentVersion
    try desk.move("a", "one/a")
    try desk.remove("b")
    try desk.write("c.tmp", "longer")
    try desk.move("c.tmp", "c")
    try desk.exchange("one/d", "one/e")
    try desk.move("two/three", "../Trash/three")
    desk.quit()
  }

  /// Scans, and compares what is known with what was done.
  ///
  /// - Parameter mayBeLost: whether the catalogue may have been lost: then what was asked before has expired.
  public func check(_ desk: Study, mayBeLost: Bool = false) throws {
    try desk.reopen()
    try desk.scan()
    let expected = [
      "one/a": ids["a"], "c": ids["c"], "one": ids["one"], "one/d": ids["one/e"], "one/e": ids["one/d"],
      "two": ids["two"],
    ].compactMapValues { $0 }
    let paths = try desk.paths()
    do {
      let changes = try desk.changes(since: anchor)
      guard paths == expected else { throw Violation("\(paths) instead of \(expected)") }
      guard try desk.item("c")?.contentVersion != version else {
        throw Violation("c has not one new version")
      }
      let gone = Set([ids["b"], ids["two/three"], ids["two/three/f"]].compactMap { $0 })
      guard Set(changes.deleted) == gone else { throw Violation("\(changes.deleted) were told to be gone") }
    } catch CatalogueError.expired {
      guard mayBeLost else { throw Violation("the anchor has expired") }
      // What was saved through a new file between the loss and the scan carries no identity.
      guard paths.filter({ $0.key != "c" }) == expected.filter({ $0.key != "c" }), paths["c"] != nil else {
        throw Violation("\(paths) instead of \(expected)")
      }
    }
  }
}

import Foundation
import Glibc
import Shared

/// A folder of 100,000 documents on screen: the first screens, further ones, a search.
struct BrowseBench {
  let path: String
  let rounds: Int
  let tell: (Row, Bar?) -> Void

  private static let folder = DocumentPath(["folder 0"])
  /// As many rows as the screen asks for at once.
  private static let page = 200

  private static let queries = [
    ("the first \(page)", DocumentQuery(folder: folder, limit: page)),
    ("the first \(page), newest first", DocumentQuery(folder: folder, order: .date, limit: page)),
    ("scrolled by ten screens", DocumentQuery(folder: folder, limit: 11 * page)),
    ("a search", DocumentQuery(text: "99", limit: page)),
  ]

  /// The work of a process of its own, which prints the memory it took, in kilobytes.
  static func work(_ path: String) throws {
    let before = try peakMemory()
    for (_, query) in queries { _ = try Documents(Container(path: path)).find(query) }
    print(try peakMemory() - before)
  }

  func run() throws {
    let shelf = try DocumentTree(folders: 1, documents: 100_000, at: path + "/shelf")
    defer { shelf.remove() }
    for (what, query) in Self.queries {
      let (ours, walk, ratio) = try compare(rounds) {
        try seconds { _ = try Documents(shelf.container).find(query) }
      } and: {
        try seconds { try shelf.walk() }
      }
      tell(
        Row(
          what: "a folder of 100,000 on screen: \(what), tmpfs", ours: ours.text() + " s",
          other: "walk with stats: \(walk.text()) s", ratio: ratio.text("%.2f"), wanted: "reported"), nil)
    }
    let answer = try execute([Program.path, "browse-memory", shelf.path + "/AppGroup"])
    let kilobytes = Double(answer.trimmingCharacters(in: .whitespacesAndNewlines)) ?? .infinity
    tell(
      Row(
        what: "a folder of 100,000 on screen: memory of all that",
        ours: String(format: "%.1f MB", kilobytes / 1_024), other: "–", ratio: "–", wanted: "reported"), nil)
  }
}

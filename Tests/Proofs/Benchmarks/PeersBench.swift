import Foundation
import Glibc
import IntrayCore

/// What came with one share, until a list on screen shows all of it, beside the ways in which other apps take files in. They are
/// written from published descriptions, without the access by `NSFileCoordinator` that some of them ask for: Linux has none, so
/// they are measured kinder than they are. Each of them may overwrite a document when two run at the same moment.
struct PeersBench {
  let path: String
  let rounds: Int
  let tell: (Row) -> Void

  private static let documents = 300

  /// What others do with each file, after they have asked whether its name is taken, counted up until one is not, and moved it.
  private enum Way: String, CaseIterable {
    /// The recipe of the books.
    case once = "look, move; list and sort at the end"
    /// So that each is in the list as soon as it is there.
    case listing = "look, move, list the folder, one file at a time"
    /// The folder is followed, and every event reads it again with the dates and sizes that the rows show.
    case event = "look, move; list and sort at each event"
  }

  func run() throws {
    for way in Way.allCases {
      let result = try compare(rounds) {
        let room = try make()
        return try seconds {
          try room.drain()
          let index = DocumentIndex(room.container) { _ in false }
          try wait {
            try await index.update()
            return try await index.list(DocumentQuery(limit: 200))
          }
        }
      } and: {
        let room = try make()
        return try seconds { try take(room, way) }
      }
      tell(
        Row(
          "\(Self.documents.formatted()) documents of one share, until a list shows them", result,
          against: way.rawValue, wanted: way == .once ? "at most 1" : "less than 1"))
    }
    try BenchContainer.clear(path + "/room")
  }

  private func make() throws -> BenchContainer {
    try BenchContainer(waiting: Self.documents, in: path)
  }

  private func take(_ room: BenchContainer, _ way: Way) throws {
    let documents = URL(fileURLWithPath: room.path + "/Documents")
    try room.moveByLooking {
      switch way {
      case .once: break
      case .listing: _ = try FileManager.default.contentsOfDirectory(atPath: documents.path)
      case .event: _ = try Self.rows(of: documents)
      }
    }
    if way != .event { _ = try Self.rows(of: documents) }
  }

  /// The rows of a list: the names in the user's order, with dates and sizes.
  private static func rows(of folder: URL) throws -> [(name: String, date: Date?, size: Int?)] {
    let keys: Set<URLResourceKey> = [.contentModificationDateKey, .fileSizeKey]
    let found = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: Array(keys))
    let rows = try found.map { file in
      let values = try file.resourceValues(forKeys: keys)
      return (file.lastPathComponent, values.contentModificationDate, values.fileSize)
    }
    return rows.sorted { $0.0.localizedStandardCompare($1.0) == .orderedAscending }
  }
}

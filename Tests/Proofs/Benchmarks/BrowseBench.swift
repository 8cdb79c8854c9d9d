import Foundation
import Glibc
import IntrayCore

/// The index of the documents on screen, used and brought up to date.
struct BrowseBench {
  let path: String
  let rounds: Int
  let tell: (Row) -> Void

  /// As many rows as the screen asks for at once.
  private static let page = 200
  private static let folder = DocumentPath(["folder 0"])

  private func withIndex(
    of documents: Int, in folders: Int, _ body: (DocumentTree, DocumentIndex) throws -> Void
  ) throws {
    let tree = try DocumentTree(
      folders: folders, documents: documents / folders, at: path + "/shelf", hasArrived: true)
    defer { tree.remove() }
    let index = DocumentIndex(Container(path: tree.path + "/AppGroup")) { _ in false }
    try wait { try await index.update() }
    try body(tree, index)
  }

  /// A document arrives in a folder that is on screen, against a listing of that folder with stats.
  func arrival() throws {
    for (documents, goal) in [(100, 4), (100_000, 0.05)] {
      try withIndex(of: documents, in: 1) { tree, index in
        let first = DocumentQuery(folder: Self.folder, limit: Self.page)
        let result = try compare(rounds * 3) {
          let path = Self.folder.appending(try tree.arrive(in: "folder 0"))
          let time = try seconds {
            try wait {
              guard await index.add([path]) else { throw Failure("\(path) did not arrive") }
              return try await index.list(first)
            }
          }
          // As the app does behind it.
          try wait { try await index.look(at: Self.folder) }
          try wait { _ = try await index.list(first) }
          return time
        } and: {
          try seconds { try tree.walk(below: "folder 0") }
        }
        tell(
          Row(
            "one arrival in a folder of \(documents), tmpfs", result, against: "its listing with stats",
            wanted: "at most \(goal)", in: "ms", times: 1_000))
      }
    }
  }

  /// A word that was not searched for before, against a walk with stats.
  func search() throws {
    for documents in [10_000, 100_000] {
      try withIndex(of: documents, in: 100) { tree, index in
        let result = try compare(rounds * 3) {
          // Another word each time: the answer to the same one is kept.
          let query = DocumentQuery(text: "\(Int.random(in: 100..<999))", limit: Self.page)
          return try seconds { try wait { try await index.list(query) } }
        } and: {
          try seconds { try tree.walk() }
        }
        tell(
          Row(
            what: "search in the names of \(documents) documents",
            ours: "\(result.ours.text("%.1f", times: 1_000)) ms",
            other: "walk with stats, ratio \(result.ratio.text("%.3f")): "
              + "\(result.other.text("%.1f", times: 1_000)) ms",
            wanted: "at most 20 ms"))
      }
    }
  }
}

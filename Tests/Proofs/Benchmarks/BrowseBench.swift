import Foundation
import Glibc
import IntrayCore

/// The index of 100,000 documents, in one folder and in a thousand: built, used, and brought up to date.
struct BrowseBench {
  let path: String
  let rounds: Int
  let tell: (Row) -> Void

  private static let documents = 100_000
  /// As many rows as the screen asks for at once.
  private static let page = 200

  private struct Shape {
    let folders: Int
    var name: String { folders == 1 ? "in one folder" : "in 1,000 folders" }
  }

  private static func index(_ path: String) -> DocumentIndex {
    DocumentIndex(Container(path: path)) { _ in false }
  }

  /// The work of a process of its own, which prints the memory it took, in kilobytes.
  static func work(_ path: String) async throws {
    let before = try peakMemory()
    let index = index(path)
    try await index.update()
    _ = try await index.list(DocumentQuery(folder: DocumentPath(["folder 0"]), limit: page))
    _ = try await index.list(DocumentQuery(scope: .recents, order: .added, range: 0..<page))
    _ = try await index.list(DocumentQuery(text: "99", limit: page))
    print(try peakMemory() - before)
  }

  func run() throws {
    for shape in [Shape(folders: 1), Shape(folders: 1_000)] { try run(shape) }
  }

  private func run(_ shape: Shape) throws {
    let tree = try DocumentTree(
      folders: shape.folders, documents: Self.documents / shape.folders, at: path + "/shelf", hasArrived: true
    )
    defer { tree.remove() }
    let group = tree.path + "/AppGroup"
    let folder = DocumentPath(["folder 0"])
    let walk = { try seconds { try tree.walk(lists: true) } }
    try report("activation", shape, "at most 1.3", walk) {
      try seconds { try wait { try await Self.index(group).update() } }
    }
    let index = Self.index(group)
    try wait { try await index.update() }
    let list = { (query: DocumentQuery) in try seconds { try wait { try await index.list(query) } } }
    let first = DocumentQuery(folder: folder, limit: Self.page)
    try report("coming back, nothing changed", shape, "at most 0.05", walk) {
      try seconds { try wait { try await index.update() } }
    }
    try report("a search", shape, "at most 0.2", walk) {
      // Another word each time: the answer to the same one is kept.
      try list(DocumentQuery(text: "\(Int.random(in: 100..<999))", limit: Self.page))
    }
    if shape.folders == 1 {
      let last = DocumentQuery(scope: .folder(folder), range: 499 * Self.page..<500 * Self.page)
      _ = try list(last)
      try report("page 500", shape, "at most 0.01", walk) { try list(last) }
    }
    let listing = { try seconds { try tree.walk(below: "folder 0") } }
    try report(
      "one arrival in a folder of \(Self.documents / shape.folders)", shape,
      "at most \(shape.folders == 1 ? 0.05 : 4)", listing
    ) {
      let path = folder.appending(try tree.arrive(in: "folder 0"))
      let time = try seconds {
        try wait {
          guard await index.add([path]) else { throw Failure("\(path) did not arrive") }
          return try await index.list(first)
        }
      }
      // As the app does behind it.
      try wait { try await index.look(at: folder) }
      _ = try list(first)
      return time
    }
    let kilobytes = try measure(["browse-memory", group])[0]
    tell(
      Row(
        what: "100,000 documents \(shape.name): memory of the index at its peak",
        ours: String(format: "%.0f bytes a document", kilobytes * 1_024 / Double(Self.documents)),
        wanted: "at most 600 bytes"))
  }

  private func report(
    _ what: String, _ shape: Shape, _ wanted: String, _ other: () throws -> Double,
    _ ours: () throws -> Double
  ) throws {
    let (ours, other, _) = try compare(rounds, ours, and: other)
    tell(row(what, shape, wanted, ours, other))
  }

  private func row(_ what: String, _ shape: Shape, _ wanted: String, _ ours: Figures, _ other: Figures) -> Row
  {
    Row(
      what: "100,000 documents \(shape.name): \(what), tmpfs", ours: ours.text("%.4f") + " s",
      other: "the same made bare: \(other.text("%.4f")) s",
      ratio: String(format: "%.3f", ours.median / other.median), wanted: wanted)
  }
}

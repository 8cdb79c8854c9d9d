import Foundation
import Glibc
import Shared

/// Folders that are removed for good, beside `rm -r`: one of many files, and one of many levels.
struct RemoveBench {
  let path: String
  let tell: (Row) -> Void

  private static let ways = [("Empty Trash", "trash"), ("the provider's delete", "provider")]
  private static let shapes = [("200,000 files", "files"), ("2,000 levels", "levels")]
  private static let top = "top"

  /// The work of a process of its own, which prints its seconds and the memory it took, in kilobytes.
  static func work(_ arguments: [String]) throws {
    let (way, path) = (arguments[0], arguments[1])
    let container = Container(path: path + "/AppGroup")
    var time = 0.0
    func measure(_ body: () throws -> Void) throws {
      // From now on the kernel counts the most memory anew: proc_pid_clear_refs(5).
      try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
      let before = try peakMemory()
      time = try seconds(body)
      print(time, try peakMemory() - before)
    }
    if way == "trash" {
      return try measure {
        for result in Documents(container).remove([SeenDocument(DocumentPath([FileName(top)]))]) {
          _ = try result.get()
        }
      }
    }
    let provider = try Provider(container: container, home: path + "/Home")
    try provider.refresh()
    var (page, item): (PageToken?, Item?) = (nil, nil)
    repeat {
      let listing = try provider.everything(page: page, limit: 1_000)
      item = item ?? listing.items.first { $0.name == FileName(top) }
      page = listing.next
    } while page != nil
    // The system comes back with the anchor, and so has everything.
    _ = try provider.changes(since: try provider.currentAnchor(), limit: 1_000)
    guard let item else { throw Failure("the folder is not listed") }
    try measure { try provider.delete(item.id, base: nil, isRecursive: true) }
  }

  func run() throws {
    for (shape, kind) in Self.shapes {
      for (what, way) in Self.ways {
        try make(kind)
        let removed = try seconds { try execute(["rm", "-r", documents + "/" + Self.top]) }
        try make(kind)
        let numbers = try measure(["remove-work", way, path], count: 2)
        guard access(documents + "/" + Self.top, F_OK) != 0 else {
          throw Failure("\(what): it is still there")
        }
        tell(
          Row(
            what: "\(what), \(shape), tmpfs: \(String(format: "%.1f MB", numbers[1] / 1_024))",
            ours: String(format: "%.3f s", numbers[0]), other: String(format: "rm -r: %.3f s", removed),
            ratio: String(format: "%.1f", numbers[0] / removed), wanted: "reported"))
      }
    }
  }

  private var documents: String { path + "/AppGroup/Documents" }

  private func make(_ kind: String) throws {
    try BenchContainer.clear(path)
    for room in ["AppGroup/Documents", "Home"] {
      try FileManager.default.createDirectory(atPath: path + "/" + room, withIntermediateDirectories: true)
    }
    var folder = Glibc.open(documents, O_RDONLY | O_DIRECTORY)
    defer { close(folder) }
    func enter(_ name: String) throws {
      guard mkdirat(folder, name, 0o700) == 0 else { throw Failure("mkdir: errno \(errno)") }
      let next = openat(folder, name, O_RDONLY | O_DIRECTORY)
      close(folder)
      folder = next
    }
    try enter(Self.top)
    if kind == "levels" {
      for _ in 0..<2_000 { try enter("level") }
    } else {
      for number in 0..<200_000 {
        let file = openat(folder, "document \(number)", O_WRONLY | O_CREAT | O_EXCL, 0o600)
        guard file >= 0, close(file) == 0 else { throw Failure("a document cannot be made: errno \(errno)") }
      }
    }
  }
}

import Foundation
import Glibc
import IntrayCore
import UniformTypeIdentifiers

@testable import IntrayIntake

/// How long the share sheet waits for the names of what was shared, once all of it is loaded.
struct NamesBench {
  let path: String
  let rounds: Int
  let tell: (Row) -> Void

  /// The work of a process of its own: names so many things of a kind, and prints the seconds and the memory in kilobytes.
  static func work(_ kind: String, _ count: Int) throws {
    let pieces = (0..<(["link", "text"].contains(kind) ? count : 1)).map { number in
      switch kind {
      case "link":
        StagedItem(link: URL(string: "https://www.example.com/news/\(number)/a-title-\(number)?utm_source=x"))
      case "text":
        StagedItem(text: "Text \(number). With a <b>word</b> and https://example.com/\(number).\nAnd more.")
      default: StagedItem(text: String(repeating: kind, count: count / kind.utf8.count))
      }
    }
    // Expressions are compiled once in a process.
    _ = Composition.documents(of: [
      StagedItem(text: "A <b>first</b> text of https://example.com/a"), StagedItem(text: "b"),
    ])
    let before = try peakMemory()
    var documents = 0
    let time = seconds { documents = Composition.documents(of: pieces).documents.count }
    guard documents == pieces.count else { throw Failure("\(documents) of \(pieces.count) documents") }
    print(time, try peakMemory() - before)
  }

  func run() throws {
    for count in [1, 100] {
      let paths = try photos(count)
      let result = try compare(rounds * 3) {
        try seconds { _ = try Self.names(of: paths) }
      } and: {
        try seconds { for path in paths { _ = try Self.head(of: path) } }
      }
      tell(
        Row(
          "names of \(count) photos", result, against: "the first 4 kB of the files are read",
          wanted: "linear", in: "ms", times: 1_000))
    }
    for (kind, most) in [("text", 0.3), ("link", 0.03)] {
      let (ours, other, ratio) = try compare(
        rounds, { try time(kind, 10_000) }, and: { try time(kind, 1_000) })
      tell(
        Row(
          what: "names of 10,000 \(kind)s, a \(kind); of 1,000: \(other.text("%.3f")) ms, "
            + "ratio \(ratio.text("%.2f"))",
          ours: ours.text("%.3f") + " ms", wanted: "at most \(most) ms, linear"))
    }
    for (name, kind) in [
      ("words", "word "), ("sentences", "A sentence. "), ("lines", "line\n"), ("tags", "<a>"),
      ("umlauts", "ü"),
    ] {
      var (times, memory) = (Figures(), Figures())
      for _ in 0..<rounds {
        let figures = try measure(["names-work", kind, "\(8 << 20)"], count: 2)
        times.add(figures[0] * 1_000)
        memory.add(figures[1] / 1_000)
      }
      tell(
        Row(
          what: "name of one text of 8 MB, \(name)",
          ours: "\(times.text("%.1f")) ms, \(memory.text("%.1f")) MB", wanted: "at most 20 ms and 2 MB"))
    }
  }

  /// The first bytes of a file.
  private static func head(of path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4_096)
    guard file >= 0, read(file, &bytes, bytes.count) == bytes.count else {
      throw Failure("\(path): errno \(errno)")
    }
    return bytes
  }

  /// The documents of photos whose kind their first bytes tell.
  private static func names(of paths: [String]) throws -> [PlannedDocument] {
    let pieces = try paths.enumerated().map { number, path in
      var naming = Naming(suggestedName: "IMG_\(number)", type: .image)
      naming.signature = Signature(Array(try head(of: path).prefix(Signature.length)))
      return StagedItem(
        item: number, file: StagedItem.File(staged: DocumentName("\(number)"), naming: naming))
    }
    let documents = Composition.documents(of: pieces).documents
    guard documents.allSatisfy({ $0.name.text.hasSuffix(".jpg") || $0.name.text.hasSuffix(".jpeg") }) else {
      throw Failure("photos are called \(documents.map(\.name.text))")
    }
    return documents
  }

  /// Files that begin as photos do.
  private func photos(_ count: Int) throws -> [String] {
    try (0..<count).map { number in
      let path = "\(path)/photo \(number)"
      let contents = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(repeating: 1, count: 4_092)
      if !FileManager.default.fileExists(atPath: path) { try contents.write(to: URL(fileURLWithPath: path)) }
      return path
    }
  }

  /// In milliseconds for each of so many things of a kind.
  private func time(_ kind: String, _ count: Int) throws -> Double {
    try measure(["names-work", kind, "\(count)"], count: 2)[0] * 1_000 / Double(count)
  }
}

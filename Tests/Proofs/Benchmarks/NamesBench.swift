import Foundation
import IntrayCore

@testable import IntrayIntake

/// How long the share sheet waits for the names of what was shared, once all of it is loaded.
struct NamesBench {
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
    for (kind, most) in [("text", 0.3), ("link", 0.03)] {
      let (ours, other, ratio) = try compare(
        rounds, { try time(kind, 10_000) }, and: { try time(kind, 1_000) })
      tell(
        Row(
          what: "names of 10,000 \(kind)s, a \(kind)", ours: ours.text("%.4f") + " ms",
          other: "of 1,000: \(other.text("%.4f")) ms", ratio: ratio.text("%.2f"),
          wanted: "at most \(most) ms a \(kind), ratio at most 1.3"))
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

  /// In milliseconds for each of so many things of a kind.
  private func time(_ kind: String, _ count: Int) throws -> Double {
    try measure(["names-work", kind, "\(count)"], count: 2)[0] * 1_000 / Double(count)
  }
}

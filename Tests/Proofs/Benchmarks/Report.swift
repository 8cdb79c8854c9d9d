import Foundation

/// The tables and the chart, as they stand in the repository.
enum Report {
  /// A question's part of the report: when, where and of which commit it was measured, and its table.
  private struct Section {
    var measured: Substring
    var rows: [Row]
  }

  /// Replaces one question's section, and draws the chart of all of them again.
  static func write(_ rows: [Row], about question: Question, to folder: String) throws {
    let file = folder + "/RESULTS.md"
    var sections: [Question: Section] = [:]
    // A first report replaces nothing.
    if FileManager.default.fileExists(atPath: file) {
      let parts = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n## ")
      for part in parts {
        let lines = part.split(separator: "\n")
        guard let old = Question.allCases.first(where: { $0.heading == lines[0] }), lines.count > 1 else {
          continue
        }
        sections[old] = Section(measured: lines[1], rows: lines.compactMap(Row.init(line:)))
      }
    }
    sections[question] = Section(measured: "Measured on \(today)\(commit), on \(try machine()).", rows: rows)
    var text = """
      # Benchmarks

      `make bench` measures all of this and writes this file and the chart again; `make bench ABOUT=scan` measures one
      question (`\(Question.allCases.map(\.rawValue).joined(separator: "`, `"))`). Two things that are compared run in turn,
      each first every other time; a figure is the median, with the least and the most. A ratio is our time over the other's.
      A goal that is missed is marked. All run on one core, but for `launch` and `waiting`, where a part of the work goes on
      beside the list: those run on all, and what they are compared with, too.

      A goal in milliseconds is that of a machine on which 50,000 exclusive renames in memory take 0.26 s: the section *Drain*
      says what they took here.

      """
    for question in Question.allCases {
      guard let section = sections[question] else { continue }
      text += """

        ## \(question.heading)

        \(section.measured)

        | what | ours | against | ratio | wanted |
        | --- | --- | --- | --- | --- |
        \(section.rows.map(\.line).joined(separator: "\n"))

        """
    }
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    if question == .peers {
      try chart(rows).write(toFile: folder + "/chart.svg", atomically: true, encoding: .utf8)
    }
  }

  private static var today: String { Date.now.formatted(.iso8601.year().month().day()) }

  /// Of which state of the code the figures are, as it is before the first of them is written.
  private static let commit: String = {
    // A copy of the code without its history has no commit.
    guard let found = try? execute(["git", "describe", "--always", "--dirty"]) else { return "" }
    return " at " + found.trimmingCharacters(in: .whitespacesAndNewlines)
  }()

  private static func machine() throws -> String {
    let model =
      try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8).split(separator: "\n")
      .first { $0.hasPrefix("model name") }?.split(separator: ":").last.map(String.init) ?? "a processor"
    let kernel = try String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return "\(cores) cores of \(model.trimmingCharacters(in: .whitespaces)), Linux "
      + kernel.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// A bar for us, and one for each other way: seconds until a list shows what came.
  private static func chart(_ rows: [Row]) -> String {
    let seconds = { (text: String) in
      text.firstMatch(of: /([0-9.]+) \(/).flatMap { Double($0.1) } ?? 0
    }
    var bars = rows.prefix(1).map { ("Intray", seconds($0.ours)) }
    bars += rows.map { (String($0.other.prefix { $0 != ":" }), seconds($0.other)) }
    let (left, width, most) = (330, 290.0, bars.map(\.1).max() ?? 1)
    var lines: [String] = []
    for (place, bar) in bars.enumerated() {
      let (y, length) = (52 + 26 * place, max(2, Int(bar.1 / most * width)))
      lines += [
        "<text x=\"\(left - 8)\" y=\"\(y)\" text-anchor=\"end\">\(bar.0)</text>",
        "<rect x=\"\(left)\" y=\"\(y - 12)\" width=\"\(length)\" height=\"16\" rx=\"3\" "
          + "fill=\"\(place == 0 ? "#2f7d5b" : "#b9bec4")\"/>",
        "<text x=\"\(left + length + 6)\" y=\"\(y)\">\(Int((bar.1 * 1_000).rounded()).formatted()) ms</text>",
      ]
    }
    let height = 60 + 26 * bars.count
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 \(height)" font-family="system-ui, sans-serif" font-size="13">
      <rect width="720" height="\(height)" fill="#fff"/>
      <text x="12" y="24" font-weight="600">\(rows.first?.what ?? "")</text>
      \(lines.joined(separator: "\n"))
      </svg>

      """
  }
}

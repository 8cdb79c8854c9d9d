import Foundation

/// The tables and the chart, as they stand in the repository.
enum Report {
  /// A question's part of the report: when and where it was measured, and its table.
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
    sections[question] = Section(measured: "Measured on \(today), on \(try machine()).", rows: rows)
    var text = """
      # Benchmarks

      `make bench` measures all of this and writes this file and the chart again; `make bench ABOUT=watching` measures one
      question (`\(Question.allCases.map(\.rawValue).joined(separator: "`, `"))`). Two things that are compared run in turn,
      each first every other time; a figure is the median, with the least and the most. A ratio is our time over the other's.
      A goal that is missed is marked.

      The bare loop does what cannot be left out: it lists, renames each entry exclusively, and syncs the folder once. The
      recipe asks whether a name is taken, counts up until one is not, and moves; it too syncs once. It can lose a document
      when two run at the same moment; ours cannot.

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
    let chart = chart(
      Question.allCases.compactMap { question in sections[question].map { (question, $0.rows) } })
    try chart.write(toFile: folder + "/chart.svg", atomically: true, encoding: .utf8)
  }

  private static var today: String { Date.now.formatted(.iso8601.year().month().day()) }

  private static func machine() throws -> String {
    let model =
      try String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8).split(separator: "\n")
      .first { $0.hasPrefix("model name") }?.split(separator: ":").last.map(String.init) ?? "a processor"
    let kernel = try String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return "\(cores) cores of \(model.trimmingCharacters(in: .whitespaces)), Linux "
      + kernel.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Horizontal bars, by question, of what has a goal; the line is the other's time.
  private static func chart(_ sections: [(Question, [Row])]) -> String {
    let (row, left, right, unit) = (16, 12, 640, 90.0)
    var (y, lines) = (30, [String]())
    for (question, rows) in sections {
      let bars = rows.filter { $0.ratio != "–" && $0.goal != nil }
      guard !bars.isEmpty else { continue }
      y += 20
      lines.append("<text x=\"\(left)\" y=\"\(y)\" font-weight=\"600\">\(question.heading)</text>")
      for bar in bars {
        guard let (ratio, goal) = bar.figure.flatMap({ ratio in bar.goal.map { (ratio, $0) } }) else {
          continue
        }
        y += row
        let length = max(2, Int(min(ratio, 3) * unit))
        let other = bar.other.prefix { $0 != ":" }
        let label = "\(bar.what), against \(other)".replacingOccurrences(of: "&", with: "&amp;")
        let isMissed = ratio > goal
        lines += [
          "<text x=\"\(left)\" y=\"\(y)\" fill=\"#333\">\(label)</text>",
          "<rect x=\"\(right)\" y=\"\(y - 9)\" width=\"\(length)\" height=\"10\" rx=\"2\" "
            + "fill=\"\(isMissed ? "#c98a2b" : "#2f7d5b")\"/>",
          "<text x=\"\(right + length + 4)\" y=\"\(y)\" fill=\"#333\">"
            + "\(String(format: "%.2f", ratio))\(isMissed ? " (goal \(goal.formatted()))" : "")</text>",
        ]
      }
    }
    let line = right + Int(unit)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 \(y + 16)" font-family="system-ui, sans-serif" font-size="11">
      <rect width="1000" height="\(y + 16)" fill="#fff"/>
      <text x="\(left)" y="20" font-size="13" font-weight="600">Our time as a multiple of the other’s; the line is 1; \
      what misses its goal is orange</text>
      \(lines.joined(separator: "\n"))
      <line x1="\(line)" y1="30" x2="\(line)" y2="\(y + 6)" stroke="#555" stroke-dasharray="3 3"/>
      </svg>

      """
  }
}

import Foundation

/// The table and the chart, as they stand in the repository.
enum Report {
  static func write(_ bench: Bench, to folder: String) throws {
    var lines = [
      "# Benchmarks", "",
      "Measured by `make bench`\(bench.isLong ? " LONG=1" : ""), which writes this file and the chart again: "
        + "\(try machine()), release build. Two things that are compared run in turn, each first every other "
        + "time; a figure is the median, with the least and the most. A ratio is our time over the other's.",
      "A goal that is missed is marked.", "", "| what | ours | against | ratio | wanted |",
      "| --- | --- | --- | --- | --- |",
    ]
    lines += bench.rows.map { "| \($0.what) | \($0.ours) | \($0.other) | \($0.ratio) | \($0.verdict) |" }
    lines += [
      "",
      "The bare loop does what cannot be left out: it lists, renames each entry exclusively, and syncs the",
      "folder once. The recipe asks whether a name is taken, counts up until one is not, and moves; it too syncs",
      "once. It can lose a document when two run at the same moment; ours cannot.", "",
    ]
    try lines.joined(separator: "\n").write(toFile: folder + "/RESULTS.md", atomically: true, encoding: .utf8)
    try chart(bench.rows).write(toFile: folder + "/chart.svg", atomically: true, encoding: .utf8)
  }

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
  private static func chart(_ rows: [Row]) -> String {
    let (row, left, right, unit) = (17, 12, 560, 90.0)
    var (y, lines) = (30, [String]())
    for question in Question.allCases {
      let bars = rows.filter { $0.question == question && $0.ratio != "–" && $0.goal != nil }
      guard !bars.isEmpty else { continue }
      y += 20
      lines.append("<text x=\"\(left)\" y=\"\(y)\" font-weight=\"600\">\(question.rawValue)</text>")
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
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 920 \(y + 16)" font-family="system-ui, sans-serif" font-size="11">
      <rect width="920" height="\(y + 16)" fill="#fff"/>
      <text x="\(left)" y="20" font-size="13" font-weight="600">Our time as a multiple of the other’s; the line is 1; \
      what misses its goal is orange</text>
      \(lines.joined(separator: "\n"))
      <line x1="\(line)" y1="30" x2="\(line)" y2="\(y + 6)" stroke="#555" stroke-dasharray="3 3"/>
      </svg>

      """
  }
}

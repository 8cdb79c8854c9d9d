import Foundation

/// The table and the chart, as they stand in the repository.
enum Report {
  static func write(_ bench: Bench, to folder: String) throws {
    var lines = [
      "# Benchmarks", "",
      "Measured by `make bench`\(bench.isLong ? " LONG=1" : ""), which writes this file and the chart again: "
        + "\(try machine()), release build. Two things that are compared run in turn, each first every other "
        + "time; a figure is the median, with the least and the most. A ratio is our time over the other's.",
      "", "| what | ours | against | ratio | wanted |", "| --- | --- | --- | --- | --- |",
    ]
    lines += bench.rows.map { "| \($0.what) | \($0.ours) | \($0.other) | \($0.ratio) | \($0.wanted) |" }
    lines += [
      "",
      "The bare loop does what cannot be left out: it lists, renames each entry exclusively, and syncs the",
      "folder once. The recipe asks whether a name is taken, counts up until one is not, and moves; it too syncs",
      "once. It can lose a document when two run at the same moment; ours cannot.", "",
    ]
    try lines.joined(separator: "\n").write(toFile: folder + "/RESULTS.md", atomically: true, encoding: .utf8)
    try chart(bench.bars).write(toFile: folder + "/chart.svg", atomically: true, encoding: .utf8)
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

  /// Horizontal bars; the line is the other's time.
  private static func chart(_ bars: [Bar]) -> String {
    let (row, left, unit) = (44, 24, 360.0)
    let height = bars.count * row + 56
    let width = 760
    var lines = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" "
        + "font-family=\"system-ui, sans-serif\" font-size=\"13\">",
      "<rect width=\"\(width)\" height=\"\(height)\" fill=\"#fff\"/>",
      "<text x=\"\(left)\" y=\"24\" font-weight=\"600\">Our time, as a multiple of the other’s (shorter is better)</text>",
    ]
    for (index, bar) in bars.enumerated() {
      let y = 40 + index * row
      let length = Int(min(bar.ratio, 1.9) * unit)
      let color = bar.ratio <= 1 ? "#2f7d5b" : "#c98a2b"
      let label = bar.label.replacingOccurrences(of: "&", with: "&amp;")
      lines += [
        "<text x=\"\(left)\" y=\"\(y + 13)\" fill=\"#333\">\(label)</text>",
        "<rect x=\"\(left)\" y=\"\(y + 18)\" width=\"\(max(2, length))\" height=\"14\" rx=\"3\" fill=\"\(color)\"/>",
        "<text x=\"\(left + max(2, length) + 6)\" y=\"\(y + 30)\" fill=\"#333\">\(String(format: "%.2f", bar.ratio))</text>",
      ]
    }
    let line = left + Int(unit)
    lines += [
      "<line x1=\"\(line)\" y1=\"34\" x2=\"\(line)\" y2=\"\(height - 12)\" stroke=\"#555\" stroke-dasharray=\"3 3\"/>",
      "</svg>", "",
    ]
    return lines.joined(separator: "\n")
  }
}

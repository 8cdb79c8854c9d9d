import Foundation

/// Several measurements of the same thing.
struct Figures {
  private(set) var values: [Double] = []

  mutating func add(_ value: Double) { values.append(value) }

  var median: Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// The middle one, with the least and the most.
  func text(_ format: String = "%.3f") -> String {
    let numbers = [median, values.min() ?? 0, values.max() ?? 0].map { String(format: format, $0) }
    return "\(numbers[0]) (\(numbers[1]) to \(numbers[2]))"
  }
}

/// How many seconds something takes.
func seconds(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  let (whole, part) = (ContinuousClock.now - start).components
  return Double(whole) + Double(part) / 1e18
}

/// A line of the table.
struct Row {
  var what: String
  var ours: String
  var other: String
  var ratio: String
  var wanted: String
}

/// A bar of the chart: how many times the time of ours.
struct Bar {
  var label: String
  var ratio: Double
}

/// Prints a line at once, whatever it is printed into.
func printLine(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

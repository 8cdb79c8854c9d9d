import Foundation
import Glibc
import IntrayCore
import TestSupport

/// What this process is.
enum Program {
  static let path = URL(fileURLWithPath: CommandLine.arguments[0]).path
  /// Its folder in memory.
  static let memory = "/dev/shm/intray-bench-\(getpid())"
}

/// The most memory that this process ever had, in kilobytes.
func peakMemory() throws -> Int {
  let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") } ?? ""
  return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
}

do {
  let arguments = Array(CommandLine.arguments.dropFirst())
  switch arguments.first {
  case "launch-work":
    try await LaunchBench.work(arguments[1], rest: arguments.count > 2 ? Int(arguments[2]) ?? 0 : 0)
  case "launch-first": try await LaunchBench.first(arguments[1])
  case "provider-work": try ProviderBench.work(Array(arguments.dropFirst()))
  case "names-work": try NamesBench.work(arguments[1], Int(arguments[2]) ?? 0)
  case "save": try SavingBench.work(Array(arguments.dropFirst()))
  default:
    let options = arguments.filter { $0.hasPrefix("--") }
    let words = arguments.filter { !$0.hasPrefix("--") }
    let questions = words.dropFirst().compactMap(Question.init)
    guard let folder = words.first, questions.count == words.count - 1, options.allSatisfy({ $0 == "--long" })
    else {
      let words = Question.allCases.map(\.rawValue).joined(separator: "|")
      throw Failure("usage: bench [--long] FOLDER [\(words)]...; FOLDER holds RESULTS.md and its chart")
    }
    let drive = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path + "/benchmarks"
    let bench = Bench(isLong: !options.isEmpty, memory: Program.memory, drive: drive)
    for question in questions.isEmpty ? Question.allCases : questions {
      for path in [Program.memory, drive] {
        try BenchContainer.clear(path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      }
      // What cannot be removed does not change the figures; the next run removes it.
      defer { for path in [Program.memory, drive] { try? BenchContainer.clear(path) } }
      try Report.write(try bench.answer(question), about: question, to: folder)
    }
  }
} catch {
  print("bench: \(error)")
  exit(1)
}

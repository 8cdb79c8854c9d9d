import Foundation
import Glibc
import Shared

/// What this process is.
enum Program {
  static let path = URL(fileURLWithPath: CommandLine.arguments[0]).path
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
  case "drain":
    let drain = Drain(Container(path: arguments[1]))
    let before = try peakMemory()
    try drain.run { _ in }
    print(try peakMemory() - before)
  case "catalogue-memory":
    try CatalogueBench.grow(Array(arguments.dropFirst()))
  case "catalogue":
    let memory = "/dev/shm/intray-bench-\(getpid())"
    try FileManager.default.createDirectory(atPath: memory, withIntermediateDirectories: true)
    defer { try? BenchContainer.clear(memory) }
    try CatalogueBench(at: memory, rounds: 5).run()
  case "watch":
    await WatchBench.work(Array(arguments.dropFirst()))
  case "browse-memory": try await BrowseBench.work(arguments[1])
  case "browse":
    let memory = "/dev/shm/intray-bench-\(getpid())"
    try FileManager.default.createDirectory(atPath: memory, withIntermediateDirectories: true)
    defer { try? BenchContainer.clear(memory) }
    var bench = Bench(isLong: false)
    try bench.browse(at: memory)
  case "launch-work": try await LaunchBench.work(arguments[1])
  case "launch":
    let memory = "/dev/shm/intray-bench-\(getpid())"
    try FileManager.default.createDirectory(atPath: memory, withIntermediateDirectories: true)
    defer { try? BenchContainer.clear(memory) }
    var bench = Bench(isLong: false)
    try bench.launch(at: memory)
  case "remove-work": try RemoveBench.work(Array(arguments.dropFirst()))
  case "remove":
    let memory = "/dev/shm/intray-bench-\(getpid())"
    defer { try? BenchContainer.clear(memory) }
    var bench = Bench(isLong: false)
    try bench.remove(at: memory)
  case "provider-memory":
    try ProviderBench.work(Array(arguments.dropFirst()))
  case "provider":
    let memory = "/dev/shm/intray-bench-\(getpid())"
    let built = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path + "/benchmarks"
    for path in [memory, built] {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    defer { for path in [memory, built] { try? BenchContainer.clear(path) } }
    var bench = Bench(isLong: false)
    try bench.provider(at: memory)
    try bench.provider(at: built, on: "ext4", isShared: false)
  case "sheet":
    let built = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path + "/benchmarks"
    try FileManager.default.createDirectory(atPath: built, withIntermediateDirectories: true)
    defer { try? BenchContainer.clear(built) }
    var bench = Bench(isLong: false)
    try bench.sheet(on: "ext4", at: built)
  case "watching":
    let memory = "/dev/shm/intray-bench-\(getpid())"
    defer { try? BenchContainer.clear(memory) }
    var bench = Bench(isLong: false)
    try bench.watch(at: memory)
  case "deposit":
    try FileManager.default.createDirectory(atPath: arguments[1], withIntermediateDirectories: true)
    let inbox = Inbox(Container(path: arguments[1]))
    let before = try peakMemory()
    let time = try seconds {
      _ = try inbox.deposit { deposit throws(DiskError) in
        try deposit.add(contentsOf: arguments[2], as: DocumentName("large.bin"))
      }
    }
    print(time, try peakMemory() - before)
  default:
    let folder = arguments.last.flatMap { $0 == "--long" ? nil : $0 }
    guard arguments.drop(while: { $0 == "--long" }).count <= 1, folder?.hasPrefix("-") != true else {
      throw Failure(
        "usage: bench [--long] [FOLDER for the tables] | browse | catalogue | launch | provider | remove | sheet | watching"
      )
    }
    var bench = Bench(isLong: arguments.contains("--long"))
    let built = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path + "/benchmarks"
    try FileManager.default.createDirectory(atPath: built, withIntermediateDirectories: true)
    defer { try? BenchContainer.clear(built) }
    try bench.calls(at: built)
    try bench.run(on: "ext4", at: built)
    let memory = "/dev/shm/intray-bench-\(getpid())"
    try FileManager.default.createDirectory(atPath: memory, withIntermediateDirectories: true)
    defer { try? BenchContainer.clear(memory) }
    try bench.run(on: "tmpfs", at: memory)
    try bench.memory(at: memory)
    try bench.catalogue(at: memory)
    try bench.watch(at: memory)
    try bench.browse(at: memory)
    try bench.launch(at: memory)
    try bench.remove(at: memory)
    try bench.provider(at: memory)
    try bench.sheet(on: "ext4", at: built)
    try bench.deposit(on: "ext4", at: built)
    try bench.provider(at: built, on: "ext4", isShared: false)
    for type in ["xfs", "btrfs"] {
      let image = built + "/image"
      let mount = built + "/\(type)"
      do {
        try execute(["mkdir", "-p", mount])
        try execute(["truncate", "-s", "7G", image])
        try execute(["mkfs.\(type)", "-q", "-f", image])
        try execute(["mount", "-o", "loop", image, mount])
      } catch {
        printLine("SKIPPED  a reflink volume of \(type): \(error)")
        continue
      }
      defer { _ = try? execute(["umount", mount]) }
      try bench.clone(on: type, at: mount)
      try bench.provider(at: mount, on: type, isShared: true)
    }
    if let folder { try Report.write(bench, to: folder) }
  }
} catch {
  print("bench: \(error)")
  exit(1)
}

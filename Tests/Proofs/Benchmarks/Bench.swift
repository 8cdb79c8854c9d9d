import Foundation

/// What is measured to answer each question.
struct Bench {
  private let isLong: Bool
  private let rounds: Int
  /// A folder in memory, and one on a drive.
  private let (memory, drive): (String, String)

  init(isLong: Bool, memory: String, drive: String) {
    self.isLong = isLong
    (rounds, self.memory, self.drive) = (isLong ? 9 : 3, memory, drive)
  }

  func answer(_ question: Question) throws -> [Row] {
    var rows: [Row] = []
    let tell = { (row: Row) in
      rows.append(row)
      printLine("\(row.what): \(row.ours); \(row.other); ratio \(row.ratio), wanted \(row.verdict)")
    }
    switch question {
    case .takingIn:
      try DrainBench(path: drive, rounds: rounds, tell: tell).calls()
      try DrainBench(path: drive, rounds: rounds, tell: tell).run(on: "ext4")
      try DrainBench(path: memory, rounds: rounds, tell: tell).run(on: "tmpfs")
      try DrainBench(path: memory, rounds: rounds, tell: tell).memory(isLong: isLong)
    case .launch: try LaunchBench(path: memory, rounds: rounds, tell: tell).run()
    case .copying:
      try DepositBench(path: drive, rounds: rounds, tell: tell).deposit(on: "ext4")
      try ProviderBench(path: drive, rounds: rounds, tell: tell).large(on: "ext4", isShared: false)
      for type in ["xfs", "btrfs"] {
        try onVolume(of: type) { path in
          try DepositBench(path: path, rounds: rounds, tell: tell).clone(on: type)
          try ProviderBench(path: path, rounds: rounds, tell: tell).large(on: type, isShared: true)
        }
      }
    case .catalogue: try CatalogueBench(path: memory, rounds: rounds, tell: tell).run()
    case .screen:
      try BrowseBench(path: memory, rounds: rounds, tell: tell).run()
    case .watching: try WatchBench(group: memory + "/watched", isLong: isLong, tell: tell).run()
    case .files:
      try ProviderBench(path: memory, rounds: rounds, tell: tell).share(on: "tmpfs")
      try ProviderBench(path: drive, rounds: rounds, tell: tell).share(on: "ext4")
      try ProviderBench(path: memory, rounds: rounds, tell: tell).calls()
      try ProviderBench(path: memory, rounds: rounds, tell: tell).start()
      try ProviderBench(path: memory, rounds: rounds, tell: tell).idle()
      try ProviderBench(path: memory, rounds: rounds, tell: tell).delete()
      try ProviderBench(path: memory, rounds: rounds, tell: tell).memory()
    case .names: try NamesBench(rounds: rounds, tell: tell).run()
    case .peers: try PeersBench(path: memory, rounds: rounds, tell: tell).run()
    }
    return rows
  }

  /// Makes a volume that shares blocks in a file, and works on it. Says so where this is not possible.
  private func onVolume(of type: String, _ body: (String) throws -> Void) throws {
    let (image, mount) = (drive + "/image", drive + "/" + type)
    do {
      try execute(["mkdir", "-p", mount])
      try execute(["truncate", "-s", "7G", image])
      try execute(["mkfs." + type, "-q", "-f", image])
      try execute(["mount", "-o", "loop", image, mount])
    } catch {
      return printLine("SKIPPED  a reflink volume of \(type): \(error)")
    }
    // What cannot be unmounted is removed with the machine; the figures are there.
    defer { _ = try? execute(["umount", mount]) }
    try body(mount)
  }
}

import Foundation

/// What is measured to answer each question.
struct Bench {
  private let rounds: Int
  /// A folder in memory, and one on a drive.
  private let (memory, drive): (String, String)

  init(isLong: Bool, memory: String, drive: String) {
    (rounds, self.memory, self.drive) = (isLong ? 9 : 3, memory, drive)
  }

  func answer(_ question: Question) throws -> [Row] {
    var rows: [Row] = []
    let tell = { (row: Row) in
      rows.append(row)
      printLine("\(row.what): \(row.ours); \(row.other); ratio \(row.ratio), wanted \(row.verdict)")
    }
    try pin(!question.usesAllCores)
    switch question {
    case .launch: try LaunchBench(path: memory, rounds: rounds, tell: tell).first()
    case .waiting: try LaunchBench(path: memory, rounds: rounds, tell: tell).waiting()
    case .names: try NamesBench(path: memory, rounds: rounds, tell: tell).run()
    case .saving: try SavingBench(path: drive, rounds: rounds, tell: tell).run()
    case .files:
      try ProviderBench(path: memory, rounds: rounds, tell: tell).share(on: "tmpfs")
      try ProviderBench(path: drive, rounds: rounds, tell: tell).share(on: "ext4")
      try ProviderBench(path: memory, rounds: rounds, tell: tell).calls()
    case .arrival: try BrowseBench(path: memory, rounds: rounds, tell: tell).arrival()
    case .search: try BrowseBench(path: memory, rounds: rounds, tell: tell).search()
    case .scan: try CatalogueBench(path: memory, rounds: rounds, tell: tell).oneChange()
    case .firstScan: try CatalogueBench(path: memory, rounds: rounds, tell: tell).everything()
    case .drain:
      try DrainBench(path: drive, rounds: rounds, tell: tell).run(on: "ext4")
      try DrainBench(path: memory, rounds: rounds, tell: tell).run(on: "tmpfs")
    case .deletion: try ProviderBench(path: memory, rounds: rounds, tell: tell).delete()
    case .idle:
      try LaunchBench(path: memory, rounds: rounds, tell: tell).idle()
      try ProviderBench(path: memory, rounds: rounds, tell: tell).idle()
      try ProviderBench(path: memory, rounds: rounds, tell: tell).memory()
    case .peers: try PeersBench(path: memory, rounds: rounds, tell: tell).run()
    }
    return rows
  }
}

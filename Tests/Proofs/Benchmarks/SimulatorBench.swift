import Foundation

/// Whether the simulator's time follows what there is to show: ten times as much takes ten times as long, and not a hundred.
struct SimulatorBench {
  let path: String
  let rounds: Int
  let tell: (Row) -> Void

  /// `make bench` builds it beside this program.
  private let simulator = URL(filePath: Program.path).deletingLastPathComponent().path + "/simulator"

  func run() throws {
    try report(["app", "show"], "a screen", of: 60, and: 600)
    try report(["files", "ls"], "files ls", of: 10_000, and: 100_000)
  }

  private func report(_ command: [String], _ what: String, of few: Int, and many: Int) throws {
    let devices = try [few, many].map(device)
    let (ours, other, ratio) = try compare(rounds) {
      try seconds { try execute([simulator, "--device", devices[1]] + command) }
    } and: {
      try seconds { try execute([simulator, "--device", devices[0]] + command) }
    }
    for device in devices { try BenchContainer.clear(device) }
    tell(
      Row(
        "the simulator: \(what) of \(many.formatted()) documents, tmpfs", (ours, other, ratio),
        against: "of \(few.formatted())", wanted: "at most 10"))
  }

  /// A device with so many documents, which the extension has met already.
  private func device(_ documents: Int) throws -> String {
    let device = "\(path)/\(documents)"
    try execute([simulator, "--device", device, "launch", "--for", "1"])
    for number in 0..<documents {
      try Data("x".utf8).write(to: URL(filePath: "\(device)/AppGroup/Documents/document \(number).txt"))
    }
    try execute([simulator, "--device", device, "files", "ls"])
    return device
  }
}

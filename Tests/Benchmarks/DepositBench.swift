import Foundation
import Glibc

/// A large document that is deposited, against `cp` and, where a volume shares blocks, against a small one.
struct DepositBench {
  let path: String
  let rounds: Int
  let tell: (Row) -> Void

  /// A large file against `cp` and a sync of the copy; memory, as the kernel counted it.
  func deposit(on volume: String) throws {
    let size = 4 << 30
    let original = path + "/original"
    try makeFile(original, size: size)
    var (ours, other, ratio, growth) = (Figures(), Figures(), Figures(), Figures())
    for round in 0..<(rounds) {
      var times = [0.0, 0.0]
      for turn in 0..<2 {
        if (round + turn).isMultiple(of: 2) {
          let answer = try execute([Program.path, "deposit", path + "/room", original])
            .split(separator: " ").compactMap { Double($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
          guard answer.count == 2 else { throw Failure("deposit") }
          times[0] = answer[0]
          growth.add(answer[1] / 1024)
          try BenchContainer.clear(path + "/room")
        } else {
          let copy = path + "/copy"
          times[1] = try seconds {
            try execute(["cp", original, copy])
            try execute(["sync", copy])
          }
          unlink(copy)
        }
        Glibc.sync()
      }
      ours.add(times[0])
      other.add(times[1])
      ratio.add(times[0] / times[1])
    }
    unlink(original)
    let what = "deposit of \(size >> 20) MB, \(volume)"
    tell(Row(what, (ours, other, ratio), against: "cp, then sync", wanted: "at most 1.05"))
    tell(
      Row(
        what: what + ": memory", ours: growth.text("%.1f") + " MB", other: "–",
        ratio: "–",
        wanted: "under 8 MB"))
  }

  /// Where blocks can be shared, a thousand times the bytes take the same time.
  func clone(on volume: String) throws {
    try makeFile(path + "/small", size: 4 << 20)
    try makeFile(path + "/large", size: 4 << 30)
    var (ours, other, ratio) = (Figures(), Figures(), Figures())
    for round in 0..<rounds {
      var times = [0.0, 0.0]
      for turn in 0..<2 {
        let isLarge = (round + turn).isMultiple(of: 2)
        let answer = try execute([
          Program.path, "deposit", path + "/room", path + (isLarge ? "/large" : "/small"),
        ])
        times[isLarge ? 0 : 1] = Double(answer.split(separator: " ").first ?? "") ?? 0
        try BenchContainer.clear(path + "/room")
        Glibc.sync()
      }
      ours.add(times[0])
      other.add(times[1])
      ratio.add(times[0] / times[1])
    }
    tell(
      Row(
        "deposit of 4 GB, \(volume)", (ours, other, ratio), against: "deposit of 4 MB there",
        wanted: "about 1"))
    for name in ["/small", "/large"] { unlink(path + name) }
  }

  private func makeFile(_ path: String, size: Int) throws {
    try execute(["dd", "if=/dev/urandom", "of=\(path)", "bs=1M", "count=\(size >> 20)"])
    Glibc.sync()
  }
}

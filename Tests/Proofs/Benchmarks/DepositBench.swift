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
    let (original, copy) = (path + "/original", path + "/copy")
    try makeFile(original, size: size)
    var growth = Figures()
    let result = try compare(rounds) {
      let deposit = try deposit(original)
      growth.add(deposit.megabytes)
      return deposit.seconds
    } and: {
      defer { unlink(copy) }
      return try seconds {
        try execute(["cp", original, copy])
        try execute(["sync", copy])
      }
    }
    unlink(original)
    let what = "deposit of \(size >> 20) MB, \(volume)"
    tell(Row(what, result, against: "cp, then sync", wanted: "at most 1.05"))
    tell(
      Row(
        what: what + ": memory", ours: growth.text("%.1f") + " MB",
        wanted: "under 8 MB"))
  }

  /// Where blocks can be shared, a thousand times the bytes take the same time.
  func clone(on volume: String) throws {
    let (small, large) = (path + "/small", path + "/large")
    try makeFile(small, size: 4 << 20)
    try makeFile(large, size: 4 << 30)
    let result = try compare(rounds) {
      try deposit(large).seconds
    } and: {
      try deposit(small).seconds
    }
    tell(
      Row("deposit of 4 GB, \(volume)", result, against: "deposit of 4 MB there", wanted: "about 1"))
    for file in [small, large] { unlink(file) }
  }

  /// Deposits a file, in a process of its own.
  ///
  /// - Returns: how long that took, and by how much the process grew.
  private func deposit(_ original: String) throws -> (seconds: Double, megabytes: Double) {
    let room = path + "/room"
    let answer = try measure(["deposit", room, original], count: 2)
    try BenchContainer.clear(room)
    return (answer[0], answer[1] / 1_024)
  }

  private func makeFile(_ path: String, size: Int) throws {
    try execute(["dd", "if=/dev/urandom", "of=\(path)", "bs=1M", "count=\(size >> 20)"])
    Glibc.sync()
  }
}

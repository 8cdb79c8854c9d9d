import Foundation
import Glibc

/// A drain against the bare loop and against the recipe that everybody writes.
struct DrainBench {
  let path: String
  let rounds: Int
  let tell: (Row) -> Void

  func run(on volume: String) throws {
    try drain(on: volume)
    try names(on: volume)
  }

  /// A drain of what was made, against something else that becomes of the same, or of other things.
  private func race(
    _ make: @escaping () throws -> BenchContainer, count: Int,
    makeOther: (() throws -> BenchContainer)? = nil,
    _ other: (BenchContainer) throws -> Void
  ) throws -> (ours: Figures, other: Figures, ratio: Figures) {
    func time(_ room: BenchContainer, _ body: (BenchContainer) throws -> Void) throws -> Double {
      let time = try seconds { try body(room) }
      try room.check(count)
      return time
    }
    return try compare(rounds) {
      try time(make()) { try $0.drain() }
    } and: {
      try time((makeOther ?? make)(), other)
    }
  }

  private func drain(on volume: String) throws {
    let count = 50_000
    for parcels in [1, 5_000] {
      let make = {
        try BenchContainer(parcels: parcels, of: count / parcels, in: path) { "document \($0).txt" }
      }
      let what = "drain of 50,000 documents in \(parcels == 1 ? "one parcel" : "5,000 parcels"), \(volume)"
      if parcels > 1 {
        let whole = try race(make, count: count) { try $0.renameAll(removesParcels: true) }
        tell(
          Row(what, whole, against: "the same loop, which also removes the parcels", wanted: "at most 1.25"))
      } else {
        let bare = try race(make, count: count) { try $0.renameAll() }
        let goal = volume == "tmpfs" ? "at most 1.3" : "at most 1.15"
        tell(Row(what, bare, against: "bare loop of the exclusive rename", wanted: goal))
        let recipe = try race(make, count: count) { try $0.moveByLooking() }
        tell(Row(what, recipe, against: "fileExists, then moveItem", wanted: "at most 0.67"))
      }
    }
    let same = { try BenchContainer(parcels: 500, of: 1, in: path) { _ in "document.txt" } }
    let recipe = try race(same, count: 500) { try $0.moveByLooking() }
    tell(
      Row(
        "500 documents of one name, \(volume)", recipe, against: "fileExists, then moveItem, counting",
        wanted: "less than 1"))
  }

  private func names(on volume: String) throws {
    // Into a folder that has as many alternatives, in no order: all of them have to be known.
    let full = { (name: @escaping (Int) -> String) in
      { try BenchContainer(parcels: 1, of: 10_000, in: path, beside: 10_000, name: name) }
    }
    let crowded = try race(
      full { $0 == 0 ? "document.txt" : "document-\(2 * $0).txt" }, count: 20_000,
      makeOther: full { "other \($0).txt" }
    ) { try $0.drain() }
    tell(
      Row(
        "10,000 documents beside 10,000 with numbers of the same name, \(volume)", crowded,
        against: "10,000 others beside them", wanted: "less than 2"))
    let result = try race(
      { try BenchContainer(parcels: 10_000, of: 1, in: path) { _ in "document.txt" } }, count: 10_000,
      makeOther: { try BenchContainer(parcels: 10_000, of: 1, in: path) { "document \($0).txt" } }
    ) { try $0.drain() }
    tell(
      Row(
        "10,000 documents of one name, \(volume)", result, against: "10,000 different names",
        wanted: "less than 2"))
  }

  /// The memory that a drain takes, by how much waits: what it holds does not grow with that for ever.
  func memory(isLong: Bool) throws {
    for count in [10_000, 100_000] + (isLong ? [1_000_000] : []) {
      let room = try BenchContainer(parcels: 1, of: count, in: path) { "document \($0).txt" }
      let growth = try measure(["drain", room.path])[0]
      tell(
        Row(
          what: "drain of \(count) documents: memory", ours: String(format: "%.1f MB", growth / 1024),
          wanted: "bounded"))
    }
    try BenchContainer.clear(path + "/room")
  }

  /// System calls for each document, of a process that drains and does nothing else.
  func calls() throws {
    for parcels in [1, 5_000] {
      func count(_ documents: Int) throws -> Int {
        let room = try BenchContainer(
          parcels: documents == 0 ? 0 : parcels, of: documents / parcels, in: path
        ) {
          "document \($0).txt"
        }
        return try systemCalls(of: ["drain", room.path])
      }
      let calls = Double(try count(50_000) - count(0)) / 50_000
      tell(
        Row(
          what: "system calls a document, 50,000 in \(parcels == 1 ? "one parcel" : "5,000 parcels")",
          ours: String(format: "%.2f", calls), wanted: "at most 3, better 2"))
    }
  }
}

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

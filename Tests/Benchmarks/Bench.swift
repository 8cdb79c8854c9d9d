import Foundation
import Glibc
import Shared

/// Everything that is measured, and what it is measured against.
struct Bench {
  var isLong: Bool
  var rounds: Int
  private(set) var rows: [Row] = []

  init(isLong: Bool) {
    self.isLong = isLong
    rounds = isLong ? 9 : 3
  }

  mutating func run(on volume: String, at path: String) throws {
    try drain(on: volume, at: path)
    try names(on: volume, at: path)
  }

  /// Two things in turn, each first every other time.
  private func compare(
    _ make: @escaping () throws -> BenchContainer, count: Int, _ ours: (BenchContainer) throws -> Void,
    _ other: (BenchContainer) throws -> Void,
    makeOther: (() throws -> BenchContainer)? = nil
  ) throws -> (ours: Figures, other: Figures, ratio: Figures) {
    var (one, two, ratio) = (Figures(), Figures(), Figures())
    for round in 0..<rounds {
      var times = [0.0, 0.0]
      for turn in 0..<2 {
        let isOurs = (round + turn).isMultiple(of: 2)
        let room = try isOurs ? make() : (makeOther ?? make)()
        times[isOurs ? 0 : 1] = try seconds { try isOurs ? ours(room) : other(room) }
        try room.check(count)
      }
      one.add(times[0])
      two.add(times[1])
      ratio.add(times[0] / times[1])
    }
    return (one, two, ratio)
  }

  mutating func catalogue(at path: String) throws {
    let bench = CatalogueBench(at: path, rounds: rounds)
    try bench.run()
    add(bench.rows, to: .catalogue, isTold: true)
  }

  /// The watcher beside `inotifywait`.
  mutating func watch(at path: String) throws {
    var found: [Row] = []
    try WatchBench(at: path, isLong: isLong).run { found.append($0) }
    add(found, to: .watching)
  }

  /// The app with much that waits.
  mutating func launch(at path: String) throws {
    var found: [Row] = []
    try LaunchBench(path: path, rounds: rounds) { found.append($0) }.run()
    add(found, to: .takingIn)
  }

  /// A large folder on screen.
  mutating func browse(at path: String) throws {
    var found: [Row] = []
    try BrowseBench(path: path, rounds: rounds) { found.append($0) }.run()
    add(found, to: .screen)
  }

  /// Large folders that are removed for good.
  mutating func remove(at path: String) throws {
    var found: [Row] = []
    try RemoveBench(path: path + "/remove") { found.append($0) }.run()
    add(found, to: .files)
  }

  /// The extension: its memory, and how soon a share is in Files.
  mutating func provider(at path: String) throws {
    try provider(at: path, .files) { bench in
      try bench.memory()
      try bench.share()
    }
  }

  /// What the user waits for on the share sheet.
  mutating func sheet(on volume: String, at path: String) throws {
    var found: [Row] = []
    try SheetBench(path: path, rounds: rounds) { found.append($0) }.run(on: volume)
    add(found, to: .copying)
  }

  /// Large documents through the extension.
  mutating func provider(at path: String, on volume: String, isShared: Bool) throws {
    try provider(at: path, .copying) { try $0.large(on: volume, isShared: isShared) }
  }

  private mutating func provider(
    at path: String, _ question: Question, _ body: (ProviderBench) throws -> Void
  ) throws {
    var found: [Row] = []
    try body(ProviderBench(path: path, rounds: rounds) { found.append($0) })
    add(found, to: question)
  }

  /// - Parameter isTold: whether the rows were printed as they were measured.
  private mutating func add(_ found: [Row], to question: Question, isTold: Bool = false) {
    for var row in found {
      row.question = question
      if !isTold { say(row) }
      rows.append(row)
    }
  }

  private mutating func drain(on volume: String, at path: String) throws {
    let count = 50_000
    for parcels in [1, 5_000] {
      let make = {
        try BenchContainer(parcels: parcels, of: count / parcels, in: path) { "document \($0).txt" }
      }
      let bare = try compare(make, count: count, { try $0.drain() }, { try $0.renameAll() })
      let what = "drain of 50,000 documents in \(parcels == 1 ? "one parcel" : "5,000 parcels"), \(volume)"
      let goal = volume == "tmpfs" ? "at most 1.2" : "at most 1.1"
      add(
        what, bare, against: "bare loop of the exclusive rename", wanted: parcels == 1 ? goal : "reported")
      if parcels > 1 {
        let whole = try compare(
          make, count: count, { try $0.drain() }, { try $0.renameAll(removesParcels: true) })
        add(what, whole, against: "the same loop, which also removes the parcels", wanted: "at most 1.25")
      }
      if parcels == 1 {
        let recipe = try compare(make, count: count, { try $0.drain() }, { try $0.moveByLooking() })
        add(what, recipe, against: "fileExists, then moveItem", wanted: "at most 0.67")
      }
    }
    let same = { try BenchContainer(parcels: 2_000, of: 1, in: path) { _ in "document.txt" } }
    let recipe = try compare(same, count: 2_000, { try $0.drain() }, { try $0.moveByLooking() })
    add(
      "2,000 documents of one name, \(volume)", recipe, against: "fileExists, then moveItem, counting",
      wanted: "less than 1")
  }

  private mutating func names(on volume: String, at path: String) throws {
    // Into a folder that has as many alternatives, in no order: all of them have to be known.
    let full = { (name: @escaping (Int) -> String) in
      { try BenchContainer(parcels: 1, of: 10_000, in: path, beside: 10_000, name: name) }
    }
    let crowded = try compare(
      full { $0 == 0 ? "document.txt" : "document-\(2 * $0).txt" }, count: 20_000, { try $0.drain() },
      { try $0.drain() }, makeOther: full { "other \($0).txt" })
    add(
      "10,000 documents beside 10,000 with numbers of the same name, \(volume)", crowded,
      against: "10,000 others beside them", wanted: "less than 2")
    let result = try compare(
      { try BenchContainer(parcels: 10_000, of: 1, in: path) { _ in "document.txt" } }, count: 10_000,
      { try $0.drain() }, { try $0.drain() },
      makeOther: { try BenchContainer(parcels: 10_000, of: 1, in: path) { "document \($0).txt" } })
    add(
      "10,000 documents of one name, \(volume)", result, against: "10,000 different names",
      wanted: "less than 2")
  }

  /// The memory that a drain takes, by how much waits: what it holds does not grow with that for ever.
  mutating func memory(at path: String) throws {
    for count in [10_000, 100_000] + (isLong ? [1_000_000] : []) {
      let room = try BenchContainer(parcels: 1, of: count, in: path) { "document \($0).txt" }
      let growth =
        Double(
          try execute([Program.path, "drain", room.path])
            .trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
      rows.append(
        Row(
          what: "drain of \(count) documents: memory", ours: String(format: "%.1f MB", growth / 1024),
          other: "–", ratio: "–", wanted: "bounded"))
      say(rows.last)
    }
    try BenchContainer.clear(path + "/room")
  }

  /// System calls for each document, of a process that drains and does nothing else.
  mutating func calls(at path: String) throws {
    for parcels in [1, 5_000] {
      func count(_ documents: Int) throws -> Int {
        let room = try BenchContainer(
          parcels: documents == 0 ? 0 : parcels, of: documents / parcels, in: path
        ) {
          "document \($0).txt"
        }
        let log = path + "/calls"
        try execute(["strace", "-f", "-c", "-o", log, Program.path, "drain", room.path])
        let total = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").last ?? ""
        let numbers = total.split(separator: " ").compactMap { Int($0) }
        // Microseconds a call, calls, and errors where there were any.
        guard numbers.count >= 2 else { throw Failure("strace -c: \(total)") }
        return numbers[1]
      }
      let calls = Double(try count(50_000) - count(0)) / 50_000
      rows.append(
        Row(
          what: "system calls a document, 50,000 in \(parcels == 1 ? "one parcel" : "5,000 parcels")",
          ours: String(format: "%.2f", calls), other: "–", ratio: "–", wanted: "at most 3, better 2"))
      say(rows.last)
    }
  }

  /// A large file against `cp` and a sync of the copy; memory, as the kernel counted it.
  mutating func deposit(on volume: String, at path: String) throws {
    let size = 4 << 30
    let original = path + "/original"
    try makeFile(original, size: size)
    var (ours, other, ratio, growth) = (Figures(), Figures(), Figures(), Figures())
    for round in 0..<(isLong ? 5 : 3) {
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
    add(what, (ours, other, ratio), against: "cp, then sync", wanted: "at most 1.05", to: .copying)
    rows.append(
      Row(
        question: .copying, what: what + ": memory", ours: growth.text("%.1f") + " MB", other: "–",
        ratio: "–",
        wanted: "under 8 MB"))
    say(rows.last)
  }

  /// Where blocks can be shared, a thousand times the bytes take the same time.
  mutating func clone(on volume: String, at path: String) throws {
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
    add(
      "deposit of 4 GB, \(volume)", (ours, other, ratio), against: "deposit of 4 MB there",
      wanted: "about 1", to: .copying)
    for name in ["/small", "/large"] { unlink(path + name) }
  }

  private func makeFile(_ path: String, size: Int) throws {
    try execute(["dd", "if=/dev/urandom", "of=\(path)", "bs=1M", "count=\(size >> 20)"])
    Glibc.sync()
  }

  private mutating func add(
    _ what: String, _ result: (ours: Figures, other: Figures, ratio: Figures), against: String,
    wanted: String,
    to question: Question = .takingIn
  ) {
    rows.append(
      Row(
        question: question, what: what, ours: result.ours.text() + " s",
        other: "\(against): \(result.other.text()) s",
        ratio: result.ratio.text("%.2f"), wanted: wanted))
    say(rows.last)
  }

  private func say(_ row: Row?) {
    guard let row else { return }
    printLine("\(row.what): \(row.ours); \(row.other); ratio \(row.ratio), wanted \(row.verdict)")
  }
}

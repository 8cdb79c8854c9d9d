/// A drain against the bare loop of the exclusive rename.
struct DrainBench {
  let path: String
  let rounds: Int
  let tell: (Row) -> Void

  func run(on volume: String) throws {
    for count in [5_000, 50_000] {
      func time(_ body: (BenchContainer) throws -> Void) throws -> Double {
        let room = try BenchContainer(waiting: count, in: path)
        let time = try seconds { try body(room) }
        try room.check(count)
        return time
      }
      let result = try compare(rounds) {
        try time { try $0.drain() }
      } and: {
        try time { try $0.renameAll() }
      }
      tell(
        Row(
          "drain of \(count) documents in one parcel, \(volume)", result,
          against: "bare loop of the exclusive rename", wanted: "at most \(volume == "tmpfs" ? 1.3 : 1.15)"))
    }
  }
}

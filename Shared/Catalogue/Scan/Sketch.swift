/// Whether two sets of numbers are equal, and about where they differ, in a fixed amount of memory.
///
/// Each number falls into one of many buckets, which adds up a digest of each; a bucket that is empty in the
/// end met every number as often on one side as on the other.
struct Sketch {
  /// 16 KiB. In a folder of half a million, one that is missing is found among five hundred.
  private static let buckets = 1024

  private var sums = [Digest](repeating: Digest(), count: buckets)

  /// Adds a number of the one side.
  mutating func add(_ number: Int64) {
    let (bucket, digest) = Self.place(number)
    sums[bucket] += digest
  }

  /// Adds a number of the other side.
  mutating func subtract(_ number: Int64) {
    let (bucket, digest) = Self.place(number)
    sums[bucket] += Digest(high: 0 &- digest.high, low: 0 &- digest.low)
  }

  /// Whether both sides were the same.
  var isEmpty: Bool { sums.allSatisfy { $0 == Digest() } }

  /// Whether a number may be on one side only.
  func mayMiss(_ number: Int64) -> Bool { sums[Self.place(number).bucket] != Digest() }

  private static func place(_ number: Int64) -> (bucket: Int, digest: Digest) {
    var digester = Digester()
    digester.add(number)
    let digest = digester.finish()
    return (Int(digest.high % UInt64(buckets)), digest)
  }
}

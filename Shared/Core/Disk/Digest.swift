/// A hash of 128 bits, of bytes or of a set of elements.
///
/// It is not cryptographic: an attacker gains nothing when a changed document looks unchanged to the catalogue.
/// Unlike the standard library's hasher, it gives the same value in every process.
struct Digest: Hashable, Sendable {
  var high: UInt64 = 0
  var low: UInt64 = 0

  /// Sixteen bytes, as the store keeps them.
  var bytes: [UInt8] { Encoder(high, low).bytes }

  /// Adds an element to a set. The order does not matter.
  static func += (set: inout Digest, element: Digest) {
    set.high &+= element.high
    set.low &+= element.low
  }
}

/// Computes a ``Digest`` of words and bytes, by two lanes of multiply and fold as in wyhash.
struct Digester {
  private var high: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var low: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  mutating func add(_ word: UInt64) {
    high = Self.fold(high ^ word, 0xA076_1D64_78BD_642F) &+ 0xE703_7ED1_A0B4_28DB
    low = Self.fold((low ^ word) &+ 0x8EBC_6AF0_9C88_C6E3, 0x5899_65CC_7537_4CC3) ^ high
  }

  mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }

  mutating func add(_ time: FileTime) {
    add(time.seconds)
    add(time.nanoseconds)
  }

  /// Adds bytes and their number.
  mutating func add(_ bytes: some Collection<UInt8>) {
    var (word, count) = (UInt64(0), 0)
    for byte in bytes {
      word |= UInt64(byte) << (8 * UInt64(count % 8))
      count += 1
      if count % 8 == 0 {
        add(word)
        word = 0
      }
    }
    add(word)
    add(UInt64(count))
  }

  func finish() -> Digest {
    var last = self
    last.add(high)
    last.add(low)
    return Digest(high: last.high, low: last.low)
  }

  private static func fold(_ one: UInt64, _ other: UInt64) -> UInt64 {
    let product = one.multipliedFullWidth(by: other)
    return product.high ^ product.low
  }
}

/// Writes words one after the other, the most significant byte first.
struct Encoder {
  private(set) var bytes: [UInt8] = []

  init(_ words: UInt64...) {
    for word in words { add(word) }
  }

  mutating func add(_ byte: UInt8) { bytes.append(byte) }

  mutating func add(_ word: UInt64) { withUnsafeBytes(of: word.bigEndian) { bytes.append(contentsOf: $0) } }

  mutating func add(_ number: Int64) { add(UInt64(bitPattern: number)) }

  mutating func add(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }
}

/// Reads what ``Encoder`` wrote. Returns nil when too few bytes are left.
struct Decoder {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  mutating func byte() -> UInt8? { rest.popFirst() }

  mutating func word() -> UInt64? { bytes(8)?.reduce(0) { $0 << 8 | UInt64($1) } }

  mutating func number() -> Int64? { word().map(Int64.init(bitPattern:)) }

  mutating func bytes(_ count: UInt64) -> [UInt8]? {
    guard count <= UInt64(rest.count) else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return Array(rest.prefix(Int(count)))
  }

  mutating func remaining() -> [UInt8] {
    defer { rest = [] }
    return Array(rest)
  }
}

/// CRC-32, as ZIP stores it for each entry: ISO 3309, as in zlib's `crc32`.
///
/// The system's Compression framework has none, and the system's zlib has no documented module for Swift.
struct Checksum {
  private var state: UInt32 = .max

  /// The checksum of all bytes so far.
  var value: UInt32 { ~state }

  /// What eight more bits make of a state, by the lowest byte.
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { state, _ in state & 1 == 1 ? 0xEDB8_8320 ^ state >> 1 : state >> 1 }
  }

  /// Adds bytes.
  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var state = state
    Self.table.withUnsafeBufferPointer { table in
      for byte in bytes { state = table[Int(UInt8(truncatingIfNeeded: state) ^ byte)] ^ state >> 8 }
    }
    self.state = state
  }
}

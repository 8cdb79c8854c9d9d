/// Writes ZIP archives, also such as no program should write.
public struct ZipBuilder: Sendable {
  /// One entry. What is nil follows from the rest.
  public struct Entry: Sendable {
    /// Its path.
    public var name: [UInt8]
    /// Its bytes in the archive.
    public var packed: [UInt8]
    /// How many bytes it says it has.
    public var size: UInt64
    /// Its CRC-32.
    public var checksum: UInt32
    /// 0 or 8, and others that nothing here can read.
    public var method: UInt16 = 0
    /// Bits of the header.
    public var flags: UInt16 = 0
    /// The mode in the upper half, and MS-DOS's attributes.
    public var attributes: UInt32 = 0
    /// Which system wrote it: 3 is Unix.
    public var system: UInt8 = 3
    /// When it was written, in MS-DOS's format.
    public var date: UInt16 = 0x5A21
    /// The time of that day.
    public var time: UInt16 = 0x6000
    /// The extra fields in the directory.
    public var extra: [UInt8] = []
    /// Whether its sizes and its place are in a field of ZIP64.
    public var isWide = false
    /// Whether its sizes are behind its contents only.
    public var isStreamed = false
    /// The path that the local header has.
    public var localName: [UInt8]?
    /// The CRC-32 that the local header has.
    public var localChecksum: UInt32?
    /// Where the directory says that its local header is.
    public var header: UInt64?

    /// A stored file, or a folder if the name ends in a slash.
    public init(_ name: String, _ contents: some Sequence<UInt8> = []) {
      self.init(bytes: Array(name.utf8), contents)
    }

    /// The same for a name that is not UTF-8.
    public init(bytes name: [UInt8], _ contents: some Sequence<UInt8> = []) {
      self.name = name
      packed = Array(contents)
      size = UInt64(packed.count)
      checksum = ZipBuilder.checksum(packed)
    }

    /// A stored text.
    public init(_ name: String, _ text: String) { self.init(name, text.utf8) }

    /// A file whose bytes a program has deflated.
    public static func deflated(_ name: String, _ packed: [UInt8], of contents: [UInt8]) -> Entry {
      var entry = Entry(name, contents)
      (entry.packed, entry.method) = (packed, 8)
      return entry
    }

    /// The same, changed.
    public func with(_ change: (inout Entry) -> Void) -> Entry {
      var entry = self
      change(&entry)
      return entry
    }
  }

  /// What is in it, in its order.
  public var entries: [Entry]
  /// What lies in front of it.
  public var prefix: [UInt8] = []
  /// The comment at its end.
  public var comment: [UInt8] = []
  /// Whether its end is ZIP64's.
  public var isWide = false
  /// The number of this part, of an archive in several.
  public var part: UInt16 = 0
  /// How many entries it says it has.
  public var count: UInt64?

  /// An archive of these entries.
  public init(_ entries: [Entry]) { self.entries = entries }

  /// The whole archive.
  public var bytes: [UInt8] {
    var bytes = prefix
    var directory: [UInt8] = []
    for entry in entries {
      let start = UInt64(bytes.count - prefix.count)
      append(entry, at: entry.header ?? start, to: &bytes, &directory)
    }
    let (start, count) = (UInt64(bytes.count - prefix.count), self.count ?? UInt64(entries.count))
    bytes += directory
    if isWide {
      let end = UInt64(bytes.count)
      bytes += number(UInt32(0x0606_4B50)) + number(UInt64(44)) + number(UInt16(45)) + number(UInt16(45))
      bytes += number(UInt32(part)) + number(UInt32(part)) + number(count) + number(count)
      bytes += number(UInt64(directory.count)) + number(start)
      bytes += number(UInt32(0x0706_4B50)) + number(UInt32(0)) + number(end) + number(UInt32(1))
    }
    let few = isWide ? .max : UInt16(truncatingIfNeeded: count)
    bytes += number(UInt32(0x0605_4B50)) + number(part) + number(part) + number(few) + number(few)
    bytes += number(isWide ? .max : UInt32(directory.count)) + number(isWide ? .max : UInt32(start))
    return bytes + number(UInt16(comment.count)) + comment
  }

  private func append(
    _ entry: Entry, at header: UInt64, to bytes: inout [UInt8], _ directory: inout [UInt8]
  ) {
    let flags = entry.flags | (entry.isStreamed ? 1 << 3 : 0)
    let name = entry.localName ?? entry.name
    let packed = UInt64(entry.packed.count)
    let (few, fewPacked): (UInt32, UInt32) =
      entry.isWide ? (.max, .max) : (UInt32(truncatingIfNeeded: entry.size), UInt32(packed))
    let sizes = number(entry.size) + number(packed)
    let field = { (fields: [UInt8]) in
      entry.isWide ? number(UInt16(1)) + number(UInt16(fields.count)) + fields : []
    }
    let local = field(sizes)
    bytes += number(UInt32(0x0403_4B50)) + number(UInt16(20)) + number(flags) + number(entry.method)
    bytes += number(entry.time) + number(entry.date)
    bytes += number(entry.isStreamed ? 0 : entry.localChecksum ?? entry.checksum)
    bytes += number(entry.isStreamed ? 0 : fewPacked) + number(entry.isStreamed ? 0 : few)
    bytes += number(UInt16(name.count)) + number(UInt16(local.count)) + name + local + entry.packed
    if entry.isStreamed {
      bytes += number(UInt32(0x0807_4B50)) + number(entry.checksum) + number(fewPacked) + number(few)
    }
    let extra = field(sizes + number(header)) + entry.extra
    directory += number(UInt32(0x0201_4B50)) + [20, entry.system] + number(UInt16(20)) + number(flags)
    directory += number(entry.method) + number(entry.time) + number(entry.date) + number(entry.checksum)
    directory += number(fewPacked) + number(few) + number(UInt16(entry.name.count))
    directory += number(UInt16(extra.count)) + number(UInt16(0)) + number(UInt16(0)) + number(UInt16(0))
    directory += number(entry.attributes) + number(entry.isWide ? .max : UInt32(truncatingIfNeeded: header))
    directory += entry.name + extra
  }

  private func number(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  /// CRC-32 bit by bit, so that no table can be wrong in the same way as the product's.
  public static func checksum(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var state = UInt32.max
    for byte in bytes {
      state ^= UInt32(byte)
      for _ in 0..<8 { state = state & 1 == 1 ? 0xEDB8_8320 ^ (state >> 1) : state >> 1 }
    }
    return ~state
  }

  /// So many zeros, deflated as far as it goes: one literal, then 258 more for every 13 bits.
  public static func deflatedZeros(_ count: Int) -> [UInt8] {
    var (bytes, bits, filled): ([UInt8], UInt32, Int) = ([], 0, 0)
    /// Codes begin with their highest bit.
    func put(_ code: UInt32, _ length: Int) {
      for place in (0..<length).reversed() {
        bits |= (code >> UInt32(place) & 1) << UInt32(filled)
        filled += 1
        if filled == 8 {
          bytes.append(UInt8(bits))
          (bits, filled) = (0, 0)
        }
      }
    }
    // The last block, with fixed codes: RFC 1951, 3.2.3 and 3.2.6.
    put(0b110, 3)
    var left = count
    if left > 0 { put(0x30, 8) }
    left -= 1
    while left >= 258 {
      put(0xC5, 8)
      put(0, 5)
      left -= 258
    }
    while left > 0 {
      put(0x30, 8)
      left -= 1
    }
    put(0, 7)
    if filled > 0 { bytes.append(UInt8(bits)) }
    return bytes
  }
}

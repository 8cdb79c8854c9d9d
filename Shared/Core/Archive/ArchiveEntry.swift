import Foundation

/// One entry of an archive, as the central directory has it.
struct ArchiveEntry {
  /// What it stands for, as far as its attributes say: a separator at the end of its name says that it is a folder, too.
  enum Kind {
    case file, folder
    /// A symbolic link, or something that is neither file nor folder. It is not made.
    case other
  }

  /// The path, in the archive's own bytes.
  let name: [UInt8]
  /// The path, in UTF-8 where the archive has it so beside its own bytes.
  let path: [UInt8]
  let kind: Kind
  /// Whether its bytes are stored as they are.
  let isStored: Bool
  /// The CRC-32 of its contents.
  let checksum: UInt32
  /// How many bytes it has in the archive.
  let packedSize: Int64
  /// How many bytes it has.
  let size: Int64
  /// Where its local header begins.
  let header: Int64
  /// When it was last written.
  var modified: FileTime? { Self.time(stamp) ?? Self.time(dos: date, time) }
  private let stamp: ArraySlice<UInt8>?
  private let date: UInt16
  private let time: UInt16
  private let method: UInt16

  /// Bits 0, 6 and 13: encrypted, strongly encrypted, encrypted directory.
  private static let encrypted: UInt16 = 1 << 0 | 1 << 6 | 1 << 13
  /// Bit 3: the local header was written before checksum and sizes were known.
  private static let streamed: UInt16 = 1 << 3
  /// Bit 5: a patch.
  private static let patched: UInt16 = 1 << 5

  /// Reads an entry: its 46 fixed bytes, its name, its extra fields.
  ///
  /// - Throws: ``ArchiveError/encrypted``, ``ArchiveError/unsupported`` for another method than none and DEFLATE, and
  ///   ``ArchiveError/damaged`` for sizes that cannot be.
  init(_ fixed: [UInt8], name: [UInt8], extra: [UInt8], base: Int64) throws(ArchiveError) {
    self.name = name
    let flags: UInt16 = fixed.number(8)
    method = fixed.number(10)
    if flags & Self.encrypted != 0 { throw .encrypted }
    guard flags & Self.patched == 0, method == 0 || method == 8 else { throw .unsupported }
    isStored = method == 0
    checksum = fixed.number(16)
    let fields = Fields(extra)
    path = Self.path(fields[0x7075], of: name) ?? name
    var (packed, size) = (UInt64(fixed.number(20, UInt32.self)), UInt64(fixed.number(24, UInt32.self)))
    var header = UInt64(fixed.number(42, UInt32.self))
    // Of ZIP64 only those are there that do not fit into 32 bits, in this order.
    var wide = fields[0x0001]
    if size == UInt64(UInt32.max) { size = try Self.next(in: &wide) }
    if packed == UInt64(UInt32.max) { packed = try Self.next(in: &wide) }
    if header == UInt64(UInt32.max) { header = try Self.next(in: &wide) }
    guard fixed.number(34, UInt16.self) == 0 || fixed.number(34, UInt16.self) == UInt16.max else {
      throw .unsupported
    }
    // A volume has no files of more bytes, and sums of two stay far from overflowing.
    let most = UInt64(1) << 60
    guard packed < most, size < most, header < most else { throw .damaged }
    (packedSize, self.size, self.header) = (Int64(packed), Int64(size), Int64(header) + base)
    kind = Self.kind(fixed)
    guard isStored ? packedSize == self.size : self.size / ArchiveLimits.deflate <= packedSize
    else { throw .damaged }
    (stamp, date, time) = (fields[0x5455], fixed.number(14), fixed.number(12))
  }

  /// How many bytes it has in the archive at least: its local header with the name, and its contents.
  var leastLength: Int64 { 30 + Int64(name.count) + packedSize }

  /// Checks the local header against the directory.
  ///
  /// - Returns: where the contents begin.
  /// - Throws: ``ArchiveError/damaged`` when they do not agree.
  func contents(in window: ArchiveWindow) throws(ArchiveError) -> Int64 {
    let local = try window.bytes(at: header, count: 30)
    let (nameLength, extraLength) = (Int(local.number(26, UInt16.self)), Int(local.number(28, UInt16.self)))
    let localFlags: UInt16 = local.number(6)
    guard local.number(0) == UInt32(0x0403_4B50), localFlags & Self.encrypted == 0, local.number(8) == method,
      try window.bytes(at: header + 30, count: nameLength) == name
    else { throw .damaged }
    if localFlags & Self.streamed == 0 {
      let sizes = [(local.number(18, UInt32.self), packedSize), (local.number(22, UInt32.self), size)]
      // The sizes of ZIP64 are in an extra field.
      guard local.number(14) == checksum,
        sizes.allSatisfy({ $0 == UInt32.max || Int64($0) == $1 })
      else { throw .damaged }
    }
    return header + Int64(30 + nameLength + extraLength)
  }

  private static func next(in wide: inout ArraySlice<UInt8>?) throws(ArchiveError) -> UInt64 {
    guard let bytes = wide, bytes.count >= 8 else { throw .damaged }
    wide = bytes.dropFirst(8)
    return Array(bytes.prefix(8)).number(0)
  }

  /// Info-ZIP's path in UTF-8: a version, the CRC-32 of the path that it stands for, and the path. nil when it stands for
  /// another one: a program that does not know the field renamed the entry. APPNOTE, 4.6.9.
  private static func path(_ field: ArraySlice<UInt8>?, of name: [UInt8]) -> [UInt8]? {
    guard let field, field.count > 5, field.first == 1 else { return nil }
    var checksum = Checksum()
    name.withUnsafeBytes { checksum.add($0) }
    guard Array(field.dropFirst().prefix(4)).number(0, UInt32.self) == checksum.value else { return nil }
    return Array(field.dropFirst(5))
  }

  /// By the mode, where Unix or macOS wrote the entry, else by the attribute of MS-DOS.
  private static func kind(_ fixed: [UInt8]) -> Kind {
    let attributes = fixed.number(38, UInt32.self)
    let isUnix = [3, 19].contains(fixed[5])
    // S_IFMT of stat(2).
    switch isUnix ? attributes >> 16 & 0o170000 : 0 {
    case 0o040000: return .folder
    case 0o100000: return .file
    case 0: return attributes & 0x10 != 0 ? .folder : .file
    default: return .other
    }
  }

  /// The extended timestamp: a byte that says which times follow, then the seconds since 1970.
  private static func time(_ field: ArraySlice<UInt8>?) -> FileTime? {
    guard let field, field.count >= 5, let flags = field.first, flags & 1 == 1 else { return nil }
    return FileTime(seconds: Int64(Array(field.dropFirst().prefix(4)).number(0, Int32.self)))
  }

  /// The time of MS-DOS: in the time zone of the one who wrote it, which is taken for this one.
  private static func time(dos date: UInt16, _ time: UInt16) -> FileTime? {
    let (year, month, day) = (1980 + Int(date >> 9), Int(date >> 5 & 15), Int(date & 31))
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let parts = DateComponents(
      year: year, month: month, day: day, hour: Int(time >> 11), minute: Int(time >> 5 & 63),
      second: Int(time & 31) * 2)
    return calendar.date(from: parts).map { FileTime($0) }
  }

  private static let calendar = Calendar(identifier: .gregorian)

  /// The extra fields: a number, a length, and so many bytes each.
  private struct Fields {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    subscript(wanted: UInt16) -> ArraySlice<UInt8>? {
      var place = 0
      while place + 4 <= bytes.count {
        let length = Int(bytes.number(place + 2, UInt16.self))
        guard place + 4 + length <= bytes.count else { return nil }
        if bytes.number(place) == wanted { return bytes[place + 4..<place + 4 + length] }
        place += 4 + length
      }
      return nil
    }
  }
}

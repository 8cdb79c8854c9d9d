/// The central directory of an archive: where it lies, and its entries one by one.
///
/// PKWARE's APPNOTE 6.3.10, 4.3.12 to 4.3.16. Nothing of it stays in memory, so it is read as often as it is needed.
struct ArchiveDirectory {
  private let window: ArchiveWindow
  /// Where the first entry begins, and where the last one ends.
  let range: Range<Int64>
  /// What lies in front of the archive: a program that unpacks it, for example. Offsets do not count it.
  let base: Int64
  /// How many entries there are, modulo 65,536 without ZIP64: Apple's own archives have more.
  private let count: UInt64
  private let isModulo: Bool

  private static let end: UInt32 = 0x0605_4B50
  private static let locator64: UInt32 = 0x0706_4B50
  private static let end64: UInt32 = 0x0606_4B50
  private static let entry: UInt32 = 0x0201_4B50

  /// Finds it by the record at the end.
  ///
  /// - Throws: ``ArchiveError/notAnArchive`` when there is none, ``ArchiveError/unsupported`` when the archive is in several
  ///   files, ``ArchiveError/withoutZIP64`` when it is too long for its numbers, ``ArchiveError/damaged`` when the directory is
  ///   not where the record says.
  init(_ window: ArchiveWindow) throws(ArchiveError) {
    self.window = window
    let place = try Self.findEnd(in: window)
    let record = try window.bytes(at: place, count: 22)
    var count = UInt64(record.number(10, UInt16.self))
    var (size, offset) = (UInt64(record.number(12, UInt32.self)), UInt64(record.number(16, UInt32.self)))
    var (disk, disks) = (UInt32(record.number(4, UInt16.self)), UInt32(record.number(6, UInt16.self)))
    var end = place
    isModulo = try !Self.has(Self.locator64, at: place - 20, in: window)
    if !isModulo {
      let locator = try window.bytes(at: place - 20, count: 20)
      guard let start = Int64(exactly: locator.number(8, UInt64.self)),
        try Self.has(Self.end64, at: start, in: window)
      else { throw .damaged }
      let record = try window.bytes(at: start, count: 56)
      (disk, disks) = (record.number(16), record.number(20))
      (count, size, offset) = (record.number(32), record.number(40), record.number(48))
      end = start
    }
    guard disk == 0, disks == 0 else { throw .unsupported }
    // Older systems of Apple's write every number modulo 4 GB then: no size and no place can be believed.
    guard !isModulo || Int64(size) > end || end - Int64(size) <= Int64(UInt32.max) else {
      throw .withoutZIP64
    }
    guard size <= UInt64(end), offset <= UInt64(end) - size else { throw .damaged }
    self.count = count
    range = end - Int64(size)..<end
    base = range.lowerBound - Int64(offset)
  }

  /// The record is 22 bytes and a comment, so it begins in the last 65,557.
  private static func findEnd(in window: ArchiveWindow) throws(ArchiveError) -> Int64 {
    var place = window.length - 22
    let first = max(0, place - Int64(UInt16.max))
    // As much as the window holds at a time, the last part first.
    while place >= first {
      let start = max(first, place - Int64(ArchiveWindow.size) + 22)
      let bytes = try window.bytes(at: start, count: Int(min(place - start + 22, Int64(ArchiveWindow.size))))
      while place >= start {
        let at = Int(place - start)
        if bytes[at] == 0x50, bytes.number(at, UInt32.self) == end,
          place + 22 + Int64(bytes.number(at + 20, UInt16.self)) == window.length
        {
          return place
        }
        place -= 1
      }
    }
    throw .notAnArchive
  }

  private static func has(
    _ signature: UInt32, at place: Int64, in window: ArchiveWindow
  ) throws(ArchiveError) -> Bool {
    guard place >= 0, place <= window.length - 4 else { return false }
    return try window.bytes(at: place, count: 4).number(0) == signature
  }

  /// Reads every entry, in the order of the directory.
  ///
  /// - Throws: ``ArchiveError/damaged`` when the directory is not what it says, ``ArchiveError/excessive`` for too many
  ///   entries, what ``ArchiveEntry/init(_:name:extra:base:)`` throws, and what the closure throws.
  func forEach(
    upTo limit: Int, _ body: (ArchiveEntry) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    var place = range.lowerBound
    var found = 0
    while place < range.upperBound {
      found += 1
      guard found <= limit else { throw .excessive }
      let fixed = try window.bytes(at: place, count: 46)
      guard fixed.number(0) == Self.entry else { throw .damaged }
      let name = Int(fixed.number(28, UInt16.self))
      let (extra, comment) = (Int(fixed.number(30, UInt16.self)), Int(fixed.number(32, UInt16.self)))
      let entry = try ArchiveEntry(
        fixed, name: window.bytes(at: place + 46, count: name),
        extra: window.bytes(at: place + 46 + Int64(name), count: extra), base: base)
      place += Int64(46 + name + extra + comment)
      try body(entry)
    }
    guard place == range.upperBound, isModulo ? count == UInt64(found % 65_536) : count == UInt64(found)
    else { throw .damaged }
  }
}

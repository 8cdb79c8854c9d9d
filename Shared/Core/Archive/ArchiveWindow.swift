/// An open archive, of which 64 KB at a time are in memory.
///
/// Of entries that lie one after the other no byte is read twice.
final class ArchiveWindow {
  /// Longer than any field of the format: names, extra fields and comments have at most 65,535 bytes.
  static let size = 1 << 16

  /// How long the archive is.
  let length: Int64
  private let disk: Disk
  private let file: Descriptor
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
  /// What is in the buffer.
  private var range: Range<Int64> = 0..<0

  init(_ file: Descriptor, length: Int64, disk: Disk) {
    (self.file, self.length, self.disk) = (file, length, disk)
  }

  deinit { buffer.deallocate() }

  /// The bytes at an offset: as many as are in memory, at least one, valid until the next call.
  ///
  /// - Throws: ``ArchiveError/damaged`` behind the end.
  func chunk(at offset: Int64, atMost most: Int64) throws(ArchiveError) -> UnsafeRawBufferPointer {
    if !range.contains(offset) { try fill(from: offset) }
    let count = min(most, range.upperBound - offset)
    guard count > 0 else { throw .damaged }
    let start = Int(offset - range.lowerBound)
    return UnsafeRawBufferPointer(rebasing: buffer[start..<start + Int(count)])
  }

  /// So many bytes at an offset, at most ``size``.
  ///
  /// - Throws: ``ArchiveError/damaged`` when the archive ends before.
  func bytes(at offset: Int64, count: Int) throws(ArchiveError) -> [UInt8] {
    guard offset >= 0, count <= Self.size, offset <= length - Int64(count) else { throw .damaged }
    if count == 0 { return [] }
    if offset < range.lowerBound || offset + Int64(count) > range.upperBound { try fill(from: offset) }
    let found = try chunk(at: offset, atMost: Int64(count))
    guard found.count == count else { throw .damaged }
    return Array(found)
  }

  private func fill(from offset: Int64) throws(ArchiveError) {
    range = offset..<offset
    while range.count < buffer.count {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[range.count...])
      let end = range.upperBound
      let count = try ArchiveError.onDisk { () throws(DiskError) in try disk.read(file, rest, end) }
      if count == 0 { return }
      range = offset..<end + Int64(count)
    }
  }
}

extension [UInt8] {
  /// A number of the format, the least significant byte first. Its bytes must be there.
  func number<Number: FixedWidthInteger>(_ offset: Int, _: Number.Type = Number.self) -> Number {
    withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: offset, as: Number.self)) }
  }
}

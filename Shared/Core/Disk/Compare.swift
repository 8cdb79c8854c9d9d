import Foundation

extension OpenFile {
  /// The longest resource fork that is compared: it is read at once, and a process may have 20 MB.
  private static let longestFork = 1 << 20

  /// Compares two open files byte for byte, a buffer at a time, and their resource forks. Long forks count as different.
  /// - Parameter isCancelled: asked before each buffer. If it returns true, this throws ``DiskError/Code/cancelled``.
  func hasSameBytes(as other: OpenFile, _ isCancelled: () -> Bool = { false }) throws(DiskError) -> Bool {
    guard try status().size == other.status().size, try hasSameFork(as: other) else { return false }
    let size = 1 << 20
    let left = UnsafeMutableRawPointer.allocate(byteCount: 2 * size, alignment: 16)
    defer { left.deallocate() }
    let right = left + size
    var offset: Int64 = 0
    while true {
      if isCancelled() { throw DiskError(.cancelled, at: path) }
      let a = try read(into: UnsafeMutableRawBufferPointer(start: left, count: size), at: offset)
      let b = try other.read(into: UnsafeMutableRawBufferPointer(start: right, count: size), at: offset)
      guard a == b, memcmp(left, right, a) == 0 else { return false }
      if a < size { return true }
      offset += Int64(a)
    }
  }

  private func hasSameFork(as other: OpenFile) throws(DiskError) -> Bool {
    let fork = ItemAttribute.resourceFork
    let size = try attributeSize(fork)
    guard try other.attributeSize(fork) == size, size ?? 0 <= Self.longestFork else { return false }
    return try attribute(fork) == other.attribute(fork)
  }
}

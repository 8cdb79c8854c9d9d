import Foundation

extension Disk {
  /// The longest resource fork that is compared: it is read at once, and a process may have 20 MB.
  private static let longestFork = 1 << 20

  /// Compares two open files byte for byte, a buffer at a time, and their resource forks. Long forks count as different.
  ///
  /// - Parameter isCancelled: asked before each buffer. If it returns true, this throws ``DiskError/Code/cancelled``.
  func haveSameBytes(
    _ one: Descriptor, _ other: Descriptor, _ isCancelled: () -> Bool = { false }
  ) throws(DiskError) -> Bool {
    guard try status(one, nil).size == status(other, nil).size, try haveSameForks(one, other) else {
      return false
    }
    // As large as the buffer of a copy that goes through memory.
    let size = 1 << 20
    let buffers = UnsafeMutableRawBufferPointer.allocate(byteCount: 2 * size, alignment: 16)
    defer { buffers.deallocate() }
    let (left, right) = (
      UnsafeMutableRawBufferPointer(rebasing: buffers[..<size]),
      UnsafeMutableRawBufferPointer(rebasing: buffers[size...])
    )
    var offset: Int64 = 0
    while true {
      if isCancelled() { throw DiskError(.cancelled, at: "") }
      let (a, b) = (try readAll(one, left, offset), try readAll(other, right, offset))
      guard a == b, hasSameBytes(left, right, a) else { return false }
      if a < size { return true }
      offset += Int64(a)
    }
  }

  private func hasSameBytes(
    _ one: UnsafeMutableRawBufferPointer, _ other: UnsafeMutableRawBufferPointer, _ count: Int
  ) -> Bool {
    guard let one = one.baseAddress, let other = other.baseAddress else { return count == 0 }
    return memcmp(one, other, count) == 0
  }

  private func haveSameForks(_ one: Descriptor, _ other: Descriptor) throws(DiskError) -> Bool {
    let fork = ItemAttribute.resourceFork
    let size = try attributeSize(one, fork)
    let otherSize = try attributeSize(other, fork)
    guard size == otherSize else { return false }
    guard let size else { return true }
    if size > Self.longestFork { return false }
    let (a, b) = (try attribute(one, fork), try attribute(other, fork))
    return a == b
  }

  /// Reads until the buffer is full or the file ends.
  func readAll(
    _ file: Descriptor, _ buffer: UnsafeMutableRawBufferPointer, _ offset: Int64
  ) throws(DiskError) -> Int {
    var done = 0
    while done < buffer.count {
      let count = try read(
        file, UnsafeMutableRawBufferPointer(rebasing: buffer[done...]), offset + Int64(done))
      if count == 0 { break }
      done += count
    }
    return done
  }
}

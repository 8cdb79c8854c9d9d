import Foundation

extension Disk {
  /// The longest resource fork that is compared: it is read at once, and a process may have 20 MB.
  private static let longestFork = 1 << 20

  /// Compares two open files byte for byte, a buffer at a time, and their resource forks. Long forks count as different.
  /// - Parameter isCancelled: asked before each buffer. If it returns true, this throws ``DiskError/Code/cancelled``.
  func haveSameBytes(
    _ one: Descriptor, _ other: Descriptor, _ isCancelled: () -> Bool = { false }
  ) throws(DiskError) -> Bool {
    guard try status(one, nil).size == status(other, nil).size, try haveSameForks(one, other) else {
      return false
    }
    let size = 1 << 20
    let left = UnsafeMutableRawPointer.allocate(byteCount: 2 * size, alignment: 16)
    defer { left.deallocate() }
    let right = left + size
    var offset: Int64 = 0
    while true {
      if isCancelled() { throw DiskError(.cancelled, at: "") }
      let a = try readAll(one, UnsafeMutableRawBufferPointer(start: left, count: size), offset)
      let b = try readAll(other, UnsafeMutableRawBufferPointer(start: right, count: size), offset)
      guard a == b, memcmp(left, right, a) == 0 else { return false }
      if a < size { return true }
      offset += Int64(a)
    }
  }

  private func haveSameForks(_ one: Descriptor, _ other: Descriptor) throws(DiskError) -> Bool {
    let fork = ItemAttribute.resourceFork
    let size = try attributeSize(one, fork)
    guard try attributeSize(other, fork) == size, size ?? 0 <= Self.longestFork else { return false }
    return try attribute(one, fork) == attribute(other, fork)
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

extension Disk {
  /// Compares two open files byte for byte, a buffer at a time.
  func haveSameBytes(_ one: Descriptor, _ other: Descriptor) throws(DiskError) -> Bool {
    guard try status(one, nil).size == status(other, nil).size else { return false }
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
      let (a, b) = (try readAll(one, left, offset), try readAll(other, right, offset))
      guard a == b, left[..<a].elementsEqual(right[..<b]) else { return false }
      if a < size { return true }
      offset += Int64(a)
    }
  }

  /// Reads until the buffer is full or the file ends.
  private func readAll(
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

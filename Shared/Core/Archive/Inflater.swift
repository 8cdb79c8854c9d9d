import Compression

/// Inflates entries of method 8 by the system: what its Compression framework calls ZLIB is raw DEFLATE, RFC 1951. See
/// <https://developer.apple.com/documentation/compression/compression_zlib>.
///
/// It has one buffer for all entries.
final class Inflater {
  private let output = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: ArchiveWindow.size)

  deinit { output.deallocate() }

  /// Inflates the bytes of one entry.
  ///
  /// - Parameters:
  ///   - range: where they are in the archive.
  ///   - write: called with each buffer that is full, and the last one.
  /// - Throws: ``ArchiveError/damaged`` when the bytes are no stream of DEFLATE, or a part of one, and what `write` throws.
  func inflate(
    _ range: Range<Int64>, of archive: ArchiveWindow,
    _ write: (UnsafeRawBufferPointer) throws(ArchiveError) -> Void
  ) throws(ArchiveError) {
    guard let start = output.baseAddress else { throw .damaged }
    var stream = compression_stream(
      dst_ptr: start, dst_size: 0, src_ptr: UnsafePointer(start), src_size: 0, state: nil)
    guard
      compression_stream_init(&stream, COMPRESSION_STREAM_DECODE, COMPRESSION_ZLIB) == COMPRESSION_STATUS_OK
    else { throw .damaged }
    defer { compression_stream_destroy(&stream) }
    stream.src_size = 0
    var offset = range.lowerBound
    while true {
      if stream.src_size == 0, offset < range.upperBound {
        let input = try archive.chunk(at: offset, atMost: range.upperBound - offset)
        guard let first = input.bindMemory(to: UInt8.self).baseAddress else { throw .damaged }
        (stream.src_ptr, stream.src_size) = (first, input.count)
        offset += Int64(input.count)
      }
      (stream.dst_ptr, stream.dst_size) = (start, output.count)
      let waiting = stream.src_size
      let isLast = offset == range.upperBound
      let status = compression_stream_process(
        &stream, isLast ? Int32(COMPRESSION_STREAM_FINALIZE.rawValue) : 0)
      let count = output.count - stream.dst_size
      if count > 0 { try write(UnsafeRawBufferPointer(start: start, count: count)) }
      if status == COMPRESSION_STATUS_END { return }
      // A stream that is cut off, or goes on behind its end, is no error to the framework: it only does nothing more.
      guard status == COMPRESSION_STATUS_OK, count > 0 || stream.src_size < waiting else { throw .damaged }
    }
  }
}

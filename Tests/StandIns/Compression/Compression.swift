import zlib

/// An algorithm.
///
/// <https://developer.apple.com/documentation/compression/compression_algorithm>
public struct compression_algorithm: RawRepresentable, Equatable, Sendable {
  /// The number of the header.
  public var rawValue: UInt32

  /// An algorithm of this number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// Raw DEFLATE, without a header or a checksum: RFC 1951.
///
/// <https://developer.apple.com/documentation/compression/compression_zlib>
public var COMPRESSION_ZLIB: compression_algorithm { compression_algorithm(rawValue: 0x205) }

/// Whether a stream encodes or decodes.
///
/// <https://developer.apple.com/documentation/compression/compression_stream_operation>
public struct compression_stream_operation: RawRepresentable, Equatable, Sendable {
  /// The number of the header.
  public var rawValue: UInt32

  /// An operation of this number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// Decodes. The only operation here.
///
/// <https://developer.apple.com/documentation/compression/compression_stream_decode>
public var COMPRESSION_STREAM_DECODE: compression_stream_operation {
  compression_stream_operation(rawValue: 1)
}

/// What a caller says of its input.
///
/// <https://developer.apple.com/documentation/compression/compression_stream_flags>
public struct compression_stream_flags: RawRepresentable, Equatable, Sendable {
  /// The number of the header.
  public var rawValue: UInt32

  /// Flags of these bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
}

/// No more input comes.
///
/// <https://developer.apple.com/documentation/compression/compression_stream_finalize>
public var COMPRESSION_STREAM_FINALIZE: compression_stream_flags { compression_stream_flags(rawValue: 1) }

/// How a call ended.
///
/// <https://developer.apple.com/documentation/compression/compression_status>
public struct compression_status: RawRepresentable, Equatable, Sendable {
  /// The number of the header.
  public var rawValue: Int32

  /// A status of this number.
  public init(rawValue: Int32) { self.rawValue = rawValue }
}

/// All of the source was read, or all of the destination was written.
///
/// <https://developer.apple.com/documentation/compression/compression_status_ok>
public var COMPRESSION_STATUS_OK: compression_status { compression_status(rawValue: 0) }

/// The stream is damaged.
///
/// <https://developer.apple.com/documentation/compression/compression_status_error>
private let COMPRESSION_STATUS_ERROR = compression_status(rawValue: -1)

/// All of the stream was read and written.
///
/// <https://developer.apple.com/documentation/compression/compression_status_end>
public var COMPRESSION_STATUS_END: compression_status { compression_status(rawValue: 1) }

/// A stream under way: where it reads, where it writes.
///
/// <https://developer.apple.com/documentation/compression/compression_stream>
public struct compression_stream {
  /// Where the next byte is written.
  public var dst_ptr: UnsafeMutablePointer<UInt8>
  /// How many bytes there is room for.
  public var dst_size: Int
  /// Where the next byte is read.
  public var src_ptr: UnsafePointer<UInt8>
  /// How many bytes there are.
  public var src_size: Int
  /// The system's own.
  public var state: UnsafeMutableRawPointer?

  /// The five fields.
  public init(
    dst_ptr: UnsafeMutablePointer<UInt8>, dst_size: Int, src_ptr: UnsafePointer<UInt8>, src_size: Int,
    state: UnsafeMutableRawPointer?
  ) {
    (self.dst_ptr, self.dst_size, self.src_ptr, self.src_size) = (dst_ptr, dst_size, src_ptr, src_size)
    self.state = state
  }
}

/// Begins a stream. "This allocates storage for the state", which stays until ``compression_stream_destroy(_:)``; the
/// caller sets the four other fields afterwards, because the call may change them.
///
/// <https://developer.apple.com/documentation/compression/compression_stream_init(_:_:_:)>
public func compression_stream_init(
  _ stream: UnsafeMutablePointer<compression_stream>, _ operation: compression_stream_operation,
  _ algorithm: compression_algorithm
) -> compression_status {
  precondition(
    operation == COMPRESSION_STREAM_DECODE && algorithm == COMPRESSION_ZLIB,
    "This stand-in only decodes raw DEFLATE.")
  let inner = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  inner.initialize(to: z_stream())
  // Negative bits: no header and no checksum. See inflateInit2 in zlib.h.
  guard inflateInit2_(inner, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
    inner.deallocate()
    return COMPRESSION_STATUS_ERROR
  }
  stream.pointee.state = UnsafeMutableRawPointer(inner)
  (stream.pointee.dst_size, stream.pointee.src_size) = (0, 0)
  return COMPRESSION_STATUS_OK
}

/// Reads and writes as much as it can, and moves the four fields on.
///
/// "Processing was successful, and the stream will produce no more output (this only occurs if flags is set to
/// COMPRESSION_STREAM_FINALIZE)." So without the flag the end is never told, and of what follows it nothing is read.
/// Of a stream that is cut off the page says nothing: each further call says that it was successful, and does
/// nothing.
///
/// <https://developer.apple.com/documentation/compression/compression_stream_process(_:_:)>
public func compression_stream_process(
  _ stream: UnsafeMutablePointer<compression_stream>, _ flags: Int32
) -> compression_status {
  guard let state = stream.pointee.state else { return COMPRESSION_STATUS_ERROR }
  let inner = state.assumingMemoryBound(to: z_stream.self)
  inner.pointee.next_in = UnsafeMutablePointer(mutating: stream.pointee.src_ptr)
  inner.pointee.avail_in = UInt32(stream.pointee.src_size)
  inner.pointee.next_out = stream.pointee.dst_ptr
  inner.pointee.avail_out = UInt32(stream.pointee.dst_size)
  let result = inflate(inner, Z_NO_FLUSH)
  let (read, written) = (
    stream.pointee.src_size - Int(inner.pointee.avail_in),
    stream.pointee.dst_size - Int(inner.pointee.avail_out)
  )
  stream.pointee.src_ptr += read
  stream.pointee.src_size -= read
  stream.pointee.dst_ptr += written
  stream.pointee.dst_size -= written
  let isLast = flags & Int32(COMPRESSION_STREAM_FINALIZE.rawValue) != 0
  switch result {
  case Z_STREAM_END: return isLast ? COMPRESSION_STATUS_END : COMPRESSION_STATUS_OK
  case Z_OK, Z_BUF_ERROR: return COMPRESSION_STATUS_OK
  default: return COMPRESSION_STATUS_ERROR
  }
}

/// Frees what ``compression_stream_init(_:_:_:)`` allocated.
///
/// <https://developer.apple.com/documentation/compression/compression_stream_destroy(_:)>
@discardableResult
public func compression_stream_destroy(
  _ stream: UnsafeMutablePointer<compression_stream>
) -> compression_status {
  guard let state = stream.pointee.state else { return COMPRESSION_STATUS_ERROR }
  let inner = state.assumingMemoryBound(to: z_stream.self)
  inflateEnd(inner)
  inner.deinitialize(count: 1)
  inner.deallocate()
  stream.pointee.state = nil
  return COMPRESSION_STATUS_OK
}

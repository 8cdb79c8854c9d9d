import Foundation
import zlib

/// What `.forUploading` hands over: "the file coordinator creates a temporary snapshot of the item being read".
///
/// "If the item being read is a directory (such as a document package), then the snapshot is a new file containing the
/// zipped contents of the directory." Any other file is a copy, and not zipped. "The file coordinator unlinks the file
/// after the block returns": <https://developer.apple.com/documentation/foundation/nsfilecoordinator/readingoptions/foruploading>.
/// The page does not say how it is zipped. It is as a program that writes a stream does it: the folder itself is in the
/// paths, sizes and checksum come behind the contents, names are UTF-8 without saying so, links are links.
struct ZippedSnapshot {
  let url: URL
  private let folder: URL

  init(of item: URL) throws {
    folder = FileManager.default.temporaryDirectory.appending(component: "snapshot-" + UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    let values = try item.resourceValues(forKeys: [.isDirectoryKey])
    if values.isDirectory == true {
      url = folder.appending(component: item.lastPathComponent + ".zip")
      try ZipWriter.zip(item, to: url)
    } else {
      url = folder.appending(component: item.lastPathComponent)
      try FileManager.default.copyItem(at: item, to: url)
    }
  }

  func remove() {
    // Of a temporary file nothing depends on its removal.
    try? FileManager.default.removeItem(at: folder)
  }
}

private struct ZipWriter {
  private let file: FileHandle
  private var offset = 0
  private var directory = Data()
  private var count = 0

  static func zip(_ item: URL, to zip: URL) throws {
    guard FileManager.default.createFile(atPath: zip.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    var writer = ZipWriter(file: try FileHandle(forWritingTo: zip))
    try writer.add(item, as: item.lastPathComponent)
    try writer.end()
  }

  private init(file: FileHandle) { self.file = file }

  private mutating func write(_ data: Data) throws {
    try file.write(contentsOf: data)
    offset += data.count
  }

  private mutating func add(_ item: URL, as path: String) throws {
    let attributes = try FileManager.default.attributesOfItem(atPath: item.path)
    let date = attributes[.modificationDate] as? Date ?? .now
    switch attributes[.type] as? FileAttributeType {
    case .typeDirectory:
      try add(path + "/", mode: 0o040755, date) { _ in }
      for name in try FileManager.default.contentsOfDirectory(atPath: item.path).sorted() {
        try add(item.appending(component: name), as: path + "/" + name)
      }
    case .typeSymbolicLink:
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: item.path)
      try add(path, mode: 0o120755, date) { try $0(Data(target.utf8)) }
    default:
      let source = try FileHandle(forReadingFrom: item)
      defer { try? source.close() }
      try add(path, mode: 0o100644, date) { write in
        while let chunk = try source.read(upToCount: 1 << 16), !chunk.isEmpty { try write(chunk) }
      }
    }
  }

  private mutating func add(
    _ path: String, mode: UInt32, _ date: Date, _ contents: ((Data) throws -> Void) throws -> Void
  ) throws {
    let start = offset
    let name = Data(path.utf8)
    let time: [UInt8] = [0x55, 0x54, 5, 0, 1] + bytes(UInt32(Int32(date.timeIntervalSince1970)))
    // Sizes and checksum follow; DEFLATE; some date of MS-DOS's.
    let fixed = bytes(UInt16(20)) + bytes(UInt16(1 << 3)) + bytes(UInt16(8)) + bytes(UInt32(0x5A21_6000))
    let local = bytes(UInt32(0x0403_4B50)) + fixed + [UInt8](repeating: 0, count: 12)
    try write(
      Data(local + bytes(UInt16(name.count)) + bytes(UInt16(time.count))) + name + Data(time))
    var (size, packed, checksum) = (0, 0, crc32(0, nil, 0))
    var stream = z_stream()
    deflateInit2_(
      &stream, 5, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
      Int32(MemoryLayout<z_stream>.size))
    defer { deflateEnd(&stream) }
    try contents { chunk in
      size += chunk.count
      checksum = chunk.withUnsafeBytes { bytes in
        crc32(checksum, bytes.bindMemory(to: UInt8.self).baseAddress, UInt32(bytes.count))
      }
      packed += try deflate(chunk, Z_NO_FLUSH, &stream)
    }
    packed += try deflate(Data(), Z_FINISH, &stream)
    let sums = bytes(UInt32(checksum)) + bytes(UInt32(packed)) + bytes(UInt32(size))
    try write(Data(bytes(UInt32(0x0807_4B50)) + sums))
    directory += Data(bytes(UInt32(0x0201_4B50)) + [21, 3] + fixed + sums)
    directory += Data(bytes(UInt16(name.count)) + bytes(UInt16(time.count)) + [UInt8](repeating: 0, count: 6))
    directory += Data(bytes(mode << 16) + bytes(UInt32(start))) + name + Data(time)
    count += 1
  }

  /// The output is twice as long as a chunk, so all that comes out of one fits into it.
  private mutating func deflate(_ chunk: Data, _ flush: Int32, _ stream: inout z_stream) throws -> Int {
    var input = Array(chunk)
    var output = [UInt8](repeating: 0, count: 1 << 17)
    let made = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        (stream.next_in, stream.avail_in) = (input.baseAddress, UInt32(input.count))
        (stream.next_out, stream.avail_out) = (output.baseAddress, UInt32(output.count))
        _ = zlib.deflate(&stream, flush)
        return output.count - Int(stream.avail_out)
      }
    }
    try write(Data(output[..<made]))
    return made
  }

  private mutating func end() throws {
    let (start, size) = (offset, directory.count)
    try write(directory)
    let counts = bytes(UInt16(truncatingIfNeeded: count))
    try write(
      Data(
        bytes(UInt32(0x0605_4B50)) + bytes(UInt32(0)) + counts + counts + bytes(UInt32(size))
          + bytes(UInt32(start)) + bytes(UInt16(0))))
    try file.close()
  }

  private func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}

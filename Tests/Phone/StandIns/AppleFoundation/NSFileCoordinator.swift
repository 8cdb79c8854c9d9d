import Foundation
import Synchronization

/// Where an error goes. Apple's is of `AutoreleasingUnsafeMutablePointer`, which only Objective-C's platforms have. Both take
/// `&error` of a variable, and nil; this one takes a pointer, too, and lint refuses any other argument than these.
public typealias NSErrorPointer = UnsafeMutablePointer<NSError?>?

/// Keeps readers and writers of a file apart. Nothing here writes through a coordinator, so no reader waits.
open class NSFileCoordinator: NSObject {
  public struct ReadingOptions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// No writer is asked to save first.
    public static var withoutChanges: ReadingOptions { ReadingOptions(rawValue: 1 << 0) }
    /// The reader gets a snapshot: of a folder, a ZIP archive. It is gone when the reader returns.
    public static var forUploading: ReadingOptions { ReadingOptions(rawValue: 1 << 3) }
  }

  private let isCancelled = Mutex(false)

  public override init() {}

  /// Runs the body when the item can be read. On an error it is not run.
  open func coordinate(
    readingItemAt url: URL, options: NSFileCoordinator.ReadingOptions = [], error outError: NSErrorPointer,
    byAccessor reader: (URL) -> Void
  ) {
    if isCancelled.withLock({ $0 }) {
      outError?.pointee = CocoaError(.userCancelled) as NSError
    } else if options.contains(.forUploading) {
      do {
        let snapshot = try ZippedSnapshot(of: url)
        defer { snapshot.remove() }
        // The reader does not run if another thread cancels before it would.
        if isCancelled.withLock({ $0 }) { throw CocoaError(.userCancelled) }
        reader(snapshot.url)
      } catch {
        outError?.pointee = error as NSError
      }
    } else {
      do { try CoordinatedCopies.read(url, reader) } catch { outError?.pointee = error as NSError }
    }
  }

  open func cancel() { isCancelled.withLock { $0 = true } }
}

/// What `.forUploading` hands over: "the file coordinator creates a temporary snapshot of the item being read".
///
/// "If the item being read is a directory (such as a document package), then the snapshot is a new file containing the
/// zipped contents of the directory." Any other file is a copy, and not zipped. "The file coordinator unlinks the file
/// after the block returns": <https://developer.apple.com/documentation/foundation/nsfilecoordinator/readingoptions/foruploading>.
/// The page does not say how it is zipped. Here the folder itself is in the paths, and nothing is packed.
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
  private var bytes = Data()
  private var directory = Data()
  private var count = 0

  static func zip(_ item: URL, to zip: URL) throws {
    var writer = ZipWriter()
    try writer.add(item, as: item.lastPathComponent)
    let (start, size, count) = (writer.bytes.count, writer.directory.count, UInt16(writer.count))
    writer.bytes += writer.directory
    writer.bytes += le(UInt32(0x0605_4B50)) + le(UInt32(0)) + le(count) + le(count)
    writer.bytes += le(UInt32(size)) + le(UInt32(start)) + le(UInt16(0))
    try writer.bytes.write(to: zip)
  }

  private mutating func add(_ item: URL, as path: String) throws {
    switch try FileManager.default.attributesOfItem(atPath: item.path)[.type] as? FileAttributeType {
    case .typeDirectory:
      add(Data(), as: path + "/", mode: 0o040755)
      for name in try FileManager.default.contentsOfDirectory(atPath: item.path).sorted() {
        try add(item.appending(component: name), as: path + "/" + name)
      }
    case .typeSymbolicLink:
      let target = try FileManager.default.destinationOfSymbolicLink(atPath: item.path)
      add(Data(target.utf8), as: path, mode: 0o120755)
    default:
      add(try Data(contentsOf: item), as: path, mode: 0o100644)
    }
  }

  private mutating func add(_ contents: Data, as path: String, mode: UInt32) {
    let start = bytes.count
    let size = Self.le(UInt32(contents.count))
    // Names are UTF-8; stored; some date of MS-DOS's; checksum; the size twice; the length of the name; no extra field.
    var header = Self.le(UInt16(20)) + Self.le(UInt16(1 << 11)) + Self.le(UInt16(0))
    header += Self.le(UInt32(0x5A21_6000)) + Self.le(Self.checksum(of: contents)) + size + size
    header += Self.le(UInt16(path.utf8.count)) + Self.le(UInt16(0))
    bytes += Self.le(UInt32(0x0403_4B50)) + header + Array(path.utf8) + contents
    directory += Self.le(UInt32(0x0201_4B50)) + [21, 3] + header + [UInt8](repeating: 0, count: 6)
    directory += Self.le(mode << 16) + Self.le(UInt32(start)) + Array(path.utf8)
    count += 1
  }

  /// CRC-32.
  private static func checksum(of contents: Data) -> UInt32 {
    ~contents.reduce(UInt32.max) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
  }

  private static func le(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }
}

extension FileManager {
  /// Copies as the system does: folders that may only be read are copied with all that is in them, and are
  /// only to be read afterwards. Linux's `copyItem(at:to:)` stops at such a folder.
  ///
  /// <https://developer.apple.com/documentation/foundation/filemanager/copyitem(at:to:)>
  func copyAsTheSystemDoes(_ source: URL, to destination: URL) throws {
    let attributes = try attributesOfItem(atPath: source.path)
    let type = attributes[.type] as? FileAttributeType
    guard type == .typeDirectory else {
      // Reading a pipe or a device might never end.
      guard type == .typeRegular || type == .typeSymbolicLink else { throw CocoaError(.fileReadUnknown) }
      try copyItem(at: source, to: destination)
      // Linux's gives a file, and no link, the time of the copy.
      guard type == .typeRegular, let modified = attributes[.modificationDate] else { return }
      return try setAttributes([.modificationDate: modified], ofItemAtPath: destination.path)
    }
    try createDirectory(at: destination, withIntermediateDirectories: false)
    for name in try contentsOfDirectory(atPath: source.path) {
      try copyAsTheSystemDoes(source.appending(path: name), to: destination.appending(path: name))
    }
    let kept = attributes.filter { [.posixPermissions, .modificationDate].contains($0.key) }
    try setAttributes(kept, ofItemAtPath: destination.path)
  }

  /// Removes what was copied, folders that may only be read too.
  func removeAsTheSystemDoes(_ item: URL) throws {
    if try attributesOfItem(atPath: item.path)[.type] as? FileAttributeType == .typeDirectory {
      try setAttributes([.posixPermissions: 0o700], ofItemAtPath: item.path)
      for name in try contentsOfDirectory(atPath: item.path) {
        try removeAsTheSystemDoes(item.appending(path: name))
      }
    }
    try removeItem(at: item)
  }
}

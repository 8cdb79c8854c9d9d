/// One name in a folder, as the file system has it: bytes, never a lossy string.
///
/// A name need not be UTF-8. Only text for the user goes through ``text``.
public struct FileName: Hashable, Sendable, CustomStringConvertible {
  /// The bytes with a NUL behind them, as every system call wants them.
  private let terminated: [UInt8]

  /// A name of these bytes, which hold neither `/` nor NUL.
  public init(bytes: some Collection<UInt8>) {
    var terminated = [UInt8]()
    terminated.reserveCapacity(bytes.count + 1)
    terminated.append(contentsOf: bytes)
    terminated.append(0)
    self.terminated = terminated
  }

  /// A name of the UTF-8 bytes of a string, as they are: nothing is composed or folded.
  public init(_ text: String) {
    self.init(bytes: text.utf8)
  }

  /// A unique name: 32 random hexadecimal digits, with a suffix.
  static func random(_ suffix: String = "") -> FileName {
    // A smaller number has fewer digits.
    FileName(String(UInt128.random(in: 1 << 124 ... .max), radix: 16) + suffix)
  }

  /// Hashes the bytes in one piece; an array would hash them one by one.
  public func hash(into hasher: inout Hasher) {
    terminated.withUnsafeBytes { hasher.combine(bytes: $0) }
  }

  /// The bytes of the name.
  public var bytes: ArraySlice<UInt8> { terminated[..<(terminated.count - 1)] }

  /// The name as text, or nil when its bytes are not UTF-8.
  public var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The name as the user sees it: bytes that are not UTF-8 show as replacement characters.
  public var description: String { String(decoding: bytes, as: UTF8.self) }

  /// Tells whether it can name an entry of a folder: it is not empty, `.` or `..`.
  var isEntry: Bool {
    !bytes.isEmpty && self != "." && self != ".." && !bytes.contains(UInt8(ascii: "/"))
  }

  /// Tells whether the name begins with a dot.
  public var isHidden: Bool { terminated.first == UInt8(ascii: ".") }

  /// Tells whether the name ends in these ASCII characters and has more than them.
  public func hasSuffix(_ suffix: String) -> Bool {
    let suffix = suffix.utf8
    return bytes.count > suffix.count && bytes.suffix(suffix.count).elementsEqual(suffix)
  }

  /// Passes the bytes of the name to a system call.
  func withCString<Result>(
    _ body: (UnsafePointer<CChar>) throws(DiskError) -> Result
  ) throws(DiskError) -> Result {
    try terminated.withUnsafeBufferPointer { bytes throws(DiskError) in
      try bytes.withMemoryRebound(to: CChar.self) { characters throws(DiskError) in
        // An array with at least the NUL in it has an address.
        try body(characters.baseAddress.unsafelyUnwrapped)
      }
    }
  }
}

extension FileName: ExpressibleByStringLiteral {
  /// A name from a string literal.
  public init(stringLiteral value: StaticString) {
    self.init(bytes: value.withUTF8Buffer { Array($0) })
  }
}

extension String {
  /// The same path, if it has a slash behind it.
  var withoutTrailingSlash: String { count > 1 && hasSuffix("/") ? String(dropLast()) : self }
}

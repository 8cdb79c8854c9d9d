import Foundation

// Every call to the kernel is repeated after a signal, and its errno becomes a ``DiskError``.

@discardableResult
func result<Answer: SignedInteger>(
  _ call: String, _ place: @autoclosure () -> String = "", _ body: () -> Answer
) throws(DiskError) -> Answer {
  while true {
    let answer = body()
    if answer >= 0 { return answer }
    if errno != EINTR { throw failure(call, place()) }
  }
}

@discardableResult
func result(
  _ call: String, _ name: FileName, _ body: (UnsafePointer<CChar>) -> Int32
) throws(DiskError) -> Int32 {
  try name.withCString { name throws(DiskError) in
    try result(call, String(cString: name)) { body(name) }
  }
}

/// For the calls that take two names.
func result(
  _ call: String, _ one: FileName, _ other: FileName,
  _ body: (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32
) throws(DiskError) {
  _ = try other.withCString { other throws(DiskError) in
    try result(call, one) { body($0, other) }
  }
}

/// For the calls on extended attributes. Reads the bytes. If they do not fit, reads the size and tries again, as
/// often as they grow meanwhile. Returns nil when there is no attribute, or the volume has none.
///
/// Of a resource fork the call reads as much as fits, and reports no error: getxattr(2). So a full buffer may be a part.
func attributeBytes(
  _ call: String, missing: Int32, _ body: (UnsafeMutablePointer<CChar>?, Int) -> Int
) throws(DiskError) -> [UInt8]? {
  // Room for an identity, and for the names of a few attributes.
  var capacity = 256
  while true {
    var filled = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      buffer.withMemoryRebound(to: CChar.self) { filled = body($0.baseAddress, $0.count) }
      count = max(filled, 0)
    }
    if 0..<capacity ~= filled { return bytes }
    if filled < 0 {
      if errno == missing || isUnsupported(errno) { return nil }
      if errno != ERANGE { throw failure(call, "") }
    }
    guard let size = try attributeLength(call, missing: missing, { body(nil, 0) }) else { return nil }
    if size == filled { return bytes }
    // With a byte to spare, so that the buffer is not full.
    capacity = size + 1
  }
}

/// The error of the last failed call.
func failure(_ call: String, _ place: String) -> DiskError {
  let number = errno
  return DiskError(code(number, of: call), call: call, number: number, at: place)
}

/// Whether errno says that the volume does not support what is asked of it. Darwin has two numbers for that, Linux one.
private func isUnsupported(_ number: Int32) -> Bool { number == ENOTSUP || number == EOPNOTSUPP }

/// The code for a value of errno. See errno and the manual page of each call.
private func code(_ number: Int32, of call: String) -> DiskError.Code {
  let isRename = call.hasPrefix("rename")
  return switch number {
  case ENOENT: .notFound
  case EEXIST: .exists
  case ENOTEMPTY: isRename ? .exists : .notEmpty
  case EACCES, EPERM: .denied
  case ENOSPC, EDQUOT: .noSpace
  case EROFS: .readOnly
  case EMFILE, ENFILE: .tooManyOpen
  case ENAMETOOLONG: .nameTooLong
  case EFBIG: .tooLarge
  case ENOTDIR: .notAFolder
  case EXDEV: .otherVolume
  case ELOOP, EMLINK: .link
  case ENXIO: .special
  // The file system does not support the flag of an exclusive rename or an exchange: rename(2).
  case EINVAL where isRename: .unsupported
  case ENOTSUP, EOPNOTSUPP, ENOSYS: .unsupported
  default: .failed
  }
}

extension DiskError {
  /// Tells whether the volume refuses a character of the name: APFS refuses what its version of Unicode does not have, such as
  /// the newest emoji. <https://github.com/yt-dlp/yt-dlp/issues/13303>
  var isOfCharacters: Bool { number == EILSEQ }
}

/// How many bytes an attribute, or the list of their names, has; nil when there is none, or the volume has none.
func attributeLength(_ call: String, missing: Int32, _ body: () -> Int) throws(DiskError) -> Int? {
  let size = body()
  if size >= 0 { return size }
  if errno == missing || isUnsupported(errno) { return nil }
  throw failure(call, "")
}

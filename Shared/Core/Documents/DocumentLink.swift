import Foundation

/// A link that leads to a document of the app: the scheme, `://document/<path>`, with each name of the path
/// percent-encoded.
///
/// It does not touch the disk. A link to a missing document is valid.
public struct DocumentLink: Hashable, Sendable {
  /// The scheme of the app's links. The app's Info.plist declares it.
  public static let scheme = AppIdentity.current.linkScheme
  private static let host = "document"

  /// The path of the document below Documents.
  public let path: DocumentPath

  /// A link to a document.
  public init(_ path: DocumentPath) {
    self.path = path
  }

  /// Reads a link; nil for anything else: another scheme or host, no path, a way up or around, a name that no file can
  /// have, and any part that we never write, such as a query or a password.
  public init?(_ url: URL) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
      parts.scheme?.lowercased() == Self.scheme, parts.host?.lowercased() == Self.host,
      parts.user == nil, parts.password == nil, parts.port == nil, parts.query == nil, parts.fragment == nil
    else { return nil }
    let written = parts.percentEncodedPath.utf8.split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    // One slash in front of the first name, and perhaps one behind a folder's.
    let names =
      written.dropFirst().last?.isEmpty == true ? written.dropFirst().dropLast() : written.dropFirst()
    var path = DocumentPath()
    for name in names {
      guard let name = Self.decoded(name), name.isEntry, !name.bytes.contains(0) else { return nil }
      path.names.append(name)
    }
    guard !path.names.isEmpty else { return nil }
    self.path = path
  }

  /// The link itself; a name that is not UTF-8 is kept byte for byte.
  public var url: URL? {
    var parts = URLComponents()
    parts.scheme = Self.scheme
    parts.host = Self.host
    // Letters, digits, slashes and percents: nothing that this could refuse.
    parts.percentEncodedPath = path.names.map { "/" + $0.bytes.map(Self.encoded).joined() }.joined()
    return parts.url
  }

  private static func encoded(_ byte: UInt8) -> String {
    let character = Character(UnicodeScalar(byte))
    let isPlain = character.isASCII && (character.isLetter || character.isNumber || "-._".contains(character))
    return isPlain ? String(character) : byte.percentEncoded
  }

  private static func decoded(_ text: some Sequence<UInt8>) -> FileName? {
    var bytes: [UInt8] = []
    var rest = Array(text)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = hexadecimal(rest.popFirst()), let low = hexadecimal(rest.popFirst()) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return FileName(bytes: bytes)
  }

  private static func hexadecimal(_ digit: UInt8?) -> UInt8? {
    digit.flatMap { Character(UnicodeScalar($0)).hexDigitValue }.map { UInt8($0) }
  }
}

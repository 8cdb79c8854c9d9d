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
    var written = parts.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    // A folder's may have a slash behind it.
    if written.last?.isEmpty == true { written.removeLast() }
    let names = written.compactMap { $0.removingPercentEncoding.map { FileName($0) } }
    guard !names.isEmpty, names.count == written.count,
      names.allSatisfy({ $0.isEntry && !$0.bytes.contains(0) })
    else { return nil }
    path = DocumentPath(names)
  }

  /// The link itself; nil if a name is no text. APFS has no such names.
  public var url: URL? {
    let names = path.names.compactMap { $0.text?.addingPercentEncoding(withAllowedCharacters: Self.plain) }
    guard names.count == path.names.count else { return nil }
    var parts = URLComponents()
    parts.scheme = Self.scheme
    parts.host = Self.host
    // Letters, digits, slashes and percents: nothing that this could refuse.
    parts.percentEncodedPath = names.map { "/" + $0 }.joined()
    return parts.url
  }

  private static let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._"))
}

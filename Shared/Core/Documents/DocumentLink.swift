import Foundation

/// A link that leads to a document of the app: the scheme, `://document/`, and `?id=` with the identifier that the document
/// carries, or its path, with each name percent-encoded.
///
/// It does not touch the disk. A link to a missing document is valid.
public enum DocumentLink: Hashable, Sendable {
  /// Leads to the document wherever it is by then, under whichever name.
  case item(ItemID)
  /// Leads to the document that has this path below Documents by then.
  case path(DocumentPath)

  /// The scheme of the app's links. The app's Info.plist declares it.
  public static let scheme = AppIdentity.current.linkScheme
  private static let host = "document"
  private static let query = "id="

  /// A link to a document: by its path only if it carries no identifier.
  public init(_ document: SeenDocument) {
    self = document.identity?.item.map(DocumentLink.item) ?? .path(document.path)
  }

  /// Reads a link; nil for anything else: another scheme or host, neither a path nor an identifier, a way up or around, a name
  /// that no file can have, and any part that we never write, such as a password.
  public init?(_ url: URL) {
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: false),
      parts.scheme?.lowercased() == Self.scheme, parts.host?.lowercased() == Self.host,
      parts.user == nil, parts.password == nil, parts.port == nil, parts.fragment == nil
    else { return nil }
    if let query = parts.query {
      guard parts.percentEncodedPath == "/", query.hasPrefix(Self.query),
        let item = ItemID(String(query.dropFirst(Self.query.count)))
      else { return nil }
      self = .item(item)
      return
    }
    var written = parts.percentEncodedPath.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    // A folder's may have a slash behind it.
    if written.last?.isEmpty == true { written.removeLast() }
    let names = written.compactMap { $0.removingPercentEncoding.map { FileName($0) } }
    guard !names.isEmpty, names.count == written.count,
      names.allSatisfy({ $0.isEntry && !$0.bytes.contains(0) })
    else { return nil }
    self = .path(DocumentPath(names))
  }

  /// The link itself; nil if a name is no text. APFS has no such names.
  public var url: URL? {
    var parts = URLComponents()
    (parts.scheme, parts.host) = (Self.scheme, Self.host)
    switch self {
    case .item(let item): (parts.path, parts.query) = ("/", Self.query + item.text)
    case .path(let path):
      let names = path.names.compactMap { $0.text?.addingPercentEncoding(withAllowedCharacters: Self.plain) }
      guard names.count == path.names.count else { return nil }
      // Letters, digits, slashes and percents: nothing that this could refuse.
      parts.percentEncodedPath = names.map { "/" + $0 }.joined()
    }
    return parts.url
  }

  private static let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._"))
}
